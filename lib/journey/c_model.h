/*
 * c_model.h - the inside of a model in C, and of its workers: where the moves of a state are told.
 */
#ifndef JOURNEY_C_MODEL_H
#define JOURNEY_C_MODEL_H

#include "base/containers/intern.h"
#include "journey/c_layout.h"
#include "journey/journey.h"
#include "model/dedup.h"

enum {
    CACHED_LABELS = 1 << 12, /* that a worker finds without asking the others */
    GUARD_BYTES = 64,        /* behind a state, in the checking mode          */
    GUARD = 0x5A,
    POISON_BYTE = 0xA5 /* where no field is, when told again */
};

typedef struct c_model {
    wgcq_model model;
    wgcq_description description;
    c_layout layout;
    interner *moves;
    arena memory;
} c_model;

typedef struct cached_label {
    const char *text; /* of the model's texts; NULL: none */
    uint32_t number;
} cached_label;

/* A worker. */
struct wgcq_moves {
    const c_model *model;
    batch *out;
    batch second; /* the second telling of the checking mode */
    unsigned wants;
    uint32_t lane;
    dedup edges, rejections;     /* of this lane, in out           */
    unsigned since_poll;         /* moves since the budget was asked */
    const uint64_t *from;        /* NULL: starts are told          */
    unsigned char *state, *copy; /* as the functions see it; size  */
    unsigned char *result_state; /* as a story sees it             */
    wgcq_journey journey;        /* that tells it                  */
    bool journey_running;        /* one is being told              */
    int64_t *journey_cost;       /* what its move costs, a declared cost each */
    int code;
    wgcq_error *err;
    cached_label cached_label[CACHED_LABELS];
};

/* What went wrong, and in which state; answers the code. */
int moves_error(wgcq_moves *to, const char *format, const char *name);
/* From move to move; false: the work is to end. */
bool moves_continue(wgcq_moves *to);
void moves_put_values(const c_model *m, const uint64_t *words, strbuf *out);
/* Whether a state, as the functions see it, breaks a rule. */
bool moves_rule_broken(const c_model *m, size_t rule, const void *state);

#endif
