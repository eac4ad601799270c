/* open_trace.h - the file of a command, opened at the requested run. */
#ifndef CLI_OPENED_OPEN_TRACE_H
#define CLI_OPENED_OPEN_TRACE_H

#include "args/request.h"

/* Whether it is a file of SQLite, or a folder of ranks.  A file that cannot be read, and standard
   input, is none: it is left to the reader of puzzles, which reports it. */
bool is_database(const char *path);

/* Opens the first operand at the run of --run, else at the newest, and calls `ask` with it.
   Returns its exit status, or that of a file that cannot be opened, which is reported. */
int open_trace(const request *r, int (*ask)(const request *r, wgcq_trace *trace));

/* Makes one file of a run by several ranks: `db`, or NULL: the folder's own where it is not there
   or out of date.  Returns the exit status, which other than STATUS_FOUND is reported. */
int open_trace_merge(const request *r, const char *folder, const char *db);

/* Brings the folder's own file up to date, where the operand is such a folder; as above. */
int open_trace_merge_parts(const request *r, const char *path);

/* Reports that the search was run again, since the file does not store what was needed, and which
   --trace would have. */
void open_trace_note_rerun(const wgcq_trace *trace, const request *r);

#endif
