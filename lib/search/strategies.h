/* strategies.h - the orders of searches that number their states. */
#ifndef SEARCH_STRATEGIES_H
#define SEARCH_STRATEGIES_H

#include "search/engine/engine.h"

extern const strategy breadth_first, depth_first, cheapest, best_first, a_star, both_ends, ida_star;

#endif
