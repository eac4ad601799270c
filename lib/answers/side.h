/*
 * side.h - a stored solution as it is compared: its moves and costs, and its states by the values
 * of their variables.
 */
#ifndef ANSWERS_SIDE_H
#define ANSWERS_SIDE_H

#include "answers/retold.h"

typedef struct told_step {
    uint32_t state;     /* its number among the states of all that are compared */
    int64_t id;         /* in its file; 0: states are not kept there            */
    char *move, *shown; /* move: NULL at the start                              */
    int64_t *spent;     /* [costs]                                              */
    char **values;      /* [fields]                                             */
} told_step;

typedef struct side {
    const wgcq_chosen *of;
    told_step *steps; /* the start, then a step a move */
    size_t count;
    char **cost_names; /* moves, then the declared ones */
    size_t costs;
    char **names; /* of the variables; none where only what is shown is known of states */
    size_t fields;
    retold by;       /* where is_told: the puzzle out of the file              */
    bool is_told;    /* false: a model in C                                    */
    uint64_t *words; /* where is_told: the packed states, by.model->words each */
} side;

/* WGCQ_EREQUEST: there is no such solution.  To be closed whatever the answer. */
int side_open(side *out, const wgcq_chosen *of, wgcq_error *err);
void side_close(side *s);

/* The packed state at a step; only where is_told. */
const uint64_t *side_state(const side *s, size_t step);
/* Where a variable, a cost of that name is; SIZE_MAX: it has none. */
size_t side_field(const side *s, const char *name);
size_t side_cost(const side *s, const char *name);
/* Whether both are of one puzzle with the same parameters, so that their states are packed alike.
 */
bool sides_are_of_one_puzzle(const side *a, const side *b);

#endif
