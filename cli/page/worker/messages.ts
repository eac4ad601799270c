// messages.ts - what the page asks of the worker that has the database, and what that answers.
import type { PuzzleFacts, Wrong } from '../expressions/condition';

export type Value = string | number | null;
export type Row = Value[];

export interface Rows {
    columns: string[];
    rows: Row[];
    /** Rows were left out: there are more than were asked for. */
    more: boolean;
}

export interface Bottleneck {
    id: number;
    /** The move that every solution makes to get there, if there is only one. */
    move: string | null;
}

/** A state of a path, and what is spent up to there: in the order of the puzzle's costs, moves first. */
export interface PathStep { id: number; move: string | null; costs: number[] }

/** A point of a Pareto front: how many plans of fewest moves have it, and one of them. */
export interface ParetoPoint { a: number; b: number; count: string; path: PathStep[] }

/** Why no goal can be reached from a state: what was looked at, and what never comes about there. */
export interface Hopeless {
    /** The state and those that can be reached from it; in `stuck` of them no move can be made. */
    reached: number;
    stuck: number;
    /** Variables that have no value there that they have in a goal; null: there are too many states to look at. */
    apart: { column: string; here: Value[]; goals: Value[] }[] | null;
    /** What rejects moves in these states; null: that is not stored. */
    rules: { rule: string; times: number }[] | null;
}

export interface Layout { x: Float32Array; y: Float32Array }

/** A graph that is laid out: the layer of each state, moves, and which states are starts and goals. */
export interface LayoutRequest {
    layers: Int32Array;
    sources: Int32Array;
    targets: Int32Array;
    starts: Int32Array;
    goals: Int32Array;
}

export interface FindRequest { run: number; text: string; facts: PuzzleFacts }

/** Where a condition holds: numbers of states, the first of them, and how many there are. `open`: where it has no value, `because` of what, first in state `at`. */
export interface Found { ids: Int32Array; count: number; open: number; because: string; at: number; wrong?: Wrong }

/** Every call, with its arguments and its answer. */
export interface Calls {
    /** Makes room for a database of that size; then come its pieces; `ready` opens it. */
    open: { args: [wasm: ArrayBuffer, size: number, isPacked: boolean]; answer: null };
    piece: { args: [bytes: Uint8Array]; answer: null };
    ready: { args: []; answer: null };
    select: { args: [sql: string, values: Value[], most: number]; answer: Rows };
    /** Of a SELECT of one integer: how often each is there. */
    tally: { args: [sql: string]; answer: [value: number, times: number][] };
    turnings: { args: [run: number]; answer: number };
    bottlenecks: { args: [run: number, from: number | null]; answer: Bottleneck[] };
    path: { args: [run: number, to: number]; answer: PathStep[] };
    costs: { args: [run: number, cost: string]; answer: { ids: Int32Array; costs: Float64Array } };
    pareto: { args: [run: number, a: string, b: string]; answer: ParetoPoint[] };
    best: { args: [run: number, by: string[], k: number]; answer: { plans: PathStep[][]; more: boolean } };
    walk: { args: [run: number, ids: number[], last: string | null]; answer: PathStep[] };
    follow: { args: [run: number, moves: string[]]; answer: PathStep[] };
    hopeless: { args: [run: number, id: number, columns: string[], rejections: boolean]; answer: Hopeless };
    find: { args: [request: FindRequest]; answer: Found };
    layout: { args: [request: LayoutRequest]; answer: Layout };
}

export type CallName = keyof Calls;
export interface Request { number: number; call: CallName; args: unknown[] }
export interface Answer { number: number; answer?: unknown; error?: string }
