/* path_estimate.c - plans without a repeated state, drawn at random. */
#include "answers/graph/path_estimate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "answers/graph/avoiding_path.h"
#include "base/error.h"

static const uint64_t EFFORT_MOST = 20000000; /* states expanded by all draws */
enum { DRAWS = 100 };

typedef struct path_draw {
    const cost_distance *dist;
    avoiding_path *avoiding;
    path_marks on_path;
    uint64_t random, effort;
    double log10_weight; /* of the present draw       */
    double *weights;     /* [DRAWS] of those finished */
    size_t finished;
} path_draw;

/* splitmix64, from a fixed seed. */
static uint64_t next_random(path_draw *d)
{
    uint64_t x = d->random += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/* Whether it is the one to take, of `choices` so far: each with the same probability. */
static bool replaces(path_draw *d, uint32_t choices)
{
    return choices == 1 || next_random(d) % choices == 0;
}

/* Whether a plan can go on to that state. */
static int leads_on(path_draw *d, bool *out, uint32_t to, wgcq_error *err)
{
    int64_t moves;
    *out = false;
    if (!cost_distance_reaches(d->dist, to) || path_marks_has(&d->on_path, to))
        return 0;
    d->on_path.stamp[to] = d->on_path.current;
    int code = avoiding_path_find(d->avoiding, to, &d->on_path, &moves, out, &d->effort, err);
    path_marks_remove(&d->on_path, to);
    return code;
}

/* The next state, 0: the plan ends here. */
static int draw_next(path_draw *d, uint32_t *next, uint32_t from, wgcq_error *err)
{
    const graph *g = d->dist->g;
    bool goal = g->marks[from] & MARK_GOAL, leads;
    uint32_t choices = goal;
    int code = 0;
    *next = 0;
    if (goal && graph_ends_at_goals(g))
        return 0;
    for (uint64_t e = graph_row(g, from); e < graph_row_end(g, from) && !code; e++) {
        code = leads_on(d, &leads, g->dst[e], err);
        if (!code && leads && replaces(d, ++choices))
            *next = g->dst[e];
    }
    d->log10_weight += choices ? log10(choices) : 0;
    return code;
}

static uint32_t draw_start(path_draw *d)
{
    const graph *g = d->dist->g;
    uint32_t starts = 0, start = 0;
    for (uint32_t s = 1; s <= g->states; s++)
        if (g->marks[s] & MARK_START && cost_distance_reaches(d->dist, s) && replaces(d, ++starts))
            start = s;
    d->log10_weight = starts ? log10(starts) : 0;
    return start;
}

static int draw_plan(path_draw *d, wgcq_error *err)
{
    int code = 0;
    path_marks_clear(&d->on_path, d->dist->g->states);
    for (uint32_t at = draw_start(d), next; at && !code; at = next) {
        if (d->effort > EFFORT_MOST)
            return WGCQ_DONE;
        d->on_path.stamp[at] = d->on_path.current;
        code = draw_next(d, &next, at, err);
    }
    if (!code)
        d->weights[d->finished++] = d->log10_weight;
    return code;
}

/* The mean of the numbers that these are logarithms of. */
static double mean_weight(const path_draw *d)
{
    double most = 0, sum = 0;
    for (size_t i = 0; i < d->finished; i++)
        most = d->weights[i] > most ? d->weights[i] : most;
    for (size_t i = 0; i < d->finished; i++)
        sum += pow(10, d->weights[i] - most);
    return d->finished ? most + log10(sum / (double)d->finished) : -1;
}

int path_estimate_find(double *log10_plans, const cost_distance *dist, wgcq_error *err)
{
    path_draw d = {.dist = dist};
    int code = avoiding_path_new(&d.avoiding, dist, err);
    d.weights = malloc(DRAWS * sizeof *d.weights);
    if (!code && (!path_marks_open(&d.on_path, dist->g->states) || !d.weights))
        code = error_set_memory(err);
    while (!code && d.finished < DRAWS)
        code = draw_plan(&d, err);
    if (code >= 0)
        *log10_plans = mean_weight(&d);
    path_marks_close(&d.on_path);
    avoiding_path_free(d.avoiding);
    free(d.weights);
    return code < 0 ? code : 0;
}

const char *path_estimate_text(char text[PATH_ESTIMATE_TEXT], double log10_plans)
{
    double exponent = floor(log10_plans), digit = floor(pow(10, log10_plans - exponent) + 0.5);
    snprintf(text, PATH_ESTIMATE_TEXT, "%.0fe+%.0f", digit < 10 ? digit : 1,
             digit < 10 ? exponent : exponent + 1);
    return text;
}
