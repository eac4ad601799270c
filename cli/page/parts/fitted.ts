// fitted.ts - a picture that is drawn for the width of its place, so that its text has 12 pixels on a phone, too.
import { el } from '../dom';

const NARROWEST = 220, LETTER = 7.5;

/** What the longest of these texts takes. */
export const widthOf = (texts: string[]) => Math.ceil(LETTER * Math.max(1, ...texts.map((text) => text.length)));

/** At once for a likely width, and again whenever the place has another one. */
export function fitted(drawAt: (width: number) => SVGElement): HTMLElement {
    const place = el('div', { class: 'fitted' });
    let drawn = 0;
    const show = (given: number) => {
        const width = Math.max(NARROWEST, Math.round(given));
        if (width === drawn) return;
        drawn = width;
        place.replaceChildren(drawAt(width));
    };
    show(Math.min(innerWidth - 70, 560));
    // In a frame of its own: what is drawn may change the height that is observed.
    new ResizeObserver(([entry]) => { const { width } = entry!.contentRect; if (width) requestAnimationFrame(() => show(width)); }).observe(place);
    return place;
}
