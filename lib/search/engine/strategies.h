/* strategies.h - all searches that there are. */
#ifndef SEARCH_ENGINE_STRATEGIES_H
#define SEARCH_ENGINE_STRATEGIES_H

#include "search/engine/engine.h"

/* The orders of searches that number their states. */
extern const strategy breadth_first, depth_first, cheapest, best_first, a_star, both_ends, ida_star;

/* Breadth-first with --trace none: in memory; the same, in files as soon as memory is full. */
extern const strategy sweep, spill;
/* By several processes, with search_options.exchange; the caller has seen to it that the options
   and the model are among those that a sweep can do. */
extern const strategy rank_sweep;

/* Breadth-first in files, where the rows are handed over. */
extern const strategy spill_rows;
/* The least --max-memory with which it begins. */
enum { SPILL_ROWS_LEAST = 4 << 20 };

#endif
