// hopeless.ts - why no goal can be reached from a state: which variables never have a value there that a goal has.
import { search, type Graph } from './graph';
import type { Hopeless, Row, Value } from './messages';

type AskWith = (sql: string, values: Value[]) => Row[];

const STATES_LOOKED_AT = 20_000;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The values of each column in these states. */
function valuesIn(run: number, columns: string[], ids: number[], ask: AskWith): Set<Value>[] {
    const sets = columns.map(() => new Set<Value>());
    for (const row of ask(`SELECT ${columns.map(quoted).join(', ')} FROM states_${run} WHERE id IN (SELECT value FROM json_each(?))`, [JSON.stringify(ids)]))
        row.forEach((value, i) => sets[i]!.add(value));
    return sets;
}

/** One variable that is never as in a goal is a proof by itself; those of fewest values first. */
function apartOf(run: number, columns: string[], reached: number[], goals: number[], ask: AskWith): Hopeless['apart'] {
    if (reached.length > STATES_LOOKED_AT || goals.length > STATES_LOOKED_AT) return null;
    if (!columns.length || !goals.length) return [];
    const here = valuesIn(run, columns, reached, ask), there = valuesIn(run, columns, goals, ask);
    return columns.map((column, i) => ({ column, here: [...here[i]!], goals: [...there[i]!] }))
        .filter((one, i) => !one.here.some((value) => there[i]!.has(value))).sort((a, b) => a.here.length - b.here.length);
}

export function hopelessFrom(g: Graph, run: number, id: number, columns: string[], rejections: boolean, ask: AskWith): Hopeless {
    const { order } = search(g, [id - 1], false), reached = order.map((s) => s + 1), goals: number[] = [];
    g.goal.forEach((goal, s) => { if (goal) goals.push(s + 1); });
    const rules = !rejections ? null : ask(`SELECT n.name, count(*) FROM json_each(?) AS j CROSS JOIN rejection_${run} AS x ON x.src = j.value JOIN rule AS n ON n.id = x.rule
        GROUP BY n.name ORDER BY count(*) DESC, n.name`, [JSON.stringify(reached)]).map(([rule, times]) => ({ rule: String(rule), times: Number(times) }));
    return { reached: reached.length, stuck: order.filter((s) => g.at[s] === g.at[s + 1]).length, apart: apartOf(run, columns, reached, goals, ask), rules };
}
