// plan_cards.ts - plans beyond those that are stored: the best by all costs, the Pareto front, classes of equal ones, paths that violate something.
import { scatter } from '../parts/chart';
import { button, card, el, figure, plural, select, stateName, type Child } from '../dom';
import { address, go, type Place } from '../location';
import { findBest, findFront, movesOf, orderOfCosts, orderSaid, reference } from '../plan';
import { propertySaid, storesEdges, type Puzzle } from '../puzzle';
import type { Classes } from '../embedded';
import { planTable, type Choice } from './plan_list';

const knowsPlans = (p: Puzzle) => p.hasGoal && storesEdges(p) && p.figures.status === 'complete' && Number(p.figures.goals) > 0;

/** The states of a plan, each with the move that leads to it. */
export function chain(list: { id: number; move: string | null }[]): HTMLElement {
    return el('ol', { class: 'chain' }, list.map(({ id, move }) => el('li', {}, move && el('span', { class: 'chain-move' }, move), el('a', { href: address('state', id) }, stateName(id)))));
}

/** Asks for what takes long only when it is wanted, and says what failed. */
function answerPlace(name: string, wanted: boolean, ask: () => Promise<Child>): HTMLElement {
    const place = el('div', { class: name });
    if (!wanted) return place;
    place.append(el('p', { class: 'note', 'data-pending': '' }, 'one moment …'));
    ask().catch((error: Error) => el('p', { class: 'status bad' }, error.message)).then((child) => place.replaceChildren(el('div', {}, child)));
    return place;
}

const costChoices = (p: Puzzle) => p.costs.map((c): [string, string] => [c.column, c.name]);
const COUNTS = ['5', '10', '50', '200'];

/** Costs that a link names, if there are such. */
const costsIn = (p: Puzzle, text: string | null) => (text ?? '').split(',').filter((column) => p.costs.some((c) => c.column === column));

/** As `wgcq query DB best --k K --by COST,COST...`. */
export function bestCard(choice: Choice, place: Place): Child {
    const { p } = choice, asked = costsIn(p, place.values.get('best'));
    if (!knowsPlans(p)) return null;
    let by = asked.length ? asked : orderOfCosts(p), k = COUNTS.find((n) => n === place.values.get('k')) ?? '10';
    const orders = p.costs.map((c): [string, string] => [orderOfCosts(p, c.column).join(), orderSaid(p, orderOfCosts(p, c.column))]);
    if (!orders.some(([value]) => value === by.join())) orders.push([by.join(), orderSaid(p, by)]);
    const answer = answerPlace('best', asked.length > 0, async () => {
        const { plans, more } = await findBest(p, by, Number(k));
        return [el('p', { class: 'note', role: 'status' }, plans.length < Number(k) && more ? `Only ${plural(plans.length, 'plan')} found within the memory of the page` : `${plural(plans.length, 'plan')}${more ? '; there are more' : ': there are no more'}`, `, best first: by ${orderSaid(p, by)}.`),
            planTable(choice, 'the best plans', [el('th', { scope: 'col', class: 'number' }, 'no.'), p.costs.map((c) => el('th', { scope: 'col', class: 'number' }, c.name))],
                plans.map((path, i) => ({ ref: reference('best', i + 1, ...by), number: i + 1, name: `best ${i + 1}`, costs: path[path.length - 1]!.costs, difference: choice.difference(movesOf(path)) })))];
    });
    return card('The best plans', el('p', { class: 'note' }, 'Plans that visit no state twice, stored or not. The first cost decides; where it is equal, the second, and so on.'),
        el('div', { class: 'bar-of-tools' }, select('by', orders, by.join(), (value) => { by = value.split(','); }),
            select('how many', COUNTS.map((n): [string, string] => [n, n]), k, (value) => { k = value; }), button('Find', () => go(choice.to(choice.ref, { best: by.join(), k })))), answer);
}

/** As `wgcq query DB pareto --by A,B`. */
export function paretoCard(choice: Choice, place: Place): Child {
    const { p } = choice, asked = costsIn(p, place.values.get('front'));
    if (p.costs.length < 2 || !knowsPlans(p)) return null;
    let a = p.costs.length > 2 ? p.costs[1]!.column : 'moves', b = p.costs.length > 2 ? p.costs[2]!.column : p.costs[1]!.column;
    if (asked.length === 2) [a, b] = asked as [string, string];
    const answer = answerPlace('pareto', asked.length === 2, async () => {
        const points = await findFront(p, a, b), ref = (i: number) => reference('pareto', i + 1, a, b);
        return [el('p', { class: 'note', 'data-figure': 'pareto' }, `${plural(points.length, 'pair')} that no plan's dominates. A click on one shows a plan.`),
            scatter(`the Pareto front of ${a} and ${b}`, a, b, points.map((point, i) => ({ x: point.a, y: point.b, label: `${a} ${point.a}, ${b} ${point.b}: ${plural(point.count, 'plan')}`, beside: `× ${figure(point.count)}`, open: () => go(choice.to(ref(i))) })), true),
            el('div', { class: 'scroll list', tabindex: '0', role: 'region', 'aria-label': 'the Pareto front as a table' }, el('table', {}, el('thead', {}, el('tr', {}, [a, b, 'plans of fewest moves'].map((name) => el('th', { scope: 'col', class: 'number' }, name)), choice.lastHeads())),
                el('tbody', {}, points.map((point, i) => el('tr', { class: ref(i) === choice.ref && 'chosen' }, el('th', { scope: 'row', class: 'number' }, choice.link(ref(i), figure(point.a))), el('td', { class: 'number' }, figure(point.b)), el('td', { class: 'number' }, figure(point.count)),
                    choice.lastCells(ref(i), `${a} ${point.a}, ${b} ${point.b}`, choice.difference(movesOf(point.path))))))))];
    });
    return card('Pareto front', el('div', { class: 'bar-of-tools' }, select('across', costChoices(p), a, (value) => { a = value; }), select('up', costChoices(p), b, (value) => { b = value; }), button('Draw', () => go(choice.to(choice.ref, { front: `${a},${b}` })))), answer);
}

// ---- classes, which the library has found

const UP_TO: [string, string][] = [['symmetry', 'symmetry'], ['commuting', 'the order of commuting moves'], ['moves', 'the order of all moves']];
const OF: [string, string][] = [['shortest', 'the shortest plans'], ['cheapest', 'the cheapest plans'], ['all', 'all plans']];

function classesTable(choice: Choice, { columns, rows, up_to, of }: Classes): HTMLElement {
    const plan = columns.indexOf('plan'), figures = columns.filter((_, i) => i !== plan);
    return el('div', { class: 'scroll list', tabindex: '0', role: 'region', 'aria-label': 'classes of plans' }, el('table', {},
        el('thead', {}, el('tr', {}, figures.map((name) => el('th', { scope: 'col', class: 'number' }, name)), choice.lastHeads())),
        el('tbody', {}, rows.map((row, i) => {
            const ref = reference('class', up_to, of, i + 1), values = row.filter((_, k) => k !== plan) as (string | number | null)[];
            return el('tr', { class: ref === choice.ref && 'chosen' }, el('th', { scope: 'row', class: 'number' }, choice.link(ref, figure(values[0]))), values.slice(1).map((value) => el('td', { class: 'number' }, figure(value))),
                choice.lastCells(ref, `class ${i + 1}`, choice.difference(row[plan] as string[])));
        }))));
}

function classesAnswer(choice: Choice, found: Classes | undefined): Child {
    const command = (of: string) => el('code', {}, `wgcq query ${choice.p.name}.db classes --up-to ${found?.up_to ?? 'moves'}${of === 'shortest' ? '' : ` --of ${of}`}`);
    if (!found || found.late) return el('p', {}, 'There are so many plans that this took too long when the page was made: ', command(found?.of ?? 'shortest'), ' finds out, or ', el('code', {}, 'wgcq page --max-time'), ' for this page.');
    if (found.error !== null) return el('p', {}, `${found.error}.`);
    return [el('p', { class: 'note', role: 'status' }, found.remark ?? `${plural(found.rows.length, 'class', 'classes')}; a number opens the best plan of its class`), classesTable(choice, found)];
}

/** As `wgcq query DB classes`. */
export async function classesCard(choice: Choice, shown: Place): Promise<Child> {
    const { p } = choice, list = knowsPlans(p) ? (await p.answers())?.classes : undefined;
    if (!knowsPlans(p)) return null;
    if (!list) return card('Classes', el('p', { class: 'note' }, 'Which plans are equal but for symmetry or the order of moves is known of the newest run of files that ', el('code', {}, 'wgcq page'), ' put in: ', el('code', {}, `wgcq query ${p.name}.db classes --up-to moves`), ' tells it of others.'));
    const symmetric = list.some((one) => one.up_to === 'symmetry' && one.rows.length > 0), [askedUpTo, askedOf] = (shown.values.get('classes') ?? '').split(',');
    const upTo = UP_TO.find(([name]) => name === askedUpTo)?.[0] ?? (symmetric ? 'symmetry' : 'moves'), of = OF.find(([name]) => name === askedOf)?.[0] ?? (p.costs.length > 1 ? 'cheapest' : 'shortest');
    // What cannot be asked at all cannot be asked of any plans.
    const found = list.find((one) => one.up_to === upTo && one.error !== null) ?? list.find((one) => one.up_to === upTo && one.of === of);
    const ask = (kind: string, which: string) => go(choice.to(choice.ref, { classes: `${kind},${which}` }));
    return card('Classes', el('p', { class: 'note' }, 'Plans that are equal up to'), el('div', { class: 'bar-of-tools' }, select('up to', UP_TO, upTo, (value) => ask(value, of)), select('of', OF, of, (value) => ask(upTo, value))),
        el('div', { class: 'classes' }, el('div', {}, classesAnswer(choice, found))));
}

// ---- paths that violate something

/** The references of all of them: of what is violated in a state, and over time. */
export const counterexampleRefs = (p: Puzzle) => [...p.violated.filter((v) => v.states > 0 && storesEdges(p)).map((v) => reference('invariant', v.name)),
    ...p.properties.filter((v) => v.holds === false).map((v) => reference('property', v.name))];

export function counterexamplesCard(choice: Choice): Child {
    const { p } = choice, rows: [string, string, string][] = [
        ...p.violated.filter((v) => v.states > 0 && storesEdges(p)).map((v): [string, string, string] => [reference('invariant', v.name), v.name, `violated in ${plural(v.states, 'state')}${v.length === null ? '' : `, first after ${plural(v.length, 'move')}`}`]),
        ...p.properties.filter((v) => v.holds === false).map((v): [string, string, string] => [reference('property', v.name), v.name, propertySaid(p, v).slice(v.name.length).trim()])];
    return rows.length > 0 && card('What is violated, and how', el('div', { class: 'scroll list counterexamples', tabindex: '0', role: 'region', 'aria-label': 'what is violated' }, el('table', {},
        el('thead', {}, el('tr', {}, ['name', 'how', 'beside'].map((head) => el('th', { scope: 'col' }, head)))),
        el('tbody', {}, rows.map(([ref, name, said]) => el('tr', { class: ref === choice.ref && 'chosen' }, el('th', { scope: 'row' }, choice.link(ref, name)), choice.lastCells(ref, name, said, true)))))));
}
