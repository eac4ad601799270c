/* level_loop.c - level by level. */
#include "search/levels/level_loop.h"

#include "search/engine/limits.h"

level_loop level_loop_make(engine *r, const level_driver *driver)
{
    return (level_loop){
        .r = r, .driver = driver, .depth = BEFORE_LEVELS, .explored = true, .bound = 1};
}

void level_loop_restore(level_loop *l, uint32_t depth)
{
    l->depth = depth - 1; /* BEFORE_LEVELS + 1 is 0 */
    l->proved = depth;
    l->bound = depth + (int64_t)1;
}

void level_loop_set_goals(level_loop *l, uint32_t depth)
{
    l->has_goals = true;
    l->goal_depth = depth;
}

/* Goals that are not the first change nothing. */
static void note_first_goals(level_loop *l)
{
    if (!l->has_goals && l->r->result->goals)
        level_loop_set_goals(l, l->depth + 1);
}

/* ---- from level to level -------------------------------------------------------------------- */

static bool level_leads_on(const level_loop *l)
{
    return l->driver->leads_on ? l->driver->leads_on(l) : l->has.ends < l->has.states;
}

/* Stops the run where the level is not to be explored. */
static void stop_before_level(const level_loop *l)
{
    engine *r = l->r;
    const search_options *o = r->options;
    if (o->stop != WGCQ_STOP_EXHAUSTED && l->has_goals && l->goal_depth <= l->depth)
        engine_stop(r, SEARCH_STOPPED);
    else if (o->stop == WGCQ_STOP_FIRST && r->violation_found)
        engine_stop(r, SEARCH_STOPPED);
    else if (o->max_depth && l->depth >= o->max_depth && level_leads_on(l))
        limits_stop_depth(r);
}

int level_loop_begin_at(level_loop *l, uint32_t depth)
{
    const level_driver *d = l->driver;
    l->depth = depth;
    l->proved = depth;
    l->explored = false;
    l->over = !l->has.states;
    if (l->over)
        return WGCQ_DONE;
    l->bound = depth + (int64_t)1;
    stop_before_level(l);
    return l->r->stopped || !d->begin ? 0 : d->begin(l);
}

static int turn_level(level_loop *l)
{
    note_first_goals(l);
    int code = l->driver->turn(l);
    return code ? code : level_loop_begin_at(l, l->depth + 1);
}

static int explore_level(level_loop *l)
{
    int code = l->driver->explore(l, &l->explored);
    note_first_goals(l);
    if (code || !l->explored)
        return code;
    l->proved = l->depth + 1;
    l->bound = l->proved + (int64_t)1;
    return 0;
}

int level_loop_step(void *self)
{
    level_loop *l = self;
    return l->over ? WGCQ_DONE : l->explored ? turn_level(l) : explore_level(l);
}

/* ---- what is known -------------------------------------------------------------------------- */

/* A plan that is not found yet leads over a state of the level that is being explored, or deeper.
 */
void level_loop_bound(const void *self, search_bound *out)
{
    static const int moves = -1;
    const level_loop *l = self;
    *out = (search_bound){.known = true,
                          .width = 1,
                          .costs = &moves,
                          .bound = &l->bound,
                          .goals = l->r->result->goals};
}

bool level_loop_end(level_loop *l, uint32_t proved)
{
    search_result *out = l->r->result;
    note_first_goals(l);
    out->proved_depth = out->end == SEARCH_COMPLETE ? UINT32_MAX : proved;
    out->shortest_known = out->goals;
    out->shortest = out->goals ? l->goal_depth : 0;
    return out->goals && l->goal_depth <= out->proved_depth && !out->starts_incomplete;
}
