// directions.ts - which move an arrow key makes: the one whose name says the direction, or that takes the one player, or the gap, there.
import { isEmpty, type Grid } from './grid';
import { looksOf } from './looks';
import { matchPieces, type Piece } from './pieces';
import { seenIn } from './seen';
import type { Puzzle } from '../puzzle';

export interface Option { text: string; shown: string }

const ARROWS = { up: 'ArrowUp', north: 'ArrowUp', down: 'ArrowDown', south: 'ArrowDown', left: 'ArrowLeft', west: 'ArrowLeft', right: 'ArrowRight', east: 'ArrowRight' } as const;
type Word = keyof typeof ARROWS;
const WORD = /(?<![a-z])(up|down|left|right|north|south|west|east)(?![a-z])/gi;

/** A name with one direction in it. */
function wordArrow(text: string): string | null {
    const said = new Set([...text.matchAll(WORD)].map(([word]) => ARROWS[word.toLowerCase() as Word]));
    return said.size === 1 ? [...said][0]! : null;
}

/** Along a row or a column. */
function arrowOf(down: number, right: number): string | null {
    if ((down === 0) === (right === 0)) return null;
    return down ? down < 0 ? 'ArrowUp' : 'ArrowDown' : right < 0 ? 'ArrowLeft' : 'ArrowRight';
}

function boardIn(p: Puzzle, shown: string): Grid | null {
    const seen = seenIn(p, shown);
    return seen.kind === 'grid' && !seen.grid.isStaggered ? looksOf(p).crop(seen.grid) : null;
}

/** The only cell that is empty. */
function gapIn(grid: Grid): { row: number; x: number } | null {
    const empty = grid.cells.filter((cell) => isEmpty(cell.text));
    return empty.length === 1 ? empty[0]! : null;
}

/** What goes where by a move: a piece, or the gap. */
type Ways = Map<Piece | 'gap', string | null>;

function waysOf(p: Puzzle, before: Grid, pieces: Piece[], shown: string): Ways | null {
    const after = boardIn(p, shown), ways: Ways = new Map();
    if (!after || after.rows !== before.rows || after.columns !== before.columns) return null;
    for (const [to, from] of matchPieces(pieces, looksOf(p).pieces(after)))
        if (to.row !== from.row || to.x !== from.x) ways.set(from, arrowOf(to.row - from.row, to.x - from.x));
    const gap = gapIn(before), next = gapIn(after);
    if (gap && next) {
        const down = next.row - gap.row, right = next.x - gap.x;
        if (down || right) ways.set('gap', Math.abs(down) + Math.abs(right) === 1 ? arrowOf(down, right) : null);
    }
    return ways;
}

/** The only one that each move that moves anything moves, and always along a row or a column. */
function moverArrows(p: Puzzle, shown: string, options: Option[]): (string | null)[] {
    const none = options.map(() => null), before = boardIn(p, shown);
    if (!before) return none;
    const pieces = looksOf(p).pieces(before), ways = options.map((option) => waysOf(p, before, pieces, option.shown)), moving = ways.filter((one): one is Ways => one !== null && one.size > 0);
    const movers = [...moving[0]?.keys() ?? []].filter((mover) => moving.every((one) => one.get(mover)));
    const said = movers.map((mover) => ways.map((one) => one?.get(mover) ?? null));
    // Of two that move together, a player and what it pushes, both say the same.
    return said.length && said.every((one) => one.every((arrow, i) => arrow === said[0]![i])) ? said[0]! : none;
}

/** For each of the moves at a state, its arrow key, if no other move has the same. */
export function arrowsOf(p: Puzzle, shown: string, options: Option[]): (string | null)[] {
    const words = options.map((option) => wordArrow(option.text));
    const arrows = words.some((one) => one) ? words : moverArrows(p, shown, options);
    return arrows.map((arrow, i) => arrow && arrows.indexOf(arrow) === i && arrows.lastIndexOf(arrow) === i ? arrow : null);
}

export const ARROW_SIGNS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };
