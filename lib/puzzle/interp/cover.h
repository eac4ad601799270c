/*
 * cover.h - what of a puzzle comes about in its states: counted while the interpreter runs moves
 * and evaluates conditions.
 *
 * Each state is looked at once.  A guard that was both true and false is decided, as is a move that
 * was made, a constraint that rejected and the condition of an implication that held: they are
 * findings no longer, and a move of which nothing is open is not run again.  So the counts of what
 * is still open at the end are those of all states, and no others are of use.
 */
#ifndef PUZZLE_INTERP_COVER_H
#define PUZZLE_INTERP_COVER_H

#include "base/containers/lookup.h"
#include "puzzle/interp/interp.h"

typedef enum cover_form {
    COVER_GUARD,
    COVER_FILTER,     /* the `if` of a choose step                                  */
    COVER_IMPLICATION /* A of `B if A else true` and of `not A or B`: see cover_add */
} cover_form;

/* Where implications are written, or'd together. */
enum cover_section {
    COVER_RULES = 1,
    COVER_BOUNDS = 2,
    COVER_INVARIANTS = 4,
    COVER_PROPERTIES = 8, /* but for: */
    COVER_STEPS = 16      /* `step` properties, evaluated for each move that is made */
};

typedef struct cover_condition {
    cover_form form;
    const char *of;    /* the move, constraint, bound, invariant or property that it is in */
    size_t move, step; /* of a guard or filter */
    unsigned sections; /* of an implication */
    source_span at;
    uint64_t times[2]; /* how often it was false, and true */
} cover_condition;

typedef struct cover_move {
    bool made;
    size_t first, end; /* its guards and filters among the conditions */
    size_t open;       /* of them */
} cover_move;

typedef struct cover_leads_to { /* one for each combination of names of a property */
    const property *of;         /* NULL: it is of another form */
    char *name;
    bool begins; /* its condition held in some state */
} cover_leads_to;

typedef struct cover {
    const ast *tree;
    uint64_t states, expanded; /* looked at; that moves were run from */
    cover_condition *conditions;
    size_t condition_count, condition_room;
    lookup keys;              /* steps, bindings and expressions ... */
    size_t *condition_of_key; /* [keys.count + 1] */
    size_t key_room;
    cover_move *moves;    /* [moves] */
    uint64_t *rule_times; /* [rules] how often each was evaluated */
    bool *rule_rejects;
    bool *bound_cuts;
    bool end_holds;
    cover_leads_to *properties;
    size_t property_count, property_room;
    uint8_t *truths;   /* [properties] */
    size_t open_rules; /* that have rejected nothing */
    size_t open_leads_to;
    unsigned open_sections; /* of implications whose condition has not held */
    bool in_condition;      /* implications are counted */
    bool in_part;           /* a run is of a part of a move's steps: it leads nowhere */
} cover;

/* Frees what it holds also after an error. */
int cover_begin(cover *out, const ast *tree, interp *in, wgcq_error *err);
void cover_end(cover *c);
/* Looks at a state, which is reachable, and runs its moves unless it is not expanded. */
int cover_state(cover *c, interp *in, const uint64_t *state, budget *limit, wgcq_error *err);
/* Looks at the constraints of all starts, those that they reject too.  Nothing is to be done where
   nothing of them is open. */
int cover_starts(cover *c, interp *in, budget *limit, wgcq_error *err);

/* ---- for the interpreter ---- */

/* A guard (its step), filter (its binding) or expression was evaluated.  Others are ignored. */
void cover_note(cover *c, const void *key, bool value);
/* A rule was evaluated. */
void cover_note_rule(cover *c, size_t number, bool broken);
/* The move has led to a state that keeps all rules. */
void cover_note_made(cover *c, const move *m);

#endif
