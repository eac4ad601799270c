// worker.ts - SQLite over the database, read-only, and the questions that SQL is slow at.
import sqlite3InitModule, { type Database, type Sqlite3Static, type SqlValue } from '@sqlite.org/sqlite-wasm';
import { findIn } from './find';
import { bottlenecks, leastCosts, pathBy, pathOver, pathTo, readGraph, type Graph } from './graph';
import { hopelessFrom } from './hopeless';
import { Incoming } from './incoming';
import { inLayers } from './layout';
import { bestPlans, pareto } from './plans';
import { tally, turnings } from './tally';
import type { Answer, Calls, FindRequest, LayoutRequest, Request, Row, Rows, Value } from './messages';

const WRITES_NOTHING = 'only a SELECT can be asked here: the database cannot be changed';

let sqlite: Sqlite3Static;
let database: Database | undefined;
let incoming: Incoming | undefined;
let opening: Promise<null> | undefined;
let graph: { run: number; graph: Graph } | undefined;

async function open(wasm: ArrayBuffer, size: number, isPacked: boolean): Promise<null> {
    const start = sqlite3InitModule as unknown as (options: object) => Promise<Sqlite3Static>;
    sqlite = await start({
        print: () => undefined,
        printErr: () => undefined,
        instantiateWasm: (imports: WebAssembly.Imports, done: (i: WebAssembly.Instance, m: WebAssembly.Module) => void) => {
            void WebAssembly.instantiate(wasm, imports).then(({ instance, module }) => done(instance, module));
            return {};
        },
    });
    incoming = new Incoming(sqlite, size, isPacked);
    return null;
}

function ready({ at, size }: Incoming): null {
    const { capi } = sqlite, opened = new sqlite.oo1.DB(':memory:');
    const code = capi.sqlite3_deserialize(opened.pointer!, 'main', at, size, size, capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_READONLY);
    opened.checkRc(code);
    opened.exec('PRAGMA query_only=1; PRAGMA trusted_schema=0; PRAGMA cache_size=-65536');
    capi.sqlite3_limit(opened.pointer!, capi.SQLITE_LIMIT_ATTACHED, 0);
    database = opened;
    incoming = undefined;
    return null;
}

function plain(value: SqlValue): Value {
    if (typeof value === 'bigint') return value.toString();
    if (value instanceof Uint8Array || value instanceof Int8Array || value instanceof ArrayBuffer) return '(bytes)';
    return value as Value;
}

function select(sql: string, values: Value[], most: number): Rows {
    if (!database) throw new Error('no database is open');
    const statement = database.prepare(sql);
    try {
        if (!sqlite.capi.sqlite3_stmt_readonly(statement.pointer!) || statement.columnCount === 0)
            throw new Error(WRITES_NOTHING);
        if (values.length) statement.bind(values);
        const columns = statement.getColumnNames([]);
        const rows: Row[] = [];
        while (statement.step()) {
            if (rows.length === most) return { columns, rows, more: true };
            rows.push((statement.get([]) as SqlValue[]).map(plain));
        }
        return { columns, rows, more: false };
    } finally {
        statement.finalize();
    }
}

function graphOf(run: number): Graph {
    if (!graph || graph.run !== run) graph = { run, graph: readGraph(run, (sql) => select(sql, [], Infinity).rows) };
    return graph.graph;
}

const calls: { [name in keyof Calls]: (...args: Calls[name]['args']) => Calls[name]['answer'] | Promise<Calls[name]['answer']> } = {
    open: (...args) => opening = open(...args),
    piece: async (bytes) => { await opening; return incoming!.take(bytes); },
    ready: async () => { await opening; return ready(await incoming!.whole()); },
    select,
    tally: (sql) => tally(sqlite, database!, sql),
    turnings: (run) => turnings(sqlite, database!, run),
    bottlenecks: (run, from) => bottlenecks(graphOf(run), from),
    path: (run, to) => pathTo(graphOf(run), to),
    costs: (run, cost) => leastCosts(graphOf(run), cost),
    pareto: (run, a, b) => pareto(graphOf(run), a, b),
    best: (run, by, k) => bestPlans(graphOf(run), by, k),
    walk: (run, ids, last) => pathOver(graphOf(run), ids, last),
    follow: (run, moves) => pathBy(graphOf(run), moves),
    hopeless: (run, id, columns, rejections) => hopelessFrom(graphOf(run), run, id, columns, rejections, (sql, values) => select(sql, values, Infinity).rows),
    find: (request: FindRequest) => {
        if (!database) throw new Error('no database is open');
        return findIn(database, request);
    },
    layout: (request: LayoutRequest) => inLayers(request),
};

self.onmessage = async ({ data }: MessageEvent<Request>) => {
    const answer: Answer = { number: data.number };
    try {
        const call = calls[data.call] as (...args: unknown[]) => unknown;
        answer.answer = await call(...data.args);
    } catch (error) {
        answer.error = (error instanceof Error ? error.message : String(error)).replace(/^SQLITE_\w+: sqlite3 result code \d+: /, '');
    }
    postMessage(answer);
};
