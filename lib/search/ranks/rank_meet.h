/* rank_meet.h - a barrier of all ranks, behind which each has the first error of any. */
#ifndef SEARCH_RANKS_MEET_H
#define SEARCH_RANKS_MEET_H

#include "search/engine/engine.h"
#include "search/ranks/rank_packets.h"

/* A rank's result, as all gather it. */
typedef struct gathered_code {
    int64_t code;
    wgcq_error err;
} gathered_code;

/* Whether a rank was stopped, and why, as all gather it. */
typedef struct gathered_stop {
    uint64_t stopped, end; /* enum search_end */
    uint64_t memory_full;
    char limit[160];
} gathered_stop;

/* How a rank stands: the beginning of what all gather at the end of a phase. */
typedef struct gathered_stand {
    gathered_code error; /* none: 0 or more */
    gathered_stop stop;
} gathered_stand;

gathered_stand rank_stand_of(const engine *r, int code);
static inline const gathered_stand *rank_gathered_stand(const rank_packets *m, unsigned rank)
{
    return rank_gathered(m, rank);
}
/* This rank stops as the first that was stopped; false: none was. */
bool rank_stop_alike(engine *r, const rank_packets *m);

/* The code and error of the first rank that has one, in all of them. */
int rank_meet(const wgcq_exchange *with, int code, wgcq_error *err);
/* As rank_meet, with existing packets, none of which are under way. */
int rank_meet_by(rank_packets *packets, int code, wgcq_error *err);

#endif
