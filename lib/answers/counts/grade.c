/* grade.c - measures of difficulty, as one row. */
#include <math.h>
#include <string.h>

#include "answers/query/question.h"
#include "base/error.h"
#include "base/row_table.h"
#include "graph/counts/difficulty.h"

static void put_measure(row_table *rows, bool found, double value)
{
    static const double digits = 1e6;
    row_table_real(rows, found ? round(value * digits) / digits : NAN);
}

static void put_grade_figure(row_table *rows, bool found, uint32_t value)
{
    if (found)
        row_table_integer(rows, value);
    else
        row_table_null(rows);
}

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

static void put_grade(row_table *rows, const trace_facts *f, const graph *g, const difficulty *d)
{
    row_table_text(rows, file_name_in(f->file));
    put_settings(rows, f);
    row_table_integer(rows, g->states);
    put_grade_figure(rows, d->found, d->length);
    row_table_text(rows, d->found ? d->plans : "0");
    put_measure(rows, d->found && d->length, d->branching);
    put_measure(rows, d->found, d->forced);
    put_grade_figure(rows, d->found, d->divergence);
    put_measure(rows, true, d->dead_ends);
    put_measure(rows, d->found, d->traps);
    row_table_integer(rows, d->trap_depth);
}

int answer_grade(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"puzzle",    "params",    "states",    "length",
                                        "plans",     "branching", "forced",    "divergence",
                                        "dead_ends", "traps",     "trap_depth"};
    const size_t columns = sizeof names / sizeof *names;
    loaded_graph l = {0};
    difficulty d = {0};
    int code = question_prove_explored(ctx);
    if (!code && !ctx->proved)
        return question_answer_unknown(out, ctx, columns, names,
                                       "the run did not explore everything, and the measures are "
                                       "of all states");
    row_table *rows = row_table_new(columns, names);
    if (!code && !rows)
        code = error_set_memory(ctx->err);
    if (!code)
        code = loaded_graph_open(&l, ctx, GRAPH_CONTENT | GRAPH_MOVES, LOADED_PREDECESSORS);
    if (!code)
        code = difficulty_measure(&d, l.g, &l.back, ctx->err);
    if (!code)
        put_grade(rows, ctx->facts, l.g, &d);
    difficulty_free(&d);
    loaded_graph_close(&l);
    if (!code)
        return row_table_finish(out, rows, ctx->question, true, ctx->err);
    row_table_free(rows);
    return code;
}
