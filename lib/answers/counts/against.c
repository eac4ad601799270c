/* against.c - steps of the shortest plans against an estimate that is made of the puzzle. */
#include <math.h>
#include <stdlib.h>

#include "answers/counts/grade.h"
#include "answers/replay/reference_model.h"
#include "base/error.h"

/* Small abstractions, so that the estimate sees what is seen at a glance: distances of few things
   at once, not plans. */
enum { GLANCE_STATES = 128 };
#define GLANCE_BYTES ((size_t)1 << 23)

typedef struct glance {
    const grade_task *t;
    reference_model reference;
    wgcq_model *guided;
    void *worker;
    int64_t *estimate; /* [on.count] */
} glance;

static bool has_patterns(const wgcq_model *guided)
{
    return guided->guidance.text && guided->guidance.text[0];
}

/* *found is false where nothing can be estimated. */
static int open_glance(glance *o, bool *found, wgcq_error *err)
{
    const model_guide_wish wish = {
        .cost_number = -1, .bytes = GLANCE_BYTES, .states = GLANCE_STATES};
    const optimal_states *on = &o->t->d.traffic.on;
    int code = reference_model_open_any(&o->reference, o->t->ctx->trace, NULL, err);
    const wgcq_model *m = code ? NULL : o->reference.model;
    *found = m && m->made.guide;
    if (!code && *found)
        code = m->made.guide(&o->guided, m, &wish, err);
    *found = *found && !code && has_patterns(o->guided);
    if (!*found)
        return code;
    o->estimate = malloc(((size_t)on->count + 1) * sizeof *o->estimate);
    return o->estimate ? o->guided->worker_new(&o->worker, o->guided, err) : error_set_memory(err);
}

static void close_glance(glance *o)
{
    if (o->worker)
        o->guided->worker_free(o->worker);
    if (o->guided)
        o->reference.model->made.guide_free(o->guided);
    reference_model_close(&o->reference);
    free(o->estimate);
}

static int estimate_at_a_glance(glance *o, wgcq_error *err)
{
    const optimal_states *on = &o->t->d.traffic.on;
    const graph *g = o->t->l.g;
    int code = 0;
    for (uint32_t i = 0; i < on->count && !code; i++) {
        const uint32_t s = on->states[i];
        code = o->guided->estimate(o->worker, g->state + (size_t)s * g->words, 1,
                                   &o->estimate[optimal_states_index(on, s)], err);
    }
    return code;
}

static double mean_against(const glance *o)
{
    const plan_traffic *t = &o->t->d.traffic;
    const graph *g = t->dist.g;
    double sum = 0;
    for (uint32_t i = 0; i < t->on.count; i++) {
        const uint32_t s = t->on.states[i];
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s); e++)
            if (cost_distance_follows(&t->dist, s, e) &&
                o->estimate[optimal_states_index(&t->on, g->dst[e])] >
                    o->estimate[optimal_states_index(&t->on, s)])
                sum += plan_traffic_edge_share(t, s, e);
    }
    return sum;
}

int against_estimate(double *mean, const grade_task *t)
{
    glance o = {.t = t};
    bool found;
    int code = open_glance(&o, &found, t->ctx->err);
    if (!code && found)
        code = estimate_at_a_glance(&o, t->ctx->err);
    *mean = !code && found ? mean_against(&o) : NAN;
    close_glance(&o);
    return code;
}
