/*
 * find_solutions.c - the solutions of a run: found on the graph, replayed, shown and stored.
 *
 * A plan counts as a solution only after the plan checker, which uses the reference interpreter,
 * has replayed every edge of it.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "run/solver.h"

/* EFFORT_MOST: steps of enumerating the best solutions; a remark says so where they run out. */
enum { SOLUTIONS_DEFAULT = 100, EFFORT_MOST = 20000000 };

/* The plan to the first goal that the search reached. */
static int plan_from_search(solver *s, pending_solution *out)
{
    const search_result *f = &s->found;
    int code = pending_solution_from_path(s, out, f->plan.length, f->plan.states, f->plan.moves);
    if (code)
        return code;
    const uint64_t *end = out->states + (size_t)out->length * s->model->words;
    return model_end_costs(s->model, s->worker, end, out->final, s->err);
}

/* Marks an edge as replayed; whether it was before. */
static bool mark_replayed(solver *s, uint64_t edge)
{
    uint8_t bit = (uint8_t)(1u << edge % 8), *in = &s->replayed[edge / 8];
    bool before = *in & bit;
    *in |= bit;
    return before;
}

/* Plans share most of their edges, and each edge is replayed once.  `edges` NULL: they are not
   known. */
static int replay_plan(solver *s, const pending_solution *p, const uint64_t *edges)
{
    const plan_view plan = {p->length, p->states, p->moves, s->model->costs ? p->costs : NULL,
                            p->final};
    int code = s->checker.model ? 0 : plan_checker_open(&s->checker, s->model, s->worker, s->err);
    if (!code && edges && !s->replayed &&
        !(s->replayed = home_calloc(s->home, s->g->edges / 8 + 1, 1)))
        code = error_set_memory(s->err);
    if (!code && !edges)
        return plan_checker_replay(&s->checker, &plan, s->err);
    for (uint32_t i = 0; i < plan.length && !code; i++)
        if (!mark_replayed(s, edges[i]))
            code = plan_checker_replay_step(&s->checker, &plan, i, s->err);
    return code ? code : plan_checker_replay_ends(&s->checker, &plan, s->err);
}

static bool spells_all_plans(const solver *s)
{
    return s->writer && trace_spells_steps(s->writer);
}

/* Writes a plan that was replayed, which has its first `same` states in common with the one stored
   before; the first one moves into the result. */
static int store_solution(solver *s, pending_solution *plan, uint32_t same)
{
    bool first = !s->result->first.states, spelled = spells_all_plans(s);
    int code = s->orbits ? s->orbits->unfold_plan(s, plan) : 0;
    if (code == WGCQ_DONE)
        return 0;
    code = code ? code : pending_solution_sum(plan, s->model, s->worker, s->err);
    if (!code && (first || spelled))
        code = pending_solution_spell(plan, s->model, s->worker, s->err);
    solution_rows rows = {
        plan->length, plan->numbers, plan->moves, plan->states, (const char *const *)plan->shown,
        plan->spent,  same};
    if (!code && s->writer)
        code = trace_solution(s->writer, &rows, s->err);
    if (code)
        return code;
    s->result->summary.solutions_stored++;
    if (first) {
        s->result->first = *plan;
        *plan = (pending_solution){0};
    }
    return 0;
}

static bool is_found_plan(const solver *s, const pending_solution *plan)
{
    const search_result *f = &s->found;
    return f->plan.states && plan->length == f->plan.length &&
           !memcmp(plan->moves, f->plan.moves, f->plan.length * sizeof *plan->moves) &&
           !memcmp(plan->states, f->plan.states,
                   ((size_t)f->plan.length + 1) * s->model->words * sizeof *plan->states);
}

/* With --stop first the plan that the search found is stored first. */
static bool found_comes_first(const solver *s)
{
    return s->found.end == SEARCH_STOPPED && s->options->stop == WGCQ_STOP_FIRST &&
           s->found.plan.states;
}

static int store_found_plan(solver *s)
{
    pending_solution plan = {0};
    int code = plan_from_search(s, &plan);
    code = code ? code : replay_plan(s, &plan, NULL);
    code = code ? code : store_solution(s, &plan, 0);
    pending_solution_close(&plan);
    return code;
}

static int set_solutions_count(solver *s, uint64_t count)
{
    snprintf(s->result->count, sizeof s->result->count, "%" PRIu64, count);
    s->result->summary.solutions_count = s->result->count;
    return 0;
}

uint64_t solutions_wanted(const solver *s)
{
    return s->options->solutions ? s->options->solutions : SOLUTIONS_DEFAULT;
}

void find_solutions_remark(solver *s)
{
    wgcq_result *r = s->result;
    const char *and = s->options->max_memory ? " and --max-memory" : "";
    snprintf(r->remark, sizeof r->remark,
             "%s of the %s solutions asked for are stored: whether there are more was not decided "
             "within %s steps%s; next: wgcq query DB all",
             WGCQ_GROUPED(r->summary.solutions_stored), WGCQ_GROUPED(solutions_wanted(s)),
             WGCQ_GROUPED(EFFORT_MOST), and);
    r->summary.remark = r->remark;
}

/* ---- the best ones ------------------------------------------------------------------------ */

struct best_plans {
    k_best *from;
    pending_solution plan; /* the last one, of these edges: */
    uint64_t *edges;
    size_t edges_room;
    uint32_t same; /* states at its beginning that the plan stored last has, too */
    bool waits;    /* it is replayed, and not yet stored */
    uint64_t seen;
};

static void close_best_plans(best_plans *b)
{
    if (!b)
        return;
    k_best_free(b->from);
    pending_solution_close(&b->plan);
    free(b->edges);
    free(b);
}

static int open_best_plans(best_plans **out, solver *s)
{
    best_plans *b = calloc(1, sizeof *b);
    if (!b)
        return error_set_memory(s->err);
    int code = k_best_new(&b->from, s->g, &s->back, (cost_order){s->minimize_count, s->minimize},
                          false, s->err);
    if (code) {
        close_best_plans(b);
        return code;
    }
    k_best_set_budget(b->from, EFFORT_MOST, solver_plan_memory(s));
    *out = b;
    return 0;
}

static int keep_plan_edges(solver *s, best_plans *b, uint32_t from, uint32_t end,
                           const uint64_t *edges)
{
    if (!array_reserve(&b->edges, &b->edges_room, end, sizeof *b->edges))
        return error_set_memory(s->err);
    if (from < end) // a plan of no moves has no array of edges
        memcpy(b->edges + from, edges + from, (end - from) * sizeof *edges);
    return 0;
}

/* A plan mostly has the steps of the one before, which are left as they are. */
static int set_best_plan(solver *s, best_plans *b, uint32_t start, uint32_t length,
                         const uint64_t *edges)
{
    uint32_t from = 0, end = length;
    if (b->plan.states && b->plan.numbers[0] == start && b->plan.length == length && length) {
        while (from < end && edges[from] == b->edges[from])
            from++;
        while (from < end && edges[end - 1] == b->edges[end - 1])
            end--;
        pending_solution_set_steps(s, &b->plan, from, end, edges);
        b->same = b->same > from ? from + 1 : b->same;
    } else {
        pending_solution_close(&b->plan);
        b->same = 0;
        int code = pending_solution_from_edges(s, &b->plan, start, length, edges);
        if (code)
            return code;
    }
    for (unsigned k = 0; k < s->model->costs; k++)
        b->plan.final[k] = graph_final(s->g, b->plan.numbers[length], (int)k);
    return keep_plan_edges(s, b, from, end, edges);
}

/* Replays the next plan, which waits then.  WGCQ_DONE: there is no more, or the budget is spent. */
static int replay_next_plan(solver *s, best_plans *b)
{
    uint32_t start, length;
    const uint64_t *edges;
    wgcq_error trouble = {0};
    if (b->waits)
        return 0;
    int code = k_best_next(b->from, &start, &length, &edges, s->monitor, &trouble);
    if (code == WGCQ_DONE)
        return code;
    if (code)
        return error_set(s->err, (wgcq_code)code, "%s", trouble.text);
    code = set_best_plan(s, b, start, length, edges);
    code = code ? code : replay_plan(s, &b->plan, b->edges);
    b->waits = !code;
    return code;
}

static int store_best_plan(solver *s, best_plans *b)
{
    int code = 0;
    if (!found_comes_first(s) || !is_found_plan(s, &b->plan)) {
        code = store_solution(s, &b->plan, b->same);
        b->same = UINT32_MAX;
    }
    if (s->orbits || spells_all_plans(s)) /* it has become another */
        pending_solution_close(&b->plan);
    b->waits = false;
    b->seen++;
    return code;
}

/* Where the enumeration ends within the number requested, they are all there are. */
static int end_best_plans(solver *s, const best_plans *b, uint64_t most)
{
    bool spent = k_best_out_of_budget(b->from);
    if (spent && s->result->summary.solutions_stored < most)
        find_solutions_remark(s);
    return solver_complete(s) && !spent ? set_solutions_count(s, b->seen) : 0;
}

static int store_best_plans(solver *s, best_plans *b, uint64_t most)
{
    int code = 0;
    while (!code) {
        code = replay_next_plan(s, b);
        if (code == WGCQ_DONE)
            return end_best_plans(s, b, most);
        if (code == WGCQ_EINTERRUPT)
            return solver_absorb_interrupt(s, code);
        if (!code && s->result->summary.solutions_stored >= most)
            return 0;
        code = code ? code : store_best_plan(s, b);
    }
    return code;
}

/* The best one, for the result alone; nothing is stored. */
static int find_best_unstored(solver *s)
{
    const bool wanted = !s->options->no_solutions;
    int code = 0;
    if (wanted && s->found.goals && !found_comes_first(s)) {
        code = open_best_plans(&s->plans, s);
        code = code ? code : store_best_plans(s, s->plans, 1);
    }
    s->result->summary.solutions_count = NULL;
    s->result->summary.remark = NULL;
    if (!code && wanted && !s->result->first.states)
        code = find_solutions_unstored(s);
    s->result->summary.solutions_stored = 0;
    return code;
}

static bool stores_plans(const solver *s)
{
    return s->options->trace_level != WGCQ_TRACE_NONE && s->found.goals &&
           !s->options->no_solutions;
}

int find_solutions_ahead(solver *s)
{
    if (!stores_plans(s))
        return WGCQ_DONE;
    int code = s->plans ? 0 : open_best_plans(&s->plans, s);
    if (code)
        return code;
    if (!s->plans->waits)
        return replay_next_plan(s, s->plans);
    wgcq_error trouble = {0};
    code = k_best_look_ahead(s->plans->from, solutions_wanted(s), s->monitor, &trouble);
    return !code || code == WGCQ_DONE ? code
                                      : error_set(s->err, (wgcq_code)code, "%s", trouble.text);
}

static int find_all_solutions(solver *s)
{
    int code = 0;
    if (s->options->trace_level == WGCQ_TRACE_NONE)
        return find_best_unstored(s);
    if (!stores_plans(s))
        return !s->options->no_solutions && solver_complete(s) && s->model->has_goal
                   ? set_solutions_count(s, 0)
                   : 0;
    if (found_comes_first(s))
        code = store_found_plan(s);
    if (!code && !s->plans)
        code = open_best_plans(&s->plans, s);
    return code ? code : store_best_plans(s, s->plans, solutions_wanted(s));
}

int find_solutions(solver *s)
{
    assert(s->g && s->result);
    int code = find_all_solutions(s);
    find_solutions_close(s);
    return code;
}

void find_solutions_close(solver *s)
{
    close_best_plans(s->plans);
    s->plans = NULL;
}

/* The plan that the search found, for the result alone. */
int find_solutions_unstored(solver *s)
{
    if (!s->found.plan.states)
        return 0;
    int code = store_found_plan(s);
    if (!code)
        s->result->summary.solutions_stored = 0;
    return code;
}
