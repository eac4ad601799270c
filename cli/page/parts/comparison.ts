// comparison.ts - plans side by side: what is equal is folded, and one goes from difference to difference.
import { board } from './board';
import { button, el, figure, plural, stateName } from '../dom';
import { address } from '../location';
import type { Puzzle } from '../puzzle';
import { align, type AlignedRow, type Step } from '../views/align';

export interface Comparison { node: HTMLElement; key: (event: KeyboardEvent) => boolean }

const FOLDED_LEAST = 2;

/** Rows that belong to each other: equal ones, or one difference, which ends where the plans meet. */
interface Stretch { equal: boolean; from: number; to: number }

function stretchesOf(rows: AlignedRow[]): Stretch[] {
    const list: Stretch[] = [];
    rows.forEach((row, i) => {
        const last = list[list.length - 1], equal = row.where === 'together';
        if (last && last.equal === equal && rows[i - 1]!.where !== 'meet') last.to = i;
        else list.push({ equal, from: i, to: i });
    });
    return list;
}

function sideCell(step: Step | null, link: boolean): HTMLElement {
    if (!step) return el('td', { class: 'null' }, '');
    return el('td', {}, el('span', { class: 'step-number' }, step.step), step.move ?? 'start', link && step.id !== null && el('a', { class: 'push', href: address('state', step.id), 'aria-label': stateName(step.id) }, `#${figure(step.id)}`));
}

/** Equal moves in one line, which opens; the start is no move, and stays. */
function foldedRow(hidden: HTMLElement[], columns: number): HTMLElement {
    const opens = button(plural(hidden.length, 'equal move'), () => {
        const open = opens.getAttribute('aria-expanded') !== 'true';
        opens.setAttribute('aria-expanded', String(open));
        for (const row of hidden) row.hidden = !open;
    }, { class: 'link', 'aria-expanded': 'false' });
    for (const row of hidden) row.hidden = true;
    return el('tr', { class: 'fold' }, el('th', { colspan: columns, scope: 'rowgroup' }, opens));
}

/** Plans of one database, or each of its own; then states are equal by their texts. */
export function comparison(puzzles: Puzzle[], names: string[], sides: Step[][]): Comparison {
    const several = new Set(puzzles).size > 1, rows = align(sides, several), stretches = stretchesOf(rows), differences = stretches.filter((one) => !one.equal);
    const said = el('span', { class: 'note difference', role: 'status' }), boards = el('div', { class: 'beside-boards' });
    let at = -1;
    const lines = rows.map((row, i) => el('tr', { class: `where-${row.where.replace(' ', '-')}`, 'data-where': row.where },
        el('th', { scope: 'row' }, button(row.where, () => look(i), { class: 'link', title: 'the boards here' })), row.sides.map((step) => sideCell(step, !several))));
    /** The boards of a row, each with what differs from the other's marked. */
    const look = (i: number) => {
        lines.forEach((line, k) => line.classList.toggle('now', k === i));
        const row = rows[i]!;
        boards.replaceChildren(...row.sides.map((step, k) => el('figure', {}, el('figcaption', {}, el('span', { class: 'note' }, names[k]), ' ', step ? el('b', {}, step.step ? `${step.step}: ${step.move ?? ''}` : 'start') : 'no further step here'),
            step && board(puzzles[k]!, step.shown, row.sides[k ? 0 : 1]?.shown ?? null, step.id))));
    };
    const to = (next: number, scroll = true) => {
        if (!differences.length) return;
        at = Math.min(Math.max(next, 0), differences.length - 1);
        const { from, to: last } = differences[at]!, moves = [...new Set([from, last].map((i) => Math.max(...rows[i]!.sides.map((step) => step?.step ?? 0))))];
        said.textContent = `difference ${at + 1} of ${differences.length}: ${moves.length > 1 ? 'moves' : 'move'} ${moves.join(' to ')}`;
        earlier.disabled = at === 0;
        later.disabled = at === differences.length - 1;
        look(from);
        if (scroll) region.scrollTop = lines[from]!.offsetTop - region.clientHeight / 3;
    };
    const earlier = button('‹ previous difference', () => to(at - 1), { title: 'key p', disabled: true }), later = button('next difference ›', () => to(at + 1), { title: 'key n', disabled: true });
    const body = stretches.flatMap(({ equal, from, to: last }) => {
        const first = from === 0 ? 1 : from, part = lines.slice(first, last + 1);
        return [...lines.slice(from, first), ...(equal && part.length >= FOLDED_LEAST ? [foldedRow(part, names.length + 1), ...part] : part)];
    });
    const region = el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'plans side by side' }, el('table', { class: 'aligned' },
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'where'), names.map((name) => el('th', { scope: 'col' }, name)))), el('tbody', {}, body)));
    const node = el('div', { class: 'comparison' }, el('div', { class: 'bar-of-tools' }, earlier, later, said), boards, region);
    if (differences.length) to(0, false); else said.textContent = 'They do not differ.';
    const key = (event: KeyboardEvent) => {
        if (event.key === 'n') to(at + 1);
        else if (event.key === 'p') to(at - 1);
        else return false;
        return true;
    };
    return { node, key };
}
