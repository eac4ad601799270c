// puzzle.ts - what a database says of its puzzle and of one of its runs.
import { Connection } from './database';
import { figure } from './dom';
import type { Answers, Source } from './embedded';
import type { Row, Value } from './worker/messages';

export interface Variable {
    /** As the puzzle writes it, at[wolf]; its column in the views, at_wolf. */
    said: string;
    column: string;
    /** Of an element of an array: the array and where in it. */
    array: string;
    indices: string[];
    /** A list or a set: its column is an array of JSON. */
    isList: boolean;
}

export interface Cost { name: string; column: string; maximized: boolean }
export interface Violated { name: string; states: number; length: number | null }
/** A property over time; `holds` null: not known. */
export interface Property { name: string; kind: string; holds: boolean | null; stem: number; cycle: number }

export interface State {
    id: number;
    depth: number | null;
    toGoal: number | null;
    isStart: boolean;
    isGoal: boolean;
    shown: string;
}

export type Figures = Record<string, Value>;

export interface Puzzle {
    name: string;
    connection: Connection;
    title: string;
    source: string;
    version: string;
    run: number;
    /** All runs in the file, newest first. */
    runs: { id: number; said: string }[];
    /** What the library knows of the newest run; null: this is another run, or nothing was put in. */
    answers: () => Promise<Answers | null>;
    keep: string;
    hasGoal: boolean;
    figures: Figures;
    params: { name: string; value: string }[];
    variables: Variable[];
    /** Texts of states from all over the run, the first one first: what its boards have in common. */
    samples: string[];
    /** moves first, then what the puzzle declares */
    costs: Cost[];
    minimize: string;
    cheapest: { cost: string; least: number; count: string | null }[];
    violated: Violated[];
    properties: Property[];
    rules: string[];
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Where the variables of a list or a set are among all, and its own row behind them. */
interface StoredList { field: number; first: number; count: number }

/** The variables that have a column, in the order of the puzzle: a list in place of its places. */
function variablesOf(rows: Row[], lists: StoredList[]): Variable[] {
    const rowOf = new Map(rows.map((row) => [Number(row[2]), row])), known = lists.filter((l) => rowOf.has(l.field));
    const inList = new Map(known.flatMap((l) => Array.from({ length: l.count }, (_, i) => [l.first + i, l] as const)));
    const fields = new Set(known.map((l) => l.field));
    return [...rows.filter(([, , id]) => !fields.has(Number(id)) && !inList.has(Number(id))).map((row) => [Number(row[2]), variableOf(row, false)] as const),
        ...known.map((l) => [l.first, variableOf(rowOf.get(l.field)!, true)] as const)].sort(([a], [b]) => a - b).map(([, v]) => v);
}

function variableOf([said, column]: Row, isList: boolean): Variable {
    const text = String(said), bracket = text.indexOf('[');
    return {
        said: text,
        column: String(column),
        array: bracket < 0 ? text : text.slice(0, bracket),
        indices: bracket < 0 ? [] : text.slice(bracket + 1, -1).split(',').map((part) => part.trim()),
        isList,
    };
}

/** A table that files of older formats do not have. */
async function hasTable(connection: Connection, name: string): Promise<boolean> {
    return Boolean(await connection.row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name));
}

async function propertiesIn(connection: Connection, run: number): Promise<Property[]> {
    if (!await hasTable(connection, `property_${run}`)) return [];
    const rows = await connection.rows(`SELECT name, kind, holds, stem, cycle FROM property_${run} ORDER BY id`);
    return rows.map(([name, kind, holds, stem, cycle]) => ({ name: String(name), kind: String(kind), holds: holds === null ? null : Boolean(holds), stem: Number(stem), cycle: Number(cycle) }));
}

async function violatedIn(connection: Connection, run: number): Promise<Violated[]> {
    if (!await hasTable(connection, `invariant_${run}`)) return [];
    const rows = await connection.rows(`SELECT name, states, length FROM invariant_${run} ORDER BY id`);
    return rows.map(([name, states, length]) => ({ name: String(name), states: Number(states), length: length === null ? null : Number(length!) }));
}

const SAMPLES = 150;

/** States at even distances; where none are stored, those of solutions. */
async function samplesIn(connection: Connection, run: number): Promise<string[]> {
    const most = Number((await connection.row(`SELECT max(id) FROM state_${run}`))?.[0] ?? 0);
    const ids = [...new Set(Array.from({ length: SAMPLES }, (_, i) => 1 + Math.floor(i * most / SAMPLES)))];
    const found = most ? await connection.rows(`SELECT shown FROM states_${run} WHERE id IN (${ids.join(', ')}) ORDER BY id`) : await connection.rows(`SELECT shown FROM steps_${run} ORDER BY solution, step LIMIT ${SAMPLES}`);
    return found.map(([shown]) => String(shown ?? ''));
}

/** One answer is read once. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
    let kept: Promise<T> | undefined;
    return () => kept ??= read();
}

const runSaid = ([id, order, keep, states, status]: Row) => `${id}: ${order}, ${keep}, ${states === null ? '' : `${figure(states!)} states, `}${status}`;

/** The run of that number; the newest, if there is no such run or none is asked for. */
export async function openPuzzle(source: Source, connection: Connection, wanted: number | null): Promise<Puzzle> {
    const meta = new Map((await connection.rows('SELECT key, value FROM meta')).map(([key, value]) => [String(key), String(value)]));
    const runs = await connection.rows('SELECT id, "order", keep, states, status FROM run ORDER BY id DESC');
    const newest = Number(runs[0]?.[0]), chosen = runs.some(([id]) => Number(id) === wanted) ? wanted : newest;
    const run = await connection.select('SELECT * FROM run WHERE id = ?', [chosen]);
    const first = run.rows[0];
    if (!first || !meta.has('title')) throw new Error('this is no database of wgcq, or it holds no run');
    const figures: Figures = Object.fromEntries(run.columns.map((column, i) => [column, first[i]!]));
    const number = Number(figures.id);
    return {
        name: source.name,
        connection,
        title: meta.get('title') ?? source.name,
        source: meta.get('source') ?? '',
        version: meta.get('version') ?? '',
        run: number,
        runs: runs.map((row) => ({ id: Number(row[0]), said: runSaid(row) })),
        answers: once(() => number === newest ? source.answers() : Promise.resolve(null)),
        keep: String(figures.keep),
        hasGoal: Boolean(figures.has_goal),
        figures,
        params: (await connection.rows('SELECT name, value FROM param')).map(([name, value]) => ({ name: String(name), value: String(value) })),
        variables: variablesOf(await connection.rows('SELECT said, "column", id FROM field WHERE "column" IS NOT NULL ORDER BY id'), JSON.parse(meta.get('lists') ?? '[]') as StoredList[]),
        samples: await samplesIn(connection, number),
        costs: [{ name: 'moves', column: 'moves', maximized: false },
            ...(await connection.rows('SELECT name, "column" FROM cost ORDER BY id')).map(([name, column], i) => ({
                name: String(name), column: String(column), maximized: (meta.get('maximize') ?? '').split(' ').includes(String(i)) }))],
        minimize: String(figures.minimize),
        cheapest: (await connection.rows('SELECT cost, least, count FROM best WHERE run = ?', number)).map(([cost, least, count]) => ({
            cost: String(cost), least: Number(least), count: count === null ? null : String(count) })),
        violated: await violatedIn(connection, number),
        properties: await propertiesIn(connection, number),
        rules: (await connection.rows('SELECT name FROM rule ORDER BY id')).map(([name]) => String(name)),
    };
}

/** A view as SQL has it: without a number it is the newest run's. */
export const view = (p: Puzzle, name: string) => p.run === p.runs[0]!.id ? name : `${name}_${p.run}`;

export const STATE_COLUMNS = 'id, depth, to_goal, is_start, is_goal, shown';

export function stateOf([id, depth, toGoal, isStart, isGoal, shown]: Row): State {
    return {
        id: Number(id),
        depth: depth === null ? null : Number(depth),
        toGoal: toGoal === null ? null : Number(toGoal),
        isStart: Boolean(isStart),
        isGoal: Boolean(isGoal),
        shown: String(shown ?? ''),
    };
}

export async function readState(p: Puzzle, id: number): Promise<State | undefined> {
    const row = await p.connection.row(`SELECT ${STATE_COLUMNS} FROM states_${p.run} WHERE id = ?`, id);
    return row && stateOf(row);
}

/** The values of a state's variables, in the order of the puzzle; SQLite joins no more columns than these at once. */
export async function readValues(p: Puzzle, id: number): Promise<string[]> {
    if (!p.variables.length) return [];
    const row = await p.connection.row(`SELECT ${p.variables.map((v) => quoted(v.column)).join(', ')} FROM states_${p.run} WHERE id = ?`, id);
    return (row ?? []).map((value, i) => valueText(p.variables[i]!, value));
}

/** ["a",null] is [a, none]. */
export function valueText(v: Variable | undefined, value: Value): string {
    if (!v?.isList || value === null) return String(value ?? '–');
    return `[${(JSON.parse(String(value)) as Value[]).map((one) => one ?? 'none').join(', ')}]`;
}

export const storesStates = (p: Puzzle) => p.keep === 'states' || storesEdges(p);
export const storesEdges = (p: Puzzle) => p.keep === 'edges' || p.keep === 'all';
export const storesRejections = (p: Puzzle) => p.keep === 'all';
/** Distances to the goal are known of every state. */
export const knowsDistances = (p: Puzzle) => p.hasGoal && p.figures.status === 'complete';
export const isDeadEnd = (p: Puzzle, s: State) => knowsDistances(p) && s.toGoal === null;

function count(n: NonNullable<Value>, what: string): string {
    return `${figure(n)} ${what}${String(n) === '1' ? '' : 's'}`;
}

function solved(f: Figures): string {
    if (f.shortest_length === null) return 'solved: a solution was found, not proved to be the shortest';
    return `solved: shortest ${count(f.shortest_length!, 'move')}${f.shortest_count === null ? '' : `, ${count(f.shortest_count!, 'way')}`}`;
}

function whyEnded(f: Figures): string {
    return `${f.status === 'interrupted' ? 'interrupted' : `stopped at ${f.stopped ?? 'a limit'}`} after ${count(f.states ?? 0, 'state')}`;
}

/** "all 4,096 reachable states satisfy 2 invariants, and none is a deadlock" */
function allHold(p: Puzzle): string {
    const one = p.figures.states === 1, deadlock = p.violated.some((v) => v.name === 'deadlock');
    const invariants = p.violated.length - Number(deadlock), states = `${figure(p.figures.states)} reachable state${one ? '' : 's'}`;
    if (!invariants) return `none of the ${states} is a deadlock`;
    return `${one ? 'the' : 'all'} ${states} ${one ? 'satisfies' : 'satisfy'} ${count(invariants, 'invariant')}` +
        (deadlock ? one ? ', and is no deadlock' : ', and none is a deadlock' : '');
}

/** What is violated after the fewest moves. */
function nearest(p: Puzzle): Violated | undefined {
    const length = (v: Violated) => v.length ?? Infinity;
    return p.violated.filter((v) => v.states > 0).sort((a, b) => length(a) - length(b))[0];
}

/** "it ends does not hold: after 3 moves, a cycle of 4 for ever" (cli/report/report.c) */
export function propertySaid(p: Puzzle, v: Property): string {
    if (v.holds !== false) return `${v.name} ${v.holds ? 'holds' : 'is not known to hold'}`;
    const how = v.kind === 'step' ? ', by the last of them' : v.kind === 'recoverable' ? ' there is no way to it' : v.cycle ? `, a cycle of ${figure(v.cycle)} for ever` : ' the path ends';
    const proved = p.figures.status === 'complete' || String(p.figures.stopped ?? '').startsWith('the bound ');
    return `${v.name} does not hold: after ${count(v.stem, 'move')}${how}${proved ? '' : '; not proved to be the fewest moves'}`;
}

/** The violated one with the shortest path. */
const broken = (p: Puzzle): Property | undefined => p.properties.filter((v) => v.holds === false).sort((a, b) => a.stem + a.cycle - b.stem - b.cycle)[0];

/** "; 3 properties hold" */
function propertiesHold(p: Puzzle): string {
    const hold = p.properties.filter((v) => v.holds).length, all = p.properties.length;
    if (!all) return '';
    if (!hold) return all === 1 ? '; its property is not known to hold' : '; none of its properties is known to hold';
    return hold === 1 ? '; 1 property holds' : `; ${figure(hold)} properties hold`;
}

export interface Verdict { text: string; kind: 'good' | 'bad' | 'open' | 'plain' }

function solvedOrNot(p: Puzzle, complete: boolean): Verdict {
    const f = p.figures, all = count(f.states ?? 0, 'reachable state');
    if (f.verdict === 'unknown') return { kind: 'open', text: `${p.hasGoal ? 'not known' : 'not all explored'}: ${whyEnded(f)}` };
    if (p.hasGoal && f.verdict === 'proved') return { kind: 'bad', text: `proved: no solution exists; all ${all} ${f.states === 1 ? 'was' : 'were'} explored` };
    if (!p.hasGoal) return { kind: 'plain', text: `explored: all ${all}; the puzzle has no goal` };
    return { kind: 'good', text: complete ? solved(f) : `${solved(f)}; ${whyEnded(f)}` };
}

/** The verdict in a line, as the report of `wgcq solve` begins (cli/report/report.c). */
export function verdict(p: Puzzle): Verdict {
    const f = p.figures, complete = f.status === 'complete', first = nearest(p), path = broken(p);
    if (first || path) {
        const length = !first || first.length === null ? '' : `, after ${count(first.length, 'move')}`;
        return { kind: 'bad', text: `violated: ${first ? first.name : propertySaid(p, path!)}${length}${Number(f.goals) ? `; ${solved(f)}` : ''}${complete ? '' : `; ${whyEnded(f)}`}` };
    }
    const { kind, text } = verdictOfStates(p, complete);
    return { kind, text: text + propertiesHold(p) };
}

/** Of the goal and the invariants, where none is violated. */
function verdictOfStates(p: Puzzle, complete: boolean): Verdict {
    if (!p.violated.length) return solvedOrNot(p, complete);
    if (!complete) {
        const open = solvedOrNot(p, complete);
        return { kind: open.kind, text: `${open.text}; no violation so far` };
    }
    if (!p.hasGoal) return { kind: 'good', text: allHold(p) };
    const goal = solvedOrNot(p, complete);
    return { kind: goal.kind, text: `${goal.text}; ${allHold(p)}` };
}
