/*
 * sweep_checks.c - what a sweep finds of invariants and deadlocks, and the path to the nearest.
 *
 * Which violation is shown depends on content alone: the first check of those of the least depth,
 * and the least packed state that violates it.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "search/sweep/sweep_run.h"

/* ---- opened and closed ----------------------------------------------------------------------- */

bool sweep_open_checks(sweep_run *s)
{
    const wgcq_model *model = s->r->model;
    const size_t count = checks_of(model);
    if (!count)
        return true;
    s->wants_counterexample = true;
    s->r->result->checked = calloc(count, sizeof *s->r->result->checked);
    s->checked_before = calloc(count, sizeof *s->checked_before);
    return s->r->result->checked && s->checked_before && checks_open(&s->level_checks, model) &&
           checks_open(&s->alone_checks, model) && checks_open(&s->owner->checks, model);
}

void sweep_close_checks(sweep_run *s)
{
    checks_close(&s->alone_checks);
    checks_close(&s->level_checks);
    free(s->checked_before);
}

/* ---- figures --------------------------------------------------------------------------------- */

void sweep_update_checks(sweep_run *s)
{
    checks *sum = &s->level_checks;
    if (!sum->count)
        return;
    for (size_t o = 0; o < s->owners; o++)
        checks_join(sum, &s->owner[o].checks, s->r->model);
    if (s->parallel)
        sweep_parallel_join_checks(s->parallel, sum);
    checks_join(sum, &s->alone_checks, s->r->model);
    for (size_t i = 0; i < sum->count; i++)
        s->r->result->checked[i].states = s->checked_before[i] + sum->found[i];
}

/* ---- counterexamples ------------------------------------------------------------------------- */

/* level->count: it is not there. */
static size_t find_in_level(const frontier *level, const uint64_t *state)
{
    size_t i = 0;
    while (i < level->count &&
           memcmp(frontier_state(level, i), state, level->words * sizeof *state))
        i++;
    return i;
}

/* The index in the level of the least predecessor of a state in the next level; 0 for an initial
   state. */
static uint32_t find_origin(const sweep_run *s, const uint64_t *state)
{
    for (size_t o = 0; s->level.count && o < s->owners; o++) {
        const frontier *next = &s->owner[o].next;
        const size_t i = find_in_level(next, state);
        if (i < next->count)
            return frontier_origins(next)[i];
    }
    assert(!s->level.count && "a violating state is in its level");
    return 0;
}

/* A deadlock is found when it is expanded, in the level; other violations are in the next one. */
static uint32_t depth_of_violation(const sweep_run *s, size_t check)
{
    return s->loop.depth + (check < s->r->model->invariant_count);
}

static int extract_path_to(sweep_run *s, size_t check, const uint64_t *state)
{
    engine *r = s->r;
    const frontier *level = &s->level.part[0];
    search_path *path = &r->result->counterexample;
    if (check == r->model->invariant_count) {
        const size_t i = find_in_level(level, state);
        assert(i < level->count);
        return level_trail_find_plan(&s->trail, r, path, s->loop.depth, frontier_state(level, i),
                                     level, i);
    }
    int code = sweep_settle_next_level(s);
    return code ? code
                : level_trail_find_plan(&s->trail, r, path, s->loop.depth + 1, state, level,
                                        find_origin(s, state));
}

/* The violation of the least depth, then the first; level_checks.count: there is none. */
static size_t nearest_violation(const sweep_run *s)
{
    const checks *c = &s->level_checks;
    size_t i = 0;
    if (s->r->model->forbids_deadlock && c->found[c->count - 1])
        return c->count - 1;
    while (i < c->count && !c->found[i])
        i++;
    return i;
}

static int extract_counterexample(sweep_run *s, size_t check, const uint64_t *state)
{
    s->wants_counterexample = false;
    return extract_path_to(s, check, state);
}

/* The search up to the target, traced, into a result of its own. */
static int find_target(engine *r, const sweep_target *target, size_t memory_beside)
{
    void *self = NULL;
    int code = sweep_open(&self, r, target);
    sweep_run *again = self;
    if (again)
        again->memory_beside = memory_beside;
    while (!code && !r->stopped && again->wants_counterexample)
        code = level_loop_step(again);
    if (again)
        sweep_close(again);
    return code == WGCQ_DONE ? 0 : code;
}

/* A limit may come before the counterexample is found; then there is none. */
static int explore_again(sweep_run *s, const sweep_target *target)
{
    engine *r = s->r;
    search_result before = *r->result;
    const bool stopped = r->stopped;
    *r->result = (search_result){.threads = before.threads};
    r->stopped = false;
    int code = find_target(r, target, r->own_memory);
    before.counterexample = r->result->counterexample;
    r->result->counterexample = (search_path){0};
    before.threads = r->result->threads;
    if (r->stopped && !stopped) {
        before.end = r->result->end;
        before.memory_full = r->result->memory_full;
        memcpy(before.limit, r->result->limit, sizeof before.limit);
    }
    search_result_free(r->result);
    *r->result = before;
    r->stopped = r->stopped || stopped;
    s->wants_counterexample = false;
    return code;
}

static int settle_target(sweep_run *s)
{
    const sweep_target *t = s->target;
    const bool found = depth_of_violation(s, t->check) == t->depth;
    return found ? extract_counterexample(s, t->check, t->state) : 0;
}

/* The path leads to the state that was found, although exploring again finds more of its level. */
static int show_violation(sweep_run *s, size_t check)
{
    const sweep_target target = {.check = check,
                                 .state = s->level_checks.least + check * s->r->model->words,
                                 .depth = depth_of_violation(s, check)};
    return sweep_keeps_trail(s) ? extract_counterexample(s, check, target.state)
                                : explore_again(s, &target);
}

int sweep_settle_checks(sweep_run *s)
{
    const checks *c = &s->level_checks;
    const size_t nearest = c->count ? nearest_violation(s) : 0;
    int code = 0;
    if (s->target)
        return settle_target(s);
    if (nearest == c->count)
        return 0;
    for (size_t i = 0; i < c->count; i++)
        if (c->found[i] && !s->checked_before[i])
            s->r->result->checked[i].depth = depth_of_violation(s, i);
    if (s->wants_counterexample)
        code = show_violation(s, nearest);
    for (size_t i = 0; i < c->count; i++)
        s->checked_before[i] = s->r->result->checked[i].states;
    checks_clear(&s->level_checks);
    sweep_end_tracing(s);
    return code;
}
