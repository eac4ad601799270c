/*
 * memory_budget.c - what counts against --max-memory beside the search: graph, answers, writer.
 *
 * The answers are computed after the exploration, and need more than the growing graph; so a run is
 * at its limit as soon as they would exceed it.
 */
#include "run/solver.h"

#include <stdio.h>

#include "base/error.h"
#include "properties/decide.h"

/* 1 / SHARE of --max-memory is for enumerating plans, at most SPARE_MOST bytes. */
enum { SHARE = 16, SPARE_MOST = 256 << 20 };
/* Estimated bytes of a state's text, and of each variable in it. */
enum { TEXT = 32, VALUE = 3 };
/* Bytes of an orbit while figures become those of states: its size, and whether it is a start. */
enum { UNFOLDED = 2 * sizeof(uint64_t) + sizeof(bool) };

uint64_t solver_memory_limit(const solver *s)
{
    return s->options->max_memory ? s->options->max_memory : s->options->memory_left;
}

/* A small puzzle is beside --max-memory, as the program is. */
int solver_check_puzzle_memory(solver *s)
{
    enum { BESIDE = 16 << 20 };
    const uint64_t most = s->options->max_memory, takes = s->model->memory;
    if (!most || takes <= most || takes <= BESIDE)
        return 0;
    return error_set(s->err, WGCQ_EUNKNOWN,
                     "--max-memory %.1f MiB: the compiled puzzle alone takes %.1f MiB",
                     (double)most / (1 << 20), (double)takes / (1 << 20));
}

/* An option with which the run takes less memory. */
static const char *cheaper_option(const wgcq_options *o)
{
    if (o->trace_level != WGCQ_TRACE_NONE)
        return "--trace none takes less";
    if (o->order != WGCQ_BREADTH_FIRST)
        return "--order breadth-first takes less";
    return "no other --trace or --order takes less";
}

const char *solver_memory_limit_text(solver *s)
{
    if (s->options->max_memory || !s->options->memory_left)
        return NULL;
    double mib = (double)s->options->memory_left / (1 << 20);
    bool many = mib >= 1024;
    snprintf(s->memory_limit_text, sizeof s->memory_limit_text,
             "the end of memory: %.*f %s were left for this run; %s", many, many ? mib / 1024 : mib,
             many ? "GiB" : "MiB", cheaper_option(s->options));
    return s->memory_limit_text;
}

static size_t plan_share(const solver *s)
{
    uint64_t share = solver_memory_limit(s) / SHARE;
    return share < SPARE_MOST ? (size_t)share : SPARE_MOST;
}

size_t solver_plan_memory(const solver *s)
{
    return s->options->max_memory && !s->home ? plan_share(s) + 1 : 0;
}

static size_t memory_of_answers(const solver *s, const graph *g)
{
    size_t closed = graph_memory_closed(g) + reversed_graph_memory(g, solver_reversed_columns(s));
    size_t closing = graph_memory_closing(g);
    size_t costs = s->minimize_count > 1 ? s->minimize_count : 1;
    size_t answers = answer_memory(g->states, s->model->has_goal ? costs : 0) + plan_share(s);
    answers += properties_memory(s->model, g->states);
    answers += s->orbits ? (size_t)g->states * UNFOLDED : 0;
    return closing > closed + answers ? closing : closed + answers;
}

/* Each step has two copies of its state, a number, two of its move, of its costs, a text.  No plan
   is longer than the search is deep. */
static size_t memory_of_longest_plan(const solver *s)
{
    const wgcq_model *m = s->model;
    size_t step = 2 * m->words * sizeof(uint64_t) + 3 * sizeof(uint32_t) +
                  2 * m->costs * sizeof(int64_t) + sizeof(char *) + TEXT + VALUE * m->field_count;
    return m->has_goal ? (s->found.depth + (size_t)1) * step : 0;
}

uint64_t solver_home_need(const solver *s)
{
    const graph g = row_sink_graph_sizes(&s->sink);
    const size_t answers = memory_of_answers(s, &g), now = graph_memory(&g);
    return answers > now ? answers : now;
}

search_receiver_memory solver_memory_use(void *self)
{
    const solver *s = self;
    row_figures f = row_sink_measure(&s->sink);
    size_t answers = memory_of_longest_plan(s);
    f.memory += s->orbits ? s->orbits->tables : 0;
    if (s->guided)
        f.memory += s->guided->guidance.bytes;
    if (!s->g || s->home)
        return (search_receiver_memory){f.memory, f.memory + answers};
    const graph g = row_sink_graph_sizes(&s->sink);
    /* indices are built before the first solution is stored, while the graph is in memory */
    answers += memory_of_answers(s, &g);
    return (search_receiver_memory){f.memory + graph_memory(&g),
                                    f.memory + answers + f.memory_at_end};
}
