// solutions_view.ts - stored solutions: a list by any cost, step by step, side by side, classes, the Pareto front.
import { align, type AlignedRow, type Step } from './align';
import { board } from '../parts/board';
import { button, card, el, figure, plural } from '../dom';
import { address, go, note, type Place } from '../location';
import { bestCard, classesCard, paretoCard } from './plan_cards';
import { quoted, readValues, storesStates, type Puzzle } from '../puzzle';

interface Solution { id: number; length: number; costs: number[] }

async function readSolutions(p: Puzzle): Promise<Solution[]> {
    const costs = p.costs.map((c) => quoted(c.column)).join(', ');
    return (await p.connection.rows(`SELECT id, length, ${costs} FROM solutions_${p.run} ORDER BY id`)).map(([id, length, ...of]) => ({ id: Number(id), length: Number(length), costs: of.map(Number) }));
}

export async function readSteps(p: Puzzle, solution: number): Promise<Step[]> {
    const costs = p.costs.map((c) => quoted(c.column)).join(', ');
    return (await p.connection.rows(`SELECT step, move, dst, shown, ${costs} FROM steps_${p.run} WHERE solution = ? ORDER BY step`, solution)).map(([step, move, id, shown, ...of]) => ({
        step: Number(step), move: move === null ? null : String(move), id: id === null ? null : Number(id), shown: String(shown ?? ''), costs: of.map(Number) }));
}

function list(p: Puzzle, solutions: Solution[], chosen: number, others: number[]): HTMLElement {
    const place = el('div', {}), total = p.figures.solutions_count;
    const draw = (by: number) => {
        const down = by >= 0 && p.costs[by]!.maximized, sign = down ? -1 : 1;
        const sorted = by < 0 ? solutions : [...solutions].sort((a, b) => sign * (a.costs[by]! - b.costs[by]!) || a.id - b.id);
        const head = (text: string, i: number) => el('th', { scope: 'col', class: 'number', 'aria-sort': by === i && (down ? 'descending' : 'ascending') }, button(text, () => draw(i), { class: 'link' }));
        place.replaceChildren(el('div', { class: 'scroll list', tabindex: '0', role: 'region', 'aria-label': 'stored solutions' }, el('table', {},
            el('thead', {}, el('tr', {}, head('no.', -1), p.costs.map((c, i) => head(c.name, i)), el('th', { scope: 'col' }, 'beside'))),
            el('tbody', {}, sorted.map((s) => el('tr', { class: s.id === chosen && 'chosen' }, el('th', { scope: 'row', class: 'number' }, el('a', { href: address('solutions', s.id, { with: others.filter((o) => o !== s.id).join('.') }) }, s.id)),
                s.costs.map((cost) => el('td', { class: 'number' }, figure(cost))),
                el('td', {}, s.id !== chosen && el('input', { type: 'checkbox', checked: others.includes(s.id), 'aria-label': `solution ${s.id} beside solution ${chosen}`,
                    onchange: () => go(address('solutions', chosen, { with: (others.includes(s.id) ? others.filter((o) => o !== s.id) : [...others, s.id]).join('.') })) }))))))));
    };
    draw(-1);
    return card(`${plural(solutions.length, 'solution')} stored${total !== null && total !== undefined ? ` of ${figure(total)}` : ''}`, place);
}

interface Player { node: HTMLElement; key: (event: KeyboardEvent) => void; leave: () => void; shown: () => void }

function player(p: Puzzle, steps: Step[], first: number, seen: (step: number) => void): Player {
    let at = Math.min(Math.max(first, 0), steps.length - 1), timer: ReturnType<typeof setInterval> | undefined;
    const view = el('div', { class: 'player-board' }), title = el('p', { class: 'player-move', role: 'status' }), changes = el('div', { class: 'pairs changes' }), costs = el('dl', { class: 'facts' });
    const slider = el('input', { type: 'range', min: 0, max: steps.length - 1, value: at, 'aria-label': 'step', oninput: () => show(Number(slider.value)) });
    const play = button('Play', () => toggle(), { class: 'first' });
    const moves = el('ol', { class: 'move-list', start: 0 }, steps.map((step, i) => el('li', {}, button(step.move ?? 'start', () => show(i), { class: 'link' }))));
    const stop = () => { clearInterval(timer); timer = undefined; play.textContent = 'Play'; };
    const toggle = () => {
        if (timer) return stop();
        if (at === steps.length - 1) show(0);
        play.textContent = 'Pause';
        timer = setInterval(() => { if (at === steps.length - 1) stop(); else show(at + 1); }, 700);
    };
    const scroll = () => { moves.scrollTop = (moves.children[at] as HTMLElement).offsetTop - moves.clientHeight / 2; };
    const show = (to: number) => {
        at = Math.min(Math.max(to, 0), steps.length - 1);
        const step = steps[at]!, before = steps[at - 1];
        slider.value = String(at);
        slider.setAttribute('aria-valuetext', `${at}: ${step.move ?? 'start'}`);
        title.replaceChildren(el('span', { class: 'step-number' }, `${at} / ${steps.length - 1}`), el('b', {}, step.move ?? 'start'), step.id !== null ? el('a', { href: address('state', step.id) }, `state ${step.id}`) : '');
        view.replaceChildren(board(p, step.shown, before?.shown ?? null));
        costs.replaceChildren(...p.costs.flatMap((c, i) => [el('dt', {}, c.name), el('dd', { 'data-cost': c.name }, figure(step.costs[i]), before && step.costs[i] !== before.costs[i] ? el('span', { class: 'delta' }, ` +${step.costs[i]! - before.costs[i]!}`) : '')]));
        [...moves.children].forEach((li, i) => li.classList.toggle('now', i === at));
        scroll();
        void showChanges(at, step.id, before?.id ?? null);
        seen(at);
    };
    const showChanges = async (shown: number, id: number | null, beforeId: number | null) => {
        changes.replaceChildren();
        if (id === null || beforeId === null || !storesStates(p)) return;
        const [now, was] = await Promise.all([readValues(p, id), readValues(p, beforeId)]);
        if (shown !== at) return;
        changes.replaceChildren(...p.variables.flatMap((v, i) => now[i] === was[i] ? [] : [el('span', { class: 'pair changed' }, el('span', { class: 'pair-name' }, v.said), `${was[i]} → `, el('b', {}, now[i]))]));
    };
    queueMicrotask(() => show(at));
    const node = el('div', { class: 'player' }, el('div', { class: 'player-main' }, title, view, changes,
        el('div', { class: 'bar-of-tools' }, button('‹', () => show(at - 1), { 'aria-label': 'a step back' }), play, button('›', () => show(at + 1), { 'aria-label': 'a step forth' }), slider), costs), moves);
    const key = (event: KeyboardEvent) => {
        if (event.key === 'ArrowRight') show(at + 1);
        else if (event.key === 'ArrowLeft') show(at - 1);
        else if (event.key === 'Home') show(0);
        else if (event.key === 'End') show(steps.length - 1);
        else if (event.key === ' ') toggle();
        else return;
        event.preventDefault();
    };
    return { node, key, leave: stop, shown: scroll };
}

function sideCell(step: Step | null): HTMLElement {
    if (!step) return el('td', { class: 'null' }, '');
    return el('td', {}, el('span', { class: 'step-number' }, step.step), step.move ?? 'start', step.id !== null && el('a', { class: 'push', href: address('state', step.id), 'aria-label': `state ${step.id}` }, `#${step.id}`));
}

export function alignedTable(names: string[], rows: AlignedRow[]): HTMLElement {
    return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'solutions side by side' }, el('table', { class: 'aligned' },
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'where'), names.map((name) => el('th', { scope: 'col' }, name)))),
        el('tbody', {}, rows.map((row) => el('tr', { class: `where-${row.where.replace(' ', '-')}`, 'data-where': row.where }, el('th', { scope: 'row' }, row.where), row.sides.map((step) => sideCell(step)))))));
}

async function sideBySide(p: Puzzle, ids: number[], solutions: Solution[]): Promise<HTMLElement> {
    const sides = await Promise.all(ids.map((id) => readSteps(p, id))), rows = align(sides);
    const of = ids.map((id) => solutions.find((s) => s.id === id)!);
    const common = sides[0]!.filter((step) => sides.every((side) => side.some((other) => other.shown === step.shown))).length;
    return card(`Solutions ${ids.join(', ')} side by side`,
        el('table', { class: 'sums' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'cost'), ids.map((id) => el('th', { scope: 'col', class: 'number' }, `solution ${id}`)))),
            el('tbody', {}, p.costs.map((c, i) => el('tr', {}, el('th', { scope: 'row' }, c.name), of.map((s, k) => el('td', { class: 'number' }, figure(s.costs[i]), k > 0 && s.costs[i] !== of[0]!.costs[i] && el('span', { class: 'delta' }, ` ${s.costs[i]! > of[0]!.costs[i]! ? '+' : ''}${s.costs[i]! - of[0]!.costs[i]!}`))))))),
        el('p', { class: 'note' }, `${plural(common, 'state')} in common. They are lined up at the states that all of them visit.`),
        alignedTable(ids.map((id) => `solution ${id}`), rows));
}

export async function solutionsView(p: Puzzle, place: Place, onKey: (key: (event: KeyboardEvent) => void, leave: () => void, shown: () => void) => void): Promise<Node> {
    const solutions = await readSolutions(p);
    if (!solutions.length) return card('No solutions', el('p', {}, p.hasGoal ? 'None is stored in this file.' : 'The puzzle has no goal, so nothing is a solution.'));
    const chosen = solutions.some((s) => s.id === Number(place.part)) ? Number(place.part) : 1;
    const others = (place.values.get('with') ?? '').split('.').map(Number).filter((id) => id !== chosen && solutions.some((s) => s.id === id));
    const steps = await readSteps(p, chosen);
    const it = player(p, steps, Number(place.values.get('step') ?? 0), (step) => note(address('solutions', chosen, { step: step || null, with: others.join('.') })));
    onKey(it.key, it.leave, it.shown);
    return el('div', { class: 'solutions' }, card(`Solution ${chosen}`, it.node), others.length > 0 && await sideBySide(p, [chosen, ...others], solutions),
        el('div', { class: 'columns' }, list(p, solutions, chosen, others), bestCard(p), paretoCard(p), await classesCard(p)));
}
