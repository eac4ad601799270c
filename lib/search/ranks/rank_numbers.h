/*
 * rank_numbers.h - one order of all ranks' discoveries, and their numbers in it.
 *
 * A discovery's key is the place where it was made (search/levels/level_cut.h).
 */
#ifndef SEARCH_RANKS_NUMBERS_H
#define SEARCH_RANKS_NUMBERS_H

#include "search/ranks/rank_trade.h"

/* The first discovery of a state, and which of the new ones it is. */
typedef struct discovery {
    uint64_t key;
    uint32_t which;
} discovery;

typedef struct rank_numbering {
    rank_packets *packets;
    rank_stream *out, *in;          /* [ranks]; nothing is in `out` */
    uint64_t first_source, sources; /* of all keys, and as many behind it */
    uint64_t next;                  /* number of the first; then one behind the last of all ranks */
} rank_numbering;

/* Numbers this rank's discoveries, which are in order, among those of all; all ranks together. */
int rank_number(uint32_t *numbers, rank_numbering *n, const discovery *all, size_t count,
                wgcq_error *err);

#endif
