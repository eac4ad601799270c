/* rank_starts.h - ranks that begin the same run, and whose its initial states are. */
#ifndef SEARCH_RANKS_STARTS_H
#define SEARCH_RANKS_STARTS_H

#include "search/engine/engine.h"
#include "search/ranks/rank_packets.h"

/* All ranks have the same puzzle and options; packets are as long as the least memory allows. */
int rank_greet(rank_packets *packets, const engine *r);
/* The initial states are in r->successors.  Errors of marking them are the same in all ranks: each
   marks all of them. */
int rank_mark_starts(const engine *r);
/* Keeps this rank's, and the number of each among all, from 1 on; NULL: they are not wanted. */
void rank_keep_own_starts(batch *found, const wgcq_exchange *with, uint32_t *numbers);

#endif
