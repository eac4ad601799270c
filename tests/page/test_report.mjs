// test_report.mjs - the report and SQL: their figures are those of the command line.
import { readFileSync, writeFileSync } from 'node:fs';
import { equal, fitted, figureOn, folder, makePage, makeQuickPage, open, root, rows, runTests, settled, solve, test, visit, wgcq } from './harness.mjs';

const HOSTILE = `puzzle: "<img src=x onerror=alert(1)> </script><b>\\"&amp;"
about: "<script>alert(2)</script>"
types:
  place: {here: "<i>a</i>", there: "</textarea><svg onload=alert(3)>"}
state:
  at: place
start: {at: here}
moves:
  "go </script><img src=x onerror=alert(4)> '&lt;":
    - set: at = there
never:
  "<b onclick=alert(5)>no</b>": at == here and at == there
goal: at == there
show: "{at} <img src=x onerror=alert(6)>"
`;

for (const [name, puzzle, ...options] of [['family', 'family'], ['frogs', 'frogs', '--set', 'n=6'], ['sokoban', 'sokoban'],
    ['mutex', 'naive-mutex'], ['commit', 'two-phase-commit'], ['board', 'mutilated-chessboard'], ['readers', 'readers-writers'], ['queues', 'go-back-n', '--set', 'numbers=2'], ['bridge', 'bridge-torch'], ['cut', 'family', '--max-states', '50'], ['bare', 'family', '--trace', 'none']]) {
    test(`the report of ${name} says what solve says`, async () => {
        const report = solve(name, puzzle, ...options);
        const page = await open(makeQuickPage(name));
        for (const [figure, key] of [['states', 'states'], ['edges', 'edges'], ['depth', 'depth'], ['rejections', 'rejections']])
            equal(await figureOn(page, figure), report[key] === null ? '–' : String(report[key]), figure);
        if (report.goals !== null) {
            equal(await figureOn(page, 'goals'), String(report.goals), 'goals');
            equal(await figureOn(page, 'dead ends'), report.dead_ends === null ? '–' : String(report.dead_ends), 'dead ends');
        }
        equal(await figureOn(page, 'verdict'), report.remark, 'verdict');
        for (const [cost, { cost: least }] of Object.entries(report.cheapest ?? {}).filter(([, best]) => best))
            equal(await figureOn(page, `cheapest ${cost}`), String(least), cost);
    });
}

test('states by depth, and rejections by rule, are those of query', async () => {
    solve('frogs5', 'frogs', '--set', 'n=5');
    solve('family', 'family');
    let page = await open(makeQuickPage('frogs5'));
    const cells = (page) => page.locator('figure details').first().evaluate((d) => [...d.querySelectorAll('tbody tr')].map((r) => [...r.children].map((c) => Number(c.textContent))));
    const expected = rows('query', 'frogs5.db', 'distances').map((r) => [r.depth, r.states - r.goals - r.dead_ends, r.dead_ends, r.goals]);
    equal(await cells(page), expected);
    page = await open(makeQuickPage('family'));
    const rules = await page.locator('.card', { hasText: 'Which rule rejects' }).locator('li').evaluateAll((all) => all.map((li) => [li.querySelector('.bar-name').textContent, Number(li.querySelector('.bar-value').textContent.replace(',', ''))]));
    equal(rules, rows('query', 'family.db', 'rules').filter((r) => r.kind === 'rule').map((r) => [r.name, r.times]));
});

test('a counterexample is that of solve', async () => {
    solve('mutex', 'naive-mutex');
    const page = await open(makeQuickPage('mutex'));
    const [first] = rows('query', 'mutex.db', 'violations').filter((r) => r.invariant === 'mutual exclusion'), shown = page.locator('#counterexamples details[open]');
    equal(await shown.locator('.move-list button').allInnerTexts(), ['start', ...first.plan]);
    equal(await shown.locator('.player-move a').innerText(), `state ${first.state}`, 'the last step is shown');
    await shown.getByText('Open, and compare').click();
    await page.waitForFunction(() => document.querySelector('main').dataset.view === 'solutions');
    equal(await page.innerText('.card h2 >> nth=0'), 'How mutual exclusion is violated');
    equal(await page.locator('.move-list button').allInnerTexts(), ['start', ...first.plan]);
});

test('the path of a property is that of lassos, and goes round', async () => {
    writeFileSync(`${folder}/unfair.yaml`, readFileSync(`${root}/puzzles/dekker.yaml`, 'utf8').replace(/^fair:\n.*\n/m, '').replace(/^expect:[^]*$/m, ''));
    wgcq('solve', 'unfair.yaml');
    const page = await open(makePage('unfair')), steps = rows('query', 'unfair.db', 'lassos').filter((r) => r.property === 'p gets in');
    const report = JSON.parse(wgcq('solve', 'unfair.yaml', '--format', 'json'));
    equal(await page.innerText('.verdict'), report.remark);
    const open_ = page.locator('#properties details[open]');
    equal(await open_.count(), 1);
    equal(await open_.locator('.move-list button').allInnerTexts(), steps.map((s) => s.move ?? 'start'));
    equal(await open_.locator('.move-list li.round').count(), steps.filter((s) => s.part === 'cycle').length);
    for (let i = 0; i < steps.length - 1; i++) await open_.getByLabel('a step forth').click();
    equal(await open_.locator('.player-move a').innerText(), `state ${steps.at(-1).dst}`);
    await open_.getByLabel('a step forth').click();
    equal(await open_.locator('.player-move a').innerText(), `state ${steps.find((s) => s.part === 'cycle').dst}`);
    equal(await page.locator('#properties details.good').count(), report.properties.filter((v) => v.holds).length);
    await open_.getByText('On the map').click();
    await page.waitForFunction(() => window.wgcqMap);
    equal(await page.evaluate(() => window.wgcqMap.data.nodes.map((n) => n.id)), [...new Set(steps.map((s) => s.dst))].sort((a, b) => a - b));
});

test('properties that hold are in the verdict', async () => {
    solve('dekker', 'dekker');
    const page = await open(makePage('dekker'));
    equal(await page.innerText('.verdict'), JSON.parse(wgcq('solve', `${root}/puzzles/dekker.yaml`, '-o', 'dekker.db', '--format', 'json')).remark);
    equal(await page.locator('#properties details.good').count(), 4);
});

test('SQL answers as wgcq sql, for each example', async () => {
    solve('family', 'family');
    const page = await open(makeQuickPage('family'), '#sql');
    for (let i = 0; i < 10; i++) {
        await page.selectOption('select[aria-label=examples]', String(i));
        await page.waitForFunction(() => /row|error/.test(document.querySelector('.status').textContent));
        const sql = await page.inputValue('#query');
        const expected = rows('sql', 'family.db', sql);
        const found = await page.locator('.answer tbody tr').evaluateAll((all) => all.map((r) => [...r.children].map((c) => c.textContent.replace(/^–$/, '').replace(/,(?=\d{3}\b)/g, ''))));
        equal(found, expected.map((row) => Object.values(row).map((v) => v === null ? '' : String(v))), sql);
        await page.locator('.status').evaluate((s) => { s.textContent = ''; });
    }
});

test('a link shows the same query; an id opens its state; csv is that of wgcq', async () => {
    solve('family', 'family');
    const sql = 'SELECT id, shown FROM states WHERE depth = 2 ORDER BY id';
    const page = await open(makeQuickPage('family'), `#sql?${new URLSearchParams({ q: sql, ask: 1 })}`);
    await page.waitForSelector('.answer td');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('text=Save as csv')]);
    const { readFileSync } = await import('node:fs');
    const { wgcq } = await import('./harness.mjs');
    equal(readFileSync(await file.path(), 'utf8'), wgcq('sql', 'family.db', sql, '--format', 'csv').replaceAll('\r\n', '\n'));
    await page.click('.answer td a');
    equal(/^#state\/\d+$/.test(await page.evaluate(() => location.hash)), true, 'the hash');
});

test('the database cannot be harmed, and a runaway query is stopped', async () => {
    solve('family', 'family');
    const page = await open(makeQuickPage('family'), '#sql');
    const ask = async (sql) => {
        await page.fill('#query', sql);
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await page.waitForFunction(() => /row|error/.test(document.querySelector('.status').textContent));
        return page.innerText('.status');
    };
    for (const sql of ['DELETE FROM run', 'DROP TABLE run', 'PRAGMA query_only=0', 'ATTACH ":memory:" AS x', 'CREATE TABLE x(y)'])
        equal((await ask(sql)).startsWith('error: '), true, sql);
    equal((await ask('SELECT count(*) FROM states')).startsWith('1 row'), true);
    await page.fill('#query', 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n');
    await page.keyboard.press('Control+Enter');
    await page.waitForTimeout(300);
    await page.click('text=Stop');
    await page.waitForFunction(() => document.querySelector('.status').textContent === 'stopped');
    equal((await ask('SELECT id FROM states LIMIT 3')).startsWith('3 rows'), true, 'after it was stopped');
});

test('texts of a puzzle are never markup', async () => {
    solve('hostile', HOSTILE);
    const page = await open(makeQuickPage('hostile'));
    for (const view of ['report', 'sql?ask=1&q=SELECT+*+FROM+edges+JOIN+states+ON+id+%3D+dst']) {
        await visit(page, `#${view}`);
        await fitted(page);
        equal(await page.locator('main img, main script, main i[src], main svg[onload]').count(), 0, view);
    }
    equal(await page.innerText('h1'), '<img src=x onerror=alert(1)> </script><b>"&amp;');
});

test('the policy of the page forbids what it does not need', async () => {
    solve('mutex', 'naive-mutex');
    const page = await open(makeQuickPage('mutex'));
    const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
    equal([policy.startsWith("default-src 'none'; "), policy.includes('unsafe-inline'), policy.includes('connect-src'), policy.includes("'unsafe-eval'")], [true, false, false, false]);
    await page.evaluate(() => { const s = document.createElement('script'); s.textContent = 'window.harmed = 1'; document.body.append(s); });
    equal(await page.evaluate(() => 'harmed' in window), false, 'a script that was added');
    page.complaints.length = 0;
});

test('prose and texts are shown as they are, without colours; and where it turns hopeless', async () => {
    solve('sokoban', 'sokoban');
    solve('sliding', 'sliding-tiles', '--set', 'height=2');
    let page = await open(makeQuickPage('sokoban'));
    equal(await page.textContent('.chip pre'), ['####', '# .#', '#  ###', '#*@  #', '#  $ #', '#  ###', '####'].join('\n'), 'a parameter');
    equal(await page.locator('#line-3 .y-word, #line-3 .y-digits, #line-6 .y-comment').count(), 0, 'colours');
    equal(await page.locator('#line-1 .y-comment').count(), 1, 'a comment');
    equal((await page.innerText('.card:has(h2:text("Where it turns hopeless")) p')).split('.')[0], '26 moves lead from where a goal can be reached to where none can');
    solve('family', 'family');
    equal(await (await open(makeQuickPage('family'))).innerText('.card:has(h2:text("Where it turns hopeless")) p'), 'Nowhere: from each of the 614 states a goal can be reached.');
    page = await open(makeQuickPage('sliding'));
    equal((await page.innerText('.about')).replace(/\s+/g, ' '), 'Any size. All of the 3x3 board that can be reached from the solved one: 181440 states, the farthest 31 moves away (Reinefeld, Complete solution of the eight-puzzle, IJCAI 1993).', 'about, in a block');
    equal(await page.locator('#line-4 .y-key').count(), 0, 'prose with a colon');
});

test('without a database one can be dropped; a wrong one is said to be wrong', async () => {
    solve('mutex', 'naive-mutex');
    const { folder, root } = await import('./harness.mjs');
    const build = process.env.BUILD ?? `${root}/build`;
    const page = await open(`${build}/page.html`);
    await page.setInputFiles('input[type=file]', `${folder}/mutex.db`);
    await page.waitForSelector('.verdict');
    await settled(page);
    equal(await page.innerText('.verdict'), 'violated: mutual exclusion, after 4 moves');
    const other = await open(`${build}/page.html`);
    await other.setInputFiles('input[type=file]', `${root}/README.md`);
    await other.waitForSelector('.status.bad');
});

await runTests(process.argv[2]);
