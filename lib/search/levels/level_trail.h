/*
 * level_trail.h - what a search keeps of the levels behind it, to find one shortest plan.
 *
 * Some levels are kept.  Each of their states has a number in its level - of all ranks' states, one
 * after the other, where there are ranks, of which each keeps its own part - and an origin: the
 * number in the level kept before of the state through which the plan to it leads (level_plan.h).
 * A level that is kept anew has origins in the last one.
 *
 * As the memory of one process becomes short, states are dropped through which no plan leads to the
 * last level: few are left of levels far behind.  Where that is not enough, levels in between are
 * dropped, and origins lead further back.  Ranks drop none again.
 */
#ifndef SEARCH_LEVELS_LEVEL_TRAIL_H
#define SEARCH_LEVELS_LEVEL_TRAIL_H

#include "search/levels/level_plan.h"
#include "space/frontier.h"

typedef struct trail_level {
    uint32_t depth;
    uint32_t base;       /* number of its first state that is here */
    size_t first, count; /* of its states among all kept */
} trail_level;

typedef struct level_trail {
    unsigned words;
    uint32_t stride; /* levels of such depths are kept */
    size_t least_bytes;
    bigarray states;     /* of the kept levels, one after the other */
    bigarray origins;    /* uint32_t: of each, its number in the level kept before */
    bigarray levels;     /* trail_level */
    bigarray renumbered; /* uint32_t: room for a level's states, while states are dropped */
    size_t level_count, state_count;
    bool seldom_ends; /* most states lead on, so that dropping the others is of no use */
    bool holds_last;  /* the level noted last is kept */
    uint32_t base;    /* of the level kept last */
} level_trail;

/* `least_bytes`: bytes that are always allowed. */
level_trail level_trail_make(unsigned words, size_t least_bytes);
/* Notes a whole level, whose origins are its least predecessors in `before`, the level noted before
   (depth 0: none); they become numbers in the level kept last before it.  At most `most_bytes`
   are kept, or the least bytes.  False: no memory. */
bool level_trail_note(level_trail *t, frontier *level, const frontier *before, uint32_t depth,
                      size_t most_bytes);
/* Keeps a level, or a part of one from number `base` on, with its origins.  False: no memory. */
bool level_trail_keep(level_trail *t, const frontier *level, uint32_t depth, uint32_t base);
/* The origin of states that are found from state i of `level`, the level noted last. */
static inline uint32_t level_trail_origin(const level_trail *t, const frontier *level, size_t i)
{
    return t->holds_last ? t->base + (uint32_t)i : frontier_origins(level)[i];
}

/* The way back to the first state: first to a state that is known, then through kept levels. */
typedef struct trail_walk {
    const level_trail *trail;
    const uint64_t *before; /* the state of the step before; NULL: it is a kept one */
    size_t left;            /* kept levels that are ahead */
    uint32_t number;        /* in the first of them */
} trail_walk;

/* The kept level that is next on the way: its state, and its origin.  False: it is not in the part
   that is here. */
bool level_trail_find(const trail_walk *w, const uint64_t **state, uint32_t *origin);
static inline uint32_t level_trail_depth(const level_trail *t, size_t i)
{
    return ((const trail_level *)t->levels.at)[i].depth;
}
/* The back of a level_source whose self is a trail_walk, where all kept levels are here. */
int level_trail_back(void *self, level_plan *p);
/* The plan to `end`, which is found from state i of `last`, the level noted last, or is that state:
   all kept levels are here. */
int level_trail_find_plan(const level_trail *t, engine *r, search_path *path, uint32_t length,
                          const uint64_t *end, const frontier *last, size_t i);

void level_trail_free(level_trail *t);
size_t level_trail_state_bytes(const level_trail *t); /* of a kept state */
size_t level_trail_memory(const level_trail *t);      /* bytes held */

#endif
