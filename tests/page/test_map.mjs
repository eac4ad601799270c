// test_map.mjs - the map: its states and moves, its parts as `wgcq graph` chooses them, what is merged, found, chosen, moved.
import { createRequire } from 'node:module';
import { build as buildFolder, equal, makeQuickPage, open, openShared, rows, runTests, solve, test, visit, wgcq } from './harness.mjs';

solve('family', 'family');
solve('frogs', 'frogs', '--set', 'n=4');
solve('sokoban', 'sokoban');
solve('mutex', 'naive-mutex');
solve('wolf', 'wolf-goat-cabbage');
solve('chessboard', 'mutilated-chessboard');
solve('philosophers', 'dining-philosophers');
solve('hanoi', 'hanoi', '--set', 'disks=5');
solve('tall', 'hanoi', '--set', 'disks=8');
const file = Object.fromEntries(['family', 'frogs', 'sokoban', 'mutex', 'wolf', 'chessboard', 'philosophers', 'hanoi', 'tall'].map((name) => [name, makeQuickPage(name)]));
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
        const page = await openShared(file[name], '#map');
        await mapDrawn(page);
        equal(await page.innerText('[data-figure=map]'), `all: ${states} states, ${edges.toLocaleString('en-US')} moves`);
        equal(await nodes(page), states);
        const arrows = rows('sql', `${name}.db`, "SELECT count(DISTINCT min(src, dst) || ' ' || max(src, dst)) AS n FROM edges")[0].n;
        equal(await page.evaluate(() => window.wgcqMap.data.edges.length), arrows, 'arrows');
    });

test('moves there and back are two arcs, each with its words', async () => {
    const page = await openShared(file.wolf, '#map');
    await mapDrawn(page);
    const { data, scene } = await page.evaluate(() => ({ data: window.wgcqMap.data.edges, scene: { bend: [...window.wgcqMap.canvas.scene.bend], words: window.wgcqMap.canvas.scene.words } }));
    equal([data.length, data.every((e) => e.back !== null), scene.bend.length, scene.bend.every((bend) => bend > 0)], [10, true, 20, true]);
    equal(scene.words.slice().sort(), rows('sql', 'wolf.db', 'SELECT move FROM edges').map((r) => r.move).sort());
});

for (const name of ['family', 'frogs', 'sokoban', 'mutex'])
    test(`what says most of ${name} is what wgcq graph chooses`, async () => {
        const page = await openShared(file[name], '#map?part=best');
        await mapDrawn(page);
        equal(await nodes(page), drawn(`${name}.db`));
    });

test('parts: levels, around a solution, shortest plans, as graph has them', async () => {
    const page = await openShared(file.family, '#map');
    for (const [query, ...words] of [['part=levels&depth=5', '--depth', '5'], ['part=solution&solution=3', '--around', '3'], ['part=solution&solution=3&radius=2', '--around', '3', '--radius', '2'],
        ['part=shortest', '--only', 'shortest'], ['merge=raft', '--project', 'raft'], ['merge=raft,at_prisoner', '--project', 'raft,at_prisoner'], ['merge=at[]', '--project', 'at']]) {
        await visit(page, `#map?${query}`);
        await mapDrawn(page);
        equal(await nodes(page), drawn('family.db', ...words, '--all'), query);
    }
});

test('moves are as wide as shortest plans are many, as query traffic counts them', async () => {
    const page = await openShared(file.family, '#map?width=plans');
    for (const [name, query, said] of [['family', 'width=plans', '2,048 shortest plans'], ['wolf', 'width=plans', '2 shortest plans'], ['hanoi', 'width=plans&part=shortest', '1 shortest plan']]) {
        const shown = await openShared(file[name], `#map?${query}`);
        await mapDrawn(shown);
        equal((await shown.innerText('.map-legend')).includes(said), true, `${name}: ${said}`);
        const { ways, share } = await shown.evaluate(() => {
            const { data: { edges, nodes }, canvas: { scene } } = window.wgcqMap, id = (node) => nodes[node].id, part = (text) => Number(/: ([\d,]+)$/.exec(text)?.[1].replaceAll(',', '') ?? 0);
            return { ways: [...scene.words].flatMap((text, e) => part(text) ? [[id(scene.from[e]), id(scene.to[e]), part(text)]] : []), share: Math.max(...scene.share), edges: edges.length };
        });
        const counted = new Map();
        for (const r of rows('query', `${name}.db`, 'traffic')) if (r.move !== null) counted.set(`${r.id} ${r.dst}`, (counted.get(`${r.id} ${r.dst}`) ?? 0) + Number(r.plans));
        equal(ways.map(([from, to, n]) => `${from} ${to} ${n}`).sort(), [...counted].map(([key, n]) => `${key} ${n}`).sort(), name);
        equal(share, 1, `${name}: all plans make some move`);
    }
    await visit(page, '#map');
    await mapDrawn(page);
    equal(await page.evaluate(() => Math.max(...window.wgcqMap.canvas.scene.share)), 0, 'without it none is wider');
});

test('every colour, layout and density has its legend', async () => {
    const page = await openShared(file.family, '#map');
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
    const page = await openShared(file.family, '#map');
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

/** Waits until the picture is of what is seen now: its place has been measured, and nothing moves any more. */
const sharp = async (page) => {
    await page.evaluate(async () => { for (let i = 0; i < 3; i++) await new Promise((done) => { requestAnimationFrame(done); }); }); // an observer hears of a place in the frame after
    await page.waitForFunction(() => { const { canvas } = window.wgcqMap, { frame } = canvas; return canvas.isSharp() && !canvas.waiting && !frame.__transition && canvas.wide === frame.clientWidth && canvas.high === frame.clientHeight; });
};

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
    await sharp(page); // the panel takes room from the picture, which ends what moves
    await page.keyboard.press('0');
    await page.waitForFunction(() => window.wgcqMap.canvas.now.k === 1);
    await page.keyboard.press('+');
    await page.waitForFunction(() => window.wgcqMap.canvas.now.k > 1.5);
});

test('the picture is drawn anew at rest: its pixels are those of the nodes', async () => {
    const page = await openShared(file.mutex, '#map');
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
    equal(colour, [0x6a, 0x8b, 0xe8]);
});

// What is written at states.

const words = (page) => page.evaluate(() => ({ labels: window.wgcqMap.canvas.scene.labels, ids: window.wgcqMap.data.nodes.map((n) => n.id) }));
const boxes = (page) => page.evaluate(() => window.wgcqMap.canvas.written);

/** Names as a map has them, and texts as the page shows them: {name: text} of each state. */
function valuesOf(name) {
    const states = rows('sql', `${name}.db`, 'SELECT * FROM states'), about = ['id', 'depth', 'to_goal', 'is_start', 'is_goal', 'shown', 'parent', 'move'];
    return new Map(states.map((state) => [state.id, new Map(Object.entries(state).filter(([column]) => !about.includes(column)).map(([column, value]) => [column.replace(/^at_/, ''), String(value)]))]));
}

test('a state is labelled by what changed on a shortest way to it', async () => {
    const page = await openShared(file.family, '#map');
    await mapDrawn(page);
    const { labels, ids } = await words(page), values = valuesOf('family'), edges = rows('sql', 'family.db', 'SELECT src, dst FROM edges');
    const depth = new Map(rows('sql', 'family.db', 'SELECT id, depth FROM states').map((r) => [r.id, r.depth])), before = new Map();
    for (const { src, dst } of edges) if (depth.get(src) === depth.get(dst) - 1) before.set(dst, [...before.get(dst) ?? [], src]);
    const said = (from, to) => [...values.get(to)].filter(([name, value]) => values.get(from).get(name) !== value).map(([name, value]) => `${name}: ${values.get(from).get(name)} → ${value}`).sort().join();
    /** `raft, son1: near → far` says two changes. */
    const read = (label) => label.replaceAll('\u00a0', ' ').split(/(?<=→ \w+), /).flatMap((part) => { const [names, how] = part.split(': '); return names.split(', ').map((name) => `${name}: ${how}`); }).sort().join();
    let checked = 0;
    labels.forEach((label, i) => {
        if (/^(start|goal)/.test(label)) return;
        equal(before.get(ids[i]).map((from) => said(from, ids[i])).includes(read(label)), true, `state ${ids[i]}: ${label}`);
        checked++;
    });
    equal(checked, 612);
});

test('a state that is shown in few letters is its own label, and no state is labelled by its number', async () => {
    const page = await openShared(file.frogs, '#map');
    await mapDrawn(page);
    const { labels } = await words(page), shown = rows('sql', 'frogs.db', 'SELECT shown, is_start, is_goal FROM states ORDER BY id');
    equal(labels, shown.map((r) => r.is_start ? 'start' : r.is_goal ? 'goal' : r.shown));
    for (const name of ['family', 'sokoban', 'wolf', 'chessboard', 'hanoi']) {
        const other = await openShared(file[name], '#map');
        await mapDrawn(other);
        equal((await words(other)).labels.filter((label) => /^\d*$/.test(label)), [], name);
    }
});

test('labels never overlap; the start, goals and what every solution passes come first; more are written nearer', async () => {
    const meets = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
    for (const [name, query, options] of [['family', ''], ['family', '?layout=force'], ['sokoban', ''], ['wolf', '?at=3'], ['hanoi', '?layout=force'], ['wolf', '', { viewport: { width: 360, height: 740 } }], ['frogs', '?at=100', { viewport: { width: 360, height: 740 } }]]) {
        const page = await openShared(file[name], `#map${query}`, options);
        await mapDrawn(page);
        await arranged(page);
        const parts = [];
        for (const [i, k] of [1, 3, 8].entries()) {
            if (i) await page.evaluate((scale) => { const { canvas } = window.wgcqMap, { x, y } = canvas.place(0); canvas.moveTo(scale, 200 - (x - canvas.now.x) / canvas.now.k * scale, 200 - (y - canvas.now.y) / canvas.now.k * scale); }, k);
            await sharp(page);
            const list = await boxes(page), seen = await page.evaluate(() => { const { canvas, data } = window.wgcqMap, { clientWidth: w, clientHeight: h } = canvas.frame; return data.nodes.filter((_, n) => { const { x, y } = canvas.place(n); return x >= 0 && y >= 0 && x <= w && y <= h; }).length; });
            for (let a = 0; a < list.length; a++) for (let b = a + 1; b < list.length; b++) equal(meets(list[a], list[b]), false, `${name}${query} at ${k}: ${list[a].text} and ${list[b].text}`);
            const [wide, high] = await page.evaluate(() => [window.wgcqMap.canvas.frame.clientWidth, window.wgcqMap.canvas.frame.clientHeight]);
            parts.push(list.filter((one) => one.left >= 0 && one.right <= wide && one.top >= 0 && one.bottom <= high).length / Math.max(seen, 1));
            if (i) continue;
            const first = await page.evaluate(() => window.wgcqMap.data.nodes.flatMap((n, at) => n.start || n.goal ? [at] : []));
            equal(first.filter((node) => !list.some((one) => one.node === node)), [], `${name}${query}: start and goal are named`);
            equal(list.filter((one) => one.left < -1 || one.right > wide + 1 || one.top < -1 || one.bottom > high + 1).length, 0, `${name}${query}: words within the picture`);
        }
        if (['family', 'sokoban'].includes(name)) equal(parts[1] > parts[0] && parts[2] > parts[0], true, `${name}${query}: more nearer: ${parts}`);
    }
    const page = await openShared(file.family, '#map');
    await mapDrawn(page);
    const { order, named } = await page.evaluate(() => ({ order: [...window.wgcqMap.canvas.scene.order].map((node) => window.wgcqMap.data.nodes[node].id), named: window.wgcqMap.canvas.scene.named }));
    const ends = rows('sql', 'family.db', 'SELECT id FROM states WHERE is_start OR is_goal ORDER BY is_start DESC, id').map((r) => r.id), narrow = rows('query', 'family.db', 'bottlenecks').map((r) => r.state ?? r.id);
    equal(order.slice(0, ends.length), ends, 'ends');
    equal(order.slice(ends.length, named).sort((a, b) => a - b), narrow.filter((id) => !ends.includes(id)).sort((a, b) => a - b), 'what every solution passes');
});

// Colours.

const { buildSync } = createRequire(`${buildFolder}/page/`)('esbuild');

async function colours() {
    const { outputFiles: [bundled] } = buildSync({ entryPoints: [`${buildFolder}/page/map/colours.ts`], bundle: true, format: 'esm', write: false });
    return import(`data:text/javascript;base64,${Buffer.from(bundled.text).toString('base64')}`);
}

/** Relative luminance, and the ratio of two of them, as WCAG 2 defines them. */
function luminance(colour) {
    const part = (at) => { const c = parseInt(colour.slice(at, at + 2), 16) / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}
const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
const GROUND = { light: '#f7f7f5', dark: '#14161b' };

test('the scale is monotonic in luminance, away from the ground, in light and in dark; every colour is 3:1 to the ground', async () => {
    const { scale, valueColour, KINDS } = await colours();
    for (const theme of ['light', 'dark']) {
        const ground = luminance(GROUND[theme]), steps = Array.from({ length: 101 }, (_, i) => luminance(scale(i / 100)[theme]));
        for (let i = 1; i < steps.length; i++) equal(theme === 'light' ? steps[i] <= steps[i - 1] : steps[i] >= steps[i - 1], true, `${theme}, step ${i}: ${steps[i - 1]} ${steps[i]}`);
        equal(ratio(steps[0], steps[100]) > 3, true, `${theme}: the ends differ`);
        for (let i = 10; i < steps.length; i += 10) equal(ratio(steps[i], steps[i - 10]) > 1.04, true, `${theme}: each tenth is a step`);
        equal(ratio(luminance(KINDS.dead[theme]), luminance(KINDS.alive[theme])) >= 3, true, `${theme}: dead ends are 3:1 to live states, too`);
        const others = [...Array(10).keys()].map((i) => [`value ${i}`, valueColour(i)]).concat(Object.entries(KINDS), [['least', scale(0)], ['most', scale(1)]]);
        for (const [what, tone] of others) equal(ratio(luminance(tone[theme]), ground) >= 3, true, `${theme}: ${what} ${tone[theme]} ${ratio(luminance(tone[theme]), ground)}`);
    }
});

test('the legend of a scale is monotonic in luminance on the page, whose ground is the one that was computed with', async () => {
    for (const theme of ['light', 'dark']) {
        const page = await openShared(file.frogs, '#map?colour=depth', { colorScheme: theme });
        await mapDrawn(page);
        const { ground, stops } = await page.evaluate(() => ({ ground: window.wgcqMap.canvas.scene.tones.ground, stops: [...document.querySelectorAll('.map-legend .swatch:not(.hollow)')].map((one) => getComputedStyle(one).backgroundColor) }));
        equal(ground, GROUND[theme]);
        const seen = stops.map((rgb) => luminance(`#${rgb.match(/\d+/g).slice(0, 3).map((n) => Number(n).toString(16).padStart(2, '0')).join('')}`));
        equal([seen.length, theme === 'light' ? seen[0] > seen[1] && seen[1] > seen[2] : seen[0] < seen[1] && seen[1] < seen[2]], [3, true], theme);
    }
});

/** The colours of the picture at a node: in its middle, and at a part of its radius to the left, right, above and below. */
async function pixelsOf(page, node, part) {
    const at = await page.evaluate(([n, p]) => { const { canvas } = window.wgcqMap, { x, y } = canvas.place(n); return { x, y, r: canvas.scene.size[n] * Math.sqrt(Math.min(Math.max(canvas.now.k, 0.2), 12)) * p }; }, [node, part]);
    const box = await page.locator('.map').boundingBox(), left = Math.floor(box.x + at.x - 40), top = Math.floor(box.y + at.y - 40);
    const image = (await page.screenshot({ clip: { x: left, y: top, width: 80, height: 80 } })).toString('base64');
    const places = [[0, 0], [-at.r, 0], [at.r, 0], [0, -at.r], [0, at.r]].map(([dx, dy]) => [Math.floor(box.x + at.x + dx) - left, Math.floor(box.y + at.y + dy) - top]);
    return page.evaluate(async ([bytes, list]) => {
        const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))])), canvas = new OffscreenCanvas(80, 80).getContext('2d');
        canvas.drawImage(bitmap, 0, 0);
        const { data } = canvas.getImageData(0, 0, 80, 80);
        return list.map(([x, y]) => `#${[...data.slice(4 * (80 * y + x), 4 * (80 * y + x) + 3)].map((n) => n.toString(16).padStart(2, '0')).join('')}`);
    }, [image, places]);
}

test('dead ends are hollow, in light and dark, whatever colours mean; states with a reachable goal are not', async () => {
    const [{ id: dead }] = rows('sql', 'frogs.db', 'SELECT max(id) AS id FROM states WHERE to_goal IS NULL AND depth = 10'), [{ id: alive }] = rows('sql', 'frogs.db', 'SELECT max(id) AS id FROM states WHERE to_goal IS NOT NULL AND depth = 10');
    for (const theme of ['light', 'dark']) for (const colour of ['kind', 'depth']) {
        const page = await openShared(file.frogs, `#map?colour=${colour}`, { colorScheme: theme });
        await mapDrawn(page);
        await page.evaluate((id) => { const { canvas, data } = window.wgcqMap, node = data.index.get(id); canvas.moveTo(6, 400 - 6 * canvas.scene.x[node], 300 - 6 * canvas.scene.y[node]); }, dead);
        await sharp(page);
        const [middle, ...ring] = await pixelsOf(page, await page.evaluate((id) => window.wgcqMap.data.index.get(id), dead), 0.8);
        equal(middle, GROUND[theme], `${theme} ${colour}: the middle of a dead end`);
        equal(ring.every((one) => ratio(luminance(one), luminance(GROUND[theme])) >= 3), true, `${theme} ${colour}: its ring is seen: ${ring}`);
        await page.evaluate((id) => { const { canvas, data } = window.wgcqMap, node = data.index.get(id); canvas.moveTo(6, 400 - 6 * canvas.scene.x[node], 300 - 6 * canvas.scene.y[node]); }, alive);
        await sharp(page);
        const [inner, ...outer] = await pixelsOf(page, await page.evaluate((id) => window.wgcqMap.data.index.get(id), alive), 0.8);
        equal([...new Set([inner, ...outer])].length === 1 && ratio(luminance(inner), luminance(GROUND[theme])) >= 3, true, `${theme} ${colour}: a disc: ${inner} ${outer}`);
        equal(await page.locator('.map-legend .swatch.hollow').count(), 1);
    }
    const page = await openShared(file.chessboard, '#map');
    await mapDrawn(page);
    equal(await page.evaluate(() => { const { scene } = window.wgcqMap.canvas; return [...scene.colour].every((one) => scene.hollow[one]); }), true, 'all of a puzzle without a solution');
});

test('where there is no goal, states that no move leads on from are hollow', async () => {
    const page = await openShared(file.philosophers, '#map');
    await mapDrawn(page);
    const hollow = await page.evaluate(() => { const { canvas: { scene }, data } = window.wgcqMap; return data.nodes.filter((_, i) => scene.hollow[scene.colour[i]]).map((n) => n.id); });
    const stuck = rows('sql', 'philosophers.db', 'SELECT id FROM states WHERE id NOT IN (SELECT src FROM edges) ORDER BY id').map((r) => r.id);
    equal([stuck.length > 0, hollow], [true, stuck]);
    equal((await page.innerText('.map-legend')).includes('no move leads on'), true);
});

// The layout by forces.

const arranged = (page) => page.waitForFunction(() => document.querySelector('.map[data-drawn]') && !document.querySelector('.map-progress progress'), null, { timeout: 60000 });
const places = (page) => page.evaluate(() => window.wgcqMap.data.nodes.map((n, i) => ({ id: n.id, x: window.wgcqMap.canvas.scene.x[i], y: window.wgcqMap.canvas.scene.y[i] })));

test('by forces, the map of Hanoi is the Sierpinski triangle', async () => {
    const page = await open(file.hanoi, '#map?layout=force');
    await arranged(page);
    await sharp(page);
    const at = new Map((await places(page)).map(({ id, x, y }) => [id, [x, y]])), states = rows('sql', 'hanoi.db', 'SELECT id, on_1, on_2, on_3, on_4, on_5 FROM states');
    const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]), all = (one) => [1, 2, 3, 4, 5].every((d) => one[`on_${d}`] === one.on_1);
    const corners = states.filter(all).map(({ id }) => at.get(id)), sides = [far(corners[0], corners[1]), far(corners[1], corners[2]), far(corners[2], corners[0])];
    equal(corners.length === 3 && Math.max(...sides) / Math.min(...sides) < 1.05, true, `an equilateral triangle: ${sides}`);
    // The triangle of each position of the large disks, at three sizes: all of its states are nearer to its middle than those of any other are.
    for (const disks of [1, 2, 3]) {
        const groups = new Map(), key = (one) => Array.from({ length: disks }, (_, i) => one[`on_${5 - i}`]).join('');
        for (const one of states) groups.set(key(one), [...groups.get(key(one)) ?? [], at.get(one.id)]);
        const middle = new Map([...groups].map(([name, list]) => [name, [0, 1].map((axis) => list.reduce((sum, one) => sum + one[axis], 0) / list.length)]));
        equal(groups.size, 3 ** disks);
        const wrong = states.filter((one) => { const own = far(at.get(one.id), middle.get(key(one))); return [...middle].some(([name, to]) => name !== key(one) && far(at.get(one.id), to) < own); });
        equal(wrong.length, 0, `${disks} large disks`);
    }
    // Moves are about as long as each other: nothing is folded.
    const lengths = rows('sql', 'hanoi.db', 'SELECT src, dst FROM edges').map(({ src, dst }) => far(at.get(src), at.get(dst))).sort((a, b) => a - b);
    equal(lengths[lengths.length - 1] / lengths[0] < 2.5, true, `${lengths[0]} to ${lengths[lengths.length - 1]}`);
});

test('distances by forces are those of the graph: stress is small', async () => {
    for (const [name, most] of [['frogs', 0.08], ['family', 0.08], ['wolf', 0.08]]) {
        const page = await openShared(file[name], '#map?layout=force');
        await arranged(page);
        await sharp(page);
        const at = await places(page), number = new Map(at.map(({ id }, i) => [id, i])), near = at.map(() => []);
        for (const { src, dst } of rows('sql', `${name}.db`, 'SELECT src, dst FROM edges')) { near[number.get(src)].push(number.get(dst)); near[number.get(dst)].push(number.get(src)); }
        const pairs = [];
        at.forEach((one, from) => {
            const depth = new Map([[from, 0]]);
            for (const s of depth.keys()) for (const t of near[s]) if (!depth.has(t)) depth.set(t, depth.get(s) + 1);
            for (const [to, d] of depth) if (to > from) pairs.push([Math.hypot(one.x - at[to].x, one.y - at[to].y), d]);
        });
        const scale = pairs.reduce((sum, [is, d]) => sum + is / d, 0) / pairs.reduce((sum, [is, d]) => sum + is * is / d / d, 0);
        const stress = pairs.reduce((sum, [is, d]) => sum + (is * scale / d - 1) ** 2, 0) / pairs.length;
        equal(stress < most, true, `${name}: ${stress}`);
    }
});

test('a layout by forces says how far it is; Stop keeps what was reached', async () => {
    const page = await open(file.tall, '#map?layout=force');
    await page.click('.map-progress button');
    await page.waitForFunction(() => /^layout stopped at \d+ %$/.test(document.querySelector('.map-progress').textContent));
    await mapDrawn(page);
    await sharp(page);
    const reached = await places(page);
    await page.waitForTimeout(800);
    equal(await places(page), reached);
    equal([await page.locator('.map-progress progress').count(), await nodes(page), new Set(reached.map(({ x, y }) => `${x} ${y}`)).size > 4_000], [0, 6561, true]);
    const whole = await open(file.tall);
    const parts = await whole.evaluate(() => new Promise((resolve) => {
        const seen = [];
        const look = setInterval(() => { const bar = document.querySelector('.map-progress progress'); if (bar) seen.push(bar.value); else if (seen.length) { clearInterval(look); resolve(seen); } }, 20);
        location.hash = '#map?layout=force';
    }));
    equal(parts.every((part, i) => i === 0 || part >= parts[i - 1]) && parts.some((part) => part > 0 && part < 1), true, `progress: ${[...new Set(parts)]}`);
    await mapDrawn(whole);
    equal(await whole.innerText('.map-progress'), '');
    await visit(page, '#map?layout=force&colour=depth');
    await visit(page, '#report');
    await page.waitForTimeout(300);
    equal(await page.locator('.map').count(), 0, 'a view that was left');
});

// Room.

for (const [width, height] of [[1280, 900], [360, 740]])
    test(`nothing lies under the panel, and the neighbours of what is chosen are seen: ${width} wide`, async () => {
        const inside = (page, id) => page.evaluate((wanted) => {
            const { canvas, data } = window.wgcqMap, node = data.index.get(wanted), { width: w, height: h, left, top } = canvas.frame.getBoundingClientRect(), panel = document.querySelector('.map-panel').getBoundingClientRect();
            const near = [node, ...data.edges.flatMap((e) => e.from === node ? [e.to] : e.to === node ? [e.from] : [])].map((n) => canvas.place(n));
            return { whole: canvas.now.k === 1 && canvas.now.x === 0 && canvas.now.y === 0, apart: panel.left >= left + w - 1 || panel.top >= top + h - 1, shown: panel.width > 0 && panel.bottom <= innerHeight + 1 && panel.right <= innerWidth + 1,
                seen: near.filter(({ x, y }) => x >= 0 && y >= 0 && x <= w && y <= h && document.elementFromPoint(left + x, top + y)?.closest('.map, .zoom')).length, near: near.length };
        }, id);
        for (const [name, ids] of [['wolf', [1, 3, 10]], ['mutex', [1, 5, 9]], ['frogs', [1, 100, 195]], ['family', [1, 300, 614]]]) {
            const page = await openShared(file[name], `#map?at=${ids[0]}`, { viewport: { width, height } });
            await mapDrawn(page);
            for (const id of ids) {
                await visit(page, `#map?at=${id}`);
                await page.waitForFunction((wanted) => document.querySelector('.map-panel h2')?.textContent === `State ${wanted}`, id);
                await sharp(page);
                const found = await inside(page, id);
                equal(found, { whole: true, apart: true, shown: true, seen: found.near, near: found.near }, `${name} ${id}`);
            }
            // Nearer, and beside it: what is chosen then comes into view with its neighbours, if the picture has room for them.
            await visit(page, '#map');
            await mapDrawn(page);
            await sharp(page);
            await page.evaluate((id) => { const { canvas, data } = window.wgcqMap, node = data.index.get(id); canvas.moveTo(2, canvas.frame.clientWidth - 30 - 2 * canvas.scene.x[node], canvas.frame.clientHeight - 30 - 2 * canvas.scene.y[node]); }, ids[1]);
            await sharp(page);
            const { x, y } = await page.evaluate((id) => window.wgcqMap.canvas.place(window.wgcqMap.data.index.get(id)), ids[1]), box = await page.locator('.map').boundingBox();
            await page.mouse.click(box.x + x, box.y + y);
            await page.waitForFunction((wanted) => document.querySelector('.map-panel h2')?.textContent === `State ${wanted}`, ids[1]);
            await sharp(page);
            const found = await inside(page, ids[1]);
            equal({ ...found, whole: false }, { whole: false, apart: true, shown: true, seen: found.near, near: found.near }, `${name} ${ids[1]}, nearer`);
        }
    });

test('on a phone the legend is in view, and layers lie below each other', async () => {
    for (const [name, query] of [['frogs', ''], ['frogs', '?at=100'], ['family', '?colour=raft&layout=force'], ['wolf', '?at=3'], ['chessboard', '?colour=depth']]) {
        const page = await open(file[name], `#map${query}`, { viewport: { width: 360, height: 740 } });
        await mapDrawn(page);
        await arranged(page);
        if (query.includes('at=')) await page.waitForSelector('.map-panel h2');
        const { top, bottom, left, right, map, scrolled } = await page.evaluate(() => {
            const { top, bottom, left, right } = document.querySelector('.map-legend').getBoundingClientRect();
            return { top, bottom, left, right, map: document.querySelector('.map').clientHeight, scrolled: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth };
        });
        equal([top > 0, bottom <= 740, left >= 0, right <= 360, map >= 200, scrolled], [true, true, true, true, true, false], `${name}${query}: ${top} ${bottom} ${map}`);
    }
    const page = await open(file.frogs, '#map', { viewport: { width: 360, height: 740 } });
    await mapDrawn(page);
    const deeper = await page.evaluate(() => { const { canvas, data } = window.wgcqMap; return data.edges.every((e) => data.nodes[e.to].depth <= data.nodes[e.from].depth || canvas.place(e.to).y > canvas.place(e.from).y); });
    equal(deeper, true);
    await page.focus('.map');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.map-panel h2');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.querySelector('.map-panel h2').textContent !== 'State 1');
    const chosen = Number((await page.innerText('.map-panel h2')).replace('State ', ''));
    equal(rows('sql', 'frogs.db', 'SELECT dst FROM edges WHERE src = 1').some((r) => r.dst === chosen), true, `state ${chosen}`);
});

await runTests(process.argv[2]);
