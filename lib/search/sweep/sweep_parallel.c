/* sweep_parallel.c - rounds of a sweep: finding and taking successors at once. */
#include "search/sweep/sweep_parallel.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "search/engine/limits.h"
#include "search/engine/workers.h"
#include "search/sweep/sweep_parcels.h"

enum {
    ROUND_SLOTS = 256,          /* batches of states in a round                */
    ROUND_SUCCESSORS = 1 << 15, /* so many, or a little more, that owners take */
    ROUND_TAKEN = 1 << 19,      /* ... or finders                              */
    ROUND_MEMORY = 4,           /* a part of what is left of --max-memory      */
    SLOTS_A_THREAD = 8,         /* in a narrow level,                          */
    SLOT_LEAST = 256,           /* of so many states or more                   */
    QUEUE_BYTES = 64,           /* no two threads' counters in one line        */
};

/* One batch of states of a round. */
typedef struct round_slot {
    level_range states;
    sweep_parcels parcels; /* SWEEP_TO_OWNERS */
    bool too_large;        /* left to the main thread */
} round_slot;

typedef struct expansion_round {
    round_slot slot[ROUND_SLOTS];
    size_t count;
} expansion_round;

/* Working memory of a thread. */
typedef struct round_worker {
    batch successors;
    uint64_t *keys; /* room for those of PARCEL_CHUNK states */
    uint32_t *sources;
    size_t source_room;
    source_buffer gathered;
    checks checks; /* deadlocks of the states that it expands */
    int code;
    wgcq_error err; /* last: it keeps the next worker out of this one's cache lines */
} round_worker;

/* Numbers that one thread takes first: slots whose states are of one part of the level, or its own
   owner. */
typedef struct round_queue {
    atomic_size_t next;
    size_t end;
    char apart[QUEUE_BYTES - sizeof(atomic_size_t) - sizeof(size_t)];
} round_queue;

struct sweep_parallel {
    engine *r;
    workers workers;
    unsigned owner_bits;
    size_t owners, finders; /* of the owners, those that go with a thread */
    sweep_owner *owner;
    round_worker *worker; /* one a thread */
    expansion_round *taken, *found;
    round_queue *queue; /* one a part, or one an owner */
    size_t queues;
    sweep_parcels dealt;   /* by the main thread alone */
    const frontier *level; /* the first part of it */
    sweep_dealing dealing;
    level_range left[ROUND_SLOTS];
    size_t left_count;
    size_t bytes;
};

/* ---- made and freed ------------------------------------------------------------------------- */

static bool open_parcels(sweep_parallel *c, sweep_parcels *p)
{
    return sweep_parcels_open(p, c->owner->set, c->owner_bits, c->r->model->words);
}

static bool open_round(sweep_parallel *c, expansion_round **out)
{
    *out = calloc(1, sizeof **out);
    bool ok = *out;
    for (size_t i = 0; ok && i < ROUND_SLOTS; i++)
        ok = open_parcels(c, &(*out)->slot[i].parcels);
    return ok;
}

static void close_round(expansion_round *round)
{
    for (size_t i = 0; round && i < ROUND_SLOTS; i++)
        sweep_parcels_close(&round->slot[i].parcels);
    free(round);
}

static bool open_workers(sweep_parallel *c)
{
    const engine *r = c->r;
    const size_t bytes = PARCEL_CHUNK * state_set_key_words(c->owner->set) * sizeof(uint64_t);
    c->worker = calloc(r->options->threads, sizeof *c->worker);
    bool ok = c->worker;
    for (unsigned i = 0; ok && i < r->options->threads; i++) {
        c->worker[i].successors = (batch){.words = r->model->words, .costs = r->model->costs};
        c->worker[i].keys = malloc(bytes);
        ok = c->worker[i].keys && checks_open(&c->worker[i].checks, r->model);
    }
    return ok;
}

sweep_parallel *sweep_parallel_new(engine *r, sweep_owner *owner, unsigned owner_bits)
{
    sweep_parallel *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->r = r;
    c->owner = owner;
    c->owner_bits = owner_bits;
    c->owners = (size_t)1 << owner_bits;
    c->finders = r->options->threads;
    c->queue = calloc(c->owners, sizeof *c->queue);
    if (c->queue && workers_open(&c->workers, r) && open_workers(c) && open_round(c, &c->taken) &&
        open_round(c, &c->found) && open_parcels(c, &c->dealt))
        return c;
    sweep_parallel_free(c);
    return NULL;
}

void sweep_parallel_free(sweep_parallel *c)
{
    if (!c)
        return;
    unsigned threads = c->r->options->threads;
    workers_close(&c->workers);
    for (unsigned i = 0; c->worker && i < threads; i++) {
        batch_free(&c->worker[i].successors);
        free(c->worker[i].keys);
        free(c->worker[i].sources);
        bigarray_free(&c->worker[i].gathered.states);
        checks_close(&c->worker[i].checks);
    }
    free(c->worker);
    free(c->queue);
    close_round(c->taken);
    close_round(c->found);
    sweep_parcels_close(&c->dealt);
    free(c);
}

/* ---- memory --------------------------------------------------------------------------------- */

static size_t round_bytes(const expansion_round *round)
{
    size_t bytes = 0;
    for (size_t i = 0; i < round->count; i++)
        bytes += sweep_parcels_memory(&round->slot[i].parcels);
    return bytes;
}

static size_t held_bytes(const sweep_parallel *c)
{
    size_t bytes = sizeof *c + 2 * sizeof *c->found;
    if (c->dealing == SWEEP_TO_OWNERS)
        bytes += round_bytes(c->taken) + round_bytes(c->found);
    for (unsigned i = 0; i < c->r->options->threads; i++)
        bytes += sizeof *c->worker + batch_memory(&c->worker[i].successors) +
                 c->worker[i].gathered.states.bytes +
                 PARCEL_CHUNK * state_set_key_words(c->owner->set) * sizeof(uint64_t) +
                 c->worker[i].source_room * sizeof(uint32_t);
    return bytes;
}

size_t sweep_parallel_memory(const sweep_parallel *c)
{
    return c->bytes;
}

/* ---- successors ------------------------------------------------------------------------------ */

void sweep_number_sources(const expansion *x, const batch *found, uint32_t *restrict sources)
{
    const uint32_t *restrict lane = found->lane;
    for (size_t i = 0; !x->number && i < found->count; i++)
        sources[i] = x->first + lane[i];
    for (size_t i = 0; x->number && i < found->count; i++)
        sources[i] = x->number[lane[i]];
}

static int take_parcel(sweep_parallel *c, size_t owner, void *worker, const sweep_parcels *parcels,
                       const frontier *level, wgcq_error *err)
{
    const sweep_parcel parcel = sweep_parcels_of(parcels, owner);
    return sweep_owner_take(&c->owner[owner], c->r->model, worker, &parcel, level, err);
}

int sweep_parallel_deal(sweep_parallel *c, const frontier *level, const batch *found,
                        const uint32_t *sources)
{
    engine *r = c->r;
    int code = 0;
    if (!sweep_parcels_fill(&c->dealt, c->owner->set, found, sources, c->worker->keys))
        return error_set_memory(r->err);
    for (size_t o = 0; !code && o < c->owners; o++)
        code = take_parcel(c, o, r->worker, &c->dealt, level, r->err);
    return code;
}

/* ---- the tasks of a round -------------------------------------------------------------------- */

static bool fill_in_sources(round_worker *worker, const expansion *x)
{
    const batch *found = &worker->successors;
    if (!array_renew(&worker->sources, &worker->source_room, found->count, sizeof *worker->sources))
        return false;
    sweep_number_sources(x, found, worker->sources);
    return true;
}

/* Successors to be sorted by owners. */
static int sort_found(sweep_parallel *c, round_slot *s, const expansion *x, round_worker *worker)
{
    const bool traced = c->level->traced;
    if ((traced && !fill_in_sources(worker, x)) ||
        !sweep_parcels_fill(&s->parcels, c->owner->set, &worker->successors,
                            traced ? worker->sources : NULL, worker->keys))
        return error_set_memory(&worker->err);
    return 0;
}

static int take_found(sweep_parallel *c, round_worker *worker, unsigned thread)
{
    const sweep_parcel all = {.count = worker->successors.count,
                              .states = worker->successors.state,
                              .at_once = c->owner->logs};
    return sweep_owner_take(&c->owner[thread], c->r->model, c->workers.worker[thread], &all,
                            c->level, &worker->err);
}

static int find_in_slot(sweep_parallel *c, round_slot *s, unsigned thread)
{
    round_worker *worker = &c->worker[thread];
    const bool sorts = c->dealing == SWEEP_TO_OWNERS;
    expansion x;
    int code = 0;
    s->too_large = false;
    if (sorts)
        sweep_parcels_clear(&s->parcels);
    batch_clear(&worker->successors);
    if (!sweep_gather(&s->states, &worker->gathered, &x))
        return error_set_memory(&worker->err);
    if (x.count)
        code = workers_expand(&c->workers, thread, &x, &worker->successors, &s->too_large,
                              &worker->err);
    if (!code && !s->too_large)
        code = checks_add_deadlocks(&worker->checks, c->r->model, c->workers.worker[thread], &x,
                                    &worker->successors, &worker->err);
    if (code || s->too_large)
        return code;
    return sorts ? sort_found(c, s, &x, worker) : take_found(c, worker, thread);
}

static void take_as_owner(sweep_parallel *c, size_t owner, unsigned thread)
{
    sweep_owner *o = &c->owner[owner];
    for (size_t i = 0; !o->code && i < c->taken->count; i++)
        o->code = take_parcel(c, owner, c->workers.worker[thread], &c->taken->slot[i].parcels,
                              c->level, &o->err);
}

/* The next index of the queue that goes with the thread, as long as there are some, or of another;
   the thread has a task, so there is one. */
static size_t next_of_queues(sweep_parallel *c, unsigned thread)
{
    size_t index = 0, end = 0;
    for (size_t i = 0; i < c->queues && index >= end; i++) {
        round_queue *q = &c->queue[(thread + i) % c->queues];
        index = atomic_fetch_add_explicit(&q->next, 1, memory_order_relaxed);
        end = q->end;
    }
    assert(index < end);
    return index;
}

static void set_queue(sweep_parallel *c, size_t queue, size_t first, size_t end)
{
    atomic_store_explicit(&c->queue[queue].next, first, memory_order_relaxed);
    c->queue[queue].end = end;
}

static void find_in_next_slot(sweep_parallel *c, unsigned thread)
{
    const size_t slot = next_of_queues(c, thread);
    if (!c->worker[thread].code)
        c->worker[thread].code = find_in_slot(c, &c->found->slot[slot], thread);
}

/* There are as many tasks as owners that take, and slots. */
static void do_task(void *self, size_t task, unsigned thread)
{
    sweep_parallel *c = self;
    if (c->taken->count && task < c->owners)
        take_as_owner(c, task, thread);
    else
        find_in_next_slot(c, thread);
}

/* ---- a round --------------------------------------------------------------------------------- */

/* Successors that may be found before limits are looked at again. */
static uint64_t successors_of_round(const sweep_parallel *c)
{
    const engine *r = c->r;
    const uint64_t most = c->dealing == SWEEP_TO_FINDERS ? ROUND_TAKEN : ROUND_SUCCESSORS,
                   held =
                       limits_memory_left(r) / (ROUND_MEMORY * sizeof(uint64_t) * r->model->words);
    return held < most ? held : most;
}

/* States of a slot: fewer in narrow levels, so that no thread waits long for the last one. */
static size_t states_of_slot(const sweep_parallel *c, size_t left)
{
    const size_t share = left / (SLOTS_A_THREAD * c->finders);
    return share < SLOT_LEAST ? SLOT_LEAST : share > MODEL_BATCH ? MODEL_BATCH : share;
}

/* As many slots as give about so many, going by the average number of successors. */
static size_t slots_of_round(const sweep_parallel *c, const sweep_level *level, size_t states)
{
    const engine *r = c->r;
    uint64_t fan = r->result->edges / (r->result->expanded + 1) + 1;
    uint64_t slots = successors_of_round(c) / states / fan, least = 2 * (uint64_t)c->finders,
             all = level->left / states + level->parts; /* some of which are less than whole */
    slots = slots < least ? least : slots;
    slots = slots > ROUND_SLOTS ? ROUND_SLOTS : slots;
    return (size_t)(slots < all ? slots : all);
}

/* Each part has the same number of slots, as far as it goes. */
static void fill_round(sweep_parallel *c, sweep_level *level)
{
    const size_t states = states_of_slot(c, level->left),
                 slots = c->r->stopped ? 0 : slots_of_round(c, level, states),
                 each = (slots + level->parts - 1) / level->parts;
    c->found->count = 0;
    c->queues = level->parts;
    for (size_t part = 0; part < level->parts; part++) {
        const size_t first = c->found->count, most = first + each < slots ? first + each : slots;
        level_range next;
        while (c->found->count < most && (next = sweep_level_take(level, part, states)).count)
            c->found->slot[c->found->count++].states = next;
        set_queue(c, part, first, c->found->count);
    }
}

/* Notes the states that were left; the error of one of the threads is the round's. */
static int end_finding(sweep_parallel *c, size_t *expanded)
{
    *expanded = c->left_count = 0;
    for (size_t i = 0; i < c->finders; i++)
        if (c->worker[i].code) {
            *c->r->err = c->worker[i].err;
            return c->worker[i].code;
        }
    for (size_t i = 0; i < c->found->count; i++) {
        const round_slot *s = &c->found->slot[i];
        if (s->too_large)
            c->left[c->left_count++] = s->states;
        else
            *expanded += s->states.count;
    }
    return 0;
}

bool sweep_parallel_left(sweep_parallel *c, level_range *out)
{
    if (c->left_count)
        *out = c->left[--c->left_count];
    else
        return false;
    return true;
}

/* The first error of an owner is the round's. */
static int end_taking(sweep_parallel *c)
{
    for (size_t o = 0; o < c->owners; o++)
        if (c->owner[o].code) {
            *c->r->err = c->owner[o].err;
            return c->owner[o].code;
        }
    return 0;
}

/* Hands the round's discoveries to the next round. */
static void turn_round(sweep_parallel *c)
{
    expansion_round *taken = c->taken;
    c->taken = c->found;
    c->found = taken;
    c->found->count = 0;
    if (c->dealing == SWEEP_TO_FINDERS)
        c->taken->count = 0;
}

/* ---- owners with copies ---------------------------------------------------------------------- */

static sweep_owner *learn_as_owner(sweep_parallel *c, unsigned thread)
{
    const size_t own = next_of_queues(c, thread);
    sweep_owner *o = &c->owner[own];
    for (size_t i = 0; !o->code && i < c->finders; i++)
        if (i != own)
            o->code = sweep_owner_learn(o, &c->owner[i], own < i, &o->err);
    return o;
}

static void learn(void *self, size_t task, unsigned thread)
{
    (void)task;
    (void)learn_as_owner(self, thread);
}

static void learn_and_keep(void *self, size_t task, unsigned thread)
{
    sweep_parallel *c = self;
    sweep_owner *o = learn_as_owner(c, thread);
    (void)task;
    if (!o->code)
        o->code = sweep_owner_keep(o, c->r->model, c->workers.worker[thread], &o->err);
}

/* All owners, by `task`; that of a thread by the thread, whose caches hold its set. */
static int share_logs(sweep_parallel *c, thread_pool_work *task)
{
    c->queues = c->finders;
    for (size_t i = 0; i < c->finders; i++)
        set_queue(c, i, i, i + 1);
    thread_pool_run(c->workers.pool, task, c, c->finders);
    for (size_t i = 0; i < c->finders; i++)
        sweep_owner_clear_log(&c->owner[i]);
    return end_taking(c);
}

/* ---- a round --------------------------------------------------------------------------------- */

/* Room for what each thread may find, as growing stops all of them for a moment.  Where there is
   none, an owner that has to grow says so. */
static void make_room(sweep_parallel *c, const sweep_level *level)
{
    for (size_t i = 0; i < c->finders && c->dealing == SWEEP_TO_FINDERS; i++)
        (void)sweep_owner_reserve(&c->owner[i], 2 * level->count / c->finders);
}

static void work_on_round(sweep_parallel *c)
{
    const size_t takers = c->taken->count ? c->owners : 0;
    workers_begin(&c->workers, (unsigned)(c->found->count ? c->found->count : 1));
    thread_pool_run(c->workers.pool, do_task, c, takers + c->found->count);
    workers_end(&c->workers);
}

int sweep_parallel_round(sweep_parallel *c, sweep_level *level, sweep_dealing dealing,
                         size_t *expanded, bool *settled)
{
    int code = workers_start(&c->workers, c->r->err);
    if (code)
        return code;
    c->level = &level->part[0];
    c->dealing = dealing;
    if (c->owner->logged) /* by this thread alone, since the last round */
        code = share_logs(c, learn);
    if (code)
        return code;
    fill_round(c, level);
    make_room(c, level);
    work_on_round(c);
    code = end_taking(c);
    code = code ? code : end_finding(c, expanded);
    if (!code && c->owner->logs)
        code = share_logs(c, learn_and_keep);
    c->bytes = held_bytes(c);
    turn_round(c);
    *settled = !c->taken->count;
    return code;
}

void sweep_parallel_join_checks(sweep_parallel *c, checks *into)
{
    for (size_t i = 0; i < c->finders; i++)
        checks_join(into, &c->worker[i].checks, c->r->model);
}

/* ---- the end of a level ---------------------------------------------------------------------- */

static void settle_as_owner(void *self, size_t task, unsigned thread)
{
    sweep_parallel *c = self;
    sweep_owner *o = &c->owner[task];
    (void)thread;
    o->code = sweep_owner_settle(o, c->r->model, c->level, &o->err);
}

int sweep_parallel_settle(sweep_parallel *c, const frontier *level)
{
    c->level = level;
    thread_pool_run(c->workers.pool, settle_as_owner, c, c->owners);
    return end_taking(c);
}

void sweep_parallel_do(sweep_parallel *c, thread_pool_work *task, void *self, size_t tasks)
{
    thread_pool_run(c->workers.pool, task, self, tasks);
}
