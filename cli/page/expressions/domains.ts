// domains.ts - what names run over: types, ranges, lists, rows, mappings, sets, subsets; and the aggregates over them.
import { NoValue, isBelow, plus } from './arithmetic';
import type { Data } from './declared';
import { mistakeAt, type Code, type Evaluable } from './evaluable';
import type { Clause, SyntaxNode } from './expression_syntax';
import { NUMBER, TRUTH, isCollection, kindSaid, valuesIn, type ValueKind, type TypeTerm, type Val } from './kinds_of_values';
import { ExpressionMistake } from './scanner';
import { takeStep, type Frame, type Run } from './state_words';

/** Names that are bound, the innermost first. */
export interface Scope { name: string; kind: ValueKind; slot: number; outer: Scope | null }

/** Calls `each` for every combination; true: it said to stop. */
type Each = (f: Frame) => boolean;
/** The values of names, put into their slots one after the other. */
interface Domain { kinds: ValueKind[]; over: (slots: number[], each: Each) => Each }

export interface Bound { scope: Scope | null; over: (each: Each) => Each }

function overList(values: (f: Frame) => Val[]): Domain['over'] {
    return ([slot], each) => (f) => {
        for (const value of values(f)) {
            takeStep(f);
            f.locals[slot!] = value;
            if (each(f)) return true;
        }
        return false;
    };
}

function overRows(rows: (f: Frame) => Val[][]): Domain['over'] {
    return (slots, each) => (f) => {
        for (const row of rows(f)) {
            takeStep(f);
            slots.forEach((slot, i) => { f.locals[slot] = row[i]!; });
            if (each(f)) return true;
        }
        return false;
    };
}

function overRange(low: Run, high: Run): Domain['over'] {
    return ([slot], each) => (f) => {
        const end = high(f);
        for (let value = low(f); !isBelow(end, value); value = plus(value, 1)) {
            takeStep(f);
            f.locals[slot!] = value;
            if (each(f)) return true;
        }
        return false;
    };
}

/** Written values, each evaluated as its turn comes. */
function overItems(rows: Run[][]): Domain['over'] {
    return (slots, each) => (f) => {
        for (const row of rows) {
            takeStep(f);
            const values = row.map((run) => run(f));
            slots.forEach((slot, i) => { f.locals[slot] = values[i]!; });
            if (each(f)) return true;
        }
        return false;
    };
}

function rangeDomain(e: Evaluable, tree: SyntaxNode, scope: Scope | null): Domain {
    const kind = e.infer(tree, scope) ?? NUMBER, low = e.check(tree.args[0]!, kind, scope), high = e.checkAs(tree.args[1]!, { ...low.kind, optional: false }, scope);
    if (low.kind.form === 'enum') return { kinds: [low.kind], over: overRange(low.run, high.run) };
    return { kinds: [NUMBER], over: overRange(e.must(low, NUMBER).run, high.run) };
}

function listDomain(e: Evaluable, tree: SyntaxNode, scope: Scope | null): Domain {
    const rows = tree.args.map((one) => one.form === 'list' && tree.args[0]!.form === 'list' ? one.args : [one]), width = rows[0]?.length ?? 1;
    const uneven = rows.findIndex((row) => row.length !== width);
    if (uneven >= 0) throw mistakeAt(tree.args[uneven]!, `a list of ${width} values is expected, as the first one is`);
    const kinds = Array.from({ length: width }, (_, i) => e.inferAny(rows.map((row) => row[i]!), scope));
    const codes = rows.map((row) => row.map((one, i) => e.check(one, kinds[i], scope)));
    const own = codes[0]?.map((one, i) => ({ ...(kinds[i] ?? one.kind), optional: codes.some((row) => Boolean(row[i]!.kind.optional)) })) ?? [NUMBER];
    codes.forEach((row) => row.forEach((one, i) => e.must(one, { ...own[i]!, optional: true })));
    return { kinds: own, over: overItems(codes.map((row) => row.map((one) => one.run))) };
}

const kindOf = (data: Data | undefined): ValueKind => data?.form === 'value' ? data.kind : NUMBER;
const valueOf = (data: Data | undefined): Val => data?.form === 'value' ? data.value : null;

function constantDomain(tree: SyntaxNode, data: Data, names: number): Domain {
    if (data.form === 'map') return { kinds: [data.keyKind, kindOf(data.items[0])].slice(0, names), over: overRows(() => data.keys.map((key, i) => [key, valueOf(data.items[i])])) };
    if (data.form !== 'list') throw mistakeAt(tree, `'${tree.text}' is not a type, list or mapping`);
    const rows = data.items.map((one) => one.form === 'value' ? [one] : one.items), first = rows[0] ?? [];
    return { kinds: rows.length ? first.map((one) => kindOf(one)) : Array<ValueKind>(names).fill(NUMBER), over: overRows(() => rows.map((row) => row.map(valueOf))) };
}

function namedDomain(e: Evaluable, tree: SyntaxNode, names: number, scope: Scope | null): Domain {
    const local = e.isLocal(tree.text, scope), found = local ? null : e.declared.global(tree.text);
    if (!local && found?.form === 'constant' && found.data) return constantDomain(tree, found.data, names);
    const type = local ? null : e.typeNamed(tree);
    if (type) return typeDomain(type);
    return collectionDomain(e, tree, scope);
}

function typeDomain(type: TypeTerm): Domain {
    const values: Val[] = type.kind.optional ? [...valuesIn(type), null] : valuesIn(type);
    return { kinds: [type.kind], over: overList(() => values) };
}

function collectionDomain(e: Evaluable, tree: SyntaxNode, scope: Scope | null): Domain {
    const whole = e.check(tree, undefined, scope);
    if (!isCollection(whole.kind)) throw mistakeAt(tree, `this is ${kindSaid(whole.kind)}, not a type, list or set`);
    return { kinds: [whole.kind.item ?? NUMBER], over: overList((f) => whole.run(f) as Val[]) };
}

/** By size, then in the order of their members' places: ab ac bc. */
function* subsetsOf(values: number[], low: number, high: number): Generator<Val[]> {
    for (let size = Math.max(low, 0); size <= Math.min(high, values.length); size++) {
        const at = Array.from({ length: size }, (_, i) => i);
        for (;;) {
            yield at.map((i) => values[i]!);
            let k = size - 1;
            while (k >= 0 && at[k] === values.length - size + k) k--;
            if (k < 0) break;
            at[k]!++;
            for (let j = k + 1; j < size; j++) at[j] = at[j - 1]! + 1;
        }
    }
}

function subsetsDomain(e: Evaluable, tree: SyntaxNode, scope: Scope | null): Domain {
    const [of, size] = tree.args, type = of?.form === 'name' ? e.typeNamed(of) : of ? e.declared.typeOfTree(of) : null;
    if (!type) throw mistakeAt(tree, 'subsets takes a type and the number of members, as in subsets(person, 1..2)');
    const values = valuesIn(type), ends = size ? (size.form === 'range' ? size.args : [size, size]).map((one) => e.number(one, scope).run) : [() => 0, () => values.length];
    const over: Domain['over'] = ([slot], each) => (f) => {
        for (const subset of subsetsOf(values, Number(ends[0]!(f)), Number(ends[1]!(f)))) {
            takeStep(f);
            f.locals[slot!] = subset;
            if (each(f)) return true;
        }
        return false;
    };
    return { kinds: [{ form: 'set', item: type.kind, members: type }], over };
}

function domainOf(e: Evaluable, tree: SyntaxNode, names: number, scope: Scope | null): Domain {
    if (tree.form === 'range') return rangeDomain(e, tree, scope);
    if (tree.form === 'list') return listDomain(e, tree, scope);
    if (tree.form === 'call' && tree.text === 'subsets') return subsetsDomain(e, tree, scope);
    return tree.form === 'name' ? namedDomain(e, tree, names, scope) : collectionDomain(e, tree, scope);
}

function bindClause(e: Evaluable, { names, domain, filter }: Clause, scope: Scope | null): Bound {
    const { kinds, over } = domainOf(e, domain, names.length, scope);
    if (kinds.length !== names.length) throw new ExpressionMistake(names[0]!.from, domain.to, `${names.length} ${names.length === 1 ? 'name' : 'names'} for ${kinds.length} ${kinds.length === 1 ? 'value' : 'values'}`);
    const slots = names.map(() => e.declared.slots++);
    const inner = names.reduce<Scope | null>((outer, { text }, i) => ({ name: text, kind: kinds[i]!, slot: slots[i]!, outer }), scope);
    const test = filter && e.truth(filter, inner).run;
    return { scope: inner, over: (each) => over(slots, test ? (f) => Boolean(test(f)) && each(f) : each) };
}

/** Clauses in order, each sees the names before it; the last runs fastest. */
export function bindClauses(e: Evaluable, clauses: Clause[], scope: Scope | null): Bound {
    const bounds: Bound[] = [];
    for (const one of clauses) bounds.push(bindClause(e, one, bounds.length ? bounds[bounds.length - 1]!.scope : scope));
    return { scope: bounds.length ? bounds[bounds.length - 1]!.scope : scope, over: (each) => bounds.reduceRight((next, { over }) => over(next), each) };
}

// ---- aggregates ----

/** What an aggregate begins with, and what becomes of it by a value; `stop`: where nothing changes any more. */
interface Folding { begin: Val; add: (all: Val, value: Val) => Val; stop?: Val; nothing?: string }
const FOLDINGS: Record<string, Folding> = {
    all: { begin: 1, add: (_, value) => value, stop: 0 },
    any: { begin: 0, add: (_, value) => value, stop: 1 },
    count: { begin: 0, add: (all, value) => value ? (all as number) + 1 : all },
    sum: { begin: 0, add: plus },
    min: { begin: null, add: (all, value) => all === null || isBelow(value, all) ? value : all, nothing: 'min of nothing' },
    max: { begin: null, add: (all, value) => all === null || isBelow(all, value) ? value : all, nothing: 'max of nothing' },
};

export function aggregate(e: Evaluable, tree: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null): Code {
    const folding = Object.hasOwn(FOLDINGS, tree.text) ? FOLDINGS[tree.text]! : null, [body] = tree.args as [SyntaxNode];
    if (!folding) throw new ExpressionMistake(tree.from, tree.from + tree.text.length, `'${tree.text}' takes no 'for'`, 'the aggregates are all, any, count, sum, min and max');
    const bound = bindClauses(e, tree.clauses, scope), code = aggregated(e, tree.text, body, expected, bound.scope), { run } = code;
    const { begin, add, stop, nothing } = folding;
    let all: Val = begin;
    const over = bound.over((f) => { all = add(all, run(f)); return all === stop; });
    const kind = tree.text === 'all' || tree.text === 'any' ? TRUTH : code.kind.form === 'truth' || tree.text === 'count' ? NUMBER : code.kind;
    return { kind, at: tree, run: (f) => {
        all = begin;
        over(f);
        if (all === null && nothing) throw new NoValue(nothing);
        return all;
    } };
}

function aggregated(e: Evaluable, name: string, body: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null): Code {
    if (name === 'all' || name === 'any' || name === 'count') return e.truth(body, scope);
    return name === 'sum' ? e.number(body, scope) : e.ordered(body, expected, scope);
}
