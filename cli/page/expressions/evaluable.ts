// evaluable.ts - an expression's tree, with the kind of each part and a closure that evaluates it.
//
// A name of several enumerations is of the one that is expected there, as in lib/puzzle/check: so the kind of an operand that
// says it is found first, and the others are read as that.
import { NoValue, equalValues, integerOf, isBelow, minus, plus, quotient, remainder, times } from './arithmetic';
import { constantValue, type Data, type Declared, type Define, type Table, type VariableOf } from './declared';
import { aggregate, type Scope } from './domains';
import type { SyntaxNode } from './expression_syntax';
import { callFunction, FUNCTION_NAMES } from './functions_of_values';
import { CHARACTER, NONE, NUMBER, TEXT, TRUTH, countOf, isCollection, isIn, kindSaid, placeIn, sameKind, valueSaid, type ValueKind, type TypeTerm, type Val } from './kinds_of_values';
import { ExpressionMistake } from './scanner';
import { didYouMean } from './spelled_alike';
import { asCollection, concatenate, containsIn, elementOf, joinSets, sliceOf, subsetOf } from './sequences';
import type { Run } from './state_words';

export interface Code { kind: ValueKind; run: Run; at: SyntaxNode; isConstant?: boolean }

const CHECKS_MOST = 100_000;
export const mistakeAt = (node: SyntaxNode, message: string, hint = '') => new ExpressionMistake(node.from, node.to, message, hint);

/** In the order of the engine: what is missing is an error where it is evaluated. */
export function present(code: Code): Code {
    if (!code.kind.optional) return code;
    const { run } = code;
    return { ...code, kind: { ...code.kind, optional: false }, run: (f) => { const value = run(f); if (value === null) throw new NoValue('this is none, where a value is needed'); return value; } };
}

export class Evaluable {
    private checks = 0;

    /** `texts`: strings may be longer than a character. */
    constructor(readonly declared: Declared, readonly texts = false) {}

    // ---- kinds ----

    /** The kind of a tree by itself; null: nothing says it. */
    infer(tree: SyntaxNode, scope: Scope | null = null): ValueKind | null {
        if (tree.form === 'range' || tree.form === 'list') {
            for (const one of tree.args) { const kind = this.infer(one, scope); if (kind && kind.form !== 'none') return kind; }
            return null;
        }
        try { return this.check(tree, undefined, scope).kind; } catch (error) {
            if (error instanceof ExpressionMistake && this.checks < CHECKS_MOST) return null;
            throw error;
        }
    }

    /** Of the first tree whose kind is known. */
    inferAny(trees: SyntaxNode[], scope: Scope | null): ValueKind | undefined {
        let none: ValueKind | undefined;
        for (const one of trees) {
            const kind = one.form === 'list' || one.form === 'range' ? null : this.infer(one, scope);
            if (kind && kind.form !== 'none') return kind;
            none ??= kind ?? undefined;
        }
        return none;
    }

    /** The same code as one of this kind. */
    must(code: Code, kind: ValueKind): Code {
        if (sameKind(code.kind, kind)) return code.kind.optional && !kind.optional ? present(code) : code;
        if (code.kind.form === 'none' && kind.optional) return { ...code, kind };
        throw mistakeAt(code.at, `this is ${kindSaid(code.kind)}, where ${kindSaid(kind)} is expected`);
    }

    checkAs(tree: SyntaxNode, kind: ValueKind, scope: Scope | null): Code { return this.must(this.check(tree, kind, scope), kind); }

    truth(tree: SyntaxNode, scope: Scope | null = null): Code {
        const code = this.check(tree, TRUTH, scope);
        if (code.kind.form !== 'truth') throw mistakeAt(tree, `this is ${kindSaid(code.kind)}, where a condition is expected`, 'compare it, as in x == 1');
        return code;
    }

    /** A number, or a truth value that counts as one. */
    number(tree: SyntaxNode, scope: Scope | null, expected: ValueKind = NUMBER): Code {
        const code = present(this.check(tree, expected, scope));
        if (code.kind.form === 'truth') return code;
        if (code.kind.form === 'enum') throw mistakeAt(tree, `this is ${kindSaid(code.kind)}, where a number is expected`, 'an enumeration has no successor: use a range, such as 0..2');
        return this.must(code, NUMBER);
    }

    /** A value of any kind that has an order. */
    ordered(tree: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null): Code {
        const code = present(this.check(tree, expected, scope));
        if (isCollection(code.kind)) throw mistakeAt(tree, `this is ${kindSaid(code.kind)}, where one value is expected`);
        return code;
    }

    constant(tree: SyntaxNode, expected?: ValueKind): { kind: ValueKind; value: Val } {
        const { kind, run } = this.check(tree, expected, null);
        return { kind, value: constantValue(run) };
    }

    // ---- any tree ----

    check(tree: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null): Code {
        if (++this.checks > CHECKS_MOST) throw mistakeAt(tree, 'the expression is nested too deeply to be checked');
        switch (tree.form) {
        case 'number': return this.value(tree, NUMBER, integerOf(tree.text));
        case 'string': return this.character(tree);
        case 'name': return this.name(tree, expected, scope);
        case 'dotted': return this.dotted(tree);
        case 'index': return this.index(tree, scope);
        case 'element': return this.element(tree, scope);
        case 'call': return this.call(tree, expected, scope);
        case 'aggregate': return aggregate(this, tree, expected, scope);
        case 'not': return this.not(tree, scope);
        case 'and': case 'or': return this.either(tree, scope);
        case 'compare': return this.chain(tree, scope);
        case 'if': return this.conditional(tree, expected, scope);
        case 'list': return this.list(tree, expected, scope);
        case 'negate': return this.negate(tree, scope);
        case '+': case '-': case '*': case '//': case '%': return this.arithmetic(tree, tree.form, scope);
        case '|': case '&': return this.join(tree, tree.form, scope);
        case 'range': throw mistakeAt(tree, 'a range where a value is expected', 'to be in a range is written x in 0..8');
        case 'sequence': throw mistakeAt(tree, 'a value is expected here, not one for each of several', 'all, any, count, sum, min and max make one of them: count(... for ...)');
        default: throw mistakeAt(tree, 'a value is expected here');
        }
    }

    value(at: SyntaxNode, kind: ValueKind, value: Val): Code { return { kind, at, run: () => value, isConstant: true }; }

    private character(tree: SyntaxNode): Code {
        const letters = [...tree.text];
        if (letters.length === 1) return this.value(tree, CHARACTER, tree.text.codePointAt(0)!);
        if (this.texts) return this.value(tree, TEXT, tree.text);
        throw mistakeAt(tree, `a string is one character long; this one is ${letters.length ? 'longer' : 'empty'}`);
    }

    // ---- names ----

    private name(tree: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null): Code {
        for (let local = scope; local; local = local.outer) if (local.name === tree.text) {
            const { slot, kind } = local;
            return { kind, at: tree, run: (f) => f.locals[slot]! };
        }
        if (tree.text === 'true' || tree.text === 'false') return this.value(tree, TRUTH, Number(tree.text === 'true'));
        const hides = expected?.form === 'enum' && expected.of!.values.includes(tree.text);
        const own = hides ? this.quietly(() => this.globalValue(tree, expected, scope)) : this.globalValue(tree, expected, scope);
        return own && (!hides || sameKind(own.kind, expected)) ? own : this.bareValue(tree, expected);
    }

    private quietly(check: () => Code | null): Code | null {
        try { return check(); } catch (error) {
            if (error instanceof ExpressionMistake) return null;
            throw error;
        }
    }

    private globalValue(tree: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null): Code | null {
        const found = this.declared.global(tree.text);
        if (!found) return null;
        if (found.form === 'variable') return this.variable(tree, found.variable, []);
        if (found.form === 'define') return this.define(tree, found.define, expected, scope);
        if (found.form === 'constant') return this.constantData(tree, found, [], scope);
        if (this.declared.owners(tree.text).length) return null;
        throw mistakeAt(tree, `'${tree.text}' is a type, not a value`);
    }

    private bareValue(tree: SyntaxNode, expected: ValueKind | undefined): Code {
        const { text } = tree, owners = this.declared.owners(text);
        if (text === 'none' && (!owners.length || (expected?.optional && !(expected.form === 'enum' && expected.of!.values.includes('none'))))) return this.value(tree, NONE, null);
        const of = expected?.form === 'enum' && expected.of!.values.includes(text) ? expected.of! : owners.length === 1 ? owners[0]! : null;
        if (of) return this.value(tree, { form: 'enum', of }, of.values.indexOf(text));
        if (owners.length) throw mistakeAt(tree, `'${text}' is a value of several enumerations, and nothing here says which`, owners[0]!.name && `say which, as in '${owners[0]!.name}.${text}'`);
        const stored = this.declared.stored(text);
        if (stored?.form === 'variable') return this.variable(tree, stored.variable, []);
        throw mistakeAt(tree, `unknown name '${text}'`, didYouMean(text, expected?.form === 'enum' ? [...expected.of!.values, ...this.declared.names()] : this.declared.names()));
    }

    private dotted(tree: SyntaxNode): Code {
        const type = this.declared.type(tree.text), member = tree.ops[0]!;
        if (!type) throw mistakeAt(tree, `'${tree.text}' is not a type`, didYouMean(tree.text, this.declared.names()));
        const place = type.kind.form === 'enum' ? type.kind.of!.values.indexOf(member) : -1;
        if (!isIn(type, place)) throw mistakeAt(tree, `${tree.text} has no value '${member}'`, didYouMean(member, type.kind.of?.values ?? []));
        return this.value(tree, { ...type.kind, optional: false }, place);
    }

    // ---- elements ----

    private index(tree: SyntaxNode, scope: Scope | null): Code {
        for (let local = scope; local; local = local.outer) if (local.name === tree.text) return this.inside(tree, this.name({ ...tree, form: 'name', args: [] }, undefined, scope), tree.args, scope);
        const found = this.declared.global(tree.text), stored = found?.form === 'variable' || found?.form === 'constant' ? null : this.storedElement(tree);
        if (stored) return stored;
        if (found?.form === 'variable') return this.variable(tree, found.variable, tree.args, scope);
        if (found?.form === 'constant') return this.constantData(tree, found, tree.args, scope);
        if (found) throw mistakeAt(tree, `'${tree.text}' is ${found.form === 'type' ? 'a type' : 'a define'} and takes no index`, found.form === 'define' ? `a define is called with parentheses: ${tree.text}(...)` : '');
        throw new ExpressionMistake(tree.from, tree.from + tree.text.length, `unknown name '${tree.text}'`, didYouMean(tree.text, this.declared.names()));
    }

    /** at[3] of a database whose puzzle is no text. */
    private storedElement(tree: SyntaxNode): Code | null {
        if (!tree.args.every((one) => one.form === 'name' || one.form === 'number' || (one.form === 'negate' && one.args[0]!.form === 'number'))) return null;
        const label = `${tree.text}[${tree.args.map((one) => one.form === 'negate' ? `-${one.args[0]!.text}` : one.text).join(',')}]`, found = this.declared.stored(label);
        return found?.form === 'variable' ? this.variable(tree, found.variable, []) : null;
    }

    private places(tree: SyntaxNode, types: TypeTerm[], args: SyntaxNode[], scope: Scope | null): Run {
        const runs = types.map((type, i) => {
            const code = this.check(args[i]!, type.kind, scope), index = { ...code, ...(type.kind.optional ? {} : present(code)) };
            if (!sameKind(index.kind, type.kind)) throw mistakeAt(args[i]!, `the index is ${kindSaid(index.kind)} where ${kindSaid(type.kind)} is expected`);
            if (index.isConstant && !isIn(type, constantValue(index.run))) throw mistakeAt(args[i]!, `the index ${valueSaid(index.kind, constantValue(index.run))} of '${tree.text}' is outside of ${this.typeSaid(type)}`);
            return index.run;
        });
        const outside = (type: TypeTerm, value: Val) => new NoValue(`the index ${valueSaid(type.kind, value)} of '${tree.text}' is outside of ${this.typeSaid(type)}`);
        const one = (i: number): Run => { const type = types[i]!, run = runs[i]!; return (f) => { const value = run(f), place = placeIn(type, value); if (place < 0) throw outside(type, value); return place; }; };
        return types.map((_, i) => one(i)).reduce((all: Run, next, i) => { const count = countOf(types[i]!); return (f) => (all(f) as number) * count + (next(f) as number); }, () => 0);
    }

    private typeSaid(type: TypeTerm): string { return type.name || (type.values ? 'its values' : `${valueSaid(type.kind, type.low)}..${valueSaid(type.kind, type.high)}`); }

    private variable(tree: SyntaxNode, { name, types, type, reads }: VariableOf, args: SyntaxNode[], scope: Scope | null = null): Code {
        const rest = args.slice(types.length);
        if (args.length < types.length) throw mistakeAt(tree, args.length ? `'${name}' takes ${types.length} indices, not ${args.length}` : `'${name}' is an array; a value is one of its elements`, `write ${name}[...]`);
        if (rest.length && !isCollection(type.kind)) throw mistakeAt(tree, types.length ? `'${name}' takes ${types.length} ${types.length === 1 ? 'index' : 'indices'}, not ${args.length}` : `'${name}' is not an array`);
        const only = reads[0]!, place = types.length ? this.places(tree, types, args, scope) : null;
        const whole: Code = { kind: type.kind, at: tree, run: place ? (f) => reads[place(f) as number]!(f) : only };
        return rest.length ? this.inside(tree, whole, rest, scope) : whole;
    }

    /** Indices and slices into a list. */
    private inside(tree: SyntaxNode, whole: Code, args: SyntaxNode[], scope: Scope | null): Code {
        if (!isCollection(whole.kind) || args.length !== 1) throw mistakeAt(tree, `this is ${kindSaid(whole.kind)} and takes no ${args.length > 1 ? 'indices' : 'index'}`);
        const [at] = args as [SyntaxNode];
        if (at.form === 'slice') return sliceOf(this, tree, whole, at, scope);
        return elementOf(tree, whole, this.number(at, scope));
    }

    private element(tree: SyntaxNode, scope: Scope | null): Code { return this.inside(tree, this.check(tree.args[0]!, undefined, scope), [tree.args[1]!], scope); }

    // ---- constants ----

    private constantData(tree: SyntaxNode, of: { data?: Data; table?: Table }, args: SyntaxNode[], scope: Scope | null): Code {
        if (of.table) return this.tableElement(tree, of.table, args, scope);
        let data = of.data!, run: (f: Parameters<Run>[0]) => Data = () => of.data!, used = 0;
        for (; used < args.length && data.form !== 'value'; used++) {
            if (args[used]!.form === 'slice') break;
            run = this.step(tree, data, run, args[used]!, scope);
            data = data.items[0] ?? { form: 'list', items: [] };
        }
        const isRow = data.form === 'list' && !data.isText, rest = args.slice(used);
        if (data.form === 'value') {
            if (rest.length) throw mistakeAt(tree, `'${tree.text}' takes ${used || 'no'} ${used === 1 ? 'index' : 'indices'}`);
            return { ...this.leaf(tree, this.leafKind(of.data!), run), isConstant: !args.length };
        }
        if (!isRow || !data.items.every((one) => one.form === 'value')) throw mistakeAt(tree, `'${tree.text}' is a whole ${data.form === 'map' ? 'mapping' : data.isText ? 'text' : 'list'} where a value is expected`, `say which of its elements: ${tree.text}[...]`);
        const item = this.leafKind(of.data!), row: Code = { kind: { form: 'list', item }, at: tree, run: (f) => (run(f) as { items: Data[] }).items.map((one) => (one as { value: Val }).value) };
        return rest.length ? this.inside(tree, row, rest, scope) : row;
    }

    private step(tree: SyntaxNode, data: Exclude<Data, { form: 'value' }>, run: (f: Parameters<Run>[0]) => Data, arg: SyntaxNode, scope: Scope | null): (f: Parameters<Run>[0]) => Data {
        const kind = data.form === 'map' ? data.keyKind : NUMBER, index = present(this.check(arg, kind, scope));
        if (!sameKind(index.kind, kind)) throw mistakeAt(arg, `the index is ${kindSaid(index.kind)} where ${kindSaid(kind)} is expected`);
        return (f) => {
            const inner = run(f) as Exclude<Data, { form: 'value' }>, value = index.run(f), at = inner.form === 'map' ? inner.keys.indexOf(value) : Number(value), found = inner.items[at];
            if (!found) throw new NoValue(`the index ${valueSaid(kind, value)} is outside of '${tree.text}'`);
            return found;
        };
    }

    private leaf(tree: SyntaxNode, kind: ValueKind, run: (f: Parameters<Run>[0]) => Data): Code { return { kind, at: tree, run: (f) => (run(f) as { value: Val }).value }; }

    private leafKind(data: Data): ValueKind {
        if (data.form === 'value') return data.kind;
        const kinds = data.items.map((one) => this.leafKind(one)), some = kinds.find((one) => one.form !== 'none') ?? NUMBER;
        return kinds.some((one) => one.optional) ? { ...some, optional: true } : some;
    }

    private tableElement(tree: SyntaxNode, table: Table, args: SyntaxNode[], scope: Scope | null): Code {
        if (args.length !== table.types.length) throw mistakeAt(tree, `'${tree.text}' takes ${table.types.length} ${table.types.length === 1 ? 'index' : 'indices'}, not ${args.length}`);
        const place = this.places(tree, table.types, args, scope), { values } = table;
        return { kind: table.kind, at: tree, run: (f) => values[place(f) as number]! };
    }

    // ---- calls ----

    private call(tree: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null): Code {
        const found = this.declared.global(tree.text);
        if (found?.form === 'define') return this.define(tree, found.define, expected, scope);
        if (FUNCTION_NAMES.has(tree.text)) return callFunction(this, tree, expected, scope);
        if (found) throw mistakeAt(tree, `'${tree.text}' is not a define`, `an array's element is written ${tree.text}[...]`);
        throw new ExpressionMistake(tree.from, tree.from + tree.text.length, `unknown function '${tree.text}'`, didYouMean(tree.text, [...FUNCTION_NAMES, ...this.declared.names()]));
    }

    private define(tree: SyntaxNode, of: Define, expected: ValueKind | undefined, scope: Scope | null): Code {
        const args = tree.form === 'call' ? tree.args : [];
        if (of.open) throw mistakeAt(tree, `'${of.name}' is defined in terms of itself`);
        if (args.length !== of.parameters.length) throw mistakeAt(tree, `'${of.name}' takes ${of.parameters.length} ${of.parameters.length === 1 ? 'value' : 'values'}, not ${args.length}`);
        const choices = args.map((one): (ValueKind | undefined)[] => this.isAmbiguous(one, scope) ? this.declared.owners(one.text).map((owner): ValueKind => ({ form: 'enum', of: owner })) : [undefined]);
        return this.bound(tree, of, args, choices, expected, scope);
    }

    private isAmbiguous(tree: SyntaxNode, scope: Scope | null): boolean {
        return tree.form === 'name' && this.declared.owners(tree.text).length > 1 && this.infer(tree, scope) === null;
    }

    /** A name of several enumerations, as an argument, means the value for which the define is well typed. */
    private bound(tree: SyntaxNode, of: Define, args: SyntaxNode[], choices: (ValueKind | undefined)[][], expected: ValueKind | undefined, scope: Scope | null): Code {
        const open = choices.findIndex((one) => one.length > 1);
        if (open >= 0) for (const kind of choices[open]!) {
            const code = this.quietly(() => this.bound(tree, of, args, choices.map((one, i) => i === open ? [kind] : one), expected, scope));
            if (code) return code;
        }
        if (open >= 0) throw mistakeAt(args[open]!, `'${args[open]!.text}' is a value of several enumerations, and nothing here says which`);
        const codes = args.map((one, i) => this.check(one, choices[i]![0], scope)), { slots, code } = this.instance(tree, of, codes, expected), runs = codes.map((one) => one.run), { run } = code;
        if (!runs.length) return { ...code, at: tree };
        return { kind: code.kind, at: tree, run: (f) => { const values = runs.map((one) => one(f)); values.forEach((value, i) => { f.locals[slots[i]!] = value; }); return run(f); } };
    }

    /** The body for arguments of these kinds, which is checked once. */
    private instance(tree: SyntaxNode, of: Define, codes: Code[], expected: ValueKind | undefined): { slots: number[]; code: Code } {
        const key = [expected, ...codes.map((one) => one.kind)].map((kind) => kind ? `${kind.form} ${kind.of ? this.declared.enumerations.indexOf(kind.of) : ''} ${kind.item?.form ?? ''} ${kind.item?.of ? this.declared.enumerations.indexOf(kind.item.of) : ''} ${kind.optional ?? ''}` : '').join('|');
        const known = of.known.get(key);
        if (known) return known;
        const slots = codes.map(() => this.declared.slots++);
        const scope = codes.reduce<Scope | null>((outer, one, i) => ({ name: of.parameters[i]!, kind: one.kind, slot: slots[i]!, outer }), null);
        of.open = true;
        try {
            const made = { slots, code: this.check(of.body, expected, scope) };
            of.known.set(key, made);
            return made;
        } catch (error) {
            throw error instanceof ExpressionMistake ? mistakeAt(tree, `in the definition of '${of.name}': ${error.message}`, error.hint) : error;
        } finally { of.open = false; }
    }

    // ---- operators ----

    private not(tree: SyntaxNode, scope: Scope | null): Code {
        const { run } = this.truth(tree.args[0]!, scope);
        return { kind: TRUTH, at: tree, run: (f) => run(f) ? 0 : 1 };
    }

    private either(tree: SyntaxNode, scope: Scope | null): Code {
        const [left, right] = tree.args.map((one) => this.truth(one, scope).run) as [Run, Run];
        return { kind: TRUTH, at: tree, run: tree.form === 'and' ? (f) => left(f) ? right(f) : 0 : (f) => left(f) ? 1 : right(f) };
    }

    private conditional(tree: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null): Code {
        const [condition, yes, no] = tree.args as [SyntaxNode, SyntaxNode, SyntaxNode], test = this.truth(condition, scope).run;
        const kind = expected ?? this.inferAny([yes, no], scope);
        let a = this.check(yes, kind, scope), b = this.check(no, a.kind.form === 'none' || a.kind.form === 'character' ? kind : a.kind, scope);
        if (this.texts) [a, b] = [this.asText(a, b.kind), this.asText(b, a.kind)];
        if (isCollection(a.kind) !== isCollection(b.kind) || (!sameKind(a.kind, b.kind) && a.kind.form !== 'none' && b.kind.form !== 'none')) throw mistakeAt(no, `the two sides of 'if' differ: ${kindSaid(a.kind)}, and ${kindSaid(b.kind)} here`);
        const { run: first } = a, { run: second } = b, shared = a.kind.form === 'none' ? b.kind : a.kind;
        return { kind: { ...shared, optional: Boolean(a.kind.optional || b.kind.optional) }, at: tree, run: (f) => test(f) ? first(f) : second(f) };
    }

    /** A character beside a text is one. */
    private asText(code: Code, other: ValueKind): Code {
        if (code.kind.form !== 'character' || other.form !== 'text') return code;
        const { run } = code;
        return { ...code, kind: TEXT, run: (f) => String.fromCodePoint(Number(run(f))) };
    }

    private negate(tree: SyntaxNode, scope: Scope | null): Code {
        const { run, isConstant } = this.number(tree.args[0]!, scope);
        return { kind: NUMBER, at: tree, run: (f) => minus(0, run(f)), ...(isConstant ? { isConstant } : {}) };
    }

    private arithmetic(tree: SyntaxNode, form: '+' | '-' | '*' | '//' | '%', scope: Scope | null): Code {
        const [left, right] = tree.args as [SyntaxNode, SyntaxNode];
        if ((form === '+' || form === '-') && this.hasCollection([left, right], scope)) return this.join(tree, form, scope);
        const { run: a } = this.number(left, scope), { run: b } = this.number(right, scope), act = { '+': plus, '-': minus, '*': times, '//': quotient, '%': remainder }[form];
        return { kind: NUMBER, at: tree, run: (f) => act(a(f), b(f)) };
    }

    private hasCollection(trees: SyntaxNode[], scope: Scope | null): boolean {
        return trees.some((one) => one.form === 'list') || isCollection(this.inferAny([trees[0]!], scope) ?? NUMBER);
    }

    private join(tree: SyntaxNode, form: '+' | '-' | '|' | '&', scope: Scope | null): Code {
        const [left, right] = tree.args as [SyntaxNode, SyntaxNode], kind = this.inferAny([left, right], scope);
        const a = this.check(left, kind, scope), b = this.check(right, kind, scope);
        if (form === '+' && a.kind.form === 'list' && b.kind.form === 'list' && sameKind(a.kind, b.kind)) return concatenate(tree, a, b);
        if (form !== '+' && a.kind.form === 'set' && b.kind.form === 'set' && sameKind(a.kind, b.kind)) return joinSets(tree, form, a, b);
        throw mistakeAt(tree, `${kindSaid(a.kind)} and ${kindSaid(b.kind)} cannot be joined so`, "lists are joined by '+', as in q + [x]; sets by '|', '&' and '-'");
    }

    private list(tree: SyntaxNode, expected: ValueKind | undefined, scope: Scope | null): Code {
        if (expected && !isCollection(expected)) throw mistakeAt(tree, 'a list where a value is expected', 'to be one of several is written x in [a, b]');
        const item = expected?.item ?? this.inferAny(tree.args, scope), codes = tree.args.map((one) => this.check(one, item, scope)), own = codes.find((one) => one.kind.form !== 'none')?.kind;
        for (const one of codes) if (own && one.kind.form !== 'none' && !sameKind(one.kind, own)) throw mistakeAt(one.at, `this is ${kindSaid(one.kind)}, where ${kindSaid(own)} is expected`);
        const kind: ValueKind = { form: 'list', ...(own ?? item ? { item: { ...(own ?? item)!, optional: codes.some((one) => Boolean(one.kind.optional)) } } : {}) }, runs = codes.map((one) => one.run);
        return asCollection({ kind, at: tree, run: (f) => runs.map((run) => run(f)) }, expected);
    }

    // ---- comparisons ----

    private chain(tree: SyntaxNode, scope: Scope | null): Code {
        const { args, ops } = tree, kind = this.chainKind(args, ops, scope), last = ops.length - 1;
        const codes = args.map((one, i) => i > 0 && ops[i - 1]!.endsWith('in') ? null : this.check(one, kind && isCollection(kind) && one.form !== 'list' ? undefined : kind, scope));
        const pairs = ops.map((op, i) => {
            if (!op.endsWith('in')) return this.pair(tree, op, codes[i]!, codes[i + 1]!);
            if (i < last) throw mistakeAt(tree, "'in' can only be the last of a chain of comparisons");
            return this.member(codes[i]!, args[i + 1]!, op === 'not in', scope);
        });
        return { kind: TRUTH, at: tree, run: pairs.reduce((all, next) => (f) => all(f) ? next(f) : 0) };
    }

    private chainKind(args: SyntaxNode[], ops: string[], scope: Scope | null): ValueKind | undefined {
        const [left, right] = args as [SyntaxNode, SyntaxNode], own = this.inferAny(ops[0]!.endsWith('in') ? [left] : args, scope);
        if ((own && own.form !== 'none') || !ops[0]!.endsWith('in')) return own;
        if (right.form === 'name') { const type = this.declared.type(right.text); if (type) return type.kind; }
        const kind = this.infer(right, scope);
        return (kind && isCollection(kind) ? kind.item : kind) ?? own;
    }

    private pair(tree: SyntaxNode, op: string, left: Code, right: Code): Run {
        if (left.kind.form === 'set' && right.kind.form === 'list') right = asCollection(right, left.kind);
        if (right.kind.form === 'set' && left.kind.form === 'list') left = asCollection(left, right.kind);
        const isEquality = op === '==' || op === '!=', none = left.kind.form === 'none' || right.kind.form === 'none';
        if (!sameKind(left.kind, right.kind) && !(isEquality && none && (left.kind.optional && right.kind.optional))) throw this.unlike(tree, left, right);
        if (isEquality) return this.equality(op, left, right);
        if (left.kind.form === 'set') return subsetOf(op, left.run, right.run);
        if (left.kind.form === 'list') throw mistakeAt(tree, 'lists have no order');
        const { run: a } = present(left), { run: b } = present(right);
        if (op === '<') return (f) => isBelow(a(f), b(f)) ? 1 : 0;
        if (op === '<=') return (f) => isBelow(b(f), a(f)) ? 0 : 1;
        if (op === '>') return (f) => { const x = a(f); return isBelow(b(f), x) ? 1 : 0; };
        return (f) => isBelow(a(f), b(f)) ? 0 : 1;
    }

    private unlike(tree: SyntaxNode, left: Code, right: Code): ExpressionMistake {
        const truth = left.kind.form === 'truth' ? left : right.kind.form === 'truth' ? right : null;
        return mistakeAt(tree, `${kindSaid(left.kind)} is compared with ${kindSaid(right.kind)}`, truth ? 'a truth value stands by itself: name, or not name' : '');
    }

    private equality(op: string, { kind, run: a }: Code, { run: b }: Code): Run {
        const yes = op === '==' ? 1 : 0, no = 1 - yes;
        return isCollection(kind) ? (f) => equalValues(a(f), b(f)) ? yes : no : (f) => a(f) === b(f) ? yes : no;
    }

    private member(left: Code, set: SyntaxNode, negated: boolean, scope: Scope | null): Run {
        const run = this.membership(left, set, scope);
        return negated ? (f) => run(f) ? 0 : 1 : run;
    }

    private membership(left: Code, set: SyntaxNode, scope: Scope | null): Run {
        if (set.form === 'range') return this.inRange(left, set, scope);
        if (set.form === 'list') return this.inList(left, set, scope);
        const type = set.form === 'name' && !this.isLocal(set.text, scope) ? this.typeNamed(set) : null;
        if (type) return this.inType(left, type);
        const whole = this.check(set, undefined, scope);
        if (!isCollection(whole.kind)) throw mistakeAt(set, "'in' takes a type, a range, a list or a set");
        if (whole.kind.item && left.kind.form !== 'none' && !sameKind(left.kind, whole.kind.item)) throw mistakeAt(left.at, `this is ${kindSaid(left.kind)}, which cannot be in a list of ${kindSaid(whole.kind.item).replace(/^an? /, '')}s`);
        return containsIn(left.run, whole.run);
    }

    isLocal(name: string, scope: Scope | null): boolean {
        for (let local = scope; local; local = local.outer) if (local.name === name) return true;
        return false;
    }

    /** A type, or a constant as the set of its values or keys. */
    typeNamed(tree: SyntaxNode): TypeTerm | null {
        const type = tree.text === 'bool' ? this.declared.typeOfTree(tree) : this.declared.type(tree.text);
        if (type) return isCollection(type.kind) ? null : type;
        const found = this.declared.global(tree.text), data = found?.form === 'constant' ? found.data : undefined;
        if (!data || data.form === 'value' || (data.form === 'list' && data.items.some((one) => one.form !== 'value'))) return null;
        const values = data.form === 'map' ? data.keys : data.items.map((one) => (one as { value: Val }).value);
        return { kind: data.form === 'map' ? data.keyKind : this.leafKind(data), low: 0, high: -1, values: values as number[], name: tree.text };
    }

    private inType(left: Code, type: TypeTerm): Run {
        if (left.kind.form !== 'none' && !sameKind(left.kind, type.kind)) throw mistakeAt(left.at, `this is ${kindSaid(left.kind)}, which cannot be in ${type.name || 'that type'}`);
        const { run } = left;
        return (f) => isIn(type, run(f)) ? 1 : 0;
    }

    private inRange(left: Code, set: SyntaxNode, scope: Scope | null): Run {
        const kind = { ...left.kind, optional: false }, low = this.checkAs(set.args[0]!, kind, scope).run, high = this.checkAs(set.args[1]!, kind, scope).run, { run } = left;
        return (f) => { const value = run(f); return value === null || isBelow(value, low(f)) || isBelow(high(f), value) ? 0 : 1; };
    }

    private inList(left: Code, set: SyntaxNode, scope: Scope | null): Run {
        const kind: ValueKind = { ...left.kind, optional: true }, items = set.args.map((one) => this.must(this.check(one, left.kind.optional ? kind : left.kind, scope), kind).run), { run } = left;
        return (f) => { const value = run(f); return items.some((item) => equalValues(value, item(f))) ? 1 : 0; };
    }
}
