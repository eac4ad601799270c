// chart.ts - charts: bars in layers, bars beside their names, points.
import { el, figure, svg } from '../dom';

export interface Series { name: string; kind: string; values: number[] }

function niceStep(most: number): number {
    const raw = Math.max(most, 1) / 4, power = 10 ** Math.floor(Math.log10(raw));
    return Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw);
}

const W = 600, H = 240, LEFT = 56, BOTTOM = 34, TOP = 10, RIGHT = 10;

function axes(chart: SVGElement, most: number, y: (value: number) => number, xName: string): void {
    const step = niceStep(most);
    for (let value = 0; value <= most; value += step) {
        chart.append(svg('line', { x1: LEFT, x2: W - RIGHT, y1: y(value), y2: y(value), class: 'grid' }),
            svg('text', { x: LEFT - 8, y: y(value) + 4, class: 'tick end' }, figure(value)));
    }
    chart.append(svg('text', { x: (LEFT + W) / 2, y: H - 4, class: 'tick middle' }, xName));
}

/** Bars that are stacked, one for each of `names`. */
export function stackedBars(title: string, xName: string, names: string[], series: Series[], open?: (i: number) => void): HTMLElement {
    const totals = names.map((_, i) => series.reduce((sum, s) => sum + s.values[i]!, 0));
    const most = Math.max(1, ...totals);
    const y = (value: number) => TOP + (H - TOP - BOTTOM) * (1 - value / most);
    const wide = (W - LEFT - RIGHT) / names.length;
    const chart = svg('svg', { viewBox: `0 0 ${W} ${H}`, class: 'chart', role: 'img', 'aria-label': `${title}; the numbers are in the table below` });
    axes(chart, most, y, xName);
    const every = Math.ceil(names.length / 16);
    names.forEach((name, i) => {
        let base = 0;
        const column = svg('g', { class: open ? 'column' : '' });
        for (const s of series) {
            const value = s.values[i]!;
            if (value > 0) column.append(svg('rect', { x: LEFT + i * wide + wide * 0.08, width: wide * 0.84, y: y(base + value), height: Math.max(y(base) - y(base + value), 0.8), class: `bar ${s.kind}` }));
            base += value;
        }
        column.append(svg('rect', { x: LEFT + i * wide, width: wide, y: TOP, height: H - TOP - BOTTOM, class: 'hit' }),
            svg('title', {}, `${xName} ${name}: ${series.map((s) => `${s.name} ${figure(s.values[i])}`).join(', ')}`));
        if (open) column.addEventListener('click', () => open(i));
        chart.append(column);
        if (i % every === 0) chart.append(svg('text', { x: LEFT + (i + 0.5) * wide, y: H - BOTTOM + 14, class: 'tick middle' }, name));
    });
    return el('figure', {},
        series.length > 1 && el('div', { class: 'legend' }, series.map((s) => el('span', { class: 'key' }, el('i', { class: `swatch ${s.kind}` }), s.name))),
        chart,
        el('details', {}, el('summary', {}, 'as a table'), el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title }, el('table', {},
            el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, xName), series.map((s) => el('th', { scope: 'col', class: 'number' }, s.name)))),
            el('tbody', {}, names.map((name, i) => el('tr', {}, el('th', { scope: 'row' }, name), series.map((s) => el('td', { class: 'number' }, figure(s.values[i]))))))))));
}

/** A list of names, each with its number and a bar as long. */
export function barList(rows: { name: string; value: number; open?: () => void }[], kind = ''): HTMLElement {
    const most = Math.max(1, ...rows.map((row) => row.value));
    return el('ul', { class: 'bars' }, rows.map(({ name, value, open }) => {
        const bar = el('span', { class: `bar-fill ${kind}` });
        bar.style.width = `${100 * value / most}%`;
        return el('li', {}, open ? el('button', { type: 'button', class: 'link bar-name', onclick: open }, name) : el('span', { class: 'bar-name' }, name),
            el('span', { class: 'bar-track' }, bar), el('span', { class: 'bar-value' }, figure(value)));
    }));
}

export interface Point { x: number; y: number; label: string; beside: string; open: () => void }

/** Points, joined as a front that falls from left to right. */
export function scatter(title: string, xName: string, yName: string, points: Point[], front: boolean): HTMLElement {
    const xs = points.map((p) => p.x), ys = points.map((p) => p.y);
    const [x0, x1] = [Math.min(...xs), Math.max(...xs)], [y0, y1] = [Math.min(...ys), Math.max(...ys)];
    const x = (v: number) => LEFT + 24 + (W - LEFT - RIGHT - 48) * (x1 > x0 ? (v - x0) / (x1 - x0) : 0.5);
    const y = (v: number) => TOP + 20 + (H - TOP - BOTTOM - 40) * (y1 > y0 ? 1 - (v - y0) / (y1 - y0) : 0.5);
    const chart = svg('svg', { viewBox: `0 0 ${W} ${H}`, class: 'chart', role: 'group', 'aria-label': title });
    chart.append(svg('line', { x1: LEFT, x2: LEFT, y1: TOP, y2: H - BOTTOM, class: 'grid' }), svg('line', { x1: LEFT, x2: W - RIGHT, y1: H - BOTTOM, y2: H - BOTTOM, class: 'grid' }));
    for (const v of new Set([x0, x1])) chart.append(svg('text', { x: x(v), y: H - BOTTOM + 14, class: 'tick middle' }, figure(v)));
    for (const v of new Set([y0, y1])) chart.append(svg('text', { x: LEFT - 8, y: y(v) + 4, class: 'tick end' }, figure(v)));
    chart.append(svg('text', { x: (LEFT + W) / 2, y: H - 4, class: 'tick middle' }, xName), svg('text', { x: LEFT - 44, y: TOP + 8, class: 'tick' }, yName));
    if (front && points.length > 1)
        chart.append(svg('polyline', { points: points.map((p) => `${x(p.x)},${y(p.y)}`).join(' '), class: 'front' }));
    for (const p of points) {
        const dot = svg('circle', { cx: x(p.x), cy: y(p.y), r: 6, class: 'dot', tabindex: '0', role: 'button', 'aria-label': p.label }, svg('title', {}, p.label));
        dot.addEventListener('click', p.open);
        dot.addEventListener('keydown', (event) => { if ((event as KeyboardEvent).key === 'Enter') p.open(); });
        chart.append(dot, svg('text', { x: x(p.x) + 10, y: y(p.y) - 8, class: 'tick' }, p.beside));
    }
    return el('figure', {}, chart);
}
