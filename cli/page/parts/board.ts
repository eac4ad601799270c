// board.ts - a state as people see it: a board, places with who is there, or its variables; from one state to the next its pieces move.
import { el } from '../dom';
import { looksOf } from './looks';
import { GridPicture } from './grid_picture';
import { hasPicture, pictureOf } from './picture';
import { PlacesPicture } from './places_picture';
import { seenIn, type Pairs, type Seen } from './seen';
import type { Puzzle } from '../puzzle';

const CELLS_MOST = 900;

function drawPairs(pairs: Pairs, before: Pairs | null): HTMLElement {
    const was = new Map(before ?? []);
    return el('div', { class: 'pairs' }, pairs.map(([name, value]) =>
        el('span', { class: `pair${before && was.get(name) !== value ? ' changed' : ''}` }, el('span', { class: 'pair-name' }, name), el('b', {}, value))));
}

/** Many short cells are a table of numbers, and no board. */
function drawLines(shown: string, before: string | null): HTMLElement {
    const was = before?.split('\n');
    return el('pre', { class: 'shown', tabindex: '0' }, shown.split('\n').flatMap((line, i) => [i ? '\n' : '',
        was && was[i] !== line ? el('mark', {}, line) : line]));
}

const isBoard = (seen: Seen): seen is Seen & { kind: 'grid' } => seen.kind === 'grid' && seen.grid.cells.length <= CELLS_MOST;

/** A board that stays in the page while its states change. */
export class MovingBoard {
    readonly node = el('div', { class: 'board', role: 'img' });
    private picture: GridPicture | PlacesPicture | null = null;

    private turn = 0;

    constructor(private readonly p: Puzzle) {}

    /** What is another than in `before` is marked.  State `id` of the file may have a picture of the puzzle's own. */
    show(shown: string, before: string | null, id: number | null = null): void {
        this.turn++;
        this.node.setAttribute('aria-label', `state: ${shown}`);
        if (id !== null && hasPicture(this.p)) void this.showOwn(id, shown, before);
        else this.showText(shown, before);
    }

    /** Where the picture has no value the text stands for it. */
    private async showOwn(id: number, shown: string, before: string | null): Promise<void> {
        const turn = this.turn;
        this.node.dataset.pending = '';
        const own = await pictureOf(this.p, id).catch(() => null);
        if (turn !== this.turn) return;
        delete this.node.dataset.pending;
        if (own) this.showStill(own);
        else this.showText(shown, before);
    }

    private showText(shown: string, before: string | null): void {
        const seen = seenIn(this.p, shown), old = before === null ? null : seenIn(this.p, before);
        if (isBoard(seen)) this.showGrid(seen, old && isBoard(old) ? old : null);
        else if (seen.kind === 'places') this.showPlaces(seen, old);
        else this.showStill(seen.kind === 'pairs' ? drawPairs(seen.pairs, old?.kind === 'pairs' ? old.pairs : null) : drawLines(shown, before));
    }

    private showGrid(seen: Seen & { kind: 'grid' }, old: (Seen & { kind: 'grid' }) | null): void {
        const looks = looksOf(this.p), grid = looks.crop(seen.grid), oldGrid = old && looks.crop(old.grid);
        const below = [seen.caption !== null && el('p', { class: 'caption' }, seen.caption), seen.others.length > 0 && drawPairs(seen.others, old?.others ?? null)];
        if (this.picture instanceof GridPicture && this.picture.fits(grid)) {
            this.picture.node.parentElement!.replaceChildren(...el('div', {}, this.picture.node, below).childNodes);
        } else {
            this.picture = new GridPicture(looks, grid);
            this.node.replaceChildren(el('div', { class: 'stack' }, this.picture.node, below));
        }
        this.picture.show(grid, oldGrid);
    }

    private showPlaces(seen: Seen & { kind: 'places' }, old: Seen | null): void {
        if (!(this.picture instanceof PlacesPicture)) {
            this.picture = new PlacesPicture(looksOf(this.p));
            this.node.replaceChildren(this.picture.node);
        }
        this.picture.show(seen.places, old?.kind === 'places' ? old.places : null);
    }

    private showStill(child: Node): void {
        this.picture = null;
        this.node.replaceChildren(child);
    }
}

/** Draws `shown`; what is another than in `before` is marked.  State `id` of the file may have a picture of the puzzle's own. */
export function board(p: Puzzle, shown: string, before: string | null = null, id: number | null = null): HTMLElement {
    const one = new MovingBoard(p);
    one.show(shown, before, id);
    return one.node;
}
