/* writing_thread.c - a ring of batches between the thread that explores and one that writes. */
#include "run/rows/writing_thread.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/thread_pool.h"

enum {
    SLOTS = 256,            /* batches that wait                            */
    WAKE_SLOTS = 32,        /* so many are worth waking the writer,         */
    WAKE_BYTES = 256 << 10, /* or so large ones; else it looks by itself    */
    BYTES_FIRST = 64 << 10, /* of the ring at first                         */
    BYTES_MOST = 8 << 20,   /* at last, unless a single batch is larger     */
    MEMORY_SHARE = 32,      /* or 1 / MEMORY_SHARE of --max-memory,         */
    DISK_SHARE = 16,        /* or 1 / DISK_SHARE of what is free on the disk */
    ALIGNMENT = sizeof(uint64_t),
};
#define NO_ROOM SIZE_MAX

typedef struct ring_slot {
    row_batch rows; /* in the ring's bytes from `begin` on */
    size_t begin, size;
    uint64_t waiting; /* states that were not expanded before these rows */
} ring_slot;

struct writing_thread {
    trace_writer *writer;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t filled_some, written_some;
    /* Slots written .. filled - 1 are the writer's, the others the caller's. */
    ring_slot slot[SLOTS];
    /* The caller's: */
    char *bytes; /* [room]: of the batches that wait, one behind the other, and round again */
    size_t room, most;
    size_t at;        /* behind the batch before */
    uint64_t waiting; /* states that are not expanded yet */
    char disk_full[200];
    /* Under the lock: */
    size_t filled, written;
    size_t held;  /* bytes of the slots between */
    rows_due due; /* their rows */
    bool over;    /* no more will come */
    bool indexes; /* indices are to be built behind the rows, of: */
    const graph *graph;
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

/* ---- the writer ---------------------------------------------------------------------------- */

/* After an error the rest is passed over.  The lock is held, but for the work itself. */
static void write_slot(writing_thread *t)
{
    const ring_slot *s = &t->slot[t->written % SLOTS];
    int code = t->code;
    rows_due due = t->due;
    due.waiting = s->waiting;
    pthread_mutex_unlock(&t->lock);
    const char *full = code ? NULL : trace_disk_full(t->writer, &due);
    if (!code)
        code = trace_store(t->writer, &s->rows, &t->err);
    row_figures figures = row_figures_of(t->writer);
    pthread_mutex_lock(&t->lock);
    t->code = code;
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
        thread_pool_cond_wait(&t->filled_some, &t->lock);
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
            thread_pool_cond_wait(&t->filled_some, &t->lock);
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

/* ---- copies -------------------------------------------------------------------------------- */

/* Appends a copy of an array at *to; its address there.  NULL: there is none. */
static void *copy_array(char **to, const void *from, size_t bytes)
{
    void *out = *to;
    if (!from || !bytes)
        return NULL;
    memcpy(out, from, bytes);
    *to += bytes;
    return out;
}

static size_t batch_bytes(const row_batch *b)
{
    size_t state = (b->states.words + b->states.finals) * sizeof(uint64_t) + sizeof(uint32_t) + 1;
    size_t edge = 3 * sizeof(uint32_t) + (b->edges.cost ? b->edges.costs * sizeof(int64_t) : 0);
    return b->states.count * state + b->edges.count * edge +
           b->rejections.count * 3 * sizeof(uint32_t) + b->stuck.count * sizeof(uint32_t);
}

/* The widest values come first, so that all are aligned. */
static void copy_rows(ring_slot *s, char *bytes, const row_batch *from)
{
    char *to = bytes;
    const state_rows *states = &from->states;
    const edge_rows *edges = &from->edges;
    const rejection_rows *rejections = &from->rejections;
    size_t number = sizeof(uint32_t);
    s->rows = *from;
    s->rows.states.state =
        copy_array(&to, states->state, states->count * states->words * sizeof *states->state);
    s->rows.states.final =
        copy_array(&to, states->final, states->count * states->finals * sizeof *states->final);
    s->rows.edges.cost =
        copy_array(&to, edges->cost, edges->count * edges->costs * sizeof *edges->cost);
    s->rows.states.depth = copy_array(&to, states->depth, states->count * number);
    s->rows.edges.src = copy_array(&to, edges->src, edges->count * number);
    s->rows.edges.dst = copy_array(&to, edges->dst, edges->count * number);
    s->rows.edges.move = copy_array(&to, edges->move, edges->count * number);
    s->rows.rejections.src = copy_array(&to, rejections->src, rejections->count * number);
    s->rows.rejections.move = copy_array(&to, rejections->move, rejections->count * number);
    s->rows.rejections.rule = copy_array(&to, rejections->rule, rejections->count * number);
    s->rows.stuck.state = copy_array(&to, from->stuck.state, from->stuck.count * number);
    s->rows.states.marks = copy_array(&to, states->marks, states->count);
    assert(to == bytes + batch_bytes(from));
}

/* ---- handing over -------------------------------------------------------------------------- */

/* Waits until at most so many batches are left.  The lock is held. */
static void wait_for_writer(writing_thread *t, size_t left)
{
    t->caller_left = left;
    while (t->filled - t->written > left) {
        t->caller_waits = true;
        if (t->writer_waits)
            pthread_cond_signal(&t->filled_some);
        pthread_cond_wait(&t->written_some, &t->lock);
        t->caller_waits = false;
    }
}

/* Where so many bytes fit behind the batch before, or at the beginning again: but never up to the
   first batch that waits, so that a full ring is not taken for an empty one.  The lock is held. */
static size_t find_room(const writing_thread *t, size_t bytes)
{
    size_t first = t->slot[t->written % SLOTS].begin;
    if (t->written == t->filled)
        return bytes <= t->room ? 0 : NO_ROOM;
    if (t->at < first)
        return bytes < first - t->at ? t->at : NO_ROOM;
    if (bytes <= t->room - t->at)
        return t->at;
    return bytes < first ? 0 : NO_ROOM;
}

/* A larger ring, while nothing waits. */
static bool grow_ring(writing_thread *t, size_t bytes)
{
    size_t room = t->room ? 2 * t->room : BYTES_FIRST;
    room = room < t->most ? room : t->most;
    room = room < bytes ? bytes : room;
    if (room <= t->room)
        return true;
    free(t->bytes);
    t->bytes = malloc(room);
    t->room = t->bytes ? room : 0;
    return t->bytes;
}

/* Room for the next slot, in *at.  false: no memory. */
static bool reserve_room(writing_thread *t, size_t *at, size_t bytes)
{
    bool fine = true;
    pthread_mutex_lock(&t->lock);
    if (t->filled - t->written == SLOTS)
        wait_for_writer(t, SLOTS / 2);
    while (fine && (*at = find_room(t, bytes)) == NO_ROOM) {
        bool grows = t->room < t->most || t->room < bytes;
        wait_for_writer(t, grows ? 0 : (t->filled - t->written) / 2);
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
    return !batch_bytes(rows) && !rows->pause;
}

static int code_so_far(writing_thread *t, wgcq_error *err)
{
    pthread_mutex_lock(&t->lock);
    int code = error_so_far(t, err);
    pthread_mutex_unlock(&t->lock);
    return code;
}

static void hand_over(writing_thread *t, const ring_slot *s)
{
    pthread_mutex_lock(&t->lock);
    t->filled++;
    t->held += s->size;
    t->due.states += s->rows.states.count;
    t->due.edges += s->rows.edges.count;
    t->due.rejections += s->rows.rejections.count;
    if (t->writer_waits && (t->filled - t->written >= WAKE_SLOTS || t->held >= WAKE_BYTES))
        pthread_cond_signal(&t->filled_some);
    pthread_mutex_unlock(&t->lock);
}

int writing_thread_put(writing_thread *t, const row_batch *rows, wgcq_error *err)
{
    size_t bytes = (batch_bytes(rows) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT, at = 0;
    int code = is_void(rows) ? WGCQ_DONE : code_so_far(t, err);
    if (code)
        return code < 0 ? code : 0;
    if (!reserve_room(t, &at, bytes))
        return error_set_memory(err);
    ring_slot *s = &t->slot[t->filled % SLOTS];
    *s = (ring_slot){.begin = at, .size = bytes, .waiting = t->waiting};
    copy_rows(s, t->bytes + at, rows);
    t->at = at + bytes;
    hand_over(t, s);
    return 0;
}

row_figures writing_thread_figures(writing_thread *t)
{
    pthread_mutex_lock(&t->lock);
    row_figures f = t->figures;
    pthread_mutex_unlock(&t->lock);
    f.memory += sizeof *t + t->room;
    f.memory_at_end += sizeof *t + t->room;
    return f;
}

const char *writing_thread_disk_full(writing_thread *t, uint64_t waiting)
{
    t->waiting = waiting;
    pthread_mutex_lock(&t->lock);
    memcpy(t->disk_full, t->full, sizeof t->full);
    pthread_mutex_unlock(&t->lock);
    return t->disk_full[0] ? t->disk_full : NULL;
}

/* ---- started and ended --------------------------------------------------------------------- */

static void free_thread(writing_thread *t)
{
    free(t->bytes);
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

int writing_thread_start(writing_thread **out, trace_writer *writer, uint64_t max_memory,
                         wgcq_error *err)
{
    writing_thread *t = calloc(1, sizeof *t);
    *out = NULL;
    if (!t)
        return error_set_memory(err);
    t->writer = writer;
    t->most = ring_bytes(writer, max_memory);
    t->figures = row_figures_of(writer);
    pthread_mutex_init(&t->lock, NULL);
    thread_pool_cond_init(&t->filled_some);
    pthread_cond_init(&t->written_some, NULL);
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
    int code = error_so_far(t, err);
    pthread_mutex_unlock(&t->lock);
    return code;
}

int writing_thread_index(writing_thread *t, const graph *g, const reversed_graph *back,
                         wgcq_error *err)
{
    pthread_mutex_lock(&t->lock);
    assert(t->over && !t->indexes);
    int code = error_so_far(t, err);
    t->graph = g;
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
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)milliseconds * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&t->lock);
    bool late = false;
    while ((t->indexes || t->stores_distances) && !late)
        late = pthread_cond_timedwait(&t->written_some, &t->lock, &until);
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
