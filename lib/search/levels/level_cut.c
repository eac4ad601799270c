/* level_cut.c - which of two ends of a run comes first. */
#include "search/levels/level_cut.h"

#include "search/engine/limits.h"

void level_cut_stop(const level_cut *c, engine *r)
{
    if (c->found < c->limit)
        engine_stop(r, SEARCH_STOPPED);
    else if (c->limit != UINT64_MAX)
        limits_stop_states(r);
}

void level_cut_stop_at_starts(engine *r)
{
    if (r->stopped && r->options->stop == WGCQ_STOP_FIRST &&
        (r->result->goals || r->violation_found))
        engine_stop(r, SEARCH_STOPPED);
}
