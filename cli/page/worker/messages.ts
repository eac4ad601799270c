// messages.ts - what the page asks of the worker that has the database, and what that answers.

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

export interface PathStep { id: number; move: string | null }

/** A point of a Pareto front: how many plans of fewest moves have it, and one of them. */
export interface ParetoPoint { a: number; b: number; count: string; path: PathStep[] }

/** A plan, and its costs in the order of the puzzle's, moves first. */
export interface FoundPlan { path: PathStep[]; costs: number[] }

export interface Layout { x: Float32Array; y: Float32Array }

export interface LayoutRequest {
    kind: 'layers' | 'force';
    layers: Int32Array;
    sources: Int32Array;
    targets: Int32Array;
}

/** Every call, with its arguments and its answer. */
export interface Calls {
    open: { args: [wasm: ArrayBuffer, bytes: ArrayBuffer]; answer: null };
    select: { args: [sql: string, values: Value[], most: number]; answer: Rows };
    bottlenecks: { args: [run: number, from: number | null]; answer: Bottleneck[] };
    path: { args: [run: number, to: number]; answer: PathStep[] };
    costs: { args: [run: number, cost: string]; answer: { ids: Int32Array; costs: Float64Array } };
    pareto: { args: [run: number, a: string, b: string]; answer: ParetoPoint[] };
    best: { args: [run: number, cost: string, k: number]; answer: { plans: FoundPlan[]; more: boolean } };
    layout: { args: [request: LayoutRequest]; answer: Layout };
}

export type CallName = keyof Calls;
export interface Request { number: number; call: CallName; args: unknown[] }
export interface Answer { number: number; answer?: unknown; error?: string }
