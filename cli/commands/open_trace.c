/* open_trace.c - the file of a command, opened at the requested run. */
#include "commands/open_trace.h"

#include "output/messages.h"

int open_trace(wgcq_trace **out, const request *r, wgcq_error *err)
{
    int code = wgcq_trace_open(out, r->operands[0], err);
    if (code || !r->given[OPTION_run])
        return code;
    int64_t run = r->run > INT64_MAX ? INT64_MAX : (int64_t)r->run;
    code = wgcq_trace_select_run(*out, run, err);
    if (code) {
        wgcq_trace_free(*out);
        *out = NULL;
    }
    return code;
}

void open_trace_note_rerun(const wgcq_trace *trace, const request *r)
{
    if (!r->quiet && wgcq_trace_was_rerun(trace))
        message_note("the search was run again: the file does not store all that this needs");
}
