// sql_view.ts - any SELECT over the views; a query that runs away is stopped with its worker.
import { Stopped, type Connection } from '../database';
import { button, card, download, el, figure, plural } from '../dom';
import { address, note, type Place } from '../location';
import type { Rows } from '../worker/messages';
import { view, type Puzzle } from '../puzzle';
import { csv, table, type Links } from '../parts/table';
import type { Tree } from '../tree';

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

/** Those of schemas/journey.sql. */
const TREE_QUESTIONS: [string, string][] = [
    ['Alternatives of each depth, and how many fail', "SELECT depth, count(*) AS nodes, sum(outcome = 'failed') AS failed\nFROM nodes WHERE id > 1 GROUP BY depth"],
    ['Which guard does the work, and where', 'SELECT name, depth, tried, failed, round(100.0 * failed / tried) AS percent FROM guards'],
    ['Choices that come to nothing although no guard of their own failed', "SELECT n.* FROM nodes AS n WHERE outcome = 'choices' AND id NOT IN\n  (SELECT parent FROM nodes WHERE parent IS NOT NULL AND outcome <> 'failed')"],
    ['The search for the first result, and for the next ones', 'SELECT id AS result, node, node - lag(node, 1, 0) OVER (ORDER BY id) AS nodes FROM results'],
    ['The choices by which result 1 comes about', 'WITH RECURSIVE way(id, parent, depth, value) AS (\n  SELECT id, parent, depth, value FROM nodes WHERE id = (SELECT node FROM results WHERE id = 1)\n  UNION ALL SELECT n.id, n.parent, n.depth, n.value FROM way AS w JOIN nodes AS n ON n.id = w.parent)\nSELECT depth, value FROM way WHERE parent ORDER BY depth'],
];

const TREE_VIEWS: [string, string][] = [['nodes', 'id, parent, depth, kind, name, value, outcome'], ['guards', 'name, depth, tried, failed'], ['results', 'id, node, cost, shown'],
    ['moves', 'result, step, move'], ['about', 'name, state_size, state, started, nodes, results, complete, ended']];

/** What SQL is asked of, and what is offered there. */
interface Asked { name: string; connection: Connection; questions: [string, string][]; first: string; count: string; schema: HTMLElement; links?: (columns: string[]) => Links }

function schema(p: Puzzle): HTMLElement {
    const costs = p.costs.map((c) => c.column).join(', '), variables = p.variables.slice(0, 40).map((v) => v.column).join(', ');
    const views: [string, string][] = [
        ['states', `id, depth, to_goal, is_start, is_goal, shown, ${variables}`], ['edges', `src, dst, move, ${costs}`],
        ['rejections', 'src, move, rule'], ['solutions', `id, length, ${costs}`], ['steps', `solution, step, move, src, dst, shown, ${costs}`],
        ['violations', 'state, invariant'], ['runs', 'id, "order", options, started, seconds, states, edges, status, …']];
    const older = p.run === p.runs[0]!.id ? null : el('p', { class: 'note' }, `These are of the newest run; of run ${p.run} they are states_${p.run}, edges_${p.run}, and so on.`);
    return viewsCard(views, older);
}

function viewsCard(views: [string, string][], older: HTMLElement | null = null): HTMLElement {
    return card('Views', older, el('dl', { class: 'schema' }, views.map(([name, columns]) => [el('dt', {}, name), el('dd', {}, columns)])));
}

export function sqlView(p: Puzzle, place: Place): Node {
    const questions = examples(p);
    return sqlOf({ name: p.name, connection: p.connection, questions, first: questions[5]![1], count: 'ten', schema: schema(p) }, place);
}

/** Results have ids of their own: an id is a node's where its parent is there. */
export function treeSqlView(t: Tree, place: Place): Node {
    const links = (columns: string[]) => ({ names: columns.includes('parent') ? /^(id|node|parent)$/ : /^(node|parent)$/, view: 'tree' });
    return sqlOf({ name: t.name, connection: t.connection, questions: TREE_QUESTIONS, first: TREE_QUESTIONS[0]![1], count: 'five', schema: viewsCard(TREE_VIEWS), links }, place);
}

function sqlOf(p: Asked, place: Place): Node {
    const list = p.questions;
    const text = el('textarea', { id: 'query', class: 'query', rows: 6, spellcheck: 'false', autocapitalize: 'off', 'aria-label': 'a SELECT over the views', 'aria-describedby': 'query-keys' });
    text.value = place.values.get('q') ?? p.first;
    const answer = el('div', { class: 'answer' }), state = el('p', { class: 'status', role: 'status' });
    let rows: Rows | null = null;
    const run = button('Run', () => void ask(), { class: 'first' });
    const stop = button('Stop', () => p.connection.stop(), { disabled: true });
    const save = button('Save as csv', () => { if (rows) download(`${p.name}.csv`, 'text/csv', csv(rows)); }, { disabled: true });
    const ask = async () => {
        const began = performance.now();
        note(address('sql', '', { q: text.value, ask: 1 }));
        answer.replaceChildren();
        answer.dataset.pending = '';
        run.disabled = true;
        stop.disabled = false;
        save.disabled = true;
        const clock = setInterval(() => { state.textContent = `running for ${figure(Math.round((performance.now() - began) / 1000))} s`; }, 1000);
        state.textContent = 'running';
        state.className = 'status';
        try {
            rows = await p.connection.select(text.value, [], ROWS_MOST);
            const shown = { ...rows, rows: rows.rows.slice(0, SHOWN_MOST) };
            state.textContent = `${rows.more ? 'the first ' : ''}${plural(rows.rows.length, 'row')} in ${figure((performance.now() - began) / 1000)} s` +
                (rows.rows.length > SHOWN_MOST ? `; ${figure(SHOWN_MOST)} are shown` : '');
            answer.replaceChildren(table(shown, 'the answer', p.links?.(shown.columns)));
            save.disabled = false;
        } catch (error) {
            state.textContent = error instanceof Stopped ? 'stopped' : `error: ${(error as Error).message}`;
            state.className = error instanceof Stopped ? 'status' : 'status bad';
        } finally {
            clearInterval(clock);
            delete answer.dataset.pending;
            run.disabled = false;
            stop.disabled = true;
        }
    };
    text.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); void ask(); }
        if (event.key === 'Escape') p.connection.stop();
    });
    const choose = el('select', { 'aria-label': 'examples', onchange: () => { text.value = list[Number(choose.value)]?.[1] ?? text.value; void ask(); } },
        el('option', { value: '' }, `Examples: ${p.count} questions`), list.map(([name], i) => el('option', { value: i }, `${i + 1}. ${name}`)));
    if (place.values.get('ask')) void ask();
    return el('div', { class: 'sql' }, el('section', { class: 'card wide' }, el('h2', {}, 'SQL'),
        el('div', { class: 'bar-of-tools' }, choose), text,
        el('div', { class: 'bar-of-tools' }, run, stop, save, el('span', { class: 'note', id: 'query-keys' }, 'Ctrl+Enter runs, Esc stops. The copy in this page can be read only.')), state, answer), p.schema);
}
