/*
 * shard_scan.h - the rows of one table out of all shards, in order.
 *
 * Each shard is read by a thread of its own, some rows ahead.
 */
#ifndef RUN_SHARDS_SHARD_SCAN_H
#define RUN_SHARDS_SHARD_SCAN_H

#include "trace/trace.h"

typedef struct shard_scan shard_scan;

/* Rows of `table` whose key is `most` at most: of states their number, of others their source. */
typedef struct shard_table {
    trace_table table;
    unsigned columns; /* values of a row */
    int64_t most;
} shard_table;

int shard_scan_open(shard_scan **out, wgcq_trace *const *shards, unsigned count, shard_table of,
                    wgcq_error *err);
/* The next row: its key, its values, and the shard it is of.  WGCQ_DONE: there are no more. */
typedef struct shard_row {
    int64_t key;
    const int64_t *values;
    unsigned shard;
} shard_row;
int shard_scan_next(shard_row *out, shard_scan *scan, wgcq_error *err);
void shard_scan_close(shard_scan *scan);

#endif
