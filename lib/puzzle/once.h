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
    size_t used;     /* of room, a power of two: few rows are looked for in few slots */
    size_t from;     /* the first row that counts */
    size_t held;     /* rows from..from+held-1 are in the slots */
} once;

/* Rows before `from` do not count any more. */
void once_begin(once *o, size_t from);
void once_free(once *o);
size_t once_memory(const once *o); /* bytes */
/* The first row that is the same as row `at`, `at` itself where there is none before it.  Rows
   from..at-1 are all different, and were asked for since the last begin.  SIZE_MAX: no memory, in
   the batch's budget or at all. */
size_t once_find(once *o, const once_kind *of, const batch *b, size_t at);

#endif
