// measure.mjs - seconds to load and to the first map, frames a second, sizes: node tests/page/measure.mjs
import { statSync } from 'node:fs';
import { makePage, open, solve, visit } from './harness.mjs';

const CASES = [['family', 'family'], ['frogs n=6', 'frogs', 'n=6'], ['frogs n=8', 'frogs', 'n=8'], ['hanoi 9', 'hanoi', 'disks=9'], ['sliding 3x3', 'sliding-tiles', 'height=3', 'width=3']];

/** Frames a second while the camera goes to and fro for two seconds. */
async function frames(page) {
    return page.evaluate(() => new Promise((done) => {
        const camera = window.wgcqMap.sigma.getCamera(), began = performance.now();
        let count = 0;
        const frame = (now) => {
            count++;
            camera.setState({ x: 0.5 + 0.2 * Math.sin((now - began) / 300), y: 0.5, ratio: 0.7 });
            if (now - began < 2000) requestAnimationFrame(frame); else done(count / (now - began) * 1000);
        };
        requestAnimationFrame(frame);
    }));
}

console.log('puzzle'.padEnd(14), 'states'.padStart(8), 'MB'.padStart(6), 'load s'.padStart(7), 'map s'.padStart(7), 'frames/s'.padStart(9));
for (const [name, puzzle, ...set] of CASES) {
    const file = name.replace(/\W/g, ''), report = solve(file, puzzle, ...set.flatMap((s) => ['--set', s])), out = makePage(file);
    let began = Date.now();
    const page = await open(out);
    const load = (Date.now() - began) / 1000;
    began = Date.now();
    await visit(page, '#map');
    const drawn = report.states <= 20000 && (await page.waitForSelector('.map[data-drawn]'), true);
    const map = (Date.now() - began) / 1000, rate = drawn ? Math.round(await frames(page)) : '-';
    console.log(name.padEnd(14), String(report.states).padStart(8), (statSync(out).size / 1e6).toFixed(1).padStart(6), load.toFixed(2).padStart(7), map.toFixed(2).padStart(7), String(rate).padStart(9));
    await page.context().close();
}
process.exit(0);
