/* search.c - a run from request to result. */
#include "search/search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/engine.h"
#include "search/limits.h"

static bool by_estimate(wgcq_order order)
{
    return order == WGCQ_BEST_FIRST || order == WGCQ_A_STAR;
}

static const char *cost_name(const wgcq_model *model, int cost)
{
    return cost < 0 ? "moves" : model->cost_names[cost];
}

/* An estimate says something of the cost that the puzzle minimizes first, and of no other. */
static int check_a_star(const wgcq_model *model, const search_options *options, wgcq_error *err)
{
    int bounded = model->minimize_count ? model->minimize[0] : -1;
    int wanted = options->minimize_count ? options->minimize[0] : -1;
    if (bounded == wanted)
        return 0;
    return error_set(err, WGCQ_EREQUEST,
                     "the estimate is of %s, so a-star cannot minimize %s first",
                     cost_name(model, bounded), cost_name(model, wanted));
}

static int check_options(const wgcq_model *model, const search_options *options, wgcq_error *err)
{
    if (by_estimate(options->order) && !model->has_estimate)
        return error_set(err, WGCQ_EREQUEST, "this puzzle declares no estimate");
    assert(!options->resume_point ||
           (options->order == WGCQ_BREADTH_FIRST && !options->count_shortest &&
            options->stop != WGCQ_STOP_FIRST));
    for (size_t i = 0; i < options->minimize_count; i++)
        if (options->minimize[i] < -1 || options->minimize[i] >= (int)model->costs)
            return error_set(err, WGCQ_EREQUEST, "there is no cost number %d",
                             options->minimize[i]);
    return options->order == WGCQ_A_STAR ? check_a_star(model, options, err) : 0;
}

/* ---- a step at a time ------------------------------------------------------------ */

struct search {
    engine engine;
    search_options options;
    observer observer;
    search_result result;
    const strategy *strategy;
    void *self;              /* the strategy's */
    wgcq_error own_error;    /* where nobody wants to know */
    double elapsed_at_pause; /* seconds on the clock when it went to rest */
    int code;
};

static const strategy *strategy_of(wgcq_order order)
{
    switch (order) {
    case WGCQ_BREADTH_FIRST: return &breadth_first;
    case WGCQ_DEPTH_FIRST: return &depth_first;
    case WGCQ_CHEAPEST:
    case WGCQ_BEST_FIRST:
    case WGCQ_A_STAR: return &best;
    }
    return NULL;
}

static void init_engine(search *s, const wgcq_model *model, const wgcq_monitor *monitor,
                        wgcq_error *err)
{
    s->engine = (engine){.model = model,
                         .options = &s->options,
                         .observer = &s->observer,
                         .monitor = monitor,
                         .err = err ? err : &s->own_error,
                         .result = &s->result};
    clock_gettime(CLOCK_MONOTONIC, &s->engine.began);
}

/* A search that answers `code` is there all the same, to tell how far it came. */
static int open_search(search **out, const wgcq_model *model, const search_options *options,
                       const observer *watcher, const wgcq_monitor *monitor, wgcq_error *err)
{
    int code = check_options(model, options, err);
    search *s = code ? NULL : calloc(1, sizeof *s);
    *out = s;
    if (code || !s)
        return code ? code : error_set_memory(err);
    s->options = *options;
    if (watcher)
        s->observer = *watcher;
    init_engine(s, model, monitor, err);
    s->strategy = strategy_of(options->order);
    s->code = s->strategy ? s->strategy->open(&s->self, &s->engine)
                          : error_set(err, WGCQ_EREQUEST, "there is no order number %d",
                                      (int)options->order);
    return s->code;
}

int search_new(search **out, const wgcq_model *model, const search_options *options,
               const observer *watcher, const wgcq_monitor *monitor, wgcq_error *err)
{
    search *s;
    int code = open_search(&s, model, options, watcher, monitor, err);
    if (!code && s->result.end == SEARCH_INTERRUPTED && !s->result.starts)
        code = error_set(err, WGCQ_EINTERRUPT, "interrupted"); /* nothing is there to go on from */
    if (code)
        search_free(s);
    else
        *out = s;
    return code;
}

int search_step(search *s)
{
    if (s->code || s->engine.stopped)
        return s->code ? s->code : WGCQ_DONE;
    s->code = s->strategy->step(s->self);
    return s->code;
}

void search_resume(search *s, wgcq_error *err)
{
    limits_set_elapsed(&s->engine, s->elapsed_at_pause);
    s->engine.err = err ? err : &s->own_error;
    if (s->result.end != SEARCH_INTERRUPTED)
        return;
    s->result.end = SEARCH_COMPLETE;
    s->engine.stopped = false;
}

void search_pause(search *s)
{
    limits_record_usage(&s->engine);
    s->engine.resumable = true;
    s->elapsed_at_pause = s->result.seconds;
}

const search_result *search_partial_result(const search *s)
{
    return &s->result;
}

uint64_t search_frontier_size(const search *s)
{
    return s->engine.frontier;
}

search_bound search_frontier_bound(const search *s)
{
    search_bound out = {0};
    if (s->strategy->frontier_bound)
        s->strategy->frontier_bound(s->self, &out);
    return out;
}

void search_stop_at_limit(search *s, const char *limit)
{
    if (s->engine.stopped || s->code)
        return;
    snprintf(s->result.limit, sizeof s->result.limit, "%s", limit);
    engine_stop(&s->engine, SEARCH_LIMIT);
}

int search_finish(search_result *out, search *s)
{
    int code = s->code == WGCQ_DONE ? 0 : s->code;
    if (!code)
        code = s->strategy->finish(s->self);
    limits_record_usage(&s->engine);
    *out = s->result;
    s->result = (search_result){0};
    return code;
}

void search_free(search *s)
{
    if (!s)
        return;
    if (s->self)
        s->strategy->close(s->self);
    engine_close(&s->engine);
    search_result_free(&s->result);
    free(s);
}

/* ---- all of it ------------------------------------------------------------------------ */

int search_run(search_result *out, const wgcq_model *model, const search_options *options,
               const observer *watcher, const wgcq_monitor *monitor, wgcq_error *err)
{
    search *s;
    *out = (search_result){.end = SEARCH_COMPLETE};
    int code = open_search(&s, model, options, watcher, monitor, err);
    if (!s)
        return code;
    while (!search_step(s))
        ;
    code = search_finish(out, s);
    search_free(s);
    return code;
}

void search_result_free(search_result *result)
{
    free(result->shortest_count);
    free(result->plan_states);
    free(result->plan_moves);
    memset(result, 0, sizeof *result);
}
