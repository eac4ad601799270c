// functions_of_values.ts - the language's functions that take no `for` (lib/puzzle/check/functions.c).
import { NoValue, absolute, isBelow } from './arithmetic';
import type { Data } from './declared';
import type { Scope } from './domains';
import { mistakeAt, type Code, type Evaluable } from './evaluable';
import type { SyntaxNode } from './expression_syntax';
import { NUMBER, countOf, isCollection, kindSaid, placeIn, sameKind, type ValueKind, type Val } from './kinds_of_values';
import { ExpressionMistake } from './scanner';

type Check = (e: Evaluable, tree: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null) => Code;

function extreme(e: Evaluable, tree: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null): Code {
    const kind = expected ?? e.inferAny(tree.args, scope), codes = tree.args.map((one) => e.ordered(one, kind, scope)), [first] = codes as [Code], counts = (k: ValueKind) => k.form === 'truth' || k.form === 'number';
    for (const one of codes) if (!sameKind(one.kind, first.kind) && !(counts(one.kind) && counts(first.kind))) throw mistakeAt(one.at, `this is ${kindSaid(one.kind)}, where ${kindSaid(first.kind)} is expected`);
    const runs = codes.map((one) => one.run), isMin = tree.text === 'min';
    return { kind: counts(first.kind) ? NUMBER : first.kind, at: tree, run: (f) => runs.map((run) => run(f)).reduce((best, value) => (isMin ? isBelow(value, best) : isBelow(best, value)) ? value : best) };
}

function abs(e: Evaluable, tree: SyntaxNode, _: ValueKind | undefined, scope: Scope | null): Code {
    const { run } = e.number(tree.args[0]!, scope);
    return { kind: NUMBER, at: tree, run: (f) => absolute(run(f)) };
}

const dataOf = (e: Evaluable, tree: SyntaxNode): Data | null => { const found = tree.form === 'name' ? e.declared.global(tree.text) : null; return found?.form === 'constant' ? found.data ?? null : null; };

function len(e: Evaluable, tree: SyntaxNode, _: ValueKind | undefined, scope: Scope | null): Code {
    const [of] = tree.args as [SyntaxNode], local = of.form === 'name' && e.isLocal(of.text, scope), type = of.form === 'name' && !local ? e.declared.type(of.text) : null;
    const variable = of.form === 'name' && !local ? e.declared.global(of.text) : null;
    if (type && !(variable?.form === 'variable' && isCollection(variable.variable.type.kind))) return e.value(tree, NUMBER, countOf(type) + Number(Boolean(type.kind.optional)));
    const data = local ? null : dataOf(e, of);
    if (data && data.form !== 'value') return e.value(tree, NUMBER, data.items.length);
    if (variable?.form === 'constant' && variable.table) return e.value(tree, NUMBER, countOf(variable.table.types[0]!));
    const whole = e.check(of, undefined, scope);
    if (!isCollection(whole.kind)) throw mistakeAt(of, 'this has no length', 'len takes a list, a mapping, a type or a set');
    return { kind: NUMBER, at: tree, run: (f) => (whole.run(f) as Val[]).length };
}

/** In the order of its type; none is behind all values. */
function sorted(e: Evaluable, tree: SyntaxNode, _: ValueKind | undefined, scope: Scope | null): Code {
    const whole = e.check(tree.args[0]!, undefined, scope), below = (a: Val, b: Val) => a === null || b === null ? Number(a === null) - Number(b === null) : isBelow(a, b) ? -1 : Number(isBelow(b, a));
    if (whole.kind.form !== 'list') throw mistakeAt(tree.args[0]!, `this is ${kindSaid(whole.kind)}, and only a list is sorted`);
    return { ...whole, at: tree, run: (f) => [...whole.run(f) as Val[]].sort(below) };
}

function extent(e: Evaluable, tree: SyntaxNode): Code {
    const [of] = tree.args as [SyntaxNode], found = of.form === 'name' ? e.declared.global(of.text) : null, data = dataOf(e, of), rows = tree.text === 'rows';
    if (data?.form === 'list') return e.value(tree, NUMBER, rows ? data.items.length : Math.max(0, ...data.items.map((one) => one.form === 'list' ? one.items.length : 0)));
    if (found?.form === 'constant' && found.table?.types.length === 2) return e.value(tree, NUMBER, countOf(found.table.types[rows ? 0 : 1]!));
    throw mistakeAt(of, 'this is not a map with rows');
}

const DIGITS = { kind: { form: 'character' } as ValueKind, low: 48, high: 57, values: null, name: 'digits' };

function int(e: Evaluable, tree: SyntaxNode, _: ValueKind | undefined, scope: Scope | null): Code {
    const code = e.check(tree.args[0]!, undefined, scope), { run } = code;
    if (code.kind.form === 'number' || code.kind.form === 'truth') return { ...code, kind: NUMBER, at: tree };
    if (code.kind.form !== 'character') throw mistakeAt(tree.args[0]!, `this is ${kindSaid(code.kind)}, where a character is expected`);
    return { kind: NUMBER, at: tree, run: (f) => { const digit = placeIn(DIGITS, run(f)); if (digit < 0) throw new NoValue('this character is not a digit'); return digit; } };
}

const FUNCTIONS_BY_NAME: Record<string, { check: Check; takes: number | null }> = { min: { check: extreme, takes: null }, max: { check: extreme, takes: null }, abs: { check: abs, takes: 1 }, len: { check: len, takes: 1 },
    sorted: { check: sorted, takes: 1 }, rows: { check: extent, takes: 1 }, cols: { check: extent, takes: 1 }, int: { check: int, takes: 1 } };
const WITH_FOR = ['all', 'any', 'count', 'sum'];

export const FUNCTION_NAMES = new Set([...Object.keys(FUNCTIONS_BY_NAME), ...WITH_FOR, 'subsets', 'old']);

export function callFunction(e: Evaluable, tree: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null): Code {
    const { text, args } = tree, known = Object.hasOwn(FUNCTIONS_BY_NAME, text) ? FUNCTIONS_BY_NAME[text]! : null;
    if (WITH_FOR.includes(text)) throw mistakeAt(tree, `${text} needs a 'for'`, `write ${text}(... for x in ...)`);
    if (text === 'subsets') throw mistakeAt(tree, "subsets(...) is allowed only behind 'in' of a for");
    if (!known) throw new ExpressionMistake(tree.from, tree.from + text.length, `'${text}' is of moves, and this is asked of a state`);
    if (known.takes === null ? !args.length : args.length !== known.takes) throw mistakeAt(tree, known.takes === null ? `${text} of nothing` : `${text} takes ${known.takes} value, not ${args.length}`);
    return known.check(e, tree, expected, scope);
}
