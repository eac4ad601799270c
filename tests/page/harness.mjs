// harness.mjs - databases, pages and a browser for the tests of the page; prints TAP.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');
export const build = path.resolve(process.env.BUILD ?? `${root}/build`);
const program = process.env.WGCQ ?? `${build}/wgcq`;
/** Blink and V8 without the windows around them: to open a page takes it a third of the time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const browserThere = process.env.CHROMIUM ?? BROWSERS.find((one) => existsSync(one));

function missing() {
    if (!existsSync(`${build}/page.html`)) return 'the page is not built: make page';
    if (!existsSync(`${build}/page/node_modules/playwright-core`)) return 'playwright-core is not installed: make page';
    return browserThere ? null : 'no chromium: apt-get install chromium-headless-shell';
}

/** Packages are there, but a page is older than its sources: it did not build.  The playground may be missing: it takes a compiler more. */
function outdated() {
    if (!existsSync(`${build}/page/node_modules/typescript`)) return false;
    const madeAt = (file) => existsSync(`${build}/${file}`) ? statSync(`${build}/${file}`).mtimeMs : 0, sources = `${root}/cli/page`;
    const isNewer = (made, folders) => folders.some((name) => readdirSync(`${sources}/${name}`).some((file) => /\.(ts|mjs|css|html|json)$/.test(file) && statSync(`${sources}/${name}/${file}`).mtimeMs > made));
    const shared = ['.', 'views', 'parts', 'worker', 'map', 'expressions'];
    return isNewer(madeAt('page.html'), shared) || (hasPlayground() && isNewer(madeAt('playground.html'), [...shared, 'engine', 'playground']));
}

const hasPlayground = () => existsSync(`${build}/playground.html`);

/** For tests of the playground, and of the engine in it: they are skipped where it is not built. */
export function needsPlayground() {
    if (hasPlayground()) return `${build}/playground.html`;
    console.log('1..0 # SKIP the playground is not built: make page');
    return process.exit(0);
}

/** The engine under node: what a command of the program prints, and the files it writes. */
export async function engineHere() {
    const { runProgram } = require('./program.cjs'), module = await WebAssembly.compile(readFileSync(`${build}/engine/wgcq.wasm`));
    return (words, files, wanted = []) => runProgram(module, { words, files, wanted, width: 80 }, { progress: () => {}, stops: () => Promise.resolve(false) });
}

if (outdated()) {
    console.log('1..1\nnot ok 1 - the page is built of its sources: make page');
    process.exit(1);
}
const reason = missing();
if (reason) {
    console.log(`1..0 # SKIP ${reason}`);
    process.exit(0);
}

const require = createRequire(`${build}/page/`);
const { chromium } = require('playwright-core');
export const axe = require.resolve('axe-core/axe.min.js');
export const folder = mkdtempSync(path.join(tmpdir(), 'wgcq-page-'));

async function launch() {
    try {
        return await chromium.launch({
            executablePath: browserThere,
            args: ['--no-sandbox', '--disable-gpu'],
        });
    } catch (error) {
        rmSync(folder, { recursive: true });
        console.log(`1..0 # SKIP chromium does not start: ${String(error.message).split('\n')[0]}`);
        process.exit(0);
    }
}
const browser = await launch();

/** Standard output of wgcq; exit statuses 1 to 3 and 5 are answers, too. */
export function wgcq(...words) {
    try {
        return execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });
    } catch (error) {
        if ([1, 2, 3, 5].includes(error.status) && error.stdout) return error.stdout;
        throw new Error(`wgcq ${words.join(' ')}: ${error.stderr}`);
    }
}

export const rows = (...words) => JSON.parse(wgcq(...words, '--format', 'json'));

const made = new Map();

/** What `make` gives, which is called once for equal words. */
function once(words, make) {
    const key = JSON.stringify(words);
    if (!made.has(key)) made.set(key, make());
    return made.get(key);
}

/** Solves a puzzle of the shelf, or one whose text is given, into NAME.db; the report. */
export function solve(...words) {
    return once(['solve', ...words], () => solveNow(...words));
}

function solveNow(name, puzzle, ...options) {
    let file = `${root}/puzzles/${puzzle}.yaml`;
    if (puzzle.includes('\n')) writeFileSync((file = path.join(folder, `${name}.yaml`)), puzzle);
    return JSON.parse(wgcq('solve', file, '--quiet', '--format', 'json', '-o', `${name}.db`, ...options));
}

/** Writes the page of databases that are there, which are not changed from then on. */
export function makePage(name, ...databases) {
    return makePageIn([], name, ...databases);
}

/** The same with options. */
export function makePageIn(options, name, ...databases) {
    return once(['page', options, name, ...databases], () => {
        const out = path.join(folder, `${name}.html`);
        wgcq('page', ...(databases.length ? databases : [name]).map((one) => `${one}.db`), '-o', out, ...options);
        return out;
    });
}

/** For who looks at no answer that takes long: rejections with their values, classes of plans.  The program has a third of a second for each. */
export const makeQuickPage = (name, ...databases) => makePageIn(['--max-time', '0.3'], name, ...databases);

const DESK = { width: 1280, height: 900 };
const pages = [];
const shared = new Map();

/** Opens a page at a view; whatever it complains of, or asks of the network, is kept. */
export async function open(file, hash = '', options = {}) {
    const context = await browser.newContext({ viewport: DESK, acceptDownloads: true, ...options });
    const page = await context.newPage();
    page.complaints = [];
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !/GPU stall|GL Driver/.test(message.text())) page.complaints.push(message.text()); });
    page.on('pageerror', (error) => page.complaints.push(error.message));
    page.on('request', (request) => { if (!/^(file|blob|data):/.test(request.url())) page.complaints.push(`asked for ${request.url()}`); });
    page.on('dialog', (dialog) => { page.complaints.push(`a dialog: ${dialog.message()}`); void dialog.dismiss(); });
    await page.goto(pathToFileURL(file).href + hash);
    await settled(page);
    pages.push(page);
    return page;
}

/** The page at a view, shared by the tests that ask for it until one fails: it is only told of another address, size and scheme of colours. */
export async function openShared(file, hash, { viewport = DESK, colorScheme = 'light' } = {}) {
    if (shared.has(file)) {
        await shared.get(file).setViewportSize(viewport);
        await shared.get(file).emulateMedia({ colorScheme });
        await visit(shared.get(file), hash);
    } else {
        shared.set(file, await open(file, hash, { viewport, colorScheme }));
        pages.pop();
    }
    return shared.get(file);
}

/** Waits until the view is drawn. */
export async function settled(page) {
    await page.evaluate(() => new Promise((done) => { setTimeout(done); })); // behind the event of an address that has just changed
    await page.waitForFunction(() => document.querySelector('main')?.children.length && !document.querySelector('main[aria-busy], main [data-pending]'), null, { timeout: 60000 });
}

/** Waits until pictures have the width of their places: an observer sees the place after one frame, and they are drawn before the next. */
export async function fitted(page) {
    await settled(page);
    await page.evaluate(async () => { for (let i = 0; i < 3; i++) await new Promise((done) => { requestAnimationFrame(done); }); });
}

/** Goes to another view as a link does. */
export async function visit(page, hash) {
    await page.evaluate((to) => { document.querySelector('main').setAttribute('aria-busy', 'true'); if (location.hash === to) dispatchEvent(new Event('hashchange')); else location.hash = to; }, hash);
    await settled(page);
}

/** A figure of the report, as digits. */
export async function figureOn(page, name) {
    return (await page.locator(`[data-figure="${name}"]`).first().innerText()).replace(/^[\d,]+$/, (digits) => digits.replaceAll(',', ''));
}

export function equal(is, expected, what = '') {
    if (JSON.stringify(is) !== JSON.stringify(expected))
        throw new Error(`${what}${what && ': '}is ${JSON.stringify(is)}, expected ${JSON.stringify(expected)}`);
}

const tests = [];
export const test = (name, run) => tests.push({ name, run });

/** Runs the tests, or those whose names have a word; each fails too if a page complained. */
export async function runTests(word = '') {
    const chosen = tests.filter(({ name }) => name.includes(word));
    console.log(`1..${chosen.length}`);
    let number = 0, failed = 0;
    for (const { name, run } of chosen) {
        let wrong = null;
        try {
            await run();
            for (const page of [...pages, ...shared.values()]) equal(page.complaints, [], 'complaints');
        } catch (error) {
            wrong = error;
            failed++;
            pages.push(...shared.values()); // the next test has pages of its own
            shared.clear();
        }
        console.log(`${wrong ? 'not ok' : 'ok'} ${++number} - ${name}`);
        if (wrong) console.log(String(wrong.stack ?? wrong).slice(0, 2000).replace(/^/gm, '# '));
        await Promise.all(pages.splice(0).map((page) => page.context().close()));
    }
    await browser.close();
    rmSync(folder, { recursive: true });
    process.exit(failed ? 1 : 0);
}
