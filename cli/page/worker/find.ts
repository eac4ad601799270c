// find.ts - the states in which a condition holds: all of them are asked, in one pass over their packed words.
import type { Database } from '@sqlite.org/sqlite-wasm';
import { answer, compileCondition, declaredBy } from '../expressions/condition';
import { newFrame, wordColumns } from '../expressions/state_words';
import type { FindRequest, Found } from './messages';

const IDS_MOST = 1 << 20;

/** At most so many numbers are given, and the exact count. */
export function findIn(database: Database, { run, text, facts }: FindRequest): Found {
    const condition = compileCondition(declaredBy(facts), text), found: Found = { ids: new Int32Array(0), count: 0, open: 0, because: '', at: 0 };
    if ('wrong' in condition) return { ...found, wrong: condition.wrong };
    const { words } = facts.states, frame = newFrame(words), ids: number[] = [];
    const statement = database.prepare(`SELECT id${words ? ', ' : ''}${wordColumns(words)} FROM state_${run} ORDER BY id`);
    try {
        while (statement.step()) {
            for (let i = 0; i < 2 * words; i++) frame.words[i] = statement.getInt(i + 1)!;
            const holds = answer(condition.run, frame);
            if (holds === 1) {
                if (found.count++ < IDS_MOST) ids.push(statement.getInt(0)!);
            } else if (holds !== 0 && found.open++ === 0) {
                found.because = holds.message;
                found.at = statement.getInt(0)!;
            }
        }
    } finally { statement.finalize(); }
    return { ...found, ids: Int32Array.from(ids) };
}
