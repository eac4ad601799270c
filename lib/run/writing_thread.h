/*
 * writing_thread.h - a thread that writes rows while the search goes on.
 *
 * Batches go through a ring: one thread hands over copies, the other writes them in the same order,
 * so the file gets the rows that it would get without.  Spelling, writing, syncing and commits then
 * take no time of the search.  From start to end nothing else may use the writer.
 *
 * What the rows before have met, an error or a full disk, is found with the next batch.
 */
#ifndef RUN_WRITING_THREAD_H
#define RUN_WRITING_THREAD_H

#include "trace/trace.h"

typedef struct writing_thread writing_thread;

/* What the writer has come to, as of the last batch that is written; `memory` with the ring. */
typedef struct writing_figures {
    uint64_t rows, bytes; /* of the file */
    size_t memory, memory_at_end;
} writing_figures;

/* *out NULL: there is no thread to be had.  max_memory: bytes of the whole run; 0: no limit. */
int writing_thread_start(writing_thread **out, trace_writer *writer, uint64_t max_memory,
                         wgcq_error *err);
/* Hands the rows over; waits where the ring is full.  Or the error that earlier rows have met. */
int writing_thread_put(writing_thread *t, const row_batch *rows, wgcq_error *err);
/* No more rows will come: the last ones are written, and committed where they are many, while the
   caller does something else that is not with the writer. */
void writing_thread_close_ring(writing_thread *t);
/* Waits until all is written, and frees it.  0, or the error that rows have met. */
int writing_thread_end(writing_thread *t, wgcq_error *err);

writing_figures writing_thread_figures(writing_thread *t);
/* As trace_disk_full. */
const char *writing_thread_disk_full(writing_thread *t, uint64_t waiting);

#endif
