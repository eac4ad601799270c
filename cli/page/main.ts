// main.ts - the page: its databases, its views, and which of them is shown.
import { button, el, figure } from './dom';
import { Connection } from './database';
import { databaseUnderWay, embedded, embeddedDatabases, fileSource, type Source } from './embedded';
import { address, go, isChallenge, readPlace, setUsualView, type Place } from './location';
import { mapView } from './views/map_view';
import { readyForPaper } from './parts/paper';
import { playView } from './views/play_view';
import { openPuzzle, type Puzzle } from './puzzle';
import { reportView } from './views/report_view';
import { solutionsView } from './views/solutions_view';
import { shareButton } from './share';
import { sqlView, treeSqlView } from './views/sql_view';
import { stateView } from './views/state_view';
import { sweepView } from './views/sweep_view';
import { isTree, openTree, type Tree } from './tree';
import { treeView } from './views/tree_view';

interface View { name: string; title: string; draw: (p: Puzzle, place: Place) => Node | Promise<Node> }
/** A view that needs no database. */
export interface OwnView { name: string; title: string; draw: (place: Place) => Node | Promise<Node> }

/** What the view that is shown does with keys, once it is in the page, and when another comes. */
interface Listener { key: (event: KeyboardEvent) => void; leave: (() => void) | undefined; shown: (() => void) | undefined }
const listeners: { now: Listener | undefined; next: Listener | undefined } = { now: undefined, next: undefined };

function listenTo(key: (event: KeyboardEvent) => void, leave?: () => void, shown?: () => void): void {
    listeners.next = { key, leave, shown };
}

/** What was shown leaves; what comes listens. */
function nextListener(): Listener | undefined {
    listeners.now?.leave?.();
    listeners.now = listeners.next;
    listeners.next = undefined;
    return listeners.now;
}

const views: View[] = [
    { name: 'report', title: 'Report', draw: reportView },
    { name: 'map', title: 'Map', draw: (p, place) => mapView(p, place, listenTo) },
    { name: 'state', title: 'State', draw: stateView },
    { name: 'solutions', title: 'Solutions', draw: (p, place) => solutionsView(p, place, listenTo) },
    { name: 'play', title: 'Play', draw: (p, place) => playView(p, place, listenTo) },
    { name: 'sql', title: 'SQL', draw: sqlView },
];
const compare: View = { name: 'compare', title: 'Compare', draw: async (_, place) => {
    const numbers = sources.flatMap((source, i) => source.isTree ? [] : [i + 1]);
    return sweepView(await Promise.all(numbers.map((number) => opened[number - 1]!.run(null))), numbers, place, listenTo);
} };

/** Of the tree of a journey. */
interface TreeView { name: string; title: string; draw: (t: Tree, place: Place) => Node | Promise<Node> }
const treeViews: TreeView[] = [
    { name: 'tree', title: 'Tree', draw: (t, place) => treeView(t, place, (act) => listenTo(() => undefined, undefined, act)) },
    { name: 'sql', title: 'SQL', draw: treeSqlView },
];

/** A database, and its runs that were looked at. */
class Opened {
    private readonly connection: Connection;
    private readonly runs = new Map<number | null, Promise<Puzzle>>();
    constructor(private readonly source: Source) { this.connection = new Connection(source); }
    run(number: number | null): Promise<Puzzle> {
        const known = this.runs.get(number) ?? openPuzzle(this.source, this.connection, number);
        this.runs.set(number, known);
        return known;
    }
    private read: Promise<Tree> | undefined;
    tree(): Promise<Tree> { return this.read ??= openTree(this.source, this.connection); }
    /** Of a file that was dropped nothing is known. */
    isTree(): Promise<boolean> { return isTree(this.connection); }
    close(): void { this.connection.stop(); }
}

/** Of the playground: before the others, and there without a database. */
const ownViews: OwnView[] = [];

export function setFirstViews(them: OwnView[], areUsual: boolean): void {
    ownViews.push(...them);
    if (areUsual) setUsualView(them[0]!.name);
}

const opened: Opened[] = [];
const names: string[] = [];
const sources: Source[] = [];
const root = document.getElementById('page')!;
const main = el('main', { id: 'main', tabindex: '-1' });
const header = el('header', { class: 'top' });
let drawn = 0;
let shownView = '';

const named = (place: Place) => (view: { name: string }) => view.name === (isChallenge(place) && opened.length ? 'play' : place.view);
const indexOf = (place: Place) => { const i = Number(place.values.get('db') ?? 1) - 1; return opened[i] ? i : 0; };
const showsTree = (place: Place) => sources[indexOf(place)]?.isTree ?? false;
const viewOf = (place: Place) => views.find(named(place)) ?? views[0]!;
const treeViewOf = (place: Place) => treeViews.find(named(place)) ?? treeViews[0]!;
/** The playground's own view, where one is asked for or there is no database. */
const ownViewOf = (place: Place) => ownViews.find(named(place)) ?? (opened.length ? undefined : ownViews[0]);
/** In the order of their keys. */
const shownViews = (place: Place) => isChallenge(place) ? [] : [...ownViews, ...(showsTree(place) ? treeViews : opened.length || !ownViews.length ? views : [])];

function theme(): string {
    return document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

function setTheme(to: string): void {
    document.documentElement.dataset.theme = to;
    try { localStorage.setItem('wgcq-theme', to); } catch { /* a page from disk may keep nothing */ }
    dispatchEvent(new Event('wgcq-theme'));
}

function drawHeader(place: Place, puzzle: Puzzle | null, title = puzzle?.title): void {
    const now = (ownViewOf(place) ?? (showsTree(place) ? treeViewOf : viewOf)(place)).name, number = place.values.get('db') ?? '1';
    const list = el('select', { 'aria-label': 'database', onchange: () => go(address(now, '', { db: list.value === '1' ? null : list.value, run: null })) },
        names.map((name, i) => el('option', { value: i + 1, selected: String(i + 1) === number }, name)));
    const runs = puzzle?.runs ?? [];
    const run = el('select', { 'aria-label': 'run', title: 'the run that is shown', onchange: () => go(address(now, '', { run: run.value === String(runs[0]!.id) ? null : run.value })) },
        runs.map(({ id, said }) => el('option', { value: id, selected: id === puzzle?.run }, `run ${said}`)));
    header.replaceChildren(
        el('div', { class: 'brand' }, el('h1', {}, title ?? 'wgcq'), names.length > 1 ? list : el('span', { class: 'file' }, names[0] ?? ''), runs.length > 1 && run),
        el('nav', { 'aria-label': 'views' }, shownViews(place).map((view, i) => el('a', { href: address(view.name), title: `${view.title} (key ${i + 1})`, 'aria-current': view.name === now && 'page' }, view.title))),
        el('div', { class: 'tools' }, shareButton('Share', readPlace, { class: 'share', title: 'a link to what is shown' }), button('?', () => help.showModal(), { 'aria-label': 'keys and licences', title: 'keys and licences (key ?)' }),
            button(theme() === 'dark' ? '☀' : '☾', () => { setTheme(theme() === 'dark' ? 'light' : 'dark'); drawHeader(place, puzzle, title); }, { 'aria-label': theme() === 'dark' ? 'light colours' : 'dark colours', title: 'light or dark (key t)', class: 'theme' })));
    showCurrentTab();
}

/** On a phone the views are a strip that is wider than the screen. */
function showCurrentTab(): void {
    const strip = header.querySelector('nav')!, tab = strip.querySelector('[aria-current]')?.getBoundingClientRect(), all = strip.getBoundingClientRect();
    if (tab) strip.scrollLeft += tab.left + tab.width / 2 - all.left - all.width / 2;
}

function failure(error: unknown): Node {
    return el('section', { class: 'card wide' }, el('h2', {}, 'That did not work'), el('p', { class: 'status bad' }, (error as Error).message));
}

function welcome(): Node {
    const input = el('input', { type: 'file', accept: '.db', onchange: () => void addFiles(input.files) });
    return el('section', { class: 'card wide welcome' }, el('h2', {}, 'No database yet'),
        el('p', {}, 'Drop a file that ', el('code', {}, 'wgcq solve'), ' has written onto this page, or choose one. It stays on this machine: the page sends nothing.'),
        el('label', { class: 'field' }, el('span', {}, 'database'), input));
}

/** The frame of the page, and what is read: a large database takes seconds. */
function drawOpening(place: Place, { name, size }: { name: string; size: number }): void {
    drawHeader(place, null);
    main.replaceChildren(el('p', { class: 'note opening', role: 'status' }, `Opening ${name}, ${figure(Number((size / 1e6).toFixed(1)))} MB …`));
}

/** What has the focus, to be found again when its view is drawn anew: elements of one kind and one name, and which of them. */
interface Focused { place: HTMLElement; alike: () => HTMLElement[]; at: number }

function focused(): Focused | null {
    const now = document.activeElement as HTMLElement | null, place = [header, main].find((one) => one.contains(now));
    if (!now || !place) return null;
    const name = (one: HTMLElement) => one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.textContent;
    const alike = () => [...place.querySelectorAll<HTMLElement>(now.tagName)].filter((one) => one.className === now.className && name(one) === name(now));
    return { place, alike, at: now === main ? -1 : alike().indexOf(now) };
}

/** To the same element as before; where it is no longer there, to the view, so that Tab goes on within it. */
function focusAgain(was: Focused | null): void {
    if (!was) return;
    const found = was.alike();
    (found[was.at] ?? found[0] ?? main).focus({ preventScroll: true });
}

async function draw(): Promise<void> {
    listeners.next = undefined;
    const turn = ++drawn, place = readPlace(), own = ownViewOf(place), view = own ?? (showsTree(place) ? treeViewOf : viewOf)(place);
    if (!opened.length && !own) {
        drawHeader(place, null);
        return main.replaceChildren(welcome());
    }
    main.setAttribute('aria-busy', 'true');
    if (!main.querySelector(':not(.opening)') && !own) drawOpening(place, sources[Number(place.values.get('db') ?? 1) - 1] ?? sources[0]!);
    let content: Node, puzzle: Puzzle | null = null, title: string | undefined;
    try {
        const of = opened[indexOf(place)], tree = showsTree(place) ? await of!.tree() : null;
        if (!tree) puzzle = await of?.run(place.values.has('run') ? Number(place.values.get('run')) : null) ?? null;
        title = tree?.title ?? puzzle?.title;
        document.title = `${title ? `${title} · ` : ''}${view.title} · wgcq`;
        content = own ? await own.draw(place) : tree ? await treeViewOf(place).draw(tree, place) : await viewOf(place).draw(puzzle!, place);
    } catch (error) {
        content = failure(error);
    }
    if (turn !== drawn) return;
    const was = focused();
    drawHeader(place, puzzle, title);
    const listener = nextListener();
    if (main.firstChild !== content) main.replaceChildren(content);
    main.dataset.view = view.name;
    main.removeAttribute('aria-busy');
    focusAgain(was);
    listener?.shown?.();
    if (shownView !== view.name) scrollTo(0, 0);
    shownView = view.name;
}

function add(source: Source, one = new Opened(source)): void {
    names.push(source.name);
    sources.push(source);
    opened.push(one);
    if (!views.includes(compare) && sources.filter((other) => !other.isTree).length > 1) views.push(compare);
}

/** What the database that is shown says of its newest run; null: there is none. */
export function shownPuzzle(): Promise<Puzzle | null> {
    const at = Number(readPlace().values.get('db') ?? 1) - 1;
    return sources[at]?.isTree ? Promise.resolve(null) : opened[at]?.run(null) ?? Promise.resolve(null);
}

/** A database that was just solved: in place of the one of its name, if that is there.  What it says of its newest run. */
export async function showSolved(source: Source): Promise<Puzzle> {
    const one = new Opened(source), at = names.indexOf(source.name);
    const puzzle = await one.run(null);
    if (at < 0) {
        add(source, one);
    } else {
        opened[at]!.close();
        [opened[at], sources[at]] = [one, source];
    }
    const number = at < 0 ? opened.length : at + 1, place = readPlace();
    place.values.set('db', String(number));
    history.replaceState(null, '', address(place.view, place.part, { ...Object.fromEntries(place.values), db: number === 1 ? null : number, run: null }));
    void draw();
    return puzzle;
}

/** A file that is no database of wgcq is named, and not in the list. */
async function addFiles(files: FileList | null): Promise<void> {
    const wrong: Node[] = [];
    let added = 0;
    for (const file of files ?? []) {
        const source = fileSource(file), one = new Opened(source);
        try {
            source.isTree = await one.isTree();
            await (source.isTree ? one.tree() : one.run(null));
            add(source, one);
            added++;
        } catch (error) {
            wrong.push(el('p', { class: 'status bad', role: 'alert' }, `${file.name}: ${(error as Error).message}`));
        }
    }
    if (added) {
        go(address('report', '', { db: opened.length === 1 ? null : opened.length, run: null }));
        await draw();
    }
    main.querySelector('.unopened')?.remove();
    if (wrong.length) main.prepend(el('section', { class: 'card wide unopened' }, el('h2', {}, 'Not opened'), wrong));
}

const keys: [string, string][] = [
    ['1 … 9', 'the views, from left to right'], ['/', 'search on the map'], ['?', 'this help'], ['t', 'light or dark'],
    ['← →', 'a step back or forth (Solutions), a neighbouring state (Map)'], ['space', 'play the solution, or pause'], ['n p', 'the next difference, the previous one (plans side by side)'],
    ['← ↑ → ↓', 'the move of that direction (Play): the only one whose name says so, or that takes the player, or the gap, there'],
    ['← ↑ → ↓ Home End', 'through the tree of a journey, fold and unfold; Enter chooses a node'], ['u', 'undo (Play)'], ['h', 'a hint (Play)'], ['Ctrl+Enter', 'run the query (SQL)'], ['Esc', 'stop the query (SQL)']];

const licences = el('pre', { class: 'licences', tabindex: '0' });
const help = el('dialog', { 'aria-label': 'keys and licences' },
    el('h2', {}, 'Keys'), el('dl', { class: 'keys' }, keys.map(([key, words]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, words)])),
    el('details', { ontoggle: () => void embedded('licences').then((bytes) => { licences.textContent = new TextDecoder().decode(bytes); }) },
        el('summary', {}, 'Licences of what is in this page'), licences),
    el('p', { class: 'note' }, 'Made by wgcq. This page works without a network and sends nothing. Drop a database (.db) onto it to open that one as well.'),
    el('form', { method: 'dialog' }, el('button', {}, 'Close')));

/** Whether the element does something of its own with the key: what has the focus comes first. */
function isOwnKey(target: HTMLElement, key: string): boolean {
    if (key === ' ' || key === 'Enter') return target.closest('button, a, summary, input:not([type=range])') !== null;
    return target.matches('input[type=range]') && /^(Arrow|Home|End|Page)/.test(key);
}

function listen(): void {
    addEventListener('hashchange', () => {
        if (location.hash === '#main') return;
        void draw();
    });
    addEventListener('keydown', (event) => {
        const target = event.composedPath()[0] as HTMLElement; // also within the editor's own tree
        if (event.ctrlKey || event.metaKey || event.altKey || target.isContentEditable || (/^(TEXTAREA|SELECT)$/.test(target.tagName) || (target instanceof HTMLInputElement && !/^(range|checkbox)$/.test(target.type))) || help.open) return;
        if (isOwnKey(target, event.key)) return;
        const view = shownViews(readPlace())[Number(event.key) - 1];
        if (view && readPlace().view !== 'play') go(address(view.name));
        else if (event.key === '?') help.showModal();
        else if (event.key === 't') header.querySelector<HTMLButtonElement>('.theme')?.click();
        else listeners.now?.key(event);
    });
    readyForPaper(main, () => theme() === 'dark');
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
        event.preventDefault();
        void addFiles(event.dataTransfer?.files ?? null);
    });
}

/** While the page is still read: its frame, and which database it opens.  Ends when all of the page is there. */
export async function drawFrame(): Promise<void> {
    try {
        const kept = localStorage.getItem('wgcq-theme');
        if (kept) document.documentElement.dataset.theme = kept;
    } catch { /* a page from disk may keep nothing */ }
    const skip = el('a', { class: 'skip', href: '#main', onclick: (event: Event) => { event.preventDefault(); main.focus(); } }, 'to the contents');
    root.append(skip, header, main, help);
    if (document.readyState !== 'loading') return;
    const seen = new MutationObserver(() => {
        const found = databaseUnderWay();
        if (!found) return;
        seen.disconnect();
        drawOpening(readPlace(), found);
    });
    seen.observe(document.body, { childList: true });
    await new Promise<void>((resolve) => document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }));
    seen.disconnect();
}

export function begin(): void {
    embeddedDatabases().forEach((source) => add(source));
    listen();
    void draw();
}
