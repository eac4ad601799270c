// solutions_view.ts - stored solutions: a list by any cost, step by step, side by side, classes, the Pareto front.
import { align, type AlignedRow, type Step } from './align';
import { player } from '../parts/player';
import { button, card, el, figure, plural } from '../dom';
import { address, go, note, type Place } from '../location';
import { bestCard, classesCard, paretoCard } from './plan_cards';
import { quoted, type Puzzle } from '../puzzle';

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

/** The steps of the path that violates a property. */
export async function readLasso(p: Puzzle, property: string): Promise<Step[]> {
    return (await p.connection.rows(`SELECT step, move, dst, shown FROM lassos_${p.run} WHERE property = ? ORDER BY step`, property)).map(([step, move, id, shown]) => ({
        step: Number(step), move: move === null ? null : String(move), id: id === null ? null : Number(id), shown: String(shown), costs: [] }));
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
