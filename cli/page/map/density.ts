// density.ts - a space that is too large for a map: how many states there are at each depth and distance.
import { el, figure, plural, svg } from '../dom';
import { fitted, widthOf } from '../parts/fitted';
import { table } from '../parts/table';
import { knowsDistances, quoted, type Puzzle } from '../puzzle';
import { inBoth, scale } from './colours';

const CELLS = 64, FINGER = 24, H = 420, BOTTOM = 40;

/** By depth and, upwards, by distance to the goal or by any variable. */
export async function densityPicture(p: Puzzle, by: string): Promise<HTMLElement> {
    const upwards = by === 'to_goal' ? 'distance to the goal' : p.variables.find((v) => v.column === by)?.said ?? by;
    const column = by === 'to_goal' ? 'to_goal' : quoted(by);
    const rows = (await p.connection.rows(`SELECT depth, ${column}, count(*) FROM states_${p.run} WHERE depth IS NOT NULL GROUP BY 1, 2`));
    const numeric = rows.every(([, value]) => value === null || typeof value === 'number');
    const values = [...new Set(rows.map(([, value]) => value))].sort((a, b) => a === null ? -1 : b === null ? 1 : numeric ? Number(a) - Number(b) : String(a) < String(b) ? -1 : 1);
    const across = innerWidth <= 760 ? Math.floor((innerWidth - 110) / FINGER) : CELLS, upward = innerWidth <= 760 ? Math.floor((H - BOTTOM) / FINGER) : CELLS;
    const deepest = Math.max(...rows.map(([depth]) => Number(depth)), 1);
    const perColumn = Math.ceil((deepest + 1) / across), perRow = Math.ceil(values.length / upward), place = new Map(values.map((value, i) => [value, i]));
    const columns = Math.ceil((deepest + 1) / perColumn), lines = Math.ceil(values.length / perRow), cells = new Map<string, number>();
    for (const [depth, value, count] of rows) {
        const key = `${Math.floor(Number(depth) / perColumn)} ${Math.floor(place.get(value!)! / perRow)}`;
        cells.set(key, (cells.get(key) ?? 0) + Number(count));
    }
    const most = Math.max(...cells.values()), high = (H - BOTTOM) / lines, detail = el('div', { class: 'answer' });
    const show = async (i: number, j: number) => {
        const some = values.slice(j * perRow, (j + 1) * perRow), known = some.filter((value) => value !== null);
        const found = await p.connection.select(`SELECT id, depth, to_goal, shown FROM states_${p.run} WHERE depth BETWEEN ? AND ? AND (${column} IN (${known.map(() => '?').join(',') || 'NULL'})${some.includes(null) ? ` OR ${column} IS NULL` : ''}) ORDER BY id`,
            [i * perColumn, (i + 1) * perColumn - 1, ...known as (string | number)[]], 20);
        detail.replaceChildren(el('p', { class: 'note' }, `${plural(cells.get(`${i} ${j}`) ?? 0, 'state')}${found.more ? '; the first 20' : ''}:`), table(found, 'states of this cell'));
    };
    const word = (value: unknown) => value === null ? by === 'to_goal' && knowsDistances(p) ? 'dead end' : 'none' : typeof value === 'number' ? figure(value) : String(value);
    const every = Math.max(1, Math.ceil(lines / 10)), names = Array.from({ length: Math.ceil(lines / every) }, (_, k) => word(values[k * every * perRow]));
    const left = Math.min(16 + widthOf(names), 110), room = 10 + widthOf([figure(deepest)]);
    const drawAt = (width: number) => {
        const wide = (width - left) / columns;
        const picture = svg('svg', { viewBox: `0 0 ${width} ${H}`, class: 'chart density', role: 'img', 'aria-label': `states by depth and ${upwards}` });
        for (const [key, count] of cells) {
            const [i, j] = key.split(' ').map(Number) as [number, number];
            const cell = svg('rect', { x: left + i * wide, y: H - BOTTOM - (j + 1) * high, width: Math.max(wide - 0.6, 0.8), height: Math.max(high - 0.6, 0.8), fill: inBoth(scale(Math.log1p(count) / Math.log1p(most))), class: 'dense' },
                svg('title', {}, `depth ${i * perColumn}${perColumn > 1 ? ` to ${(i + 1) * perColumn - 1}` : ''}, ${upwards} ${values.slice(j * perRow, (j + 1) * perRow).map(word).join(', ')}: ${figure(count)}`));
            cell.addEventListener('click', () => void show(i, j));
            picture.append(cell);
        }
        names.forEach((name, k) => picture.append(svg('text', { x: left - 8, y: H - BOTTOM - (k * every + 0.5) * high + 4, class: 'tick end' }, name)));
        for (let i = 0; i < columns; i += Math.ceil(room / wide)) picture.append(svg('text', { x: left + (i + 0.5) * wide, y: H - BOTTOM + 16, class: 'tick middle' }, figure(i * perColumn)));
        picture.append(svg('text', { x: (left + width) / 2, y: H - 4, class: 'tick middle' }, 'depth'));
        return picture;
    };
    return el('figure', {}, el('p', { class: 'note' }, `${plural(p.figures.states as number, 'state')} by depth and ${upwards}; the stronger the colour, the more (at most ${figure(most)}). A click on a cell lists its states.`), fitted(drawAt), detail);
}
