// test_plans.mjs - plans that are not stored, classes, reasons, runs before the newest: as the command line has them.
import { equal, figureOn, makePage, makePageIn, open, openShared, rows, runTests, settled, solve, test, visit, wgcq } from './harness.mjs';

solve('family', 'family');
solve('frogs', 'frogs', '--set', 'n=4');
solve('sokoban', 'sokoban');
solve('jugs', 'water-jugs');
solve('bridge', 'bridge-torch');
solve('mutex', 'naive-mutex');
solve('wolf', 'wolf-goat-cabbage');
solve('ways', 'timetable');
solve('ovens', 'two-ovens');
const file = Object.fromEntries(['family', 'frogs', 'sokoban', 'mutex', 'ovens'].map((name) => [name, makePage(name)]));
for (const name of ['jugs', 'bridge', 'wolf', 'ways']) file[name] = makePageIn(['--max-time', '60'], name);
const plain = (text) => text.replace(/,(?=\d{3}\b)/g, '');
const cells = (page, where) => page.locator(`${where} tbody tr`).evaluateAll((all) => all.map((tr) => [...tr.children].map((c) => c.textContent.replace(/,(?=\d{3}\b)/g, ''))));

for (const [name, costs] of [['bridge', ['minutes', 'moves']], ['family', ['moves', 'noise']], ['family', ['noise', 'moves']], ['sokoban', ['pushes', 'moves']], ['ways', ['time', 'money']], ['ways', ['money', 'moves']], ['ovens', ['makespan', 'bill']]])
    test(`the Pareto front of ${name} by ${costs} is that of query pareto, with its counts`, async () => {
        const page = await openShared(file[name], '#solutions/1');
        const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Pareto front' }) });
        await card.locator('select').nth(0).selectOption(costs[0]);
        await card.locator('select').nth(1).selectOption(costs[1]);
        await card.getByText('Draw').click();
        await page.waitForSelector('.pareto .dot');
        const expected = rows('query', `${name}.db`, 'pareto', '--by', costs.join(','));
        equal((await page.locator('.pareto .dot').evaluateAll((all) => all.map((dot) => dot.getAttribute('aria-label')))).map(plain),
            expected.map((r) => `${costs.map((c) => `${c} ${r[c]}`).join(', ')}: ${r.count} plan${r.count === '1' ? '' : 's'}`));
        equal(await cells(page, '.pareto'), expected.map((r) => [...costs.map((c) => String(r[c])), r.count]));
        await page.locator('.pareto .dot').first().click();
        equal(await page.locator('.pareto .chain li').count(), expected[0].length + 1, 'moves of the plan');
    });

for (const [name, by, k] of [['bridge', 'minutes', 50], ['bridge', 'moves', 10], ['wolf', 'moves', 10], ['family', 'noise', 10], ['jugs', 'moves', 10], ['ways', 'time', 50], ['ways', 'money', 50], ['ovens', 'bill', 10]])
    test(`the best ${k} plans of ${name} by ${by} cost what query best says`, async () => {
        const page = await openShared(file[name], '#solutions/1');
        const card = page.locator('.card', { has: page.getByRole('heading', { name: 'The best plans' }) });
        await card.locator('select').nth(0).selectOption(by);
        await card.locator('select').nth(1).selectOption(String(k));
        await card.getByText('Find').click();
        await page.waitForSelector('.best tbody');
        const expected = rows('query', `${name}.db`, 'best', '--k', String(k), '--by', by === 'moves' ? by : `${by},moves`), found = await cells(page, '.best');
        const columns = (await page.locator('.best thead th').allInnerTexts()).slice(1);
        equal(found.map((row, i) => [row[0], row[1 + columns.indexOf(by)], row[1]]), expected.map((r, i) => [String(i + 1), String(r[by]), String(r.length)]));
        equal(await page.locator('.best tbody tr').first().locator('.chain li').count(), expected[0].length + 1);
    });

for (const name of ['frogs', 'jugs', 'wolf', 'ways'])
    for (const upTo of ['symmetry', 'commuting', 'moves'])
        test(`classes of plans of ${name} up to ${upTo} are those of query classes`, async () => {
            const page = await openShared(file[name], '#solutions/1');
            const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Classes' }) });
            await card.locator('select').nth(0).selectOption(upTo);
            for (const of of ['shortest', 'cheapest', 'all']) {
                await card.locator('select').nth(1).selectOption(of);
                if (upTo === 'symmetry' && name !== 'frogs') { equal((await card.innerText()).includes("declares nothing 'symmetric'"), true); continue; }
                const expected = rows('query', `${name}.db`, 'classes', '--up-to', upTo, '--of', of, '--limit', '500');
                equal((await cells(page, '.classes')).map((row) => row.slice(0, -1)), expected.map((r) => Object.entries(r).filter(([key]) => key !== 'plan').map(([, value]) => String(value))), of);
                const plan = await page.locator('.classes tbody tr').first().locator('.chain-move').evaluateAll((all) => all.map((move) => move.textContent));
                equal(plan, expected[0].plan, 'the best of the first class');
            }
        });

for (const name of ['wolf', 'jugs', 'ways'])
    test(`what rejects the moves of ${name}, with its values, is what wgcq why says`, async () => {
        const page = await openShared(file[name], '#state/1');
        const [{ n }] = rows('sql', `${name}.db`, 'SELECT count(*) AS n FROM states');
        for (let id = 1; id <= Math.min(n, 12); id++) {
            await visit(page, `#state/${id}`);
            const found = await page.locator('.rejected li').evaluateAll((all) => all.map((li) => [li.querySelector('b').textContent, li.querySelector('.why')?.textContent ?? null, li.querySelector('code')?.textContent ?? null, li.querySelector('.note')?.textContent ?? null]));
            const expected = JSON.parse(wgcq('why', `${name}.db`, String(id), '--format', 'json')).filter((r) => r.outcome === 'refused' || r.outcome === 'not possible')
                .map((r) => [r.move, r.rule, r.because, r.place === null ? null : `line ${/:(\d+):\d+$/.exec(r.place)[1]}`]);
            equal(found, [...expected.filter((r) => r[1] !== null), ...expected.filter((r) => r[1] === null)], `state ${id}`);
        }
    });

test('a state that violates an invariant says which, and what it demands', async () => {
    const page = await open(file.mutex, '#state/9');
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Violated here' }) });
    equal(await card.locator('.why').allInnerTexts(), rows('query', 'mutex.db', 'violations').filter((r) => r.state === 9).map((r) => r.invariant));
});

test('where there was no time to explain, the stored rules are shown, and the command that explains', async () => {
    const page = await open(makePageIn(['--max-time', '0.000001'], 'late', 'family'), '#state/1');
    const found = await page.locator('.rejected li').evaluateAll((all) => all.map((li) => [li.querySelector('b').textContent, li.querySelector('.why').textContent]));
    equal(found, rows('sql', 'family.db', 'SELECT move, rule FROM rejections WHERE src = 1 ORDER BY move, rule').map((r) => [r.move, r.rule]));
    equal((await page.innerText('main')).includes('wgcq why family.db 1'), true);
    await visit(page, '#solutions/1');
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Classes' }) });
    await card.locator('select').nth(1).selectOption('all');
    equal((await page.innerText('.classes')).includes('wgcq query family.db classes --up-to moves --of all finds out'), true);
});

test('runs before the newest: each view is of the run that is chosen', async () => {
    solve('runs', 'frogs', '--set', 'n=3');
    wgcq('solve', `${(await import('./harness.mjs')).root}/puzzles/frogs.yaml`, '--set', 'n=3', '--quiet', '-o', 'runs.db', '--max-states', '20');
    const page = await open(makePage('runs'));
    equal(await figureOn(page, 'states'), '20');
    await page.getByLabel('run').selectOption('1');
    await page.waitForFunction(() => document.querySelector('[data-figure=states]')?.textContent === '72');
    await settled(page);
    equal(await page.evaluate(() => location.hash), '#report?run=1');
    equal(await page.innerText('.verdict'), 'solved: shortest 15 moves, 2 ways');
    for (const [key, view] of [['2', 'map'], ['3', 'state'], ['4', 'solutions'], ['6', 'sql'], ['1', 'report']]) {
        await page.keyboard.press(key);
        await page.waitForFunction((name) => document.querySelector('main').dataset.view === name && !document.querySelector('main[aria-busy]'), view);
        equal((await page.evaluate(() => location.hash)).includes('run=1'), true, view);
    }
    await visit(page, '#map?run=1');
    await page.waitForSelector('.map[data-drawn]');
    equal(await page.evaluate(() => window.wgcqMap.data.nodes.length), 72);
    await visit(page, '#map');
    await page.waitForFunction(() => window.wgcqMap.data.nodes.length === 20);
});

await runTests(process.argv[2]);
