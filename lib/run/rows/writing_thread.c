/* writing_thread.c - a ring of batches between the thread that explores and one that writes. */
#include "run/rows/writing_thread.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/containers/bigarray.h"
#include "base/error.h"
#include "base/helpers.h"
#include "run/rows/edge_sort.h"
#include "run/rows/row_batch_copy.h"

enum {
    SLOTS = 256,            /* batches that wait                            */
    WAKE_SLOTS = 32,        /* so many are worth waking the writer,         */
    WAKE_BYTES = 256 << 10, /* or so large ones; else it looks by itself    */
    BYTES_FIRST = 64 << 10, /* of the ring at first                         */
    BYTES_MOST = 16 << 20,  /* at last, unless a single batch is larger     */
    MEMORY_SHARE = 32,      /* or 1 / MEMORY_SHARE of --max-memory,         */
    DISK_SHARE = 16,        /* or 1 / DISK_SHARE of what is free on the disk */
    BEHIND = 4,             /* such a part of the ring waits: the writer needs help */
    ALIGNMENT = sizeof(uint64_t),
    LOOK = 50, /* milliseconds after which a writer that waits looks by itself */
};
#define NO_ROOM SIZE_MAX

typedef struct ring_slot {
    row_batch rows; /* in the ring's bytes from `begin` on */
    edge_columns edges;
    size_t begin, size;
    uint64_t waiting; /* states that were not expanded before these rows */
} ring_slot;

/* The writer's progress, as of the last batch that was handed over. */
typedef struct writer_view {
    size_t written;
    int code;
    bool full;
    row_figures figures;
    graph sizes; /* of the graph with all slots; its arrays are not to be used */
} writer_view;

struct writing_thread {
    trace_writer *writer;
    bool sorts_edges;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t filled_some, written_some, arranged_one;
    /* Slots written .. filled - 1 are the writer's, the others the caller's. */
    ring_slot slot[SLOTS];
    /* The caller's: */
    bigarray bytes; /* [room]: of the batches that wait, one behind the other, and round again */
    size_t room, most;
    size_t at;        /* behind the batch before */
    size_t turned;    /* the slot that was the last one to be put at the beginning */
    uint64_t waiting; /* states that are not expanded yet */
    writer_view seen;
    char disk_full[200];
    /* The one's that arranges a slot: */
    edge_sort edge_sort;
    graph *graph; /* NULL: there is none */
    /* Under the lock: */
    size_t filled, written;
    size_t arranged; /* slots before that one: their edges are sorted, their rows in the graph */
    bool arranging;  /* one of the threads does that with the next one */
    size_t sort_memory;
    size_t held;  /* bytes of the slots between */
    rows_due due; /* their rows */
    bool over;    /* no more will come */
    bool indexes; /* indices are to be built behind the rows, of the graph and: */
    const reversed_graph *back;
    bool stores_distances; /* and these are to be stored: */
    uint32_t states;
    const uint32_t *to_goal, *depth;
    bool ends; /* nothing else is to be done */
    bool saved;
    bool writer_waits, caller_waits;
    size_t caller_left; /* it waits until at most so many slots are left */
    row_figures figures;
    char full[200]; /* why the run is to end; "": it is not */
    int code;
    wgcq_error err;
    atomic_bool stop;
};

row_figures row_figures_of(const trace_writer *writer)
{
    return (row_figures){trace_rows_written(writer), trace_memory(writer),
                         trace_memory_at_end(writer)};
}

/* The error that rows have met, unless there was one before.  The lock is held. */
static void keep_error(writing_thread *t, int code, const wgcq_error *err)
{
    if (!code || t->code)
        return;
    t->code = code;
    t->err = *err;
}

/* ---- the graph ----------------------------------------------------------------------------- */

static int arrange_rows(writing_thread *t, ring_slot *s, wgcq_error *err)
{
    if (t->sorts_edges && !edge_sort_in_place(&t->edge_sort, &s->rows.edges, &s->edges))
        return error_set_memory(err);
    return t->graph ? graph_add_rows(t->graph, &s->rows, err) : 0;
}

/* The next slot's, by the writer before it stores them, or by the caller where the writer is
   behind. The lock is held, but for the work itself. */
static void arrange_slot(writing_thread *t)
{
    ring_slot *s = &t->slot[t->arranged % SLOTS];
    wgcq_error err = {0};
    int code = t->code;
    assert(t->arranged < t->filled && !t->arranging);
    t->arranging = true;
    pthread_mutex_unlock(&t->lock);
    code = code ? code : arrange_rows(t, s, &err);
    pthread_mutex_lock(&t->lock);
    keep_error(t, code, &err);
    t->arranging = false;
    t->arranged++;
    t->sort_memory = edge_sort_memory(&t->edge_sort);
    pthread_cond_signal(&t->arranged_one);
}

/* Until slots before `end` are arranged.  The lock is held. */
static void arrange_slots(writing_thread *t, size_t end)
{
    while (t->arranged < end) {
        if (t->arranging)
            pthread_cond_wait(&t->arranged_one, &t->lock);
        else
            arrange_slot(t);
    }
}

/* ---- the writer ---------------------------------------------------------------------------- */

/* After an error the rest is passed over.  The lock is held, but for the work itself. */
static void write_slot(writing_thread *t)
{
    arrange_slots(t, t->written + 1);
    const ring_slot *s = &t->slot[t->written % SLOTS];
    int code = t->code;
    wgcq_error err = {0};
    rows_due due = t->due;
    due.waiting = s->waiting;
    pthread_mutex_unlock(&t->lock);
    const char *full = code ? NULL : trace_disk_full(t->writer, &due);
    code = code ? code : trace_store(t->writer, &s->rows, &err);
    row_figures figures = row_figures_of(t->writer);
    pthread_mutex_lock(&t->lock);
    keep_error(t, code, &err);
    t->figures = figures;
    if (full)
        snprintf(t->full, sizeof t->full, "%s", full);
    t->written++;
    t->held -= s->size;
    t->due.states -= s->rows.states.count;
    t->due.edges -= s->rows.edges.count;
    t->due.rejections -= s->rows.rejections.count;
    if (t->caller_waits && t->filled - t->written <= t->caller_left)
        pthread_cond_signal(&t->written_some);
}

static bool is_to_stop(void *self)
{
    writing_thread *t = self;
    return atomic_load_explicit(&t->stop, memory_order_relaxed);
}

static int save_rows(writing_thread *t)
{
    return trace_save(t->writer, &t->err);
}

static int index_rows(writing_thread *t)
{
    trace_borrow_graph(t->writer, t->graph, t->back);
    return trace_index_rows(t->writer, &t->err);
}

static int store_distances_of(writing_thread *t)
{
    return trace_distances(t->writer, t->states, t->to_goal, t->depth, &t->err);
}

/* The lock is held, but for the call. */
static void call_unlocked(writing_thread *t, int (*work)(writing_thread *t))
{
    pthread_mutex_unlock(&t->lock);
    int code = work(t);
    pthread_mutex_lock(&t->lock);
    t->code = code;
}

/* Waits for work behind the rows, and does it.  False: no more will come. */
static bool has_work_beside(writing_thread *t)
{
    while (!t->indexes && !t->stores_distances && !t->ends)
        condition_wait_for(&t->filled_some, &t->lock, LOOK);
    const bool indexes = t->indexes, stores = !indexes && t->stores_distances;
    if (!t->code && indexes)
        call_unlocked(t, index_rows);
    if (!t->code && stores)
        call_unlocked(t, store_distances_of);
    t->indexes = t->indexes && !indexes;
    t->stores_distances = t->stores_distances && !stores;
    pthread_cond_signal(&t->written_some);
    return indexes || stores;
}

static void *write_rows(void *self)
{
    writing_thread *t = self;
    pthread_mutex_lock(&t->lock);
    while (t->written < t->filled || !t->over) {
        if (t->written < t->filled) {
            write_slot(t);
        } else {
            t->writer_waits = true;
            condition_wait_for(&t->filled_some, &t->lock, LOOK);
            t->writer_waits = false;
        }
    }
    if (!t->code)
        call_unlocked(t, save_rows);
    t->saved = true;
    pthread_cond_signal(&t->written_some);
    trace_work_beside(t->writer, is_to_stop, t);
    while (has_work_beside(t))
        continue;
    trace_work_beside(t->writer, NULL, NULL);
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* ---- handing over -------------------------------------------------------------------------- */

/* Waits until at most so many batches are left.  The lock is held. */
static void wait_for_writer(writing_thread *t, size_t left)
{
    t->caller_left = left;
    while (t->filled - t->written > left) {
        if (t->writer_waits)
            pthread_cond_signal(&t->filled_some);
        if (t->arranged < t->filled && !t->arranging) {
            arrange_slot(t);
            continue;
        }
        t->caller_waits = true;
        pthread_cond_wait(&t->written_some, &t->lock);
        t->caller_waits = false;
    }
}

/* Where so many bytes fit behind the batch before, or at the beginning again: but never up to the
   first batch that waits, so that a full ring is not taken for an empty one.  `filled` is changed
   by the caller alone, who may read it without the lock. */
static size_t find_room(const writing_thread *t, size_t bytes)
{
    size_t first = t->slot[t->seen.written % SLOTS].begin;
    if (t->filled - t->seen.written == SLOTS)
        return NO_ROOM;
    if (t->seen.written == t->filled)
        return bytes <= t->room ? 0 : NO_ROOM;
    if (t->at < first)
        return bytes < first - t->at ? t->at : NO_ROOM;
    if (bytes <= t->room - t->at)
        return t->at;
    return bytes < first ? 0 : NO_ROOM;
}

static size_t larger_room(const writing_thread *t, size_t bytes)
{
    size_t room = t->room ? 2 * t->room : BYTES_FIRST;
    room = room < t->most ? room : t->most;
    return room < bytes ? bytes : room;
}

/* How many slots may wait when the ring grows: none where its bytes are to move, else those that
   lie one behind the other. */
static size_t left_when_larger(const writing_thread *t, size_t bytes)
{
    const bool broken = t->at < t->slot[t->seen.written % SLOTS].begin;
    if (larger_room(t, bytes) > t->bytes.bytes)
        return 0;
    return broken ? t->filled - t->turned : t->filled - t->seen.written;
}

/* Behind what waits, if anything does.  Bytes that are not used yet take no memory. */
static bool grow_ring(writing_thread *t, size_t bytes)
{
    const size_t room = larger_room(t, bytes), most = room < t->most ? t->most : room;
    bool fine = true;
    if (room > t->bytes.bytes) {
        bigarray_free(&t->bytes);
        fine = bigarray_reserve_exactly(&t->bytes, t->room ? most : room);
    }
    t->room = fine ? room : 0;
    return fine;
}

/* The lock is held. */
static void look_at_writer(writing_thread *t)
{
    t->seen.written = t->written;
    t->seen.code = t->code;
    t->seen.full = t->full[0];
    t->seen.figures = t->figures;
    t->seen.figures.memory += t->sort_memory;
    if (!t->graph || t->arranging)
        return;
    t->seen.sizes.sorted = t->graph->sorted;
    t->seen.sizes.move = t->graph->move;
}

/* Room for the next slot, in *at.  false: no memory. */
static bool reserve_room(writing_thread *t, size_t *at, size_t bytes)
{
    bool fine = true;
    if ((*at = find_room(t, bytes)) != NO_ROOM)
        return true;
    pthread_mutex_lock(&t->lock);
    if (t->filled - t->written == SLOTS)
        wait_for_writer(t, SLOTS / 2);
    look_at_writer(t);
    while (fine && (*at = find_room(t, bytes)) == NO_ROOM) {
        const bool grows = t->room < t->most || t->room < bytes;
        wait_for_writer(t, grows ? left_when_larger(t, bytes) : (t->filled - t->written) / 2);
        look_at_writer(t);
        if (grows)
            fine = grow_ring(t, bytes);
    }
    pthread_mutex_unlock(&t->lock);
    return fine;
}

/* The error that rows have met.  The lock is held. */
static int error_so_far(const writing_thread *t, wgcq_error *err)
{
    return t->code ? error_set(err, t->code, "%s", t->err.text) : 0;
}

/* Rows that nothing comes of. */
static bool is_void(const row_batch *rows)
{
    return !row_batch_copy_bytes(rows) && !rows->pause;
}

static void hand_over(writing_thread *t, const ring_slot *s)
{
    pthread_mutex_lock(&t->lock);
    t->filled++;
    t->held += s->size;
    t->due.states += s->rows.states.count;
    t->due.edges += s->rows.edges.count;
    t->due.rejections += s->rows.rejections.count;
    look_at_writer(t);
    if (t->writer_waits && (t->filled - t->written >= WAKE_SLOTS || t->held >= WAKE_BYTES))
        pthread_cond_signal(&t->filled_some);
    while (t->held > t->room / BEHIND && t->arranged < t->filled && !t->arranging)
        arrange_slot(t);
    pthread_mutex_unlock(&t->lock);
}

static int error_of_writer(writing_thread *t, wgcq_error *err)
{
    pthread_mutex_lock(&t->lock);
    int code = error_so_far(t, err);
    pthread_mutex_unlock(&t->lock);
    return code;
}

int writing_thread_put(writing_thread *t, const row_batch *rows, wgcq_error *err)
{
    size_t bytes = (row_batch_copy_bytes(rows) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT, at = 0;
    if (t->seen.code)
        return error_of_writer(t, err);
    if (is_void(rows))
        return 0;
    if (!reserve_room(t, &at, bytes))
        return error_set_memory(err);
    ring_slot *s = &t->slot[t->filled % SLOTS];
    *s = (ring_slot){.begin = at, .size = bytes, .waiting = t->waiting};
    t->turned = at ? t->turned : t->filled;
    row_batch_copy_make(&s->rows, &s->edges, (char *)t->bytes.at + at, rows);
    t->at = at + bytes;
    t->seen.sizes.states += (uint32_t)rows->states.count;
    t->seen.sizes.edges += rows->edges.count;
    hand_over(t, s);
    return 0;
}

row_figures writing_thread_figures(const writing_thread *t)
{
    row_figures f = t->seen.figures;
    f.memory += sizeof *t + t->room;
    f.memory_at_end += sizeof *t + t->room;
    return f;
}

graph writing_thread_graph_sizes(const writing_thread *t)
{
    return t->seen.sizes;
}

const char *writing_thread_disk_full(writing_thread *t, uint64_t waiting)
{
    t->waiting = waiting;
    if (t->seen.full && !t->disk_full[0]) {
        pthread_mutex_lock(&t->lock);
        memcpy(t->disk_full, t->full, sizeof t->full);
        pthread_mutex_unlock(&t->lock);
    }
    return t->disk_full[0] ? t->disk_full : NULL;
}

/* ---- started and ended --------------------------------------------------------------------- */

static void free_thread(writing_thread *t)
{
    bigarray_free(&t->bytes);
    edge_sort_close(&t->edge_sort);
    pthread_cond_destroy(&t->arranged_one);
    pthread_cond_destroy(&t->written_some);
    pthread_cond_destroy(&t->filled_some);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

/* How far the search may be ahead of the file: not far where the disk is small, so that it ends in
   time. */
static size_t ring_bytes(const trace_writer *writer, uint64_t max_memory)
{
    uint64_t most = BYTES_MOST, memory = max_memory / MEMORY_SHARE,
             disk = trace_disk_free(writer) / DISK_SHARE;
    most = memory && memory < most ? memory : most;
    return (size_t)(disk < most ? disk : most);
}

int writing_thread_start(writing_thread **out, trace_writer *writer, graph *g, bool sorts_edges,
                         uint64_t max_memory, wgcq_error *err)
{
    writing_thread *t = calloc(1, sizeof *t);
    *out = NULL;
    if (!t)
        return error_set_memory(err);
    t->writer = writer;
    t->graph = g;
    if (g)
        t->seen.sizes = *g;
    t->sorts_edges = sorts_edges;
    t->most = ring_bytes(writer, max_memory);
    t->figures = t->seen.figures = row_figures_of(writer);
    pthread_mutex_init(&t->lock, NULL);
    condition_open(&t->filled_some);
    condition_open(&t->written_some);
    pthread_cond_init(&t->arranged_one, NULL);
    if (t->most == BYTES_MOST) /* neither memory nor disk are scarce */
        trace_write_behind(writer);
    if (pthread_create(&t->thread, NULL, write_rows, t))
        free_thread(t);
    else
        *out = t;
    return 0;
}

int writing_thread_close_ring(writing_thread *t, wgcq_error *err)
{
    pthread_mutex_lock(&t->lock);
    t->over = true;
    pthread_cond_signal(&t->filled_some);
    arrange_slots(t, t->filled);
    int code = error_so_far(t, err);
    pthread_mutex_unlock(&t->lock);
    return code;
}

int writing_thread_index(writing_thread *t, const reversed_graph *back, wgcq_error *err)
{
    pthread_mutex_lock(&t->lock);
    assert(t->over && !t->indexes && t->graph);
    int code = error_so_far(t, err);
    t->back = back;
    t->indexes = !code;
    pthread_cond_signal(&t->filled_some);
    pthread_mutex_unlock(&t->lock);
    return code;
}

void writing_thread_store_distances(writing_thread *t, uint32_t states, const uint32_t *to_goal,
                                    const uint32_t *depth)
{
    pthread_mutex_lock(&t->lock);
    assert(t->over && !t->stores_distances);
    t->states = states;
    t->to_goal = to_goal;
    t->depth = depth;
    t->stores_distances = true;
    pthread_cond_signal(&t->filled_some);
    pthread_mutex_unlock(&t->lock);
}

int writing_thread_await_rows(writing_thread *t, wgcq_error *err)
{
    pthread_mutex_lock(&t->lock);
    while (!t->saved)
        pthread_cond_wait(&t->written_some, &t->lock);
    int code = error_so_far(t, err);
    pthread_mutex_unlock(&t->lock);
    return code;
}

bool writing_thread_is_done(writing_thread *t, unsigned milliseconds)
{
    pthread_mutex_lock(&t->lock);
    bool late = false;
    while ((t->indexes || t->stores_distances) && !late)
        late = !condition_wait_for(&t->written_some, &t->lock, milliseconds);
    bool done = !t->indexes && !t->stores_distances;
    pthread_mutex_unlock(&t->lock);
    return done;
}

void writing_thread_stop(writing_thread *t)
{
    atomic_store_explicit(&t->stop, true, memory_order_relaxed);
}

int writing_thread_end(writing_thread *t, wgcq_error *err)
{
    writing_thread_close_ring(t, err);
    pthread_mutex_lock(&t->lock);
    t->ends = true;
    pthread_cond_signal(&t->filled_some);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
    int code = error_so_far(t, err);
    free_thread(t);
    return code;
}
