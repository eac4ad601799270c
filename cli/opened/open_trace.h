/* open_trace.h - the file of a command, opened at the requested run. */
#ifndef CLI_OPENED_OPEN_TRACE_H
#define CLI_OPENED_OPEN_TRACE_H

#include "args/request.h"

/* Opens the first operand at the run of --run, else at the newest, and calls `ask` with it.
   Returns its exit status, or that of a file that cannot be opened, which is reported. */
int open_trace(const request *r, int (*ask)(const request *r, wgcq_trace *trace));

/* Makes one file of a run by several ranks: `db`, or NULL: the folder's own where it is not there
   or out of date.  Returns the exit status, which other than STATUS_FOUND is reported. */
int open_trace_merge(const request *r, const char *folder, const char *db);

/* Reports that the search was run again, since the file does not store what was needed, and which
   --trace would have. */
void open_trace_note_rerun(const wgcq_trace *trace, const request *r);

#endif
