// draft.ts - what is edited: a text, values for its parameters, and how to explore it; also as a link has it.

export interface Limits { trace: string; order: string; stop: string; states: string; seconds: string; memory: string }

export interface Draft {
    name: string;
    text: string;
    /** Parameters that have another value than the text says. */
    settings: Record<string, string>;
    limits: Limits;
}

export const LIMITS: Limits = { trace: 'all', order: 'breadth-first', stop: 'exhausted', states: '', seconds: '', memory: '1500M' };
export const TRACES = ['all', 'edges', 'states', 'solutions'];
export const ORDERS = ['breadth-first', 'depth-first', 'cheapest', 'best-first', 'a-star'];
export const STOPS = ['exhausted', 'first', 'shortest'];

/** A file's name, whatever a link or a title says. */
export function fileName(name: string): string {
    return name.toLowerCase().replace(/\.ya?ml$/, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'puzzle';
}

// ---- in a link ----

/** A link is foreign: a text of more than that is not unpacked. */
const MOST = 1 << 20;

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
    const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
    const parts: Uint8Array[] = [];
    let length = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
        length += value.length;
        if (length > MOST) throw new Error('the puzzle in the link is larger than 1 MB');
    }
    const all = new Uint8Array(length);
    parts.reduce((at, part) => { all.set(part, at); return at + part.length; }, 0);
    return all;
}

function toLetters(bytes: Uint8Array): string {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromLetters(letters: string): Uint8Array {
    const text = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (one) => one.charCodeAt(0));
}

interface Packed { n: string; y?: string; s?: Record<string, string>; l?: Partial<Limits> }

/** Only what differs from what is there anyway; of a puzzle of the gallery its name alone. */
function packedOf(draft: Draft, known: string | undefined): Packed {
    const limits = Object.entries(draft.limits).filter(([key, value]) => value !== LIMITS[key as keyof Limits]);
    return { n: draft.name, ...(known === draft.text ? {} : { y: draft.text }),
        ...(Object.keys(draft.settings).length ? { s: draft.settings } : {}), ...(limits.length ? { l: Object.fromEntries(limits) } : {}) };
}

export async function packDraft(draft: Draft, known: string | undefined): Promise<string> {
    return toLetters(await through(new TextEncoder().encode(JSON.stringify(packedOf(draft, known))), new CompressionStream('deflate-raw')));
}

const isText = (value: unknown): value is string => typeof value === 'string';
const texts = (value: unknown): Record<string, string> => Object.fromEntries(Object.entries((value && typeof value === 'object' ? value : {}) as object).filter(([, one]) => isText(one))) as Record<string, string>;

/** One of the choices, or the usual one. */
const choice = (value: string | undefined, choices: string[], usual: string) => value !== undefined && choices.includes(value) ? value : usual;
const matching = (value: string | undefined, form: RegExp, usual: string) => value !== undefined && form.test(value) ? value : usual;

function limitsOf(value: unknown): Limits {
    const l = texts(value);
    return { trace: choice(l['trace'], TRACES, LIMITS.trace), order: choice(l['order'], ORDERS, LIMITS.order), stop: choice(l['stop'], STOPS, LIMITS.stop),
        states: matching(l['states'], /^\d{0,12}$/, ''), seconds: matching(l['seconds'], /^\d{0,6}$/, ''), memory: matching(l['memory'], /^\d{1,4}[MG]$/, LIMITS.memory) };
}

/** The text of a puzzle that a link names. */
export function textNamed(name: string, known: (name: string) => string | undefined): string {
    const text = known(name);
    if (text === undefined) throw new Error(`the link names the puzzle '${name}', which is not in this page`);
    return text;
}

/** The draft that a link holds; an Error says what is wrong with it. */
export async function unpackDraft(letters: string, known: (name: string) => string | undefined): Promise<Draft> {
    let packed: Partial<Record<keyof Packed, unknown>>;
    try {
        packed = Object(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await through(fromLetters(letters), new DecompressionStream('deflate-raw'))))) as typeof packed;
    } catch (error) {
        throw new Error(/larger/.test((error as Error).message) ? (error as Error).message : 'the link is not whole: its puzzle cannot be unpacked');
    }
    const name = isText(packed.n) ? packed.n.slice(0, 80) : 'puzzle', text = isText(packed.y) ? packed.y : textNamed(name, known);
    const settings = Object.fromEntries(Object.entries(texts(packed.s)).filter(([one]) => /^[A-Za-z_]\w*$/.test(one)));
    return { name, text, settings, limits: limitsOf(packed.l) };
}
