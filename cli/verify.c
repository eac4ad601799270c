/* verify.c - wgcq verify DB [--plan FILE]: a file, or anyone's plan, held to the puzzle. */
#include "commands.h"

#include "answer.h"
#include "say.h"
#include "status.h"
#include "trace.h"
#include "watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    wgcq_trace_watch(trace, &watching);
    int code = wgcq_verify(&rows, &found, trace, &watching, &err);
    watch_end(&w);
    wgcq_trace_watch(trace, NULL);
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

/* ---- a plan ---------------------------------------------------------------------- */

typedef struct lines {
    char **all;
    size_t count;
} lines;

/* One move a line, without blanks at its ends; empty lines are none. */
static void add_line(lines *of, char *line)
{
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length && strchr(" \t\r\n", line[length - 1]))
        line[--length] = '\0';
    if (!length)
        return;
    of->all = memory_more(of->all, (of->count + 1) * sizeof *of->all);
    of->all[of->count++] = memory_text(line);
}

static bool read_lines(lines *of, const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    char *line = NULL;
    size_t room = 0;
    while (file && getline(&line, &room, file) >= 0)
        add_line(of, line);
    bool fine = file && !ferror(file);
    if (!fine)
        say_error("%s: %s", path, strerror(errno));
    if (file && file != stdin)
        fclose(file);
    free(line);
    return fine;
}

static int judge(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    wgcq_finding found = WGCQ_FAILS;
    lines plan = {0};
    answer a = {0};
    int status = STATUS_FILE;
    if (read_lines(&plan, r->plan)) {
        int code =
            wgcq_judge(&rows, &found, trace, (const char *const *)plan.all, plan.count, &err);
        if (!code)
            code = answer_rows(&a, r, rows, &err);
        if (code < 0)
            status = say_failure(&err);
        else
            status = (answer_end(&a, r, rows), status_of(found));
    }
    wgcq_rows_free(rows);
    for (size_t i = 0; i < plan.count; i++)
        free(plan.all[i]);
    free(plan.all);
    return status;
}

int command_verify(request *r)
{
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    if (trace_open(&trace, r, &err) < 0)
        return say_failure(&err);
    int status = r->plan ? judge(r, trace) : verify(r, trace);
    wgcq_trace_free(trace);
    return status;
}
