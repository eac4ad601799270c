/* verify.c - wgcq verify DB [--plan FILE]: a file, or anyone's plan, held to the puzzle. */
#include "commands.h"

#include "answer.h"
#include "say.h"
#include "status.h"
#include "watch.h"

static int status_of(wgcq_finding found)
{
    return found == WGCQ_FAILS ? STATUS_NONE : found == WGCQ_OPEN ? STATUS_UNKNOWN : STATUS_FOUND;
}

static int verify(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    wgcq_finding found = WGCQ_OPEN;
    answer a = {0};
    watch w;
    wgcq_watch watching = watch_begin(&w, r->quiet);
    int code = wgcq_verify(&rows, &found, trace, &watching, &err);
    watch_end(&w);
    if (!code)
        code = answer_rows(&a, r, rows, &err);
    int status = status_of(found);
    if (code < 0)
        status = say_failure(&err);
    else
        answer_end(&a, r, rows);
    wgcq_rows_free(rows);
    return status;
}

int command_verify(request *r)
{
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    if (wgcq_trace_open(&trace, r->operands[0], &err) < 0)
        return say_failure(&err);
    int status = verify(r, trace);
    wgcq_trace_free(trace);
    return status;
}
