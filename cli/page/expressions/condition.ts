// condition.ts - a condition over states, as people type it: compiled once, asked of every state.
import { NoValue } from './arithmetic';
import { Declared } from './declared';
import { Evaluable } from './evaluable';
import { parseSearchText } from './expression_syntax';
import type { DocNode } from './puzzle_document';
import { ExpressionMistake } from './scanner';
import type { Frame, Run, StateFacts } from './state_words';

/** What a puzzle declares and how its states are stored; it can be sent to a worker. */
export interface PuzzleFacts { document: Map<string, DocNode> | null; params: Map<string, DocNode>; states: StateFacts }

/** Where a text is wrong, and what is wrong. */
export interface Wrong { from: number; to: number; message: string; hint: string }

export const declaredBy = (facts: PuzzleFacts): Declared => new Declared(facts.document, facts.params, facts.states);

export function compileCondition(declared: Declared, text: string): { run: Run } | { wrong: Wrong } {
    try {
        return { run: new Evaluable(declared).truth(parseSearchText(text)).run };
    } catch (error) {
        if (!(error instanceof ExpressionMistake)) throw error;
        return { wrong: { from: error.from, to: error.to, message: error.message, hint: error.hint } };
    }
}

/** 1, 0, or why there is no answer in this state. */
export function answer(run: Run, f: Frame): 0 | 1 | NoValue {
    f.steps = 0;
    try { return run(f) ? 1 : 0; } catch (error) {
        if (error instanceof NoValue) return error;
        throw error;
    }
}
