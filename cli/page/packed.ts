// packed.ts - what is inside of the page: letters (base64) of compressed bytes, given piece by piece.

/** Compressed bytes, and how many they hold: nothing has all of them at once. */
export interface Packed { pieces: () => Iterable<Uint8Array<ArrayBuffer>>; size: number }

const LETTERS_AT_ONCE = 1 << 22;

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
    const decode = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;
    if (decode) return decode.call(Uint8Array, text);
    const letters = atob(text), bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    return bytes;
}

/** Of one text or many, which a browser makes of a long one; four letters are three bytes. */
export function* piecesOf(element: Element): Generator<Uint8Array<ArrayBuffer>> {
    let rest = '';
    for (let node = element.firstChild; node; node = node.nextSibling) {
        const text = (node as Text).data;
        for (let i = 0; i < text.length; i += LETTERS_AT_ONCE) {
            rest += text.slice(i, i + LETTERS_AT_ONCE);
            if (rest.length < LETTERS_AT_ONCE) continue;
            const whole = rest.length - rest.length % 4;
            yield fromBase64(rest.slice(0, whole));
            rest = rest.slice(whole);
        }
    }
    if (rest) yield fromBase64(rest);
}
