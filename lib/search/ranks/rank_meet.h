/* rank_meet.h - a barrier of all ranks, behind which each has the first error of any. */
#ifndef SEARCH_RANKS_MEET_H
#define SEARCH_RANKS_MEET_H

#include "search/ranks/rank_packets.h"

/* A rank's result, as all gather it. */
typedef struct gathered_code {
    int64_t code;
    wgcq_error err;
} gathered_code;

/* The code and error of the first rank that has one, in all of them. */
int rank_meet(const wgcq_exchange *with, int code, wgcq_error *err);
/* As rank_meet, with existing packets, none of which are under way. */
int rank_meet_by(rank_packets *packets, int code, wgcq_error *err);

#endif
