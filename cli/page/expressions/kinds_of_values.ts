// kinds_of_values.ts - the values of expressions, and of which kind and type they are.

/** A number is exact: beyond 2^53 it is a bigint, and only there. A truth value is 0 or 1, a value of an enumeration its place in it, a character its code point, none null. */
export type Val = number | bigint | string | null | Val[];

export interface Enumeration { name: string; values: string[]; glyphs: string[] }

export interface ValueKind {
    form: 'truth' | 'number' | 'character' | 'none' | 'enum' | 'list' | 'set' | 'text';
    of?: Enumeration;
    /** Of a list or set; undefined: of nothing yet, []. */
    item?: ValueKind;
    /** Of a set: the type whose order it has. */
    members?: TypeTerm;
    optional?: boolean;
}

export const TRUTH: ValueKind = { form: 'truth' }, NUMBER: ValueKind = { form: 'number' }, CHARACTER: ValueKind = { form: 'character' }, NONE: ValueKind = { form: 'none', optional: true }, TEXT: ValueKind = { form: 'text' };

/** A type, with its values in order; of a range they are made as they are asked for. */
export interface TypeTerm {
    kind: ValueKind;
    low: number;
    high: number;
    /** null: all from low to high */
    values: number[] | null;
    name: string;
    /** Of a list: how many values it may have. */
    most?: number;
}

export const countOf = (t: TypeTerm): number => t.values ? t.values.length : Math.max(t.high - t.low + 1, 0);

/** The place of a value in its type; -1: it is none of it. */
export function placeIn(t: TypeTerm, value: Val): number {
    if (typeof value !== 'number') return -1;
    if (t.values) return t.values.indexOf(value);
    return value >= t.low && value <= t.high ? value - t.low : -1;
}

export const isIn = (t: TypeTerm, value: Val): boolean => value === null ? Boolean(t.kind.optional) : placeIn(t, value) >= 0;

const MOST_VALUES = 1 << 20;
const listed = new WeakMap<TypeTerm, number[]>();

export function valuesIn(t: TypeTerm): number[] {
    if (t.values) return t.values;
    if (countOf(t) > MOST_VALUES) throw new Error('a type of so many values is not listed');
    let all = listed.get(t);
    if (!all) listed.set(t, all = Array.from({ length: countOf(t) }, (_, i) => t.low + i));
    return all;
}

export function sameKind(a: ValueKind, b: ValueKind): boolean {
    if (a.form !== b.form) return false;
    if (a.form === 'enum') return a.of === b.of;
    return !a.item || !b.item || sameKind(a.item, b.item);
}

export const isCollection = (k: ValueKind) => k.form === 'list' || k.form === 'set';

export function kindSaid(k: ValueKind): string {
    const words = { truth: 'a truth value', number: 'a number', character: 'a character', none: 'none', text: 'a text', enum: '', list: 'a list', set: 'a set' };
    return k.form === 'enum' ? `a value of ${k.of!.name || `[${k.of!.values.slice(0, 4).join(', ')}${k.of!.values.length > 4 ? ', ...' : ''}]`}` : words[k.form];
}

/** A value as the puzzle writes it. */
export function valueSaid(k: ValueKind, value: Val): string {
    if (value === null) return 'none';
    if (Array.isArray(value)) return `[${value.map((one) => valueSaid(k.item ?? NUMBER, one)).join(', ')}]`;
    if (k.form === 'truth') return value ? 'true' : 'false';
    if (k.form === 'enum') return k.of!.values[Number(value)] ?? String(value);
    return k.form === 'character' ? `"${String.fromCodePoint(Number(value))}"` : String(value);
}
