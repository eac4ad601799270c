/* rank_trade.c - streams of any length, swapped piece by piece. */
#include "search/ranks/rank_trade.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { PIECE_BYTES = 1 << 20 };

void *rank_stream_extend(rank_stream *s, size_t more)
{
    if (!bigarray_reserve(&s->bytes, s->count + more))
        return NULL;
    void *at = (char *)s->bytes.at + s->count;
    s->count += more;
    return at;
}

void rank_stream_free(rank_stream *s)
{
    bigarray_free(&s->bytes);
    s->count = 0;
}

static size_t piece_of(size_t count, size_t at)
{
    const size_t left = count > at ? count - at : 0;
    return left < PIECE_BYTES ? left : PIECE_BYTES;
}

/* How much each rank has for this one, as in[k].count, and the longest stream of all. */
static int gather_lengths(rank_packets *m, const rank_stream *out, rank_stream *in, size_t *longest,
                          wgcq_error *err)
{
    const unsigned ranks = m->with->ranks;
    size_t *mine = calloc(ranks, sizeof *mine);
    if (!mine) {
        rank_abandon(m->with);
        return error_set_memory(err);
    }
    for (unsigned k = 0; k < ranks; k++)
        mine[k] = out[k].count;
    int code = rank_all_gather(m, mine, ranks * sizeof *mine, err);
    for (unsigned k = 0; !code && k < ranks; k++) {
        const size_t *theirs = rank_gathered(m, k);
        in[k].count = theirs[m->with->rank];
        for (unsigned j = 0; j < ranks; j++)
            *longest = theirs[j] > *longest ? theirs[j] : *longest;
    }
    free(mine);
    return code;
}

static int reserve_streams(const rank_packets *m, rank_stream *in, wgcq_error *err)
{
    for (unsigned k = 0; k < m->with->ranks; k++)
        if (!bigarray_reserve(&in[k].bytes, in[k].count)) {
            rank_abandon(m->with);
            return error_set_memory(err);
        }
    return 0;
}

/* Where there is nothing left the address is not used, but is one. */
static void *piece_at(const rank_packets *m, const rank_stream *s, size_t at)
{
    return piece_of(s->count, at) ? (char *)s->bytes.at + at : (void *)m->bytes;
}

static int swap_pieces(rank_packets *m, const rank_stream *out, rank_stream *in, size_t at,
                       wgcq_error *err)
{
    for (unsigned k = 0; k < m->with->ranks; k++) {
        m->bytes[k] = piece_of(out[k].count, at);
        m->out[k] = piece_at(m, &out[k], at);
        m->in[k] = piece_at(m, &in[k], at);
    }
    int code = m->with->swap_begin(m->with->self, m->out, m->bytes, m->in, PIECE_BYTES, err);
    return code ? code : m->with->swap_end(m->with->self, err);
}

int rank_trade(rank_packets *m, rank_stream *out, rank_stream *in, wgcq_error *err)
{
    const unsigned own = m->with->rank;
    size_t longest = 0;
    assert(!m->under_way);
    int code = gather_lengths(m, out, in, &longest, err);
    code = code ? code : reserve_streams(m, in, err);
    if (!code && out[own].count)
        memcpy(in[own].bytes.at, out[own].bytes.at, out[own].count);
    for (size_t at = 0; !code && at < longest; at += PIECE_BYTES)
        code = swap_pieces(m, out, in, at, err);
    for (unsigned k = 0; k < m->with->ranks; k++)
        out[k].count = 0;
    return code;
}
