// test_pictures.mjs - a puzzle's own picture: what is drawn is what the state says; hostile templates draw shapes and nothing else.
import { ChangedDatabase } from './changed_database.mjs';
import { equal, folder, makePage, open, rows, runTests, settled, solve, test, visit } from './harness.mjs';

solve('hanoi-drawn', 'hanoi', '--set', 'disks=4');
solve('jugs-drawn', 'water-jugs');

const shapes = (page) => page.evaluate(() => [...document.querySelectorAll('main .board')].map((board) => [...board.querySelectorAll('svg.picture *')].map((one) => [one.localName, Object.fromEntries([...one.attributes].map((a) => [a.name, a.value])), one.textContent])));

test('the discs lie on their pegs, in every state', async () => {
    const page = await open(makePage('hanoi-drawn'), '#state/1');
    for (const { id, ...pegs } of rows('sql', 'hanoi-drawn.db', 'SELECT id, on_1, on_2, on_3, on_4 FROM states WHERE id % 9 = 1')) {
        await visit(page, `#state/${id}`);
        const discs = (await shapes(page))[0].filter(([name, values]) => name === 'rect' && /^fill-/.test(values.class ?? '')), on = [1, 2, 3, 4].map((d) => pegs[`on_${d}`]);
        equal(discs.map(([, values]) => Math.ceil((Number(values.x) + Number(values.width) / 2) / 200)), on, `state ${id}`);
        equal(discs.map(([, values]) => Number(values.y)), on.map((peg, i) => 118 - 20 * on.slice(i).filter((other) => other === peg).length), `state ${id}`);
    }
});

test('every view draws it: play, a solution, moves of a state, the map', async () => {
    const page = await open(makePage('jugs-drawn'), '#play/5'), texts = async () => (await shapes(page)).map((all) => all.filter(([name]) => name === 'text').map(([, , said]) => said));
    const said = (id) => { const [row] = rows('sql', 'jugs-drawn.db', `SELECT water_0 AS a, water_1 AS b FROM states WHERE id = ${id}`); return [`${row.a} of 3`, `${row.b} of 5`]; };
    equal(await texts(), [said(5)]);
    await visit(page, '#state/3');
    equal(await texts(), [said(3), ...rows('sql', 'jugs-drawn.db', 'SELECT dst FROM edges WHERE src = 3 ORDER BY move, dst').map(({ dst }) => said(dst)), ...rows('sql', 'jugs-drawn.db', 'SELECT src FROM edges WHERE dst = 3 ORDER BY move, src').map(({ src }) => said(src))]);
    await visit(page, '#solutions/1?step=2');
    await page.waitForSelector('.player .picture');
    const [step] = rows('sql', 'jugs-drawn.db', 'SELECT dst FROM steps WHERE solution = 1 AND step = 2');
    equal((await texts())[0], said(step.dst));
    await visit(page, '#map?at=4');
    await page.waitForSelector('.map-panel .picture');
    equal(await texts(), [said(4)]);
});

const HOSTILE = `puzzle: Hostile
types:
  spot: 1..2
  glyph: {plain: "<img src=x onerror=alert(1)>", other: "&lt;"}
state:
  at: spot
  sign: glyph
start: {at: 1, sign: plain}
moves:
  go:
    - set: at = 2
picture:
PICTURE
`;
/** What a page draws of a file whose picture was changed behind the program's back. */
async function drawn(name, picture) {
    const good = HOSTILE.replace('PICTURE', '  view: [10, 10]\n  shapes: [{circle: {cx: 1, cy: 1, r: 1}}]');
    solve(name, good);
    const file = `${folder}/${name}.db`, changed = new ChangedDatabase(file), indented = picture.trim().replace(/^/gm, '  ');
    changed.setSource(HOSTILE.replace('PICTURE', indented));
    const page = await open(makePage(name), '#state/1');
    await settled(page);
    return { page, all: (await shapes(page))[0] ?? [] };
}

const ALLOWED = { rect: 'x y width height rx', circle: 'cx cy r', ellipse: 'cx cy rx ry', line: 'x1 y1 x2 y2', polygon: 'points', polyline: 'points', text: 'x y font-size text-anchor' };
const EVERY = ['fill', 'stroke', 'stroke-width', 'opacity', 'class'];

function onlyShapes(all) {
    for (const [name, values] of all) {
        equal(Object.hasOwn(ALLOWED, name), true, name);
        for (const [key, value] of Object.entries(values)) {
            equal([...ALLOWED[name].split(' '), ...EVERY].includes(key), true, `${name} ${key}`);
            equal(/^(-?[\d.]+(?:e\d+)?|[a-z]+|#[0-9a-f]{3,6}|(?:fill|stroke)-[0-7]| ?-?[\d., -]+)$/i.test(value), true, `${key}=${value}`);
        }
    }
}

test('shapes and attributes that are none are not drawn', async () => {
    const { page, all } = await drawn('hostile-1', `view: [10, 10]
shapes:
  - script: {text: "alert(1)", x: 1, y: 1}
  - foreignObject: {x: 1, y: 1, width: 9, height: 9, text: "<iframe src='https://example.org'>"}
  - image: {href: "https://example.org/x.png", x: 1, y: 1}
  - a: {href: "javascript:alert(1)"}
  - use: {href: "#x"}
  - animate: {attributeName: href}
  - __proto__: {x: 1}
  - constructor: {x: 1}
  - circle: {cx: 5, cy: 5, r: at, onclick: "alert(1)", href: "javascript:alert(1)", style: "background: url(https://example.org)", class: top, id: page, filter: "url(#f)", __proto__: 3, fill: gold}
  - text: {x: 1, y: 2, text: "<b onmouseover=alert(1)>{sign}</b>", anchor: "middle' onload='x", font-family: "url(x)"}`);
    onlyShapes(all);
    equal(all, [['circle', { cx: '5', cy: '5', r: '1', fill: 'gold' }, ''], ['text', { x: '1', y: '2' }, '<b onmouseover=alert(1)><img src=x onerror=alert(1)></b>']]);
    equal(await page.locator('main script, main iframe, main img, main image, main foreignObject, main use').count(), 0);
});

for (const [i, colour] of ['"url(#a)"', '"url(https://example.org)"', '"#12"', '"red;background:url(x)"', '\'"javascript:x" if at == 1 else red\'', '"var(--x)"', '"RED"', 'expression(1)'].entries())
    test(`a colour that is none: ${colour}`, async () => {
        const { page, all } = await drawn(`hostile-colour-${i}`, `view: [10, 10]\nshapes:\n  - circle: {cx: 1, cy: 1, r: 1, fill: ${colour}}`);
        equal(all, []);
        equal(await page.locator('main .board').first().isVisible(), true);
        equal(/at=1|plain|onerror/.test(await page.locator('main .board').first().innerText()) || (await page.locator('main .board .pair, main .board pre, main .board text').count()) > 0, true);
    });

test('what has no value, no end or is far away: the state is shown as without a picture, or within bounds', async () => {
    const some = (what) => `view: [10, 10]\nshapes:\n  - circle: ${what}`;
    equal((await drawn('hostile-zero', some('{cx: 1 // (at - 1), cy: 1, r: 1}'))).all, []);
    equal((await drawn('hostile-many', some('{for: "i in 1..3000", cx: i, cy: 1, r: 1}'))).all, []);
    equal((await drawn('hostile-endless', some('{for: "i in 1..9223372036854775807 if i < 0", cx: i, cy: 1, r: 1}'))).all, []);
    equal((await drawn('hostile-view', 'view: [0, 10]\nshapes: [{circle: {cx: 1, cy: 1, r: 1}}]')).all, []);
    equal((await drawn('hostile-far', some('{cx: 9223372036854775807, cy: -99999999999, r: 1, fill: 9999999999, opacity: 900}'))).all, [['circle', { cx: '1000000', cy: '-1000000', r: '1', opacity: '1', class: 'fill-7' }, '']]);
});

await runTests(process.argv[2]);
