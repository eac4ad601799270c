/* level_errors.c - finding all errors of a level's states, to report the first of them. */
#include "search/levels/level_errors.h"

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

void level_errors_try(level_errors *all, engine *r, const uint64_t *state)
{
    wgcq_error err = {0};
    int code = r->model->expand(r->worker, state, 1, r->wants, &r->successors, &err);
    if (code)
        state_error_prefer(&all->expanding, r->model, state, code, &err);
    else
        try_marking(r, &r->successors, &all->marking);
}

int level_errors_open(level_errors *out, const engine *r)
{
    const size_t words = r->model->words;
    *out = (level_errors){.expanding.state = calloc(words, sizeof(uint64_t)),
                          .marking.state = calloc(words, sizeof(uint64_t))};
    return out->expanding.state && out->marking.state ? 0 : error_set_memory(r->err);
}

int level_errors_find(level_errors *out, engine *r, const frontier *level)
{
    int code = level_errors_open(out, r);
    for (size_t i = 0; !code && i < level->count; i++)
        if (!level->ends || !(frontier_marks(level)[i] & MARK_END))
            level_errors_try(out, r, frontier_state(level, i));
    return code;
}

void level_errors_close(level_errors *e)
{
    free(e->expanding.state);
    free(e->marking.state);
}

int level_errors_report(const level_errors *all, const engine *r)
{
    const state_error *e = all->expanding.code ? &all->expanding : &all->marking;
    if (e->code)
        *r->err = e->err;
    return e->code;
}

int level_settle_error(engine *r, int code, find_errors_fn *find, void *self)
{
    level_errors all = {0};
    if (code != WGCQ_ERUN)
        return code;
    const wgcq_error met = *r->err;
    int found = find(self, &all) ? 0 : level_errors_report(&all, r);
    level_errors_close(&all);
    if (!found) /* looking may have failed for want of memory */
        *r->err = met;
    return found ? found : code;
}
