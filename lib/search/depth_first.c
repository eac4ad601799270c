/*
 * depth_first.c - the frontier is a stack.
 *
 * The state on top is expanded; its new successors are numbered and pushed in the order of the
 * moves, so the last move is tried first.  A state's depth is that in the tree of first
 * discoveries.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/containers/bigarray.h"
#include "base/error.h"
#include "search/engine/engine.h"
#include "search/engine/limits.h"
#include "search/engine/strategies.h"
#include "search/levels/level_plan.h"

typedef struct depth_search {
    engine *r;
    bigarray parent; /* uint32_t [number - 1]; 0 for an initial state */
    bigarray depth;  /* uint32_t [number - 1]                         */
    bigarray stack;  /* uint32_t [stack_size]                         */
    size_t stack_size;
    expansion top;  /* the state that is being expanded       */
    bool depth_cut; /* a state was too deep to be expanded */
} depth_search;

static bool beyond_max_depth(const depth_search *d, uint32_t depth)
{
    uint64_t most = d->r->options->max_depth;
    return most && depth >= most;
}

/* The new states get a parent and a depth, and are pushed unless they are ends or too deep. */
static int push_new_states(depth_search *d, uint32_t parent, uint32_t depth)
{
    engine *r = d->r;
    size_t bytes = r->visited.count * sizeof(uint32_t);
    if (!bigarray_reserve(&d->parent, bytes) || !bigarray_reserve(&d->depth, bytes) ||
        !bigarray_reserve(&d->stack, (d->stack_size + r->new_count) * sizeof(uint32_t)))
        return error_set_memory(r->err);
    uint32_t *parents = d->parent.at, *depths = d->depth.at, *stack = d->stack.at;
    for (size_t i = 0; i < r->new_count; i++) {
        uint32_t number = r->first_new + (uint32_t)i;
        parents[number - 1] = parent;
        depths[number - 1] = depth;
        if (r->needs_marks && r->marks[i] & MARK_END)
            continue;
        if (beyond_max_depth(d, depth))
            d->depth_cut = true;
        else
            stack[d->stack_size++] = number;
    }
    return 0;
}

static int push_slice(void *self, const expansion *x)
{
    assert(x->count == 1 && !x->number);
    return push_new_states(self, x->first, x->depth + 1);
}

static int take_stack_top(depth_search *d)
{
    engine *r = d->r;
    if (!d->stack_size && d->depth_cut)
        limits_stop_depth(r);
    if (!d->stack_size)
        return WGCQ_DONE;
    uint32_t number = ((uint32_t *)d->stack.at)[--d->stack_size];
    d->top = (expansion){.states = visited_state(&r->visited, number),
                         .count = 1,
                         .first = number,
                         .depth = ((uint32_t *)d->depth.at)[number - 1]};
    engine_begin(r, &d->top);
    return 0;
}

static int expand_stack_top(void *self)
{
    depth_search *d = self;
    engine *r = d->r;
    int code = r->expanding ? 0 : take_stack_top(d);
    code = code ? code : engine_next(r);
    if (code || r->expanding)
        return code;
    if (!r->sources_done && r->resumable)
        ((uint32_t *)d->stack.at)[d->stack_size++] = d->top.first; /* the caller may extend it */
    r->depth = d->top.depth;
    r->frontier = d->stack_size;
    r->own_memory = r->visited.count * 2 * sizeof(uint32_t) + d->stack_size * sizeof(uint32_t);
    r->unchecked = 1;
    return 0;
}

static int finish_depth_first(void *self)
{
    depth_search *d = self;
    engine *r = d->r;
    r->result->proved_depth = r->result->end == SEARCH_COMPLETE ? UINT32_MAX : 0;
    if (!r->result->first_goal)
        return 0;
    return level_plan_by_parents(r, d->parent.at, r->result->first_goal, NULL, 0);
}

static int open_depth_first(void **self, engine *r)
{
    depth_search *d = calloc(1, sizeof *d);
    *self = d;
    if (!d)
        return error_set_memory(r->err);
    d->r = r;
    r->on_slice = push_slice;
    r->on_slice_self = d;
    r->needs_numbers = r->options->rows & ROWS_EDGES;
    int code = engine_open(r, WANT_ORDER);
    code = code ? code : engine_add_initial_states(r);
    return code ? code : push_new_states(d, 0, 0);
}

static void close_depth_first(void *self)
{
    depth_search *d = self;
    bigarray_free(&d->parent);
    bigarray_free(&d->depth);
    bigarray_free(&d->stack);
    free(d);
}

const strategy depth_first = {.open = open_depth_first,
                              .step = expand_stack_top,
                              .finish = finish_depth_first,
                              .close = close_depth_first};
