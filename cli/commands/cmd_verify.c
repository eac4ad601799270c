/* cmd_verify.c - wgcq verify DB [--plan FILE]: a file, or anyone's plan, held to the puzzle. */
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

static int status_of(wgcq_verdict found)
{
    return found == WGCQ_FAILS ? STATUS_NONE : found == WGCQ_OPEN ? STATUS_UNKNOWN : STATUS_FOUND;
}

static int verify(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_OPEN;
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

/* Bytes of a plan, and moves in it, at most. */
enum { PLAN_MOST = 16 << 20, MOVES_MOST = 1000000 };

typedef struct plan {
    const char *name; /* for people */
    char *bytes;      /* with a NUL behind */
    size_t length;
    const char **moves; /* in `bytes` */
    size_t count, room;
} plan;

/* Of the file as it is, a byte more than may be read at most. */
static bool read_bytes(plan *of, const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    size_t room = 1 << 16, more = 1;
    of->bytes = memory_get(room + 1);
    while (file && more && of->length <= PLAN_MOST) {
        if (of->length == room)
            of->bytes = memory_more(of->bytes, (room *= 2) + 1);
        more = fread(of->bytes + of->length, 1, room - of->length, file);
        of->length += more;
    }
    bool fine = file && !ferror(file);
    if (!fine)
        say_error("%s: %s", of->name, strerror(errno));
    else if (of->length > PLAN_MOST)
        say_error("%s: longer than %d MiB, which is the most that is read of a plan", of->name,
                  PLAN_MOST >> 20);
    if (file && file != stdin)
        fclose(file);
    of->bytes[of->length] = '\0';
    return fine && of->length <= PLAN_MOST;
}

/* What a NUL hides could be anything. */
static bool reject_nul(const plan *of)
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
    diagnosis d = {.file = of->name,
                   .line = number,
                   .column = column,
                   .end_column = column + 1,
                   .text = "a NUL byte stands here: this is no text",
                   .source = line};
    diagnosis_print(stderr, &d);
    return false;
}

static bool add_move(plan *of, char *line, size_t length)
{
    while (length && strchr(" \t\r", line[length - 1]))
        length--;
    if (!length)
        return true;
    if (of->count == MOVES_MOST) {
        say_error("%s: more than %d moves, which is the most that is read", of->name, MOVES_MOST);
        return false;
    }
    if (of->count == of->room) {
        of->room = of->room * 2 + 64;
        of->moves = memory_more(of->moves, of->room * sizeof *of->moves);
    }
    line[length] = '\0';
    of->moves[of->count++] = line;
    return true;
}

/* One move a line, without blanks at its ends; empty lines are none, nor is a byte order mark. */
static bool cut_lines(plan *of)
{
    char *at = of->bytes, *end = of->bytes + of->length;
    if (of->length >= 3 && !memcmp(at, "\xEF\xBB\xBF", 3))
        at += 3;
    while (at < end) {
        size_t length = strcspn(at, "\n"), blanks = strspn(at, " \t");
        if (blanks < length && !add_move(of, at + blanks, length - blanks))
            return false;
        at += length + 1;
    }
    return true;
}

static int judge(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_FAILS;
    plan p = {.name = strcmp(r->plan, "-") ? r->plan : "standard input"};
    answer a = {0};
    int status = STATUS_FILE;
    if (read_bytes(&p, r->plan) && reject_nul(&p) && cut_lines(&p)) {
        int code = wgcq_verify_plan(&rows, &found, trace, p.moves, p.count, &err);
        if (!code)
            code = answer_rows(&a, r, rows, &err);
        if (code < 0)
            status = say_failure(&err);
        else
            status = (answer_end(&a, r, rows), status_of(found));
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
    if (trace_open(&trace, r, &err) < 0)
        return say_failure(&err);
    int status = r->plan ? judge(r, trace) : verify(r, trace);
    wgcq_trace_free(trace);
    return status;
}
