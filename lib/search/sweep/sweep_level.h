/*
 * sweep_level.h - the level that a sweep expands.
 *
 * Its states are in one part; or in a part of each owner that took them, so that a thread may go on
 * with those that its caches hold.  A level that is traced has one part.
 */
#ifndef SEARCH_SWEEP_LEVEL_H
#define SEARCH_SWEEP_LEVEL_H

#include "search/engine/engine.h"
#include "space/frontier.h"

typedef struct sweep_level {
    size_t most_parts, parts; /* that there may be; that are in use */
    frontier *part;
    size_t *at;         /* of each part, the next state to be expanded */
    size_t count, left; /* states of all parts; not yet taken          */
    size_t ends;        /* not to be expanded                          */
} sweep_level;

/* States of one part. */
typedef struct level_range {
    const frontier *of;
    size_t first, count;
} level_range;

/* Empty, of one part; each is kept like `like`.  False: no memory; safe to close all the same. */
bool sweep_level_open(sweep_level *l, size_t most_parts, const frontier *like);
void sweep_level_close(sweep_level *l);
size_t sweep_level_memory(const sweep_level *l); /* bytes held */
void sweep_level_uncount(sweep_level *l);
void sweep_level_untrace(sweep_level *l);

/* *next becomes the part, and has the memory of the part before. */
void sweep_level_swap(sweep_level *l, size_t part, frontier *next);
/* The level has parts 0 to parts - 1, of which nothing is taken. */
void sweep_level_begin(sweep_level *l, size_t parts);
/* Takes the next states of the part, `most` at most. */
level_range sweep_level_take(sweep_level *l, size_t part, size_t most);
/* The first part of which something is left. */
size_t sweep_level_next_part(const sweep_level *l);
/* All states come into one part, and none is taken.  False: no memory, and the level is lost. */
bool sweep_level_join(sweep_level *l);

/* Fills in *x with the states of the range (MODEL_BATCH at most) that are to be expanded.  Any
   thread.  False: no memory. */
bool sweep_gather(const level_range *range, source_buffer *into, expansion *x);

#endif
