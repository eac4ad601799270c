/*
 * rank_trail.h - what the ranks keep of the levels behind them, to find one shortest plan.
 *
 * It is the plan of sweep_trail.h, chosen by content.  Each rank keeps its own part of some levels;
 * a kept state has a number in its level, of all ranks' states one after the other, and an origin:
 * the number in the level kept before of the state through which the plan to it leads.  A level is
 * kept where that takes no more than a byte for each state found so far, so that the gaps between
 * kept levels stay as short as memory allows; none is dropped again.
 */
#ifndef SEARCH_RANKS_TRAIL_H
#define SEARCH_RANKS_TRAIL_H

#include "search/engine/engine.h"
#include "search/ranks/rank_packets.h"
#include "space/frontier.h"

typedef struct rank_trail_level {
    uint32_t depth;
    size_t first, count; /* of the own part, among all kept states */
    uint32_t base;       /* number of its first state              */
} rank_trail_level;

typedef struct rank_trail {
    unsigned words;
    size_t least_bytes; /* of all ranks, that are always allowed */
    bigarray states, origins, levels;
    size_t level_count, state_count;
    uint64_t kept_by_all;
    bool holds_last; /* the level noted last is kept */
    uint32_t base;   /* of it */
} rank_trail;

/* A level of all ranks: its states, those of the ranks before this one, all states so far. */
typedef struct level_of_ranks {
    uint32_t depth;
    uint64_t count, before, states;
} level_of_ranks;

/* The end of the plan: the least packed goal that this rank has, the source it was found from, and
   the source's origin. */
typedef struct rank_plan_end {
    const uint64_t *goal, *source; /* NULL: none; of a plan of no moves, no source */
    uint32_t origin;
} rank_plan_end;

rank_trail rank_trail_make(unsigned words, size_t least_bytes);
/* Notes the own part of a level; all ranks together keep `most_bytes`, or the least bytes.  False:
   no memory. */
bool rank_trail_note(rank_trail *t, const frontier *level, const level_of_ranks *all,
                     uint64_t most_bytes);
/* The origin of states that are found from state i of the level noted last. */
static inline uint32_t rank_trail_origin(const rank_trail *t, const frontier *level, size_t i)
{
    return t->holds_last ? t->base + (uint32_t)i : frontier_origins(level)[i];
}
/* All ranks together: the plan, `length` long, into the result of rank 0.  0 or a negative code,
   of any rank alone; an exchange that fails. */
int rank_trail_extract(const rank_trail *t, engine *r, rank_packets *packets, uint32_t length,
                       const rank_plan_end *mine);
void rank_trail_free(rank_trail *t);
size_t rank_trail_memory(const rank_trail *t); /* bytes held */

#endif
