/*
 * equivalence.h - in which ways plans are equal: what the classes of many plans and the comparison
 * of two have in common.
 *
 *   equivalence.c    by the multiset of moves, and by the order of moves that commute
 *   symmetry.c       the group that a puzzle declares, over its graph; texts of moves
 *   start_maps.c     those of its elements that map starts to starts
 *   orbits.c         many plans, up to that group
 *   orbit_counts.c   how many classes there are, up to that group
 *   plan_classes.c   many plans of a graph, in classes
 *   plan_pair.c      two stored plans; states are expanded by the puzzle as they are needed
 *   pair_symmetry.c  two stored plans: which permutation of values makes one the other
 *   pair_orbit.c     the same of a group that is declared by generators
 *
 * A plan is a sequence of numbers: its start, then for every move its number and the state it leads
 * to.  So a plan of n moves has 2n + 1 items, and the states stand at the even ones.
 */
#ifndef ANSWERS_CLASSES_EQUIVALENCE_H
#define ANSWERS_CLASSES_EQUIVALENCE_H

#include "answers/query/question.h"
#include "base/containers/narrow_array.h"
#include "base/containers/sequence_set.h"
#include "base/containers/union_find.h"
#include "graph/counts/best_plans.h"

/* ---- one plan ----------------------------------------------------------------------------- */

/* The edges out of a state, borrowed. */
typedef struct edge_row {
    narrow_array moves;
    const uint32_t *states;
    size_t count;
    bool is_end;
} edge_row;

/* Where edges come from, and where the plans go that are found. */
typedef struct plan_swaps {
    void *self;
    int (*expand)(void *self, uint32_t state, edge_row *out);
    int (*found)(void *self, const uint32_t *plan, size_t length);
} plan_swaps;

/* Makes the two moves behind item i in the other order, between the same two states, and hands on
   every plan that this gives: it visits no state twice and passes no goal.  `plan` is as before
   when it returns. */
int equivalence_swap(const plan_swaps *by, uint32_t *plan, size_t length, size_t i);
/* The numbers of a plan's moves, ascending, into room for as many; how many there are. */
size_t equivalence_sort_moves(const uint32_t *plan, size_t length, uint32_t *out);

/* ---- many plans of a graph ---------------------------------------------------------------- */

typedef struct equivalence_groups {
    query_context *a;
    const graph *g;
    const sequence_set *plans;
    union_find *groups; /* of the plans' numbers; each alone at first */
    strbuf *note;       /* what the answer remarks                    */
} equivalence_groups;

/* Equal by the multiset of their moves. */
int equivalence_by_moves(const equivalence_groups *of);
/* Equal where one becomes the other by swapping two moves that follow one another, again and again,
   each time a plan that was gathered. */
int equivalence_by_order(const equivalence_groups *of);
/* Equal up to the group that the puzzle declares (orbits.c). */
int equivalence_by_symmetry(const equivalence_groups *of);

/* ---- the best plans, which are not listed -------------------------------------------------- */

/* How many classes there are up to the group that the puzzle declares, in decimal, which the caller
   frees (orbit_counts.c).  WGCQ_DONE: the group is too large, or an image is not known. */
int equivalence_count_orbits(char **count, query_context *a, const best_plans *plans);

#endif
