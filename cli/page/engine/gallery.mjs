// gallery.mjs - the puzzles of a folder as the gallery has them, each with its first state; while the page is built.
import { readFileSync, readdirSync } from 'node:fs';

const LINES_SHOWN = 12, COLUMNS_SHOWN = 40;

/** The first state as the puzzle shows it, where that is a small picture; values by name are none. */
async function firstState(run, text) {
    if (!/^show:/m.test(text)) return '';
    const solved = await run(['solve', 'p.yaml', '-o', 'x.db', '--quiet', '--threads', '1', '--max-states', '1', '--trace', 'states', '--solutions', '0'], { 'p.yaml': text }, ['x.db']);
    const asked = await run(['sql', 'x.db', 'SELECT shown FROM states ORDER BY id LIMIT 1', '--format', 'json'], solved.files, []);
    const shown = String(JSON.parse(asked.out)[0].shown).replace(/\n$/, ''), lines = shown.split('\n');
    return lines.length <= LINES_SHOWN && lines.every((line) => [...line].length <= COLUMNS_SHOWN) ? shown : '';
}

/** `run` runs the program: (words, files, wanted). */
export async function gallery(run, folder) {
    const all = [];
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml')).sort()) {
        const text = readFileSync(`${folder}/${file}`, 'utf8');
        all.push({ name: file.replace(/\.yaml$/, ''), text, shown: await firstState(run, text) });
    }
    return all;
}
