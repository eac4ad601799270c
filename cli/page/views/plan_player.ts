// plan_player.ts - a plan of any kind in the player, with what there is to say of it.
import { button, card, el, type Child } from '../dom';
import { turningSaid, type Plan } from '../plan';
import { player, type Player } from '../parts/player';
import type { Puzzle } from '../puzzle';

/** The player of a plan: where it turns hopeless is one click away, and marked in the list of moves. */
export function planPlayer(p: Puzzle, plan: Plan, step: number, seen: (step: number) => void, actions: Child = null): Player {
    const it = player(p, plan.steps, step, seen, plan.loop), { hopelessAt } = plan;
    if (hopelessAt !== null) [...it.node.querySelectorAll('.move-list li')].forEach((li, i) => li.classList.toggle('hopeless', i >= hopelessAt));
    const turning = hopelessAt !== null && el('p', { class: 'turning' }, turningSaid(plan), ' ', hopelessAt > 0 && button('Where it turns hopeless', () => it.show(hopelessAt)));
    return { ...it, node: el('div', { class: 'plan' }, turning, it.node, plan.says && el('p', { class: 'note' }, plan.says), actions) };
}

export const noSuchPlan = (ref: string) => card('No such plan', el('p', {}, `This file has no plan ${ref}.`));
