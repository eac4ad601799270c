/*
 * level_cut.h - where a run ends within a level: at --max-states, and at --stop first.
 *
 * The order of discovery decides, so that one process and any number of ranks, in memory or in
 * files, end at the same state.  A place is that of a discovery: the number of the source, above
 * which of the source's successors it is.  Initial states are successors of source 0.
 */
#ifndef SEARCH_LEVELS_LEVEL_CUT_H
#define SEARCH_LEVELS_LEVEL_CUT_H

#include "search/engine/engine.h"

static inline uint64_t place_of_successor(uint32_t source, uint32_t which)
{
    return (uint64_t)source << 32 | which;
}

static inline uint32_t source_of_place(uint64_t place)
{
    return (uint32_t)(place >> 32);
}

static inline uint32_t which_of_place(uint64_t place)
{
    return (uint32_t)place;
}

/* UINT64_MAX, each: there is none. */
typedef struct level_cut {
    uint64_t limit; /* --max-states: the first state beyond it */
    uint64_t found; /* --stop first: the first state that has a goal or a violation; where that is a
                       forbidden deadlock, the place of its first successor, if it had one */
} level_cut;

static inline level_cut level_cut_nowhere(void)
{
    return (level_cut){UINT64_MAX, UINT64_MAX};
}

/* The first place that is not taken.  All successors of the source of what was found belong
   together, unless the limit comes among them. */
static inline uint64_t level_cut_place(const level_cut *c)
{
    const uint64_t behind =
        c->found == UINT64_MAX ? UINT64_MAX : place_of_successor(source_of_place(c->found) + 1, 0);
    return c->limit < behind ? c->limit : behind;
}

/* Ends the run, if it is cut; what is taken was handed over. */
void level_cut_stop(const level_cut *c, engine *r);
/* Where the run is stopped among initial states: what was found in those that are taken comes
   before a limit. */
void level_cut_stop_at_starts(engine *r);

#endif
