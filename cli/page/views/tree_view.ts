// tree_view.ts - the tree of a journey: how far it goes, its nodes, its results, and what its guards did.
import { button, card, el, figure, plural, svg } from '../dom';
import { address, note, type Place } from '../location';
import { Folded } from '../parts/folded';
import { treeSaid, type Tree } from '../tree';

const RESULTS_AT_ONCE = 200, GUARDS_MOST = 1000, BAR = 100;

async function guards(t: Tree): Promise<HTMLElement> {
    const { rows, more } = await t.connection.select('SELECT name, depth, tried, failed FROM guards ORDER BY name, depth', [], GUARDS_MOST);
    if (!rows.length) return card('Guards', el('p', { class: 'note' }, 'No guard was tried.'));
    const most = Math.max(1, ...rows.map((row) => Number(row[2])));
    const bar = (tried: number, failed: number) => svg('svg', { viewBox: `0 0 ${BAR} 8`, class: 'guard-bar', 'aria-hidden': 'true', preserveAspectRatio: 'none' },
        svg('rect', { width: BAR * tried / most, height: 8, class: 'bar dead' }), svg('rect', { width: BAR * failed / most, height: 8, class: 'bar failed' }));
    return card('Guards', el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'guards by depth' }, el('table', { class: 'guards' },
        el('thead', {}, el('tr', {}, ['guard', 'depth', 'tried', 'failed'].map((name, i) => el('th', { scope: 'col', class: i > 0 && 'number' }, name)), el('th', { scope: 'col' }, 'failed of tried'))),
        el('tbody', {}, rows.map(([name, depth, tried, failed]) => el('tr', {}, el('th', { scope: 'row' }, name ?? 'without a name'),
            [depth, tried, failed].map((value) => el('td', { class: 'number' }, figure(value))), el('td', { class: 'number' }, bar(Number(tried), Number(failed)))))))),
    more && el('p', { class: 'note' }, `The first ${figure(GUARDS_MOST)}.`));
}

async function results(t: Tree, open: (node: number) => void): Promise<HTMLElement> {
    const list = el('ol', { class: 'tree-results' }), place = el('div', {});
    const add = async (after: number) => {
        const { rows, more } = await t.connection.select('SELECT id, node, cost, shown FROM results WHERE id > ? ORDER BY id', [after], RESULTS_AT_ONCE);
        list.append(...rows.map(([id, node, cost, shown]) => el('li', {}, el('a', { href: address('tree', Number(node)), onclick: (event: Event) => { event.preventDefault(); open(Number(node)); } }, `result ${figure(id)}`),
            Number(cost) !== 0 && el('span', { class: 'note' }, ` cost ${figure(cost)}`), el('pre', { class: 'printed' }, shown ?? ''))));
        place.replaceChildren(...more ? [button('more', () => void add(Number(rows[rows.length - 1]![0])))] : []);
    };
    await add(0);
    return card(plural(String(t.results), 'result'), list, place);
}

/** `whenShown`: what is done once the view is in the page. */
export async function treeView(t: Tree, place: Place, whenShown: (act: () => void) => void): Promise<Node> {
    const missing = el('p', { class: 'status bad', role: 'status' });
    const folded = new Folded(t, (id) => note(address('tree', id)));
    await folded.begin();
    const show = async (id: number) => {
        const item = await folded.reveal(id);
        missing.textContent = item ? '' : `The file holds no node ${figure(id)}.`;
        return item;
    };
    const open = (id: number) => void show(id).then((item) => { note(address('tree', id)); item?.focus(); });
    const wanted = place.part === '' ? null : Number(place.part), item = wanted === null ? null : Number.isSafeInteger(wanted) ? await show(wanted) : null;
    if (wanted !== null && !item) missing.textContent = `The file holds no node ${place.part}.`;
    if (item) whenShown(() => setTimeout(() => item.firstElementChild!.scrollIntoView({ block: 'center', behavior: 'instant' })));
    return el('div', { class: 'tree' },
        el('div', { class: 'hero' }, el('p', { class: `verdict ${t.isComplete ? 'good' : 'open'}` }, treeSaid(t)), el('p', { class: 'about' }, `The backtracking of ${t.title}, begun ${t.started}.`)),
        el('section', { class: 'card wide' }, el('h2', {}, 'Tree'), missing, el('div', { class: 'scroll' }, folded.root)),
        await results(t, open), await guards(t));
}
