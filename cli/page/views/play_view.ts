// play_view.ts - a game by hand: moves by click or number, undo, hints; the position is in the link.
import { MovingBoard } from '../parts/board';
import { ARROW_SIGNS, arrowsOf } from '../parts/directions';
import { button, card, el, figure, plural, stateName, type Child } from '../dom';
import { address, go, isChallenge, type Place } from '../location';
import { proseOf, yamlText } from '../parts/yaml_text';
import { reference, turningSaid, turnsHopeless } from '../plan';
import { challengeButton } from '../share';
import { knowsDistances, quoted, readState, storesEdges, type Puzzle } from '../puzzle';
import { rejectedAt, rejectionList } from './state_view';

interface Move { text: string; to: number; toGoal: number | null; shown: string; costs: number[] }

async function movesAt(p: Puzzle, id: number): Promise<Move[]> {
    const costs = p.costs.map((c) => `, e.${quoted(c.column)}`).join('');
    return (await p.connection.rows(`SELECT e.move, e.dst, t.to_goal, t.shown${costs} FROM edges_${p.run} AS e JOIN states_${p.run} AS t ON t.id = e.dst WHERE e.src = ? ORDER BY e.move, e.dst`, id))
        .map(([text, to, toGoal, shown, ...of]) => ({ text: String(text), to: Number(to), toGoal: toGoal === null ? null : Number(toGoal), shown: String(shown ?? ''), costs: of.map(Number) }));
}

/** The board of the game that is on: it stays while positions change, so that its pieces move. */
const played: { p: Puzzle | null; shown: MovingBoard | null } = { p: null, shown: null };

interface Made { text: string; costs: number[] }

/** The moves of a path of states; of several between the same two the first. */
async function movesMade(p: Puzzle, path: number[]): Promise<Made[]> {
    const made: Made[] = [];
    for (let i = 1; i < path.length; i++) {
        const move = (await movesAt(p, path[i - 1]!)).find((m) => m.to === path[i]);
        if (!move) throw new Error(`no move leads from state ${path[i - 1]} to state ${path[i]}`);
        made.push(move);
    }
    return made;
}

function hint(p: Puzzle, toGoal: number | null, moves: Move[]): string {
    if (!knowsDistances(p)) return 'There is no hint: distances to a goal are not known.';
    if (toGoal === null) return 'No goal can be reached any more: undo.';
    if (toGoal === 0) return 'This is a goal.';
    const best = moves.find((m) => m.toGoal === toGoal - 1);
    return best ? `Try: ${best.text} (${plural(toGoal, 'move')} to go)` : 'There is no hint.';
}

/** ", at best 17": what a cost comes to in the best plans, where that is known. */
function bestOf(p: Puzzle, cost: string): string {
    const known = p.cheapest.find((one) => one.cost === cost)?.least ?? (cost === 'moves' ? p.figures.shortest_length : null);
    return known === null || known === undefined || p.figures.status !== 'complete' ? '' : `, at best ${figure(known)}`;
}

function againstBest(p: Puzzle, moves: number): string {
    const least = p.figures.status === 'complete' ? Number(p.figures.shortest_length ?? 0) : 0;
    return !least ? '' : moves > least ? `; the shortest plan has ${figure(least)}` : '; no plan is shorter';
}

/** Of a challenge: the text, for those who ask, and the way to all views. */
function folded(p: Puzzle): Child {
    return el('details', { class: 'folded' }, el('summary', {}, 'The puzzle'), yamlText(p.source),
        el('p', {}, el('a', { href: address('report', '', { challenge: null }) }, 'All views of it'), ': its solutions, its map, why a move is not allowed.'));
}

export async function playView(p: Puzzle, place: Place, onKey: (key: (event: KeyboardEvent) => void, leave: () => void, shown: () => void) => void): Promise<Node> {
    if (!storesEdges(p)) return card('No moves', el('p', {}, 'This file holds no moves: solve it with --trace edges, or with --trace all.'));
    const start = Number(place.part || (await p.connection.row(`SELECT min(id) FROM states_${p.run} WHERE is_start = 1`))?.[0] || 1);
    const path = (place.values.get('path') ?? String(start)).split('.').map(Number), tell = place.values.get('tell') === '1';
    const id = path[path.length - 1]!, s = await readState(p, id);
    if (!s) return card('No such state', el('p', {}, `The file holds no state ${id}.`));
    const [moves, rejected, made, before] = await Promise.all([movesAt(p, id), rejectedAt(p, id), movesMade(p, path), path.length > 1 ? readState(p, path[path.length - 2]!) : undefined]);
    const at = (to: number[], told = tell) => address('play', place.part, { path: to.join('.'), tell: told ? 1 : null });
    const words = el('p', { class: 'hint', role: 'status' });
    const undo = () => { if (path.length > 1) go(at(path.slice(0, -1))); };
    const give = () => { words.textContent = hint(p, s.toGoal, moves); };
    const challenge = isChallenge(place), inside = challenge ? null : el('p', { class: 'note' }, el('a', { href: address('state', id) }, stateName(id)), '. The address of this page is a link to this position.');
    const spent = p.costs.map((c, i) => `${c.name} ${figure(made.reduce((sum, m) => sum + m.costs[i]!, 0))}${challenge ? bestOf(p, c.name) : ''}`).join(', ');
    const lost = tell && knowsDistances(p) && s.toGoal === null, hopelessAt = lost ? await turnsHopeless(p, path) : null;
    const lostVerdict = (turn: number | null): Child => [el('p', { class: 'verdict bad' }, 'You can no longer reach the goal.'), turn !== null && el('p', { class: 'turning' }, turningSaid({ steps: [{ move: null }, ...made.map((m) => ({ move: m.text }))], hopelessAt: turn }), ' ',
        turn > 0 && el('a', { class: 'action', href: at(path.slice(0, turn)) }, 'Back to before it'), ' ', !challenge && el('a', { class: 'action', href: address('state', path[turn]!) }, 'Why'))];
    const verdict: Child = s.isGoal ? el('p', { class: 'verdict good' }, `Solved in ${plural(path.length - 1, 'move')}${againstBest(p, path.length - 1)}.`) : lost ? lostVerdict(hopelessAt)
        : !moves.length ? el('p', { class: 'verdict open' }, 'No move is left.') : null;
    const arrows = arrowsOf(p, s.shown, moves), shown = played.p === p && played.shown ? played.shown : new MovingBoard(p);
    const showBoard = () => {
        Object.assign(played, { p, shown });
        shown.node.getBoundingClientRect(); // where it was is known in its new surroundings
        shown.show(s.shown, before?.shown ?? null, id);
    };
    onKey((event) => {
        const byArrow = arrows.indexOf(event.key), move = moves[byArrow >= 0 ? byArrow : Number(event.key) - 1];
        if (byArrow >= 0) event.preventDefault();
        if (move) go(at([...path, move.to]));
        else if (event.key === 'u' || event.key === 'Backspace') undo();
        else if (event.key === 'h') give();
    }, () => Object.assign(played, { p: null, shown: null }), showBoard);
    return el('div', { class: 'play' },
        el('section', { class: 'card' }, el('div', { class: 'title-row' }, el('h2', {}, 'Play'), el('span', { class: 'note' }, spent), el('span', { class: 'push' }),
            button('Undo', undo, { disabled: path.length < 2, title: 'key u' }), button('Hint', give, { title: 'key h' }), el('a', { class: 'action', href: address('play', place.part, { tell: tell ? 1 : null }) }, 'Start again')),
            challenge && el('p', { class: 'about' }, proseOf(p.source, 'about')),
            verdict, shown.node, words,
            knowsDistances(p) && el('label', { class: 'field' }, el('input', { type: 'checkbox', checked: tell, onchange: () => go(at(path, !tell)) }), el('span', {}, 'tell me when the goal can no longer be reached')),
            made.length > 0 && el('details', {}, el('summary', {}, `${plural(made.length, 'move')} made`), el('ol', { class: 'made' }, made.map((m) => el('li', {}, m.text))), !challenge && el('p', { class: 'actions' }, el('a', { class: 'action', href: address('solutions', reference('states', path.join('-'))) }, 'Step by step, and compare')))),
        el('div', { class: 'play-moves' }, card('Moves', el('ul', { class: 'choices' }, moves.map((move, i) => el('li', {}, el('a', { class: 'action', href: at([...path, move.to]) }, i < 9 && el('kbd', {}, i + 1), arrows[i] && el('kbd', { 'aria-label': `key ${arrows[i]}` }, ARROW_SIGNS[arrows[i]!]), move.text)))),
            !moves.length && el('p', { class: 'note' }, 'None.')),
            rejected.list.length > 0 && (challenge ? el('details', { class: 'folded' }, el('summary', {}, 'What is not allowed, and why'), rejectionList(p, rejected, id)) : card('Not allowed', rejectionList(p, rejected, id))),
            inside, challenge ? folded(p) : challengeButton(place.part)));
}
