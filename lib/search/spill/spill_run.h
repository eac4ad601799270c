/*
 * spill_run.h - the inside of a search that continues in files.
 *
 *   spill.c          in memory as long as that is enough, then in files
 *   spill_expand.c   the successors of a level, sorted
 *   spill_settle.c   which of them are new: the next level
 *   spill_recheck.c  which of them were reached long before
 *   spill_plan.c     counting goals' plans, and one plan back through the levels
 *   spill_check.c    invariants, and deadlocks
 *   spill_state.c    committing what is known of the search, and resuming from it
 *   commit_text.c    what a commit says
 *   level_growth.c   how many states it may come to
 *   spill_ranks.c    one rank of several: what all of them agree on
 *   spill_swap.c     ... successors sent to the ranks that own them
 *
 * Each of several ranks has its states in files of its own.  A finding of one rank alone -
 * an error, a limit - is said where all meet (spill_meet), and between two meetings none returns.
 */
#ifndef SEARCH_SPILL_SEGMENT_H
#define SEARCH_SPILL_SEGMENT_H

#include "search/engine/checks.h"
#include "search/engine/engine.h"
#include "search/levels/level_loop.h"
#include "search/levels/level_plan.h"
#include "search/ranks/rank_packets.h"
#include "search/spill/commit_text.h"
#include "space/files/level_archive.h"
#include "space/files/segment_sorter.h"
#include "space/files/spilled_set.h"

enum {
    SPILL_MEMORY_LEAST = 1 << 19, /* bytes, beside what the model holds */
    SPILL_MEMORY_USUAL = 1 << 30, /* where there is no limit */
    SPILL_SIZES = 512,            /* levels that an estimate is made of */
    SPILL_SHARE_LEAST = 8,        /* far states over pending ones, when they are looked up */
};

/* The states of the level that is expanded, a batch at a time. */
typedef struct spill_level {
    uint32_t depth;
    uint64_t states, ends;
    segment_reader reader;
    bool read;               /* to its end */
    uint64_t edges;          /* out of those that were expanded */
    uint64_t expanded;       /* end states too */
    uint64_t *state, *count; /* [MODEL_BATCH][words], [MODEL_BATCH][limbs], of the batch */
    bigarray counts_room;
    size_t batch, at; /* states of it, and those that were expanded */
    size_t from;      /* the first of those that were expanded last */
} spill_level;

/* The next level, while it is being made of them. */
typedef struct spill_next {
    bool begun;
    bool first_goals; /* of all ranks */
    segment_merge merge;
    segment_writer writer;
    uint64_t states, goals, ends;
    size_t count_bits;
    uint64_t *fresh, *fresh_counts; /* states that are not classified yet, and their counts */
    size_t fresh_count;
    bool has_goal;
    uint64_t *least_goal;
    uint64_t *goal_sum; /* [limbs + 1]: plans that end in its goals */
} spill_next;

/* Invariants, then deadlocks where they are forbidden. */
typedef struct spill_checks {
    size_t count;
    search_checked *all; /* up to the level, of all ranks; the result's */
    uint64_t *own;       /* states of this rank among them */
    uint64_t *added;     /* own states of the level that is being made, or expanded */
    uint64_t *added_all; /* of all ranks, when it is made */
    uint64_t *nearest;   /* [count][words], among these */
    bool *broken;        /* of one state */
} spill_checks;

/* Figures of the last level at which no states were pending. */
typedef struct spill_sure {
    spill_figures before;
    uint32_t deepest, proved;
    search_checked *checked; /* [checks.count] */
} spill_sure;

/* Each rank sends these figures at the start of a level; `all` is the sum. */
typedef struct spill_part {
    spill_figures before;
    uint64_t level_states, level_ends, pending;
    uint64_t count_bits, deepest;                            /* the greatest of all */
    uint64_t torn, recheck_due, commit_late, commit_overdue; /* whether in any */
} spill_part;

/* The message of one rank where all meet. */
typedef struct gathered_end gathered_end;

/* Successors on their way to the ranks that own them. */
typedef struct spill_swap {
    bool on; /* there are several ranks */
    rank_packets packets;
    size_t written; /* of the successors found last */
    int code;       /* this rank's, in this level */
    gathered_end *mine;
} spill_swap;

typedef struct spill_run {
    level_loop loop;
    engine *r;
    spill_swap swap;
    spill_part all; /* of all ranks, where the level begins */
    spill_folder folder;
    spilled_set set;
    level_archive archive;
    spill_level level;
    segment_sorter found; /* successors of the level */
    size_t sources;       /* states that are expanded at once, so that .. */
    size_t batch_bytes;   /* .. their successors take no more memory than this */
    spill_next next;
    level_plan plan; /* begun: the result's, or the counterexample */
    spill_checks checks;
    spill_sure sure;
    uint64_t check_share; /* the larger, the fewer states may be pending */
    bool figures_torn;    /* a recheck was stopped amid subtracting */
    double recheck_took;  /* seconds, the last time */
    bool traced;          /* plans are counted, and all levels kept */
    size_t count_bits;    /* of the greatest count in the level */
    unsigned limbs;       /* of counts in the next one, while it is traced */
    spill_figures before;
    uint32_t deepest;
    uint64_t sizes[SPILL_SIZES]; /* of the last levels, in states */
    size_t size_count;
    bool commit_due;     /* at the beginning of this level, which is not committed yet */
    double committed_at; /* seconds */
    uint64_t committed_states;
} spill_run;

static inline record_shape spill_shape(const spill_run *s)
{
    return (record_shape){s->r->model->words, s->traced ? s->limbs : 0};
}

/* So many of those that are left are expanded at once. */
static inline size_t spill_sources(const spill_run *s, size_t left)
{
    return left < s->sources ? left : s->sources;
}

/* ---- spill.c ---- */

void spill_note_size(spill_run *s, uint64_t states);

/* ---- spill_expand.c ---- */

/* The initial states as successors. */
int spill_find_starts(spill_run *s);
/* Before the first state of the level, with nothing found. */
int spill_begin_expanding(spill_run *s);
/* A batch; none are left: spill_is_expanded. */
int spill_expand_batch(spill_run *s);
/* Its successors alone.  *any: there are some. */
int spill_find_batch(bool *any, spill_run *s);
/* Successors first..first + count - 1 of those found last, as records. */
void spill_put_records(const spill_run *s, uint64_t *to, const batch *found, size_t first,
                       size_t count);
static inline bool spill_is_expanded(const spill_run *s)
{
    return s->level.read && s->level.at == s->level.batch;
}
void spill_close_found(spill_run *s);
/* Batches of non-end states of a level into level.state, its counts into level.count. */
int spill_read_batch(spill_run *s);

/* ---- spill_recheck.c ---- */

/* Whether so many states are pending that they are to be looked up among the far ones. */
bool spill_is_recheck_due(const spill_run *s);
/* The level that was left is the archive's last: states that were reached before leave it, and all
   figures.  WGCQ_DONE: stopped; the level is not continued. */
int spill_recheck(spill_run *s);

/* ---- spill_settle.c ---- */

/* All successors of the level are found. */
int spill_begin_settling(spill_run *s);
/* Some records; *done: they were the last, and the archive has the next level. */
int spill_settle_some(bool *done, spill_run *s);
void spill_close_next(spill_run *s);

/* ---- spill_check.c ---- */

int spill_open_checks(spill_run *s);
void spill_close_checks(spill_run *s);
/* Actions of the next two: the state is new; it was counted twice. */
violation_action spill_add_violation, spill_drop_violation;
/* A state with its marks. */
int spill_check_state(spill_run *s, const uint64_t *state, uint8_t marks, violation_action *act);
/* The states of x were expanded: those without successors. */
int spill_check_successors(spill_run *s, const expansion *x, violation_action *act);
/* Sums over all ranks the findings in the level that is made, and those up to it. */
int spill_sum_found_checks(spill_run *s);
int spill_sum_checks(spill_run *s);
/* The level before `depth` is left. */
void spill_leave_checks(spill_run *s, uint32_t depth);
/* Whether all levels are kept for one. */
bool spill_wants_counterexample(const spill_run *s);
/* The level *depth was settled: false where there is no violation, or a counterexample already; its
   own *depth. */
bool spill_find_violation(const uint64_t **state, uint32_t *depth, const spill_run *s);

/* ---- spill_plan.c ---- */

/* The level of this depth was settled.  Where it is the first with goals: the number of plans, and
   the end of one; where there is a violation, the end of its counterexample, after that. */
int spill_begin_plan(spill_run *s, uint32_t depth);
static inline bool spill_is_plan_begun(const spill_run *s)
{
    return s->plan.path;
}
/* Forgets one that is not known to its beginning. */
void spill_drop_plan(spill_run *s);
/* The state of a step before; *done: all are known. */
int spill_extend_plan(bool *done, spill_run *s);

/* ---- spill_state.c ---- */

/* Commits the state of the search at the beginning of the level. */
int spill_commit(spill_run *s);
int spill_restore(spill_run *s, const char *text);

/* ---- spill_ranks.c ---- */

/* With the search's exchange, if there is one. */
int spill_join_ranks(spill_run *s);
void spill_leave_ranks(spill_run *s);
/* The code of all ranks: of an error, of the first that has one; WGCQ_DONE where one was stopped,
   as all are then.  Of one alone, its own.  So are all numbers below. */
int spill_meet(spill_run *s, int code);
/* Ranks meet to commit, also in a run that was stopped: WGCQ_DONE where a rank has none. */
int spill_meet_to_commit(spill_run *s, int code);
/* An error of the model for a state, where the next meeting is of this level: of several, all ranks
   end with that of the first state as they are sorted, like one process.  Its code. */
int spill_error_of_state(spill_run *s, const uint64_t *state, const wgcq_error *err);
/* *mine becomes s->all; and the same of the checks. */
int spill_sum_parts(spill_run *s, const spill_part *mine, int code);
/* The least packed state of the ranks that have one. */
int spill_choose_least(spill_run *s, bool *any, uint64_t *state);
/* The text that all ranks resume from, each its own: that of the last level that any of them has
   committed.  *text is the one in the folder, and is freed where it is not that. */
int spill_choose_text(spill_run *s, char **text);

/* ---- spill_swap.c ---- */

/* Expands the level's states; the successors that are this rank's are found then. */
int spill_swap_level(spill_run *s);

/* ---- spill.c ---- */

/* After `count` states. */
void spill_check_limits(spill_run *s, size_t count);

#endif
