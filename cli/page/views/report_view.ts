// report_view.ts - the report: the verdict, counterexamples first, figures, rules, the puzzle's text.
import { barList, onDemand, stackedBars, sumList, type Series } from '../parts/chart';
import { card, el, figure, pending, plural, stateName, type Child } from '../dom';
import { address, go } from '../location';
import { knowsDistances, propertySaid, storesEdges, storesRejections, storesStates, verdict, view, type Property, type Puzzle } from '../puzzle';
import { readPlan, reference } from '../plan';
import type { Row } from '../worker/messages';
import { findRule, proseOf, yamlText } from '../parts/yaml_text';
import { planPlayer } from './plan_player';

function tile(name: string, value: unknown, note = ''): HTMLElement {
    return el('div', { class: 'tile' }, el('dt', {}, name), el('dd', { 'data-figure': name }, figure(value)), note && el('dd', { class: 'note' }, note));
}

function figures(p: Puzzle): HTMLElement {
    const f = p.figures;
    return el('dl', { class: 'tiles' }, tile('states', f.states, 'that can be reached'), tile('edges', f.edges, 'moves from state to state'), tile('depth', f.depth, 'most moves to a state'),
        p.hasGoal && [tile('goals', f.goals), tile('dead ends', f.dead_ends, 'states that no goal can be reached from')], tile('rejections', f.rejections, 'moves that a rule forbids'),
        tile('seconds', f.seconds, 'to explore all this'));
}

/** A text, which YAML has to write in quotes, as it is; other values are cut where they are long. */
function paramText(value: string): Child {
    const text = /^!!str ("(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")$/.exec(value)?.[1];
    if (text) return el('pre', {}, JSON.parse(text).replace(/\n$/, ''));
    return value.length > 60 ? `${value.slice(0, 60)}…` : value;
}

/** To a section of the report; the address stays, with its database and its run. */
function goBelow(id: string): void {
    const section = document.getElementById(id);
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>('summary')?.focus({ preventScroll: true });
}

function hero(p: Puzzle): HTMLElement {
    const { text, kind } = verdict(p), f = p.figures;
    const about = proseOf(p.source, 'about');
    const actions: Child[] = [];
    const link = (to: string, words: string, first = false) => el('a', { class: first ? 'action first' : 'action', href: to }, words);
    if (Number(f.solutions_stored) > 0) actions.push(link(address('solutions', 1), 'The best solution, step by step', true));
    const bad = p.violated.find((v) => v.states > 0);
    const below = (id: string, words: string) => el('a', { class: 'action first', href: address('report'), onclick: (event: Event) => { event.preventDefault(); goBelow(id); } }, words);
    if (bad) actions.push(below('counterexamples', 'How it is violated'));
    else if (p.properties.some((v) => v.holds === false)) actions.push(below('properties', 'The path that violates it'));
    if (storesEdges(p)) actions.push(link(address('map'), 'Map of the states'), link(address('play'), 'Play'));
    return el('header', { class: 'hero' },
        el('p', { class: `verdict ${kind}`, 'data-figure': 'verdict' }, text),
        about && el('p', { class: 'about' }, about),
        p.params.length > 0 && el('p', { class: 'params' }, p.params.map(({ name, value }) => el('span', { class: 'chip' }, el('span', { class: 'pair-name' }, name), paramText(value)))),
        el('p', { class: 'actions' }, actions));
}

/** The links of a path that is shown here: alone, where others can be beside it, and on the map. */
function pathActions(p: Puzzle, ref: string, onMap: Child): Child {
    return el('p', { class: 'actions' }, el('a', { class: 'action', href: address('solutions', ref) }, 'Open, and compare'), storesEdges(p) && onMap);
}

/** The last step is where it is violated. */
async function counterexample(p: Puzzle, name: string, length: number | null): Promise<HTMLElement> {
    const ref = reference('invariant', name), plan = await readPlan(p, ref), rule = findRule(p.source, name);
    if (!plan) return el('p', {}, 'The states are not stored in this file: solve it with --trace edges.');
    const last = plan.steps.length - 1, end = plan.steps[last]!.id!;
    return el('div', {}, rule && el('p', { class: 'says' }, el('code', {}, rule.says)),
        planPlayer(p, plan, last, () => undefined, pathActions(p, ref, el('a', { class: 'action', href: address('map', '', { part: 'around', at: end }) }, 'On the map'))).node,
        length !== null && last !== length && el('p', { class: 'note' }, `The nearest is ${plural(length, 'move')} away.`));
}

async function counterexamples(p: Puzzle): Promise<Child> {
    if (!p.violated.length) return null;
    const order = [...p.violated].sort((a, b) => Number(b.states > 0) - Number(a.states > 0) || (a.length ?? Infinity) - (b.length ?? Infinity));
    const parts = await Promise.all(order.map(async (v) => el('details', { open: v.states > 0, class: v.states ? 'invariant bad' : 'invariant good' },
        el('summary', {}, el('b', {}, v.name), ' ', v.states ? `violated in ${plural(v.states, 'state')}${v.length === null ? '' : `, first after ${plural(v.length, 'move')}`}` : v.name === 'deadlock' ? 'in no state' : 'holds in every state'),
        v.states > 0 && await counterexample(p, v.name, v.length))));
    const section = card(p.violated.some((v) => v.states) ? 'Counterexamples' : 'Invariants', parts);
    section.id = 'counterexamples';
    return section;
}

/** The path of a violated property: its cycle goes round for ever. */
async function lasso(p: Puzzle, v: Property): Promise<Child> {
    const ref = reference('property', v.name), plan = await readPlan(p, ref), rule = findRule(p.source, v.name);
    return el('div', {}, rule && el('p', { class: 'says' }, el('code', {}, rule.says)),
        plan && planPlayer(p, plan, 0, () => undefined, pathActions(p, ref, el('a', { class: 'action', href: address('map', '', { part: 'path', path: v.name }) }, 'On the map'))).node);
}

async function properties(p: Puzzle): Promise<Child> {
    const order = [...p.properties].sort((a, b) => Number(b.holds === false) - Number(a.holds === false)), first = order.find((v) => v.holds === false);
    const parts = await Promise.all(order.map(async (v) => el('details', { open: v === first, class: v.holds ? 'invariant good' : v.holds === false ? 'invariant bad' : 'invariant' },
        el('summary', {}, el('b', {}, v.name), propertySaid(p, v).slice(v.name.length)), v.holds === false && await lasso(p, v))));
    const section = card('Properties over time', parts);
    section.id = 'properties';
    return section;
}

function cheapest(p: Puzzle): Child {
    if (!p.cheapest.length) return null;
    const maximized = new Set(p.costs.filter((c) => c.maximized).map((c) => c.name)), most = p.cheapest.some((c) => maximized.has(c.cost));
    return card(most ? 'Best' : 'Cheapest', el('table', {}, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'cost'), el('th', { scope: 'col', class: 'number' }, most ? 'best' : 'least'), el('th', { scope: 'col', class: 'number' }, 'plans that have it'))),
        el('tbody', {}, p.cheapest.map((c) => el('tr', {}, el('th', { scope: 'row' }, maximized.has(c.cost) ? `${c.cost}, the greatest` : most ? `${c.cost}, the least` : c.cost), el('td', { class: 'number', 'data-figure': `cheapest ${c.cost}` }, figure(c.least)), el('td', { class: 'number' }, figure(c.count)))))),
        el('p', { class: 'note' }, `Of the plans of ${most ? 'the best' : 'least'} cost those of fewest moves are counted.`));
}

async function levels(p: Puzzle): Promise<Child> {
    if (!storesStates(p)) return null;
    const known = knowsDistances(p);
    // A depth, whether it is a goal, whether no goal can be reached: in one number.
    const kinds = new Map(await p.connection.call('tally', `SELECT depth * 4 + is_goal * 2 + (to_goal IS NULL) FROM states_${p.run} WHERE depth IS NOT NULL`));
    if (!kinds.size) return null;
    const depths = [...new Set([...kinds.keys()].map((kind) => kind >> 2))].sort((a, b) => a - b), names = depths.map(String);
    const timesOf = (depth: number, isGoal: number, isEnd: number) => kinds.get(depth * 4 + isGoal * 2 + isEnd) ?? 0, both = (depth: number, isGoal: number) => timesOf(depth, isGoal, 0) + timesOf(depth, isGoal, 1);
    const goals = depths.map((depth) => p.hasGoal ? both(depth, 1) : 0), ends = depths.map((depth) => known ? timesOf(depth, 0, 1) + timesOf(depth, 1, 1) : 0);
    const others = depths.map((depth, i) => both(depth, 0) + both(depth, 1) - goals[i]! - ends[i]!);
    const series: Series[] = [{ name: known ? 'a goal is reachable' : 'states', kind: 'alive', values: others }];
    if (known) series.push({ name: 'dead ends', kind: 'dead', values: ends });
    if (p.hasGoal) series.push({ name: 'goals', kind: 'goal', values: goals });
    return card('States by depth', stackedBars('States by depth', 'depth', names, series,
        (i) => go(address('sql', '', { q: `SELECT * FROM ${view(p, 'states')} WHERE depth = ${names[i]} ORDER BY id`, ask: 1 }))));
}

/** Of a puzzle without a solution: what was looked at, and what rejects most moves. */
async function hopeless(p: Puzzle): Promise<Child> {
    const most = storesRejections(p) ? await p.connection.rows(`SELECT rule, count(*) AS times FROM rejections_${p.run} GROUP BY rule ORDER BY times DESC, rule LIMIT 3`) : [];
    return card('Why there is no solution', el('p', {}, `${plural(Number(p.figures.states), 'state')} can be reached, and none of them is a goal.`),
        most.length > 0 && [el('p', {}, 'What rejects most moves:'), el('ul', { class: 'plain' }, most.map(([rule, times]) => el('li', {}, onDemand([el('b', {}, rule), `: ${plural(Number(times), 'move')}`], () => rejectedMoves(p, String(rule))))))]);
}

async function turning(p: Puzzle): Promise<Child> {
    if (knowsDistances(p) && !Number(p.figures.goals)) return hopeless(p);
    if (!storesEdges(p) || !knowsDistances(p) || !p.hasGoal || p.figures.dead_ends === null) return null;
    if (!Number(p.figures.dead_ends)) return card('Where it turns hopeless', el('p', {}, `Nowhere: from each of the ${figure(p.figures.states)} states a goal can be reached.`));
    const found = await p.connection.select(`SELECT e.src, e.move, e.dst, s.depth FROM states_${p.run} AS s CROSS JOIN edges_${p.run} AS e ON e.src = s.id
        CROSS JOIN states_${p.run} AS d ON d.id = e.dst WHERE s.to_goal IS NOT NULL AND d.to_goal IS NULL ORDER BY s.depth, e.src, e.move`, [], 8);
    const total = await p.connection.call('turnings', p.run);
    return card('Where it turns hopeless', el('p', {}, plural(total, 'move leads', 'moves lead'), ' from where a goal can be reached to where none can. The first:'),
        el('ul', { class: 'plain' }, found.rows.map(([src, move, dst, depth]) => el('li', {}, el('a', { href: address('solutions', reference('to', Number(src), Number(dst), String(move)), { step: Number(depth) + 1 }) }, el('b', {}, move)), ` after ${plural(Number(depth), 'move')}: `,
            el('a', { href: address('state', Number(src)) }, stateName(Number(src))), ' → ', el('a', { href: address('state', Number(dst)) }, stateName(Number(dst)))))));
}

const MOVES_OF_RULE = 12;

/** The moves that a rule rejects, the most frequent first. */
async function rejectedMoves(p: Puzzle, rule: string): Promise<Child> {
    const found = await p.connection.select(`SELECT m.text, sum(e.times) AS times FROM (SELECT move, count(*) AS times FROM rejection_${p.run} WHERE rule IN (SELECT id FROM rule WHERE name = ?) GROUP BY move) AS e
        JOIN move_${p.run} AS m ON m.id = e.move GROUP BY m.text ORDER BY times DESC, m.text`, [rule], MOVES_OF_RULE);
    const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
    const ask = (move: string) => () => go(address('sql', '', { q: `SELECT src, move FROM ${view(p, 'rejections')} WHERE rule = ${text(rule)} AND move = ${text(move)} ORDER BY src LIMIT 100`, ask: 1 }));
    return [barList(found.rows.map(([move, times]) => ({ name: String(move), value: Number(times), open: ask(String(move)) })), 'rule'), found.more && el('p', { class: 'note' }, `The ${MOVES_OF_RULE} most frequent.`)];
}

const MOVES_MOST_MADE = 12;

/** What was counted by number, by name: the most frequent first, then as SQL orders names. */
function summed(named: Row[], times: Map<number, number>): [name: string, times: number][] {
    const sums = new Map<string, number>();
    for (const [id, name] of named) sums.set(String(name), (sums.get(String(name)) ?? 0) + (times.get(Number(id)) ?? 0));
    return [...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

async function rules(p: Puzzle): Promise<Child> {
    if (!storesRejections(p) || !p.rules.length) return null;
    const times = new Map(await p.connection.call('tally', `SELECT rule FROM rejection_${p.run}`));
    const rows = summed(await p.connection.rows('SELECT id, name FROM rule'), times);
    return card('Which rule rejects how often', el('p', { class: 'note' }, 'A rule that is opened says which moves it rejects.'),
        sumList(rows.map(([name, value]) => ({ name, value, inside: () => rejectedMoves(p, name) })), 'rule'));
}

async function moves(p: Puzzle): Promise<Child> {
    if (!storesEdges(p)) return null;
    const times = new Map(await p.connection.call('tally', `SELECT move FROM edge_${p.run}`));
    const rows = summed(await p.connection.rows(`SELECT id, text FROM move_${p.run}`), times).filter(([, value]) => value > 0);
    return card('Moves', barList(rows.slice(0, MOVES_MOST_MADE).map(([name, value]) => ({ name, value }))), rows.length > MOVES_MOST_MADE && el('p', { class: 'note' }, 'The twelve most frequent.'));
}

/** A model in C has no text in the file: what is known of it. */
function model(p: Puzzle): Child {
    const list = (words: string, names: string[]) => names.length > 0 && el('p', {}, `${words}: `, names.map((name, i) => [i > 0 && ', ', el('code', {}, name)]));
    return [el('p', {}, 'A model in C: its program has the rules, and this file only their names.'),
        list('variables', p.variables.map((v) => v.said)), list('what rejects moves', p.rules), list('costs', p.costs.map((c) => c.name))];
}

export function reportView(p: Puzzle): Node {
    const violated = p.violated.some((v) => v.states > 0), broken = p.violated.length > 0 && pending(() => counterexamples(p));
    const unfit = p.properties.some((v) => v.holds === false), over = p.properties.length > 0 && pending(() => properties(p));
    return el('div', { class: 'report' }, hero(p), violated && broken, unfit && over, figures(p), el('div', { class: 'columns' },
        cheapest(p), pending(() => levels(p)), pending(() => turning(p)), !violated && broken, !unfit && over, pending(() => rules(p)), pending(() => moves(p)),
        el('section', { class: 'card wide' }, el('h2', {}, 'The puzzle'), p.source ? yamlText(p.source) : model(p))));
}
