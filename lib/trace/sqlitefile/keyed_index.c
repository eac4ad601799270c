/* keyed_index.c - entries grouped by value, encoded chunk by chunk. */
#include "trace/sqlitefile/keyed_index.h"

#include <assert.h>
#include <stdlib.h>

#include "base/thread_pool.h"

enum { CHUNK = 1 << 15, WAITING = 512, THREADS_MOST = 8, CHUNKS_A_THREAD = 4 };
enum { ROUND_MOST = THREADS_MOST * CHUNKS_A_THREAD };

typedef struct keyed_index {
    const index_job *job;
    uint64_t chunks, each; /* the last one takes what is left, too */
    btree *out;
} keyed_index;

/* ---- entries --------------------------------------------------------------------------------- */

static uint64_t chunk_begin(const keyed_index *k, uint64_t chunk)
{
    return chunk < k->chunks ? chunk * k->each : k->job->count;
}

/* The value whose entries entry `at` is one of, when all of those are there. */
static uint32_t value_of_entry(const index_job *x, uint64_t at)
{
    uint32_t low = 1, high = index_await(x, at + 1);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (x->first[middle + (size_t)1] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static int append_entries(btree *to, const index_job *x, uint64_t from, uint64_t end)
{
    uint32_t values[WAITING], moves[WAITING], value = value_of_entry(x, from);
    int code = SQLITE_OK;
    index_await(x, end);
    while (from < end && !code) {
        size_t some = end - from < WAITING ? (size_t)(end - from) : WAITING;
        for (size_t i = 0; i < some; i++) {
            while (x->first[value + (size_t)1] <= from + i)
                value++;
            values[i] = value;
        }
        narrow_read(x->move, from, some, moves);
        const uint32_t *const column[] = {values, x->src + from, moves};
        code = btree_append_columns(to, column, 3, some);
        from += some;
    }
    return code;
}

/* The first entry of a chunk, which is in none of its leaves. */
static int append_divider(const keyed_index *k, uint64_t chunk)
{
    const index_job *x = k->job;
    uint64_t at = chunk_begin(k, chunk);
    int64_t values[] = {value_of_entry(x, at), x->src[at], narrow_get(x->move, at)};
    record_row row = {.values = values, .count = 3, .nullable = 3};
    return chunk ? btree_append_divider(k->out, &row) : SQLITE_OK;
}

static int append_leaves_of(const keyed_index *k, btree *to, uint64_t chunk)
{
    return append_entries(to, k->job, chunk_begin(k, chunk) + (chunk > 0),
                          chunk_begin(k, chunk + 1));
}

static bool is_stopped(const index_job *x)
{
    return x->stopped && x->stopped(x->self);
}

static int append_all(const keyed_index *k)
{
    int code = SQLITE_OK;
    for (uint64_t c = 0; c < k->chunks && !code; c++) {
        code = is_stopped(k->job) ? SQLITE_INTERRUPT : append_divider(k, c);
        if (!code)
            code = append_leaves_of(k, k->out, c);
    }
    return code;
}

/* ---- by several threads ---------------------------------------------------------------------- */

/* While some threads encode the chunks of a round, one appends those of the round before. */
typedef struct keyed_rounds {
    keyed_index index;
    unsigned each; /* chunks of a round */
    uint64_t next; /* the first one of this round */
    unsigned side; /* where its leaves go */
    btree *leaves[2][ROUND_MOST];
    int code[2][ROUND_MOST], append_code;
} keyed_rounds;

static void append_round_before(keyed_rounds *r)
{
    unsigned side = 1 - r->side;
    uint64_t first = r->next - r->each;
    for (unsigned i = 0; i < r->each && r->next && first + i < r->index.chunks; i++) {
        if (!r->append_code)
            r->append_code = r->code[side][i];
        if (!r->append_code)
            r->append_code = append_divider(&r->index, first + i);
        if (!r->append_code)
            r->append_code = btree_append_leaves(r->index.out, r->leaves[side][i]);
    }
}

/* Task 0 appends, each other one encodes a chunk. */
static void do_round_task(void *self, size_t task, unsigned thread)
{
    keyed_rounds *r = self;
    uint64_t chunk = r->next + task - 1;
    (void)thread;
    if (!task)
        append_round_before(r);
    else if (chunk < r->index.chunks)
        r->code[r->side][task - 1] =
            append_leaves_of(&r->index, r->leaves[r->side][task - 1], chunk);
}

static int open_round_leaves(keyed_rounds *r, pager *p)
{
    int code = SQLITE_OK;
    for (unsigned i = 0; i < 2 * r->each && !code; i++)
        code = btree_new_leaves(&r->leaves[i % 2][i / 2], p);
    return code;
}

static void close_round_leaves(keyed_rounds *r)
{
    for (unsigned i = 0; i < 2 * r->each; i++)
        btree_free(r->leaves[i % 2][i / 2]);
    free(r);
}

/* The last round has nothing to encode. */
static int run_rounds(keyed_rounds *r, thread_pool *pool)
{
    uint64_t rounds = (r->index.chunks + r->each - 1) / r->each + 1;
    for (uint64_t i = 0; i < rounds && !r->append_code; i++) {
        if (is_stopped(r->index.job))
            return SQLITE_INTERRUPT;
        thread_pool_run(pool, do_round_task, r, r->each + (size_t)1);
        r->next += r->each;
        r->side = 1 - r->side;
    }
    return r->append_code;
}

static int append_by_threads(const keyed_index *k, unsigned threads)
{
    keyed_rounds *r = calloc(1, sizeof *r);
    thread_pool *pool = thread_pool_new(threads);
    int code = r && pool ? SQLITE_OK : SQLITE_NOMEM;
    if (!code) {
        r->index = *k;
        r->each = threads * CHUNKS_A_THREAD;
        code = open_round_leaves(r, btree_pager(k->out));
    }
    if (!code)
        code = run_rounds(r, pool);
    thread_pool_free(pool);
    if (r)
        close_round_leaves(r);
    return code;
}

static uint64_t count_distinct(const index_job *x)
{
    const uint32_t values = index_await(x, x->count);
    uint64_t count = 0;
    for (uint32_t value = 1; value <= values; value++)
        count += x->first[value] < x->first[value + (size_t)1];
    return count;
}

int keyed_index_append(btree *to, index_job *x)
{
    assert(x->src && x->move.at && x->first);
    keyed_index k = {.job = x, .each = x->chunk ? x->chunk : CHUNK, .out = to};
    unsigned threads = x->threads < THREADS_MOST ? x->threads : THREADS_MOST;
    k.chunks = x->count / k.each ? x->count / k.each : x->count > 0;
    assert(k.each > 1);
    int code = threads > 1 && k.chunks > threads ? append_by_threads(&k, threads) : append_all(&k);
    x->distinct = code ? 0 : count_distinct(x);
    return code;
}
