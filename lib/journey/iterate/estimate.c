/*
 * estimate.c - how large a tree of choices is, told by random runs.
 *
 * D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29
 * (1975), 122-136.  A run that takes each of its choices with the same probability stands for as
 * many runs as the product of the numbers of its alternatives: the expected value of that product
 * is the number of all runs, and so for nodes and results.
 */
#include <math.h>

#include "base/error.h"
#include "journey/iterate/journey_replay.h"

/* The mean so far, and the sum of squares of differences from it (Welford, Technometrics 4, 1962).
 */
typedef struct running_mean {
    double mean, squares;
} running_mean;

typedef struct probing {
    journey_replay replay;
    uint64_t random;
    double weight, nodes; /* of the present run: the product, and the sum of products so far */
    uint64_t depth;
    wgcq_tree_estimate out;
    running_mean mean_nodes, mean_runs, mean_results;
} probing;

/* splitmix64 (Steele, Lea and Flood, OOPSLA 2014). */
static uint64_t next_random(uint64_t *at)
{
    uint64_t x = *at += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Each of 0 .. count-1 equally often: numbers below 2^64 mod count are drawn again. */
static uint64_t draw_below(uint64_t *at, uint64_t count)
{
    uint64_t least = (0 - count) % count, drawn;
    do
        drawn = next_random(at);
    while (drawn < least);
    return drawn % count;
}

static uint64_t probe_choice(choice_source *s, uint64_t count)
{
    probing *p = s->self;
    p->weight *= (double)count;
    p->nodes += p->weight;
    p->depth++;
    return draw_below(&p->random, count);
}

static void add_to_mean(running_mean *m, uint64_t count, double value)
{
    double before = value - m->mean;
    m->mean += before / (double)count;
    m->squares += before * (value - m->mean);
}

static double standard_error(const running_mean *m, uint64_t count)
{
    if (count < 2)
        return INFINITY;
    return sqrt(m->squares / (double)(count - 1) / (double)count);
}

/* One run.  Not 0: an error, or a limit came, and it does not count. */
static int probe_once(probing *p, wgcq_error *err)
{
    p->weight = p->nodes = 1;
    p->depth = 0;
    int code = journey_replay_run(&p->replay, NULL, 0, err);
    if (code < 0 || p->replay.journey.suspended)
        return code;
    uint64_t count = ++p->out.probes;
    add_to_mean(&p->mean_nodes, count, p->nodes);
    add_to_mean(&p->mean_runs, count, p->weight);
    add_to_mean(&p->mean_results, count, code == 0 ? p->weight : 0);
    if (p->depth > p->out.deepest)
        p->out.deepest = p->depth;
    return 0;
}

static void finish_estimate(probing *p)
{
    wgcq_tree_estimate *out = &p->out;
    out->nodes = p->mean_nodes.mean;
    out->runs = p->mean_runs.mean;
    out->results = p->mean_results.mean;
    out->nodes_error = standard_error(&p->mean_nodes, out->probes);
    out->runs_error = standard_error(&p->mean_runs, out->probes);
    out->results_error = standard_error(&p->mean_results, out->probes);
}

int wgcq_estimate(wgcq_journey_fn *fn, void *state, size_t size,
                  const wgcq_iterator_options *wanted, uint64_t probes, wgcq_tree_estimate *out,
                  wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"fn", CALLBACK(fn)}, {"state", size ? state : ""}, {"out", out})))
        return WGCQ_EREQUEST;
    if (probes == 0)
        return error_set(err, WGCQ_EREQUEST, "%s: probes is 0", __func__);
    wgcq_iterator_options options = wanted ? *wanted : (wgcq_iterator_options){0};
    options.check = false;
    probing p = {.random = options.seed};
    int code = journey_replay_open(&p.replay, fn, state, size, &options, err);
    p.replay.source.pick = probe_choice;
    p.replay.source.self = &p;
    while (code == 0 && p.out.probes < probes)
        code = probe_once(&p, err);
    if (p.replay.journey.initial)
        journey_restore(&p.replay.journey);
    journey_replay_close(&p.replay);
    if (code < 0 && code != WGCQ_EINTERRUPT)
        return code;
    finish_estimate(&p);
    *out = p.out;
    return code;
}
