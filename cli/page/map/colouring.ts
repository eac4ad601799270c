// colouring.ts - which colour each node of a map has, and what the colours mean.
import { figure } from '../dom';
import { knowsDistances, type Puzzle } from '../puzzle';
import { KINDS, scale, valueColour, type Tone } from './colours';
import type { MapData } from './map_data';

export interface Colouring { colours: Tone[]; legend: [Tone, string][] }

function byKind(p: Puzzle, data: MapData): Colouring {
    const dead = knowsDistances(p), seen = new Set<keyof typeof KINDS>();
    const colours = data.nodes.map((n): Tone => {
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
    const said = name === 'to_goal' ? 'moves to the goal:' : name, legend: [Tone, string][] = known.length ? stops.map((v) => [of(v), `${said} ${figure(v)}`]) : [];
    const other = name === 'to_goal' ? KINDS.dead : KINDS.none;
    if (known.length < values.length) legend.push([other, name === 'to_goal' ? 'dead end' : 'none']);
    return { colours: values.map((v) => v === null || !Number.isFinite(v) ? other : of(v)), legend };
}

function byValue(values: string[], name: string): Colouring {
    const all = [...new Set(values)], numbers = all.every((v) => /^-?\d+$/.test(v));
    if (numbers && all.length > 8) return byScale(values.map(Number), name);
    all.sort((a, b) => numbers ? Number(a) - Number(b) : a < b ? -1 : 1);
    const place = new Map(all.map((v, i) => [v, i]));
    return { colours: values.map((v) => valueColour(place.get(v)!)), legend: all.slice(0, 12).map((v, i) => [valueColour(i), v]) };
}

/** Which nodes are hollow: dead ends; of a puzzle without a goal, states that no move leads on from. */
async function hollowIn(p: Puzzle, data: MapData): Promise<{ hollow: boolean[]; said: string }> {
    if (knowsDistances(p)) return { hollow: data.nodes.map((n) => n.toGoal === null), said: 'dead end' };
    if (p.hasGoal || p.figures.status !== 'complete') return { hollow: [], said: '' };
    const ends = new Set((await p.connection.rows(`SELECT id FROM states_${p.run} WHERE id NOT IN (SELECT src FROM edges_${p.run})`)).map(([id]) => Number(id)));
    return { hollow: data.nodes.map((n) => n.count === 1 && ends.has(n.id)), said: 'no move leads on' };
}

/** Some nodes are hollow, whatever colours mean. */
export async function colourBy(p: Puzzle, data: MapData, by: string): Promise<Colouring> {
    const { colours, legend } = await coloursBy(p, data, by), { hollow, said } = await hollowIn(p, data);
    if (hollow.includes(true) && !legend.some(([tone]) => tone.hollow)) legend.push([KINDS.dead, said]);
    return { colours: colours.map((tone, i) => hollow[i] ? { ...tone, hollow: true } : tone), legend };
}

async function coloursBy(p: Puzzle, data: MapData, by: string): Promise<Colouring> {
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
