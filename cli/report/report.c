/* report.c - the result of a run in one line; chooses the form of the report. */
#include "report/report.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool report_interrupted(const report *p)
{
    return strcmp(p->summary->status, "interrupted") == 0;
}

static void print_plural(FILE *out, uint64_t count, const char *noun)
{
    fprintf(out, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : "s");
}

static void print_solution_verdict(FILE *out, const wgcq_summary *s)
{
    if (!s->shortest.known) {
        fputs("solved: a solution was found, not proved to be the shortest", out);
        return;
    }
    fputs("solved: shortest ", out);
    print_plural(out, (uint64_t)s->shortest.value, "move");
    if (s->shortest.count)
        fprintf(out, ", %s way%s", s->shortest.count,
                strcmp(s->shortest.count, "1") == 0 ? "" : "s");
}

/* Why a run is not complete. */
static void print_stop_reason(FILE *out, const report *p)
{
    if (report_interrupted(p))
        fputs("interrupted", out);
    else
        fprintf(out, "stopped at %s", p->summary->limit ? p->summary->limit : "a limit");
    fputs(" after ", out);
    print_plural(out, p->summary->states, "state");
}

static void print_verdict(FILE *out, const report *p)
{
    const wgcq_summary *s = p->summary;
    bool complete = strcmp(s->status, "complete") == 0;
    if (s->outcome == WGCQ_UNKNOWN) {
        fputs(s->has_goal ? "not known: " : "not all explored: ", out);
        print_stop_reason(out, p);
    } else if (s->outcome == WGCQ_UNSOLVABLE) {
        fputs("proved: no solution exists; all ", out);
        print_plural(out, s->states, "reachable state");
        fputs(s->states == 1 ? " was explored" : " were explored", out);
    } else if (!s->has_goal) {
        fputs("explored: all ", out);
        print_plural(out, s->states, "reachable state");
        fputs("; the puzzle has no goal", out);
    } else {
        print_solution_verdict(out, s);
        if (!complete) {
            fputs("; ", out);
            print_stop_reason(out, p);
        }
    }
    if (s->remark) /* such as fewer solutions stored than requested */
        fprintf(out, "; %s", s->remark);
}

char *report_verdict(const report *p)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        message_no_memory();
    print_verdict(out, p);
    if (fclose(out) != 0 || !text)
        message_no_memory();
    return text;
}

int report_print(const report *p, wgcq_error *err)
{
    assert(p->puzzle && p->result && p->summary);
    const row_format *format = request_format(p->request);
    if (format->allows_prose)
        return report_text(p, err);
    if (format->is_json)
        report_json(p, format->holds_one_list);
    else
        report_row(p);
    return 0;
}

int report_status(const wgcq_summary *s)
{
    if (strcmp(s->status, "interrupted") == 0)
        return STATUS_INTERRUPTED;
    switch (s->outcome) {
    case WGCQ_FOUND: return STATUS_FOUND;
    case WGCQ_UNSOLVABLE: return STATUS_NONE;
    case WGCQ_UNKNOWN: break;
    }
    return STATUS_UNKNOWN;
}
