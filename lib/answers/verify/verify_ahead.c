/* verify_ahead.c - portions of states, expanded by threads that help. */
#include "answers/verify/verify_ahead.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/helpers.h"

enum { PORTION = 64, WINDOW = 16, HELPERS_MOST = 7 };

typedef struct portion {
    reference_moves of[PORTION];
    bool done;
} portion;

struct verify_ahead {
    const verification *v;
    uint32_t count; /* of portions: number p has the states behind p * PORTION */
    helpers others;
    portion *ring;    /* [WINDOW]: number p is at p % WINDOW */
    uint32_t next;    /* the first that is not begun */
    uint32_t current; /* that is read; those up to WINDOW behind it may be begun */
};

/* ---- expanding ------------------------------------------------------------------------------- */

static void expand_by_reference(const verify_ahead *a, void *worker, uint32_t s,
                                reference_moves *out)
{
    const verification *v = a->v;
    const wgcq_model *m = v->reference.model;
    out->successors.words = m->words;
    out->successors.costs = m->costs;
    out->error = (wgcq_error){0};
    out->code = 0;
    batch_clear(&out->successors);
    if (!(v->derived.marks[s] & MARK_END))
        out->code = m->reference.expand(worker, v->g->state + (size_t)s * v->g->words,
                                        WANT_MOVES | WANT_COSTS | WANT_REJECTIONS, &out->successors,
                                        &out->error);
}

static void expand_portion(verify_ahead *a, void *worker, uint32_t number)
{
    portion *p = &a->ring[number % WINDOW];
    for (uint32_t i = 0; i < PORTION && number * PORTION + i < a->v->g->states; i++)
        expand_by_reference(a, worker, number * PORTION + i + 1, &p->of[i]);
}

/* ---- threads that help ----------------------------------------------------------------------- */

/* *number: the next portion, once there is room for it; false: there is none left to begin. */
static bool begin_portion(verify_ahead *a, uint32_t *number)
{
    helpers_lock(&a->others);
    while (!a->others.stopped && a->next < a->count && a->next - a->current >= WINDOW)
        helpers_wait(&a->others);
    bool any = !a->others.stopped && a->next < a->count;
    if (any) {
        *number = a->next++;
        a->ring[*number % WINDOW].done = false;
    }
    helpers_unlock(&a->others);
    return any;
}

static void end_portion(verify_ahead *a, uint32_t number)
{
    helpers_lock(&a->others);
    a->ring[number % WINDOW].done = true;
    helpers_wake(&a->others);
    helpers_unlock(&a->others);
}

/* Without a worker of its own it is no help. */
static void *help(void *self)
{
    verify_ahead *a = self;
    const wgcq_model *m = a->v->reference.model;
    void *worker = NULL;
    uint32_t number;
    if (m->worker_new(&worker, m, NULL))
        return NULL;
    while (begin_portion(a, &number)) {
        expand_portion(a, worker, number);
        end_portion(a, number);
    }
    m->worker_free(worker);
    return NULL;
}

/* As many as there are other processors; none for a program's own model, which may have been made
   for one thread. */
static void start_helpers(verify_ahead *a)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    long most = processors - 1 < HELPERS_MOST ? processors - 1 : HELPERS_MOST;
    if (a->v->reference.puzzle && a->count > 1 && most > 0)
        helpers_start(&a->others, (unsigned)most, help, a);
}

/* ---- reading --------------------------------------------------------------------------------- */

int verify_ahead_open(verify_ahead **out, const verification *v)
{
    assert(v->g && v->derived.marks);
    verify_ahead *a = calloc(1, sizeof *a);
    if (!a || !(a->ring = calloc(WINDOW, sizeof *a->ring))) {
        free(a);
        return error_set_memory(v->err);
    }
    helpers_open(&a->others);
    a->v = v;
    a->count = v->g->states / PORTION + (v->g->states % PORTION != 0);
    start_helpers(a);
    *out = a;
    return 0;
}

/* The caller's part: it waits for a portion that a helper has begun, and expands any other. */
static void enter_portion(verify_ahead *a, uint32_t number)
{
    helpers_lock(&a->others);
    a->current = number;
    bool begun = number < a->next;
    a->next = begun ? a->next : number + 1;
    helpers_wake(&a->others);
    while (begun && !a->ring[number % WINDOW].done)
        helpers_wait(&a->others);
    helpers_unlock(&a->others);
    if (!begun)
        expand_portion(a, a->v->reference.worker, number);
}

const reference_moves *verify_ahead_at(verify_ahead *a, uint32_t s)
{
    uint32_t number = (s - 1) / PORTION;
    assert(s && number < a->count);
    if (number != a->current || (s - 1) % PORTION == 0)
        enter_portion(a, number);
    return &a->ring[number % WINDOW].of[(s - 1) % PORTION];
}

void verify_ahead_close(verify_ahead *a)
{
    if (!a)
        return;
    helpers_close(&a->others);
    for (size_t p = 0; p < WINDOW; p++)
        for (size_t i = 0; i < PORTION; i++)
            batch_free(&a->ring[p].of[i].successors);
    FREE_EACH(a->ring, a);
}
