// graph.ts - a run's graph in memory, and what is asked of it: paths, bottlenecks, costs.
import { Heap } from './heap';
import type { Bottleneck, PathStep, Row } from './messages';

/** States are numbered from 0 (their id less 1); the edges out of s are at[s] to at[s + 1] - 1. */
export interface Graph {
    states: number;
    at: Int32Array;
    target: Int32Array;
    move: Int32Array;
    moves: string[];
    costs: Map<string, Float64Array>;
    starts: number[];
    goal: Uint8Array;
    finals: Map<string, Float64Array>;
    maximized: Set<string>; // their finals are less than 0, so that the least is the best
}

type Ask = (sql: string) => Row[];
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Of a maximized cost the file keeps what is left to the greatest number (schemas/trace.sql). */
const GREATEST = '9223372036854775807';

/** The costs that are maximized, of all in their order. */
function maximizedOf(names: string[], ask: Ask): Set<string> {
    const numbers = String(ask("SELECT value FROM meta WHERE key = 'maximize'")[0]?.[0] ?? '');
    return new Set(numbers.split(' ').filter(Boolean).map((number) => names[Number(number)]!));
}

/** A cost of a whole plan as it is shown. */
export const shownCost = (g: Graph, name: string, cost: number) => g.maximized.has(name) ? 0 - cost : cost;

function finalCosts(run: number, names: string[], maximized: Set<string>, states: number, ask: Ask): Map<string, Float64Array> {
    const finals = new Map<string, Float64Array>();
    const columns = new Set(ask(`SELECT name FROM pragma_table_info('state_${run}')`).map((row) => row[0]));
    names.forEach((name, i) => {
        if (!columns.has(`f${i}`)) return;
        const of = new Float64Array(states);
        for (const [id, cost] of ask(`SELECT id, f${i}${maximized.has(name) ? ` - ${GREATEST}` : ''} FROM state_${run} WHERE f${i} <> 0`)) of[Number(id) - 1] = Number(cost);
        finals.set(name, of);
    });
    return finals;
}

export function readGraph(run: number, ask: Ask): Graph {
    const marks = ask(`SELECT id, is_start, is_goal FROM states_${run}`);
    const names = ask('SELECT "column" FROM cost ORDER BY id').map((row) => String(row[0]));
    const maximized = maximizedOf(names, ask);
    const states = Number(ask(`SELECT coalesce(max(id), 0) FROM states_${run}`)[0]?.[0] ?? 0);
    const list = ['src', 'dst', 'move', ...names.map(quoted)].join(', ');
    const rows = ask(`SELECT ${list} FROM edges_${run} ORDER BY src`);
    const g: Graph = {
        states, at: new Int32Array(states + 1), target: new Int32Array(rows.length), move: new Int32Array(rows.length),
        moves: [], costs: new Map(), starts: [], goal: new Uint8Array(states), finals: finalCosts(run, names, maximized, states, ask), maximized,
    };
    for (const [id, start, goal] of marks) {
        if (start) g.starts.push(Number(id) - 1);
        if (goal) g.goal[Number(id) - 1] = 1;
    }
    const numbers = new Map<string, number>();
    const costs = names.map(() => new Float64Array(rows.length));
    rows.forEach((row, e) => {
        g.at[Number(row[0])]! += 1;
        g.target[e] = Number(row[1]) - 1;
        const text = String(row[2]);
        let number = numbers.get(text);
        if (number === undefined) {
            number = g.moves.push(text) - 1;
            numbers.set(text, number);
        }
        g.move[e] = number;
        costs.forEach((of, i) => { of[e] = Number(row[3 + i]); });
    });
    for (let s = 0; s < states; s++) g.at[s + 1]! += g.at[s]!;
    // Moves come first.
    g.costs.set('moves', new Float64Array(rows.length).fill(1));
    names.forEach((name, i) => g.costs.set(name, costs[i]!));
    return g;
}

/** The states that `from` reach, where goals end a solution; with the edge each was found by. */
export function search(g: Graph, from: number[], endAtGoals: boolean, banned = -1): { found: Int32Array; order: number[] } {
    const found = new Int32Array(g.states).fill(-2);
    const order: number[] = [];
    for (const s of from) if (s !== banned && found[s] === -2) { found[s] = -1; order.push(s); }
    for (let i = 0; i < order.length; i++) {
        const s = order[i]!;
        if (endAtGoals && g.goal[s]) continue;
        for (let e = g.at[s]!; e < g.at[s + 1]!; e++) {
            const t = g.target[e]!;
            if (found[t] === -2 && t !== banned) { found[t] = e; order.push(t); }
        }
    }
    return { found, order };
}

export function sourceOf(g: Graph, edge: number): number {
    let low = 0, high = g.states - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (g.at[middle]! <= edge) low = middle; else high = middle - 1;
    }
    return low;
}

/** The edges that lead from a start to a state, by the edge that each was found by. */
function walkBack(g: Graph, found: Int32Array, to: number): { start: number; edges: number[] } {
    const edges: number[] = [];
    let s = to;
    for (let edge = found[s]!; edge >= 0; edge = found[s]!) { edges.push(edge); s = sourceOf(g, edge); }
    return { start: s, edges: edges.reverse() };
}

/** A path with what is spent on it; the last state of a whole plan has the goal's own costs, too. */
export function stepsAlong(g: Graph, start: number, edges: number[], whole: boolean): PathStep[] {
    const names = [...g.costs.keys()], spent = names.map(() => 0), end = edges.length ? g.target[edges[edges.length - 1]!]! : start;
    return [-1, ...edges].map((edge, i) => {
        if (edge >= 0) names.forEach((name, c) => { spent[c]! += costOf(g, name)[edge]!; });
        const ends = whole && i === edges.length;
        return { id: (edge < 0 ? start : g.target[edge]!) + 1, move: edge < 0 ? null : g.moves[g.move[edge]!]!,
            costs: names.map((name, c) => shownCost(g, name, spent[c]! + (ends ? g.finals.get(name)?.[end] ?? 0 : 0))) };
    });
}

/** A shortest path from a start to the state of that id. */
export function pathTo(g: Graph, id: number): PathStep[] {
    if (!(id >= 1 && id <= g.states)) return [];
    const { found } = search(g, g.starts, false);
    if (found[id - 1] === -2) return [];
    const { start, edges } = walkBack(g, found, id - 1);
    return stepsAlong(g, start, edges, g.goal[id - 1] === 1);
}

/** The path over these states; of several moves between two the first by its text, and at the end `last`. */
export function pathOver(g: Graph, ids: number[], last: string | null): PathStep[] {
    const edges: number[] = [];
    for (let i = 1; i < ids.length; i++) {
        const s = ids[i - 1]! - 1, ways: number[] = [];
        for (let e = g.at[s] ?? 0; e < (g.at[s + 1] ?? 0); e++) if (g.target[e] === ids[i]! - 1) ways.push(e);
        const text = (e: number) => g.moves[g.move[e]!]!, wanted = i === ids.length - 1 && last !== null ? ways.filter((e) => text(e) === last) : ways;
        if (!wanted.length) return [];
        edges.push(wanted.reduce((a, b) => text(b) < text(a) ? b : a));
    }
    const start = ids[0]! - 1, end = ids[ids.length - 1]! - 1;
    return start >= 0 && start < g.states ? stepsAlong(g, start, edges, g.goal[end] === 1) : [];
}

/** A path from a start to a goal by moves of these texts. */
export function pathBy(g: Graph, moves: string[]): PathStep[] {
    const numbers = new Map(g.moves.map((text, i) => [text, i])), layers = [new Map<number, number>(g.starts.map((s) => [s, -1]))];
    for (const text of moves) {
        const next = new Map<number, number>();
        for (const s of layers[layers.length - 1]!.keys())
            for (let e = g.at[s]!; e < g.at[s + 1]!; e++) if (g.move[e] === numbers.get(text) && !next.has(g.target[e]!)) next.set(g.target[e]!, e);
        layers.push(next);
    }
    const end = [...layers[moves.length]!.keys()].find((s) => g.goal[s]);
    if (end === undefined) return [];
    const edges: number[] = [];
    let s = end;
    for (let i = moves.length; i > 0; i--) { edges.push(layers[i]!.get(s)!); s = sourceOf(g, edges[edges.length - 1]!); }
    return stepsAlong(g, s, edges.reverse(), true);
}

/** The edges into each state: those into s are edges[at[s]] to edges[at[s + 1] - 1], from sources[...]. */
export interface Reversed { at: Int32Array; edges: Int32Array; sources: Int32Array }

export function reversed(g: Graph): Reversed {
    const next = new Int32Array(g.states + 2);
    for (const t of g.target) next[t + 2]! += 1;
    for (let s = 2; s < next.length; s++) next[s]! += next[s - 1]!;
    const edges = new Int32Array(g.target.length), sources = new Int32Array(g.target.length);
    for (let s = 0; s < g.states; s++)
        for (let e = g.at[s]!; e < g.at[s + 1]!; e++) { const k = next[g.target[e]! + 1]!++; edges[k] = e; sources[k] = s; }
    return { at: next.subarray(0, g.states + 1), edges, sources };
}

/** Marks the states from which a goal is reached. */
function reachesGoal(g: Graph): Uint8Array {
    const into = reversed(g), marks = new Uint8Array(g.states), order: number[] = [];
    g.goal.forEach((goal, s) => { if (goal) { marks[s] = 1; order.push(s); } });
    for (let i = 0; i < order.length; i++)
        for (let k = into.at[order[i]!]!; k < into.at[order[i]! + 1]!; k++)
            if (!marks[into.sources[k]!]) { marks[into.sources[k]!] = 1; order.push(into.sources[k]!); }
    return marks;
}

/**
 * The states that every solution passes, in order; solutions end at the first goal.  Along one
 * solution: a state on it is avoidable if a way that leaves it before comes back after.
 */
export function bottlenecks(g: Graph, fromId: number | null): Bottleneck[] {
    const alive = reachesGoal(g);
    const from = (fromId === null ? g.starts : [fromId - 1]).filter((s) => alive[s]);
    const { found, order } = search(g, from, true);
    const end = order.find((s) => g.goal[s]);
    if (end === undefined) return [];
    const way = walkBack(g, found, end), path = [way.start, ...way.edges.map((e) => g.target[e]!)];
    const place = new Int32Array(g.states).fill(-1);
    path.forEach((s, i) => { place[s] = i; });
    // How far the ways that leave the path at or before each of its states come back.
    const seen = new Uint8Array(g.states);
    let farthest = from.length > 1 ? Math.max(...from.map((s) => place[s]!)) : 0;
    let passesEnd = false;
    const off: number[] = [];
    const meet = (t: number) => {
        if (!alive[t]) return;
        if (place[t]! >= 0) farthest = Math.max(farthest, place[t]!);
        else if (!seen[t]) { seen[t] = 1; off.push(t); }
    };
    const follow = () => {
        for (let s = off.pop(); s !== undefined; s = off.pop()) {
            if (g.goal[s]) { passesEnd = true; continue; }
            for (let e = g.at[s]!; e < g.at[s + 1]!; e++) meet(g.target[e]!);
        }
    };
    for (const s of from) meet(s);
    follow();
    const result: Bottleneck[] = [];
    for (let i = 0; i < path.length && !passesEnd; i++) {
        if (farthest <= i) result.push({ id: path[i]! + 1, move: null });
        const s = path[i]!;
        if (!g.goal[s]) for (let e = g.at[s]!; e < g.at[s + 1]!; e++) meet(g.target[e]!);
        follow();
    }
    nameMoves(g, result, alive);
    return result;
}

/** Between two bottlenecks that are next to each other there may be one move only. */
function nameMoves(g: Graph, list: Bottleneck[], alive: Uint8Array): void {
    for (let i = 1; i < list.length; i++) {
        const s = list[i - 1]!.id - 1, t = list[i]!.id - 1;
        const ways = new Set<number>();
        let others = false;
        for (let e = g.at[s]!; e < g.at[s + 1]!; e++) {
            if (g.target[e] === t) ways.add(g.move[e]!);
            else if (alive[g.target[e]!] && reachesAvoiding(g, g.target[e]!, t, s)) others = true;
        }
        if (ways.size === 1 && !others) list[i]!.move = g.moves[[...ways][0]!]!;
    }
}

function reachesAvoiding(g: Graph, from: number, to: number, banned: number): boolean {
    return from !== banned && search(g, [from], true, banned).found[to] !== -2;
}

/** What each state costs from a start at least. */
export function leastCosts(g: Graph, cost: string): { ids: Int32Array; costs: Float64Array } {
    const of = costOf(g, cost), least = new Float64Array(g.states).fill(Infinity);
    const heap = new Heap<{ key: number; state: number }>((a, b) => a.key < b.key);
    for (const state of g.starts) { least[state] = 0; heap.push({ key: 0, state }); }
    while (heap.size) {
        const { key, state } = heap.pop();
        if (key > least[state]!) continue;
        for (let e = g.at[state]!; e < g.at[state + 1]!; e++) {
            const t = g.target[e]!, next = key + of[e]!;
            if (next < least[t]!) { least[t] = next; heap.push({ key: next, state: t }); }
        }
    }
    return { ids: Int32Array.from(least, (_, s) => s + 1), costs: least };
}

export function costOf(g: Graph, cost: string): Float64Array {
    const of = g.costs.get(cost);
    if (!of) throw new Error(`there is no cost ${cost}`);
    return of;
}
