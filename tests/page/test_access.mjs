// test_access.mjs - accessibility (axe-core), narrow screens, the Tab key.
import { readFileSync } from 'node:fs';
import { axe, equal, fitted, makePage, makeQuickPage, open, runTests, solve, test, visit } from './harness.mjs';

const VIEWS = ['#report', '#map', '#map?part=density', '#state/1', '#solutions/1', '#play', '#sql?ask=1&q=SELECT+*+FROM+states+LIMIT+5'];

solve('family', 'family');
solve('mutex', 'naive-mutex');
solve('sokoban', 'sokoban');
for (const n of [2, 3, 4]) solve(`frogs-${n}`, 'frogs', '--set', `n=${n}`);
const family = makePage('family'), mutex = makeQuickPage('mutex'), sokoban = makeQuickPage('sokoban'), sweep = makeQuickPage('sweep', 'frogs-2', 'frogs-3', 'frogs-4');

const RULES = { light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], dark: { type: 'rule', values: ['color-contrast'] } }; // all else is the same in the dark

async function violations(page, scheme) {
    await page.evaluate(readFileSync(axe, 'utf8'));
    const found = await page.evaluate(async (runOnly) => (await window.axe.run(document, { runOnly })).violations, RULES[scheme]);
    return found.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.any[0]?.message ?? ''}`).join('; ')}`);
}

for (const scheme of ['light', 'dark'])
    test(`axe-core finds nothing, in ${scheme} colours`, async () => {
        for (const [file, views] of [[family, [...VIEWS, '#solutions/1?with=2']], [mutex, ['#report']], [sweep, ['#compare']]]) {
            const page = await open(file, views[0], { colorScheme: scheme, reducedMotion: 'reduce' });
            for (const view of views) {
                await visit(page, view);
                equal(await violations(page, scheme), [], view);
            }
        }
    });

for (const scheme of ['light', 'dark'])
    test(`axe-core finds nothing in what is opened, on a phone in ${scheme} colours`, async () => {
        const page = await open(family, '#report', { colorScheme: scheme, reducedMotion: 'reduce', viewport: { width: 360, height: 740 } });
        for (const row of await page.locator('.sums-of summary').all()) await row.click();
        await page.waitForFunction(() => document.querySelectorAll('.sums-of details > .bars').length === document.querySelectorAll('.sums-of summary').length);
        equal(await violations(page, scheme), [], 'rules with their moves');
        await visit(page, '#solutions/1');
        for (const name of ['Find', 'Draw']) await page.getByRole('button', { name, exact: true }).click();
        await page.waitForSelector('.pareto .dot');
        await page.waitForSelector('.best tbody');
        equal(await violations(page, scheme), [], 'plans that were asked for');
        await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }));
        await page.getByRole('button', { name: 'Share', exact: true }).click();
        await page.waitForSelector('dialog.share[open]');
        equal(await violations(page, scheme), [], 'the link to copy');
    });

test('nothing is wider than a phone of 360 pixels', async () => {
    for (const [file, views] of [[family, [...VIEWS, '#solutions/1?with=2']], [sokoban, VIEWS], [mutex, ['#report', '#state/9']], [sweep, ['#compare']]]) {
        const page = await open(file, views[0], { viewport: { width: 360, height: 740 } });
        for (const view of views) {
            await visit(page, view);
            await fitted(page);
            equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, view);
        }
    }
});

test('everything is reached by the Tab key, and what has the focus shows it', async () => {
    const page = await open(family);
    const seen = new Set();
    for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab');
        const [name, outline] = await page.evaluate(() => document.activeElement === document.body ? ['', ''] : [document.activeElement.textContent.trim() || document.activeElement.getAttribute('aria-label'), getComputedStyle(document.activeElement).outlineStyle]);
        if (name) { seen.add(name); equal(outline !== 'none', true, `the outline of ${name}`); }
    }
    for (const name of ['to the contents', 'Report', 'Map', 'State', 'Solutions', 'Play', 'SQL', '?', 'The best solution, step by step']) equal(seen.has(name), true, name);
});

await runTests(process.argv[2]);
