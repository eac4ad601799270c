/* truths.c - the conditions of properties over time, in batches; errors are the interpreter's. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/vm/vm.h"

/* Each state, and behind it the one before. */
static int pair_states(vm *m, const uint64_t *before, const uint64_t *states, size_t n,
                       wgcq_error *err)
{
    const size_t words = m->program->packing.words;
    if (!m->pairs && !(m->pairs = malloc(MODEL_BATCH * 2 * words * sizeof *m->pairs + 1)))
        return error_set_memory(err);
    for (size_t i = 0; i < n; i++) {
        memcpy(m->pairs + 2 * i * words, states + i * words, words * sizeof *states);
        memcpy(m->pairs + (2 * i + 1) * words, before + i * words, words * sizeof *before);
    }
    return 0;
}

static int truths_by_interp(vm *m, const uint64_t *before, const uint64_t *states, size_t n,
                            uint8_t *truths, wgcq_error *err)
{
    const size_t words = m->program->packing.words, count = m->program->property_count;
    int code = 0;
    if (!m->puzzle_interp && !(m->puzzle_interp = interp_new(m->program->tree)))
        return error_set_memory(err);
    for (size_t i = 0; i < n && !code; i++)
        code = interp_property_truths(m->puzzle_interp, before ? before + i * words : NULL,
                                      states + i * words, truths + i * count, err);
    return code;
}

/* Or's `bit` into the truths of property `number` where the expression holds; *fine: it is defined
   in all states. */
static int put_truths(vm *m, const bytecode *c, const uint64_t *states, size_t n, size_t number,
                      uint8_t bit, uint8_t *truths, bool *fine, wgcq_error *err)
{
    const size_t count = m->program->property_count;
    column values = NULL;
    int code = vm_evaluate(m, c, states, n, &values, err);
    *fine = *fine && values;
    for (size_t i = 0; values && i < n; i++)
        truths[i * count + number] |= values[i] ? bit : 0;
    return code;
}

static int truths_of_batch(vm *m, const uint64_t *before, const uint64_t *states, size_t n,
                           uint8_t *truths, wgcq_error *err)
{
    const program *p = m->program;
    bool fine = true, compiled = true;
    int code = before ? pair_states(m, before, states, n, err) : 0;
    memset(truths, 0, n * p->property_count);
    for (size_t i = 0; i < p->property_count && !code && fine && compiled; i++) {
        const property *of = p->properties[i].of;
        if ((of->form == MODEL_STEP) != (before != NULL))
            continue;
        compiled = !p->properties[i].interpreted;
        if (compiled)
            code = put_truths(m, &p->values[i], before ? m->pairs : states, n, i, PROPERTY_VALUE,
                              truths, &fine, err);
        if (compiled && !code && of->reached)
            code =
                put_truths(m, &p->reached[i], states, n, i, PROPERTY_REACHED, truths, &fine, err);
    }
    if (code || (fine && compiled))
        return code;
    code = truths_by_interp(m, before, states, n, truths, err);
    return code || fine ? code : vm_disagreement(err);
}

int vm_property_truths(vm *m, const uint64_t *before, const uint64_t *states, size_t count,
                       uint8_t *truths, wgcq_error *err)
{
    const size_t words = m->program->packing.words;
    int code = 0;
    for (size_t first = 0; first < count && !code; first += MODEL_BATCH) {
        const size_t n = count - first < MODEL_BATCH ? count - first : MODEL_BATCH;
        code = truths_of_batch(m, before ? before + first * words : NULL, states + first * words, n,
                               truths + first * m->program->property_count, err);
    }
    return code;
}
