// folded.ts - the tree of a journey, folded: children are read when a node is unfolded; keys as WAI-ARIA has them.
import { el, figure } from '../dom';
import { choiceSaid, nodesAfter, nodesBefore, readNode, wayTo, type Tree, type TreeNode } from '../tree';

const AT_ONCE = 200, BEFORE = 100;
type Item = HTMLLIElement;

const KINDS: Record<string, string> = { result: 'good', failed: 'bad', error: 'bad', 'no choice': 'dead', 'cut short': 'open' };
const outcomeSaid = (node: TreeNode) => node.outcome === 'failed' && node.name !== null ? `failed: ${node.name}` : node.outcome;

export class Folded {
    readonly root = el('ul', { class: 'folded', role: 'tree', 'aria-label': 'the tree' });
    private readonly unfolding = new Map<Item, Promise<void>>();

    /** `chosen`: a node was chosen by hand. */
    constructor(private readonly tree: Tree, private readonly chosen: (id: number) => void) {
        this.root.addEventListener('keydown', (event) => this.key(event));
    }

    async begin(): Promise<void> {
        const start = await readNode(this.tree, 1);
        if (!start) return this.root.replaceWith(el('p', { class: 'note' }, 'No node is stored.'));
        const item = this.item(start, 1);
        this.root.append(item);
        item.tabIndex = 0;
        await this.unfold(item);
    }

    /** Unfolds the path to a node and chooses it; null: there is no such node. */
    async reveal(id: number): Promise<Item | null> {
        const way = await wayTo(this.tree, id);
        if (!way.length) return null;
        for (const [i, one] of way.slice(0, -1).entries()) {
            const item = this.found(one);
            if (!item) return null;
            await this.unfold(item, way[i + 1]!);
        }
        const item = this.found(id);
        if (item) this.select(item);
        return item;
    }

    private found(id: number): Item | null { return this.root.querySelector<Item>(`li[data-node="${id}"]`); }

    private row(said: string, act: (item: Item) => void, level: number, ...words: (Node | null)[]): Item {
        const row = el('div', { class: 'folded-row' }, words);
        const item = el('li', { role: 'treeitem', 'aria-level': level, 'aria-label': said, tabindex: '-1' }, row);
        row.addEventListener('click', () => act(item));
        item.addEventListener('focus', () => this.makeCurrent(item));
        return item;
    }

    private item(node: TreeNode, level: number): Item {
        const hasBelow = node.outcome === 'choices', outcome = outcomeSaid(node);
        const item = this.row(`${choiceSaid(node)}, ${outcome}, node ${figure(node.id)}`, (one) => { this.choose(one); this.toggle(one); }, level,
            el('span', { class: 'fold', 'aria-hidden': 'true' }), el('code', {}, choiceSaid(node)),
            hasBelow ? null : el('span', { class: `badge ${KINDS[node.outcome] ?? ''}` }, outcome), el('span', { class: 'note' }, `#${figure(node.id)}`));
        item.dataset.node = String(node.id);
        item.setAttribute('aria-selected', 'false');
        if (hasBelow) item.setAttribute('aria-expanded', 'false');
        return item;
    }

    private async more(item: Item, after: number, group: HTMLElement, level: number): Promise<Item[]> {
        const nodes = await nodesAfter(this.tree, Number(item.dataset.node), after, AT_ONCE);
        const items = nodes.slice(0, AT_ONCE).map((node) => this.item(node, level));
        group.append(...items);
        if (nodes.length > AT_ONCE) group.append(this.further('more', (self) => this.instead(self, this.more(item, nodes[AT_ONCE - 1]!.id, group, level)), level));
        return items;
    }

    private async earlier(item: Item, before: number, group: HTMLElement, level: number, most: number): Promise<Item[]> {
        const nodes = await nodesBefore(this.tree, Number(item.dataset.node), before, most), kept = nodes.slice(0, most);
        const items = kept.map((node) => this.item(node, level)).reverse();
        group.prepend(...items);
        if (nodes.length > most) group.prepend(this.further('earlier ones', (self) => this.instead(self, this.earlier(item, kept[most - 1]!.id, group, level, AT_ONCE)), level));
        return items;
    }

    private further(words: string, act: (self: Item) => void, level: number): Item {
        return this.row(words, act, level, el('span', { class: 'fold-more' }, words));
    }

    /** A row that stood for more nodes goes; the first of them has the focus. */
    private instead(self: Item, items: Promise<Item[]>): void {
        if (self.dataset.asked) return;
        self.dataset.asked = '1';
        void items.then(([first]) => { self.remove(); first?.focus(); });
    }

    /** Reads what is below, once; `wanted` is among it. */
    private async unfold(item: Item, wanted?: number): Promise<void> {
        if (!item.hasAttribute('aria-expanded')) return;
        item.setAttribute('aria-expanded', 'true');
        const isThere = wanted !== undefined && item.querySelector(`:scope > ul > li[data-node="${wanted}"]`);
        if (!this.unfolding.has(item)) this.unfolding.set(item, this.fill(item));
        await this.unfolding.get(item);
        if (wanted === undefined || isThere || item.querySelector(`:scope > ul > li[data-node="${wanted}"]`)) return;
        item.querySelector(':scope > ul')?.remove();
        await this.fill(item, wanted);
    }

    private async fill(item: Item, from?: number): Promise<void> {
        const group = el('ul', { role: 'group' }), level = Number(item.getAttribute('aria-level')) + 1, id = Number(item.dataset.node);
        const items = await this.more(item, from === undefined ? id : from - 1, group, level);
        if (from !== undefined) await this.earlier(item, from, group, level, BEFORE);
        if (!items.length) group.append(this.row('no node below it is stored', () => undefined, level, el('span', { class: 'note' }, 'no node below it is stored')));
        item.append(group);
    }

    private toggle(item: Item): void {
        if (item.getAttribute('aria-expanded') === 'true') item.setAttribute('aria-expanded', 'false');
        else void this.unfold(item);
    }

    private makeCurrent(item: Item): void {
        this.root.querySelectorAll<Item>('li[tabindex="0"]').forEach((one) => { one.tabIndex = -1; });
        item.tabIndex = 0;
    }

    private select(item: Item): void {
        this.root.querySelector('li[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
        item.setAttribute('aria-selected', 'true');
        this.makeCurrent(item);
    }

    private choose(item: Item): void {
        this.select(item);
        item.focus({ preventScroll: true });
        this.chosen(Number(item.dataset.node));
    }

    /** The rows that can be seen, from above. */
    private seen(): Item[] {
        return [...this.root.querySelectorAll<Item>('li')].filter((item) => !item.parentElement!.closest('li[aria-expanded="false"]'));
    }

    private key(event: KeyboardEvent): void {
        const item = (event.target as HTMLElement).closest('li');
        if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
        const rows = this.seen(), at = rows.indexOf(item), expanded = item.getAttribute('aria-expanded'), row = item.firstElementChild as HTMLElement;
        const acts: Record<string, () => void> = {
            ArrowDown: () => rows[at + 1]?.focus(), ArrowUp: () => rows[at - 1]?.focus(), Home: () => rows[0]!.focus(), End: () => rows[rows.length - 1]!.focus(),
            ArrowRight: () => { if (expanded === 'false') void this.unfold(item); else item.querySelector<Item>(':scope > ul > li')?.focus(); },
            ArrowLeft: () => { if (expanded === 'true') item.setAttribute('aria-expanded', 'false'); else item.parentElement!.closest('li')?.focus(); },
            Enter: () => row.click(), ' ': () => row.click(),
        };
        if (!acts[event.key]) return;
        event.preventDefault();
        event.stopPropagation();
        acts[event.key]!();
    }
}
