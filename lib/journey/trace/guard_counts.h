/*
 * guard_counts.h - how often each guard was tried and failed, at each depth; texts by number.
 *
 * A guard's name is mostly one and the same literal, so it is found by its address first.
 */
#ifndef JOURNEY_TRACE_GUARD_COUNTS_H
#define JOURNEY_TRACE_GUARD_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct guard_count {
    uint64_t tried, failed; /* since the last commit */
} guard_count;

typedef struct depth_counts {
    guard_count *at; /* [depth]; with room 0: NULL */
    size_t room;
} depth_counts;

typedef struct text_address {
    const char *text; /* NULL: an empty slot */
    uint32_t number;
} text_address;

typedef struct guard_counts {
    text_address *slots; /* a power of two of them */
    size_t slot_count, slots_used;
    char **texts;         /* copies; text number n is texts[n - 1] */
    depth_counts *counts; /* [text_count + 1]; 0: of guards without a name */
    size_t text_count, text_room, counts_room;
    const char *latest; /* the address found last, or NULL */
    uint32_t latest_number;
} guard_counts;

/* False: no memory. */
bool guard_counts_open(guard_counts *g);
void guard_counts_free(guard_counts *g);

/* Forgets addresses, which are not borrowed any more; texts keep their numbers. */
void guard_counts_forget(guard_counts *g);

bool guard_counts_find(guard_counts *g, const char *text, uint32_t *number);
/* The number of a text, from 1 on; NULL: 0.  False: no memory. */
static inline bool guard_counts_number(guard_counts *g, const char *text, uint32_t *number)
{
    if (text == g->latest) {
        *number = g->latest_number;
        return true;
    }
    return guard_counts_find(g, text, number);
}

bool guard_counts_reserve(depth_counts *c, size_t depth);
/* NULL: no memory. */
static inline guard_count *guard_counts_at(guard_counts *g, uint32_t number, size_t depth)
{
    depth_counts *c = &g->counts[number];
    return depth < c->room || guard_counts_reserve(c, depth) ? &c->at[depth] : NULL;
}

#endif
