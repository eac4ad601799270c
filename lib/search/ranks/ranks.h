/* ranks.h - breadth-first by several processes, with --trace none. */
#ifndef SEARCH_RANKS_H
#define SEARCH_RANKS_H

#include "search/engine/engine.h"

/* With search_options.exchange; the caller has seen to it that the options and the model are among
   those that a sweep can do. */
extern const strategy rank_sweep;

#endif
