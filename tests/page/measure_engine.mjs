// measure_engine.mjs - the engine as WebAssembly beside the program, both with one thread, in turns: node tests/page/measure_engine.mjs [RUNS]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { build, engineHere, folder, needsPlayground, root } from './harness.mjs';

needsPlayground();
const run = await engineHere(), runs = Number(process.argv[2] ?? 7);
const ROWS = [['eight-puzzle'], ['frogs', 'n=14'], ['family'], ['peg-triangle']];
const secondsOf = (report) => Number(/^seconds +([\d.,]+)/m.exec(report)[1].replace(',', ''));
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];

console.log('puzzle             kept    native     wasm  native/wasm: median  least  most');
for (const [name, set] of ROWS)
    for (const kept of ['all', 'none']) {
        const text = readFileSync(`${root}/puzzles/${name}.yaml`), file = `${root}/puzzles/${name}.yaml`, pairs = [];
        const words = (puzzle) => ['solve', puzzle, ...(kept === 'all' ? ['-o', 'x.db', '--replace'] : []), '--threads', '1', '--color', 'never', '--trace', kept, ...(set ? ['--set', set] : [])];
        for (let i = 0; i < runs; i++)
            pairs.push([secondsOf(execFileSync(`${build}/wgcq`, words(file), { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })), secondsOf((await run(words(`${name}.yaml`), { [`${name}.yaml`]: text })).out)]);
        const ratios = pairs.map(([native, wasm]) => native / wasm);
        console.log(`${`${name} ${set ?? ''}`.padEnd(18)} ${kept.padEnd(5)}`, ...[0, 1].map((k) => median(pairs.map((pair) => pair[k])).toFixed(3).padStart(8)), ' '.repeat(12), ...[median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2).padStart(6)));
    }
process.exit(0);
