/*
 * pareto.c - multi-objective label setting (Martins 1984), guided by lower bounds (NAMOA*).
 *
 * A label is the paths from a start to a state that have one cost vector and one number of moves;
 * it has their number, and the last edge of one of them.  A label is dropped where another of its
 * state dominates it, or has its vector with fewer moves: with the same rest, its plans would not
 * count.  The label of a goal has a successor at the sink, number 0: the labels there are the
 * plans, and those left at the end are the front.
 *
 * The bound of a label adds to each component the least that is left of it, and so for the moves;
 * where a plan dominates the bound, the label is dropped as well.  Labels are taken out by their
 * bound, lexicographically, then by moves.  Along an edge no component of the bound gets less and
 * the moves grow, so every path of a label is added to it before it is taken out; and no label that
 * comes later dominates one that was.
 *
 * A component that does not fit is COST_BEYOND (cost.h), which counts as equal to itself.  That can
 * only hide plans that have such a component; and if no plan that fits dominates those, one of them
 * is taken out and is an error.
 */
#include "graph/algorithms/pareto.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/containers/bigarray.h"
#include "base/containers/heap.h"
#include "base/containers/placed_counts.h"
#include "base/error.h"
#include "graph/algorithms/cost_distance.h"

typedef struct path_label {
    uint32_t state;  /* SINK: a whole plan */
    uint32_t parent; /* 0: a start         */
    uint32_t moves;
    uint32_t next; /* label of the same state; 0: the last */
    uint64_t edge; /* that leads here                      */
    bool dropped;
} path_label;

enum { SINK = 0 };

struct pareto {
    const graph *g;
    cost_order order;
    size_t width;         /* order.count */
    uint32_t *moves_left; /* [states + 1], UNREACHABLE: no goal */
    int64_t *cost_left;   /* [states + 1][width]                */
    uint32_t *newest;     /* [states + 1], each state's list of labels */
    bigarray labels;      /* path_label [count + 1]                           */
    bigarray vectors;     /* int64_t [count + 1][2][width]: cost, bound    */
    placed_counts plans;  /* [count + 1] until a label is expanded; of the front for ever */
    uint32_t count;
    heap open;
    int64_t *sum; /* [2][width] of a path_label to be */
    progress_clock progress;
    uint32_t found; /* the label returned last */
    uint64_t *path; /* its edges */
    size_t path_room;
};

static path_label *label_at(const pareto *p, uint32_t i)
{
    return (path_label *)p->labels.at + i;
}

static int64_t *vector_at(const pareto *p, uint32_t i)
{
    return (int64_t *)p->vectors.at + (size_t)i * 2 * p->width;
}

static int64_t *bound_at(const pareto *p, uint32_t i)
{
    return vector_at(p, i) + p->width;
}

/* ---- what is left ---------------------------------------------------------------------------- */

static uint32_t moves_left(const pareto *p, uint32_t s)
{
    return s == SINK ? 0 : p->moves_left[s];
}

/* The least of one component from each state to a goal. */
static int find_cost_left(pareto *p, const reversed_graph *back, size_t i, wgcq_error *err)
{
    cost_distance dist;
    int code = cost_distance_find(&dist, p->g, back, (cost_order){1, &p->order.costs[i]}, err);
    if (code)
        return code;
    for (uint32_t s = 1; s <= p->g->states; s++)
        if (cost_distance_reaches(&dist, s))
            p->cost_left[(size_t)s * p->width + i] = cost_distance_at(&dist, s, 0);
    cost_distance_free(&dist);
    return 0;
}

static int find_what_is_left(pareto *p, const reversed_graph *back, wgcq_error *err)
{
    size_t states = (size_t)p->g->states + 1;
    p->cost_left = calloc(states * p->width, sizeof *p->cost_left);
    int code = p->cost_left ? 0 : error_set_memory(err);
    for (size_t i = 0; i < p->width && !code; i++)
        code = find_cost_left(p, back, i, err);
    return code ? code : distances_to_goal(&p->moves_left, p->g, back, err);
}

/* ---- dominance ------------------------------------------------------------------------------- */

typedef enum relation { UNRELATED, LESS, EQUAL } relation;

/* LESS: a dominates b. */
static relation compare_vectors(const int64_t *a, const int64_t *b, size_t width)
{
    bool equal = true;
    for (size_t i = 0; i < width; i++) {
        if (cost_less(b[i], a[i]))
            return UNRELATED;
        equal = equal && a[i] == b[i];
    }
    return equal ? EQUAL : LESS;
}

/* Whether a plan that is known makes those beyond a label of this bound, with so many moves, count
   for nothing. */
static bool is_outdone(const pareto *p, const int64_t *bound, uint32_t moves)
{
    for (uint32_t i = p->newest[SINK]; i; i = label_at(p, i)->next) {
        relation to = compare_vectors(vector_at(p, i), bound, p->width);
        if (to == LESS || (to == EQUAL && label_at(p, i)->moves < moves))
            return true;
    }
    return false;
}

/* Takes from a state's list what the vector p->sum, with so many moves, dominates.  Returns the
   label that it is itself, 0: none; *dominated: one of the others dominates it. */
static uint32_t meet_labels(pareto *p, uint32_t state, uint32_t moves, bool *dominated)
{
    uint32_t *link = &p->newest[state];
    *dominated = false;
    while (*link) {
        uint32_t i = *link;
        path_label *other = label_at(p, i);
        relation to = compare_vectors(vector_at(p, i), p->sum, p->width);
        if (to == EQUAL && other->moves == moves)
            return i;
        *dominated = to == LESS || (to == EQUAL && other->moves < moves);
        if (*dominated)
            return 0;
        other->dropped = to == EQUAL || compare_vectors(p->sum, vector_at(p, i), p->width) == LESS;
        if (other->dropped)
            *link = other->next;
        else
            link = &other->next;
    }
    return 0;
}

/* ---- labels ---------------------------------------------------------------------------------- */

static bool taken_before(const void *of, uint32_t a, uint32_t b)
{
    const pareto *p = of;
    const path_label *x = label_at(p, a), *y = label_at(p, b);
    const int64_t *bound = bound_at(p, a), *other = bound_at(p, b);
    for (size_t i = 0; i < p->width; i++)
        if (bound[i] != other[i])
            return cost_less(bound[i], other[i]);
    uint64_t most = (uint64_t)x->moves + moves_left(p, x->state);
    uint64_t other_most = (uint64_t)y->moves + moves_left(p, y->state);
    if (most != other_most)
        return most < other_most;
    if (x->moves != y->moves)
        return x->moves < y->moves;
    return (x->state == SINK) != (y->state == SINK) ? y->state == SINK : a < b;
}

static int push_label(pareto *p, const path_label *from, wgcq_error *err)
{
    uint32_t i = p->count + 1;
    if (i == UINT32_MAX || !bigarray_reserve(&p->labels, ((size_t)i + 1) * sizeof *from) ||
        !bigarray_reserve(&p->vectors, ((size_t)i + 1) * 2 * p->width * sizeof *p->sum) ||
        !placed_counts_extend(&p->plans, (size_t)i + 1) || !placed_counts_set(&p->plans, i, 0))
        return error_set_memory(err);
    *label_at(p, i) = *from;
    label_at(p, i)->next = p->newest[from->state];
    memcpy(vector_at(p, i), p->sum, 2 * p->width * sizeof *p->sum);
    p->newest[from->state] = i;
    p->count = i;
    return heap_push(&p->open, i) ? 0 : error_set_memory(err);
}

/* The bound of p->sum at a state, behind it. */
static const int64_t *set_bound(pareto *p, uint32_t state)
{
    int64_t *bound = p->sum + p->width;
    for (size_t i = 0; i < p->width; i++)
        bound[i] = state == SINK ? p->sum[i]
                                 : cost_add(p->sum[i], p->cost_left[(size_t)state * p->width + i]);
    return bound;
}

/* More plans, as many as label `parent` has, or one; their vector is p->sum. */
static int reach(pareto *p, path_label to, wgcq_error *err)
{
    bool dominated;
    uint32_t at = 0;
    if (!is_outdone(p, set_bound(p, to.state), to.moves + moves_left(p, to.state)))
        at = meet_labels(p, to.state, to.moves, &dominated);
    else
        return 0;
    int code = at || dominated ? 0 : push_label(p, &to, err);
    if (code || dominated)
        return code;
    at = at ? at : p->count;
    if (!to.parent)
        return placed_counts_set(&p->plans, at, 1) ? 0 : error_set_memory(err);
    return placed_counts_add(&p->plans, at, to.parent) ? 0 : error_set_memory(err);
}

static int64_t edge_cost(const pareto *p, uint64_t e, size_t i)
{
    int which = p->order.costs[i];
    return which < 0 ? 1 : p->g->cost[e * p->g->costs + (size_t)which];
}

static int reach_by_edge(pareto *p, uint32_t from, uint64_t e, wgcq_error *err)
{
    uint32_t to = p->g->dst[e];
    if (p->moves_left[to] == UNREACHABLE)
        return 0;
    for (size_t i = 0; i < p->width; i++)
        p->sum[i] = cost_add(vector_at(p, from)[i], edge_cost(p, e, i));
    return reach(p, (path_label){to, from, label_at(p, from)->moves + 1, 0, e, false}, err);
}

static int reach_sink(pareto *p, uint32_t from, wgcq_error *err)
{
    path_label end = *label_at(p, from);
    for (size_t i = 0; i < p->width; i++)
        p->sum[i] =
            cost_add(vector_at(p, from)[i], graph_final(p->g, end.state, p->order.costs[i]));
    end.state = SINK;
    end.parent = from;
    return reach(p, end, err);
}

/* Costs are never negative, so behind a goal nothing is gained but another final cost. */
static int expand_label(pareto *p, uint32_t i, wgcq_error *err)
{
    const graph *g = p->g;
    uint32_t s = label_at(p, i)->state;
    int code = g->marks[s] & MARK_GOAL ? reach_sink(p, i, err) : 0;
    if (g->marks[s] & MARK_GOAL && graph_ends_at_goals(g))
        return code;
    for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && !code; e++)
        code = reach_by_edge(p, i, e, err);
    return code;
}

static int reach_starts(pareto *p, wgcq_error *err)
{
    int code = 0;
    memset(p->sum, 0, p->width * sizeof *p->sum);
    for (uint32_t s = 1; s <= p->g->states && !code; s++)
        if (p->g->marks[s] & MARK_START && p->moves_left[s] != UNREACHABLE)
            code = reach(p, (path_label){.state = s}, err);
    return code;
}

/* ---- the front ------------------------------------------------------------------------------- */

static size_t memory_held(const pareto *p)
{
    size_t states = (size_t)p->g->states + 1;
    size_t a_label = sizeof(path_label) + 2 * p->width * sizeof *p->sum;
    return placed_counts_memory(&p->plans) +
           states * (2 * sizeof *p->newest + p->width * sizeof *p->cost_left) + p->count * a_label +
           p->open.room * sizeof *p->open.numbers;
}

static void measure_labels(const void *self, wgcq_progress *to)
{
    const pareto *p = self;
    to->states = p->g->states;
    to->edges = p->g->edges;
    to->frontier = p->open.count;
    to->memory = graph_memory(p->g) + memory_held(p);
}

int pareto_new(pareto **out, const graph *g, const reversed_graph *back, cost_order order,
               wgcq_error *err)
{
    assert(order.count);
    pareto *p = calloc(1, sizeof *p);
    if (!p)
        return error_set_memory(err);
    p->g = g;
    p->order = order;
    p->width = order.count;
    p->open = (heap){.context = p, .less = taken_before};
    p->progress = (progress_clock){
        .phase = "non-dominated plans", .measure = measure_labels, .self = p, .interval = 256};
    progress_clock_start(&p->progress);
    p->newest = calloc((size_t)g->states + 1, sizeof *p->newest);
    p->sum = calloc(2 * p->width, sizeof *p->sum);
    int code =
        p->newest && p->sum && placed_counts_open(&p->plans, NULL, 1) ? 0 : error_set_memory(err);
    code = code ? code : find_what_is_left(p, back, err);
    code = code ? code : reach_starts(p, err);
    if (code)
        pareto_free(p);
    else
        *out = p;
    return code;
}

/* A plan that is not dominated has a component that does not fit. */
static int check_fits(const pareto *p, uint32_t i, wgcq_error *err)
{
    for (size_t k = 0; k < p->width; k++)
        if (!cost_fits(vector_at(p, i)[k]))
            return graph_overflow(p->g, label_at(p, i)->edge, err);
    return 0;
}

int pareto_next(pareto *p, const wgcq_monitor *monitor, wgcq_error *err)
{
    int code = 0;
    while (!code && p->open.count) {
        code = progress_poll(&p->progress, monitor, 0, err);
        if (code)
            return code;
        uint32_t i = heap_pop(&p->open);
        const path_label *taken = label_at(p, i);
        if (taken->dropped) {
            placed_counts_leave(&p->plans, i);
            continue;
        }
        if (taken->state == SINK) {
            p->found = i;
            return check_fits(p, i, err);
        }
        if (!is_outdone(p, bound_at(p, i), taken->moves + p->moves_left[taken->state]))
            code = expand_label(p, i, err);
        placed_counts_leave(&p->plans, i);
    }
    return code ? code : WGCQ_DONE;
}

const int64_t *pareto_vector(const pareto *p)
{
    assert(p->found);
    return vector_at(p, p->found);
}

uint32_t pareto_length(const pareto *p)
{
    return label_at(p, p->found)->moves;
}

char *pareto_count(const pareto *p)
{
    return placed_counts_text(&p->plans, p->found);
}

int pareto_plan(pareto *p, uint32_t *start, const uint64_t **edges, wgcq_error *err)
{
    uint32_t length = pareto_length(p);
    if (!array_reserve(&p->path, &p->path_room, length + (size_t)1, sizeof *p->path))
        return error_set_memory(err);
    const path_label *at = label_at(p, label_at(p, p->found)->parent);
    for (; at->parent; at = label_at(p, at->parent))
        p->path[--length] = at->edge;
    assert(!length);
    *start = at->state;
    *edges = p->path;
    return 0;
}

void pareto_free(pareto *p)
{
    if (!p)
        return;
    bigarray_free(&p->labels);
    bigarray_free(&p->vectors);
    placed_counts_close(&p->plans);
    heap_free(&p->open);
    FREE_EACH(p->moves_left, p->cost_left, p->newest, p->sum, p->path, p);
}
