/*
 * plan_pair.h - in which ways two stored solutions are equal.
 *
 * As classes.c has it of many plans in a graph; here of two, which need no graph.
 */
#ifndef ANSWERS_COMPARE_PLAN_PAIR_H
#define ANSWERS_COMPARE_PLAN_PAIR_H

#include "answers/replay/stored_plan.h"

typedef enum pair_answer { PAIR_DIFFERENT, PAIR_EQUAL, PAIR_UNKNOWN } pair_answer;

typedef struct plan_pair {
    pair_answer same;      /* move by move, state by state                                      */
    pair_answer symmetry;  /* with values exchanged that the puzzle declares `symmetric`        */
    strbuf exchange;       /* ... which: "ann <-> bob"; empty: none is needed                   */
    bool by_states;        /* ... where texts of moves do not say which move becomes which      */
    pair_answer commuting; /* with neighbouring moves made in the other order, again and again,
                         each time a plan that visits no state twice and ends at its first goal */
    pair_answer multiset;  /* by how often each move is made                                    */
    const char *why; /* what is PAIR_UNKNOWN, is so because; or NULL                         */
} plan_pair;

/* Free its text. */
int plan_pair_of(plan_pair *out, const stored_plan *a, const stored_plan *b,
                 const wgcq_monitor *monitor, wgcq_error *err);

/* Parts of it, where both sides are told and of one puzzle. */
int plan_pair_renamed(plan_pair *out, const stored_plan *a, const stored_plan *b,
                      const wgcq_monitor *monitor, wgcq_error *err); /* renaming.c */
int plan_pair_reordered(plan_pair *out, const stored_plan *a, const stored_plan *b,
                        const wgcq_monitor *monitor, wgcq_error *err); /* reordering.c */

#endif
