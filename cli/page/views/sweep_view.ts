// sweep_view.ts - several databases: their figures as a table and a chart, and the best solutions of some side by side.
import type { Step } from './align';
import { stackedBars } from '../parts/chart';
import { comparison } from '../parts/comparison';
import { card, el, figure, select, type Child } from '../dom';
import { address, go, type Place } from '../location';
import { readSteps } from '../plan';
import { verdict, type Puzzle } from '../puzzle';

const FIGURES: [string, string][] = [['states', 'states'], ['edges', 'edges'], ['depth', 'depth'], ['goals', 'goals'], ['dead_ends', 'dead ends'], ['rejections', 'rejections'],
    ['shortest_length', 'shortest'], ['shortest_count', 'ways'], ['seconds', 'seconds'], ['status', 'status']];

export async function sweepView(all: Puzzle[], numbers: number[], place: Place, onKey: (key: (event: KeyboardEvent) => void) => void): Promise<Node> {
    const params = [...new Set(all.flatMap((p) => p.params.map((one) => one.name)))].filter((name) => new Set(all.map((p) => p.params.find((one) => one.name === name)?.value)).size > 1);
    const value = (p: Puzzle, name: string) => p.params.find((one) => one.name === name)?.value ?? '–';
    const by = place.values.get('figure') ?? 'states', [a, b] = [Number(place.values.get('a') ?? 1), Number(place.values.get('b') ?? Math.min(2, all.length))];
    const names = all.map((p) => params.length ? params.map((name) => value(p, name)).join(', ') : p.name);
    const sweep = el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'figures of the databases' }, el('table', { class: 'sweep' },
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'database'), params.map((name) => el('th', { scope: 'col' }, name)), FIGURES.map(([, name]) => el('th', { scope: 'col', class: 'number' }, name)))),
        el('tbody', {}, all.map((p, i) => el('tr', {}, el('th', { scope: 'row' }, el('a', { href: address('report', '', { db: numbers[i] === 1 ? null : numbers[i] }), title: verdict(p).text }, p.name)), params.map((name) => el('td', {}, value(p, name))),
            FIGURES.map(([key]) => el('td', { class: 'number' }, figure(p.figures[key]))))))));
    const bars = FIGURES.filter(([key]) => key !== 'status').map(([key, name]): [string, string] => [key, name]);
    const chart = card('Chart', el('div', { class: 'bar-of-tools' }, select('figure', bars, by, (to) => go(address('compare', '', { ...Object.fromEntries(place.values), figure: to })))),
        stackedBars(`${by} of each`, params.join(', ') || 'database', names, [{ name: by, kind: 'alive', values: all.map((p) => Number(p.figures[by] ?? 0)) }]));
    const databases = all.map((p, i): [string, string] => [String(i + 1), p.name]);
    const choose = (which: 'a' | 'b', chosen: number) => select(which === 'a' ? 'left' : 'right', databases, String(chosen), (to) => go(address('compare', '', { ...Object.fromEntries(place.values), [which]: to })));
    return el('div', {}, card('The databases', sweep), chart, card('Best solutions side by side', el('div', { class: 'bar-of-tools' }, choose('a', a), choose('b', b)), await bestBeside(all[a - 1] ?? all[0]!, all[b - 1] ?? all[0]!, onKey)));
}

async function bestBeside(a: Puzzle, b: Puzzle, onKey: (key: (event: KeyboardEvent) => void) => void): Promise<Child> {
    if (a === b) return el('p', { class: 'note' }, 'Choose two databases.');
    const sides = [await readSteps(a, 1), await readSteps(b, 1)] as const;
    if (sides.some((steps) => !steps.length)) return el('p', { class: 'note' }, 'One of them holds no solution.');
    const costs = a.costs.filter((c) => b.costs.some((other) => other.name === c.name));
    const last = (p: Puzzle, steps: Step[], name: string) => steps[steps.length - 1]!.costs[p.costs.findIndex((c) => c.name === name)];
    const it = comparison([a, b], [a.name, b.name], [...sides]);
    onKey((event) => void it.key(event));
    return [el('table', { class: 'sums' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'cost'), el('th', { scope: 'col', class: 'number' }, a.name), el('th', { scope: 'col', class: 'number' }, b.name))),
        el('tbody', {}, costs.map((c) => el('tr', {}, el('th', { scope: 'row' }, c.name), el('td', { class: 'number' }, figure(last(a, sides[0], c.name))), el('td', { class: 'number' }, figure(last(b, sides[1], c.name))))))),
    it.node];
}
