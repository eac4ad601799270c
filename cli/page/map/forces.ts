// forces.ts - a layout by forces under way: how far it is, and a button that stops it and keeps what was reached.
import { startWorker } from '../database';
import { button, el } from '../dom';
import type { Layout, LayoutRequest } from '../worker/messages';
import type { Reached } from '../worker/stress';

export class Forces {
    private readonly bar = el('progress', { max: '1', value: '0', 'aria-label': 'layout by forces' });
    private readonly words = el('span', {}, 'layout: 0 %');
    readonly status = el('span', { class: 'map-progress' }, this.words, this.bar, button('Stop', () => this.stop()));
    private worker: Worker | undefined;
    private part = 0;
    private gone = false;

    /** `reached` is told the places now and then, and null when it is stopped: then the last ones stay. */
    constructor(private readonly request: LayoutRequest, private readonly reached: (places: Layout | null) => void) {}

    async begin(): Promise<void> {
        const worker = await startWorker('layouter');
        if (this.gone) return worker.terminate();
        this.worker = worker;
        worker.onmessage = ({ data }: MessageEvent<Reached>) => this.take(data);
        worker.onerror = (event) => { this.stop(`failed: ${event.message || 'the worker ended'}`); };
        worker.postMessage(this.request);
    }

    end(): void {
        this.gone = true;
        this.worker?.terminate();
    }

    private take({ x, y, part }: Reached): void {
        if (this.gone) return;
        this.part = part;
        this.bar.value = part;
        this.words.textContent = `layout: ${Math.floor(100 * part)} %`;
        this.reached({ x, y });
        if (part < 1) return;
        this.end();
        this.status.replaceChildren();
    }

    private stop(why = `stopped at ${Math.floor(100 * this.part)} %`): void {
        this.end();
        this.status.replaceChildren(el('span', { role: 'status' }, `layout ${why}`));
        this.reached(null);
    }
}
