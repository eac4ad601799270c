/* keyed_index.c - entries grouped by value, encoded chunk by chunk. */
#include "trace/sqlitefile/keyed_index.h"

#include <assert.h>

enum { CHUNK = 1 << 15, WAITING = 512, HELPERS_MOST = 7 };

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

/* ---- help ------------------------------------------------------------------------------------ */

void index_help_open(index_help *h)
{
    *h = (index_help){.index = NULL};
    helpers_open(&h->others);
}

void index_help_close(index_help *h)
{
    helpers_close(&h->others);
}

/* A chunk behind the one that the appending thread comes to next; NULL: none.  The lock is held. */
static help_slot *take_chunk(index_help *h)
{
    const uint64_t chunk = h->next > h->begun ? h->next : h->begun + 1;
    help_slot *s = h->slot;
    if (!h->index || chunk >= h->index->chunks)
        return NULL;
    while (s < h->slot + HELP_CHUNKS && s->taken)
        s++;
    if (s == h->slot + HELP_CHUNKS)
        return NULL;
    h->next = chunk + 1;
    s->chunk = chunk;
    s->taken = true;
    s->done = false;
    return s;
}

/* The lock is held, but for the work itself. */
static void encode_chunk(index_help *h, help_slot *s)
{
    const keyed_index *k = h->index;
    helpers_unlock(&h->others);
    const int code = append_leaves_of(k, s->leaves, s->chunk);
    helpers_lock(&h->others);
    s->code = code;
    s->done = true;
    helpers_wake(&h->others);
}

bool index_help_some(index_help *h)
{
    helpers_lock(&h->others);
    help_slot *s = take_chunk(h);
    if (s)
        encode_chunk(h, s);
    helpers_unlock(&h->others);
    return s;
}

/* A helper of the index's own. */
static void *help_to_the_end(void *self)
{
    index_help *h = self;
    helpers_lock(&h->others);
    while (h->index) {
        help_slot *s = take_chunk(h);
        if (s)
            encode_chunk(h, s);
        else
            helpers_wait(&h->others);
    }
    helpers_unlock(&h->others);
    return NULL;
}

/* ---- appending ---------------------------------------------------------------------------- */

/* The slot of a chunk that a helper has taken, when it is done; NULL: it is left to the caller. */
static help_slot *await_help(index_help *h, uint64_t chunk)
{
    help_slot *found = NULL;
    helpers_lock(&h->others);
    h->begun = chunk + 1;
    for (help_slot *s = h->slot; s < h->slot + HELP_CHUNKS; s++)
        if (s->taken && s->chunk == chunk)
            found = s;
    while (found && !found->done)
        helpers_wait(&h->others);
    helpers_unlock(&h->others);
    return found;
}

static void free_slot(index_help *h, help_slot *s)
{
    helpers_lock(&h->others);
    s->taken = false;
    helpers_wake(&h->others);
    helpers_unlock(&h->others);
}

static int append_chunk(const keyed_index *k, index_help *h, uint64_t chunk)
{
    help_slot *s = await_help(h, chunk);
    int code = append_divider(k, chunk);
    if (!code)
        code = !s        ? append_leaves_of(k, k->out, chunk)
               : s->code ? s->code
                         : btree_append_leaves(k->out, s->leaves);
    if (s)
        free_slot(h, s);
    return code;
}

static int append_all(const keyed_index *k, index_help *h)
{
    int code = SQLITE_OK;
    for (uint64_t c = 0; c < k->chunks && !code; c++)
        code = is_stopped(k->job) ? SQLITE_INTERRUPT : append_chunk(k, h, c);
    return code;
}

static int begin_help(index_help *h, const keyed_index *k)
{
    int code = SQLITE_OK;
    for (unsigned i = 0; i < HELP_CHUNKS && !code; i++)
        code = btree_new_leaves(&h->slot[i].leaves, btree_pager(k->out));
    helpers_lock(&h->others);
    h->begun = h->next = 0;
    h->index = code ? NULL : k;
    helpers_unlock(&h->others);
    return code;
}

/* Waits for those who are still helping. */
static void end_help(index_help *h)
{
    helpers_lock(&h->others);
    h->index = NULL;
    helpers_wake(&h->others);
    for (unsigned i = 0; i < HELP_CHUNKS; i++) {
        while (h->slot[i].taken && !h->slot[i].done)
            helpers_wait(&h->others);
        btree_free(h->slot[i].leaves);
        h->slot[i] = (help_slot){.chunk = 0};
    }
    helpers_unlock(&h->others);
}

static int append_with_help(const keyed_index *k, index_help *h, unsigned most)
{
    int code = begin_help(h, k);
    if (!code && most)
        helpers_start(&h->others, most, help_to_the_end, h);
    code = code ? code : append_all(k, h);
    end_help(h);
    helpers_stop(&h->others);
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
    index_help own;
    assert(x->src && x->move.at && x->first);
    keyed_index k = {.job = x, .each = x->chunk ? x->chunk : CHUNK, .out = to};
    const unsigned threads = x->threads ? x->threads : 1,
                   others = threads <= HELPERS_MOST ? threads - 1 : HELPERS_MOST;
    k.chunks = x->count / k.each ? x->count / k.each : x->count > 0;
    assert(k.each > 1);
    if (!x->help)
        index_help_open(&own);
    int code = append_with_help(&k, x->help ? x->help : &own, k.chunks > threads ? others : 0);
    if (!x->help)
        index_help_close(&own);
    x->distinct = code ? 0 : count_distinct(x);
    return code;
}
