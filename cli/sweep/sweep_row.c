/* sweep_row.c - a run of a sweep as a row. */
#include "sweep/sweep_row.h"

#include "output/exit_status.h"
#include "output/messages.h"
#include "report/report.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- names --------------------------------------------------------------------------------- */

static void add_name(sweep_columns *of, const char *before, const char *name, const char *behind)
{
    of->names = memory_realloc(of->names, (of->count + 1) * sizeof *of->names);
    of->names[of->count++] = memory_format("%s%s%s", before, name, behind);
}

/* `moves` is the first cost, and `shortest` has it. */
static void add_cost_names(sweep_columns *of, const wgcq_puzzle *puzzle)
{
    for (size_t i = 1; i < wgcq_puzzle_cost_count(puzzle); i++) {
        add_name(of, "cheapest_", wgcq_puzzle_cost_name(puzzle, i), "_cost");
        add_name(of, "cheapest_", wgcq_puzzle_cost_name(puzzle, i), "_count");
    }
}

static void add_figure_names(sweep_columns *of)
{
    static const char *const first[] = {"states",
                                        "edges",
                                        "depth",
                                        "goals",
                                        "dead_ends",
                                        "violated_invariants",
                                        "violated_properties",
                                        "shortest_length",
                                        "shortest_count"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        add_name(of, "", first[i], "");
    add_cost_names(of, of->plan->puzzle);
    add_name(of, "", "status", "");
    add_name(of, "", "seconds", "");
    if (of->plan->folder)
        add_name(of, "", "db", "");
    add_name(of, "", "remark", "");
}

/* The names `given`, as they are unique beside those of the figures (or NULL). */
static void add_unique_names(sweep_columns *of, const sweep_columns *figures,
                             const char *const *given, size_t count)
{
    char **unique = wgcq_unique_names(figures ? (const char *const *)figures->names : NULL,
                                      figures ? figures->count : 0, given, count);
    if (!unique)
        message_no_memory();
    for (size_t i = 0; i < count; i++)
        add_name(of, "", unique[i], "");
    wgcq_unique_names_free(unique, count);
}

/* Costs may differ by upper and lower case alone. */
static void find_figure_names(sweep_columns *out, const sweep_plan *plan)
{
    sweep_columns figures = {.plan = plan};
    *out = figures;
    add_figure_names(&figures);
    add_unique_names(out, NULL, (const char *const *)figures.names, figures.count);
    sweep_columns_close(&figures);
}

void sweep_columns_open(sweep_columns *out, const sweep_plan *plan)
{
    const combinations *settings = plan->settings;
    const char **swept = memory_alloc((settings->count + 1) * sizeof *swept);
    for (size_t i = 0; i < settings->count; i++)
        swept[i] = settings->swept[i].name;
    sweep_columns figures;
    find_figure_names(&figures, plan);
    *out = (sweep_columns){.plan = plan};
    add_unique_names(out, &figures, swept, settings->count);
    for (size_t i = 0; i < figures.count; i++)
        add_name(out, "", figures.names[i], "");
    sweep_columns_close(&figures);
    free(swept);
    out->cells = memory_alloc(out->count * sizeof *out->cells);
}

void sweep_columns_close(sweep_columns *of)
{
    for (size_t i = 0; i < of->count; i++)
        free(of->names[i]);
    free(of->names);
    free(of->cells);
    *of = (sweep_columns){0};
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* A whole number is one; any other value is its text. */
static table_cell cell_of_setting(const char *value)
{
    size_t length = strlen(value), digits = strspn(value + (*value == '-'), "0123456789");
    bool is_number = digits && digits + (*value == '-') == length && digits <= 18;
    return is_number ? cell_integer(strtoll(value, NULL, 10)) : cell_text(value);
}

static table_cell *put_optimum(table_cell *at, const wgcq_optimum *best)
{
    *at++ = best->known ? cell_integer(best->value) : cell_null();
    *at++ = cell_text(best->known ? best->count : NULL);
    return at;
}

static uint64_t count_violated_properties(const wgcq_summary *s)
{
    uint64_t violated = 0;
    for (size_t i = 0; i < s->property_count; i++)
        violated += s->properties[i].known && !s->properties[i].holds;
    return violated;
}

static table_cell *put_figures(table_cell *at, const wgcq_summary *s)
{
    *at++ = cell_if(!s->orbits_only, s->states);
    *at++ = cell_if(!s->orbits_only, s->edges);
    *at++ = cell_if(s->depth_known, s->depth);
    *at++ = cell_if(report_knows_goals(s), s->goals);
    *at++ = cell_if(s->has_goal && s->dead_ends_known, s->dead_ends);
    *at++ = cell_if(s->checked_count, s->violation_count);
    *at++ = cell_if(s->property_count, count_violated_properties(s));
    at = put_optimum(at, &s->shortest);
    for (size_t i = 1; i < s->cheapest_count; i++)
        at = put_optimum(at, &s->cheapest[i]);
    *at++ = cell_text(s->status);
    *at++ = (table_cell){.type = WGCQ_REAL, .real = round(s->seconds * 1e6) / 1e6};
    return at;
}

static table_cell *put_no_figures(table_cell *at, const sweep_columns *of, int status)
{
    size_t figures = of->count - of->plan->settings->count - (of->plan->folder ? 2 : 1);
    for (size_t i = 0; i < figures; i++)
        at[i] = cell_null();
    at[figures - 2] = cell_text(status == STATUS_USAGE         ? "mistake"
                                : status == STATUS_INTERRUPTED ? "interrupted"
                                                               : "error");
    return at + figures;
}

/* Where a file of --replace was left beside the old one, it is that. */
static const char *stored_in(const swept_run *run, const wgcq_summary *s)
{
    return !s ? NULL : s->beside ? s->beside : run->file;
}

const table_cell *sweep_columns_fill(sweep_columns *of, size_t number, const swept_run *run)
{
    const combinations *settings = of->plan->settings;
    const wgcq_summary *s = run->result ? wgcq_result_summary(run->result) : NULL;
    table_cell *at = of->cells;
    for (size_t i = 0; i < settings->count; i++) {
        size_t digit = combinations_digit(settings, number, i);
        *at++ = cell_of_setting(setting_value(&settings->swept[i], digit));
    }
    at = s ? put_figures(at, s) : put_no_figures(at, of, run->status);
    if (of->plan->folder)
        *at++ = cell_text(stored_in(run, s));
    *at++ = cell_text(run->trouble ? run->trouble : s ? s->limit : NULL);
    assert(at == of->cells + of->count);
    return of->cells;
}
