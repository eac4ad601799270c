/*
 * rank_gather.h - the rows of all ranks on their way to rank 0, which hands them over in the order
 * of one process.
 *
 * Rows of a level are parallel columns, the first of which has numbers of states: a state's own, or
 * the source of an edge.  The rows of one state come from one rank, in order, and the states of a
 * level follow one another; so each row's place among those of all ranks is a matter of counting.
 * Labels are numbered by each rank on its own: a rank tells its new ones, and rank 0 its own
 * numbers of them.
 */
#ifndef SEARCH_RANKS_GATHER_H
#define SEARCH_RANKS_GATHER_H

#include "search/engine/engine.h"
#include "search/ranks/rank_trade.h"

enum { GATHERED_STATES, GATHERED_EDGES, GATHERED_STUCK, GATHERED_TABLES, GATHERED_COLUMNS = 4 };

typedef struct rank_gather {
    engine *r; /* whose rows they are; all of these are borrowed */
    rank_packets *packets;
    rank_stream *out, *in; /* [ranks] */
    uint32_t labels_sent;  /* to rank 0, the first of this rank */
    bigarray *labels;      /* [ranks] uint32_t: its numbers of theirs */
    uint32_t *labelled;    /* [ranks] how many these are */
    bigarray places;       /* size_t: of the rows of each state */
    bigarray column[GATHERED_TABLES][GATHERED_COLUMNS]; /* of all ranks */
    bigarray depth;
} rank_gather;

/* `out` and `in`: streams of each rank, which are not in use meanwhile.  False: no memory; safe to
   close all the same. */
bool rank_gather_open(rank_gather *g, engine *r, rank_packets *packets, rank_stream *out,
                      rank_stream *in);
void rank_gather_close(rank_gather *g);
size_t rank_gather_memory(const rank_gather *g);

/* All ranks together: what each is about to hand over, with new states of one depth, becomes what
   rank 0 does.  `code` is this rank's; 0, or what all ranks return. */
int rank_gather_rows(rank_gather *g, uint32_t depth, int code);

#endif
