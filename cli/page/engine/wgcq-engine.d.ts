// wgcq-engine.d.ts - what Emscripten makes of the program (engine.mk), as far as it is used here.
declare module 'wgcq-engine' {
    interface Stream { tty?: unknown }

    export interface Instance {
        FS: {
            mkdir(path: string): void;
            chdir(path: string): void;
            writeFile(path: string, bytes: Uint8Array | string): void;
            readFile(path: string): Uint8Array;
            analyzePath(path: string): { exists: boolean };
            streams: Stream[];
        };
        ENV: Record<string, string>;
        _raise(signal: number): number;
        _umask(mask: number): number;
    }

    export interface Settings {
        thisProgram: string;
        noInitialRun: boolean;
        stdin: () => number | null;
        stdout: (byte: number | null) => void;
        stderr: (byte: number | null) => void;
        quit: (status: number, thrown: Error) => never;
        preRun: ((instance: Instance) => void)[];
        instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) => object;
    }

    export default function wgcqEngine(settings: Settings): Promise<Instance>;
}
