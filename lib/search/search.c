/* search.c - a search from request to result. */
#include "search/search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "search/engine/crew.h"
#include "search/engine/limits.h"
#include "search/engine/strategies.h"

/* The orders, by their number. */
static const strategy *const strategies[] = {
    [WGCQ_BREADTH_FIRST] = &breadth_first,
    [WGCQ_DEPTH_FIRST] = &depth_first,
    [WGCQ_CHEAPEST] = &cheapest,
    [WGCQ_BEST_FIRST] = &best_first,
    [WGCQ_A_STAR] = &a_star,
    [WGCQ_BOTH_ENDS] = &both_ends,
    [WGCQ_IDA_STAR] = &ida_star,
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

/* A run with --trace none needs no order, unless it stops within a level. */
static bool goes_by_sweep(const search_options *o)
{
    return o->order == WGCQ_BREADTH_FIRST && !o->rows && !o->past && !o->max_states &&
           o->stop != WGCQ_STOP_FIRST && !o->hooks.ordered;
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
    if (options->order == WGCQ_BOTH_ENDS && !options->inverse && !options->inverse_ended)
        return error_set(err, WGCQ_EREQUEST, "a search from both ends does not go step by step");
    if (options->order == WGCQ_IDA_STAR && options->rows)
        return error_set(err, WGCQ_EREQUEST, "iterative deepening keeps no states to hand over");
    if (traits->needs_estimate && !model->has_estimate)
        return error_set(err, WGCQ_EREQUEST, "this puzzle declares no estimate");
    assert(!options->past || options->exchange ||
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
    search_result result;
    bool opened;             /* by the first step */
    void *self;              /* of the strategy */
    wgcq_error own_error;    /* where the caller passes none */
    double elapsed_at_pause; /* seconds */
    int code;
};

static void init_engine(search *s, const wgcq_model *model, const wgcq_monitor *monitor,
                        wgcq_error *err)
{
    const search_options *o = &s->options;
    const bool sweeps = goes_by_sweep(o);
    s->engine = (engine){.strategy = o->spill && o->rows ? &spill_rows
                                     : o->exchange       ? o->spill ? &spill : &rank_sweep
                                     : sweeps            ? o->spill ? &spill : &sweep
                                                         : strategy_of(o->order),
                         .model = model,
                         .options = &s->options,
                         .monitor = monitor,
                         .err = err ? err : &s->own_error,
                         .result = &s->result};
    limits_set_elapsed(&s->engine, s->options.seconds_before);
}

int search_new(search **out, const wgcq_model *model, const search_options *options,
               const wgcq_monitor *monitor, wgcq_error *err)
{
    int code = check_options(model, options, err);
    search *s = code ? NULL : calloc(1, sizeof *s);
    if (!s)
        return code ? code : error_set_memory(err);
    s->options = *options;
    init_engine(s, model, monitor, err);
    *out = s;
    return 0;
}

/* The rows of the step before are where limits see them. */
static int go_on(search *s)
{
    engine *r = &s->engine;
    limits_check(r, r->unchecked);
    r->unchecked = 0;
    if (limits_pause_due(r)) {
        bool in_order = s->options.order == WGCQ_BREADTH_FIRST;
        r->rows.pause = true;
        r->rows.expanded = in_order ? (uint32_t)s->result.expanded : 0;
        return 0;
    }
    return r->stopped && !r->expanding ? WGCQ_DONE : r->strategy->step(s->self);
}

/* Strategies that do not number their states one by one have threads of their own, or open the
 * crew. */
static int open_search(search *s)
{
    engine *r = &s->engine;
    const bool numbers = r->strategy == strategy_of(s->options.order);
    int code = numbers ? crew_open(r) : 0;
    return code ? code : r->strategy->open(&s->self, r);
}

int search_step(search *s, row_batch *rows)
{
    engine *r = &s->engine;
    r->rows = (row_batch){0};
    if (!s->code && s->opened) {
        s->code = go_on(s);
    } else if (!s->code) {
        s->opened = true;
        s->code = open_search(s);
    }
    *rows = r->rows;
    return s->code;
}

bool search_is_midway(const search *s)
{
    return s->engine.expanding;
}

void search_resume(search *s, wgcq_error *err)
{
    limits_set_elapsed(&s->engine, s->elapsed_at_pause);
    s->engine.err = err ? err : &s->own_error;
    if (s->result.end != SEARCH_INTERRUPTED)
        return;
    s->result.end = SEARCH_COMPLETE;
    s->engine.stopped = false;
    s->code = s->code == WGCQ_DONE ? 0 : s->code;
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
    if (!code && s->opened)
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
    crew_close(&s->engine);
    engine_close(&s->engine);
    search_result_free(&s->result);
    free(s);
}
