/* cmd_resume.c - wgcq resume DB: continues a run that was cut short. */
#include "commands/commands.h"

#include "commands/solve_run.h"
#include "opened/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "rows/deadline.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

wgcq_options resumed_options(request *r, const wgcq_unfinished *run)
{
    wgcq_options options = *wgcq_unfinished_options(run);
    if (r->given[OPTION_max_states])
        options.max_states = r->max_states;
    if (r->given[OPTION_max_depth])
        options.max_depth = r->max_depth;
    if (r->given[OPTION_max_memory])
        options.max_memory = r->max_memory;
    if (r->given[OPTION_max_time])
        options.max_time = r->max_time;
    if (r->given[OPTION_stop])
        options.stop = (wgcq_stop)r->stop;
    options.threads = requested_threads(r);
    options.memory_left = wgcq_memory_left();
    options.save_every = r->save_every;
    options.writer = (wgcq_writer)r->writer;
    return options;
}

static int report_nothing_to_do(const request *r)
{
    const char *db = r->operands[0];
    if (r->quiet)
        return STATUS_FOUND;
    if (r->given[OPTION_run])
        message_note("nothing to do: run %" PRIu64 " of %s is complete", r->run, db);
    else
        message_note("nothing to do: %s holds no run that was cut short", db);
    return STATUS_FOUND;
}

enum { HINT_TEXT = 120 };
static const double MUTE_SECONDS = 1.7;

static void say_resuming(void *self)
{
    progress_line_say_long(self);
}

/* As every question does, it says what it does: it begins with what the file holds. */
static int resume_aloud(shown_run *shown, wgcq_unfinished *run, const wgcq_options *options)
{
    char hint[HINT_TEXT] = "Ctrl-C or --max-time SECONDS ends it, to be resumed again";
    if (options->max_time > 0)
        snprintf(hint, sizeof hint, "it ends at --max-time %g", options->max_time);
    shown->progress.when_long = hint;
    deadline_begin(0, 0, &(deadline_remark){MUTE_SECONDS, say_resuming, &shown->progress});
    deadline_enter(NULL);
    int code = wgcq_resume(&shown->result, run, options, &shown->monitor, &shown->err);
    deadline_leave();
    deadline_end();
    shown->progress.when_long = NULL;
    return code;
}

/* A sweep removes its folder of --spill at its end, in which each run has one.  Returns it,
   malloc'd, if it was made anew. */
static char *make_folder_around(const char *spill)
{
    const char *slash = spill ? strrchr(spill, '/') : NULL;
    char *around = slash ? memory_format("%.*s", (int)(slash - spill), spill) : NULL;
    if (around && !mkdir(around, 0777))
        return around;
    free(around);
    return NULL;
}

static void leave_folder_around(char *around)
{
    if (around)
        rmdir(around); /* where nothing is left in it */
    free(around);
}

int command_resume(request *r)
{
    wgcq_unfinished *run = NULL;
    wgcq_error err = {0};
    if (!requested_threads(r))
        return request_usage_hint(r);
    const int merged = open_trace_merge_parts(r, r->operands[0]);
    if (merged != STATUS_FOUND)
        return merged;
    int code = wgcq_unfinished_open(&run, r->operands[0], (int64_t)r->run, &err);
    if (code)
        return code < 0 ? message_failure(&err) : report_nothing_to_do(r);
    wgcq_options options = resumed_options(r, run);
    r->order = (int)options.order; /* as the report has it */
    r->trace_level = (int)options.trace_level;
    shown_run shown;
    r->spill = options.spill;
    char *around = make_folder_around(options.spill);
    shown_run_begin(&shown, r, wgcq_unfinished_puzzle(run),
                    options.trace_level == WGCQ_TRACE_NONE ? NULL : r->operands[0]);
    int status = shown_run_end(&shown, resume_aloud(&shown, run, &options));
    leave_folder_around(around);
    wgcq_unfinished_free(run);
    return status;
}
