/*
 * rank_numbers.c - one order of all ranks' discoveries.
 *
 * Sources are shared out by their numbers, in as many ranges as there are ranks: each rank gets the
 * discoveries of its range from all others, sorted, merges them, and sends the numbers back.
 */
#include <stdlib.h>
#include <string.h>

#include "search/ranks/rank_rows.h"
#include "search/ranks/rank_run.h"

static unsigned range_of_key(const rank_run *s, uint64_t key)
{
    const uint64_t first = s->before.states - s->level_count + 1, at = (key >> 32) - first;
    assert(at < s->level_count);
    return (unsigned)(at * s->packets.with->ranks / s->level_count);
}

static bool put_keys(rank_run *s, const discovery *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t *key = rank_stream_extend(&s->rows.out[range_of_key(s, all[i].key)], sizeof *key);
        if (!key)
            return false;
        *key = all[i].key;
    }
    return true;
}

/* The keys of this rank's range, from all ranks. */
typedef struct key_merge {
    const rank_stream *from;
    unsigned ranks;
    size_t *at; /* [ranks] */
} key_merge;

static bool least_key(const key_merge *m, unsigned *rank)
{
    uint64_t least = UINT64_MAX;
    bool any = false;
    for (unsigned k = 0; k < m->ranks; k++) {
        const uint64_t *keys = m->from[k].bytes.at;
        if (m->at[k] * sizeof *keys == m->from[k].count || (any && keys[m->at[k]] > least))
            continue;
        least = keys[m->at[k]];
        *rank = k;
        any = true;
    }
    return any;
}

static bool answer_keys(rank_run *s, uint32_t number)
{
    const unsigned ranks = s->packets.with->ranks;
    key_merge m = {s->rows.in, ranks, calloc(ranks, sizeof *m.at)};
    bool ok = m.at;
    for (unsigned k = 0; ok && least_key(&m, &k); m.at[k]++) {
        uint32_t *to = rank_stream_extend(&s->rows.out[k], sizeof *to);
        ok = to;
        if (ok)
            *to = number++;
    }
    free(m.at);
    return ok;
}

/* Counts the discoveries of all ranks before this one's range. */
static int count_before(rank_run *s, uint64_t *before)
{
    uint64_t mine = 0;
    for (unsigned k = 0; k < s->packets.with->ranks; k++)
        mine += s->rows.in[k].count / sizeof(uint64_t);
    int code = rank_all_gather(&s->packets, &mine, sizeof mine, s->r->err);
    *before = 0;
    for (unsigned k = 0; !code && k < s->packets.with->rank; k++)
        *before += *(const uint64_t *)rank_gathered(&s->packets, k);
    return code;
}

int rank_number(uint32_t *numbers, rank_run *s, const discovery *all, size_t count)
{
    rank_rows *w = &s->rows;
    uint64_t before;
    size_t at = 0;
    if (!put_keys(s, all, count))
        return rank_out_of_memory(s);
    int code = rank_trade(&s->packets, w->out, w->in, s->r->err);
    if (!code)
        code = count_before(s, &before);
    rank_rows_clear_streams(s);
    if (!code && !answer_keys(s, (uint32_t)(s->before.states + 1 + before)))
        return rank_out_of_memory(s);
    if (!code)
        code = rank_trade(&s->packets, w->out, w->in, s->r->err);
    rank_rows_clear_streams(s);
    for (unsigned k = 0; !code && k < s->packets.with->ranks; k++) {
        if (w->in[k].count)
            memcpy(numbers + at, w->in[k].bytes.at, w->in[k].count);
        at += w->in[k].count / sizeof *numbers;
    }
    assert(code || at == count);
    return code;
}
