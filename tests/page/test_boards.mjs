// test_boards.mjs - boards that move: pieces that are the same from state to state, their colours and shapes, and arrow keys.
import { equal, makeQuickPage, open, rows, runTests, settled, solve, test, visit } from './harness.mjs';

const ring = `puzzle: A ring of letters
types:
  place: 0..11
  letter: {la: A, lb: B, lc: C, ld: D, lf: F, lm: M, ln: N, lp: P, lz: Z, l1: "1", l2: "2", l14: "?"}
constants:
  sign[place]: [la, lb, lc, ld, lf, lm, ln, lp, lz, l1, l2, l14]
state: {by: place}
start: {by: 0}
moves:
  turn:
    - set: by = (by + 1) % 12
goal: by == 11
show: "{sign[(i + by) % 12] for i in place}"
`;
const triangle = `puzzle: A small triangle
types: {hole: 0..5}
state:
  peg[hole]: {gone: ".", there: o}
start: {peg: there, "peg[0]": gone}
moves:
  "{a} over {b} to {c}":
    - choose: a, b, c in [[3, 1, 0], [5, 2, 0]]
    - guard: peg[a] == there and peg[b] == there and peg[c] == gone
    - set: {"peg[a]": gone, "peg[b]": gone, "peg[c]": there}
goal: count(peg[h] == there for h in hole) == 4
show: |2
    {peg[0]}
   {peg[1]} {peg[2]}
  {peg[3]} {peg[4]} {peg[5]}
`;

/** Where each piece is, by its letter and by its number, which an element keeps. */
const pieces = (page) => page.evaluate(() => {
    window.numbered ??= 0;
    return [...document.querySelectorAll('.player-board .piece:not(.leaving), .play .piece:not(.leaving)')].map((one) => {
        one.number ??= ++window.numbered;
        const [, x, y] = /translate\((-?[\d.]+)px(?:, (-?[\d.]+)px)?\)/.exec(one.style.transform), box = one.querySelector('.cell').getBBox();
        return { number: one.number, glyph: one.dataset.glyph, x: Number(x) / 40, row: Number(y ?? 0) / 40, wide: Math.round(box.width / 40), high: Math.round(box.height / 40) };
    });
});
const at = (list, row, x) => list.find((one) => one.row === row && one.x === x);
/** A key that goes elsewhere changes the address at once, and the view when the page hears of it. */
const step = async (page, key = 'ArrowRight') => {
    const before = page.url();
    await page.keyboard.press(key);
    if (before.includes('#play') && await page.evaluate((was) => location.href !== was, before)) await page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
    await settled(page);
};
/** Counts what begins to move from now on, however short that takes: the elements, and from where to where. */
const watch = (page) => page.evaluate(() => {
    const { animate } = Element.prototype;
    window.begun = [];
    Element.prototype.animate = function (frames, options) {
        if (frames[0].transform) window.begun.push(this);
        return animate.call(this, frames, options);
    };
});
const begun = (page) => page.evaluate(() => window.begun.splice(0).map((one) => one.number));

/** Until what moves has arrived. */
const still = (page) => page.waitForFunction(() => document.getAnimations().length === 0);

/** From the state's text: the letters that are no floor, as "A@row,x". */
const lettersOf = (shown) => shown.split('\n').flatMap((line, row) => [...line].flatMap((one, x) => /[.\s#_0-]/.test(one) ? [] : [`${one}@${row},${x}`])).sort();
const shownOn = async (page) => (await page.locator('.player-board .board, .play .board').getAttribute('aria-label')).slice('state: '.length);

test('a piece of one state is the same element in the next, in another place, and slides there', async () => {
    solve('tiles', 'eight-puzzle', '--trace', 'solutions', '--stop', 'first', '--order', 'a-star');
    const page = await open(makeQuickPage('tiles'), '#solutions/1');
    await watch(page);
    let before = await pieces(page), moved = 0;
    for (let i = 0; i < 4; i++) {
        await step(page);
        const after = await pieces(page);
        equal(after.map((one) => `${one.number} ${one.glyph}`).sort(), before.map((one) => `${one.number} ${one.glyph}`).sort(), 'elements and their tiles');
        const others = after.filter((one) => { const was = before.find((old) => old.number === one.number); return was.row !== one.row || was.x !== one.x; });
        equal(await begun(page), others.map((one) => one.number), 'what slides is what is elsewhere');
        equal(others.length, 1, 'tiles that moved');
        moved += others.length;
        await still(page);
        before = await pieces(page);
    }
    equal(moved, 4);
});

test('who asked for less motion sees none, and the same elements', async () => {
    solve('tiles', 'eight-puzzle', '--trace', 'solutions', '--stop', 'first', '--order', 'a-star');
    const page = await open(makeQuickPage('tiles'), '#solutions/1', { reducedMotion: 'reduce' });
    const before = await pieces(page);
    await step(page);
    equal(await page.evaluate(() => document.getAnimations().length), 0, 'animations');
    equal((await pieces(page)).map((one) => one.number).sort(), before.map((one) => one.number).sort());
});

test('Sokoban: who pushes and what is pushed keep their elements, on a target too; every step shows what the file says', async () => {
    solve('sokoban', 'sokoban');
    const page = await open(makeQuickPage('sokoban'), '#solutions/1'), steps = rows('sql', 'sokoban.db', 'SELECT shown FROM steps WHERE solution = 1 ORDER BY step');
    const numbers = (await pieces(page)).map((one) => one.number).sort();
    for (const { shown } of steps) {
        const now = await pieces(page);
        equal(await shownOn(page), shown);
        equal(now.map((one) => `${one.glyph}@${one.row},${one.x}`).sort(), lettersOf(shown));
        equal(now.map((one) => one.number).sort(), numbers, `elements of\n${shown}\n`);
        await page.keyboard.press('ArrowRight');
    }
});

test('a peg that jumps keeps its element; whom it takes fades', async () => {
    solve('triangle', triangle);
    const page = await open(makeQuickPage('triangle'), '#solutions/1'), before = await pieces(page), [, first] = rows('sql', 'triangle.db', 'SELECT move FROM steps WHERE solution = 1 ORDER BY step');
    const [from, over] = first.move === '3 over 1 to 0' ? [at(before, 2, 0), at(before, 1, 0.5)] : [at(before, 2, 2), at(before, 1, 1.5)];
    await step(page);
    const after = await pieces(page);
    equal(at(after, 0, 1)?.number, from.number, 'who is on top');
    equal(after.some((one) => one.number === over.number), false, 'whom it jumped over');
    await still(page);
    equal(await page.locator('.player-board .piece').count(), 4);
});

test('a triangle is drawn as one: rows are centred, and holes are all that is drawn', async () => {
    solve('triangle', triangle);
    const page = await open(makeQuickPage('triangle'), '#state/1');
    const boxes = await page.evaluate(() => [...document.querySelectorAll('.split .floor > rect')].map((one) => { const { x, y, width } = one.getBBox(); return [Math.round(y), x + width / 2]; }));
    const lines = [...new Set(boxes.map(([y]) => y))].map((row) => boxes.filter(([y]) => y === row)), middles = lines.map((line) => line.reduce((sum, [, x]) => sum + x, 0) / line.length);
    equal(lines.map((line) => line.length), [1, 2, 3]);
    equal(new Set(middles.map((x) => x.toFixed(1))).size, 1, `middles ${middles}`);
    const shelf = solve('pegs', 'peg-triangle', '--trace', 'solutions', '--stop', 'first', '--order', 'depth-first') && await open(makeQuickPage('pegs'), '#solutions/1');
    equal(await shelf.locator('.player-board .floor > rect').count(), 15, 'holes of the shelf\'s triangle');
});

test('cars and blocks are one element each, where they are in the text', async () => {
    solve('rush', 'rush-hour');
    const page = await open(makeQuickPage('rush'), '#solutions/1'), steps = rows('sql', 'rush.db', 'SELECT shown FROM steps WHERE solution = 1 ORDER BY step');
    const cars = (await pieces(page)).map((one) => `${one.number} ${one.glyph} ${one.wide}x${one.high}`).sort();
    equal(cars.map((one) => one.replace(/^\d+ /, '')).sort(), ['A 2x1', 'B 1x3', 'C 1x3', 'D 1x2', 'E 1x3', 'F 2x1', 'G 3x1', 'X 2x1']);
    for (const { shown } of steps) {
        const now = await pieces(page), covered = now.flatMap((one) => Array.from({ length: one.wide * one.high }, (_, i) => `${one.glyph}@${one.row + Math.floor(i / one.wide)},${one.x + i % one.wide}`));
        equal(covered.sort(), lettersOf(shown));
        equal(now.map((one) => `${one.number} ${one.glyph} ${one.wide}x${one.high}`).sort(), cars);
        await page.keyboard.press('ArrowRight');
    }
});

test('blocks that look alike and touch stay apart; frogs and pegs are no blocks', async () => {
    solve('klotski', 'klotski', '--trace', 'solutions', '--solutions', '1');
    const sizes = async (page) => (await pieces(page)).map((one) => `${one.glyph} ${one.wide}x${one.high}`).sort();
    const page = await open(makeQuickPage('klotski'), '#solutions/1'), all = ['B 2x2', ...Array(4).fill('T 1x2'), 'W 2x1', ...Array(4).fill('o 1x1')];
    const numbers = (await pieces(page)).map((one) => one.number).sort();
    for (let i = 0; i < 40; i++) {
        equal(await sizes(page), all, `step ${i}`);
        equal((await pieces(page)).map((one) => one.number).sort(), numbers, `elements of step ${i}`);
        await page.keyboard.press('ArrowRight');
    }
    solve('frogs', 'frogs');
    equal(await sizes(await open(makeQuickPage('frogs'), '#solutions/1')), [...Array(4).fill('B 1x1'), ...Array(4).fill('G 1x1')]);
});

/** Colours by sRGB, as OKLab and as luminance (Ottosson 2020; WCAG 2.2). */
const linear = (rgb) => rgb.match(/[\d.]+/g).slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const luminance = (rgb) => { const [r, g, b] = linear(rgb); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
function oklab(rgb) {
    const [r, g, b] = linear(rgb), [l, m, s] = [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]].map((k) => Math.cbrt(k[0] * r + k[1] * g + k[2] * b));
    return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
}

for (const colorScheme of ['light', 'dark']) {
    test(`twelve glyphs have twelve colours that differ, and their letters can be read: ${colorScheme}`, async () => {
        solve('ring', ring);
        const page = await open(makeQuickPage('ring'), '#solutions/1', { colorScheme });
        const look = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.player-board .piece')].map((one) => [one.dataset.glyph, [getComputedStyle(one.querySelector('.cell')).fill, getComputedStyle(one.querySelector('.letter')).fill]])));
        const first = await look(), floor = await page.evaluate(() => getComputedStyle(document.querySelector('.player-board .floor > rect')).fill);
        equal(Object.keys(first).length, 12);
        const fills = Object.values(first).map(([fill]) => fill);
        equal(new Set(fills).size, 12, 'colours');
        let least = Infinity;
        [...fills, floor].forEach((a, i, all) => all.slice(0, i).forEach((b) => { least = Math.min(least, Math.hypot(...oklab(a).map((v, k) => v - oklab(b)[k]))); }));
        if (least < 0.09) throw new Error(`two colours differ by ${least} in OKLab`);
        for (const [glyph, [fill, ink]] of Object.entries(first)) if (contrast(fill, ink) < 4.5) throw new Error(`${glyph}: contrast ${contrast(fill, ink)}`);
        for (let i = 0; i < 3; i++) await step(page);
        const sorted = (looks) => Object.entries(looks).sort();
        equal(sorted(await look()), sorted(first), 'colours of a later state');
    });
}

test('names at places go from one to the other as one element', async () => {
    solve('wolf', 'wolf-goat-cabbage');
    const page = await open(makeQuickPage('wolf'), '#solutions/1');
    const tokens = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.player-board .token')].map((one) => { one.number ??= window.numbered = (window.numbered ?? 0) + 1; return [one.textContent, [one.number, one.closest('.place').firstChild.textContent]]; })));
    const before = await tokens();
    await watch(page);
    await step(page);
    const after = await tokens();
    for (const name of Object.keys(before)) equal(after[name][0], before[name][0], name);
    equal([after.farmer[1], after.goat[1], after.wolf[1]], ['east', 'east', 'west']);
    equal((await begun(page)).includes(after.goat[0]), true, 'the goat slides');
    const colours = await page.evaluate(() => [...document.querySelectorAll('.player-board .token')].map((one) => getComputedStyle(one).backgroundColor));
    equal(new Set(colours).size, 4, 'colours of four names');
});

/** The state after that move, by the file. */
const follow = (db, id, move) => rows('sql', `${db}.db`, `SELECT dst, shown FROM edges JOIN states ON id = dst WHERE src = ${id} AND edges.move = '${move}'`)[0];

test('arrow keys move the one player; a push is one too; the piece is the same element and slides', async () => {
    solve('sokoban', 'sokoban');
    const page = await open(makeQuickPage('sokoban'), '#play'), before = await pieces(page);
    const moves = rows('sql', 'sokoban.db', 'SELECT edges.move FROM edges WHERE src = 1').map((row) => row.move);
    for (const [key, words] of [['ArrowUp', '-1 0'], ['ArrowDown', '1 0'], ['ArrowLeft', '0 -1'], ['ArrowRight', '0 1']]) {
        await visit(page, '#play');
        const move = moves.find((one) => one.endsWith(` ${words}`)), start = await shownOn(page);
        await step(page, key);
        equal(await shownOn(page), move ? follow('sokoban', 1, move).shown : start, `${key}: ${move ?? 'no such move'}`);
    }
    equal(moves.length > 0 && moves.length < 4, true, 'some keys have a move, others none');
    await visit(page, '#play');
    await still(page);
    await watch(page);
    await step(page, moves[0].endsWith('-1 0') ? 'ArrowUp' : moves[0].endsWith('1 0') ? 'ArrowDown' : 'ArrowRight');
    const after = await pieces(page);
    equal(after.map((one) => one.number).sort(), before.map((one) => one.number).sort(), 'elements');
    equal((await begun(page)).includes(after.find((one) => one.glyph === '@' || one.glyph === '+').number), true, 'the player slides');
    equal(await page.locator('.choices kbd[aria-label="key ArrowUp"], .choices kbd[aria-label="key ArrowDown"], .choices kbd[aria-label="key ArrowLeft"], .choices kbd[aria-label="key ArrowRight"]').count() > 0, true, 'keys are written beside the moves');
});

test('arrow keys move the gap, or make the move that says its direction; where nothing says it, they do nothing', async () => {
    solve('small', 'sliding-tiles', '--set', 'height=2');
    const tiles = await open(makeQuickPage('small'), '#play'), before = (await shownOn(tiles)).match(/at_(\d)_(\d)=0/).slice(1).map(Number);
    const up = before[0] > 0 ? ['ArrowUp', -1] : ['ArrowDown', 1];
    await step(tiles, up[0]);
    equal((await shownOn(tiles)).match(/at_(\d)_(\d)=0/).slice(1).map(Number), [before[0] + up[1], before[1]], 'the gap');
    solve('snake', 'snake');
    const snake = await open(makeQuickPage('snake'), '#play'), start = rows('sql', 'snake.db', 'SELECT id FROM states WHERE is_start = 1 ORDER BY id LIMIT 1')[0].id;
    await step(snake, 'ArrowRight');
    equal(await shownOn(snake), follow('snake', start, 'east').shown);
    solve('rush', 'rush-hour');
    const rush = await open(makeQuickPage('rush'), '#play'), shown = await shownOn(rush);
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) await step(rush, key);
    equal(await shownOn(rush), shown, 'many cars, no player');
    equal(await rush.locator('.choices kbd[aria-label]').count(), 0);
    await rush.keyboard.press('1');
    await settled(rush);
    equal(await shownOn(rush) === shown, false, 'numbers make moves');
    await rush.keyboard.press('?');
    equal(/the move of that direction \(Play\)/.test(await rush.locator('dialog[open] .keys').innerText()), true, 'the help says it');
});

await runTests(process.argv[2]);
