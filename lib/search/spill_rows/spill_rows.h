/* spill_rows.h - breadth-first in files, where the rows are handed over. */
#ifndef SEARCH_SPILL_ROWS_SPILL_ROWS_H
#define SEARCH_SPILL_ROWS_SPILL_ROWS_H

#include "search/engine/engine.h"

extern const strategy spill_rows;

#endif
