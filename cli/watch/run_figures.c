/* run_figures.c - the figures of a run by name, against those of another run and of `expect`. */
#include "watch/run_figures.h"

#include "output/messages.h"
#include "output/terminal_text.h"
#include "wgcq_puzzle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading -------------------------------------------------------------------------------- */

static void add_figure(run_figures *to, const char *name, const char *value)
{
    to->all = memory_realloc(to->all, (to->count + 1) * sizeof *to->all);
    to->all[to->count++] = (run_figure){memory_strdup(name), value ? memory_strdup(value) : NULL};
}

static void add_number(run_figures *to, const char *name, bool known, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    add_figure(to, name, known ? text : NULL);
}

/* Adds a figure, and frees its name. */
static void add_named(run_figures *to, char *name, bool known, uint64_t value)
{
    add_number(to, name, known, value);
    free(name);
}

/* "cheapest.noise.cost" and "cheapest.noise.count" */
static void add_optimum(run_figures *to, const char *above, const char *last,
                        const wgcq_optimum *best)
{
    bool is_shortest = strcmp(above, "shortest") == 0;
    const char *dot = is_shortest ? "" : ".", *cost = is_shortest ? "" : best->cost;
    add_named(to, memory_format("%s%s%s.%s", above, dot, cost, last), best->known,
              (uint64_t)best->value);
    char *name = memory_format("%s%s%s.count", above, dot, cost);
    add_figure(to, name, best->known ? best->count : NULL);
    free(name);
}

/* "violations.mutual exclusion": the moves of the counterexample; not there while it is not
 * decided. */
static void add_invariant(run_figures *to, const wgcq_checked *one, bool complete)
{
    if (complete || one->violated)
        add_named(to, memory_format("violations.%s", one->invariant), one->length_known,
                  one->length);
}

/* "properties.it ends": holds, violated; none while it is not known. */
static void add_property_verdict(run_figures *to, const wgcq_property *one)
{
    char *name = memory_format("properties.%s", one->property);
    add_figure(to, name, !one->known ? NULL : one->holds ? "holds" : "violated");
    free(name);
}

void run_figures_read(run_figures *out, const wgcq_summary *s)
{
    *out = (run_figures){0};
    add_number(out, "states", !s->orbits_only, s->states);
    add_number(out, "edges", !s->orbits_only, s->edges);
    add_number(out, "depth", s->depth_known, s->depth);
    add_number(out, "goals", s->has_goal && (!s->orbits_only || !s->goal_orbits), s->goals);
    add_number(out, "dead_ends", s->has_goal && s->dead_ends_known, s->dead_ends);
    add_number(out, "rejections", s->rejections_known, s->rejections);
    add_number(out, "deadlocks", s->deadlocks_known, s->deadlocks);
    for (size_t i = 0; i < s->checked_count; i++)
        add_invariant(out, &s->checked[i], strcmp(s->status, "complete") == 0);
    for (size_t i = 0; i < s->property_count; i++)
        add_property_verdict(out, &s->properties[i]);
    add_optimum(out, "shortest", "length", &s->shortest);
    for (size_t i = 0; i < s->cheapest_count; i++)
        add_optimum(out, "cheapest", "cost", &s->cheapest[i]);
}

void run_figures_free(run_figures *of)
{
    for (size_t i = 0; i < of->count; i++) {
        free(of->all[i].name);
        free(of->all[i].value);
    }
    free(of->all);
    *of = (run_figures){0};
}

/* ---- comparing ------------------------------------------------------------------------------- */

static const run_figure *find_figure(const run_figures *in, const char *name)
{
    for (size_t i = 0; i < in->count; i++)
        if (strcmp(in->all[i].name, name) == 0)
            return &in->all[i];
    return NULL;
}

static const char *text_of_figure(const char *value)
{
    return value ? value : "none";
}

static const char *show_figure(char out[WGCQ_GROUPED_MAX], const char *value)
{
    return wgcq_group_digits(out, text_of_figure(value));
}

static bool is_same_value(const char *a, const char *b)
{
    return strcmp(text_of_figure(a), text_of_figure(b)) == 0;
}

/* The plain `shortest` is the cost of moves. */
static bool is_repeated(const char *name)
{
    return strncmp(name, "cheapest.moves.", strlen("cheapest.moves.")) == 0;
}

void run_figures_print_changes(FILE *out, const run_figures *before, const run_figures *now)
{
    size_t changes = 0;
    fputs("changed: ", out);
    for (size_t i = 0; i < now->count; i++) {
        const run_figure *one = &now->all[i], *old = find_figure(before, one->name);
        char from[WGCQ_GROUPED_MAX], to[WGCQ_GROUPED_MAX];
        if (is_repeated(one->name) || (old && is_same_value(old->value, one->value)))
            continue;
        fputs(changes++ ? ", " : "", out);
        terminal_print_text(out, one->name);
        fprintf(out, " %s -> %s", show_figure(from, old ? old->value : NULL),
                show_figure(to, one->value));
    }
    fputs(changes ? "\n" : "nothing\n", out);
}

static void print_unexpected(FILE *out, const run_figures *now, const wgcq_puzzle *puzzle)
{
    for (size_t i = 0; i < wgcq_puzzle_expect_count(puzzle); i++) {
        const char *name = wgcq_puzzle_expect_name(puzzle, i);
        const char *value = wgcq_puzzle_expect_value(puzzle, i);
        const run_figure *one = find_figure(now, name);
        char found[WGCQ_GROUPED_MAX], due[WGCQ_GROUPED_MAX];
        if (!one || is_same_value(one->value, value))
            continue;
        fputs("; ", out);
        terminal_print_text(out, name);
        fprintf(out, " is %s, not %s", show_figure(found, one->value),
                wgcq_group_digits(due, value));
    }
}

void run_figures_print_expected(FILE *out, const run_figures *now, const wgcq_puzzle *puzzle)
{
    size_t known = 0, hold = 0;
    for (size_t i = 0; i < wgcq_puzzle_expect_count(puzzle); i++) {
        const run_figure *one = find_figure(now, wgcq_puzzle_expect_name(puzzle, i));
        known += one != NULL;
        hold += one && is_same_value(one->value, wgcq_puzzle_expect_value(puzzle, i));
    }
    if (!known)
        return;
    fprintf(out, "expected: %zu of %zu figures hold", hold, known);
    print_unexpected(out, now, puzzle);
    fputc('\n', out);
}
