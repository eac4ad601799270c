// spelled_alike.ts - "did you mean": the name that is nearest to one that nobody knows.

/** Letters that are put in, left out, changed or exchanged with the next. */
function distance(a: string, b: string): number {
    const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j ? (i ? (j ? 0 : i) : j) : 0));
    for (let i = 1; i <= a.length; i++) for (let j = 1; j <= b.length; j++) {
        const change = rows[i - 1]![j - 1]! + Number(a[i - 1] !== b[j - 1]);
        const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2]![j - 2]! + 1 : Infinity;
        rows[i]![j] = Math.min(change, swapped, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1);
    }
    return rows[a.length]![b.length]!;
}

const LONGEST = 40;

export function didYouMean(name: string, known: Iterable<string>): string {
    let best = '', least = Math.max(1, Math.floor(name.length / 3)) + 1;
    if (name.length > LONGEST) return '';
    for (const one of new Set(known)) {
        if (Math.abs(one.length - name.length) >= least) continue;
        const far = distance(name.toLowerCase(), one.toLowerCase());
        if (far < least && far < Math.max(one.length, 2)) [best, least] = [one, far];
    }
    return best && `did you mean '${best}'?`;
}
