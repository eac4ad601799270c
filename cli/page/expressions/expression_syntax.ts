// expression_syntax.ts - the text of an expression into a tree (lib/puzzle/parse/grammar.c has the rules).
import { ExpressionMistake, tokensOf, type Token } from './scanner';

export type SyntaxForm = 'number' | 'string' | 'name' | 'dotted' | 'index' | 'element' | 'slice' | 'call' | 'aggregate' | 'sequence' | 'list' | 'range' | 'compare' | 'if' |
    'and' | 'or' | 'not' | 'negate' | '+' | '-' | '*' | '//' | '%' | '|' | '&' | 'list type' | 'set type';

/** NAMES in DOMAIN [if FILTER] */
export interface Clause { names: { text: string; from: number; to: number }[]; domain: SyntaxNode; filter: SyntaxNode | null }

export interface SyntaxNode {
    form: SyntaxForm;
    from: number;
    to: number;
    text: string;
    args: SyntaxNode[];
    /** Of a comparison, its signs; of a slice, which ends it has. */
    ops: string[];
    clauses: Clause[];
}

const NESTING_MOST = 64, COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** A recursive descent, one method a rule. */
class ExpressionReader {
    private readonly tokens: Token[];
    private at = 0;
    private nesting = 0;

    /** `lenient`: a search, where one = compares. */
    constructor(text: string, private readonly lenient: boolean) { this.tokens = tokensOf(text); }

    get token(): Token { return this.tokens[this.at]!; }
    private get end(): number { return this.at ? this.tokens[this.at - 1]!.to : 0; }
    is(text: string): boolean { return (this.token.form === 'sign' || this.token.form === 'word') && this.token.text === text; }

    accept(text: string): boolean {
        if (!this.is(text)) return false;
        this.at++;
        return true;
    }

    private expected(what: string): never {
        const { form, text, from, to } = this.token;
        if (form === 'end') throw new ExpressionMistake(from, to, `the expression ends where ${what} is expected`);
        const hint = text === '=' ? "did you mean '=='?" : form === 'word' && what.includes('name') ? `'${text}' is a keyword` : '';
        throw new ExpressionMistake(from, to, `'${form === 'string' ? `"${text}"` : text}' where ${what} is expected`, hint);
    }

    private need(text: string, what = `'${text}'`): void { if (!this.accept(text)) this.expected(what); }

    private name(what: string): Token {
        if (this.token.form !== 'name') this.expected(what);
        return this.tokens[this.at++]!;
    }

    private node(form: SyntaxForm, from: number, args: SyntaxNode[] = [], text = ''): SyntaxNode {
        return { form, from, to: this.end, text, args, ops: [], clauses: [] };
    }

    private deeper<T>(read: () => T): T {
        if (++this.nesting > NESTING_MOST) throw new ExpressionMistake(this.token.from, this.token.to, `nested deeper than ${NESTING_MOST}`);
        const result = read();
        this.nesting--;
        return result;
    }

    /** Nothing may be left. */
    finish(): void {
        const { form, text, from, to } = this.token;
        if (form === 'end') return;
        if (text === ')' || text === ']') throw new ExpressionMistake(from, to, `unmatched '${text}'`);
        throw new ExpressionMistake(from, to, `the expression is complete before '${text}'`, text === '=' ? "did you mean '=='?" : '');
    }

    private items(close: string): SyntaxNode[] {
        const args: SyntaxNode[] = [];
        while (!this.accept(close)) {
            if (args.length) this.need(',', `',' or '${close}'`);
            if (args.length && this.accept(close)) break;
            args.push(close === ']' ? this.indexItem() : this.ternary());
        }
        return args;
    }

    clause(): Clause {
        const names: Clause['names'] = [];
        do names.push(this.name('a name')); while (this.accept(','));
        this.need('in');
        return { names, domain: this.range(), filter: this.accept('if') ? this.either() : null };
    }

    forClauses(): Clause[] {
        const clauses: Clause[] = [];
        while (this.accept('for') || (clauses.length > 0 && this.accept(','))) clauses.push(this.clause());
        return clauses;
    }

    private indexItem(): SyntaxNode {
        const from = this.token.from, low = this.is(':') ? null : this.ternary();
        if (low && !this.is(':')) return low;
        this.need(':');
        const high = this.is(']') || this.is(',') ? null : this.ternary();
        const slice = this.node('slice', from, [low, high].filter((one): one is SyntaxNode => one !== null));
        slice.ops = [...(low ? ['low'] : []), ...(high ? ['high'] : [])];
        return slice;
    }

    private call(name: Token): SyntaxNode {
        if (this.accept(')')) return this.node('call', name.from, [], name.text);
        const first = this.ternary();
        if (!this.is('for')) {
            if (!this.is(')')) this.need(',', "',' or ')'");
            const rest = this.items(')');
            return this.node('call', name.from, [first, ...rest], name.text);
        }
        const clauses = this.forClauses();
        this.need(')', "')' or another 'for'");
        return { ...this.node('aggregate', name.from, [first], name.text), clauses };
    }

    private isName(word: string): boolean { return this.token.form === 'name' && this.token.text === word; }

    private named(): SyntaxNode {
        const name = this.name('a name');
        if (this.accept('(')) {
            const call = this.call(name);
            return call.args.length === 1 && name.text === 'list' && this.isName('of') ? this.collectionType('list type', call) : call;
        }
        if (name.text === 'set' && this.isName('of')) return this.collectionType('set type', this.node('name', name.from));
        if (this.accept('.')) return { ...this.node('dotted', name.from, [], name.text), ops: [this.name('the name of a value').text], to: this.end };
        if (!this.accept('[')) return this.node('name', name.from, [], name.text);
        const args = this.items(']');
        while (args[args.length - 1]?.form !== 'slice' && this.accept('[')) args.push(...this.items(']'));
        return this.node('index', name.from, args, name.text);
    }

    private collectionType(form: SyntaxForm, head: SyntaxNode): SyntaxNode {
        this.at++;
        const of = form === 'list type' ? this.either() : this.range();
        return this.node(form, head.from, [...head.args, of]);
    }

    private parenthesized(): SyntaxNode {
        const from = this.token.from;
        this.at++;
        let inner = this.ternary();
        if (this.is('for')) {
            const clauses = this.forClauses();
            inner = { ...this.node('sequence', inner.from, [inner]), clauses };
        }
        this.need(')');
        return { ...inner, from, to: this.end };
    }

    private whole(): SyntaxNode {
        const { form, text, from } = this.token;
        if (form === 'number' || form === 'string') {
            this.at++;
            return this.node(form, from, [], text);
        }
        if (form === 'name') return this.named();
        if (this.is('(')) return this.parenthesized();
        if (!this.accept('[')) this.expected('a value');
        const args = this.items(']');
        return this.node('list', from, args);
    }

    private primary(): SyntaxNode {
        let whole = this.whole();
        while (whole.form !== 'number' && whole.form !== 'string' && this.accept('[')) {
            const item = this.indexItem();
            this.need(']');
            whole = this.node('element', whole.from, [whole, item]);
        }
        return whole;
    }

    private unary(): SyntaxNode {
        const from = this.token.from;
        if (!this.accept('-')) return this.primary();
        const operand = this.deeper(() => this.unary());
        return this.node('negate', from, [operand]);
    }

    /** Operators that bind alike, from the left. */
    private row(signs: readonly SyntaxForm[], operand: () => SyntaxNode): SyntaxNode {
        let left = operand();
        for (let sign; (sign = signs.find((one) => this.is(one)));) {
            this.at++;
            const right = operand();
            left = this.node(sign, left.from, [left, right]);
        }
        return left;
    }

    private union(): SyntaxNode {
        const product = () => this.row(['*', '//', '%'], () => this.unary()), sum = () => this.row(['+', '-'], product);
        return this.row(['|'], () => this.row(['&'], sum));
    }

    range(): SyntaxNode {
        const low = this.union();
        if (!this.accept('..')) return low;
        const high = this.union();
        return this.node('range', low.from, [low, high]);
    }

    private comparisonSign(): string {
        const { form, text } = this.token;
        if (form === 'sign' && COMPARISONS.has(text)) return text;
        if (form === 'sign' && text === '=' && this.lenient) return '==';
        return this.is('in') ? 'in' : this.is('not') ? 'not in' : '';
    }

    private comparison(): SyntaxNode {
        const args = [this.range()], ops: string[] = [];
        for (let sign; (sign = this.comparisonSign());) {
            if (sign === 'not in' && this.lenient && this.tokens[this.at + 1]!.text !== 'in') break;
            this.at++;
            if (sign === 'not in') this.need('in');
            ops.push(sign);
            args.push(this.range());
        }
        return ops.length ? { ...this.node('compare', args[0]!.from, args), ops } : args[0]!;
    }

    private negation(): SyntaxNode {
        const from = this.token.from;
        if (!this.accept('not')) return this.comparison();
        const operand = this.deeper(() => this.negation());
        return this.node('not', from, [operand]);
    }

    either(): SyntaxNode { return this.row(['or'], () => this.row(['and'], () => this.negation())); }

    ternary(): SyntaxNode {
        return this.deeper(() => {
            const yes = this.either();
            if (!this.accept('if')) return yes;
            const condition = this.either();
            this.need('else');
            const no = this.ternary();
            return this.node('if', yes.from, [condition, yes, no]);
        });
    }

    /** Conditions one behind the other all hold: a=1 b=2, c=3 */
    conditions(): SyntaxNode {
        let all = this.ternary();
        while (this.token.form !== 'end' && !this.is(')') && !this.is(']')) {
            if (!this.accept(',') && all.form !== 'compare' && all.form !== 'and') break;
            const next = this.ternary();
            all = this.node('and', all.from, [all, next]);
        }
        return all;
    }
}

export function parseExpressionText(text: string): SyntaxNode {
    const reader = new ExpressionReader(text, false), tree = reader.ternary();
    reader.finish();
    return tree;
}

/** A condition as people type it: one = compares, and conditions may stand one behind the other. */
export function parseSearchText(text: string): SyntaxNode {
    const reader = new ExpressionReader(text, true), tree = reader.conditions();
    reader.finish();
    return tree;
}

/** What types and domains are: a range, a list, a name, perhaps `or none`. */
export const parseTypeText = parseExpressionText;

/** EXPR [for CLAUSES]: what is drawn, or shown, for each of several. */
export function parseForClauses(text: string): Clause[] {
    const reader = new ExpressionReader(`for ${text}`, false), clauses = reader.forClauses();
    reader.finish();
    return clauses;
}
