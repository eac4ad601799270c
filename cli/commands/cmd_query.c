/* cmd_query.c - wgcq query DB QUESTION: answers from a file; query_files.c: from several. */
#include "commands/commands.h"
#include "commands/query_files.h"

#include "opened/open_journey.h"
#include "opened/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "report/long_question.h"
#include "rows/row_writer.h"
#include "wgcq_journey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The one row of --count. */
typedef struct count_row {
    size_t columns;
    const char **names;
    table_cell *cells;
    const char *count, *at_least; /* NULL: not known */
    char buffers[2][CELL_TEXT_MAX];
} count_row;

/* By its place too: a cost further on may have the name. */
static const char *number_at(count_row *c, size_t at, const char *name)
{
    bool is_there = at < c->columns && strcmp(c->names[at], name) == 0;
    return is_there && c->cells[at].type != WGCQ_NULL ? cell_format(&c->cells[at], c->buffers[at])
                                                      : NULL;
}

static void count_row_open(count_row *c, const wgcq_rows *rows)
{
    c->columns = wgcq_rows_columns(rows);
    c->names = memory_alloc(c->columns * sizeof *c->names);
    c->cells = memory_alloc(c->columns * sizeof *c->cells);
    for (size_t i = 0; i < c->columns; i++) {
        c->names[i] = wgcq_rows_name(rows, i);
        c->cells[i] = cell_of(rows, i);
    }
    c->count = number_at(c, 0, "count");
    c->at_least = number_at(c, 1, "at_least");
}

/* Prints the known bounds where the number is unknown: a line each. */
static void print_bounds(const count_row *c)
{
    char buffer[CELL_TEXT_MAX];
    printf("at least %s\n\n", c->at_least);
    for (size_t i = 0; i < c->columns; i++) {
        const char *text = cell_format(&c->cells[i], buffer);
        if (*text && text != c->at_least)
            printf("%s  %s\n", c->names[i], text);
    }
}

static void print_number(const request *r, const count_row *c)
{
    if (!request_format(r)->allows_prose)
        row_writer_write_single(stdout, request_format(r), c->columns, c->names, c->cells);
    else if (c->at_least)
        print_bounds(c);
    else
        puts(c->count ? c->count : "not known");
}

static void note_unknown_count(const long_question *q, const wgcq_rows *rows)
{
    const char *remark = wgcq_rows_remark(rows);
    if (remark && !q->r->quiet)
        message_note("%s%s%s", q->cut ? q->reason : "", q->cut ? ": " : "", remark);
}

/* The exit status depends on the number. */
static int print_count_row(long_question *q, wgcq_rows *rows, wgcq_error *err)
{
    count_row c = {0};
    int code = wgcq_rows_next(rows, err), status = STATUS_UNKNOWN;
    long_question_heard(q);
    long_question_end(q);
    if (code == 0) {
        count_row_open(&c, rows);
        print_number(q->r, &c);
        if (c.count)
            status = strcmp(c.count, "0") == 0 ? STATUS_NONE : STATUS_FOUND;
    }
    free(c.names);
    free(c.cells);
    if (code == 0 && status == STATUS_UNKNOWN && wgcq_rows_next(rows, err) == WGCQ_DONE)
        note_unknown_count(q, rows);
    if (code < 0)
        return long_question_failure(q, err);
    return status == STATUS_UNKNOWN && q->cut ? long_question_cut_status(q) : status;
}

/* ---- the first rows, on a terminal ----------------------------------------------------------- */

static const char *asked_question(const request *r)
{
    return r->operands[r->operand_count - 1];
}

enum { FIRST_ROWS = 50, REMARK_MAX = 120 };

/* Questions whose answer may be long; of the first ones the number is known without a list. */
static const char *const long_lists[] = {"shortest", "cheapest", "dead-ends", "farthest",  "all",
                                         "plans",    "classes",  "deadlocks", "violations"};
enum { LONG_LISTS = sizeof long_lists / sizeof *long_lists, COUNTED_LISTS = 4 };

static int find_long_list(const char *question)
{
    int i = 0;
    while (i < LONG_LISTS && strcmp(long_lists[i], question) != 0)
        i++;
    return i;
}

static bool lists_first_only(const request *r)
{
    return !r->given[OPTION_limit] && !r->count && !r->histogram && request_format(r)->for_people &&
           isatty(STDOUT_FILENO) && find_long_list(asked_question(r)) < LONG_LISTS;
}

/* How many there are, in decimal digits; NULL: that is not known, or takes as long as the list. */
static char *count_listed(wgcq_trace *trace, const wgcq_question *of)
{
    wgcq_question question = *of;
    wgcq_rows *rows = NULL;
    char *count = NULL, buffer[CELL_TEXT_MAX];
    question.limit = question.offset = 0;
    question.count = true;
    bool known = find_long_list(of->what) < COUNTED_LISTS &&
                 wgcq_ask(&rows, trace, &question, NULL, NULL) == 0 &&
                 wgcq_rows_next(rows, NULL) == 0;
    for (size_t i = 0; known && i < wgcq_rows_columns(rows); i++) {
        table_cell c = cell_of(rows, i);
        if (strcmp(wgcq_rows_name(rows, i), "count") == 0 && c.type != WGCQ_NULL)
            count = memory_strdup(cell_format(&c, buffer));
    }
    wgcq_rows_free(rows);
    return count;
}

/* "the first 50 of 2048"; false: there are no more. */
static bool remark_on_first(char remark[REMARK_MAX], wgcq_trace *trace, const wgcq_question *of,
                            const wgcq_rows *rows, uint64_t printed)
{
    const char *own = wgcq_rows_remark(rows);
    if (printed < FIRST_ROWS || !own || strncmp(own, "stopped at --limit", 18) != 0)
        return false;
    char *count = count_listed(trace, of);
    snprintf(remark, REMARK_MAX, "the first %d%s%.60s; --limit N lists N of them", FIRST_ROWS,
             count ? " of " : ", and there are more", count ? count : "");
    free(count);
    return true;
}

static int print_query_answer(long_question *q, wgcq_trace *trace, const wgcq_question *question,
                              wgcq_rows *rows, wgcq_error *err)
{
    bool first_only = lists_first_only(q->r); /* asked before a pager takes standard output */
    char remark[REMARK_MAX];
    if (q->r->count)
        return print_count_row(q, rows, err);
    request unlimited =
        *q->r; /* the library applies --limit itself, and reports what it left out */
    unlimited.limit = 0;
    answer a = {0};
    q->r = &unlimited;
    int code = long_question_rows(q, &a, rows, err);
    if (code == 0 && first_only && remark_on_first(remark, trace, question, rows, a.printed))
        a.remark = remark;
    return code < 0 ? message_failure(err) : long_question_answer(q, &a, rows);
}

static bool list_has_word(const char *word, const char *list)
{
    size_t length = strlen(word);
    for (const char *at = list; length && (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

/* The options of its own that a question has; of an unknown one, none. */
static const char *question_options(const char *question)
{
    size_t i = 0;
    while (wgcq_question_name(i) && strcmp(wgcq_question_name(i), question) != 0)
        i++;
    return wgcq_question_name(i) ? wgcq_question_options(i) : "";
}

/* The questions that have this option, separated by spaces; of a general option, none. */
static void list_questions_with(const char *option_name, char *out, size_t size)
{
    size_t length = 0;
    *out = '\0';
    for (size_t i = 0; wgcq_question_name(i) && length < size; i++)
        if (list_has_word(option_name, wgcq_question_options(i)))
            length += (size_t)snprintf(out + length, size - length, "%s%s", length ? " " : "",
                                       wgcq_question_name(i));
}

/* An option that would change nothing is a usage error. */
static void reject_idle_options(request *r)
{
    const char *question = asked_question(r), *own = question_options(question);
    for (int i = 0; i < OPTIONS; i++) {
        char having[256];
        if (!r->given[i] || list_has_word(option_table[i].name, own))
            continue;
        list_questions_with(option_table[i].name, having, sizeof having);
        if (*having)
            request_error(r, "--%s is not an option of '%s', but of: %s", option_table[i].name,
                          question, having);
    }
    bool best = strcmp(question, "best") == 0;
    if (r->count && (r->given[OPTION_limit] || r->given[OPTION_offset] ||
                     (best && r->given[OPTION_plan_count])))
        request_error(r, "--count counts all of them: it cannot be combined with --limit, --offset "
                         "or --k");
    if (r->count && r->histogram)
        request_error(r,
                      "--histogram counts plans already, a row for each length; leave out --count");
    if (strcmp(question, "classes") == 0 && !r->given[OPTION_equivalence])
        request_error(r, "'classes' needs --up-to symmetry, commuting or moves");
    if (best && !r->given[OPTION_plan_count])
        request_error(r, "'best' needs --k K");
    if (best && r->given[OPTION_limit])
        request_error(r, "--limit is not an option of 'best': give their number with --k");
}

/* A question for faults holds where it finds none, as a check does. */
static int status_of_question(const char *question, int status)
{
    if (strcmp(question, "coverage") != 0 || (status != STATUS_FOUND && status != STATUS_NONE))
        return status;
    return status == STATUS_FOUND ? STATUS_NONE : STATUS_FOUND;
}

static wgcq_question question_of_request(const request *r)
{
    bool best = strcmp(asked_question(r), "best") == 0;
    return (wgcq_question){.what = asked_question(r),
                           .by = r->cost_order,
                           .limit = best ? r->plan_count : r->limit,
                           .offset = r->offset,
                           .length = r->length,
                           .has_length = r->given[OPTION_length],
                           .within = r->within,
                           .has_within = r->given[OPTION_within],
                           .count = r->count,
                           .up_to = r->equivalence,
                           .of = r->plan_set,
                           .best = best ? 0 : r->plan_count,
                           .unique = r->unique,
                           .reachable_from = r->reachable_from,
                           .all_starts = r->all_starts,
                           .histogram = r->histogram};
}

static int answer_question(const request *r, wgcq_trace *trace)
{
    wgcq_question question = question_of_request(r);
    wgcq_error err = {0};
    long_question q;
    if (lists_first_only(r) && strcmp(question.what, "best") != 0)
        question.limit = FIRST_ROWS;
    long_question_begin(&q, r);
    wgcq_trace_set_monitor(trace, &q.monitor);
    wgcq_rows *rows = NULL;
    long_question_enter();
    int code = long_question_leave(wgcq_ask(&rows, trace, &question, &q.monitor, &err)), status;
    if (wgcq_trace_was_rerun(trace, NULL))
        open_trace_note_rerun(trace, r);
    if (code < 0)
        status = long_question_failure(&q, &err);
    else
        status =
            status_of_question(question.what, print_query_answer(&q, trace, &question, rows, &err));
    long_question_end(&q);
    wgcq_rows_free(rows);
    wgcq_trace_set_monitor(trace, NULL);
    return status;
}

static int answer_of_tree(const request *r, wgcq_trace *trace)
{
    if (!strcmp(asked_question(r), "why")) {
        message_error("why is asked of a node: wgcq why %s NODE", r->operands[0]);
        return STATUS_USAGE;
    }
    return open_journey_ask(r, trace, asked_question(r), 0);
}

/* The question, asked of several files. */
static int answer_of_files(request *r)
{
    const wgcq_question question = question_of_request(r);
    if (r->count)
        request_error(r, "--count is of one file");
    if (r->given[OPTION_reachable_from])
        request_error(r, "--reachable-from is of one file: each has ids of its own");
    return r->errors ? request_usage_hint(r) : query_files(r, &question);
}

int command_query(request *r)
{
    if (r->operand_count == 2 && wgcq_is_tree(r->operands[0]))
        return open_journey(r, answer_of_tree);
    reject_idle_options(r);
    if (r->errors)
        return request_usage_hint(r);
    return query_is_of_files(r) ? answer_of_files(r) : open_trace(r, answer_question);
}
