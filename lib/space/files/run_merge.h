/* run_merge.h - several sorted inputs as one: each state once, with the sum of its counts. */
#ifndef SPILL_RUN_MERGE_H
#define SPILL_RUN_MERGE_H

#include "space/files/record_buffer.h"
#include "space/files/state_run.h"

/* The record at which an input is. */
typedef struct merge_head {
    uint64_t first; /* its first word */
    const uint64_t *record;
    size_t input; /* reader_count is the buffer */
} merge_head;

typedef struct run_merge {
    record_shape shape;
    size_t reader_count;
    run_reader *reader;
    const record_buffer *buffer; /* a sorted one, NULL: none */
    size_t buffer_at;
    size_t open;       /* inputs that are not at their end: */
    merge_head *heads; /* a heap */
    uint64_t *record;  /* the current one, NULL: at the end */
    uint64_t *room;
} run_merge;

typedef struct merge_input {
    const spill_file *file;
    const state_run *run;
} merge_input;

/* At the first record.  Closed by run_merge_close, after an error too. */
int run_merge_open(run_merge *m, record_shape shape, const merge_input *runs, size_t count,
                   const record_buffer *buffer, wgcq_error *err);
int run_merge_next(run_merge *m, wgcq_error *err);
/* All that is left of it, to a writer.  WGCQ_DONE: `stopped`, which is asked now and then (NULL:
   never), said so; it is not whole. */
int run_merge_write(run_merge *m, run_writer *w, bool (*stopped)(void *self), void *self,
                    wgcq_error *err);
void run_merge_close(run_merge *m);

#endif
