// paint.ts - draws a scene: edges, arrows, nodes, and words where there is room.
import { grown, lineWidth, type Scene, type View } from './scene';

type Canvas = OffscreenCanvasRenderingContext2D;

const STROKES = 200; // lines that are drawn at once: a long path is slower than several short ones
const WORDS_MOST = 160, ARROWS_MOST = 3000, LABEL = 12, LINE = 15, WIDE = 22, DOT = 1.6;

interface Box { left: number; top: number; right: number; bottom: number }

/** Room for words: none covers another. */
class Room {
    private taken: Box[] = [];
    takes(box: Box): boolean {
        if (this.taken.some((t) => box.left < t.right && box.right > t.left && box.top < t.bottom && box.bottom > t.top)) return false;
        this.taken.push(box);
        return true;
    }
    keep(box: Box): void { this.taken.push(box); }
}

/** Long words in lines of about as many letters. */
function wrapped(text: string): string[] {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
        const last = lines[lines.length - 1];
        if (last !== undefined && (word === '|' || (last.length + word.length < WIDE && !last.endsWith('|')))) lines[lines.length - 1] = `${last} ${word}`;
        else lines.push(word);
    }
    return lines;
}

class Painter {
    private readonly x: Float32Array;
    private readonly y: Float32Array;
    private readonly zoom: number;
    private readonly shownEdges: number[];

    constructor(private readonly canvas: Canvas, private readonly scene: Scene, private readonly view: View) {
        const { k, x, y } = view;
        this.x = scene.x.map((at) => at * k + x);
        this.y = scene.y.map((at) => at * k + y);
        this.zoom = grown(k);
        this.shownEdges = this.findEdges();
    }

    paint(): void {
        const { canvas, scene, view } = this;
        canvas.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
        canvas.fillStyle = scene.tones.ground;
        canvas.fillRect(0, 0, view.width, view.height);
        canvas.lineCap = 'butt';
        for (const marked of [0, 1]) {
            this.lines(marked);
            if (scene.arrows && this.shownEdges.length <= ARROWS_MOST) this.arrows(marked);
        }
        const shown = this.nodes();
        const room = new Room();
        if (shown.length > 4 * WORDS_MOST) return;
        for (const i of shown) room.keep({ left: this.x[i]! - this.radius(i), top: this.y[i]! - this.radius(i), right: this.x[i]! + this.radius(i), bottom: this.y[i]! + this.radius(i) });
        this.nodeWords(room, new Set(shown));
        if (this.shownEdges.length <= WORDS_MOST) this.edgeWords(room);
    }

    private radius(node: number): number { return this.scene.size[node]! * this.zoom; }

    /** Those that are not wholly beside the picture. */
    private findEdges(): number[] {
        const { from, to } = this.scene, { width, height } = this.view, { x, y } = this, found: number[] = [];
        const beside = (a: number, b: number, end: number) => (a < 0 && b < 0) || (a > end && b > end);
        for (let e = 0; e < from.length; e++) {
            const a = from[e]!, b = to[e]!;
            if (a === b || this.scene.bend[e] || !(beside(x[a]!, x[b]!, width) || beside(y[a]!, y[b]!, height))) found.push(e);
        }
        return found;
    }

    /** The point that a bent edge is drawn towards. */
    private control(e: number): [number, number] {
        const a = this.scene.from[e]!, b = this.scene.to[e]!, bend = 2 * this.scene.bend[e]!;
        const dx = this.x[b]! - this.x[a]!, dy = this.y[b]! - this.y[a]!;
        return [(this.x[a]! + this.x[b]!) / 2 + dy * bend, (this.y[a]! + this.y[b]!) / 2 - dx * bend];
    }

    private line(e: number): void {
        const { canvas, scene } = this, a = scene.from[e]!, b = scene.to[e]!;
        if (a === b) {
            const r = this.radius(a) + 3;
            canvas.moveTo(this.x[a]! + r, this.y[a]! - r);
            canvas.arc(this.x[a]!, this.y[a]! - r, r, 0, 2 * Math.PI);
            return;
        }
        canvas.moveTo(this.x[a]!, this.y[a]!);
        if (scene.bend[e]) canvas.quadraticCurveTo(...this.control(e), this.x[b]!, this.y[b]!);
        else canvas.lineTo(this.x[b]!, this.y[b]!);
    }

    private lines(marked: number): void {
        const { canvas, scene } = this, thin = lineWidth(scene.from.length);
        canvas.strokeStyle = marked ? scene.tones.strong : scene.from.length > 8000 ? scene.tones.faint : scene.tones.line;
        canvas.lineWidth = marked ? Math.max(thin * 2, 2.2) : Math.min(thin * this.zoom, 3);
        let open = 0;
        canvas.beginPath();
        for (const e of this.shownEdges) {
            if (scene.marked[e] !== marked) continue;
            this.line(e);
            if (++open % STROKES === 0) { canvas.stroke(); canvas.beginPath(); }
        }
        canvas.stroke();
    }

    private arrows(marked: number): void {
        const { canvas, scene } = this;
        const long = Math.min((4 + 2 * lineWidth(scene.from.length)) * Math.min(this.zoom, 2), 11) * (marked ? 1.3 : 1);
        canvas.fillStyle = marked ? scene.tones.strong : scene.tones.line;
        for (const e of this.shownEdges) {
            const a = scene.from[e]!, b = scene.to[e]!;
            if (scene.marked[e] !== marked || a === b) continue;
            const [cx, cy] = scene.bend[e] ? this.control(e) : [this.x[a]!, this.y[a]!];
            const dx = this.x[b]! - cx, dy = this.y[b]! - cy, length = Math.hypot(dx, dy);
            if (length < this.radius(b) + long) continue;
            const ux = dx / length, uy = dy / length, tipX = this.x[b]! - ux * this.radius(b), tipY = this.y[b]! - uy * this.radius(b);
            canvas.beginPath();
            canvas.moveTo(tipX, tipY);
            canvas.lineTo(tipX - ux * long - uy * long * 0.45, tipY - uy * long + ux * long * 0.45);
            canvas.lineTo(tipX - ux * long + uy * long * 0.45, tipY - uy * long - ux * long * 0.45);
            canvas.fill();
        }
    }

    private nodes(): number[] {
        const { canvas, scene, view } = this, shown: number[] = [], of: number[][] = scene.palette.map(() => []);
        for (let i = 0; i < this.x.length; i++) {
            const r = this.radius(i);
            if (this.x[i]! + r < 0 || this.x[i]! - r > view.width || this.y[i]! + r < 0 || this.y[i]! - r > view.height) continue;
            shown.push(i);
            of[scene.colour[i]!]!.push(i);
        }
        of.forEach((list, colour) => {
            canvas.fillStyle = scene.palette[colour]!;
            let open = 0;
            canvas.beginPath();
            for (const i of list) {
                const r = this.radius(i);
                if (r <= DOT) { canvas.fillRect(this.x[i]! - r, this.y[i]! - r, 2 * r, 2 * r); continue; }
                canvas.moveTo(this.x[i]! + r, this.y[i]!);
                canvas.arc(this.x[i]!, this.y[i]!, r, 0, 2 * Math.PI);
                if (++open % STROKES === 0) { canvas.fill(); canvas.beginPath(); }
            }
            canvas.fill();
        });
        return shown;
    }

    /** Words with a rim of the ground's colour, so that lines do not cross them. */
    private words(text: string, x: number, y: number, tone: string): void {
        const { canvas } = this;
        canvas.strokeStyle = this.scene.tones.ground;
        canvas.lineWidth = 3;
        canvas.lineJoin = 'round';
        canvas.strokeText(text, x, y);
        canvas.fillStyle = tone;
        canvas.fillText(text, x, y);
    }

    /** Beside the node; what is long below it, in lines. */
    private nodeWords(room: Room, shown: Set<number>): void {
        const { canvas, scene } = this;
        canvas.font = `${LABEL}px system-ui, sans-serif`;
        canvas.textBaseline = 'middle';
        let written = 0;
        for (const i of scene.order) {
            const text = scene.labels[i]!, long = text.length > 12;
            if (!text || !shown.has(i)) continue;
            const lines = long ? wrapped(text) : [text], wide = Math.max(...lines.map((line) => canvas.measureText(line).width));
            const left = long ? this.x[i]! - wide / 2 : this.x[i]! + this.radius(i) + 4, top = long ? this.y[i]! + this.radius(i) + 3 : this.y[i]! - LINE / 2;
            if (!room.takes({ left, top, right: left + wide, bottom: top + LINE * lines.length })) continue;
            canvas.textAlign = long ? 'center' : 'left';
            lines.forEach((line, n) => this.words(line, long ? this.x[i]! : left, top + LINE * (n + 0.5), scene.tones.ink));
            if (++written === WORDS_MOST) return;
        }
    }

    private edgeWords(room: Room): void {
        const { canvas, scene } = this;
        canvas.font = `${LABEL - 1}px system-ui, sans-serif`;
        canvas.textBaseline = 'middle';
        canvas.textAlign = 'center';
        for (const e of this.shownEdges) {
            const a = scene.from[e]!, b = scene.to[e]!, text = scene.words[e]!;
            const wide = canvas.measureText(text).width, length = Math.hypot(this.x[a]! - this.x[b]!, this.y[a]! - this.y[b]!);
            if (a === b ? false : length < wide * 0.8 + 2 * this.radius(b)) continue;
            const [cx, cy] = this.control(e);
            const x = a === b ? this.x[a]! : ((this.x[a]! + this.x[b]!) / 2 + cx) / 2, y = a === b ? this.y[a]! - 3 * this.radius(a) - 8 : ((this.y[a]! + this.y[b]!) / 2 + cy) / 2;
            if (room.takes({ left: x - wide / 2, top: y - 7, right: x + wide / 2, bottom: y + 7 })) this.words(text, x, y, scene.tones.soft);
        }
    }
}

export function paint(canvas: Canvas, scene: Scene, view: View): void {
    new Painter(canvas, scene, view).paint();
}
