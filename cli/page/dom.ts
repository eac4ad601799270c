// dom.ts - elements made of texts and elements; nothing from a database is ever markup.

export type Child = Node | string | number | null | undefined | false | Child[];
type Values = Record<string, unknown>;

function add(parent: Element, child: Child): void {
    if (Array.isArray(child)) for (const one of child) add(parent, one);
    else if (child instanceof Node) parent.append(child);
    else if (child !== null && child !== undefined && child !== false) parent.append(document.createTextNode(String(child)));
}

function give(element: Element, values: Values): void {
    for (const [name, value] of Object.entries(values)) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener);
        else element.setAttribute(name, value === true ? '' : String(value));
    }
}

export function el<K extends keyof HTMLElementTagNameMap>(
    name: K, values: Values = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
    const element = document.createElement(name);
    give(element, values);
    add(element, children);
    return element;
}

export function svg(name: string, values: Values = {}, ...children: Child[]): SVGElement {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    give(element, values);
    add(element, children);
    return element;
}

export function button(text: string, act: () => void, values: Values = {}): HTMLButtonElement {
    return el('button', { type: 'button', onclick: act, ...values }, text);
}

/** A labelled choice out of a list of [value, text]. */
export function select(label: string, options: [string, string][], chosen: string,
    act: (value: string) => void): HTMLLabelElement {
    const list = el('select', { onchange: () => act(list.value) },
        options.map(([value, text]) => el('option', { value, selected: value === chosen }, text)));
    return el('label', { class: 'field' }, el('span', {}, label), list);
}

export function card(title: string, ...children: Child[]): HTMLElement {
    return el('section', { class: 'card' }, el('h2', {}, title), children);
}

const few = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }), whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Every number of the page: 1234567 as 1,234,567, 0.04372 as 0.0437; also digits that no number holds. */
export function figure(value: unknown): string {
    if (value === null || value === undefined) return '–';
    if (typeof value === 'number' && !Number.isInteger(value)) return (Math.abs(value) < 1000 ? few : whole).format(value);
    const text = String(value);
    return /^-?\d+$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, ',') : text;
}

export const stateName = (id: number | string) => `state ${figure(id)}`;

/** "+1,234": by how much a number differs from another. */
export const difference = (value: number) => `${value > 0 ? '+' : ''}${figure(value)}`;

/** A place for what takes a while to find out; the rest of the view does not wait for it. */
export function pending(ask: () => Promise<Child>): HTMLElement {
    const place = el('div', { class: 'pending', 'data-pending': '' });
    ask().catch((error: Error) => card('That did not work', el('p', { class: 'status bad' }, error.message))).then((child) => {
        const holder = el('div', {}, child);
        place.replaceWith(...holder.childNodes);
    });
    return place;
}

export function plural(count: number | string, one: string, many = `${one}s`): string {
    return `${figure(count)} ${String(count) === '1' ? one : many}`;
}

export function download(name: string, type: string, text: string): void {
    const link = el('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
