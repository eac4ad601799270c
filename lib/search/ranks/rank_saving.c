/* rank_saving.c - by states, or by time. */
#include "search/ranks/rank_saving.h"

#include "wgcq_run.h"

bool rank_save_is_due(const rank_saving *v, const engine *r, uint64_t states)
{
    const uint64_t often = r->options->spill_every;
    struct timespec now;
    if (r->options->exchange->rank || r->options->rows_to_first) /* which keeps no file */
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return often ? states - v->states >= often
                 : now.tv_sec - v->at.tv_sec > (now.tv_nsec < v->at.tv_nsec);
}

void rank_resume(rank_saving *v, level_loop *l, const search_past *past)
{
    search_result *out = l->r->result;
    v->states = past->states;
    level_loop_restore(l, past->last_depth);
    if (past->goals)
        level_loop_set_goals(l, past->goal_depth);
    out->states = past->states;
    out->edges = past->edges;
    out->rejections = past->rejections;
    out->goals = past->goals;
    out->starts = past->starts;
    out->expanded = past->expanded;
    out->depth = past->last_depth;
}

void rank_save(rank_saving *v, engine *r, uint64_t states)
{
    r->rows.pause = r->rows.save = true;
    r->rows.expanded = (uint32_t)r->result->expanded;
    v->due = false;
    v->states = states;
    clock_gettime(CLOCK_MONOTONIC, &v->at);
}
