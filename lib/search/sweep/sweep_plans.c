/* sweep_plans.c - the shortest plans of a sweep: counted level by level, or from the goals back. */
#include "search/sweep/sweep_run.h"

#include "base/error.h"

enum {
    WAITING_STATES = 1 << 15, /* states that are found before plans wait to be counted */
    WAITING_REPEATS = 1       /* how often a state of the level is found again then, at most */
};

/* ---- counted level by level ------------------------------------------------------------------ */

static void end_counting(sweep_run *s)
{
    s->counted = s->waits = false;
    sweep_back_free(&s->back);
    sweep_level_uncount(&s->level);
    frontier_uncount(&s->joined);
    for (size_t o = 0; o < s->owners; o++)
        sweep_owner_uncount(&s->owner[o]);
}

bool sweep_keeps_trail(const sweep_run *s)
{
    return s->checks.target || (s->traced && !s->r->options->no_plan);
}

/* Where nothing needs it any more. */
static void end_sweep_tracing(sweep_run *s)
{
    if (s->counted || s->checks.target)
        return;
    s->traced = false;
    level_trail_free(&s->trail);
    sweep_level_untrace(&s->level);
    frontier_untrace(&s->joined);
    for (size_t o = 0; o < s->owners; o++)
        sweep_owner_untrace(&s->owner[o]);
}

/* The goals of the next level, which is complete. */
static int count_shortest_plans(sweep_run *s)
{
    bigcount sum = {0};
    bool ok = bigcount_resize(&sum, 1);
    for (size_t o = 0; ok && o < s->owners; o++)
        ok = sweep_owner_add_goal_ways(&s->owner[o], &sum);
    int code = ok ? level_plan_set_count(s->r, sum.limb, sum.limbs) : error_set_memory(s->r->err);
    bigcount_free(&sum);
    return code;
}

/* To the goal of the least packed state in the next level. */
static int extract_least_plan(sweep_run *s)
{
    const wgcq_model *model = s->r->model;
    const uint64_t *goal = NULL;
    uint32_t before = 0;
    for (size_t o = 0; o < s->owners; o++) {
        const frontier *next = &s->owner[o].next;
        if (!s->owner[o].goal_count)
            continue;
        const size_t index = sweep_owner_least_goal(&s->owner[o], model);
        if (goal && !model_state_before(model, frontier_state(next, index), goal))
            continue;
        goal = frontier_state(next, index);
        before = frontier_origins(next)[index];
    }
    return level_trail_find_plan(&s->trail, s->r, &s->r->result->plan, s->loop.goal_depth, goal,
                                 &s->level.part[0], before);
}

/* Adds the goals of an owner's next level, or its least one. */
static bool add_goals_of(goals_found *goals, const sweep_owner *o, const wgcq_model *model)
{
    const uint32_t *goal = o->goal.at;
    frontier *to = &goals->states;
    const size_t least = o->goal_count ? sweep_owner_least_goal(o, model) : 0;
    bool ok = frontier_reserve(to, o->goal_count);
    for (size_t i = 0; ok && i < o->goal_count; i++) {
        const uint64_t *state = frontier_state(&o->next, goal[i]);
        if (goal[i] == least &&
            (!to->count || model_state_before(model, state, frontier_state(to, goals->least))))
            goals->least = to->count;
        memcpy(frontier_state(to, to->count++), state, to->words * sizeof *state);
    }
    return ok;
}

static int find_plans_back(sweep_run *s, bool complete)
{
    engine *r = s->r;
    goals_found goals = {
        .states = {.words = r->model->words}, .depth = s->loop.goal_depth, .all = complete};
    bool ok = true;
    for (size_t o = 0; ok && o < s->owners; o++)
        ok = add_goals_of(&goals, &s->owner[o], r->model);
    int code = ok ? sweep_back_find_plans(&s->back, r, s->owner->set, &goals,
                                          r->options->no_plan ? NULL : &s->trail)
                  : error_set_memory(r->err);
    frontier_free(&goals.states);
    return code;
}

static int find_plans(sweep_run *s, bool complete)
{
    int code = sweep_settle_next_level(s);
    if (!code && complete)
        code = count_shortest_plans(s);
    if (!code && !s->r->options->no_plan)
        code = extract_least_plan(s);
    return code;
}

int sweep_settle_plans(sweep_run *s, bool complete)
{
    int code = s->waits ? find_plans_back(s, complete) : find_plans(s, complete);
    end_counting(s);
    end_sweep_tracing(s);
    return code;
}

/* ---- plans that wait to be counted -------------------------------------------------------- */

/* Few edges lead to a state of the level: then few states lie on shortest plans, it seems. */
static bool is_narrow_back(const sweep_run *s)
{
    uint64_t again = 0;
    for (size_t o = 0; o < s->owners; o++)
        again += s->owner[o].repeats.settled;
    return again <= s->level.count * WAITING_REPEATS;
}

/* The level was found by a set that says its depth, and is in one part. */
static bool may_wait(const sweep_run *s)
{
    const engine *r = s->r;
    const size_t given = r->options->hooks.waiting_states;
    return s->counted && !s->asked_undirected && r->model->is_undirected && !r->model->has_end &&
           r->result->states >= (given ? given : WAITING_STATES) && (given || is_narrow_back(s)) &&
           state_set_kind_of(s->owner->set) == STATE_SET_DIRECT;
}

int sweep_begin_waiting(sweep_run *s)
{
    engine *r = s->r;
    const frontier *level = &s->level.part[0];
    if (!may_wait(s))
        return 0;
    s->asked_undirected = true;
    int code = r->model->is_undirected(&s->waits, r->model, r->err);
    if (code || !s->waits)
        return code;
    if (!sweep_back_begin(&s->back, level, s->loop.depth + 1))
        return error_set_memory(r->err);
    s->traced = false;
    sweep_level_untrace(&s->level);
    frontier_untrace(&s->joined);
    for (size_t o = 0; o < s->owners; o++) {
        sweep_owner_untrace(&s->owner[o]);
        s->owner[o].notes_goals = true;
    }
    return 0;
}
