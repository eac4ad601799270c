// map_view.ts - the map: which part, coloured by what, merged by what; search, the state that is chosen, keys.
import { board } from '../parts/board';
import { button, card, el, plural, select, type Child } from '../dom';
import { address, go, note, type Place } from '../location';
import { arrange, type Laid } from '../map/arrange';
import { colourBy, type Colouring } from '../map/colouring';
import { densityPicture } from '../map/density';
import { MapCanvas } from '../map/map_canvas';
import { fits, readMap, type MapData, type Part, type Wanted } from '../map/map_data';
import { knowsDistances, quoted, readState, storesEdges, storesStates, type Puzzle, type Variable } from '../puzzle';
import { readLasso, readSteps } from './solutions_view';
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
interface Asked { part: Part | 'density'; colour: string; layout: 'layers' | 'force'; at: number; solution: number; path: string; radius: number; depth: number | null; merge: string[] }

function readAsked(p: Puzzle, v: URLSearchParams): Asked {
    const part = (v.get('part') ?? (fits(p) ? 'all' : 'density')) as Asked['part'];
    return {
        part: part === 'all' && !fits(p) ? 'best' : part, colour: v.get('colour') ?? 'kind', layout: v.get('layout') === 'force' ? 'force' : 'layers',
        at: Number(v.get('at') ?? 1), solution: Number(v.get('solution') ?? 0), path: v.get('path') ?? '', radius: Number(v.get('radius') ?? (part === 'around' ? 3 : 0)),
        depth: v.has('depth') ? Number(v.get('depth')) : null, merge: (v.get('merge') ?? '').split(',').filter(Boolean),
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

/** A variable's value as a text; of a list as the page shows it, [a, b]. */
function textInSql(v: Variable): string {
    const column = quoted(v.column);
    return v.isList ? `(SELECT '[' || coalesce(group_concat(coalesce(value, 'none'), ', '), '') || ']' FROM json_each(${column}))` : `CAST(${column} AS TEXT)`;
}

/** Compares a variable; numbers by their size, where they are some. */
function comparison(v: Variable, operator: string): string {
    const text = textInSql(v), number = `CAST(${text} AS NUMERIC)`;
    return operator === '=' || operator === '!=' ? `coalesce(${text}, 'none') ${operator} ?` : `${text} GLOB '*[0-9]*' AND ${number} ${operator} CAST(? AS NUMERIC)`;
}

/** The states of the file that a text finds: a number, name=value name!=value name<value ..., or a part of how they are shown. An Error says what is not understood. */
async function findStates(p: Puzzle, text: string): Promise<number[]> {
    if (!text.trim()) return [];
    const asked = /([^\s=!<>,]+(?:\[[^\]]*\])?)\s*(!=|<=|>=|==?|<|>)\s*(\[[^\]]*\]|[^\s,]+)/g;
    const parts = [...text.matchAll(asked)], known = new Map(p.variables.flatMap((one) => [[one.said.replaceAll(' ', ''), one], [one.column, one]]));
    let where = 'instr(shown, ?) > 0', bound = [text];
    if (/^\s*\d+\s*$/.test(text)) { where = 'id = CAST(? AS INTEGER)'; bound = [text.trim()]; }
    else if (parts.length) {
        const unknown = parts.find((one) => !known.has(one[1]!)), rest = text.replace(asked, '').replace(/\band\b|,/g, '').trim();
        if (unknown && await shownSomewhere(p, text)) return (await p.connection.rows(`SELECT id FROM states_${p.run} WHERE ${where} LIMIT 5000`, text)).map(([id]) => Number(id));
        if (unknown) throw new Error(`there is no variable '${unknown[1]}'; there are ${p.variables.slice(0, 6).map((v) => v.said).join(', ')}${p.variables.length > 6 ? ', …' : ''}`);
        if (rest) throw new Error(`'${rest}' is not understood: name=value, name!=value, name<value`);
        where = parts.map((one) => comparison(known.get(one[1]!)!, one[2]!.replace('==', '='))).join(' AND ');
        bound = parts.map((one) => one[3]!.replace(/\s*,\s*/g, ', '));
    }
    return (await p.connection.rows(`SELECT id FROM states_${p.run} WHERE ${where} LIMIT 5000`, ...bound)).map(([id]) => Number(id));
}

/** Boards may hold an equals sign. */
async function shownSomewhere(p: Puzzle, text: string): Promise<boolean> {
    return Boolean(await p.connection.row(`SELECT 1 FROM states_${p.run} WHERE instr(shown, ?) > 0 LIMIT 1`, text));
}

/** What the map shows, for tests and for whoever looks into the page. */
export interface ShownMap { data: MapData; canvas: MapCanvas }

/** The map with what is chosen on it. */
class MapPart {
    readonly frame: HTMLElement;
    readonly search = el('input', { type: 'search', placeholder: 'search: name=value', 'aria-label': 'search states', onkeydown: (event: KeyboardEvent) => { if (event.key === 'Enter') void this.find(this.search.value); } });
    readonly hits = el('div', { class: 'hits' });
    readonly panel = el('aside', { class: 'map-panel', 'aria-live': 'polite', hidden: true });
    private readonly container: HTMLElement;
    private readonly canvas: MapCanvas;
    private selected = -1;
    private found: ReadonlySet<number> = new Set<number>();
    private readonly retheme = () => this.canvas.refresh();

    constructor(private readonly p: Puzzle, private readonly values: URLSearchParams, private readonly data: MapData, colouring: Colouring, private readonly laid: Laid) {
        this.container = el('div', { class: 'map', tabindex: '0', role: 'group', 'aria-label': `map: ${data.said}. Arrow keys go from state to state.` });
        this.canvas = new MapCanvas((width, height) => arrange(data, colouring, laid, this.found, width, height), (node) => void this.choose(node), () => { this.container.dataset.drawn = String(this.canvas.pictures); });
        this.container.append(this.canvas.frame);
        const zoom = el('div', { class: 'zoom' }, button('+', () => this.canvas.zoomBy(1.6), { 'aria-label': 'nearer', title: 'key +' }), button('−', () => this.canvas.zoomBy(1 / 1.6), { 'aria-label': 'farther', title: 'key -' }), button('⤢', () => this.canvas.showAll(), { 'aria-label': 'all of it', title: 'key 0' }));
        this.frame = el('div', { class: 'map-frame' }, this.container, zoom, this.panel);
    }

    async begin(): Promise<void> {
        addEventListener('wgcq-theme', this.retheme);
        (window as unknown as { wgcqMap?: ShownMap }).wgcqMap = { data: this.data, canvas: this.canvas };
        await this.canvas.begin();
        const at = this.data.index.get(Number(this.values.get('at')));
        if (this.values.has('at') && at !== undefined) void this.choose(at);
    }

    end(): void {
        removeEventListener('wgcq-theme', this.retheme);
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
            n.count > 1 ? el('p', {}, n.shown) : s ? board(p, s.shown) : '',
            el('p', { class: 'note' }, `depth ${n.depth}${n.toGoal !== null ? `, ${plural(n.toGoal, 'move')} to the goal` : ''}`),
            el('p', { class: 'actions' }, el('a', { class: 'action first', href: address('state', n.id) }, 'Open'), el('a', { class: 'action', href: address('map', '', { part: 'around', at: n.id }) }, 'Around it'), el('a', { class: 'action', href: address('play', n.id) }, 'Play')));
        panel.hidden = false;
    }

    private async find(text: string): Promise<void> {
        let ids: number[] = [], wrong = '';
        try { ids = await findStates(this.p, text); } catch (error) { wrong = (error as Error).message; }
        const nodes = ids.map((id) => this.data.index.get(id)).filter((node): node is number => node !== undefined);
        this.found = new Set(nodes);
        this.hits.replaceChildren(wrong ? el('span', { class: 'note bad', role: 'status' }, wrong) : text.trim() ? el('span', { class: 'note', role: 'status' }, `${plural(ids.length, 'state')}${nodes.length < ids.length ? `, ${nodes.length} here` : ''}`) : '');
        this.mark();
        if (nodes.length) void this.choose(nodes[0]!, true);
    }

    /** To a neighbour in the next or last layer; up and down within one. */
    private walk(key: string): void {
        const { nodes, edges } = this.data, start = nodes.findIndex((n) => n.start), { y } = this.laid.places;
        if (this.selected < 0) return void this.choose(Math.max(start, 0), true);
        const here = nodes[this.selected]!, near = edges.flatMap((e) => e.from === this.selected ? [e.to] : e.to === this.selected ? [e.from] : []);
        const layer = [...nodes.keys()].filter((i) => nodes[i]!.depth === here.depth).sort((a, b) => y[a]! - y[b]!);
        const beside = layer[layer.indexOf(this.selected) + (key === 'ArrowDown' ? 1 : -1)];
        const next = key === 'ArrowRight' ? near.find((i) => nodes[i]!.depth > here.depth) : key === 'ArrowLeft' ? near.find((i) => nodes[i]!.depth < here.depth) : beside;
        if (next !== undefined) void this.choose(next, true);
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
    const places = await p.connection.call('layout', { kind: layout, layers: Int32Array.from(data.nodes, (n) => n.depth),
        sources: Int32Array.from(data.edges, (e) => e.from), targets: Int32Array.from(data.edges, (e) => e.to) });
    const map = new MapPart(p, v, data, colouring, { layout, places, ...await pathOn(p, data, solution, asked.path) });
    onKey((event) => map.key(event), () => map.end(), () => void map.begin());
    const stored = Math.min(Number(p.figures.solutions_stored ?? 0), 100), deepest = Math.min(Number(p.figures.depth ?? 0), 200);
    return el('div', { class: 'map-view' }, el('div', { class: 'map-tools' }, partChoice,
        part === 'levels' && select('to depth', [['', 'as many as are few'], ...numbers([...Array(deepest + 1).keys()])], v.get('depth') ?? '', (value) => set('depth', value)),
        (part === 'around' || part === 'solution' || part === 'path') && select('radius', numbers([0, 1, 2, 3, 4, 6, 8]), String(asked.radius), (value) => set('radius', value)),
        select('layout', [['layers', 'by depth'], ['force', 'by forces']], layout, (value) => set('layout', value)), select('colour', colourChoices(p), colour, (value) => set('colour', value)),
        mergeTools(merges, chosenMerges.map((m) => m.name), (names) => set('merge', names.join(','))),
        stored > 0 && select('solution', [['', '–'], ...numbers(Array.from({ length: stored }, (_, i) => i + 1))], solution ? String(solution) : '', (value) => set('solution', value)),
        names.length > 0 && select('path', [['', '–'], ...names.map((name): Choice => [name, name])], asked.path, (value) => set('path', value)),
        map.search, map.hits),
    map.frame,
    el('div', { class: 'map-legend' }, colouring.legend.map(([tone, words]) => el('span', { class: 'key' }, swatch(tone), words)), el('span', { class: 'note', 'data-figure': 'map' }, data.said)));
}

function swatch(colour: string): HTMLElement {
    const mark = el('i', { class: 'swatch round' });
    mark.style.background = colour;
    return mark;
}
