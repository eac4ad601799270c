/*
 * depth_first.c - the waiting list is a stack.
 *
 * A state that is taken off the stack is expanded; those of its successors that were never seen are
 * numbered, in the order of the moves, and put on the stack in that order.  So the last move is
 * tried first, and where there are several solutions this finds another one first than going level
 * by level.  A state's depth is its depth in the tree of first discoveries.
 */
#include <stdlib.h>
#include <string.h>

#include "base/containers/bigarray.h"
#include "base/error.h"
#include "search/engine.h"
#include "search/extract_plan.h"
#include "search/limits.h"

typedef struct depth_search {
    engine *r;
    bigarray parent; /* uint32_t [number - 1]; 0 for a start */
    bigarray depth;  /* uint32_t [number - 1]                */
    bigarray stack;  /* uint32_t [waiting]                   */
    size_t waiting;
    bool cut; /* something was too deep to be expanded */
} depth_search;

static bool too_deep(const depth_search *d, uint32_t depth)
{
    uint64_t most = d->r->options->max_depth;
    return most && depth >= most;
}

/* The new states get a parent and a depth, and wait unless they are ends or too deep. */
static int push_fresh(depth_search *d, uint32_t parent, uint32_t depth)
{
    engine *r = d->r;
    size_t bytes = r->seen.count * sizeof(uint32_t);
    if (!bigarray_reserve(&d->parent, bytes) || !bigarray_reserve(&d->depth, bytes) ||
        !bigarray_reserve(&d->stack, (d->waiting + r->fresh_count) * sizeof(uint32_t)))
        return error_set_memory(r->err);
    uint32_t *parents = d->parent.at, *depths = d->depth.at, *stack = d->stack.at;
    for (size_t i = 0; i < r->fresh_count; i++) {
        uint32_t number = r->fresh + (uint32_t)i;
        parents[number - 1] = parent;
        depths[number - 1] = depth;
        if (r->needs_marks && r->marks[i] & MARK_END)
            continue;
        if (too_deep(d, depth))
            d->cut = true;
        else
            stack[d->waiting++] = number;
    }
    return 0;
}

static int after(void *self, const expansion *x)
{
    return push_fresh(self, x->first, x->depth + 1);
}

static int expand_last(void *self)
{
    depth_search *d = self;
    engine *r = d->r;
    if (!d->waiting && d->cut)
        limits_depth(r);
    if (!d->waiting)
        return WGCQ_DONE;
    uint32_t number = ((uint32_t *)d->stack.at)[--d->waiting];
    uint32_t depth = ((uint32_t *)d->depth.at)[number - 1];
    expansion x = {
        .states = visited_state(&r->seen, number), .count = 1, .first = number, .depth = depth};
    int code = engine_explore(r, &x);
    if (!code && !r->lanes && r->pulled)
        ((uint32_t *)d->stack.at)[d->waiting++] = number; /* it may be gone on with */
    r->depth = depth;
    r->frontier = d->waiting;
    r->own_memory = r->seen.count * 2 * sizeof(uint32_t) + d->waiting * sizeof(uint32_t);
    return code ? code : limits_look(r, 1, 0);
}

static int conclude(void *self)
{
    depth_search *d = self;
    engine *r = d->r;
    r->out->proved_depth = r->out->end == SEARCH_COMPLETE ? UINT32_MAX : 0;
    if (!r->out->first_goal)
        return 0;
    return extract_plan_by_parents(r, d->parent.at, r->out->first_goal, NULL, 0);
}

static int begin(void **self, engine *r)
{
    depth_search *d = calloc(1, sizeof *d);
    *self = d;
    if (!d)
        return error_set_memory(r->err);
    d->r = r;
    r->after = after;
    r->after_self = d;
    r->needs_numbers = r->observer->edges;
    int code = engine_open(r, WANT_ORDER);
    if (!code)
        code = engine_initial_states(r);
    return code ? code : push_fresh(d, 0, 0);
}

static void close_depth(void *self)
{
    depth_search *d = self;
    bigarray_free(&d->parent);
    bigarray_free(&d->depth);
    bigarray_free(&d->stack);
    free(d);
}

const strategy depth_first = {begin, expand_last, conclude, NULL, close_depth};
