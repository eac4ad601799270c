/*
 * telling.h - the inside of a teller.
 *
 *   teller.c    journeys: steps in order, back to the last choice, what arrives
 *   set.c       changes of the state
 *   starts.c    where journeys begin
 *   picture.c   how a state is shown
 */
#ifndef PUZZLE_TELLING_H
#define PUZZLE_TELLING_H

#include "puzzle/evaluate.h"
#include "puzzle/once.h"
#include "puzzle/teller.h"

/* What is known while starts are made. */
typedef struct starting {
    bool *given;        /* [cells] has it a value yet? */
    bool *given_before; /* the set step under way     */
    size_t *trail;      /* the cells that have one, in the order they got it */
    size_t trailed;
    uint64_t *broken; /* [rules] how many starts broke it first */
    uint64_t tried;
    once kept;
    size_t *any; /* cells that steps under way give every value, the last step's last */
    size_t any_count, any_room;
    bool whole; /* the state is a start of which the rules are asked */
} starting;

struct teller {
    const tree *of;
    evaluator v;
    wgcq_error trouble;
    text line;
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

    const move *telling; /* NULL: none, or a start */
    starting *starting;  /* NULL: none             */
    unsigned wants;
    batch *out;
    once edges, refusals;
    const model_edge *wanted; /* ends the telling when it is met; NULL: none does */
    bool met;
    teller_number number;
    void *numbering;

    model_reason reason; /* NULL: nobody asks why */
    void *reasoning;
};

/* Begins to evaluate over a state (may be NULL); teller_end hands out the first trouble, with the
   move and the state it was found in. */
void teller_begin(teller *by, const uint64_t *state);
int teller_end(teller *by, int code, wgcq_error *err);
/* Makes ready for journeys; 0 or WGCQ_EMEMORY. */
int teller_prepare(teller *by);
/* Tells a list of steps from its first; `arrive` is called wherever one gets through. */
int teller_journey(teller *by, const step *steps, size_t count);
int start_arrives(teller *by);
/* The first rule that by->state breaks; -1: none. */
int teller_broken_rule(int *out, teller *by);
/* "farmer=west at[wolf]=east", cut where it gets long. */
void teller_describe(const tree *t, const uint64_t *state, text *out);

/* A set step: all its assignments at once.  What `any` stands for gets its first value, and the
   cell goes to starting.any. */
int set_all(teller *by, const step *here);
/* Gives every other combination of values to the cells from..any_count-1 of starting.any, the last
   fastest; false: they all had their turn.  at[0] belongs to the first of them, all 0 at first. */
bool set_next(teller *by, size_t from, uint64_t *at);
/* Calls `body` for every combination of an assignment's loop, once where it has none. */
int set_each(teller *by, const assignment *a, evaluate_body body, void *self);
/* Whether the assignment's condition holds, and the cell it names then. */
int set_target(bool *applies, size_t *cell, teller *by, const assignment *a);
/* Gives the cell its new value in by->state. */
int set_cell(teller *by, const assignment *a, size_t cell, int64_t value);

#endif
