// share.ts - links to what is shown: to the receivers that a phone offers, to the clipboard, or to copy by hand.
import { button, el } from './dom';
import { address, type Place } from './location';

const SECONDS_SAID = 2;

type LinkMaker = (place: Place) => Promise<string>;

/** The address of a place in this page; `more` is added to its values, or with null taken out of them. */
export function linkInPage({ view, part, values }: Place, more: Record<string, string | null> = {}): string {
    return `${location.href.replace(/#.*$/, '')}${address(view, part, { ...Object.fromEntries(values), ...more })}`;
}

/** A link to Play as a game: moves are counted, and the puzzle is folded away. */
export function challengeButton(part = ''): HTMLButtonElement {
    return shareButton('Challenge', () => ({ view: 'play', part, values: new URLSearchParams({ challenge: '1' }) }), { title: 'a link to it as a game: moves are counted, the puzzle is folded away' });
}

let linkTo: LinkMaker = (place) => Promise.resolve(linkInPage(place));

/** The playground puts its puzzle into the link. */
export function makeLinksBy(maker: LinkMaker): void {
    linkTo = maker;
}

function showToCopy(link: string): void {
    const field = el('textarea', { readonly: true, rows: 4, 'aria-label': 'the link' }, link);
    const dialog = el('dialog', { class: 'share', 'aria-label': 'a link to this', onclose: () => dialog.remove() }, el('h2', {}, 'A link to this'), field, link.startsWith('file:') && el('p', { class: 'note' }, 'It opens this file at this place: others need the file, too.'), el('form', { method: 'dialog' }, el('button', {}, 'Close')));
    document.body.append(dialog);
    dialog.showModal();
    field.select();
}

/** By the list of receivers that a phone has; null: there is none, or it is refused. */
async function giveByPhone(link: string): Promise<string | null> {
    if (!matchMedia('(pointer: coarse)').matches || !('share' in navigator)) return null;
    try {
        await navigator.share({ title: document.title, url: link });
        return 'Shared';
    } catch (error) {
        return (error as Error).name === 'AbortError' ? 'Not shared' : null;
    }
}

/** What was done with it. */
async function give(link: string): Promise<string> {
    const given = await giveByPhone(link);
    if (given) return given;
    try {
        await navigator.clipboard.writeText(link);
        return 'Link copied';
    } catch { // refused, or there is no clipboard
        showToCopy(link);
        return 'The link';
    }
}

/** Gives the link to a place away, and says so for a while. */
export function shareButton(text: string, place: () => Place, values: Record<string, unknown> = {}): HTMLButtonElement {
    const made = button(text, () => void linkTo(place()).then(give).then((said) => {
        made.textContent = said;
        setTimeout(() => { made.textContent = text; }, SECONDS_SAID * 1000);
    }), { 'aria-live': 'polite', ...values });
    return made;
}
