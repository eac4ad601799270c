/*
 * sweep_trail.h - what a sweep keeps of the levels behind it, to find one shortest plan.
 *
 * The plan is chosen by content: it ends in the goal of the least packed state, and each state on
 * it is the least packed one of the level above that leads to the next.  So it depends neither on
 * the order in which states were found nor on the number of threads.
 *
 * Some levels are kept.  Each of their states has its origin: the state of the level kept before
 * through which the plan to it leads.  A level that is kept anew has origins in the last one.  As
 * memory becomes short, states are dropped through which no plan leads to the last one: few are
 * left of levels far behind.  Where that is not enough, levels in between are dropped, and origins
 * lead further back.  At the end the kept states of the plan are known, and between two of them the
 * plan is found by exploring from the first alone: a path of just that length is a shortest one,
 * whatever else its states are.
 */
#ifndef SEARCH_SWEEP_TRAIL_H
#define SEARCH_SWEEP_TRAIL_H

#include "search/engine/engine.h"
#include "space/frontier.h"

typedef struct trail_level {
    uint32_t depth;
    size_t first, count; /* of its states among all kept */
} trail_level;

typedef struct sweep_trail {
    unsigned words;
    uint32_t stride; /* levels of such depths are kept */
    size_t least_bytes;
    bigarray states;     /* of the kept levels, one after the other */
    bigarray origins;    /* uint32_t: of each, its index in the level kept before */
    bigarray levels;     /* trail_level */
    bigarray renumbered; /* uint32_t: room for a level's states, while states are dropped */
    size_t level_count, state_count;
    bool seldom_ends; /* most states lead on, so that dropping the others is of no use */
    bool holds_last;  /* the level noted last is kept */
} sweep_trail;

/* `least_bytes`: bytes that are always allowed. */
sweep_trail sweep_trail_make(unsigned words, size_t least_bytes);
/* Notes a whole level, whose origins are its least predecessors in `before`, the level noted before
   (depth 0: none); they become indices in the level kept last before it.  At most `most_bytes`
   are kept, or the least bytes.  False: no memory. */
bool sweep_trail_note(sweep_trail *t, frontier *level, const frontier *before, uint32_t depth,
                      size_t most_bytes);
/* The plan of the result, `length` long: its last state and, where it has more, the index of the
   one before in `last`, the level noted last. */
int sweep_trail_extract(const sweep_trail *t, engine *r, const frontier *last, uint32_t length,
                        const uint64_t *goal, uint32_t before);
void sweep_trail_free(sweep_trail *t);
size_t sweep_trail_memory(const sweep_trail *t); /* bytes held */

#endif
