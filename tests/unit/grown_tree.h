/*
 * grown_tree.h - random trees without end that journeys walk: a place is a hash, which says what
 * follows it.  Who includes it says what is a leaf, how many branches there are, what is open.
 */
#ifndef GROWN_TREE_H
#define GROWN_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <wgcq.h>

#include "dice.h"

typedef struct {
    uint64_t hash;
    uint64_t depth;
} place;

static bool is_leaf(const place *p);
static uint64_t branches(const place *p);
static bool is_open(const place *p);

static uint64_t mixed(uint64_t hash, uint64_t with)
{
    uint64_t seed = hash * 31 + with + 1;
    return dice(&seed);
}
static place child(const place *p, uint64_t which)
{
    return (place){mixed(p->hash, which), p->depth + 1};
}

static bool grow(wgcq_journey *j, void *state)
{
    place *p = state;
    size_t which;
    if (!wgcq_choose(j, branches(p), &which))
        return false;
    *p = child(p, which);
    return wgcq_guard(j, is_open(p), "closed");
}
static bool is_leaf_state(const void *state)
{
    return is_leaf(state);
}
static bool by_loop(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_until(j, is_leaf_state, grow);
}
static bool by_hand(wgcq_journey *j, void *state)
{
    while (!is_leaf(state))
        if (!grow(j, state))
            return false;
    return true;
}

#endif
