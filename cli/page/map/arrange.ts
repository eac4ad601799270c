// arrange.ts - a map as a scene: where its nodes are, how large, which edges are bent, what is written beside them.
import type { Layout } from '../worker/messages';
import type { Colouring } from './colouring';
import type { MapData, MapNode } from './map_data';
import type { Scene, Tones } from './scene';

export interface Laid { layout: 'layers' | 'force'; places: Layout; path: ReadonlySet<string>; onPath: ReadonlySet<number> }

const PADDING = 56, GAP_MOST = 190; // pixels
const ARCS_MOST = 2500; // two-way moves are two arcs where there are no more
const LABEL_MOST = 44;

function css(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function tones(): Tones {
    return { ground: css('--bg'), line: css('--map-line'), faint: css('--map-faint'), ink: css('--ink'), soft: css('--soft'), strong: css('--accent') };
}

function range(of: Float32Array): { least: number; wide: number } {
    let least = Infinity, most = -Infinity;
    for (const at of of) { if (at < least) least = at; if (at > most) most = at; }
    return { least: of.length ? least : 0, wide: of.length ? most - least : 0 };
}

/** Places in a picture of that size: layers fill it, as far as their states are not too far apart; forces keep their shape. */
function fit({ x, y }: Layout, layout: Laid['layout'], width: number, height: number): Layout {
    const across = range(x), down = range(y), sides = x.length < 60 ? 1.5 * PADDING : PADDING, free = [width - 2 * sides, height - 2 * PADDING].map((n) => Math.max(n, 40)) as [number, number];
    let scaleX = free[0] / (across.wide || 1), scaleY = free[1] / (down.wide || 1);
    if (layout === 'force') scaleX = scaleY = Math.min(scaleX, scaleY);
    else {
        const gapX = gapOf(x), gapY = gapOf(y);
        scaleX = Math.min(scaleX, GAP_MOST * 1.5 / gapX);
        scaleY = Math.min(scaleY, GAP_MOST / gapY);
    }
    const place = (of: Float32Array, r: { least: number; wide: number }, scale: number, size: number) => of.map((at) => size / 2 + (at - r.least - r.wide / 2) * scale);
    return { x: place(x, across, scaleX, width), y: place(y, down, scaleY, height) };
}

/** The least distance between two that differ. */
function gapOf(of: Float32Array): number {
    const sorted = of.slice().sort();
    let gap = Infinity;
    for (let i = 1; i < sorted.length; i++) { const d = sorted[i]! - sorted[i - 1]!; if (d > 1e-3 && d < gap) gap = d; }
    return gap === Infinity ? 1 : gap;
}

/** Short texts label states; others have their numbers. */
function labelOf(node: MapNode): string {
    if (node.count > 1) return `${node.shown} (${node.count})`;
    return node.shown.length <= LABEL_MOST && !node.shown.includes('\n') ? node.shown : String(node.id);
}

interface Arc { from: number; to: number; bend: number; marked: number; words: string }

/** In layers a straight line to a state of the same depth, or past a layer, would run through others. */
function bendOf(data: MapData, from: number, to: number, layers: boolean): number {
    const far = Math.abs(data.nodes[from]!.depth - data.nodes[to]!.depth);
    return !layers || far === 1 ? 0 : far === 0 ? 0.22 : 0.1;
}

function arcs(data: MapData, laid: Laid): Arc[] {
    const two = data.edges.length <= ARCS_MOST, list: Arc[] = [];
    const marked = (a: number, b: number) => Number(laid.path.has(`${a} ${b}`));
    for (const { from, to, moves, back } of data.edges) {
        if (back === null) { list.push({ from, to, bend: two ? bendOf(data, from, to, laid.layout === 'layers') : 0, marked: marked(from, to), words: moves }); continue; }
        if (!two) { list.push({ from, to, bend: 0, marked: marked(from, to) | marked(to, from), words: '' }); continue; }
        const bend = Math.max(0.1, bendOf(data, from, to, laid.layout === 'layers'));
        list.push({ from, to, bend, marked: marked(from, to), words: moves }, { from: to, to: from, bend, marked: marked(to, from), words: back });
    }
    return list;
}

export function arrange(data: MapData, colouring: Colouring, laid: Laid, found: ReadonlySet<number>, width: number, height: number): Scene {
    const n = data.nodes.length, base = n < 60 ? 8 : n < 300 ? 5.5 : n < 1500 ? 3.6 : n < 6000 ? 2.2 : 1.5;
    const important = (node: MapNode, i: number) => node.goal || node.start || node.bad || laid.onPath.has(i);
    const { x, y } = fit(laid.places, laid.layout, width, height), palette: string[] = [], numbers = new Map<string, number>(), shown = tones();
    const colourOf = (tone: string) => {
        let number = numbers.get(tone);
        if (number === undefined) { number = palette.push(tone) - 1; numbers.set(tone, number); }
        return number;
    };
    const lines = arcs(data, laid);
    return {
        x, y, palette,
        size: Float32Array.from(data.nodes, (node, i) => base * (important(node, i) ? 1.5 : 1) * (node.count > 1 ? 1 + Math.log10(node.count) * 0.5 : 1)),
        colour: Uint16Array.from(data.nodes, (_, i) => colourOf(found.size && !found.has(i) ? shown.faint : colouring.colours[i]!)),
        order: Int32Array.from([...data.nodes.keys()].sort((a, b) => Number(important(data.nodes[b]!, b)) - Number(important(data.nodes[a]!, a)) || a - b)),
        labels: data.nodes.map((node, i) => found.size && !found.has(i) ? '' : labelOf(node)),
        from: Int32Array.from(lines, (one) => one.from), to: Int32Array.from(lines, (one) => one.to),
        bend: Float32Array.from(lines, (one) => one.bend), marked: Uint8Array.from(lines, (one) => one.marked), words: lines.map((one) => one.words),
        arrows: lines.length <= 40_000, tones: shown,
    };
}
