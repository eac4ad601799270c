/* workers.c - hired when there is work to share, let go at the end. */
#include "search/workers.h"

#include <stdlib.h>

static void run_tasks(void *self, void (*work)(void *of, size_t task, unsigned who), void *of,
                      size_t tasks)
{
    thread_pool_run(self, work, of, tasks);
}

bool workers_open(workers *c, engine *r)
{
    *c = (workers){.r = r, .pool = thread_pool_new(r->options->threads)};
    c->worker = calloc(r->options->threads, sizeof *c->worker);
    c->helpers = (task_runner){c->pool, run_tasks};
    if (c->pool)
        r->visited.runner = &c->helpers;
    return c->pool && c->worker;
}

int workers_start(workers *c)
{
    engine *r = c->r;
    int code = 0;
    c->worker[0] = r->worker;
    for (unsigned i = 1; !code && i < r->options->threads; i++)
        if (!c->worker[i])
            code = r->model->worker_new(&c->worker[i], r->model, r->err);
    return code;
}

void workers_close(workers *c)
{
    if (!c->r)
        return;
    c->r->visited.runner = NULL;
    thread_pool_free(c->pool);
    for (unsigned i = 1; c->worker && i < c->r->options->threads; i++)
        if (c->worker[i])
            c->r->model->worker_free(c->worker[i]);
    free(c->worker);
}
