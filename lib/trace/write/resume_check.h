/*
 * resume_check.h - a run that is searched again from its start (TRACE_RERUN): the rows that are
 * stored already are compared with those that the search reports, and not written twice.
 */
#ifndef TRACE_WRITE_RESUME_CHECK_H
#define TRACE_WRITE_RESUME_CHECK_H

#include "trace/write/writer.h"

/* Opens the stored rows of the run. */
int resume_check_open(trace_writer *w, wgcq_error *err);
void resume_check_close(trace_writer *w);
/* Whether rows of that table are left to compare; they come first. */
static inline bool resume_check_expects(const trace_writer *w, run_table table)
{
    return w->checked[table].rows;
}
/* Compares integers of the next stored row: WGCQ_ESTORE where it differs. */
int resume_check_row(trace_writer *w, run_table table, int64_t rowid, const record_row *row,
                     wgcq_error *err);

#endif
