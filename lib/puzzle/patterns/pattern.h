/*
 * pattern.h - a pattern database: the exact distances in one abstraction (Culberson and Schaeffer,
 * Pattern databases, 1998).
 *
 * It has every abstract state that the starts lead to, so every state of a search.  A distance is
 * the least cost from there to an abstract state in which the goal is possible, or says that there
 * is none.
 */
#ifndef PUZZLE_PATTERNS_PATTERN_H
#define PUZZLE_PATTERNS_PATTERN_H

#include "model/model.h"
#include "puzzle/patterns/abstraction.h"
#include "puzzle/patterns/conditions.h"

#define PATTERN_UNREACHABLE UINT32_MAX

typedef struct pattern_slot {
    uint64_t key;
    uint32_t nearness; /* see pattern.c */
} pattern_slot;

typedef struct pattern {
    abstraction abstraction;
    size_t count;
    size_t goals;       /* abstract states in which the goal is possible */
    uint32_t *by_index; /* [indices] nearness, where abstract states have indices; */
    uint8_t *small;     /* [indices] the distances when all are found, if all are small; */
    size_t slot_count;  /* a power of two */
    pattern_slot *slots;
} pattern;

/* The parts that patterns are made of; all borrowed. */
typedef struct pattern_task {
    const packing *packing;
    const operators *operators;
    const batch *starts;
    conditions_of goal;   /* its parts */
    partial_state *state; /* scratch */
    budget *limit;        /* its memory is not counted here */
    uint64_t *steps_left; /* operators that may be tried, of all patterns together */
} pattern_task;

/* *found is false where there are more than `most` abstract states, where finding them takes more
   steps than are left, or the budget ends.  0 or
   WGCQ_EMEMORY. */
int pattern_make(pattern **out, bool *found, const pattern_task *task, const pattern_unit *units,
                 size_t count, const bool *owned, size_t most);
void pattern_free(pattern *p);
/* The distances of so many states of `words` words, PATTERNS_AT_ONCE at most; 0 for one that the
   starts do not lead to. */
enum { PATTERNS_AT_ONCE = 64 };
void pattern_distances(uint32_t *out, const pattern *p, const uint64_t *states, size_t words,
                       size_t count);
size_t pattern_memory(const pattern *p);

#endif
