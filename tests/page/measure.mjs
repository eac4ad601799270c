// measure.mjs - seconds to the verdict, to the whole report and to the first map, frames a second while it is moved, sizes: node tests/page/measure.mjs
import { statSync } from 'node:fs';
import path from 'node:path';
import { folder, makePage, open, settled, solve, visit } from './harness.mjs';

const CASES = [['family', 'family'], ['frogs n=6', 'frogs', 'n=6'], ['frogs n=8', 'frogs', 'n=8'], ['hanoi 8', 'hanoi', 'disks=8'], ['hanoi 9', 'hanoi', 'disks=9'], ['sliding 3x3', 'sliding-tiles', 'height=3', 'width=3'],
    ['burnt pancakes 5', 'burnt-pancakes', 'n=5'], ['frogs n=15', 'frogs', 'n=15']];

/**
 * Two seconds of dragging, then two of turning the wheel: frames a second, the longest frame, the script's milliseconds a frame.
 */
async function frames(page, turn) {
    const box = await page.locator('.map').boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    await page.evaluate(() => {
        const count = window.frameCount = { frames: 0, longest: 0, last: performance.now(), began: performance.now(), on: true };
        const frame = (now) => { if (!count.on) return; count.frames++; count.longest = Math.max(count.longest, now - count.last); count.last = now; requestAnimationFrame(frame); };
        requestAnimationFrame(frame);
    });
    const before = (await client(page)).scripts, began = Date.now();
    if (!turn) { await page.mouse.move(x, y); await page.mouse.down(); }
    for (let i = 0; Date.now() - began < 2000; i++) {
        const t = (Date.now() - began) / 1000;
        if (turn) await page.mouse.wheel(0, Math.sin(t * 3) > 0 ? -30 : 30);
        else await page.mouse.move(x + 300 * Math.sin(t * 4), y + 150 * Math.sin(t * 3));
    }
    if (!turn) await page.mouse.up();
    const after = (await client(page)).scripts;
    const count = await page.evaluate(() => { window.frameCount.on = false; return { ...window.frameCount, ended: performance.now() }; });
    return { rate: Math.round(count.frames / (count.ended - count.began) * 1000), longest: Math.round(count.longest), script: ((after - before) * 1000 / count.frames).toFixed(2) };
}

const sessions = new Map();
async function client(page) {
    if (!sessions.has(page)) { const session = await page.context().newCDPSession(page); await session.send('Performance.enable'); sessions.set(page, session); }
    const { metrics } = await sessions.get(page).send('Performance.getMetrics');
    return { scripts: metrics.find((m) => m.name === 'TaskDuration').value };
}

const line = (...cells) => console.log(cells.map((cell, i) => i ? String(cell).padStart(9) : String(cell).padEnd(17)).join(' '));
line('puzzle', 'states', 'moves', 'db MB', 'page MB', 'load s', 'whole s', 'map s', 'draw ms', 'drag f/s', 'worst ms', 'task ms', 'zoom f/s', 'worst ms', 'task ms');
for (const [name, puzzle, ...set] of CASES) {
    if (process.argv[2] && !name.includes(process.argv[2])) continue;
    const file = name.replace(/\W/g, ''), report = solve(file, puzzle, ...set.flatMap((s) => ['--set', s])), out = makePage(file);
    const page = await open(out);
    let began = Date.now();
    await page.reload();
    await page.waitForSelector('.verdict');
    const load = (Date.now() - began) / 1000;
    await settled(page);
    const whole = (Date.now() - began) / 1000, cells = [name, report.states, report.edges, (statSync(path.join(folder, `${file}.db`)).size / 1e6).toFixed(1), (statSync(out).size / 1e6).toFixed(1), load.toFixed(2), whole.toFixed(2)];
    began = Date.now();
    await visit(page, '#map');
    if (report.states > 20000) line(...cells, ((Date.now() - began) / 1000).toFixed(2));
    else {
        await page.waitForSelector('.map[data-drawn]');
        const map = (Date.now() - began) / 1000, cost = await page.getAttribute('.map-sheets', 'data-cost'), drag = await frames(page, false), wheel = await frames(page, true);
        line(...cells, map.toFixed(2), Math.round(cost), drag.rate, drag.longest, drag.script, wheel.rate, wheel.longest, wheel.script);
    }
    await page.context().close();
}
process.exit(0);
