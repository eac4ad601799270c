/* sweep.h - breadth-first in memory, where nothing is kept. */
#ifndef SEARCH_SWEEP_SWEEP_H
#define SEARCH_SWEEP_SWEEP_H

#include "search/engine/engine.h"

extern const strategy sweep;

#endif
