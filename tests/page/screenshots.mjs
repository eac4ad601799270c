// screenshots.mjs - makes the two pictures of README: node tests/page/screenshots.mjs
import { makePage, open, root, solve } from './harness.mjs';

solve('frogs', 'frogs', '--set', 'n=5');
solve('sokoban', 'sokoban');
const size = { viewport: { width: 1240, height: 680 } };
const map = await open(makePage('frogs'), '#map?solution=1&at=200', size);
await map.waitForSelector('.map-panel h2');
await map.waitForFunction(() => window.wgcqMap.canvas.isSharp());
await map.waitForTimeout(800);
await map.screenshot({ path: `${root}/schemas/page-map.png` });
const steps = await open(makePage('sokoban'), '#solutions/1?step=8', size);
await steps.waitForTimeout(800);
await steps.screenshot({ path: `${root}/schemas/page-solutions.png` });
process.exit(0);
