// paint.ts - draws a scene: edges, arrows, nodes, and words where there is room.
import { Room, type Box } from './room';
import { grown, lineWidth, WIDER, type Scene, type View, type Written } from './scene';

type Canvas = OffscreenCanvasRenderingContext2D;

const STROKES = 200; // lines that are drawn at once: a long path is slower than several short ones
const ARROWS_MOST = 3000, LABEL = 12, LINE = 15, WIDE = 26, DOT = 1.6;
const FARTHER = [1, 2, 3.5, 5]; // lines between a node and its words, if it is named and has no room beside it
const EDGE_WORDS_MOST = 200, CROWDED = 4000; // so many nodes, and none of them has room for a label but those that are named
const BOARDS_MOST = 60; // where as many nodes are seen, each is given its board first

/** Long words in lines of about as many letters; lines stay lines. */
function wrapped(text: string): string[] {
    if (text.includes('\n')) return text.split('\n').flatMap((line) => wrapped(line));
    if (text.length <= WIDE) return [text];
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
    private readonly widths = new Map<string, number>();
    readonly written: Written[] = [];

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
            if (!marked) this.wideLines();
            if (scene.arrows && this.shownEdges.length <= ARROWS_MOST) this.arrows(marked);
        }
        const shown = this.nodes(), room = new Room();
        for (const [left, top, right, bottom] of view.taken) room.takes({ left: left + view.margin[0], top: top + view.margin[1], right: right + view.margin[0], bottom: bottom + view.margin[1] }, true);
        for (const i of shown) room.keep(this.around(i), false);
        for (const i of scene.order.subarray(0, scene.named)) room.keep(this.around(i), true);
        this.nodeWords(room, shown);
        if (this.shownEdges.length <= EDGE_WORDS_MOST) this.edgeWords(room);
    }

    private around(i: number): Box {
        const r = this.radius(i);
        return { left: this.x[i]! - r, top: this.y[i]! - r, right: this.x[i]! + r, bottom: this.y[i]! + r };
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

    /** Again, as wide as many plans make them. */
    private wideLines(): void {
        const { canvas, scene } = this, thin = Math.min(lineWidth(scene.from.length) * this.zoom, 3);
        canvas.strokeStyle = scene.tones.soft;
        for (const e of this.shownEdges) {
            if (!scene.share[e]) continue;
            canvas.lineWidth = thin * (1 + WIDER * scene.share[e]!);
            canvas.beginPath();
            this.line(e);
            canvas.stroke();
        }
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
        const { scene, view } = this, shown: number[] = [], of: number[][] = scene.palette.map(() => []);
        for (let i = 0; i < this.x.length; i++) {
            const r = this.radius(i);
            if (this.x[i]! + r < 0 || this.x[i]! - r > view.width || this.y[i]! + r < 0 || this.y[i]! - r > view.height) continue;
            shown.push(i);
            of[scene.colour[i]!]!.push(i);
        }
        of.forEach((list, colour) => {
            if (scene.hollow[colour]) this.rings(list, scene.palette[colour]!);
            else this.discs(list, scene.palette[colour]!, 1);
        });
        for (let k = scene.named - 1; k >= 0; k--) this.drawAbove(scene.order[k]!);
        return shown;
    }

    /** Again, above those that cover it. */
    private drawAbove(node: number): void {
        const { scene } = this, colour = scene.colour[node]!;
        if (scene.hollow[colour]) this.rings([node], scene.palette[colour]!);
        else this.discs([node], scene.palette[colour]!, 1);
    }

    private rings(list: number[], tone: string): void {
        this.discs(list, tone, 1);
        this.discs(list, this.scene.tones.ground, 0.58);
    }

    private discs(list: number[], tone: string, part: number): void {
        const { canvas } = this;
        canvas.fillStyle = tone;
        let open = 0;
        canvas.beginPath();
        for (const i of list) {
            const r = this.radius(i) * part;
            if (r <= DOT) { canvas.fillRect(this.x[i]! - r, this.y[i]! - r, 2 * r, 2 * r); continue; }
            canvas.moveTo(this.x[i]! + r, this.y[i]!);
            canvas.arc(this.x[i]!, this.y[i]!, r, 0, 2 * Math.PI);
            if (++open % STROKES === 0) { canvas.fill(); canvas.beginPath(); }
        }
        canvas.fill();
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

    /** Those that are named first, then as many as there is room for. */
    private nodeWords(room: Room, shown: number[]): void {
        const { scene } = this, seen = new Uint8Array(this.x.length), roomy = shown.length <= BOARDS_MOST;
        for (const i of shown) seen[i] = 1;
        this.canvas.textBaseline = 'middle';
        for (let k = 0; k < scene.order.length && (k < scene.named || shown.length <= CROWDED); k++) {
            const i = scene.order[k]!, texts = [roomy ? scene.boards[i]! : '', scene.labels[i]!];
            if (!seen[i] || texts.some((text) => text && this.label(room, i, text, k < scene.named, false))) continue;
            if (k < scene.ends && texts[1]) this.label(room, i, texts[1], true, true);
        }
    }

    /** Whether words of a node that is seen would be cut off by the border. */
    private isCut(node: number, box: Box): boolean {
        const { width, height, margin: [wide, high] } = this.view, x = this.x[node]!, y = this.y[node]!;
        const seen = x >= wide && x <= width - wide && y >= high && y <= height - high;
        return seen && (box.left < wide || box.right > width - wide || box.top < high || box.bottom > height - high);
    }

    /** Writes it at the first side of its node where there is room. */
    private label(room: Room, node: number, text: string, named: boolean, overNodes: boolean): boolean {
        const { canvas } = this, lines = wrapped(text), board = text.includes('\n');
        canvas.font = `${named ? 600 : 400} ${LABEL}px ${board ? 'ui-monospace, "DejaVu Sans Mono", monospace' : 'system-ui, sans-serif'}`;
        const wide = Math.max(...lines.map((line) => this.width(line))), high = LINE * lines.length, away = this.radius(node) + 4, x = this.x[node]!, y = this.y[node]!;
        const beside = (far: number): [number, number][] => [[x + far, y - high / 2], [x - wide / 2, y + far], [x - wide / 2, y - far - high], [x - far - wide, y - high / 2],
            ...board ? [] : [[x + far * 0.7, y + far * 0.7], [x + far * 0.7, y - far * 0.7 - high], [x - far * 0.7 - wide, y + far * 0.7], [x - far * 0.7 - wide, y - far * 0.7 - high]] as [number, number][]];
        const near = beside(away), sides = named && !board ? near.concat(...FARTHER.map((lines) => beside(away + lines * LINE))) : near;
        if (lines.length > 1) sides.unshift(sides.splice(1, 1)[0]!);
        for (const [n, [left, top]] of sides.entries()) {
            const box = { left: left - 3, top, right: left + wide + 3, bottom: top + high };
            if (this.isCut(node, box) || !room.isFree(box, overNodes)) continue;
            if (n >= near.length && !this.leader(room, node, box)) continue;
            room.takes(box, overNodes);
            canvas.textAlign = board ? 'left' : 'center';
            lines.forEach((line, n) => this.words(line, board ? left : left + wide / 2, top + LINE * (n + 0.5), this.scene.tones.ink));
            this.written.push({ node, text, ...box });
            return true;
        }
        return false;
    }

    /** Leads from a node to words that are not beside it, if it crosses no others. */
    private leader(room: Room, node: number, { left, top, right, bottom }: Box): boolean {
        const { canvas } = this, x = this.x[node]!, y = this.y[node]!, toX = Math.min(Math.max(x, left), right), toY = Math.min(Math.max(y, top), bottom);
        const long = Math.hypot(toX - x, toY - y), boxes: Box[] = [];
        for (let at = this.radius(node) * 1.5 + 3; at < long - 3; at += 5) {
            const px = x + (toX - x) * at / long, py = y + (toY - y) * at / long;
            boxes.push({ left: px - 2, right: px + 2, top: py - 2, bottom: py + 2 });
        }
        if (!room.leads(boxes)) return false;
        canvas.strokeStyle = this.scene.tones.ink;
        canvas.lineWidth = 1;
        canvas.beginPath();
        canvas.moveTo(x, y);
        canvas.lineTo(toX, toY);
        canvas.stroke();
        this.drawAbove(node);
        return true;
    }

    private width(line: string): number {
        const key = `${this.canvas.font} ${line}`, known = this.widths.get(key) ?? this.canvas.measureText(line).width;
        this.widths.set(key, known);
        return known;
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
            if (room.takes({ left: x - wide / 2, top: y - 7, right: x + wide / 2, bottom: y + 7 }, false)) this.words(text, x, y, scene.tones.soft);
        }
    }
}

/** Draws it; what was written beside nodes, and where. */
export function paint(canvas: Canvas, scene: Scene, view: View): Written[] {
    const painter = new Painter(canvas, scene, view);
    painter.paint();
    return painter.written;
}
