/*
 * interp_internal.h - the inside of a teller.
 *
 *   teller.c    journeys: steps in order, back to the last choice, what arrives
 *   set.c       changes of the state
 *   starts.c    where journeys begin
 *   picture.c   how a state is shown
 */
#ifndef PUZZLE_INTERP_INTERP_INTERNAL_H
#define PUZZLE_INTERP_INTERP_INTERNAL_H

#include "model/dedup.h"
#include "puzzle/interp/eval_expr.h"
#include "puzzle/interp/interp.h"

/* What is known while starts are made. */
typedef struct initial_states {
    bool *given;        /* [cells] has it a value yet? */
    bool *given_before; /* the set step under way     */
    size_t *trail;      /* the cells that have one, in the order they got it */
    size_t trailed;
    uint64_t *broken; /* [rules] how many starts broke it first */
    uint64_t tried;
    dedup kept;
    size_t *any; /* cells that steps under way give every value, the last step's last */
    size_t any_count, any_room;
    bool whole; /* the state is a start of which the rules are asked */
} initial_states;

struct interp {
    const ast *of;
    evaluator v;
    wgcq_error trouble;
    strbuf line;
    bool ready; /* what follows is there */

    uint64_t *state;      /* the traveller's, as the steps so far have changed it     */
    uint64_t *before;     /* as it was before the set step under way                  */
    const uint64_t *left; /* the state that is left; NULL at a start                  */
    int64_t *costs;       /* what cost steps have added so far                        */
    uint64_t *set_in;     /* [cells] the last set step that set it, by number         */
    uint64_t set_number;
    size_t *step_of; /* [slots] the step that chooses or lets it                      */
    size_t *part_of; /* [slots] which binding of a choice it is of, from 1            */
    size_t at;       /* the step under way: what earlier ones bound has a value ...   */
    size_t bound;    /* ... and of its own bindings so many                           */

    size_t level, levels; /* choices within choices; what each goes back to:          */
    uint64_t *saved_state;
    int64_t *saved_costs;
    size_t *saved_trail;

    const move *telling;            /* NULL: none, or a start */
    initial_states *initial_states; /* NULL: none             */
    unsigned wants;
    batch *out;
    dedup edges, rejections;
    const model_edge *wanted; /* ends the telling when it is met; NULL: none does */
    bool met;
    interp_label_number number;
    void *numbering;

    model_explain_fn reason; /* NULL: nobody asks why */
    void *reasoning;
};

/* Begins to evaluate over a state (may be NULL); interp_end hands out the first trouble, with the
   move and the state it was found in. */
void interp_begin(interp *by, const uint64_t *state);
int interp_end(interp *by, int code, wgcq_error *err);
/* Makes ready for journeys; 0 or WGCQ_EMEMORY. */
int interp_prepare(interp *by);
/* Tells a list of steps from its first; `arrive` is called wherever one gets through. */
int interp_journey(interp *by, const step *steps, size_t count);
int initial_state_add(interp *by);
/* The first rule that by->state breaks; -1: none. */
int interp_broken_rule(int *out, interp *by);
/* "farmer=west at[wolf]=east", cut where it gets long. */
void interp_describe(const ast *t, const uint64_t *state, strbuf *out);

/* A set step: all its assignments at once.  What `any` stands for gets its first value, and the
   cell goes to starting.any. */
int assign_all(interp *by, const step *here);
/* Gives every other combination of values to the cells from..any_count-1 of starting.any, the last
   fastest; false: they all had their turn.  at[0] belongs to the first of them, all 0 at first. */
bool set_next(interp *by, size_t from, uint64_t *at);
/* Calls `body` for every combination of an assignment's loop, once where it has none. */
int assign_each(interp *by, const assignment *a, eval_body body, void *self);
/* Whether the assignment's condition holds, and the cell it names then. */
int assign_target(bool *applies, size_t *cell, interp *by, const assignment *a);
/* Gives the cell its new value in by->state. */
int assign_cell(interp *by, const assignment *a, size_t cell, int64_t value);

#endif
