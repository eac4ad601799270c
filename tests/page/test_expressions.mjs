// test_expressions.mjs - the page's evaluator against the program's: random expressions over puzzles of the shelf, state by state.
//
// Each expression becomes an invariant of the puzzle; `solve` writes down in which states it is violated. No browser is needed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Expressions } from './random_expressions.mjs';

const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../..'), build = path.resolve(process.env.BUILD ?? `${root}/build`), program = process.env.WGCQ ?? `${build}/wgcq`;
if (!existsSync(`${build}/page/node_modules/esbuild`)) {
    console.log('1..0 # SKIP the packages of the page are not installed: make page');
    process.exit(0);
}
const folder = mkdtempSync(path.join(tmpdir(), 'wgcq-expressions-'));
const { buildSync } = createRequire(`${build}/page/`)('esbuild');
writeFileSync(`${folder}/all.ts`, ['condition', 'declared', 'evaluable', 'expression_syntax', 'puzzle_document', 'puzzle_facts', 'state_words', 'arithmetic'].map((name) => `export * from '${root}/cli/page/expressions/${name}';`).join('\n'));
buildSync({ entryPoints: [`${folder}/all.ts`], bundle: true, format: 'esm', platform: 'browser', outfile: `${folder}/all.mjs`, nodePaths: [`${build}/page/node_modules`] });
const page = await import(`${folder}/all.mjs`);

function wgcq(...words) {
    try {
        return { text: execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 }), status: 0 };
    } catch (error) {
        return { text: error.stdout, status: error.status, said: error.stderr };
    }
}
const sql = (db, text) => JSON.parse(wgcq('sql', `${db}.db`, text, '--format', 'json').text || '[]');
const rowsOf = (db, text) => sql(db, text).map(Object.values);

/** A database as the page opens it. */
function opened(db) {
    const meta = new Map(rowsOf(db, 'SELECT key, value FROM meta'));
    return { source: meta.get('source'), params: rowsOf(db, 'SELECT name, value FROM param').map(([name, value]) => ({ name, value: String(value) })), connection: { rows: async (text) => rowsOf(db, text) } };
}

/** The text without a section of the file. */
function without(source, sections) {
    let skips = false;
    return source.split('\n').filter((line) => {
        if (/^\S/.test(line) && !line.startsWith('#')) skips = sections.some((name) => line.startsWith(`${name}:`));
        return !skips;
    }).join('\n');
}

const OUT = ['invariant', 'properties', 'fair', 'expect', 'symmetric', 'deadlock', 'minimize', 'estimate'];

/** In which states each does not hold, by the program; null: it was refused, or cannot be evaluated. */
function violatedBy(source, options, expressions) {
    const text = `${without(source, OUT)}\ninvariant:\n${expressions.map((one, i) => `  e${i}: '${one.replaceAll("'", "''")}'`).join('\n')}\n`;
    writeFileSync(`${folder}/asked.yaml`, text);
    const { status, said } = wgcq('solve', 'asked.yaml', '-o', 'asked.db', '--replace', '--quiet', '--threads', '1', ...options);
    if (status !== 0 && status !== 5 && status !== 1) return { said };
    const found = expressions.map(() => new Set());
    for (const [state, name] of rowsOf('asked', 'SELECT state, invariant FROM violations')) found[Number(name.slice(1))].add(state);
    return { found };
}

/** In which states each does not hold, by the page; null: in one it has no value. */
function violatedHere(declared, states, words, expression) {
    const condition = page.compileCondition(declared, expression);
    if (condition.wrong) throw new Error(`${expression}: ${condition.wrong.message} at ${condition.wrong.from}`);
    const frame = page.newFrame(words), found = new Set();
    for (const [id, ...halves] of states) {
        halves.forEach((half, i) => { frame.words[i] = half; });
        const holds = page.answer(condition.run, frame);
        if (typeof holds !== 'number') return null;
        if (!holds) found.add(id);
    }
    return found;
}

const seed = Number(process.env.SEED ?? 1), count = Number(process.env.COUNT ?? 40);
const PUZZLES = [['hanoi', '--set', 'disks=4'], ['water-jugs'], ['wolf-goat-cabbage'], ['frogs', '--set', 'n=2'], ['lock'], ['german-cache', '--set', 'n=2'], ['two-phase-commit-bag', '--set', 'n=2'], ['gripper', '--set', 'n=3'], ['sokoban'], ['alternating-bit'], ['bridge-torch'],
    ['leader-election'], ['water-sort'], ['hourglasses'], ['dining-philosophers', '--set', 'n=3'], ['family'], ['tic-tac-toe'], ['two-robots'], ['snake'], ['railway-switching'], ['monkey-bananas'], ['lamport-mutex'], ['post-correspondence']];
let number = 0, failed = 0, compared = 0, dropped = 0;

function report(good, name, notes = []) {
    if (!good) failed++;
    console.log(`${good ? 'ok' : 'not ok'} ${++number} - ${name}`);
    for (const note of notes) console.log(`# ${String(note).replaceAll('\n', '\n# ')}`);
}

/** Expressions that the program takes, and what the page finds. */
function answered(source, options, declared, states, words, wanted, from) {
    const made = new Expressions(declared, from), list = [];
    for (let tries = 0; list.length < wanted && tries < 20 * wanted; tries++) {
        const text = made.truth(3), here = violatedHere(declared, states, words, text);
        if (here) list.push({ text, here });
        else dropped++;
    }
    return list;
}

/** Lines that differ. */
async function difference([puzzle, ...options], from) {
    const file = `${root}/puzzles/${puzzle}.yaml`, source = without(readFileSync(file, 'utf8'), OUT);
    writeFileSync(`${folder}/plain.yaml`, source);
    wgcq('solve', 'plain.yaml', '-o', 'plain.db', '--replace', '--quiet', '--threads', '1', '--max-states', '20000', ...options);
    const facts = await page.factsOf(opened('plain')), declared = page.declaredBy(facts), { words } = facts.states;
    const states = rowsOf('plain', `SELECT id, ${page.wordColumns(words)} FROM state_1 ORDER BY id`);
    const list = answered(source, options, declared, states, words, count, from), wrong = [];
    const check = (some) => {
        const { found, said } = violatedBy(source, [...options, '--max-states', '20000'], some.map((one) => one.text));
        if (!found && some.length > 1) return some.forEach((one) => check([one]));
        if (!found) return wrong.push(`${some[0].text}: the program says ${said}`);
        some.forEach((one, i) => {
            compared++;
            const here = [...one.here].sort((a, b) => a - b), there = [...found[i]].sort((a, b) => a - b);
            if (here.join() !== there.join()) wrong.push(`${one.text}: violated here in ${here.length} states, there in ${there.length}; first ${here.find((id) => !found[i].has(id)) ?? ''} ${there.find((id) => !one.here.has(id)) ?? ''}`);
        });
    };
    for (let i = 0; i < list.length; i += 20) check(list.slice(i, i + 20));
    return { wrong, states: states.length, asked: list.length };
}

const chosen = PUZZLES.filter(([name]) => !process.argv[2] || name.includes(process.argv[2]));
console.log(`1..${chosen.length + 2}`);
for (const [i, one] of chosen.entries()) {
    try {
        const { wrong, states, asked } = await difference(one, seed + 1000 * i);
        report(!wrong.length && asked > 0, `${one[0]}: ${asked} random expressions in ${states} states are what the program says`, wrong.slice(0, 8));
    } catch (error) {
        report(false, one[0], [error.stack ?? error]);
    }
}
/** Goals of the shelf, which call its defines and read its constants. */
async function goalsOfTheShelf() {
    const wrong = [];
    let goals = 0;
    for (const name of readdirSync(`${root}/puzzles`).filter((one) => one.endsWith('.yaml'))) {
        const document = page.documentOf(readFileSync(`${root}/puzzles/${name}`, 'utf8')), goal = document.get('goal');
        if (typeof goal !== 'string') continue;
        const { status, said } = wgcq('solve', `${root}/puzzles/${name}`, '-o', 'goal.db', '--replace', '--quiet', '--threads', '1', '--max-states', '2000');
        if (![0, 1, 3, 5].includes(status)) wrong.push(`${name}: ${said}`);
        const facts = await page.factsOf(opened('goal')), { words } = facts.states, states = rowsOf('goal', `SELECT id, ${page.wordColumns(words)} FROM state_1`), are = new Set(rowsOf('goal', 'SELECT id FROM states WHERE is_goal').map(([id]) => id));
        const here = violatedHere(page.declaredBy(facts), states, words, goal), other = states.filter(([id]) => here === null || here.has(id) === are.has(id));
        if (other.length) wrong.push(`${name}: ${goal}: differs in ${other.length} states, first ${other[0][0]}`);
        goals++;
    }
    return { wrong, goals };
}

const { wrong, goals } = await goalsOfTheShelf();
report(!wrong.length && goals > 20, `${goals} goals of the shelf hold where the program says`, wrong);
report(compared >= chosen.length * 10, `${compared} expressions were compared, by seed ${seed}`, dropped ? [`${dropped} others have no value in some state`] : []);
rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
