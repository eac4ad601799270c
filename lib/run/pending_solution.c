/* pending_solution.c - a solution before it is stored: made, summed, spelled. */
#include "run/pending_solution.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "run/solver.h"

bool pending_solution_open(pending_solution *out, uint32_t length, unsigned words, unsigned costs)
{
    size_t states = (size_t)length + 1;
    assert(words);
    *out = (pending_solution){.length = length, .costs_width = costs};
    out->states = calloc(states * words, sizeof *out->states);
    out->numbers = calloc(states, sizeof *out->numbers);
    out->moves = calloc(states, sizeof *out->moves);
    out->costs = calloc(states * costs + 1, sizeof *out->costs);
    out->final = calloc(costs + (size_t)1, sizeof *out->final);
    out->spent = calloc(states * costs + 1, sizeof *out->spent);
    out->shown = calloc(states, sizeof *out->shown);
    return out->states && out->numbers && out->moves && out->costs && out->final && out->spent &&
           out->shown;
}

/* ---- from edges and paths -------------------------------------------------------------------- */

static void set_step_state(const solver *s, pending_solution *out, uint32_t i, uint32_t number)
{
    const unsigned words = s->model->words;
    out->numbers[i] = number;
    memcpy(out->states + (size_t)i * words, solver_state(s, number), words * sizeof *out->states);
}

void pending_solution_set_steps(const solver *s, pending_solution *out, uint32_t from, uint32_t end,
                                const uint64_t *edges)
{
    const unsigned costs = s->model->costs;
    for (uint32_t i = from; i < end; i++) {
        out->moves[i] = graph_move(s->g, edges[i]);
        set_step_state(s, out, i + 1, s->g->dst[edges[i]]);
        if (costs)
            memcpy(out->costs + (size_t)i * costs, s->g->cost + edges[i] * costs,
                   costs * sizeof *out->costs);
    }
}

int pending_solution_from_edges(solver *s, pending_solution *out, uint32_t start, uint32_t length,
                                const uint64_t *edges)
{
    assert(start && start <= s->g->states);
    if (!pending_solution_open(out, length, s->model->words, s->model->costs))
        return error_set_memory(s->err);
    set_step_state(s, out, 0, start);
    pending_solution_set_steps(s, out, 0, length, edges);
    return 0;
}

/* Fills in a plan's state numbers and costs from the graph.  false: it is not in the graph. */
static bool locate_in_graph(const solver *s, pending_solution *plan)
{
    const graph *g = s->g;
    size_t bytes = s->model->words * sizeof *plan->states;
    unsigned costs = s->model->costs;
    uint32_t at = 1;
    if (!g)
        return false;
    while (at <= g->states &&
           (!(g->marks[at] & MARK_START) || memcmp(solver_state(s, at), plan->states, bytes) != 0))
        at++;
    for (uint32_t i = 0; at <= g->states; i++) {
        plan->numbers[i] = at;
        if (i == plan->length)
            return true;
        const uint64_t *to = plan->states + ((size_t)i + 1) * s->model->words;
        uint64_t e = g->first[at], end = g->first[at + (size_t)1];
        while (e < end && (graph_move(g, e) != plan->moves[i] ||
                           memcmp(solver_state(s, g->dst[e]), to, bytes) != 0))
            e++;
        if (e == end)
            return false;
        if (costs)
            memcpy(plan->costs + (size_t)i * costs, g->cost + e * costs, costs * sizeof *g->cost);
        at = g->dst[e];
    }
    return false;
}

int pending_solution_find_costs(solver *s, pending_solution *plan)
{
    unsigned words = s->model->words, costs = s->model->costs;
    batch successors = {.words = words, .costs = costs};
    int code = 0;
    for (uint32_t i = 0; i < plan->length && costs && !code; i++) {
        code = s->model->reference.expand(s->worker, plan->states + (size_t)i * words,
                                          WANT_MOVES | WANT_COSTS, &successors, s->err);
        for (size_t k = 0; k < successors.count && !code; k++)
            if (successors.move[k] == plan->moves[i] &&
                !memcmp(successors.state + k * words, plan->states + ((size_t)i + 1) * words,
                        words * sizeof *successors.state))
                memcpy(plan->costs + (size_t)i * costs, successors.cost + k * costs,
                       costs * sizeof *plan->costs);
    }
    batch_free(&successors);
    return code;
}

int pending_solution_from_path(solver *s, pending_solution *out, uint32_t length,
                               const uint64_t *states, const uint32_t *moves)
{
    unsigned words = s->model->words;
    if (!pending_solution_open(out, length, words, s->model->costs))
        return error_set_memory(s->err);
    memcpy(out->states, states, ((size_t)length + 1) * words * sizeof *out->states);
    memcpy(out->moves, moves, length * sizeof *out->moves);
    return locate_in_graph(s, out) ? 0 : pending_solution_find_costs(s, out);
}

/* ---- costs and texts ------------------------------------------------------------------------- */

/* The step whose costs overflow, with what the end costs in the last one; s->length: none. */
static uint32_t sum_spent(pending_solution *s)
{
    unsigned costs = s->costs_width;
    int64_t *last = s->spent + (size_t)s->length * costs;
    for (size_t i = 0; i < (size_t)s->length * costs; i++)
        if (__builtin_add_overflow(s->spent[i], s->costs[i], &s->spent[i + costs]))
            return s->summed = (uint32_t)(i / costs);
    for (unsigned k = 0; k < costs; k++)
        if (__builtin_add_overflow(last[k], s->final[k], &last[k]))
            return s->summed = s->length - 1; /* the end alone fits */
    return s->summed = s->length;
}

void pending_solution_sum_what_fits(pending_solution *s)
{
    sum_spent(s);
}

int pending_solution_sum(pending_solution *s, const wgcq_model *model, void *worker,
                         wgcq_error *err)
{
    assert(s->costs_width == model->costs);
    uint32_t fits = sum_spent(s);
    return fits < s->length
               ? model_overflow_error_at(model, worker, s->states + (size_t)fits * model->words,
                                         s->moves[fits], err)
               : 0;
}

int pending_solution_spell(pending_solution *s, const wgcq_model *model, void *worker,
                           wgcq_error *err)
{
    strbuf line = {0};
    int code = 0;
    for (uint32_t i = 0; i <= s->length && !code; i++) {
        strbuf_clear(&line);
        code = model->show(worker, s->states + (size_t)i * model->words, &line, err);
        if (!code && !(s->shown[i] = strdup(strbuf_string(&line))))
            code = error_set_memory(err);
    }
    strbuf_free(&line);
    return code;
}

int pending_solution_finish(pending_solution *s, const wgcq_model *model, void *worker,
                            wgcq_error *err)
{
    int code = pending_solution_sum(s, model, worker, err);
    return code ? code : pending_solution_spell(s, model, worker, err);
}

void pending_solution_close(pending_solution *s)
{
    for (uint32_t i = 0; s->shown && i <= s->length; i++)
        free(s->shown[i]);
    free(s->shown);
    free(s->states);
    free(s->numbers);
    free(s->moves);
    free(s->costs);
    free(s->final);
    free(s->spent);
    *s = (pending_solution){0};
}
