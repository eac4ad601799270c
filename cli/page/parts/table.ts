// table.ts - rows as a table, and as csv.
import { el, figure } from '../dom';
import { address } from '../location';
import type { Rows, Value } from '../worker/messages';

const STATE_NAMES = /^(id|src|dst|state|dead_end_id)$/;

function cell(name: string, value: Value): HTMLTableCellElement {
    if (value === null) return el('td', { class: 'null' }, '–');
    if (typeof value === 'number') {
        const linked = STATE_NAMES.test(name) && Number.isInteger(value) && value > 0;
        return el('td', { class: 'number' }, linked ? el('a', { href: address('state', value) }, value) : Number.isInteger(value) ? figure(value) : value);
    }
    return el('td', value.includes('\n') ? { class: 'pre' } : {}, value);
}

/** A column of states' ids links to them. */
export function table({ columns, rows }: Rows, caption: string): HTMLElement {
    return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
        el('table', {}, el('thead', {}, el('tr', {}, columns.map((name, i) => el('th', { scope: 'col', class: rows.some((row) => typeof row[i] === 'number') && 'number' }, name)))),
            el('tbody', {}, rows.map((row) => el('tr', {}, row.map((value, i) => cell(columns[i]!, value)))))));
}

/** As `wgcq --format csv` writes it (RFC 4180). */
export function csv({ columns, rows }: Rows): string {
    const word = (value: Value) => value === null ? '' : /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
    return [columns, ...rows].map((row) => row.map(word).join(',')).join('\n') + '\n';
}
