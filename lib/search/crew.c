/* crew.c - hired when there is work to share, let go at the end. */
#include "search/crew.h"

#include <stdlib.h>

static void share(void *self, void (*work)(void *of, size_t task, unsigned who), void *of,
                  size_t tasks)
{
    pool_run(self, work, of, tasks);
}

bool crew_open(crew *c, run *r)
{
    *c = (crew){.r = r, .pool = pool_new(r->options->threads)};
    c->worker = calloc(r->options->threads, sizeof *c->worker);
    c->helpers = (helpers){c->pool, share};
    if (c->pool)
        r->seen.helpers = &c->helpers;
    return c->pool && c->worker;
}

int crew_hire(crew *c)
{
    run *r = c->r;
    int code = 0;
    c->worker[0] = r->worker;
    for (unsigned i = 1; !code && i < r->options->threads; i++)
        if (!c->worker[i])
            code = r->model->worker_new(&c->worker[i], r->model, r->err);
    return code;
}

void crew_close(crew *c)
{
    if (!c->r)
        return;
    c->r->seen.helpers = NULL;
    pool_free(c->pool);
    for (unsigned i = 1; c->worker && i < c->r->options->threads; i++)
        if (c->worker[i])
            c->r->model->worker_free(c->worker[i]);
    free(c->worker);
}
