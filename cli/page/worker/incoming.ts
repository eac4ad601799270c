// incoming.ts - a database that comes piece by piece, straight into the memory of SQLite, which frees it.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';

export class Incoming {
    readonly at: number;
    private taken = 0;
    private readonly writer: WritableStreamDefaultWriter<BufferSource> | undefined;
    private readonly read: Promise<void> | undefined;

    constructor(private readonly sqlite: Sqlite3Static, readonly size: number, isPacked: boolean) {
        this.at = sqlite.wasm.alloc(size) as number;
        if (!isPacked) return;
        const { readable, writable } = new DecompressionStream('deflate');
        this.writer = writable.getWriter();
        this.read = this.readAll(readable.getReader());
        this.read.catch(() => undefined); // said by `whole`
    }

    /** Answers when there is room for the next one. */
    async take(bytes: Uint8Array): Promise<null> {
        if (!this.writer) this.put(bytes);
        else await this.writer.write(bytes as Uint8Array<ArrayBuffer>);
        return null;
    }

    async whole(): Promise<this> {
        await this.writer?.close();
        await this.read;
        if (this.taken !== this.size) throw new Error('the database is not whole');
        return this;
    }

    private async readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) this.put(piece.value);
    }

    private put(bytes: Uint8Array): void {
        if (this.taken + bytes.length > this.size) throw new Error('the database is longer than it says');
        this.sqlite.wasm.heap8u().set(bytes, this.at + this.taken);
        this.taken += bytes.length;
    }
}
