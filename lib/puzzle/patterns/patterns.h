/*
 * patterns.h - a heuristic made of pattern databases: of each sum of several the distances are
 * added, and the greatest sum is the estimate.
 *
 * No operator is counted in two patterns of a sum: the first of them that it changes has its cost.
 * So an edge lowers a sum by no more than it costs: the estimate is consistent, and, as it is 0
 * where the goal holds, a lower bound.
 *
 *   partial_state.c   nodes in states of which only some cells are known
 *   conditions.c      conditions in parts
 *   operators.c       grounded moves as what cells are before and after
 *   abstraction.c     values merged into classes, and what operators do with those
 *   abstract_index.c  abstract states as numbers in a product of digits
 *   pattern.c         the distances in one abstraction
 *   choose_patterns.c which abstractions there are to be
 */
#ifndef PUZZLE_PATTERNS_PATTERNS_H
#define PUZZLE_PATTERNS_PATTERNS_H

#include "base/strbuf.h"
#include "puzzle/patterns/pattern.h"

typedef struct pattern_sum {
    size_t count, room;
    pattern **patterns;
    pattern_unit **units; /* of each */
    size_t *unit_counts;
} pattern_sum;

enum { PATTERN_SUMS = 2 };

typedef struct patterns {
    const packing *packing;
    pattern_sum sums[PATTERN_SUMS]; /* some may be empty */
    uint64_t states;                /* of all their tables */
} patterns;

/* Options of a heuristic: the least sum of a cost (-1: of moves) from the starts to a goal; it
   takes about so many bytes at most. */
typedef struct pattern_wish {
    const packing *packing; /* a plain one */
    const dag *dag;
    const grounded *grounded;
    const batch *starts;
    int cost_number;
    size_t bytes;
    size_t states; /* of a pattern at most; 0: as the bytes allow */
    budget *limit; /* ends the making; then there are the patterns made so far */
} pattern_wish;

/* 0 or WGCQ_EMEMORY. */
int patterns_choose(patterns **out, const pattern_wish *wish);
void patterns_free(patterns *p);
/* Bounds of `count` states; COST_BEYOND where no goal can be reached. */
void patterns_estimate(const patterns *p, const uint64_t *states, size_t count, int64_t *bound);
size_t patterns_memory(const patterns *p);
/* Appends a description in one line. */
void patterns_describe(const patterns *p, strbuf *out);

/* For choose_patterns.c.  Takes the pattern; false: no memory, and the pattern is freed. */
bool pattern_sum_add(pattern_sum *s, pattern *p, const pattern_unit *units, size_t count);
int64_t pattern_sum_estimate(const pattern_sum *s, const uint64_t *state);
void pattern_sum_free(pattern_sum *s);

#endif
