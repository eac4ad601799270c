// program.ts - one command of the program wgcq, in an instance of its own: words and files in, texts and files out.
import wgcqEngine, { type Instance } from 'wgcq-engine';

export interface Command {
    words: string[];
    files: Record<string, Uint8Array | string>;
    /** Files that the command writes, as far as it does. */
    wanted: string[];
    /** Columns of what it prints. */
    width: number;
}

export interface Ran { status: number; out: string; err: string; files: Record<string, Uint8Array> }

const FOLDER = '/puzzles', SIGINT = 2, BELL = 7, BACK = 13, ESCAPE = 27;

/** Bytes as they are printed. */
class Printed {
    private bytes = new Uint8Array(1 << 12);
    private length = 0;

    add(byte: number): void {
        if (this.length === this.bytes.length) {
            const more = new Uint8Array(2 * this.length);
            more.set(this.bytes);
            this.bytes = more;
        }
        this.bytes[this.length++] = byte;
    }

    text(): string { return new TextDecoder().decode(this.bytes.subarray(0, this.length)); }
    clear(): void { this.length = 0; }
}

/**
 * Standard error, where the program draws its progress as on a terminal: a line behind a carriage return, which ESC [K
 * ends.  Such lines are reported; all others are kept.
 */
class Terminal {
    readonly kept = new Printed();
    private readonly line = new Printed();
    private drawing = false;
    private escape = false;

    constructor(private readonly progress: (line: string) => void) {}

    put(byte: number): void {
        if (this.escape) this.end(byte);
        else if (byte === ESCAPE) this.escape = true;
        else if (byte === BACK) { this.drawing = true; this.line.clear(); }
        else if (this.drawing) this.line.add(byte);
        else if (byte !== BELL) this.kept.add(byte);
    }

    /** Of ESC [K; after it the line is the program's again. */
    private end(byte: number): void {
        if (byte !== 'K'.charCodeAt(0)) return;
        const text = this.line.text();
        this.escape = this.drawing = false;
        this.line.clear();
        if (text) this.progress(text);
    }
}

/** Calls of a program that wait for promises (JSPI), where the browser has them: a run can then hear that it is to stop. */
interface Suspending {
    Suspending?: new (call: (...args: never[]) => unknown) => WebAssembly.ImportValue;
    promising?: (call: WebAssembly.ExportValue) => (...args: number[]) => Promise<number>;
}
const { Suspending, promising } = WebAssembly as typeof WebAssembly & Suspending;

export const canInterrupt = Suspending !== undefined && promising !== undefined;

/** While the program writes it waits for `pause`, if there is one: for messages to be heard. */
function pausingWrites(imports: WebAssembly.Imports, pause: () => Promise<void> | null): void {
    const system = imports['wasi_snapshot_preview1']!, write = system['fd_write'] as (...args: number[]) => number;
    if (Suspending) system['fd_write'] = new Suspending((...args: number[]) => {
        const written = write(...args), waits = pause();
        return waits ? waits.then(() => written) : written;
    });
}

interface Started { instance: Instance; exports: WebAssembly.Exports }

async function instantiate(module: WebAssembly.Module, out: Printed, terminal: Terminal, width: number, pause: () => Promise<void> | null): Promise<Started> {
    let exports: WebAssembly.Exports = {};
    const instance = await wgcqEngine({
        thisProgram: 'wgcq',
        noInitialRun: true,
        stdin: () => null,
        stdout: (byte) => { if (byte !== null) out.add(byte & 255); },
        stderr: (byte) => { if (byte !== null) terminal.put(byte & 255); },
        quit: (_, thrown) => { throw thrown; },
        preRun: [(made) => { Object.assign(made.ENV, { TERM: 'xterm', COLUMNS: String(width), LANG: 'C.UTF-8' }); }],
        instantiateWasm: (imports, done) => {
            pausingWrites(imports, pause);
            void WebAssembly.instantiate(module, imports).then((made) => { exports = made.exports; done(made, module); });
            return {};
        },
    });
    instance._umask(0o22); // Emscripten's own forbids everything: what is made by its rules could not be read
    return { instance, exports };
}

/** The words of a command in the program's memory, as main takes them. */
function placeWords(exports: WebAssembly.Exports, words: string[]): [count: number, place: number] {
    const take = exports['malloc'] as (size: number) => number, memory = exports['memory'] as WebAssembly.Memory;
    const places = words.map((word) => {
        const bytes = new TextEncoder().encode(word), place = take(bytes.length + 1) >>> 0, room = new Uint8Array(memory.buffer, place, bytes.length + 1);
        room.set(bytes);
        room[bytes.length] = 0;
        return place;
    });
    const list = take(4 * (words.length + 1)) >>> 0;
    new Uint32Array(memory.buffer, list, words.length + 1).set([...places, 0]);
    return [words.length, list];
}

/** The exit status; the program may end in the midst of a call. */
async function callMain(exports: WebAssembly.Exports, words: string[]): Promise<number> {
    const main = exports['main'] ?? exports['__main_argc_argv'];
    try {
        return await (promising?.(main!) ?? main as (...args: number[]) => number)(...placeWords(exports, words));
    } catch (error) {
        const { status } = error as { status?: number };
        if (typeof status === 'number') return status;
        throw error;
    }
}

/** The machine's memory, or the address space, ends inside of the engine: what it throws then says little. */
function failureOf(error: unknown): Error {
    const text = error instanceof Error ? error.message : String(error);
    if (/memory|Aborted|unreachable|out of bounds/i.test(text)) return new Error(`the engine stopped: ${/stack/i.test(text) ? 'its stack is full' : 'the tab has no more memory for it'} (${text})`);
    return new Error(`the engine stopped: ${text}`);
}

export interface Hearing {
    /** Each line of progress. */
    progress: (line: string) => void;
    /** Whether the command is to be interrupted, as Ctrl-C does; asked after each line of progress, where canInterrupt. */
    stops: () => Promise<boolean>;
}

/** Runs a command to its end. */
export async function runProgram(module: WebAssembly.Module, command: Command, hearing: Hearing): Promise<Ran> {
    const out = new Printed();
    let asked: Promise<void> | null = null, started: Started | undefined, stopped = false;
    const terminal = new Terminal((line) => {
        hearing.progress(line);
        if (!stopped) asked = hearing.stops().then((stops) => { if (stops && !stopped) { stopped = true; started?.instance._raise(SIGINT); } });
    });
    started = await instantiate(module, out, terminal, command.width, () => { const now = asked; asked = null; return now; });
    const { instance: { FS }, exports } = started;
    FS.streams[2]!.tty = {};
    FS.mkdir(FOLDER);
    FS.chdir(FOLDER);
    for (const [name, content] of Object.entries(command.files)) FS.writeFile(name, content);
    try {
        const status = await callMain(exports, ['wgcq', ...command.words]);
        const files = Object.fromEntries(command.wanted.filter((name) => FS.analyzePath(name).exists).map((name) => [name, FS.readFile(name)]));
        return { status, out: out.text(), err: terminal.kept.text(), files };
    } catch (error) {
        throw failureOf(error);
    }
}
