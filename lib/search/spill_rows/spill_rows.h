/* spill_rows.h - breadth-first in files, where the rows are handed over. */
#ifndef SEARCH_SPILL_ROWS_SPILL_ROWS_H
#define SEARCH_SPILL_ROWS_SPILL_ROWS_H

#include "search/engine/engine.h"

/* The least --max-memory with which it begins. */
enum { SPILL_ROWS_LEAST = 4 << 20 };

extern const strategy spill_rows;

#endif
