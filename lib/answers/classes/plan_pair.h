/* plan_pair.h - in which ways two stored solutions are equal. */
#ifndef ANSWERS_CLASSES_PLAN_PAIR_H
#define ANSWERS_CLASSES_PLAN_PAIR_H

#include "answers/replay/stored_plan.h"
#include "puzzle/state_map.h"

typedef enum pair_answer { PAIR_DIFFERENT, PAIR_EQUAL, PAIR_UNKNOWN } pair_answer;

typedef struct plan_pair {
    pair_answer same;      /* move by move, state by state                                       */
    pair_answer symmetry;  /* up to the group that the puzzle declares `symmetric` ...           */
    strbuf exchange;       /* ... namely "ann <-> bob", "0 <-> 1 (door)" where other types have such
                              names, or generators in the order in which they are applied:
                              "quarter turn, mirror"; empty: none is needed                      */
    bool by_states;        /* ... where texts of moves do not say which move becomes which       */
    pair_answer commuting; /* with neighbouring moves swapped, again and again, each time a plan
                              that visits no state twice and ends at the first goal it meets     */
    pair_answer multiset;  /* by how often each move is made                                     */
    const char *why;       /* why something is PAIR_UNKNOWN; or NULL                             */
} plan_pair;

/* Whether it depends on a declared symmetry whether they are equal up to it: of one puzzle that
   declares one, as long as each other, and not the same. */
bool plan_pair_asks_for_symmetry(const stored_plan *a, const stored_plan *b);
/* holds: what is declared does (symmetry_hold); else such a pair's `symmetry` is PAIR_UNKNOWN.  The
   caller frees out->exchange, whatever the answer. */
int plan_pair_of(plan_pair *out, const stored_plan *a, const stored_plan *b, bool holds,
                 const wgcq_monitor *monitor, wgcq_error *err);

/* The part `symmetry` of it, for two plans that ask for it (pair_symmetry.c). */
int plan_pair_symmetry(plan_pair *out, const stored_plan *a, const stored_plan *b,
                       const wgcq_monitor *monitor, wgcq_error *err);
/* As plan_pair_symmetry, where generators are declared (pair_orbit.c). */
int plan_pair_orbit(plan_pair *out, const stored_plan *a, const stored_plan *b,
                    const state_maps *maps, const wgcq_monitor *monitor, wgcq_error *err);
/* Reports the phase to the monitor; WGCQ_EINTERRUPT where that says stop. */
int plan_pair_poll(const wgcq_monitor *monitor, const char *phase, wgcq_error *err);

#endif
