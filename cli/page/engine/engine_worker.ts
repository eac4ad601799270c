// engine_worker.ts - in the worker of the engine: commands, one behind the other.
import type { Asked, FromEngine, ToEngine } from './engine_messages';
import { runProgram } from './program';

let module: Promise<WebAssembly.Module> | undefined;
let turn: Promise<unknown> = Promise.resolve();
const stops = new Set<number>();

function say(message: FromEngine, given: Transferable[] = []): void {
    self.postMessage(message, { transfer: given });
}

/** Behind the messages that have come by now. */
function heard(number: number): Promise<boolean> {
    return new Promise((resolve) => { setTimeout(() => resolve(stops.has(number))); });
}

async function run({ number, command }: Asked): Promise<void> {
    try {
        const ran = await runProgram(await module!, command, { progress: (line) => say({ number, line }), stops: () => heard(number) });
        say({ number, ran }, Object.values(ran.files).map((bytes) => bytes.buffer as ArrayBuffer));
    } catch (error) {
        say({ number, error: (error as Error).message });
    }
    stops.delete(number);
}

self.onmessage = ({ data }: MessageEvent<ToEngine>) => {
    if ('code' in data) module = WebAssembly.compile(data.code);
    else if ('stop' in data) stops.add(data.stop);
    else turn = turn.then(() => run(data));
};
