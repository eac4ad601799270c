// grid_picture.ts - a board of cells: floor and walls, and pieces, which are elements that stay from one state to the next.
import { svg } from '../dom';
import { cellKey, isPiece, isWall, type Cell, type Grid } from './grid';
import type { Looks } from './looks';
import { appear, mayMove, slide, vanish } from './motion';
import { matchPieces, type Piece } from './pieces';

const SIDE = 40, GAP = 1;

/** One outline around all cells of a piece: the cells, and what is between those that touch. */
function outline(cells: [number, number][], w: number): string {
    const has = new Set(cells.map(([row, x]) => cellKey(row, x)));
    const box = (x: number, y: number, wide: number, high: number) => `M${x} ${y}h${wide}v${high}h${-wide}z`;
    return cells.map(([row, x]) => {
        const right = has.has(cellKey(row, x + 1)), below = has.has(cellKey(row + 1, x)), corner = right && below && has.has(cellKey(row + 1, x + 1));
        const left = x * w + GAP, top = row * SIDE + GAP, wide = w - 2 * GAP, high = SIDE - 2 * GAP;
        return box(left, top, wide, high) + (right ? box(left + wide, top, 2 * GAP, high) : '') + (below ? box(left, top + high, wide, 2 * GAP) : '') + (corner ? box(left + wide, top + high, 2 * GAP, 2 * GAP) : '');
    }).join('');
}

interface Drawn { piece: Piece; element: SVGElement }

export class GridPicture {
    readonly node: SVGElement;
    private readonly floor = svg('g', { class: 'floor' });
    private readonly layer = svg('g', { class: 'pieces' });
    private readonly w: number;
    private readonly longest: number;
    private drawn: Drawn[] = [];

    constructor(private readonly looks: Looks, private readonly size: Grid) {
        this.longest = Math.max(3, size.longest);
        this.w = this.longest > 3 ? 14 * this.longest : SIDE;
        const width = size.columns * this.w;
        this.node = svg('svg', { class: `cells${size.isStaggered ? ' staggered' : ''}`, viewBox: `-1 -1 ${width + 2} ${size.rows * SIDE + 2}`, 'aria-hidden': 'true' }, this.floor, this.layer);
        this.node.style.setProperty('--columns', String(width / SIDE));
    }

    /** Whether the pieces of that board can move on this one. */
    fits(grid: Grid): boolean {
        return grid.rows === this.size.rows && grid.columns === this.size.columns && grid.isStaggered === this.size.isStaggered && grid.longest <= this.longest;
    }

    show(grid: Grid, before: Grid | null): void {
        const was = before && new Map(before.cells.map((cell) => [cellKey(cell.row, cell.x), cell.text]));
        this.drawFloor(grid, was);
        const isFirst = !this.drawn.length, pieces = this.looks.pieces(grid), same = matchPieces(this.drawn.map(({ piece }) => piece), pieces);
        const elements = new Map(this.drawn.map(({ piece, element }) => [piece, element])), moves = mayMove(this.node);
        this.drawn = pieces.map((piece) => {
            const old = same.get(piece), element = old ? elements.get(old)! : svg('g', {});
            const from = old && this.placeOf(old, moves ? element : null);
            this.paint(piece, element, was);
            if (!old) {
                this.layer.append(element);
                if (moves && !isFirst) appear(element);
            } else if (moves && (old.row !== piece.row || old.x !== piece.x)) {
                this.layer.append(element); // above those that stay
                slide(element, from!, this.placeOf(piece, null));
            }
            return { piece, element };
        });
        const stay = new Set(this.drawn.map(({ element }) => element));
        for (const element of elements.values()) if (!stay.has(element)) vanish(element);
    }

    /** Where the piece is; of an element on its way, where that is now. */
    private placeOf(piece: Piece, element: SVGElement | null): string {
        const onItsWay = element?.getAnimations().length ? getComputedStyle(element).transform : 'none';
        return onItsWay === 'none' ? `translate(${piece.x * this.w}px, ${piece.row * SIDE}px)` : onItsWay;
    }

    private paint(piece: Piece, element: SVGElement, was: Map<string, string> | null): void {
        const tint = `tint-${this.looks.glyphs.colourOf(piece.glyph)}`, rows = Math.max(...piece.cells.map(([row]) => row)) + 1, columns = Math.max(...piece.cells.map(([, x]) => x)) + 1;
        const isChanged = was !== null && piece.cells.some(([row, x]) => was.get(cellKey(piece.row + row, piece.x + x)) !== piece.glyph);
        const shape = { class: `cell ${tint}${isChanged ? ' changed' : ''}` }, isBox = piece.cells.length === rows * columns;
        element.setAttribute('class', 'piece');
        element.setAttribute('data-glyph', piece.glyph);
        element.style.transform = this.placeOf(piece, null);
        // The letter of a block that is no box is in its first cell.
        const [row, x] = isBox ? [(rows - 1) / 2, (columns - 1) / 2] : piece.cells[0]!;
        element.replaceChildren(
            isBox ? svg('rect', { ...shape, x: GAP, y: GAP, width: columns * this.w - 2 * GAP, height: rows * SIDE - 2 * GAP, rx: this.corner() }) : svg('path', { ...shape, d: outline(piece.cells, this.w) }),
            svg('text', { x: (x + 0.5) * this.w, y: (row + 0.5) * SIDE, class: 'letter' }, piece.glyph));
    }

    private corner = () => this.size.isStaggered ? SIDE / 2 : 7;

    private drawFloor(grid: Grid, was: Map<string, string> | null): void {
        this.floor.replaceChildren(...grid.cells.flatMap((cell) => this.floorCell(cell, was)));
    }

    private floorCell({ row, x, text }: Cell, was: Map<string, string> | null): SVGElement[] {
        const wall = isWall(text), isChanged = was !== null && !isPiece(text) && was.get(cellKey(row, x)) !== text;
        const rect = svg('rect', { x: x * this.w + GAP, y: row * SIDE + GAP, width: this.w - 2 * GAP, height: SIDE - 2 * GAP, rx: wall ? 2 : this.corner(), class: `cell ${wall ? 'wall' : 'empty'}${isChanged ? ' changed' : ''}` });
        return text === '.' ? [rect, svg('text', { x: (x + 0.5) * this.w, y: (row + 0.5) * SIDE, class: 'letter faint' }, '·')] : [rect];
    }
}
