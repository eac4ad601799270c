/* breadth_first.h - the levels of a breadth-first run: level d is a range of numbers. */
#ifndef SEARCH_BREADTH_FIRST_H
#define SEARCH_BREADTH_FIRST_H

#include "search/run.h"
#include "space/region.h"

typedef struct levels {
    uint32_t count;
    region first; /* [count], the first number of each */
    uint32_t end; /* one past the last level           */
} levels;

uint32_t levels_first(const levels *l, uint32_t depth);
uint32_t levels_end(const levels *l, uint32_t depth); /* one past its last number */

#endif
