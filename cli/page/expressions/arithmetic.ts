// arithmetic.ts - what operators compute: exact in 64 bits, as the engine does (lib/puzzle/interp/eval_expr.c).
import type { Val } from './kinds_of_values';

/** An expression has no value in a state: a division by zero, an index outside of its type. */
export class NoValue extends Error {}

const LEAST = -(2n ** 63n), MOST = 2n ** 63n - 1n;
type Int = number | bigint;

const narrow = (n: bigint): Int => n >= Number.MIN_SAFE_INTEGER && n <= Number.MAX_SAFE_INTEGER ? Number(n) : n;

/** A number as it is written, or stored. */
export const integerOf = (text: string): Int => narrow(BigInt(text));

function fitting(n: bigint, said: () => string): Int {
    if (n < LEAST || n > MOST) throw new NoValue(`${said()} does not fit 64 bits`);
    return narrow(n);
}

export function plus(a: Val, b: Val): Val {
    if (typeof a === 'number' && typeof b === 'number') {
        const sum = a + b;
        if (Number.isSafeInteger(sum)) return sum;
    }
    return fitting(BigInt(a as Int) + BigInt(b as Int), () => `${a} + ${b}`);
}

export function minus(a: Val, b: Val): Val {
    if (typeof a === 'number' && typeof b === 'number') {
        const difference = a - b;
        if (Number.isSafeInteger(difference)) return difference;
    }
    return fitting(BigInt(a as Int) - BigInt(b as Int), () => `${a} - ${b}`);
}

export function times(a: Val, b: Val): Val {
    if (typeof a === 'number' && typeof b === 'number') {
        const product = a * b;
        if (Number.isSafeInteger(product)) return product;
    }
    return fitting(BigInt(a as Int) * BigInt(b as Int), () => `${a} * ${b}`);
}

/** Both round down: the remainder has the divisor's sign. */
export function quotient(a: Val, b: Val): Val {
    if (b === 0) throw new NoValue(`division by zero: ${a} // 0`);
    if (typeof a === 'number' && typeof b === 'number') {
        const rest = a % b;
        return (a - rest) / b - Number(rest !== 0 && rest < 0 !== b < 0);
    }
    const x = BigInt(a as Int), y = BigInt(b as Int), rest = x % y;
    return fitting((x - rest) / y - BigInt(rest !== 0n && rest < 0n !== y < 0n), () => `${a} // ${b}`);
}

export function remainder(a: Val, b: Val): Val {
    if (b === 0) throw new NoValue(`division by zero: ${a} % 0`);
    if (typeof a === 'number' && typeof b === 'number') {
        const rest = a % b;
        return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
    }
    const x = BigInt(a as Int), y = BigInt(b as Int), rest = x % y;
    return narrow(rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest);
}

export const absolute = (a: Val): Val => (a as Int) < 0 ? minus(0, a) : a;

export function equalValues(a: Val, b: Val): boolean {
    if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
    return a.length === b.length && a.every((one, i) => equalValues(one, b[i]!));
}

export const isBelow = (a: Val, b: Val): boolean => (a as Int) < (b as Int);
