// test_plans.mjs - plans that are not stored, classes, reasons, runs before the newest: as the command line has them.
import { readFileSync } from 'node:fs';
import { axe, equal, fitted, figureOn, makePage, makePageIn, open, openShared, rows, runTests, settled, solve, test, visit, wgcq } from './harness.mjs';

solve('family', 'family');
solve('frogs', 'frogs', '--set', 'n=4');
solve('sokoban', 'sokoban');
solve('jugs', 'water-jugs');
solve('bridge', 'bridge-torch');
solve('mutex', 'naive-mutex');
solve('wolf', 'wolf-goat-cabbage');
solve('ways', 'timetable');
solve('ovens', 'two-ovens');
const file = Object.fromEntries(['family', 'frogs', 'sokoban', 'mutex', 'ovens'].map((name) => [name, makePage(name)]));
for (const name of ['jugs', 'bridge', 'wolf', 'ways']) file[name] = makePageIn(['--max-time', '60'], name);
const plain = (text) => text.replace(/,(?=\d{3}\b)/g, '');
const cells = (page, where) => page.locator(`${where} tbody tr`).evaluateAll((all) => all.map((tr) => [...tr.children].map((c) => c.textContent.replace(/,(?=\d{3}\b)/g, ''))));

/** A row without its last two cells: how the plan differs from the one that is shown, and the box. */
const figuresOf = (found) => found.map((row) => row.slice(0, -2));
const cardOf = (page, title) => page.locator('.card', { has: page.getByRole('heading', { name: title }) });
const movesOn = async (page) => (await page.locator('.player .move-list button').allInnerTexts()).slice(1);
/** What the player says at the last step. */
const costsOn = async (page) => {
    await page.keyboard.press('End');
    return Object.fromEntries(await page.locator('.player dd').evaluateAll((all) => all.map((dd) => [dd.dataset.cost, Number(dd.firstChild.textContent.replaceAll(',', ''))])));
};
/** A click that leads to another address, and what is drawn then. */
async function follow(page, act) {
    const before = await page.evaluate(() => { document.querySelector('main').setAttribute('aria-busy', 'true'); return location.hash; });
    await act();
    await page.waitForFunction((was) => location.hash !== was && !document.querySelector('main[aria-busy]'), before);
    await settled(page);
}

for (const [name, costs] of [['bridge', ['minutes', 'moves']], ['family', ['moves', 'noise']], ['family', ['noise', 'moves']], ['sokoban', ['pushes', 'moves']], ['ways', ['time', 'money']], ['ways', ['money', 'moves']], ['ovens', ['makespan', 'bill']]])
    test(`the Pareto front of ${name} by ${costs} is that of query pareto, with its counts`, async () => {
        const page = await openShared(file[name], '#solutions/1'), card = cardOf(page, 'Pareto front');
        await card.locator('select').nth(0).selectOption(costs[0]);
        await card.locator('select').nth(1).selectOption(costs[1]);
        await follow(page, () => card.getByText('Draw').click());
        await page.waitForSelector('.pareto .dot');
        const expected = rows('query', `${name}.db`, 'pareto', '--by', costs.join(','));
        equal((await page.locator('.pareto .dot').evaluateAll((all) => all.map((dot) => dot.getAttribute('aria-label')))).map(plain),
            expected.map((r) => `${costs.map((c) => `${c} ${r[c]}`).join(', ')}: ${r.count} plan${r.count === '1' ? '' : 's'}`));
        equal(figuresOf(await cells(page, '.pareto')), expected.map((r) => [...costs.map((c) => String(r[c])), r.count]));
        for (const i of new Set([0, expected.length - 1])) {
            await follow(page, () => page.locator('.pareto .dot').nth(i).click());
            await page.waitForSelector('.pareto .dot');
            equal((await movesOn(page)).length, expected[i].length, 'moves of the plan');
            const shown = await costsOn(page);
            equal(costs.map((c) => shown[c]), costs.map((c) => expected[i][c]), 'its costs in the player');
        }
    });

for (const [name, first, k] of [['bridge', 'minutes', 50], ['bridge', 'moves', 10], ['wolf', 'moves', 10], ['family', 'noise', 10], ['jugs', 'moves', 10], ['ways', 'time', 50], ['ways', 'money', 50], ['ways', 'moves', 50], ['ovens', 'bill', 10]])
    test(`the best ${k} plans of ${name} by ${first}, then by the other costs, are those of query best`, async () => {
        const page = await openShared(file[name], '#solutions/1'), card = cardOf(page, 'The best plans');
        const orders = await card.locator('select').nth(0).locator('option').evaluateAll((all) => all.map((o) => [o.value, o.textContent]));
        const [order, said] = orders.find(([value]) => value.split(',')[0] === first);
        await card.locator('select').nth(0).selectOption(order);
        await card.locator('select').nth(1).selectOption(String(k));
        await follow(page, () => card.getByText('Find').click());
        await page.waitForSelector('.best tbody');
        const columns = (await page.locator('.best thead th').allInnerTexts()).slice(1, -2), expected = rows('query', `${name}.db`, 'best', '--k', String(k), '--by', order);
        equal([...order.split(',')].sort(), [...columns].sort(), 'all costs decide');
        equal((await page.innerText('.best [role=status]')).endsWith(`best first: by ${said}.`), true, 'it says by what');
        equal(figuresOf(await cells(page, '.best')), expected.map((r, i) => [String(i + 1), ...columns.map((c) => String(r[c]))]));
        await follow(page, () => page.locator('.best tbody a').nth(expected.length - 1).click());
        equal((await movesOn(page)).length, expected.at(-1).length);
        const shown = await costsOn(page);
        equal(columns.map((c) => shown[c]), columns.map((c) => expected.at(-1)[c]), 'costs in the player');
        equal(await page.locator('.best tbody tr.chosen').count(), 1, 'the list is still there');
    });

for (const name of ['frogs', 'jugs', 'wolf', 'ways'])
    for (const upTo of ['symmetry', 'commuting', 'moves'])
        test(`classes of plans of ${name} up to ${upTo} are those of query classes`, async () => {
            const page = await openShared(file[name], '#solutions/1');
            const card = () => cardOf(page, 'Classes');
            for (const of of ['shortest', 'cheapest', 'all']) {
                await visit(page, `#solutions/1?classes=${upTo},${of}`);
                if (upTo === 'symmetry' && name !== 'frogs') { equal((await card().innerText()).includes("declares nothing 'symmetric'"), true); continue; }
                const expected = rows('query', `${name}.db`, 'classes', '--up-to', upTo, '--of', of, '--limit', '500');
                equal(figuresOf(await cells(page, '.classes')), expected.map((r) => Object.entries(r).filter(([key]) => key !== 'plan').map(([, value]) => String(value))), of);
                await follow(page, () => page.locator('.classes tbody a').last().click());
                equal(await movesOn(page), expected.at(-1).plan, 'the best of the last class');
                equal((await costsOn(page)).moves, expected.at(-1).length);
            }
            await follow(page, () => card().locator('select').nth(1).selectOption('shortest'));
            equal(await page.locator('.player').count(), 1, 'the plan stays');
        });

/** How the second list of moves differs from the first, by hand. */
function difference(first, second) {
    for (let i = 0; i < second.length; i++) {
        if (first[i] === undefined) return `at move ${i + 1}: it goes on with ${second[i]}`;
        if (first[i] !== second[i]) return [i + 1, second[i], first[i], second.filter((move, k) => k < first.length && move !== first[k]).length];
    }
    return first.length > second.length ? `it ends after ${second.length} moves` : 'no move differs';
}

for (const name of ['wolf', 'jugs', 'bridge', 'ovens'])
    test(`the list of solutions of ${name} says what tells each from the one that is shown`, async () => {
        const stored = rows('sql', `${name}.db`, 'SELECT solution, move FROM steps WHERE step > 0 ORDER BY solution, step'), of = new Map();
        for (const { solution, move } of stored) of.set(solution, [...of.get(solution) ?? [], move]);
        equal(of.size > 1, true);
        const page = await openShared(file[name], '#solutions/2');
        const found = await page.locator('[aria-label="stored solutions"] tbody tr').evaluateAll((all) => all.map((tr) => [Number(tr.querySelector('a').textContent), tr.querySelector('.differs').textContent]));
        equal(found.length, of.size);
        for (const [id, said] of found.filter(([id]) => id !== 2)) {
            const is = difference(of.get(2), of.get(id));
            if (typeof is === 'string') { equal(said, is, `solution ${id}`); continue; }
            const [at, move, other, differ] = is, [, before, after, count = '1'] = /^at move (\d+): .* instead of (.*?)(?:; (\d+) moves differ)?$/.exec(said);
            equal([Number(before), said.startsWith(`at move ${at}: ${move} instead of `), other.endsWith(after), Number(count)], [at, true, true, differ], `solution ${id}: ${said}`);
        }
    });

test('words that both moves begin with are said once', async () => {
    const page = await openShared(file.wolf, '#solutions/1');
    equal(await page.locator('[aria-label="stored solutions"] tbody tr').nth(1).locator('.differs').innerText(), 'at move 3: take cabbage instead of wolf; 2 moves differ');
});

test('a list sorted by one cost is sorted by the others where that is equal', async () => {
    const page = await openShared(file.bridge, '#solutions/1'), list = page.locator('[aria-label="stored solutions"]');
    await list.getByRole('button', { name: 'moves' }).click();
    const found = await list.locator('tbody tr').evaluateAll((all) => all.map((tr) => [...tr.children].slice(0, 3).map((c) => Number(c.textContent))));
    equal(found.map(([, moves, minutes]) => [moves, minutes]), rows('sql', 'bridge.db', 'SELECT moves, minutes FROM solutions ORDER BY moves, minutes, id').map((r) => [r.moves, r.minutes]));
    equal(await page.locator('.card', { has: list }).locator('[role=status]').innerText(), 'By moves, then minutes.');
});

for (const [name, others] of [['family', [90]], ['sokoban', [40]], ['jugs', [2]], ['family', [2, 7]]])
    test(`solution 1 of ${name} beside ${others}: equal moves are folded, and n and p go from difference to difference`, async () => {
        const page = await openShared(file[name], `#solutions/1?with=${others.join('.')}`), expected = rows('compare', `${name}.db`, '1', ...others.map(String), '--part', 'steps');
        const folded = expected.slice(1).map((r) => r.where === 'together' ? 't' : ' ').join('').split(' ').map((run) => run.length).filter((n) => n >= 2);
        equal(await page.locator('.aligned .fold').allInnerTexts(), folded.map((n) => `${n} equal moves`));
        equal(await page.locator('.aligned tbody tr[data-where]:visible').count(), expected.length - folded.reduce((a, b) => a + b, 0));
        // A difference goes from where they part to where they meet.
        const begins = expected.flatMap(({ where }, i) => where !== 'together' && (['together', 'meet'].includes(expected[i - 1].where)) ? [i] : []);
        const now = () => page.locator('.aligned tbody tr[data-where]').evaluateAll((all) => all.findIndex((tr) => tr.classList.contains('now')));
        const said = () => page.innerText('.difference');
        equal([await now(), (await said()).split(':')[0]], [begins[0], `difference 1 of ${begins.length}`]);
        for (let i = 1; i < begins.length; i++) {
            await page.keyboard.press('n');
            equal([await now(), (await said()).split(':')[0]], [begins[i], `difference ${i + 1} of ${begins.length}`]);
        }
        equal(await page.getByRole('button', { name: 'next difference' }).isDisabled(), true);
        if (begins.length > 1) {
            await page.keyboard.press('p');
            equal(await now(), begins.at(-2));
        }
        const row = expected[await now()];
        equal(await page.locator('.beside-boards .board').evaluateAll((all) => all.map((b) => b.getAttribute('aria-label'))),
            [1, ...others].map((id) => row[`state ${id}`]).filter((state) => state !== null).map((state) => `state: ${state}`), 'the boards');
        await page.locator('.aligned .fold button').first().click();
        equal(await page.locator('.aligned tbody tr[data-where]:visible').count(), expected.length - folded.slice(1).reduce((a, b) => a + b, 0), 'opened');
    });

test('plans of any two kinds are beside each other, by boxes and by the link', async () => {
    const page = await openShared(file.bridge, '#solutions/1?best=minutes,moves&k=5');
    await page.waitForSelector('.best tbody');
    await follow(page, () => page.locator('.best tbody tr').nth(2).locator('input[type=checkbox]').check());
    await page.waitForSelector('.comparison');
    equal(await page.locator('.aligned thead th').allInnerTexts(), ['where', 'solution 1', 'best 3']);
    equal(await page.evaluate(() => location.hash), '#solutions/1?best=minutes%2Cmoves&k=5&with=best%7E3%7Eminutes%7Emoves');
    const again = await open(file.bridge, await page.evaluate(() => location.hash));
    equal(await again.locator('.aligned tbody tr').allInnerTexts(), await page.locator('.aligned tbody tr').allInnerTexts(), 'by the link');
    await follow(page, () => page.getByText('Alone').click());
    equal(await page.locator('.comparison').count(), 0);
});

test('a reference in a link that names nothing is said to do so', async () => {
    const page = await open(file.family, '#solutions/1');
    for (const ref of ['7777', 'best', 'best~0~noise', 'best~1~%3Cimg%20src%3Dx%3E', 'best~9e9~moves', 'pareto~1~moves~x', 'class~moves~all~99999', 'class', 'to~0', 'to~99999999', 'to~1~1~x', 'states~', 'states~1-x', 'states~1-614',
        'invariant~x%27%3B%20DROP%20TABLE%20run%3B--', 'property~x', '%25E0%25A4%25A', '__proto__~1']) {
        await visit(page, `#solutions/${ref}`);
        equal(await page.innerText('.card h2 >> nth=0'), 'No such plan', ref);
        await visit(page, `#solutions/1?with=${ref}`);
        equal(await page.locator('.comparison').count(), 0, `beside ${ref}`);
    }
});

for (const scheme of ['light', 'dark'])
    test(`axe-core finds nothing in plans and what is hopeless, in ${scheme} colours, and nothing is wider than a phone`, async () => {
        const [{ dead }] = rows('sql', 'sokoban.db', 'SELECT max(id) AS dead FROM states WHERE to_goal IS NULL');
        for (const [name, views] of [['mutex', ['#solutions']], ['bridge', ['#solutions/best~2~minutes~moves?best=minutes,moves&front=minutes,moves&with=1.5']], ['sokoban', [`#state/${dead}`, `#solutions/to~${dead}?with=1&step=30`, '#play/1?path=1.3.8&tell=1']]]) {
            const page = await open(file[name], views[0], { colorScheme: scheme, reducedMotion: 'reduce', viewport: { width: scheme === 'dark' ? 360 : 1280, height: 740 } });
            for (const view of views) {
                await visit(page, view);
                await fitted(page);
                await page.evaluate(readFileSync(axe, 'utf8'));
                equal(await page.evaluate(async () => (await window.axe.run(document)).violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target).join('; ')}`)), [], view);
                if (scheme === 'dark') equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, view);
            }
        }
    });

/** What can be reached from a state, by SQL alone. */
const REACHED = (id) => `WITH RECURSIVE r(id) AS (SELECT ${id} UNION SELECT e.dst FROM edges AS e JOIN r ON e.src = r.id)`;

for (const [name, which] of [['sokoban', 'max(id)'], ['sokoban', 'min(id)'], ['frogs', 'min(id)'], ['frogs', 'max(id)']])
    test(`why no goal can be reached from a state of ${name} (${which}), and where that began`, async () => {
        const [{ id }] = rows('sql', `${name}.db`, `SELECT ${which} AS id FROM states WHERE to_goal IS NULL`), page = await openShared(file[name], `#state/${id}`);
        await page.waitForSelector('.hopeless .turning');
        const [{ n, stuck }] = rows('sql', `${name}.db`, `${REACHED(id)} SELECT count(*) AS n, sum(NOT EXISTS (SELECT 1 FROM edges WHERE src = r.id)) AS stuck FROM r`);
        equal(await page.innerText('[data-figure=hopeless]'), n === 1 ? 'No move can be made here, and it is no goal.'
            : `${n - 1} other state${n === 2 ? '' : 's'} can be reached from here, and none of these ${n} is a goal${stuck ? `; in ${stuck} of them no move can be made` : ''}.`);
        const fields = rows('sql', `${name}.db`, 'SELECT said, "column" AS name FROM field WHERE "column" IS NOT NULL ORDER BY id');
        const apart = fields.filter((f) => rows('sql', `${name}.db`, `${REACHED(id)} SELECT count(*) AS n FROM states WHERE id IN (SELECT id FROM r) AND "${f.name}" IN (SELECT "${f.name}" FROM states WHERE is_goal)`)[0].n === 0);
        const listed = await page.locator('.apart b').allInnerTexts();
        equal(listed.every((said) => apart.some((f) => f.said === said)) && listed.length === Math.min(6, apart.length), true, `${listed} of ${apart.map((f) => f.said)}`);
        equal(apart.length > 6, (await page.innerText('.hopeless')).includes('more'), 'the others are said');
        // The path there, walked by SQL: the first state from which no goal can be reached.
        await follow(page, () => page.locator('.hopeless').getByText('Where it turns hopeless').click());
        const moves = await movesOn(page);
        let [{ at }] = rows('sql', `${name}.db`, 'SELECT id AS at FROM states WHERE is_start'), turn = null;
        for (const [i, move] of moves.entries()) {
            const next = rows('sql', `${name}.db`, `SELECT dst, to_goal FROM edges JOIN states ON id = dst WHERE src = ${at} AND move = '${move}'`);
            equal(next.length, 1);
            at = next[0].dst;
            if (turn === null && next[0].to_goal === null) turn = i + 1;
        }
        equal(at, id, 'the path leads there');
        equal([await page.innerText('.player-move .step-number'), await page.innerText('.player-move b')], [`${turn} / ${moves.length}`, moves[turn - 1]]);
        equal(await page.locator('.move-list li.hopeless').count(), moves.length - turn + 1);
        await page.keyboard.press('Home');
        await page.getByRole('button', { name: 'Where it turns hopeless' }).click();
        equal((await page.innerText('.player-move .step-number')).split(' ')[0], String(turn));
    });

test('from the report to where it turns hopeless by one click', async () => {
    const page = await openShared(file.sokoban, '#report'), card = cardOf(page, 'Where it turns hopeless');
    const [{ src, move, dst, depth }] = rows('sql', 'sokoban.db', 'SELECT e.src, e.move, e.dst, s.depth FROM edges AS e JOIN states AS s ON s.id = e.src JOIN states AS d ON d.id = e.dst WHERE s.to_goal IS NOT NULL AND d.to_goal IS NULL ORDER BY s.depth, e.src, e.move LIMIT 1');
    equal((await card.locator('li').first().innerText()).includes(`state ${src} → state ${dst}`), true);
    await follow(page, () => card.locator('li a').first().click());
    equal([await page.innerText('.player-move b'), await page.innerText('.player-move a'), (await movesOn(page)).length], [move, `state ${dst}`, depth + 1]);
});

test('a game that cannot be won any more says since when and why, if that is wanted', async () => {
    const page = await openShared(file.sokoban, '#report');
    const [{ src, move, dst }] = rows('sql', 'sokoban.db', 'SELECT e.src, e.move, e.dst FROM edges AS e JOIN states AS s ON s.id = e.src JOIN states AS d ON d.id = e.dst WHERE s.is_start AND e.dst <> e.src ORDER BY e.dst LIMIT 1');
    const [{ dead, lost }] = rows('sql', 'sokoban.db', 'SELECT e.dst AS dead, e.move AS lost FROM edges AS e JOIN states AS s ON s.id = e.src JOIN states AS d ON d.id = e.dst WHERE s.to_goal IS NOT NULL AND d.to_goal IS NULL ORDER BY s.depth, e.src, e.move LIMIT 1');
    equal([typeof move, typeof dst, src], ['string', 'number', 1]);
    await visit(page, `#solutions/to~${dead}`);
    await follow(page, () => page.getByText('Play from its end').click());
    const path = await page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('path'));
    equal((await page.innerText('.turning')).replace(/\s+/g, ' '), `It turns hopeless at move ${path.split('.').length - 1}: ${lost}. Back to before it Why`);
    await follow(page, () => page.getByText('Back to before it').click());
    equal(await page.locator('.verdict.bad').count(), 0);
    equal(await page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('path')), path.split('.').slice(0, -1).join('.'));
    await page.goBack();
    await settled(page);
    await follow(page, () => page.getByRole('link', { name: 'Why', exact: true }).click());
    equal(await page.evaluate(() => location.hash), `#state/${dead}`);
});

test('a game that was played is compared with the best', async () => {
    const page = await openShared(file.wolf, '#play'), [{ next }] = rows('sql', 'wolf.db', 'SELECT min(dst) AS next FROM edges WHERE src = 1');
    await visit(page, `#play?path=1.${next}.1.${next}`);
    await page.getByText('3 moves made').click();
    await follow(page, () => page.getByText('Step by step, and compare').click());
    equal((await movesOn(page)).length, 3);
    await follow(page, () => page.getByText('Beside solution 1').click());
    equal(await page.locator('.aligned thead th').allInnerTexts(), ['where', 'this path', 'solution 1']);
});

for (const name of ['wolf', 'jugs', 'ways'])
    test(`what rejects the moves of ${name}, with its values, is what wgcq why says`, async () => {
        const page = await openShared(file[name], '#state/1');
        const [{ n }] = rows('sql', `${name}.db`, 'SELECT count(*) AS n FROM states');
        for (let id = 1; id <= Math.min(n, 12); id++) {
            await visit(page, `#state/${id}`);
            const found = await page.locator('.rejected li').evaluateAll((all) => all.map((li) => [li.querySelector('b').textContent, li.querySelector('.why')?.textContent ?? null, li.querySelector('code')?.textContent ?? null, li.querySelector('.note')?.textContent ?? null]));
            const expected = JSON.parse(wgcq('why', `${name}.db`, String(id), '--format', 'json')).filter((r) => r.outcome === 'refused' || r.outcome === 'not possible')
                .map((r) => [r.move, r.rule, r.because, r.place === null ? null : `line ${/:(\d+):\d+$/.exec(r.place)[1]}`]);
            equal(found, [...expected.filter((r) => r[1] !== null), ...expected.filter((r) => r[1] === null)], `state ${id}`);
        }
    });

test('a state that violates an invariant says which, and what it demands', async () => {
    const page = await open(file.mutex, '#state/9');
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Violated here' }) });
    equal(await card.locator('.why').allInnerTexts(), rows('query', 'mutex.db', 'violations').filter((r) => r.state === 9).map((r) => r.invariant));
});

test('where there was no time to explain, the stored rules are shown, and the command that explains', async () => {
    const page = await open(makePageIn(['--max-time', '0.000001'], 'late', 'family'), '#state/1');
    const found = await page.locator('.rejected li').evaluateAll((all) => all.map((li) => [li.querySelector('b').textContent, li.querySelector('.why').textContent]));
    equal(found, rows('sql', 'family.db', 'SELECT move, rule FROM rejections WHERE src = 1 ORDER BY move, rule').map((r) => [r.move, r.rule]));
    equal((await page.innerText('main')).includes('wgcq why family.db 1'), true);
    await visit(page, '#solutions/1');
    await follow(page, () => cardOf(page, 'Classes').locator('select').nth(1).selectOption('all'));
    equal((await page.innerText('.classes')).includes('wgcq query family.db classes --up-to moves --of all finds out'), true);
});

test('runs before the newest: each view is of the run that is chosen', async () => {
    solve('runs', 'frogs', '--set', 'n=3');
    wgcq('solve', `${(await import('./harness.mjs')).root}/puzzles/frogs.yaml`, '--set', 'n=3', '--quiet', '-o', 'runs.db', '--max-states', '20');
    const page = await open(makePage('runs'));
    equal(await figureOn(page, 'states'), '20');
    await page.getByLabel('run').selectOption('1');
    await page.waitForFunction(() => document.querySelector('[data-figure=states]')?.textContent === '72');
    await settled(page);
    equal(await page.evaluate(() => location.hash), '#report?run=1');
    equal(await page.innerText('.verdict'), 'solved: shortest 15 moves, 2 ways');
    for (const [key, view] of [['2', 'map'], ['3', 'state'], ['4', 'solutions'], ['6', 'sql'], ['1', 'report']]) {
        await page.keyboard.press(key);
        await page.waitForFunction((name) => document.querySelector('main').dataset.view === name && !document.querySelector('main[aria-busy]'), view);
        equal((await page.evaluate(() => location.hash)).includes('run=1'), true, view);
    }
    await visit(page, '#map?run=1');
    await page.waitForSelector('.map[data-drawn]');
    equal(await page.evaluate(() => window.wgcqMap.data.nodes.length), 72);
    await visit(page, '#map');
    await page.waitForFunction(() => window.wgcqMap.data.nodes.length === 20);
});

await runTests(process.argv[2]);
