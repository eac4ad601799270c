// arrange.ts - a map as a scene: where its nodes are, how large, which edges are bent, what is written beside them.
import type { Layout } from '../worker/messages';
import type { Colouring } from './colouring';
import { themeNow, type Tone } from './colours';
import type { Labels } from './labels';
import type { MapData, MapNode } from './map_data';
import type { Scene, Tones } from './scene';
import { shareOf, type Traffic } from './traffic';

/** `upright`: layers lie below each other. */
export interface Laid { layout: 'layers' | 'force'; places: Layout; upright: boolean; path: ReadonlySet<string>; onPath: ReadonlySet<number>; narrow: ReadonlySet<number>; traffic: Traffic | null }

const PADDING = 56, GAP_MOST = 190; // pixels
const ARCS_MOST = 2500; // two-way moves are two arcs where there are no more
const NAMED_MOST = 24;
const LEAST = 1.2; // radius

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
function fit({ places, layout, upright }: Laid, width: number, height: number): Layout {
    const [x, y] = layout === 'layers' && upright ? [places.y, places.x] : [places.x, places.y];
    const across = range(x), down = range(y), sides = Math.min(x.length < 60 ? 1.5 * PADDING : PADDING, width / 7), free = [width - 2 * sides, height - 2 * PADDING].map((n) => Math.max(n, 40)) as [number, number];
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

interface Arc { from: number; to: number; bend: number; marked: number; words: string; ways: bigint }

/** In layers a straight line to a state of the same depth, or past a layer, would run through others. */
function bendOf(data: MapData, from: number, to: number, layers: boolean): number {
    const far = Math.abs(data.nodes[from]!.depth - data.nodes[to]!.depth);
    return !layers || far === 1 ? 0 : far === 0 ? 0.22 : 0.1;
}

/** Its moves, and how many plans make them. */
const counted = (moves: string, ways: bigint) => ways ? `${moves}: ${ways.toLocaleString('en-US')}` : moves;

function arcs(data: MapData, laid: Laid): Arc[] {
    const two = data.edges.length <= ARCS_MOST, list: Arc[] = [];
    const marked = (a: number, b: number) => Number(laid.path.has(`${a} ${b}`));
    for (const [i, { from, to, moves, back }] of data.edges.entries()) {
        const there = laid.traffic?.there[i] ?? 0n, again = laid.traffic?.back[i] ?? 0n;
        if (back === null) { list.push({ from, to, bend: two ? bendOf(data, from, to, laid.layout === 'layers') : 0, marked: marked(from, to), words: counted(moves, there), ways: there }); continue; }
        if (!two) { list.push({ from, to, bend: 0, marked: marked(from, to) | marked(to, from), words: '', ways: there + again }); continue; }
        const bend = Math.max(0.1, bendOf(data, from, to, laid.layout === 'layers'));
        list.push({ from, to, bend, marked: marked(from, to), words: counted(moves, there), ways: there }, { from: to, to: from, bend, marked: marked(to, from), words: counted(back, again), ways: again });
    }
    return list;
}

/** The order in which room is found for labels: the start, goals and violations, what every solution passes, a path, the rest by layers. */
function byWeight(data: MapData, laid: Laid): { order: Int32Array; named: number; ends: number } {
    const weight = (node: MapNode, i: number) => node.start ? 5 : node.goal || node.bad ? 4 : laid.narrow.has(i) ? 3 : laid.onPath.has(i) ? 1 : 0;
    const weights = data.nodes.map(weight), order = Int32Array.from([...data.nodes.keys()].sort((a, b) => weights[b]! - weights[a]! || a - b));
    const atLeast = (least: number) => Math.min(weights.filter((one) => one >= least).length, NAMED_MOST);
    return { order, named: atLeast(3), ends: atLeast(4) };
}

/** The colours that are in use, each once. */
class Palette {
    readonly colours: string[] = [];
    readonly hollow: boolean[] = [];
    private readonly numbers = new Map<string, number>();
    of(colour: string, hollow: boolean): number {
        const key = `${colour} ${hollow}`, number = this.numbers.get(key) ?? this.colours.length;
        if (number === this.colours.length) { this.colours.push(colour); this.hollow.push(hollow); this.numbers.set(key, number); }
        return number;
    }
}

/** The radius of a state: less where there are many, where layers are narrow, and where moves are short. */
function baseOf({ nodes, edges }: MapData, laid: Laid, x: Float32Array, y: Float32Array): number {
    const n = nodes.length, base = n < 60 ? 8 : n < 300 ? 5.5 : n < 1500 ? 3.6 : n < 6000 ? 2.2 : 1.5;
    if (laid.layout === 'layers') {
        const layers = new Map<number, number>(), [along, across] = laid.upright ? [y, x] : [x, y];
        for (const { depth } of nodes) layers.set(depth, (layers.get(depth) ?? 0) + 1);
        return Math.max(Math.min(base, 0.42 * range(across).wide / Math.max(...layers.values(), 2), 0.5 * range(along).wide / Math.max(layers.size - 1, 1) || base), LEAST);
    }
    const lengths = edges.filter((e) => e.from !== e.to).map((e) => Math.hypot(x[e.from]! - x[e.to]!, y[e.from]! - y[e.to]!)).sort((a, b) => a - b);
    return Math.max(Math.min(base, 0.3 * (lengths[lengths.length >> 1] ?? Infinity)), LEAST);
}

export function arrange(data: MapData, colouring: Colouring, words: Labels, laid: Laid, found: ReadonlySet<number>, width: number, height: number): Scene {
    const important = (node: MapNode, i: number) => node.goal || node.start || node.bad || laid.onPath.has(i) || laid.narrow.has(i);
    const { x, y } = fit(laid, width, height), base = baseOf(data, laid, x, y), palette = new Palette(), shown = tones(), theme = themeNow(), lines = arcs(data, laid);
    const colourOf = (tone: Tone, i: number) => palette.of(found.size && !found.has(i) ? shown.faint : tone[theme], tone.hollow ?? false);
    const unlessHidden = (text: string, i: number) => found.size && !found.has(i) ? '' : text;
    return {
        x, y, palette: palette.colours, hollow: palette.hollow, ...byWeight(data, laid),
        size: Float32Array.from(data.nodes, (node, i) => (important(node, i) ? Math.max(1.5 * base, 2.5 * LEAST) : base) * (node.count > 1 ? 1 + Math.log10(node.count) * 0.5 : 1)),
        colour: Uint16Array.from(data.nodes, (_, i) => colourOf(colouring.colours[i]!, i)),
        labels: words.labels.map(unlessHidden), boards: words.boards.map(unlessHidden),
        from: Int32Array.from(lines, (one) => one.from), to: Int32Array.from(lines, (one) => one.to),
        bend: Float32Array.from(lines, (one) => one.bend), marked: Uint8Array.from(lines, (one) => one.marked), words: lines.map((one) => one.words),
        share: Float32Array.from(lines, (one) => shareOf(one.ways, laid.traffic?.plans ?? 0n)),
        arrows: lines.length <= 40_000, tones: shown,
    };
}
