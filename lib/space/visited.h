/*
 * visited.h - the visited set: packed states and their numbers.
 *
 * States are numbered from 1 in the order they are added, and lie in that order in one array.  A
 * table leads to the number of a state; there are two kinds:
 *
 *   hash    open addressing (visited_table.h): slots hold 32 bits of hash (a tag) and the number.
 *           States are equal if and only if all their words are; the hash only says where to look.
 *           The table is ordered by hash, so it grows in place (visited_grow.c).
 *   direct  a number for each value of the product of domains (visited_direct.h), in place of a
 *           larger hash table, where the product is small
 *
 * Work goes in batches: table lines are prefetched some way ahead, then the states that they refer
 * to, so that memory latencies overlap.
 *
 * Memory, for states of one word: 8 bytes a state, and 9.6 to 14.4 in a hash table.
 */
#ifndef SPACE_VISITED_H
#define SPACE_VISITED_H

#include "base/containers/bigarray.h"
#include "space/sets/state_keys.h"
#include "wgcq_base.h"

#define VISITED_MAX (UINT32_MAX - 1) /* the greatest number */
enum {
    VISITED_SHARDS = 16
}; /* the number of lines is a multiple, so no line belongs to two shards */

typedef struct visited {
    unsigned words;
    uint32_t count;     /* states are 1..count                               */
    uint32_t max_count; /* holds at most so many                             */
    size_t max_bytes;   /* states and table together; 0: no limit            */
    bigarray states;    /* [count * words]                                   */
    bigarray table;     /* [lines * 8] of hash << 32 | number; 0 is empty    */
    uint64_t lines;
    state_set_shape shape;
    uint64_t product; /* values that states can have; 0: they have no index */
    bool direct;      /* the table is [product] of uint32_t; 0 is empty        */
    state_keys indices;
} visited;

/* An empty set, without memory. */
visited visited_make(unsigned words, uint32_t most);
/* All states that will be added have values of this shape's fields, so that the set may become
 * direct. */
void visited_set_shape(visited *s, const state_set_shape *shape);
void visited_free(visited *s);

/* Adds `count` states in their order.  numbers[i] (where `numbers` is not NULL)
   becomes the number of the i-th; new states have numbers above the count before the call.  *added
   < count: the next state is new and exceeds max_count or max_bytes.  0 or WGCQ_EMEMORY. */
int visited_add(visited *s, const uint64_t *states, size_t count, uint32_t *numbers, size_t *added,
                wgcq_error *err);
/* The numbers of `count` states, 0 for those that are not in the set. */
void visited_find(const visited *s, const uint64_t *states, size_t count, uint32_t *numbers);
/* How many more states the limits allow at least. */
uint64_t visited_room(const visited *s);

/* The state of that number; valid until the next visited_add.  Those of higher numbers follow it.
 */
static inline const uint64_t *visited_state(const visited *s, uint32_t number)
{
    return (const uint64_t *)s->states.at + (size_t)(number - 1) * s->words;
}

size_t visited_memory(const visited *s); /* bytes in use */

#endif
