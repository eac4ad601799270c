/*
 * once.h - rows of a batch, each once.
 *
 * The newest row is written behind the last one and asked for; only where it is new is it counted.
 * A few rows are compared one by one, more of them go into a table.
 */
#ifndef PUZZLE_ONCE_H
#define PUZZLE_ONCE_H

#include "model.h"

/* What makes two rows the same. */
typedef struct once_kind {
    uint64_t (*hash)(const batch *b, size_t row);
    bool (*same)(const batch *b, size_t row, size_t other);
} once_kind;

extern const once_kind once_state;   /* the state                      */
extern const once_kind once_edge;    /* the move's text and the state  */
extern const once_kind once_refusal; /* the move's text and the rule   */

typedef struct once {
    uint32_t *slots; /* row + 1, or 0 */
    size_t room;     /* of slots, a power of two */
    size_t held;     /* rows 0..held-1 are in the slots */
} once;

void once_clear(once *o);
void once_free(once *o);
/* The first row that is the same as row `at`, `at` itself where there is none before it.  Rows
   0..at-1 are all different, and were asked for since the last clear.  SIZE_MAX: no memory. */
size_t once_find(once *o, const once_kind *of, const batch *b, size_t at);

#endif
