// map_view.ts - the map: which part, coloured by what, merged by what; search, the state that is chosen, keys.
import { board } from '../parts/board';
import { NotUnderstood, askStates, hitList, hitsSaid, mistakeSaid } from '../parts/state_search';
import { button, card, el, plural, select, type Child } from '../dom';
import { address, go, note, type Place } from '../location';
import { arrange, type Laid } from '../map/arrange';
import { colourBy, type Colouring } from '../map/colouring';
import { inBoth, type Tone } from '../map/colours';
import { densityPicture } from '../map/density';
import { Forces } from '../map/forces';
import { labelStates, type Labels } from '../map/labels';
import { MapCanvas } from '../map/map_canvas';
import { readTraffic, type Traffic } from '../map/traffic';
import { fits, readMap, type MapData, type MapNode, type Part, type Wanted } from '../map/map_data';
import { readLasso, readSteps } from '../plan';
import { knowsDistances, readState, storesEdges, storesStates, type Puzzle } from '../puzzle';
import type { Layout, LayoutRequest } from '../worker/messages';
import { marks } from './state_view';

const SCALED = new Set(['depth', 'to_goal']);
const VARIABLES_MOST = 60;

function variableChoices(p: Puzzle): [string, string][] {
    return p.variables.slice(0, VARIABLES_MOST).map((v) => [v.column, v.said]);
}

/** Variables, and whole arrays, that states can be merged by. */
function mergeChoices(p: Puzzle): { name: string; said: string; columns: string[] }[] {
    const arrays = new Map<string, string[]>();
    for (const v of p.variables) if (v.indices.length) arrays.set(v.array, [...arrays.get(v.array) ?? [], v.column]);
    const whole = [...arrays].map(([name, columns]) => ({ name: `${name}[]`, said: `${name} (whole)`, columns }));
    return [...whole, ...p.variables.slice(0, VARIABLES_MOST).map((v) => ({ name: v.column, said: v.said, columns: [v.column] }))];
}

type Listen = (key: (event: KeyboardEvent) => void, leave: () => void, shown: () => void) => void;
type Choice = [string, string];

/** What the address says of a map. */
interface Asked { part: Part | 'density'; colour: string; layout: 'layers' | 'force'; at: number; solution: number; path: string; radius: number; depth: number | null; merge: string[]; traffic: boolean }

/** Whether all of the shortest plans are known. */
const hasPlans = (p: Puzzle) => p.figures.status === 'complete' && knowsDistances(p) && p.figures.shortest_length !== null;

function readAsked(p: Puzzle, v: URLSearchParams): Asked {
    const part = (v.get('part') ?? (fits(p) ? 'all' : 'density')) as Asked['part'];
    return {
        part: part === 'all' && !fits(p) ? 'best' : part, colour: v.get('colour') ?? 'kind', layout: v.get('layout') === 'force' ? 'force' : 'layers',
        at: Number(v.get('at') ?? 1), solution: Number(v.get('solution') ?? 0), path: v.get('path') ?? '', radius: Number(v.get('radius') ?? (part === 'around' ? 3 : 0)),
        depth: v.has('depth') ? Number(v.get('depth')) : null, merge: (v.get('merge') ?? '').split(',').filter(Boolean), traffic: v.get('width') === 'plans' && hasPlans(p),
    };
}

const violatedNames = (p: Puzzle) => p.properties.filter((v) => v.holds === false).map((v) => v.name);

function partChoices(p: Puzzle): Choice[] {
    const list: Choice[] = fits(p) ? [['all', 'all states']] : [];
    list.push(['best', 'what says most'], ['density', 'density']);
    if (knowsDistances(p) && p.figures.shortest_length !== null) list.push(['shortest', 'shortest plans']);
    if (Number(p.figures.solutions_stored) > 0) list.push(['solution', 'a solution']);
    if (violatedNames(p).length) list.push(['path', 'the path of a property']);
    return [...list, ['levels', 'first levels'], ['around', 'around a state']];
}

function colourChoices(p: Puzzle): Choice[] {
    const goal: Choice[] = knowsDistances(p) ? [['to_goal', 'distance to the goal'], ['bottlenecks', 'what every solution passes']] : [];
    return [['kind', 'kind'], ['depth', 'depth'], ...goal, ...p.costs.slice(1).filter((c) => !c.maximized).map((c): Choice => [`cost:${c.column}`, `least ${c.name} from the start`]), ...variableChoices(p)];
}

async function densityView(p: Puzzle, asked: Asked, up: string | null, partChoice: Child, set: (name: string, value: string) => void): Promise<Node> {
    const choices: Choice[] = [...(knowsDistances(p) ? [['to_goal', 'distance to the goal']] as Choice[] : []), ...variableChoices(p)];
    const by = up ?? choices[0]?.[0] ?? 'to_goal';
    return el('div', { class: 'map-page' }, card(fits(p) ? 'Density' : 'Density: too many states for a map', el('div', { class: 'bar-of-tools' }, partChoice, select('upwards', choices, by, (value) => set('up', value)),
        !fits(p) && asked.part === 'density' && el('span', { class: 'note' }, 'Choose a part, or open a state of a cell and its surroundings.')), await densityPicture(p, by)));
}

/** The stored solution, or the path of a property, that is laid over the map. */
async function pathOn(p: Puzzle, data: MapData, solution: number, property: string): Promise<{ path: Set<string>; onPath: Set<number> }> {
    const onPath = new Set<number>(), path = new Set<string>();
    const steps = solution ? await readSteps(p, solution) : property ? await readLasso(p, property) : [];
    const ids = steps.map((step) => step.id === null ? undefined : data.index.get(step.id));
    ids.forEach((id, i) => {
        if (id === undefined) return;
        onPath.add(id);
        if (i && ids[i - 1] !== undefined) path.add(`${ids[i - 1]} ${id}`);
    });
    return { path, onPath };
}

/** What every solution passes. */
async function narrowIn(p: Puzzle, data: MapData): Promise<Set<number>> {
    if (!knowsDistances(p) || p.figures.shortest_length === null) return new Set();
    const list = await p.connection.call('bottlenecks', p.run, null);
    return new Set(list.map(({ id }) => data.index.get(id)).filter((node) => node !== undefined));
}

/** What the map shows, for tests and for whoever looks into the page. */
export interface ShownMap { data: MapData; canvas: MapCanvas }

/** The map with what is chosen on it. */
const TURNED: Record<string, string> = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp', ArrowDown: 'ArrowRight', ArrowUp: 'ArrowLeft' };

class MapPart {
    readonly frame: HTMLElement;
    readonly search = el('input', { type: 'search', placeholder: 'search: a condition', 'aria-label': 'search states', onkeydown: (event: KeyboardEvent) => { if (event.key === 'Enter') void this.find(this.search.value); } });
    readonly hits = el('div', { class: 'hits' });
    readonly hitsFound = el('div', { class: 'hits-found' });
    readonly panel = el('aside', { class: 'map-panel', 'aria-live': 'polite', hidden: true });
    private readonly container: HTMLElement;
    private readonly zoom: HTMLElement;
    private readonly canvas: MapCanvas;
    private selected = -1;
    private found: ReadonlySet<number> = new Set<number>();
    private readonly forces: Forces | null;
    private drawn: Promise<void> | undefined;
    private readonly retheme = () => this.canvas.refresh();

    constructor(private readonly p: Puzzle, private readonly values: URLSearchParams, private readonly data: MapData, colouring: Colouring, private readonly words: Labels, private readonly laid: Laid, graph: LayoutRequest | null) {
        this.container = el('div', { class: 'map', tabindex: '0', role: 'group', 'aria-label': `map: ${data.said}. Arrow keys go from state to state.` });
        this.canvas = new MapCanvas((width, height) => arrange(data, colouring, words, laid, this.found, width, height), (node) => this.titleOf(node), (node) => void this.choose(node), () => { this.container.dataset.drawn = String(this.canvas.pictures); });
        this.container.append(this.canvas.frame);
        this.zoom = el('div', { class: 'zoom' }, button('+', () => this.canvas.zoomBy(1.6), { 'aria-label': 'nearer', title: 'key +' }), button('−', () => this.canvas.zoomBy(1 / 1.6), { 'aria-label': 'farther', title: 'key -' }), button('⤢', () => this.canvas.showAll(), { 'aria-label': 'all of it', title: 'key 0' }));
        this.frame = el('div', { class: 'map-frame' }, this.container, this.zoom, this.panel);
        this.forces = graph && new Forces(graph, (places) => this.place(places));
    }

    /** How far a layout by forces is. */
    get status(): HTMLElement | undefined { return this.forces?.status; }

    async begin(): Promise<void> {
        addEventListener('wgcq-theme', this.retheme);
        addEventListener('resize', this.turn);
        (window as unknown as { wgcqMap?: ShownMap }).wgcqMap = { data: this.data, canvas: this.canvas };
        await (this.forces ? this.forces.begin() : this.draw());
    }

    /** Places that a layout by forces has reached; null: it was stopped, and the last ones stay. */
    private place(places: Layout | null): void {
        if (places) {
            this.laid.layout = 'force';
            this.laid.places = places;
        }
        if (!this.drawn) void this.draw();
        else this.canvas.refresh();
    }

    /** Layers lie below each other where the page is higher than wide, with the panel or without. */
    private readonly turn = () => { this.laid.upright = this.frame.clientHeight > 1.15 * this.frame.clientWidth; };

    private draw(): Promise<void> { return this.drawn ??= this.drawFirst(); }

    private async drawFirst(): Promise<void> {
        this.turn();
        this.canvas.taken = [[this.zoom.offsetLeft, this.zoom.offsetTop, this.zoom.offsetLeft + this.zoom.offsetWidth, this.zoom.offsetTop + this.zoom.offsetHeight]];
        await this.canvas.begin();
        const at = this.data.index.get(Number(this.values.get('at')));
        if (this.values.has('at') && at !== undefined) void this.choose(at);
    }

    /** What is written at the state under the hand. */
    private titleOf(node: number): string {
        const { id, count } = this.data.nodes[node]!, label = this.words.labels[node]!.replaceAll('\n', ' ').slice(0, 80);
        return count > 1 ? label : [`state ${id}`, label].filter(Boolean).join(': ');
    }

    end(): void {
        removeEventListener('wgcq-theme', this.retheme);
        removeEventListener('resize', this.turn);
        this.forces?.end();
        this.canvas.end();
    }

    key(event: KeyboardEvent): void {
        if (event.key === '/') { event.preventDefault(); this.search.focus(); }
        else if (event.key.startsWith('Arrow')) { event.preventDefault(); this.walk(event.key); }
        else if (event.key === '+') this.canvas.zoomBy(1.6);
        else if (event.key === '-') this.canvas.zoomBy(1 / 1.6);
        else if (event.key === '0') this.canvas.showAll();
        else if (event.key === 'Enter' && this.selected >= 0) go(address('state', this.data.nodes[this.selected]!.id));
    }

    private mark(): void { this.canvas.mark({ chosen: this.selected, found: this.found }); }

    private close(): void {
        this.selected = -1;
        this.panel.replaceChildren();
        this.panel.hidden = true;
        this.canvas.keep([]);
        this.mark();
    }

    private async choose(node: number, centre = false): Promise<void> {
        const { p, values, panel } = this, n = this.data.nodes[node]!;
        this.selected = node;
        this.mark();
        if (centre) this.canvas.centre(node);
        const s = await readState(p, n.id);
        values.set('at', String(n.id));
        note(address('map', '', Object.fromEntries(values)));
        panel.replaceChildren(el('div', { class: 'title-row' }, el('h2', {}, n.count > 1 ? plural(n.count, 'state') : `State ${n.id}`), s && n.count === 1 && marks(p, s), el('span', { class: 'push' }), button('×', () => this.close(), { 'aria-label': 'close' })),
            n.count > 1 ? el('p', {}, n.shown) : s ? board(p, s.shown, null, n.id) : '',
            el('p', { class: 'note' }, `depth ${n.depth}${n.toGoal !== null ? `, ${plural(n.toGoal, 'move')} to the goal` : ''}`),
            el('p', { class: 'actions' }, el('a', { class: 'action first', href: address('state', n.id) }, 'Open'), el('a', { class: 'action', href: address('map', '', { part: 'around', at: n.id }) }, 'Around it'), el('a', { class: 'action', href: address('play', n.id) }, 'Play')));
        panel.hidden = false;
        this.canvas.keep([node, ...this.near(node)]);
    }

    private near(node: number): number[] {
        return this.data.edges.flatMap((e) => e.from === node ? [e.to] : e.to === node ? [e.from] : []);
    }

    private async find(text: string): Promise<void> {
        this.hits.replaceChildren();
        this.hitsFound.replaceChildren();
        this.found = new Set();
        try { if (text.trim()) await this.showHits(text); } catch (error) { this.hits.replaceChildren(error instanceof NotUnderstood ? mistakeSaid(error) : el('span', { class: 'note bad', role: 'status' }, (error as Error).message)); }
        this.mark();
    }

    private async showHits(text: string): Promise<void> {
        const hits = await askStates(this.p, text), nodeOf = (id: number) => this.data.index.get(id), nodes = hits.ids.map(nodeOf).filter((node): node is number => node !== undefined);
        this.found = new Set(nodes);
        this.hits.replaceChildren(hitsSaid(hits, hits.ids.filter((id) => nodeOf(id) !== undefined).length));
        if (hits.count > 1) this.hitsFound.replaceChildren(hitList(this.p, hits, (id) => { const node = nodeOf(id); if (node !== undefined) void this.choose(node, true); return node !== undefined; }));
        if (nodes.length) void this.choose(nodes[0]!, true);
    }

    /** To a neighbour in the next or last layer; up and down within one. Where layers lie below each other, the keys are turned. */
    private walk(pressed: string): void {
        const { nodes } = this.data, start = nodes.findIndex((n) => n.start), { y } = this.laid.places, upright = this.laid.layout === 'layers' && this.laid.upright;
        if (this.selected < 0) return void this.choose(Math.max(start, 0));
        const key = upright ? TURNED[pressed]! : pressed, here = nodes[this.selected]!, near = this.near(this.selected);
        const layer = [...nodes.keys()].filter((i) => nodes[i]!.depth === here.depth).sort((a, b) => y[a]! - y[b]!);
        const beside = layer[layer.indexOf(this.selected) + (key === 'ArrowDown' ? 1 : -1)];
        const next = key === 'ArrowRight' ? near.find((i) => nodes[i]!.depth > here.depth) : key === 'ArrowLeft' ? near.find((i) => nodes[i]!.depth < here.depth) : beside;
        if (next !== undefined) void this.choose(next);
    }
}

/** Names that states are merged by; each can be taken away again. */
function mergeTools(merges: { name: string; said: string }[], chosen: string[], set: (names: string[]) => void): Child {
    const rest = merges.filter((m) => !chosen.includes(m.name));
    return [select(chosen.length ? 'and by' : 'merge by', [['', '–'], ...rest.map((m): Choice => [m.name, m.said])], '', (value) => { if (value) set([...chosen, value]); }),
        merges.filter((m) => chosen.includes(m.name)).map((m) => button(`${m.said} ×`, () => set(chosen.filter((name) => name !== m.name)), { class: 'chip', 'aria-label': `no longer merged by ${m.said}` }))];
}

const numbers = (list: number[]): Choice[] => list.map((n) => [String(n), String(n)]);

export async function mapView(p: Puzzle, place: Place, onKey: Listen): Promise<Node> {
    if (!storesStates(p)) return card('No map', el('p', {}, 'This file holds no states: solve it with --trace edges, or with --trace all.'));
    const v = place.values, asked = readAsked(p, v), names = violatedNames(p);
    if (asked.part === 'path' && !asked.path) asked.path = names[0] ?? '';
    const { part, colour, layout, solution } = asked;
    const set = (name: string, value: string | null) => go(address('map', '', { ...Object.fromEntries(v), [name]: value }));
    const partChoice = select('show', partChoices(p), part, (value) => set('part', value));
    if (part === 'density' || !storesEdges(p)) return densityView(p, asked, v.get('up'), partChoice, set);
    const merges = mergeChoices(p), chosenMerges = merges.filter((m) => asked.merge.includes(m.name));
    const known = SCALED.has(colour) || /^(bottlenecks|cost:.*)$/.test(colour), variable = known ? null : p.variables.find((one) => one.column === colour)?.column ?? null;
    const wanted: Wanted = { ...asked, part, solution: Math.max(solution, 1), variable, merge: chosenMerges.flatMap((m) => m.columns) };
    const data = await readMap(p, wanted), colouring = await colourBy(p, data, variable || known ? colour : 'kind');
    const which = (is: (n: MapNode) => boolean) => Int32Array.from(data.nodes.flatMap((n, i) => is(n) ? [i] : []));
    const graph: LayoutRequest = { layers: Int32Array.from(data.nodes, (n) => n.depth), sources: Int32Array.from(data.edges, (e) => e.from), targets: Int32Array.from(data.edges, (e) => e.to),
        starts: which((n) => n.start), goals: which((n) => n.goal) };
    const traffic: Traffic | null = asked.traffic ? await readTraffic(p, data) : null;
    const narrow = await narrowIn(p, data), places = await p.connection.call('layout', graph);
    const map = new MapPart(p, v, data, colouring, await labelStates(p, data), { layout: 'layers', places, upright: false, narrow, traffic, ...await pathOn(p, data, solution, asked.path) }, layout === 'force' ? graph : null);
    onKey((event) => map.key(event), () => map.end(), () => void map.begin());
    const stored = Math.min(Number(p.figures.solutions_stored ?? 0), 100), deepest = Math.min(Number(p.figures.depth ?? 0), 200);
    return el('div', { class: 'map-view' }, el('div', { class: 'map-tools' }, partChoice,
        part === 'levels' && select('to depth', [['', 'as many as are few'], ...numbers([...Array(deepest + 1).keys()])], v.get('depth') ?? '', (value) => set('depth', value)),
        (part === 'around' || part === 'solution' || part === 'path') && select('radius', numbers([0, 1, 2, 3, 4, 6, 8]), String(asked.radius), (value) => set('radius', value)),
        select('layout', [['layers', 'by depth'], ['force', 'by forces']], layout, (value) => set('layout', value)), select('colour', colourChoices(p), colour, (value) => set('colour', value)),
        hasPlans(p) && select('width', [['', 'alike'], ['plans', 'shortest plans']], asked.traffic ? 'plans' : '', (value) => set('width', value)),
        mergeTools(merges, chosenMerges.map((m) => m.name), (names) => set('merge', names.join(','))),
        stored > 0 && select('solution', [['', '–'], ...numbers(Array.from({ length: stored }, (_, i) => i + 1))], solution ? String(solution) : '', (value) => set('solution', value)),
        names.length > 0 && select('path', [['', '–'], ...names.map((name): Choice => [name, name])], asked.path, (value) => set('path', value)),
        map.search, map.hits),
    map.hitsFound,
    map.frame,
    el('div', { class: 'map-legend' }, colouring.legend.map(([tone, words]) => el('span', { class: 'key' }, swatch(tone), words)),
        traffic && el('span', { class: 'key' }, el('b', {}, 'wide'), plural(String(traffic.plans), 'shortest plan')),
        narrow.size > 0 && el('span', { class: 'key' }, el('b', {}, 'bold'), 'every solution passes it'), map.status, el('span', { class: 'note', 'data-figure': 'map' }, data.said)));
}

function swatch(tone: Tone): HTMLElement {
    const mark = el('i', { class: tone.hollow ? 'swatch round hollow' : 'swatch round' });
    mark.style[tone.hollow ? 'borderColor' : 'background'] = inBoth(tone);
    return mark;
}
