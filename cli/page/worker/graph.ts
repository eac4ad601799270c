// graph.ts - a run's graph in memory, and what is asked of it: paths, bottlenecks, costs.
import type { Bottleneck, ParetoPoint, Row } from './messages';

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
}

type Ask = (sql: string) => Row[];
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function finalCosts(run: number, names: string[], states: number, ask: Ask): Map<string, Float64Array> {
    const finals = new Map<string, Float64Array>();
    const columns = new Set(ask(`SELECT name FROM pragma_table_info('state_${run}')`).map((row) => row[0]));
    names.forEach((name, i) => {
        if (!columns.has(`f${i}`)) return;
        const of = new Float64Array(states);
        for (const [id, cost] of ask(`SELECT id, f${i} FROM state_${run} WHERE f${i} <> 0`)) of[Number(id) - 1] = Number(cost);
        finals.set(name, of);
    });
    return finals;
}

export function readGraph(run: number, ask: Ask): Graph {
    const marks = ask(`SELECT id, is_start, is_goal FROM states_${run}`);
    const names = ask('SELECT "column" FROM cost ORDER BY id').map((row) => String(row[0]));
    const states = Number(ask(`SELECT coalesce(max(id), 0) FROM states_${run}`)[0]?.[0] ?? 0);
    const list = ['src', 'dst', 'move', ...names.map(quoted)].join(', ');
    const rows = ask(`SELECT ${list} FROM edges_${run} ORDER BY src`);
    const g: Graph = {
        states, at: new Int32Array(states + 1), target: new Int32Array(rows.length), move: new Int32Array(rows.length),
        moves: [], costs: new Map(), starts: [], goal: new Uint8Array(states), finals: finalCosts(run, names, states, ask),
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
    g.costs.set('moves', new Float64Array(rows.length).fill(1));
    names.forEach((name, i) => g.costs.set(name, costs[i]!));
    return g;
}

/** The states that `from` reach, where goals end a solution; with the edge each was found by. */
function search(g: Graph, from: number[], endAtGoals: boolean, banned = -1): { found: Int32Array; order: number[] } {
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

function sourceOf(g: Graph, edge: number): number {
    let low = 0, high = g.states - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (g.at[middle]! <= edge) low = middle; else high = middle - 1;
    }
    return low;
}

function walkBack(g: Graph, found: Int32Array, to: number): { id: number; move: string | null }[] {
    const path: { id: number; move: string | null }[] = [];
    for (let s = to; ;) {
        const edge = found[s]!;
        path.push({ id: s + 1, move: edge < 0 ? null : g.moves[g.move[edge]!]! });
        if (edge < 0) return path.reverse();
        s = sourceOf(g, edge);
    }
}

/** A shortest path from a start to the state of that id. */
export function pathTo(g: Graph, id: number): { id: number; move: string | null }[] {
    const { found } = search(g, g.starts, false);
    return found[id - 1] === -2 || id > g.states ? [] : walkBack(g, found, id - 1);
}

/** Marks the states from which a goal is reached. */
function reachesGoal(g: Graph): Uint8Array {
    const into = new Int32Array(g.states + 2);
    for (const t of g.target) into[t + 2]! += 1;
    for (let s = 2; s < into.length; s++) into[s]! += into[s - 1]!;
    const source = new Int32Array(g.target.length);
    for (let s = 0; s < g.states; s++) for (let e = g.at[s]!; e < g.at[s + 1]!; e++) source[into[g.target[e]! + 1]!++] = s;
    const marks = new Uint8Array(g.states);
    const order: number[] = [];
    g.goal.forEach((goal, s) => { if (goal) { marks[s] = 1; order.push(s); } });
    for (let i = 0; i < order.length; i++)
        for (let k = into[order[i]!]!; k < into[order[i]! + 1]!; k++)
            if (!marks[source[k]!]) { marks[source[k]!] = 1; order.push(source[k]!); }
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
    const path = walkBack(g, found, end).map((step) => step.id - 1);
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

/** A heap of [key, value], least key first. */
class Heap<T> {
    private items: { key: number; second: number; value: T }[] = [];
    get size(): number { return this.items.length; }
    push(key: number, second: number, value: T): void {
        const items = this.items;
        let i = items.push({ key, second, value }) - 1;
        while (i > 0 && this.less(i, (i - 1) >> 1)) { this.swap(i, (i - 1) >> 1); i = (i - 1) >> 1; }
    }
    pop(): { key: number; second: number; value: T } {
        const items = this.items, top = items[0]!, last = items.pop()!;
        if (items.length) {
            items[0] = last;
            for (let i = 0; ;) {
                let least = i;
                for (const c of [2 * i + 1, 2 * i + 2]) if (c < items.length && this.less(c, least)) least = c;
                if (least === i) break;
                this.swap(i, least);
                i = least;
            }
        }
        return top;
    }
    private less(i: number, j: number): boolean {
        const a = this.items[i]!, b = this.items[j]!;
        return a.key < b.key || (a.key === b.key && a.second < b.second);
    }
    private swap(i: number, j: number): void { [this.items[i], this.items[j]] = [this.items[j]!, this.items[i]!]; }
}

/** What each state costs from a start at least. */
export function leastCosts(g: Graph, cost: string): { ids: Int32Array; costs: Float64Array } {
    const of = g.costs.get(cost);
    if (!of) throw new Error(`there is no cost ${cost}`);
    const least = new Float64Array(g.states).fill(Infinity);
    const heap = new Heap<number>();
    for (const s of g.starts) { least[s] = 0; heap.push(0, 0, s); }
    while (heap.size) {
        const { key, value: s } = heap.pop();
        if (key > least[s]!) continue;
        for (let e = g.at[s]!; e < g.at[s + 1]!; e++) {
            const t = g.target[e]!, next = key + of[e]!;
            if (next < least[t]!) { least[t] = next; heap.push(next, 0, t); }
        }
    }
    return { ids: Int32Array.from(least, (_, s) => s + 1), costs: least };
}

interface Label { state: number; edge: number; before: Label | null }

/** The pairs of two costs that no plan's dominates, with a plan each: labels in lexicographic order. */
export function pareto(g: Graph, a: string, b: string): ParetoPoint[] {
    const costA = g.costs.get(a), costB = g.costs.get(b);
    if (!costA || !costB) throw new Error('there is no such cost');
    const finalA = g.finals.get(a), finalB = g.finals.get(b);
    const alive = reachesGoal(g);
    const leastB = new Float64Array(g.states).fill(Infinity);
    const heap = new Heap<{ label: Label; ended: boolean }>();
    for (const s of g.starts) heap.push(0, 0, { label: { state: s, edge: -1, before: null }, ended: false });
    const points: ParetoPoint[] = [];
    let best = Infinity;
    while (heap.size) {
        const { key, second, value: { label, ended } } = heap.pop();
        if (ended) {
            if (second < best) { best = second; points.push({ a: key, b: second, path: labelPath(g, label) }); }
            continue;
        }
        if (second >= leastB[label.state]! || second >= best) continue;
        leastB[label.state] = second;
        const s = label.state;
        if (g.goal[s]) { heap.push(key + (finalA?.[s] ?? 0), second + (finalB?.[s] ?? 0), { label, ended: true }); continue; }
        for (let e = g.at[s]!; e < g.at[s + 1]!; e++) {
            const t = g.target[e]!, next = second + costB[e]!;
            if (alive[t] && next < leastB[t]! && next < best)
                heap.push(key + costA[e]!, next, { label: { state: t, edge: e, before: label }, ended: false });
        }
    }
    return points;
}

function labelPath(g: Graph, label: Label): { id: number; move: string | null }[] {
    const path: { id: number; move: string | null }[] = [];
    for (let at: Label | null = label; at; at = at.before)
        path.push({ id: at.state + 1, move: at.edge < 0 ? null : g.moves[g.move[at.edge]!]! });
    return path.reverse();
}
