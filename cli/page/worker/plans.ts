// plans.ts - plans by their costs: the best ones in order, and those whose costs no other's dominate.
import { costOf, reversed, shownCost, type Graph, type Reversed } from './graph';
import { Heap } from './heap';
import type { FoundPlan, ParetoPoint } from './messages';

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

function pathOf(g: Graph, way: Way): FoundPlan['path'] {
    const path: FoundPlan['path'] = [];
    for (let at: Way | null = way; at; at = at.before) path.push({ id: at.state + 1, move: at.edge < 0 ? null : g.moves[g.move[at.edge]!]! });
    return path.reverse();
}

// ---- the best, one after another: A* with exact distances, over ways that visit no state twice (lib/graph/algorithms/k_best.c)

interface Node extends Way { before: Node | null; length: number; spent: number; most: number; moves: number; ended: boolean; number: number }

/** Of equal ones the longer way goes first, then the older. */
const better = (a: Node, b: Node) => a.most !== b.most ? a.most < b.most : a.moves !== b.moves ? a.moves < b.moves : a.length !== b.length ? a.length > b.length : a.number < b.number;

function visits(way: Node, state: number): boolean {
    for (let at: Node | null = way; at; at = at.before) if (at.state === state) return true;
    return false;
}

/** The k plans of least cost, of equal cost those of fewer moves; `more`: there may be others. */
export function bestPlans(g: Graph, cost: string, k: number): { plans: FoundPlan[]; more: boolean } {
    const of = costOf(g, cost), into = reversed(g), rest = left(g, into, cost), steps = left(g, into, 'moves');
    const heap = new Heap<Node>(better), plans: FoundPlan[] = [], names = [...g.costs.keys()];
    let made = 0;
    const add = (state: number, edge: number, before: Node | null, ended: boolean) => {
        const length = before ? before.length + Number(edge >= 0 && !ended) : 0, spent = (before?.spent ?? 0) + (ended ? g.finals.get(cost)?.[state] ?? 0 : edge < 0 ? 0 : of[edge]!);
        if (rest[state] === Infinity) return;
        heap.push({ state, edge, before, length, spent, most: spent + (ended ? 0 : rest[state]!), moves: length + (ended ? 0 : steps[state]!), ended, number: made++ });
    };
    for (const s of g.starts) add(s, -1, null, false);
    while (heap.size && plans.length < k && made < NODES_MOST) {
        const way = heap.pop();
        if (way.ended) {
            const path = pathOf(g, way.before!), edges: number[] = [];
            for (let at: Way | null = way.before; at && at.edge >= 0; at = at.before) edges.push(at.edge);
            plans.push({ path, costs: names.map((name) => shownCost(g, name, edges.reduce((sum, e) => sum + costOf(g, name)[e]!, g.finals.get(name)?.[way.state] ?? 0))) });
            continue;
        }
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
        if (l.whole) { points.push({ a: shownCost(g, a, l.a), b: shownCost(g, b, l.b), count: String(l.count), path: pathOf(g, l.before!) }); continue; }
        if (outdone(l.most)) continue;
        if (g.goal[l.state]) reach(l.state, l.a + (last[0]?.[l.state] ?? 0), l.b + (last[1]?.[l.state] ?? 0), l.moves, -1, l, true);
        if (endsAt(g, l.state)) continue;
        for (let e = g.at[l.state]!; e < g.at[l.state + 1]!; e++) reach(g.target[e]!, l.a + of[0][e]!, l.b + of[1][e]!, l.moves + 1, e, l, false);
    }
    return points;
}
