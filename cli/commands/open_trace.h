/* open_trace.h - the file that a command is about. */
#ifndef CLI_COMMANDS_OPEN_TRACE_H
#define CLI_COMMANDS_OPEN_TRACE_H

#include "args/request.h"

/* Opens the first operand, at the run that --run names, else at the newest.  As wgcq_trace_open. */
int open_trace(wgcq_trace **out, const request *r, wgcq_error *err);

/* Says that the file did not keep what was asked, and took as long as its run. */
void open_trace_note_rerun(const wgcq_trace *trace, const request *r);

#endif
