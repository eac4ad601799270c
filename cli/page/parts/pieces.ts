// pieces.ts - the pieces of a board: cells of one block are one; which piece of one state is which of the next.
import { cellKey, isPiece, type Grid } from './grid';

/** `row` and `x`: its upper left corner; `cells`: from there. */
export interface Piece { glyph: string; row: number; x: number; cells: [number, number][] }
/** The cells of a block from its first one, in the order of reading. */
export type Shape = [number, number][];

const BLOCK_MOST = 9;
const SIDES = [[0, 1], [1, 0], [0, -1], [-1, 0]] as const;

type Places = [number, number][];
const inOrder = (places: Places) => [...places].sort(([a, b], [c, d]) => a - c || b - d);

/** Where each glyph is. */
function placesByGlyph(grid: Grid): Map<string, Places> {
    const found = new Map<string, Places>();
    for (const { row, x, text } of grid.cells) {
        if (!isPiece(text)) continue;
        const places = found.get(text);
        if (places) places.push([row, x]); else found.set(text, [[row, x]]);
    }
    return found;
}

/** Places that touch by a side are one component. */
function componentsOf(places: Places): Places[] {
    const left = new Map(places.map((place) => [cellKey(...place), place])), found: Places[] = [];
    for (const place of places) {
        if (!left.delete(cellKey(...place))) continue;
        const component = [place];
        for (const [row, x] of component) {
            for (const [down, right] of SIDES) {
                const beside = left.get(cellKey(row + down, x + right));
                if (beside && left.delete(cellKey(...beside))) component.push(beside);
            }
        }
        found.push(inOrder(component));
    }
    return found;
}

const fromFirst = (places: Places): Shape => places.map(([row, x]) => [row - places[0]![0], x - places[0]![1]]);

/** A component as blocks of one shape, beginning with the first cell; null: they do not fill it. */
function tiled(component: Places, shape: Shape): Places[] | null {
    const left = new Set(component.map((place) => cellKey(...place))), found: Places[] = [];
    for (const [row, x] of component) {
        if (!left.has(cellKey(row, x))) continue;
        const block = shape.map(([down, right]): [number, number] => [row + down, x + right]);
        if (!block.every((place) => left.delete(cellKey(...place)))) return null;
        found.push(block);
    }
    return found;
}

/** The shape that one glyph has in all these boards: its smallest component, if that fills all others. */
function shapeIn(boards: Places[]): Shape | null {
    if (boards.some((places) => places.length !== boards[0]!.length)) return null;
    const components = boards.flatMap((places) => componentsOf(places)), smallest = components.reduce((a, b) => b.length < a.length ? b : a);
    const shape = fromFirst(smallest);
    return shape.length > 1 && shape.length <= BLOCK_MOST && components.every((component) => tiled(component, shape)) ? shape : null;
}

/** Cars and blocks: equal glyphs side by side are one, if they never part in these boards, which are different states. */
export function blockShapes(boards: Grid[]): Map<string, Shape> {
    const found = new Map<string, Shape>();
    if (boards.length < 2 || boards.some((board) => board.isStaggered)) return found;
    const places = boards.map(placesByGlyph);
    for (const glyph of places[0]!.keys()) {
        const all = places.map((of) => of.get(glyph) ?? []), shape = all.every((one) => one.length) ? shapeIn(all) : null;
        if (shape) found.set(glyph, shape);
    }
    return found;
}

function pieceAt(glyph: string, places: Places): Piece {
    const row = Math.min(...places.map(([r]) => r)), x = Math.min(...places.map(([, c]) => c));
    return { glyph, row, x, cells: places.map(([r, c]) => [r - row, c - x]) };
}

/** A component that the shape does not fill is taken cell by cell. */
export function piecesOf(grid: Grid, shapes: Map<string, Shape>): Piece[] {
    return [...placesByGlyph(grid)].flatMap(([glyph, places]) => {
        const shape = shapes.get(glyph), single = (all: Places) => all.map((place) => [place]);
        const blocks = shape ? componentsOf(places).flatMap((component) => tiled(component, shape) ?? single(component)) : single(places);
        return blocks.map((block) => pieceAt(glyph, block));
    });
}

type Pairs = Map<Piece, Piece>;
const isAt = (piece: Piece) => `${piece.glyph} ${piece.row} ${piece.x} ${piece.cells.length}`;
const sorted = (pieces: Piece[]) => [...pieces].sort((a, b) => a.row - b.row || a.x - b.x);

/** All by the same way: [down, right]; null: they do not move together. */
function commonWay(gone: Piece[], came: Piece[]): [number, number] | null {
    if (!gone.length || gone.length !== came.length) return null;
    const from = sorted(gone), to = sorted(came), down = to[0]!.row - from[0]!.row, right = to[0]!.x - from[0]!.x;
    return from.every((piece, i) => to[i]!.row - piece.row === down && to[i]!.x - piece.x === right && to[i]!.cells.length === piece.cells.length) ? [down, right] : null;
}

function pairInOrder(pairs: Pairs, gone: Piece[], came: Piece[]): void {
    const from = sorted(gone);
    sorted(came).forEach((piece, i) => pairs.set(piece, from[i]!));
}

/** Of several that are gone, who came: one that jumped over another that is gone, else the nearest. */
function whoCame(to: Piece, gone: Piece[], allGone: Piece[]): Piece {
    const jumped = gone.find((from) => allGone.some((over) => over !== from && over.row * 2 === from.row + to.row && over.x * 2 === from.x + to.x));
    const far = (piece: Piece) => Math.hypot(piece.row - to.row, piece.x - to.x);
    return jumped ?? gone.reduce((a, b) => far(b) < far(a) ? b : a);
}

/** Which piece `before` each piece `after` is. Those of one glyph that part in different ways are new: nothing says which is which. */
export function matchPieces(before: Piece[], after: Piece[]): Pairs {
    const pairs: Pairs = new Map(), still = new Map(before.map((piece) => [isAt(piece), piece]));
    const came: Piece[] = [];
    for (const piece of after) {
        const same = still.get(isAt(piece));
        if (same) pairs.set(piece, same); else came.push(piece);
    }
    const stayed = new Set(pairs.values()), gone = before.filter((piece) => !stayed.has(piece));
    for (const glyph of new Set(came.map((piece) => piece.glyph))) {
        const from = gone.filter((piece) => piece.glyph === glyph), to = came.filter((piece) => piece.glyph === glyph);
        if (to.length === 1 && from.length) pairs.set(to[0]!, whoCame(to[0]!, from, gone));
        else if (commonWay(from, to)) pairInOrder(pairs, from, to);
    }
    matchOtherGlyphs(pairs, gone, came);
    return pairs;
}

/** A piece that looks different where it stands, or a step further: a box on its target. */
function matchOtherGlyphs(pairs: Pairs, gone: Piece[], came: Piece[]): void {
    const used = new Set(pairs.values()), from = gone.filter((piece) => !used.has(piece)), to = came.filter((piece) => !pairs.has(piece));
    const way = commonWay(from, to);
    if (way && Math.abs(way[0]) + Math.abs(way[1]) <= 1) return pairInOrder(pairs, from, to);
    for (const piece of to) {
        const here = from.find((one) => one.row === piece.row && one.x === piece.x && one.cells.length === piece.cells.length);
        if (here) pairs.set(piece, here);
    }
}
