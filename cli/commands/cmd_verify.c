/* cmd_verify.c - wgcq verify DB [--plan FILE]: checks a file, or any plan, against the puzzle. */
#include "commands/commands.h"

#include "opened/open_journey.h"
#include "opened/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/print_diagnostic.h"
#include "report/long_question.h"
#include "rows/plan_line.h"
#include "rows/row_writer.h"
#include "wgcq_journey.h"
#include "wgcq_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int status_of_verdict(wgcq_verdict found)
{
    return found == WGCQ_FAILS          ? STATUS_NONE
           : found == WGCQ_INCONCLUSIVE ? STATUS_UNKNOWN
                                        : STATUS_FOUND;
}

static text_style style_of_finding(wgcq_verdict found)
{
    return found == WGCQ_HOLDS ? STYLE_GOOD : found == WGCQ_FAILS ? STYLE_ERROR : STYLE_BOLD;
}

/* The checks made until a limit, or an interrupt, are an answer of their own. */
static void remark_on_cut(long_question *q, answer *a, wgcq_rows *rows)
{
    wgcq_error no_memory = {.code = WGCQ_EMEMORY};
    if (!wgcq_rows_unknown(rows) ||
        (!long_question_heard(q) && !long_question_is_cut(q, &no_memory)))
        return;
    snprintf(q->remark, sizeof q->remark, "%s: %s", q->reason, wgcq_rows_remark(rows));
    a->remark = q->remark;
}

/* One row, for programs, where the check did not come to any. */
static void print_inconclusive(const request *r)
{
    static const char *const names[] = {"check", "looked_at", "verdict", "place"};
    const table_cell cells[] = {cell_text("file"), cell_integer(0), cell_text("not known"),
                                cell_text("stopped before its end")};
    if (!request_format(r)->allows_prose)
        row_writer_write_single(stdout, request_format(r), 4, names, cells);
}

static int verify_whole_file(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_INCONCLUSIVE;
    answer a = {0};
    long_question q;
    long_question_begin(&q, r);
    q.print_unknown = print_inconclusive;
    wgcq_trace_set_monitor(trace, &q.monitor);
    long_question_enter();
    int code = long_question_leave(wgcq_is_tree(r->operands[0])
                                       ? wgcq_tree_verify(&rows, &found, trace, &err)
                                       : wgcq_verify(&rows, &found, trace, &q.monitor, &err));
    long_question_end(&q);
    wgcq_trace_set_monitor(trace, NULL);
    code = code ? code : answer_rows(&a, r, rows, &err);
    int status = status_of_verdict(found);
    if (code < 0) {
        status = long_question_failure(&q, &err);
    } else {
        remark_on_cut(&q, &a, rows);
        a.style = style_of_finding(found);
        answer_end(&a, r, rows);
        if (q.cut && found != WGCQ_FAILS)
            status = long_question_cut_status(&q);
    }
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
    size_t count, capacity;
} plan_text;

/* Reads at most one byte more than is allowed. */
static bool read_plan_bytes(plan_text *plan, const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    size_t capacity = 1 << 16, more = 1;
    plan->bytes = memory_alloc(capacity + 1);
    while (file && more && plan->length <= PLAN_BYTES_MAX) {
        if (plan->length == capacity)
            plan->bytes = memory_realloc(plan->bytes, (capacity *= 2) + 1);
        more = fread(plan->bytes + plan->length, 1, capacity - plan->length, file);
        plan->length += more;
    }
    bool ok = file && !ferror(file);
    if (!ok)
        message_file_error(plan->name);
    else if (plan->length > PLAN_BYTES_MAX)
        message_error("%s: longer than %d MiB, the limit of a plan", plan->name,
                      PLAN_BYTES_MAX >> 20);
    if (file && file != stdin)
        fclose(file);
    plan->bytes[plan->length] = '\0';
    return ok && plan->length <= PLAN_BYTES_MAX;
}

/* A NUL would hide what follows it. */
static bool check_no_nul(const plan_text *plan)
{
    const char *nul = memchr(plan->bytes, '\0', plan->length), *line = plan->bytes;
    int number = 1, column = 1;
    if (!nul)
        return true;
    for (const char *at = plan->bytes; at < nul; at++)
        if (*at == '\n') {
            line = at + 1;
            number++;
        }
    for (const char *at = line; at < nul; at++) /* code points */
        column += ((unsigned char)*at & 0xC0) != 0x80;
    wgcq_diagnostic d = {.file = plan->name,
                         .line = number,
                         .column = column,
                         .end_column = column + 1,
                         .text = "a NUL byte: this is not a text file",
                         .source = line};
    print_diagnostic(stderr, &d);
    return false;
}

static bool append_move(plan_text *plan, char *line, size_t length)
{
    while (length && strchr(" \t\r", line[length - 1]))
        length--;
    if (!length)
        return true;
    if (plan->count == PLAN_MOVES_MAX) {
        message_error("%s: more than %s moves, the limit of a plan", plan->name,
                      WGCQ_GROUPED(PLAN_MOVES_MAX));
        return false;
    }
    if (plan->count == plan->capacity) {
        plan->capacity = plan->capacity * 2 + 64;
        plan->moves = memory_realloc(plan->moves, plan->capacity * sizeof *plan->moves);
    }
    plan->moves[plan->count++] = plan_line_label(line, length);
    return true;
}

/* One move a line (plan_line.h), without surrounding blanks; empty lines and a byte order mark are
 * skipped. */
static bool split_moves(plan_text *plan)
{
    char *at = plan->bytes, *end = plan->bytes + plan->length;
    if (plan->length >= 3 && !memcmp(at, "\xEF\xBB\xBF", 3))
        at += 3;
    while (at < end) {
        size_t length = strcspn(at, "\n"), blanks = strspn(at, " \t");
        if (blanks < length && !append_move(plan, at + blanks, length - blanks))
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
        code = code ? code : answer_rows(&a, r, rows, &err);
        a.style = style_of_finding(found);
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
    if (wgcq_is_tree(r->operands[0])) {
        if (r->plan)
            request_error(r, "--plan FILE needs a puzzle's file, not the tree of a journey");
        return r->errors ? request_usage_hint(r) : open_journey(r, verify_whole_file);
    }
    return open_trace(r, r->plan ? verify_plan_file : verify_whole_file);
}
