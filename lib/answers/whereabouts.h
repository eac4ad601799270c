/* whereabouts.h - a state named by a person: an id, or values of variables. */
#ifndef ANSWERS_WHEREABOUTS_H
#define ANSWERS_WHEREABOUTS_H

#include "space/graph.h"

typedef struct whereabouts {
    uint64_t *mask, *bits; /* [words]: which bits are given, and what they are */
    bool whole;            /* every variable is given                            */
    uint32_t id;           /* given as a number; else 0                          */
} whereabouts;

/* WGCQ_EREQUEST where a variable or a value is unknown, with what was meant. */
int whereabouts_read(whereabouts *out, const wgcq_model *model, const char *words, wgcq_error *err);
void whereabouts_free(whereabouts *w);
bool whereabouts_fits(const whereabouts *w, const uint64_t *state, unsigned words);

#endif
