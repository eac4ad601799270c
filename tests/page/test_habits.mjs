// test_habits.mjs - hostile texts, several databases, files that are dropped, print.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { equal, fitted, folder, makeQuickPage, open, rows, runTests, settled, solve, test, visit } from './harness.mjs';

const HOSTILE = `puzzle: "<img src=x onerror=alert(1)> </script><b>"
types:
  place: {here: "<i>a</i>", there: "</textarea><svg onload=alert(3)>"}
state:
  at: place
  other: bool
start: {at: here, other: false}
moves:
  "go </script><img src=x onerror=alert(4)> '&lt;":
    - set: at = there
  "turn <script>alert(7)</script>":
    - set: other = not other
never:
  "<b onclick=alert(5)>no</b>": at == there and other
goal: at == there
show: "{at} <img src=x onerror=alert(6)>"
`;
const VIEWS = ['#report', '#map', '#map?part=density', '#state/1', '#solutions/1', '#play', '#sql?ask=1&q=SELECT+*+FROM+states+LIMIT+5'];

solve('family', 'family');
solve('mutex', 'naive-mutex');
for (const n of [2, 3, 4]) solve(`frogs-${n}`, 'frogs', '--set', `n=${n}`);
const family = makeQuickPage('family'), mutex = makeQuickPage('mutex'), sweep = makeQuickPage('sweep', 'frogs-2', 'frogs-3', 'frogs-4');

test('texts of a puzzle are markup in no view', async () => {
    solve('hostile', HOSTILE);
    const page = await open(makeQuickPage('hostile'));
    for (const view of [...VIEWS, '#state/2', '#state/%', '#play/1?path=1.2', '#solutions/to~2?with=1.best~1~moves&best=moves', '#solutions/states~1-2', '#map?merge=at', '#map?colour=at']) {
        await visit(page, view);
        await fitted(page);
        equal(await page.locator('main img, main script, main i:not(.swatch), main svg[onload], main [onclick], main [onerror]').count(), 0, view);
    }
});

test('several databases: the table is that of solve, and each opens', async () => {
    const page = await open(sweep, '#compare');
    const found = await page.locator('.sweep tbody tr').evaluateAll((all) => all.map((tr) => [...tr.children].map((c) => c.textContent.replaceAll(',', ''))));
    equal(found.map((row) => row.slice(0, 9)), [2, 3, 4].map((n) => {
        const [run] = rows('sql', `frogs-${n}.db`, 'SELECT states, edges, depth, goals, dead_ends, rejections, shortest_length FROM runs');
        return [`frogs-${n}`, String(n), ...Object.values(run).map(String)];
    }));
    await page.click('.sweep tbody tr >> nth=2 >> a');
    await page.waitForSelector('.verdict');
    equal(await page.innerText('.verdict'), 'solved: shortest 24 moves, 2 ways');
    equal(await page.evaluate(() => location.hash), '#report?db=3');
    await page.keyboard.press('4');
    await page.waitForFunction(() => document.querySelector('main').dataset.view === 'solutions');
    equal(await page.locator('.move-list li').count(), 25);
});

test('a database that is dropped onto the page is opened, too', async () => {
    const page = await open(mutex);
    const bytes = readFileSync(`${folder}/frogs-2.db`).toString('base64');
    await page.evaluate((text) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], 'frogs-2.db'));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, bytes);
    await page.waitForFunction(() => document.querySelector('.verdict')?.textContent.startsWith('solved'));
    await settled(page);
    equal(await page.innerText('h1'), 'Leaping frogs');
});

/** Drops a file of that content onto the page. */
async function drop(page, name, bytes) {
    await page.evaluate(([to, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], to));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, Buffer.from(bytes).toString('base64')]);
}

test('a file that is no database is named, and not in the list', async () => {
    const page = await open(mutex);
    await drop(page, 'notes.db', 'no database at all');
    await page.waitForSelector('.unopened');
    equal((await page.innerText('.unopened')).includes('notes.db: '), true);
    equal(await page.locator('nav a').allInnerTexts(), ['Report', 'Map', 'State', 'Solutions', 'Play', 'SQL']);
    equal(await page.innerText('.verdict'), 'violated: mutual exclusion, after 4 moves');
    await drop(page, 'frogs-2.db', readFileSync(`${folder}/frogs-2.db`));
    await page.waitForFunction(() => document.querySelector('.verdict')?.textContent.startsWith('solved'));
    await visit(page, '#compare');
    equal(await page.locator('.sweep tbody tr').count(), 2);
});

test('space and Enter are of what has the focus, and arrows of the slider', async () => {
    const page = await open(family, '#solutions/1');
    const step = () => page.inputValue('input[aria-label=step]');
    await page.getByLabel('a step forth').focus();
    await page.keyboard.press(' ');
    equal([await step(), await page.locator('.player button.first').innerText()], ['1', 'Play']);
    await page.locator('input[aria-label=step]').focus();
    await page.keyboard.press('ArrowRight');
    equal(await step(), '2');
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('ArrowRight');
    equal(await step(), '3');
});

test('the focus stays where it was, or in the view', async () => {
    const page = await open(family), at = () => page.evaluate(() => document.activeElement.textContent.trim() || document.activeElement.tagName);
    await page.locator('nav a', { hasText: 'Play' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('main').dataset.view === 'play');
    await settled(page);
    equal(await at(), 'Play');
    await page.locator('.choices a').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash.includes('path='));
    await settled(page);
    equal(await page.evaluate(() => document.querySelector('main').contains(document.activeElement)), true);
    await page.getByRole('button', { name: 'Hint' }).focus();
    await page.keyboard.press('u');
    await page.waitForFunction(() => !/path=1\./.test(location.hash));
    await settled(page);
    equal(await at(), 'Hint');
});

test('a search says what it does not understand', async () => {
    const page = await open(makeQuickPage('frogs-2'), '#map');
    const ask = async (text) => {
        await page.fill('input[type=search]', text);
        await page.press('input[type=search]', 'Enter');
        await page.waitForSelector('.hits span'); // what was found before is gone since Enter
        return page.innerText('.hits');
    };
    const count = (where) => rows('sql', 'frogs-2.db', `SELECT count(*) AS n FROM states WHERE ${where}`)[0].n;
    equal(await ask('on[0]=green'), `${count("on_0 = 'green'")} states`);
    equal(await ask('on[0]!=green'), `${count("on_0 <> 'green'")} states`);
    equal(await ask('on[0]=green and on[1]!=green'), `${count("on_0 = 'green' AND on_1 <> 'green'")} states`);
    equal(await ask('on[0]=green on[1]!=green'), `${count("on_0 = 'green' AND on_1 <> 'green'")} states`);
    equal(await ask('count(on[s] == green for s in stone if s > 1) == 2 or on_0 == empty'), `${count("(on_2 = 'green') + (on_3 = 'green') + (on_4 = 'green') = 2 OR on_0 = 'empty'")} states`);
    equal(await ask('frog=green'), "'frog' is a type, not a value frog=green");
    equal(await ask('on[0]=geren'), "unknown name 'geren'; did you mean 'green'? on[0]=geren");
    equal(await page.innerText('.hits mark'), 'geren');
    equal(await ask('on[0]=green or'), 'the expression ends where a value is expected on[0]=green or…');
    equal(await ask('on[9] == green'), 'the index 9 of \'on\' is outside of stone on[9] == green');
});

test('a link within the report keeps the database', async () => {
    const page = await open(makeQuickPage('two', 'family', 'mutex'), '#report?db=2');
    await page.getByText('How it is violated').click();
    await page.waitForFunction(() => document.activeElement.tagName === 'SUMMARY');
    equal(await page.evaluate(() => location.hash), '#report?db=2');
    equal(await page.locator('#counterexamples').isVisible(), true);
});

test('a puzzle without a solution: why', async () => {
    solve('stuck', `puzzle: Stuck
state: {at: 0..4}
start: {at: 0}
moves:
  on: [{guard: at < 3}, {set: at = at + 1}]
  leap: [{set: at = 4}]
never: {no leaping: at == 4}
goal: at == 4
`);
    const page = await open(makeQuickPage('stuck'));
    const card = page.locator('.card', { hasText: 'Why there is no solution' });
    equal((await card.innerText()).includes('4 states can be reached, and none of them is a goal.'), true);
    equal((await card.innerText()).includes('no leaping: 4 moves'), true);
    equal(await page.getByText('The first:').count(), 0);
});

test('a model in C has no text in its file: what is known of it', async () => {
    solve('model', 'frogs', '--set', 'n=2');
    execFileSync('sqlite3', [`${folder}/model.db`, "UPDATE meta SET value = '' WHERE key = 'source'"]);
    const page = await open(makeQuickPage('model'));
    const card = await page.locator('.card', { hasText: 'The puzzle' }).innerText();
    equal(card.includes('A model in C') && card.includes('on[4]') && card.includes('moves'), true);
});

test('on paper a solution has all of its moves', async () => {
    const page = await open(family, '#solutions/1');
    await page.emulateMedia({ media: 'print' });
    equal(await page.locator('.move-list').evaluate((list) => [list.scrollHeight <= list.clientHeight + 1, list.children.length]), [true, 63]);
});

test('while a database is read the page says so', async () => {
    const page = await open(family);
    const said = await page.evaluate(() => {
        document.querySelector('main').replaceChildren();
        dispatchEvent(new Event('hashchange'));
        return document.querySelector('.opening')?.textContent;
    });
    equal(/^Opening family, \d+\.\d MB …$/.test(said), true);
    await settled(page);
});

test('on paper there are the figures, and no tools', async () => {
    const page = await open(family);
    await page.emulateMedia({ media: 'print' });
    equal(await page.locator('nav').isVisible(), false);
    equal(await page.locator('[data-figure=states]').isVisible(), true);
});

await runTests(process.argv[2]);
