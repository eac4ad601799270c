/*
 * rank_run.h - the inside of one rank's part of a search.
 *
 *   ranks.c         level after level
 *   rank_plan.c     the shortest plans
 *   rank_open.c     the beginning: initial states, or those of an earlier run
 *   rank_expand.c   packets written and taken
 *   rank_report.c   what a level came to in all ranks; errors
 *   rank_cut.c      where a run ends within a level
 *   rank_checks.c   invariants and deadlocks, where no rows are wanted; the counterexample
 *   rank_rows.c     own states with numbers, and rows, where these are wanted
 *   rank_gather.c   the rows of all, to rank 0
 */
#ifndef SEARCH_RANKS_RUN_H
#define SEARCH_RANKS_RUN_H

#include "base/error.h"
#include "search/engine/engine.h"
#include "search/levels/level_checks.h"
#include "search/levels/level_loop.h"
#include "search/levels/level_trail.h"
#include "search/ranks/rank_gather.h"
#include "search/ranks/rank_of_state.h"
#include "search/ranks/rank_packets.h"
#include "search/ranks/rank_rows.h"
#include "search/ranks/rank_saving.h"
#include "search/ranks/rank_sources.h"
#include "search/sweep/sweep_owner.h"

typedef struct rank_figures {
    uint64_t states, edges, goals, rejections;
} rank_figures;

typedef struct rank_run {
    level_loop loop;
    engine *r;
    rank_packets packets;
    sweep_owner owner; /* of this rank's states */
    frontier level;    /* its part of the one that is expanded */
    rank_sources sources;
    level_trail trail; /* own parts of levels */
    uint64_t kept_by_all;
    rank_rows rows;
    rank_gather gather;
    record_layout layout;
    checks own_checks;    /* of this rank, in this level */
    level_checks checks;  /* of all; where there is a target, all is traced */
    bool traced, counted; /* plans are counted: then all is traced, too */
    bool starts_left;     /* a limit stopped it before it took its initial states */
    size_t at, expanded;  /* of the part: to be expanded next; expanded */

    /* Successors that are not all written yet: of these states, from that one on. */
    expansion found_from;
    size_t written, found;
    source_buffer gathered;
    int code; /* this rank's, in this level */

    /* Sums over all ranks. */
    rank_figures before; /* when the level began */
    level_size next_has;
    uint64_t next_before;
    unsigned limbs_of_next;
    uint64_t trail_budget;
    bool complete; /* the level was expanded whole */
    rank_saving saving;
} rank_run;

/* This rank alone has no memory, where the others wait for it. */
static inline int rank_out_of_memory(const rank_run *s)
{
    rank_abandon(s->packets.with);
    return error_set_memory(s->r->err);
}

/* Words of a record. */
static inline unsigned rank_record_words(const rank_run *s)
{
    return s->rows.on ? s->layout.words + 1 : record_words_of(s->layout);
}

/* ---- ranks.c ---- */

extern const level_driver rank_levels;

/* ---- rank_open.c ---- */

/* The open and close of the strategy. */
int rank_run_open(void **self, engine *r);
void rank_run_close(void *self);
/* As rank_run_open, in an engine that is open: until the target is found. */
int rank_run_open_to(void **self, engine *r, level_target *target);
/* States, levels and plans are gone. */
void rank_run_forget(rank_run *s);

/* ---- rank_expand.c ---- */

/* A packet_user: expands states until a packet is full or none are left, into the packets; takes
   what was received into the next level.  An error is left in s->code. */
packet_header rank_write_packets(void *self);
void rank_take_packet(void *self, const rank_packet *packet, unsigned rank);
void rank_note_packets(void *self);
/* Figures and memory, and limits after `count` states were expanded. */
void rank_check_limits(rank_run *s, size_t count);
/* The set may grow by what all else leaves of --max-memory, less a share for levels and packets. */
void rank_limit_set(rank_run *s);

/* ---- rank_checks.c ---- */

/* All ranks together, after a level: sums of what they have found in it. */
int rank_sum_checks(rank_run *s);
/* ... depths, and the counterexample. */
int rank_settle_checks(rank_run *s);

/* ---- rank_cut.c ---- */

/* All ranks together, where a level is numbered: rows behind the end of a run with --stop first, or
   at --max-states, are dropped, and the run is stopped. */
int rank_cut_level(rank_run *s);
/* ... and of the initial states, whether one violates an invariant. */
int rank_note_violating_starts(rank_run *s);

#endif
