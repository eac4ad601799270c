// gallery.ts - the puzzles that are in the page: those of the shelf, or those it was made with.
import { el, button } from '../dom';
import { embedded, embeddedPuzzles } from '../embedded';
import { proseOf } from '../parts/yaml_text';

const FIRST = 'wolf-goat-cabbage';

/** `shown`: its first state, as a picture of letters, or ''; `about`: the first sentence of what it says of itself. */
export interface Exhibit { name: string; title: string; about: string; shown: string; text: string }

const firstSentence = (text: string) => /^[^]*?[.!?](?=\s|$)/.exec(text.replace(/\s+/g, ' ').trim())?.[0] ?? text;

let exhibits: Promise<Exhibit[]> | undefined;

async function readExhibits(): Promise<Exhibit[]> {
    const own = await embeddedPuzzles();
    const all = own.length ? own.map((one) => ({ ...one, shown: '' })) : JSON.parse(new TextDecoder().decode(await embedded('gallery'))) as { name: string; text: string; shown: string }[];
    return all.map((one) => ({ ...one, title: proseOf(one.text, 'puzzle') || one.name, about: firstSentence(proseOf(one.text, 'about')) }));
}

export const allExhibits = (): Promise<Exhibit[]> => exhibits ??= readExhibits();

/** What the page begins with: the first puzzle it was made with, or a well-known one. */
export async function firstExhibit(): Promise<Exhibit | undefined> {
    const all = await allExhibits();
    return (await embeddedPuzzles()).length ? all[0] : all.find(({ name }) => name === FIRST) ?? all[0];
}

/** Cards, and a field that narrows them down. */
export async function galleryView(open: (one: Exhibit) => void): Promise<Node> {
    const all = await allExhibits();
    const cards = all.map((one) => ({ one, card: el('li', { class: 'exhibit', 'data-exhibit': one.name },
        el('div', { class: 'exhibit-words' }, el('h2', {}, button(one.title, () => open(one), { class: 'link' })), el('p', { class: 'note' }, one.about)), one.shown && el('pre', { class: 'exhibit-shown', 'aria-hidden': 'true' }, one.shown)) }));
    const said = el('p', { class: 'note', role: 'status' }, `${all.length} puzzles`);
    const field = el('input', { type: 'search', 'aria-label': 'search the gallery', placeholder: 'search: frogs, mutual exclusion, …', oninput: () => {
        const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
        const shown = cards.filter(({ one, card }) => !(card.hidden = !words.every((word) => `${one.name} ${one.title} ${one.about} ${one.text}`.toLowerCase().includes(word))));
        said.textContent = `${shown.length} of ${all.length} puzzles`;
    } });
    return el('div', { class: 'gallery' }, el('div', { class: 'bar-of-tools' }, field, said), el('ul', { class: 'exhibits' }, cards.map(({ card }) => card)));
}
