// test_habits.mjs - hostile texts, several databases, files that are dropped, print.
import { readFileSync } from 'node:fs';
import { equal, folder, makePage, open, rows, runTests, settled, solve, test, visit } from './harness.mjs';

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
const family = makePage('family'), mutex = makePage('mutex'), sweep = makePage('sweep', 'frogs-2', 'frogs-3', 'frogs-4');

test('texts of a puzzle are markup in no view', async () => {
    solve('hostile', HOSTILE);
    const page = await open(makePage('hostile'));
    for (const view of [...VIEWS, '#state/2', '#state/%', '#play/1?path=1.2', '#map?merge=at', '#map?colour=at']) {
        await visit(page, view);
        await page.waitForTimeout(300);
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

test('on paper there are the figures, and no tools', async () => {
    const page = await open(family);
    await page.emulateMedia({ media: 'print' });
    equal(await page.locator('nav').isVisible(), false);
    equal(await page.locator('[data-figure=states]').isVisible(), true);
});

await runTests(process.argv[2]);
