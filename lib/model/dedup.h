/*
 * dedup.h - rows of a batch, each once.
 *
 * The newest row is written behind the last one and asked for; only where it is new is it counted.
 * A few rows are compared one by one, more of them go into a table.
 */
#ifndef MODEL_DEDUP_H
#define MODEL_DEDUP_H

#include "model/model.h"

/* What makes two rows the same. */
typedef struct dedup_kind {
    uint64_t (*hash)(const batch *b, size_t row);
    bool (*same)(const batch *b, size_t row, size_t other);
} dedup_kind;

extern const dedup_kind dedup_states;     /* the state                      */
extern const dedup_kind dedup_edges;      /* the move's text and the state  */
extern const dedup_kind dedup_rejections; /* the move's text and the rule   */

typedef struct dedup {
    uint32_t *slots;   /* row + 1, or 0 */
    size_t room;       /* of slots, a power of two */
    size_t slot_count; /* of room, a power of two: few rows are looked for in few slots */
    size_t from;       /* the first row that counts */
    size_t indexed;    /* rows from..from+held-1 are in the slots */
} dedup;

/* Rows before `from` do not count any more. */
void dedup_reset(dedup *o, size_t from);
void dedup_free(dedup *o);
size_t dedup_memory(const dedup *o); /* bytes */
/* The first row that is the same as row `at`, `at` itself where there is none before it.  Rows
   from..at-1 are all different, and were asked for since the last begin.  SIZE_MAX: no memory, in
   the batch's budget or at all. */
size_t dedup_find(dedup *o, const dedup_kind *of, const batch *b, size_t at);

#endif
