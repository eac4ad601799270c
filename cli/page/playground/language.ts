// language.ts - the language of puzzles in the editor: its colours, and completion of its words and of what a text declares.
import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension, Text } from '@codemirror/state';
import { Decoration, MatchDecorator, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { declaredNames, type Name } from './declarations';

/** The part of the JSON schema that completion takes: keys, and what they are for. */
export interface Schema {
    properties?: Record<string, Schema>;
    definitions?: Record<string, Schema>;
    description?: string;
    enum?: string[];
}

export const WORDS = ['and', 'or', 'not', 'if', 'else', 'in', 'for', 'of', 'true', 'false', 'none', 'any', 'first', 'list', 'set', 'bool'];
export const FUNCTIONS = ['abs', 'all', 'any', 'cols', 'count', 'int', 'len', 'max', 'min', 'old', 'rows', 'sorted', 'subsets', 'sum'];
export const OVER_TIME = ['eventually', 'infinitely often', 'eventually always', 'leads to', 'recoverable', 'step'];
/** Sections of plain text. */
const PROSE = new Set(['puzzle', 'about']);

/** The section that each line stands in. */
function sectionOfLines(lines: Iterable<string>): string[] {
    let section = '';
    return Array.from(lines, (line) => section = /^([a-z]+):/.exec(line)?.[1] ?? section);
}

// ---- completion ----

function keysAt(schema: Schema, section: string, line: string): Record<string, Schema> | null {
    if (/^[a-z]*$/.test(line)) return schema.properties ?? null;
    if ((section === 'moves' || section === 'start') && /^\s+-?\s*[a-z]*$/.test(line)) return schema.definitions?.['step']?.properties ?? null;
    if (/^\s+[a-z_]*$/.test(line)) return schema.properties?.[section]?.properties ?? null;
    return null;
}

const asKey = ([label, { description }]: [string, Schema]): Completion => ({ label: `${label}:`, type: 'keyword', ...(description ? { info: description } : {}), boost: 2 });
const asName = ({ name, kind, said }: Name): Completion => ({ label: name, type: kind === 'variable' ? 'variable' : kind === 'type' ? 'type' : kind === 'define' ? 'function' : 'constant', detail: said === name ? '' : said.slice(0, 60), boost: 1 });

function complete(schema: Schema, context: CompletionContext): CompletionResult | null {
    const word = context.matchBefore(/\w*/), doc: Text = context.state.doc, at = doc.lineAt(context.pos);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const section = sectionOfLines(doc.iterLines())[at.number - 1] ?? '', names = declaredNames(doc.toString()), before = at.text.slice(0, context.pos - at.from);
    const keys = Object.entries(keysAt(schema, section, before) ?? {}).map(asKey);
    if (PROSE.has(section) && before.includes(':')) return null;
    const choices = section === 'deadlock' ? (schema.properties?.['deadlock']?.enum ?? []).map((label): Completion => ({ label, type: 'constant' })) : [];
    const words = before.trim() === word.text && !/^\s/.test(at.text) ? [] : [...new Map(names.map((one) => [one.name, asName(one)])).values(),
        ...WORDS.map((label): Completion => ({ label, type: 'keyword' })), ...FUNCTIONS.map((label): Completion => ({ label, type: 'function' })),
        ...(section === 'properties' ? OVER_TIME.map((label): Completion => ({ label, type: 'keyword' })) : [])];
    return { from: word.from, options: [...keys, ...choices, ...words], validFor: /^\w*$/ };
}

// ---- colours ----

const styles = HighlightStyle.define([
    { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--accent)' },
    { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
    { tag: [tags.string, tags.special(tags.string)], color: 'var(--ink)' },
    { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: 'var(--soft)' },
]);

const WORD = new RegExp(`\\b(?:${[...OVER_TIME, ...WORDS, ...FUNCTIONS.map((one) => `${one}(?=\\()`)].join('|')})\\b(?!\\s*:)|\\b\\d+\\b`, 'g');

function colourWords(view: EditorView): (from: number) => string {
    const of = sectionOfLines(view.state.doc.iterLines());
    return (from) => of[view.state.doc.lineAt(from).number - 1] ?? '';
}

/** The words of expressions, which are plain scalars to YAML; not in prose, nor in comments. */
const words = ViewPlugin.fromClass(class {
    decorations: DecorationSet;
    private section: (from: number) => string;
    private readonly matcher = new MatchDecorator({ regexp: WORD, decorate: (add, from, to, match, view) => {
        const line = view.state.doc.lineAt(from);
        if (PROSE.has(this.section(from)) || /(^|\s)#/.test(line.text.slice(0, from - line.from))) return;
        add(from, to, Decoration.mark({ class: /^\d/.test(match[0]) ? 'cm-number-word' : 'cm-word' }));
    } });
    constructor(view: EditorView) {
        this.section = colourWords(view);
        this.decorations = this.matcher.createDeco(view);
    }
    update(update: ViewUpdate): void {
        if (!update.docChanged && !update.viewportChanged) return;
        if (update.docChanged) this.section = colourWords(update.view);
        this.decorations = this.matcher.createDeco(update.view);
    }
}, { decorations: (it) => it.decorations });

export function puzzleLanguage(schema: Schema): Extension {
    return [yaml(), syntaxHighlighting(styles), words, autocompletion({ override: [(context) => complete(schema, context)], activateOnTyping: true })];
}
