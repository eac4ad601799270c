// labels.ts - what is written beside the states of a map: start and goal, a small board, or what changed on the way in.
import { quoted, valueText, type Puzzle, type Variable } from '../puzzle';
import type { Row } from '../worker/messages';
import type { MapData, MapNode } from './map_data';

export interface Labels { labels: string[]; boards: string[] }

const VALUES_MOST = 1_000_000; // values that are read for what changed; beyond, the move that leads in is written
const CHANGES_MOST = 4, SHORT = 16, LINE_MOST = 44, BOARD_LINES = 7, BOARD_WIDE = 16;

/** A state that is shown in few letters is a label by itself. */
const isShort = (shown: string) => shown.length > 0 && shown.length <= SHORT && !shown.includes('\n');

function boardOf(shown: string): string {
    const lines = shown.split('\n');
    const small = lines.length === 1 ? shown.length <= LINE_MOST : lines.length <= BOARD_LINES && lines.every((line) => line.length <= BOARD_WIDE);
    return small ? shown.replace(/\n$/, '') : '';
}

function nameOfKind(n: MapNode): string {
    return [n.start && 'start', n.goal && 'goal'].filter(Boolean).join(', ');
}

/** By which node a node is reached first, and by what moves: from the layer before it, else from any. */
function waysIn(data: MapData): { from: Int32Array; moves: string[] } {
    const from = new Int32Array(data.nodes.length).fill(-1), moves = data.nodes.map(() => '');
    const depth = (i: number) => data.nodes[i]!.depth;
    const offer = (a: number, b: number, words: string) => {
        if (a === b || (from[b]! >= 0 && (depth(a) >= depth(b) || depth(from[b]!) < depth(b)))) return;
        from[b] = a;
        moves[b] = words;
    };
    for (const e of data.edges) {
        offer(e.from, e.to, e.moves);
        if (e.back !== null) offer(e.to, e.from, e.back);
    }
    return { from, moves };
}

/** at[wolf] is wolf where no other array has a wolf; on[1] stays. */
function shortNames(variables: Variable[]): string[] {
    const count = new Map<string, number>(), last = (v: Variable) => v.indices.length === 1 ? v.indices[0]! : v.said;
    for (const v of variables) count.set(last(v), (count.get(last(v)) ?? 0) + 1);
    return variables.map((v) => count.get(last(v)) === 1 && /^[a-z_]/i.test(last(v)) ? last(v) : v.said);
}

/** Of two truth values one says both. */
const transition = (before: string, after: string) => /^(true|false)$/.test(before) ? after : `${before} → ${after}`;

/** `man, goat: west → east`: variables that change alike are named together. A line is broken between changes only. */
function changed(p: Puzzle, names: string[], before: Row, after: Row): string {
    const alike = new Map<string, string[]>();
    let count = 0;
    p.variables.forEach((v, i) => {
        if (before[i] === after[i] || ++count > CHANGES_MOST) return;
        const how = transition(valueText(v, before[i]!), valueText(v, after[i]!));
        alike.set(how, [...alike.get(how) ?? [], names[i]!]);
    });
    const list = [...alike].map(([how, which]) => `${which.join(', ')}: ${how}`);
    if (count > CHANGES_MOST) list.push(`and ${count - CHANGES_MOST} more`);
    return list.map((one) => one.length <= LINE_MOST ? one.replaceAll(' ', '\u00a0') : one).join(', ');
}

async function readAll(p: Puzzle, data: MapData): Promise<Map<number, Row> | null> {
    if (!p.variables.length || p.variables.length > 1000 || p.variables.length * data.nodes.length > VALUES_MOST) return null;
    const rows = await p.connection.rows(`SELECT id, ${p.variables.map((v) => quoted(v.column)).join(', ')} FROM states_${p.run} ${data.nodes.length < Number(p.figures.states) ? `WHERE id IN (${data.nodes.map((n) => n.id).join(',')})` : ''}`);
    return new Map(rows.map(([id, ...values]) => [Number(id), values]));
}

/** The labels of a map; of nodes that stand for several states, what these have in common. */
export async function labelStates(p: Puzzle, data: MapData): Promise<Labels> {
    const ways = waysIn(data), merged = data.nodes.some((n) => n.count > 1), needed = !merged && data.nodes.some((n) => !isShort(n.shown));
    const values = needed ? await readAll(p, data) : null, names = shortNames(p.variables);
    const change = (n: MapNode, i: number): string => {
        if (isShort(n.shown)) return n.shown;
        const from = ways.from[i]!, before = from < 0 ? undefined : values?.get(data.nodes[from]!.id), after = values?.get(n.id);
        return before && after ? changed(p, names, before, after) || ways.moves[i]! : ways.moves[i]!;
    };
    const labels = data.nodes.map((n, i) => merged ? [nameOfKind(n), `${n.shown} (${n.count})`].filter(Boolean).join('\n') : nameOfKind(n) || change(n, i));
    const boards = data.nodes.map((n) => merged || !boardOf(n.shown) ? '' : [nameOfKind(n), boardOf(n.shown)].filter(Boolean).join('\n'));
    return { labels, boards };
}
