/* cmd_runs.c - wgcq runs DB [--drop RUN]: the runs in a file. */
#include "commands/commands.h"

#include "opened/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "report/print_answer.h"
#include "wgcq_trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

/* People get the main columns, programs all.  The run that is being written is 'running' only here:
   the file has the status that holds if its writer is killed. */
static const char columns_for_people[] =
    "SELECT id, \"order\", options, started, round(seconds, 3) AS seconds, states, edges,"
    " CASE id WHEN %" PRId64 " THEN 'running' ELSE status END AS status FROM runs ORDER BY id";
static const char all_columns[] =
    "SELECT id, \"order\", options, started, seconds, states, edges,"
    " CASE id WHEN %" PRId64 " THEN 'running' ELSE status END AS status, stopped, verdict,"
    " rejections, starts, depth, goals, dead_ends, shortest_length, shortest_count,"
    " solutions_stored, solutions_count FROM runs ORDER BY id";

static int print_runs(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    answer a = {0};
    char sql[600];
    int64_t running = wgcq_trace_active_run(trace);
    snprintf(sql, sizeof sql, request_format(r)->for_people ? columns_for_people : all_columns,
             running);
    int code = wgcq_trace_sql(&rows, trace, sql, &err);
    if (code == 0)
        code = answer_rows(&a, r, rows, &err);
    int status = code < 0 ? message_failure(&err) : answer_end(&a, r, rows);
    wgcq_rows_free(rows);
    return status;
}

static intmax_t bytes_of_file(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 ? (intmax_t)file.st_size : 0;
}

static int drop_run(const request *r)
{
    const char *path = r->operands[0];
    wgcq_error err = {0};
    int64_t run = r->drop > INT64_MAX ? INT64_MAX : (int64_t)r->drop;
    intmax_t before = bytes_of_file(path);
    if (wgcq_trace_drop(path, run, &err) < 0)
        return message_failure(&err);
    intmax_t after = bytes_of_file(path);
    if (!r->quiet && after < before)
        message_note("run %" PRId64 " is dropped; %s had %s bytes and has %s", run, path,
                     WGCQ_GROUPED((uint64_t)before), WGCQ_GROUPED((uint64_t)after));
    else if (!r->quiet)
        message_note("run %" PRId64 " is dropped; the next run uses its space in %s", run, path);
    return STATUS_FOUND;
}

int command_runs(request *r)
{
    int status = r->given[OPTION_drop] ? drop_run(r) : STATUS_FOUND;
    return status == STATUS_FOUND ? open_trace(r, print_runs) : status;
}
