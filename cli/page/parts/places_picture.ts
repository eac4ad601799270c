// places_picture.ts - places with who is there: each is one element, which goes from place to place.
import { el } from '../dom';
import type { Looks } from './looks';
import { appear, mayMove, slide } from './motion';
import type { Whereabouts } from './seen';

interface One { name: string; place: string }
interface Token extends One { element: HTMLElement }

const each = (places: Whereabouts[]): One[] => places.flatMap(({ place, here }) => here.map((name) => ({ name, place })));

/** Which of those before each one is: of equal names first those that stay, the others in their order. */
function sameOnes<T extends One>(before: T[], after: One[]): (T | undefined)[] {
    const left = new Set(before), found = new Map<number, T>();
    for (const mustStay of [true, false]) {
        after.forEach((one, i) => {
            if (found.has(i)) return;
            const same = [...left].find((old) => old.name === one.name && (!mustStay || old.place === one.place));
            if (!same) return;
            left.delete(same);
            found.set(i, same);
        });
    }
    return after.map((_, i) => found.get(i));
}

export class PlacesPicture {
    readonly node = el('div', { class: 'places' });
    private tokens: Token[] = [];

    constructor(private readonly looks: Looks) {}

    show(places: Whereabouts[], before: Whereabouts[] | null): void {
        const all = each(places), was = before && sameOnes(each(before), all), same = sameOnes(this.tokens, all);
        const isFirst = !this.tokens.length, moves = mayMove(this.node), from = same.map((old) => moves && old ? old.element.getBoundingClientRect() : null);
        this.tokens = all.map(({ name, place }, i) => {
            const element = same[i]?.element ?? el('span', {}, name);
            element.setAttribute('class', `token tint-${this.looks.names.colourOf(name)}${was && was[i]?.place !== place ? ' changed' : ''}`);
            return { name, place, element };
        });
        let next = 0;
        this.node.replaceChildren(...places.map(({ place, here }) => el('div', { class: 'place' }, el('div', { class: 'place-name' }, place),
            el('div', { class: 'tokens' }, here.map(() => this.tokens[next++]!.element)))));
        if (moves && !isFirst) this.tokens.forEach(({ element }, i) => carry(element, from[i]!));
    }
}

/** From where it was to where it is. */
function carry(element: HTMLElement, start: DOMRect | null): void {
    if (!start) return appear(element);
    const end = element.getBoundingClientRect();
    if (start.left !== end.left || start.top !== end.top) slide(element, `translate(${start.left - end.left}px, ${start.top - end.top}px)`, 'none');
}
