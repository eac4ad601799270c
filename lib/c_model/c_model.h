/* c_model.h - the inside of a C model, and of its workers, to which moves are added. */
#ifndef C_MODEL_C_MODEL_H
#define C_MODEL_C_MODEL_H

#include "base/containers/intern.h"
#include "c_model/c_layout.h"
#include "journey/journey.h"
#include "model/dedup.h"

enum {
    CACHED_LABELS = 1 << 12, /* that a worker finds without a lock            */
    GUARD_BYTES = 64,        /* behind a state, in the checking mode          */
    GUARD = 0x5A,
    POISON_BYTE = 0xA5 /* where no field is, in the second call */
};

typedef struct c_model {
    wgcq_model model;
    wgcq_description description;
    c_layout layout;
    interner *moves;
    arena memory;
} c_model;

typedef struct cached_label {
    const char *text; /* of the model's interner; NULL: none */
    uint32_t number;
} cached_label;

/* A worker. */
struct wgcq_moves {
    const c_model *model;
    batch *out;
    batch second; /* of the second call in the checking mode */
    unsigned wants;
    uint32_t lane;
    dedup edges, rejections;     /* of this lane, in out           */
    unsigned since_poll;         /* moves since the budget was polled */
    const uint64_t *from;        /* NULL: initial states           */
    unsigned char *state, *copy; /* as passed to the functions     */
    unsigned char *result_state; /* as passed to a journey         */
    wgcq_journey journey;        /* of wgcq_moves_run              */
    bool journey_running;
    int64_t *journey_cost; /* of its move, for each declared cost */
    int code;
    wgcq_error *err;
    cached_label cached_label[CACHED_LABELS];
};

/* Reports an error and the state that it is in; returns the code. */
int moves_error(wgcq_moves *to, const char *format, const char *name);
/* False, and an error: a caller's argument is NULL. */
bool moves_given(wgcq_moves *to, const char *function, bool given, const char *argument);
/* To be called for each move; false: the work is to end. */
bool moves_continue(wgcq_moves *to);
void moves_put_values(const c_model *m, const uint64_t *words, strbuf *out);
/* Whether a state, as passed to the functions, breaks a rule. */
bool moves_rule_broken(const c_model *m, size_t rule, const void *state);

#endif
