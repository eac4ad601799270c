/*
 * interp_internal.h - the inside of the interpreter.
 *
 *   interp.c           begin and end, labels, rules and costs of one state
 *   run_steps.c        steps in order, backtracking over choices
 *   move_runs.c        edges and rejections of a state, and their reasons
 *   choice_list.c      the combinations of a choice that can pass at all
 *   assign.c           `set` steps
 *   initial_states.c   the initial states
 *   format_state.c     a state as text
 *   spelling.c         many states as text
 *   explain_expr.c     an expression with the values of its operands
 *   cover.c            what is counted for `query coverage`
 *
 * Expressions: see eval_expr.h.
 */
#ifndef PUZZLE_INTERP_INTERP_INTERNAL_H
#define PUZZLE_INTERP_INTERP_INTERNAL_H

#include "model/dedup.h"
#include "puzzle/interp/choice_list.h"
#include "puzzle/interp/cover.h"
#include "puzzle/interp/eval_expr.h"
#include "puzzle/interp/interp.h"

/* The state of making initial states. */
typedef struct start_builder {
    bool *assigned;        /* [cells] which have a value            */
    bool *assigned_before; /* [cells] the same before this set step */
    size_t *trail;         /* cells in the order they were assigned */
    size_t trail_length;
    uint64_t *broken_by; /* [rules] how many starts broke it first */
    uint64_t tried;
    dedup distinct;
    size_t *any_cells; /* set to `any` by the steps run so far, in order */
    size_t any_count, any_room;
    bool complete;           /* in->state has every cell; its rules are evaluated */
    interp_take_starts take; /* NULL: all are left in in->out */
    void *take_self;
    size_t taken; /* that are in in->out no longer */
} start_builder;

typedef struct listed_text { /* of the state spelled last */
    uint64_t *state;         /* [words] NULL: none */
    uint32_t *starts;        /* [cells] where their values begin in `text` */
    strbuf text;
} listed_text;

struct interp {
    const ast *tree;
    evaluator v;
    wgcq_error error;
    strbuf label;
    listed_text listed_text;
    bool prepared; /* the arrays that follow are allocated */

    uint64_t *state;              /* as the steps run so far have changed it                */
    uint64_t *before_step;        /* as it was before the current set step                  */
    const uint64_t *source_state; /* that the move is applied to; NULL for a start          */
    int64_t *costs;               /* [costs] added by the cost steps run so far             */
    uint64_t *set_by;             /* [cells] number of the last set step that set it        */
    uint64_t set_number;          /* of the current set step; no two have the same          */
    size_t *binding_step;         /* [slots] the choose or let step that binds it           */
    size_t *binding_index;        /* [slots] which binding of that step, from 1             */
    size_t step_index;            /* the current step: earlier steps have bound their slots */
    size_t bindings_done;         /* bindings of the current step that are bound            */
    bool label_of_rejected;       /* what of a label cannot be evaluated becomes `?`          */

    choice_list *choice_lists; /* [moves][steps_a_move]; NULL: none was made yet */
    size_t steps_a_move;
    bool unlisted; /* choices run without lists */
    size_t listed; /* bytes of the lists */

    size_t level, levels; /* open choices, at most; the state that each restores: */
    uint64_t *saved_state;
    int64_t *saved_costs;
    size_t *saved_trail;

    const move *move;      /* NULL: none, or a start */
    start_builder *starts; /* NULL: none             */
    unsigned wants;
    batch *out;
    dedup edges, rejections;
    const model_edge *wanted_edge; /* stops when this successor is found; NULL: none */
    bool wanted_found;
    interp_intern_label intern_label;
    void *intern_self;

    model_explain_fn explain; /* receives rules and guards that fail; NULL: none */
    void *explain_self;
};

/* Begins to evaluate in a state (may be NULL).  interp_end copies the first error to *err, with the
   move and the state it occurred in, and returns `code`, or 0 for a positive one. */
void interp_begin(interp *in, const uint64_t *state);
int interp_end(interp *in, int code, wgcq_error *err);
/* Allocates what running steps needs; 0 or WGCQ_EMEMORY. */
int interp_prepare(interp *in);
/* Writes the label of in->move to in->label. */
int interp_format_label(interp *in);
/* Whether the state breaks the rule or invariant. */
int interp_is_broken(bool *out, interp *in, const rule *r);
/* Errors at a place of the source; they return WGCQ_ERUN. */
int interp_negative_cost(interp *in, const declared_cost *c, source_span at, int64_t value);
int interp_cost_overflow(interp *in, const declared_cost *c, source_span at);
/* Whether a set step has an `any`, which makes it a choice. */
bool step_sets_any(const step *s);
/* All steps have run: records a start, a successor or rejections. */
int interp_end_run(interp *in);
/* A rule or a named guard (else rule_index is negative) disables the move here. */
int interp_record_rejection(interp *in, int rule_index);
/* Reports the expression of a rule or guard with its values to in->explain, if set.  What of the
   label only that guard lets be evaluated is reported as `?`. */
int interp_report_reason(interp *in, const char *name, const expr *e, source_span at);
/* Runs steps from the first, once for each combination of choices; the end of each run records a
   start or a successor. */
int interp_run_steps(interp *in, const step *steps, size_t count);
/* Runs the first `steps` steps of a move from in->source_state: all of them, or for `cover`. */
int interp_run_move(interp *in, const move *m, size_t steps);
/* Evaluates the properties in the current state, or with the state before it each MODEL_STEP: see
   property_truths in model.h. */
int interp_evaluate_properties(interp *in, const uint64_t *before, uint8_t *truths);
/* All initial states, into `out`, or from there to `take`. */
int interp_make_starts(interp *in, batch *out, interp_take_starts take, void *self,
                       wgcq_error *err);
/* Records in->state as a start unless it breaks a rule; WGCQ_ERUN where a cell has no value. */
int initial_state_add(interp *in);
/* The first rule that in->state breaks; -1: none. */
int interp_first_broken_rule(int *out, interp *in);

/* A set step: all its assignments at once.  A cell set to `any` gets the first value of its type
   and is appended to in->starts->any_cells. */
int assign_all(interp *in, const step *s);
/* A list's places take their values in canonical form: after an end, only ends. */
static inline bool is_place_of_list(const state_cell *c)
{
    return c->variable->collection && c->variable->collection->kind.form == KIND_LIST;
}
/* Whether the cell is a place of a list, and not its first. */
static inline bool follows_in_list(const ast *t, size_t cell)
{
    const state_variable *v = t->cells[cell].variable;
    return is_place_of_list(&t->cells[cell]) && (cell - v->first) % v->index[v->indices - 1]->count;
}
/* Gives the next combination of values to any_cells[from..any_count-1], the last fastest; false:
   there is none.  at[k] is the position of the value of any_cells[from + k], 0 at first. */
bool assign_next_any(interp *in, size_t from, uint64_t *at);
/* Calls `body` for every combination of an assignment's loop; once where it has none. */
int assign_for_each(interp *in, const assignment *a, eval_body body, void *self);
/* Whether the assignment's condition holds, and then the cell that its left side names. */
int assign_target(bool *applies, size_t *cell, interp *in, const assignment *a);
/* Writes a cell of in->state; WGCQ_ERUN where its type does not have the value. */
int assign_cell(interp *in, const assignment *a, size_t cell, int64_t value);

/* ---- format_state.c: parts of `show`; 0, WGCQ_ERUN or WGCQ_EMEMORY ---- */
enum { SHOWN_MOST = 1 << 20 }; /* bytes */
int interp_show_display(interp *in, const display *d, const uint64_t *state, strbuf *out);
/* Element i of a DISPLAY_ARRAY, and what stands before it. */
int interp_show_element(interp *in, const display *d, size_t i, const uint64_t *state, strbuf *out);
const char *interp_separator(const display *d, size_t i);

/* ---- listed_text.c ---- */
/* Appends the text of a state with many cells and no lists; false: it has others, or no memory. */
bool listed_text_add(listed_text *l, const ast *t, const uint64_t *state, strbuf *out);
void listed_text_free(listed_text *l);

#endif
