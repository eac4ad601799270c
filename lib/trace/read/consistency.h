/*
 * consistency.h - checks of a file for `verify`: the description of the puzzle, seals, stray rows.
 *
 * Each difference is reported as a line. Functions return 0 unless something failed.
 */
#ifndef TRACE_READ_CONSISTENCY_H
#define TRACE_READ_CONSISTENCY_H

#include "trace/trace.h"

typedef struct trace_report {
    void *self;
    void (*differs)(void *self, const char *line);
    uint64_t checked; /* rows, added to */
} trace_report;

/* Whether the seal of the puzzle, of the run, differs from the values it covers. */
typedef struct trace_seals {
    bool puzzle, run;
} trace_seals;
int trace_check_seals(trace_seals *broken, wgcq_trace *trace, wgcq_error *err);

/* Compares the tables meta to cost, row by row, with what the model
   (names, source, file, parameters) would be stored as. */
int trace_check_puzzle(trace_report *to, wgcq_trace *trace, const wgcq_model *model,
                       wgcq_error *err);
/* Stray rows: steps without a solution, rows of tables that the run does not keep. */
int trace_check_strays(trace_report *to, wgcq_trace *trace, wgcq_error *err);

/* SQLite's own integrity check of the whole file, beside the caller: over a connection and in a
   thread of its own. */
typedef struct trace_integrity trace_integrity;
int trace_integrity_begin(trace_integrity **out, wgcq_trace *trace, wgcq_error *err);
/* Whether it is done, at once or within a twentieth of a second; where there is no thread it is
   done then. */
bool trace_integrity_wait(trace_integrity *check);
/* Appends its findings, a line each; or its own failure. */
int trace_integrity_report(const trace_integrity *check, const trace_report *to, wgcq_error *err);
/* Stops it where it is not done.  NULL is fine. */
void trace_integrity_free(trace_integrity *check);

/* Whether an index has an entry for each row of its table, in order, and no other. */
int trace_check_index(bool *agrees, wgcq_trace *trace, const char *table, const char *index,
                      wgcq_error *err);

#endif
