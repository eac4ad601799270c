/*
 * rank_numbers.c - one order of all ranks' discoveries.
 *
 * Sources are shared out by their numbers, in as many ranges as there are ranks: each rank gets the
 * discoveries of its range from all others, sorted, merges them, and sends the numbers back.
 */
#include "search/ranks/rank_numbers.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/levels/level_cut.h"

static unsigned range_of_key(const rank_numbering *n, uint64_t key)
{
    const uint64_t at = source_of_place(key) - n->first_source;
    assert(at < n->sources);
    return (unsigned)(at * n->packets->with->ranks / n->sources);
}

static bool put_keys(rank_numbering *n, const discovery *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t *key = rank_stream_extend(&n->out[range_of_key(n, all[i].key)], sizeof *key);
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

static bool answer_keys(const rank_numbering *n, uint32_t number)
{
    const unsigned ranks = n->packets->with->ranks;
    key_merge m = {n->in, ranks, calloc(ranks, sizeof *m.at)};
    bool ok = m.at;
    for (unsigned k = 0; ok && least_key(&m, &k); m.at[k]++) {
        uint32_t *to = rank_stream_extend(&n->out[k], sizeof *to);
        ok = to;
        if (ok)
            *to = number++;
    }
    free(m.at);
    return ok;
}

/* *before: the number of the first of this one's range; n->next leaves all of them behind. */
static int count_range_keys(rank_numbering *n, uint64_t *before, wgcq_error *err)
{
    const unsigned ranks = n->packets->with->ranks;
    uint64_t mine = 0;
    for (unsigned k = 0; k < ranks; k++)
        mine += n->in[k].count / sizeof(uint64_t);
    int code = rank_all_gather(n->packets, &mine, sizeof mine, err);
    for (unsigned k = 0; !code && k < ranks; k++) {
        *before = k == n->packets->with->rank ? n->next : *before;
        n->next += *(const uint64_t *)rank_gathered(n->packets, k);
    }
    return code;
}

static int numbering_out_of_memory(const rank_numbering *n, wgcq_error *err)
{
    rank_abandon(n->packets->with);
    return error_set_memory(err);
}

int rank_number(uint32_t *numbers, rank_numbering *n, const discovery *all, size_t count,
                wgcq_error *err)
{
    uint64_t before = 0;
    size_t at = 0;
    if (!put_keys(n, all, count))
        return numbering_out_of_memory(n, err);
    int code = rank_trade(n->packets, n->out, n->in, err);
    code = code ? code : count_range_keys(n, &before, err);
    if (!code && !answer_keys(n, (uint32_t)before))
        return numbering_out_of_memory(n, err);
    code = code ? code : rank_trade(n->packets, n->out, n->in, err);
    for (unsigned k = 0; !code && k < n->packets->with->ranks; k++) {
        if (n->in[k].count)
            memcpy(numbers + at, n->in[k].bytes.at, n->in[k].count);
        at += n->in[k].count / sizeof *numbers;
    }
    assert(code || at == count);
    return code;
}
