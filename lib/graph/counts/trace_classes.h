/*
 * trace_classes.h - how many classes of best plans there are, up to the order of moves that
 * commute, without going through the plans.
 *
 * Where two moves commute wherever they follow one another, or nowhere, classes are the traces of a
 * partially commutative monoid, and each has one word that is least in the order of moves: the
 * lexicographic normal form.  After a word a move is forbidden if it commutes with a greater one
 * and with all that come behind that; so normal forms are counted by state and set of forbidden
 * moves, level by level (Anisimov and Knuth, Inhomogeneous sorting, International Journal of
 * Computer and Information Sciences 8, 1979).
 */
#ifndef GRAPH_COUNTS_TRACE_CLASSES_H
#define GRAPH_COUNTS_TRACE_CLASSES_H

#include "graph/counts/best_plans.h"

/* The number of classes in decimal, which the caller frees.  WGCQ_DONE: it is not to be had so:
   some moves commute at one place and not at another, a move leads from a state to several, or
   there are too many moves or sets. */
int trace_classes_count(char **count, const best_plans *plans, wgcq_error *err);

#endif
