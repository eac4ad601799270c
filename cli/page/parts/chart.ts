// chart.ts - charts: bars in layers, bars beside their names, points.
import { el, figure, pending, svg, type Child } from '../dom';
import { fitted, widthOf } from './fitted';

export interface Series { name: string; kind: string; values: number[] }

function niceStep(most: number): number {
    const raw = Math.max(most, 1) / 4, power = 10 ** Math.floor(Math.log10(raw));
    return Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw);
}

const H = 240, BOTTOM = 38, TOP = 12, RIGHT = 10, MOST_LETTERS = 14;

function axes(chart: SVGElement, most: number, y: (value: number) => number, xName: string, left: number, width: number): void {
    const step = niceStep(most);
    for (let value = 0; value <= most; value += step) {
        chart.append(svg('line', { x1: left, x2: width - RIGHT, y1: y(value), y2: y(value), class: 'grid' }),
            svg('text', { x: left - 8, y: y(value) + 4, class: 'tick end' }, figure(value)));
    }
    chart.append(svg('text', { x: (left + width) / 2, y: H - 4, class: 'tick middle' }, xName));
}

const cut = (text: string) => text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;

/** Bars that are stacked, one for each of `names`. */
export function stackedBars(title: string, xName: string, names: string[], series: Series[], open?: (i: number) => void): HTMLElement {
    const totals = names.map((_, i) => series.reduce((sum, s) => sum + s.values[i]!, 0));
    const most = Math.max(1, ...totals), left = 16 + widthOf([figure(most)]), room = 10 + widthOf(names.map(cut));
    const y = (value: number) => TOP + (H - TOP - BOTTOM) * (1 - value / most);
    const drawAt = (width: number) => {
        const wide = (width - left - RIGHT) / names.length, every = Math.ceil(room / wide);
        const chart = svg('svg', { viewBox: `0 0 ${width} ${H}`, class: 'chart', role: 'img', 'aria-label': `${title}; the numbers are in the table below` });
        axes(chart, most, y, xName, left, width);
        names.forEach((name, i) => {
            let base = 0;
            const column = svg('g', { class: open ? 'column' : '' });
            for (const s of series) {
                const value = s.values[i]!;
                if (value > 0) column.append(svg('rect', { x: left + i * wide + wide * 0.08, width: wide * 0.84, y: y(base + value), height: Math.max(y(base) - y(base + value), 0.8), class: `bar ${s.kind}` }));
                base += value;
            }
            column.append(svg('rect', { x: left + i * wide, width: wide, y: TOP, height: H - TOP - BOTTOM, class: 'hit' }),
                svg('title', {}, `${xName} ${name}: ${series.map((s) => `${s.name} ${figure(s.values[i])}`).join(', ')}`));
            if (open) column.addEventListener('click', () => open(i));
            chart.append(column);
            if (i % every === 0) chart.append(svg('text', { x: left + (i + 0.5) * wide, y: H - BOTTOM + 16, class: 'tick middle' }, cut(name)));
        });
        return chart;
    };
    return el('figure', {},
        series.length > 1 && el('div', { class: 'legend' }, series.map((s) => el('span', { class: 'key' }, el('i', { class: `swatch ${s.kind}` }), s.name))),
        fitted(drawAt),
        el('details', {}, el('summary', {}, 'as a table'), el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title }, el('table', {},
            el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, xName), series.map((s) => el('th', { scope: 'col', class: 'number' }, s.name)))),
            el('tbody', {}, names.map((name, i) => el('tr', {}, el('th', { scope: 'row' }, open ? el('button', { type: 'button', class: 'link', onclick: () => open(i) }, name) : name), series.map((s) => el('td', { class: 'number' }, figure(s.values[i]))))))))));
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

/** What is found out when it is opened for the first time. */
export function onDemand(head: Child, ask: () => Promise<Child>, values: Record<string, unknown> = {}): HTMLElement {
    const summary = el('summary', values, head);
    const details: HTMLDetailsElement = el('details', { 'data-ask': '', ontoggle: () => { if (details.open && details.children.length === 1) details.append(pending(ask)); } }, summary);
    return details;
}

/** The same list of sums, and beneath each, when it is opened, what it is the sum of. */
export function sumList(rows: { name: string; value: number; inside: () => Promise<Child> }[], kind = ''): HTMLElement {
    const most = Math.max(1, ...rows.map((row) => row.value));
    return el('ul', { class: 'bars sums-of' }, rows.map(({ name, value, inside }) => {
        const bar = el('span', { class: `bar-fill ${kind}` });
        bar.style.width = `${100 * value / most}%`;
        return el('li', {}, onDemand([el('span', { class: 'bar-name' }, name), el('span', { class: 'bar-track' }, bar), el('span', { class: 'bar-value' }, figure(value))], inside, { class: 'bar-row' }));
    }));
}

export interface Point { x: number; y: number; label: string; beside: string; open: () => void }

/** Points, joined as a front that falls from left to right. */
export function scatter(title: string, xName: string, yName: string, points: Point[], front: boolean): HTMLElement {
    const xs = points.map((p) => p.x), ys = points.map((p) => p.y);
    const [x0, x1] = [Math.min(...xs), Math.max(...xs)], [y0, y1] = [Math.min(...ys), Math.max(...ys)], left = 16 + widthOf([figure(y0), figure(y1)]);
    const y = (v: number) => TOP + 24 + (H - TOP - BOTTOM - 44) * (y1 > y0 ? 1 - (v - y0) / (y1 - y0) : 0.5);
    return el('figure', {}, fitted((width) => {
        const x = (v: number) => left + 24 + (width - left - RIGHT - 48) * (x1 > x0 ? (v - x0) / (x1 - x0) : 0.5);
        const chart = svg('svg', { viewBox: `0 0 ${width} ${H}`, class: 'chart', role: 'group', 'aria-label': title });
        chart.append(svg('line', { x1: left, x2: left, y1: TOP + 6, y2: H - BOTTOM, class: 'grid' }), svg('line', { x1: left, x2: width - RIGHT, y1: H - BOTTOM, y2: H - BOTTOM, class: 'grid' }));
        for (const v of new Set([x0, x1])) chart.append(svg('text', { x: x(v), y: H - BOTTOM + 16, class: 'tick middle' }, figure(v)));
        for (const v of new Set([y0, y1])) chart.append(svg('text', { x: left - 8, y: y(v) + 4, class: 'tick end' }, figure(v)));
        chart.append(svg('text', { x: (left + width) / 2, y: H - 4, class: 'tick middle' }, xName), svg('text', { x: 0, y: TOP, class: 'tick' }, yName));
        if (front && points.length > 1)
            chart.append(svg('polyline', { points: points.map((p) => `${x(p.x)},${y(p.y)}`).join(' '), class: 'front' }));
        for (const p of points) chart.append(dotOf(p, x(p.x), y(p.y), x(p.x) > 0.6 * width));
        return chart;
    }));
}

/** What the finger has to meet is larger than the dot. */
function dotOf(p: Point, x: number, y: number, isRight: boolean): SVGElement {
    const target = svg('g', { class: 'dot', tabindex: '0', role: 'button', 'aria-label': p.label }, svg('title', {}, p.label), svg('circle', { cx: x, cy: y, r: 12, class: 'hit' }), svg('circle', { cx: x, cy: y, r: 6 }));
    target.addEventListener('click', p.open);
    target.addEventListener('keydown', (event) => { if ((event as KeyboardEvent).key === 'Enter') p.open(); });
    return svg('g', {}, svg('text', { x: x + (isRight ? -10 : 10), y: y - 10, class: isRight ? 'tick end' : 'tick' }, p.beside), target);
}
