// test_search.mjs - states by an expression: the count, the list and its places; a condition without a value somewhere.
import { equal, makeQuickPage, open, rows, runTests, settled, solve, test, visit } from './harness.mjs';

solve('hanoi-search', 'hanoi');
solve('jugs', 'water-jugs');
const count = (db, where) => rows('sql', `${db}.db`, `SELECT count(*) AS n FROM states WHERE ${where}`)[0].n;

async function search(page, text) {
    await page.fill('input[type=search]', text);
    await page.press('input[type=search]', 'Enter');
}

test('the map lists what was found, a hundred at a time; a click chooses the state', async () => {
    const page = await open(makeQuickPage('hanoi-search'), '#map'), all = count('hanoi-search', 'on_1 = on_2');
    await page.waitForFunction(() => window.wgcqMap?.canvas.isSharp());
    await search(page, 'on[1] == on[2]');
    await page.waitForSelector('.hits-found li a');
    equal(await page.innerText('.hits'), `${all} states`);
    equal(await page.locator('.hits-found li a').count(), 100);
    equal(await page.innerText('.hits-found .more'), `${all - 100} more`);
    for (let shown = 100; shown < all; shown += 100) {
        await page.click('.hits-found .more button');
        await page.waitForFunction((least) => document.querySelectorAll('.hits-found li a').length >= least, Math.min(shown + 100, all));
    }
    equal((await page.locator('.hits-found li a').allInnerTexts()).map(Number), rows('sql', 'hanoi-search.db', 'SELECT id FROM states WHERE on_1 = on_2 ORDER BY id').map((row) => row.id));
    equal(await page.locator('.hits-found .more').count(), 0);
    await page.locator('.hits-found li a').nth(7).click();
    const id = await page.locator('.hits-found li a').nth(7).innerText();
    await page.waitForFunction((wanted) => document.querySelector('.map-panel h2')?.textContent === `State ${wanted}`, id);
});

test('the states of a link; a click goes there and keeps the condition', async () => {
    const page = await open(makeQuickPage('hanoi-search'), '#state?where=all(on[d]+%3D+3+for+d+in+1..3)');
    equal(await page.innerText('.states-where [role=status]'), `${count('hanoi-search', 'on_1 = 3 AND on_2 = 3 AND on_3 = 3')} states`);
    const id = await page.locator('.hit-list a').nth(3).innerText();
    await page.locator('.hit-list a').nth(3).click();
    await page.waitForFunction((wanted) => location.hash.startsWith(`#state/${wanted}?where=`), id);
    await settled(page);
    equal(await page.inputValue('input[type=number]'), id);
});

test('a condition that has no value somewhere says where', async () => {
    const page = await open(makeQuickPage('jugs'), '#state');
    await search(page, '4 // water[0] == 2');
    await page.waitForSelector('.states-where [role=status]');
    const none = rows('sql', 'jugs.db', 'SELECT min(id) AS first, count(*) AS n FROM states WHERE water_0 = 0')[0];
    equal(await page.innerText('.states-where [role=status]'), `${count('jugs', 'water_0 = 2')} states; in ${none.n} states it has no value: division by zero: 4 // 0 (state ${none.first})`);
    await visit(page, '#state?where=7');
    equal(await page.locator('.hit-list a').allInnerTexts(), ['7']);
    await visit(page, '#state?where=water[0]+%2B+1');
    equal(await page.innerText('.states-where [role=status]'), 'this is a number, where a condition is expected; compare it, as in x == 1 water[0] + 1');
});

test('a text that is no expression is looked for in how states are shown', async () => {
    const page = await open(makeQuickPage('hanoi-search'), '#state?where=on_1%3D2+on_2%3D2+on_3%3D2+on_4');
    equal(await page.innerText('.states-where [role=status]'), `${count('hanoi-search', 'on_1 = 2 AND on_2 = 2 AND on_3 = 2')} states that show this text`);
});

await runTests(process.argv[2]);
