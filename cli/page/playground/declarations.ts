// declarations.ts - what a puzzle's text declares: its names, and its parameters with their values.
import { yamlLanguage } from '@codemirror/lang-yaml';
import type { SyntaxNode } from '@lezer/common';

export type NameKind = 'param' | 'constant' | 'type' | 'value' | 'variable' | 'define';
export interface Name { name: string; kind: NameKind; said: string }

const KIND_OF_SECTION: Record<string, NameKind> = { params: 'param', constants: 'constant', types: 'type', state: 'variable', define: 'define' };
const WORD = /^[A-Za-z_]\w*$/;

/** A key of a mapping, without quotes, and its value as it is written; `node`: the value, where there is one. */
interface Entry { key: string; value: string; node: SyntaxNode | null }

/** The entries of a mapping, in a text with mistakes those that can be read. */
function entriesOf(text: string, mapping: SyntaxNode | null): Entry[] {
    return (mapping?.getChildren('Pair') ?? []).flatMap((pair) => {
        const key = pair.getChild('Key'), node = pair.lastChild?.name === ':' ? null : pair.lastChild;
        if (!key) return [];
        return [{ key: text.slice(key.from, key.to).trim().replace(/^(["'])(.*)\1$/s, '$2'), value: node ? text.slice(node.from, node.to).trim() : '', node }];
    });
}

function sectionsOf(text: string): Map<string, Entry[]> {
    const top = yamlLanguage.parser.parse(text).topNode.getChild('Document')?.getChild('BlockMapping') ?? null;
    return new Map(entriesOf(text, top).map(({ key, node }) => [key, entriesOf(text, node)]));
}

/** The values of an enumeration: [west, east], or {near: n, far: F}. */
function valuesOf({ node, value }: Entry, text: string): string[] {
    if (node?.name === 'FlowSequence') return value.slice(1, -1).split(',').map((one) => one.trim());
    return entriesOf(text, node).map((one) => one.key);
}

function namesOf(entry: Entry, kind: NameKind, text: string): Name[] {
    const name = /^\w*/.exec(entry.key)![0];
    if (!WORD.test(name)) return [];
    const values = kind === 'type' ? valuesOf(entry, text).filter((one) => WORD.test(one)) : [];
    return [{ name, kind, said: `${entry.key}: ${entry.value.split('\n')[0]}` }, ...values.map((value): Name => ({ name: value, kind: 'value', said: `a value of ${name}` }))];
}

export function declaredNames(text: string): Name[] {
    const sections = sectionsOf(text);
    return Object.entries(KIND_OF_SECTION).flatMap(([section, kind]) => (sections.get(section) ?? []).flatMap((entry) => namesOf(entry, kind, text)));
}

/** The parameters of a text, and how it writes their values; null: over several lines. */
export function parametersOf(text: string): { name: string; value: string | null }[] {
    return (sectionsOf(text).get('params') ?? []).filter(({ key }) => WORD.test(key)).map(({ key, value }) => ({ name: key, value: value === '' || value.includes('\n') ? null : value }));
}
