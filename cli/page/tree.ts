// tree.ts - what a file says of the tree of a journey (schemas/journey.sql): nodes, guards, results.
import type { Connection } from './database';
import { figure, plural } from './dom';
import type { Source } from './embedded';
import type { Row, Value } from './worker/messages';

export interface Tree {
    name: string;
    connection: Connection;
    title: string;
    started: string;
    nodes: Value;
    results: Value;
    isComplete: boolean;
    /** What ended the trace; null: the process was killed, or is at work. */
    ended: string | null;
}

export interface TreeNode { id: number; depth: number; kind: string; name: string | null; value: Value; outcome: string }

export const isTree = async (connection: Connection) =>
    Boolean(await connection.row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'origin'") &&
        await connection.row("SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = 'guards'"));

export async function openTree(source: Source, connection: Connection): Promise<Tree> {
    const row = await connection.row('SELECT name, started, nodes, results, complete, ended FROM about');
    if (!row) throw new Error('this is no tree of a journey: it has no beginning');
    const [name, started, nodes, results, complete, ended] = row;
    return { name: source.name, connection, title: String(name ?? source.name), started: String(started), nodes: nodes!, results: results!,
        isComplete: complete === 1, ended: ended === null ? null : String(ended) };
}

const WHY: Record<string, string> = {
    trace_nodes: 'options.trace_nodes limited it', max_depth: 'max_depth cut runs short', max_runs: 'max_runs ended it', max_seconds: 'max_seconds ended it',
    interrupted: 'it was interrupted', error: 'it ended by an error', left: 'its caller left before the last result',
};

/** "the whole tree: 153 nodes, 4 results" */
export function treeSaid(t: Tree): string {
    const counts = `${plural(String(t.nodes), 'node')}, ${plural(String(t.results), 'result')}`;
    if (t.isComplete) return `the whole tree: ${counts}`;
    return `not the whole tree: ${counts}; ${t.ended === null ? 'the process was killed, or is at work' : WHY[t.ended] ?? t.ended}`;
}

const COLUMNS = 'id, depth, kind, name, value, outcome';

const nodeOf = ([id, depth, kind, name, value, outcome]: Row): TreeNode => ({ id: Number(id), depth: Number(depth), kind: String(kind),
    name: name === null ? null : String(name), value: value!, outcome: String(outcome) });

/** Those below a node behind `after`, `most` and one that says that there are more.  A node comes before all below it. */
export async function nodesAfter(t: Tree, parent: number, after: number, most: number): Promise<TreeNode[]> {
    return (await t.connection.rows(`SELECT ${COLUMNS} FROM nodes WHERE parent = ? AND id > ? ORDER BY id LIMIT ?`, parent, after, most + 1)).map(nodeOf);
}

/** Those before it, the nearest first. */
export async function nodesBefore(t: Tree, parent: number, before: number, most: number): Promise<TreeNode[]> {
    return (await t.connection.rows(`SELECT ${COLUMNS} FROM nodes WHERE parent = ? AND id < ? ORDER BY id DESC LIMIT ?`, parent, before, most + 1)).map(nodeOf);
}

export async function readNode(t: Tree, id: number): Promise<TreeNode | undefined> {
    const row = await t.connection.row(`SELECT ${COLUMNS} FROM nodes WHERE id = ?`, id);
    return row && nodeOf(row);
}

/** The nodes from the start to this one. */
export async function wayTo(t: Tree, id: number): Promise<number[]> {
    const rows = await t.connection.rows('WITH RECURSIVE way(id, parent) AS (SELECT id, parent FROM node WHERE id = ? UNION SELECT n.id, n.parent FROM way AS w JOIN node AS n ON n.id = w.parent) SELECT id FROM way ORDER BY id', id);
    return rows.map(([one]) => Number(one));
}

/** "choose_bit 3" */
export const choiceSaid = (node: TreeNode) => node.value === null ? node.kind : `${node.kind} ${figure(node.value)}`;
