// test_views.mjs - state, solutions, play: what they show is what the command line says; keys and links.
import { equal, makePage, open, rows, runTests, settled, solve, test, visit, wgcq } from './harness.mjs';

solve('family', 'family');
solve('frogs', 'frogs', '--set', 'n=4');
solve('sokoban', 'sokoban');
solve('mutex', 'naive-mutex');
solve('jugs', 'water-jugs');
solve('bridge', 'bridge-torch');
const file = Object.fromEntries(['family', 'frogs', 'sokoban', 'mutex', 'jugs', 'bridge'].map((name) => [name, makePage(name)]));
const hashOf = (page) => page.evaluate(() => location.hash);

test('a state: distances, moves, rejections', async () => {
    const page = await open(file.family, '#state/1');
    for (const id of [1, 20, 300, 614]) {
        await visit(page, `#state/${id}`);
        const [state] = rows('sql', 'family.db', `SELECT depth, to_goal FROM states WHERE id = ${id}`);
        equal([await page.innerText('[data-fact=depth]'), await page.innerText('[data-fact="to the goal"]')].map((text) => parseInt(text)), [state.depth, state.to_goal], `state ${id}`);
        const moves = page.locator('.card', { hasText: 'Moves from here' }).locator('.move-name');
        equal(await moves.allInnerTexts(), rows('sql', 'family.db', `SELECT move FROM edges WHERE src = ${id} ORDER BY move`).map((r) => r.move));
        const found = await page.locator('.rejected li').evaluateAll((all) => all.map((li) => `${li.querySelector('b').textContent}: ${li.querySelector('.why')?.textContent}`));
        const stored = JSON.parse(wgcq('sql', 'family.db', `SELECT move || ': ' || rule AS why FROM rejections WHERE src = ${id}`, '--format', 'json') || '[]');
        equal(stored.map((r) => r.why).filter((why) => !found.includes(why)), [], 'stored rejections');
    }
    await visit(page, '#state/615');
    equal((await page.innerText('main')).includes('holds no state 615'), true);
});

for (const name of ['family', 'frogs', 'sokoban', 'jugs', 'bridge'])
    test(`what every solution of ${name} passes is that of query bottlenecks`, async () => {
        const page = await open(file[name], '#state/1');
        await page.click('text=Find out');
        await page.waitForSelector('.chain');
        const found = await page.locator('.chain li').evaluateAll((all) => all.map((li) => [Number(li.querySelector('a').textContent.replace('state ', '')), li.querySelector('.chain-move')?.textContent ?? null]));
        equal(found, rows('query', `${name}.db`, 'bottlenecks').map((r) => [r.id, r.move]));
    });

test('a solution step by step, by keys and by slider, with its costs', async () => {
    const page = await open(file.family, '#solutions/1');
    const steps = rows('show', 'family.db', '1');
    equal(await page.locator('.move-list button').allInnerTexts(), ['start', ...steps.slice(1).map((s) => s.move)]);
    const at = async () => Number((await page.innerText('.player-move .step-number')).split(' ')[0]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    equal(await at(), 2);
    equal(await page.innerText('.player-move b'), steps[2].move);
    await page.keyboard.press('End');
    equal(await at(), steps.length - 1);
    equal(Number(await page.innerText('[data-cost=noise]').then((t) => t.split(' ')[0])), steps[steps.length - 1].noise);
    await page.keyboard.press('ArrowLeft');
    await page.locator('input[type=range]').fill('7');
    equal(await at(), 7);
    equal(await hashOf(page), '#solutions/1?step=7');
    await page.keyboard.press('Home');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => Number(document.querySelector('input[type=range]').value) > 0);
    await page.keyboard.press(' ');
    const played = await at();
    await page.waitForTimeout(1800);
    equal(await at(), played, 'after it was stopped');
    const again = await open(file.family, '#solutions/1?step=7');
    equal(Number((await again.innerText('.player-move .step-number')).split(' ')[0]), 7, 'by its link');
});

for (const [name, ids] of [['family', [1, 2]], ['family', [1, 5, 90]], ['sokoban', [1, 40]], ['jugs', [1, 2]], ['bridge', [3, 9]]])
    test(`solutions ${ids} of ${name} side by side as compare has them`, async () => {
        const page = await open(file[name], `#solutions/${ids[0]}?with=${ids.slice(1).join('.')}`);
        const found = await page.locator('.aligned tbody tr[data-where]').evaluateAll((all) => all.map((tr) => [tr.dataset.where,
            ...[...tr.querySelectorAll('td')].map((td) => td.querySelector('.step-number') ? Number(td.querySelector('.step-number').textContent) : null)]));
        equal(found, rows('compare', `${name}.db`, ...ids.map(String), '--part', 'steps').map((r) => [r.where, ...ids.map((id) => r[`step ${id}`])]));
    });

test('a game: moves by click and by number, undo, hint, link; hopelessness only if asked', async () => {
    const page = await open(file.frogs, '#play');
    const position = () => page.getAttribute('.board', 'aria-label');
    equal(await position(), 'state: GGGG_BBBB');
    await page.click('.choices a >> nth=0');
    await settled(page);
    await page.waitForFunction(() => location.hash.includes('path='));
    await page.waitForFunction(() => document.querySelector('.board').getAttribute('aria-label') !== 'state: GGGG_BBBB');
    const first = await position();
    await page.keyboard.press('u');
    await page.waitForFunction(() => document.querySelector('.board').getAttribute('aria-label') === 'state: GGGG_BBBB');
    await page.keyboard.press('1');
    await page.waitForFunction((was) => document.querySelector('.board').getAttribute('aria-label') === was, first);
    const again = await open(file.frogs, await hashOf(page));
    equal(await again.getAttribute('.board', 'aria-label'), first, 'by its link');
    // By hints alone the goal is reached in as many moves as there are at least.
    await visit(page, '#play');
    let moves = 0;
    for (; moves < 30 && !(await page.locator('.verdict.good').count()); moves++) {
        await page.keyboard.press('h');
        const text = /^Try: (.*) \(/.exec(await page.innerText('.hint'))[1], before = await hashOf(page);
        await page.locator('.choices a').filter({ hasText: text }).first().click();
        await page.waitForFunction((was) => location.hash !== was && document.querySelector('.title-row .note').textContent === `moves ${location.hash.split('.').length - 1}`, before);
    }
    equal(moves, 24);
    const [dead] = rows('sql', 'frogs.db', 'SELECT min(id) AS id FROM states WHERE to_goal IS NULL');
    await visit(page, `#play/${dead.id}`);
    equal((await page.innerText('main')).includes('no longer'), true, 'the choice');
    equal(await page.locator('.verdict.bad').count(), 0, 'not asked');
    await page.check('input[type=checkbox]');
    await page.waitForSelector('.verdict.bad');
});

test('keys lead to views, help, and dark colours', async () => {
    const page = await open(file.frogs);
    for (const [key, view] of [['2', 'map'], ['3', 'state'], ['4', 'solutions'], ['6', 'sql'], ['1', 'report']]) {
        await page.keyboard.press(key);
        await page.waitForFunction((name) => document.querySelector('main').dataset.view === name && !document.querySelector('main[aria-busy]'), view);
    }
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    await page.click('text=Licences of what');
    await page.waitForFunction(() => /d3-zoom[\s\S]*Permission to use, copy, modify/.test(document.querySelector('.licences').textContent));
    await page.keyboard.press('Escape');
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await colour();
    await page.keyboard.press('t');
    equal(before !== await colour(), true, 'another colour');
});

await runTests(process.argv[2]);
