/* rank_meet.h - all ranks wait for each other, and hear how each has fared. */
#ifndef SEARCH_RANKS_MEET_H
#define SEARCH_RANKS_MEET_H

#include "search/ranks/rank_packets.h"

/* The code and error of the first rank that has one, in all of them. */
int rank_meet(const wgcq_exchange *with, int code, wgcq_error *err);
/* The same with packets that are there, none of which are under way. */
int rank_meet_by(rank_packets *packets, int code, wgcq_error *err);

#endif
