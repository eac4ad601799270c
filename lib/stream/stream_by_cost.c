/*
 * stream_by_cost.c - solutions in the order of their cost, each as soon as its place is certain.
 *
 * The search has a lower bound on the cost of plans that are not in the graph yet.  Every plan of a
 * snapshot of the graph that costs less is yielded, best first; then the search continues until
 * another may be due: a goal was found, the bound has passed a known plan, or the graph has grown
 * by a fraction of itself, which keeps the total cost of snapshots linear.
 *
 * The first solution is yielded before all of equal cost are known, and left out when they come.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "graph/algorithms/cost_distance.h"
#include "stream/stream.h"

enum { LEAST_GROWTH = 1024 }; /* edges */

/* ---- the bound ---------------------------------------------------------------------------- */

/* Whether all plans that cost as much as the snapshot's current plan are known. */
static bool is_within_bound(const wgcq_search *w, const frontier_bound *h)
{
    if (!h->known || h->none)
        return h->known;
    int order = cost_distance_compare(w->snapshot.cost, h->least, w->criteria_count);
    return order < 0 || (h->beyond && !order);
}

/* Whether all plans that cost less than it are known. */
static bool unbeaten(const wgcq_search *w, const frontier_bound *h)
{
    return h->known &&
           (h->none || cost_distance_compare(w->snapshot.cost, h->least, w->criteria_count) <= 0);
}

static void copy_bound(const wgcq_search *w, frontier_bound *to, const frontier_bound *from)
{
    assert(to != from);
    int64_t *own = to->least;
    memcpy(own, from->least, w->criteria_count * sizeof *own);
    *to = *from;
    to->least = own;
}

static bool all_explored(const wgcq_search *w)
{
    return w->exhausted && search_partial_result(w->run)->end == SEARCH_COMPLETE;
}

/* ---- what was yielded --------------------------------------------------------------------- */

static int remember_early(wgcq_search *w, wgcq_error *err)
{
    const k_best_snapshot *k = &w->snapshot;
    w->yielded_early = (yielded_plan){.there = true, .start = k->start, .length = k->length};
    w->yielded_early.step = malloc((k->length + (size_t)1) * 2 * sizeof *w->yielded_early.step);
    if (!w->yielded_early.step)
        return error_set_memory(err);
    for (size_t i = 0; i < k->length; i++) {
        w->yielded_early.step[2 * i] = graph_move(k->copy, k->edges[i]);
        w->yielded_early.step[2 * i + 1] = k->copy->dst[k->edges[i]];
    }
    return 0;
}

static bool is_early(const wgcq_search *w)
{
    const k_best_snapshot *k = &w->snapshot;
    const yielded_plan *r = &w->yielded_early;
    if (!r->there || r->start != k->start || r->length != k->length)
        return false;
    for (size_t i = 0; i < k->length; i++)
        if (r->step[2 * i] != graph_move(k->copy, k->edges[i]) ||
            r->step[2 * i + 1] != k->copy->dst[k->edges[i]])
            return false;
    return true;
}

static bool was_yielded(const wgcq_search *w)
{
    return is_within_bound(w, &w->yielded_bound) || is_early(w) || stream_is_by_discovery(w);
}

/* The best plan of the snapshot that was not yielded. */
static int peek_unyielded(wgcq_search *w, wgcq_error *err)
{
    int code = k_best_snapshot_peek(&w->snapshot, w->s.monitor, err);
    while (!code && was_yielded(w)) {
        k_best_snapshot_advance(&w->snapshot);
        code = k_best_snapshot_peek(&w->snapshot, w->s.monitor, err);
    }
    return code;
}

/* ---- when a snapshot is taken ------------------------------------------------------------- */

static bool has_grown(const wgcq_search *w, unsigned shares)
{
    uint64_t before = w->snapshot.copy ? w->snapshot.copy->edges : 0;
    return w->s.g->edges >= before + before / shares + LEAST_GROWTH;
}

static bool is_worth_a_copy(const wgcq_search *w, bool there)
{
    if (!k_best_snapshot_is_stale(&w->snapshot) || (!w->bound.known && !w->exhausted))
        return false;
    if (w->exhausted || (there && is_within_bound(w, &w->bound)) ||
        (there && !w->solutions && unbeaten(w, &w->bound)))
        return true;
    if (w->options.order == WGCQ_BREADTH_FIRST && w->solutions)
        return w->goal_touched && w->bound.least[0] > w->bound_at_copy.least[0];
    if (w->goals > w->goals_at_copy)
        return true;
    return w->goals && has_grown(w, w->goal_touched ? 8 : 1);
}

static int renew_snapshot(wgcq_search *w, wgcq_error *err)
{
    int code = k_best_snapshot_renew(&w->snapshot, err);
    if (code)
        return code;
    copy_bound(w, &w->yielded_bound, &w->bound_at_copy);
    copy_bound(w, &w->bound_at_copy, &w->bound);
    w->goals_at_copy = w->goals;
    w->goal_touched = false;
    return 0;
}

/* ---- the next one ------------------------------------------------------------------------- */

static int yield_best(wgcq_search *w, bool proved, wgcq_error *err)
{
    const k_best_snapshot *k = &w->snapshot;
    assert(k->start);
    int code = is_within_bound(w, &w->bound_at_copy) || w->exhausted ? 0 : remember_early(w, err);
    code = code ? code : stream_yield(w, k->copy, k->start, k->length, k->edges, proved, err);
    if (!code)
        k_best_snapshot_advance(&w->snapshot);
    return code;
}

int stream_by_cost(wgcq_search *w, wgcq_error *err)
{
    for (;;) {
        int code = peek_unyielded(w, err);
        bool all = w->exhausted && !k_best_snapshot_is_stale(&w->snapshot);
        bool proved = !code && ((all && all_explored(w)) || is_within_bound(w, &w->bound_at_copy) ||
                                (!w->solutions && unbeaten(w, &w->bound_at_copy)));
        if (code < 0 || code == WGCQ_LIMIT || (code && all))
            return code;
        if (!code && (proved || all))
            return yield_best(w, proved, err);
        code = is_worth_a_copy(w, !code) ? renew_snapshot(w, err) : stream_continue(w, err);
        if (code)
            return code;
    }
}
