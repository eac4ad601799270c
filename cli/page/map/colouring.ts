// colouring.ts - which colour each node of a map has, and what the colours mean.
import { figure } from '../dom';
import { knowsDistances, type Puzzle } from '../puzzle';
import { KINDS, scale, valueColour } from './colours';
import type { MapData } from './map_data';

export interface Colouring { colours: string[]; legend: [string, string][] }

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

export async function colourBy(p: Puzzle, data: MapData, by: string): Promise<Colouring> {
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
