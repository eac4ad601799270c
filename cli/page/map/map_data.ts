// map_data.ts - the states and moves that a map shows: all, or the part that says most; merged, if asked.
import { figure, plural } from '../dom';
import { readLasso, readSteps } from '../plan';
import { quoted, valueText, type Puzzle } from '../puzzle';

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
/** Moves from one node to another; `back`: those that lead back, if any do. */
export interface MapEdge { from: number; to: number; moves: string; back: string | null }
export interface MapData { nodes: MapNode[]; edges: MapEdge[]; index: Map<number, number>; said: string }

export type Part = 'all' | 'best' | 'shortest' | 'solution' | 'path' | 'levels' | 'around';

export interface Wanted { part: Part; at: number; radius: number; depth: number | null; solution: number; path: string; variable: string | null; merge: string[] }

/** What is small enough to be read at once: as `wgcq graph` has it (lib/answers/draw/subgraph.h). */
const SMALL_NODES = 100, SMALL_EDGES = 300;

export function fits(p: Puzzle): boolean {
    return Number(p.figures.states) <= NODES_MOST && Number(p.figures.edges) <= EDGES_MOST;
}

const onShortest = (p: Puzzle) => `depth + to_goal = (SELECT min(to_goal) FROM states_${p.run} WHERE is_start = 1)`;

async function isSmall(p: Puzzle, where: string): Promise<boolean> {
    const inside = `SELECT id FROM states_${p.run} WHERE ${where}`;
    const row = await p.connection.row(`SELECT (SELECT count(*) FROM (${inside} LIMIT ${SMALL_NODES + 1})),
        (SELECT count(*) FROM (SELECT 1 FROM edges_${p.run} WHERE src IN (${inside}) AND dst IN (${inside}) LIMIT ${SMALL_EDGES + 1}))`);
    return Number(row![0]) <= SMALL_NODES && Number(row![1]) <= SMALL_EDGES;
}

/** As many levels as are small together; at least the starts. */
async function smallDepth(p: Puzzle): Promise<number> {
    let depth = 0;
    while (depth < Number(p.figures.depth ?? 0) && await isSmall(p, `depth <= ${depth + 1}`)) depth++;
    return depth;
}

/** As `wgcq graph` chooses: all of a small graph, else the shortest plans, else the best solution, else the first levels. */
async function bestPart(p: Puzzle): Promise<Part> {
    if (Number(p.figures.states) <= SMALL_NODES && Number(p.figures.edges) <= SMALL_EDGES) return 'all';
    const any = p.figures.shortest_length !== null;
    if (any && p.figures.status === 'complete' && await isSmall(p, onShortest(p))) return 'shortest';
    return any && Number(p.figures.solutions_stored) > 0 ? 'solution' : 'levels';
}

async function around(p: Puzzle, from: number[], radius: number): Promise<number[]> {
    const seen = new Set(from);
    let front = from;
    for (let i = 0; i < radius && seen.size < 3000 && front.length; i++) {
        const list = front.slice(0, 1000).join(',');
        const rows = await p.connection.rows(`SELECT dst FROM edges_${p.run} WHERE src IN (${list}) UNION SELECT src FROM edges_${p.run} WHERE dst IN (${list})`);
        front = rows.map(([other]) => Number(other)).filter((other) => !seen.has(other));
        for (const other of front) seen.add(other);
    }
    return [...seen];
}

async function condition(p: Puzzle, w: Wanted): Promise<{ where: string; said: string }> {
    const within = w.radius ? `, and what is at most ${plural(w.radius, 'move')} away` : '';
    switch (w.part) {
    case 'best': {
        const part = await bestPart(p), { where, said } = await condition(p, { ...w, part, radius: 0, depth: null, solution: 1 });
        return { where, said: `what says most, ${said}` };
    }
    case 'shortest': return { where: onShortest(p), said: 'the shortest plans' };
    case 'solution': {
        const ids = (await readSteps(p, w.solution)).map((step) => step.id).filter((id) => id !== null);
        return { where: `id IN (${(await around(p, ids, w.radius)).join(',') || 0})`, said: `solution ${w.solution}${within}` };
    }
    case 'path': {
        const ids = (await readLasso(p, w.path)).map((step) => step.id).filter((id) => id !== null);
        return { where: `id IN (${(await around(p, ids, w.radius)).join(',') || 0})`, said: `the path of '${w.path}'${within}` };
    }
    case 'levels': {
        const depth = w.depth ?? await smallDepth(p);
        return { where: `depth <= ${depth}`, said: `at most ${plural(depth, 'move')} from a start` };
    }
    case 'around': return { where: `id IN (${(await around(p, [w.at], w.radius)).join(',')})`, said: `state ${w.at}${within}` };
    default: return { where: '1', said: 'all' };
    }
}

const joined = (moves: string, move: string) => moves.length < 60 && !moves.split(' / ').includes(move) ? `${moves} / ${move}` : moves;

export async function readMap(p: Puzzle, w: Wanted): Promise<MapData> {
    const { where, said } = await condition(p, w);
    const value = w.variable ? quoted(w.variable) : "''", merge = w.merge.map(quoted), byColumn = new Map(p.variables.map((v) => [v.column, v]));
    const rows = await p.connection.select(`SELECT id, depth, to_goal, is_start, is_goal, shown, ${value}${merge.map((m) => `, ${m}`).join('')} FROM states_${p.run} WHERE ${where} ORDER BY id`, [], NODES_MOST + (merge.length ? 200_000 : 0));
    const bad = new Set((await p.connection.rows(`SELECT state FROM violations_${p.run}`).catch(() => [])).map(([id]) => Number(id)));
    const nodes: MapNode[] = [], index = new Map<number, number>(), groups = new Map<string, number>();
    for (const [id, depth, toGoal, start, goal, shown, of, ...keys] of rows.rows) {
        const key = keys.join('\u0001');
        let node = merge.length ? groups.get(key) : undefined;
        if (node === undefined) {
            node = nodes.push({ id: Number(id), count: 0, depth: depth === null ? 0 : Number(depth!), toGoal: toGoal === null ? null : Number(toGoal!), start: false, goal: false, bad: false,
                value: valueText(byColumn.get(w.variable ?? ''), of!), shown: merge.length ? w.merge.map((name, i) => `${name}=${valueText(byColumn.get(name), keys[i]!)}`).join(' ') : String(shown ?? '') }) - 1;
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
        if (known) known.moves = joined(known.moves, String(move));
        else if (back && from !== to) back.back = back.back === null ? String(move) : joined(back.back, String(move));
        else edges.set(key, { from, to, moves: String(move), back: null });
    }
    const total = merge.length ? `${figure(nodes.length)} groups of ` : '';
    return { nodes, edges: [...edges.values()], index, said: `${said}: ${total}${figure(rows.rows.length)} states, ${figure(found.rows.length)} moves${rows.more || found.more ? ' (not all)' : ''}` };
}
