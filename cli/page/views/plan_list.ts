// plan_list.ts - what lists of plans have in common: a link to each, how it differs from the one that is shown, a box to have it beside.
import { el, figure, type Child } from '../dom';
import { address, go, readPlace, type Place } from '../location';
import { firstDifference, movesOf, referencesIn, type Plan } from '../plan';
import type { Puzzle } from '../puzzle';

/** The plan that is shown, those beside it, and what the lists below show: all of it is in the link. */
export class Choice {
    readonly beside: string[];
    constructor(readonly p: Puzzle, place: Place, readonly ref: string, readonly plan: Plan | null) {
        this.beside = referencesIn(place.values.get('with') ?? '').filter((one) => one !== ref);
    }

    /** The address with other values, also where it has changed since this was drawn; the step belongs to the plan that is shown. */
    to(ref: string, values: Record<string, string | number | null> = {}): string {
        const now = readPlace().values, of = Object.fromEntries(['best', 'k', 'front', 'classes'].map((name) => [name, now.get(name)]));
        return address('solutions', ref, { ...of, with: this.beside.filter((one) => one !== ref).join('.'), ...values });
    }

    link(ref: string, words: Child): HTMLElement {
        return el('a', { href: this.to(ref), 'aria-current': ref === this.ref && 'true' }, words);
    }

    /** How these moves first differ from those of the plan that is shown. */
    difference(moves: string[]): string {
        return this.plan ? firstDifference(moves, movesOf(this.plan.steps)) || 'no move differs' : '';
    }

    /** The last cells of a row: the difference, and the box. */
    lastCells(ref: string, name: string, difference: string, always = false): Child {
        const isShown = ref === this.ref, isBeside = this.beside.includes(ref);
        return [el('td', { class: 'differs' }, isShown && !always ? 'shown above' : difference),
            el('td', {}, !isShown && this.plan && el('input', { type: 'checkbox', checked: isBeside, 'aria-label': `${name} beside ${this.plan.name}`,
                onchange: () => go(this.to(this.ref, { with: (isBeside ? this.beside.filter((one) => one !== ref) : [...this.beside, ref]).join('.') })) }))];
    }

    lastHeads(): Child {
        return [el('th', { scope: 'col' }, this.plan ? `first difference from ${this.plan.name}` : 'first difference'), el('th', { scope: 'col' }, 'beside')];
    }
}

export interface Listed { ref: string; number: number; name: string; costs: number[]; difference: string }

/** Plans with their costs; `heads` sort them. */
export function planTable(choice: Choice, label: string, heads: Child[], plans: Listed[]): HTMLElement {
    return el('div', { class: 'scroll list', tabindex: '0', role: 'region', 'aria-label': label }, el('table', {}, el('thead', {}, el('tr', {}, heads, choice.lastHeads())),
        el('tbody', {}, plans.map(({ ref, number, name, costs, difference }) => el('tr', { class: ref === choice.ref && 'chosen' }, el('th', { scope: 'row', class: 'number' }, choice.link(ref, number)),
            costs.map((cost) => el('td', { class: 'number' }, figure(cost))), choice.lastCells(ref, name, difference))))));
}
