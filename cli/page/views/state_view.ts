// state_view.ts - one state: how it looks, what moves lead out and in, what is rejected and why.
import { board } from '../parts/board';
import { NotUnderstood, askStates, hitList, hitsSaid, mistakeSaid } from '../parts/state_search';
import { button, card, el, figure, plural, stateName, type Child } from '../dom';
import { address, go, type Place } from '../location';
import type { Row } from '../worker/messages';
import { reference } from '../plan';
import { hopelessCard } from './hopeless_card';
import { chain } from './plan_cards';
import { isDeadEnd, knowsDistances, quoted, readState, readValues, storesEdges, storesRejections, storesStates, type Puzzle, type State } from '../puzzle';
import { findRule } from '../parts/yaml_text';

const MOVES_MOST = 60;

export function marks(p: Puzzle, s: State, violated: string[] = []): HTMLElement {
    const badge = (text: string, kind: string) => el('span', { class: `badge ${kind}` }, text);
    return el('span', { class: 'badges' }, s.isStart && badge('start', 'start'), s.isGoal && badge('goal', 'good'),
        isDeadEnd(p, s) && badge('dead end', 'dead'), violated.map((name) => badge(`violates ${name}`, 'bad')));
}

/** How far the goal is after a move; `from` is the distance before it. */
export function nearer(p: Puzzle, from: number | null, to: number | null): Child {
    if (!knowsDistances(p)) return null;
    if (to === null) return el('span', { class: 'badge dead' }, 'dead end');
    return el('span', { class: from !== null && to < from ? 'delta good' : 'delta' }, `${plural(to, 'move')} to go`);
}

function facts(p: Puzzle, s: State): HTMLElement {
    const rows: [string, Child][] = [['depth', s.depth === null ? 'not known' : plural(s.depth, 'move')]];
    if (p.hasGoal) rows.push(['to the goal', s.toGoal !== null ? plural(s.toGoal, 'move') : knowsDistances(p) ? 'no goal can be reached' : 'not known']);
    return el('dl', { class: 'facts' }, rows.map(([name, value]) => [el('dt', {}, name), el('dd', { 'data-fact': name }, value)]));
}

function variables(p: Puzzle, values: string[]): HTMLElement {
    const most = 80;
    return el('details', { class: 'variables' }, el('summary', {}, `${plural(p.variables.length, 'variable')}`),
        el('div', { class: 'pairs' }, p.variables.slice(0, most).map((v, i) => el('span', { class: 'pair' }, el('span', { class: 'pair-name' }, v.said), el('b', {}, values[i]))),
            p.variables.length > most && `and ${figure(p.variables.length - most)} more`));
}

function moveList(p: Puzzle, s: State, rows: Row[], more: boolean, out: boolean): Child {
    if (!rows.length) return el('p', { class: 'note' }, out ? 'No move can be made here.' : 'No move leads here.');
    return [el('ul', { class: 'moves' }, rows.map(([move, id, toGoal, shown, ...costs]) => el('li', {},
        el('a', { class: 'move', href: address('state', Number(id)) }, el('span', { class: 'move-name' }, move),
            el('span', { class: 'move-to' }, stateName(Number(id)), p.costs.slice(1).map((c, i) => Number(costs[i]) !== 0 && el('span', { class: 'pair-name' }, ` ${c.name} ${figure(costs[i])}`))),
            nearer(p, out ? s.toGoal : null, toGoal === null ? null : Number(toGoal)),
            el('span', { class: 'mini' }, board(p, String(shown ?? ''), s.shown, Number(id))))))),
        more && el('p', { class: 'note' }, `The first ${MOVES_MOST}.`)];
}

async function neighbours(p: Puzzle, s: State, out: boolean): Promise<Child> {
    const [here, there] = out ? ['src', 'dst'] : ['dst', 'src'];
    const costs = p.costs.slice(1).map((c) => `, e.${quoted(c.column)}`).join('');
    const found = await p.connection.select(`SELECT e.move, e.${there}, t.to_goal, t.shown${costs} FROM edges_${p.run} AS e JOIN states_${p.run} AS t ON t.id = e.${there}
        WHERE e.${here} = ? ORDER BY e.move, e.${there}`, [s.id], MOVES_MOST);
    return moveList(p, s, found.rows, found.more, out);
}

/** A move that cannot be made: by which rule (null: by a guard without a name), why, and where that stands. */
export interface Rejected { move: string; rule: string | null; because: string | null; place: string | null }

/** As `wgcq why` says it, with values, where that was put in; else the rules that are stored. */
export async function rejectedAt(p: Puzzle, id: number): Promise<{ list: Rejected[]; explained: boolean }> {
    const why = (await p.answers())?.why;
    if (why && id <= why.to) {
        const rows = why.parts.flatMap(({ rows }) => rows.length && Number(rows[0]![0]) <= id && Number(rows[rows.length - 1]![0]) >= id ? rows.filter((row) => row[0] === id) : []);
        const text = (value: string | number | null | undefined) => value === null || value === undefined ? null : String(value);
        return { explained: true, list: rows.map((row) => ({ move: String(row[1]), rule: text(row[5]), because: text(row[6]), place: text(row[7]) })) };
    }
    if (!storesRejections(p)) return { explained: false, list: [] };
    const rows = await p.connection.rows(`SELECT move, rule FROM rejections_${p.run} WHERE src = ? ORDER BY move, rule`, id);
    return { explained: false, list: rows.map(([move, rule]) => ({ move: String(move), rule: String(rule), because: findRule(p.source, String(rule))?.says ?? null, place: null })) };
}

function rejectedItem({ move, rule, because, place }: Rejected): HTMLElement {
    const line = /:(\d+):\d+$/.exec(place ?? '')?.[1];
    return el('li', {}, el('b', {}, move), ' ', rule !== null && el('span', { class: 'why' }, rule), because !== null && el('code', {}, because), line && el('span', { class: 'note' }, `line ${line}`));
}

/** Moves that a rule refuses; those that are not possible otherwise are folded away. */
export function rejectionList(p: Puzzle, { list, explained }: { list: Rejected[]; explained: boolean }, id: number): Child {
    const refused = list.filter((one) => one.rule !== null), impossible = list.filter((one) => one.rule === null);
    return [refused.length > 0 && el('ul', { class: 'rejected' }, refused.map(rejectedItem)),
        impossible.length > 0 && el('details', { class: 'impossible' }, el('summary', {}, `${plural(impossible.length, 'reason')} why ${refused.length ? 'other ' : ''}moves are not possible`), el('ul', { class: 'rejected' }, impossible.map(rejectedItem))),
        !explained && list.length > 0 && el('p', { class: 'note' }, 'With the values: ', el('code', {}, `wgcq why ${p.name}.db ${id}`))];
}

function later(title: string, words: string, ask: () => Promise<Child>): HTMLElement {
    const place = el('div', {}, button(words, () => {
        place.replaceChildren(el('p', { class: 'note', 'data-pending': '' }, 'one moment …'));
        ask().then((child) => place.replaceChildren(el('div', {}, child)), (error: Error) => place.replaceChildren(el('p', { class: 'status bad' }, error.message)));
    }));
    return card(title, place);
}

/** What the address asks for: the states in which a condition holds. */
async function statesWhere(p: Puzzle, where: string): Promise<Child> {
    if (!where.trim()) return null;
    try {
        const hits = await askStates(p, where);
        return [el('p', {}, hitsSaid(hits, null)), hits.count > 0 && hitList(p, hits, (id) => { go(address('state', id, { where })); return true; })];
    } catch (error) { return el('p', {}, error instanceof NotUnderstood ? mistakeSaid(error) : el('span', { class: 'status bad' }, (error as Error).message)); }
}

async function searchOf(p: Puzzle, place: Place): Promise<HTMLElement> {
    const where = place.values.get('where') ?? '', field = el('input', { type: 'search', value: where, placeholder: 'a condition, as in ' + exampleOf(p), 'aria-label': 'states where' });
    field.addEventListener('change', () => go(address('state', place.part, { where: field.value })));
    return el('section', { class: 'card wide states-where' }, el('div', { class: 'title-row' }, el('h2', {}, 'States where'), field), await statesWhere(p, where));
}

/** Two of its variables, compared. */
function exampleOf(p: Puzzle): string {
    const [first, second] = p.variables.filter((v) => !v.isList);
    return first && second ? `${first.said} == ${second.said}` : `${p.variables[0]?.said ?? 'x'} == 1`;
}

export async function stateView(p: Puzzle, place: Place): Promise<Node> {
    if (!storesStates(p)) return card('No states', el('p', {}, 'This file holds no states: solve it with --trace edges, or with --trace all.'));
    const id = Number(place.part || 1), s = Number.isSafeInteger(id) ? await readState(p, id) : undefined;
    if (!s) return card('No such state', el('p', {}, `The file holds no state ${place.part}.`), el('p', {}, el('a', { href: address('state', 1) }, 'the start')));
    const values = await readValues(p, id);
    const violated = (await p.connection.rows(`SELECT invariant FROM violations_${p.run} WHERE state = ?`, id).catch(() => [])).map(([name]) => String(name));
    const rejected = await rejectedAt(p, id);
    const input = el('input', { type: 'number', min: 1, max: Number(p.figures.states), value: id, 'aria-label': 'number of a state', onchange: () => go(address('state', input.value, { where: place.values.get('where') })) });
    return el('div', { class: 'state' }, await searchOf(p, place),
        el('section', { class: 'card wide' }, el('div', { class: 'title-row' }, el('h2', {}, 'State'), input, el('span', { class: 'note' }, `of ${figure(p.figures.states)}`), marks(p, s, violated),
            el('span', { class: 'push' }), el('a', { class: 'action', href: address('map', '', { part: 'around', at: id }) }, 'On the map'), storesEdges(p) && el('a', { class: 'action', href: address('play', id) }, 'Play from here')),
            el('div', { class: 'split' }, board(p, s.shown, null, id), el('div', {}, facts(p, s), variables(p, values)))),
        violated.length > 0 && card('Violated here', el('ul', { class: 'rejected' }, violated.map((name) => el('li', {}, el('span', { class: 'why' }, name), el('code', {}, name === 'deadlock' ? 'no move is possible' : findRule(p.source, name)?.says ?? ''))))),
        storesEdges(p) && isDeadEnd(p, s) && hopelessCard(p, id),
        storesEdges(p) && el('div', { class: 'columns' },
            card('Moves from here', await neighbours(p, s, true)),
            rejected.list.length > 0 && card('Rejected here', rejectionList(p, rejected, id)),
            card('Moves that lead here', await neighbours(p, s, false)),
            p.hasGoal && s.toGoal !== null && later('What every solution from here passes', 'Find out', async () => {
                const list = await p.connection.call('bottlenecks', p.run, id);
                return [el('p', {}, `${plural(list.length, 'state')}:`), chain(list)];
            }),
            card('The way here', el('p', {}, el('a', { class: 'action', href: address('solutions', reference('to', id)) }, 'A shortest path from the start')))));
}
