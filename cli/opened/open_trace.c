/* open_trace.c - the file of a command, opened at the requested run. */
#include "opened/open_trace.h"

#include "output/messages.h"

#include <assert.h>

int open_trace(const request *r, int (*answer)(const request *r, wgcq_trace *trace))
{
    assert(r->operand_count >= 1);
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    int64_t run = r->run > INT64_MAX ? INT64_MAX : (int64_t)r->run;
    int code = wgcq_open(&trace, r->operands[0], NULL, NULL, &err);
    if (!code && r->given[OPTION_run])
        code = wgcq_trace_select_run(trace, run, &err);
    int status = code < 0 ? message_failure(&err) : answer(r, trace);
    wgcq_trace_free(trace);
    return status;
}

void open_trace_note_rerun(const wgcq_trace *trace, const request *r)
{
    wgcq_trace_level needed;
    if (!r->quiet && wgcq_trace_was_rerun(trace, &needed))
        message_note("the search was run again: a file made with --trace %s would have stored "
                     "what this needs",
                     wgcq_trace_level_name(needed));
}
