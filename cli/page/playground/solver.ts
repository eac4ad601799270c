// solver.ts - drafts checked and solved by the engine: mistakes, reports, databases.
import type { Answers, Source } from '../embedded';
import { embedded } from '../embedded';
import { Engine, type Ran } from '../engine/engine';
import { fileName, type Draft } from './draft';

/** A row of `wgcq check --format json`. */
export interface Mistake { line: number; column: number; endColumn: number; severity: string; message: string; hint: string | null; file: string }

export interface Outcome {
    draft: Draft;
    status: number;
    report: string;
    /** What was said beside the report: notes, or why it failed. */
    remarks: string;
    /** null: nothing was stored. */
    database: Blob | null;
    seconds: number;
}

/** Of a settings field: several lines go by a file, as NAME=@FILE. */
function settingWords(draft: Draft): { words: string[]; files: Record<string, string> } {
    const words: string[] = [], files: Record<string, string> = {};
    for (const [name, value] of Object.entries(draft.settings)) {
        const isLong = value.includes('\n');
        if (isLong) files[`${name}.txt`] = value;
        words.push('--set', isLong ? `${name}=@${name}.txt` : `${name}=${value}`);
    }
    return { words, files };
}

function limitWords({ limits }: Draft): string[] {
    const given: [string, string][] = [['--trace', limits.trace], ['--order', limits.order], ['--stop', limits.stop], ['--max-states', limits.states], ['--max-time', limits.seconds], ['--max-memory', limits.memory]];
    return given.flatMap(([word, value]) => value ? [word, value] : []);
}

const PLAIN = ['--color', 'never'];

type DiagnosticRow = { file: string | null; line: number | null; column: number | null; end_column: number | null; severity: string; message: string; hint: string | null };

function mistakesOf(ran: Ran): Mistake[] {
    if (!ran.out.trim()) return ran.err.trim() ? [{ line: 0, column: 0, endColumn: 0, severity: 'error', message: ran.err.trim().replace(/^wgcq: error: /, ''), hint: null, file: '' }] : [];
    return (JSON.parse(ran.out) as DiagnosticRow[]).map((row) => ({ line: row.line ?? 0, column: row.column ?? 0, endColumn: row.end_column ?? 0, severity: row.severity, message: row.message, hint: row.hint, file: row.file ?? '' }));
}

/** The report without its commands for a terminal. */
const withoutCommands = (report: string) => report.replace(/\n\nnext:\n[^]*$/, '\n');

/** An element that `wgcq page` writes: its text is deflated, in base64. */
async function inflated(page: string, kind: string): Promise<string | null> {
    const found = new RegExp(`<script type="application/x-wgcq-${kind}">([A-Za-z0-9+/=]*)</script>`).exec(page);
    if (!found) return null;
    const bytes = Uint8Array.from(atob(found[1]!), (one) => one.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
}

export class Solver {
    /** Checking goes on while a puzzle is solved, in a worker of its own. */
    private readonly checker = new Engine();
    private readonly engine = new Engine();
    private schema: Promise<ArrayBuffer> | undefined;

    async check(draft: Draft): Promise<Mistake[]> {
        const file = `${fileName(draft.name)}.yaml`, { words, files } = settingWords(draft);
        return mistakesOf(await this.checker.run({ words: ['check', file, '--format', 'json', ...PLAIN, ...words], files: { ...files, [file]: draft.text } }));
    }

    async solve(draft: Draft, width: number, progress: (line: string) => void): Promise<Outcome> {
        const name = fileName(draft.name), file = `${name}.yaml`, db = `${name}.db`, { words, files } = settingWords(draft), began = performance.now();
        const ran = await this.engine.run({ words: ['solve', file, '-o', db, '--threads', '1', ...PLAIN, ...limitWords(draft), ...words], files: { ...files, [file]: draft.text }, wanted: [db], width }, progress);
        const bytes = ran.files[db];
        return { draft, status: ran.status, report: withoutCommands(ran.out), remarks: ran.err.trim(), database: bytes ? new Blob([bytes as BlobPart]) : null, seconds: (performance.now() - began) / 1000 };
    }

    get isSolving(): boolean { return this.engine.isBusy; }
    /** What was explored is kept. */
    interrupt(): void { this.engine.interrupt(); }

    /** The database as the explorer takes it, with the answers that `wgcq page` puts in beside one. */
    sourceOf(outcome: Outcome): Source {
        const database = outcome.database!;
        return { name: fileName(outcome.draft.name), isTree: false, size: database.size, bytes: () => database.arrayBuffer(), answers: () => this.answers(database) };
    }

    private async answers(database: Blob): Promise<Answers | null> {
        const files = { 'x.db': new Uint8Array(await database.arrayBuffer()), '/proc/self/exe': '', '/proc/self/page.html': '<!--wgcq:databases-->' };
        const ran = await this.checker.run({ words: ['page', 'x.db', '-o', 'x.html', '--quiet'], files, wanted: ['x.html'] });
        const json = ran.files['x.html'] ? await inflated(new TextDecoder().decode(ran.files['x.html']), 'answers') : null;
        return json === null ? null : JSON.parse(json) as Answers;
    }

    async readSchema(): Promise<object> {
        this.schema ??= embedded('schema');
        return JSON.parse(new TextDecoder().decode(await this.schema)) as object;
    }
}
