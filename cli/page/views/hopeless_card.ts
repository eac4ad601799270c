// hopeless_card.ts - why no goal can be reached from a state, and where that began.
import { button, card, el, figure, plural, type Child } from '../dom';
import { address } from '../location';
import { readPlan, reference, turningSaid } from '../plan';
import { storesRejections, valueText, type Puzzle } from '../puzzle';
import type { Hopeless, Value } from '../worker/messages';

const LISTED = 6, VALUES = 8, STATES_AT_ONCE = 50_000;

/** "red", "one of 1, 2, 3" */
function valuesSaid(p: Puzzle, column: string, values: Value[]): string {
    const v = p.variables.find((one) => one.column === column), texts = values.slice(0, VALUES).map((value) => valueText(v, value));
    return values.length === 1 ? texts[0]! : `one of ${texts.join(', ')}${values.length > VALUES ? ', …' : ''}`;
}

function apartSaid(p: Puzzle, { apart, reached }: Hopeless): Child {
    if (!apart) return el('p', { class: 'note' }, 'There are too many states to say which variables never are as in a goal.');
    return apart.length > 0 && [el('p', {}, reached === 1 ? 'Here' : `In all ${figure(reached)} of them`, ', and in no goal:'), el('ul', { class: 'plain apart' }, apart.slice(0, LISTED).map(({ column, here, goals }) =>
        el('li', {}, el('b', {}, p.variables.find((v) => v.column === column)?.said ?? column), ` is ${valuesSaid(p, column, here)}; in a goal ${valuesSaid(p, column, goals)}`))),
        apart.length > LISTED && el('p', { class: 'note' }, `and ${plural(apart.length - LISTED, 'variable')} more`)];
}

function rulesSaid({ rules }: Hopeless): Child {
    if (!rules?.length) return null;
    return [el('p', {}, 'What rejects moves there:'), el('ul', { class: 'plain' }, rules.slice(0, LISTED).map(({ rule, times }) => el('li', {}, el('b', {}, rule), `: ${plural(times, 'move')}`))), rules.length > LISTED && el('p', { class: 'note' }, `and ${plural(rules.length - LISTED, 'rule')} more`)];
}

async function explain(p: Puzzle, id: number): Promise<Child> {
    const why = await p.connection.call('hopeless', p.run, id, p.variables.map((v) => v.column), storesRejections(p)), ref = reference('to', id), plan = await readPlan(p, ref);
    const others = why.reached - 1;
    return [el('p', { 'data-figure': 'hopeless' }, !others ? 'No move can be made here, and it is no goal.' : `${plural(others, 'other state')} can be reached from here, and none of these ${figure(why.reached)} is a goal${why.stuck ? `; in ${figure(why.stuck)} of them no move can be made` : ''}.`),
        apartSaid(p, why), rulesSaid(why),
        plan && plan.hopelessAt !== null && el('p', { class: 'turning' }, turningSaid(plan, 'On a shortest path from the start it'), ' ',
            plan.hopelessAt > 0 && el('a', { class: 'action', href: address('solutions', ref, { step: plan.hopelessAt }) }, 'Where it turns hopeless'))];
}

/** Large spaces are looked at only when that is wanted. */
export function hopelessCard(p: Puzzle, id: number): HTMLElement {
    const place = el('div', { class: 'hopeless' });
    const draw = () => {
        place.replaceChildren(el('p', { class: 'note', 'data-pending': '' }, 'one moment …'));
        explain(p, id).catch((error: Error) => el('p', { class: 'status bad' }, error.message)).then((child) => place.replaceChildren(el('div', {}, child)));
    };
    if (Number(p.figures.states) > STATES_AT_ONCE) place.append(button('Find out', draw));
    else draw();
    return card('Why no goal can be reached from here', place);
}
