/*
 * writing_thread.h - a thread that writes rows while the search continues.
 *
 * Batches go through a ring: one thread hands over copies, the other one stores them in the same
 * order, so the file gets the rows that it would get without.  Sorting, spelling, writing, syncing
 * and commits then take no time of the search.  From start to end nothing else may use the writer.
 * The graph takes the rows on the way: by the writing thread before it stores them, or by the
 * caller, where the writer is behind.
 * Then indices are built and distances stored, while the caller derives more of the graph.
 *
 * An error or a full disk is reported with the batch behind the one that met it.
 */
#ifndef RUN_ROWS_WRITING_THREAD_H
#define RUN_ROWS_WRITING_THREAD_H

#include "graph/graph.h"
#include "trace/trace.h"

typedef struct writing_thread writing_thread;

/* Figures of the rows so far. */
typedef struct row_figures {
    uint64_t rows; /* of the file */
    size_t memory, memory_at_end;
} row_figures;
row_figures row_figures_of(const trace_writer *writer);

/* *out NULL: there is no thread to be had.  The graph, or NULL, is borrowed: it has all rows after
   writing_thread_close_ring.  max_memory: bytes of the whole run; 0: no limit. */
int writing_thread_start(writing_thread **out, trace_writer *writer, graph *g, bool sorts_edges,
                         uint64_t max_memory, wgcq_error *err);
/* Hands the rows over, with all edges of their states; waits where the ring is full.  Or the error
   that earlier rows have met. */
int writing_thread_put(writing_thread *t, const row_batch *rows, wgcq_error *err);
/* No more rows will come.  The last ones are stored and committed, where they are many, while the
   caller does something else that is not with the writer.  0, or the error that rows have met so
   far. */
int writing_thread_close_ring(writing_thread *t, wgcq_error *err);
/* After that: indices are to be built behind the rows (trace_index_rows), again beside the caller.
   The writer borrows the graph (trace_borrow_graph), whose reverse the caller may still fill.  0,
   or the error that rows have met so far. */
int writing_thread_index(writing_thread *t, const reversed_graph *back, wgcq_error *err);
/* After that: distances are to be stored behind the indices (trace_distances), again beside the
   caller; they are borrowed until the end. */
void writing_thread_store_distances(writing_thread *t, uint32_t states, const uint32_t *to_goal,
                                    const uint32_t *depth);
/* Waits until all rows are stored.  0, or the error that they have met. */
int writing_thread_await_rows(writing_thread *t, wgcq_error *err);
/* Whether all that was to be done is, waiting for so long. */
bool writing_thread_is_done(writing_thread *t, unsigned milliseconds);
/* Neither indices nor distances are to be brought to their end. */
void writing_thread_stop(writing_thread *t);
/* Waits until all is done, too, and frees it.  0, or the error; WGCQ_EINTERRUPT: it was stopped. */
int writing_thread_end(writing_thread *t, wgcq_error *err);

/* Figures as the last batch was handed over; `memory` with the ring. */
row_figures writing_thread_figures(const writing_thread *t);
/* The graph with all rows that were handed over, to be measured: its arrays are not to be used. */
graph writing_thread_graph_sizes(const writing_thread *t);
/* As trace_disk_full. */
const char *writing_thread_disk_full(writing_thread *t, uint64_t waiting);

#endif
