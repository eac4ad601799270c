// plan_cards.ts - plans beyond those that are stored: the best by any cost, the Pareto front, classes of equal ones.
import { scatter } from '../parts/chart';
import { button, card, el, figure, plural, select, type Child } from '../dom';
import { address } from '../location';
import { storesEdges, type Puzzle } from '../puzzle';
import type { Classes } from '../embedded';
import type { PathStep } from '../worker/messages';

const knowsPlans = (p: Puzzle) => p.hasGoal && storesEdges(p) && p.figures.status === 'complete' && Number(p.figures.goals) > 0;

/** The states of a plan, each with the move that leads to it. */
export function chain(list: PathStep[]): HTMLElement {
    return el('ol', { class: 'chain' }, list.map(({ id, move }) => el('li', {}, move && el('span', { class: 'chain-move' }, move), el('a', { href: address('state', id) }, `state ${id}`))));
}

/** Asks for what takes long only when it is wanted, and says what failed. */
function answerPlace(name: string, ask: () => Promise<Child>): { place: HTMLElement; draw: () => Promise<void> } {
    const place = el('div', { class: name });
    const draw = async () => {
        place.replaceChildren(el('p', { class: 'note' }, 'one moment …'));
        try {
            place.replaceChildren(el('div', {}, await ask()));
        } catch (error) {
            place.replaceChildren(el('p', { class: 'status bad' }, (error as Error).message));
        }
    };
    return { place, draw };
}

const costChoices = (p: Puzzle) => p.costs.map((c): [string, string] => [c.column, c.name]);

function plansTable(p: Puzzle, plans: { path: PathStep[]; costs: number[] }[]): HTMLElement {
    return el('div', { class: 'scroll list', tabindex: '0', role: 'region', 'aria-label': 'the best plans' }, el('table', {},
        el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'number' }, 'no.'), p.costs.map((c) => el('th', { scope: 'col', class: 'number' }, c.name)), el('th', { scope: 'col' }, 'plan'))),
        el('tbody', {}, plans.map((plan, i) => el('tr', {}, el('th', { scope: 'row', class: 'number' }, i + 1), plan.costs.map((cost) => el('td', { class: 'number' }, figure(cost))),
            el('td', {}, el('details', {}, el('summary', {}, plan.path[1]?.move ?? 'no move'), chain(plan.path))))))));
}

/** As `wgcq query DB best --k K --by COST`. */
export function bestCard(p: Puzzle): Child {
    if (!knowsPlans(p)) return null;
    let cost = (p.costs.find((c) => c.name === p.minimize.split(',')[0]) ?? p.costs[0]!).column, k = 10;
    const { place, draw } = answerPlace('best', async () => {
        const { plans, more } = await p.connection.call('best', p.run, cost, k);
        return [el('p', { class: 'note', role: 'status' }, plans.length < k && more ? `Only ${plural(plans.length, 'plan')} found within the memory of the page.` : `${plural(plans.length, 'plan')}${more ? '; there are more' : ': there are no more'}.`), plansTable(p, plans)];
    });
    return card('The best plans', el('p', { class: 'note' }, 'Plans that visit no state twice, stored or not.'), el('div', { class: 'bar-of-tools' }, select('by', costChoices(p), cost, (value) => { cost = value; }),
        select('how many', ['5', '10', '50', '200'].map((n): [string, string] => [n, n]), String(k), (value) => { k = Number(value); }), button('Find', () => void draw())), place);
}

/** As `wgcq query DB pareto --by A,B`. */
export function paretoCard(p: Puzzle): Child {
    if (p.costs.length < 2 || !knowsPlans(p)) return null;
    let a = p.costs.length > 2 ? p.costs[1]!.column : 'moves', b = p.costs.length > 2 ? p.costs[2]!.column : p.costs[1]!.column;
    const { place, draw } = answerPlace('pareto', async () => {
        const points = await p.connection.call('pareto', p.run, a, b), detail = el('div', { 'aria-live': 'polite' });
        const open = (i: number) => detail.replaceChildren(el('h3', {}, `A plan of ${a} ${points[i]!.a}, ${b} ${points[i]!.b}`), chain(points[i]!.path));
        return [el('p', { class: 'note', 'data-figure': 'pareto' }, `${plural(points.length, 'pair')} that no plan's dominates. A click on one shows a plan.`),
            scatter(`the Pareto front of ${a} and ${b}`, a, b, points.map((point, i) => ({ x: point.a, y: point.b, label: `${a} ${point.a}, ${b} ${point.b}: ${plural(point.count, 'plan')}`, beside: `× ${figure(point.count)}`, open: () => open(i) })), true),
            el('details', {}, el('summary', {}, 'as a table'), el('table', { class: 'sums' }, el('thead', {}, el('tr', {}, [a, b, 'plans of fewest moves'].map((name) => el('th', { scope: 'col', class: 'number' }, name)))),
                el('tbody', {}, points.map((point) => el('tr', {}, [point.a, point.b, point.count].map((value) => el('td', { class: 'number' }, figure(value)))))))), detail];
    });
    return card('Pareto front', el('div', { class: 'bar-of-tools' }, select('across', costChoices(p), a, (value) => { a = value; }), select('up', costChoices(p), b, (value) => { b = value; }), button('Draw', () => void draw())), place);
}

// ---- classes, which the library has found

const UP_TO: [string, string][] = [['symmetry', 'symmetry'], ['commuting', 'the order of commuting moves'], ['moves', 'the order of all moves']];
const OF: [string, string][] = [['shortest', 'the shortest plans'], ['cheapest', 'the cheapest plans'], ['all', 'all plans']];

function classesTable({ columns, rows }: Classes): HTMLElement {
    const plan = columns.indexOf('plan');
    return el('div', { class: 'scroll list', tabindex: '0', role: 'region', 'aria-label': 'classes of plans' }, el('table', {},
        el('thead', {}, el('tr', {}, columns.map((name, i) => el('th', { scope: 'col', class: i !== plan && 'number' }, i === plan ? 'the best of them' : name)))),
        el('tbody', {}, rows.map((row) => el('tr', {}, row.map((value, i) => i !== plan ? el('td', { class: 'number' }, figure(value as string | number | null))
            : el('td', {}, el('details', {}, el('summary', {}, (value as string[])[0] ?? 'no move'), el('ol', { class: 'chain' }, (value as string[]).map((move) => el('li', {}, el('span', { class: 'chain-move' }, move))))))))))));
}

function classesAnswer(p: Puzzle, found: Classes | undefined): Child {
    const command = (of: string) => el('code', {}, `wgcq query ${p.name}.db classes --up-to ${found?.up_to ?? 'moves'}${of === 'shortest' ? '' : ` --of ${of}`}`);
    if (!found || found.late) return el('p', {}, 'There are so many plans that this took too long when the page was made: ', command(found?.of ?? 'shortest'), ' finds out, or ', el('code', {}, 'wgcq page --max-time'), ' for this page.');
    if (found.error !== null) return el('p', {}, `${found.error}.`);
    return [el('p', { class: 'note', role: 'status' }, found.remark ?? plural(found.rows.length, 'class', 'classes')), classesTable(found)];
}

/** As `wgcq query DB classes`. */
export async function classesCard(p: Puzzle): Promise<Child> {
    const list = knowsPlans(p) ? (await p.answers())?.classes : undefined;
    if (!knowsPlans(p)) return null;
    if (!list) return card('Classes', el('p', { class: 'note' }, 'Which plans are equal but for symmetry or the order of moves is known of the newest run of files that ', el('code', {}, 'wgcq page'), ' put in: ', el('code', {}, `wgcq query ${p.name}.db classes --up-to moves`), ' tells it of others.'));
    const symmetric = list.some((one) => one.up_to === 'symmetry' && one.rows.length > 0);
    let upTo = symmetric ? 'symmetry' : 'moves', of = p.costs.length > 1 ? 'cheapest' : 'shortest';
    // What cannot be asked at all cannot be asked of any plans.
    const place = el('div', { class: 'classes' }), find = () => list.find((one) => one.up_to === upTo && one.error !== null) ?? list.find((one) => one.up_to === upTo && one.of === of);
    const draw = () => place.replaceChildren(el('div', {}, classesAnswer(p, find())));
    draw();
    return card('Classes', el('p', { class: 'note' }, 'Plans that are equal up to'), el('div', { class: 'bar-of-tools' }, select('up to', UP_TO, upTo, (value) => { upTo = value; draw(); }), select('of', OF, of, (value) => { of = value; draw(); })), place);
}
