/*
 * spill_plan.c - counting goals' plans; one plan, and one counterexample, back through the levels.
 *
 * Each level is read once more, and its states are expanded again: the least packed one that leads
 * to the state after it is on the plan.
 */
#include <stdlib.h>
#include <string.h>

#include "base/containers/bigcount.h"
#include "base/error.h"
#include "search/engine/extract_plan.h"
#include "search/engine/limits.h"
#include "search/spill/spill_run.h"

static int count_plans(spill_run *s)
{
    search_result *out = s->r->result;
    const size_t limbs = spill_shape(s).limbs + (size_t)1;
    int code = spill_sum_limbs(s, s->next.goal_sum, limbs);
    if (!code)
        code = spill_choose_least(s, &s->next.has_goal, s->next.least_goal);
    if (code)
        return code;
    const bigcount sum = {
        .limbs = limbs, .count = 1, .room = 1, .limb = (mp_limb_t *)s->next.goal_sum};
    out->shortest_count = bigcount_text(&sum, 0);
    return out->shortest_count ? 0 : error_set_memory(s->r->err);
}

static uint64_t *plan_state(spill_run *s, uint32_t step)
{
    return s->r->result->plan_states + step * (size_t)s->r->model->words;
}

static int begin_path(spill_run *s, const uint64_t *end, uint32_t depth)
{
    int code = extract_plan_begin(s->r, depth);
    if (code)
        return code;
    memcpy(plan_state(s, depth), end, s->r->model->words * sizeof *end);
    s->plan.begun = true;
    s->plan.step = depth;
    return 0;
}

static int begin_counterexample(spill_run *s, uint32_t depth)
{
    const uint64_t *end;
    if (!spill_find_violation(&end, &depth, s))
        return 0;
    extract_plan_exchange(s->r);
    s->plan.to_violation = true;
    return begin_path(s, end, depth);
}

int spill_begin_plan(spill_run *s, uint32_t depth)
{
    int code = 0;
    if (s->traced && s->next.first_goals && !s->r->result->shortest_count) {
        code = count_plans(s);
        if (!code && !s->r->options->no_plan)
            code = begin_path(s, s->next.least_goal, depth);
    }
    if (!code && !s->plan.begun)
        code = begin_counterexample(s, depth);
    return spill_meet(s, code);
}

void spill_drop_plan(spill_run *s)
{
    search_result *of = s->r->result;
    free(of->plan_states);
    free(of->plan_moves);
    of->plan_states = NULL;
    of->plan_moves = NULL;
    if (s->plan.to_violation)
        extract_plan_exchange(s->r);
    s->plan = (spill_plan){0};
}

/* Of the batch's states, the least before what was found that leads to the plan's next state. */
static int choose_before(spill_run *s, bool *any)
{
    const engine *r = s->r;
    const batch *found = &r->successors;
    const spill_level *l = &s->level;
    const size_t words = r->model->words;
    uint64_t *best = plan_state(s, s->plan.step - 1);
    const uint64_t *to = plan_state(s, s->plan.step);
    for (size_t i = 0; i < found->count; i++) {
        const uint64_t *from = l->state + (l->at + found->lane[i]) * words;
        if (memcmp(found->state + i * words, to, words * sizeof *to) != 0 ||
            (*any && !model_state_before(r->model, from, best)))
            continue;
        memcpy(best, from, words * sizeof *best);
        *any = true;
    }
    return 0;
}

static int search_level(spill_run *s, bool *any)
{
    engine *r = s->r;
    spill_level *l = &s->level;
    int code = 0;
    while (!code && !r->stopped && !(l->read && l->at == l->batch)) {
        code = l->at == l->batch ? spill_read_batch(s) : 0;
        expansion x = {.states = l->state + l->at * r->model->words,
                       .count = spill_sources(s, l->batch - l->at),
                       .first = 1};
        if (code || !x.count)
            continue;
        if (!engine_find_successors(r, &x, &code))
            break;
        code = choose_before(s, any);
        l->at += x.count;
        limits_poll(r);
    }
    return code;
}

/* The reader and the batch of the level are used; the level that is expanded next begins anew. */
static int find_before(spill_run *s)
{
    spill_level *l = &s->level;
    bool any = false;
    run_reader_close(&l->reader);
    l->read = false;
    l->batch = l->at = 0;
    int code =
        level_archive_read(&s->archive, &l->reader, s->plan.step - 1, spill_shape(s), s->r->err);
    if (!code)
        code = run_reader_next(&l->reader, s->r->err);
    if (!code)
        code = search_level(s, &any);
    code = spill_meet(s, code);
    if (code || s->r->stopped)
        return code;
    code = spill_choose_least(s, &any, plan_state(s, s->plan.step - 1));
    if (code)
        return code;
    s->plan.step--;
    return any ? 0
               : error_set(s->r->err, WGCQ_ERUN,
                           "a state that is expanded again lacks a successor");
}

int spill_extend_plan(bool *done, spill_run *s)
{
    int code = s->plan.step ? find_before(s) : 0;
    *done = !code && !s->plan.step && !s->r->stopped;
    if (!*done)
        return code;
    code = spill_meet(s, extract_plan_moves(s->r, NULL, 0));
    if (s->plan.to_violation)
        extract_plan_exchange(s->r);
    s->plan = (spill_plan){0};
    return code;
}
