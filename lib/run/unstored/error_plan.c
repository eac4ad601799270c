/*
 * error_plan.c - a shortest plan to the state in which a run ended with an error.
 *
 * A search of its own, level by level, evaluates each state as the run did until that very error
 * comes again.  The trace level and the order of the run do not matter.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/progress_clock.h"
#include "run/solver.h"
#include "space/visited.h"

enum { STATES_MOST = 1000000, SOURCES_AT_ONCE = 64 };

typedef struct reached_by {
    uint32_t parent, move; /* 0: an initial state */
    uint8_t marks;
} reached_by;

typedef struct error_search {
    const wgcq_model *model;
    const wgcq_monitor *monitor;
    const wgcq_error *wanted;
    double max_time;
    struct timespec began;
    void *worker;
    visited visited;
    bigarray ways; /* [visited.count] of reached_by */
    batch found;
    uint32_t *numbers; /* of the found */
    size_t numbers_room;
    uint32_t failing; /* the state that ends in the wanted error; 0: none yet */
    wgcq_error *err;
} error_search;

static reached_by *way_to(const error_search *e, uint32_t number)
{
    return (reached_by *)e->ways.at + (number - 1);
}

/* An error of the puzzle is an answer: the state is the wanted one, or has no successors. */
static int take_error(error_search *e, uint32_t number, int code, const wgcq_error *err)
{
    if (code != WGCQ_ERUN) {
        if (code && e->err && !e->err->code)
            *e->err = *err;
        return code;
    }
    way_to(e, number)->marks |= MARK_END;
    if (!e->failing && err->line == e->wanted->line && err->column == e->wanted->column &&
        strcmp(err->text, e->wanted->text) == 0)
        e->failing = number;
    return 0;
}

/* ---- new states --------------------------------------------------------------------------- */

static int evaluate_state(error_search *e, uint32_t number)
{
    const wgcq_model *m = e->model;
    const uint64_t *state = visited_state(&e->visited, number);
    wgcq_error err = {0};
    uint8_t marks = 0;
    int64_t bound = 0;
    int code = m->classify(e->worker, state, 1, &marks, &err);
    if (!code) {
        way_to(e, number)->marks = marks;
        if (m->has_estimate)
            code = m->estimate(e->worker, state, 1, &bound, &err);
    }
    return take_error(e, number, code, &err);
}

/* The found states that are new; `sources` are those that were expanded, NULL: none were. */
static int add_found(error_search *e, const uint32_t *sources)
{
    const batch *f = &e->found;
    uint32_t before = e->visited.count;
    size_t added;
    if (f->count > e->numbers_room) {
        uint32_t *more = realloc(e->numbers, f->count * sizeof *more);
        if (!more)
            return error_set_memory(e->err);
        e->numbers = more;
        e->numbers_room = f->count;
    }
    int code = visited_add(&e->visited, f->state, f->count, e->numbers, &added, e->err);
    if (!code && !bigarray_reserve(&e->ways, (size_t)e->visited.count * sizeof(reached_by)))
        code = error_set_memory(e->err);
    for (size_t i = 0; i < added && !code && !e->failing; i++) {
        if (e->numbers[i] <= before)
            continue;
        before = e->numbers[i];
        *way_to(e, before) =
            sources ? (reached_by){sources[f->lane[i]], f->move[i], 0} : (reached_by){0};
        code = evaluate_state(e, before);
    }
    return code ? code : added < f->count ? WGCQ_DONE : 0;
}

/* ---- level by level ----------------------------------------------------------------------- */

static int expand_sources(error_search *e, const uint32_t *number, size_t count)
{
    uint64_t *states = calloc(count * e->model->words, sizeof *states);
    wgcq_error err = {0};
    if (!states)
        return error_set_memory(e->err);
    for (size_t i = 0; i < count; i++)
        memcpy(states + i * e->model->words, visited_state(&e->visited, number[i]),
               e->model->words * sizeof *states);
    int code = e->model->expand(e->worker, states, count, WANT_ORDER | WANT_MOVES, &e->found, &err);
    free(states);
    if (!code)
        return add_found(e, number);
    if (code != WGCQ_ERUN || count == 1)
        return take_error(e, number[0], code, &err);
    for (code = 0; count && !code && !e->failing; number++, count--)
        code = expand_sources(e, number, 1);
    return code;
}

/* 0, or WGCQ_DONE: it is to be given up. */
static int poll_error_search(error_search *e, double *reported_at)
{
    const double seconds = seconds_since(&e->began);
    wgcq_progress progress = {
        .states = e->visited.count, .seconds = seconds, .phase = "plan to the error"};
    if (e->max_time > 0 && seconds >= e->max_time)
        return WGCQ_DONE;
    if (!e->monitor || !e->monitor->report || seconds - *reported_at < 0.2)
        return 0;
    *reported_at = seconds;
    return e->monitor->report(e->monitor->self, &progress) ? WGCQ_DONE : 0;
}

static int search_for_error(error_search *e)
{
    wgcq_error err = {0};
    double reported_at = 0;
    int code = model_add_starts(e->model, e->worker, &e->found, &err);
    if (code) /* of a start, which no plan leads to */
        return code == WGCQ_ERUN ? WGCQ_DONE : error_set(e->err, err.code, "%s", err.text);
    code = add_found(e, NULL);
    for (uint32_t next = 1; next <= e->visited.count && !code && !e->failing;) {
        uint32_t sources[SOURCES_AT_ONCE];
        size_t count = 0;
        for (; next <= e->visited.count && count < SOURCES_AT_ONCE; next++)
            if (!(way_to(e, next)->marks & MARK_END))
                sources[count++] = next;
        code = count ? expand_sources(e, sources, count) : 0;
        code = code ? code : poll_error_search(e, &reported_at);
    }
    return code < 0 ? code : e->failing ? 0 : WGCQ_DONE;
}

/* ---- the plan ----------------------------------------------------------------------------- */

static int spell_error_plan(const error_search *e, wgcq_result *out)
{
    solver s = {.model = e->model, .worker = e->worker, .err = e->err};
    const unsigned words = e->model->words;
    pending_solution *p = &out->first;
    uint32_t length = 0, n = e->failing;
    while (way_to(e, n)->parent) {
        n = way_to(e, n)->parent;
        length++;
    }
    if (!pending_solution_open(p, length, words, e->model->costs))
        return error_set_memory(e->err);
    n = e->failing;
    for (uint32_t step = length;; n = way_to(e, n)->parent) {
        memcpy(p->states + (size_t)step * words, visited_state(&e->visited, n),
               words * sizeof *p->states);
        if (!step)
            break;
        p->moves[--step] = way_to(e, n)->move;
    }
    int code = pending_solution_find_costs(&s, p);
    pending_solution_sum_what_fits(p);
    return code ? code : pending_solution_spell(p, e->model, e->worker, e->err);
}

static void close_error_search(error_search *e)
{
    visited_free(&e->visited);
    bigarray_free(&e->ways);
    batch_free(&e->found);
    free(e->numbers);
    if (e->worker)
        e->model->worker_free(e->worker);
}

int wgcq_plan_to_error(wgcq_result **out, const wgcq_model *model, const wgcq_error *of,
                       const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"model", model}, {"of", of})) ||
        error_if_options_wrong(err, __func__, options))
        return WGCQ_EREQUEST;
    error_search e = {.model = model,
                      .monitor = monitor,
                      .wanted = of,
                      .max_time = options ? options->max_time : 0,
                      .visited = visited_make(model->words, STATES_MOST),
                      .found = {.words = model->words, .costs = model->costs},
                      .err = err};
    wgcq_result *result = calloc(1, sizeof *result);
    clock_gettime(CLOCK_MONOTONIC, &e.began);
    e.visited.max_bytes = options ? options->max_memory : 0;
    int code = result ? model->worker_new(&e.worker, model, err) : error_set_memory(err);
    code = code ? code : search_for_error(&e);
    if (!code) {
        result->model = model;
        code = spell_error_plan(&e, result);
    }
    close_error_search(&e);
    if (code)
        wgcq_result_free(result);
    else
        *out = result;
    return code;
}
