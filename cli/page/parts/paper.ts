// paper.ts - what is printed: nothing is folded away, and the map is a picture that paper can have.
import { el } from '../dom';

/** Opens what is folded, but for what would have to be asked first, and for the tables of charts; gives what folds it again. */
function unfold(place: HTMLElement): () => void {
    const folded = [...place.querySelectorAll<HTMLDetailsElement>('details:not([open], [data-ask], figure details)')];
    for (const one of folded) one.open = true;
    return () => folded.forEach((one) => { one.open = false; });
}

/** A canvas that shows bitmaps is empty on paper, one that is drawn on is not. */
function copyOf(sheets: HTMLElement, isDark: boolean): HTMLCanvasElement {
    const { clientWidth: width, clientHeight: height } = sheets, ratio = devicePixelRatio;
    const copy = el('canvas', { class: isDark ? 'map-printed dark' : 'map-printed', width: width * ratio, height: height * ratio });
    const context = copy.getContext('2d')!;
    for (const sheet of sheets.querySelectorAll<HTMLCanvasElement>('.map-sheet')) {
        if (!sheet.width || !sheet.height) continue;
        context.setTransform(new DOMMatrix().scale(ratio).multiply(new DOMMatrix(getComputedStyle(sheet).transform)));
        context.drawImage(sheet, 0, 0, sheet.offsetWidth, sheet.offsetHeight);
    }
    return copy;
}

function copyMaps(place: HTMLElement, isDark: boolean): () => void {
    const copies = [...place.querySelectorAll<HTMLElement>('.map-sheets')].map((sheets) => {
        const copy = copyOf(sheets, isDark);
        sheets.after(copy);
        return copy;
    });
    return () => copies.forEach((one) => one.remove());
}

/** Of what is in this place, whenever it is printed. */
export function readyForPaper(place: HTMLElement, isDark: () => boolean): void {
    addEventListener('beforeprint', () => {
        const undo = [unfold(place), copyMaps(place, isDark())];
        addEventListener('afterprint', () => undo.forEach((one) => one()), { once: true });
    });
}
