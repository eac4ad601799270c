// test_trees.mjs - the trees of journeys: what is shown is what sqlite3 finds in the file.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { axe, build, equal, folder, makeQuickPage, open, openShared, root, runTests, settled, solve, test, visit } from './harness.mjs';

/** Queens on a board of N, one on each row; then a choice among many. */
const QUEENS = `#include <stdio.h>
#include <stdlib.h>
#include <wgcq.h>
typedef struct { unsigned char row, at[7]; } board;
static bool place(wgcq_journey *j, void *state)
{
    board *b = state;
    size_t at;
    if (!wgcq_choose(j, *(const unsigned *)wgcq_self(j), &at)) return false;
    for (unsigned r = 0; r < b->row; r++) {
        int apart = (int)at - b->at[r];
        if (!wgcq_guard(j, apart != 0, "same column")) return false;
        if (!wgcq_guard(j, abs(apart) != (int)(b->row - r), "<b>same</b> diagonal")) return false;
    }
    b->at[b->row++] = (unsigned char)at;
    return true;
}
static bool queens(wgcq_journey *j, void *state) { (void)state; return wgcq_repeat(j, *(const unsigned *)wgcq_self(j), place); }
static bool many(wgcq_journey *j, void *state) { size_t at; (void)state; return wgcq_choose(j, 1000, &at) && wgcq_guard(j, at % 2 == 0, "even"); }
static size_t show(const void *state, char *text, size_t size)
{
    const board *b = state;
    return (size_t)snprintf(text, size, "%d %d %d %d %d %d", b->at[0], b->at[1], b->at[2], b->at[3], b->at[4], b->at[5]);
}
int main(int count, char **words)
{
    unsigned size = 6;
    board b = {0};
    wgcq_error err = {0};
    wgcq_iterator *it;
    wgcq_iterator_options options = {.self = &size, .trace = words[1], .name = words[2], .show = show, .trace_nodes = strtoull(words[3], NULL, 10)};
    int code = wgcq_iterator_new(&it, count > 4 ? many : queens, &b, sizeof b, &options, &err);
    if (code == 0) {
        while ((code = wgcq_iterator_next(it, &err)) == 0) { }
        wgcq_iterator_free(it);
    }
    return code < 0 ? fprintf(stderr, "%s\\n", err.text), 1 : 0;
}
`;
writeFileSync(`${folder}/queens.c`, QUEENS);
execFileSync('cc', ['-std=c11', `-I${root}/lib`, 'queens.c', '-o', 'queens', `-L${build}`, `-Wl,-rpath,${build}`, '-lwgcq'], { cwd: folder });
const trace = (name, ...words) => execFileSync(`${folder}/queens`, [`${name}.db`, ...words], { cwd: folder });
trace('queens', 'six queens', '0');
trace('part', 'six queens', '40');
trace('many', 'a thousand', '0', 'many');
solve('family', 'family');
solve('frogs', 'frogs');
const all = makeQuickPage('all', 'family', 'queens', 'frogs', 'part', 'many'), alone = makeQuickPage('queens');

/** What SQLite itself finds. */
const ask = (name, sql) => execFileSync('sqlite3', ['-separator', ' ', `${name}.db`, sql], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
const labels = (page, parent) => page.locator(`li[data-node="${parent}"] > ul > li`).evaluateAll((list) => list.map((li) => li.getAttribute('aria-label')));
const current = (page) => page.evaluate(() => document.activeElement.dataset.node);
const grouped = (text) => Number(text).toLocaleString('en-US');
const SAID = "kind || ' ' || value || ', ' || outcome || iif(outcome = 'failed', ': ' || name, '') || ', node ' || format('%,d', id)";

test('heading, results and guards are those of the file', async () => {
    const page = await openShared(alone, '#tree');
    const [about] = ask('queens', 'SELECT count(*), (SELECT count(*) FROM results) FROM nodes'), [nodes, results] = about.split(' ');
    equal(await page.innerText('.verdict'), `the whole tree: ${grouped(nodes)} nodes, ${results} results`);
    equal(await page.innerText('h1'), 'six queens');
    equal(await page.locator('.top nav a').allInnerTexts(), ['Tree', 'SQL']);
    equal(await page.locator('.tree-results pre').allInnerTexts(), ask('queens', 'SELECT shown FROM results ORDER BY id'));
    equal((await page.locator('.guards tbody tr').evaluateAll((list) => list.map((tr) => [...tr.children].slice(0, 4).map((td) => td.textContent.replaceAll(',', '')).join(' ')))),
        ask('queens', 'SELECT name, depth, tried, failed FROM guards ORDER BY name, depth'));
});

test('a node is unfolded by a click, and has the children of the file', async () => {
    const page = await openShared(alone, '#tree');
    equal(await labels(page, 1), ask('queens', `SELECT ${SAID} FROM nodes WHERE parent = 1 ORDER BY id`));
    await page.click('li[data-node="2"] > .folded-row');
    await page.waitForSelector('li[data-node="2"] > ul');
    equal(await labels(page, 2), ask('queens', `SELECT ${SAID} FROM nodes WHERE parent = 2 ORDER BY id`));
    equal(await page.evaluate(() => location.hash), '#tree/2');
    equal(await page.locator('.tree b').count(), 0, 'markup');
});

test('a link, and a click on a result, unfold the path', async () => {
    const [node, next] = ask('queens', 'SELECT node FROM results ORDER BY id LIMIT 2'), page = await openShared(alone, `#tree/${node}`);
    equal(await page.locator('[aria-selected="true"]').getAttribute('data-node'), node);
    const way = (id) => ask('queens', `WITH RECURSIVE way(id, parent) AS (SELECT id, parent FROM nodes WHERE id = ${id} UNION ALL SELECT n.id, n.parent FROM way JOIN nodes n ON n.id = way.parent) SELECT id FROM way WHERE id <> ${id} ORDER BY id`);
    equal(await page.locator('li[aria-expanded="true"]').evaluateAll((list) => list.map((li) => li.dataset.node)), way(node));
    await page.click('.tree-results a >> nth=1');
    await page.waitForSelector(`li[data-node="${next}"][aria-selected="true"]`);
    equal(await page.evaluate(() => location.hash), `#tree/${next}`);
    await visit(page, '#tree/999999');
    equal(await page.innerText('.tree .status'), 'The file holds no node 999999.');
});

test('the keyboard goes through all of it', async () => {
    const page = await openShared(alone, '#tree');
    const key = (name) => page.keyboard.press(name), at = async (id, key) => equal(await current(page), String(id), key);
    const [second, below] = [ask('queens', 'SELECT id FROM nodes WHERE parent = 1 ORDER BY id LIMIT 1 OFFSET 1')[0], ask('queens', 'SELECT min(id) FROM nodes WHERE parent = 2')[0]];
    await page.focus('li[role="treeitem"][tabindex="0"]');
    await at(1, 'start');
    await key('ArrowRight'); await at(2, 'into');
    await key('ArrowDown'); await at(second, 'down');
    await key('ArrowUp'); await at(2, 'up');
    await key('ArrowRight'); await at(2, 'unfold');
    await page.waitForSelector('li[data-node="2"] > ul > li');
    await key('ArrowRight'); await at(below, 'into');
    await key('ArrowLeft'); await at(2, 'out');
    await key('ArrowLeft');
    equal(await page.getAttribute('li[data-node="2"]', 'aria-expanded'), 'false');
    await key('End'); await at(ask('queens', 'SELECT max(id) FROM nodes WHERE parent = 1')[0], 'End');
    await key('Home'); await at(1, 'Home');
    await key('ArrowDown'); await key('Enter');
    equal(await page.evaluate(() => location.hash), '#tree/2');
    equal(await page.locator('.folded [tabindex="0"]').count(), 1, 'one stop of Tab');
});

test('the five questions are answered as sqlite3 does', async () => {
    const page = await openShared(alone, '#sql');
    for (let i = 0; i < 5; i++) {
        await page.selectOption('select[aria-label="examples"]', String(i));
        await page.waitForFunction(() => document.querySelector('.sql .status').textContent.includes(' in '));
        await settled(page);
        const found = await page.locator('.answer tbody tr').evaluateAll((list) => list.map((tr) => [...tr.children].map((td) => td.textContent === '–' ? '' : td.textContent.replaceAll(',', '')).join(' ')));
        const expected = ask('queens', await page.inputValue('#query')).map((row) => row.replace(/\.0$/, ''));
        equal(found, expected, `question ${i + 1}`);
    }
});

test('several files: each opens as what it is; Compare has the puzzles', async () => {
    const page = await openShared(all, '#compare');
    equal(await page.locator('.sweep tbody th').allInnerTexts(), ['family', 'frogs']);
    await page.click('.sweep tbody a >> text=frogs');
    await page.waitForSelector('main[data-view="report"] .verdict');
    equal(await page.evaluate(() => location.hash), '#report?db=3');
    await visit(page, '#report?db=2');
    equal(await page.innerText('h1'), 'six queens');
    equal(await page.locator('.top nav a').allInnerTexts(), ['Tree', 'SQL']);
});

test('a tree that is not complete says so, and why', async () => {
    const page = await openShared(all, '#tree?db=4');
    equal(await page.innerText('.verdict'), `not the whole tree: ${ask('part', 'SELECT count(*) FROM nodes')[0]} nodes, ${ask('part', 'SELECT count(*) FROM results')[0]} results; options.trace_nodes limited it`.replace(/\b1 results/, '1 result'));
});

test('of many children 200 are read at a time', async () => {
    const page = await openShared(all, '#tree?db=5'), children = () => page.locator('li[data-node="1"] > ul > li[data-node]').evaluateAll((list) => list.map((li) => li.dataset.node));
    const ids = ask('many', 'SELECT id FROM nodes WHERE parent = 1 ORDER BY id');
    equal(await children(), ids.slice(0, 200));
    await page.focus('li[data-node="1"]');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForSelector(`li[data-node="${ids[399]}"]`);
    equal(await children(), ids.slice(0, 400));
    await visit(page, `#tree/${ids[700]}?db=5`);
    equal(await page.locator('[aria-selected="true"]').getAttribute('data-node'), ids[700]);
    equal(await children(), ids.slice(600, 900));
    await page.click('.fold-more >> text=earlier');
    await page.waitForSelector(`li[data-node="${ids[400]}"]`);
    equal(await children(), ids.slice(400, 900));
});

test('a phone has room for it, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark']) {
        const page = await openShared(alone, `#tree/${ask('queens', 'SELECT max(node) FROM results')[0]}`, { viewport: { width: 360, height: 740 }, colorScheme });
        equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, colorScheme);
        const guards = page.locator('.guards');
        equal(await guards.evaluate((it) => it.scrollWidth <= it.parentElement.clientWidth), true, 'guards fit');
        await page.evaluate(readFileSync(axe, 'utf8'));
        equal(await page.evaluate(async () => (await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa'] })).violations.map((v) => `${v.id}: ${v.nodes[0].html}`)), [], `axe, ${colorScheme}`);
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/360-${colorScheme}.png`, fullPage: true });
        if (process.env.SHOTS) await (await openShared(alone, '#tree/9', { viewport: { width: 1440, height: 900 }, colorScheme })).screenshot({ path: `${process.env.SHOTS}/1440-${colorScheme}.png`, fullPage: true });
    }
});

test('a tree that is dropped onto the page is opened, too', async () => {
    const page = await open(makeQuickPage('family'));
    await page.evaluate((text) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], 'queens.db'));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, readFileSync(`${folder}/queens.db`).toString('base64'));
    await page.waitForSelector('main[data-view="tree"] .verdict');
    equal(await page.innerText('h1'), 'six queens');
});

await runTests(process.argv[2]);
