/*
 * rows_run.h - the inside of a search in files that hands over its rows.
 *
 *   spill_rows.c     level after level; the beginning and the end
 *   rows_expand.c    the successors of a level, and what else its states have
 *   rows_number.c    which of them are new, and their numbers
 *   rows_cut.c       where the run ends within a level
 *   rows_hand_over.c the rows of new states and of the level
 *   rows_ranks.c     one rank of several: all of the above, shared out
 *   rows_gather.c    the rows of all ranks, to rank 0
 */
#ifndef SEARCH_SPILL_ROWS_ROWS_RUN_H
#define SEARCH_SPILL_ROWS_ROWS_RUN_H

#include <string.h>

#include "search/levels/level_cut.h"
#include "search/levels/level_errors.h"
#include "search/levels/level_loop.h"
#include "search/ranks/rank_gather.h"
#include "search/ranks/rank_packets.h"
#include "search/ranks/rank_saving.h"
#include "search/ranks/rank_trade.h"
#include "space/files/record_list.h"
#include "space/files/segment_sorter.h"
#include "space/files/spilled_set.h"

enum { ROWS_AT_ONCE = 8 * MODEL_BATCH };

/* Phases of a level, one after another. */
typedef enum rows_phase {
    ROWS_EXPANDING, /* its states, into successors and the lists         */
    ROWS_LOOKING,   /* for each successor among the states so far        */
    ROWS_NUMBERING, /* those that are new, in the order of discovery      */
    ROWS_JOINING,   /* the successors that are new with these numbers     */
    ROWS_ANSWERING, /* ranks only: the numbers, to the ranks of the sources */
    ROWS_HANDING    /* edges, rejections, states without successors over  */
} rows_phase;

typedef struct edge_record { /* its costs follow; its place says where it comes from */
    uint32_t move;
} edge_record;

typedef struct rejection_record {
    uint32_t src, move, rule;
} rejection_record;

/* Behind its words, a state of a level has this one. */
static inline uint64_t level_word(uint32_t number, uint8_t marks)
{
    return (uint64_t)number << 8 | marks;
}

static inline uint64_t read_level_word(const char *record, unsigned words)
{
    uint64_t word;
    memcpy(&word, record + words * sizeof word, sizeof word);
    return word;
}

static inline uint32_t number_of_level_word(uint64_t word)
{
    return (uint32_t)(word >> 8);
}

/* States, edges, rejections, starts, goals of all ranks. */
enum { TEAM_FIGURES = 5 };

typedef struct team_figures {
    uint64_t of[TEAM_FIGURES];
} team_figures;

/* One rank among the others. */
typedef struct rows_team {
    bool on; /* there are several */
    rank_packets packets;
    rank_stream *out, *in; /* [ranks] */
    record_list answers;   /* (place, number), for other ranks */
    size_t written;        /* of the successors found last */
    uint64_t place;        /* of the next of them */
    bool halted;           /* some rank does not go on numbering */
    int code;              /* this rank's, in this phase */
    uint32_t numbered_to;  /* the source of the last new state that has a number */
    team_figures before;   /* when all met last */
    level_size next;       /* the next level's states, in all ranks */
    bool save_wanted;      /* rank 0 says */
    rank_saving saving;
    rank_gather gather;   /* where rank 0 hands over the rows of all; then: */
    size_t edges_read;    /* of this rank, behind what it has sent */
    uint32_t gathered_to; /* the last source of the level of which rank 0 has rows */
} rows_team;

typedef struct rows_run {
    level_loop loop;
    engine *r;
    rows_team team;
    spill_folder folder;
    spilled_set set; /* all states before the next level, with their numbers */
    rows_phase phase;
    uint32_t last;           /* number of the last state */
    uint32_t handed;         /* of the last that was handed over */
    uint32_t level_last;     /* of the level's last */
    record_list level, next; /* (state, level_word), a word more than the state */
    level_size next_has;
    uint64_t next_restored; /* states of the next level that were stored before */
    record_list edges, rejections, stuck;
    segment_sorter found;    /* (state, place)               */
    segment_sorter fresh;    /* (least place, state)         */
    segment_sorter numbered; /* (state, number), of the fresh */
    segment_sorter targets;  /* (place, number)              */
    segment_merge merge;     /* of what the phase reads */
    record_list waiting;     /* (state, place) of new states, sorted, until they have numbers */
    uint64_t *record;        /* [words + 1] */
    edge_record *edge;       /* with its costs */
    uint64_t *sought;        /* [words]: the state that was looked up last, under .. */
    uint32_t known;          /* .. this number; 0: it is new */
    bool has_sought;
    uint32_t last_open; /* the last state of the level that is expanded, of all ranks; 0: none */
    level_cut cut;      /* successors behind it are not inserted, and its source is not done */

    /* The batch of the level that is expanded: */
    size_t batch, batch_at;
    expansion found_from;
    size_t sources, sources_done; /* states that are expanded at once; that were last, so that .. */
    size_t batch_bytes;           /* .. successors take about so much */
    uint64_t *state;              /* [MODEL_BATCH][words] */
    uint32_t number[MODEL_BATCH]; /* of each */
    uint8_t marks[MODEL_BATCH];   /* of each */

    /* New states that are numbered next, and rows that are handed over: */
    size_t fresh_read;
    uint64_t *row_state;             /* [MODEL_BATCH][words] */
    uint64_t row_place[MODEL_BATCH]; /* of its first discovery */
    uint8_t row_marks[MODEL_BATCH];
    uint32_t row_depth[MODEL_BATCH], row_number[MODEL_BATCH];
    int64_t *row_final; /* [MODEL_BATCH][finals] */
    uint32_t src[ROWS_AT_ONCE], dst[ROWS_AT_ONCE], move[ROWS_AT_ONCE];
    int64_t *cost; /* [ROWS_AT_ONCE][costs] */
    uint32_t rejected_src[ROWS_AT_ONCE], rejected_move[ROWS_AT_ONCE], rejected_rule[ROWS_AT_ONCE];
    uint32_t stuck_state[ROWS_AT_ONCE];
    uint32_t checked; /* limits were checked behind this state */

} rows_run;

/* Initial states are found, which are the successors of a level before the first. */
static inline bool rows_are_starting(const rows_run *s)
{
    return s->loop.depth == BEFORE_LEVELS;
}

/* When rows are handed over, the level was expanded without an error. */
static inline bool rows_errors_are_of_states(const rows_run *s)
{
    return !rows_are_starting(s) && s->phase != ROWS_HANDING;
}

static inline bool rows_want(const rows_run *s, unsigned kind)
{
    return s->r->options->rows & kind;
}

/* ---- rows_expand.c ---- */

/* The level is read from its beginning on. */
int rows_begin_expanding(rows_run *s);
/* The successors of some states of a batch, and what the lists have of them; *any: there may be
   some. */
int rows_find_some(bool *any, rows_run *s);
static inline bool rows_are_expanded(const rows_run *s)
{
    return s->batch_at == s->batch && !s->level.record;
}
/* They are sorted; *done: they were the last. */
int rows_expand_some(bool *done, rows_run *s);
/* A find_errors_fn. */
int rows_find_errors(void *self, level_errors *all);
/* The initial states as successors. */
int rows_find_starts(rows_run *s);

/* ---- rows_number.c ---- */

int rows_begin_looking(rows_run *s);
int rows_look_up_some(bool *done, rows_run *s);
int rows_begin_numbering(rows_run *s);
int rows_number_some(bool *done, rows_run *s);
/* Up to a batch is read, and marked. */
int rows_read_fresh(rows_run *s);
/* One of them gets its number. */
int rows_add_numbered(rows_run *s, size_t i, uint32_t number);
int rows_begin_joining(rows_run *s);
int rows_join_some(bool *done, rows_run *s);

/* ---- rows_cut.c ---- */

/* Before new states are numbered: a forbidden deadlock may end the run. */
int rows_begin_cut(rows_run *s);
/* The `count` next new states have their marks and places: with --stop first one may end the run;
   number `beyond` of them, if that is among them, is beyond --max-states. */
void rows_cut_at_first(rows_run *s, size_t count);
void rows_cut_at_limit(rows_run *s, uint64_t beyond, size_t count);
/* How many of them are inserted. */
size_t rows_before_cut(const rows_run *s, size_t count);

/* ---- spill_rows.c ---- */

/* Figures and memory, and limits; true: the run is stopped.  `self` is the rows_run. */
bool rows_check_limits(void *self);

/* ---- rows_ranks.c ---- */

/* Where there are ranks, this is one of them.  0 or a code that all have. */
int rows_join_ranks(rows_run *s);
void rows_leave_ranks(rows_run *s);
size_t rows_team_memory(const rows_run *s);
/* Before they are used, about so many bytes will be. */
size_t rows_team_room(const rows_run *s);
/* All ranks together: the code that all have, the figures of all, and whether all are done (NULL:
   nothing is asked); a rank that was stopped stops all.  Alone, the code. */
int rows_agree(rows_run *s, int code, bool *done);
/* Phases of all ranks together. */
int rows_swap_level(bool *done, rows_run *s);
int rows_number_window(bool *done, rows_run *s);
int rows_swap_answers(bool *done, rows_run *s);
/* Own states of an earlier run, the last of them as the next level. */
int rows_restore_rank(rows_run *s, const search_past *past);

/* ---- rows_hand_over.c ---- */

int rows_begin_handing(rows_run *s);
int rows_hand_some(bool *done, rows_run *s);
/* New states up to number `to`, at most a batch. */
int rows_hand_states(rows_run *s, uint32_t to);
/* The source of the next edge that is handed over; UINT32_MAX: there is none. */
uint32_t rows_next_edge_source(const rows_run *s);
/* It becomes the i-th of those that are handed over next, .. */
int rows_read_edge(rows_run *s, size_t i);
/* .. which are so many. */
void rows_hand_edges(rows_run *s, size_t count);
/* States without successors, before that one. */
int rows_hand_stuck(rows_run *s, uint32_t before);
/* The last source of the level that is done when nothing is left. */
uint32_t rows_last_source(const rows_run *s);

/* ---- rows_gather.c ---- */

/* Whether rows go to rank 0. */
static inline bool rows_are_gathered(const rows_run *s)
{
    return s->team.on && s->r->options->rows_to_first;
}
/* Bytes of what this rank sends, or merges. */
size_t rows_gather_room(const rows_run *s);
/* Like rows_hand_some, all ranks together: rank 0 hands over what all have. */
int rows_gather_some(bool *done, rows_run *s);

#endif
