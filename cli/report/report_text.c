/* report_text.c - the report as text. */
#include "report/report.h"

#include "args/number.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/program_name.h"
#include "output/terminal_text.h"
#include "rows/print_plan.h"

#include <assert.h>
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
    puts(WGCQ_GROUPED(value));
}

/* States stored, one of each orbit. */
static void print_orbits(const wgcq_summary *s)
{
    if (!s->orbits)
        return;
    print_term("orbits");
    printf("%s: the symmetry %s%s\n", WGCQ_GROUPED(s->orbits),
           s->symmetry_proved ? "is proved by the moves"
                              : "was checked in every state that was expanded",
           s->orbits_only ? ", and does not keep the start" : "");
}

/* "1,204 in 77 orbits"; the second alone where only that is known. */
static void print_in_orbits(const wgcq_summary *s, const char *name, uint64_t states, bool known,
                            uint64_t orbits)
{
    print_term(name);
    if (known)
        fputs(WGCQ_GROUPED(states), stdout);
    if (s->orbits)
        printf("%sin %s orbit%s", known ? " " : "", WGCQ_GROUPED(orbits), orbits == 1 ? "" : "s");
    putchar('\n');
}

static void print_estimate(const wgcq_summary *s)
{
    if (!s->estimate)
        return;
    print_term("estimate");
    if (*s->estimate)
        printf("made of %s states of ", WGCQ_GROUPED(s->estimate_states));
    terminal_print_text(stdout, s->estimate);
    puts(*s->estimate ? "" : "none: nothing was found that bounds it");
}

static void print_states(const wgcq_summary *s)
{
    print_term(s->rounds ? "nodes" : "states");
    fputs(s->orbits_only ? "not known, only in orbits" : WGCQ_GROUPED(s->states), stdout);
    if (s->rounds)
        printf(" in %u round%s", s->rounds, s->rounds == 1 ? "" : "s");
    if (s->from_both_ends)
        printf(" from the starts, %s from the goals", WGCQ_GROUPED(s->states_from_goals));
    putchar('\n');
}

/* "1,292, most by 'too heavy' 1,204, 'not beside' 88" */
static void print_rejections(const wgcq_summary *s)
{
    print_term("rejections");
    fputs(WGCQ_GROUPED(s->rejections), stdout);
    for (size_t i = 0; i < s->rejecting_count; i++) {
        const wgcq_rejecting *one = &s->rejecting[i];
        fputs(i ? ", '" : ", most by '", stdout);
        terminal_print_text(stdout, one->rule);
        printf("' %s", WGCQ_GROUPED(one->times));
    }
    putchar('\n');
}

/* A board begins below. */
static void print_nearest(const report *p)
{
    const wgcq_summary *s = p->summary;
    if (!s->nearest_known)
        return;
    print_term("nearest");
    printf("estimate %s", WGCQ_GROUPED((uint64_t)s->nearest_estimate));
    if (p->db && p->request->trace_level <= WGCQ_TRACE_STATES)
        printf(", in state %s", WGCQ_GROUPED(s->nearest_state));
    fputs(strchr(s->nearest, '\n') ? ":\n" : ": ", stdout);
    size_t length = strlen(s->nearest); /* may end with a board */
    terminal_print_each_line(stdout, s->nearest,
                             length && s->nearest[length - 1] == '\n' ? length - 1 : length);
    putchar('\n');
}

/* Dead ends and deadlocks. */
static void print_ends(const wgcq_summary *s)
{
    const bool unknown = s->orbits_only && report_knows_orbit_ends(s);
    if (s->has_goal && s->dead_ends_known)
        print_figure("dead ends", s->dead_ends);
    else if (s->has_goal && unknown)
        print_in_orbits(s, "dead ends", 0, false, s->dead_end_orbits);
    if (s->deadlocks_known && s->deadlocks)
        print_figure("deadlocks", s->deadlocks);
    else if (!s->deadlocks_known && unknown)
        print_in_orbits(s, "deadlocks", 0, false, s->deadlock_orbits);
}

static void print_figures(const wgcq_summary *s)
{
    print_states(s);
    print_estimate(s);
    print_orbits(s);
    if (!s->orbits_only)
        print_figure("edges", s->edges);
    if (s->depth_known)
        print_figure("depth", s->depth);
    if (s->has_goal)
        print_in_orbits(s, "goals", s->goals, report_knows_goals(s), s->goal_orbits);
    print_ends(s);
    if (s->has_bounds)
        print_figure("bounded", s->bounded);
    if (s->rejections_known)
        print_rejections(s);
}

/* A line that is written to memory first, as it may have control characters. */
static void print_line(memory_stream *l, const char *term, text_style style)
{
    char *text = memory_stream_end(l);
    print_term(term);
    style_set(stdout, style);
    terminal_print(stdout, text, l->length);
    style_set(stdout, STYLE_PLAIN);
    putchar('\n');
    free(text);
}

static void print_violations(const report *p)
{
    const wgcq_summary *s = p->summary;
    memory_stream l;
    for (size_t i = 0; i < s->violation_count; i++) {
        const wgcq_checked *v = s->violations[i];
        report_put_violation(memory_stream_begin(&l), p, v);
        if (v->states)
            fprintf(l.out, ": %s state%s", WGCQ_GROUPED(v->states), v->states == 1 ? "" : "s");
        print_line(&l, i ? "" : "violated", STYLE_ERROR);
    }
}

static void print_properties(const report *p)
{
    const wgcq_summary *s = p->summary;
    memory_stream l;
    for (size_t i = 0; i < s->property_count; i++) {
        report_put_property(memory_stream_begin(&l), p, &s->properties[i]);
        print_line(&l, i ? "" : "properties",
                   !s->properties[i].known  ? STYLE_BOLD
                   : s->properties[i].holds ? STYLE_GOOD
                                            : STYLE_ERROR);
    }
}

/* The least of costs, or the greatest; without `moves`, which the first line has as shortest. */
static void print_optima(const wgcq_summary *s, bool maximized)
{
    bool first = true;
    for (size_t i = 0; i < s->cheapest_count; i++) {
        const wgcq_optimum *b = &s->cheapest[i];
        if (!b->known || b->maximized != maximized || strcmp(b->cost, "moves") == 0)
            continue;
        print_term(!first ? "" : maximized ? "greatest" : "cheapest");
        terminal_print_text(stdout, b->cost);
        printf(" %s", WGCQ_GROUPED((uint64_t)b->value)); /* no cost is negative */
        if (b->count) {
            fputs(", ", stdout);
            report_put_count(stdout, b->count);
            fputs(strcmp(b->count, "1") == 0 ? " way" : " ways", stdout);
        }
        putchar('\n');
        first = false;
    }
}

/* Bytes that went through the files of --spill. */
static void print_spilled(const wgcq_summary *s)
{
    char written[SIZE_TEXT_MAX], read[SIZE_TEXT_MAX];
    if (!s->spill_written)
        return;
    print_term("spilled");
    printf("%s written, %s read\n", number_format_size(written, (double)s->spill_written),
           number_format_size(read, (double)s->spill_read));
}

/* The rows of the run that the file stores. */
static void print_contents(const wgcq_summary *s, int trace_level)
{
    static const char *const contents[] = {"states, edges, rejections, ", "states, edges, ",
                                           "states, ", ""};
    assert(trace_level >= WGCQ_TRACE_ALL && trace_level < WGCQ_TRACE_NONE);
    printf(": %s%s", contents[trace_level], WGCQ_GROUPED(s->solutions_stored));
    if (s->solutions_count) {
        fputs(" of ", stdout);
        report_put_count(stdout, s->solutions_count);
    }
    bool one = s->solutions_stored == 1 && !s->solutions_count;
    puts(one ? " solution" : " solutions");
}

static void print_stored(const report *p)
{
    print_term("file");
    if (p->db)
        terminal_print_text(stdout, p->db);
    if (!p->db)
        puts("none");
    else if (p->request->trace_level == WGCQ_TRACE_NONE)
        puts(": the figures of this run");
    else
        print_contents(p->summary, p->request->trace_level);
    print_spilled(p->summary);
}

static void print_next_command(const char *verb, const char *db, const char *rest)
{
    char *word = program_shell_word(db);
    fputs("  ", stdout);
    terminal_print_text(stdout, program_name());
    printf(" %s ", verb);
    terminal_print_text(stdout, word);
    puts(rest);
    free(word);
}

/* Commands to continue with, which this file can answer. */
static void print_next_commands(const report *p)
{
    const wgcq_summary *s = p->summary;
    if (!p->db || p->request->quiet || p->request->trace_level == WGCQ_TRACE_NONE)
        return;
    puts("\nnext:");
    if (s->violation_count)
        print_next_command("query", p->db, " violations --limit 10");
    if (s->broken)
        print_next_command("query", p->db, " lassos");
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

/* Why the last state of a counterexample is a deadlock. */
static void print_deadlock(const char *remark)
{
    if (!remark)
        return;
    putchar('\n');
    terminal_print_text(stdout, remark);
    putchar('\n');
}

/* The first line has the fewest moves, and costs may come before them. */
static void print_which_plan(const wgcq_summary *s, uint64_t moves)
{
    if (s->violation_count || s->broken || !s->shortest.known ||
        moves <= (uint64_t)s->shortest.value)
        return;
    bool maximized = false;
    for (size_t i = 0; i < s->cheapest_count; i++)
        maximized |= s->cheapest[i].maximized;
    printf("\nthe %s plan, of %s moves; the shortest has %s\n", maximized ? "best" : "cheapest",
           WGCQ_GROUPED(moves), WGCQ_GROUPED((uint64_t)s->shortest.value));
}

/* The steps of the path of a property that repeat, behind all of them. */
static void print_cycle(const wgcq_summary *s)
{
    const wgcq_property *p = s->violation_count ? NULL : s->broken;
    if (!p || !p->cycle)
        return;
    if (p->cycle == 1)
        printf("\nstep %s repeats for ever\n", WGCQ_GROUPED(p->stem + 1));
    else
        printf("\nsteps %s to %s repeat for ever\n", WGCQ_GROUPED(p->stem + 1),
               WGCQ_GROUPED(p->stem + p->cycle));
}

/* The counterexample where there is one, or the path of a property, else the first solution. */
static int print_steps(const report *p, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    uint64_t steps = 0;
    int code = p->summary->violation_count ? wgcq_result_counterexample(&rows, p->result, err)
               : p->summary->broken        ? wgcq_result_lasso(&rows, p->result, err)
                                           : wgcq_result_first(&rows, p->result, err);
    if (code == 0) {
        putchar('\n');
        code = print_plan(stdout, request_format(p->request), rows, &steps, err);
        if (code >= 0 && steps)
            print_which_plan(p->summary, steps - 1);
        print_deadlock(code == 0 ? wgcq_rows_remark(rows) : NULL);
        print_cycle(p->summary);
    }
    wgcq_rows_free(rows);
    return code < 0 ? code : 0;
}

/* An interrupted run leaves no time for a counterexample. */
static bool has_steps(const report *p)
{
    const wgcq_summary *s = p->summary;
    return s->violation_count || s->broken ? !report_interrupted(p)
                                           : s->outcome == WGCQ_FOUND && s->has_goal;
}

/* Red where something is violated, green where something was to be found or to hold, and does. */
static text_style style_of_verdict(const wgcq_summary *s)
{
    const bool asked = s->has_goal || s->checked_count || s->property_count;
    const int status = report_status(s);
    return status == STATUS_VIOLATED         ? STYLE_ERROR
           : status == STATUS_FOUND && asked ? STYLE_GOOD
                                             : STYLE_BOLD;
}

int report_text(const report *p, wgcq_error *err)
{
    char *verdict = report_verdict(p);
    style_set(stdout, style_of_verdict(p->summary));
    terminal_print_text(stdout, verdict);
    style_set(stdout, STYLE_PLAIN);
    fputs("\n\n", stdout);
    free(verdict);
    print_figures(p->summary);
    print_nearest(p);
    print_violations(p);
    print_properties(p);
    print_optima(p->summary, true);
    print_optima(p->summary, false);
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
