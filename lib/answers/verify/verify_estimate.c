/*
 * verify_estimate.c - the estimate that was made for a run by A* or best-first: it is made again,
 * and held to every edge that the reference finds.
 *
 * It has to be consistent (no edge lowers it by more than it costs) and, in a goal, no more than
 * what it costs to end there.  From these two follows that it is a lower bound.
 */
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/cost.h"
#include "base/error.h"
#include "model/order.h"

typedef struct estimate_check {
    verification *v;
    wgcq_model *guided;
    void *worker;
    int cost_number;
    int64_t *bound; /* [states + 1] */
} estimate_check;

static bool estimate_was_made(const verification *v)
{
    const wgcq_model *m = v->reference.model;
    return order_needs_estimate(v->facts->order) && !m->has_estimate && m->made.guide &&
           !v->rows_only;
}

/* --max-memory of the run; 0: none. */
static uint64_t memory_of_run(const verification *v)
{
    static const char option[] = "--max-memory ";
    const char *at = strstr(v->facts->options, option);
    return at ? strtoull(at + sizeof option - 1, NULL, 10) : 0;
}

static bool is_making_to_end(void *self)
{
    return verify_ask(self) != 0;
}

static int make_estimate_again(estimate_check *c)
{
    verification *v = c->v;
    budget limit = {.stop = is_making_to_end, .self = v};
    c->cost_number = v->facts->minimize_count ? v->facts->minimize[0] : -1;
    const model_guide_wish wish = {.cost_number = c->cost_number,
                                   .bytes = model_guide_bytes(memory_of_run(v)),
                                   .limit = &limit};
    int code = v->reference.model->made.guide(&c->guided, v->reference.model, &wish, v->err);
    if (!code && limit.stopped)
        code = WGCQ_EINTERRUPT; /* with the error of verify_ask */
    return code ? code : c->guided->worker_new(&c->worker, c->guided, v->err);
}

static int find_bounds(estimate_check *c)
{
    const graph *g = c->v->g;
    c->bound = calloc((size_t)g->states + 1, sizeof *c->bound);
    if (!c->bound)
        return error_set_memory(c->v->err);
    return c->guided->estimate(c->worker, g->state + g->words, g->states, c->bound + 1, c->v->err);
}

static void hold_edges_of(estimate_check *c, uint32_t s)
{
    verification *v = c->v;
    const derived_graph *d = &v->derived;
    const unsigned costs = v->reference.model->costs;
    for (uint64_t e = derived_row(d, s); e < derived_row(d, s + (size_t)1); e++) {
        const uint32_t to = d->dst[e];
        int64_t price = c->cost_number < 0 ? 1 : d->cost[e * costs + (unsigned)c->cost_number];
        v->checked++;
        if (to && cost_less(cost_add(c->bound[to], price), c->bound[s]))
            verify_differs(
                v,
                "the estimate is not consistent: it is %s in state %u and %s in state %u, "
                "where a move of cost %s leads",
                VERIFY_GROUPED(cost_bound(c->bound[s])), s,
                VERIFY_GROUPED(cost_bound(c->bound[to])), to, VERIFY_GROUPED(price));
    }
}

static void hold_in_goal(estimate_check *c, uint32_t s)
{
    verification *v = c->v;
    const graph *g = v->g;
    int64_t left = g->finals && c->cost_number >= 0 ? graph_final(g, s, c->cost_number) : 0;
    if (v->derived.marks[s] & MARK_GOAL && cost_less(left, c->bound[s]))
        verify_differs(v, "the estimate is %s in state %u, a goal",
                       VERIFY_GROUPED(cost_bound(c->bound[s])), s);
}

static int hold_estimate(estimate_check *c)
{
    verification *v = c->v;
    int code = make_estimate_again(c);
    code = code ? code : find_bounds(c);
    for (uint32_t s = 1; s <= v->g->states && !code; s++) {
        hold_in_goal(c, s);
        hold_edges_of(c, s);
        code = verify_poll(v, s);
    }
    if (code)
        return code;
    strbuf_printf(&v->note, "made again, of %s abstract states; consistent, 0 in goals",
                  WGCQ_GROUPED(c->guided->guidance.states));
    verify_end_check(v, "estimate");
    return 0;
}

int verify_estimate(verification *v)
{
    estimate_check c = {.v = v};
    if (!estimate_was_made(v))
        return 0;
    verify_begin_check(v, "estimate", v->g->states);
    int code = hold_estimate(&c);
    if (c.worker)
        c.guided->worker_free(c.worker);
    if (c.guided)
        c.guided->made.guide_free(c.guided);
    free(c.bound);
    return code;
}
