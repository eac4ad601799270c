/*
 * report_json.c - the report as one JSON object.
 *
 * Scripts depend on the keys up to `solutions` and on their order; others may follow.  Counts are
 * strings of digits, since they may exceed the numbers that most JSON parsers read.
 */
#include "report/report.h"

#include "rows/json.h"

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

static void end_object(const json_object *o)
{
    fputs(!o->begun ? "{}" : o->lines ? "}" : "\n}", stdout);
}

static void write_member(json_object *o, const char *name, table_cell value)
{
    begin_member(o, name);
    json_cell(stdout, &value);
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
    json_object params = {.lines = true};
    begin_member(o, "params");
    for (size_t i = 0; i < wgcq_puzzle_param_count(puzzle); i++) {
        const char *value = wgcq_puzzle_param_value(puzzle, i);
        const bool is_number = plain_integer(value);
        write_member(&params, wgcq_puzzle_param_name(puzzle, i),
                     is_number ? cell_integer(strtoll(value, NULL, 10)) : cell_text(value));
    }
    end_object(&params);
}

static void best_member(json_object *o, const char *name, const wgcq_optimum *b, const char *figure)
{
    json_object best = {.lines = true};
    begin_member(o, name);
    if (!b->known) {
        fputs("null", stdout);
        return;
    }
    write_member(&best, figure, cell_integer(b->value));
    write_member(&best, "count", cell_text(b->count));
    end_object(&best);
}

static void best_members(json_object *o, const wgcq_summary *s)
{
    json_object cheapest = {.lines = true}, solutions = {.lines = true};
    best_member(o, "shortest", &s->shortest, "length");
    begin_member(o, "cheapest");
    for (size_t i = 0; i < s->cheapest_count; i++)
        best_member(&cheapest, s->cheapest[i].cost, &s->cheapest[i], "cost");
    end_object(&cheapest);
    begin_member(o, "solutions");
    write_member(&solutions, "stored", cell_count(s->solutions_stored));
    write_member(&solutions, "count", cell_text(s->has_goal ? s->solutions_count : NULL));
    end_object(&solutions);
}

static json_object begin_json_element(size_t i)
{
    fputs(i ? ", " : "", stdout);
    return (json_object){.lines = true};
}

static void violations_member(json_object *o, const wgcq_summary *s)
{
    begin_member(o, "violations");
    putchar('[');
    for (size_t i = 0; i < s->violation_count; i++) {
        const wgcq_checked *v = s->violations[i];
        json_object one = begin_json_element(i);
        write_member(&one, "invariant", cell_text(v->invariant));
        write_member(&one, "states", cell_if(v->states, v->states));
        write_member(&one, "length", cell_if(v->length_known, v->length));
        end_object(&one);
    }
    putchar(']');
}

static void properties_member(json_object *o, const wgcq_summary *s)
{
    begin_member(o, "properties");
    putchar('[');
    for (size_t i = 0; i < s->property_count; i++) {
        const wgcq_property *v = &s->properties[i];
        json_object one = begin_json_element(i);
        const bool fails = v->known && !v->holds;
        write_member(&one, "property", cell_text(v->property));
        write_member(&one, "kind", cell_text(v->kind));
        write_member(&one, "holds",
                     (table_cell){.type = v->known ? WGCQ_BOOL : WGCQ_NULL, .integer = v->holds});
        write_member(&one, "stem", cell_if(fails, v->stem));
        write_member(&one, "cycle", cell_if(fails, v->cycle));
        end_object(&one);
    }
    putchar(']');
}

/* Where no solution exists: how near the run came, and which rules reject most. */
static void nearest_members(json_object *o, const wgcq_summary *s)
{
    json_object nearest = {.lines = true};
    begin_member(o, "nearest");
    if (s->nearest_known) {
        write_member(&nearest, "estimate", cell_integer(s->nearest_estimate));
        write_member(&nearest, "state", cell_count(s->nearest_state));
        write_member(&nearest, "shown", cell_text(s->nearest));
        end_object(&nearest);
    } else {
        fputs("null", stdout);
    }
    begin_member(o, "most_rejections");
    fputs(s->rejecting_count ? "[" : "null", stdout);
    for (size_t i = 0; i < s->rejecting_count; i++) {
        json_object one = begin_json_element(i);
        write_member(&one, "rule", cell_text(s->rejecting[i].rule));
        write_member(&one, "times", cell_count(s->rejecting[i].times));
        end_object(&one);
    }
    fputs(s->rejecting_count ? "]" : "", stdout);
}

/* The first line of the text report, and further figures. */
static void later_members(json_object *o, const report *p)
{
    const wgcq_summary *s = p->summary;
    char *verdict = report_verdict(p);
    write_member(o, "limit", cell_text(s->limit));
    write_member(o, "remark", cell_text(verdict));
    write_member(o, "states_from_goals", cell_if(s->from_both_ends, s->states_from_goals));
    write_member(o, "rounds", cell_if(s->rounds > 0, s->rounds));
    write_member(o, "estimate", cell_text(s->estimate));
    write_member(o, "estimate_states", cell_if(s->estimate != NULL, s->estimate_states));
    write_member(o, "orbits", cell_if(s->orbits > 0, s->orbits));
    write_member(o, "symmetry",
                 cell_text(!s->orbits           ? NULL
                           : s->symmetry_proved ? "proved"
                                                : "checked"));
    write_member(o, "goal_orbits", cell_if(s->orbits > 0 && s->has_goal, s->goal_orbits));
    write_member(o, "dead_end_orbits",
                 cell_if(s->has_goal && report_knows_orbit_ends(s), s->dead_end_orbits));
    write_member(o, "deadlock_orbits", cell_if(report_knows_orbit_ends(s), s->deadlock_orbits));
    write_member(o, "deadlocks", cell_if(s->deadlocks_known, s->deadlocks));
    write_member(o, "bounded", cell_if(s->has_bounds, s->bounded));
    write_member(o, "rejections", cell_if(s->rejections_known, s->rejections));
    write_member(o, "memory", cell_if(s->memory > 0, s->memory));
    write_member(o, "spill_written", cell_if(s->spill_written > 0, s->spill_written));
    write_member(o, "spill_read", cell_if(s->spill_written > 0, s->spill_read));
    nearest_members(o, s);
    write_member(o, "run", p->db ? cell_integer(s->run) : cell_null());
    free(verdict);
}

void report_json(const report *p, bool lines)
{
    const wgcq_summary *s = p->summary;
    json_object o = {.lines = lines};
    write_member(&o, "puzzle", cell_text(wgcq_puzzle_title(p->puzzle)));
    params_member(&o, p->puzzle);
    write_member(&o, "db", cell_text(p->db));
    write_member(&o, "status", cell_text(s->status));
    write_member(&o, "order", cell_text(wgcq_order_name((wgcq_order)p->request->order)));
    write_member(&o, "threads", cell_if(s->threads > 0, s->threads));
    write_member(&o, "states", cell_if(!s->orbits_only, s->states));
    write_member(&o, "edges", cell_if(!s->orbits_only, s->edges));
    write_member(&o, "depth", cell_if(s->depth_known, s->depth));
    write_member(&o, "goals", cell_if(report_knows_goals(s), s->goals));
    write_member(&o, "dead_ends", cell_if(s->has_goal && s->dead_ends_known, s->dead_ends));
    begin_member(&o, "seconds");
    printf("%.6f", s->seconds);
    best_members(&o, s);
    violations_member(&o, s);
    if (s->property_count)
        properties_member(&o, s);
    later_members(&o, p);
    end_object(&o);
    putchar('\n');
}
