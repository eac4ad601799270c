// plans.ts - plans by their costs: the best ones in order, and those whose costs no other's dominate.
import { costOf, reversed, shownCost, stepsAlong, type Graph, type Reversed } from './graph';
import { Heap } from './heap';
import type { ParetoPoint, PathStep } from './messages';

const NODES_MOST = 600_000;

/** What is left from each state to a goal at least, what the goal itself costs included; Infinity: no goal is reached. */
function left(g: Graph, into: Reversed, cost: string): Float64Array {
    const of = costOf(g, cost), last = g.finals.get(cost), least = new Float64Array(g.states).fill(Infinity);
    const heap = new Heap<{ key: number; state: number }>((a, b) => a.key < b.key);
    for (let s = 0; s < g.states; s++) if (g.goal[s]) { least[s] = last?.[s] ?? 0; heap.push({ key: least[s]!, state: s }); }
    while (heap.size) {
        const { key, state } = heap.pop();
        if (key > least[state]!) continue;
        for (let k = into.at[state]!; k < into.at[state + 1]!; k++) {
            const s = into.sources[k]!, next = key + of[into.edges[k]!]!;
            if (endsAt(g, s)) continue;
            if (next < least[s]!) { least[s] = next; heap.push({ key: next, state: s }); }
        }
    }
    return least;
}

/** A plan ends at the first goal it reaches, unless goals have costs of their own: then it may be worth to go on. */
const endsAt = (g: Graph, state: number) => g.finals.size === 0 && g.goal[state] === 1;

/** A way from a start: its last edge, and the way before that. */
interface Way { state: number; edge: number; before: Way | null }

function wholePlan(g: Graph, way: Way): PathStep[] {
    const edges: number[] = [];
    let at: Way = way;
    for (; at.before; at = at.before) edges.push(at.edge);
    return stepsAlong(g, at.state, edges.reverse(), true);
}

// ---- the best, one after another: A* with exact distances, over ways that visit no state twice (lib/graph/algorithms/k_best.c)

/** Costs in the order that decides: the first that differs. */
type CostVector = number[];

function isLess(a: CostVector, b: CostVector): boolean {
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! < b[i]!;
    return false;
}

const isEqual = (a: CostVector, b: CostVector) => a.every((cost, i) => cost === b[i]);

/** What the best way from each state to a goal costs, by all costs in their order, the goal's own included. */
function bestLeft(g: Graph, into: Reversed, by: string[]): (CostVector | undefined)[] {
    const of = by.map((name) => costOf(g, name)), least: (CostVector | undefined)[] = Array<CostVector | undefined>(g.states).fill(undefined);
    const heap = new Heap<{ key: CostVector; state: number }>((a, b) => isLess(a.key, b.key));
    const reach = (state: number, key: CostVector) => {
        const known = least[state];
        if (!known || isLess(key, known)) { least[state] = key; heap.push({ key, state }); }
    };
    for (let s = 0; s < g.states; s++) if (g.goal[s]) reach(s, by.map((name) => g.finals.get(name)?.[s] ?? 0));
    while (heap.size) {
        const { key, state } = heap.pop();
        if (key !== least[state]) continue;
        for (let k = into.at[state]!; k < into.at[state + 1]!; k++)
            if (!endsAt(g, into.sources[k]!)) reach(into.sources[k]!, key.map((cost, i) => cost + of[i]![into.edges[k]!]!));
    }
    return least;
}

interface Node extends Way { before: Node | null; length: number; spent: CostVector; most: CostVector; ended: boolean; number: number }

/** Of equal ones the longer way goes first, then the older. */
const better = (a: Node, b: Node) => !isEqual(a.most, b.most) ? isLess(a.most, b.most) : a.length !== b.length ? a.length > b.length : a.number < b.number;

function visits(way: Node, state: number): boolean {
    for (let at: Node | null = way; at; at = at.before) if (at.state === state) return true;
    return false;
}

/** The k best plans: by the first cost, of equal ones by the second, ..., at last by moves; `more`: there may be others. */
export function bestPlans(g: Graph, order: string[], k: number): { plans: PathStep[][]; more: boolean } {
    const by = order.includes('moves') ? order : [...order, 'moves'], of = by.map((name) => costOf(g, name)), rest = bestLeft(g, reversed(g), by);
    const heap = new Heap<Node>(better), plans: PathStep[][] = [];
    let made = 0;
    const add = (state: number, edge: number, before: Node | null, ended: boolean) => {
        const left = rest[state], was = before?.spent ?? by.map(() => 0);
        if (!left) return;
        const spent = ended ? was.map((cost, i) => cost + (g.finals.get(by[i]!)?.[state] ?? 0)) : edge < 0 ? was : was.map((cost, i) => cost + of[i]![edge]!);
        heap.push({ state, edge, before, length: before && !ended ? before.length + 1 : before?.length ?? 0, spent, most: ended ? spent : spent.map((cost, i) => cost + left[i]!), ended, number: made++ });
    };
    for (const s of g.starts) add(s, -1, null, false);
    while (heap.size && plans.length < k && made < NODES_MOST) {
        const way = heap.pop();
        if (way.ended) { plans.push(wholePlan(g, way.before!)); continue; }
        if (g.goal[way.state]) add(way.state, -1, way, true);
        if (endsAt(g, way.state)) continue;
        for (let e = g.at[way.state]!; e < g.at[way.state + 1]!; e++) if (!visits(way, g.target[e]!)) add(g.target[e]!, e, way, false);
    }
    return { plans, more: heap.size > 0 };
}

// ---- the Pareto front: labels of ways with the same costs, with their number (lib/graph/algorithms/pareto.c)

interface Label { state: number; a: number; b: number; moves: number; count: bigint; edge: number; before: Label | null; most: [number, number, number]; whole: boolean; dropped: boolean; number: number }

function earlier(x: Label, y: Label): boolean {
    for (const i of [0, 1, 2] as const) if (x.most[i] !== y.most[i]) return x.most[i]! < y.most[i]!;
    if (x.moves !== y.moves) return x.moves < y.moves;
    return x.whole !== y.whole ? y.whole : x.number < y.number;
}

/** The pairs of two costs that no plan's dominates, each with the number of its plans of fewest moves, and one of them. */
export function pareto(g: Graph, a: string, b: string): ParetoPoint[] {
    const of = [costOf(g, a), costOf(g, b)] as const, last = [g.finals.get(a), g.finals.get(b)] as const, into = reversed(g);
    const rest = [left(g, into, a), left(g, into, b), left(g, into, 'moves')] as const;
    const lists = new Map<number, Label[]>(), plans: Label[] = [], heap = new Heap<Label>(earlier), points: ParetoPoint[] = [];
    let made = 0;
    const outdone = ([x, y, moves]: Label['most']) => plans.some((p) => p.a <= x && p.b <= y && (p.a < x || p.b < y || p.moves < moves));
    const reach = (state: number, x: number, y: number, moves: number, edge: number, before: Label | null, whole: boolean) => {
        if (rest[0][state] === Infinity) return;
        const most: Label['most'] = whole ? [x, y, moves] : [x + rest[0][state]!, y + rest[1][state]!, moves + rest[2][state]!];
        if (outdone(most)) return;
        const list = whole ? plans : lists.get(state) ?? [];
        if (!whole) lists.set(state, list);
        for (let i = list.length - 1; i >= 0; i--) {
            const l = list[i]!, same = l.a === x && l.b === y;
            if (same && l.moves === moves) { l.count += before?.count ?? 1n; return; }
            if (same ? l.moves < moves : l.a <= x && l.b <= y) return;
            if (same || (x <= l.a && y <= l.b)) { l.dropped = true; list.splice(i, 1); }
        }
        const label: Label = { state, a: x, b: y, moves, count: before?.count ?? 1n, edge, before, most, whole, dropped: false, number: made++ };
        list.push(label);
        heap.push(label);
    };
    for (const s of g.starts) reach(s, 0, 0, 0, -1, null, false);
    while (heap.size) {
        const l = heap.pop();
        if (l.dropped) continue;
        if (l.whole) { points.push({ a: shownCost(g, a, l.a), b: shownCost(g, b, l.b), count: String(l.count), path: wholePlan(g, l.before!) }); continue; }
        if (outdone(l.most)) continue;
        if (g.goal[l.state]) reach(l.state, l.a + (last[0]?.[l.state] ?? 0), l.b + (last[1]?.[l.state] ?? 0), l.moves, -1, l, true);
        if (endsAt(g, l.state)) continue;
        for (let e = g.at[l.state]!; e < g.at[l.state + 1]!; e++) reach(g.target[e]!, l.a + of[0][e]!, l.b + of[1][e]!, l.moves + 1, e, l, false);
    }
    return points;
}
