/* grade.c - measures of difficulty, as one row. */
#include "answers/counts/grade.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/row_table.h"
#include "base/suggest.h"
#include "graph/counts/swap_classes.h"

/* ---- the table of measures ------------------------------------------------------------------- */

enum {
#define MEASURE(name, number, about) number,
#include "answers/counts/measures.def"
#undef MEASURE
    MEASURES
};
static_assert(MEASURES < 32, "they have bits of a number");

static const struct measure {
    const char *name, *about;
} measures[] = {
#define MEASURE(name, number, about) {name, about},
#include "answers/counts/measures.def"
#undef MEASURE
};

const char *wgcq_measure_name(size_t i)
{
    return i < MEASURES ? measures[i].name : NULL;
}

const char *wgcq_measure_about(size_t i)
{
    return i < MEASURES ? measures[i].about : NULL;
}

static int reject_unknown_measure(const char *name, wgcq_error *err)
{
    const char *names[MEASURES];
    for (size_t i = 0; i < MEASURES; i++)
        names[i] = measures[i].name;
    return suggest_unknown(err, "measure", name, names, MEASURES, "; there are ");
}

static int choose_measure(uint32_t *chosen, const char *name, wgcq_error *err)
{
    for (size_t i = 0; i < MEASURES; i++)
        if (!strcmp(measures[i].name, name)) {
            *chosen |= UINT32_C(1) << i;
            return 0;
        }
    return reject_unknown_measure(name, err);
}

/* "length,plans" as bits by their places in the table; all of them where none is named. */
static int choose_measures(uint32_t *chosen, const char *names, wgcq_error *err)
{
    char *copy = strdup(names ? names : ""), *rest = NULL;
    int code = copy ? 0 : error_set_memory(err);
    *chosen = 0;
    for (char *name = code ? NULL : strtok_r(copy, ", ", &rest); name && !code;
         name = strtok_r(NULL, ", ", &rest))
        code = choose_measure(chosen, name, err);
    if (!code && !*chosen)
        *chosen = (UINT32_C(1) << MEASURES) - 1;
    free(copy);
    return code;
}

/* ---- a cell for each ------------------------------------------------------------------------- */

static void put_measure(row_table *rows, bool found, double value)
{
    static const double digits = 1e6;
    row_table_real(rows, found ? round(value * digits) / digits : NAN);
}

static int put_class_count(row_table *rows, const grade_task *t)
{
    static const int moves = -1;
    best_plans plans;
    char *count = NULL;
    int code = best_plans_find(&plans, t->l.g, &t->l.back, (cost_order){1, &moves}, t->ctx->err);
    code = code ? code : commuting_classes_count(&count, &plans, t->ctx->err);
    best_plans_free(&plans);
    row_table_text(rows, t->d.found ? count : "0");
    free(count);
    return code == WGCQ_DONE ? 0 : code;
}

static int put_measure_cell(row_table *rows, const grade_task *t, size_t which)
{
    const difficulty *d = &t->d;
    double mean = NAN;
    int code = 0;
    switch (which) {
    case MEASURE_STATES: row_table_integer(rows, t->l.g->states); break;
    case MEASURE_LENGTH: row_table_integer_or_null(rows, d->length, d->found); break;
    case MEASURE_PLANS: row_table_text(rows, d->found ? d->plans : "0"); break;
    case MEASURE_BRANCHING: put_measure(rows, d->found && d->length, d->branching); break;
    case MEASURE_FORCED: put_measure(rows, d->found, d->forced); break;
    case MEASURE_DIVERGENCE: row_table_integer_or_null(rows, d->divergence, d->found); break;
    case MEASURE_DEAD_ENDS: put_measure(rows, true, d->dead_ends); break;
    case MEASURE_TRAPS: put_measure(rows, d->found, d->traps); break;
    case MEASURE_TRAP_DEPTH: row_table_integer(rows, d->trap_depth); break;
    case MEASURE_CLASSES: code = put_class_count(rows, t); break;
    default:
        if (d->found)
            code = which == MEASURE_AGAINST ? against_estimate(&mean, t) : thing_switches(&mean, t);
        put_measure(rows, true, mean);
    }
    return code;
}

/* ---- the row --------------------------------------------------------------------------------- */

/* Without its folder; NULL: the model has no file. */
static const char *file_name_in(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path;
}

/* "n=5 colours=3", as --set has them; null: the puzzle has no parameters. */
static void put_settings(row_table *rows, const trace_facts *f)
{
    strbuf settings = {0};
    for (size_t i = 0; i < f->param_count; i++)
        strbuf_printf(&settings, "%s%s=%s", i ? " " : "", f->param_names[i], f->param_values[i]);
    row_table_strbuf_or_null(rows, &settings);
    strbuf_free(&settings);
}

static int put_grade(row_table *rows, const grade_task *t, uint32_t chosen)
{
    int code = 0;
    row_table_text(rows, file_name_in(t->ctx->facts->file));
    put_settings(rows, t->ctx->facts);
    for (size_t i = 0; i < MEASURES && !code; i++)
        if (chosen >> i & 1)
            code = put_measure_cell(rows, t, i);
    return code;
}

static int grade_of_graph(row_table *rows, query_context *ctx, uint32_t chosen)
{
    grade_task t = {.ctx = ctx};
    int code = loaded_graph_open(&t.l, ctx, GRAPH_DEPTHS, LOADED_PREDECESSORS);
    code = code ? code : difficulty_measure(&t.d, t.l.g, &t.l.back, ctx->err);
    code = code ? code : put_grade(rows, &t, chosen);
    difficulty_free(&t.d);
    loaded_graph_close(&t.l);
    return code;
}

int answer_grade(wgcq_rows **out, query_context *ctx)
{
    const char *names[2 + MEASURES] = {"puzzle", "params"};
    size_t columns = 2;
    uint32_t chosen;
    int code = choose_measures(&chosen, ctx->question->of, ctx->err);
    for (size_t i = 0; i < MEASURES && !code; i++)
        if (chosen >> i & 1)
            names[columns++] = measures[i].name;
    code = code ? code : question_prove_explored(ctx);
    if (!code && !ctx->proved)
        return question_answer_unknown(out, ctx, columns, names,
                                       "the run did not explore everything, and the measures are "
                                       "of all states");
    row_table *rows = code ? NULL : row_table_new(columns, names);
    if (!code && !rows)
        code = error_set_memory(ctx->err);
    code = code ? code : grade_of_graph(rows, ctx, chosen);
    return row_table_finish_or_free(code, out, rows, ctx->question, true, ctx->err);
}
