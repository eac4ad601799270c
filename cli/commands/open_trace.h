/* open_trace.h - the file of a command, opened at the requested run. */
#ifndef CLI_COMMANDS_OPEN_TRACE_H
#define CLI_COMMANDS_OPEN_TRACE_H

#include "args/request.h"

/* Opens the first operand at the run of --run, else at the newest.  As wgcq_trace_open. */
int open_trace(wgcq_trace **out, const request *r, wgcq_error *err);

/* Reports that the search was run again, since the file does not store what was needed. */
void open_trace_note_rerun(const wgcq_trace *trace, const request *r);

#endif
