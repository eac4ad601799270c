// align.ts - solutions side by side, as `wgcq compare` aligns them (lib/answers/compare/align.c).

export interface Step { step: number; move: string | null; id: number | null; shown: string; costs: number[] }
export type Where = 'together' | 'same state' | 'part' | 'apart' | 'meet';
export interface AlignedRow { where: Where; sides: (Step | null)[] }

const keyOf = (step: Step) => step.id === null ? step.shown : String(step.id);

/** Where each side visits the states that all visit, in the order of the first. */
function commonStates(sides: Step[][], key: (step: Step) => string): number[][] {
    const places = sides.map((steps) => {
        const first = new Map<string, number>();
        steps.forEach((step, i) => { if (!first.has(key(step))) first.set(key(step), i); });
        return first;
    });
    return sides[0]!.map((step, i) => sides.map((_, k) => k ? places[k]!.get(key(step)) ?? -1 : i)).filter((row) => row.every((at) => at >= 0));
}

/** The longest chain of common states that all visit in one order. */
function longestChain(common: number[][]): number[][] {
    const length: number[] = [], before: number[] = [];
    let best = -1;
    common.forEach((row, i) => {
        length[i] = 1;
        before[i] = -1;
        for (let j = 0; j < i; j++)
            if (length[j]! + 1 > length[i]! && common[j]!.every((at, k) => at < row[k]!)) { length[i] = length[j]! + 1; before[i] = j; }
        if (best < 0 || length[i]! > length[best]!) best = i;
    });
    const chain: number[][] = [];
    for (let i = best; i >= 0; i = before[i]!) chain.push(common[i]!);
    return chain.reverse();
}

function sameMove(sides: Step[][], here: number[]): boolean {
    if (here.every((at) => at === 0)) return true;
    return here.every((at, k) => k === 0 || (at > 0 && here[0]! > 0 && sides[k]![at]!.move === sides[0]![here[0]!]!.move));
}

/** States are the same by their ids, or, of several databases, by their texts. */
export function align(sides: Step[][], byText = false): AlignedRow[] {
    const chain = longestChain(commonStates(sides, byText ? (step) => step.shown : keyOf));
    const rows: AlignedRow[] = [];
    let from = sides.map(() => 0);
    for (let i = 0; i <= chain.length; i++) {
        const here = chain[i], end = here ?? sides.map((steps) => steps.length);
        const most = Math.max(...end.map((at, k) => at - from[k]!));
        for (let j = 0; j < most; j++)
            rows.push({ where: j ? 'apart' : 'part', sides: sides.map((steps, k) => from[k]! + j < end[k]! ? steps[from[k]! + j]! : null) });
        if (here) rows.push({ where: most > 0 ? 'meet' : sameMove(sides, here) ? 'together' : 'same state', sides: sides.map((steps, k) => steps[here[k]!]!) });
        from = end.map((at) => at + 1);
    }
    return rows;
}
