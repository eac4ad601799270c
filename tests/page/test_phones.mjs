// test_phones.mjs - a phone of 360 pixels: what is in view, what a finger meets, how large letters are; links to share, paper, large files.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { equal, fitted, folder, makePage, makeQuickPage, open, rows, root, runTests, settled, solve, test, visit } from './harness.mjs';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const VIEWS = ['#report', '#map', '#map?part=density', '#state/9', '#solutions/1', '#solutions/1?with=2', '#play', '#sql?ask=1&q=SELECT+*+FROM+states+LIMIT+5'];

solve('family', 'family');
solve('frogs', 'frogs', '--set', 'n=6');
solve('mutex', 'naive-mutex');
for (const n of [2, 3, 4]) solve(`frogs-${n}`, 'frogs', '--set', `n=${n}`);
const family = makePage('family'), frogs = makePage('frogs'), mutex = makeQuickPage('mutex'), sweep = makeQuickPage('sweep', 'frogs-2', 'frogs-3', 'frogs-4');
const ALL = [[family, VIEWS], [frogs, VIEWS], [mutex, ['#report', '#state/9', '#sql']], [sweep, ['#compare']]];

/** In the page: the tab of the view and the strip of all tabs, from left to right. */
function tabs() {
    const [tab, strip] = ['nav [aria-current]', 'nav'].map((which) => { const { left, right } = document.querySelector(`header ${which}`).getBoundingClientRect(); return [left, right]; });
    return { tab, strip };
}

/** In the page: all that the tests ask of a view. */
function measures() {
    const said = (one) => `${one.tagName}.${one.getAttribute('class')} ${one.textContent.trim().slice(0, 20)}`;
    const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), numbers = [];
    while (walk.nextNode()) {
        const { data, parentElement } = walk.currentNode;
        if (!parentElement.closest('.source, .about, .chip, textarea, option, code') && /(?<![.\d])\d{4,}|\de[+-]\d/.test(data)) numbers.push(data);
    }
    return {
        wide: [document.documentElement.scrollWidth, innerWidth],
        small: [...document.querySelectorAll('a, button, input, select, summary, textarea, [role=button]')].flatMap((one) => {
            const { width, height } = one.getBoundingClientRect();
            return !one.checkVisibility() || !width || width >= 24 && height >= 24 ? [] : [`${said(one)} ${width.toFixed(0)} × ${height.toFixed(0)}`];
        }),
        charts: [...document.querySelectorAll('svg.chart text')].map((one) => {
            const { left, right } = one.getBoundingClientRect();
            return { text: one.textContent, size: parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a, left, right };
        }),
        squeezed: [...document.querySelectorAll('.scroll tr > :last-child')].filter((one) => one.checkVisibility() && one.textContent.length > 24 && one.getBoundingClientRect().width < 140).map((one) => one.textContent),
        numbers,
    };
}

/** What is measured in one view, and then with its answers asked for and all that is folded opened. */
async function measured(page, view) {
    await visit(page, view);
    const closed = await page.evaluate(tabs);
    for (const name of ['Find', 'Draw']) for (const one of await page.getByRole('button', { name, exact: true }).all()) await one.click();
    await settled(page);
    await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
    await fitted(page);
    return { view, ...closed, ...await page.evaluate(measures) };
}

let round;
/** All of it on a phone, in one round, which the tests share. */
const phoneViews = () => round ??= (async () => {
    const all = [];
    for (const [file, views] of ALL) {
        const page = await open(file, views[0], PHONE);
        for (const view of views) all.push(await measured(page, view));
    }
    equal(all.length, 20);
    return all;
})();

test('the tab of the view is in sight, on every page', async () => {
    for (const { view, tab, strip } of await phoneViews()) equal([tab[0] >= strip[0] - 1, tab[1] <= strip[1] + 1, tab[1] <= 360], [true, true, true], `${view}: ${tab} in ${strip}`);
});

test('nothing is wider than the phone, whatever is opened', async () => {
    for (const { view, wide } of await phoneViews()) equal(wide, [360, 360], view);
});

test('whatever is pressed is 24 pixels wide and high', async () => {
    for (const { view, small } of await phoneViews()) equal(small, [], view);
});

test('the text of charts has 12 pixels, and stays within the phone', async () => {
    const all = await phoneViews();
    for (const { view, charts } of all) equal(charts.filter(({ size, left, right }) => size < 11.99 || size > 13 || left < 0 || right > 360), [], view);
    equal(all.filter(({ charts }) => charts.length > 0).length > 4, true, 'charts');
});

test('a chart is drawn anew for another width', async () => {
    const page = await open(family);
    const widths = async () => page.locator('svg.chart').first().evaluate((one) => [Number(one.getAttribute('viewBox').split(' ')[2]), Math.round(one.getBoundingClientRect().width)]);
    const [, before] = await widths();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.waitForFunction((was) => document.querySelector('svg.chart').getBoundingClientRect().width < was, before);
    await fitted(page);
    const [drawn, shown] = await widths();
    equal(Math.abs(drawn - shown) <= 1, true, `${drawn}, shown at ${shown}`);
});

test('texts in the last column of a table are not squeezed', async () => {
    for (const { view, squeezed } of await phoneViews()) equal(squeezed, [], view);
});

test('numbers are written in one way: 12,345', async () => {
    for (const { view, numbers } of await phoneViews()) equal(numbers, [], view);
    const page = await open(frogs, '#state/1089');
    equal((await page.innerText('.state')).includes('of 1,089'), true);
});

test('rejections: a row for each rule, and beneath it the moves, as SQL counts them', async () => {
    const page = await open(family), card = page.locator('.card', { hasText: 'Which rule rejects' }).first();
    const number = (text) => Number(text.replaceAll(',', ''));
    for (const { rule, times } of rows('sql', 'family.db', 'SELECT rule, count(*) AS times FROM rejections GROUP BY rule ORDER BY times DESC, rule')) {
        const row = card.locator('.sums-of > li', { hasText: rule });
        equal(number(await row.locator('summary .bar-value').innerText()), times, rule);
        equal(await row.locator('.bars').count(), 0, 'before it is opened');
        await row.locator('summary').click();
        await row.locator('details > .bars').waitFor();
        const found = await row.locator('details > .bars > li').evaluateAll((all) => all.map((one) => [one.querySelector('.bar-name').textContent, one.querySelector('.bar-value').textContent]));
        const expected = rows('sql', 'family.db', `SELECT move, count(*) AS times FROM rejections WHERE rule = '${rule}' GROUP BY move ORDER BY times DESC, move LIMIT 12`);
        equal(found.map(([move, n]) => [move, number(n)]), expected.map(({ move, times: n }) => [move, n]), rule);
    }
    await card.locator('details > .bars button').first().click();
    await page.waitForSelector('.answer tbody tr');
});

// ---- links to share

/** Presses Share where the clipboard, and the phone's own list, are these. */
async function share(view, { options = PHONE, clipboard = 'kept', phone = 'none' } = {}) {
    const page = await open(family, view, options);
    await page.evaluate(([copies, shares]) => {
        window.given = { copied: [], shared: [] };
        const fails = (name) => Promise.reject(new DOMException('no', name));
        Object.defineProperty(navigator, 'clipboard', { configurable: true, value: copies === 'missing' ? undefined : { writeText: (text) => copies === 'refused' ? fails('NotAllowedError') : Promise.resolve(void window.given.copied.push(text)) } });
        if (shares === 'none') { delete Navigator.prototype.share; return; }
        Object.defineProperty(navigator, 'share', { configurable: true, value: ({ url }) => shares === 'taken' ? Promise.resolve(void window.given.shared.push(url)) : fails(shares) });
    }, [clipboard, phone]);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('dialog.share[open]') || document.querySelector('header .share').textContent !== 'Share');
    return page;
}

test('Share copies the link to this very place, and says so', async () => {
    const page = await share('#solutions/2?step=7', { options: {} });
    equal(await page.locator('header .share').innerText(), 'Link copied');
    const [link] = await page.evaluate(() => window.given.copied);
    equal(link, await page.evaluate(() => location.href));
    const there = await open(link.replace(/^file:\/\//, '').replace(/#.*/, ''), link.replace(/^[^#]*/, ''));
    await there.waitForFunction(() => document.querySelector('.player-move')?.textContent.startsWith('7 / 62'));
    await page.getByRole('button', { name: 'Share', exact: true }).waitFor(); // after a while
});

test('a phone shares by its own list; closed by hand, nothing is copied', async () => {
    const page = await share('#state/9', { phone: 'taken' });
    equal(await page.evaluate(() => window.given), { copied: [], shared: [await page.evaluate(() => location.href)] });
    const other = await share('#state/9', { phone: 'AbortError' });
    equal(await other.evaluate(() => window.given), { copied: [], shared: [] });
    equal(await other.locator('dialog.share').count(), 0);
});

test('a phone whose list is refused copies', async () => {
    const page = await share('#state/9', { phone: 'NotAllowedError' });
    equal(await page.evaluate(() => window.given.copied), [await page.evaluate(() => location.href)]);
});

for (const clipboard of ['refused', 'missing'])
    test(`a clipboard that is ${clipboard}: the link is there, chosen, to be copied by hand`, async () => {
        const page = await share('#state/9', { clipboard });
        await page.waitForSelector('dialog.share[open]');
        equal(await page.evaluate(() => [document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd), innerWidth, document.documentElement.scrollWidth]), [await page.evaluate(() => location.href), 360, 360]);
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => !document.querySelector('dialog.share'));
    });

test('what Share says leaves the header as high as it was', async () => {
    const page = await open(family, '#report', PHONE), height = () => page.locator('header.top').evaluate((one) => one.offsetHeight);
    const before = await height();
    await page.evaluate(() => { document.querySelector('header .share').textContent = 'Link copied'; });
    equal(await height(), before);
});

// ---- paper

const hasReader = ['/usr/bin/pdftotext', '/usr/local/bin/pdftotext'].some(existsSync);

/** The text of the page on paper. */
async function onPaper(page, name) {
    writeFileSync(`${folder}/${name}.pdf`, await page.pdf({ format: 'A4' }));
    return execFileSync('pdftotext', ['-layout', `${name}.pdf`, '-'], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
}

const onlyPaper = (name, run) => hasReader && test(name, run);
if (!hasReader) console.log('# no pdftotext: make browser-deps; what is on paper is not read');

onlyPaper('on paper a solution of 62 moves has 62 moves, each once and in order', async () => {
    const page = await open(family, '#solutions/1'), text = await onPaper(page, 'solution');
    const expected = rows('sql', 'family.db', 'SELECT step, move FROM steps WHERE solution = 1 AND step > 0 ORDER BY step').map(({ step, move }) => `${step} ${move}`);
    const found = text.replace(/ +/g, ' ');
    equal(expected.length, 62);
    equal(expected.filter((one) => !found.includes(one)), []);
});

onlyPaper('on paper every view is complete', async () => {
    const has = (text, words) => equal(words.filter((word) => !text.replace(/\s+/g, ' ').includes(word)), []);
    const page = await open(mutex);
    has(await onPaper(page, 'report'), ['violated: mutual exclusion, after 4 moves', 'q enters', 'states', 'Moves', ...readFileSync(`${root}/puzzles/naive-mutex.yaml`, 'utf8').split('\n').map((line) => line.trim().replace(/\s+/g, ' ')).filter((line) => line && line.length < 60)]);
    await visit(page, '#state/9');
    has(await onPaper(page, 'state'), ['violates mutual exclusion', '4 variables', 'flag_p', 'flag_q', 'Moves that lead here']);
    const other = await open(family, '#sql?ask=1&q=SELECT+id,+depth+FROM+states+ORDER+BY+id');
    const cells = (await onPaper(other, 'sql')).split('\n').filter((line) => /^\s*[\d,]+\s+\d+\s*$/.test(line));
    equal(cells.length, 614);
    await visit(other, '#play');
    has(await onPaper(other, 'play'), ['policeman boards', 'son2 boards', 'a daughter is with the father alone']);
    const swept = await open(sweep, '#compare?a=2&b=3');
    has(await onPaper(swept, 'compare'), ['frogs-2', 'frogs-4', '232', 'complete', ...rows('sql', 'frogs-4.db', 'SELECT step FROM steps WHERE solution = 1').slice(-1).map(({ step }) => String(step))]);
});

onlyPaper('what is dark on the screen is dark on white on paper, and what was folded is folded again', async () => {
    const page = await open(family, '#state/9');
    await page.keyboard.press('t');
    await page.emulateMedia({ media: 'print' });
    equal(await page.evaluate(() => [getComputedStyle(document.body).color, document.documentElement.dataset.theme]), ['rgb(29, 35, 48)', 'dark']);
    await page.emulateMedia({ media: 'screen' });
    await onPaper(page, 'dark');
    equal(await page.locator('details[open]').count(), 0);
});

onlyPaper('on paper the map has its points, dark on white', async () => {
    for (const colorScheme of ['light', 'dark']) {
        const page = await open(family, '#map', { colorScheme });
        await page.waitForFunction(() => window.wgcqMap.canvas.isSharp());
        writeFileSync(`${folder}/map.pdf`, await page.pdf({ format: 'A4', printBackground: true }));
        execFileSync('pdftoppm', ['-r', '50', '-gray', '-singlefile', 'map.pdf', 'map'], { cwd: folder });
        const image = readFileSync(`${folder}/map.pgm`);
        const shades = [...image.subarray(20)], light = shades.filter((one) => one > 200).length / shades.length, marks = shades.filter((one) => one < 190).length;
        equal([light > 0.8, marks > 1500], [true, true], `${colorScheme}: ${light.toFixed(3)} is light, ${marks} dots are not`);
        equal(await page.locator('.map-printed').count(), 0, 'afterwards');
    }
});

// ---- large files

/** A page whose file comes so slowly that it can be looked at while it is read. */
test('while a large page is read its frame is there, and which database it opens', async () => {
    solve('large', 'hanoi', '--set', 'disks=8', '--trace', 'all');
    const html = readFileSync(makeQuickPage('large'), 'utf8');
    const at = html.indexOf('data-size=') + 2000; // within the letters of the database
    const page = await open(family);
    const seen = await page.evaluate(async ([before, after]) => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        const inside = frame.contentDocument;
        inside.open();
        inside.write(before);
        await new Promise((resolve) => setTimeout(resolve, 300));
        const half = [inside.querySelector('header.top h1')?.textContent, inside.querySelector('main')?.textContent, inside.readyState];
        inside.write(after);
        inside.close();
        return half;
    }, [html.slice(0, at).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''), html.slice(at)]);
    const size = Number(/data-size="(\d+)"/.exec(html)[1]);
    equal(seen, ['wgcq', `Opening large, ${(size / 1e6).toFixed(1)} MB …`, 'loading']);
    await page.waitForFunction(() => document.querySelector('iframe').contentDocument.querySelector('.verdict')?.textContent.startsWith('solved'));
});

test('a database comes whole through its pieces, and one that is cut says so', async () => {
    const html = readFileSync(makeQuickPage('large'), 'utf8');
    const page = await open(makeQuickPage('large'), '#sql');
    const ask = async (sql) => { await visit(page, `#sql?ask=1&q=${encodeURIComponent(sql)}`); await page.waitForSelector('.answer td'); return page.locator('.answer td').allInnerTexts(); };
    const sql = 'SELECT count(*), sum(id), sum(to_goal), max(shown) FROM states';
    equal((await ask(sql)).map((one) => one.replaceAll(',', '')), Object.values(rows('sql', 'large.db', sql)[0]).map((one) => String(one).replaceAll(',', '')));
    const [, name, letters] = /data-name="([^"]*)" data-size="\d+">([^<]*)</.exec(html);
    writeFileSync(`${folder}/cut.html`, html.replace(letters, letters.slice(0, letters.length / 2 & ~3)));
    const cut = await open(`${folder}/cut.html`);
    equal(name.length > 0, true);
    equal((await cut.innerText('main')).startsWith('That did not work'), true);
});

await runTests(process.argv[2]);
