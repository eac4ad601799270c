// embedded.ts - what is inside of the page, compressed: databases, SQLite, the worker, licences.
import { fromBase64, piecesOf, type Packed } from './packed';

async function inflate(element: Element): Promise<ArrayBuffer> {
    const bytes = fromBase64(element.textContent ?? '');
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Response(stream).arrayBuffer();
}

function elements(kind: string): Element[] {
    return [...document.querySelectorAll(`script[type="application/x-wgcq-${kind}"]`)];
}

export type Kind = 'wasm' | 'worker' | 'painter' | 'layouter' | 'licences' | 'engine' | 'engine-worker' | 'schema' | 'gallery';

export function embedded(kind: Kind): Promise<ArrayBuffer> {
    const element = elements(kind)[0];
    if (!element) throw new Error(`the page has no ${kind}`);
    return inflate(element);
}

/** An answer of the library: classes of plans that are equal up to something. */
export interface Classes { up_to: string; of: string; columns: string[]; rows: (string | number | string[] | null)[][]; late: boolean; error: string | null; remark: string | null }

/** What rejects moves: `at`, `move`, `outcome`, `state`, `shown`, `rule`, `because`, `place`, of the states up to `to`. */
export interface Reasons { parts: { columns: string[]; rows: (string | number | null)[][] }[]; to: number }

/** What `wgcq page` has put in beside a database (cli/embed/embedded_answers.c). */
export interface Answers { classes?: Classes[]; why: Reasons }

/** A database that can be read as often as it is needed; one that was dropped onto the page has no answers. */
export interface Source { name: string; isTree: boolean; size: number; bytes: () => Promise<ArrayBuffer | Packed>; answers: () => Promise<Answers | null> }

async function answersBeside(database: Element): Promise<Answers | null> {
    const next = database.nextElementSibling;
    if (next?.getAttribute('type') !== 'application/x-wgcq-answers') return null;
    return JSON.parse(new TextDecoder().decode(await inflate(next))) as Answers;
}

export function embeddedDatabases(): Source[] {
    return databases().map((element) => ({
        name: nameOf(element),
        isTree: element.getAttribute('type') === 'application/x-wgcq-tree',
        size: sizeOf(element),
        bytes: () => Promise.resolve({ pieces: () => piecesOf(element), size: sizeOf(element) }),
        answers: () => answersBeside(element),
    }));
}

/** Of puzzles, and trees of journeys, in their order. */
const databases = () => [...document.querySelectorAll('script:is([type="application/x-wgcq-database"], [type="application/x-wgcq-tree"])')];

const sizeOf = (element: Element) => Number(element.getAttribute('data-size'));
const nameOf = (element: Element) => new TextDecoder().decode(fromBase64(element.getAttribute('data-name') ?? ''));

/** While the page is still read: the database that has begun. */
export function databaseUnderWay(): { name: string; size: number } | undefined {
    const element = databases()[0];
    return element && { name: nameOf(element), size: sizeOf(element) };
}

/** The texts of puzzles that `wgcq page PUZZLE.yaml...` has put in. */
export function embeddedPuzzles(): Promise<{ name: string; text: string }[]> {
    return Promise.all(elements('puzzle').map(async (element) => ({ name: nameOf(element), text: new TextDecoder().decode(await inflate(element)) })));
}

export function fileSource(file: File): Source {
    return { name: file.name.replace(/\.db$/, ''), isTree: false, size: file.size, bytes: () => file.arrayBuffer(), answers: () => Promise.resolve(null) };
}
