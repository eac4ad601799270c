/* plan_traffic.c - ways from the starts times ways to the ends. */
#include "graph/counts/plan_traffic.h"

#include <math.h>

#include "base/error.h"
#include "base/progress_clock.h"

static uint32_t traffic_index(const plan_traffic *t, uint32_t state)
{
    return optimal_states_index(&t->on, state);
}

/* Each state after its tight successors, so that theirs are known. */
static bool count_ways_behind(plan_traffic *t, uint32_t state)
{
    const graph *g = t->dist.g;
    const uint32_t own = traffic_index(t, state);
    bool fine = true;
    bigcount_set_small(&t->behind, own, cost_distance_ends(&t->dist, state));
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state) && fine; e++)
        if (cost_distance_follows(&t->dist, state, e))
            fine = bigcount_add(&t->behind, own, &t->behind, traffic_index(t, g->dst[e]));
    if (fine && optimal_states_begin(&t->on, state))
        fine = bigcount_add(&t->behind, t->on.count, &t->behind, own);
    return fine;
}

/* In the opposite order: what comes to it is known, and handed over. */
static bool count_ways_before(plan_traffic *t, uint32_t state, const bigcount *one)
{
    const graph *g = t->dist.g;
    const uint32_t own = traffic_index(t, state);
    bool fine = !optimal_states_begin(&t->on, state) || bigcount_add(&t->before, own, one, 0);
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state) && fine; e++)
        if (cost_distance_follows(&t->dist, state, e))
            fine = bigcount_add(&t->before, traffic_index(t, g->dst[e]), &t->before, own);
    return fine;
}

static int count_traffic(plan_traffic *t, wgcq_error *err)
{
    const graph *g = t->dist.g;
    bigcount one = {0};
    progress_clock progress;
    progress_begin(&progress, "counting", g);
    bool fine = bigcount_push_one(&one) && bigcount_resize(&t->before, t->on.count) &&
                bigcount_resize(&t->behind, (size_t)t->on.count + 1);
    int code = fine ? 0 : error_set_memory(err);
    for (uint32_t i = 0; i < t->on.count && !code; i++) {
        code = count_ways_behind(t, t->on.states[i]) ? 0 : error_set_memory(err);
        code = code ? code : progress_poll(&progress, g->monitor, 0, err);
    }
    for (uint32_t i = t->on.count; i && !code; i--) {
        code = count_ways_before(t, t->on.states[i - 1], &one) ? 0 : error_set_memory(err);
        code = code ? code : progress_poll(&progress, g->monitor, 0, err);
    }
    bigcount_free(&one);
    return code;
}

int plan_traffic_find(plan_traffic *out, const graph *g, const reversed_graph *back,
                      cost_order order, wgcq_error *err)
{
    *out = (plan_traffic){.dist = {.g = g}};
    int code = cost_distance_find(&out->dist, g, back, order, err);
    if (code || !(out->best = cost_distance_best_start(&out->dist)))
        return code;
    if (!cost_distance_fits(&out->dist, out->best))
        return cost_distance_overflow(&out->dist, out->best, err);
    code = optimal_states_find(&out->on, &out->dist, out->best, err);
    return code ? code : count_traffic(out, err);
}

void plan_traffic_free(plan_traffic *t)
{
    if (!t->dist.g)
        return;
    optimal_states_free(&t->on);
    cost_distance_free(&t->dist);
    bigcount_free(&t->before);
    bigcount_free(&t->behind);
    *t = (plan_traffic){.dist = {.g = t->dist.g}};
}

static char *product_text(const plan_traffic *t, uint32_t from, uint32_t to)
{
    bigcount product = {0};
    char *text = NULL;
    if (bigcount_resize(&product, 1) &&
        bigcount_add_product(&product, 0, &t->before, traffic_index(t, from), &t->behind,
                             traffic_index(t, to)))
        text = bigcount_text(&product, 0);
    bigcount_free(&product);
    return text;
}

char *plan_traffic_through(const plan_traffic *t, uint32_t state)
{
    return product_text(t, state, state);
}

char *plan_traffic_along(const plan_traffic *t, uint32_t state, uint64_t e)
{
    return product_text(t, state, t->dist.g->dst[e]);
}

/* As part * 2^exponent, part from 1/2 to 1. */
static double leading_part(const bigcount *c, size_t i, double *exponent)
{
    const mp_limb_t *limb = c->limb + i * c->limbs;
    size_t top = c->limbs;
    int shift = 0;
    while (top && !limb[top - 1])
        top--;
    if (!top)
        return 0;
    double sum = ldexp((double)limb[top - 1], GMP_NUMB_BITS);
    if (top > 1)
        sum += (double)limb[top - 2];
    const double part = frexp(sum, &shift);
    *exponent = shift + ((double)top - 2) * GMP_NUMB_BITS;
    return part;
}

static double product_share(const plan_traffic *t, uint32_t from, uint32_t to)
{
    double a = 0, b = 0, all = 0;
    const double first = leading_part(&t->before, traffic_index(t, from), &a),
                 second = leading_part(&t->behind, traffic_index(t, to), &b),
                 sum = leading_part(&t->behind, t->on.count, &all);
    return ldexp(first * second / sum, (int)(a + b - all));
}

double plan_traffic_share(const plan_traffic *t, uint32_t state)
{
    return product_share(t, state, state);
}

double plan_traffic_edge_share(const plan_traffic *t, uint32_t state, uint64_t e)
{
    return product_share(t, state, t->dist.g->dst[e]);
}

double plan_traffic_part(const plan_traffic *t, const bigcount *sum, size_t i)
{
    double of = 0, all = 0;
    const double part = leading_part(sum, i, &of),
                 whole = leading_part(&t->behind, t->on.count, &all);
    return ldexp(part / whole, (int)(of - all));
}
