/*
 * k_best.c - plans one after another, best first.
 *
 * A* over partial plans.  A node is a partial plan; f = its cost + the distance to a goal
 * (cost_distance.h), which is exact but for loops.  So the first complete plan dequeued is the
 * best, the next one the next best, and states that reach no goal are never entered.  Among nodes
 * of equal f the longest goes first, then the oldest.
 *
 * f ignores the no-repeat constraint, so a node may have no simple completion, and there can be
 * more such nodes than memory holds.  After PATIENCE nodes without a plan, a node's f is recomputed
 * exactly, with its own path removed (avoiding_path.h), before it is expanded, or the node is
 * dropped.  From then on every node expanded leads to the next plan.
 *
 * An f-value that does not fit (cost.h) is ordered after those that do and are equal up to there.
 * It is no error, since the node may reach no goal; so such a node is expanded like any other.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/containers/heap.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "graph/algorithms/avoiding_path.h"
#include "graph/algorithms/chosen_plan.h"

enum { PATIENCE = 4096 }; /* nodes without a plan, beyond twice the moves of the best plan */

/* In path_node.edge. */
#define EXACT (UINT64_C(1) << 63) /* its f-value is attained by a plan               */
#define DEAD  (UINT64_C(1) << 62) /* neither it nor a descendant has a completion */
#define ENDED (UINT64_C(1) << 61) /* its parent, a goal that may be passed, as a whole plan */

typedef struct path_node {
    uint32_t parent; /* 0: it is a start */
    uint32_t length;
    uint64_t edge; /* that leads here; of a start the state; EXACT, DEAD, ENDED */
} path_node;

enum { PLANS_BETWEEN = 16 }; /* plans from one reading of the clock to the next: each is printed */

struct k_best {
    const graph *g;
    cost_distance dist;
    bool only_optimal;
    progress_clock progress;
    /* best first */
    path_node *nodes; /* [1..count]       */
    int64_t *f_value; /* [1..count][width] */
    uint32_t count, room;
    uint32_t first; /* an open node that comes before those in the heap, most often the next step of
                       a plan; 0: they come first */
    heap open;
    uint64_t effort, max_effort; /* nodes made and states expanded; 0: no limit */
    size_t max_bytes;            /* that nodes may take; 0: no limit            */
    bool out_of_budget;
    uint64_t fruitless, patience;
    avoiding_path *avoiding; /* made when it is first needed      */
    uint32_t current;        /* the node being expanded, or 0 ... */
    path_marks on_path;      /* ... its states ...                */
    int64_t *path_cost;      /* ... and its cost                  */
    int64_t *sum;
    /* only optimal: a path along tight edges */
    uint32_t start, best_start;
    uint32_t *path; /* [depth + 1] */
    uint64_t *next; /* the edge to try next at each of them */
    uint32_t depth;
    bool in_progress;
    /* the first plan, where the graph has its states */
    chosen_plan chosen;
    bool chosen_given;
    /* best first: last nodes of plans that were looked ahead for: [ahead_at..ahead_end) */
    uint32_t *ahead;
    size_t ahead_room, ahead_at, ahead_end;
    /* the plan returned last */
    uint64_t *edges;
    size_t edges_room;
    uint32_t *on_plan; /* best first: its nodes, [on_plan_end] of the [on_plan_room] */
    size_t on_plan_room, on_plan_end;
};

static int64_t *f_value_of(const k_best *p, uint32_t i)
{
    return p->f_value + (size_t)i * p->dist.width;
}

static uint64_t node_edge(const k_best *p, uint32_t i)
{
    return p->nodes[i].edge & ~(EXACT | DEAD | ENDED);
}

static uint32_t node_state(const k_best *p, uint32_t i)
{
    uint64_t edge = node_edge(p, i);
    return p->nodes[i].parent ? p->g->dst[edge] : (uint32_t)edge;
}

static bool dequeues_before(const void *of, uint32_t a, uint32_t b)
{
    const k_best *p = of;
    int order = cost_distance_compare(f_value_of(p, a), f_value_of(p, b), p->dist.width);
    if (order)
        return order < 0;
    if (p->nodes[a].length != p->nodes[b].length)
        return p->nodes[a].length > p->nodes[b].length;
    return a < b;
}

/* ---- open nodes -------------------------------------------------------------------- */

static bool comes_first(const k_best *p, uint32_t i)
{
    if (p->first)
        return dequeues_before(p, i, p->first);
    return !p->open.count || dequeues_before(p, i, p->open.numbers[1]);
}

/* False: no memory. */
static bool open_node(k_best *p, uint32_t i)
{
    const bool leads = comes_first(p, i);
    const uint32_t other = leads ? p->first : i;
    if (leads)
        p->first = i;
    return !other || heap_push(&p->open, other);
}

/* There is one. */
static uint32_t next_open_node(k_best *p)
{
    const uint32_t first = p->first;
    p->first = 0;
    return first ? first : heap_pop(&p->open);
}

/* ---- nodes ------------------------------------------------------------------------- */

static bool reserve_nodes(k_best *p)
{
    if (p->count + 2 <= p->room)
        return true;
    if (p->room > UINT32_MAX / 2)
        return false;
    uint32_t room = p->room ? p->room * 2 : 1024;
    path_node *nodes = home_realloc(p->g->home, p->nodes, room * sizeof *nodes);
    if (nodes)
        p->nodes = nodes;
    int64_t *f = home_realloc(p->g->home, p->f_value, (size_t)room * p->dist.width * sizeof *f);
    if (f)
        p->f_value = f;
    if (!nodes || !f)
        return false;
    p->room = room;
    return true;
}

/* Queues a new node; there is room for it.  `f` may be that of another node. */
static int push_node(k_best *p, path_node node, const int64_t *f, wgcq_error *err)
{
    assert(p->count + 1 < p->room && node.parent <= p->count);
    uint32_t i = ++p->count;
    p->effort++;
    p->nodes[i] = node;
    memcpy(f_value_of(p, i), f, p->dist.width * sizeof *f);
    return open_node(p, i) ? 0 : error_set_memory(err);
}

static int push_start_node(k_best *p, uint32_t s, wgcq_error *err)
{
    for (size_t k = 0; k < p->dist.width; k++)
        p->sum[k] = cost_distance_at(&p->dist, s, k);
    return reserve_nodes(p) ? push_node(p, (path_node){.edge = s}, p->sum, err)
                            : error_set_memory(err);
}

static int push_start_nodes(k_best *p, wgcq_error *err)
{
    int code = 0;
    for (uint32_t s = 0; !code && (s = graph_next_marked(p->g, s + 1, MARK_START)) <= p->g->states;)
        if (cost_distance_reaches(&p->dist, s))
            code = push_start_node(p, s, err);
    return code;
}

/* ---- the node being expanded ----------------------------------------------------------- */

static void append_to_path(k_best *p, uint32_t i)
{
    p->on_path.stamp[node_state(p, i)] = p->on_path.current;
    for (size_t k = 0; k < p->dist.width && p->nodes[i].parent; k++)
        p->path_cost[k] =
            cost_add(p->path_cost[k], cost_distance_edge(&p->dist, node_edge(p, i), k));
}

/* The inverse of append_to_path; every cost of the path fits. */
static void take_off_path(k_best *p, uint32_t i)
{
    path_marks_remove(&p->on_path, node_state(p, i));
    for (size_t k = 0; k < p->dist.width && p->nodes[i].parent; k++)
        p->path_cost[k] -= cost_distance_edge(&p->dist, node_edge(p, i), k);
}

static bool path_cost_fits(const k_best *p)
{
    bool fits = true;
    for (size_t k = 0; k < p->dist.width; k++)
        fits = fits && cost_fits(p->path_cost[k]);
    return fits;
}

/* The last node that the paths to a and b share; 0: they have different starts. */
static uint32_t shared_node(const k_best *p, uint32_t a, uint32_t b)
{
    while (a != b) {
        uint32_t longer = p->nodes[a].length, other = p->nodes[b].length;
        a = longer >= other ? p->nodes[a].parent : a;
        b = other >= longer ? p->nodes[b].parent : b;
    }
    return a;
}

/* Marks the states of node i and sums its cost, from where its path leaves that of the current
   node; most often that is one step.  false: an ancestor is dead.  Those of the current node are
   not. */
static bool load_path(k_best *p, uint32_t i)
{
    uint32_t parent = p->nodes[i].parent, shared = 0;
    bool dead = false;
    if (p->current && parent && path_cost_fits(p))
        shared = shared_node(p, p->current, parent);
    for (uint32_t k = p->current; shared && k != shared; k = p->nodes[k].parent)
        take_off_path(p, k);
    if (!shared) {
        path_marks_clear(&p->on_path, p->g->states);
        memset(p->path_cost, 0, p->dist.width * sizeof *p->path_cost);
    }
    for (uint32_t k = parent; k != shared && !dead; k = p->nodes[k].parent) {
        dead = p->nodes[k].edge & DEAD;
        append_to_path(p, k);
    }
    p->current = dead ? 0 : i;
    append_to_path(p, i);
    return !dead;
}

/* A child's f is never less than its parent's, even where the parent's was made exact. */
static int push_successor(k_best *p, uint32_t i, uint64_t e, wgcq_error *err)
{
    uint32_t to = p->g->dst[e];
    if (!cost_distance_reaches(&p->dist, to) || path_marks_has(&p->on_path, to))
        return 0;
    for (size_t k = 0; k < p->dist.width; k++)
        p->sum[k] = cost_add(cost_add(p->path_cost[k], cost_distance_edge(&p->dist, e, k)),
                             cost_distance_at(&p->dist, to, k));
    if (!reserve_nodes(p))
        return error_set_memory(err);
    bool less = cost_distance_compare(p->sum, f_value_of(p, i), p->dist.width) < 0;
    return push_node(p, (path_node){i, p->nodes[i].length + 1, e}, less ? f_value_of(p, i) : p->sum,
                     err);
}

/* Whether node i has a simple completion; the least cost of one, from the start, in p->sum. */
static int search_avoiding_path(k_best *p, uint32_t i, bool *found, wgcq_error *err)
{
    int code = p->avoiding ? 0 : avoiding_path_new(&p->avoiding, &p->dist, err);
    load_path(p, i);
    if (!code)
        code = avoiding_path_find(p->avoiding, node_state(p, i), &p->on_path, p->sum, found,
                                  &p->effort, err);
    for (size_t k = 0; k < p->dist.width && !code && *found; k++)
        p->sum[k] = cost_add(p->path_cost[k], p->sum[k]);
    return code;
}

static uint32_t ancestor_of_length(const k_best *p, uint32_t i, uint32_t length)
{
    while (p->nodes[i].length > length)
        i = p->nodes[i].parent;
    assert(p->nodes[i].length == length);
    return i;
}

/* Node i has no completion: marks its shortest ancestor that has none, and so all descendants of
   that.  Ancestors of a node that has one have one, so it is found by bisection. */
static int mark_dead_subtree(k_best *p, uint32_t i, wgcq_error *err)
{
    uint32_t low = 0, high = p->nodes[i].length;
    int code = 0;
    assert(!(p->nodes[i].edge & EXACT));
    for (uint32_t k = p->nodes[i].parent; k && !low; k = p->nodes[k].parent)
        if (p->nodes[k].edge & EXACT)
            low = p->nodes[k].length + 1;
    while (low < high && !code) {
        uint32_t middle = low + (high - low) / 2, k = ancestor_of_length(p, i, middle);
        bool found;
        code = search_avoiding_path(p, k, &found, err);
        if (!code && found)
            low = middle + 1;
        else
            high = middle;
    }
    p->nodes[ancestor_of_length(p, i, high)].edge |= DEAD;
    p->current = 0;
    return code;
}

/* Computes the exact f of node i; *gone: it has no completion, or was queued again. */
static int make_exact(k_best *p, uint32_t i, bool *gone, wgcq_error *err)
{
    bool found;
    int code = search_avoiding_path(p, i, &found, err);
    if (code)
        return code;
    *gone = true;
    if (!found)
        return mark_dead_subtree(p, i, err);
    p->nodes[i].edge |= EXACT;
    if (cost_distance_compare(p->sum, f_value_of(p, i), p->dist.width) <= 0) {
        *gone = false;
        return 0;
    }
    memcpy(f_value_of(p, i), p->sum, p->dist.width * sizeof *p->sum);
    return open_node(p, i) ? 0 : error_set_memory(err);
}

/* Where a goal may be passed, to end there is one of its successors. */
static int push_end(k_best *p, uint32_t i, wgcq_error *err)
{
    uint32_t s = node_state(p, i);
    if (graph_ends_at_goals(p->g) || !(p->g->marks[s] & MARK_GOAL))
        return 0;
    for (size_t k = 0; k < p->dist.width; k++)
        p->sum[k] = cost_add(p->path_cost[k], cost_distance_final(&p->dist, s, k));
    return reserve_nodes(p) ? push_node(p, (path_node){i, p->nodes[i].length, ENDED}, p->sum, err)
                            : error_set_memory(err);
}

static int expand_node(k_best *p, uint32_t i, wgcq_error *err)
{
    uint32_t s = node_state(p, i);
    bool gone = !load_path(p, i);
    int code = 0;
    if (!gone && ++p->fruitless > p->patience && !(p->nodes[i].edge & EXACT))
        code = make_exact(p, i, &gone, err);
    if (!gone && !code)
        code = push_end(p, i, err);
    for (uint64_t e = graph_row(p->g, s); e < graph_row_end(p->g, s) && !gone && !code; e++)
        code = push_successor(p, i, e, err);
    return code;
}

/* ---- best first ------------------------------------------------------------------------ */

static bool reserve_plan_edges(k_best *p, size_t length)
{
    return array_reserve(&p->edges, &p->edges_room, length + 1, sizeof *p->edges);
}

/* The plan to node i mostly begins like the one before, whose edges are there. */
static int reconstruct_plan(k_best *p, uint32_t i, uint32_t *start, uint32_t *length,
                            const uint64_t **edges, wgcq_error *err)
{
    uint32_t k = *length = p->nodes[i].length;
    if (!reserve_plan_edges(p, k) ||
        !array_reserve(&p->on_plan, &p->on_plan_room, k + (size_t)1, sizeof *p->on_plan))
        return error_set_memory(err);
    for (; k >= p->on_plan_end || p->on_plan[k] != i; i = p->nodes[i].parent, k--) {
        p->on_plan[k] = i;
        if (!k)
            break;
        p->edges[k - 1] = node_edge(p, i);
    }
    p->on_plan_end = *length + (size_t)1;
    *start = node_state(p, p->on_plan[0]);
    *edges = p->edges;
    return 0;
}

static size_t nodes_memory(const k_best *p)
{
    return p->count * (sizeof *p->nodes + p->dist.width * sizeof *p->f_value) +
           p->open.room * sizeof *p->open.numbers;
}

/* The last node of the next plan. */
static int next_plan_end(k_best *p, uint32_t *end, const wgcq_monitor *monitor, wgcq_error *err)
{
    int code = 0;
    while ((p->first || p->open.count) && !code) {
        p->out_of_budget = (p->max_effort && p->effort > p->max_effort) ||
                           (p->max_bytes && nodes_memory(p) > p->max_bytes);
        if (p->out_of_budget)
            return WGCQ_DONE;
        const uint32_t i = next_open_node(p);
        const bool ended = p->nodes[i].edge & ENDED;
        if (ended || (graph_ends_at_goals(p->g) && p->g->marks[node_state(p, i)] & MARK_GOAL)) {
            *end = ended ? p->nodes[i].parent : i;
            p->fruitless = 0;
            return 0;
        }
        code = expand_node(p, i, err);
        code = code ? code : progress_poll(&p->progress, monitor, p->nodes[i].length, err);
    }
    return code ? code : WGCQ_DONE;
}

static int next_best_plan(k_best *p, uint32_t *start, uint32_t *length, const uint64_t **edges,
                          const wgcq_monitor *monitor, wgcq_error *err)
{
    uint32_t end;
    const bool known = p->ahead_at < p->ahead_end;
    int code = known ? 0 : next_plan_end(p, &end, monitor, err);
    if (known)
        end = p->ahead[p->ahead_at++];
    return code ? code : reconstruct_plan(p, end, start, length, edges, err);
}

int k_best_look_ahead(k_best *p, size_t most, const wgcq_monitor *monitor, wgcq_error *err)
{
    uint32_t end;
    assert(!p->only_optimal);
    if (p->ahead_end - p->ahead_at >= most)
        return WGCQ_DONE;
    if (!array_reserve(&p->ahead, &p->ahead_room, p->ahead_end + 1, sizeof *p->ahead))
        return error_set_memory(err);
    int code = next_plan_end(p, &end, monitor, err);
    if (!code)
        p->ahead[p->ahead_end++] = end;
    return code;
}

/* ---- only optimal: depth-first along tight edges ------------------------------------- */

/* The next start of least cost. */
static bool next_optimal_start(k_best *p)
{
    while (p->best_start && ++p->start <= p->g->states) {
        uint32_t s = p->start;
        if (!cost_distance_is_best_start(&p->dist, p->best_start, s))
            continue;
        p->depth = 0;
        p->path[0] = s;
        p->next[0] = graph_row(p->g, s);
        return true;
    }
    return false;
}

/* One tight edge further, or one step back; false: this start is exhausted. */
static bool step_along_tight(k_best *p)
{
    uint32_t s = p->path[p->depth];
    uint64_t end = cost_distance_ends(&p->dist, s) ? 0 : graph_row_end(p->g, s);
    while (p->next[p->depth] < end) {
        uint64_t e = p->next[p->depth]++;
        if (!cost_distance_tight(&p->dist, s, e))
            continue;
        p->edges[p->depth++] = e;
        p->path[p->depth] = p->g->dst[e];
        p->next[p->depth] = graph_row(p->g, p->g->dst[e]);
        return true;
    }
    return p->depth-- > 0;
}

static int next_optimal_plan(k_best *p, uint32_t *start, uint32_t *length, const uint64_t **edges,
                             const wgcq_monitor *monitor, wgcq_error *err)
{
    if (p->best_start && !cost_distance_fits(&p->dist, p->best_start))
        return cost_distance_overflow(&p->dist, p->best_start, err);
    for (;;) {
        if (p->in_progress)
            p->in_progress = step_along_tight(p);
        if (!p->in_progress && !(p->in_progress = next_optimal_start(p)))
            return WGCQ_DONE;
        int code = progress_poll(&p->progress, monitor, p->depth, err);
        if (code)
            return code;
        if (!cost_distance_ends(&p->dist, p->path[p->depth]))
            continue;
        *start = p->path[0];
        *length = p->depth;
        *edges = p->edges;
        return 0;
    }
}

/* ---- both ---------------------------------------------------------------------------- */

static int choose_first_plan(k_best *p, wgcq_error *err)
{
    bool any = p->best_start && cost_distance_fits(&p->dist, p->best_start);
    return any && p->g->state ? chosen_plan_find(&p->chosen, &p->dist, p->best_start, err) : 0;
}

static int prepare_search(k_best *p, wgcq_error *err)
{
    p->best_start = cost_distance_best_start(&p->dist);
    int code = choose_first_plan(p, err);
    if (code)
        return code;
    size_t length =
        p->best_start ? (size_t)cost_distance_at(&p->dist, p->best_start, p->dist.moves_at) : 0;
    p->patience = PATIENCE + 2 * (uint64_t)length;
    if (p->only_optimal) {
        p->path = malloc((length + 2) * sizeof *p->path);
        p->next = malloc((length + 2) * sizeof *p->next);
        return p->path && p->next && reserve_plan_edges(p, length + 1) ? 0 : error_set_memory(err);
    }
    p->open = (heap){.home = p->g->home, .context = p, .less = dequeues_before};
    p->path_cost = malloc(p->dist.width * sizeof *p->path_cost);
    p->sum = malloc(p->dist.width * sizeof *p->sum);
    if (!path_marks_open(&p->on_path, p->g) || !p->path_cost || !p->sum)
        return error_set_memory(err);
    return push_start_nodes(p, err);
}

int k_best_new(k_best **out, const graph *g, const reversed_graph *back, cost_order order,
               bool only_optimal, wgcq_error *err)
{
    k_best *p = calloc(1, sizeof *p);
    if (!p)
        return error_set_memory(err);
    p->g = g;
    p->only_optimal = only_optimal;
    progress_begin(&p->progress, "solutions", g);
    p->progress.interval = PLANS_BETWEEN;
    int code = cost_distance_find(&p->dist, g, back, order, err);
    code = code ? code : prepare_search(p, err);
    if (code)
        k_best_free(p);
    else
        *out = p;
    return code;
}

static int give_chosen_plan(k_best *p, uint32_t *start, uint32_t *length, const uint64_t **edges)
{
    p->chosen_given = true;
    *start = p->chosen.start;
    *length = p->chosen.length;
    *edges = p->chosen.edges;
    return 0;
}

int k_best_next(k_best *p, uint32_t *start, uint32_t *length, const uint64_t **edges,
                const wgcq_monitor *monitor, wgcq_error *err)
{
    int code;
    if (p->chosen.start && !p->chosen_given)
        return give_chosen_plan(p, start, length, edges);
    do
        code = p->only_optimal ? next_optimal_plan(p, start, length, edges, monitor, err)
                               : next_best_plan(p, start, length, edges, monitor, err);
    while (!code && chosen_plan_is(&p->chosen, *start, *length, *edges));
    return code;
}

/* *over: the edge at which it overflows. */
static int64_t sum_cost(const graph *g, int cost, uint32_t start, uint32_t length,
                        const uint64_t *edges, uint64_t *over)
{
    int64_t sum = cost < 0 ? (int64_t)length : 0;
    for (uint32_t i = 0; i < length && cost >= 0 && cost_fits(sum); i++) {
        sum = cost_add(sum, g->cost[edges[i] * g->costs + (unsigned)cost]);
        *over = edges[i];
    }
    return cost_add(sum, graph_final(g, length ? g->dst[edges[length - 1]] : start, cost));
}

int64_t k_best_cost(const graph *g, int cost, uint32_t start, uint32_t length,
                    const uint64_t *edges)
{
    uint64_t over;
    return sum_cost(g, cost, start, length, edges, &over);
}

int k_best_checked_cost(int64_t *out, const graph *g, int cost, uint32_t start, uint32_t length,
                        const uint64_t *edges, wgcq_error *err)
{
    uint64_t over = 0;
    *out = sum_cost(g, cost, start, length, edges, &over);
    return cost_fits(*out) ? 0 : graph_overflow(g, over, err);
}

void k_best_set_budget(k_best *p, uint64_t effort, size_t bytes)
{
    p->max_effort = effort;
    p->max_bytes = bytes;
}

bool k_best_out_of_budget(const k_best *p)
{
    return p->out_of_budget;
}

void k_best_free(k_best *p)
{
    if (!p)
        return;
    cost_distance_free(&p->dist);
    chosen_plan_free(&p->chosen);
    avoiding_path_free(p->avoiding);
    path_marks_close(&p->on_path);
    heap_free(&p->open);
    home_free(p->g->home, p->nodes);
    home_free(p->g->home, p->f_value);
    FREE_EACH(p->path_cost, p->sum, p->path, p->next, p->ahead, p->on_plan, p->edges, p);
}
