// yaml_text.ts - a puzzle's text with line numbers and colours.
import { el, type Child } from '../dom';

const TOKEN = /(#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|\b(choose|guard|else|let|set|cost|for|in|if|and|or|not|first|all|any|count|sum|min|max|true|false)\b|(\b\d+\b)/g;

function expression(text: string): Child[] {
    const parts: Child[] = [];
    let end = 0;
    for (const match of text.matchAll(TOKEN)) {
        // A # is a comment only after a blank.
        if (match[1] !== undefined && match.index > 0 && !/\s/.test(text[match.index - 1]!)) continue;
        const kind = match[1] !== undefined ? 'comment' : match[2] !== undefined ? 'text' : match[3] !== undefined ? 'word' : 'digits';
        parts.push(text.slice(end, match.index), el('span', { class: `y-${kind}` }, match[0]));
        end = match.index + match[0].length;
    }
    return [...parts, text.slice(end)];
}

function line(text: string): Child[] {
    const key = /^(\s*(?:- )?)((?:"[^"]*"|'[^']*'|[^\s#:"'][^:#]*))(:)(?=\s|$)(.*)$/.exec(text);
    if (!key) return expression(text);
    return [key[1], el('span', { class: 'y-key' }, key[2]), key[3], expression(key[4]!)];
}

const PROSE = /^(puzzle|about):(?=\s|$)/, BLOCK = /[:-]\s+([|>])[+-]?\d?[+-]?\s*(?:#.*)?$/;

/** Each line in colours: prose and literal blocks have none, whatever words and signs they have. */
function lines(text: string): Child[][] {
    let within = -1; // the column of the line whose block or prose this is; -1: of none
    return text.replace(/\n$/, '').split('\n').map((one) => {
        const column = one.search(/\S/);
        if (within >= 0 && (column < 0 || column > within)) return [one];
        const prose = PROSE.exec(one);
        within = prose || BLOCK.exec(one)?.[1] === '|' ? column : -1;
        return prose ? [el('span', { class: 'y-key' }, prose[1]), one.slice(prose[1]!.length)] : line(one);
    });
}

export function yamlText(text: string): HTMLElement {
    return el('div', { class: 'scroll source', tabindex: '0', role: 'region', 'aria-label': 'the text of the puzzle' },
        el('ol', {}, lines(text).map((parts, i) => el('li', { id: `line-${i + 1}` }, el('code', {}, parts)))));
}

/** What a key of the puzzle says in prose, in one line or in a block; '': there is no such key. */
export function proseOf(text: string, key: string): string {
    const all = text.split('\n'), at = all.findIndex((one) => one.startsWith(`${key}:`));
    if (at < 0) return '';
    let end = at + 1;
    while (end < all.length && /^(\s|$)/.test(all[end]!)) end++;
    const first = all[at]!.slice(key.length + 1).trim(), rest = all.slice(at + 1, end).map((one) => one.trim());
    const words = /^[|>][+-]?$/.test(first) ? rest : [first, ...rest];
    return words.join(' ').trim().replace(/^(["'])(.*)\1$/s, '$2');
}

/** The line that has a rule of that name, and what it says. */
export function findRule(text: string, name: string): { line: number; says: string } | null {
    const lines = text.split('\n');
    for (let i = 0; i < lines.length; i++) {
        const bare = lines[i]!.trim().replace(/^- /, '').replace(/^["']|["'](?=:)/g, '');
        if (bare.startsWith(`${name}:`)) {
            const indent = lines[i]!.search(/\S/);
            let says = bare.slice(name.length + 1).trim();
            for (let k = i + 1; k < lines.length && lines[k]!.trim() && lines[k]!.search(/\S/) > indent; k++) says += ` ${lines[k]!.trim()}`;
            return { line: i + 1, says: says.replace(/^[>|]-?\s*/, '') };
        }
        if (new RegExp(`\\belse:\\s*["']?${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`).test(lines[i]!)) return { line: i + 1, says: lines[i - 1]?.trim() ?? '' };
    }
    return null;
}
