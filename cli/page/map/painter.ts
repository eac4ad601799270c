// painter.ts - a worker that draws the map, so that the page never waits for a picture.
import { paint } from './paint';
import type { Scene, View, Written } from './scene';

export type Order = { scene: Scene } | { number: number; view: View };
export interface Picture { number: number; view: View; bitmap: ImageBitmap; written: Written[]; milliseconds: number }

let scene: Scene | undefined;

function draw(view: View): { bitmap: ImageBitmap; written: Written[] } {
    const canvas = new OffscreenCanvas(Math.ceil(view.width * view.ratio), Math.ceil(view.height * view.ratio));
    const written = paint(canvas.getContext('2d', { alpha: false })!, scene!, view);
    return { bitmap: canvas.transferToImageBitmap(), written };
}

self.onmessage = ({ data }: MessageEvent<Order>) => {
    if ('scene' in data) {
        scene = data.scene;
        return;
    }
    const began = performance.now(), { bitmap, written } = draw(data.view);
    const picture: Picture = { number: data.number, view: data.view, bitmap, written, milliseconds: performance.now() - began };
    postMessage(picture, { transfer: [bitmap] });
};
