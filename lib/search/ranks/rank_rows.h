/*
 * rank_rows.h - one rank's part of a run that hands over its rows.
 *
 * States have the numbers of one process: by level, and in a level by their first discovery, that
 * is by the least (number of the source, place among its successors).  So a record is a successor
 * and that pair in one word; the owner keeps the least of each new state.  When a level is expanded
 * whole, all ranks together number its discoveries (rank_numbers.c); then each owner answers, in
 * the order of the records, which numbers their states have.
 *
 * A rank hands over its own states, and the edges and rejections that leave them.
 */
#ifndef SEARCH_RANKS_ROWS_H
#define SEARCH_RANKS_ROWS_H

#include "search/engine/engine.h"
#include "search/ranks/rank_numbers.h"

struct rank_run;

typedef struct rank_rows {
    bool on;
    uint32_t old;                  /* own states when the level began; the others are new */
    uint32_t met;                  /* new states so far */
    bigarray numbers;              /* uint32_t [own states]: of all ranks' */
    bigarray found;                /* the states of one packet */
    bigarray known;                /* uint32_t: their own numbers */
    bigarray keys;                 /* uint64_t of each new state: its first discovery */
    bigarray marks;                /* of each new state */
    rank_stream *asked, *out, *in; /* [ranks]; uint32_t that rank k asked for, in turn */

    /* Rows of the level that is expanded, and the states of the next, in order. */
    uint32_t lane_first; /* of the batch that is written: where the successors of a source begin */
    size_t edges, rejected, stuck_count;
    bigarray src, move, dst, cost; /* dst is a rank until it is answered */
    bigarray rejected_src, rejected_move, rejected_rule;
    bigarray stuck;       /* uint32_t: forbidden deadlocks */
    bigarray level, next; /* uint32_t: numbers of the states of both */
    bigarray depth, finals, order;
} rank_rows;

/* False: no memory; safe to close all the same. */
bool rank_rows_open(rank_rows *w, unsigned ranks);
void rank_rows_close(rank_rows *w, unsigned ranks);
size_t rank_rows_memory(const rank_rows *w, unsigned ranks);

/* Keeps the rejections of what was just expanded. */
bool rank_rows_note_rejections(struct rank_run *s);
/* Successors from s->written on, until a packet is full.  False: no memory. */
bool rank_rows_write(struct rank_run *s);
/* Takes a packet from rank k. */
int rank_rows_take(struct rank_run *s, const rank_packet *packet, unsigned rank);
/* Initial states, in order, of which these are this rank's: `count`, with their numbers. */
int rank_rows_take_starts(struct rank_run *s, const uint32_t *numbers, size_t count);
/* No more comes: marks the new states, as the next level, whose order is not known yet. */
int rank_rows_settle(struct rank_run *s);
/* All ranks together, after a level that was expanded whole: numbers, and the rows of this step. */
int rank_rows_finish_level(struct rank_run *s);
/* Own states of an earlier run: the last of them are the level that begins next. */
int rank_rows_restore(struct rank_run *s, const search_past *past);
/* The rows of the initial states. */
int rank_rows_finish_starts(struct rank_run *s);
void rank_rows_begin_level(struct rank_run *s);

#endif
