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

export function yamlText(text: string): HTMLElement {
    return el('div', { class: 'scroll source', tabindex: '0', role: 'region', 'aria-label': 'the text of the puzzle' },
        el('ol', {}, text.replace(/\n$/, '').split('\n').map((one, i) => el('li', { id: `line-${i + 1}` }, el('code', {}, line(one))))));
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
