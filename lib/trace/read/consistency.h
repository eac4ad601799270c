/*
 * consistency.h - the file held to its puzzle: what it says of it, seals, rows that belong to
 * nothing.
 *
 * What is not as it should be is told, a line each.  Answers are 0 unless something failed.
 */
#ifndef TRACE_READ_CONSISTENCY_H
#define TRACE_READ_CONSISTENCY_H

#include "trace/trace.h"

typedef struct trace_report {
    void *self;
    void (*differs)(void *self, const char *line);
    uint64_t checked; /* rows: counted up */
} trace_report;

/* Checksums that do not fit what they are of: that of the puzzle, that of the run. */
typedef struct trace_seals {
    bool puzzle, run;
} trace_seals;
int trace_check_seals(trace_seals *broken, wgcq_trace *trace, wgcq_error *err);

/* Whether the tables meta to cost say of the puzzle, row by row, what would be written of `about`
   (its model, source, file and parameters) anew. */
int trace_check_puzzle(trace_report *to, wgcq_trace *trace, const trace_about *about,
                       wgcq_error *err);
/* Rows that belong to nothing: steps of no solution, tables that the run
   does not keep. */
int trace_check_strays(trace_report *to, wgcq_trace *trace, wgcq_error *err);

#endif
