/* long_question.c - progress, limits and interrupts of a question, and the remarks on them. */
#include "report/long_question.h"

#include "args/number.h"
#include "output/exit_status.h"
#include "output/memory_limit.h"
#include "output/messages.h"
#include "rows/deadline.h"

#include <stdio.h>
#include <string.h>

/* The library has so long to notice the limit, to free its memory and to return what is known: so
   much, and such a part of the limit. */
static const double GRACE_SECONDS = 0.4, GRACE_PART = 0.05;
/* Seconds until the deadline thread speaks, behind the progress line. */
static const double MUTE_SECONDS = 1.7;

typedef struct shorter_way {
    const char *command, *question; /* question: NULL: any */
    const char *text;
} shorter_way;

static const shorter_way shorter_ways[] = {
    {"query", "classes", "--of shortest groups the shortest plans alone, --k K the best K"},
    {"query", "all", "--limit N lists the first N"},
    {"query", "plans", "--limit N lists the first N"},
    {"query", "shortest", "--limit N lists the first N"},
    {"query", "cheapest", "--limit N lists the first N"},
    {"query", "best", "a smaller K takes less"},
    {"query", "pareto", "--by COST,COST compares fewer costs"},
    {"plans", NULL, "--limit N lists the first N"},
    {"graph", NULL, "--depth N draws a part"},
    {"compare", NULL, "--part steps compares the steps alone"},
};
enum { WAYS = sizeof shorter_ways / sizeof *shorter_ways };

/* Classes are of the shortest plans unless an option asks for others. */
static bool has_default_plans(const request *r, const char *question)
{
    return !strcmp(question, "classes") && !r->given[OPTION_plan_set] &&
           !r->given[OPTION_plan_count] && !r->given[OPTION_within];
}

/* NULL: there is no other than a limit. */
static const char *find_shorter_way(const request *r)
{
    const char *question = r->operand_count > 1 ? r->operands[1] : "";
    if (has_default_plans(r, question))
        return r->count ? "--k K groups the best K plans alone"
                        : "--count counts them without a list of the plans, --k K groups the best "
                          "K alone";
    for (int i = 0; i < WAYS && !r->count; i++) {
        const shorter_way *w = &shorter_ways[i];
        if (!strcmp(w->command, r->command->name) &&
            (!w->question || !strcmp(w->question, question)))
            return w->text;
    }
    return NULL;
}

static void set_shorter(long_question *q)
{
    const char *way = find_shorter_way(q->r);
    char limit[80] = "--max-time SECONDS ends it with what is known by then";
    if (q->r->max_time > 0)
        snprintf(limit, sizeof limit, "it ends at --max-time %g", q->r->max_time);
    snprintf(q->shorter, sizeof q->shorter, "%s%s%s", way ? way : "", way ? "; " : "", limit);
}

static void say_long(void *self)
{
    long_question *q = self;
    progress_line_say_long(&q->progress);
}

/* While SQLite works that is all that the library can say: what is asked says more, and how many
   rows there are. */
static int report_question(void *self, const wgcq_progress *progress)
{
    long_question *q = self;
    wgcq_progress p = *progress;
    if (p.phase && !strcmp(p.phase, "asking")) {
        p.phase = q->name;
        p.found = q->answer ? q->answer->printed : 0;
    }
    return q->report_line(&q->progress, &p);
}

/* The question, or else the command. */
static const char *name_question(const request *r)
{
    return !strcmp(r->command->name, "query") && r->operand_count > 1 ? r->operands[1]
                                                                      : r->command->name;
}

/* `seconds`: when the thread ends the program, or 0. */
static void begin_question(long_question *q, const request *r, double seconds)
{
    memset(q, 0, sizeof *q);
    q->r = r;
    q->name = name_question(r);
    q->monitor = progress_line_begin(&q->progress, r->quiet);
    q->report_line = q->monitor.report;
    q->monitor = (wgcq_monitor){.self = q, .report = report_question};
    q->progress.asked = q->name;
    q->progress.began = r->began; /* the time limit includes opening the file */
    q->progress.max_seconds = r->max_time;
    set_shorter(q);
    q->progress.when_long = q->shorter;
    const double gone = progress_line_seconds(&q->progress);
    const double mute = MUTE_SECONDS > gone ? MUTE_SECONDS - gone : 0;
    deadline_begin(seconds, GRACE_SECONDS + GRACE_PART * seconds - gone,
                   &(deadline_remark){mute, say_long, q});
    memory_limit_begin(r->max_memory);
}

void long_question_begin(long_question *q, const request *r)
{
    begin_question(q, r, 0);
}

void long_question_begin_sql(long_question *q, const request *r)
{
    begin_question(q, r, r->max_time);
}

void long_question_enter(void)
{
    deadline_enter(NULL);
}

int long_question_leave(int code)
{
    deadline_leave();
    progress_line_hide();
    return code;
}

bool long_question_waits(long_question *q, const char *phase)
{
    const wgcq_progress p = {.phase = phase, .seconds = progress_line_seconds(&q->progress)};
    return q->monitor.report(q->monitor.self, &p);
}

bool long_question_is_cut(long_question *q, const wgcq_error *err)
{
    char size[SIZE_TEXT_MAX];
    bool no_memory = err->code == WGCQ_EMEMORY && q->r->max_memory;
    if (err->code != WGCQ_EINTERRUPT && !no_memory)
        return q->cut;
    if (no_memory)
        snprintf(q->reason, sizeof q->reason, "stopped at --max-memory %s",
                 number_format_size(size, (double)q->r->max_memory));
    else if (q->progress.timed_out && !q->progress.interrupted)
        snprintf(q->reason, sizeof q->reason, "stopped at --max-time %g", q->r->max_time);
    else
        snprintf(q->reason, sizeof q->reason, "interrupted");
    q->cut = true;
    return true;
}

bool long_question_heard(long_question *q)
{
    wgcq_error heard = {.code = WGCQ_EINTERRUPT};
    bool stopped = q->progress.timed_out || q->progress.interrupted;
    return stopped && long_question_is_cut(q, &heard);
}

int long_question_rows(long_question *q, answer *a, wgcq_rows *rows, wgcq_error *err)
{
    q->answer = a;
    int code = answer_rows(a, q->r, rows, err);
    q->answer = NULL;
    if (code < 0 && long_question_is_cut(q, err)) {
        const char *known = wgcq_rows_remark(rows);
        snprintf(q->remark, sizeof q->remark, "%s%s%s", q->reason, known ? ": " : "; ",
                 known ? known : "there may be more");
        a->remark = q->remark;
        code = 0;
    }
    long_question_end(q);
    return code;
}

static int report_nothing_known(const long_question *q)
{
    if (q->print_unknown)
        q->print_unknown(q->r);
    message_note("%s: nothing is known yet", q->reason);
    return long_question_cut_status(q);
}

int long_question_answer(const long_question *q, const answer *a, const wgcq_rows *rows)
{
    if (q->cut && !a->printed && !wgcq_rows_remark(rows))
        return report_nothing_known(q);
    int status = answer_end(a, q->r, rows);
    return q->cut ? long_question_cut_status(q) : status;
}

int long_question_failure(long_question *q, const wgcq_error *err)
{
    bool cut = long_question_is_cut(q, err);
    long_question_end(q);
    return cut ? report_nothing_known(q) : message_failure(err);
}

int long_question_cut_status(const long_question *q)
{
    return strcmp(q->reason, "interrupted") == 0 ? STATUS_INTERRUPTED : STATUS_UNKNOWN;
}

void long_question_end(long_question *q)
{
    deadline_end();
    memory_limit_end();
    progress_line_end(&q->progress);
}

int long_question_tell(long_question *q, int code, wgcq_rows *rows, wgcq_error *err)
{
    answer a = {0};
    if (code < 0)
        return long_question_failure(q, err);
    code = long_question_rows(q, &a, rows, err);
    return code < 0 ? message_failure(err) : long_question_answer(q, &a, rows);
}
