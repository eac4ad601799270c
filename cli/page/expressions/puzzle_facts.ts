// puzzle_facts.ts - out of a database: what its puzzle declares, and how its states are stored.
import type { Puzzle } from '../puzzle';
import type { PuzzleFacts } from './condition';
import { documentOf, type DocNode } from './puzzle_document';
import type { ListFacts } from './state_words';

function documentIn(source: string): Map<string, DocNode> | null {
    try {
        const document = documentOf(source);
        return document instanceof Map && document.has('state') ? document : null;
    } catch { return null; }
}

/** A param is stored as the puzzle would write it. */
function paramIn(value: string): DocNode {
    try { return documentOf(value); } catch { return value; }
}

async function read(p: Puzzle): Promise<PuzzleFacts> {
    const meta = new Map((await p.connection.rows("SELECT key, value FROM meta WHERE key IN ('words', 'none', 'lists')")).map(([key, value]) => [String(key), String(value)]));
    const fields = await p.connection.rows('SELECT id, said, coalesce("column", name), word, shift, width, CAST(low AS TEXT), domain FROM field ORDER BY id'), values = await p.connection.rows('SELECT domain, value, name FROM value ORDER BY id');
    const none = (meta.get('none') ?? '').split(', ').filter(Boolean).map((one) => one.split(' '));
    return {
        document: documentIn(p.source), params: new Map(p.params.map(({ name, value }) => [name, paramIn(value)])),
        states: {
            fields: fields.map(([id, said, column, word, shift, width, low, domain]) => ({ id: Number(id), said: String(said), column: String(column), word: Number(word), shift: Number(shift), width: Number(width), low: String(low), domain: domain === null ? null : Number(domain) })),
            values: values.map(([domain, value, name]) => ({ domain: Number(domain), value: Number(value), name: String(name) })),
            lists: JSON.parse(meta.get('lists') ?? '[]') as ListFacts[], none: none.map(([field, value]) => [Number(field), value!]), words: Number(meta.get('words') ?? 0),
        },
    };
}

const known = new WeakMap<Puzzle, Promise<PuzzleFacts>>();

/** Read once for a run of a database. */
export function factsOf(p: Puzzle): Promise<PuzzleFacts> {
    let facts = known.get(p);
    if (!facts) known.set(p, facts = read(p));
    return facts;
}
