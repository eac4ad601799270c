// traffic.ts - how many of the shortest plans make each move of a map: ways from the starts times ways to the goals.
import type { Puzzle } from '../puzzle';
import type { MapData } from './map_data';

/** How many plans there are, and of each edge of the map how many make it, there and back. */
export interface Traffic { plans: bigint; there: bigint[]; back: bigint[] }

type Ways = Map<number, bigint>;

const add = (ways: Ways, state: number, more: bigint) => ways.set(state, (ways.get(state) ?? 0n) + more);

/** Moves between states on some shortest plan, the nearest to a start first. */
async function movesOn(p: Puzzle): Promise<[number, number][]> {
    const on = `SELECT id, depth FROM states_${p.run} WHERE depth + to_goal = (SELECT min(to_goal) FROM states_${p.run} WHERE is_start = 1)`;
    const rows = await p.connection.rows(`WITH plan AS MATERIALIZED (${on}) SELECT e.src, e.dst FROM plan a JOIN edges_${p.run} e ON e.src = a.id JOIN plan b ON b.id = e.dst WHERE b.depth = a.depth + 1 ORDER BY a.depth`);
    return rows.map(([src, dst]) => [Number(src), Number(dst)]);
}

/** A plan that passes an edge of merged states several times counts each time. */
export async function readTraffic(p: Puzzle, data: MapData): Promise<Traffic> {
    const moves = await movesOn(p), before: Ways = new Map(), behind: Ways = new Map();
    const ends = await p.connection.rows(`SELECT id, depth FROM states_${p.run} WHERE depth + to_goal = (SELECT min(to_goal) FROM states_${p.run} WHERE is_start = 1) AND (depth = 0 OR to_goal = 0)`);
    const goals = ends.filter(([, depth]) => Number(depth) === Math.max(...ends.map((end) => Number(end[1]))));
    for (const [id, depth] of ends) if (Number(depth) === 0) add(before, Number(id), 1n);
    for (const [id] of goals) add(behind, Number(id), 1n);
    for (const [src, dst] of moves) add(before, dst, before.get(src) ?? 0n);
    for (const [src, dst] of moves.slice().reverse()) add(behind, src, behind.get(dst) ?? 0n);
    const traffic: Traffic = { plans: 0n, there: data.edges.map(() => 0n), back: data.edges.map(() => 0n) };
    for (const [id] of goals) traffic.plans += before.get(Number(id)) ?? 0n;
    const places = new Map(data.edges.map(({ from, to }, i) => [`${from} ${to}`, i]));
    for (const [src, dst] of moves) {
        const from = data.index.get(src), to = data.index.get(dst), there = places.get(`${from} ${to}`), back = places.get(`${to} ${from}`), ways = (before.get(src) ?? 0n) * (behind.get(dst) ?? 0n);
        if (there !== undefined) traffic.there[there]! += ways;
        else if (back !== undefined) traffic.back[back]! += ways;
    }
    return traffic;
}

/** The part of all plans, at most 1. */
export function shareOf(ways: bigint, plans: bigint): number {
    return plans ? Math.min(Number(ways * 1_000_000n / plans) / 1e6, 1) : 0;
}
