/* workers.c - the threads of a run: started when there is work to share. */
#include "search/engine/workers.h"

#include <assert.h>
#include <stdlib.h>

#include "search/engine/limits.h"

bool workers_open(workers *w, engine *r)
{
    assert(r->options->threads > 1);
    *w = (workers){.r = r, .pool = thread_pool_new(r->options->threads), .wants = r->wants};
    w->worker = calloc(r->options->threads, sizeof *w->worker);
    return w->pool && w->worker;
}

int workers_start(workers *w, wgcq_error *err)
{
    engine *r = w->r;
    int code = 0;
    w->worker[0] = r->worker;
    for (unsigned i = 1; !code && i < r->options->threads; i++)
        if (!w->worker[i])
            code = r->model->worker_new(&w->worker[i], r->model, err);
    return code;
}

/* ---- expanding ---------------------------------------------------------------------------- */

static void halt_all(workers *w)
{
    atomic_store_explicit(&w->halt, true, memory_order_relaxed);
}

static bool poll_limits(workers *w)
{
    bool stopped = limits_poll(w->r);
    if (stopped)
        halt_all(w);
    return stopped;
}

/* Whether an expansion is to end: the main thread polls the limits, the others its flag. */
static bool poll_budget(void *self)
{
    return poll_limits(self);
}

static bool is_halted(void *self)
{
    workers *w = self;
    return atomic_load_explicit(&w->halt, memory_order_relaxed);
}

static void poll_idle(void *self)
{
    poll_limits(self);
}

void workers_begin(workers *w, unsigned shares)
{
    const unsigned threads = w->r->options->threads, at_work = shares < threads ? shares : threads;
    if (at_work > w->r->result->threads)
        w->r->result->threads = at_work;
    w->budget = engine_budget(w->r, MODEL_BATCH, shares);
    atomic_store(&w->halt, false);
    thread_pool_idle(w->pool, poll_idle, w);
}

void workers_end(workers *w)
{
    thread_pool_idle(w->pool, NULL, NULL);
}

int workers_expand(workers *w, unsigned thread, const expansion *x, batch *out, bool *too_large,
                   wgcq_error *err)
{
    assert(thread < w->r->options->threads);
    budget own = w->budget;
    own.stop = thread ? is_halted : poll_budget;
    own.self = w;
    own.held = batch_memory(out);
    out->budget = &own;
    int code = w->r->model->expand(w->worker[thread], x->states, x->count, w->wants, out, err);
    out->budget = NULL;
    if (!budget_spent(&own))
        return code;
    *too_large = true;
    *err = (wgcq_error){0};
    batch_free(out);
    return 0;
}

void workers_close(workers *w)
{
    if (!w->r)
        return;
    thread_pool_free(w->pool);
    for (unsigned i = 1; w->worker && i < w->r->options->threads; i++)
        if (w->worker[i])
            w->r->model->worker_free(w->worker[i]);
    free(w->worker);
}
