// state_view.ts - one state: how it looks, what moves lead out and in, what is rejected and why.
import { board } from '../parts/board';
import { button, card, el, plural, type Child } from '../dom';
import { address, go, type Place } from '../location';
import type { Row } from '../worker/messages';
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
            p.variables.length > most && `and ${p.variables.length - most} more`));
}

function moveList(p: Puzzle, s: State, rows: Row[], more: boolean, out: boolean): Child {
    if (!rows.length) return el('p', { class: 'note' }, out ? 'No move can be made here.' : 'No move leads here.');
    return [el('ul', { class: 'moves' }, rows.map(([move, id, toGoal, shown, ...costs]) => el('li', {},
        el('a', { class: 'move', href: address('state', Number(id)) }, el('span', { class: 'move-name' }, move),
            el('span', { class: 'move-to' }, `state ${id}`, p.costs.slice(1).map((c, i) => Number(costs[i]) !== 0 && el('span', { class: 'pair-name' }, ` ${c.name} ${costs[i]}`))),
            nearer(p, out ? s.toGoal : null, toGoal === null ? null : Number(toGoal)),
            el('span', { class: 'mini' }, board(p, String(shown ?? ''), s.shown)))))),
        more && el('p', { class: 'note' }, `The first ${MOVES_MOST}.`)];
}

async function neighbours(p: Puzzle, s: State, out: boolean): Promise<Child> {
    const [here, there] = out ? ['src', 'dst'] : ['dst', 'src'];
    const costs = p.costs.slice(1).map((c) => `, e.${quoted(c.column)}`).join('');
    const found = await p.connection.select(`SELECT e.move, e.${there}, t.to_goal, t.shown${costs} FROM edges_${p.run} AS e JOIN states_${p.run} AS t ON t.id = e.${there}
        WHERE e.${here} = ? ORDER BY e.move, e.${there}`, [s.id], MOVES_MOST);
    return moveList(p, s, found.rows, found.more, out);
}

export async function rejectedAt(p: Puzzle, id: number): Promise<[string, string][]> {
    if (!storesRejections(p)) return [];
    return (await p.connection.rows(`SELECT move, rule FROM rejections_${p.run} WHERE src = ? ORDER BY move, rule`, id)).map(([move, rule]) => [String(move), String(rule)]);
}

export function rejectionList(p: Puzzle, rejected: [string, string][]): Child {
    return el('ul', { class: 'rejected' }, rejected.map(([move, rule]) => {
        const found = findRule(p.source, rule);
        return el('li', {}, el('b', {}, move), ' ', el('span', { class: 'why' }, rule), found && el('code', { title: `line ${found.line} of the puzzle` }, found.says));
    }));
}

/** A path or a list of states, in which long ones are cut. */
function chain(list: { id: number; move: string | null }[]): HTMLElement {
    return el('ol', { class: 'chain' }, list.map(({ id, move }) => el('li', {}, move && el('span', { class: 'chain-move' }, move), el('a', { href: address('state', id) }, `state ${id}`)))) ;
}

function later(title: string, words: string, ask: () => Promise<Child>): HTMLElement {
    const place = el('div', {}, button(words, () => {
        place.replaceChildren(el('p', { class: 'note' }, 'one moment …'));
        ask().then((child) => place.replaceChildren(el('div', {}, child)), (error: Error) => place.replaceChildren(el('p', { class: 'status bad' }, error.message)));
    }));
    return card(title, place);
}

export async function stateView(p: Puzzle, place: Place): Promise<Node> {
    if (!storesStates(p)) return card('No states', el('p', {}, 'This file holds no states: solve it with --trace edges, or with --trace all.'));
    const id = Number(place.part || 1), s = Number.isSafeInteger(id) ? await readState(p, id) : undefined;
    if (!s) return card('No such state', el('p', {}, `The file holds no state ${place.part}.`), el('p', {}, el('a', { href: address('state', 1) }, 'the start')));
    const values = await readValues(p, id);
    const violated = (await p.connection.rows(`SELECT invariant FROM violations_${p.run} WHERE state = ?`, id).catch(() => [])).map(([name]) => String(name));
    const rejected = await rejectedAt(p, id);
    const input = el('input', { type: 'number', min: 1, max: Number(p.figures.states), value: id, 'aria-label': 'number of a state', onchange: () => go(address('state', input.value)) });
    return el('div', { class: 'state' },
        el('section', { class: 'card wide' }, el('div', { class: 'title-row' }, el('h2', {}, 'State'), input, el('span', { class: 'note' }, `of ${p.figures.states}`), marks(p, s, violated),
            el('span', { class: 'push' }), el('a', { class: 'action', href: address('map', '', { part: 'around', at: id }) }, 'On the map'), storesEdges(p) && el('a', { class: 'action', href: address('play', id) }, 'Play from here')),
            el('div', { class: 'split' }, board(p, s.shown), el('div', {}, facts(p, s), variables(p, values)))),
        storesEdges(p) && el('div', { class: 'columns' },
            card('Moves from here', await neighbours(p, s, true)),
            rejected.length > 0 && card('Rejected here', rejectionList(p, rejected)),
            card('Moves that lead here', await neighbours(p, s, false)),
            p.hasGoal && s.toGoal !== null && later('What every solution from here passes', 'Find out', async () => {
                const list = await p.connection.call('bottlenecks', p.run, id);
                return [el('p', {}, `${plural(list.length, 'state')}:`), chain(list)];
            }),
            later('The way here', 'A shortest path from the start', async () => chain(await p.connection.call('path', p.run, id)))));
}
