/*
 * report_json.c - what a run found, as one JSON object.
 *
 * The keys up to `solutions`, and their order, are what scripts depend on; others may follow.
 * Counts are strings of digits: they outgrow what most readers of JSON take for a number.
 */
#include "report/report.h"

#include "output/json.h"
#include "output/messages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct object {
    bool lines; /* all in one line */
    bool begun;
} object;

static void key(object *o, const char *name)
{
    fputs(o->begun ? (o->lines ? ", " : ",\n  ") : (o->lines ? "{" : "{\n  "), stdout);
    o->begun = true;
    json_text(stdout, name);
    fputs(": ", stdout);
}

static void text(object *o, const char *name, const char *value)
{
    key(o, name);
    cell c = cell_text(value);
    json_cell(stdout, &c);
}

static void number(object *o, const char *name, uint64_t value, bool known)
{
    key(o, name);
    if (known)
        printf("%" PRIu64, value);
    else
        fputs("null", stdout);
}

/* As JSON and as an int64 it is the same number. */
static bool plain_integer(const char *value)
{
    const char *digits = value + (*value == '-');
    size_t length = strlen(digits);
    return length > 0 && length <= 18 && strspn(digits, "0123456789") == length &&
           (digits[0] != '0' || (length == 1 && digits == value));
}

static void params(object *o, const wgcq_puzzle *puzzle)
{
    key(o, "params");
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

static void best(const wgcq_best *b, const char *figure)
{
    if (!b->known) {
        fputs("null", stdout);
        return;
    }
    cell count = cell_text(b->count);
    printf("{\"%s\": %" PRId64 ", \"count\": ", figure, b->value);
    json_cell(stdout, &count);
    putchar('}');
}

static void bests(object *o, const wgcq_summary *s)
{
    key(o, "shortest");
    best(&s->shortest, "length");
    key(o, "cheapest");
    putchar('{');
    for (size_t i = 0; i < s->cheapest_count; i++) {
        fputs(i ? ", " : "", stdout);
        json_text(stdout, s->cheapest[i].cost);
        fputs(": ", stdout);
        best(&s->cheapest[i], "cost");
    }
    putchar('}');
    cell count = cell_text(s->has_goal ? s->solutions_count : NULL);
    key(o, "solutions");
    printf("{\"stored\": %" PRIu64 ", \"count\": ", s->solutions_stored);
    json_cell(stdout, &count);
    putchar('}');
}

/* What people read in the first line of the other form, and what else is known. */
static void beyond(object *o, const report *p)
{
    const wgcq_summary *s = p->summary;
    char *verdict = report_verdict(p);
    text(o, "limit", s->limit);
    text(o, "remark", verdict);
    number(o, "rejections", s->rejections, s->rejections_known);
    number(o, "memory", s->memory, true);
    key(o, "run");
    if (p->db)
        printf("%" PRId64, s->run);
    else
        fputs("null", stdout);
    free(verdict);
}

void report_json(const report *p, bool lines)
{
    const wgcq_summary *s = p->summary;
    object o = {.lines = lines};
    text(&o, "puzzle", wgcq_puzzle_title(p->puzzle));
    params(&o, p->puzzle);
    text(&o, "db", p->db);
    text(&o, "status", s->status);
    text(&o, "order", wgcq_order_name((wgcq_order)p->request->order));
    number(&o, "threads", s->threads, true);
    number(&o, "states", s->states, true);
    number(&o, "edges", s->edges, true);
    number(&o, "depth", s->depth, s->depth_known);
    number(&o, "goals", s->goals, s->has_goal);
    number(&o, "dead_ends", s->dead_ends, s->has_goal && s->dead_ends_known);
    key(&o, "seconds");
    printf("%.6f", s->seconds);
    bests(&o, s);
    beyond(&o, p);
    fputs(lines ? "}\n" : "\n}\n", stdout);
}
