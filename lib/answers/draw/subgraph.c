/*
 * subgraph.c - which states and edges of an explored graph are drawn.
 *
 * The requested part; by default all of a small graph, and of a larger one the shortest plans, else
 * the best stored solution, else the first levels.
 */
#include "answers/draw/subgraph.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/replay/stored_plan.h"
#include "base/array.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "graph/algorithms/optimal_states.h"
#include "trace/schema/column_names.h"

static const int moves_alone = -1;

/* ---- the best plans ------------------------------------------------------------------------- */

int subgraph_prove_best(bool *proved, const cost_distance *left, uint32_t best,
                        const trace_facts *facts, cost_order order, wgcq_error *err)
{
    int64_t *unseen = NULL;
    int code = strcmp(facts->status, "complete") != 0
                   ? optimum_frontier_bound(&unseen, left->g, order, err)
                   : 0;
    *proved = !code;
    for (size_t i = 0; unseen && best && i < left->width; i++) {
        int64_t here = cost_distance_at(left, best, i);
        *proved = unseen[i] > here;
        if (unseen[i] != here)
            break;
    }
    *proved = *proved && (!unseen || best);
    free(unseen);
    return code;
}

static int find_best(subgraph *sub, const trace_facts *facts, cost_order order, wgcq_error *err)
{
    reversed_graph back = {0};
    int code = reversed_graph_of_costs(&back, sub->g, err);
    code = code ? code : cost_distance_find(&sub->left, sub->g, &back, order, err);
    reversed_graph_free(&back);
    sub->best = code ? 0 : cost_distance_best_start(&sub->left);
    if (sub->best && !cost_distance_fits(&sub->left, sub->best))
        code = cost_distance_overflow(&sub->left, sub->best, err);
    return code ? code
                : subgraph_prove_best(&sub->proved, &sub->left, sub->best, facts, order, err);
}

static int choose_best(subgraph *sub, subgraph_kind kind, wgcq_error *err)
{
    optimal_states on;
    assert(sub->proved && sub->best);
    sub->kind = kind;
    int code = optimal_states_find(&on, &sub->left, sub->best, err);
    if (code)
        return code;
    memset(sub->chosen, 0, (size_t)sub->g->states + 1);
    for (uint32_t i = 0; i < on.count; i++)
        sub->chosen[on.states[i]] = true;
    optimal_states_free(&on);
    return 0;
}

static int report_unproved(const subgraph *sub, const char *better, wgcq_error *err)
{
    if (!sub->best)
        return error_set(err, WGCQ_EUNKNOWN,
                         "the run did not explore everything, and found no plan to draw");
    return error_set(
        err, WGCQ_EUNKNOWN,
        "the run did not explore everything, so there may be %s plans than those of "
        "%s moves that it found, or others as good",
        better,
        WGCQ_GROUPED((uint64_t)cost_distance_at(&sub->left, sub->best, sub->left.moves_at)));
}

static int choose_only(subgraph *sub, const trace_facts *facts, bool shortest, wgcq_error *err)
{
    cost_order order = {1, &moves_alone};
    if (!facts->has_goal)
        return error_set(err, WGCQ_EREQUEST, "without a goal there are no plans");
    if (!shortest && facts->minimize_count)
        order = (cost_order){facts->minimize_count, facts->minimize};
    int code = find_best(sub, facts, order, err);
    if (code)
        return code;
    if (!sub->proved)
        return report_unproved(sub, shortest ? "shorter" : "cheaper", err);
    if (!sub->best)
        return WGCQ_DONE;
    return choose_best(sub, shortest ? SUBGRAPH_SHORTEST : SUBGRAPH_CHEAPEST, err);
}

/* ---- around a path ---------------------------------------------------------------------- */

/* Chooses all states one move from the chosen ones, in either direction. */
static int add_neighbours(subgraph *sub, wgcq_error *err)
{
    const graph *g = sub->g;
    bool *wider = calloc((size_t)g->states + 1, sizeof *wider);
    progress_clock progress;
    int code = wider ? 0 : error_set_memory(err);
    progress_begin(&progress, "drawing", g);
    progress.total = g->states;
    for (uint32_t s = 1; s <= g->states && !code; s++) {
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s); e++) {
            wider[s] |= sub->chosen[g->dst[e]];
            wider[g->dst[e]] |= sub->chosen[s];
        }
        code = progress_poll(&progress, g->monitor, 0, err);
    }
    for (uint32_t s = 1; s <= g->states && !code; s++)
        sub->chosen[s] |= wider[s];
    free(wider);
    return code;
}

/* Marks the state that one step of a path leads to, and its edge. */
static void follow_step(const subgraph *sub, const wgcq_rows *step, bool *states, bool *edges)
{
    const graph *g = sub->g;
    int64_t from = wgcq_rows_integer(step, 0), to = wgcq_rows_integer(step, 1);
    if (to < 1 || to > g->states)
        return;
    states[to] = true;
    if (!edges || from < 1 || from > g->states)
        return;
    for (uint64_t e = graph_row(g, (uint32_t)from); e < graph_row_end(g, (uint32_t)from); e++)
        if (g->dst[e] == to && graph_move(g, e) == wgcq_rows_integer(step, 2))
            edges[e] = true;
}

static void select_solution(strbuf *sql, wgcq_trace *trace, int64_t solution)
{
    trace_put_step_numbers(sql, trace);
    strbuf_printf(sql, "SELECT src,dst,move FROM s WHERE solution=%" PRId64, solution);
}

static void select_lasso(strbuf *sql, wgcq_trace *trace, const char *property)
{
    trace_put_sql(sql, trace,
                  "SELECT l.src,l.dst,m.id FROM lassos_# AS l LEFT JOIN move_# AS m ON "
                  "m.text=l.move WHERE l.property=");
    column_names_text(sql, property);
}

/* There is no path of that property: it holds, or is none of the run's. */
static int report_no_lasso(wgcq_trace *trace, const char *property, wgcq_error *err)
{
    wgcq_rows *row = NULL;
    strbuf name = {0};
    column_names_text(&name, property);
    int code = trace_select_row(
        &row, trace, err, "SELECT holds FROM properties_# WHERE property=%s", strbuf_string(&name));
    if (!code)
        code = error_set(err, WGCQ_EREQUEST,
                         wgcq_rows_type(row, 0) == WGCQ_NULL
                             ? "whether '%s' holds is not known: there is no path to draw"
                             : "'%s' holds: there is no path to draw",
                         property);
    else if (code == WGCQ_DONE)
        code = error_set(err, WGCQ_EREQUEST, "the run has no property '%s'", property);
    wgcq_rows_free(row);
    strbuf_free(&name);
    return code;
}

static int follow_drawn(const subgraph *sub, wgcq_trace *trace, const drawn_path *path,
                        bool *states, bool *edges, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    uint64_t found = 0;
    strbuf sql = {0};
    if (path->property && !trace_has_properties(trace))
        return error_set(err, WGCQ_EREQUEST, "the run has no property '%s'", path->property);
    if (path->property)
        select_lasso(&sql, trace, path->property);
    else
        select_solution(&sql, trace, path->solution);
    int code = trace_select_built(&rows, trace, &sql, err);
    for (; !code && (code = wgcq_rows_next(rows, err)) == 0; found++)
        follow_step(sub, rows, states, edges);
    wgcq_rows_free(rows);
    if (code != WGCQ_DONE || found)
        return code == WGCQ_DONE ? 0 : code;
    return path->property ? report_no_lasso(trace, path->property, err)
                          : stored_plan_missing(trace, path->solution, err);
}

static int set_path(drawn_path *to, int64_t solution, const char *property, wgcq_error *err)
{
    to->solution = solution;
    if (!solution && property && !(to->property = strdup(property)))
        return error_set_memory(err);
    return 0;
}

/* That of sub->marked. */
static int mark_path(subgraph *sub, wgcq_trace *trace, wgcq_error *err)
{
    sub->marked_states = calloc((size_t)sub->g->states + 1, sizeof *sub->marked_states);
    sub->marked_edges = calloc(sub->g->edges + 1, sizeof *sub->marked_edges);
    if (!sub->marked_states || !sub->marked_edges)
        return error_set_memory(err);
    return follow_drawn(sub, trace, &sub->marked, sub->marked_states, sub->marked_edges, err);
}

/* That of sub->around. */
static int choose_around(subgraph *sub, wgcq_trace *trace, uint64_t radius, wgcq_error *err)
{
    sub->kind = SUBGRAPH_AROUND;
    sub->radius = radius;
    memset(sub->chosen, 0, (size_t)sub->g->states + 1);
    int code = follow_drawn(sub, trace, &sub->around, sub->chosen, NULL, err);
    for (uint64_t i = 0; i < radius && i < sub->g->states && !code; i++)
        code = add_neighbours(sub, err);
    if (code || path_is_drawn(&sub->marked))
        return code;
    code = set_path(&sub->marked, sub->around.solution, sub->around.property, err);
    return code ? code : mark_path(sub, trace, err);
}

/* ---- the first levels ----------------------------------------------------------------------- */

static void choose_all(subgraph *sub)
{
    sub->kind = SUBGRAPH_ALL;
    memset(sub->chosen, 1, (size_t)sub->g->states + 1);
}

/* Leaves out chosen states below that depth. */
static void drop_deeper(subgraph *sub, uint64_t depth)
{
    sub->has_depth = true;
    sub->depth = depth;
    for (uint32_t s = 1; s <= sub->g->states; s++)
        sub->chosen[s] = sub->chosen[s] && sub->from_start[s] <= depth;
}

static void count_chosen(subgraph *sub)
{
    sub->states = 0;
    sub->edges = 0;
    for (uint32_t s = 1; s <= sub->g->states; s++) {
        sub->states += sub->chosen[s];
        for (uint64_t e = graph_row(sub->g, s); sub->chosen[s] && e < graph_row_end(sub->g, s); e++)
            sub->edges += subgraph_has(sub, s, e);
    }
}

static bool subgraph_is_small(const subgraph *sub)
{
    subgraph counted = *sub;
    count_chosen(&counted);
    return counted.states <= SMALL_NODES && counted.edges <= SMALL_EDGES;
}

/* As many levels as are small together; at least the starts. */
static void choose_levels(subgraph *sub)
{
    uint64_t depth = 0;
    for (bool small = true; small; depth++) {
        choose_all(sub);
        drop_deeper(sub, depth + 1);
        small = subgraph_is_small(sub);
    }
    assert(depth > 0);
    choose_all(sub);
    drop_deeper(sub, depth - 1);
}

/* ---- which one ------------------------------------------------------------------------------ */

/* Sets sub->around to the shortest path that violates a property.  WGCQ_DONE: none is stored. */
static int find_lasso(subgraph *sub, wgcq_trace *trace, wgcq_error *err)
{
    wgcq_rows *row = NULL;
    if (!trace_has_properties(trace))
        return WGCQ_DONE;
    int code = trace_select_row(
        &row, trace, err,
        "SELECT name FROM property_# WHERE holds=0 ORDER BY stem+cycle,id LIMIT 1");
    code = code ? code : set_path(&sub->around, 0, wgcq_rows_text(row, 0), err);
    wgcq_rows_free(row);
    return code;
}

/* Sets it to the best solution where there is one, else as above. */
static int find_path(subgraph *sub, wgcq_trace *trace, bool any_plan, wgcq_error *err)
{
    return any_plan ? trace_select_integer(&sub->around.solution, trace, err,
                                           "SELECT 1 FROM solution_# WHERE id=1")
                    : find_lasso(sub, trace, err);
}

static int choose_default(subgraph *sub, wgcq_trace *trace, wgcq_error *err)
{
    int code = 0;
    sub->is_default = true;
    if (trace_about_run(trace)->has_goal)
        code = find_best(sub, trace_about_run(trace), (cost_order){1, &moves_alone}, err);
    bool any = !code && sub->best;
    if (any && sub->proved) {
        code = choose_best(sub, SUBGRAPH_SHORTEST, err);
        if (code || subgraph_is_small(sub))
            return code;
    }
    if (!code && !(code = find_path(sub, trace, any, err)))
        return choose_around(sub, trace, 0, err);
    if (code == WGCQ_DONE)
        choose_levels(sub);
    return code == WGCQ_DONE ? 0 : code;
}

static int choose_states(subgraph *sub, wgcq_trace *trace, const wgcq_draw_options *how,
                         wgcq_error *err)
{
    int code = set_path(&sub->marked, how->mark, how->mark_property, err);
    code = code ? code : set_path(&sub->around, how->around, how->around_property, err);
    if (!code && path_is_drawn(&sub->marked))
        code = mark_path(sub, trace, err);
    if (code)
        return code;
    if (path_is_drawn(&sub->around))
        return choose_around(sub, trace, how->radius, err);
    if (how->only_shortest || how->only_cheapest)
        code = choose_only(sub, trace_about_run(trace), how->only_shortest, err);
    else
        choose_all(sub);
    if (code)
        return code;
    if (how->has_depth)
        drop_deeper(sub, how->depth);
    else if (how->only_shortest || how->only_cheapest)
        return 0;
    else if (!how->any_size && !how->project && !subgraph_is_small(sub))
        code = choose_default(sub, trace, err);
    return code;
}

/* Whether states are chosen by their distance from the start. */
static bool needs_distances(const wgcq_draw_options *how)
{
    const bool whole = how->any_size || how->project;
    return how->has_depth || (!how->around && !how->around_property && !whole);
}

int subgraph_make(subgraph *sub, wgcq_trace *trace, const wgcq_draw_options *how, wgcq_error *err)
{
    *sub = (subgraph){0};
    int code = trace_graph(&sub->g, trace, 0, err);
    if (!code && !(sub->chosen = calloc((size_t)sub->g->states + 1, sizeof *sub->chosen)))
        code = error_set_memory(err);
    if (!code && needs_distances(how))
        code = distances_from_start(&sub->from_start, sub->g, err);
    code = code ? code : choose_states(sub, trace, how, err);
    if (!code)
        count_chosen(sub);
    return code;
}

bool subgraph_has(const subgraph *sub, uint32_t s, uint64_t e)
{
    uint32_t to = sub->g->dst[e];
    if (!sub->chosen[s] || !sub->chosen[to])
        return false;
    bool best = sub->kind == SUBGRAPH_SHORTEST || sub->kind == SUBGRAPH_CHEAPEST;
    return !best || cost_distance_follows(&sub->left, s, e);
}

static void describe_depth(strbuf *out, const char *what, const subgraph *sub)
{
    strbuf_printf(out, "%s at most %s move%s from the start", what, WGCQ_GROUPED(sub->depth),
                  sub->depth == 1 ? "" : "s");
}

void subgraph_describe_path(strbuf *out, const drawn_path *path)
{
    if (path->property)
        strbuf_printf(out, "the path of '%s'", path->property);
    else
        strbuf_printf(out, "solution %" PRId64, path->solution);
}

void subgraph_describe(strbuf *out, const subgraph *sub)
{
    switch (sub->kind) {
    case SUBGRAPH_ALL: strbuf_put(out, sub->has_depth ? "the states" : "all"); break;
    case SUBGRAPH_SHORTEST: strbuf_put(out, "the shortest plans"); break;
    case SUBGRAPH_CHEAPEST: strbuf_put(out, "the cheapest plans"); break;
    case SUBGRAPH_AROUND:
        subgraph_describe_path(out, &sub->around);
        if (sub->radius)
            strbuf_printf(out, " and %s move%s around it", WGCQ_GROUPED(sub->radius),
                          sub->radius == 1 ? "" : "s");
        break;
    }
    if (sub->has_depth)
        describe_depth(out, sub->kind == SUBGRAPH_ALL ? "" : ",", sub);
}

void subgraph_free(subgraph *s)
{
    if (s->left.g)
        cost_distance_free(&s->left);
    graph_free(s->g);
    FREE_EACH(s->around.property, s->marked.property, s->chosen, s->from_start, s->marked_states,
              s->marked_edges);
    *s = (subgraph){0};
}
