/* cmd_merge.c - wgcq merge DIR -o DB: one file of a run by several ranks. */
#include "commands/commands.h"

#include "output/exit_status.h"
#include "output/messages.h"
#include "output/progress_line.h"

#include <stdio.h>

int command_merge(request *r)
{
    wgcq_error err = {0};
    progress_line progress;
    const wgcq_options how = {
        .replace = r->replace, .threads = 1, .memory_left = wgcq_memory_left()};
    if (!r->output)
        request_error(r, "merge needs -o DB");
    if (r->errors)
        return request_usage_hint(r);
    const wgcq_monitor monitor = progress_line_begin(&progress, r->quiet);
    int code = wgcq_merge(NULL, r->operands[0], r->output, NULL, &how, &monitor, &err);
    progress_line_end(&progress);
    if (!code)
        return STATUS_FOUND;
    int status = message_failure(&err);
    if (code == WGCQ_EOTHER)
        fputs("hint: --replace, or -o OTHER.db\n", stderr);
    return status;
}
