/* cmd_compare.c - wgcq compare DB A B..., or DB DB: solutions side by side, and the files that
 * hold them.
 */
#include "commands/commands.h"

#include "args/compare_args.h"
#include "opened/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/terminal_pager.h"
#include "report/long_question.h"
#include "rows/print_differing_figures.h"
#include "rows/print_plans_side_by_side.h"

#include <assert.h>

typedef struct comparison_part {
    wgcq_compare_part which;
    bool of_files; /* else of solutions */
} comparison_part;

/* In the order of the words of --part, behind "all". */
static const comparison_part parts[] = {
    {WGCQ_COMPARE_STEPS, false},  {WGCQ_COMPARE_SOLUTIONS, false}, {WGCQ_COMPARE_PAIRS, false},
    {WGCQ_COMPARE_STATES, false}, {WGCQ_COMPARE_FILES, true},      {WGCQ_COMPARE_ONLY, true},
};
enum { PARTS = sizeof parts / sizeof *parts, ALL_PARTS = 0 };
static_assert(PARTS == WGCQ_COMPARE_ONLY + 1, "a part for each wgcq_compare_part");

static const char *part_name(int i)
{
    assert(i >= 0 && i < PARTS);
    return option_word(KIND_PART, i + 1);
}

/* ---- comparing ---------------------------------------------------------------------------- */

static int compare_part(wgcq_rows **out, long_question *q, const compare_args *c,
                        wgcq_compare_part which, wgcq_error *err)
{
    for (size_t i = 0; i < c->source_count; i++)
        wgcq_trace_set_monitor(c->sources[i].trace, &q->monitor);
    long_question_enter();
    int code = long_question_leave(wgcq_compare(out, which, c->solutions, c->count, err));
    for (size_t i = 0; i < c->source_count; i++)
        wgcq_trace_set_monitor(c->sources[i].trace, NULL);
    return code;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void print_part_remark(const request *r, const wgcq_rows *rows)
{
    const char *text = wgcq_rows_remark(rows);
    if (text && request_format(r)->allows_prose)
        printf("\n%s\n", text);
    else if (text && !r->quiet)
        message_note("%s", text);
}

typedef struct printed_parts {
    bool begun;
    bool unknown; /* some part is incomplete */
} printed_parts;

static bool shows_differences_only(const request *r)
{
    return request_format(r)->allows_prose && !r->compare_all;
}

/* `differing`: how many are printed above. */
static void print_equal_remark(const comparison_part *p, uint64_t differing, uint64_t equal)
{
    const char *noun = p->of_files ? "figure" : "step";
    if (equal)
        printf("%s%s%s %s%s equal; --all shows %s\n", differing ? "\n" : "",
               differing ? "" : "all ", WGCQ_GROUPED(equal), noun, equal == 1 ? " is" : "s are",
               equal == 1 ? "it" : "them");
}

static int print_part_rows(const request *r, const compare_args *c, const comparison_part *p,
                           wgcq_rows *rows, wgcq_error *err)
{
    const row_format *format = request_format(r);
    answer a = {0};
    uint64_t differing = 1, equal = 0;
    int code;
    if (p->which == WGCQ_COMPARE_STEPS && format->allows_prose)
        code = print_plans_side_by_side(stdout, format, rows,
                                        shows_differences_only(r) ? &equal : NULL, err);
    else if (p->which == WGCQ_COMPARE_FILES && shows_differences_only(r))
        code =
            print_differing_figures(stdout, format, rows, c->source_count, &differing, &equal, err);
    else
        code = answer_rows(&a, r, rows, err);
    if (!code)
        print_equal_remark(p, differing, equal);
    return code;
}

static int print_rows(const request *r, const compare_args *c, const comparison_part *p,
                      wgcq_rows *rows, printed_parts *printed, wgcq_error *err)
{
    terminal_pager_begin();
    if (printed->begun)
        putchar('\n');
    int code = print_part_rows(r, c, p, rows, err);
    if (!code)
        print_part_remark(r, rows);
    printed->begun = printed->begun || !code;
    printed->unknown = printed->unknown || (!code && wgcq_rows_unknown(rows));
    return code;
}

static int print_part(long_question *q, const compare_args *c, const comparison_part *p,
                      printed_parts *printed, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    int code = compare_part(&rows, q, c, p->which, err);
    code = code ? code : print_rows(q->r, c, p, rows, printed, err);
    wgcq_rows_free(rows);
    return code;
}

static bool part_applies(const compare_args *c, const comparison_part *p)
{
    return p->of_files ? c->source_count > 1 : compare_args_solution_count(c) > 0;
}

/* Everything, for people: common states are left out, since the steps show them. */
static int print_all_parts(long_question *q, const compare_args *c, printed_parts *printed,
                           wgcq_error *err)
{
    int code = 0;
    for (int i = 0; i < PARTS && !code; i++)
        if (part_applies(c, &parts[i]) && parts[i].which != WGCQ_COMPARE_STATES)
            code = print_part(q, c, &parts[i], printed, err);
    return code;
}

/* all: [PARTS] NULL: the part does not apply, or, behind `known` of them, is not known. */
static int print_object(const request *r, const compare_args *c, wgcq_rows **all, int known,
                        printed_parts *printed, wgcq_error *err)
{
    int code = 0;
    for (int i = 0; i < PARTS && !code; i++) {
        printed_parts apart = {0};
        printf("%s\"%s\": ", i ? "," : "{\n", part_name(i));
        if (all[i])
            code = print_rows(r, c, &parts[i], all[i], &apart, err);
        else
            puts(i < known ? "[]" : "null");
        printed->begun = true;
        printed->unknown = printed->unknown || apart.unknown;
    }
    if (!code)
        puts("}");
    return code;
}

/* One object, an array a part, of which nothing is printed before all parts are known.  Where a
   limit ends one, it and those behind it are null. */
static int print_parts_as_object(long_question *q, const compare_args *c, printed_parts *printed,
                                 wgcq_error *err)
{
    wgcq_rows *all[PARTS] = {0};
    int code = 0, known = 0, failure;
    for (; known < PARTS && !code; known += !code)
        if (part_applies(c, &parts[known]))
            code = compare_part(&all[known], q, c, parts[known].which, err);
    failure = !code || long_question_is_cut(q, err)
                  ? print_object(q->r, c, all, known, printed, code ? NULL : err)
                  : 0;
    for (int i = 0; i < PARTS; i++)
        wgcq_rows_free(all[i]);
    return code ? code : failure;
}

/* The part that a format with one list has, without --part. */
static int default_part(const request *r, const compare_args *c)
{
    if (r->summary)
        return WGCQ_COMPARE_SOLUTIONS;
    return compare_args_solution_count(c) ? WGCQ_COMPARE_STEPS : WGCQ_COMPARE_FILES;
}

static int print_comparison(long_question *q, const compare_args *c, printed_parts *printed,
                            wgcq_error *err)
{
    const request *r = q->r;
    bool all = r->given[OPTION_part] && r->part == ALL_PARTS;
    bool people = request_format(r)->for_people;
    if (r->summary || (r->given[OPTION_part] && !all) || (!all && !people)) {
        int i = r->given[OPTION_part] ? r->part - 1 : default_part(r, c);
        return print_part(q, c, &parts[i], printed, err);
    }
    return people ? print_all_parts(q, c, printed, err) : print_parts_as_object(q, c, printed, err);
}

/* ---- the command ----------------------------------------------------------------------------- */

static void check_part_options(request *r, const compare_args *c)
{
    const row_format *format = request_format(r);
    if (r->summary && r->given[OPTION_part])
        request_error(r, "--summary is --part solutions: give one of the two");
    if (format->holds_one_list && r->given[OPTION_part] && r->part == ALL_PARTS)
        request_error(r, "--part all cannot be written in --format %s, which holds one list",
                      format->name);
    if (!r->errors && r->given[OPTION_part] && r->part != ALL_PARTS &&
        !part_applies(c, &parts[r->part - 1]))
        request_error(r,
                      parts[r->part - 1].of_files ? "--part %s needs two files or more"
                                                  : "--part %s: none of the files has a solution",
                      part_name(r->part - 1));
}

/* The printed parts hold, but some part is missing. */
static int compare_failure(long_question *q, const printed_parts *printed, const wgcq_error *err)
{
    if (!printed->begun || !long_question_is_cut(q, err))
        return long_question_failure(q, err);
    long_question_end(q);
    message_note("%s: what follows is not known", q->reason);
    return long_question_cut_status(q);
}

int command_compare(request *r)
{
    wgcq_error err = {0};
    compare_args c;
    printed_parts printed = {0};
    long_question q;
    int status;
    long_question_begin(&q, r);
    long_question_enter();
    int code = long_question_leave(compare_args_read(&c, r, &q.monitor, &err));
    if (!code)
        check_part_options(r, &c);
    if (!code && !r->errors)
        code = print_comparison(&q, &c, &printed, &err);
    for (size_t i = 0; i < c.source_count && !code && !r->errors; i++)
        open_trace_note_rerun(c.sources[i].trace, r);
    if (r->errors)
        status = request_usage_hint(r);
    else
        status = code < 0          ? compare_failure(&q, &printed, &err)
                 : printed.unknown ? STATUS_UNKNOWN
                                   : STATUS_FOUND;
    long_question_end(&q);
    compare_args_free(&c);
    return status;
}
