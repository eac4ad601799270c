/* plan_sums.c - sums over the components of what plans visit. */
#include "graph/counts/plan_sums.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "graph/counts/frontier_paths.h"
#include "graph/counts/strong_components.h"

typedef struct plan_sums {
    const plan_region *region;
    strong_components components;
    cost_series *ways; /* [states + 1] to each state; of those in the tail: from each to the ends */
    bool *tail;        /* [components + 1] whether no cycle is behind it, nor in it */
    uint32_t *local;   /* [states + 1] for path_task.h */
    cost_series total;
    uint64_t terms; /* of all series that are kept */
    sums_forecast forecast;
    frontier_watch frontier;
    const sums_watch *watch;
    uint64_t done, vertices; /* taken up in components that are done; in all */
    progress_clock progress;
    const wgcq_monitor *monitor;
    wgcq_error *err;
} plan_sums;

static const uint32_t *members_of(const plan_sums *s, uint32_t component, uint32_t *count)
{
    *count = strong_component_size(&s->components, component);
    return s->components.member + s->components.first[component];
}

static bool ends_plans(const plan_sums *s, uint32_t state)
{
    return s->region->g->marks[state] & MARK_GOAL;
}

/* Whether edge e of a state leaves its component. */
static bool leaves_component(const plan_sums *s, uint32_t state, uint64_t e)
{
    const uint32_t to = s->region->g->dst[e];
    return s->components.number[to] != s->components.number[state] &&
           region_has_edge(s->region, state, e);
}

/* WGCQ_DONE: the costs of ways to the states, or from them, are too many.  Without costs they are
   one for each state. */
static int count_terms(plan_sums *s, const cost_series *kept)
{
    enum { TERMS_MOST = 1 << 26 };
    s->terms += kept->terms;
    return s->region->from && s->terms > TERMS_MOST ? WGCQ_DONE : 0;
}

/* ---- the tail -------------------------------------------------------------------------------- */

static bool has_tail_behind(const plan_sums *s, uint32_t component)
{
    uint32_t count;
    const uint32_t *member = members_of(s, component, &count);
    for (uint32_t i = 0; i < count; i++)
        for (uint64_t e = graph_row(s->region->g, member[i]);
             e < region_row_end(s->region, member[i]); e++)
            if (leaves_component(s, member[i], e) &&
                !s->tail[s->components.number[s->region->g->dst[e]]])
                return false;
    return true;
}

/* Adds the ways on from a state whose edges lead to the tail: to end there, or to go on. */
static bool add_ways_to_ends(const plan_sums *s, cost_series *to, uint32_t state)
{
    const plan_region *r = s->region;
    bool fine = !ends_plans(s, state) || cost_less(r->most, region_final_cost(r, state)) ||
                cost_series_add_one(to, region_final_cost(r, state));
    for (uint64_t e = graph_row(r->g, state); e < region_row_end(r, state) && fine; e++)
        if (leaves_component(s, state, e))
            fine = cost_series_add_shifted(to, &s->ways[r->g->dst[e]], region_edge_cost(r, e),
                                           r->most);
    return fine;
}

static int sum_up_tail(plan_sums *s)
{
    int code = 0;
    for (uint32_t c = 1; c <= s->components.count && !code; c++) {
        uint32_t count;
        const uint32_t *member = members_of(s, c, &count);
        s->tail[c] = count == 1 && has_tail_behind(s, c);
        if (s->tail[c] && !add_ways_to_ends(s, &s->ways[*member], *member))
            code = error_set_memory(s->err);
        code = code ? code : count_terms(s, &s->ways[*member]);
        code = code ? code : progress_poll(&s->progress, s->monitor, 0, s->err);
    }
    return code;
}

/* ---- in front of it -------------------------------------------------------------------------- */

/* Hands over the ways to a state to where its edges lead outside of its component. */
static bool leave_from(plan_sums *s, uint32_t state, const cost_series *ways)
{
    const plan_region *r = s->region;
    bool fine = !ends_plans(s, state) ||
                cost_series_add_shifted(&s->total, ways, region_final_cost(r, state), r->most);
    for (uint64_t e = graph_row(r->g, state); e < region_row_end(r, state) && fine; e++) {
        const uint32_t to = r->g->dst[e];
        if (!leaves_component(s, state, e))
            continue;
        const int64_t cost = region_edge_cost(r, e);
        fine = s->tail[s->components.number[to]]
                   ? cost_series_add_product(&s->total, ways, &s->ways[to], cost, r->most)
                   : cost_series_add_shifted(&s->ways[to], ways, cost, r->most);
    }
    return fine;
}

static bool begin_plans(plan_sums *s)
{
    bool fine = true;
    for (uint32_t state = 1; state <= s->region->g->states && fine; state++) {
        if (!region_begins(s->region, state))
            continue;
        fine = s->tail[s->components.number[state]]
                   ? cost_series_add_shifted(&s->total, &s->ways[state], 0, s->region->most)
                   : cost_series_add_one(&s->ways[state], 0);
    }
    return fine;
}

/* ---- through a component --------------------------------------------------------------------- */

static bool leaves_from(const plan_sums *s, uint32_t state)
{
    const plan_region *r = s->region;
    if (ends_plans(s, state))
        return true;
    for (uint64_t e = graph_row(r->g, state); e < region_row_end(r, state); e++)
        if (leaves_component(s, state, e))
            return true;
    return false;
}

static int pause_sums(void *self, wgcq_error *err)
{
    plan_sums *s = self;
    int code = progress_poll(&s->progress, s->monitor, 0, err);
    if (code || !s->watch || !s->watch->pause)
        return code;
    return s->watch->pause(s->watch->self, s->done + s->frontier.done, s->vertices,
                           s->frontier.states, err);
}

static int count_pass(plan_sums *s, cost_series *sum, const path_task *t)
{
    vertex_order order;
    int code = vertex_order_find(&order, t, s->err);
    if (!code && order.count)
        code = frontier_paths_count(sum, t, &order, s->region->from != NULL, s->region->most,
                                    &s->frontier, s->err);
    s->done += t->vertices;
    s->frontier.done = 0;
    vertex_order_free(&order);
    return code;
}

/* All that is behind is known: one pass, with the ways to the ends from each exit. */
static int count_to_ends(plan_sums *s, path_task *t, const uint32_t *member)
{
    cost_series *left = calloc(t->vertices, sizeof *left);
    int code = left ? 0 : error_set_memory(s->err);
    for (uint32_t i = 0; i < t->vertices && !code; i++) {
        code = add_ways_to_ends(s, &left[i], member[i]) ? 0 : error_set_memory(s->err);
        t->leave[i] = left[i].terms ? &left[i] : NULL;
    }
    code = code ? code : count_pass(s, &s->total, t);
    for (uint32_t i = 0; left && i < t->vertices; i++)
        cost_series_free(&left[i]);
    free(left);
    return code;
}

/* Else a pass for each exit. */
static int count_to_exits(plan_sums *s, path_task *t, const uint32_t *member)
{
    cost_series one = {0};
    int code = cost_series_add_one(&one, 0) ? 0 : error_set_memory(s->err);
    for (uint32_t i = 0; i < t->vertices && !code; i++) {
        cost_series sum = {0};
        if (!leaves_from(s, member[i]))
            continue;
        t->leave[i] = &one;
        code = count_pass(s, &sum, t);
        t->leave[i] = NULL;
        if (!code && !leave_from(s, member[i], &sum))
            code = error_set_memory(s->err);
        cost_series_free(&sum);
    }
    cost_series_free(&one);
    return code;
}

static int open_component(path_task *t, plan_sums *s, uint32_t component)
{
    uint32_t count;
    const uint32_t *member = members_of(s, component, &count);
    int code = path_task_open(t, s->region, member, count, s->local, s->err);
    for (uint32_t i = 0; i < count && !code; i++)
        t->come[i] = s->ways[member[i]].terms ? &s->ways[member[i]] : NULL;
    return code;
}

static int pass_component(plan_sums *s, uint32_t component)
{
    path_task t;
    uint32_t count;
    const uint32_t *member = members_of(s, component, &count);
    int code = open_component(&t, s, component);
    if (!code && has_tail_behind(s, component))
        code = count_to_ends(s, &t, member);
    else if (!code)
        code = count_to_exits(s, &t, member);
    path_task_close(&t);
    return code;
}

static int pass_all(plan_sums *s)
{
    int code = begin_plans(s) ? 0 : error_set_memory(s->err);
    for (uint32_t c = s->components.count; c && !code; c--) {
        uint32_t count;
        const uint32_t *member = members_of(s, c, &count);
        if (s->tail[c])
            continue;
        if (count > 1)
            code = pass_component(s, c);
        else if (!leave_from(s, *member, &s->ways[*member]))
            code = error_set_memory(s->err);
        for (uint32_t i = 0; i < count; i++)
            cost_series_free(&s->ways[member[i]]);
        code = code ? code : progress_poll(&s->progress, s->monitor, 0, s->err);
    }
    return code;
}

/* ---- the forecast ---------------------------------------------------------------------------- */

static uint64_t count_exits(const plan_sums *s, uint32_t component)
{
    uint32_t count;
    uint64_t exits = 0;
    const uint32_t *member = members_of(s, component, &count);
    for (uint32_t i = 0; i < count; i++)
        exits += leaves_from(s, member[i]);
    return exits;
}

/* [states + 1], malloc'd: whether plans come to a state from outside of its component. */
static bool *find_entries(const plan_sums *s)
{
    const plan_region *r = s->region;
    bool *entry = calloc((size_t)r->g->states + 1, sizeof *entry);
    for (uint32_t state = 1; entry && state <= r->g->states; state++) {
        if (!s->components.number[state])
            continue;
        entry[state] |= region_begins(r, state);
        for (uint64_t e = graph_row(r->g, state); e < region_row_end(r, state); e++)
            if (leaves_component(s, state, e))
                entry[r->g->dst[e]] = true;
    }
    return entry;
}

static int foresee_component(plan_sums *s, uint32_t component, const bool *entry)
{
    enum { COUNT_BYTES = 16, HASH_BYTES = 6 };
    static const cost_series any = {0};
    path_task t;
    vertex_order order = {0};
    uint32_t count;
    const uint32_t *member = members_of(s, component, &count);
    sums_forecast *f = &s->forecast;
    int code = path_task_open(&t, s->region, member, count, s->local, s->err);
    const bool tail = has_tail_behind(s, component);
    for (uint32_t i = 0; i < count && !code; i++) {
        t.come[i] = entry[member[i]] ? &any : NULL;
        t.leave[i] = leaves_from(s, member[i]) ? &any : NULL;
    }
    code = code ? code : vertex_order_find(&order, &t, s->err);
    const uint64_t passes = tail ? 1 : count_exits(s, component);
    const double states = frontier_states_most(order.width, t.directed);
    f->components++;
    f->passes += passes;
    f->states = count > f->states ? count : f->states;
    f->width = order.width > f->width ? order.width : f->width;
    if (states > f->frontier_states) {
        f->frontier_states = states;
        f->bytes = states * ((order.width + 7) / 8 * 8 + COUNT_BYTES + HASH_BYTES) * 2;
    }
    s->vertices += passes * count;
    vertex_order_free(&order);
    path_task_close(&t);
    return code;
}

static int foresee_sums(plan_sums *s)
{
    bool *entry = find_entries(s);
    int code = entry ? 0 : error_set_memory(s->err);
    for (uint32_t c = 1; c <= s->components.count && !code; c++)
        if (strong_component_size(&s->components, c) > 1)
            code = foresee_component(s, c, entry);
    free(entry);
    if (!code && s->watch && s->watch->forecast)
        s->watch->forecast(s->watch->self, &s->forecast);
    return !code && s->forecast.width > FRONTIER_WIDTH_MOST ? WGCQ_DONE : code;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static int open_sums(plan_sums *s)
{
    const size_t states = (size_t)s->region->g->states + 1;
    progress_begin(&s->progress, "counting", s->region->g);
    s->frontier = (frontier_watch){.pause = pause_sums, .self = s};
    int code = strong_components_find(&s->components, s->region, s->monitor, s->err);
    if (code)
        return code;
    s->ways = calloc(states, sizeof *s->ways);
    s->local = calloc(states, sizeof *s->local);
    s->tail = calloc((size_t)s->components.count + 1, sizeof *s->tail);
    return s->ways && s->local && s->tail ? 0 : error_set_memory(s->err);
}

static void close_sums(plan_sums *s)
{
    for (uint32_t i = 0; s->ways && i <= s->region->g->states; i++)
        cost_series_free(&s->ways[i]);
    FREE_EACH(s->ways, s->local, s->tail);
    cost_series_free(&s->total);
    strong_components_free(&s->components);
}

static int sum_up_plans(cost_series *total, const plan_region *region, const sums_watch *watch,
                        const wgcq_monitor *monitor, wgcq_error *err)
{
    plan_sums s = {.region = region, .watch = watch, .monitor = monitor, .err = err};
    int code = open_sums(&s);
    code = code ? code : sum_up_tail(&s);
    code = code ? code : foresee_sums(&s);
    code = code ? code : pass_all(&s);
    *total = s.total;
    s.total = (cost_series){0};
    close_sums(&s);
    return code;
}

int plan_sums_count(char **count, const plan_region *region, const sums_watch *watch,
                    const wgcq_monitor *monitor, wgcq_error *err)
{
    cost_series total;
    int code = sum_up_plans(&total, region, watch, monitor, err);
    if (!code && !(*count = cost_series_text(&total)))
        code = error_set_memory(err);
    cost_series_free(&total);
    return code;
}

int plan_sums_by_cost(cost_series *out, const graph *g, const reversed_graph *back, int cost,
                      int64_t most, const sums_watch *watch, const wgcq_monitor *monitor,
                      wgcq_error *err)
{
    *out = (cost_series){0};
    const cost_order order = {1, &cost};
    cost_distance to_goal = {.g = g}, from = {.g = g};
    int code = cost_distance_find(&to_goal, g, back, order, err);
    code = code ? code : cost_distance_from_starts(&from, g, order, err);
    const plan_region region = {g, &to_goal, &from, most};
    code = code ? code : sum_up_plans(out, &region, watch, monitor, err);
    cost_distance_free(&to_goal);
    cost_distance_free(&from);
    return code;
}
