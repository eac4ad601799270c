/* cmd_verify.c - wgcq verify DB [--plan FILE]: checks a file, or any plan, against the puzzle. */
#include "commands/commands.h"

#include "commands/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/print_diagnostic.h"
#include "output/progress_line.h"
#include "report/print_answer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int status_of_verdict(wgcq_verdict found)
{
    return found == WGCQ_FAILS          ? STATUS_NONE
           : found == WGCQ_INCONCLUSIVE ? STATUS_UNKNOWN
                                        : STATUS_FOUND;
}

static int verify_whole_file(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_INCONCLUSIVE;
    answer a = {0};
    progress_line w;
    wgcq_monitor monitor = progress_line_begin(&w, r->quiet);
    wgcq_trace_set_monitor(trace, &monitor);
    int code = wgcq_verify(&rows, &found, trace, &monitor, &err);
    progress_line_end(&w);
    wgcq_trace_set_monitor(trace, NULL);
    if (!code)
        code = answer_rows(&a, r, rows, &err);
    int status = status_of_verdict(found);
    if (code < 0)
        status = message_failure(&err);
    else
        answer_end(&a, r, rows);
    wgcq_rows_free(rows);
    return status;
}

/* ---- a plan ---------------------------------------------------------------------- */

/* Limits of a plan. */
enum { PLAN_BYTES_MAX = 16 << 20, PLAN_MOVES_MAX = 1000000 };

typedef struct plan_text {
    const char *name; /* in messages */
    char *bytes;      /* followed by a NUL */
    size_t length;
    const char **moves; /* in `bytes` */
    size_t count, room;
} plan_text;

/* Reads at most one byte more than is allowed. */
static bool read_plan_bytes(plan_text *of, const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    size_t room = 1 << 16, more = 1;
    of->bytes = memory_alloc(room + 1);
    while (file && more && of->length <= PLAN_BYTES_MAX) {
        if (of->length == room)
            of->bytes = memory_realloc(of->bytes, (room *= 2) + 1);
        more = fread(of->bytes + of->length, 1, room - of->length, file);
        of->length += more;
    }
    bool fine = file && !ferror(file);
    if (!fine)
        message_error("%s: %s", of->name, strerror(errno));
    else if (of->length > PLAN_BYTES_MAX)
        message_error("%s: longer than %d MiB, the limit of a plan", of->name,
                      PLAN_BYTES_MAX >> 20);
    if (file && file != stdin)
        fclose(file);
    of->bytes[of->length] = '\0';
    return fine && of->length <= PLAN_BYTES_MAX;
}

/* A NUL would hide what follows it. */
static bool check_no_nul(const plan_text *of)
{
    const char *nul = memchr(of->bytes, '\0', of->length), *line = of->bytes;
    int number = 1, column = 1;
    if (!nul)
        return true;
    for (const char *at = of->bytes; at < nul; at++)
        if (*at == '\n') {
            line = at + 1;
            number++;
        }
    for (const char *at = line; at < nul; at++) /* code points */
        column += ((unsigned char)*at & 0xC0) != 0x80;
    located_diagnostic d = {.file = of->name,
                            .line = number,
                            .column = column,
                            .end_column = column + 1,
                            .text = "a NUL byte: this is not a text file",
                            .source = line};
    print_diagnostic(stderr, &d);
    return false;
}

static bool append_move(plan_text *of, char *line, size_t length)
{
    while (length && strchr(" \t\r", line[length - 1]))
        length--;
    if (!length)
        return true;
    if (of->count == PLAN_MOVES_MAX) {
        message_error("%s: more than %d moves, the limit of a plan", of->name, PLAN_MOVES_MAX);
        return false;
    }
    if (of->count == of->room) {
        of->room = of->room * 2 + 64;
        of->moves = memory_realloc(of->moves, of->room * sizeof *of->moves);
    }
    line[length] = '\0';
    of->moves[of->count++] = line;
    return true;
}

/* One move a line, without surrounding blanks; empty lines and a byte order mark are skipped. */
static bool split_moves(plan_text *of)
{
    char *at = of->bytes, *end = of->bytes + of->length;
    if (of->length >= 3 && !memcmp(at, "\xEF\xBB\xBF", 3))
        at += 3;
    while (at < end) {
        size_t length = strcspn(at, "\n"), blanks = strspn(at, " \t");
        if (blanks < length && !append_move(of, at + blanks, length - blanks))
            return false;
        at += length + 1;
    }
    return true;
}

static int verify_plan_file(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_FAILS;
    plan_text p = {.name = strcmp(r->plan, "-") ? r->plan : "standard input"};
    answer a = {0};
    int status = STATUS_FILE;
    if (read_plan_bytes(&p, r->plan) && check_no_nul(&p) && split_moves(&p)) {
        int code = wgcq_verify_plan(&rows, &found, trace, p.moves, p.count, &err);
        if (!code)
            code = answer_rows(&a, r, rows, &err);
        if (code < 0)
            status = message_failure(&err);
        else
            status = (answer_end(&a, r, rows), status_of_verdict(found));
    }
    wgcq_rows_free(rows);
    free(p.moves);
    free(p.bytes);
    return status;
}

int command_verify(request *r)
{
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    if (open_trace(&trace, r, &err) < 0)
        return message_failure(&err);
    int status = r->plan ? verify_plan_file(r, trace) : verify_whole_file(r, trace);
    wgcq_trace_free(trace);
    return status;
}
