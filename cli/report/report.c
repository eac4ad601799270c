/* report.c - the result of a run in one line; chooses the form of the report. */
#include "report/report.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool report_interrupted(const report *p)
{
    return strcmp(p->summary->status, "interrupted") == 0;
}

bool report_knows_goals(const wgcq_summary *s)
{
    return s->has_goal && (!s->orbits_only || !s->goal_orbits);
}

bool report_knows_orbit_ends(const wgcq_summary *s)
{
    return s->orbits && strcmp(s->status, "complete") == 0;
}

/* And not where it was asked to stop. */
static bool stopped_at_limit(const wgcq_summary *s)
{
    return s->limit && strncmp(s->limit, "--stop ", strlen("--stop ")) != 0;
}

static void print_plural(FILE *out, uint64_t count, const char *noun)
{
    fprintf(out, "%s %s%s", WGCQ_GROUPED(count), noun, count == 1 ? "" : "s");
}

/* "4,096 reachable states"; orbits where only those are known. */
static void print_reachable(FILE *out, const wgcq_summary *s)
{
    if (s->orbits_only)
        print_plural(out, s->orbits, "reachable orbit");
    else
        print_plural(out, s->states, "reachable state");
}

static bool is_one_reachable(const wgcq_summary *s)
{
    return (s->orbits_only ? s->orbits : s->states) == 1;
}

/* "1.66 x 10^1203" in place of many digits; JSON and --count have them all. */
static void put_rounded(FILE *out, const char *digits, size_t length)
{
    int lead = (digits[0] - '0') * 100 + (digits[1] - '0') * 10 + digits[2] - '0';
    lead += digits[3] >= '5';
    size_t exponent = length - 1 + (lead == 1000);
    lead = lead == 1000 ? 100 : lead;
    fprintf(out, "%d.%02d x 10^%zu", lead / 100, lead % 100, exponent);
}

void report_put_count(FILE *out, const char *digits)
{
    enum { DIGITS_MOST = 40 };
    char grouped[WGCQ_GROUPED_MAX];
    size_t length = strlen(digits);
    if (length <= DIGITS_MOST || strspn(digits, "0123456789") != length)
        fputs(wgcq_group_digits(grouped, digits), out);
    else
        put_rounded(out, digits, length);
}

static void print_solution_verdict(FILE *out, const wgcq_summary *s)
{
    if (!s->shortest.known) {
        fputs("solved: a solution was found, not proved to be the shortest", out);
        return;
    }
    fputs("solved: shortest ", out);
    print_plural(out, (uint64_t)s->shortest.value, "move");
    if (s->shortest.count) {
        fputs(", ", out);
        report_put_count(out, s->shortest.count);
        fputs(strcmp(s->shortest.count, "1") == 0 ? " way" : " ways", out);
    }
}

static bool is_complete(const report *p)
{
    return strcmp(p->summary->status, "complete") == 0;
}

/* All was explored but what lies beyond the puzzle's bounds. */
static bool is_within_bounds(const report *p)
{
    const char *limit = p->summary->limit;
    return limit && !strncmp(limit, "the bound ", 10);
}

/* Why a run is not complete. */
static void print_stop_reason(FILE *out, const report *p)
{
    const char *limit = p->summary->limit;
    const bool is_bound = is_within_bounds(p);
    if (report_interrupted(p))
        fputs("interrupted", out);
    else
        fprintf(out, is_bound ? "within %s" : "stopped at %s", limit ? limit : "a limit");
    fputs(is_bound ? ", of " : " after ", out);
    if (p->summary->orbits_only)
        print_plural(out, p->summary->orbits, "orbit");
    else
        print_plural(out, p->summary->states, p->summary->rounds ? "node" : "state");
    if (p->summary->from_both_ends)
        fprintf(out, " from the starts and %s from the goals",
                WGCQ_GROUPED(p->summary->states_from_goals));
}

/* ---- invariants --------------------------------------------------------------------------- */

void report_put_violation(FILE *out, const report *p, const wgcq_checked *v)
{
    fputs(v->invariant, out);
    if (!v->length_known && report_interrupted(p))
        return;
    fputs(", after ", out);
    print_plural(out, v->length, "move");
    if (!v->length_known)
        fputs(", not proved to be the fewest", out);
}

void report_put_property(FILE *out, const report *p, const wgcq_property *v)
{
    fputs(v->property, out);
    if (!v->known || v->holds) {
        fputs(v->known ? " holds" : " is not known to hold", out);
        return;
    }
    fputs(" does not hold: after ", out);
    print_plural(out, v->stem, "move");
    if (strcmp(v->kind, "step") == 0)
        fputs(", by the last of them", out);
    else if (strcmp(v->kind, "recoverable") == 0)
        fputs(" there is no way to it", out);
    else if (v->cycle)
        fprintf(out, ", a cycle of %s for ever", WGCQ_GROUPED(v->cycle));
    else
        fputs(" the path ends", out);
    if (!is_complete(p) && !is_within_bounds(p))
        fputs("; not proved to be the fewest moves", out);
}

static bool forbids_deadlock(const wgcq_summary *s)
{
    return s->checked_count && !strcmp(s->checked[s->checked_count - 1].invariant, "deadlock");
}

/* "all 4,096 reachable states satisfy 2 invariants, and none is a deadlock" */
static void print_all_hold(FILE *out, const wgcq_summary *s)
{
    uint64_t invariants = s->checked_count - forbids_deadlock(s);
    bool one = is_one_reachable(s);
    fputs(!invariants ? "none of the " : one ? "the " : "all ", out);
    print_reachable(out, s);
    if (invariants) {
        fputs(one ? " satisfies " : " satisfy ", out);
        print_plural(out, invariants, "invariant");
    }
    if (forbids_deadlock(s))
        fputs(!invariants ? " is a deadlock"
              : one       ? ", and is no deadlock"
                          : ", and none is a deadlock",
              out);
}

/* ---- all of it ---------------------------------------------------------------------------- */

static void print_solution_or_none(FILE *out, const report *p)
{
    const wgcq_summary *s = p->summary;
    bool complete = is_complete(p);
    if (s->outcome == WGCQ_UNKNOWN) {
        fputs(s->has_goal ? "not known: " : "not all explored: ", out);
        print_stop_reason(out, p);
    } else if (s->outcome == WGCQ_UNSOLVABLE && !complete && !s->from_both_ends) {
        fputs("proved: no solution exists; every way was followed, by ", out);
        print_plural(out, s->states, "node");
    } else if (s->outcome == WGCQ_UNSOLVABLE && !complete) {
        fputs("proved: no solution exists; no start is among all ", out);
        print_plural(out, s->states_from_goals, "state");
        fputs(" that lead to a goal", out);
    } else if (s->outcome == WGCQ_UNSOLVABLE) {
        fputs("proved: no solution exists; all ", out);
        print_reachable(out, s);
        fputs(is_one_reachable(s) ? " was explored" : " were explored", out);
    } else if (!s->has_goal) {
        fputs("explored: all ", out);
        print_reachable(out, s);
        fputs("; the puzzle has no goal", out);
    } else {
        print_solution_verdict(out, s);
        if (!complete) {
            fputs("; ", out);
            print_stop_reason(out, p);
        }
    }
}

static void print_violation_verdict(FILE *out, const report *p)
{
    const wgcq_summary *s = p->summary;
    fputs("violated: ", out);
    if (s->violation_count)
        report_put_violation(out, p, s->violations[0]);
    else
        report_put_property(out, p, s->broken);
    if (s->goals || s->goal_orbits) {
        fputs("; ", out);
        print_solution_verdict(out, s);
    }
    if (!is_complete(p)) {
        fputs("; ", out);
        print_stop_reason(out, p);
    }
}

/* "; 3 properties hold"; of a run that is not complete none is known to hold */
static void print_properties_hold(FILE *out, const wgcq_summary *s)
{
    const uint64_t count = s->property_count;
    uint64_t hold = 0;
    for (size_t i = 0; i < count; i++)
        hold += s->properties[i].known && s->properties[i].holds;
    if (count && !hold)
        fputs(count == 1 ? "; its property is not known to hold"
                         : "; none of its properties is known to hold",
              out);
    else if (count)
        fprintf(out, hold == 1 ? "; 1 property holds" : "; %s properties hold", WGCQ_GROUPED(hold));
}

static void print_verdict(FILE *out, const report *p)
{
    const wgcq_summary *s = p->summary;
    bool holds = s->checked_count && is_complete(p);
    if (s->violation_count || s->broken) {
        print_violation_verdict(out, p);
    } else if (holds && !s->has_goal) {
        print_all_hold(out, s);
    } else {
        print_solution_or_none(out, p);
        fputs(holds ? "; " : s->checked_count ? "; no violation so far" : "", out);
        if (holds)
            print_all_hold(out, s);
    }
    if (!s->violation_count && !s->broken)
        print_properties_hold(out, s);
    if (s->remark) /* such as fewer solutions stored than requested */
        fprintf(out, "; %s", s->remark);
}

char *report_verdict(const report *p)
{
    memory_stream s;
    print_verdict(memory_stream_begin(&s), p);
    return memory_stream_end(&s);
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
    if (s->violation_count || s->broken)
        return STATUS_VIOLATED;
    if ((s->checked_count || s->property_count) && stopped_at_limit(s))
        return STATUS_UNKNOWN;
    switch (s->outcome) {
    case WGCQ_FOUND: return STATUS_FOUND;
    case WGCQ_UNSOLVABLE: return STATUS_NONE;
    case WGCQ_UNKNOWN: break;
    }
    return STATUS_UNKNOWN;
}
