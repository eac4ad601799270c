// looks.ts - how a puzzle's boards look, the same in all of its states: colours, blocks, what is outside of the board.
import { centredRows, cropped, isPiece, type Grid } from './grid';
import { Palette } from './palette';
import { blockShapes, piecesOf, type Piece, type Shape } from './pieces';
import { seenIn } from './seen';
import type { Puzzle } from '../puzzle';

/** Numbers by their values, before other texts. */
const byNumber = new Intl.Collator('en', { numeric: true }).compare;

export class Looks {
    readonly glyphs: Palette;
    readonly names: Palette;
    private readonly shapes: Map<string, Shape>;
    private readonly extents: [number, number][] | null;
    private readonly first: Grid | undefined;

    constructor(p: Puzzle) {
        const seen = [...new Set(p.samples)].map((shown) => seenIn(p, shown)), boards = seen.flatMap((one) => one.kind === 'grid' ? [one.grid] : []);
        this.first = boards[0];
        const alike = boards.filter((grid) => this.isLike(grid));
        this.extents = this.first && !this.first.isStaggered ? centredRows(alike) : null;
        this.shapes = alike.length === boards.length ? blockShapes(alike) : new Map<string, Shape>();
        this.glyphs = new Palette(boards.flatMap((grid) => [...new Set(grid.cells.map((cell) => cell.text).filter(isPiece))].sort(byNumber)));
        const known = p.variables.map((v) => v.indices[v.indices.length - 1] ?? v.said), there = new Set(seen.flatMap((one) => one.kind === 'places' ? one.places.flatMap(({ here }) => here) : []));
        this.names = new Palette([...new Set([...known.filter((name) => there.has(name)), ...there])]);
    }

    private isLike(grid: Grid): boolean {
        return grid.rows === this.first?.rows && grid.columns === this.first.columns && grid.isStaggered === this.first.isStaggered;
    }

    crop(grid: Grid): Grid {
        return cropped(grid, this.extents && this.isLike(grid) ? this.extents : null);
    }

    pieces(grid: Grid): Piece[] {
        return piecesOf(grid, grid.isStaggered ? new Map<string, Shape>() : this.shapes);
    }
}

const known = new WeakMap<Puzzle, Looks>();

export function looksOf(p: Puzzle): Looks {
    const looks = known.get(p) ?? new Looks(p);
    known.set(p, looks);
    return looks;
}
