/* sweep_errors.c - finding all errors of a level's states, to report the first of them. */
#include "search/sweep/sweep_errors.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void state_error_prefer(state_error *e, const wgcq_model *model, const uint64_t *state, int code,
                        const wgcq_error *err)
{
    if (e->code && !model_state_before(model, state, e->state))
        return;
    memcpy(e->state, state, model->words * sizeof *state);
    e->code = code;
    e->err = *err;
}

/* Errors of marking the successors that were just found. */
static void try_marking(const engine *r, const batch *found, state_error *e)
{
    for (size_t k = 0; k < found->count; k++) {
        const uint64_t *state = found->state + k * found->words;
        wgcq_error err = {0};
        uint8_t mark = 0;
        int code = model_marks(r->model, r->worker, state, 1, &mark, &err);
        if (code)
            state_error_prefer(e, r->model, state, code, &err);
    }
}

void sweep_errors_try(sweep_errors *all, engine *r, const uint64_t *state)
{
    wgcq_error err = {0};
    int code = r->model->expand(r->worker, state, 1, r->wants, &r->successors, &err);
    if (code)
        state_error_prefer(&all->expanding, r->model, state, code, &err);
    else
        try_marking(r, &r->successors, &all->marking);
}

int sweep_errors_open(sweep_errors *out, const engine *r)
{
    const size_t words = r->model->words;
    *out = (sweep_errors){.expanding.state = calloc(words, sizeof(uint64_t)),
                          .marking.state = calloc(words, sizeof(uint64_t))};
    return out->expanding.state && out->marking.state ? 0 : error_set_memory(r->err);
}

int sweep_errors_find(sweep_errors *out, engine *r, const frontier *level)
{
    int code = sweep_errors_open(out, r);
    for (size_t i = 0; !code && i < level->count; i++)
        if (!level->ends || !(frontier_marks(level)[i] & MARK_END))
            sweep_errors_try(out, r, frontier_state(level, i));
    return code;
}

void sweep_errors_close(sweep_errors *e)
{
    free(e->expanding.state);
    free(e->marking.state);
}

int sweep_settle_error(engine *r, const frontier *level, int code)
{
    sweep_errors all;
    if (!sweep_errors_find(&all, r, level)) {
        const state_error *e = all.expanding.code ? &all.expanding : &all.marking;
        if (e->code) {
            *r->err = e->err;
            code = e->code;
        }
    }
    sweep_errors_close(&all);
    return code;
}
