// stress.ts - a layout by forces: places whose distances are those of the graph, as far as a plane has room for them.
//
// Stress is lowered by stochastic gradient descent (Zheng, Pawar, Goodman: Graph Drawing by Stochastic Gradient Descent, TVCG 2019): pair after
// pair is moved towards its distance, by less in each round.  Large graphs have pairs with pivots only, which stand for the states around them
// (Ortmann, Klimenta, Brandes: A Sparse Stress Model, GD 2016).  It begins with pivot MDS (Brandes, Pich: GD 2006).
import type { Layout, LayoutRequest } from './messages';

const PAIRS_MOST = 2_000_000, ROUNDS = 60, LAST_STEP = 0.02;
const MDS_PIVOTS = 60, POWER_ROUNDS = 60;
const WIDE = 1.6, APART = 1.5; // the shape of a picture of several components, and the space between them

export interface Reached extends Layout { /** From 0 to 1. */ part: number }

/** Some states, and how far all are from each. */
interface Pivots { states: number[]; far: Uint16Array[] }

/** A pair, its distance, and the weights by which one and the other are moved. */
type Take = (a: number, b: number, distance: number, one: number, other: number) => void;

/** Neighbours of each state, both ways; a state is not its own. */
interface Joined { at: Int32Array; list: Int32Array }

function join(n: number, sources: Int32Array, targets: Int32Array): Joined {
    const at = new Int32Array(n + 1);
    const each = (take: (a: number, b: number) => void) => sources.forEach((s, e) => { const t = targets[e]!; if (s !== t) { take(s, t); take(t, s); } });
    each((a) => { at[a + 1]! += 1; });
    for (let i = 0; i < n; i++) at[i + 1]! += at[i]!;
    const next = at.slice(), list = new Int32Array(at[n]!);
    each((a, b) => { list[next[a]!++] = b; });
    return { at, list };
}

/** Numbers from 0 to 1 that are the same each time (mulberry32), so that a link shows the same picture. */
function dice(seed: number): () => number {
    return () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

/** The states that are joined with each other, the largest part first. */
function components({ at, list }: Joined, n: number): Int32Array[] {
    const seen = new Uint8Array(n), found: Int32Array[] = [];
    for (let first = 0; first < n; first++) {
        if (seen[first]) continue;
        const part = [first];
        seen[first] = 1;
        for (let i = 0; i < part.length; i++)
            for (let k = at[part[i]!]!; k < at[part[i]! + 1]!; k++) if (!seen[list[k]!]) { seen[list[k]!] = 1; part.push(list[k]!); }
        found.push(Int32Array.from(part));
    }
    return found.sort((a, b) => b.length - a.length);
}

/** One component: its states have numbers of their own. */
class Piece {
    readonly x: Float64Array;
    readonly y: Float64Array;
    private readonly n: number;
    private readonly random = dice(1);

    constructor(private readonly joined: Joined) {
        this.n = joined.at.length - 1;
        this.x = new Float64Array(this.n);
        this.y = new Float64Array(this.n);
    }

    private distancesFrom(from: number): Uint16Array {
        const { at, list } = this.joined, far = new Uint16Array(this.n).fill(65535), queue = new Int32Array(this.n);
        let end = 1;
        queue[0] = from;
        far[from] = 0;
        for (let i = 0; i < end; i++) {
            const s = queue[i]!, next = Math.min(far[s]! + 1, 65534);
            for (let k = at[s]!; k < at[s + 1]!; k++) if (far[list[k]!] === 65535) { far[list[k]!] = next; queue[end++] = list[k]!; }
        }
        return far;
    }

    /** Each is as far as can be from those before it. */
    private pivots(count: number): Pivots {
        const least = new Uint16Array(this.n).fill(65535), states: number[] = [], far: Uint16Array[] = [];
        for (let next = 0; states.length < count;) {
            const d = this.distancesFrom(next);
            states.push(next);
            far.push(d);
            let most = -1;
            for (let i = 0; i < this.n; i++) {
                if (d[i]! < least[i]!) least[i] = d[i]!;
                if (least[i]! > most) { most = least[i]!; next = i; }
            }
        }
        return { states, far };
    }

    /** Pivot MDS: the two directions in which squared distances to the pivots, centred, differ most. */
    private begin(far: Uint16Array[]): void {
        const { n } = this, k = far.length, c = far.map((d) => Float64Array.from(d, (one) => one * one));
        const all = c.reduce((sum, column) => sum + column.reduce((a, b) => a + b, 0), 0) / (n * k), row = new Float64Array(n);
        for (const column of c) for (let i = 0; i < n; i++) row[i]! += column[i]! / k;
        for (const column of c) {
            const mean = column.reduce((a, b) => a + b, 0) / n;
            for (let i = 0; i < n; i++) column[i] = -0.5 * (column[i]! - mean - row[i]! + all);
        }
        const product = c.map((a) => Float64Array.from(c, (b) => { let sum = 0; for (let i = 0; i < n; i++) sum += a[i]! * b[i]!; return sum; }));
        let before: Float64Array | null = null;
        for (const places of [this.x, this.y]) {
            let v = Float64Array.from({ length: k }, () => this.random() - 0.5);
            for (let turn = 0; turn < POWER_ROUNDS; turn++) {
                const earlier = before, share = earlier ? v.reduce((sum, one, i) => sum + one * earlier[i]!, 0) : 0;
                if (earlier) v = v.map((one, i) => one - share * earlier[i]!);
                const next = Float64Array.from(product, (line) => line.reduce((sum, one, i) => sum + one * v[i]!, 0)), length = Math.hypot(...next) || 1;
                v = next.map((one) => one / length);
            }
            for (let i = 0; i < n; i++) places[i] = c.reduce((sum, column, j) => sum + column[i]! * v[j]!, 0);
            before = v;
        }
        this.scale(far);
        for (let i = 0; i < n; i++) { this.x[i]! += (this.random() - 0.5) * 0.1; this.y[i]! += (this.random() - 0.5) * 0.1; }
    }

    /** To distances of the graph. */
    private scale(far: Uint16Array[]): void {
        let wanted = 0, had = 0;
        const d = far[0]!;
        for (let i = 1; i < this.n; i++) {
            const is = Math.hypot(this.x[i]! - this.x[0]!, this.y[i]! - this.y[0]!);
            wanted += d[i]! * is;
            had += is * is;
        }
        const factor = had > 0 ? wanted / had : 1;
        for (let i = 0; i < this.n; i++) { this.x[i]! *= factor; this.y[i]! *= factor; }
    }

    /** Every pair once. */
    private allPairs(take: Take): void {
        for (let a = 0; a < this.n; a++) {
            const far = this.distancesFrom(a);
            for (let b = a + 1; b < this.n; b++) take(a, b, far[b]!, 1 / far[b]! ** 2, 1 / far[b]! ** 2);
        }
    }

    /** Moves, and each state with each pivot: the state is moved, as often as there are states near the pivot. */
    private sparsePairs({ states, far }: Pivots, take: Take): void {
        const { at, list } = this.joined, nearest = new Int32Array(this.n);
        for (let i = 0; i < this.n; i++) for (let p = 1; p < far.length; p++) if (far[p]![i]! < far[nearest[i]!]![i]!) nearest[i] = p;
        for (let a = 0; a < this.n; a++) for (let k = at[a]!; k < at[a + 1]!; k++) if (list[k]! > a) take(a, list[k]!, 1, 1, 1);
        for (let p = 0; p < far.length; p++) {
            const d = far[p]!, near = new Int32Array(d.reduce((a, b) => Math.max(a, b), 0) + 1);
            for (let i = 0; i < this.n; i++) if (nearest[i] === p) near[d[i]!]! += 1;
            for (let i = 1; i < near.length; i++) near[i]! += near[i - 1]!;
            for (let i = 0; i < this.n; i++) if (d[i]! > 1) take(i, states[p]!, d[i]!, near[d[i]! >> 1]! / d[i]! ** 2, 0);
        }
    }

    /** Rounds of the descent; after each, which part of them is done. */
    *descend(): Generator<number> {
        const { n, x, y } = this;
        if (n < 2) return;
        const { far } = this.pivots(Math.min(MDS_PIVOTS, n));
        this.begin(far);
        yield 0;
        const whole = n * (n - 1) / 2 <= PAIRS_MOST, many = whole ? null : this.pivots(Math.ceil(PAIRS_MOST / n));
        const most = whole ? n * (n - 1) / 2 : many!.far.length * n + this.joined.list.length / 2;
        const a = new Int32Array(most), b = new Int32Array(most), wanted = new Float32Array(most), forA = new Float32Array(most), forB = new Float32Array(most);
        let count = 0, least = Infinity;
        const take: Take = (i, j, distance, one, other) => {
            a[count] = i; b[count] = j; wanted[count] = distance; forA[count] = one; forB[count] = other;
            least = Math.min(least, one);
            count++;
        };
        if (many) this.sparsePairs(many, take); else this.allPairs(take);
        for (let i = count - 1; i > 0; i--) { // in a random order, and in that one by one: memory is read as it lies
            const j = Math.floor(this.random() * (i + 1));
            for (const list of [a, b, wanted, forA, forB]) { const one = list[i]!; list[i] = list[j]!; list[j] = one; }
        }
        const first = 1 / least, decay = Math.log(LAST_STEP / first) / (ROUNDS - 1);
        for (let round = 0; round < ROUNDS; round++) {
            const step = first * Math.exp(decay * round);
            for (let e = 0; e < count; e++) {
                const i = a[e]!, j = b[e]!, dx = x[i]! - x[j]!, dy = y[i]! - y[j]!, is = Math.sqrt(dx * dx + dy * dy) || 1e-6, r = (is - wanted[e]!) / (2 * is);
                const one = Math.min(forA[e]! * step, 1) * r, other = Math.min(forB[e]! * step, 1) * r;
                x[i]! -= one * dx; y[i]! -= one * dy;
                x[j]! += other * dx; y[j]! += other * dy;
            }
            yield (round + 1) / ROUNDS;
        }
    }
}

/** Turns a picture: from the starts to the goals is from left to right if that is far, else what is longest is; the greater part is above. */
function turn(x: Float64Array, y: Float64Array, starts: number[], goals: number[]): void {
    const n = x.length, mean = (of: Float64Array, list: number[]) => list.reduce((sum, i) => sum + of[i]!, 0) / list.length, all = [...x.keys()];
    const mx = mean(x, all), my = mean(y, all), far = Math.max(...all.map((i) => Math.hypot(x[i]! - mx, y[i]! - my)));
    let dx = 0, dy = 0;
    if (starts.length && goals.length) { dx = mean(x, goals) - mean(x, starts); dy = mean(y, goals) - mean(y, starts); }
    if (Math.hypot(dx, dy) < far) {
        let xx = 0, yy = 0, xy = 0;
        for (let i = 0; i < n; i++) { xx += (x[i]! - mx) ** 2; yy += (y[i]! - my) ** 2; xy += (x[i]! - mx) * (y[i]! - my); }
        const angle = Math.atan2(2 * xy, xx - yy) / 2;
        dx = Math.cos(angle);
        dy = Math.sin(angle);
        if (starts.length && (mean(x, starts) - mx) * dx + (mean(y, starts) - my) * dy > 0) { dx = -dx; dy = -dy; }
    }
    const length = Math.hypot(dx, dy) || 1, c = dx / length, s = dy / length;
    let above = 0;
    for (let i = 0; i < n; i++) {
        const across = (x[i]! - mx) * c + (y[i]! - my) * s, down = (y[i]! - my) * c - (x[i]! - mx) * s;
        x[i] = across;
        y[i] = down;
        above += down;
    }
    const [line] = starts.length ? [mean(y, starts)] : [0];
    if (above / n > line) for (let i = 0; i < n; i++) y[i] = -y[i]!;
}

/** Components beside each other in rows, the largest first. */
function pack(parts: { states: Int32Array; x: Float64Array; y: Float64Array }[], into: Layout): void {
    const boxes = parts.map(({ x, y }) => {
        const left = x.reduce((a, b) => Math.min(a, b), Infinity), top = y.reduce((a, b) => Math.min(a, b), Infinity);
        return { left, top, wide: x.reduce((a, b) => Math.max(a, b), left) - left + APART, high: y.reduce((a, b) => Math.max(a, b), top) - top + APART };
    });
    const row = Math.max(boxes[0]?.wide ?? 0, Math.sqrt(WIDE * boxes.reduce((sum, box) => sum + box.wide * box.high, 0)));
    let across = 0, down = 0, high = 0;
    parts.forEach(({ states, x, y }, p) => {
        const box = boxes[p]!;
        if (across > 0 && across + box.wide > row) { across = 0; down += high; high = 0; }
        states.forEach((s, i) => { into.x[s] = x[i]! - box.left + across; into.y[s] = y[i]! - box.top + down; });
        across += box.wide;
        high = Math.max(high, box.high);
    });
}

/** The same graph with the numbers of a part. */
function within({ at, list }: Joined, states: Int32Array, place: Int32Array): Joined {
    states.forEach((s, i) => { place[s] = i; });
    const inside = { at: new Int32Array(states.length + 1), list: new Int32Array(states.reduce((sum, s) => sum + at[s + 1]! - at[s]!, 0)) };
    let end = 0;
    states.forEach((s, i) => {
        for (let k = at[s]!; k < at[s + 1]!; k++) inside.list[end++] = place[list[k]!]!;
        inside.at[i + 1] = end;
    });
    return inside;
}

/** Places by and by; the last ones are the layout. `wanted` says whether those of now are of use, for they cost something. */
export function* byStress({ layers, sources, targets, starts, goals }: LayoutRequest, wanted: () => boolean): Generator<Reached> {
    const n = layers.length, joined = join(n, sources, targets), place = new Int32Array(n), reached = { x: new Float32Array(n), y: new Float32Array(n) };
    const pieces = components(joined, n).map((states) => ({ states, piece: new Piece(within(joined, states, place)) })), start = new Set(starts), goal = new Set(goals);
    const now = (part: number): Reached => {
        pack(pieces.map(({ states, piece }) => {
            const x = piece.x.slice(), y = piece.y.slice(), of = (set: Set<number>) => [...states.keys()].filter((i) => set.has(states[i]!));
            turn(x, y, of(start), of(goal));
            return { states, x, y };
        }), reached);
        return { x: reached.x.slice(), y: reached.y.slice(), part };
    };
    let before = 0;
    for (const { states, piece } of pieces) {
        for (const part of piece.descend()) if (wanted()) yield now((before + part * states.length) / n);
        before += states.length;
    }
    yield now(1);
}
