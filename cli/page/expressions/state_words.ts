// state_words.ts - a state as the database packs it, and how its variables are read out of that.
import { NoValue, integerOf } from './arithmetic';
import type { Val } from './kinds_of_values';

/** A row of `field`: which bits of which word. */
export interface FieldFacts { id: number; said: string; column: string; word: number; shift: number; width: number; low: string; domain: number | null }
/** A list or set: its places, and what stands behind its end. */
export interface ListFacts { field: number; first: number; count: number; end?: number; set?: number[] }

/** What a database says of the states of a puzzle; it is sent to the worker as it is. */
export interface StateFacts {
    fields: FieldFacts[];
    values: { domain: number; value: number; name: string }[];
    lists: ListFacts[];
    /** Of a field, the value that stands for none. */
    none: [field: number, value: string][];
    words: number;
}

/** What is evaluated: the words of a state, each as two halves, and the names that are bound. */
export interface Frame { words: Int32Array; locals: Val[]; steps: number }
export type Run = (f: Frame) => Val;

export const newFrame = (words: number): Frame => ({ words: new Int32Array(2 * words), locals: [], steps: 0 });

/** The columns of state_N that hold a state, in SQL. */
export const wordColumns = (words: number): string => Array.from({ length: words }, (_, i) => `w${i} & 4294967295, w${i} >> 32`).join(', ');

function bitsOf({ word, shift, width }: FieldFacts): (f: Frame) => number | bigint {
    const low = 2 * word, high = low + 1;
    if (width === 0) return () => 0;
    if (shift + width <= 32 || shift >= 32) {
        const half = shift >= 32 ? high : low, by = shift % 32;
        if (width === 32) return (f) => f.words[half]! >>> 0;
        const mask = 2 ** width - 1;
        return (f) => f.words[half]! >>> by & mask;
    }
    if (width > 53) return (f) => BigInt.asUintN(width, (BigInt(f.words[high]! >>> 0) << 32n | BigInt(f.words[low]! >>> 0)) >> BigInt(shift));
    const above = 2 ** (shift + width - 32), scale = 2 ** (32 - shift);
    return (f) => (f.words[low]! >>> shift) + (f.words[high]! >>> 0) % above * scale;
}

/** A field's value; none is null. */
export function reader(field: FieldFacts, none: string | undefined): Run {
    const bits = bitsOf(field), low = integerOf(field.low), nothing = none === undefined ? undefined : integerOf(none);
    if (field.width <= 52 && typeof low === 'number' && Number.isSafeInteger(low + 2 ** field.width)) return nothing === undefined ? (f) => bits(f) as number + low
        : (f) => { const value = bits(f) as number + low; return value === nothing ? null : value; };
    return (f) => { const value = integerOf(String(BigInt(bits(f)) + BigInt(low))); return value === nothing ? null : value; };
}

/** A list: its places up to its end. */
export function listReader(places: FieldFacts[], end: number | undefined, none: (field: FieldFacts) => string | undefined): Run {
    const reads = places.map((one) => reader(one, none(one) === String(end) ? undefined : none(one)));
    return (f) => {
        const list: Val[] = [];
        for (const read of reads) {
            const value = read(f);
            if (value === end) break;
            list.push(value);
        }
        return list;
    };
}

/** A set: the values whose place holds. */
export function setReader(places: FieldFacts[], values: number[]): Run {
    const reads = places.map((one) => reader(one, undefined));
    return (f) => values.filter((_, i) => reads[i]!(f) === 1);
}

const STEPS_MOST = 5_000_000;

/** What runs over a domain may not take for ever. */
export function takeStep(f: Frame): void {
    if (++f.steps > STEPS_MOST) throw new NoValue('evaluating this takes too many steps');
}
