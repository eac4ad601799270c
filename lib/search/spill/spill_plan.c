/*
 * spill_plan.c - counting goals' plans; one plan, and one counterexample, back through the levels.
 *
 * Each level is read once more, and its states are expanded again: the least packed one that leads
 * to the state after it is on the plan.
 */

#include "search/engine/limits.h"
#include "search/spill/spill_run.h"

static int count_plans(spill_run *s)
{
    const size_t limbs = spill_shape(s).limbs + (size_t)1;
    int code = rank_sum_limbs(&s->swap.packets, s->next.goal_sum, limbs, s->r->err);
    code = code ? code : spill_choose_least(s, &s->next.has_goal, s->next.least_goal);
    return code ? code : level_plan_set_count(s->r, s->next.goal_sum, limbs);
}

static int begin_path(spill_run *s, search_path *path, const uint64_t *end, uint32_t depth)
{
    int code = level_plan_begin(&s->plan, s->r, path, depth);
    if (!code)
        level_plan_put(&s->plan, depth, end);
    return code;
}

static int begin_counterexample(spill_run *s, uint32_t depth)
{
    const uint64_t *end;
    return spill_find_violation(&end, &depth, s)
               ? begin_path(s, &s->r->result->counterexample, end, depth)
               : 0;
}

int spill_begin_plan(spill_run *s, uint32_t depth)
{
    search_result *out = s->r->result;
    int code = 0;
    if (s->traced && s->next.first_goals && !out->shortest_count) {
        code = count_plans(s);
        if (!code && !s->r->options->no_plan)
            code = begin_path(s, &out->plan, s->next.least_goal, depth);
    }
    if (!code && !spill_is_plan_begun(s))
        code = begin_counterexample(s, depth);
    return spill_meet(s, code);
}

void spill_drop_plan(spill_run *s)
{
    search_path_free(s->plan.path);
    level_plan_close(&s->plan);
}

/* The level is expanded; the least state that leads to the plan's next one, into *best. */
static int search_level(spill_run *s, const uint64_t *to, uint64_t *best, bool *any)
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
        level_plan_choose(r, x.states, to, best, any);
        l->at += x.count;
        limits_poll(r);
    }
    return code;
}

/* The back of a level_source.  The reader and the batch of the level are used; the level that is
   expanded next begins anew. */
static int back_by_level(void *self, level_plan *p)
{
    spill_run *s = self;
    spill_level *l = &s->level;
    uint64_t *state = level_plan_state(p, p->step - 1);
    bool any = false;
    segment_reader_close(&l->reader);
    l->read = false;
    l->batch = l->at = 0;
    int code = level_archive_read(&s->archive, &l->reader, p->step - 1, spill_shape(s), s->r->err);
    code = code ? code : segment_reader_next(&l->reader, s->r->err);
    code = code ? code : search_level(s, level_plan_state(p, p->step), state, &any);
    code = spill_meet(s, code);
    if (code || s->r->stopped)
        return code;
    code = spill_choose_least(s, &any, state);
    if (code || !any)
        return code ? code : level_plan_lacks_successor(s->r);
    level_plan_put(p, p->step - 1, state);
    return 0;
}

int spill_extend_plan(bool *done, spill_run *s)
{
    level_plan *p = &s->plan;
    int code = p->step ? back_by_level(s, p) : 0;
    *done = !code && !p->step && !s->r->stopped;
    if (!*done)
        return code;
    code = spill_meet(s, level_plan_finish(p, NULL, 0));
    level_plan_close(p);
    return code;
}
