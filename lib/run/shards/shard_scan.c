/* shard_scan.c - a thread a shard fills one half of its buffer while the other is read. */
#include "run/shards/shard_scan.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/helpers.h"

enum { HALF_ROWS = 4096, HALVES = 2 };

typedef struct shard_reader {
    shard_scan *of;
    wgcq_trace *shard;
    helpers thread;
    int64_t *rows; /* [HALVES][HALF_ROWS][1 + columns] */
    size_t count[HALVES];
    bool full[HALVES]; /* it is the reader's; else the thread's */
    bool ended;
    int code;
    wgcq_error err;
    unsigned filling, taking;
    size_t at;
} shard_reader;

struct shard_scan {
    shard_table table;
    unsigned count;
    shard_reader *readers;
};

static int64_t *row_in(const shard_reader *r, unsigned half, size_t at)
{
    const size_t each = r->of->table.columns + (size_t)1;
    return r->rows + (half * (size_t)HALF_ROWS + at) * each;
}

/* ---- the thread ----------------------------------------------------------------------------- */

/* Hands over a half, and waits for the other.  False: the reader has ended. */
static bool turn_half(shard_reader *r)
{
    helpers_lock(&r->thread);
    r->full[r->filling] = true;
    r->filling = 1 - r->filling;
    helpers_wake(&r->thread);
    while (r->full[r->filling] && !r->thread.stopped)
        helpers_wait(&r->thread);
    const bool goes_on = !r->thread.stopped;
    helpers_unlock(&r->thread);
    r->count[r->filling] = goes_on ? 0 : r->count[r->filling];
    return goes_on;
}

static int keep_row(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    shard_reader *r = self;
    const shard_table *t = &r->of->table;
    const int64_t key = t->table == TRACE_STATE_ROWS ? rowid : values[0];
    (void)err;
    if (key > t->most)
        return WGCQ_DONE;
    int64_t *to = row_in(r, r->filling, r->count[r->filling]++);
    to[0] = key;
    memcpy(to + 1, values, t->columns * sizeof *values);
    return r->count[r->filling] < HALF_ROWS || turn_half(r) ? 0 : WGCQ_DONE;
}

static void *read_shard(void *self)
{
    shard_reader *r = self;
    const int code = trace_scan(r->shard, r->of->table.table, keep_row, r, &r->err);
    helpers_lock(&r->thread);
    r->code = code == WGCQ_DONE ? 0 : code;
    r->ended = true;
    r->full[r->filling] = true;
    helpers_wake(&r->thread);
    helpers_unlock(&r->thread);
    return NULL;
}

/* ---- the taker ------------------------------------------------------------------------------ */

/* The row that is next in this shard; NULL: there are no more. */
static const int64_t *reader_row(shard_reader *r)
{
    for (;;) {
        helpers_lock(&r->thread);
        while (!r->full[r->taking])
            helpers_wait(&r->thread);
        const bool last = r->ended && r->taking == r->filling;
        helpers_unlock(&r->thread);
        if (r->at < r->count[r->taking])
            return row_in(r, r->taking, r->at);
        if (last)
            return NULL;
        helpers_lock(&r->thread);
        r->full[r->taking] = false;
        r->taking = 1 - r->taking;
        r->at = 0;
        helpers_wake(&r->thread);
        helpers_unlock(&r->thread);
    }
}

int shard_scan_next(shard_row *out, shard_scan *scan, wgcq_error *err)
{
    const int64_t *least = NULL;
    for (unsigned k = 0; k < scan->count; k++) {
        shard_reader *r = &scan->readers[k];
        const int64_t *row = reader_row(r);
        if (!row && r->code)
            return error_set(err, r->code, "%s", r->err.text);
        if (!row || (least && row[0] >= least[0]))
            continue;
        least = row;
        *out = (shard_row){row[0], row + 1, k};
    }
    if (!least)
        return WGCQ_DONE;
    scan->readers[out->shard].at++;
    return 0;
}

/* ---- opened and closed ---------------------------------------------------------------------- */

static bool start_reader(shard_reader *r)
{
    const size_t each = r->of->table.columns + (size_t)1;
    r->rows = malloc(HALVES * (size_t)HALF_ROWS * each * sizeof *r->rows);
    return r->rows && helpers_start(&r->thread, 1, read_shard, r);
}

int shard_scan_open(shard_scan **out, wgcq_trace *const *shards, unsigned count, shard_table of,
                    wgcq_error *err)
{
    shard_scan *scan = calloc(1, sizeof *scan);
    if (scan)
        *scan = (shard_scan){of, count, calloc(count, sizeof(shard_reader))};
    bool ok = scan && scan->readers;
    for (unsigned k = 0; ok && k < count; k++) {
        shard_reader *r = &scan->readers[k];
        r->of = scan;
        r->shard = shards[k];
        helpers_open(&r->thread);
    }
    for (unsigned k = 0; ok && k < count; k++)
        ok = start_reader(&scan->readers[k]);
    if (!ok) {
        shard_scan_close(scan);
        return error_set_memory(err);
    }
    *out = scan;
    return 0;
}

static void end_reader(shard_reader *r)
{
    if (r->of)
        helpers_close(&r->thread);
    free(r->rows);
}

void shard_scan_close(shard_scan *scan)
{
    for (unsigned k = 0; scan && scan->readers && k < scan->count; k++)
        end_reader(&scan->readers[k]);
    if (scan)
        free(scan->readers);
    free(scan);
}
