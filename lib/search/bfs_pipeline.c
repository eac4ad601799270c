/*
 * bfs_pipeline.c - legs of the way: each is a batch of sources, prepared and taken in by the
 * calling thread, and expanded by whoever comes to it first.
 *
 * A leg's sources may lie among the states seen.  Those stay where they are while others expand: a
 * batch for which the set would have to grow is taken in when nobody is at work, and by all of them
 * together as far as growing goes.
 */
#include "search/bfs_pipeline.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/error.h"
#include "search/limits.h"
#include "search/workers.h"

enum {
    SLOTS = 16,       /* batches from the newest that is prepared to the oldest not taken in */
    STRIDE = 2 << 20, /* bytes of memory that are cleared ahead at a time: a huge page       */
};

typedef struct slot {
    uint32_t first, count; /* states                          */
    source_buffer sources;
    const void *visited_base; /* where the set lay when x was made */
    expansion x;
    batch successors;
    uint32_t *tags; /* hashes of the successors */
    size_t tags_room;
    bool expanded;
    bool too_large; /* its successors are too many: to be expanded again, in parts */
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
    budget budget; /* of a leg */
    int code;
    pthread_mutex_t lock;
    pthread_cond_t expanded, prepared;
    /* Under the lock; numbers of legs: taken <= begun <= ready <= taken + LEGS. */
    size_t filled, claimed, inserted, batches;
    bool pause;                               /* nobody is to begin another                   */
    bool consumer_waiting, expanders_waiting; /* the calling thread; some of the others       */
    atomic_bool halt;       /* the run is over: what is expanded now is of no account */
    size_t populated, used; /* bytes of the states seen                     */
    slot slot[SLOTS];
};

/* ---- made and freed --------------------------------------------------------------- */

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

/* ---- preparing ----------------------------------------------------------------------- */

static void gather_slot(bfs_pipeline *all, slot *l)
{
    l->visited_base = all->r->visited.states.at;
    if (!all->callbacks->gather(all->callbacks->self, &l->sources, l->first, l->count, &l->x))
        l->code = error_set_memory(&l->err);
    l->x.depth = all->depth;
}

/* What the set's growing left behind is looked for where it lies now. */
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

/* As many as there is room for; the lock is held, and nobody looks at legs that are not ready. */
static void fill_slots(bfs_pipeline *all)
{
    for (; all->filled < all->batches && all->filled < all->inserted + SLOTS; all->filled++)
        fill_slot(all);
}

/* ---- expanding ------------------------------------------------------------------------- */

static bool reserve_tags(slot *l, size_t count)
{
    if (count <= l->tags_room)
        return true;
    free(l->tags);
    l->tags_room = count + count / 4;
    l->tags = malloc(l->tags_room * sizeof *l->tags);
    if (!l->tags)
        l->tags_room = 0;
    return l->tags;
}

/* By the calling thread: is the run over?  By the others: has it said so? */
static bool look_around(void *self)
{
    bfs_pipeline *all = self;
    bool over = limits_poll(all->r);
    if (over)
        atomic_store_explicit(&all->halt, true, memory_order_relaxed);
    return over;
}

static bool is_halted(void *self)
{
    bfs_pipeline *all = self;
    return atomic_load_explicit(&all->halt, memory_order_relaxed);
}

/* What does not fit is left for the calling thread, alone. */
static void expand_states(bfs_pipeline *all, slot *l, unsigned thread)
{
    batch *found = &l->successors;
    budget may = all->budget;
    may.stop = thread ? is_halted : look_around;
    may.self = all;
    may.held = batch_memory(found);
    found->budget = &may;
    l->code = all->r->model->expand(all->workers.worker[thread], l->x.states, l->x.count,
                                    all->r->wants, found, &l->err);
    found->budget = NULL;
    if (!budget_spent(&may))
        return;
    l->too_large = true;
    l->code = 0;
    l->err = (wgcq_error){0};
    batch_free(found);
}

static void expand_slot(bfs_pipeline *all, slot *l, unsigned thread)
{
    batch *found = &l->successors;
    batch_clear(found);
    if (!l->code && l->x.count)
        expand_states(all, l, thread);
    if (!l->code && !reserve_tags(l, found->count))
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

/* While the calling thread has legs enough to take in, there is time for the memory of the states
   to come. */
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

/* Whoever is not the calling thread: ahead, as far as is prepared. */
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

/* ---- taking in ---------------------------------------------------------------------------- */

/* As one thread does it, but for what was expanded already. */
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
        atomic_store_explicit(&all->halt, true, memory_order_relaxed);
    return code ? code : limits_check(r, l->count, r->result->expanded);
}

/* Those at rest are woken up for a few legs, not for each. */
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
    slot *l = slot_at(all, all->inserted);
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

/* The lock is held, but while it looks around. */
static void wait_for_slot(bfs_pipeline *all)
{
    all->consumer_waiting = true;
    bool met = thread_pool_cond_wait(&all->expanded, &all->lock);
    all->consumer_waiting = false;
    if (met)
        return;
    pthread_mutex_unlock(&all->lock);
    bool over = look_around(all);
    pthread_mutex_lock(&all->lock);
    all->pause = all->pause || over;
}

/* The calling thread: takes in what is there, and expands itself rather than wait. */
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

/* ---- a stretch of a level ------------------------------------------------------ */

/* Nobody else is at work: the set may grow. */
static void retire_exclusively(bfs_pipeline *all)
{
    pthread_mutex_lock(&all->lock);
    retire_slot(all);
    if (!all->pause)
        regather_moved(all);
    pthread_mutex_unlock(&all->lock);
}

/* The calling thread waits for the others to come to an end of their legs. */
static void idle(void *self)
{
    look_around(self);
}

static void begin_range(bfs_pipeline *all, const level_callbacks *use, uint32_t first, uint32_t end,
                        uint32_t depth)
{
    all->callbacks = use;
    all->first = first;
    all->end = end;
    all->depth = depth;
    all->batches = ((size_t)(end - first) + MODEL_BATCH - 1) / MODEL_BATCH;
    all->filled = all->claimed = all->inserted = 0;
    all->code = 0;
    all->pause = false;
    all->budget = engine_budget(all->r, MODEL_BATCH, SLOTS);
    atomic_store(&all->halt, false);
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
    thread_pool_idle(all->workers.pool, idle, all);
    while (!all->code && !r->stopped && all->inserted < all->batches) {
        all->pause = false;
        thread_pool_run(all->workers.pool, pipeline_thread, all, r->options->threads);
        if (!all->code && !r->stopped && all->inserted < all->batches)
            retire_exclusively(all);
    }
    thread_pool_idle(all->workers.pool, NULL, NULL);
    return all->code;
}
