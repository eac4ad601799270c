/*
 * no_solution.c - what a run that proves that there is no solution says beside: how near it came,
 * and which rules reject most.
 */
#include <string.h>

#include "base/error.h"
#include "run/solver.h"

enum { BATCHES_A_POLL = 64 }; /* batches */

static bool proves_no_solution(const solver *s)
{
    const wgcq_summary *out = &s->result->summary;
    return solver_complete(s) && out->outcome == WGCQ_UNSOLVABLE;
}

/* ---- the nearest state -------------------------------------------------------------------- */

typedef struct nearest_state {
    uint32_t state; /* 0: none yet */
    int64_t bound;
} nearest_state;

/* *failed: the estimate has no value somewhere, and so no least one. */
static int find_nearest_in_batch(nearest_state *n, bool *failed, solver *s, uint32_t first,
                                 size_t count)
{
    int64_t bounds[MODEL_BATCH];
    wgcq_error own = {0}; /* this run does not rely on the estimate */
    int code = s->model->estimate(s->worker, solver_state(s, first), count, bounds, &own);
    *failed = code == WGCQ_ERUN;
    if (code)
        return *failed ? 0 : error_set(s->err, (wgcq_code)code, "%s", own.text);
    for (size_t i = 0; i < count; i++)
        if (!n->state || bounds[i] < n->bound)
            *n = (nearest_state){first + (uint32_t)i, bounds[i]};
    return 0;
}

static int find_nearest(nearest_state *n, solver *s)
{
    bool failed = false;
    int code = 0;
    uint32_t batches = 0;
    for (uint64_t at = 1; at <= s->g->states && !failed && !code; at += MODEL_BATCH) {
        const size_t left = s->g->states - at + 1;
        code = find_nearest_in_batch(n, &failed, s, (uint32_t)at,
                                     left < MODEL_BATCH ? left : MODEL_BATCH);
        if (!code && ++batches % BATCHES_A_POLL == 0)
            code = solver_poll_phase(s, "estimates");
    }
    if (failed)
        n->state = 0;
    return code;
}

int solver_find_nearest(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    nearest_state n = {0};
    strbuf shown = {0};
    if (!proves_no_solution(s) || !s->g || !s->model->has_estimate || s->guided || s->orbits)
        return 0;
    int code = find_nearest(&n, s);
    if (!code && n.state)
        code = s->model->show(s->worker, solver_state(s, n.state), &shown, s->err);
    if (!code && n.state && !(s->result->nearest = strdup(strbuf_string(&shown))))
        code = error_set_memory(s->err);
    if (!code && n.state) {
        out->nearest_known = true;
        out->nearest_estimate = n.bound;
        out->nearest_state = n.state;
        out->nearest = s->result->nearest;
    }
    strbuf_free(&shown);
    return code;
}

/* ---- rules -------------------------------------------------------------------------------- */

/* The most frequent first, then in the order of the puzzle. */
static void insert_rejecting(wgcq_result *r, wgcq_rejecting one)
{
    const size_t most = sizeof r->rejecting / sizeof *r->rejecting;
    size_t at = r->summary.rejecting_count;
    for (; at && r->rejecting[at - 1].times < one.times; at--)
        if (at < most)
            r->rejecting[at] = r->rejecting[at - 1];
    if (at < most)
        r->rejecting[at] = one;
    r->summary.rejecting_count += r->summary.rejecting_count < most;
}

/* Whether an earlier rule has that name; guards may share one. */
static bool is_named_before(const wgcq_model *m, size_t rule)
{
    for (size_t i = 0; i < rule; i++)
        if (!strcmp(m->rules[i], m->rules[rule]))
            return true;
    return false;
}

static uint64_t count_by_name(const wgcq_model *m, const uint64_t *times, size_t rule)
{
    uint64_t sum = 0;
    for (size_t i = rule; i < m->rule_count; i++)
        sum += strcmp(m->rules[i], m->rules[rule]) ? 0 : times[i];
    return sum;
}

void find_rejecting(solver *s, const uint64_t *times)
{
    wgcq_summary *out = &s->result->summary;
    const wgcq_model *m = s->model;
    uint64_t all = 0;
    for (size_t i = 0; i < m->rule_count; i++)
        all += times[i];
    if (!proves_no_solution(s) || !out->rejections_known || out->rejections != all || s->orbits)
        return;
    for (size_t i = 0; i < m->rule_count; i++) {
        const uint64_t sum = is_named_before(m, i) ? 0 : count_by_name(m, times, i);
        if (sum)
            insert_rejecting(s->result, (wgcq_rejecting){m->rules[i], sum});
    }
    out->rejecting = out->rejecting_count ? s->result->rejecting : NULL;
}

int solver_find_rejecting(solver *s)
{
    const uint64_t *times = s->writer ? trace_rejected(s->writer) : NULL;
    if (times)
        find_rejecting(s, times);
    return 0;
}
