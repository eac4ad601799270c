/*
 * visited.h - the set of packed states seen, and their numbers.
 *
 * States are numbered from 1 in the order they are added, and lie in that order in one array; the
 * number of a state is found through a table of open addressing whose slots hold 32 bits of hash
 * and the number (table.h).  Two states are the same if and only if all their words are: the hash
 * only says where to look.
 *
 * Work goes in batches: lines are fetched some way ahead, then the states that they point at, so
 * that the waits for memory overlap.  The table's order follows the hash, so it grows where it
 * stands (growth.c).
 *
 * Cost, of one word: 8 bytes a state, and 9.6 to 14.4 in the table.
 */
#ifndef SPACE_VISITED_H
#define SPACE_VISITED_H

#include "base/containers/bigarray.h"
#include "wgcq.h"

#define VISITED_MAX (UINT32_MAX - 1) /* numbers there are */
enum { VISITED_SHARDS = 16 }; /* the table's lines are a multiple: no line belongs to two shards */

/* Threads that share the tasks 0..tasks - 1 of a piece of work; run answers when all are done. */
typedef struct task_runner {
    void *self;
    void (*run)(void *self, void (*work)(void *of, size_t task, unsigned who), void *of,
                size_t tasks);
} task_runner;

typedef struct visited {
    unsigned words;
    uint32_t count;     /* states are 1..count                               */
    uint32_t max_count; /* takes no more than these                          */
    size_t max_bytes;   /* may not hold more than this; 0: no limit          */
    bigarray states;    /* [count * words]                                   */
    bigarray table;     /* [lines * 8] of hash << 32 | number; 0 is empty    */
    uint64_t lines;
    const task_runner *runner; /* for growing; NULL: none */
} visited;

/* An empty set; takes no memory yet. */
visited visited_make(unsigned words, uint32_t most);
void visited_free(visited *s);

/* The hash of each of `count` states: what another thread can do beforehand. */
void visited_hash(unsigned words, const uint64_t *states, size_t count, uint32_t *tags);
/* Adds `count` states in their order; `tags` are their hashes, or NULL.  numbers[i] (may be NULL)
   becomes the number of the i-th, new or known: the new ones are those above the count there was
   before.  *taken < count: the next one is new and there is no place for it under `most` or
   `most_bytes`.  0 or WGCQ_EMEMORY. */
int visited_add(visited *s, const uint64_t *states, const uint32_t *tags, size_t count,
                uint32_t *numbers, size_t *taken, wgcq_error *err);
/* The numbers of `count` states, 0 for the unknown. */
void visited_find(const visited *s, const uint64_t *states, size_t count, uint32_t *numbers);
/* Makes room for `more` further states; false: no memory, or not all of them are allowed. */
bool visited_reserve(visited *s, size_t more);
/* So many more states find a place without anything being moved. */
bool visited_fits(const visited *s, size_t more);
/* So many more states are sure to find a place. */
uint64_t visited_room(const visited *s);

/* The state of that number; good until the next visited_add.  Those of higher numbers follow it. */
static inline const uint64_t *visited_state(const visited *s, uint32_t number)
{
    return (const uint64_t *)s->states.at + (size_t)(number - 1) * s->words;
}

/* Where the states to come will lie: bytes of s->states in use. */
static inline size_t visited_end(const visited *s)
{
    return (size_t)s->count * s->words * sizeof(uint64_t);
}

size_t visited_memory(const visited *s); /* bytes in use */

#endif
