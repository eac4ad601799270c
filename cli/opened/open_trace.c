/* open_trace.c - the file of a command, opened at the requested run. */
#include "opened/open_trace.h"

#include "output/exit_status.h"
#include "output/messages.h"
#include "report/long_question.h"
#include "wgcq_run.h"
#include "wgcq_trace.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool is_database(const char *path)
{
    static const char magic[] = "SQLite format 3";
    if (wgcq_is_parts(path))
        return true;
    char begin[sizeof magic] = "";
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : NULL;
    bool whole = file && fread(begin, 1, sizeof begin, file) == sizeof begin;
    if (file)
        fclose(file);
    return whole && !memcmp(begin, magic, sizeof magic);
}

int open_trace_merge(const request *r, const char *folder, const char *db)
{
    wgcq_error err = {0};
    long_question q;
    const wgcq_options how = {
        .replace = r->replace, .threads = 1, .memory_left = wgcq_memory_left()};
    long_question_begin(&q, r);
    long_question_enter();
    int code = long_question_leave(wgcq_merge(NULL, folder, db, NULL, &how, &q.monitor, &err));
    int status = code ? long_question_failure(&q, &err) : STATUS_FOUND;
    long_question_end(&q);
    if (code == WGCQ_EOTHER)
        fputs("hint: --replace, or -o OTHER.db\n", stderr);
    return status;
}

int open_trace_merge_parts(const request *r, const char *path)
{
    return wgcq_is_parts(path) ? open_trace_merge(r, path, NULL) : STATUS_FOUND;
}

int open_trace(const request *r, int (*ask)(const request *r, wgcq_trace *trace))
{
    assert(r->operand_count >= 1);
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    int64_t run = r->run > INT64_MAX ? INT64_MAX : (int64_t)r->run;
    const int merged = open_trace_merge_parts(r, r->operands[0]);
    if (merged != STATUS_FOUND)
        return merged;
    int code = wgcq_open(&trace, r->operands[0], NULL, NULL, &err);
    if (!code && r->given[OPTION_run])
        code = wgcq_trace_select_run(trace, run, &err);
    int status = code < 0 ? message_failure(&err) : ask(r, trace);
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
