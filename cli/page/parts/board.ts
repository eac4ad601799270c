// board.ts - a state as people see it: a board, places with who is there, or its variables.
import { el, svg } from '../dom';
import type { Puzzle, Variable } from '../puzzle';

const CELLS_MOST = 900;

/** Puzzles that show themselves: lines of cells, of one letter each or set apart by blanks. */
function cellsOf(shown: string): string[][] | null {
    const lines = shown.split('\n').filter((line, i, all) => line !== '' || i < all.length - 1);
    if (lines.some((line) => /[|=]/.test(line) && /\w/.test(line))) return null;
    const words = lines.map((line) => line.trim().split(/ +/));
    const width = words[0]!.length;
    if (width > 1 && words.every((line) => line.length === width && line.every((word) => [...word].length <= 3))) return words;
    const letters = lines.map((line) => [...line]);
    const wide = Math.max(...letters.map((line) => line.length));
    if (lines.length === 1 && (wide < 2 || /[a-z]{3}|[ :,]/.test(shown))) return null;
    if (letters.some((line) => /[a-z]{4}/.test(line.join('')))) return null;
    return letters.map((line) => [...line, ...Array<string>(wide - line.length).fill(' ')]);
}

/** "west: wolf goat | east: farmer" */
function placesOf(shown: string): { place: string; here: string[] }[] | null {
    const parts = shown.split('|').map((part) => /^\s*([^:|]+):\s*(.*?)\s*$/s.exec(part));
    if (parts.length < 2 || parts.some((part) => !part)) return null;
    return parts.map((part) => ({ place: part![1]!.trim(), here: part![2] ? part![2].split(/ +/) : [] }));
}

/** "at_p=idle flag_p=false queue=[a, b]" */
function pairsOf(shown: string): [string, string][] | null {
    const parts = shown.split(/ (?![^[\]]*\])/).map((part) => part.split('='));
    return parts.length && parts.every((part) => part.length === 2) ? parts as [string, string][] : null;
}

/** An array of two indices, where nothing else says how it looks. */
function gridOf(p: Puzzle, pairs: [string, string][]): { cells: string[][]; others: [string, string][] } | null {
    const byColumn = new Map<string, Variable>(p.variables.map((v) => [v.column, v]));
    const rows = new Map<string, Map<string, string>>();
    const others: [string, string][] = [];
    let array: string | null = null;
    for (const [column, value] of pairs) {
        const v = byColumn.get(column);
        if (v?.indices.length === 2 && (array === null || array === v.array)) {
            array = v.array;
            const row = rows.get(v.indices[0]!) ?? new Map<string, string>();
            rows.set(v.indices[0]!, row.set(v.indices[1]!, value));
        } else {
            others.push([column, value]);
        }
    }
    const cells = [...rows.values()].map((row) => [...row.values()]);
    return array !== null && cells.every((row) => row.length === cells[0]!.length) ? { cells, others } : null;
}

const WALLS = new Set(['#', '█']);
const EMPTY = new Set([' ', '_', '.', '·', '-', '0', 'none', 'false', 'empty']);
const COLOURS = 8;

/** What differs looks different, the same everywhere in a database: names of variables in their order, others by their letters. */
function tint(text: string, p?: Puzzle): number {
    if (p) {
        const known = [...new Set(p.variables.map((v) => v.indices[v.indices.length - 1] ?? v.said))].indexOf(text);
        if (known >= 0) return known % COLOURS;
    }
    let sum = 7;
    for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
    return sum % COLOURS;
}

function cellKind(text: string): string {
    if (WALLS.has(text)) return 'wall';
    return EMPTY.has(text) ? 'empty' : `tint-${tint(text)}`;
}

/** Blanks outside of the walls are no floor. */
function outside(cells: string[][]): Set<string> {
    const found = new Set<string>(), height = cells.length, width = cells[0]!.length;
    if (!cells.flat().some((text) => WALLS.has(text))) return found;
    const visit = (i: number, j: number): void => {
        const key = `${i} ${j}`;
        if (cells[i]?.[j] !== ' ' || found.has(key)) return;
        found.add(key);
        for (const [di, dj] of [[0, 1], [1, 0], [0, -1], [-1, 0]] as const) visit(i + di, j + dj);
    };
    for (let i = 0; i < height; i++) for (const j of [0, width - 1]) visit(i, j);
    for (let j = 0; j < width; j++) for (const i of [0, height - 1]) visit(i, j);
    return found;
}

function drawCells(cells: string[][], before: string[][] | null): SVGElement {
    const width = cells[0]!.length, height = cells.length;
    const longest = Math.max(...cells.flat().map((text) => [...text].length));
    const w = longest > 3 ? 14 * longest : 40, h = 40;
    const board = svg('svg', { class: 'cells', viewBox: `-1 -1 ${width * w + 2} ${height * h + 2}`, 'aria-hidden': 'true' });
    board.style.setProperty('--columns', String(width * w / 40));
    const none = outside(cells);
    cells.forEach((row, i) => row.forEach((text, j) => {
        if (none.has(`${i} ${j}`)) return;
        const changed = before !== null && before[i]?.[j] !== text;
        const kind = cellKind(text);
        board.append(svg('rect', { x: j * w + 1, y: i * h + 1, width: w - 2, height: h - 2, rx: kind === 'wall' ? 2 : 7, class: `cell ${kind}${changed ? ' changed' : ''}` }));
        const letters = EMPTY.has(text) && text !== '.' ? '' : WALLS.has(text) ? '' : text;
        if (letters) board.append(svg('text', { x: (j + 0.5) * w, y: (i + 0.5) * h, class: `letter ${kind}` }, letters === '.' ? '·' : letters));
    }));
    return board;
}

function drawPlaces(p: Puzzle, places: { place: string; here: string[] }[], before: { place: string; here: string[] }[] | null): HTMLElement {
    const was = new Map<string, string>();
    for (const { place, here } of before ?? []) for (const one of here) was.set(one, place);
    return el('div', { class: 'places' }, places.map(({ place, here }) =>
        el('div', { class: 'place' }, el('div', { class: 'place-name' }, place),
            el('div', { class: 'tokens' }, here.map((one) =>
                el('span', { class: `token tint-${tint(one, p)}${before && was.get(one) !== place ? ' changed' : ''}` }, one))))));
}

function drawPairs(pairs: [string, string][], before: [string, string][] | null): HTMLElement {
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

/** Draws `shown`; what is another than in `before` is marked. */
export function board(p: Puzzle, shown: string, before: string | null = null): HTMLElement {
    const frame = (child: Node) => el('div', { class: 'board', role: 'img', 'aria-label': `state: ${shown}` }, child);
    const places = placesOf(shown);
    if (places) return frame(drawPlaces(p, places, before === null ? null : placesOf(before)));
    const pairs = pairsOf(shown);
    if (pairs) {
        const grid = gridOf(p, pairs), old = before === null ? null : pairsOf(before);
        if (!grid) return frame(drawPairs(pairs, old));
        const oldGrid = old && gridOf(p, old);
        return frame(el('div', { class: 'stack' }, drawCells(grid.cells, oldGrid?.cells ?? null),
            grid.others.length > 0 && drawPairs(grid.others, oldGrid?.others ?? null)));
    }
    const all = shown.split('\n');
    // A board may have a line of words below it.
    const tail = all.length > 2 && /[a-z]{2}.* /i.test(all[all.length - 1]!) ? all.pop()! : null;
    const cells = cellsOf(all.join('\n'));
    if (cells && cells.length * cells[0]!.length <= CELLS_MOST) {
        const oldLines = before?.split('\n');
        if (tail !== null) oldLines?.pop();
        return frame(el('div', { class: 'stack' }, drawCells(cells, oldLines ? cellsOf(oldLines.join('\n')) : null), tail !== null && el('p', { class: 'caption' }, tail)));
    }
    return frame(drawLines(shown, before));
}
