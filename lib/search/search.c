/* search.c - a run from request to result. */
#include "search/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "search/limits.h"
#include "search/run.h"

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
    return fault(err, WGCQ_EREQUEST, "the estimate is of %s, so a-star cannot minimize %s first",
                 cost_name(model, bounded), cost_name(model, wanted));
}

static int check(const wgcq_model *model, const search_options *options, wgcq_error *err)
{
    if (by_estimate(options->order) && !model->has_estimate)
        return fault(err, WGCQ_EREQUEST, "this puzzle declares no estimate");
    assert(!options->past || (options->order == WGCQ_BREADTH_FIRST && !options->count_shortest &&
                              options->stop != WGCQ_STOP_FIRST));
    for (size_t i = 0; i < options->minimize_count; i++)
        if (options->minimize[i] < -1 || options->minimize[i] >= (int)model->costs)
            return fault(err, WGCQ_EREQUEST, "there is no cost number %d", options->minimize[i]);
    return options->order == WGCQ_A_STAR ? check_a_star(model, options, err) : 0;
}

static int explore(run *r)
{
    switch (r->options->order) {
    case WGCQ_BREADTH_FIRST: return breadth_first(r);
    case WGCQ_DEPTH_FIRST: return depth_first(r);
    case WGCQ_CHEAPEST:
    case WGCQ_BEST_FIRST:
    case WGCQ_A_STAR: return best(r);
    }
    return fault(r->err, WGCQ_EREQUEST, "there is no order number %d", (int)r->options->order);
}

int search_run(search_result *out, const wgcq_model *model, const search_options *options,
               const observer *watcher, const wgcq_watch *watch, wgcq_error *err)
{
    static const observer nobody = {0};
    *out = (search_result){.end = SEARCH_COMPLETE};
    int code = check(model, options, err);
    if (code)
        return code;
    run r = {.model = model,
             .options = options,
             .observer = watcher ? watcher : &nobody,
             .watch = watch,
             .err = err,
             .out = out};
    clock_gettime(CLOCK_MONOTONIC, &r.began);
    code = explore(&r);
    limits_measure(&r);
    run_close(&r);
    return code;
}

void search_result_free(search_result *result)
{
    free(result->shortest_count);
    free(result->plan_states);
    free(result->plan_moves);
    memset(result, 0, sizeof *result);
}
