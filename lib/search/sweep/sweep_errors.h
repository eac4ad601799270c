/*
 * sweep_errors.h - which error of a level is reported: always the same one.
 *
 * A model reports an error for a state, of several that it would report for states of a level or
 * for their successors.  Which of them a run meets first depends on its threads and ranks; so all
 * are looked for, and the error of the least packed state is the one.
 */
#ifndef SEARCH_SWEEP_ERRORS_H
#define SEARCH_SWEEP_ERRORS_H

#include "search/engine/engine.h"
#include "space/frontier.h"

typedef struct state_error {
    int code; /* 0: none */
    wgcq_error err;
    uint64_t *state; /* the least packed one that has an error */
} state_error;

/* Errors of expanding states of a level come before those of marking their successors. */
typedef struct sweep_errors {
    state_error expanding, marking;
} sweep_errors;

/* None yet.  0 or WGCQ_EMEMORY; safe to close all the same. */
int sweep_errors_open(sweep_errors *out, const engine *r);
/* Adds those of a state that is expanded. */
void sweep_errors_try(sweep_errors *all, engine *r, const uint64_t *state);
/* Opened, with the errors of the level's states. */
int sweep_errors_find(sweep_errors *out, engine *r, const frontier *level);
void sweep_errors_close(sweep_errors *e);
/* The error of that state takes the place of one whose state is packed behind it. */
void state_error_prefer(state_error *e, const wgcq_model *model, const uint64_t *state, int code,
                        const wgcq_error *err);
/* After an error of the model in the level: the one to be reported, in r->err.  Its code. */
int sweep_settle_error(engine *r, const frontier *level, int code);

#endif
