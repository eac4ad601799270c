// database.ts - a database in its worker, which can be ended at any time and begun again.
import { embedded, type Source } from './embedded';
import type { Packed } from './packed';
import type { Answer, CallName, Calls, Row, Rows, Value } from './worker/messages';

interface Waiting { resolve: (answer: never) => void; reject: (error: Error) => void }

export class Stopped extends Error {
    constructor() { super('stopped'); }
}

/** So the worker has the next piece when it is done with one, and not all of them at once. */
const PIECES_UNDER_WAY = 4;

const addresses = new Map<string, Promise<string>>();
let wasm: Promise<ArrayBuffer> | undefined;

export async function startWorker(kind: 'worker' | 'painter' | 'layouter' | 'engine-worker'): Promise<Worker> {
    const known = addresses.get(kind), address = known ?? embedded(kind).then((text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
    addresses.set(kind, address);
    return new Worker(await address);
}

export class Connection {
    private worker: Promise<Worker> | undefined;
    private waiting = new Map<number, Waiting>();
    private last = 0;

    constructor(readonly source: Source) {}

    async call<N extends CallName>(call: N, ...args: Calls[N]['args']): Promise<Calls[N]['answer']> {
        this.worker ??= this.start();
        return this.send(await this.worker, call, args, []);
    }

    select(sql: string, values: Value[] = [], most = 1e9): Promise<Rows> {
        return this.call('select', sql, values, most);
    }

    async rows(sql: string, ...values: Value[]): Promise<Row[]> {
        return (await this.select(sql, values)).rows;
    }

    async row(sql: string, ...values: Value[]): Promise<Row | undefined> {
        return (await this.select(sql, values, 1)).rows[0];
    }

    /** Ends whatever is under way; the next call begins with a fresh copy of the database. */
    stop(): void {
        const worker = this.worker;
        this.worker = undefined;
        void worker?.then((it) => it.terminate());
        for (const { reject } of this.waiting.values()) reject(new Stopped());
        this.waiting.clear();
    }

    private async start(): Promise<Worker> {
        wasm ??= embedded('wasm');
        const [worker, code, bytes] = await Promise.all([startWorker('worker'), wasm, this.source.bytes()]);
        worker.onmessage = ({ data }: MessageEvent<Answer>) => {
            const waiting = this.waiting.get(data.number);
            this.waiting.delete(data.number);
            if (data.error !== undefined) waiting?.reject(new Error(data.error));
            else waiting?.resolve(data.answer as never);
        };
        worker.onerror = (event) => {
            for (const { reject } of this.waiting.values()) reject(new Error(event.message || 'the worker failed'));
            this.waiting.clear();
        };
        await this.give(worker, code, bytes);
        return worker;
    }

    /** The worker takes one after the other; few are on their way at once. */
    private async give(worker: Worker, code: ArrayBuffer, bytes: ArrayBuffer | Packed): Promise<void> {
        const isPacked = !(bytes instanceof ArrayBuffer), sent: Promise<null>[] = [];
        const hand = <N extends 'open' | 'piece'>(call: N, args: Calls[N]['args'], given: Transferable[]) => {
            const one = this.send(worker, call, args, given);
            one.catch(() => undefined); // said by whoever waits for it
            sent.push(one);
        };
        hand('open', [code, isPacked ? bytes.size : bytes.byteLength, isPacked], []);
        for (const piece of isPacked ? bytes.pieces() : [new Uint8Array(bytes)]) {
            hand('piece', [piece], [piece.buffer]);
            if (sent.length > PIECES_UNDER_WAY) await sent.shift();
        }
        await Promise.all(sent);
        await this.send(worker, 'ready', [], []);
    }

    private send<N extends CallName>(worker: Worker, call: N, args: unknown[], given: Transferable[]): Promise<Calls[N]['answer']> {
        const number = ++this.last;
        return new Promise((resolve, reject) => {
            this.waiting.set(number, { resolve: resolve as (answer: never) => void, reject });
            worker.postMessage({ number, call, args }, given);
        });
    }
}
