/* bfs_bulk.c - a round: expand, add, number, tell. */
#include "search/bfs_bulk.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/limits.h"
#include "search/workers.h"
#include "space/visited_insert_parallel.h"

enum { ROUND_SUCCESSORS = 1 << 16 }; /* so many, or a little more, fit the larger caches */

typedef struct part { /* one batch of a round */
    sources sources;
    expansion x;
    batch found;
    uint8_t *marks; /* of the new states */
    size_t marks_room;
    bool wide; /* its successors are too many: to be expanded again, in parts */
    int code;
    wgcq_error err;
} part;

struct bfs_bulk {
    engine *r;
    workers crew;
    size_t memory;
    /* the round */
    const level_use *use;
    uint32_t first, end, depth;
    budget budget;    /* of a batch */
    atomic_bool halt; /* the run is over: what is expanded now is of no account */
    bool one_by_one;  /* the batches are added by the calling thread alone */
    part part[PARALLEL_BATCHES];
    parallel_insert arrivals;
};

/* ---- made and freed --------------------------------------------------------------- */

bfs_bulk *bfs_bulk_new(engine *r)
{
    bfs_bulk *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    all->r = r;
    all->arrivals.seen = &r->seen;
    for (size_t i = 0; i < PARALLEL_BATCHES; i++)
        all->part[i].found = (batch){.words = r->model->words, .costs = r->model->costs};
    if (workers_open(&all->crew, r))
        return all;
    bfs_bulk_free(all);
    return NULL;
}

void bfs_bulk_free(bfs_bulk *all)
{
    if (!all)
        return;
    workers_close(&all->crew);
    for (size_t i = 0; i < PARALLEL_BATCHES; i++) {
        bigarray_free(&all->part[i].sources.states);
        batch_free(&all->part[i].found);
        free(all->part[i].marks);
    }
    parallel_insert_free(&all->arrivals);
    free(all);
}

size_t bfs_bulk_memory(const bfs_bulk *all)
{
    return all->memory;
}

static size_t memory(const bfs_bulk *all)
{
    size_t bytes = sizeof *all + parallel_insert_memory(&all->arrivals);
    for (size_t i = 0; i < PARALLEL_BATCHES; i++) {
        const part *p = &all->part[i];
        bytes += batch_memory(&p->found) + p->marks_room + p->sources.states.bytes;
    }
    return bytes;
}

/* ---- expanding -------------------------------------------------------------------- */

static uint32_t part_first(const bfs_bulk *all, size_t i)
{
    return all->first + (uint32_t)i * MODEL_BATCH;
}

static uint32_t part_count(const bfs_bulk *all, size_t i)
{
    uint32_t left = all->end - part_first(all, i);
    return left < MODEL_BATCH ? left : MODEL_BATCH;
}

/* By the calling thread: is the run over?  By the others: has it said so? */
static bool look_around(void *self)
{
    bfs_bulk *all = self;
    bool over = limits_within(all->r);
    if (over)
        atomic_store_explicit(&all->halt, true, memory_order_relaxed);
    return over;
}

static bool is_halted(void *self)
{
    bfs_bulk *all = self;
    return atomic_load_explicit(&all->halt, memory_order_relaxed);
}

/* The calling thread waits for the others. */
static void idle(void *self)
{
    look_around(self);
}

/* What does not fit is left for the calling thread, alone. */
static void expand_states(bfs_bulk *all, part *p, unsigned who)
{
    batch *found = &p->found;
    budget may = all->budget;
    may.stop = who ? is_halted : look_around;
    may.self = all;
    may.held = batch_memory(found);
    found->budget = &may;
    p->code = all->r->model->expand(all->crew.worker[who], p->x.states, p->x.count, all->r->wants,
                                    found, &p->err);
    found->budget = NULL;
    if (!budget_spent(&may))
        return;
    p->wide = true;
    p->err = (wgcq_error){0};
    p->code = 0;
    batch_free(found);
}

static void expand_part(void *self, size_t task, unsigned who)
{
    bfs_bulk *all = self;
    part *p = &all->part[task];
    p->code = 0;
    p->wide = false;
    p->err = (wgcq_error){0};
    if (!all->use->gather(all->use->self, &p->sources, part_first(all, task), part_count(all, task),
                          &p->x)) {
        p->code = error_set_memory(&p->err);
        return;
    }
    p->x.depth = all->depth;
    batch_clear(&p->found);
    if (p->x.count)
        expand_states(all, p, who);
    if (!p->code && !p->wide && !all->one_by_one &&
        !parallel_insert_sort(&all->arrivals, task, p->found.state, p->found.count))
        p->code = error_set_memory(&p->err);
}

/* ---- adding ------------------------------------------------------------------------- */

static void settle_shard(void *self, size_t task, unsigned who)
{
    bfs_bulk *all = self;
    (void)who;
    parallel_lookup(&all->arrivals, task);
}

static bool reserve_marks(part *p, size_t count)
{
    if (count <= p->marks_room)
        return true;
    free(p->marks);
    p->marks_room = count + count / 4;
    p->marks = malloc(p->marks_room);
    if (!p->marks)
        p->marks_room = 0;
    return p->marks;
}

static void classify_part(bfs_bulk *all, part *p, const pending_insert *a, void *worker)
{
    const engine *r = all->r;
    if (!r->needs_marks || !a->fresh_count)
        return;
    if (!reserve_marks(p, a->fresh_count)) {
        p->code = error_set_memory(&p->err);
        return;
    }
    memset(p->marks, 0, a->fresh_count);
    if (r->model->has_goal || r->model->has_end)
        p->code = r->model->classify(worker, visited_state(&r->seen, a->fresh), a->fresh_count,
                                     p->marks, &p->err);
}

static void number_part(void *self, size_t task, unsigned who)
{
    bfs_bulk *all = self;
    parallel_insert_number(&all->arrivals, task);
    classify_part(all, &all->part[task], &all->arrivals.batch[task], all->crew.worker[who]);
}

static void name_task(void *self, size_t task, unsigned who)
{
    bfs_bulk *all = self;
    (void)who;
    parallel_assign_ids(&all->arrivals, task);
}

static void add_parts(bfs_bulk *all, size_t parts)
{
    thread_pool_run(all->crew.pool, settle_shard, all, PARALLEL_SHARDS);
    parallel_overflow(&all->arrivals);
    thread_pool_run(all->crew.pool, number_part, all, parts);
    thread_pool_run(all->crew.pool, name_task, all,
                    PARALLEL_SHARDS + (all->r->needs_numbers ? parts : 0));
}

/* ---- telling ------------------------------------------------------------------------- */

static int taken(const bfs_bulk *all, size_t i)
{
    const part *p = &all->part[i];
    return all->use->taken(all->use->self, &p->x, part_first(all, i), part_count(all, i));
}

/* As one thread does it, but for what was expanded already. */
static int take_part(bfs_bulk *all, size_t i)
{
    engine *r = all->r;
    part *p = &all->part[i];
    batch own = r->found;
    r->found = p->found;
    int code = p->x.count ? engine_insert(r, &p->x) : 0;
    if (!code)
        code = taken(all, i);
    p->found = r->found;
    r->found = own;
    return code;
}

/* engine_notify looks at the run: for that long the part's arrays are the run's. */
static int tell_part(bfs_bulk *all, size_t i)
{
    engine *r = all->r, own = *r;
    const part *p = &all->part[i];
    const pending_insert *a = &all->arrivals.batch[i];
    if (p->code) {
        *r->err = p->err;
        return p->code;
    }
    r->found = p->found;
    r->marks = p->marks;
    r->numbers = a->numbers;
    r->taken = p->found.count;
    r->lanes = p->x.count;
    r->fresh = a->fresh;
    r->fresh_count = a->fresh_count;
    int code = engine_notify(r, &p->x);
    if (!code)
        code = taken(all, i);
    r->found = own.found;
    r->marks = own.marks;
    r->numbers = own.numbers;
    return code;
}

/* ---- a round --------------------------------------------------------------------------- */

/* As many batches as make enough successors, by what there were so far. */
static size_t round_parts(const bfs_bulk *all)
{
    const engine *r = all->r;
    uint64_t fan = r->out->edges / (r->out->expanded + (uint64_t)1) + 1;
    uint64_t parts = ROUND_SUCCESSORS / MODEL_BATCH / fan,
             least = 2 * (uint64_t)r->options->threads;
    uint64_t left = (all->end - all->first + (uint64_t)MODEL_BATCH - 1) / MODEL_BATCH;
    if (parts < least)
        parts = least;
    if (parts > PARALLEL_BATCHES)
        parts = PARALLEL_BATCHES;
    return (size_t)(parts < left ? parts : left);
}

static size_t count_good(const bfs_bulk *all, size_t parts)
{
    size_t good = 0;
    while (good < parts && !all->part[good].code && !all->part[good].wide)
        good++;
    return good;
}

/* Where a limit could end the run within the round, it is to end where it does with one thread. */
static bool add_together(bfs_bulk *all, size_t parts)
{
    if (all->one_by_one || !parts)
        return false;
    limits_grant(all->r);
    if (!parallel_insert_begin(&all->arrivals, parts))
        return false;
    add_parts(all, parts);
    return true;
}

/* The first batch that is none of the good ones; those behind it are for another round. */
static int explore_bad(bfs_bulk *all, size_t i)
{
    engine *r = all->r;
    part *p = &all->part[i];
    if (p->code) {
        *r->err = p->err;
        return p->code;
    }
    int code = engine_explore(r, &p->x);
    if (!code)
        code = taken(all, i);
    all->end = part_first(all, i) + part_count(all, i);
    return code;
}

static int explore_round(bfs_bulk *all, size_t parts)
{
    engine *r = all->r;
    all->budget = engine_budget(r, MODEL_BATCH, (unsigned)parts);
    atomic_store(&all->halt, false);
    thread_pool_idle(all->crew.pool, idle, all);
    thread_pool_run(all->crew.pool, expand_part, all, parts);
    thread_pool_idle(all->crew.pool, NULL, NULL);
    size_t good = count_good(all, parts);
    bool together = add_together(all, good);
    int code = 0;
    for (size_t i = 0; i < good && !code && !r->over; i++)
        code = together ? tell_part(all, i) : take_part(all, i);
    if (!code && !r->over && good < parts)
        code = explore_bad(all, good);
    all->memory = memory(all);
    return code;
}

int bfs_bulk_explore(bfs_bulk *all, const level_use *use, uint32_t first, uint32_t end,
                     uint32_t depth, uint32_t *count)
{
    engine *r = all->r;
    all->use = use;
    all->first = first;
    all->end = end;
    all->depth = depth;
    all->one_by_one = r->options->stop == WGCQ_STOP_FIRST && r->model->has_goal;
    size_t parts = round_parts(all);
    if (parts * MODEL_BATCH < end - first)
        all->end = first + (uint32_t)parts * MODEL_BATCH;
    int code = workers_add(&all->crew);
    if (!code)
        code = explore_round(all, parts);
    *count = all->end - first;
    return code ? code : limits_look(r, *count, r->out->expanded);
}
