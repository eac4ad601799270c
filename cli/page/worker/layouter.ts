// layouter.ts - a worker of one layout by forces: it says now and then what it has reached, so that it can be ended at any time.
import { byStress, type Reached } from './stress';
import type { LayoutRequest } from './messages';

const EVERY = 200; // milliseconds

self.onmessage = ({ data }: MessageEvent<LayoutRequest>) => {
    let said = performance.now();
    for (const reached of byStress(data, () => performance.now() - said >= EVERY)) {
        postMessage(reached satisfies Reached);
        said = performance.now();
    }
};
