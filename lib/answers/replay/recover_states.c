/*
 * recover_states.c - the packed states of a stored solution.
 *
 * A file without states stores of a solution's states only how they are shown, which may omit
 * variables; and one move text may lead to several states.  So each step keeps all candidate states
 * with their parents, and from a goal in the last layer the parents are followed back.
 */
#include "answers/replay/recover_states.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/cost.h"
#include "base/error.h"

static bool all_states_stored(const stored_plan *s)
{
    for (size_t k = 0; k < s->count; k++)
        if (!s->steps[k].id)
            return false;
    return true;
}

/* ---- by replaying --------------------------------------------------------------------------- */

typedef struct candidate_layer {
    uint64_t *states; /* [count], words each           */
    size_t *parent;   /* [count]: index in the previous layer */
    size_t count;
} candidate_layer;

typedef struct recovery {
    const stored_plan *plan;
    candidate_layer *layers; /* [plan->count] */
    batch successors;
    strbuf line;
    int64_t *final; /* what the end of the plan costs */
} recovery;

static bool layer_has(const candidate_layer *l, const uint64_t *state, unsigned words)
{
    for (size_t i = 0; i < l->count; i++)
        if (!memcmp(l->states + i * words, state, words * sizeof *state))
            return true;
    return false;
}

/* Adds a state to layer k if it is shown as step k is, and is not in it yet. */
static int add_candidate(recovery *r, size_t k, const uint64_t *state, size_t before,
                         wgcq_error *err)
{
    unsigned words = r->plan->reference.model->words;
    candidate_layer *l = &r->layers[k];
    strbuf_clear(&r->line);
    int code = reference_model_show(&r->plan->reference, state, &r->line, err);
    if (code || strcmp(strbuf_string(&r->line), r->plan->steps[k].shown) != 0 ||
        layer_has(l, state, words))
        return code;
    if (!array_resize(&l->states, (l->count + 1) * words, sizeof *l->states) ||
        !array_resize(&l->parent, l->count + 1, sizeof *l->parent))
        return error_set_memory(err);
    memcpy(l->states + l->count * words, state, words * sizeof *state);
    l->parent[l->count++] = before;
    return 0;
}

/* Whether successor i is by the move of step k, at its cost, which in the last one is with what the
   end costs. */
static int matches_step(bool *out, recovery *r, size_t k, size_t i, wgcq_error *err)
{
    const wgcq_model *m = r->plan->reference.model;
    const stored_step *step = &r->plan->steps[k];
    int code = 0;
    memset(r->final, 0, m->costs * sizeof *r->final);
    if (k + 1 == r->plan->count)
        code = model_end_costs(m, r->plan->reference.worker, r->successors.state + i * m->words,
                               r->final, err);
    *out = !strcmp(m->move_text(m, r->successors.move[i]), step->move);
    const bool ends = k + 1 == r->plan->count;
    for (unsigned c = 0; c < m->costs && *out; c++)
        *out = r->successors.cost[i * m->costs + c] ==
               cost_kept_of(m->maximized, (int)c, step->spent[c + 1], ends) -
                   step[-1].spent[c + 1] - r->final[c];
    return code;
}

static int expand_layer(recovery *r, size_t k, wgcq_error *err)
{
    const wgcq_model *m = r->plan->reference.model;
    assert(k > 0 && k < r->plan->count);
    const candidate_layer *from = &r->layers[k - 1];
    int code = 0;
    for (size_t i = 0; i < from->count && !code; i++) {
        code = m->reference.expand(r->plan->reference.worker, from->states + i * m->words,
                                   WANT_MOVES | WANT_COSTS, &r->successors, err);
        for (size_t j = 0; j < r->successors.count && !code; j++) {
            bool fits;
            code = matches_step(&fits, r, k, j, err);
            if (!code && fits)
                code = add_candidate(r, k, r->successors.state + j * m->words, i, err);
        }
    }
    return code;
}

static int expand_starts(recovery *r, wgcq_error *err)
{
    const wgcq_model *m = r->plan->reference.model;
    int code = m->initial_states(r->plan->reference.worker, &r->successors, err);
    for (size_t i = 0; i < r->successors.count && !code; i++)
        code = add_candidate(r, 0, r->successors.state + i * m->words, 0, err);
    return code;
}

/* The states of one plan that ends in a goal. */
static int backtrack_from_goal(const recovery *r, uint64_t *out, wgcq_error *err)
{
    const wgcq_model *m = r->plan->reference.model;
    size_t k = r->plan->count - 1, at = 0;
    uint8_t marks = 0;
    int code = 0;
    for (; at < r->layers[k].count && !code; at++) {
        code = m->reference.classify(r->plan->reference.worker, r->layers[k].states + at * m->words,
                                     &marks, err);
        if (!code && marks & MARK_GOAL)
            break;
    }
    if (!code && at == r->layers[k].count)
        code = error_set(err, WGCQ_ESTORE,
                         "solution %" PRId64 " in the file is not a solution of its puzzle",
                         r->plan->chosen->solution);
    for (size_t i = k + 1; i-- > 0 && !code; at = r->layers[i].parent[at])
        memcpy(out + i * m->words, r->layers[i].states + at * m->words, m->words * sizeof *out);
    return code;
}

static int recover_by_replay(uint64_t *out, const stored_plan *s, wgcq_error *err)
{
    const wgcq_model *m = s->reference.model;
    recovery r = {.plan = s,
                  .layers = calloc(s->count, sizeof *r.layers),
                  .successors = {.words = m->words, .costs = m->costs}};
    r.final = calloc(m->costs + (size_t)1, sizeof *r.final);
    int code = r.layers && r.final ? expand_starts(&r, err) : error_set_memory(err);
    for (size_t k = 1; k < s->count && !code; k++)
        code = expand_layer(&r, k, err);
    code = code ? code : backtrack_from_goal(&r, out, err);
    for (size_t k = 0; r.layers && k < s->count; k++) {
        FREE_EACH(r.layers[k].states, r.layers[k].parent);
    }
    FREE_EACH(r.layers, r.final);
    batch_free(&r.successors);
    strbuf_free(&r.line);
    return code;
}

int recover_states(uint64_t **out, const stored_plan *s, wgcq_error *err)
{
    assert(s->has_model && s->count);
    unsigned words = s->reference.model->words;
    *out = malloc(s->count * words * sizeof **out);
    if (!*out)
        return error_set_memory(err);
    if (!all_states_stored(s))
        return recover_by_replay(*out, s, err);
    int code = 0;
    for (size_t k = 0; k < s->count && !code; k++)
        code = stored_plan_read_state(*out + k * words, s, k, err);
    return code;
}
