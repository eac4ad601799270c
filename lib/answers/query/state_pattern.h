/* state_pattern.h - a state given on the command line: an id, or values of variables. */
#ifndef ANSWERS_QUERY_STATE_PATTERN_H
#define ANSWERS_QUERY_STATE_PATTERN_H

#include "graph/graph.h"

typedef struct state_pattern {
    uint64_t *mask, *bits; /* [words]: which bits are given, and their values; NULL with an id */
    bool is_complete;      /* every variable is given                                          */
    uint32_t id;           /* 0: variables are given                                           */
} state_pattern;

/* WGCQ_EREQUEST, with a suggestion, where a variable or a value is unknown.  Free it whatever the
   result. */
int state_pattern_read(state_pattern *out, const wgcq_model *model, const char *words,
                       wgcq_error *err);
void state_pattern_free(state_pattern *w);
bool state_pattern_fits(const state_pattern *w, const uint64_t *state, unsigned words);

#endif
