/*
 * stored_plan.h - a stored solution as it is compared: its moves and costs, and its states by the
 * values of their variables.
 */
#ifndef ANSWERS_REPLAY_STORED_PLAN_H
#define ANSWERS_REPLAY_STORED_PLAN_H

#include "answers/replay/reference_model.h"

typedef struct stored_step {
    uint32_t state;     /* its number among the states of all that are compared */
    int64_t id;         /* in its file; 0: states are not kept there            */
    char *move, *shown; /* move: NULL at the start                              */
    int64_t *spent;     /* [costs]                                              */
    char **values;      /* [fields]                                             */
} stored_step;

typedef struct stored_plan {
    const wgcq_compare_side *chosen;
    stored_step *steps; /* the start, then a step a move */
    size_t count;
    char **cost_names; /* moves, then the declared ones */
    size_t costs;
    char **field_names; /* of the variables; none where only what is shown is known of states */
    size_t fields;
    reference_model reference; /* where is_told: the puzzle out of the file              */
    bool has_model;            /* false: a model in C                                    */
    uint64_t *packed_states;   /* where is_told: the packed states, by.model->words each */
} stored_plan;

/* WGCQ_EREQUEST: there is no such solution.  To be closed whatever the answer. */
int stored_plan_open(stored_plan *out, const wgcq_compare_side *chosen, wgcq_error *err);
void stored_plan_close(stored_plan *s);

/* The packed state at a step; only where is_told. */
const uint64_t *stored_plan_state(const stored_plan *s, size_t step);
/* Where a variable, a cost of that name is; SIZE_MAX: it has none. */
size_t stored_plan_field(const stored_plan *s, const char *name);
size_t stored_plan_cost(const stored_plan *s, const char *name);
/* Whether both are of one puzzle with the same parameters, so that their states are packed alike.
 */
bool stored_plans_share_puzzle(const stored_plan *a, const stored_plan *b);

#endif
