// player.ts - the steps of a solution or of a path, one board at a time, by hand or by itself.
import { MovingBoard } from './board';
import { button, difference, el, figure, stateName } from '../dom';
import { address } from '../location';
import { readValues, storesStates, type Puzzle } from '../puzzle';
import type { Step } from '../views/align';

export interface Player { node: HTMLElement; key: (event: KeyboardEvent) => void; leave: () => void; shown: () => void; show: (step: number) => void }

/** Steps one by one; `loop`: behind the last one it goes on with this one, for ever. */
export function player(p: Puzzle, steps: Step[], first: number, seen: (step: number) => void, loop: number | null = null): Player {
    let at = Math.min(Math.max(first, 0), steps.length - 1), timer: ReturnType<typeof setInterval> | undefined;
    const shown = new MovingBoard(p), view = el('div', { class: 'player-board' }, shown.node), title = el('p', { class: 'player-move', role: 'status' }), changes = el('div', { class: 'pairs changes' }), costs = el('dl', { class: 'facts' });
    const slider = el('input', { type: 'range', min: 0, max: steps.length - 1, value: at, 'aria-label': 'step', oninput: () => show(Number(slider.value)) });
    const play = button('Play', () => toggle(), { class: 'first' });
    const moves = el('ol', { class: 'move-list', start: 0 }, steps.map((step, i) => el('li', { class: loop !== null && i >= loop && 'round' }, button(step.move ?? 'start', () => show(i), { class: 'link' }))));
    const stop = () => { clearInterval(timer); timer = undefined; play.textContent = 'Play'; };
    const toggle = () => {
        if (timer) return stop();
        if (at === steps.length - 1) forth(0);
        play.textContent = 'Pause';
        timer = setInterval(() => { if (!node.isConnected || (at === steps.length - 1 && loop === null)) stop(); else forth(loop ?? at); }, 700);
    };
    /** To the next step; from the last one to that. */
    const forth = (from: number) => show(at === steps.length - 1 ? from : at + 1);
    const scroll = () => { moves.scrollTop = (moves.children[at] as HTMLElement).offsetTop - moves.clientHeight / 2; };
    const show = (to: number) => {
        at = Math.min(Math.max(to, 0), steps.length - 1);
        const step = steps[at]!, before = steps[at - 1];
        slider.value = String(at);
        slider.setAttribute('aria-valuetext', `${at}: ${step.move ?? 'start'}`);
        title.replaceChildren(el('span', { class: 'step-number' }, `${figure(at)} / ${figure(steps.length - 1)}`), el('b', {}, step.move ?? 'start'), step.id !== null ? el('a', { href: address('state', step.id) }, stateName(step.id)) : '');
        shown.show(step.shown, before?.shown ?? null, step.id);
        costs.replaceChildren(...p.costs.flatMap((c, i) => step.costs[i] === undefined ? [] : [el('dt', {}, c.name), el('dd', { 'data-cost': c.name }, figure(step.costs[i]), before && step.costs[i] !== before.costs[i] ? el('span', { class: 'delta' }, ` ${difference(step.costs[i]! - before.costs[i]!)}`) : '')]));
        [...moves.children].forEach((li, i) => li.classList.toggle('now', i === at));
        scroll();
        void showChanges(at, step.id, before?.id ?? null);
        seen(at);
    };
    const showChanges = async (asked: number, id: number | null, beforeId: number | null) => {
        changes.replaceChildren();
        if (id === null || beforeId === null || !storesStates(p)) return;
        const [now, was] = await Promise.all([readValues(p, id), readValues(p, beforeId)]);
        if (asked !== at) return;
        changes.replaceChildren(...p.variables.flatMap((v, i) => now[i] === was[i] ? [] : [el('span', { class: 'pair changed' }, el('span', { class: 'pair-name' }, v.said), `${was[i]} → `, el('b', {}, now[i]))]));
    };
    queueMicrotask(() => show(at));
    const node = el('div', { class: 'player' }, el('div', { class: 'player-main' }, title, view, changes,
        el('div', { class: 'bar-of-tools' }, button('‹', () => show(at - 1), { 'aria-label': 'a step back' }), play, button('›', () => forth(loop ?? at), { 'aria-label': 'a step forth' }), slider), costs), moves);
    const key = (event: KeyboardEvent) => {
        if (event.key === 'ArrowRight') forth(loop ?? at);
        else if (event.key === 'ArrowLeft') show(at - 1);
        else if (event.key === 'Home') show(0);
        else if (event.key === 'End') show(steps.length - 1);
        else if (event.key === ' ') toggle();
        else return;
        event.preventDefault();
    };
    return { node, key, leave: stop, shown: scroll, show };
}
