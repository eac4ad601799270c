// sql_view.ts - any SELECT over the views; a query that runs away is stopped with its worker.
import { Stopped } from '../database';
import { button, card, download, el, plural } from '../dom';
import { address, note, type Place } from '../location';
import type { Rows } from '../worker/messages';
import { view, type Puzzle } from '../puzzle';
import { csv, table } from '../parts/table';

const SHOWN_MOST = 1000, ROWS_MOST = 200_000;

/** The ten questions of the manual (schemas/trace.sql), for any puzzle. */
function examples(p: Puzzle): [string, string][] {
    const cost = p.costs[1]?.column ?? 'moves', variable = p.variables[0]?.column ?? 'id';
    const value = `(SELECT "${variable}" FROM states WHERE is_start = 1)`;
    const list: [string, string][] = [
        ['The best solution, step by step, with its cost so far', `SELECT step, move, "${cost}", shown FROM steps WHERE solution = 1 ORDER BY step`],
        ['Transitions into dead ends', 'SELECT s.id AS src, s.shown, e.move, d.id AS dst, d.shown AS dead_end\nFROM edges AS e JOIN states AS s ON s.id = e.src JOIN states AS d ON d.id = e.dst\nWHERE s.to_goal IS NOT NULL AND d.to_goal IS NULL\nORDER BY s.id, e.move LIMIT 10'],
        ['Rejections by rule', 'SELECT rule, count(*) AS times FROM rejections GROUP BY rule ORDER BY times DESC, rule'],
        ['The moves at a state, and where they lead', 'SELECT e.move, e.dst, s.to_goal, s.shown\nFROM edges AS e JOIN states AS s ON s.id = e.dst WHERE e.src = 1 ORDER BY e.move'],
        ['States by the values of their variables', `SELECT id, depth, to_goal, shown FROM states\nWHERE "${variable}" = ${value} ORDER BY id LIMIT 100`],
        ['States, goals and dead ends by depth', 'SELECT depth, count(*) AS states, sum(is_goal) AS goals, sum(to_goal IS NULL) AS dead_ends\nFROM states GROUP BY depth ORDER BY depth'],
        ['The number of shortest plans', `WITH RECURSIVE
  best(length) AS (SELECT min(to_goal) FROM states WHERE is_start = 1),
  level(depth, ways) AS (
    SELECT 0, (SELECT json_group_object(id, 1) FROM states, best WHERE is_start = 1 AND to_goal = length)
    UNION ALL
    SELECT depth + 1, (SELECT json_group_object(dst, n) FROM
        (SELECT e.dst AS dst, sum(w.value) AS n
         FROM json_each(ways) AS w CROSS JOIN edges AS e ON e.src = CAST(w.key AS INTEGER)
         CROSS JOIN states AS s ON s.id = e.dst
         WHERE s.to_goal = length - level.depth - 1 GROUP BY e.dst))
    FROM level, best WHERE depth < length)
SELECT length, sum(w.value) AS plans FROM level, best, json_each(ways) AS w WHERE depth = length`],
        ['States that every shortest plan visits', 'SELECT depth, min(id) AS id, min(shown) AS shown FROM states\nWHERE depth + to_goal = (SELECT min(to_goal) FROM states WHERE is_start = 1)\nGROUP BY depth HAVING count(*) = 1 ORDER BY depth'],
        ['Two solutions side by side, where their moves differ', `SELECT a.step, a.move AS first, b.move AS second, b."${cost}" - a."${cost}" AS more\nFROM steps AS a JOIN steps AS b ON b.solution = 2 AND b.step = a.step\nWHERE a.solution = 1 AND a.move IS NOT b.move ORDER BY a.step`],
        ['The most expensive steps of a solution', `SELECT step, move, cost FROM\n  (SELECT step, move, "${cost}" - lag("${cost}") OVER (ORDER BY step) AS cost\n   FROM steps WHERE solution = 1)\nWHERE cost > 0 ORDER BY cost DESC, step LIMIT 5`],
    ];
    return list.map(([name, sql]) => [name, sql.replace(/\b(FROM|JOIN) (states|edges|rejections|steps)\b/g, (_, word: string, of: string) => `${word} ${view(p, of)}`)]);
}

function schema(p: Puzzle): HTMLElement {
    const costs = p.costs.map((c) => c.column).join(', '), variables = p.variables.slice(0, 40).map((v) => v.column).join(', ');
    const views: [string, string][] = [
        ['states', `id, depth, to_goal, is_start, is_goal, shown, ${variables}`], ['edges', `src, dst, move, ${costs}`],
        ['rejections', 'src, move, rule'], ['solutions', `id, length, ${costs}`], ['steps', `solution, step, move, src, dst, shown, ${costs}`],
        ['violations', 'state, invariant'], ['runs', 'id, "order", options, started, seconds, states, edges, status, …']];
    const older = p.run === p.runs[0]!.id ? null : el('p', { class: 'note' }, `These are of the newest run; of run ${p.run} they are states_${p.run}, edges_${p.run}, and so on.`);
    return card('Views', older, el('dl', { class: 'schema' }, views.map(([name, columns]) => [el('dt', {}, name), el('dd', {}, columns)])));
}

export function sqlView(p: Puzzle, place: Place): Node {
    const list = examples(p);
    const text = el('textarea', { id: 'query', class: 'query', rows: 6, spellcheck: 'false', autocapitalize: 'off', 'aria-label': 'a SELECT over the views', 'aria-describedby': 'query-keys' });
    text.value = place.values.get('q') ?? list[5]![1];
    const answer = el('div', { class: 'answer' }), state = el('p', { class: 'status', role: 'status' });
    let rows: Rows | null = null;
    const run = button('Run', () => void ask(), { class: 'first' });
    const stop = button('Stop', () => p.connection.stop(), { disabled: true });
    const save = button('Save as csv', () => { if (rows) download(`${p.name}.csv`, 'text/csv', csv(rows)); }, { disabled: true });
    const ask = async () => {
        const began = performance.now();
        note(address('sql', '', { q: text.value, ask: 1 }));
        answer.replaceChildren();
        run.disabled = true;
        stop.disabled = false;
        save.disabled = true;
        const clock = setInterval(() => { state.textContent = `running for ${Math.round((performance.now() - began) / 1000)} s`; }, 1000);
        state.textContent = 'running';
        state.className = 'status';
        try {
            rows = await p.connection.select(text.value, [], ROWS_MOST);
            const shown = { ...rows, rows: rows.rows.slice(0, SHOWN_MOST) };
            state.textContent = `${rows.more ? 'the first ' : ''}${plural(rows.rows.length, 'row')} in ${((performance.now() - began) / 1000).toFixed(3)} s` +
                (rows.rows.length > SHOWN_MOST ? `; ${SHOWN_MOST} are shown` : '');
            answer.replaceChildren(table(shown, 'the answer'));
            save.disabled = false;
        } catch (error) {
            state.textContent = error instanceof Stopped ? 'stopped' : `error: ${(error as Error).message}`;
            state.className = error instanceof Stopped ? 'status' : 'status bad';
        } finally {
            clearInterval(clock);
            run.disabled = false;
            stop.disabled = true;
        }
    };
    text.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); void ask(); }
        if (event.key === 'Escape') p.connection.stop();
    });
    const choose = el('select', { 'aria-label': 'examples', onchange: () => { text.value = list[Number(choose.value)]?.[1] ?? text.value; void ask(); } },
        el('option', { value: '' }, 'Examples: ten questions'), list.map(([name], i) => el('option', { value: i }, `${i + 1}. ${name}`)));
    if (place.values.get('ask')) void ask();
    return el('div', { class: 'sql' }, el('section', { class: 'card wide' }, el('h2', {}, 'SQL'),
        el('div', { class: 'bar-of-tools' }, choose), text,
        el('div', { class: 'bar-of-tools' }, run, stop, save, el('span', { class: 'note', id: 'query-keys' }, 'Ctrl+Enter runs, Esc stops. The copy in this page can be read only.')), state, answer), schema(p));
}
