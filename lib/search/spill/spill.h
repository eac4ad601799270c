/* spill.h - the same, in files as soon as memory is full. */
#ifndef SEARCH_SPILL_SPILL_H
#define SEARCH_SPILL_SPILL_H

#include "search/engine/engine.h"

extern const strategy spill;

#endif
