/*
 * byhand.h - what the puzzles of the bench cost a program written for each of them alone: the
 * yardstick.
 *
 * A set of 64-bit words by open addressing, the states also in a row in the order they came; a
 * search is a walk along the row.  No frills: nothing is checked, and there is room for `slots`.
 */
#ifndef BENCH_BYHAND_H
#define BENCH_BYHAND_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t *slot, *row;
static uint64_t mask, states, edges;

static void make_set(unsigned bits, uint64_t most)
{
    mask = (UINT64_C(1) << bits) - 1;
    slot = calloc(mask + 1, sizeof *slot);
    row = malloc(most * sizeof *row);
    if (!slot || !row)
        exit(1);
}

/* Slots hold state + 1. */
static inline void meet(uint64_t state)
{
    uint64_t h = state * UINT64_C(0x9e3779b97f4a7c15);
    uint64_t at = (h ^ h >> 32) & mask;
    while (slot[at]) {
        if (slot[at] == state + 1)
            return;
        at = (at + 1) & mask;
    }
    slot[at] = state + 1;
    row[states++] = state;
}

static inline void move_to(uint64_t state)
{
    edges++;
    meet(state);
}

static int report(void)
{
    return printf("%llu states %llu edges\n", (unsigned long long)states,
                  (unsigned long long)edges) < 0;
}

#endif
