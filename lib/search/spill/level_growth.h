/* level_growth.h - how many states a search by levels may come to. */
#ifndef SEARCH_LEVEL_GROWTH_H
#define SEARCH_LEVEL_GROWTH_H

#include <stddef.h>
#include <stdint.h>

/* The states of this and all later levels, by how the last ones grew or shrank; 0: that does
   not show it.  The last of `sizes` is of this level. */
uint64_t level_growth_left(const uint64_t *sizes, size_t count);

#endif
