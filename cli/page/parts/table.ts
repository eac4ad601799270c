// table.ts - rows as a table, and as csv.
import { el, figure } from '../dom';
import { address } from '../location';
import type { Rows, Value } from '../worker/messages';

/** Columns of numbers that lead to a view. */
export interface Links { names: RegExp; view: string }
const STATES: Links = { names: /^(id|src|dst|state|dead_end_id)$/, view: 'state' };

/** Of a column with longer texts each is broken into lines; those of others are not. */
const LONG = 24;

function cell(name: string, value: Value, isLong: boolean, links: Links): HTMLTableCellElement {
    if (value === null) return el('td', { class: 'null' }, '–');
    if (typeof value === 'number') {
        const linked = links.names.test(name) && Number.isInteger(value) && value > 0;
        return el('td', { class: 'number' }, linked ? el('a', { href: address(links.view, value) }, figure(value)) : figure(value));
    }
    return el('td', { class: value.includes('\n') ? 'pre' : isLong && 'long' }, value);
}

/** A column of ids of states, or of nodes, links to them. */
export function table({ columns, rows }: Rows, caption: string, links = STATES): HTMLElement {
    const long = columns.map((_, i) => rows.some((row) => typeof row[i] === 'string' && row[i].length > LONG));
    return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
        el('table', {}, el('thead', {}, el('tr', {}, columns.map((name, i) => el('th', { scope: 'col', class: rows.some((row) => typeof row[i] === 'number') && 'number' }, name)))),
            el('tbody', {}, rows.map((row) => el('tr', {}, row.map((value, i) => cell(columns[i]!, value, long[i]!, links)))))));
}

/** As `wgcq --format csv` writes it (RFC 4180). */
export function csv({ columns, rows }: Rows): string {
    const word = (value: Value) => value === null ? '' : /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
    return [columns, ...rows].map((row) => row.map(word).join(',')).join('\n') + '\n';
}
