/*
 * rank_trade.h - every rank has bytes for every other, as many as it likes.
 *
 * For what is swapped once a level; successors go in packets (rank_packets.h), whose memory is
 * bounded.
 */
#ifndef SEARCH_RANKS_TRADE_H
#define SEARCH_RANKS_TRADE_H

#include "search/ranks/rank_packets.h"

typedef struct rank_stream {
    bigarray bytes;
    size_t count; /* of bytes */
} rank_stream;

/* Room for `more` bytes behind those that are there, which are counted in; NULL: no memory. */
void *rank_stream_extend(rank_stream *s, size_t more);
void rank_stream_free(rank_stream *s);

/* out[k] is for rank k, and empty then; in[k] becomes what rank k had for this one.  0, or a code
   of the exchange; without memory the run is abandoned for all. */
int rank_trade(rank_packets *m, rank_stream *out, rank_stream *in, wgcq_error *err);

#endif
