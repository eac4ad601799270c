// scanner.ts - the tokens of an expression (lib/puzzle/parse/lexer.c).

/** What is wrong with an expression, and where in its text. */
export class ExpressionMistake extends Error {
    constructor(readonly from: number, readonly to: number, message: string, readonly hint = '') { super(message); }
}

export type TokenForm = 'number' | 'string' | 'name' | 'sign' | 'word' | 'end';
export interface Token { form: TokenForm; text: string; from: number; to: number }

export const KEYWORDS = new Set(['and', 'or', 'not', 'if', 'else', 'in', 'for']);
const SIGNS = ['..', '//', '==', '!=', '<=', '>=', '(', ')', '[', ']', ',', '.', '+', '-', '*', '%', '<', '>', '=', '&', '|', ':'];
/** Signs of other languages and of typography: what to write. */
const FOREIGN: [string, string][] = [['&&', "did you mean 'and'?"], ['||', "did you mean 'or'?"], ['<>', "did you mean '!='?"], ['**', 'write a product: a * a'], ['=<', "did you mean '<='?"],
    ['=>', "at least is '>='; 'A implies B' is 'B if A else true'"], ['->', "'A implies B' is 'B if A else true'"], ['/', "'//' divides, and rounds down"], ['!', "did you mean 'not'?"],
    ['≤', "did you mean '<='?"], ['≥', "did you mean '>='?"], ['≠', "did you mean '!='?"], ['¬', "did you mean 'not'?"], ['∧', "did you mean 'and'?"], ['∨', "did you mean 'or'?"], ['∈', "did you mean 'in'?"],
    ['×', "did you mean '*'?"], ['·', "did you mean '*'?"], ['−', "did you mean '-'?"], ['–', "did you mean '-'?"], ['…', "did you mean '..'?"], ['?', "write 'A if C else B'"], ['{', 'a list is written [a, b]'],
    ['“', 'a character is written "a"'], ['”', 'a character is written "a"'], ['‘', 'a character is written "a"'], ['’', 'a character is written "a"']];
const FOREIGN_LETTERS = FOREIGN.map(([sign]) => sign).filter((sign) => sign > '\x7f').join('');
const NAME = new RegExp(`(?:[A-Za-z_]|(?![${FOREIGN_LETTERS}\u00a0])[^\\0-\\x7f])(?:[A-Za-z_0-9]|(?![${FOREIGN_LETTERS}\u00a0])[^\\0-\\x7f])*`, 'uy');

function matchAt(pattern: RegExp, text: string, at: number): string {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? '';
}

function numberAt(text: string, from: number): Token {
    const digits = matchAt(/\d+/y, text, from), to = from + digits.length, letters = matchAt(NAME, text, to);
    if (letters) throw new ExpressionMistake(from, to + letters.length, `'${digits}${letters}' is neither a number nor a name`, 'numbers are decimal: 12; names begin with a letter');
    if (/^\.\d/.test(text.slice(to))) throw new ExpressionMistake(from, to, 'numbers are integers', 'count in a smaller unit, so that every number is an integer');
    if (BigInt(digits) > 9223372036854775807n) throw new ExpressionMistake(from, to, 'the number does not fit 64 bits');
    return { form: 'number', text: digits, from, to };
}

function stringAt(text: string, from: number): Token {
    const end = text.indexOf(text[from]!, from + 1);
    if (end < 0) throw new ExpressionMistake(from, text.length, 'the string is not closed');
    return { form: 'string', text: text.slice(from + 1, end), from, to: end + 1 };
}

function signAt(text: string, from: number): Token {
    const foreign = FOREIGN.find(([sign]) => text.startsWith(sign, from)), own = SIGNS.find((sign) => text.startsWith(sign, from));
    if (own && (!foreign || foreign[0].length <= own.length)) return { form: 'sign', text: own, from, to: from + own.length };
    const letter = foreign?.[0] ?? String.fromCodePoint(text.codePointAt(from)!);
    throw new ExpressionMistake(from, from + letter.length, foreign ? `there is no '${letter}' in an expression` : `'${letter}' has no meaning in an expression`, foreign?.[1]);
}

function tokenAt(text: string, from: number): Token {
    if (/\d/.test(text[from]!)) return numberAt(text, from);
    if (text[from] === '"' || text[from] === "'") return stringAt(text, from);
    const name = matchAt(NAME, text, from);
    return name ? { form: KEYWORDS.has(name) ? 'word' : 'name', text: name, from, to: from + name.length } : signAt(text, from);
}

/** All tokens, with one of form 'end' behind them. */
export function tokensOf(text: string): Token[] {
    const tokens: Token[] = [];
    for (let at = 0; ;) {
        at += matchAt(/[ \t\n\r]*/y, text, at).length;
        if (at >= text.length) return [...tokens, { form: 'end', text: '', from: text.length, to: text.length }];
        const token = tokenAt(text, at);
        tokens.push(token);
        at = token.to;
    }
}
