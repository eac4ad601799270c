/* write_behind.c - a ring of blocks between the thread that fills them and one that writes. */
#include "trace/sqlitefile/write_behind.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/helpers.h"
#include "trace/sqlitefile/page_format.h"

enum {
    BLOCKS = 16,
    WAKE_BLOCKS = 4, /* so many are worth waking the thread; else it looks by itself, ... */
    LOOK = 50        /* ... after so many milliseconds */
};

typedef struct file_block {
    unsigned bytes;
    int64_t at;
} file_block;

struct write_behind {
    sqlite3_file *file;
    writeback *early;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t filled_some, written_some;
    uint8_t *bytes; /* [BLOCKS * IO_BYTES_MOST] */
    file_block blocks[BLOCKS];
    /* Under the lock: */
    size_t filled,
        written; /* blocks written .. filled - 1 are the thread's, the others the caller's */
    bool thread_waits, caller_waits, over;
    int code;
};

static uint8_t *bytes_of_block(const write_behind *w, size_t i)
{
    return w->bytes + i % BLOCKS * IO_BYTES_MOST;
}

/* ---- the thread ---------------------------------------------------------------------------- */

/* The lock is held, but for the write itself. */
static void write_block(write_behind *w)
{
    const file_block *b = &w->blocks[w->written % BLOCKS];
    const uint8_t *bytes = bytes_of_block(w, w->written);
    int code = w->code;
    if (!code) {
        pthread_mutex_unlock(&w->lock);
        code = w->file->pMethods->xWrite(w->file, bytes, (int)b->bytes, b->at);
        if (!code)
            writeback_note(w->early, b->at + b->bytes);
        pthread_mutex_lock(&w->lock);
    }
    w->code = code;
    w->written++;
    if (w->caller_waits)
        pthread_cond_signal(&w->written_some);
}

static void *write_blocks(void *self)
{
    write_behind *w = self;
    pthread_mutex_lock(&w->lock);
    while (w->written < w->filled || !w->over) {
        if (w->written < w->filled) {
            write_block(w);
        } else {
            w->thread_waits = true;
            condition_wait_for(&w->filled_some, &w->lock, LOOK);
            w->thread_waits = false;
        }
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- the caller ---------------------------------------------------------------------------- */

/* Until at most so many blocks are left.  The lock is held. */
static void wait_for_thread(write_behind *w, size_t left)
{
    while (w->filled - w->written > left) {
        w->caller_waits = true;
        if (w->thread_waits)
            pthread_cond_signal(&w->filled_some);
        pthread_cond_wait(&w->written_some, &w->lock);
        w->caller_waits = false;
    }
}

uint8_t *write_behind_block(write_behind *w)
{
    pthread_mutex_lock(&w->lock);
    wait_for_thread(w, BLOCKS - 1);
    uint8_t *out = bytes_of_block(w, w->filled);
    pthread_mutex_unlock(&w->lock);
    return out;
}

int write_behind_put(write_behind *w, unsigned bytes, int64_t at)
{
    pthread_mutex_lock(&w->lock);
    w->blocks[w->filled % BLOCKS] = (file_block){bytes, at};
    w->filled++;
    if (w->thread_waits && w->filled - w->written >= WAKE_BLOCKS)
        pthread_cond_signal(&w->filled_some);
    int code = w->code;
    pthread_mutex_unlock(&w->lock);
    return code;
}

int write_behind_wait(write_behind *w)
{
    pthread_mutex_lock(&w->lock);
    wait_for_thread(w, 0);
    int code = w->code;
    pthread_mutex_unlock(&w->lock);
    return code;
}

void write_behind_clear(write_behind *w)
{
    pthread_mutex_lock(&w->lock);
    wait_for_thread(w, 0);
    w->code = SQLITE_OK;
    pthread_mutex_unlock(&w->lock);
}

size_t write_behind_memory(void)
{
    return (size_t)BLOCKS * IO_BYTES_MOST;
}

/* ---- started and ended --------------------------------------------------------------------- */

static void free_blocks(write_behind *w)
{
    free(w->bytes);
    pthread_cond_destroy(&w->written_some);
    pthread_cond_destroy(&w->filled_some);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

write_behind *write_behind_start(sqlite3_file *file, writeback *early)
{
    write_behind *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->file = file;
    w->early = early;
    w->bytes = malloc(write_behind_memory());
    pthread_mutex_init(&w->lock, NULL);
    condition_open(&w->filled_some);
    pthread_cond_init(&w->written_some, NULL);
    if (w->bytes && !pthread_create(&w->thread, NULL, write_blocks, w))
        return w;
    free_blocks(w);
    return NULL;
}

void write_behind_end(write_behind *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->over = true;
    pthread_cond_signal(&w->filled_some);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    free_blocks(w);
}
