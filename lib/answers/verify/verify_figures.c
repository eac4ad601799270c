/*
 * verify_figures.c - distances, figures and best plans, computed on the derived graph.
 *
 * Best plans are found and counted forwards from the starts, where the algorithms of the answers
 * (graph/cost_distance.c, graph/count_optimal.c) run backwards from the goals.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verify_edges.h"
#include "base/array.h"
#include "base/containers/heap.h"
#include "base/containers/placed_counts.h"
#include "base/cost.h"
#include "base/error.h"
#include "model/order.h"

/* ---- distances ---------------------------------------------------------------------------- */

/* Breadth-first levels from all states whose distance is 0 already.  false: no memory. */
static bool propagate_levels(uint32_t *distance, uint32_t states, const derived_graph *along)
{
    const uint32_t *next = along->dst;
    uint32_t *queue = malloc(((size_t)states + 1) * sizeof *queue);
    size_t head = 0, tail = 0;
    if (!queue)
        return false;
    for (uint32_t s = 1; s <= states; s++)
        if (!distance[s])
            queue[tail++] = s;
    for (; head < tail; head++)
        for (uint64_t e = derived_row(along, queue[head]),
                      end = derived_row(along, queue[head] + (size_t)1);
             e < end; e++)
            if (next[e] && distance[next[e]] == NEVER) {
                distance[next[e]] = distance[queue[head]] + 1;
                queue[tail++] = next[e];
            }
    free(queue);
    return true;
}

/* The predecessors of every state, as the edges of a graph: back->dst are its sources. */
static bool reverse_derived(const verification *v, derived_graph *back)
{
    uint32_t states = v->g->states;
    const derived_graph *derived = &v->derived;
    assert(derived_row(derived, states + (size_t)1) == derived->edges);
    uint64_t *at = calloc((size_t)states + 3, sizeof *at);
    back->dst = malloc((derived->edges + 1) * sizeof *back->dst);
    bool fine = at && back->dst && verify_rows_open(back, states);
    for (uint64_t e = 0; fine && e < derived->edges; e++)
        at[derived->dst[e] + (size_t)2]++;
    for (size_t s = 1; fine && s <= (size_t)states + 2; s++)
        at[s] += at[s - 1];
    for (size_t s = 0; fine && s <= (size_t)states + 1; s++)
        fine = verify_rows_begin(back, s, at[s + 1]);
    for (uint32_t s = 1; fine && s <= states; s++)
        for (uint64_t e = derived_row(derived, s); e < derived_row(derived, s + (size_t)1); e++)
            back->dst[at[derived->dst[e] + (size_t)1]++] = s;
    free(at);
    return fine;
}

static uint32_t *new_distances(const verification *v)
{
    uint32_t *all = malloc(((size_t)v->g->states + 1) * sizeof *all);
    for (uint32_t s = 0; all && s <= v->g->states; s++)
        all[s] = NEVER;
    return all;
}

static int note_stored_to_goal(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    verification *v = self;
    bool known = values[0] >= 0 && values[0] < NEVER;
    (void)err;
    if (rowid >= 1 && rowid <= v->g->states)
        v->to_goal[rowid] = known ? (uint32_t)values[0] : NEVER;
    return 0;
}

/* Whether v->to_goal is what each state's successors make it. */
static bool agrees_with_successors(const verification *v)
{
    const derived_graph *d = &v->derived;
    bool agrees = true;
    for (uint32_t s = 1; s <= v->g->states && agrees; s++) {
        uint32_t least = NEVER;
        for (uint64_t e = derived_row(d, s); e < derived_row(d, s + (size_t)1); e++)
            least = v->to_goal[d->dst[e]] < least ? v->to_goal[d->dst[e]] : least;
        uint32_t right = d->marks[s] & MARK_GOAL ? 0 : least == NEVER ? NEVER : least + 1;
        agrees = v->to_goal[s] == right;
    }
    return agrees;
}

/* The stored distances to a goal: where each is 0 at a goal, else one more than the least of its
   successors, they are right, and need no predecessors.  Every move leads to a state of the file.
 */
static int confirm_to_goal(verification *v, bool *right)
{
    wgcq_error own = {0};
    v->to_goal = new_distances(v);
    if (!v->to_goal)
        return error_set_memory(v->err);
    int code = v->reference.model->has_goal
                   ? trace_scan(v->trace, TRACE_DISTANCE_ROWS, note_stored_to_goal, v, &own)
                   : 0;
    *right = !code && agrees_with_successors(v);
    if (!*right) {
        free(v->to_goal);
        v->to_goal = NULL;
    }
    return code && code != WGCQ_ESTORE ? error_set(v->err, (wgcq_code)code, "%s", own.text) : 0;
}

/* Distances to a goal, and (*out) to a state with an exit. */
static int derive_backwards(verification *v, uint32_t **out)
{
    derived_graph back = {0};
    uint32_t *exit_distance = new_distances(v);
    v->to_goal = new_distances(v);
    bool fine = v->to_goal && exit_distance && reverse_derived(v, &back);
    for (uint32_t s = 1; fine && s <= v->g->states; s++) {
        if (v->derived.marks[s] & MARK_GOAL)
            v->to_goal[s] = 0;
        if (v->derived.marks[s] & MARK_EXIT)
            exit_distance[s] = 0;
    }
    fine = fine && propagate_levels(v->to_goal, v->g->states, &back) &&
           propagate_levels(exit_distance, v->g->states, &back);
    verify_rows_close(&back);
    *out = exit_distance;
    return fine ? 0 : error_set_memory(v->err);
}

/* Depths, distances to a goal, and (*out, the caller frees it; NULL: there is none) to a state with
   an exit. */
static int derive_distances(verification *v, uint32_t **out)
{
    bool right = false;
    assert(v->derived.row && !v->depth && !v->to_goal);
    v->depth = new_distances(v);
    for (uint32_t s = 1; v->depth && s <= v->g->states; s++)
        if (v->derived.marks[s] & MARK_START)
            v->depth[s] = 0;
    if (!v->depth || !propagate_levels(v->depth, v->g->states, &v->derived))
        return error_set_memory(v->err);
    int code = v->derived.any_exit ? 0 : confirm_to_goal(v, &right);
    return code || right ? code : derive_backwards(v, out);
}

static order_depths run_depths(const verification *v)
{
    return order_depths_named(v->facts->order);
}

/* Only an incomplete best-first run may leave a depth open. */
static bool may_lack_depth(const verification *v)
{
    return !v->complete && run_depths(v) == DEPTHS_DERIVED;
}

static void update_deepest(verification *v, bool known, int64_t depth)
{
    if (!known)
        v->deepest = -1;
    else if (v->deepest >= 0 && depth > v->deepest)
        v->deepest = depth;
}

/* `nearest` is the least depth of a state with an exit: a path through states that are not in the
   file comes back to a state of it two moves later at the earliest. */
static void check_depth(verification *v, uint32_t s, const wgcq_rows *row, uint32_t nearest)
{
    bool tree = run_depths(v) == DEPTHS_OF_TREE;
    bool known = wgcq_rows_type(row, 1) == WGCQ_INTEGER;
    int64_t depth = known ? wgcq_rows_integer(row, 1) : 0;
    bool right = v->depth[s] != NEVER && (known || may_lack_depth(v)) &&
                 (!known || depth == v->depth[s] || (tree && depth > v->depth[s]));
    update_deepest(v, known, depth);
    if (!right && v->depth[s] == NEVER)
        verify_differs(v, "%s is not reachable", verify_state_name(v, s));
    else if (!right && known)
        verify_differs(v, "%s lies %s moves from a start, and %s is stored",
                       verify_state_name(v, s), WGCQ_GROUPED(v->depth[s]), VERIFY_GROUPED(depth));
    else if (!right)
        verify_differs(v, "%s has no depth", verify_state_name(v, s));
    else if (known && !tree && nearest != NEVER && depth > (int64_t)nearest + 2)
        verify_unknown(v, "a path through states outside of the file may lead to %s in fewer moves",
                       verify_state_name(v, s));
}

/* The least depth of a state with an exit, but those that a bound ends: depths are within it. */
static uint32_t nearest_exit(const verification *v)
{
    uint32_t nearest = NEVER;
    for (uint32_t s = 1; s <= v->g->states; s++)
        if ((v->derived.marks[s] & (MARK_EXIT | MARK_BOUNDED)) == MARK_EXIT &&
            v->depth[s] < nearest)
            nearest = v->depth[s];
    return nearest;
}

static void check_to_goal(verification *v, uint32_t s, const wgcq_rows *row,
                          const uint32_t *exit_distance, strbuf *first, uint64_t *wrong)
{
    bool known = wgcq_rows_type(row, 2) == WGCQ_INTEGER;
    int64_t stored = known ? wgcq_rows_integer(row, 2) : NEVER;
    bool right = stored == v->to_goal[s] || (!known && !v->complete);
    /* no goal outside of the file may be nearer */
    uint32_t exit = exit_distance ? exit_distance[s] : NEVER;
    bool proved = !known || exit == NEVER || (int64_t)exit + 1 >= stored;
    if ((right && proved) || (*wrong)++)
        return;
    strbuf_clear(first);
    verify_put_state(v, first, s);
    if (v->to_goal[s] == NEVER)
        strbuf_printf(first, " is a dead end, and %s is stored", VERIFY_GROUPED(stored));
    else if (known)
        strbuf_printf(first, " is %s moves from a goal, and %s is stored",
                      WGCQ_GROUPED(v->to_goal[s]), VERIFY_GROUPED(stored));
    else
        strbuf_printf(first, " is %s moves from a goal, and stored as a dead end",
                      WGCQ_GROUPED(v->to_goal[s]));
}

/* One row of `src, dst`, in the order in which the edges were stored: the first into a state is its
   edge in the search tree. */
static void check_discovery(verification *v, bool *found, const wgcq_rows *row)
{
    const uint32_t *depth = v->g->depth;
    int64_t src = wgcq_rows_integer(row, 0), dst = wgcq_rows_integer(row, 1);
    if (src < 1 || src > v->g->states || dst < 1 || dst > v->g->states || found[dst])
        return;
    found[dst] = true;
    if (!(v->derived.marks[dst] & MARK_START) && depth[dst] != depth[src] + 1)
        verify_differs(
            v, "state %lld was found from state %lld, which is %s deep, and %s is stored",
            (long long)dst, (long long)src, WGCQ_GROUPED(depth[src]), WGCQ_GROUPED(depth[dst]));
}

/* A state's stored depth is one more than that of its parent in the search tree. */
static int check_discovery_tree(verification *v)
{
    wgcq_rows *rows = NULL;
    bool *found = calloc((size_t)v->g->states + 1, sizeof *found);
    int code =
        found ? trace_selectf(&rows, v->trace, v->err, "SELECT src,dst FROM edge_# ORDER BY rowid")
              : error_set_memory(v->err);
    while (!code && (code = wgcq_rows_next(rows, v->err)) == 0)
        check_discovery(v, found, rows);
    wgcq_rows_free(rows);
    free(found);
    return code == WGCQ_DONE ? 0 : code;
}

/* Every state that is no start has a predecessor in the derived graph that is one less deep. */
static int check_predecessors(verification *v)
{
    const uint32_t *depth = v->g->depth;
    bool *led = calloc((size_t)v->g->states + 1, sizeof *led);
    if (!led)
        return error_set_memory(v->err);
    for (uint32_t s = 1; s <= v->g->states; s++)
        for (uint64_t e = derived_row(&v->derived, s); e < derived_row(&v->derived, s + (size_t)1);
             e++)
            if (depth[v->derived.dst[e]] == depth[s] + 1)
                led[v->derived.dst[e]] = true;
    for (uint32_t s = 1; s <= v->g->states; s++)
        if (!led[s] && !(v->derived.marks[s] & MARK_START && !depth[s]))
            verify_differs(v,
                           "state %u is stored at depth %s, and no state one less deep leads to it",
                           s, WGCQ_GROUPED(depth[s]));
    free(led);
    return 0;
}

int verify_distances(verification *v)
{
    wgcq_rows *rows = NULL;
    uint32_t *exit_distance = NULL, s = 0, nearest = NEVER;
    strbuf first = {0};
    uint64_t wrong = 0;
    verify_begin_check(v, "depth", v->g->states);
    int code = derive_distances(v, &exit_distance);
    if (!code)
        nearest = nearest_exit(v);
    if (!code)
        code = trace_select(&rows, v->trace, "SELECT id,depth,to_goal FROM states ORDER BY id",
                            v->err);
    while (!code && (code = wgcq_rows_next(rows, v->err)) == 0) {
        if (++s > v->g->states)
            code = error_set(v->err, WGCQ_ESTORE, "the file has changed meanwhile");
        if (code)
            break;
        check_depth(v, s, rows, nearest);
        if (v->reference.model->has_goal)
            check_to_goal(v, s, rows, exit_distance, &first, &wrong);
        code = verify_poll(v, s);
    }
    v->checked = s;
    code = code == WGCQ_DONE ? 0 : code;
    if (!code && v->g->depth)
        code = check_predecessors(v);
    if (!code && run_depths(v) != DEPTHS_BY_LEVEL && v->facts->keep <= WGCQ_TRACE_EDGES)
        code = check_discovery_tree(v);
    if (!code) {
        verify_end_check(v, "depth");
        v->checked = s;
        if (wrong)
            verify_differs(v, "%s", strbuf_string(&first));
        v->differences = wrong;
        if (v->reference.model->has_goal)
            verify_end_check(v, "to_goal");
        v->checked = 0;
        code = 0;
    }
    wgcq_rows_free(rows);
    free(exit_distance);
    strbuf_free(&first);
    return code;
}

/* ---- figures of the run ------------------------------------------------------------------- */

static void check_figure(verification *v, const wgcq_rows *row, size_t column, uint64_t found)
{
    if (wgcq_rows_type(row, column) == WGCQ_NULL)
        return;
    v->checked++;
    if (wgcq_rows_integer(row, column) != (int64_t)found)
        verify_differs(v, "%s: the run says %s, and there are %s", wgcq_rows_name(row, column),
                       VERIFY_GROUPED(wgcq_rows_integer(row, column)), WGCQ_GROUPED(found));
}

static void check_deepest(verification *v, const wgcq_rows *row, size_t column)
{
    bool there = wgcq_rows_type(row, column) != WGCQ_NULL;
    bool ended = strcmp(v->facts->status, "interrupted") != 0;
    if (v->deepest >= 0 && !there && ended && v->g->states && !v->reduced)
        verify_differs(v, "the run has no depth, though all of its states have one");
    else if (v->deepest >= 0)
        check_figure(v, row, column, (uint64_t)v->deepest);
    else if (there)
        verify_differs(v, "the run has a depth, though some of its states have none");
}

static void check_run_figures(verification *v, const wgcq_rows *row)
{
    uint64_t starts = 0, goals = 0, dead = 0;
    for (uint32_t s = 1; s <= v->g->states; s++) {
        starts += (v->derived.marks[s] & MARK_START) != 0;
        goals += (v->derived.marks[s] & MARK_GOAL) != 0;
        dead += v->to_goal[s] == NEVER;
    }
    check_figure(v, row, 0, v->g->states);
    if (v->complete)
        check_figure(v, row, 1, v->derived.edges);
    else if (v->facts->keep <= WGCQ_TRACE_EDGES)
        check_figure(v, row, 1, v->edges);
    check_figure(v, row, 2, starts);
    check_deepest(v, row, 3);
    check_figure(v, row, 4, goals);
    if (v->complete && v->reference.model->has_goal)
        check_figure(v, row, 5, dead);
    if (v->complete && v->facts->keep == WGCQ_TRACE_ALL)
        check_figure(v, row, 6, v->rejections);
    if (v->complete && v->reference.model->has_goal && !goals)
        strbuf_put(&v->note, "unsolvable: everything is explored, and no goal is in it");
}

int verify_figures(verification *v)
{
    wgcq_rows *row;
    verify_begin_check(v, "figures", 0);
    int code = trace_select_row(
        &row, v->trace, v->err,
        "SELECT states,edges,starts,depth,goals,dead_ends,rejections FROM run WHERE id=#");
    if (!code) {
        check_run_figures(v, row);
        verify_end_check(v, "figures");
    }
    wgcq_rows_free(row);
    return code < 0 ? code : 0;
}

/* ---- the best of each cost, forwards ------------------------------------------------------ */

/* Cost, then moves, of the best path to each state; 0 is any state outside of the file.  Where the
   moves are INT64_MAX there is none, or none whose cost fits 64 bits.  Goals are not expanded, as
   plans end there. */
typedef struct best_paths {
    verification *v;
    int cost_index; /* a declared cost, -1 for moves */
    int64_t (*best)[2];
    placed_counts count; /* until a state is left, and of where plans end */
    heap queued;         /* states, the nearest first */
} best_paths;

static int compare_paths(const int64_t *a, const int64_t *b)
{
    if (a[0] != b[0])
        return a[0] < b[0] ? -1 : 1;
    return a[1] == b[1] ? 0 : a[1] < b[1] ? -1 : 1;
}

static bool is_better_path(const void *self, uint32_t a, uint32_t b)
{
    const best_paths *w = self;
    return compare_paths(w->best[a], w->best[b]) < 0;
}

/* Improves the path to the edge's target, or counts one that is as good.  false: no memory. */
static bool relax_edge(best_paths *w, uint32_t s, uint64_t e)
{
    const derived_graph *derived = &w->v->derived;
    uint32_t to = derived->dst[e];
    int64_t step = w->cost_index < 0
                       ? 1
                       : derived->cost[e * w->v->reference.model->costs + (unsigned)w->cost_index];
    int64_t next[2] = {0, w->best[s][1] + 1};
    if (__builtin_add_overflow(w->best[s][0], step, &next[0]))
        return true;
    int better = compare_paths(next, w->best[to]);
    if (better < 0) {
        w->best[to][0] = next[0];
        w->best[to][1] = next[1];
        if ((to && !heap_push(&w->queued, to)) || !placed_counts_set(&w->count, to, 0))
            return false;
    }
    return better > 0 || placed_counts_add(&w->count, to, s);
}

static bool is_end(const best_paths *w, uint32_t s)
{
    return w->v->derived.marks[s] & MARK_GOAL;
}

static int leave_state(best_paths *w, uint32_t s, wgcq_error *err)
{
    const derived_graph *derived = &w->v->derived;
    for (uint64_t e = derived_row(derived, s); e < derived_row(derived, s + (size_t)1); e++)
        if (!relax_edge(w, s, e))
            return error_set_memory(err);
    if (!is_end(w, s))
        placed_counts_leave(&w->count, s);
    return 0;
}

static int take_starts(best_paths *w, const verification *v)
{
    for (uint32_t s = 1; s <= v->g->states; s++) {
        if (!(v->derived.marks[s] & MARK_START))
            continue;
        if (!heap_push(&w->queued, s) || !placed_counts_set(&w->count, s, 1))
            return error_set_memory(v->err);
    }
    return 0;
}

/* Dijkstra's algorithm from all starts. */
static int find_best_paths(best_paths *w, verification *v)
{
    uint64_t done = 0;
    for (uint32_t s = 0; s <= v->g->states; s++) {
        bool start = s && v->derived.marks[s] & MARK_START;
        w->best[s][0] = w->best[s][1] = start ? 0 : INT64_MAX;
    }
    int code = take_starts(w, v);
    while (w->queued.count && !code) {
        uint32_t s = heap_pop(&w->queued);
        if (!is_end(w, s) || v->g->finals)
            code = leave_state(w, s, v->err);
        code = code ? code : verify_poll(v, ++done);
    }
    return code;
}

/* Cost of the best path to s, ended there.  false: it is no goal, or that does not fit. */
static bool end_path(const best_paths *w, uint32_t s, int64_t ended[2])
{
    const verification *v = w->v;
    if (!(v->derived.marks[s] & MARK_GOAL))
        return false;
    memcpy(ended, w->best[s], sizeof w->best[s]);
    return ended[1] == INT64_MAX ||
           !__builtin_add_overflow(ended[0], graph_final(v->g, s, w->cost_index), &ended[0]);
}

/* The best goal's cost and moves; the number of best plans goes behind the states' counts, 0 where
   there is none.  false: no memory. */
static bool count_best_plans(best_paths *w, int64_t best[2])
{
    const verification *v = w->v;
    size_t total = (size_t)v->g->states + 1;
    int64_t ended[2];
    best[0] = best[1] = INT64_MAX;
    for (uint32_t s = 1; s <= v->g->states; s++)
        if (end_path(w, s, ended) && compare_paths(ended, best) < 0)
            memcpy(best, ended, sizeof ended);
    bool fine = placed_counts_set(&w->count, total, 0);
    for (uint32_t s = 1; s <= v->g->states && fine; s++)
        if (end_path(w, s, ended) && !compare_paths(ended, best) && best[1] != INT64_MAX)
            fine = placed_counts_add(&w->count, total, s);
    return fine;
}

static bool best_paths_open(best_paths *w, verification *v)
{
    size_t states = (size_t)v->g->states + 1;
    *w = (best_paths){.v = v};
    w->best = malloc(states * sizeof *w->best);
    w->queued = (heap){.context = w, .less = is_better_path};
    w->queued.position = calloc(states, sizeof *w->queued.position);
    return placed_counts_open(&w->count, NULL, states + 1) && w->best && w->queued.position;
}

static void best_paths_close(best_paths *w)
{
    placed_counts_close(&w->count);
    FREE_EACH(w->best, w->queued.position);
    heap_free(&w->queued);
}

/* ---- against the stored figures ----------------------------------------------------------- */

/* The stored number of best plans against the one found. */
static int compare_plan_count(verification *v, const best_paths *w, const char *name,
                              const char *stored)
{
    char *count = placed_counts_text(&w->count, (size_t)v->g->states + 1);
    if (!count)
        return error_set_memory(v->err);
    if (strcmp(count, stored) != 0)
        verify_differs(v, "%s: the run says that %s plans have the least, and %s have", name,
                       stored, count);
    free(count);
    return 0;
}

/* A stored row `cost, least, count` against what was found. */
static int compare_best_row(verification *v, const best_paths *w, const wgcq_rows *row,
                            const int64_t best[2])
{
    const char *name = wgcq_rows_text(row, 0);
    const bool *maximized = v->reference.model->maximized;
    const bool most = cost_is_maximized(maximized, w->cost_index);
    const int64_t stored = wgcq_rows_integer(row, 1), least = most ? cost_kept(stored) : stored;
    v->checked++;
    if (best[1] == INT64_MAX) {
        verify_differs(v, "%s: the run says that the %s is %s, and there is no plan", name,
                       most ? "greatest" : "least", VERIFY_GROUPED(stored));
        return 0;
    }
    if (least != best[0]) {
        verify_differs(v, "%s: the run says that the %s is %s, and it is %s", name,
                       most ? "greatest" : "least", VERIFY_GROUPED(stored),
                       VERIFY_GROUPED(cost_shown(maximized, w->cost_index, best[0])));
        return 0;
    }
    if (w->best[0][0] < least)
        verify_unknown(v, "%s: a plan through states outside of the file may be better", name);
    if (wgcq_rows_type(row, 2) == WGCQ_NULL)
        return 0;
    if (w->best[0][0] <= least && compare_paths(w->best[0], best) <= 0)
        verify_unknown(v, "%s: a plan through states outside of the file may be as good", name);
    return compare_plan_count(v, w, name, wgcq_rows_text(row, 2));
}

static int cost_index_of(const verification *v, const char *name)
{
    for (unsigned i = 0; i < v->reference.model->costs; i++)
        if (!strcmp(v->reference.model->cost_names[i], name))
            return (int)i;
    return strcmp(name, "moves") ? -2 : -1;
}

static int check_best_row(void *self, const wgcq_rows *row, wgcq_error *err)
{
    best_paths *w = self;
    verification *v = w->v;
    int64_t best[2];
    w->cost_index = cost_index_of(v, wgcq_rows_text(row, 0));
    if (w->cost_index == -2) {
        verify_differs(v, "the puzzle has no cost '%s'", wgcq_rows_text(row, 0));
        return 0;
    }
    int code = find_best_paths(w, v);
    if (!code && !count_best_plans(w, best))
        code = error_set_memory(err);
    if (code)
        return code;
    size_t at = w->cost_index < 0 ? v->reference.model->costs : (size_t)w->cost_index;
    v->least_proved[at] = v->complete && best[1] != INT64_MAX;
    v->least[at] = best[0];
    return compare_best_row(v, w, row, best);
}

static bool goals_reached(const verification *v)
{
    for (uint32_t s = 1; s <= v->g->states; s++)
        if (v->derived.marks[s] & MARK_GOAL && v->depth[s] != NEVER)
            return true;
    return false;
}

int verify_counts(verification *v)
{
    best_paths w;
    size_t costs = v->reference.model->costs;
    assert(v->depth && !v->least);
    if (!v->reference.model->has_goal)
        return 0;
    verify_begin_check(v, "best plans", v->g->states);
    v->least = calloc(costs + 1, sizeof *v->least);
    v->least_proved = calloc(costs + 1, sizeof *v->least_proved);
    bool fine = best_paths_open(&w, v) && v->least && v->least_proved;
    int code = fine ? trace_each_row(v->trace, check_best_row, &w, v->err,
                                     "SELECT cost,least,count FROM cheapest WHERE run=#")
                    : error_set_memory(v->err);
    if (!code) {
        uint64_t expected = goals_reached(v) ? costs + 1 : 0;
        if (v->complete && v->checked != expected)
            verify_differs(v, "the run has the least of %llu costs, and it should have %llu",
                           (unsigned long long)v->checked, (unsigned long long)expected);
        verify_end_check(v, "best plans");
    }
    best_paths_close(&w);
    return code;
}
