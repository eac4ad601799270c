/*
 * bfs_pipeline.c - a ring of slots, each a batch of states: the main thread fills and retires them
 * in order, any thread expands a filled one.
 *
 * A slot's states may lie in the visited set itself, which must not move while threads expand them:
 * a batch for which the set has to grow is inserted when the other threads are idle (they help with
 * growing).
 */
#include "search/bfs_pipeline.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "search/limits.h"
#include "search/workers.h"

enum {
    SLOTS = 16,       /* batches between the last filled and the first not retired          */
    STRIDE = 2 << 20, /* bytes of memory that are populated ahead at a time: a huge page    */
};

typedef struct slot {
    uint32_t first, count; /* states                          */
    source_buffer sources;
    const void *visited_base; /* where the visited set lay when x was made */
    expansion x;
    batch successors;
    uint32_t *tags; /* hashes of the successors */
    size_t tags_room;
    bool expanded;
    bool too_large; /* to be expanded again by engine_expand, in parts */
    size_t bytes;   /* bytes */
    int code;
    wgcq_error err;
} slot;

struct bfs_pipeline {
    engine *r;
    workers workers;
    const level_callbacks *callbacks;
    uint32_t first, end, depth;
    size_t memory;

    int code;
    pthread_mutex_t lock;
    pthread_cond_t expanded, prepared;
    /* Under the lock.  Batches: inserted <= claimed <= filled <= inserted + SLOTS. */
    size_t filled, claimed, inserted, batches;
    bool pause;                               /* no thread is to claim another                */
    bool consumer_waiting, expanders_waiting; /* the main thread; some of the others          */

    size_t populated, used; /* bytes of the visited states                  */
    slot slot[SLOTS];
};

/* ---- created and freed --------------------------------------------------------------- */

bfs_pipeline *bfs_pipeline_new(engine *r)
{
    bfs_pipeline *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    all->r = r;
    pthread_mutex_init(&all->lock, NULL);
    thread_pool_cond_init(&all->expanded);
    pthread_cond_init(&all->prepared, NULL);
    for (size_t i = 0; i < SLOTS; i++)
        all->slot[i].successors = (batch){.words = r->model->words, .costs = r->model->costs};
    if (workers_open(&all->workers, r))
        return all;
    bfs_pipeline_free(all);
    return NULL;
}

void bfs_pipeline_free(bfs_pipeline *all)
{
    if (!all)
        return;
    workers_close(&all->workers);
    for (size_t i = 0; i < SLOTS; i++) {
        bigarray_free(&all->slot[i].sources.states);
        batch_free(&all->slot[i].successors);
        free(all->slot[i].tags);
    }
    pthread_cond_destroy(&all->prepared);
    pthread_cond_destroy(&all->expanded);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

size_t bfs_pipeline_memory(const bfs_pipeline *all)
{
    return all->memory;
}

/* The lock is held. */
static size_t pipeline_memory(const bfs_pipeline *all)
{
    size_t bytes = sizeof *all;
    for (size_t i = 0; i < SLOTS; i++)
        bytes += all->slot[i].bytes;
    return bytes;
}

static slot *slot_at(bfs_pipeline *all, size_t number)
{
    return &all->slot[number % SLOTS];
}

/* ---- filling slots ----------------------------------------------------------------------- */

static void gather_slot(bfs_pipeline *all, slot *l)
{
    l->visited_base = all->r->visited.states.at;
    if (!all->callbacks->gather(all->callbacks->self, &l->sources, l->first, l->count, &l->x))
        l->code = error_set_memory(&l->err);
    l->x.depth = all->depth;
}

/* After the visited set has moved: slots whose states lay in it are gathered again. */
static void regather_moved(bfs_pipeline *all)
{
    for (size_t i = all->inserted; i < all->filled; i++)
        if (slot_at(all, i)->visited_base != all->r->visited.states.at)
            gather_slot(all, slot_at(all, i));
}

static void fill_slot(bfs_pipeline *all)
{
    slot *l = slot_at(all, all->filled);
    l->first = all->first + (uint32_t)all->filled * MODEL_BATCH;
    l->count = all->end - l->first < MODEL_BATCH ? all->end - l->first : MODEL_BATCH;
    l->expanded = l->too_large = false;
    l->code = 0;
    l->err = (wgcq_error){0};
    gather_slot(all, l);
}

/* As many as there is room for.  The lock is held; other threads do not read unfilled slots. */
static void fill_slots(bfs_pipeline *all)
{
    for (; all->filled < all->batches && all->filled < all->inserted + SLOTS; all->filled++)
        fill_slot(all);
}

/* ---- expanding ------------------------------------------------------------------------- */

static void expand_slot(bfs_pipeline *all, slot *l, unsigned thread)
{
    batch *found = &l->successors;
    batch_clear(found);
    if (!l->code && l->x.count)
        l->code = workers_expand(&all->workers, thread, &l->x, found, &l->too_large, &l->err);
    if (!l->code && !array_renew(&l->tags, &l->tags_room, found->count, sizeof *l->tags))
        l->code = error_set_memory(&l->err);
    if (!l->code)
        visited_hash(found->words, found->state, found->count, l->tags);
}

/* The lock is held, but for the work itself. */
static void expand_next_slot(bfs_pipeline *all, unsigned thread)
{
    slot *l = slot_at(all, all->claimed++);
    pthread_mutex_unlock(&all->lock);
    expand_slot(all, l, thread);
    pthread_mutex_lock(&all->lock);
    l->bytes =
        batch_memory(&l->successors) + l->sources.states.bytes + l->tags_room * sizeof *l->tags;
    l->expanded = true;
    if (all->consumer_waiting)
        pthread_cond_signal(&all->expanded);
}

/* While the main thread has slots enough to insert, others populate memory for the states to come.
 */
static bool should_populate(const bfs_pipeline *all)
{
    return all->populated < all->used + STRIDE && all->populated < all->r->visited.states.bytes &&
           all->claimed - all->inserted >= SLOTS / 4;
}

/* The lock is held, but for the work itself. */
static void populate_ahead(bfs_pipeline *all)
{
    size_t from = all->populated > all->used ? all->populated : all->used;
    all->populated = (from / STRIDE + 1) * STRIDE;
    pthread_mutex_unlock(&all->lock);
    bigarray_populate(&all->r->visited.states, from, all->populated);
    pthread_mutex_lock(&all->lock);
}

static bool is_running(const bfs_pipeline *all)
{
    return !all->pause && all->inserted < all->batches;
}

/* A thread other than the main one: expands ahead, as far as slots are filled. */
static void expand_ahead(bfs_pipeline *all, unsigned thread)
{
    while (is_running(all) && all->claimed < all->batches) {
        if (should_populate(all)) {
            populate_ahead(all);
        } else if (all->claimed < all->filled) {
            expand_next_slot(all, thread);
        } else {
            all->expanders_waiting = true;
            pthread_cond_wait(&all->prepared, &all->lock);
        }
    }
}

/* ---- inserting ---------------------------------------------------------------------------- */

/* Inserts the successors of a slot as a single thread does. */
static int insert_slot_states(bfs_pipeline *all, slot *l)
{
    engine *r = all->r;
    if (l->too_large)
        return engine_expand(r, &l->x);
    batch own = r->successors;
    r->successors = l->successors;
    r->tags = l->tags;
    int code = engine_insert(r, &l->x);
    r->tags = NULL;
    l->successors = r->successors;
    r->successors = own;
    return code;
}

static int insert_slot(bfs_pipeline *all, slot *l)
{
    engine *r = all->r;
    if (l->code) {
        *r->err = l->err;
        return l->code;
    }
    int code = l->x.count ? insert_slot_states(all, l) : 0;
    if (!code)
        code = all->callbacks->on_batch(all->callbacks->self, &l->x, l->first, l->count);
    if (r->stopped)
        workers_halt(&all->workers);
    if (!code)
        limits_check(r, l->count);
    return code;
}

/* Waiting threads are woken for several slots, not for each. */
static void wake_expanders(bfs_pipeline *all)
{
    bool enough = all->filled - all->claimed >= SLOTS / 2 || all->filled == all->batches;
    if (!all->expanders_waiting || !(enough || all->pause))
        return;
    all->expanders_waiting = false;
    pthread_cond_broadcast(&all->prepared);
}

/* The lock is held, but for the work itself. */
static void retire_slot(bfs_pipeline *all)
{
    assert(all->inserted < all->claimed && all->claimed <= all->filled &&
           all->filled <= all->inserted + SLOTS);
    slot *l = slot_at(all, all->inserted);
    assert(l->expanded);
    all->memory = pipeline_memory(all);
    pthread_mutex_unlock(&all->lock);
    all->code = insert_slot(all, l);
    pthread_mutex_lock(&all->lock);
    all->inserted++;
    all->used = visited_end(&all->r->visited);
    all->pause = all->code || all->r->stopped;
    if (!all->pause)
        fill_slots(all);
}

static bool needs_exclusive(const bfs_pipeline *all, const slot *l)
{
    return l->too_large || !visited_fits(&all->r->visited, l->successors.count);
}

/* The lock is held, but while it polls. */
static void wait_for_slot(bfs_pipeline *all)
{
    all->consumer_waiting = true;
    bool met = thread_pool_cond_wait(&all->expanded, &all->lock);
    all->consumer_waiting = false;
    if (met)
        return;
    pthread_mutex_unlock(&all->lock);
    bool over = workers_poll(&all->workers);
    pthread_mutex_lock(&all->lock);
    all->pause = all->pause || over;
}

/* The main thread: inserts what is expanded, and expands a slot itself rather than wait. */
static void consume_slots(bfs_pipeline *all)
{
    while (is_running(all)) {
        const slot *next = slot_at(all, all->inserted);
        if (all->inserted < all->claimed && next->expanded) {
            if (needs_exclusive(all, next))
                all->pause = true;
            else
                retire_slot(all);
            wake_expanders(all);
        } else if (all->claimed < all->filled) {
            expand_next_slot(all, 0);
        } else {
            wait_for_slot(all);
        }
    }
    all->pause = true;
    wake_expanders(all);
}

static void pipeline_thread(void *self, size_t task, unsigned thread)
{
    bfs_pipeline *all = self;
    (void)task;
    pthread_mutex_lock(&all->lock);
    if (thread)
        expand_ahead(all, thread);
    else
        consume_slots(all);
    pthread_mutex_unlock(&all->lock);
}

/* ---- a range of a level ------------------------------------------------------ */

/* While no other thread is at work: the visited set may grow. */
static void retire_exclusively(bfs_pipeline *all)
{
    pthread_mutex_lock(&all->lock);
    retire_slot(all);
    if (!all->pause)
        regather_moved(all);
    pthread_mutex_unlock(&all->lock);
}

static void begin_range(bfs_pipeline *all, const level_callbacks *use, uint32_t first, uint32_t end,
                        uint32_t depth)
{
    assert(first && first < end);
    all->callbacks = use;
    all->first = first;
    all->end = end;
    all->depth = depth;
    all->batches = ((size_t)(end - first) + MODEL_BATCH - 1) / MODEL_BATCH;
    all->filled = all->claimed = all->inserted = 0;
    all->code = 0;
    all->pause = false;
    workers_begin(&all->workers, SLOTS);
    fill_slots(all);
}

int bfs_pipeline_explore(bfs_pipeline *all, const level_callbacks *use, uint32_t first,
                         uint32_t end, uint32_t depth, uint32_t *count)
{
    engine *r = all->r;
    int code = workers_start(&all->workers);
    *count = end - first < BFS_PIPELINE_MOST ? end - first : BFS_PIPELINE_MOST;
    end = first + *count;
    if (code)
        return code;
    begin_range(all, use, first, end, depth);

    while (!all->code && !r->stopped && all->inserted < all->batches) {
        all->pause = false;
        thread_pool_run(all->workers.pool, pipeline_thread, all, r->options->threads);
        if (!all->code && !r->stopped && all->inserted < all->batches)
            retire_exclusively(all);
    }
    workers_end(&all->workers);
    return all->code;
}
