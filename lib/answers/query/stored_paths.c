/* stored_paths.c - the verdicts of properties over time, and the paths that violate them. */
#include <string.h>

#include "answers/query/question.h"
#include "base/error.h"
#include "base/row_table.h"

static const char *const property_columns[] = {"property", "kind",  "holds",
                                               "stem",     "cycle", "shown"};
static const char *const lasso_columns[] = {"property", "part", "step", "move",
                                            "src",      "dst",  "shown"};
enum { PROPERTY_COLUMNS = 6, LASSO_COLUMNS = 7 };

/* How many properties the run has decided, or tried to; of how many it does not know. */
static int count_verdicts(query_context *ctx, uint64_t *all, uint64_t *unknown)
{
    wgcq_rows *row = NULL;
    *all = *unknown = 0;
    if (!trace_has_properties(ctx->trace))
        return 0;
    int code = trace_select_row(&row, ctx->trace, ctx->err,
                                "SELECT count(*),count(*)-count(holds) FROM property_#");
    if (!code) {
        *all = (uint64_t)wgcq_rows_integer(row, 0);
        *unknown = (uint64_t)wgcq_rows_integer(row, 1);
    }
    wgcq_rows_free(row);
    return code;
}

static void copy_cell(row_table *to, const wgcq_rows *from, size_t column)
{
    switch (wgcq_rows_type(from, column)) {
    case WGCQ_INTEGER: row_table_integer(to, wgcq_rows_integer(from, column)); break;
    case WGCQ_TEXT: row_table_text(to, wgcq_rows_text(from, column)); break;
    default: row_table_null(to);
    }
}

static int copy_view_row(void *self, const wgcq_rows *row, wgcq_error *err)
{
    (void)err;
    for (size_t i = 0; i < wgcq_rows_columns(row); i++)
        copy_cell(self, row, i);
    return 0;
}

/* All rows of a view, in the order of the puzzle and of the steps. */
static int answer_from_view(wgcq_rows **out, query_context *ctx, const char *view, size_t columns,
                            const char *const *names)
{
    uint64_t all, unknown;
    int code = count_verdicts(ctx, &all, &unknown);
    if (code)
        return code;
    if (!all && !strcmp(ctx->facts->status, "interrupted"))
        return question_answer_unknown(
            out, ctx, columns, names,
            "the run was interrupted before it decided them; next: wgcq resume");
    if (!all)
        return error_set(ctx->err, WGCQ_EREQUEST, "the puzzle declares no property over time");
    row_table *rows = row_table_new(columns, names);
    code =
        rows ? trace_each_row(ctx->trace, copy_view_row, rows, ctx->err, "SELECT * FROM %s_#", view)
             : error_set_memory(ctx->err);
    if (!code && unknown)
        strbuf_printf(row_table_remark(rows),
                      "the run did not explore everything: whether %s of %s properties hold is not "
                      "known",
                      WGCQ_GROUPED(unknown), WGCQ_GROUPED(all));
    return row_table_finish_or_free(code, out, rows, ctx->question, !unknown, ctx->err);
}

int answer_properties(wgcq_rows **out, query_context *ctx)
{
    return answer_from_view(out, ctx, "properties", PROPERTY_COLUMNS, property_columns);
}

int answer_lassos(wgcq_rows **out, query_context *ctx)
{
    return answer_from_view(out, ctx, "lassos", LASSO_COLUMNS, lasso_columns);
}
