// map_canvas.ts - a map under the hand: its last picture is moved and scaled at once, and drawn anew when there is time.
import { select } from 'd3-selection';
import 'd3-transition';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { startWorker } from '../database';
import { el } from '../dom';
import type { Box } from './room';
import { grown, type Scene, type View, type Written } from './scene';
import type { Order, Picture } from './painter';

const NEAREST = 60, FARTHEST = 0.3;
const REST = 110; // milliseconds after which the hand rests
const QUICK = 30; // a picture that is drawn in as many milliseconds is drawn while the hand moves, too
const MARGIN = 0.2; // a picture is drawn wider than what is seen of it

export interface Marks { chosen: number; found: ReadonlySet<number> }

/** A picture and the view that it was drawn for. */
interface Sheet { canvas: HTMLCanvasElement; view: View | null }

const BESIDE = 40; // pixels between what is kept in view and the border

/** The nearest view that has all of a box, if it is not too large. */
function seeing(now: ZoomTransform, box: Box, width: number, height: number): ZoomTransform {
    const k = Math.min(now.k, (width - 2 * BESIDE) / Math.max(box.right - box.left, 1), (height - 2 * BESIDE) / Math.max(box.bottom - box.top, 1));
    if (k < 1 && now.k >= 1) return zoomIdentity;
    const shift = (at: number, least: number, most: number, size: number) =>
        k < now.k ? size / 2 - k * (least + most) / 2 : at + Math.max(BESIDE - (k * least + at), 0) + Math.min(size - BESIDE - (k * most + at), 0);
    const x = shift(now.x, box.left, box.right, width), y = shift(now.y, box.top, box.bottom, height);
    return k === now.k && x === now.x && y === now.y ? now : zoomIdentity.translate(x, y).scale(k);
}

/** Where a place is in a picture of another size. */
function carried(before: Float32Array, after: Float32Array, at: number): number {
    let least = 0, most = 0;
    before.forEach((one, i) => { if (one < before[least]!) least = i; if (one > before[most]!) most = i; });
    const wide = before[most]! - before[least]!;
    return wide ? after[least]! + (at - before[least]!) * (after[most]! - after[least]!) / wide : after[least] ?? 0;
}

export class MapCanvas {
    readonly frame = el('div', { class: 'map-sheets' });
    private readonly whole: Sheet = { canvas: el('canvas', { class: 'map-sheet' }), view: null };
    private readonly sharp: Sheet = { canvas: el('canvas', { class: 'map-sheet' }), view: null };
    private readonly above = el('canvas', { class: 'map-sheet' });
    private readonly behaviour: ZoomBehavior<HTMLDivElement, unknown>;
    private readonly resized = new ResizeObserver(() => this.resize());
    private now: ZoomTransform = zoomIdentity;
    private worker: Worker | undefined;
    private scene: Scene | undefined;
    private hovered = -1;
    /** Boxes of what is seen that no words are written in: left, top, right, bottom. */
    taken: View['taken'] = [];
    private kept: number[] = [];
    private marks: Marks = { chosen: -1, found: new Set() };
    private wide = 0;
    private high = 0;
    private waiting = 0;
    private ordered = 0;
    private outdated = 0; // pictures up to this number are of another scene
    private cost = Infinity;
    private moved = 0;
    private planned = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private gone = false;
    /** How many were shown. */
    pictures = 0;
    /** What is written in the picture that is seen, in pixels of what is seen. */
    written: Written[] = [];

    constructor(private readonly makeScene: (width: number, height: number) => Scene, private readonly titleOf: (node: number) => string, private readonly chosen: (node: number) => void, private readonly drawn: () => void) {
        this.frame.append(this.whole.canvas, this.sharp.canvas, this.above);
        this.behaviour = zoom<HTMLDivElement, unknown>().scaleExtent([FARTHEST, NEAREST]).on('zoom', (event: { transform: ZoomTransform }) => this.move(event.transform));
        select<HTMLDivElement, unknown>(this.frame).call(this.behaviour).on('dblclick.zoom', null);
        this.frame.addEventListener('click', (event) => { const node = this.nodeAt(event.offsetX, event.offsetY); if (node >= 0) this.chosen(node); });
        this.frame.addEventListener('mousemove', (event) => this.hover(event.buttons ? -1 : this.nodeAt(event.offsetX, event.offsetY)));
        this.frame.addEventListener('mouseleave', () => this.hover(-1));
    }

    /** Once the map is in the page. */
    async begin(): Promise<void> {
        this.worker = await startWorker('painter');
        if (this.gone) return this.end();
        this.worker.onmessage = ({ data }: MessageEvent<Picture>) => this.show(data);
        this.resized.observe(this.frame);
    }

    end(): void {
        this.gone = true;
        clearTimeout(this.timer);
        this.resized.disconnect();
        this.worker?.terminate();
    }

    /** Other colours, or other marks: the scene is made and drawn again. */
    refresh(): void {
        const { width, height } = this.size();
        if (!this.worker || !width || !height) return;
        this.scene = this.makeScene(width, height);
        this.say({ scene: this.scene });
        this.outdated = this.ordered;
        this.whole.view = null;
        this.order();
    }

    mark(marks: Marks): void {
        const other = marks.found !== this.marks.found;
        this.marks = marks;
        if (other) this.refresh();
        this.plan();
    }

    zoomBy(factor: number): void { this.gently().call(this.behaviour.scaleBy as never, factor as never); }

    showAll(): void { this.gently().call(this.behaviour.transform as never, zoomIdentity as never); }

    centre(node: number): void {
        if (this.scene) this.gently().call(this.behaviour.translateTo as never, this.scene.x[node] as never, this.scene.y[node] as never);
    }

    /** These are seen, if there is room for them, also when the room changes. */
    keep(nodes: number[]): void {
        this.kept = nodes;
        this.reveal(true);
    }

    private reveal(gently: boolean): void {
        const { width, height } = this.size();
        if (!this.scene || !this.kept.length || width !== this.wide || height !== this.high) return; // the places are of another size: these are seen once that is told
        const xs = this.kept.map((node) => this.scene!.x[node]!), ys = this.kept.map((node) => this.scene!.y[node]!);
        const to = seeing(this.now, { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }, width, height);
        if (to.k === this.now.k && to.x === this.now.x && to.y === this.now.y) return;
        (gently ? this.gently() : select<HTMLDivElement, unknown>(this.frame)).call(this.behaviour.transform as never, to as never);
    }

    /** Goes there at once. */
    moveTo(k: number, x: number, y: number): void {
        select<HTMLDivElement, unknown>(this.frame).call(this.behaviour.transform, zoomIdentity.translate(x, y).scale(k));
    }

    /** Where a node is seen. */
    place(node: number): { x: number; y: number } {
        return { x: this.now.applyX(this.scene!.x[node]!), y: this.now.applyY(this.scene!.y[node]!) };
    }

    private gently() {
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
        return select<HTMLDivElement, unknown>(this.frame).transition().duration(still ? 0 : 220);
    }

    private size(): { width: number; height: number } { return { width: this.frame.clientWidth, height: this.frame.clientHeight }; }

    private say(order: Order): void { this.worker?.postMessage(order); }

    private resize(): void {
        const { width, height } = this.size();
        this.behaviour.extent([[0, 0], [width, height]]);
        this.above.width = width * devicePixelRatio;
        this.above.height = height * devicePixelRatio;
        this.above.style.width = `${width}px`;
        this.above.style.height = `${height}px`;
        this.refit();
        this.reveal(false);
        this.plan();
    }

    /** Places of another picture size; what was in the middle stays there. */
    private refit(): void {
        select(this.frame).interrupt();
        const before = this.scene, { width, height } = this.size(), { k } = this.now, middle = this.now.invert([this.wide / 2, this.high / 2]);
        [this.wide, this.high] = [width, height];
        this.refresh();
        if (!before || !this.scene || before === this.scene || (k === 1 && this.now.x === 0 && this.now.y === 0)) return;
        const x = carried(before.x, this.scene.x, middle[0]), y = carried(before.y, this.scene.y, middle[1]);
        this.moveTo(k, width / 2 - k * x, height / 2 - k * y);
    }

    private move(to: ZoomTransform): void {
        this.now = to;
        this.moved = performance.now();
        this.plan();
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.order(), REST);
    }

    private plan(): void {
        if (!this.planned && !this.gone) this.planned = requestAnimationFrame(() => { this.planned = 0; this.step(); });
    }

    /** A frame: pictures are moved, marks are drawn. */
    private step(): void {
        this.lay(this.whole);
        this.lay(this.sharp);
        this.drawMarks();
        if (!this.waiting && this.scene && !this.isSharp() && (this.cost < QUICK || !this.isCovered())) this.order();
    }

    /** Asks for a picture of what is seen now, with a margin; only one at a time. */
    private order(): void {
        const { width, height } = this.size();
        if (this.waiting || !this.scene || !width) return;
        const ratio = devicePixelRatio, { k, x, y } = this.now, taken = this.taken, wide = Math.round(width * MARGIN), high = Math.round(height * MARGIN);
        const view: View = this.whole.view ? { k, x: x + wide, y: y + high, width: width + 2 * wide, height: height + 2 * high, ratio, margin: [wide, high], taken } : { k: 1, x: 0, y: 0, width, height, ratio, margin: [0, 0], taken };
        this.waiting = ++this.ordered;
        this.say({ number: this.waiting, view });
    }

    private show({ number, view, bitmap, written, milliseconds }: Picture): void {
        this.waiting = 0;
        if (number <= this.outdated) {
            bitmap.close();
            return this.order();
        }
        const sheet = this.whole.view ? this.sharp : this.whole;
        sheet.view = view;
        sheet.canvas.style.width = `${view.width}px`;
        sheet.canvas.style.height = `${view.height}px`;
        (sheet.canvas.getContext('bitmaprenderer'))!.transferFromImageBitmap(bitmap);
        const across = view.x - this.now.x, down = view.y - this.now.y;
        this.written = written.map((one) => ({ ...one, left: one.left - across, right: one.right - across, top: one.top - down, bottom: one.bottom - down }));
        this.cost = milliseconds;
        this.pictures++;
        this.frame.dataset.cost = milliseconds.toFixed(1);
        this.step();
        if (sheet === this.whole || (!this.isSharp() && performance.now() - this.moved > REST)) this.order();
        else if (this.isSharp()) this.drawn();
    }

    private isSharp(): boolean {
        const view = this.sharp.view, { k, x, y } = this.now;
        return view !== null && view.k === k && Math.abs(view.x - Math.round(this.size().width * MARGIN) - x) < 0.5 && Math.abs(view.y - Math.round(this.size().height * MARGIN) - y) < 0.5;
    }

    /** Whether the last picture still has all that is seen, not too much enlarged. */
    private isCovered(): boolean {
        const view = this.sharp.view, { width, height } = this.size();
        if (!view || this.now.k / view.k > 2) return false;
        const { left, top, scale } = this.placeOf(view);
        return left <= 0 && top <= 0 && left + view.width * scale >= width && top + view.height * scale >= height;
    }

    private placeOf(view: View): { left: number; top: number; scale: number } {
        const scale = this.now.k / view.k;
        return { left: this.now.x - view.x * scale, top: this.now.y - view.y * scale, scale };
    }

    private lay({ canvas, view }: Sheet): void {
        if (!view) return;
        const { left, top, scale } = this.placeOf(view);
        canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
    }

    private nodeAt(x: number, y: number): number {
        const { scene } = this;
        if (!scene) return -1;
        const [at, down] = this.now.invert([x, y]), zoomed = grown(this.now.k);
        let best = -1, least = Infinity;
        for (let i = 0; i < scene.x.length; i++) {
            const far = Math.hypot(scene.x[i]! - at, scene.y[i]! - down) * this.now.k - scene.size[i]! * zoomed;
            if (far < least) { least = far; best = i; }
        }
        return least < 5 ? best : -1;
    }

    private hover(node: number): void {
        if (node === this.hovered) return;
        this.hovered = node;
        this.frame.classList.toggle('over', node >= 0);
        this.plan();
    }

    private drawMarks(): void {
        const canvas = this.above.getContext('2d')!, { scene } = this;
        canvas.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
        canvas.clearRect(0, 0, this.above.width, this.above.height);
        if (!scene) return;
        const few = this.marks.found.size <= 30 ? [...this.marks.found] : [];
        for (const node of new Set([...few, this.hovered, this.marks.chosen])) if (node >= 0) this.drawMark(canvas, scene, node);
    }

    private drawMark(canvas: CanvasRenderingContext2D, scene: Scene, node: number): void {
        const { x, y } = this.place(node), r = scene.size[node]! * grown(this.now.k), chosen = node === this.marks.chosen;
        canvas.beginPath();
        canvas.arc(x, y, r + (chosen ? 5 : 3), 0, 2 * Math.PI);
        canvas.lineWidth = chosen ? 3 : 2;
        canvas.strokeStyle = scene.tones.strong;
        canvas.stroke();
        const text = node === this.hovered ? this.titleOf(node) : '';
        if (!text) return;
        canvas.font = '600 12px system-ui, sans-serif';
        canvas.textBaseline = 'middle';
        const wide = canvas.measureText(text).width, left = x + r + 10 + wide > this.size().width ? x - r - 12 - wide : x + r + 10;
        canvas.fillStyle = scene.tones.ground;
        canvas.globalAlpha = 0.9;
        canvas.fillRect(left - 3, y - 9, wide + 6, 18);
        canvas.globalAlpha = 1;
        canvas.fillStyle = scene.tones.ink;
        canvas.fillText(text, left, y);
    }
}
