/* state_pattern.h - a state named by a person: an id, or values of variables. */
#ifndef ANSWERS_QUERY_STATE_PATTERN_H
#define ANSWERS_QUERY_STATE_PATTERN_H

#include "space/graph.h"

typedef struct state_pattern {
    uint64_t *mask, *bits; /* [words]: which bits are given, and what they are */
    bool is_complete;      /* every variable is given                            */
    uint32_t id;           /* given as a number; else 0                          */
} state_pattern;

/* WGCQ_EREQUEST where a variable or a value is unknown, with what was meant. */
int state_pattern_read(state_pattern *out, const wgcq_model *model, const char *words,
                       wgcq_error *err);
void state_pattern_free(state_pattern *w);
bool state_pattern_fits(const state_pattern *w, const uint64_t *state, unsigned words);

#endif
