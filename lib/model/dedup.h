/*
 * dedup.h - duplicate elimination in a batch.
 *
 * A new row is written behind the last one and looked up; it is counted only where it is new.  A
 * few rows are compared one by one, more are indexed by hash.
 */
#ifndef MODEL_DEDUP_H
#define MODEL_DEDUP_H

#include "model/model.h"

/* The values by which two rows are equal. */
typedef struct dedup_kind {
    uint64_t (*hash)(const batch *b, size_t row);
    bool (*same)(const batch *b, size_t row, size_t other);
} dedup_kind;

extern const dedup_kind dedup_states;     /* the state                      */
extern const dedup_kind dedup_edges;      /* the label and the state  */
extern const dedup_kind dedup_rejections; /* the label and the rule   */

typedef struct dedup {
    uint32_t *slots;   /* row + 1, or 0 */
    size_t room;       /* of slots, a power of two */
    size_t slot_count; /* in use, a power of two <= room: few rows take few slots */
    size_t from;       /* the first row that is compared */
    size_t indexed;    /* rows from..from+indexed-1 are in the slots */
} dedup;

/* Starts anew: rows before `from` are not compared. */
void dedup_reset(dedup *o, size_t from);
void dedup_free(dedup *o);
size_t dedup_memory(const dedup *o); /* bytes */
/* The first row that is equal to row `at`, which may be `at` itself.  Rows from..at-1 are all
   different, and were looked up since the last reset.  SIZE_MAX: no memory, or none in the batch's
   budget. */
size_t dedup_find(dedup *o, const dedup_kind *of, const batch *b, size_t at);

#endif
