/*
 * move_classes.h - how many classes of best plans there are, up to the order of all their moves,
 * without going through the plans.
 *
 * A class is a vector of counts: how often its plans make each move.  The vectors of the plans to
 * each state are kept, level by level, however many plans have each.
 */
#ifndef GRAPH_COUNTS_MOVE_CLASSES_H
#define GRAPH_COUNTS_MOVE_CLASSES_H

#include "graph/counts/best_plans.h"

/* In decimal, which the caller frees.  WGCQ_DONE: there are too many vectors. */
int move_classes_count(char **count, const best_plans *plans, wgcq_error *err);

#endif
