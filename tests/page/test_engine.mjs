// test_engine.mjs - the engine as WebAssembly, under node and in the browser: what it stores and prints is what the program does.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, engineHere, equal, folder, needsPlayground, open, root, runTests, test } from './harness.mjs';

const playground = needsPlayground(), run = await engineHere();
const shelf = readdirSync(`${root}/puzzles`).filter((name) => name.endsWith('.yaml')).map((name) => name.slice(0, -5)).sort();
const textOf = (name) => readFileSync(`${root}/puzzles/${name}.yaml`, 'utf8');
const turn = Number(process.env.FIRST_SEED ?? 0), whole = Boolean(process.env.WHOLE);
/** Every one, or by turns each sixth puzzle, and each third mistake, under node; each eighth puzzle in the browser. */
const part = (all, of) => whole ? all : all.filter((_, i) => i % of === turn % of);
const inBrowser = part(shelf, 8);
/** A file of more than that takes minutes to verify, and a tab does not hold it. */
const isLarge = (ran) => statSync(path.join(ran.at, 'x.db')).size > 200e6;

/** The program itself, in a folder of its own and by its plain name; as the engine answers. */
function native(words, files) {
    const at = path.join(folder, 'native');
    rmSync(at, { recursive: true, force: true });
    mkdirSync(at);
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(at, name), text);
    const said = { cwd: at, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PATH: `${build}:${process.env.PATH}`, COLUMNS: '80', LANG: 'C.UTF-8' }, maxBuffer: 1 << 28 };
    try {
        return { status: 0, out: execFileSync('wgcq', words, said), at };
    } catch (error) {
        return { status: error.status, out: error.stdout, err: error.stderr, at };
    }
}

/** Of all rows of all tables, but for when the run was, how long it took and with which options, and the digests over that. */
function digest(file) {
    const clear = "UPDATE run SET started = '', seconds = 0, options = '', seal = '', digest = 0; UPDATE meta SET value = '' WHERE key = 'seal';";
    return execFileSync('sqlite3', [file, clear, '.sha3sum'], { encoding: 'utf8' }).trim();
}

/** With the limit of memory that the playground sets: it decides in which order rows are written. */
const words = (name) => ['solve', `${name}.yaml`, '-o', 'x.db', '--threads', '1', '--max-memory', '1500M', '--color', 'never'];
const withoutSeconds = (report) => report.replace(/^(seconds +)[\d.,]+$/m, '$1–');

const nativeDigests = new Map();
function solvedNatively(name) {
    if (!nativeDigests.has(name)) {
        const files = { [`${name}.yaml`]: textOf(name) }, ran = native(words(name), files), large = isLarge(ran);
        nativeDigests.set(name, { ...ran, large, digest: large && !whole ? '' : digest(path.join(ran.at, 'x.db')) });
    }
    return nativeDigests.get(name);
}

test('the puzzles of the shelf, but for large files, under node: all rows, the report, the exit status, and verify', async () => {
    equal(shelf.length > 70, true);
    for (const name of part(shelf, 6)) {
        const due = solvedNatively(name);
        if (due.large && !whole) continue;
        const ran = await run(words(name), { [`${name}.yaml`]: textOf(name) }, ['x.db']), file = path.join(folder, 'engine.db');
        writeFileSync(file, ran.files['x.db']);
        equal([ran.status, withoutSeconds(ran.out)], [due.status, withoutSeconds(due.out)], name);
        execFileSync(`${build}/wgcq`, ['verify', file, '--quiet'], { stdio: ['ignore', 'pipe', 'pipe'] });
        equal(digest(file), due.digest, name);
    }
});

test('a count beyond 2^64', async () => {
    const text = 'puzzle: corner to corner\nstate: {x: 0..60, y: 0..60}\nstart: {x: 0, y: 0}\nmoves:\n  right:\n    - guard: x < 60\n    - set: {x: x + 1}\n  up:\n    - guard: y < 60\n    - set: {y: y + 1}\ngoal: x == 60 and y == 60\n';
    let due = 1n; // the binomial of 120 and 60
    for (let i = 1n; i <= 60n; i++) due = due * (60n + i) / i;
    const { files } = await run(['solve', 'p.yaml', '-o', 'x.db', '--quiet'], { 'p.yaml': text }, ['x.db']);
    writeFileSync(path.join(folder, 'count.db'), files['x.db']);
    equal(execFileSync('sqlite3', [path.join(folder, 'count.db'), 'SELECT shortest_count FROM run'], { encoding: 'utf8' }).trim(), String(due));
});

test('each mistake word for word', async () => {
    const broken = readdirSync(`${root}/tests/broken`).filter((name) => name.endsWith('.yaml'));
    equal(broken.length > 100, true);
    for (const name of part(broken, 3)) {
        const text = readFileSync(`${root}/tests/broken/${name}`);
        const ran = await run(['check', name, '--color', 'never'], { [name]: text }), due = native(['check', name, '--color', 'never'], { [name]: text });
        equal([ran.status, ran.out, ran.err], [due.status, due.out, due.err ?? ''], name);
    }
});

test(`in the browser, ${inBrowser.length} of ${shelf.length} puzzles, but for large files: what is downloaded is the program's`, async () => {
    const page = await open(playground, '#gallery');
    for (const name of inBrowser) {
        if (solvedNatively(name).large) continue;
        await page.evaluate(() => { location.hash = '#gallery'; });
        await page.locator(`[data-exhibit="${name}"] button`).click();
        await page.waitForSelector('.bench');
        const before = await page.evaluate(() => document.querySelector('.playground').dataset.solved ?? '0');
        await page.click('.bench button.first');
        await page.waitForFunction((n) => (document.querySelector('.playground')?.dataset.solved ?? '0') !== n, before, { timeout: 120000 });
        const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download .db')]);
        const file = path.join(folder, 'browser.db');
        await download.saveAs(file);
        equal(digest(file), solvedNatively(name).digest, name);
    }
});

await runTests();
