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
typedef struct start_builder {
    bool *assigned;        /* [cells] has it a value yet? */
    bool *assigned_before; /* the set step under way     */
    size_t *trail;         /* the cells that have one, in the order they got it */
    size_t trail_length;
    uint64_t *broken_by; /* [rules] how many starts broke it first */
    uint64_t tried;
    dedup distinct;
    size_t *any_cells; /* cells that steps under way give every value, the last step's last */
    size_t any_count, any_room;
    bool complete; /* the state is a start of which the rules are asked */
} start_builder;

struct interp {
    const ast *tree;
    evaluator v;
    wgcq_error error;
    strbuf label;
    bool prepared; /* what follows is there */

    uint64_t *state;              /* the traveller's, as the steps so far have changed it     */
    uint64_t *before_step;        /* as it was before the set step under way                  */
    const uint64_t *source_state; /* the state that is left; NULL at a start                  */
    int64_t *costs;               /* what cost steps have added so far                        */
    uint64_t *set_by;             /* [cells] the last set step that set it, by number         */
    uint64_t set_number;
    size_t *binding_step;  /* [slots] the step that chooses or lets it                      */
    size_t *binding_index; /* [slots] which binding of a choice it is of, from 1            */
    size_t step_index;     /* the step under way: what earlier ones bound has a value ...   */
    size_t bindings_done;  /* ... and of its own bindings so many                           */

    size_t level, levels; /* choices within choices; what each goes back to:          */
    uint64_t *saved_state;
    int64_t *saved_costs;
    size_t *saved_trail;

    const move *move;      /* NULL: none, or a start */
    start_builder *starts; /* NULL: none             */
    unsigned wants;
    batch *out;
    dedup edges, rejections;
    const model_edge *wanted_edge; /* ends the telling when it is met; NULL: none does */
    bool wanted_found;
    interp_intern_label intern_label;
    void *intern_self;

    model_explain_fn explain; /* NULL: nobody asks why */
    void *explain_self;
};

/* Begins to evaluate over a state (may be NULL); interp_end hands out the first trouble, with the
   move and the state it was found in. */
void interp_begin(interp *in, const uint64_t *state);
int interp_end(interp *in, int code, wgcq_error *err);
/* Makes ready for journeys; 0 or WGCQ_EMEMORY. */
int interp_prepare(interp *in);
/* Tells a list of steps from its first; `arrive` is called wherever one gets through. */
int interp_run_steps(interp *in, const step *steps, size_t count);
int initial_state_add(interp *in);
/* The first rule that by->state breaks; -1: none. */
int interp_first_broken_rule(int *out, interp *in);
/* "farmer=west at[wolf]=east", cut where it gets long. */
void interp_describe(const ast *t, const uint64_t *state, strbuf *out);

/* A set step: all its assignments at once.  What `any` stands for gets its first value, and the
   cell goes to starting.any. */
int assign_all(interp *in, const step *here);
/* Gives every other combination of values to the cells from..any_count-1 of starting.any, the last
   fastest; false: they all had their turn.  at[0] belongs to the first of them, all 0 at first. */
bool assign_next_any(interp *in, size_t from, uint64_t *at);
/* Calls `body` for every combination of an assignment's loop, once where it has none. */
int assign_for_each(interp *in, const assignment *a, eval_body body, void *self);
/* Whether the assignment's condition holds, and the cell it names then. */
int assign_target(bool *applies, size_t *cell, interp *in, const assignment *a);
/* Gives the cell its new value in by->state. */
int assign_cell(interp *in, const assignment *a, size_t cell, int64_t value);

#endif
