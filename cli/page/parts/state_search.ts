// state_search.ts - states by a number, by an expression of the puzzle, or by a part of how they are shown; and the list of them.
import { button, el, plural, type Child } from '../dom';
import { address } from '../location';
import type { Wrong } from '../expressions/condition';
import { factsOf } from '../expressions/puzzle_facts';
import type { Puzzle } from '../puzzle';

/** What was found: numbers of states (the first million), how many there are, and what else is to be said. */
export interface Hits { ids: number[]; count: number; note: string }

export class NotUnderstood extends Error {
    constructor(readonly text: string, readonly wrong: Wrong) { super(wrong.hint ? `${wrong.message}; ${wrong.hint}` : wrong.message); }
}

async function shownAs(p: Puzzle, text: string): Promise<Hits> {
    const ids = (await p.connection.rows(`SELECT id FROM states_${p.run} WHERE instr(shown, ?) > 0`, text)).map(([id]) => Number(id));
    return { ids, count: ids.length, note: ids.length ? 'that show this text' : '' };
}

/** Throws NotUnderstood where the text is none of the three. */
export async function askStates(p: Puzzle, text: string): Promise<Hits> {
    if (/^\s*\d+\s*$/.test(text)) {
        const ids = (await p.connection.rows(`SELECT id FROM states_${p.run} WHERE id = CAST(? AS INTEGER)`, text.trim())).map(([id]) => Number(id));
        return { ids, count: ids.length, note: '' };
    }
    const found = await p.connection.call('find', { run: p.run, text, facts: await factsOf(p) });
    if (found.wrong) {
        const shown = await shownAs(p, text);
        if (shown.count) return shown;
        throw new NotUnderstood(text, found.wrong);
    }
    return { ids: [...found.ids], count: found.count, note: found.open ? `in ${plural(found.open, 'state')} it has no value: ${found.because} (state ${found.at})` : '' };
}

/** The message, and the text with a mark at the place that it is about. */
export function mistakeSaid(error: NotUnderstood): HTMLElement {
    const { text, wrong: { from, to } } = error, isEnd = from >= text.trimEnd().length;
    return el('span', { class: 'note bad mistake', role: 'status' }, error.message, ' ', el('code', {}, text.slice(0, from), el('mark', {}, isEnd ? '…' : text.slice(from, Math.max(to, from + 1))), isEnd ? '' : text.slice(Math.max(to, from + 1))));
}

const AT_ONCE = 100;

async function shownOf(p: Puzzle, ids: number[]): Promise<Map<number, string>> {
    const rows = ids.length ? await p.connection.rows(`SELECT id, shown FROM states_${p.run} WHERE id IN (${ids.join(', ')})`) : [];
    return new Map(rows.map(([id, shown]) => [Number(id), String(shown ?? '').replaceAll('\n', ' / ')]));
}

/** The hits as a list, a hundred at a time; `choose` does what a click does, or says false: then it is a link. */
export function hitList(p: Puzzle, hits: Hits, choose: (id: number) => boolean): HTMLElement {
    const list = el('ol', { class: 'hit-list', tabindex: '0', 'aria-label': 'states that were found' });
    let drawn = 0;
    const item = (id: number, shown: string): Child => el('li', {}, el('a', { href: address('state', id), onclick: (event: MouseEvent) => { if (!event.ctrlKey && !event.metaKey && choose(id)) event.preventDefault(); } }, String(id)), ' ', el('span', { class: 'note' }, shown));
    const more = async (): Promise<void> => {
        const ids = hits.ids.slice(drawn, drawn + AT_ONCE), shown = await shownOf(p, ids);
        list.querySelector('.more')?.remove();
        list.append(...ids.map((id) => item(id, shown.get(id) ?? '') as Node));
        drawn += ids.length;
        if (drawn < hits.ids.length) list.append(el('li', { class: 'more' }, button(`${(hits.count - drawn).toLocaleString('en-US')} more`, () => void more())));
        else if (drawn < hits.count) list.append(el('li', { class: 'more note' }, `and ${plural(hits.count - drawn, 'state')} that are not listed`));
    };
    void more();
    return list;
}

/** "1,234 states", and what else is to be said of them. */
export function hitsSaid(hits: Hits, here: number | null): HTMLElement {
    return el('span', { class: 'note', role: 'status' }, `${plural(hits.count, 'state')}${here !== null && here < hits.count ? `, ${here.toLocaleString('en-US')} here` : ''}${hits.note && ` ${hits.note.startsWith('in ') ? `; ${hits.note}` : hits.note}`}`.replace(' ;', ';'));
}
