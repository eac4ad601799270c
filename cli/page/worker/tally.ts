// tally.ts - what is counted over all rows of a large table: a loop over integers, which SQLite's GROUP BY would sort.
import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';

interface Steps { sqlite3_step: (statement: number) => number; sqlite3_column_int: (statement: number, column: number) => number }

/** The functions of SQLite themselves: their wrappers, which look at every argument, take longer than they do. */
function eachRow({ wasm, capi }: Sqlite3Static, database: Database, sql: string, take: (column: (number: number) => number) => void): void {
    const { sqlite3_step: step, sqlite3_column_int: integer } = wasm.exports as unknown as Steps, statement = database.prepare(sql);
    try {
        const at = statement.pointer as unknown as number, column = (number: number) => integer(at, number);
        let answer = step(at);
        for (; answer === capi.SQLITE_ROW; answer = step(at)) take(column);
        if (answer !== capi.SQLITE_DONE) database.checkRc(answer);
    } finally {
        statement.finalize();
    }
}

/** How often each integer is the answer of a row. */
export function tally(sqlite: Sqlite3Static, database: Database, sql: string): [value: number, times: number][] {
    const times = new Map<number, number>();
    eachRow(sqlite, database, sql, (column) => { const value = column(0); times.set(value, (times.get(value) ?? 0) + 1); });
    return [...times];
}

/** The moves from where a goal can be reached to where none can. */
export function turnings(sqlite: Sqlite3Static, database: Database, run: number): number {
    const most = Number(database.selectValue(`SELECT coalesce(max(id), 0) FROM state_${run}`)), isDead = new Uint8Array(most + 1);
    eachRow(sqlite, database, `SELECT id FROM states_${run} WHERE to_goal IS NULL`, (column) => { isDead[column(0)] = 1; });
    let count = 0;
    eachRow(sqlite, database, `SELECT src, dst FROM edges_${run}`, (column) => { if (isDead[column(1)] && !isDead[column(0)]) count++; });
    return count;
}
