// test_playground.mjs - edit, solve, look, share: what the playground shows is what the command line says; links, keys, hostile texts.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { axe, build, equal, folder, makePageIn, needsPlayground, open, root, rows, runTests, settled, solve, test, visit, wgcq } from './harness.mjs';

const file = needsPlayground();
const content = '.editor .cm-content';

/** The playground, once it listens. */
async function playground(hash = '', options = {}, from = file) {
    const page = await open(from, hash, options);
    await page.waitForSelector('main:not([aria-busy])');
    return page;
}

/** As if it were pasted over all.  Typed over all, Chromium first tries to keep the style of what was there, and complains of the policy. */
async function write(page, text) {
    await page.locator(content).click();
    await page.keyboard.press('Control+a');
    await page.locator(content).evaluate((editor, pasted) => {
        const data = new DataTransfer();
        data.setData('text/plain', pasted);
        editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
}

async function solved(page, act = () => page.click('.bench button.first')) {
    const times = () => page.evaluate(() => document.querySelector('.playground')?.dataset.solved ?? '0'), before = await times();
    await act();
    await page.waitForFunction((n) => (document.querySelector('.playground')?.dataset.solved ?? '0') !== n, before, { timeout: 120000 });
}

const printed = (page) => page.locator('.outcome .printed').first().innerText();
const status = async (page) => Number(/exit status (\d+)/.exec(await page.innerText('.outcome'))[1]);
const withoutSeconds = (report) => report.replace(/^seconds .*\n/m, '').replace(/\n\nnext:[^]*$/, '').trim();
const linkOf = (page, button) => page.evaluate(async (name) => {
    [...document.querySelectorAll('button')].find((one) => one.textContent === name).click();
    for (let i = 0; i < 50; i++) {
        await new Promise((done) => setTimeout(done, 20));
        if (window.copied) return window.copied.replace(/^[^#]*/, '');
    }
    return null;
}, button);
/** The clipboard is the test's own: no permission is asked for. */
const listen = (page) => page.evaluate(() => { window.copied = null; navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }; });

const LAMPS = `puzzle: Lamps
params: {n: 4}
state: {"on[1..n]": bool}
start: {on: false}
moves:
  press {i}:
    - choose: i in 1..n
    - guard: not on[i]
      else: it is on
    - set: {"on[i]": true}
goal: count(on[i] for i in 1..n) == n
`;

test('it begins with a puzzle that can be solved at once; the report is that of the terminal', async () => {
    const page = await playground();
    await solved(page);
    const due = execFileSync(`${build}/wgcq`, ['solve', `${root}/puzzles/wolf-goat-cabbage.yaml`, '-o', 'wolf-goat-cabbage.db', '--threads', '1', '--color', 'never'], { cwd: folder, encoding: 'utf8' });
    equal(withoutSeconds(await printed(page)), withoutSeconds(due));
    equal(await status(page), 0);
});

test('the gallery: every puzzle of the shelf, narrowed down by words', async () => {
    const page = await playground('#gallery');
    equal(await page.locator('.exhibit:visible').count(), execFileSync('sh', ['-c', `ls ${root}/puzzles/*.yaml | wc -l`], { encoding: 'utf8' }).trim() | 0);
    await page.fill('.gallery input', 'mutual exclusion');
    const shown = await page.locator('.exhibit:visible').evaluateAll((all) => all.map((one) => one.dataset.exhibit));
    equal(shown.includes('bakery') && !shown.includes('frogs'), true);
    await page.fill('.gallery input', 'no such puzzle');
    equal(await page.innerText('.gallery [role=status]'), `0 of ${await page.locator('.exhibit').count()} puzzles`);
    await page.fill('.gallery input', 'leaping');
    await page.locator('[data-exhibit=frogs] button').click();
    await page.waitForSelector('.bench');
    equal((await page.locator(content).innerText()).includes('frog'), true);
});

test('mistakes are shown at their places while the text is typed, word for word', async () => {
    const page = await playground();
    const text = LAMPS.replace('not on[i]', 'not off[i]').replace('== n', '== m');
    await write(page, text);
    writeFileSync(path.join(folder, 'lamps.yaml'), text);
    const due = rows('check', 'lamps.yaml').filter((row) => row.severity === 'error');
    equal(due.length, 2);
    await page.waitForFunction(() => document.querySelector('.playground').dataset.mistakes === '2');
    const found = await page.locator('.mistakes li').evaluateAll((all) => all.map((li) => [li.querySelector('.place').textContent, li.textContent]));
    for (const [i, row] of due.entries()) equal([found[i][0], found[i][1].includes(row.message), found[i][1].includes(row.hint ?? '')], [`${row.line}:${row.column}`, true, true]);
    equal(await page.locator('.editor .cm-lintRange').count() > 0, true, 'underlined');
    await page.locator('.mistakes .place').nth(1).click();
    equal(await page.locator('.editor .cm-activeLine').innerText(), text.split('\n')[due[1].line - 1]);
    await solved(page); // what is wrong is said, and nothing is stored
    equal([await status(page), await page.locator('.outcome .actions').count()], [2, 0]);
    await write(page, LAMPS);
    await page.waitForFunction(() => document.querySelector('.playground').dataset.mistakes === '0');
    equal(await page.locator('.mistakes li.error').count(), 0);
});

test('completion: keys of the schema, names of the puzzle', async () => {
    const page = await playground();
    const completed = async (typed) => {
        await page.locator(content).click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type(typed);
        await page.keyboard.press('Control+Space');
        await page.waitForSelector('.editor .cm-tooltip-autocomplete');
        const all = await page.locator('.editor .cm-tooltip-autocomplete li').allInnerTexts();
        await page.keyboard.press('Escape');
        return all.map((one) => one.split('\n')[0]);
    };
    await write(page, LAMPS);
    const keys = await completed('inv');
    equal(keys.some((one) => one.startsWith('invariant:')), true, keys.join('|'));
    await write(page, LAMPS.replace(/goal:.*\n/, ''));
    const names = await completed('goal: on[1] and o');
    equal(names.some((one) => one.startsWith('on')), true, names.join('|'));
});

test('a parameter is a field; solving again says what changed', async () => {
    const page = await playground();
    await write(page, LAMPS);
    await page.waitForSelector('.draft-params input');
    await solved(page, () => page.keyboard.press('Control+Enter'));
    await page.fill('.draft-params input', '6');
    await solved(page);
    equal(await page.innerText('.changes'), 'changed: states 16 → 64, edges 32 → 192, depth 4 → 6, rejections 32 → 192, shortest length 4 → 6, shortest ways 24 → 720, least moves 4 → 6');
    await solved(page);
    equal(await page.innerText('.changes'), 'changed: nothing');
});

test('limits: the answer says which came first, and what was explored is there', async () => {
    const page = await playground();
    await write(page, LAMPS.replace('n: 4', 'n: 12'));
    await page.click('text=Limits');
    await page.fill('.draft-limits input >> nth=0', '500');
    await solved(page);
    equal([await status(page), (await page.innerText('.outcome')).includes('max-states')], [3, true]);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download .db')]);
    const at = path.join(folder, 'limited.db');
    await download.saveAs(at);
    wgcq('verify', at);
    equal(rows('sql', at, 'SELECT states, status FROM runs'), [{ states: 500, status: 'limit' }]);
});

test('Stop keeps what was explored, and the page goes on', async () => {
    const page = await playground();
    await write(page, LAMPS.replace('n: 4', 'n: 24'));
    await page.click('.bench button.first');
    await page.waitForFunction(() => /state/.test(document.querySelector('.progress').textContent), null, { timeout: 60000 });
    await solved(page, () => page.click('text=Stop'));
    equal([await status(page), await page.locator('text=Download .db').count()], [130, 1]);
    await write(page, LAMPS);
    await solved(page);
    equal(await status(page), 0);
});

for (const view of ['report', 'map', 'state/1', 'solutions', 'play', 'sql'])
    test(`${view} of what was just solved`, async () => {
        const page = await playground();
        await write(page, LAMPS);
        await solved(page);
        await visit(page, `#${view}`);
        equal((await page.locator('main').innerText()).length > 20, true);
        equal(await page.locator('.top nav [aria-current=page]').innerText(), view[0].toUpperCase() + view.slice(1).replace('/1', '').replace('ql', 'QL'));
        await page.goBack();
        equal(await page.locator('.outcome .printed').count() > 0, true, 'the draft and its result are still there');
    });

test('a shared link opens the same in another browser: text, parameters, limits, and the place in it', async () => {
    const page = await playground();
    await write(page, LAMPS);
    await page.waitForSelector('.draft-params input');
    await page.fill('.draft-params input', '5');
    await solved(page);
    await visit(page, '#play?path=1.2.7');
    await listen(page);
    const link = await linkOf(page, 'Share');
    equal(link.length < 500, true, 'short');
    const other = await playground(link);
    await other.waitForSelector('.play');
    await settled(other);
    equal(await other.innerText('.board, .state-shown, .play .card'), await page.innerText('.board, .state-shown, .play .card'));
    equal(await other.locator('.made li').allInnerTexts(), await page.locator('.made li').allInnerTexts());
    await visit(other, '#puzzle');
    equal([(await other.locator(content).innerText()).trim(), await other.inputValue('.draft-params input')], [LAMPS.trim(), '5']);
});

test('a puzzle of the gallery is named in its link, not spelt out', async () => {
    const page = await playground();
    await listen(page);
    equal((await linkOf(page, 'Share')).length < 80, true);
});

test('a challenge: a game and nothing else, counted against the best plan; hints only when asked for', async () => {
    const page = await playground();
    await write(page, LAMPS.replace('n: 4', 'n: 3'));
    await solved(page);
    await listen(page);
    const link = await linkOf(page, 'Challenge');
    const game = await playground(link);
    await game.waitForSelector('.play');
    await settled(game);
    equal([await game.locator('.top nav a').count(), await game.locator('.source').isVisible(), await game.locator('.bench').count()], [0, false, 0]);
    equal(await game.innerText('.play .title-row .note'), 'moves 0, at best 3');
    equal([await game.innerText('.hint'), await game.locator('.rejected').count() ? await game.locator('.rejected').first().isVisible() : false], ['', false]);
    await game.keyboard.press('h');
    equal((await game.innerText('.hint')).startsWith('Try: press '), true);
    for (const left of [3, 2, 1]) {
        equal(await game.locator('.choices a').count(), left);
        await game.locator('.choices a').first().click();
        await settled(game);
        await game.waitForFunction((n) => document.querySelector('.title-row .note').textContent.startsWith(`moves ${n},`), 4 - left);
    }
    equal(await game.innerText('.verdict'), 'Solved in 3 moves; no plan is shorter.');
    equal(await game.evaluate(() => location.hash.includes('challenge=1')), true);
    await game.click('text=The puzzle');
    await game.click('text=All views of it');
    await game.waitForSelector('.top nav a');
    equal(await game.locator('.top nav a').count() > 5, true);
});

test('a challenge tells that the goal is lost only if asked', async () => {
    const page = await playground('#gallery');
    await page.locator('[data-exhibit=frogs] button').click();
    await solved(page);
    await listen(page);
    const game = await playground(await linkOf(page, 'Challenge'));
    await game.waitForSelector('.play');
    await settled(game);
    const lost = rows('sql', (solve('frogs', 'frogs'), 'frogs.db'), 'SELECT e.src AS a, e.dst AS b FROM edges e JOIN states s ON s.id = e.dst WHERE e.src = (SELECT dst FROM edges WHERE src = 1 ORDER BY dst LIMIT 1) AND s.to_goal IS NULL AND EXISTS (SELECT 1 FROM edges WHERE src = s.id) LIMIT 1');
    equal(lost.length, 1);
    await visit(game, `#play?challenge=1&path=1.${lost[0].a}.${lost[0].b}`);
    equal(await game.locator('.verdict').count(), 0);
    await game.check('.play input[type=checkbox]');
    await game.waitForSelector('.verdict');
    equal(await game.innerText('.verdict'), 'You can no longer reach the goal.');
});

test('in a frame of another page, by the name of a puzzle: a challenge', async () => {
    const outer = path.join(folder, 'course.html');
    writeFileSync(outer, `<!doctype html><main><p>Solve this:</p></main><iframe src="${pathToFileURL(file)}#play?puzzle=hanoi&challenge=1" width="700" height="600"></iframe>`);
    const page = await open(outer), frame = page.frameLocator('iframe');
    await frame.locator('.choices a').first().waitFor({ timeout: 60000 });
    equal([await frame.locator('h1').innerText(), await frame.locator('.top nav a').count(), await frame.locator('.choices a').count()], ['Towers of Hanoi', 0, 2]);
    await frame.locator('.choices a').first().click();
    await frame.locator('.title-row .note', { hasText: 'moves 1, at best' }).waitFor();
});

// ---- what is foreign ----

const packed = (value) => deflateRawSync(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))).toString('base64url');

for (const [what, src, said] of [
    ['of letters that are none', '%%%', 'not whole'], ['cut short', packed({ n: 'x', y: LAMPS }).slice(0, 40), 'not whole'], ['that is no JSON', packed('{'), 'not whole'],
    ['that unpacks to 64 MB', deflateRawSync(Buffer.alloc(1 << 26)).toString('base64url'), 'larger than 1 MB'], ['of a puzzle that is not here', packed({ n: 'nowhere' }), "names the puzzle 'nowhere'"], ['to a name that is not here', null, "names the puzzle 'nowhere'"], ['of null', packed('null'), "names the puzzle 'puzzle'"]])
    test(`a link ${what} is refused in words, and the page works`, async () => {
        const page = await playground(src === null ? '#report?puzzle=nowhere' : `#report?src=${encodeURIComponent(src)}`);
        await page.waitForSelector('.outcome [role=alert]');
        equal((await page.innerText('.outcome [role=alert]')).includes(said), true, await page.innerText('.outcome [role=alert]'));
        await solved(page);
        equal(await status(page), 0);
    });

test('texts and names out of a link are never markup, files or options', async () => {
    const evil = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
    const text = LAMPS.replace('puzzle: Lamps', `puzzle: '${evil.replaceAll("'", "''")}'`).replace('else: it is on', `else: '${evil}'`);
    const page = await playground(`#puzzle?src=${packed({ n: `../../${evil}`, y: text, s: { '--spill': '/etc', n: '3', 'a=b': '1' }, l: { trace: '--help', order: 'x', states: '9e9', memory: evil } })}`);
    await solved(page);
    equal(await status(page), 0);
    equal(await page.locator('img').count(), 0);
    for (const view of ['report', 'map', 'solutions', 'play', 'state/1']) {
        await visit(page, `#${view}`);
        equal(await page.locator('main img, main script, header img').count(), 0, view);
    }
    const [download] = await Promise.all([page.waitForEvent('download'), (async () => { await visit(page, '#puzzle'); await page.click('text=Download .db'); })()]);
    equal(/^[a-z0-9-]+\.db$/.test(download.suggestedFilename()), true, download.suggestedFilename());
});

test('a bad text in a link is shown with its mistakes, and no view of nothing', async () => {
    const page = await playground(`#map?src=${packed({ n: 'bad', y: 'moves: [[[\n\0' })}`);
    await page.waitForFunction(() => Number(document.querySelector('.playground')?.dataset.mistakes ?? 0) > 0);
    equal(await page.evaluate(() => location.hash), '#puzzle');
});

// ---- pages of other puzzles ----

test('a page of puzzles begins with the first; one of databases with its report, and with their puzzle to be changed', async () => {
    writeFileSync(path.join(folder, 'lamps.yaml'), LAMPS);
    const own = path.join(folder, 'own.html');
    wgcq('page', 'lamps.yaml', `${root}/puzzles/frogs.yaml`, '-o', own);
    const page = await playground('', {}, own);
    equal((await page.locator(content).innerText()).trim(), LAMPS.trim());
    await visit(page, '#gallery');
    equal(await page.locator('.exhibit').evaluateAll((all) => all.map((one) => one.dataset.exhibit)), ['lamps', 'frogs']);
    solve('six', LAMPS, '--set', 'n=6');
    const with_ = await playground('', {}, makePageIn(['--engine'], 'six'));
    equal(await with_.locator('.top nav [aria-current=page]').innerText(), 'Report');
    await visit(with_, '#puzzle');
    equal(await with_.inputValue('.draft-params input'), '6');
    await with_.fill('.draft-params input', '5');
    await solved(with_);
    equal((await with_.innerText('.changes')).startsWith('changed: states 64 → 32'), true);
});

// ---- how it is to use ----

for (const theme of ['light', 'dark'])
    for (const view of ['puzzle', 'gallery'])
        test(`${view} in ${theme}: axe finds nothing, also on a phone, where nothing is wider than the screen`, async () => {
            const page = await playground(`#${view}`, { colorScheme: theme });
            if (view === 'puzzle') {
                await write(page, LAMPS.replace('== n', '== m'));
                await page.waitForFunction(() => document.querySelector('.playground').dataset.mistakes === '1');
                await solved(page);
            }
            for (const width of [1440, 360]) {
                await page.setViewportSize({ width, height: 800 });
                await page.addScriptTag({ path: axe }).catch(() => page.evaluate(execFileSync('cat', [axe], { encoding: 'utf8', maxBuffer: 1 << 24 })));
                const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
                equal(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(' ')}`), []);
                equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${width} wide`);
                const small = await page.locator('main button:visible, main a.action:visible, main summary:visible').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 24).map((one) => one.textContent));
                equal(small, [], 'targets');
            }
            page.complaints.splice(0, Infinity, ...page.complaints.filter((said) => !/Content Security Policy/.test(said))); // of axe itself
        });

test('what is typed in the editor is text: no key of the page', async () => {
    const page = await playground();
    await solved(page);
    await write(page, '');
    await page.keyboard.type('puzzle: 123456789 ?t/ h u');
    equal([await page.locator(content).innerText(), await page.evaluate(() => location.hash.slice(0, 7)), await page.locator('dialog[open]').count()], ['puzzle: 123456789 ?t/ h u', '#puzzle', 0]);
});

test('the keyboard leaves the editor, and solves from within it', async () => {
    const page = await playground();
    await page.locator(content).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    equal(await page.evaluate(() => document.activeElement.closest('.editor') === null), true);
});

await runTests();
