// test_map.mjs - the map: its states and moves, its parts as `wgcq graph` chooses them, what is merged, found, chosen, moved.
import { equal, makePage, open, rows, runTests, solve, test, visit, wgcq } from './harness.mjs';

solve('family', 'family');
solve('frogs', 'frogs', '--set', 'n=4');
solve('sokoban', 'sokoban');
solve('mutex', 'naive-mutex');
solve('wolf', 'wolf-goat-cabbage');
const file = Object.fromEntries(['family', 'frogs', 'sokoban', 'mutex', 'wolf'].map((name) => [name, makePage(name)]));
const hashOf = (page) => page.evaluate(() => location.hash);
const mapDrawn = (page) => page.waitForSelector('.map[data-drawn]');
const nodes = (page) => page.evaluate(() => window.wgcqMap.data.nodes.length);

/** What `wgcq graph` draws: how many nodes and arrows. */
function drawn(...words) {
    const graph = wgcq('graph', ...words, '--format', 'graphml');
    return graph.match(/<node /g).length;
}

for (const [name, states, edges] of [['family', 614, 1820], ['frogs', 195, 232], ['sokoban', 639, 1611], ['mutex', 9, 16]])
    test(`the map of ${name} has all states and moves`, async () => {
        const page = await open(file[name], '#map');
        await mapDrawn(page);
        equal(await page.innerText('[data-figure=map]'), `all: ${states} states, ${edges} moves`);
        equal(await nodes(page), states);
        const arrows = rows('sql', `${name}.db`, "SELECT count(DISTINCT min(src, dst) || ' ' || max(src, dst)) AS n FROM edges")[0].n;
        equal(await page.evaluate(() => window.wgcqMap.data.edges.length), arrows, 'arrows');
    });

test('moves there and back are two arcs, each with its words', async () => {
    const page = await open(file.wolf, '#map');
    await mapDrawn(page);
    const { data, scene } = await page.evaluate(() => ({ data: window.wgcqMap.data.edges, scene: { bend: [...window.wgcqMap.canvas.scene.bend], words: window.wgcqMap.canvas.scene.words } }));
    equal([data.length, data.every((e) => e.back !== null), scene.bend.length, scene.bend.every((bend) => bend > 0)], [10, true, 20, true]);
    equal(scene.words.slice().sort(), rows('sql', 'wolf.db', 'SELECT move FROM edges').map((r) => r.move).sort());
});

for (const name of ['family', 'frogs', 'sokoban', 'mutex'])
    test(`what says most of ${name} is what wgcq graph chooses`, async () => {
        const page = await open(file[name], '#map?part=best');
        await mapDrawn(page);
        equal(await nodes(page), drawn(`${name}.db`));
    });

test('parts: levels, around a solution, shortest plans, as graph has them', async () => {
    const page = await open(file.family, '#map');
    for (const [query, ...words] of [['part=levels&depth=5', '--depth', '5'], ['part=solution&solution=3', '--around', '3'], ['part=solution&solution=3&radius=2', '--around', '3', '--radius', '2'],
        ['part=shortest', '--only', 'shortest'], ['merge=raft', '--project', 'raft'], ['merge=raft,at_prisoner', '--project', 'raft,at_prisoner'], ['merge=at[]', '--project', 'at']]) {
        await visit(page, `#map?${query}`);
        await mapDrawn(page);
        equal(await nodes(page), drawn('family.db', ...words, '--all'), query);
    }
});

test('every colour, layout and density has its legend', async () => {
    const page = await open(file.family, '#map');
    for (const query of ['colour=depth', 'colour=to_goal', 'colour=bottlenecks', 'colour=cost:noise', 'colour=raft', 'layout=force', 'solution=2', 'part=around&at=300&radius=2', 'part=density', 'part=density&up=raft']) {
        await visit(page, `#map?${query}`);
        if (query.includes('density')) { equal(await page.locator('.dense').count() > 2, true, query); continue; }
        await mapDrawn(page);
        const painted = await page.evaluate(() => new Set(window.wgcqMap.canvas.scene.colour).size);
        equal(painted >= 1 && await page.locator('.map-legend .key').count() >= 1, true, query);
    }
    await visit(page, '#map?colour=bottlenecks');
    await mapDrawn(page);
    equal((await page.innerText('.map-legend')).includes(`every solution passes (${rows('query', 'family.db', 'bottlenecks').length})`), true);
    await visit(page, '#map?solution=1');
    await mapDrawn(page);
    const [{ length }] = rows('sql', 'family.db', 'SELECT length FROM solutions WHERE id = 1');
    equal(await page.evaluate(() => window.wgcqMap.canvas.scene.marked.reduce((sum, one) => sum + one, 0)), length, 'marked moves');
});

test('merging by one more, and no longer', async () => {
    const page = await open(file.family, '#map');
    await page.getByLabel('merge by').selectOption('raft');
    await page.waitForFunction(() => window.wgcqMap?.data.nodes.length === 3);
    await page.getByLabel('and by').selectOption('at_prisoner');
    await page.waitForFunction(() => location.hash.includes('merge=raft%2Cat_prisoner') && window.wgcqMap.data.nodes.length > 3);
    await page.getByLabel('no longer merged by raft').click();
    await page.waitForFunction(() => location.hash.endsWith('merge=at_prisoner'));
});

test('search, arrow keys, enter, the link', async () => {
    const page = await open(file.family, '#map');
    await mapDrawn(page);
    await page.keyboard.press('/');
    await page.keyboard.type('raft=far at[prisoner]=far');
    await page.keyboard.press('Enter');
    const [many] = rows('sql', 'family.db', "SELECT count(*) AS n FROM states WHERE raft = 'far' AND at_prisoner = 'far'");
    await page.waitForSelector('.hits .note');
    equal(await page.innerText('.hits'), `${many.n} states`);
    await visit(page, '#map');
    await mapDrawn(page);
    await page.focus('.map');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.map-panel h2');
    equal(await page.innerText('.map-panel h2'), 'State 1');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('.map-panel h2').textContent !== 'State 1');
    const chosen = (await page.innerText('.map-panel h2')).replace('State ', '');
    equal(rows('sql', 'family.db', 'SELECT dst FROM edges WHERE src = 1').map((r) => String(r.dst)).includes(chosen), true, `state ${chosen}`);
    equal(await hashOf(page), `#map?at=${chosen}`);
    await page.keyboard.press('Enter');
    await page.waitForFunction((id) => location.hash === `#state/${id}`, chosen);
});

/** Waits until the picture is of what is seen now. */
const sharp = (page) => page.waitForFunction(() => { const { canvas } = window.wgcqMap; return canvas.isSharp() && !canvas.waiting; });

test('a drag, the wheel, keys: what is under the hand stays there, and a click chooses it', async () => {
    const page = await open(file.frogs, '#map');
    await mapDrawn(page);
    await sharp(page);
    const box = await page.locator('.map').boundingBox(), place = (node) => page.evaluate((i) => window.wgcqMap.canvas.place(i), node);
    const first = await place(0);
    await page.mouse.move(box.x + first.x + 40, box.y + first.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + first.x + 240, box.y + first.y - 60, { steps: 5 });
    await page.mouse.up();
    await sharp(page);
    const dragged = await place(0);
    equal([Math.round(dragged.x - first.x), Math.round(dragged.y - first.y)], [200, -100], 'by the drag');
    await page.mouse.move(box.x + dragged.x, box.y + dragged.y);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => window.wgcqMap.canvas.now.k > 1);
    await sharp(page);
    const near = await place(0);
    equal([Math.round(near.x - dragged.x), Math.round(near.y - dragged.y)], [0, 0], 'by the wheel');
    await page.mouse.click(box.x + near.x, box.y + near.y);
    await page.waitForFunction(() => document.querySelector('.map-panel h2')?.textContent === 'State 1');
    await page.keyboard.press('0');
    await page.waitForFunction(() => window.wgcqMap.canvas.now.k === 1);
    await page.keyboard.press('+');
    await page.waitForFunction(() => window.wgcqMap.canvas.now.k > 1.5);
});

test('the picture is drawn anew at rest: its pixels are those of the nodes', async () => {
    const page = await open(file.mutex, '#map');
    await mapDrawn(page);
    await page.keyboard.press('+');
    await page.waitForFunction(() => window.wgcqMap.canvas.now.k > 1.5);
    await sharp(page);
    const { x, y } = await page.evaluate(() => window.wgcqMap.canvas.place(window.wgcqMap.data.nodes.findIndex((n) => n.id === 4)));
    const box = await page.locator('.map').boundingBox();
    const image = (await page.screenshot({ clip: { x: box.x + x - 1, y: box.y + y - 1, width: 2, height: 2 } })).toString('base64');
    const colour = await page.evaluate(async (bytes) => {
        const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))])), canvas = new OffscreenCanvas(2, 2).getContext('2d');
        canvas.drawImage(bitmap, 0, 0);
        return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    }, image);
    equal(colour, [0x7f, 0x9b, 0xe6]);
});

await runTests(process.argv[2]);
