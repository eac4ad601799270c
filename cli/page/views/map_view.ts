// map_view.ts - the graph, drawn by sigma (WebGL): panned, zoomed, coloured, merged, searched.
import Graph from 'graphology';
import Sigma from 'sigma';
import { board } from '../parts/board';
import { KINDS, scale, valueColour } from './colours';
import { densityPicture } from './density';
import { button, card, el, figure, plural, select, type Child } from '../dom';
import { address, go, note, type Place } from '../location';
import { bestPart, fits, readMap, type MapData, type Part, type Wanted } from './map_data';
import { knowsDistances, readState, storesEdges, storesStates, type Puzzle } from '../puzzle';
import { readSteps } from './solutions_view';
import { marks } from './state_view';

const SCALED = new Set(['depth', 'to_goal']);
const LABELS_MOST = 400, VARIABLES_MOST = 60;

interface Colouring { colours: string[]; legend: [string, string][] }

function byKind(p: Puzzle, data: MapData): Colouring {
    const dead = knowsDistances(p), seen = new Set<keyof typeof KINDS>();
    const colours = data.nodes.map((n) => {
        const kind = n.bad ? 'bad' : n.goal ? 'goal' : n.start ? 'start' : dead && n.toGoal === null ? 'dead' : 'alive';
        seen.add(kind);
        return KINDS[kind];
    });
    const words: Record<string, string> = { start: 'start', goal: 'goal', dead: 'dead end', bad: 'violates an invariant', alive: dead ? 'a goal is reachable' : 'state' };
    return { colours, legend: (['start', 'goal', 'alive', 'dead', 'bad'] as const).filter((kind) => seen.has(kind)).map((kind) => [KINDS[kind], words[kind]!]) };
}

function byScale(values: (number | null)[], name: string): Colouring {
    const known = values.filter((v): v is number => v !== null && Number.isFinite(v)), most = Math.max(...known, 0), least = Math.min(...known, most);
    const of = (v: number) => scale(most > least ? (v - least) / (most - least) : 0);
    const stops = [...new Set([least, Math.round((least + most) / 2), most])];
    const legend: [string, string][] = known.length ? stops.map((v) => [of(v), `${name} ${figure(v)}`]) : [];
    if (known.length < values.length) legend.push([KINDS.dead, name === 'to_goal' ? 'dead end' : 'none']);
    return { colours: values.map((v) => v === null || !Number.isFinite(v) ? KINDS.dead : of(v)), legend };
}

function byValue(values: string[], name: string): Colouring {
    const all = [...new Set(values)], numbers = all.every((v) => /^-?\d+$/.test(v));
    if (numbers && all.length > 8) return byScale(values.map(Number), name);
    all.sort((a, b) => numbers ? Number(a) - Number(b) : a < b ? -1 : 1);
    const place = new Map(all.map((v, i) => [v, i]));
    return { colours: values.map((v) => valueColour(place.get(v)!)), legend: all.slice(0, 12).map((v, i) => [valueColour(i), v]) };
}

async function colourBy(p: Puzzle, data: MapData, by: string): Promise<Colouring> {
    if (by === 'depth') return byScale(data.nodes.map((n) => n.depth), 'depth');
    if (by === 'to_goal') return byScale(data.nodes.map((n) => n.toGoal), 'to_goal');
    if (by === 'bottlenecks') {
        const list = new Set((await p.connection.call('bottlenecks', p.run, null)).map((b) => data.index.get(b.id)));
        const kinds = byKind(p, data);
        return { colours: kinds.colours.map((c, i) => list.has(i) ? KINDS.bottleneck : c), legend: [[KINDS.bottleneck, `every solution passes (${list.size})`], ...kinds.legend] };
    }
    if (by.startsWith('cost:')) {
        const { costs } = await p.connection.call('costs', p.run, by.slice(5));
        return byScale(data.nodes.map((n) => costs[n.id - 1] ?? null), by.slice(5));
    }
    return by === 'kind' ? byKind(p, data) : byValue(data.nodes.map((n) => n.value), by);
}

/** Short texts label states; others have their numbers. */
const labelOf = (shown: string, id: number, few: boolean) => few && shown.length <= 44 && !shown.includes('\n') ? shown : String(id);

function css(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

interface Drawn { sigma: Sigma; graph: Graph; data: MapData }

async function drawGraph(p: Puzzle, data: MapData, colouring: Colouring, layout: 'layers' | 'force', path: Set<string>, onPath: Set<number>, container: HTMLElement): Promise<Drawn> {
    const places = await p.connection.call('layout', {
        kind: layout, layers: Int32Array.from(data.nodes, (n) => n.depth),
        sources: Int32Array.from(data.edges, (e) => e.from), targets: Int32Array.from(data.edges, (e) => e.to) });
    const graph = new Graph({ type: 'directed', multi: true, allowSelfLoops: true }), n = data.nodes.length;
    const size = n < 60 ? 9 : n < 300 ? 6 : n < 1500 ? 4 : n < 6000 ? 2.6 : 1.8, few = n <= LABELS_MOST;
    data.nodes.forEach((node, i) => graph.addNode(i, {
        x: places.x[i], y: -places.y[i]!, size: (node.goal || node.start || node.bad || onPath.has(i) ? 1.5 : 1) * size * (node.count > 1 ? 1 + Math.log10(node.count) * 0.6 : 1),
        color: colouring.colours[i], label: node.count > 1 ? `${node.shown} (${node.count})` : labelOf(node.shown, node.id, few) }));
    const line = css(data.edges.length > 8000 ? '--map-faint' : '--map-line'), strong = css('--accent');
    const thin = data.edges.length > 4000 ? 0.4 : data.edges.length > 800 ? 0.8 : data.edges.length > 150 ? 1.4 : 2.4;
    data.edges.forEach((e, i) => {
        const marked = path.has(`${e.from} ${e.to}`) || path.has(`${e.to} ${e.from}`);
        graph.addEdgeWithKey(i, e.from, e.to, { size: marked ? Math.max(thin * 3, 2.4) : thin, color: marked ? strong : line, label: e.moves, zIndex: marked ? 1 : 0,
            type: data.edges.length > 6000 || e.both ? 'line' : 'arrow' });
    });
    const sigma = new Sigma(graph, container, {
        labelColor: { color: css('--ink') }, edgeLabelColor: { color: css('--soft') }, labelFont: 'system-ui, sans-serif', edgeLabelFont: 'system-ui, sans-serif', labelSize: 12, edgeLabelSize: 11,
        renderEdgeLabels: data.edges.length <= 150, labelRenderedSizeThreshold: few ? 5 : 9, labelDensity: 0.7, zIndex: path.size > 0, hideEdgesOnMove: data.edges.length > 40_000,
        hideLabelsOnMove: n > 2000, allowInvalidContainer: true, stagePadding: 40, minCameraRatio: 0.01, maxCameraRatio: 4,
        defaultDrawNodeHover: () => undefined, nodeReducer: null });
    return { sigma, graph, data };
}

function hasWebGl(): boolean {
    return Boolean(document.createElement('canvas').getContext('webgl2'));
}

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

export async function mapView(p: Puzzle, place: Place, onKey: (key: (event: KeyboardEvent) => void, leave: () => void, shown: () => void) => void): Promise<Node> {
    if (!storesStates(p)) return card('No map', el('p', {}, 'This file holds no states: solve it with --trace edges, or with --trace all.'));
    const v = place.values, values = () => Object.fromEntries(v);
    const set = (name: string, value: string | null) => go(address('map', '', { ...values(), [name]: value }));
    const part = (v.get('part') ?? (fits(p) ? 'all' : 'density')) as Part | 'density';
    const parts: [string, string][] = [...(fits(p) ? [['all', 'all states']] : []) as [string, string][], ['density', 'density'],
        ...(knowsDistances(p) && p.figures.shortest_length !== null ? [['shortest', 'shortest plans']] : []) as [string, string][],
        ...(Number(p.figures.solutions_stored) > 0 ? [['solution', 'best solution']] : []) as [string, string][], ['levels', 'first levels'], ['around', 'around a state']];
    const partChoice = select('show', parts, part, (value) => set('part', value === 'all' ? null : value));
    if (part === 'density' || !storesEdges(p)) {
        const choices: [string, string][] = [...(knowsDistances(p) ? [['to_goal', 'distance to the goal']] : []) as [string, string][], ...variableChoices(p)];
        const by = v.get('up') ?? choices[0]?.[0] ?? 'to_goal';
        return el('div', { class: 'map-page' }, card(fits(p) ? 'Density' : 'Density: too many states for a map', el('div', { class: 'bar-of-tools' }, partChoice, select('upwards', choices, by, (value) => set('up', value)),
            !fits(p) && el('span', { class: 'note' }, 'Choose a part, or open a state of a cell and its surroundings.')), await densityPicture(p, by)));
    }
    const colour = v.get('colour') ?? 'kind', layout = v.get('layout') === 'force' ? 'force' : 'layers', at = Number(v.get('at') ?? 1), solution = Number(v.get('solution') ?? 0);
    const merges = mergeChoices(p), chosenMerge = (v.get('merge') ?? '').split(',').filter(Boolean), radius = Number(v.get('radius') ?? 3);
    const variable = /^(kind|depth|to_goal|bottlenecks|cost:.*)$/.test(colour) ? null : p.variables.find((one) => one.column === colour)?.column ?? null;
    const wanted: Wanted = { part: part === 'all' && !fits(p) ? bestPart(p) : part, at, radius, variable, merge: merges.filter((m) => chosenMerge.includes(m.name)).flatMap((m) => m.columns) };
    const data = await readMap(p, wanted), colouring = await colourBy(p, data, variable || SCALED.has(colour) || /^(bottlenecks|cost:.*)$/.test(colour) ? colour : 'kind');
    const onPath = new Set<number>(), path = new Set<string>();
    if (solution) {
        const ids = (await readSteps(p, solution)).map((step) => step.id === null ? undefined : data.index.get(step.id));
        ids.forEach((id, i) => { if (id !== undefined) { onPath.add(id); if (i && ids[i - 1] !== undefined) path.add(`${ids[i - 1]} ${id}`); } });
    }
    const container = el('div', { class: 'map', tabindex: '0', role: 'group', 'aria-label': `map: ${data.said}. Arrow keys go from state to state.` }), panel = el('aside', { class: 'map-panel', 'aria-live': 'polite' });
    const hits = el('div', { class: 'hits' }), search = el('input', { type: 'search', placeholder: 'search: name=value', 'aria-label': 'search states', onkeydown: (event: KeyboardEvent) => { if (event.key === 'Enter') void find(search.value); } });
    let drawn: Drawn | null = null, selected = -1, found = new Set<number>();

    const choose = async (node: number, centre = false) => {
        selected = node;
        const n = data.nodes[node]!, s = await readState(p, n.id);
        note(address('map', '', { ...values(), at: n.id }));
        v.set('at', String(n.id));
        panel.replaceChildren(el('div', { class: 'title-row' }, el('h2', {}, n.count > 1 ? plural(n.count, 'state') : `State ${n.id}`), s && n.count === 1 && marks(p, s), el('span', { class: 'push' }), button('×', () => { selected = -1; panel.replaceChildren(); panel.hidden = true; drawn?.sigma.refresh(); }, { 'aria-label': 'close' })),
            n.count > 1 ? el('p', {}, n.shown) : s ? board(p, s.shown) : '',
            el('p', { class: 'note' }, `depth ${n.depth}${n.toGoal !== null ? `, ${plural(n.toGoal, 'move')} to the goal` : ''}`),
            el('p', { class: 'actions' }, el('a', { class: 'action first', href: address('state', n.id) }, 'Open'), el('a', { class: 'action', href: address('map', '', { part: 'around', at: n.id }) }, 'Around it'), el('a', { class: 'action', href: address('play', n.id) }, 'Play')));
        panel.hidden = false;
        drawn?.sigma.refresh();
        const where = drawn?.sigma.getNodeDisplayData(String(node));
        if (centre && where && drawn) void drawn.sigma.getCamera().animate({ x: where.x, y: where.y }, { duration: 200 });
    };
    const find = async (text: string) => {
        const parts = [...text.matchAll(/([^\s=]+(?:\[[^\]]*\])?)\s*=\s*(\S+)/g)], known = new Map(p.variables.flatMap((one) => [[one.said.replaceAll(' ', ''), one.column], [one.column, one.column]]));
        let where = '', bound: string[] = [];
        if (/^\s*\d+\s*$/.test(text)) { where = 'id = CAST(? AS INTEGER)'; bound = [text.trim()]; }
        else if (parts.length && parts.every((one) => known.has(one[1]!))) { where = parts.map((one) => `CAST("${known.get(one[1]!)!.replaceAll('"', '""')}" AS TEXT) = ?`).join(' AND '); bound = parts.map((one) => one[2]!); }
        else { where = 'instr(shown, ?) > 0'; bound = [text]; }
        const rows = text.trim() ? await p.connection.rows(`SELECT id FROM states_${p.run} WHERE ${where} LIMIT 5000`, ...bound) : [];
        const nodes = rows.map(([id]) => data.index.get(Number(id))).filter((node): node is number => node !== undefined);
        found = new Set(nodes);
        hits.replaceChildren(text.trim() ? el('span', { class: 'note', role: 'status' }, `${plural(rows.length, 'state')}${nodes.length < rows.length ? `, ${nodes.length} here` : ''}`) : '');
        drawn?.sigma.refresh();
        if (nodes.length) void choose(nodes[0]!, true);
    };
    const walk = (key: string) => {
        if (!drawn) return;
        if (selected < 0) return void choose(data.nodes.findIndex((n) => n.start) < 0 ? 0 : data.nodes.findIndex((n) => n.start), true);
        const g = drawn.graph, name = String(selected), here = data.nodes[selected]!;
        const near = [...new Set(g.neighbors(name))].map(Number).filter((i) => i !== selected);
        const layer = data.nodes.map((_, i) => i).filter((i) => data.nodes[i]!.depth === here.depth).sort((a, b) => Number(g.getNodeAttribute(String(b), 'y')) - Number(g.getNodeAttribute(String(a), 'y')));
        const beside = layer.indexOf(selected) + (key === 'ArrowDown' ? 1 : -1);
        const next = key === 'ArrowRight' ? near.find((i) => data.nodes[i]!.depth > here.depth) : key === 'ArrowLeft' ? near.find((i) => data.nodes[i]!.depth < here.depth) : layer[beside];
        if (next !== undefined) void choose(next, true);
    };
    const show = async () => {
        if (!container.isConnected || drawn) return;
        if (!hasWebGl()) return container.replaceChildren(el('p', { class: 'status bad' }, 'This browser has no WebGL, which the map is drawn by. The other views show the same states.'));
        const began = performance.now(), result = await drawGraph(p, data, colouring, layout, path, onPath, container);
        if (!container.isConnected) return result.sigma.kill();
        drawn = result;
        const faint = css('--map-faint');
        result.sigma.setSetting('nodeReducer', (node, attributes) => {
            const i = Number(node);
            if (i === selected) return { ...attributes, size: attributes.size * 1.6 + 3, zIndex: 2, highlighted: false, forceLabel: true, color: KINDS.bottleneck };
            if (found.size && !found.has(i)) return { ...attributes, color: faint, label: '' };
            return found.has(i) ? { ...attributes, forceLabel: found.size < 30 } : attributes;
        });
        result.sigma.on('clickNode', ({ node }) => void choose(Number(node)));
        result.sigma.on('enterNode', () => container.classList.add('over'));
        result.sigma.on('leaveNode', () => container.classList.remove('over'));
        container.dataset.drawn = String(Math.round(performance.now() - began));
        (window as unknown as { wgcqMap?: Drawn }).wgcqMap = result;
        if (v.has('at') && data.index.has(at)) void choose(data.index.get(at)!);
    };
    const leave = () => { drawn?.sigma.kill(); drawn = null; };
    addEventListener('wgcq-theme', () => { if (container.isConnected) { leave(); container.replaceChildren(); void show(); } });
    onKey((event) => {
        if (event.key === '/') { event.preventDefault(); search.focus(); }
        else if (event.key.startsWith('Arrow')) { event.preventDefault(); walk(event.key); }
        else if (event.key === '+') void drawn?.sigma.getCamera().animatedZoom();
        else if (event.key === '-') void drawn?.sigma.getCamera().animatedUnzoom();
        else if (event.key === '0') void drawn?.sigma.getCamera().animatedReset();
        else if (event.key === 'Enter' && selected >= 0) go(address('state', data.nodes[selected]!.id));
    }, leave, () => void show());
    const colours: [string, string][] = [['kind', 'kind'], ['depth', 'depth'], ...(knowsDistances(p) ? [['to_goal', 'distance to the goal'], ['bottlenecks', 'what every solution passes']] : []) as [string, string][],
        ...p.costs.slice(1).map((c): [string, string] => [`cost:${c.column}`, `least ${c.name} from the start`]), ...variableChoices(p)];
    const stored = Math.min(Number(p.figures.solutions_stored ?? 0), 100);
    const zoom: Child = el('div', { class: 'zoom' }, button('+', () => void drawn?.sigma.getCamera().animatedZoom(), { 'aria-label': 'nearer' }), button('−', () => void drawn?.sigma.getCamera().animatedUnzoom(), { 'aria-label': 'farther' }), button('⤢', () => void drawn?.sigma.getCamera().animatedReset(), { 'aria-label': 'all of it' }));
    panel.hidden = true;
    return el('div', { class: 'map-view' }, el('div', { class: 'map-tools' }, partChoice, part === 'around' && select('radius', ['1', '2', '3', '4', '6', '8'].map((n): [string, string] => [n, n]), String(radius), (value) => set('radius', value)),
        select('layout', [['layers', 'by depth'], ['force', 'by forces']], layout, (value) => set('layout', value)), select('colour', colours, colour, (value) => set('colour', value)),
        select('merge by', [['', '–'], ...merges.map((m): [string, string] => [m.name, m.said])], chosenMerge[0] ?? '', (value) => set('merge', value)),
        stored > 0 && select('solution', [['', '–'], ...Array.from({ length: stored }, (_, i): [string, string] => [String(i + 1), String(i + 1)])], solution ? String(solution) : '', (value) => set('solution', value)),
        search, hits),
    el('div', { class: 'map-frame' }, container, zoom, panel),
    el('div', { class: 'map-legend' }, colouring.legend.map(([tone, words]) => el('span', { class: 'key' }, swatch(tone), words)), el('span', { class: 'note', 'data-figure': 'map' }, data.said)));
}

function swatch(colour: string): HTMLElement {
    const mark = el('i', { class: 'swatch round' });
    mark.style.background = colour;
    return mark;
}
