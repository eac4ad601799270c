// engine.ts - the program wgcq in a worker: commands, their progress, and an end to them.
import { embedded } from '../embedded';
import { startWorker, Stopped } from '../database';
import type { FromEngine, ToEngine } from './engine_messages';
import type { Command, Ran } from './program';

export type { Command, Ran } from './program';

interface Running {
    resolve: (ran: Ran) => void;
    reject: (error: Error) => void;
    progress: (line: string) => void;
    /** Asked to stop, and ended if it does not within so many seconds. */
    timer: number | undefined;
}

const SECONDS_TO_STOP = 4;

/** One worker; each command is an instance of the program in it. */
export class Engine {
    private worker: Promise<Worker> | undefined;
    private readonly running = new Map<number, Running>();
    private last = 0;

    async run(command: Partial<Command> & { words: string[] }, progress: (line: string) => void = () => undefined): Promise<Ran> {
        this.worker ??= this.start();
        const worker = await this.worker, number = ++this.last;
        return new Promise((resolve, reject) => {
            this.running.set(number, { resolve, reject, progress, timer: undefined });
            worker.postMessage({ number, command: { files: {}, wanted: [], width: 80, ...command } } satisfies ToEngine);
        });
    }

    get isBusy(): boolean { return this.running.size > 0; }

    /**
     * As Ctrl-C: what was explored is kept.  A command that does not hear it, as in a browser whose programs cannot wait
     * for messages (JSPI), is ended, and nothing is left of it.
     */
    interrupt(): void {
        for (const [number, one] of this.running) {
            if (one.timer !== undefined) continue;
            void this.worker?.then((worker) => worker.postMessage({ stop: number } satisfies ToEngine));
            one.timer = setTimeout(() => this.end(), SECONDS_TO_STOP * 1000) as unknown as number;
        }
    }

    /** Ends whatever is under way; the next command begins with a new worker. */
    end(): void {
        void this.worker?.then((worker) => worker.terminate());
        this.worker = undefined;
        this.finishAll(new Stopped());
    }

    private async start(): Promise<Worker> {
        const [worker, code] = await Promise.all([startWorker('engine-worker'), embedded('engine')]);
        worker.onmessage = ({ data }: MessageEvent<FromEngine>) => this.hear(data);
        worker.onerror = (event) => this.finishAll(new Error(event.message || 'the engine failed'));
        worker.postMessage({ code } satisfies ToEngine, [code]);
        return worker;
    }

    private hear(data: FromEngine): void {
        const one = this.running.get(data.number);
        if (!one) return;
        if ('line' in data) return one.progress(data.line);
        this.finish(data.number, one);
        if ('ran' in data) one.resolve(data.ran);
        else one.reject(new Error(data.error));
    }

    private finish(number: number, one: Running): void {
        this.running.delete(number);
        clearTimeout(one.timer);
    }

    private finishAll(error: Error): void {
        for (const [number, one] of this.running) {
            this.finish(number, one);
            one.reject(error);
        }
    }
}
