/*
 * swap_classes.h - how many classes of best plans there are, where two are equal if one becomes the
 * other by exchanging moves that follow one another, without going through the plans.
 *
 * Whether two moves may be exchanged need not be the same everywhere.  The classes of the plans to
 * a state are those of the plans to the states before it, one move longer, put together where two
 * last moves are exchanged: an exchange further back leaves the last move as it is.
 */
#ifndef GRAPH_COUNTS_SWAP_CLASSES_H
#define GRAPH_COUNTS_SWAP_CLASSES_H

#include "graph/counts/best_plans.h"

/* In decimal, which the caller frees; by trace_classes.h where that is possible: there may be far
   more classes then.  WGCQ_DONE: there are too many classes at a level. */
int commuting_classes_count(char **count, const best_plans *plans, wgcq_error *err);

#endif
