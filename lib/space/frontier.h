/*
 * frontier.h - the states of one level: found, and to be expanded.
 *
 * With --trace none, a breadth-first search holds two of these.  They grow without being
 * copied, and keep their memory from level to level.
 */
#ifndef SPACE_FRONTIER_H
#define SPACE_FRONTIER_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/containers/bigarray.h"
#include "base/containers/bigcount.h"

typedef struct frontier {
    unsigned words;
    bool marked;  /* `marks` are kept */
    bool traced;  /* `origins` are kept */
    bool counted; /* `ways` are kept, too: only where it is traced */
    size_t count;
    size_t ends;      /* of them that are not to be expanded            */
    bigarray states;  /* [count][words]                                 */
    bigarray marks;   /* [count] of enum model_mark                     */
    bigarray origins; /* uint32_t [count]: a state of an earlier level  */
    bigcount ways;    /* [count]: shortest paths                        */
} frontier;

#define FRONTIER_MAX (UINT32_MAX - 1) /* states of a level */

/* Room for `more` further states.  `count` stays.  False: no memory. */
bool frontier_reserve(frontier *f, size_t more);
/* Appends all of `from`, which is kept in the same way.  False: no memory. */
bool frontier_append(frontier *f, const frontier *from);
/* As frontier_append in two steps, for frontiers whose counts are not long: room for its states,
   and the states, from number `at` on; any thread may do that. */
bool frontier_extend(frontier *f, const frontier *from);
void frontier_fill(frontier *f, size_t at, const frontier *from);
bool frontier_has_long_counts(const frontier *f); /* of more than one limb */
void frontier_clear(frontier *f);                 /* no states; memory kept */
/* Frees what only a counted one has; what only a traced one has. */
void frontier_uncount(frontier *f);
void frontier_untrace(frontier *f);
void frontier_free(frontier *f);
size_t frontier_memory(const frontier *f); /* bytes held */

static inline uint64_t *frontier_state(const frontier *f, size_t i)
{
    return (uint64_t *)f->states.at + i * f->words;
}

/* Where that state is; f->count: it is not there. */
size_t frontier_find(const frontier *f, const uint64_t *state);

static inline uint8_t *frontier_marks(const frontier *f)
{
    return f->marks.at;
}

static inline uint32_t *frontier_origins(const frontier *f)
{
    return f->origins.at;
}

#endif
