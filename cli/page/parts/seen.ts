// seen.ts - what a state's text is a picture of: cells of a board, places with who is there, variables, or lines.
import { gridOfRows, gridOfText, haveOneSize, type Grid } from './grid';
import type { Puzzle, Variable } from '../puzzle';

export type Pairs = [string, string][];
export interface Whereabouts { place: string; here: string[] }
export type Seen =
    | { kind: 'grid'; grid: Grid; caption: string | null; others: Pairs }
    | { kind: 'places'; places: Whereabouts[] }
    | { kind: 'pairs'; pairs: Pairs }
    | { kind: 'lines' };

/** "[R, G, B] [R] []": places, of which the variables may have the names. */
function listedPlaces(p: Puzzle, shown: string): Whereabouts[] | null {
    if (!/^(\[[^[\]]*\]\s*){2,}$/.test(shown)) return null;
    const lists = [...shown.matchAll(/\[([^[\]]*)\]/g)].map((list) => list[1]!.trim()), of = p.variables.filter((v) => v.isList && v.indices.length === 1);
    const isNamed = of.length === lists.length && of.every((v) => v.array === of[0]!.array);
    return lists.map((list, i) => ({ place: isNamed ? of[i]!.indices[0]! : String(i + 1), here: list === '' ? [] : list.split(/\s*,\s*/) }));
}

/** "west: wolf goat | east: farmer"; "1 2 3 | - | -" */
function placesOf(p: Puzzle, shown: string): Whereabouts[] | null {
    const lists = listedPlaces(p, shown);
    if (lists) return lists;
    const sides = shown.split('|'), parts = sides.map((part) => /^\s*([^:|]+):\s*(.*?)\s*$/s.exec(part));
    if (sides.length < 2) return null;
    const listed = (text: string) => text === '' || text === '-' ? [] : text.split(/\s+/);
    if (parts.every((part) => part)) return parts.map((part) => ({ place: part![1]!.trim(), here: listed(part![2]!) }));
    const unnamed = sides.map((part) => listed(part.trim()));
    return !shown.includes('\n') && unnamed.every((words) => words.every((word) => /^[\w-]{1,9}$/.test(word))) ? unnamed.map((here, i) => ({ place: String(i + 1), here })) : null;
}

/** "at_p=idle flag_p=false queue=[a, b]" */
function pairsOf(shown: string): Pairs | null {
    const parts = shown.split(/ (?![^[\]]*\])/).map((part) => part.split('='));
    return parts.length && parts.every((part) => part.length === 2) ? parts as Pairs : null;
}

/** An array of two indices, where nothing else says how it looks. */
function gridOfPairs(p: Puzzle, pairs: Pairs): { grid: Grid; others: Pairs } | null {
    const byColumn = new Map<string, Variable>(p.variables.map((v) => [v.column, v]));
    const rows = new Map<string, Map<string, string>>();
    const others: Pairs = [];
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
    return array !== null && cells.every((row) => row.length === cells[0]!.length) ? { grid: gridOfRows(cells), others } : null;
}

export function seenIn(p: Puzzle, shown: string): Seen {
    const places = placesOf(p, shown);
    if (places) return { kind: 'places', places };
    const pairs = pairsOf(shown);
    if (pairs) {
        const found = gridOfPairs(p, pairs);
        return found ? { kind: 'grid', grid: found.grid, caption: null, others: found.others } : { kind: 'pairs', pairs };
    }
    const all = shown.split('\n');
    // A board may have a line of words below it.
    const caption = all.length > 2 && /[a-z]{2}.* /i.test(all[all.length - 1]!) ? all.pop()! : null;
    const grid = gridOfText(all.join('\n'), haveOneSize(p.samples));
    return grid ? { kind: 'grid', grid, caption, others: [] } : { kind: 'lines' };
}
