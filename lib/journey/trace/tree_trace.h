/*
 * tree_trace.h - the backtracking of a journey as rows: nodes, guards, results.
 *
 * What happens is told as a sequence of events, in the order in which it first happens.  Of all
 * nodes the latest alone is open, and its row is complete once it is closed: as `choices` by the
 * first node below it, else by the end of the run.  So rows are written once, in order.
 *
 * A run that a limit suspended is repeated, and so are its events from the last place on that the
 * run passes again: tree_trace_repeat ignores as many as there were.  What is read from a file is
 * repeated without being written, by tree_trace_resume.
 *
 * Levels: level 0 is the start; a choice stands on the level behind the one it continues, and so do
 * the call that begins a nested journey and what is below it.
 */
#ifndef JOURNEY_TRACE_TREE_TRACE_H
#define JOURNEY_TRACE_TREE_TRACE_H

#include <assert.h>
#include <time.h>

#include "journey/trace/guard_counts.h"
#include "journey/trace/tree_file.h"

/* As numbered in schemas/journey.sql. */
typedef enum tree_kind {
    TREE_START,
    TREE_CHOOSE,
    TREE_CHOOSE_FROM,
    TREE_CHOOSE_BIT,
    TREE_SUBSET_SIZE,
    TREE_CHOOSE_SUBSET,
    TREE_CHOOSE_PERMUTATION,
    TREE_INTERLEAVE,
    TREE_TABLED,
    TREE_TABLED_BEST,
    TREE_THEN,
    TREE_ONCE,
    TREE_ANY,
    TREE_NONE,
    TREE_WHETHER,
    TREE_OR_ELSE,
    TREE_COUNT,
    TREE_FIND_ALL,
    TREE_CHEAPEST,
    TREE_MIN,
    TREE_MAX,
    TREE_SUM,
    TREE_GROUP_BY
} tree_kind;

typedef enum tree_outcome {
    TREE_CHOICES,
    TREE_RESULT_FOUND,
    TREE_FAILED,
    TREE_NO_CHOICE,
    TREE_CUT_SHORT,
    TREE_ERROR
} tree_outcome;

typedef enum tree_end {
    TREE_GOES_ON,
    TREE_ALL,
    TREE_NODES_LIMIT,
    TREE_DEPTH_LIMIT,
    TREE_RUNS_LIMIT,
    TREE_SECONDS_LIMIT,
    TREE_INTERRUPTED,
    TREE_ENDED_BY_ERROR,
    TREE_LEFT
} tree_end;

enum { TREE_BATCH = 1024, TREE_COLUMNS = 4 };

typedef struct tree_result {
    int64_t cost;
    const char *shown;
    const char *const *moves;
    size_t move_count;
} tree_result;

typedef struct tree_trace {
    tree_file *file;
    guard_counts guards;
    size_t texts_stored; /* of guards.texts */

    /* Events since the beginning; and when the last one began that a suspended run repeats, by
       replaying its choices or from a checkpoint. */
    uint64_t events, at_choice, at_point;
    uint64_t ignored;  /* so many of the next events are repeated ones */
    uint64_t unstored; /* events up to this one are stored already */

    bool open;     /* the latest node is: */
    unsigned kind; /* its row */
    int64_t parent, value;
    uint64_t depth;
    uint32_t failed_by;   /* the guard, or 0 */
    tree_outcome failure; /* as which it fails */

    int64_t latest;  /* id of the latest node */
    int64_t *levels; /* [level]: the node that continues there */
    size_t level_room;
    int64_t choice_node; /* the node, and its parent, that a resumed search begins with */
    int64_t choice_parent;

    int64_t rows[TREE_BATCH][TREE_COLUMNS];
    size_t row_count;
    uint64_t nodes_most; /* 0: no limit */
    int64_t results;
    bool full;      /* nodes_most came: nothing more is stored */
    bool cut_short; /* a run has failed because of max_depth */
    bool due;       /* a commit is: a second has passed since the last one */
    struct timespec committed;
    char *resumed;        /* the choices that the search goes on with, as text; NULL: it begins */
    size_t resumed_level; /* of the node of the last of them; 0: there are none */
} tree_trace;

/* Creates the file, or opens it where it holds a part of this tree: see `resumed`.  nodes_most: 0,
   no limit. */
int tree_trace_open(tree_trace **out, const char *path, const tree_about *about,
                    uint64_t nodes_most, wgcq_error *err);
/* NULL is allowed.  What is not committed is lost. */
void tree_trace_close(tree_trace *t);

/* The events return false after an error.  A choice or a nested journey on that level, > 0; depth:
   choices made on the way to it. */
bool tree_trace_add(tree_trace *t, size_t level, tree_kind kind, uint64_t depth, int64_t value,
                    wgcq_error *err);
/* The run behind a nested journey, which continues the node of the level. */
bool tree_trace_then(tree_trace *t, size_t level, uint64_t depth, int64_t value, wgcq_error *err);
bool tree_trace_guard(tree_trace *t, bool holds, const char *name, wgcq_error *err);
/* Why the run is about to fail, where no guard does it. */
void tree_trace_failure(tree_trace *t, tree_outcome outcome);
/* The end of a run; `outcome`: TREE_FAILED stands for any failure. */
bool tree_trace_run_end(tree_trace *t, tree_outcome outcome, wgcq_error *err);
/* A result of the whole journey, behind the end of its run.  *stored: the file had it already. */
bool tree_trace_add_result(tree_trace *t, const tree_result *result, bool *stored, wgcq_error *err);

/* Before a choice of the whole journey, and where the last one has advanced: a run that is repeated
   replays the choices up to this one. */
static inline void tree_trace_at_choice(tree_trace *t, size_t level)
{
    const bool known = t->at_choice == t->events && t->events;
    if (t->ignored || t->full || known)
        return;
    assert(level > 0 && (t->events >= t->unstored || !t->events));
    t->at_choice = t->at_point = t->events;
    t->choice_node = t->latest + 1;
    t->choice_parent = t->levels[level - 1];
}

/* At a checkpoint of the whole journey, from which a run that is repeated goes on. */
void tree_trace_at_checkpoint(tree_trace *t);
/* A run that was suspended is repeated. */
void tree_trace_repeat(tree_trace *t);

/* A commit.  choices: those of the whole journey, as text. */
bool tree_trace_save(tree_trace *t, const char *choices, tree_end end, wgcq_error *err);

#endif
