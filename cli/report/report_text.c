/* report_text.c - the report as text. */
#include "report/report.h"

#include "args/number.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/program_name.h"
#include "output/terminal_text.h"
#include "rows/print_plan.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TERM_WIDE = 12 };

static void print_term(const char *name)
{
    printf("%-*s", TERM_WIDE, name);
}

static void print_figure(const char *name, uint64_t value)
{
    print_term(name);
    printf("%" PRIu64 "\n", value);
}

/* That many states were kept of all. */
static void print_orbits(const wgcq_summary *s)
{
    if (!s->orbits)
        return;
    print_term("orbits");
    printf("%" PRIu64 ": the symmetry %s\n", s->orbits,
           s->symmetry_proved ? "is proved by the moves"
                              : "was checked in every state that was expanded");
}

static void print_goals(const wgcq_summary *s)
{
    print_term("goals");
    printf("%" PRIu64, s->goals);
    if (s->orbits)
        printf(" in %" PRIu64 " orbit%s", s->goal_orbits, s->goal_orbits == 1 ? "" : "s");
    putchar('\n');
}

static void print_estimate(const wgcq_summary *s)
{
    if (!s->estimate)
        return;
    print_term("estimate");
    if (*s->estimate)
        printf("made of %" PRIu64 " states of ", s->estimate_states);
    terminal_print(stdout, s->estimate, strlen(s->estimate));
    puts(*s->estimate ? "" : "none: nothing was found that bounds it");
}

static void print_states(const wgcq_summary *s)
{
    print_term("states");
    printf("%" PRIu64, s->states);
    if (s->from_both_ends)
        printf(" from the starts, %" PRIu64 " from the goals", s->states_from_goals);
    putchar('\n');
}

static void print_figures(const wgcq_summary *s)
{
    print_states(s);
    print_estimate(s);
    print_orbits(s);
    print_figure("edges", s->edges);
    if (s->depth_known)
        print_figure("depth", s->depth);
    if (s->has_goal)
        print_goals(s);
    if (s->has_goal && s->dead_ends_known)
        print_figure("dead ends", s->dead_ends);
    if (s->deadlocks_known && s->deadlocks)
        print_figure("deadlocks", s->deadlocks);
    if (s->rejections_known)
        print_figure("rejections", s->rejections);
}

static void print_violations(const report *p)
{
    const wgcq_summary *s = p->summary;
    for (size_t i = 0; i < s->violation_count; i++) {
        const wgcq_checked *v = s->violations[i];
        char *text = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        if (!out)
            message_no_memory();
        report_put_violation(out, p, v);
        fprintf(out, ": %" PRIu64 " state%s", v->states, v->states == 1 ? "" : "s");
        if (fclose(out) != 0 || !text)
            message_no_memory();
        print_term(i ? "" : "violated");
        terminal_print(stdout, text, length);
        putchar('\n');
        free(text);
    }
}

/* Without `moves`, which the first line has as shortest. */
static void print_cheapest(const wgcq_summary *s)
{
    bool first = true;
    for (size_t i = 0; i < s->cheapest_count; i++) {
        const wgcq_optimum *b = &s->cheapest[i];
        if (!b->known || strcmp(b->cost, "moves") == 0)
            continue;
        print_term(first ? "cheapest" : "");
        terminal_print(stdout, b->cost, strlen(b->cost));
        printf(" %" PRId64, b->value);
        if (b->count)
            printf(", %s way%s", b->count, strcmp(b->count, "1") == 0 ? "" : "s");
        putchar('\n');
        first = false;
    }
}

/* What went through the files of --spill. */
static void print_spilled(const wgcq_summary *s)
{
    char written[SIZE_TEXT_MAX], read[SIZE_TEXT_MAX];
    if (!s->spill_written)
        return;
    print_term("spilled");
    printf("%s written, %s read\n", number_format_size(written, (double)s->spill_written),
           number_format_size(read, (double)s->spill_read));
}

/* What the file stores of the run. */
static void print_stored(const report *p)
{
    static const char *const contents[] = {"states, edges, rejections, ", "states, edges, ",
                                           "states, ", ""};
    const wgcq_summary *s = p->summary;
    assert(p->request->trace_level >= WGCQ_TRACE_ALL && p->request->trace_level <= WGCQ_TRACE_NONE);
    print_term("file");
    if (!p->db) {
        puts("none");
        print_spilled(s);
        return;
    }
    terminal_print(stdout, p->db, strlen(p->db));
    if (p->request->trace_level == WGCQ_TRACE_NONE) {
        puts(": the figures of this run");
        return;
    }
    printf(": %s%" PRIu64, contents[p->request->trace_level], s->solutions_stored);
    if (s->solutions_count)
        printf(" of %s", s->solutions_count);
    bool one = s->solutions_stored == 1 && !s->solutions_count;
    puts(one ? " solution" : " solutions");
    print_spilled(s);
}

static void print_next_command(const char *verb, const char *db, const char *rest)
{
    char *word = program_shell_word(db);
    fputs("  ", stdout);
    terminal_print(stdout, program_name(), strlen(program_name()));
    printf(" %s ", verb);
    terminal_print(stdout, word, strlen(word));
    puts(rest);
    free(word);
}

/* Commands to continue with, which this file can answer. */
static void print_next_commands(const report *p)
{
    const wgcq_summary *s = p->summary;
    if (!p->db || p->request->quiet || p->request->trace_level == WGCQ_TRACE_NONE)
        return;
    puts("\ngo on with");
    if (s->violation_count)
        print_next_command("query", p->db, " violations --limit 10");
    if (s->solutions_stored > 1)
        print_next_command("show", p->db, " 2");
    if (p->request->trace_level <= WGCQ_TRACE_EDGES && s->outcome == WGCQ_FOUND && s->has_goal)
        print_next_command("query", p->db, " all --limit 10");
    if (p->request->trace_level == WGCQ_TRACE_ALL && s->rejections > 0)
        print_next_command("sql", p->db,
                           " \"SELECT rule, count(*) FROM rejections GROUP BY rule\"");
    else if (p->request->trace_level <= WGCQ_TRACE_STATES)
        print_next_command("sql", p->db, " \"SELECT depth, count(*) FROM states GROUP BY depth\"");
    else
        print_next_command("sql", p->db, " \"SELECT * FROM runs\"");
}

/* The counterexample where there is one, else the first solution. */
static int print_steps(const report *p, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    uint64_t steps = 0;
    int code = p->summary->violation_count ? wgcq_result_counterexample(&rows, p->result, err)
                                           : wgcq_result_first(&rows, p->result, err);
    if (code == 0) {
        putchar('\n');
        code = print_plan(stdout, request_format(p->request), rows, &steps, err);
    }
    wgcq_rows_free(rows);
    return code < 0 ? code : 0;
}

/* An interrupted run leaves no time for a counterexample. */
static bool has_steps(const report *p)
{
    const wgcq_summary *s = p->summary;
    return s->violation_count ? !report_interrupted(p) : s->outcome == WGCQ_FOUND && s->has_goal;
}

int report_text(const report *p, wgcq_error *err)
{
    char *verdict = report_verdict(p);
    style_set(stdout, STYLE_BOLD);
    terminal_print(stdout, verdict, strlen(verdict));
    style_set(stdout, STYLE_PLAIN);
    fputs("\n\n", stdout);
    free(verdict);
    print_figures(p->summary);
    print_violations(p);
    print_cheapest(p->summary);
    print_term("seconds");
    printf("%.3f\n", p->summary->seconds);
    print_stored(p);
    int code = 0;
    if (has_steps(p))
        code = print_steps(p, err);
    if (code == 0)
        print_next_commands(p);
    return code;
}
