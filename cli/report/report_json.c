/*
 * report_json.c - the report as one JSON object.
 *
 * Scripts depend on the keys up to `solutions` and on their order; others may follow.  Counts are
 * strings of digits, since they may exceed the numbers that most JSON parsers read.
 */
#include "report/report.h"

#include "rows/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct json_object {
    bool lines; /* in one line */
    bool begun;
} json_object;

static void begin_member(json_object *o, const char *name)
{
    fputs(o->begun ? (o->lines ? ", " : ",\n  ") : (o->lines ? "{" : "{\n  "), stdout);
    o->begun = true;
    json_text(stdout, name);
    fputs(": ", stdout);
}

static void text_member(json_object *o, const char *name, const char *value)
{
    begin_member(o, name);
    table_cell c = cell_text(value);
    json_cell(stdout, &c);
}

static void number_member(json_object *o, const char *name, uint64_t value, bool known)
{
    begin_member(o, name);
    if (known)
        printf("%" PRIu64, value);
    else
        fputs("null", stdout);
}

/* Whether it is the same number in JSON and as int64. */
static bool plain_integer(const char *value)
{
    const char *digits = value + (*value == '-');
    size_t length = strlen(digits);
    return length > 0 && length <= 18 && strspn(digits, "0123456789") == length &&
           (digits[0] != '0' || (length == 1 && digits == value));
}

static void params_member(json_object *o, const wgcq_puzzle *puzzle)
{
    begin_member(o, "params");
    putchar('{');
    for (size_t i = 0; i < wgcq_puzzle_param_count(puzzle); i++) {
        const char *value = wgcq_puzzle_param_value(puzzle, i);
        fputs(i ? ", " : "", stdout);
        json_text(stdout, wgcq_puzzle_param_name(puzzle, i));
        fputs(": ", stdout);
        if (plain_integer(value))
            fputs(value, stdout);
        else
            json_text(stdout, value);
    }
    putchar('}');
}

static void put_best(const wgcq_optimum *b, const char *figure)
{
    if (!b->known) {
        fputs("null", stdout);
        return;
    }
    table_cell count = cell_text(b->count);
    printf("{\"%s\": %" PRId64 ", \"count\": ", figure, b->value);
    json_cell(stdout, &count);
    putchar('}');
}

static void best_members(json_object *o, const wgcq_summary *s)
{
    begin_member(o, "shortest");
    put_best(&s->shortest, "length");
    begin_member(o, "cheapest");
    putchar('{');
    for (size_t i = 0; i < s->cheapest_count; i++) {
        fputs(i ? ", " : "", stdout);
        json_text(stdout, s->cheapest[i].cost);
        fputs(": ", stdout);
        put_best(&s->cheapest[i], "cost");
    }
    putchar('}');
    table_cell count = cell_text(s->has_goal ? s->solutions_count : NULL);
    begin_member(o, "solutions");
    printf("{\"stored\": %" PRIu64 ", \"count\": ", s->solutions_stored);
    json_cell(stdout, &count);
    putchar('}');
}

static void violations_member(json_object *o, const wgcq_summary *s)
{
    begin_member(o, "violations");
    putchar('[');
    for (size_t i = 0; i < s->violation_count; i++) {
        const wgcq_checked *v = s->violations[i];
        fputs(i ? ", {\"invariant\": " : "{\"invariant\": ", stdout);
        json_text(stdout, v->invariant);
        if (v->states)
            printf(", \"states\": %" PRIu64 ", \"length\": ", v->states);
        else
            fputs(", \"states\": null, \"length\": ", stdout);
        if (v->length_known)
            printf("%" PRIu64 "}", v->length);
        else
            fputs("null}", stdout);
    }
    putchar(']');
}

static void properties_member(json_object *o, const wgcq_summary *s)
{
    begin_member(o, "properties");
    putchar('[');
    for (size_t i = 0; i < s->property_count; i++) {
        const wgcq_property *v = &s->properties[i];
        fputs(i ? ", {\"property\": " : "{\"property\": ", stdout);
        json_text(stdout, v->property);
        fputs(", \"kind\": ", stdout);
        json_text(stdout, v->kind);
        printf(", \"holds\": %s, \"stem\": ", !v->known ? "null" : v->holds ? "true" : "false");
        if (v->known && !v->holds)
            printf("%" PRIu64 ", \"cycle\": %" PRIu64 "}", v->stem, v->cycle);
        else
            fputs("null, \"cycle\": null}", stdout);
    }
    putchar(']');
}

/* Where no solution exists: how near the run came, and which rules reject most. */
static void nearest_members(json_object *o, const wgcq_summary *s)
{
    begin_member(o, "nearest");
    if (s->nearest_known) {
        printf("{\"estimate\": %" PRId64 ", \"state\": %" PRIu32 ", \"shown\": ",
               s->nearest_estimate, s->nearest_state);
        json_text(stdout, s->nearest);
        putchar('}');
    } else {
        fputs("null", stdout);
    }
    begin_member(o, "most_rejections");
    for (size_t i = 0; i < s->rejecting_count; i++) {
        fputs(i ? ", {\"rule\": " : "[{\"rule\": ", stdout);
        json_text(stdout, s->rejecting[i].rule);
        printf(", \"times\": %" PRIu64 "}", s->rejecting[i].times);
    }
    fputs(s->rejecting_count ? "]" : "null", stdout);
}

/* The first line of the text report, and further figures. */
static void later_members(json_object *o, const report *p)
{
    const wgcq_summary *s = p->summary;
    char *verdict = report_verdict(p);
    text_member(o, "limit", s->limit);
    text_member(o, "remark", verdict);
    number_member(o, "states_from_goals", s->states_from_goals, s->from_both_ends);
    number_member(o, "rounds", s->rounds, s->rounds > 0);
    text_member(o, "estimate", s->estimate);
    number_member(o, "estimate_states", s->estimate_states, s->estimate != NULL);
    number_member(o, "orbits", s->orbits, s->orbits > 0);
    text_member(o, "symmetry", !s->orbits ? NULL : s->symmetry_proved ? "proved" : "checked");
    number_member(o, "goal_orbits", s->goal_orbits, s->orbits > 0 && s->has_goal);
    number_member(o, "dead_end_orbits", s->dead_end_orbits,
                  s->has_goal && report_knows_orbit_ends(s));
    number_member(o, "deadlock_orbits", s->deadlock_orbits, report_knows_orbit_ends(s));
    number_member(o, "deadlocks", s->deadlocks, s->deadlocks_known);
    number_member(o, "bounded", s->bounded, s->has_bounds);
    number_member(o, "rejections", s->rejections, s->rejections_known);
    number_member(o, "memory", s->memory, s->memory > 0);
    number_member(o, "spill_written", s->spill_written, s->spill_written > 0);
    number_member(o, "spill_read", s->spill_read, s->spill_written > 0);
    nearest_members(o, s);
    begin_member(o, "run");
    if (p->db)
        printf("%" PRId64, s->run);
    else
        fputs("null", stdout);
    free(verdict);
}

void report_json(const report *p, bool lines)
{
    const wgcq_summary *s = p->summary;
    json_object o = {.lines = lines};
    text_member(&o, "puzzle", wgcq_puzzle_title(p->puzzle));
    params_member(&o, p->puzzle);
    text_member(&o, "db", p->db);
    text_member(&o, "status", s->status);
    text_member(&o, "order", wgcq_order_name((wgcq_order)p->request->order));
    number_member(&o, "threads", s->threads, s->threads > 0);
    number_member(&o, "states", s->states, !s->orbits_only);
    number_member(&o, "edges", s->edges, !s->orbits_only);
    number_member(&o, "depth", s->depth, s->depth_known);
    number_member(&o, "goals", s->goals, report_knows_goals(s));
    number_member(&o, "dead_ends", s->dead_ends, s->has_goal && s->dead_ends_known);
    begin_member(&o, "seconds");
    printf("%.6f", s->seconds);
    best_members(&o, s);
    violations_member(&o, s);
    if (s->property_count)
        properties_member(&o, s);
    later_members(&o, p);
    fputs(lines ? "}\n" : "\n}\n", stdout);
}
