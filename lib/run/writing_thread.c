/* writing_thread.c - a ring of batches between the thread that explores and one that writes. */
#include "run/writing_thread.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/thread_pool.h"

enum {
    SLOTS = 16,           /* batches that wait                                      */
    WAKE_SLOTS = 4,       /* so many are worth waking the writer; else it looks by itself */
    BYTES_MOST = 8 << 20, /* of all copies, unless a single one is larger           */
    MEMORY_SHARE = 32,    /* or 1 / MEMORY_SHARE of --max-memory                    */
};

typedef struct ring_slot {
    row_batch rows; /* in `bytes` */
    char *bytes;
    size_t room;
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
    size_t most, held; /* bytes of all slots */
    uint64_t waiting;  /* states that are not expanded yet */
    char disk_full[200];
    /* Under the lock: */
    size_t filled, written;
    bool over; /* no more will come */
    bool writer_waits, caller_waits;
    writing_figures figures;
    char full[200]; /* why the run is to end; "": it is not */
    int code;
    wgcq_error err;
};

/* ---- the writer ---------------------------------------------------------------------------- */

static writing_figures measure(const trace_writer *w)
{
    writing_figures f = {.memory = trace_memory(w), .memory_at_end = trace_memory_at_end(w)};
    trace_disk_use(w, &f.rows, &f.bytes);
    return f;
}

/* After an error the rest is passed over.  The lock is held, but for the work itself. */
static void write_slot(writing_thread *t)
{
    const ring_slot *s = &t->slot[t->written % SLOTS];
    int code = t->code;
    pthread_mutex_unlock(&t->lock);
    const char *full = code ? NULL : trace_disk_full(t->writer, s->waiting);
    if (!code)
        code = trace_store(t->writer, &s->rows, &t->err);
    writing_figures figures = measure(t->writer);
    pthread_mutex_lock(&t->lock);
    t->code = code;
    t->figures = figures;
    if (full)
        snprintf(t->full, sizeof t->full, "%s", full);
    t->written++;
    if (t->caller_waits)
        pthread_cond_signal(&t->written_some);
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
    int code = t->code;
    pthread_mutex_unlock(&t->lock);
    if (!code)
        code = trace_save(t->writer, &t->err);
    pthread_mutex_lock(&t->lock);
    t->code = code;
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
           b->rejections.count * 3 * sizeof(uint32_t);
}

/* The widest values come first, so that all are aligned. */
static void copy_rows(ring_slot *s, const row_batch *from)
{
    char *to = s->bytes;
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
    s->rows.states.marks = copy_array(&to, states->marks, states->count);
    assert(to == s->bytes + batch_bytes(from));
}

/* ---- handing over -------------------------------------------------------------------------- */

/* Waits until at most so many batches are left.  The lock is held. */
static void wait_for_writer(writing_thread *t, size_t left)
{
    while (t->filled - t->written > left) {
        t->caller_waits = true;
        if (t->writer_waits)
            pthread_cond_signal(&t->filled_some);
        pthread_cond_wait(&t->written_some, &t->lock);
        t->caller_waits = false;
    }
}

static void free_slots(writing_thread *t)
{
    for (size_t i = 0; i < SLOTS; i++) {
        free(t->slot[i].bytes);
        t->slot[i] = (ring_slot){0};
    }
    t->held = 0;
}

/* Makes room in the next slot; false: no memory.  Where all copies would be too large, those that
   wait are written first, and the others freed. */
static bool reserve_slot(writing_thread *t, size_t bytes)
{
    ring_slot *s = &t->slot[t->filled % SLOTS];
    if (bytes <= s->room)
        return true;
    if (t->held - s->room + bytes > t->most) {
        pthread_mutex_lock(&t->lock);
        wait_for_writer(t, 0);
        pthread_mutex_unlock(&t->lock);
        free_slots(t);
    }
    free(s->bytes);
    t->held -= s->room;
    s->bytes = malloc(bytes);
    s->room = s->bytes ? bytes : 0;
    t->held += s->room;
    return s->bytes;
}

/* The error that rows have met.  The lock is held. */
static int error_so_far(const writing_thread *t, wgcq_error *err)
{
    return t->code ? error_set(err, t->code, "%s", t->err.text) : 0;
}

int writing_thread_put(writing_thread *t, const row_batch *rows, wgcq_error *err)
{
    size_t bytes = batch_bytes(rows);
    if (!bytes && !rows->pause)
        return 0;
    pthread_mutex_lock(&t->lock);
    wait_for_writer(t, SLOTS - 1);
    int code = error_so_far(t, err);
    pthread_mutex_unlock(&t->lock);
    if (code)
        return code;
    if (!reserve_slot(t, bytes))
        return error_set_memory(err);
    t->slot[t->filled % SLOTS].waiting = t->waiting;
    copy_rows(&t->slot[t->filled % SLOTS], rows);
    pthread_mutex_lock(&t->lock);
    t->filled++;
    if (t->writer_waits && t->filled - t->written >= WAKE_SLOTS)
        pthread_cond_signal(&t->filled_some);
    pthread_mutex_unlock(&t->lock);
    return 0;
}

writing_figures writing_thread_figures(writing_thread *t)
{
    pthread_mutex_lock(&t->lock);
    writing_figures f = t->figures;
    pthread_mutex_unlock(&t->lock);
    f.memory += sizeof *t + t->held;
    f.memory_at_end += sizeof *t + t->held;
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
    free_slots(t);
    pthread_cond_destroy(&t->written_some);
    pthread_cond_destroy(&t->filled_some);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

int writing_thread_start(writing_thread **out, trace_writer *writer, uint64_t max_memory,
                         wgcq_error *err)
{
    writing_thread *t = calloc(1, sizeof *t);
    *out = NULL;
    if (!t)
        return error_set_memory(err);
    uint64_t share = max_memory / MEMORY_SHARE;
    t->most = share && share < BYTES_MOST ? (size_t)share : BYTES_MOST;
    t->writer = writer;
    t->figures = measure(writer);
    pthread_mutex_init(&t->lock, NULL);
    thread_pool_cond_init(&t->filled_some);
    pthread_cond_init(&t->written_some, NULL);
    if (pthread_create(&t->thread, NULL, write_rows, t))
        free_thread(t);
    else
        *out = t;
    return 0;
}

void writing_thread_close_ring(writing_thread *t)
{
    pthread_mutex_lock(&t->lock);
    t->over = true;
    pthread_cond_signal(&t->filled_some);
    pthread_mutex_unlock(&t->lock);
}

int writing_thread_end(writing_thread *t, wgcq_error *err)
{
    writing_thread_close_ring(t);
    pthread_join(t->thread, NULL);
    int code = error_so_far(t, err);
    free_thread(t);
    return code;
}
