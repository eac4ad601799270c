// build.mjs - bundles the page into one file: node build.mjs OUT.html [ENGINE PUZZLES SCHEMA.json]
//
// With the folders of the engine and of puzzles it is the playground: the page, an editor, and the program as WebAssembly.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync, readdirSync, existsSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { createRequire } from 'node:module';
import { gallery } from './engine/gallery.mjs';

const read = (path) => readFileSync(path, 'utf8');
// In a script the end of its element is the one thing that is markup.
const asScript = (text) => text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const packed = (bytes) => deflateSync(bytes, { level: 9 }).toString('base64');

const [out, engine, puzzles, schema] = process.argv.slice(2);

async function bundle(entry) {
    const result = await build({
        entryPoints: [entry],
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'es2022',
        charset: 'ascii',
        legalComments: 'none',
        define: { 'import.meta.url': '"file:///wgcq"' },
        alias: { 'wgcq-engine': `${engine}/wgcq.js` },
        external: ['fs', 'path', 'crypto'], // which the engine takes under node alone
        metafile: true,
        write: false,
        logLevel: 'warning',
    });
    return { text: result.outputFiles[0].text, inputs: Object.keys(result.metafile.inputs) };
}

// What each bundled package is licensed as, in its own words.
function licence(folder) {
    const about = JSON.parse(read(`${folder}/package.json`));
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const words = file
        ? read(`${folder}/${file}`).trim()
        : `${about.license}. The source of SQLite itself is in the public domain; its WebAssembly and JavaScript\n` +
          'interfaces are dedicated to it, too. Parts made by Emscripten are licensed as MIT and NCSA.';
    return `${about.name} ${about.version} (${about.license})\n\n${words}`;
}

const page = await bundle(engine ? 'playground/playground.ts' : 'explorer.ts');
const worker = await bundle('worker/worker.ts');
const painter = await bundle('map/painter.ts');
const layouter = await bundle('worker/layouter.ts');
const packages = new Set();
for (const path of [...page.inputs, ...worker.inputs, ...painter.inputs, ...layouter.inputs]) {
    const found = /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
    if (found && existsSync(`${found[1]}/package.json`)) packages.add(found[1]);
}
const licences = [...packages].sort().map(licence).concat(engine ? read(`${engine}/licences.txt`) : []).join(`\n\n${'-'.repeat(72)}\n\n`);
const wasm = readFileSync('node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm');

const script = asScript(page.text);
const sheets = await build({ entryPoints: ['style.css', ...(engine ? ['playground/playground.css'] : [])], outdir: '.', minify: true, write: false });
const style = sheets.outputFiles.map((sheet) => sheet.text.trim()).join('');
const policy = [
    "default-src 'none'",
    `script-src ${hash(script)} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    'worker-src blob:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
].join('; ');
const data = (kind, bytes) => `<script type="application/x-wgcq-${kind}">${packed(bytes)}</script>`;
/** The program under node, as the worker runs it: in program.cjs, for tests, too. */
async function programHere(code) {
    await build({ entryPoints: ['engine/program.ts'], bundle: true, format: 'cjs', platform: 'node', target: 'node20', outfile: 'program.cjs', alias: { 'wgcq-engine': `${engine}/wgcq.js` }, logLevel: 'warning' });
    const { runProgram } = createRequire(import.meta.url)('./program.cjs'), module = await WebAssembly.compile(code);
    return (words, files, wanted) => runProgram(module, { words, files, wanted, width: 80 }, { progress: () => {}, stops: () => Promise.resolve(false) });
}

async function engineParts() {
    const worker = await bundle('engine/engine_worker.ts'), code = readFileSync(`${engine}/wgcq.wasm`);
    return [
        data('engine', code),
        data('engine-worker', Buffer.from(worker.text)),
        data('schema', Buffer.from(JSON.stringify(JSON.parse(read(schema))))),
        data('gallery', Buffer.from(JSON.stringify(await gallery(await programHere(code), puzzles)))),
    ];
}

const parts = {
    policy,
    style: `<style>${style}</style>`,
    worker: data('worker', Buffer.from(worker.text)),
    painter: data('painter', Buffer.from(painter.text)),
    layouter: data('layouter', Buffer.from(layouter.text)),
    wasm: data('wasm', wasm),
    licences: data('licences', Buffer.from(licences)),
    script: `<script>${script}</script>`,
    engine: engine ? (await engineParts()).join('\n') : '',
};
const html = read('page.html').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(out, html);
