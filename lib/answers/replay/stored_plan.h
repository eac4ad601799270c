/*
 * stored_plan.h - a stored solution in memory: its moves and costs, and its states as values of
 * their variables.
 */
#ifndef ANSWERS_REPLAY_STORED_PLAN_H
#define ANSWERS_REPLAY_STORED_PLAN_H

#include "answers/replay/reference_model.h"
#include "wgcq_trace.h"

typedef struct stored_step {
    uint32_t state;     /* its number among the states of all compared plans    */
    int64_t id;         /* in its file; 0: the file stores no states            */
    char *move, *shown; /* move: NULL at the start                              */
    int64_t *spent;     /* [costs]                                              */
    char **values;      /* [fields]                                             */
} stored_step;

typedef struct stored_plan {
    const wgcq_compare_side *chosen;
    stored_step *steps; /* [count]: the start, then one per move */
    size_t count;
    char **cost_names; /* moves, then the declared ones */
    size_t costs;
    char **field_names; /* [fields]: the variables; none where states are known only as shown */
    size_t fields;
    reference_model reference; /* where has_model: the puzzle in the file      */
    bool has_model;            /* false: a model in C                          */
    uint64_t *packed_states;   /* where has_model: [count][model words]        */
} stored_plan;

/* WGCQ_EREQUEST: there is no such solution.  Close it also after an error. */
int stored_plan_open(stored_plan *out, const wgcq_compare_side *chosen, wgcq_error *err);
void stored_plan_close(stored_plan *s);

/* How many solutions the file stores. */
int stored_plan_solutions(int64_t *count, wgcq_trace *trace, wgcq_error *err);
/* WGCQ_EREQUEST: the file has no solution of that number. */
int stored_plan_missing(wgcq_trace *trace, int64_t solution, wgcq_error *err);

/* Reads a packed state out of its row in the file; WGCQ_DONE: there is none with that id. */
int stored_state_words(uint64_t *out, wgcq_trace *trace, int64_t id, wgcq_error *err);
/* As above at a step, whose state has to be there. */
int stored_plan_read_state(uint64_t *out, const stored_plan *s, size_t step, wgcq_error *err);
/* The packed state at a step; only where has_model. */
const uint64_t *stored_plan_state(const stored_plan *s, size_t step);
/* The index of the variable, the cost of that name; SIZE_MAX: there is none. */
size_t stored_plan_field(const stored_plan *s, const char *name);
size_t stored_plan_cost(const stored_plan *s, const char *name);
/* Whether both are of the same puzzle with the same parameters, so that states are packed alike. */
bool stored_plans_share_puzzle(const stored_plan *a, const stored_plan *b);

#endif
