/*
 * level_errors.h - which error of a level is reported: always the same one.
 *
 * A model reports an error for a state, of several that it would report for states of a level or
 * for their successors.  Which of them a run meets first depends on the order of its states, its
 * threads and ranks; so all are looked for, and the error of the least packed state is the one.
 */
#ifndef SEARCH_LEVELS_LEVEL_ERRORS_H
#define SEARCH_LEVELS_LEVEL_ERRORS_H

#include "search/engine/engine.h"
#include "space/frontier.h"

typedef struct state_error {
    int code; /* 0: none */
    wgcq_error err;
    uint64_t *state; /* the least packed one that has an error */
} state_error;

/* Errors of expanding states of a level come before those of marking their successors. */
typedef struct level_errors {
    state_error expanding, marking;
} level_errors;

/* Finds the errors of all states of a level, into what is not open yet and is closed by the caller,
   also after a failure.  0, or a code. */
typedef int find_errors_fn(void *self, level_errors *all);

/* None yet.  0 or WGCQ_EMEMORY; safe to close all the same. */
int level_errors_open(level_errors *out, const engine *r);
/* Adds those of a state that is expanded. */
void level_errors_try(level_errors *all, engine *r, const uint64_t *state);
/* Opened, with the errors of the level's states. */
int level_errors_find(level_errors *out, engine *r, const frontier *level);
void level_errors_close(level_errors *e);
/* The error of that state takes the place of one whose state is packed behind it. */
void state_error_prefer(state_error *e, const wgcq_model *model, const uint64_t *state, int code,
                        const wgcq_error *err);
/* Leaves the one to be reported in r->err.  Its code, 0 where there is none. */
int level_errors_report(const level_errors *all, const engine *r);
/* A level's exploring ended by `code`.  After an error of the model (WGCQ_ERUN), the one to be
   reported of those that `find` finds takes its place.  The code of what is reported. */
int level_settle_error(engine *r, int code, find_errors_fn *find, void *self);

#endif
