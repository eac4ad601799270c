/*
 * rank_run.h - the inside of one rank's part of a search.
 *
 *   ranks.c         level after level; plans
 *   rank_open.c     the beginning: the same puzzle in all ranks, initial states
 *   rank_expand.c   packets written and taken
 *   rank_report.c   what a level came to in all ranks; errors
 */
#ifndef SEARCH_RANKS_RUN_H
#define SEARCH_RANKS_RUN_H

#include "search/engine/engine.h"
#include "search/ranks/rank_packets.h"
#include "search/ranks/rank_sources.h"
#include "search/ranks/rank_trail.h"
#include "search/sweep/sweep_owner.h"

typedef struct rank_figures {
    uint64_t states, edges, goals;
} rank_figures;

typedef struct rank_run {
    engine *r;
    rank_packets packets;
    packet_header words; /* of the packets that are written */
    sweep_owner owner;   /* of this rank's states */
    frontier level;      /* its part of the one that is expanded */
    rank_sources sources;
    rank_trail trail;
    record_layout layout;
    bool begun, traced;
    uint32_t depth;      /* UINT32_MAX: initial states are to be expanded next, and more */
    size_t at, expanded; /* of the part: to be expanded next; expanded */

    /* Successors that are not all written yet: of these states, from that one on. */
    expansion found_from;
    size_t written, found;
    source_buffer gathered;
    bool halted; /* some rank expands no more */
    int code;    /* this rank's, in this level */

    /* Of all ranks. */
    rank_figures before; /* when the level began */
    uint64_t level_count, level_ends, next_count, next_ends, next_before;
    unsigned limbs_of_next;
    uint64_t trail_budget;
    bool complete; /* the level was expanded whole */
    uint32_t goal_depth, proved;
} rank_run;

/* The rank that a state belongs to. */
static inline unsigned rank_of_state(const uint64_t *state, unsigned words, unsigned ranks)
{
    __extension__ typedef unsigned __int128 wide;
    uint64_t hash = state[0] * 0xd6e8feb86659fd93u;
    for (unsigned w = 1; w < words; w++)
        hash = ((hash ^ hash >> 32) + state[w]) * 0xd6e8feb86659fd93u;
    hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u;
    return (unsigned)((wide)hash * ranks >> 64);
}

/* ---- rank_open.c ---- */

/* The open and close of the strategy. */
int rank_run_open(void **self, engine *r);
void rank_run_close(void *self);

/* ---- rank_expand.c ---- */

/* Expands states until a packet is full or none are left, into the packets.  An error is left in
   s->code. */
void rank_write_packets(rank_run *s);
/* Takes what was received into the next level. */
void rank_take_packets(rank_run *s);
/* Figures and memory, and limits after `count` states were expanded. */
void rank_check_limits(rank_run *s, size_t count);
/* The set may grow by what all else leaves of --max-memory, less a share for levels and packets. */
void rank_limit_set(rank_run *s);

#endif
