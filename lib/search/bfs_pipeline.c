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
    LEGS = 16,        /* batches from the newest that is prepared to the oldest not taken in */
    STRIDE = 2 << 20, /* bytes of memory that are cleared ahead at a time: a huge page       */
};

typedef struct leg {
    uint32_t first, count; /* states                          */
    sources sources;
    const void *from; /* where the set lay when x was made */
    expansion x;
    batch found;
    uint32_t *tags; /* hashes of the successors */
    size_t tags_room;
    bool expanded;
    bool wide;   /* its successors are too many: to be expanded again, in parts */
    size_t held; /* bytes */
    int code;
    wgcq_error err;
} leg;

struct bfs_pipeline {
    engine *r;
    workers crew;
    const level_use *use;
    uint32_t first, end, depth;
    size_t memory;
    budget budget; /* of a leg */
    int code;
    pthread_mutex_t lock;
    pthread_cond_t expanded, prepared;
    /* Under the lock; numbers of legs: taken <= begun <= ready <= taken + LEGS. */
    size_t ready, begun, taken, legs;
    bool pause;           /* nobody is to begin another                   */
    bool waits, resting;  /* the calling thread; some of the others       */
    atomic_bool halt;     /* the run is over: what is expanded now is of no account */
    size_t cleared, used; /* bytes of the states seen                     */
    leg leg[LEGS];
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
    for (size_t i = 0; i < LEGS; i++)
        all->leg[i].found = (batch){.words = r->model->words, .costs = r->model->costs};
    if (workers_open(&all->crew, r))
        return all;
    bfs_pipeline_free(all);
    return NULL;
}

void bfs_pipeline_free(bfs_pipeline *all)
{
    if (!all)
        return;
    workers_close(&all->crew);
    for (size_t i = 0; i < LEGS; i++) {
        bigarray_free(&all->leg[i].sources.states);
        batch_free(&all->leg[i].found);
        free(all->leg[i].tags);
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
static size_t memory(const bfs_pipeline *all)
{
    size_t bytes = sizeof *all;
    for (size_t i = 0; i < LEGS; i++)
        bytes += all->leg[i].held;
    return bytes;
}

static leg *leg_at(bfs_pipeline *all, size_t number)
{
    return &all->leg[number % LEGS];
}

/* ---- preparing ----------------------------------------------------------------------- */

static void gather(bfs_pipeline *all, leg *l)
{
    l->from = all->r->seen.states.at;
    if (!all->use->gather(all->use->self, &l->sources, l->first, l->count, &l->x))
        l->code = error_set_memory(&l->err);
    l->x.depth = all->depth;
}

/* What the set's growing left behind is looked for where it lies now. */
static void gather_again(bfs_pipeline *all)
{
    for (size_t i = all->taken; i < all->ready; i++)
        if (leg_at(all, i)->from != all->r->seen.states.at)
            gather(all, leg_at(all, i));
}

static void prepare_leg(bfs_pipeline *all)
{
    leg *l = leg_at(all, all->ready);
    l->first = all->first + (uint32_t)all->ready * MODEL_BATCH;
    l->count = all->end - l->first < MODEL_BATCH ? all->end - l->first : MODEL_BATCH;
    l->expanded = l->wide = false;
    l->code = 0;
    l->err = (wgcq_error){0};
    gather(all, l);
}

/* As many as there is room for; the lock is held, and nobody looks at legs that are not ready. */
static void prepare(bfs_pipeline *all)
{
    for (; all->ready < all->legs && all->ready < all->taken + LEGS; all->ready++)
        prepare_leg(all);
}

/* ---- expanding ------------------------------------------------------------------------- */

static bool reserve_tags(leg *l, size_t count)
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
    bool over = limits_within(all->r);
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
static void expand_states(bfs_pipeline *all, leg *l, unsigned who)
{
    batch *found = &l->found;
    budget may = all->budget;
    may.stop = who ? is_halted : look_around;
    may.self = all;
    may.held = batch_memory(found);
    found->budget = &may;
    l->code = all->r->model->expand(all->crew.worker[who], l->x.states, l->x.count, all->r->wants,
                                    found, &l->err);
    found->budget = NULL;
    if (!budget_spent(&may))
        return;
    l->wide = true;
    l->code = 0;
    l->err = (wgcq_error){0};
    batch_free(found);
}

static void expand(bfs_pipeline *all, leg *l, unsigned who)
{
    batch *found = &l->found;
    batch_clear(found);
    if (!l->code && l->x.count)
        expand_states(all, l, who);
    if (!l->code && !reserve_tags(l, found->count))
        l->code = error_set_memory(&l->err);
    if (!l->code)
        visited_hash(found->words, found->state, found->count, l->tags);
}

/* The lock is held, but for the work itself. */
static void expand_leg(bfs_pipeline *all, unsigned who)
{
    leg *l = leg_at(all, all->begun++);
    pthread_mutex_unlock(&all->lock);
    expand(all, l, who);
    pthread_mutex_lock(&all->lock);
    l->held = batch_memory(&l->found) + l->sources.states.bytes + l->tags_room * sizeof *l->tags;
    l->expanded = true;
    if (all->waits)
        pthread_cond_signal(&all->expanded);
}

/* While the calling thread has legs enough to take in, there is time for the memory of the states
   to come. */
static bool is_time_to_clear(const bfs_pipeline *all)
{
    return all->cleared < all->used + STRIDE && all->cleared < all->r->seen.states.bytes &&
           all->begun - all->taken >= LEGS / 4;
}

/* The lock is held, but for the work itself. */
static void clear_ahead(bfs_pipeline *all)
{
    size_t from = all->cleared > all->used ? all->cleared : all->used;
    all->cleared = (from / STRIDE + 1) * STRIDE;
    pthread_mutex_unlock(&all->lock);
    bigarray_populate(&all->r->seen.states, from, all->cleared);
    pthread_mutex_lock(&all->lock);
}

static bool is_under_way(const bfs_pipeline *all)
{
    return !all->pause && all->taken < all->legs;
}

/* Whoever is not the calling thread: ahead, as far as is prepared. */
static void run_ahead(bfs_pipeline *all, unsigned who)
{
    while (is_under_way(all) && all->begun < all->legs) {
        if (is_time_to_clear(all)) {
            clear_ahead(all);
        } else if (all->begun < all->ready) {
            expand_leg(all, who);
        } else {
            all->resting = true;
            pthread_cond_wait(&all->prepared, &all->lock);
        }
    }
}

/* ---- taking in ---------------------------------------------------------------------------- */

/* As one thread does it, but for what was expanded already. */
static int take_states(bfs_pipeline *all, leg *l)
{
    engine *r = all->r;
    if (l->wide)
        return engine_explore(r, &l->x);
    batch own = r->found;
    r->found = l->found;
    r->tags = l->tags;
    int code = engine_insert(r, &l->x);
    r->tags = NULL;
    l->found = r->found;
    r->found = own;
    return code;
}

static int take(bfs_pipeline *all, leg *l)
{
    engine *r = all->r;
    if (l->code) {
        *r->err = l->err;
        return l->code;
    }
    int code = l->x.count ? take_states(all, l) : 0;
    if (!code)
        code = all->use->taken(all->use->self, &l->x, l->first, l->count);
    if (r->over)
        atomic_store_explicit(&all->halt, true, memory_order_relaxed);
    return code ? code : limits_look(r, l->count, r->out->expanded);
}

/* Those at rest are woken up for a few legs, not for each. */
static void wake(bfs_pipeline *all)
{
    bool enough = all->ready - all->begun >= LEGS / 2 || all->ready == all->legs;
    if (!all->resting || !(enough || all->pause))
        return;
    all->resting = false;
    pthread_cond_broadcast(&all->prepared);
}

/* The lock is held, but for the work itself. */
static void take_leg(bfs_pipeline *all)
{
    leg *l = leg_at(all, all->taken);
    all->memory = memory(all);
    pthread_mutex_unlock(&all->lock);
    all->code = take(all, l);
    pthread_mutex_lock(&all->lock);
    all->taken++;
    all->used = visited_end(&all->r->seen);
    all->pause = all->code || all->r->over;
    if (!all->pause)
        prepare(all);
}

static bool would_move(const bfs_pipeline *all, const leg *l)
{
    return l->wide || !visited_fits(&all->r->seen, l->found.count);
}

/* The lock is held, but while it looks around. */
static void wait_for_legs(bfs_pipeline *all)
{
    all->waits = true;
    bool met = thread_pool_cond_wait(&all->expanded, &all->lock);
    all->waits = false;
    if (met)
        return;
    pthread_mutex_unlock(&all->lock);
    bool over = look_around(all);
    pthread_mutex_lock(&all->lock);
    all->pause = all->pause || over;
}

/* The calling thread: takes in what is there, and expands itself rather than wait. */
static void follow(bfs_pipeline *all)
{
    while (is_under_way(all)) {
        const leg *next = leg_at(all, all->taken);
        if (all->taken < all->begun && next->expanded) {
            if (would_move(all, next))
                all->pause = true;
            else
                take_leg(all);
            wake(all);
        } else if (all->begun < all->ready) {
            expand_leg(all, 0);
        } else {
            wait_for_legs(all);
        }
    }
    all->pause = true;
    wake(all);
}

static void play(void *self, size_t task, unsigned who)
{
    bfs_pipeline *all = self;
    (void)task;
    pthread_mutex_lock(&all->lock);
    if (who)
        run_ahead(all, who);
    else
        follow(all);
    pthread_mutex_unlock(&all->lock);
}

/* ---- a stretch of a level ------------------------------------------------------ */

/* Nobody else is at work: the set may grow. */
static void take_apart(bfs_pipeline *all)
{
    pthread_mutex_lock(&all->lock);
    take_leg(all);
    if (!all->pause)
        gather_again(all);
    pthread_mutex_unlock(&all->lock);
}

/* The calling thread waits for the others to come to an end of their legs. */
static void idle(void *self)
{
    look_around(self);
}

static void begin_stretch(bfs_pipeline *all, const level_use *use, uint32_t first, uint32_t end,
                          uint32_t depth)
{
    all->use = use;
    all->first = first;
    all->end = end;
    all->depth = depth;
    all->legs = ((size_t)(end - first) + MODEL_BATCH - 1) / MODEL_BATCH;
    all->ready = all->begun = all->taken = 0;
    all->code = 0;
    all->pause = false;
    all->budget = engine_budget(all->r, MODEL_BATCH, LEGS);
    atomic_store(&all->halt, false);
    prepare(all);
}

int bfs_pipeline_explore(bfs_pipeline *all, const level_use *use, uint32_t first, uint32_t end,
                         uint32_t depth, uint32_t *count)
{
    engine *r = all->r;
    int code = workers_add(&all->crew);
    *count = end - first < BFS_PIPELINE_MOST ? end - first : BFS_PIPELINE_MOST;
    end = first + *count;
    if (code)
        return code;
    begin_stretch(all, use, first, end, depth);
    thread_pool_idle(all->crew.pool, idle, all);
    while (!all->code && !r->over && all->taken < all->legs) {
        all->pause = false;
        thread_pool_run(all->crew.pool, play, all, r->options->threads);
        if (!all->code && !r->over && all->taken < all->legs)
            take_apart(all);
    }
    thread_pool_idle(all->crew.pool, NULL, NULL);
    return all->code;
}
