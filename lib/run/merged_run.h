/*
 * merged_run.h - what merging the rows of a run by several ranks works on.
 *
 *   merged_run.c            the run: its parts opened, its end, and resuming it
 *   merged_rows.c           its rows, in the order of one process
 *   stored/merged_folder.c  the file that a folder of parts gets, or any other file
 */
#ifndef RUN_MERGED_RUN_H
#define RUN_MERGED_RUN_H

#include <sys/types.h>

#include "answers/replay/reference_model.h"
#include "base/containers/bigarray.h"
#include "run/options/stored_options.h"
#include "run/shards/shard_list.h"
#include "run/solver.h"
#include "trace/trace.h"

enum { MERGED_BATCH = 4096 };

/* The labels of a shard. */
typedef struct merged_moves {
    uint32_t count;
    char **text;
    uint32_t *number; /* in the model; of those that are not known yet, the first source that has
                         an edge or a rejection with it */
} merged_moves;

typedef struct merge {
    solver s;
    const char *folder;
    shard_list list;
    wgcq_trace **shards;
    merged_moves *moves; /* [shards] */
    uint32_t fixed;      /* labels that depend on no state */
    reference_model reference;
    stored_options stored;
    wgcq_options options;
    bool cut;                  /* the monitor stopped it */
    const wgcq_exchange *with; /* rows of the rank alone; NULL: all rows */
    uint8_t *own;              /* a bit a state: it is the rank's */
    search_past past;          /* where the rank resumes; its arrays: */
    uint32_t ends_behind;      /* states behind the last expanded one that never are */
    uint32_t level_before;     /* the last state above the level that was read last */
    bigarray past_states, past_numbers, past_marks;
    uint8_t *leaves; /* a bit a state: it has a successor; NULL: not needed */
    /* Rows that wait to be handed over. */
    size_t count;
    uint32_t src[MERGED_BATCH], dst[MERGED_BATCH], move[MERGED_BATCH];
    uint8_t marks[MERGED_BATCH];
    int64_t *wide, *final;
} merge;

/* Makes room for the rows of a batch, and for a bit a state where one is needed. */
int merged_rows_reserve(merge *m);

/* Gives all rows of the parts to the graph and to the writer. */
int merged_rows_give(merge *m);

/* Whether two files are of one puzzle, with equal parameters and search order. */
bool merged_run_is_alike(const trace_facts *a, const trace_facts *b);

/* The parts of a folder, made into one. */
typedef struct merge_request {
    const char *folder;
    const char
        *db;     /* that file, which does not exist; NULL: ranks resume their run in the folder */
    mode_t mode; /* its permissions; 0: as usual */
    const wgcq_model *model;
    const wgcq_options *how; /* NULL: those of the run */
    const wgcq_monitor *monitor;
} merge_request;
int merged_run(wgcq_result **out, const merge_request *of, wgcq_error *err);

#endif
