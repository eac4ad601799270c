/* report_text.c - what a run found, as a person reads it. */
#include "report/report.h"

#include "output/exit_status.h"
#include "output/messages.h"
#include "output/print_plan.h"
#include "output/terminal_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TERM_WIDE = 12 };

static void term(const char *name)
{
    printf("%-*s", TERM_WIDE, name);
}

static void figure(const char *name, uint64_t value)
{
    term(name);
    printf("%" PRIu64 "\n", value);
}

static void figures(const wgcq_summary *s)
{
    figure("states", s->states);
    figure("edges", s->edges);
    if (s->depth_known)
        figure("depth", s->depth);
    if (s->has_goal)
        figure("goals", s->goals);
    if (s->has_goal && s->dead_ends_known)
        figure("dead ends", s->dead_ends);
    if (s->rejections_known)
        figure("rejections", s->rejections);
}

/* Not of `moves`: that is the shortest, which the first line has. */
static void cheapest(const wgcq_summary *s)
{
    bool first = true;
    for (size_t i = 0; i < s->cheapest_count; i++) {
        const wgcq_best *b = &s->cheapest[i];
        if (!b->known || strcmp(b->cost, "moves") == 0)
            continue;
        term(first ? "cheapest" : "");
        display_print(stdout, b->cost, strlen(b->cost));
        printf(" %" PRId64, b->value);
        if (b->count)
            printf(", %s way%s", b->count, strcmp(b->count, "1") == 0 ? "" : "s");
        putchar('\n');
        first = false;
    }
}

/* What the file holds of the run. */
static void kept(const report *p)
{
    static const char *const what[] = {"states, edges, rejections, ", "states, edges, ", "states, ",
                                       ""};
    const wgcq_summary *s = p->summary;
    term("file");
    if (!p->db) {
        puts("none");
        return;
    }
    display_print(stdout, p->db, strlen(p->db));
    if (p->request->keep == WGCQ_TRACE_NONE) {
        puts(": the figures of this run");
        return;
    }
    printf(": %s%" PRIu64, what[p->request->keep], s->solutions_stored);
    if (s->solutions_count)
        printf(" of %s", s->solutions_count);
    bool one = s->solutions_stored == 1 && !s->solutions_count;
    puts(one ? " solution" : " solutions");
}

/* A file's name as a shell takes it. */
static void quoted(const char *file)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "./_-+,:@%";
    if (*file && strspn(file, plain) == strlen(file)) {
        fputs(file, stdout);
        return;
    }
    for (size_t length; putchar('\''), length = strcspn(file, "'"), true; file += length + 1) {
        display_print(stdout, file, length);
        putchar('\'');
        if (!file[length])
            return;
        fputs("\\'", stdout);
    }
}

static void advise(const char *verb, const char *db, const char *rest)
{
    printf("  wgcq %s ", verb);
    quoted(db);
    printf("%s\n", rest);
}

/* How to go on, with what this file can answer. */
static void advice(const report *p)
{
    const wgcq_summary *s = p->summary;
    if (!p->db || p->request->quiet || p->request->keep == WGCQ_TRACE_NONE)
        return;
    puts("\ngo on with");
    if (s->solutions_stored > 1)
        advise("show", p->db, " 2");
    if (p->request->keep <= WGCQ_TRACE_EDGES && s->verdict == WGCQ_FOUND && s->has_goal)
        advise("query", p->db, " all --limit 10");
    if (p->request->keep == WGCQ_TRACE_ALL && s->rejections > 0)
        advise("sql", p->db, " \"SELECT rule, count(*) FROM rejections GROUP BY rule\"");
    else if (p->request->keep <= WGCQ_TRACE_STATES)
        advise("sql", p->db, " \"SELECT depth, count(*) FROM states GROUP BY depth\"");
    else
        advise("sql", p->db, " \"SELECT * FROM runs\"");
}

static int first_solution(const report *p, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    uint64_t steps = 0;
    int code = wgcq_result_first(&rows, p->result, err);
    if (code == 0) {
        putchar('\n');
        code = walk_print(stdout, rows, &steps, err);
    }
    wgcq_rows_free(rows);
    return code < 0 ? code : 0;
}

int report_person(const report *p, wgcq_error *err)
{
    char *verdict = report_verdict(p);
    ink_set(stdout, INK_BOLD);
    display_print(stdout, verdict, strlen(verdict));
    ink_set(stdout, INK_PLAIN);
    fputs("\n\n", stdout);
    free(verdict);
    figures(p->summary);
    cheapest(p->summary);
    term("seconds");
    printf("%.3f\n", p->summary->seconds);
    kept(p);
    int code = 0;
    if (p->summary->verdict == WGCQ_FOUND && p->summary->has_goal)
        code = first_solution(p, err);
    if (code == 0)
        advice(p);
    return code;
}
