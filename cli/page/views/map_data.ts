// map_data.ts - the states and moves that a map shows: all, or the part that says most; merged, if asked.
import { readSteps } from './solutions_view';
import { quoted, type Puzzle } from '../puzzle';

export const NODES_MOST = 20_000, EDGES_MOST = 120_000;

export interface MapNode {
    /** The first of the states that it stands for. */
    id: number;
    count: number;
    depth: number;
    toGoal: number | null;
    start: boolean;
    goal: boolean;
    bad: boolean;
    value: string;
    shown: string;
}
export interface MapEdge { from: number; to: number; moves: string; both: boolean }
export interface MapData { nodes: MapNode[]; edges: MapEdge[]; index: Map<number, number>; said: string }

export type Part = 'all' | 'shortest' | 'solution' | 'levels' | 'around';

export interface Wanted { part: Part; at: number; radius: number; variable: string | null; merge: string[] }

export function fits(p: Puzzle): boolean {
    return Number(p.figures.states) <= NODES_MOST && Number(p.figures.edges) <= EDGES_MOST;
}

/** As `wgcq graph` chooses: the whole, else the shortest plans, else the best solution, else the first levels. */
export function bestPart(p: Puzzle): Part {
    if (fits(p)) return 'all';
    if (p.figures.shortest_length !== null && p.figures.status === 'complete') return 'shortest';
    return Number(p.figures.solutions_stored) > 0 ? 'solution' : 'levels';
}

async function around(p: Puzzle, id: number, radius: number): Promise<number[]> {
    const seen = new Set([id]);
    let front = [id];
    for (let i = 0; i < radius && seen.size < 600 && front.length; i++) {
        const list = front.slice(0, 200).join(',');
        const rows = await p.connection.rows(`SELECT dst FROM edges_${p.run} WHERE src IN (${list}) UNION SELECT src FROM edges_${p.run} WHERE dst IN (${list})`);
        front = rows.map(([other]) => Number(other)).filter((other) => !seen.has(other));
        for (const other of front) seen.add(other);
    }
    return [...seen];
}

async function condition(p: Puzzle, w: Wanted): Promise<{ where: string; said: string }> {
    const shortest = `depth + to_goal = (SELECT min(to_goal) FROM states_${p.run} WHERE is_start = 1)`;
    switch (w.part) {
    case 'shortest': return { where: shortest, said: 'the shortest plans' };
    case 'solution': {
        const ids = (await readSteps(p, 1)).map((step) => step.id).filter((id) => id !== null);
        return { where: `id IN (${ids.join(',') || 0})`, said: 'the best solution' };
    }
    case 'levels': {
        const rows = await p.connection.rows(`SELECT depth, count(*) FROM states_${p.run} GROUP BY depth ORDER BY depth`);
        let sum = 0, depth = 0;
        for (const [level, count] of rows) { sum += Number(count); if (sum > 500) break; depth = Number(level); }
        return { where: `depth <= ${depth}`, said: `the first ${depth + 1} levels` };
    }
    case 'around': {
        const ids = await around(p, w.at, w.radius);
        return { where: `id IN (${ids.join(',')})`, said: `around state ${w.at}` };
    }
    default: return { where: '1', said: 'all' };
    }
}

export async function readMap(p: Puzzle, w: Wanted): Promise<MapData> {
    const { where, said } = await condition(p, w);
    const value = w.variable ? quoted(w.variable) : "''", merge = w.merge.map(quoted);
    const rows = await p.connection.select(`SELECT id, depth, to_goal, is_start, is_goal, shown, ${value}${merge.map((m) => `, ${m}`).join('')} FROM states_${p.run} WHERE ${where} ORDER BY id`, [], NODES_MOST + (merge.length ? 200_000 : 0));
    const bad = new Set((await p.connection.rows(`SELECT state FROM violations_${p.run}`).catch(() => [])).map(([id]) => Number(id)));
    const nodes: MapNode[] = [], index = new Map<number, number>(), groups = new Map<string, number>();
    for (const [id, depth, toGoal, start, goal, shown, of, ...keys] of rows.rows) {
        const key = keys.join('\u0001');
        let node = merge.length ? groups.get(key) : undefined;
        if (node === undefined) {
            node = nodes.push({ id: Number(id), count: 0, depth: depth === null ? 0 : Number(depth!), toGoal: toGoal === null ? null : Number(toGoal!), start: false, goal: false, bad: false,
                value: String(of ?? '–'), shown: merge.length ? w.merge.map((name, i) => `${name}=${keys[i]}`).join(' ') : String(shown ?? '') }) - 1;
            groups.set(key, node);
        }
        const n = nodes[node]!;
        n.count++;
        n.depth = Math.min(n.depth, depth === null ? 0 : Number(depth!));
        if (toGoal !== null && (n.toGoal === null || Number(toGoal) < n.toGoal)) n.toGoal = Number(toGoal!);
        n.start ||= Boolean(start);
        n.goal ||= Boolean(goal);
        n.bad ||= bad.has(Number(id));
        index.set(Number(id), node);
    }
    const inside = w.part === 'all' ? '' : `WHERE src IN (SELECT id FROM states_${p.run} WHERE ${where}) AND dst IN (SELECT id FROM states_${p.run} WHERE ${where})`;
    const found = await p.connection.select(`SELECT src, dst, move FROM edges_${p.run} ${inside}`, [], merge.length ? 600_000 : EDGES_MOST);
    const edges = new Map<string, MapEdge>();
    for (const [src, dst, move] of found.rows) {
        const from = index.get(Number(src)), to = index.get(Number(dst));
        if (from === undefined || to === undefined || (from === to && merge.length)) continue;
        const key = `${from} ${to}`, back = edges.get(`${to} ${from}`), known = edges.get(key);
        if (known) { if (known.moves.length < 60 && !known.moves.split(' / ').includes(String(move))) known.moves += ` / ${move}`; }
        else if (back && from !== to) back.both = true;
        else edges.set(key, { from, to, moves: String(move), both: false });
    }
    const total = merge.length ? `${nodes.length} groups of ` : '';
    return { nodes, edges: [...edges.values()], index, said: `${said}: ${total}${rows.rows.length} states, ${found.rows.length} moves${rows.more || found.more ? ' (not all)' : ''}` };
}
