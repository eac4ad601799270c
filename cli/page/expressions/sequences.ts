// sequences.ts - lists and sets: elements, slices, joining, membership. A set has its values in its type's order.
import { NoValue, equalValues } from './arithmetic';
import type { Scope } from './domains';
import type { Code, Evaluable } from './evaluable';
import type { SyntaxNode } from './expression_syntax';
import { placeIn, type ValueKind, type TypeTerm, type Val } from './kinds_of_values';
import type { Run } from './state_words';

const inOrder = (type: TypeTerm | undefined, values: Val[]): Val[] => [...new Set(values)].sort((a, b) => type ? placeIn(type, a) - placeIn(type, b) : Number(a) - Number(b));

/** A literal as the set that is expected. */
export function asCollection(list: Code, expected: ValueKind | undefined): Code {
    if (expected?.form !== 'set' || list.kind.form === 'set') return list;
    const { run } = list, { members } = expected;
    return { ...list, kind: expected, run: (f) => {
        const values = run(f) as Val[];
        if (members) for (const one of values) if (placeIn(members, one) < 0) throw new NoValue('a value is outside of the type of the set');
        return inOrder(members, values);
    } };
}

/** A negative number counts from the end. */
export function elementOf(at: SyntaxNode, whole: Code, index: Code): Code {
    const { run } = whole, { run: place } = index;
    return { kind: whole.kind.item ?? { form: 'number' }, at, run: (f) => {
        const list = run(f) as Val[], i = Number(place(f)), found = list[i < 0 ? i + list.length : i];
        if (found === undefined) throw new NoValue(`there is no value ${i} in a list of ${list.length}`);
        return found;
    } };
}

export function sliceOf(evaluable: Evaluable, at: SyntaxNode, whole: Code, slice: SyntaxNode, scope: Scope | null): Code {
    const ends = slice.args.map((one) => evaluable.number(one, scope).run), low = slice.ops.includes('low') ? ends[0] : undefined, high = slice.ops.includes('high') ? ends[ends.length - 1] : undefined, { run } = whole;
    return { kind: { ...whole.kind }, at, run: (f) => (run(f) as Val[]).slice(low ? Number(low(f)) : 0, high ? Number(high(f)) : undefined) };
}

export function concatenate(at: SyntaxNode, left: Code, right: Code): Code {
    const { run: a } = left, { run: b } = right, item = left.kind.item ?? right.kind.item;
    return { kind: { form: 'list', ...(item ? { item: { ...item, optional: Boolean(left.kind.item?.optional || right.kind.item?.optional) } } : {}) }, at, run: (f) => [...a(f) as Val[], ...b(f) as Val[]] };
}

export function joinSets(at: SyntaxNode, form: '|' | '&' | '-', left: Code, right: Code): Code {
    const { run: a } = left, { run: b } = right, { members } = left.kind;
    return { kind: left.kind, at, run: (f) => {
        const one = a(f) as Val[], other = b(f) as Val[];
        return form === '|' ? inOrder(members, [...one, ...other]) : one.filter((value) => other.includes(value) === (form === '&'));
    } };
}

/** <=, <, >= and > of sets. */
export function subsetOf(op: string, a: Run, b: Run): Run {
    const within = (one: Val[], other: Val[]) => one.every((value) => other.includes(value));
    return (f) => {
        const [one, other] = op.startsWith('<') ? [a(f) as Val[], b(f) as Val[]] : [b(f) as Val[], a(f) as Val[]];
        return within(one, other) && (op.length === 2 || one.length < other.length) ? 1 : 0;
    };
}

export const containsIn = (value: Run, list: Run): Run => (f) => { const one = value(f); return (list(f) as Val[]).some((other) => equalValues(one, other)) ? 1 : 0; };
