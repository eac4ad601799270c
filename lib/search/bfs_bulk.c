/* bfs_bulk.c - a round: expand in parallel, insert in parallel, report in order. */
#include "search/bfs_bulk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "search/limits.h"
#include "search/workers.h"
#include "space/visited_insert_parallel.h"

enum { ROUND_SUCCESSORS = 1 << 16 }; /* so many, or a little more, fit the larger caches */

typedef struct bulk_slice { /* one batch of states of a round */
    source_buffer sources;
    expansion x;
    batch successors;
    uint8_t *marks; /* of the new states */
    size_t marks_room;
    bool too_large; /* to be expanded again by engine_expand, in parts */
    int code;
    wgcq_error err;
} bulk_slice;

struct bfs_bulk {
    engine *r;
    workers workers;
    size_t memory;
    /* the round */
    const level_callbacks *callbacks;
    uint32_t first, end, depth;

    bool sequential; /* the main thread inserts the batches, one after the other */
    bulk_slice slice[PARALLEL_BATCHES];
    parallel_insert insert;
};

/* ---- created and freed --------------------------------------------------------------- */

bfs_bulk *bfs_bulk_new(engine *r)
{
    bfs_bulk *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    all->r = r;
    all->insert.set = &r->visited;
    for (size_t i = 0; i < PARALLEL_BATCHES; i++)
        all->slice[i].successors = (batch){.words = r->model->words, .costs = r->model->costs};
    if (workers_open(&all->workers, r))
        return all;
    bfs_bulk_free(all);
    return NULL;
}

void bfs_bulk_free(bfs_bulk *all)
{
    if (!all)
        return;
    workers_close(&all->workers);
    for (size_t i = 0; i < PARALLEL_BATCHES; i++) {
        bigarray_free(&all->slice[i].sources.states);
        batch_free(&all->slice[i].successors);
        free(all->slice[i].marks);
    }
    parallel_insert_free(&all->insert);
    free(all);
}

size_t bfs_bulk_memory(const bfs_bulk *all)
{
    return all->memory;
}

static size_t bulk_memory(const bfs_bulk *all)
{
    size_t bytes = sizeof *all + parallel_insert_memory(&all->insert);
    for (size_t i = 0; i < PARALLEL_BATCHES; i++) {
        const bulk_slice *p = &all->slice[i];
        bytes += batch_memory(&p->successors) + p->marks_room + p->sources.states.bytes;
    }
    return bytes;
}

/* ---- expanding -------------------------------------------------------------------- */

static uint32_t slice_first(const bfs_bulk *all, size_t i)
{
    return all->first + (uint32_t)i * MODEL_BATCH;
}

static uint32_t slice_count(const bfs_bulk *all, size_t i)
{
    uint32_t left = all->end - slice_first(all, i);
    return left < MODEL_BATCH ? left : MODEL_BATCH;
}

static void expand_slice(void *self, size_t task, unsigned thread)
{
    bfs_bulk *all = self;
    bulk_slice *p = &all->slice[task];
    p->code = 0;
    p->too_large = false;
    p->err = (wgcq_error){0};
    if (!all->callbacks->gather(all->callbacks->self, &p->sources, slice_first(all, task),
                                slice_count(all, task), &p->x)) {
        p->code = error_set_memory(&p->err);
        return;
    }
    p->x.depth = all->depth;
    batch_clear(&p->successors);
    if (p->x.count)
        p->code =
            workers_expand(&all->workers, thread, &p->x, &p->successors, &p->too_large, &p->err);
    if (!p->code && !p->too_large && !all->sequential &&
        !parallel_sort_batch(&all->insert, task, p->successors.state, p->successors.count))
        p->code = error_set_memory(&p->err);
}

/* ---- inserting ------------------------------------------------------------------------- */

static void lookup_shard_task(void *self, size_t task, unsigned thread)
{
    bfs_bulk *all = self;
    (void)thread;
    parallel_lookup(&all->insert, task);
}

static void classify_slice(bfs_bulk *all, bulk_slice *p, const pending_insert *a, void *worker)
{
    const engine *r = all->r;
    if (!r->needs_marks || !a->new_count)
        return;
    if (!array_renew(&p->marks, &p->marks_room, a->new_count, sizeof *p->marks)) {
        p->code = error_set_memory(&p->err);
        return;
    }
    memset(p->marks, 0, a->new_count);
    if (r->model->has_goal || r->model->has_end)
        p->code = r->model->classify(worker, visited_state(&r->visited, a->first_new), a->new_count,
                                     p->marks, &p->err);
}

static void store_slice_states(void *self, size_t task, unsigned thread)
{
    bfs_bulk *all = self;
    parallel_store_states(&all->insert, task);
    classify_slice(all, &all->slice[task], &all->insert.batch[task], all->workers.worker[thread]);
}

static void assign_ids_task(void *self, size_t task, unsigned thread)
{
    bfs_bulk *all = self;
    (void)thread;
    parallel_assign_ids(&all->insert, task);
}

static void insert_slices(bfs_bulk *all, size_t parts)
{
    thread_pool_run(all->workers.pool, lookup_shard_task, all, PARALLEL_SHARDS);
    parallel_overflow(&all->insert);
    thread_pool_run(all->workers.pool, store_slice_states, all, parts);
    thread_pool_run(all->workers.pool, assign_ids_task, all,
                    PARALLEL_SHARDS + (all->r->needs_numbers ? parts : 0));
}

/* ---- reporting ------------------------------------------------------------------------- */

static int finish_slice(const bfs_bulk *all, size_t i)
{
    const bulk_slice *p = &all->slice[i];
    return all->callbacks->on_batch(all->callbacks->self, &p->x, slice_first(all, i),
                                    slice_count(all, i));
}

/* Inserts the successors of a slice as a single thread does. */
static int insert_one_slice(bfs_bulk *all, size_t i)
{
    engine *r = all->r;
    bulk_slice *p = &all->slice[i];
    batch own = r->successors;
    r->successors = p->successors;
    int code = p->x.count ? engine_insert(r, &p->x) : 0;
    if (!code)
        code = finish_slice(all, i);
    p->successors = r->successors;
    r->successors = own;
    return code;
}

/* Reports a slice that was inserted in parallel; the engine uses its arrays meanwhile. */
static int report_bulk_slice(bfs_bulk *all, size_t i)
{
    engine *r = all->r, own = *r;
    const bulk_slice *p = &all->slice[i];
    const pending_insert *a = &all->insert.batch[i];
    if (p->code) {
        *r->err = p->err;
        return p->code;
    }
    r->successors = p->successors;
    r->marks = p->marks;
    r->numbers = a->ids;
    r->inserted = p->successors.count;
    r->sources_done = p->x.count;
    r->first_new = a->first_new;
    r->new_count = a->new_count;
    int code = engine_notify(r, &p->x);
    if (!code)
        code = finish_slice(all, i);
    r->successors = own.successors;
    r->marks = own.marks;
    r->numbers = own.numbers;
    return code;
}

/* ---- a round --------------------------------------------------------------------------- */

/* As many slices as give about ROUND_SUCCESSORS, going by the average number of successors. */
static size_t slices_per_round(const bfs_bulk *all)
{
    const engine *r = all->r;
    uint64_t fan = r->result->edges / (r->result->expanded + (uint64_t)1) + 1;
    uint64_t parts = ROUND_SUCCESSORS / MODEL_BATCH / fan,
             least = 2 * (uint64_t)r->options->threads;
    uint64_t left = (all->end - all->first + (uint64_t)MODEL_BATCH - 1) / MODEL_BATCH;
    if (parts < least)
        parts = least;
    if (parts > PARALLEL_BATCHES)
        parts = PARALLEL_BATCHES;
    return (size_t)(parts < left ? parts : left);
}

static size_t count_expanded(const bfs_bulk *all, size_t parts)
{
    size_t good = 0;
    while (good < parts && !all->slice[good].code && !all->slice[good].too_large)
        good++;
    return good;
}

/* False: a limit may end the run within the round; it is to end where it does with one thread. */
static bool insert_in_parallel(bfs_bulk *all, size_t parts)
{
    if (all->sequential || !parts)
        return false;
    limits_set_visited_budget(all->r);
    if (!parallel_begin(&all->insert, parts))
        return false;
    insert_slices(all, parts);
    return true;
}

/* The first slice that could not be expanded; those behind it are left to the next round. */
static int expand_failed_slice(bfs_bulk *all, size_t i)
{
    engine *r = all->r;
    bulk_slice *p = &all->slice[i];
    if (p->code) {
        *r->err = p->err;
        return p->code;
    }
    int code = engine_expand(r, &p->x);
    if (!code)
        code = finish_slice(all, i);
    all->end = slice_first(all, i) + slice_count(all, i);
    return code;
}

static int explore_round(bfs_bulk *all, size_t parts)
{
    engine *r = all->r;
    assert(parts && parts <= PARALLEL_BATCHES);
    workers_begin(&all->workers, (unsigned)parts);
    thread_pool_run(all->workers.pool, expand_slice, all, parts);
    workers_end(&all->workers);
    size_t good = count_expanded(all, parts);
    bool together = insert_in_parallel(all, good);
    int code = 0;
    for (size_t i = 0; i < good && !code && !r->stopped; i++)
        code = together ? report_bulk_slice(all, i) : insert_one_slice(all, i);
    if (!code && !r->stopped && good < parts)
        code = expand_failed_slice(all, good);
    all->memory = bulk_memory(all);
    return code;
}

int bfs_bulk_explore(bfs_bulk *all, const level_callbacks *use, uint32_t first, uint32_t end,
                     uint32_t depth, uint32_t *count)
{
    engine *r = all->r;
    assert(first && first < end);
    all->callbacks = use;
    all->first = first;
    all->end = end;
    all->depth = depth;
    all->sequential = r->options->stop == WGCQ_STOP_FIRST && r->model->has_goal;
    size_t parts = slices_per_round(all);
    if (parts * MODEL_BATCH < end - first)
        all->end = first + (uint32_t)parts * MODEL_BATCH;
    int code = workers_start(&all->workers);
    if (!code)
        code = explore_round(all, parts);
    *count = all->end - first;
    if (!code)
        limits_check(r, *count);
    return code;
}
