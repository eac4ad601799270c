// layout.ts - places for states by depth; by forces: stress.ts.
import type { Layout, LayoutRequest } from './messages';

const WIDE = 1.7; // the width of a picture, its height being 1

function neighbours(n: number, from: Int32Array, to: Int32Array): { at: Int32Array; list: Int32Array } {
    const at = new Int32Array(n + 1), list = new Int32Array(from.length);
    for (const s of from) at[s + 1]! += 1;
    for (let s = 0; s < n; s++) at[s + 1]! += at[s]!;
    const next = at.slice();
    from.forEach((s, e) => { list[next[s]!++] = to[e]!; });
    return { at, list };
}

/** Layers in columns; in each, states are near the middle of those they are joined to in the other (Sugiyama's barycentres). */
export function inLayers({ layers: depths, sources, targets }: LayoutRequest): Layout {
    const n = depths.length, rank = new Map([...new Set(depths)].sort((a, b) => a - b).map((depth, i) => [depth, i]));
    const layers = depths.map((depth) => rank.get(depth)!);
    const forth = neighbours(n, sources, targets), back = neighbours(n, targets, sources);
    const columns: number[][] = [];
    layers.forEach((layer, s) => (columns[layer] ??= []).push(s));
    const y = new Float32Array(n), x = new Float32Array(n);
    const spread = (column: number[]) => column.forEach((s, i) => { y[s] = i - (column.length - 1) / 2; });
    for (const column of columns) spread(column);
    const middle = (s: number, wanted: number): number => {
        let sum = 0, count = 0;
        for (const side of [back, forth])
            for (let k = side.at[s]!; k < side.at[s + 1]!; k++) {
                const t = side.list[k]!;
                if (layers[t] === wanted) { sum += y[t]!; count++; }
            }
        return count ? sum / count : y[s]!;
    };
    for (let sweep = 0; sweep < 8; sweep++) {
        const down = sweep % 2 === 0;
        for (let i = 0; i < columns.length; i++) {
            const layer = down ? i : columns.length - 1 - i, column = columns[layer]!;
            const key = new Map(column.map((s) => [s, middle(s, down ? layer - 1 : layer + 1)]));
            column.sort((s, t) => key.get(s)! - key.get(t)!);
            spread(column);
        }
    }
    const tallest = Math.max(1, ...columns.map((column) => column.length));
    const step = WIDE * Math.max(tallest, 6) / Math.max(columns.length, 1);
    for (let s = 0; s < n; s++) x[s] = layers[s]! * Math.max(step, 1);
    // Columns of few states in a picture of tall ones are drawn apart.
    for (const column of columns) {
        if (column.length < 2) continue;
        const gap = Math.min(Math.max(1, Math.sqrt(tallest / column.length)), step);
        for (const s of column) y[s]! *= gap;
    }
    return { x, y };
}
