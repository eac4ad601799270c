/*
 * shard_list.h - the file `parts` in the folder of a run by several ranks: which files its rows are
 * in, and how far all of them have come.
 *
 * Each rank writes a file of its own, 0.db, 1.db, ...; it may hold more rows than all ranks have
 * saved.  Those that count are the states up to `states`, and what leaves the states up to
 * `expanded`: the levels that every rank has committed.  The list is replaced whole.
 */
#ifndef RUN_SHARDS_SHARD_LIST_H
#define RUN_SHARDS_SHARD_LIST_H

#include <stdbool.h>

#include "wgcq_base.h"

typedef enum shards_end {
    SHARDS_UNFINISHED, /* the ranks are at work, or were killed, or interrupted */
    SHARDS_COMPLETE,
    SHARDS_STOPPED, /* by --stop  */
    SHARDS_LIMIT,   /* at `limit` */
} shards_end;

typedef struct shard_list {
    unsigned first, count; /* files first.db, ... */
    wgcq_trace_level keep; /* that was asked for; the files keep edges at least */
    uint32_t states, expanded;
    uint64_t edges, rejections;
    double seconds;
    shards_end end;
    char limit[160];
    uint64_t puzzle; /* shard_puzzle of the run; 0: not known, in lists of 0.1 */
} shard_list;

/* A number for what a part is of: puzzle, parameters and order. */
typedef struct shard_subject {
    const char *title, *source, *order; /* NULL: none */
    size_t param_count;
    const char *const *param_names, *const *param_values;
} shard_subject;
int shard_puzzle(uint64_t *out, const shard_subject *of, wgcq_error *err);

/* Whether the path is a folder that has a list. */
bool shard_list_exists(const char *folder);
/* WGCQ_ESTORE: it is damaged, or there is none. */
int shard_list_read(shard_list *out, const char *folder, wgcq_error *err);
int shard_list_write(const shard_list *list, const char *folder, wgcq_error *err);
/* "FOLDER/K.db"; the caller frees it.  NULL: no memory. */
char *shard_path(const char *folder, unsigned number);
/* Makes the folder.  WGCQ_EOTHER: it has a run.  WGCQ_ESTORE: it has other files. */
int shard_folder_claim(const char *folder, bool replace, wgcq_error *err);

/* The merged file of all shards, made on demand. */
#define SHARDS_MERGED "all.db"
#define SHARDS_LIST   "parts"

#endif
