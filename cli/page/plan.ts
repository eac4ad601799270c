// plan.ts - a plan of any kind: the text that names it in a link, what it is called, and its steps.
import { figure, plural } from './dom';
import { knowsDistances, quoted, storesEdges, type Puzzle } from './puzzle';
import type { PathStep } from './worker/messages';
import type { Step } from './views/align';

/** `loop`: behind its last step it goes on with this one, for ever. `hopelessAt`: the first step from which no goal can be reached. */
export interface Plan { ref: string; name: string; title: string; steps: Step[]; loop: number | null; says: string; hopelessAt: number | null }

/** A word of a reference: without the signs that set words and references apart. */
const encoded = (word: string | number) => String(word).replaceAll('%', '%25').replaceAll('.', '%2E').replaceAll('~', '%7E');

/** The reference of a plan: best~3~noise~moves, to~17; a stored solution is its number. */
export const reference = (kind: string, ...words: (string | number)[]) => [kind, ...words.map(encoded)].join('~');

export const referencesIn = (text: string) => text.split('.').filter(Boolean);

function wordsOf(ref: string): string[] {
    try { return ref.split('~').map(decodeURIComponent); } catch { return [ref]; }
}

/** All costs in the order that decides: `first`, then those that the puzzle minimizes, then the others. */
export function orderOfCosts(p: Puzzle, first: string | null = null): string[] {
    const minimized = p.minimize.split(',').map((name) => p.costs.find((c) => c.name === name)?.column);
    const others = [...p.costs.slice(1), p.costs[0]!].map((c) => c.column);
    return [...new Set([first, ...minimized, ...others])].filter((column): column is string => p.costs.some((c) => c.column === column));
}

/** "noise, then moves" */
export function orderSaid(p: Puzzle, by: string[]): string {
    return by.map((column) => p.costs.find((c) => c.column === column)).map((c) => c ? c.maximized ? `greatest ${c.name}` : c.name : '?').join(', then ');
}

/** Whether costs go before others, by all of them in that order. */
export function compareCosts(p: Puzzle, by: string[], a: number[], b: number[]): number {
    for (const column of by) {
        const i = p.costs.findIndex((c) => c.column === column), less = a[i]! - b[i]!;
        if (less) return p.costs[i]!.maximized ? -less : less;
    }
    return 0;
}

// ---- where the steps of each kind come from

export async function readSteps(p: Puzzle, solution: number): Promise<Step[]> {
    const costs = p.costs.map((c) => quoted(c.column)).join(', ');
    return (await p.connection.rows(`SELECT step, move, dst, shown, ${costs} FROM steps_${p.run} WHERE solution = ? ORDER BY step`, solution)).map(([step, move, id, shown, ...of]) => ({
        step: Number(step), move: move === null ? null : String(move), id: id === null ? null : Number(id), shown: String(shown ?? ''), costs: of.map(Number) }));
}

/** The steps of the path that violates a property. */
export async function readLasso(p: Puzzle, property: string): Promise<Step[]> {
    return (await p.connection.rows(`SELECT step, move, dst, shown FROM lassos_${p.run} WHERE property = ? ORDER BY step`, property)).map(([step, move, id, shown]) => ({
        step: Number(step), move: move === null ? null : String(move), id: id === null ? null : Number(id), shown: String(shown), costs: [] }));
}

/** The steps of a path that was found in the graph. */
async function stepsOf(p: Puzzle, path: PathStep[]): Promise<Step[]> {
    const rows = await p.connection.rows(`SELECT id, shown FROM states_${p.run} WHERE id IN (SELECT value FROM json_each(?))`, JSON.stringify(path.map((step) => step.id)));
    const shown = new Map(rows.map(([id, text]) => [Number(id), String(text ?? '')]));
    return path.map(({ id, move, costs }, step) => ({ step, move, id, shown: shown.get(id) ?? '', costs }));
}

const asked = new WeakMap<Puzzle, Map<string, Promise<unknown>>>();

/** An answer is asked for once, as long as it does not fail. */
function askedOnce<T>(p: Puzzle, key: string, ask: () => Promise<T>): Promise<T> {
    const known = asked.get(p) ?? new Map<string, Promise<unknown>>();
    asked.set(p, known);
    const answer = known.get(key) as Promise<T> | undefined ?? ask();
    known.set(key, answer);
    answer.catch(() => known.delete(key));
    return answer;
}

/** The k best plans by all these costs in order. */
export const findBest = (p: Puzzle, by: string[], k: number) => askedOnce(p, `best ${k} ${by.join()}`, () => p.connection.call('best', p.run, by, k));

export const findFront = (p: Puzzle, a: string, b: string) => askedOnce(p, `pareto ${a},${b}`, () => p.connection.call('pareto', p.run, a, b));

/** The state that violates an invariant after the fewest moves. */
async function nearestViolation(p: Puzzle, invariant: string): Promise<number | null> {
    const row = await p.connection.row(`SELECT v.state FROM violations_${p.run} AS v JOIN states_${p.run} AS s ON s.id = v.state
        WHERE v.invariant = ? ORDER BY s.depth, v.state LIMIT 1`, invariant);
    return row ? Number(row[0]) : null;
}

interface Found { name: string; title: string; steps: Step[]; loop?: number | null }

const BEST_LEAST = 10;

async function bestNumbered(p: Puzzle, number: number, by: string[]): Promise<Found | null> {
    if (!(number >= 1 && number <= 1000) || !by.length || by.some((column) => !p.costs.some((c) => c.column === column))) return null;
    const { plans } = await findBest(p, by, Math.max(BEST_LEAST, number)), path = plans[number - 1];
    return path ? { name: `best ${number}`, title: `The best plan${number > 1 ? `, number ${number},` : ''} by ${orderSaid(p, by)}`, steps: await stepsOf(p, path) } : null;
}

async function onFront(p: Puzzle, number: number, a: string, b: string): Promise<Found | null> {
    if ([a, b].some((column) => !p.costs.some((c) => c.column === column))) return null;
    const point = (await findFront(p, a, b))[number - 1];
    return point ? { name: `${a} ${point.a}, ${b} ${point.b}`, title: `A plan of ${a} ${point.a}, ${b} ${point.b}, which no other dominates`, steps: await stepsOf(p, point.path) } : null;
}

async function ofClass(p: Puzzle, upTo: string, of: string, number: number): Promise<Found | null> {
    const found = (await p.answers())?.classes?.find((one) => one.up_to === upTo && one.of === of), row = found?.rows[number - 1];
    if (!found || !row) return null;
    const path = await p.connection.call('follow', p.run, row[found.columns.indexOf('plan')] as string[]);
    return { name: `class ${number}`, title: `The best plan of class ${number}, equal up to ${upTo}`, steps: await stepsOf(p, path) };
}

async function toState(p: Puzzle, id: number, next: number, move: string): Promise<Found | null> {
    const path = await p.connection.call('path', p.run, id);
    if (!path.length) return null;
    if (!next) return { name: `the path to state ${id}`, title: `A shortest path to state ${id}`, steps: await stepsOf(p, path) };
    const along = await p.connection.call('walk', p.run, [...path.map((step) => step.id), next], move);
    return { name: `the path to state ${next}`, title: `A path to state ${next} by way of state ${id}`, steps: await stepsOf(p, along) };
}

/** What a reference names; null: nothing. A reference is foreign, like all of a link. */
async function findPlan(p: Puzzle, ref: string): Promise<Found | null> {
    const [kind, ...words] = wordsOf(ref), [first = '', second = '', third = ''] = words, number = Number(first);
    if (/^\d+$/.test(kind!) && !words.length) return { name: `solution ${kind}`, title: `Solution ${kind}`, steps: await readSteps(p, Number(kind)) };
    if (kind === 'property') {
        const v = p.properties.find((one) => one.name === first && one.holds === false);
        return v ? { name: first, title: `How ${first} is violated`, steps: await readLasso(p, first), loop: v.cycle ? v.stem + 1 : null } : null;
    }
    if (!storesEdges(p)) return null;
    if (kind === 'best') return bestNumbered(p, number, words.slice(1));
    if (kind === 'pareto') return onFront(p, number, second, third);
    if (kind === 'class') return ofClass(p, first, second, Number(third));
    if (kind === 'to') return toState(p, number, Number(second), third);
    if (kind === 'invariant') {
        const id = await nearestViolation(p, first), path = id === null ? null : await p.connection.call('path', p.run, id);
        return path ? { name: first, title: first === 'deadlock' ? 'A path to a deadlock' : `How ${first} is violated`, steps: await stepsOf(p, path) } : null;
    }
    if (kind === 'states') return { name: 'this path', title: 'A path of one’s own', steps: await stepsOf(p, await p.connection.call('walk', p.run, first.split('-').map(Number), null)) };
    return null;
}

/** The first of these states from which no goal can be reached; null: there is none, or it is not known. */
export async function turnsHopeless(p: Puzzle, ids: (number | null)[]): Promise<number | null> {
    if (!knowsDistances(p)) return null;
    const rows = await p.connection.rows(`SELECT id FROM states_${p.run} WHERE to_goal IS NULL AND id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids));
    const dead = new Set(rows.map(([id]) => Number(id))), at = ids.findIndex((id) => id !== null && dead.has(id));
    return at < 0 ? null : at;
}

export async function readPlan(p: Puzzle, ref: string): Promise<Plan | null> {
    const found = await findPlan(p, ref);
    if (!found?.steps.length) return null;
    const { name, title, steps, loop = null } = found, last = steps.length - 1;
    const says = loop === null ? '' : loop === last ? `Step ${last} repeats for ever.` : `Steps ${loop} to ${last} repeat for ever.`;
    return { ref, name, title, steps, loop, says, hopelessAt: await turnsHopeless(p, steps.map((step) => step.id)) };
}

/** "It turns hopeless at move 3: push 0 1." */
export function turningSaid({ steps, hopelessAt }: { steps: { move: string | null }[]; hopelessAt: number | null }, what = 'It'): string {
    if (hopelessAt === null) return '';
    return hopelessAt === 0 ? 'From the start no goal can be reached.' : `${what} turns hopeless at move ${hopelessAt}: ${steps[hopelessAt]!.move ?? ''}.`;
}

// ---- what tells plans apart

/** "at move 3: carry goat instead of cabbage; 4 moves differ", of these moves to others; '': they are equal. */
export function firstDifference(moves: string[], others: string[]): string {
    const at = moves.findIndex((move, i) => move !== others[i]);
    if (at < 0) return moves.length === others.length ? '' : `it ends after ${plural(moves.length, 'move')}`;
    return differenceSaid(at + 1, moves[at]!, others[at] ?? null, moves.filter((move, i) => i < others.length && move !== others[i]).length);
}

/** Words that both begin with are said once, if nothing but these is equal: "carry goat instead of cabbage". */
function differenceSaid(at: number, move: string, other: string | null, differ = 1): string {
    if (other === null) return `at move ${at}: it goes on with ${move}`;
    const words = move.split(' '), others = other.split(' ');
    let same = 0;
    while (same < words.length - 1 && same < others.length - 1 && words[same] === others[same]) same++;
    const rest = others.slice(same).join(' '), isClear = /\p{L}{2}/u.test(rest) && words[words.length - 1] !== others[others.length - 1];
    return `at move ${at}: ${move} instead of ${isClear ? rest : other}${differ > 1 ? `; ${figure(differ)} moves differ` : ''}`;
}

export const movesOf = (steps: { move: string | null }[]) => steps.slice(1).map((step) => step.move ?? '');

/** Of each stored solution how it first differs from these moves. */
export async function differencesFrom(p: Puzzle, moves: string[]): Promise<Map<number, string>> {
    const rows = await p.connection.rows(`SELECT s.solution, min(s.step), s.move, c.value, count(*) FROM steps_${p.run} AS s JOIN json_each(?) AS c ON c.key + 1 = s.step WHERE s.move <> c.value GROUP BY s.solution`, JSON.stringify(moves));
    const found = new Map(rows.map(([id, step, move, other, differ]) => [Number(id), differenceSaid(Number(step), String(move), String(other), Number(differ))]));
    const lengths = await p.connection.rows(`SELECT s.solution, s.step, s.move FROM steps_${p.run} AS s WHERE s.step = ?`, moves.length + 1);
    for (const [id, step, move] of lengths) if (!found.has(Number(id))) found.set(Number(id), differenceSaid(Number(step), String(move), null));
    for (const [id, length] of await p.connection.rows(`SELECT id, length FROM solutions_${p.run} WHERE length < ?`, moves.length)) if (!found.has(Number(id))) found.set(Number(id), firstDifference(moves.slice(0, Number(length)), moves));
    return found;
}
