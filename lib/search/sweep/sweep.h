/* sweep.h - breadth-first in memory, with --trace none. */
#ifndef SEARCH_SWEEP_SWEEP_H
#define SEARCH_SWEEP_SWEEP_H

#include "search/engine/engine.h"

extern const strategy sweep;

#endif
