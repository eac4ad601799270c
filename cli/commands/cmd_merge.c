/* cmd_merge.c - wgcq merge DIR -o DB: one file of a run by several ranks. */
#include "commands/commands.h"

#include "opened/open_trace.h"

int command_merge(request *r)
{
    if (!r->output)
        request_error(r, "merge needs -o DB");
    return r->errors ? request_usage_hint(r) : open_trace_merge(r, r->operands[0], r->output);
}
