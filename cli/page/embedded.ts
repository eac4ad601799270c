// embedded.ts - what is inside of the page, compressed: databases, SQLite, the worker, licences.

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
    const decode = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;
    if (decode) return decode.call(Uint8Array, text);
    const letters = atob(text), bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    return bytes;
}

async function inflate(element: Element): Promise<ArrayBuffer> {
    const bytes = fromBase64(element.textContent ?? '');
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Response(stream).arrayBuffer();
}

function elements(kind: string): Element[] {
    return [...document.querySelectorAll(`script[type="application/x-wgcq-${kind}"]`)];
}

export function embedded(kind: 'wasm' | 'worker' | 'painter' | 'licences'): Promise<ArrayBuffer> {
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
export interface Source { name: string; size: number; bytes: () => Promise<ArrayBuffer>; answers: () => Promise<Answers | null> }

async function answersBeside(database: Element): Promise<Answers | null> {
    const next = database.nextElementSibling;
    if (next?.getAttribute('type') !== 'application/x-wgcq-answers') return null;
    return JSON.parse(new TextDecoder().decode(await inflate(next))) as Answers;
}

export function embeddedDatabases(): Source[] {
    return elements('database').map((element) => ({
        name: new TextDecoder().decode(fromBase64(element.getAttribute('data-name') ?? '')),
        size: Number(element.getAttribute('data-size')),
        bytes: () => inflate(element),
        answers: () => answersBeside(element),
    }));
}

export function fileSource(file: File): Source {
    return { name: file.name.replace(/\.db$/, ''), size: file.size, bytes: () => file.arrayBuffer(), answers: () => Promise.resolve(null) };
}
