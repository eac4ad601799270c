// grid.ts - a text as the cells of a board: rows of letters or of words; triangles and crosses by the blanks before their rows.

/** `x` in cells from the left: of a triangle also halves. */
export interface Cell { row: number; x: number; text: string }
export interface Grid {
    cells: Cell[];
    rows: number;
    columns: number;
    /** Letters of the longest text. */
    longest: number;
    /** Rows that are shifted against each other: cells have no neighbours to the left or above. */
    isStaggered: boolean;
}

const WALLS = new Set(['#', '█']);
const EMPTY = new Set([' ', '_', '.', '·', '-', '0', 'none', 'false', 'empty']);

export const isWall = (text: string) => WALLS.has(text);
export const isEmpty = (text: string) => EMPTY.has(text);
/** A wall or a floor is no piece. */
export const isPiece = (text: string) => !WALLS.has(text) && !EMPTY.has(text);
export const cellKey = (row: number, x: number) => `${row} ${x}`;

const leadOf = (line: string) => line.length - line.trimStart().length;

export function gridOfRows(rows: string[][]): Grid {
    const cells = rows.flatMap((texts, row) => texts.map((text, x) => ({ row, x, text })));
    return { cells, rows: rows.length, columns: Math.max(...rows.map((texts) => texts.length)), longest: Math.max(...cells.map((cell) => [...cell.text].length)), isStaggered: false };
}

/** Words of one length at one distance, whose rows begin at different places. */
function staggeredIn(lines: string[]): Grid | null {
    if (lines.length < 2 || new Set(lines.map(leadOf)).size < 2) return null;
    const found = lines.map((line) => [...line.matchAll(/\S+/g)]), length = found[0]![0]?.[0].length ?? 0;
    const ofMany = found.find((words) => words.length > 1);
    if (!ofMany || length > 3) return null;
    const pitch = ofMany[1]!.index - ofMany[0]!.index, least = Math.min(...lines.map(leadOf));
    const isEven = (words: RegExpMatchArray[]) => words.length > 0 && words.every((word, i) => word[0].length === length && (i === 0 || word.index! - words[i - 1]!.index! === pitch));
    if (!found.every(isEven)) return null;
    const cells = found.flatMap((words, row) => words.map((word) => ({ row, x: (word.index - least) / pitch, text: word[0] })));
    return { cells, rows: lines.length, columns: Math.max(...cells.map((cell) => cell.x)) + 1, longest: length, isStaggered: true };
}

/** Texts of different states whose lines have the same lengths and no blanks: whatever letters there are, they are cells and no words. */
export function haveOneSize(texts: string[]): boolean {
    const sizes = new Set(texts.map((text) => text.split('\n').map((line) => line.length).join(' ')));
    return sizes.size === 1 && new Set(texts).size > 1 && !texts.some((text) => /[ :,[\]]/.test(text));
}

/** Puzzles that show themselves: lines of cells, of one letter each or set apart by blanks; `areCells`: surely no words. */
export function gridOfText(shown: string, areCells: boolean): Grid | null {
    const lines = shown.split('\n').filter((line, i, all) => line !== '' || i < all.length - 1);
    if (!lines.length || lines.some((line) => /[|=]/.test(line) && /\w/.test(line))) return null;
    const staggered = staggeredIn(lines);
    if (staggered) return staggered;
    const words = lines.map((line) => line.trim().split(/ +/)), width = words[0]!.length;
    if (width > 1 && words.every((line) => line.length === width && line.every((word) => [...word].length <= 3))) return gridOfRows(words);
    const letters = lines.map((line) => [...line]), wide = Math.max(...letters.map((line) => line.length));
    if (wide === 0 || (lines.length === 1 && !areCells && (wide < 2 || /[a-z]{3}|[ :,]/.test(shown)))) return null;
    if (!areCells && letters.some((line) => /[a-z]{4}/.test(line.join('')))) return null;
    return gridOfRows(letters.map((line) => [...line, ...Array<string>(wide - line.length).fill(' ')]));
}

/** The first and the last place of each row that is no blank in any of these boards of one size, if all rows are centred and one is shorter. */
export function centredRows(boards: Grid[]): [number, number][] | null {
    const first = boards[0]!, extents = Array.from({ length: first.rows }, (): [number, number] => [first.columns, -1]);
    for (const { cells } of boards) {
        for (const { row, x, text } of cells) {
            if (text === ' ') continue;
            extents[row]![0] = Math.min(extents[row]![0], x);
            extents[row]![1] = Math.max(extents[row]![1], x);
        }
    }
    const isCentred = extents.every(([from, to]) => to >= 0 && Math.abs(from - (first.columns - 1 - to)) <= 1);
    return isCentred && extents.some(([from]) => from > 0) ? extents : null;
}

/** Blanks outside of the walls are no floor. */
function beyondWalls({ cells, rows, columns }: Grid): Set<string> {
    const found = new Set<string>(), at = new Map(cells.map((cell) => [cellKey(cell.row, cell.x), cell.text]));
    if (!cells.some((cell) => isWall(cell.text))) return found;
    const open: [number, number][] = [];
    for (let i = 0; i < rows; i++) open.push([i, 0], [i, columns - 1]);
    for (let j = 0; j < columns; j++) open.push([0, j], [rows - 1, j]);
    for (let next = open.pop(); next; next = open.pop()) {
        const [i, j] = next, key = cellKey(i, j);
        if (at.get(key) !== ' ' || found.has(key)) continue;
        found.add(key);
        open.push([i, j + 1], [i + 1, j], [i, j - 1], [i - 1, j]);
    }
    return found;
}

/** Without what is outside of the board. */
export function cropped(grid: Grid, extents: [number, number][] | null): Grid {
    const none = beyondWalls(grid);
    const isInside = ({ row, x }: Cell) => !none.has(cellKey(row, x)) && (!extents || (x >= extents[row]![0] && x <= extents[row]![1]));
    return { ...grid, cells: grid.cells.filter(isInside) };
}
