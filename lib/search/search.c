/* search.c - a search from request to result. */
#include "search/search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/engine.h"
#include "search/limits.h"

/* The orders, by their number. */
static const strategy *const strategies[] = {
    [WGCQ_BREADTH_FIRST] = &breadth_first,
    [WGCQ_DEPTH_FIRST] = &depth_first,
    [WGCQ_CHEAPEST] = &cheapest,
    [WGCQ_BEST_FIRST] = &best_first,
    [WGCQ_A_STAR] = &a_star,
};

static const strategy *strategy_of(wgcq_order order)
{
    return (size_t)order < sizeof strategies / sizeof *strategies ? strategies[order] : NULL;
}

const order_traits *search_order_traits(wgcq_order order)
{
    const strategy *of = strategy_of(order);
    return of ? &of->traits : NULL;
}

static const char *cost_name(const wgcq_model *model, int cost)
{
    return cost < 0 ? "moves" : model->cost_names[cost];
}

/* An estimate bounds the cost that the puzzle minimizes first, and no other. */
static int check_estimated_cost(const wgcq_model *model, const search_options *options,
                                wgcq_error *err)
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
    const order_traits *traits = search_order_traits(options->order);
    if (!traits)
        return error_set(err, WGCQ_EREQUEST, "there is no order number %d", (int)options->order);
    if (traits->needs_estimate && !model->has_estimate)
        return error_set(err, WGCQ_EREQUEST, "this puzzle declares no estimate");
    assert(!options->resume_point ||
           (options->order == WGCQ_BREADTH_FIRST && !options->count_shortest &&
            options->stop != WGCQ_STOP_FIRST));
    for (size_t i = 0; i < options->minimize_count; i++)
        if (options->minimize[i] < -1 || options->minimize[i] >= (int)model->costs)
            return error_set(err, WGCQ_EREQUEST, "there is no cost number %d",
                             options->minimize[i]);
    return traits->needs_estimate && traits->by_cost ? check_estimated_cost(model, options, err)
                                                     : 0;
}

/* ---- a step at a time ------------------------------------------------------------ */

struct search {
    engine engine;
    search_options options;
    observer observer;
    search_result result;
    void *self;              /* of the strategy */
    wgcq_error own_error;    /* where the caller passes none */
    double elapsed_at_pause; /* seconds */
    int code;
};

static void init_engine(search *s, const wgcq_model *model, const wgcq_monitor *monitor,
                        wgcq_error *err)
{
    s->engine = (engine){.strategy = strategy_of(s->options.order),
                         .model = model,
                         .options = &s->options,
                         .observer = &s->observer,
                         .monitor = monitor,
                         .err = err ? err : &s->own_error,
                         .result = &s->result};
    clock_gettime(CLOCK_MONOTONIC, &s->engine.began);
}

/* *out is set even on most errors, so that the result shows how far the search came. */
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
    return s->code = s->engine.strategy->open(&s->self, &s->engine);
}

int search_new(search **out, const wgcq_model *model, const search_options *options,
               const observer *watcher, const wgcq_monitor *monitor, wgcq_error *err)
{
    search *s;
    int code = open_search(&s, model, options, watcher, monitor, err);
    if (!code && s->result.end == SEARCH_INTERRUPTED && !s->result.starts)
        code =
            error_set(err, WGCQ_EINTERRUPT, "interrupted"); /* there is nothing to continue from */
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
    s->code = s->engine.strategy->step(s->self);
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
    if (s->engine.strategy->frontier_bound)
        s->engine.strategy->frontier_bound(s->self, &out);
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
        code = s->engine.strategy->finish(s->self);
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
        s->engine.strategy->close(s->self);
    engine_close(&s->engine);
    search_result_free(&s->result);
    free(s);
}

/* ---- a whole search ------------------------------------------------------------------------ */

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
