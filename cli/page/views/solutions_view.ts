// solutions_view.ts - a plan of any kind step by step, others beside it, and lists of plans: stored, best, Pareto, classes, violating ones.
import { button, card, difference, el, figure, plural, type Child } from '../dom';
import { address, note, type Place } from '../location';
import { comparison, type Comparison } from '../parts/comparison';
import { compareCosts, differencesFrom, movesOf, orderOfCosts, orderSaid, readPlan, type Plan } from '../plan';
import { quoted, storesEdges, type Puzzle } from '../puzzle';
import { bestCard, classesCard, counterexampleRefs, counterexamplesCard, paretoCard } from './plan_cards';
import { Choice, planTable } from './plan_list';
import { noSuchPlan, planPlayer } from './plan_player';

interface Solution { id: number; length: number; costs: number[] }

async function readSolutions(p: Puzzle): Promise<Solution[]> {
    const costs = p.costs.map((c) => quoted(c.column)).join(', ');
    return (await p.connection.rows(`SELECT id, length, ${costs} FROM solutions_${p.run} ORDER BY id`)).map(([id, length, ...of]) => ({ id: Number(id), length: Number(length), costs: of.map(Number) }));
}

/** By their numbers; or by one cost, and where that is equal by the others in order. */
async function stored(choice: Choice, solutions: Solution[]): Promise<Child> {
    if (!solutions.length) return null;
    const { p } = choice, place = el('div', {}), total = p.figures.solutions_count, differences = choice.plan ? await differencesFrom(p, movesOf(choice.plan.steps)) : new Map<number, string>();
    const usual = orderOfCosts(p), inOrder = solutions.every((s, i) => !i || compareCosts(p, usual.slice(0, p.minimize.split(',').length), solutions[i - 1]!.costs, s.costs) <= 0);
    const draw = (by: string[]) => {
        const sorted = by.length ? [...solutions].sort((a, b) => compareCosts(p, by, a.costs, b.costs) || a.id - b.id) : solutions;
        const head = (text: string, order: string[]) => el('th', { scope: 'col', class: 'number', 'aria-sort': order[0] === by[0] && (p.costs.find((c) => c.column === order[0])?.maximized ? 'descending' : 'ascending') }, button(text, () => draw(order), { class: 'link' }));
        place.replaceChildren(el('p', { class: 'note', role: 'status' }, by.length ? `By ${orderSaid(p, by)}.` : inOrder ? `Best first, by ${p.minimize.split(',').join(', then ')}.` : 'In the order in which they were found.'),
            planTable(choice, 'stored solutions', [head('no.', []), p.costs.map((c) => head(c.name, orderOfCosts(p, c.column)))],
                sorted.map((s) => ({ ref: String(s.id), number: s.id, name: `solution ${s.id}`, costs: s.costs, difference: differences.get(s.id) ?? (choice.plan ? 'no move differs' : '') }))));
    };
    draw([]);
    return card(`${plural(solutions.length, 'solution')} stored${total !== null && total !== undefined ? ` of ${figure(total)}` : ''}`, place);
}

/** What the plans cost, with the differences from the first. */
function sums(p: Puzzle, plans: Plan[]): Child {
    const of = plans.map((plan) => plan.steps[plan.steps.length - 1]!.costs);
    if (of.some((costs) => !costs.length)) return null;
    return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'costs' }, el('table', { class: 'sums' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'cost'), plans.map((plan) => el('th', { scope: 'col', class: 'number' }, plan.name)))),
        el('tbody', {}, p.costs.map((c, i) => el('tr', {}, el('th', { scope: 'row' }, c.name), of.map((costs, k) => el('td', { class: 'number' }, figure(costs[i]), k > 0 && costs[i] !== of[0]![i] && el('span', { class: 'delta' }, ` ${difference(costs[i]! - of[0]![i]!)}`))))))));
}

function sideBySide(p: Puzzle, plans: Plan[]): { node: HTMLElement; it: Comparison } {
    const it = comparison(plans.map(() => p), plans.map((plan) => plan.name), plans.map((plan) => plan.steps));
    const common = plans[0]!.steps.filter((step) => plans.every(({ steps }) => steps.some((other) => other.shown === step.shown))).length;
    return { it, node: card(`${plans[0]!.title} beside ${plans.slice(1).map((plan) => plan.name).join(', ')}`, sums(p, plans),
        el('p', { class: 'note' }, `${plural(common, 'state')} in common. The plans are lined up at the states that all of them visit.`), it.node) };
}

/** What was shown last: the plan that is new to the view comes into sight, and so do plans beside it. */
let shownLast = '', besideLast = 0;

type Listen = (key: (event: KeyboardEvent) => void, leave: () => void, shown: () => void) => void;

export async function solutionsView(p: Puzzle, place: Place, onKey: Listen): Promise<Node> {
    const solutions = await readSolutions(p), known = counterexampleRefs(p);
    const ref = place.part || (solutions.length ? '1' : known[0] ?? ''), plan = ref ? await readPlan(p, ref) : null, choice = new Choice(p, place, ref, plan);
    if (!ref) return el('div', { class: 'solutions' }, card('No solutions', el('p', {}, p.hasGoal ? 'None is stored in this file.' : 'The puzzle has no goal, so nothing is a solution.')), el('div', { class: 'columns' }, bestCard(choice, place), paretoCard(choice, place)));
    const others = plan ? (await Promise.all(choice.beside.map((one) => readPlan(p, one)))).filter((one): one is Plan => one !== null) : [];
    const beside = plan && others.length > 0 ? sideBySide(p, [plan, ...others]) : null;
    const actions = el('p', { class: 'actions' }, solutions.length > 0 && ref !== '1' && !choice.beside.includes('1') && plan && el('a', { class: 'action', href: choice.to(ref, { with: [...choice.beside, '1'].join('.') }) }, 'Beside solution 1'),
        others.length > 0 && el('a', { class: 'action', href: choice.to(ref, { with: null }) }, 'Alone'),
        plan && storesEdges(p) && plan.steps.every((step) => step.id !== null) && plan.loop === null && el('a', { class: 'action', href: address('play', plan.steps[0]!.id!, { path: plan.steps.map((step) => step.id).join('.'), tell: 1 }) }, 'Play from its end'));
    const it = plan && planPlayer(p, plan, Number(place.values.get('step') ?? 0), (step) => note(choice.to(ref, { step: step || null, with: choice.beside.join('.') })), actions);
    const top = it ? card(plan.title, it.node) : noSuchPlan(ref);
    if (it) onKey((event) => { if (!beside?.it.key(event)) it.key(event); }, it.leave, () => {
        it.shown();
        if (shownLast && shownLast !== ref) top.scrollIntoView({ block: 'nearest' });
        else if (beside && !besideLast) beside.node.scrollIntoView({ block: 'nearest' });
        [shownLast, besideLast] = [ref, others.length];
    });
    return el('div', { class: 'solutions' }, top, beside?.node, el('div', { class: 'columns' },
        counterexamplesCard(choice), await stored(choice, solutions), bestCard(choice, place), paretoCard(choice, place), await classesCard(choice, place)));
}
