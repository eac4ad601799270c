/* rules.c - how often each rule rejects and each move is made, including never. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "answers/query/limited_rows.h"
#include "answers/query/question.h"
#include "answers/replay/reference_model.h"
#include "base/error.h"
#include "puzzle/labels.h"
#include "trace/schema/column_names.h"

/* ---- moves that were never made ------------------------------------------------------------ */

/* Marks the labels of the puzzle that some move text in the file matches. */
static int mark_labelled_moves(bool *named, query_context *ctx, const wgcq_puzzle *p)
{
    wgcq_rows *rows;
    int code = trace_selectf(&rows, ctx->trace, ctx->err, "SELECT text FROM move_%" PRId64,
                             ctx->facts->run);
    while (!code && (code = wgcq_rows_next(rows, ctx->err)) == 0)
        for (size_t i = 0; i < labels_count(p); i++)
            named[i] = named[i] || labels_fit(p, i, wgcq_rows_text(rows, 0));
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

/* Adds the labels that no move in the file matches; those of a model in C are unknown. */
static int add_unlabelled_moves(strbuf *sql, query_context *ctx)
{
    reference_model r;
    if (!ctx->facts->source[0])
        return 0;
    int code = reference_model_open(&r, ctx->trace, ctx->err);
    if (code)
        return code;
    const char *before = " UNION VALUES(";
    bool *named = calloc(labels_count(r.puzzle) + 1, sizeof *named);
    code = named ? mark_labelled_moves(named, ctx, r.puzzle) : error_set_memory(ctx->err);
    for (size_t i = 0; !code && i < labels_count(r.puzzle); i++) {
        if (named[i])
            continue;
        strbuf_put(sql, before);
        column_names_text(sql, labels_template(r.puzzle, i));
        strbuf_char(sql, ')');
        before = ",(";
    }
    free(named);
    reference_model_close(&r);
    return code;
}

/* ---- the answer -------------------------------------------------------------------------- */

/* Labels that depend on choices alone are all in the file, whether such a move was made or not. */
static int write_rules_sql(strbuf *sql, query_context *ctx)
{
    strbuf_printf(sql,
                  "SELECT 'rule' AS kind, r.name AS name, %s AS times"
                  " FROM (SELECT DISTINCT name FROM rule) AS r UNION ALL"
                  " SELECT 'move', m.name, %s FROM (SELECT text AS name FROM move_%" PRId64,
                  ctx->proved ? "(SELECT count(*) FROM rejections AS x WHERE x.rule=r.name)"
                              : "NULL",
                  ctx->proved ? "coalesce(n.times,0)" : "NULL", ctx->facts->run);
    int code = add_unlabelled_moves(sql, ctx);
    strbuf_put(sql, ") AS m");
    if (ctx->proved)
        strbuf_put(sql, " LEFT JOIN (SELECT move, count(*) AS times FROM edges GROUP BY move) AS n"
                        " ON n.move=m.name");
    strbuf_put(sql, " ORDER BY 1 DESC, 3 DESC, 2");
    return !code && sql->failed ? error_set_memory(ctx->err) : code;
}

int answer_rules(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"kind", "name", "times"};
    static const char unknown[] = "the run did not explore everything, so the counts are not known";
    strbuf sql = {0};
    int code = question_prove_explored(ctx);
    if (!code && !ctx->proved && ctx->question->count)
        return question_answer_unknown(out, ctx, 3, names, unknown);
    if (!code)
        code = write_rules_sql(&sql, ctx);
    if (!code)
        code = limited_rows_select(out, ctx, strbuf_string(&sql));
    strbuf_free(&sql);
    if (!code && !ctx->proved) {
        (*out)->unknown = true;
        strbuf_put(&(*out)->remark, unknown);
    }
    return code;
}
