/*
 * coverage.c - what a puzzle says that never comes about: moves that are never made, guards that
 * decide nothing, constraints that never reject, values that are never taken.
 *
 * The reference interpreter looks at every stored state once (puzzle/puzzle_coverage.h), which is
 * all that it needs: no edges, no rejections.
 */

#include "answers/coverage/model_coverage.h"
#include "answers/replay/reference_model.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "puzzle/puzzle_coverage.h"

static const char *const columns[] = {"kind", "name", "place", "count"};
enum { COLUMNS = sizeof columns / sizeof *columns };

typedef struct coverage_question {
    query_context *ctx;
    reference_model reference;
    puzzle_coverage *coverage;
    budget limit;
    progress_clock clock, within; /* by states; within one, by what the interpreter evaluates */
    uint64_t looked;
    wgcq_error stopped;
} coverage_question;

/* ---- progress -------------------------------------------------------------------------------- */

static bool is_coverage_to_stop(void *self)
{
    coverage_question *q = self;
    return progress_poll(&q->within, q->ctx->monitor, 0, &q->stopped) != 0;
}

static void start_clocks(coverage_question *q)
{
    q->clock = q->within = (progress_clock){.phase = "evaluating",
                                            .measure = progress_measure_states,
                                            .self = &q->looked,
                                            .interval = 1,
                                            .total = q->ctx->facts->states};
    progress_clock_start(&q->clock);
    progress_clock_start(&q->within);
    q->limit = (budget){.stop = is_coverage_to_stop, .self = q};
}

/* The error of work that the budget ended is that of the monitor. */
static int name_error(const coverage_question *q, int code, const wgcq_error *own, wgcq_error *err)
{
    if (code && q->limit.stopped)
        return error_set(err, q->stopped.code, "%s", q->stopped.text);
    return code ? error_set(err, own->code, "%s", own->text) : 0;
}

/* ---- states ---------------------------------------------------------------------------------- */

static int look_at_row(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    coverage_question *q = self;
    const uint64_t *state = (const uint64_t *)(values + 2);
    (void)rowid;
    wgcq_error own = {0};
    int code = name_error(q, puzzle_coverage_look(q->coverage, state, &own), &own, err);
    q->looked++;
    return code ? code : progress_poll(&q->clock, q->ctx->monitor, 0, err);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static int put_finding(void *self, const char *kind, const char *name, const char *place,
                       uint64_t count)
{
    row_table *rows = self;
    row_table_text(rows, kind);
    row_table_text(rows, name);
    row_table_text(rows, place);
    row_table_integer(rows, (int64_t)count);
    return 0;
}

static int look_at_starts(coverage_question *q)
{
    wgcq_error own = {0};
    return name_error(q, puzzle_coverage_look_at_starts(q->coverage, &own), &own, q->ctx->err);
}

static int cover_puzzle(row_table *rows, query_context *ctx)
{
    coverage_question q = {.ctx = ctx};
    int code = reference_model_open(&q.reference, ctx->trace, ctx->err);
    start_clocks(&q);
    code = code ? code : puzzle_coverage_new(&q.coverage, q.reference.puzzle, &q.limit, ctx->err);
    code = code ? code : trace_scan(ctx->trace, TRACE_STATE_ROWS, look_at_row, &q, ctx->err);
    code = code ? code : look_at_starts(&q);
    code = code ? code : puzzle_coverage_list(q.coverage, put_finding, rows, ctx->err);
    puzzle_coverage_free(q.coverage);
    reference_model_close(&q.reference);
    return code;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Says what was cut short, and by which limit. */
static int remark_incomplete(row_table *rows, query_context *ctx)
{
    wgcq_rows *row = NULL;
    int code = trace_select_row(&row, ctx->trace, ctx->err,
                                "SELECT coalesce(stopped,status) FROM run WHERE id=#");
    if (!code && row_table_remark(rows)->length)
        strbuf_put(row_table_remark(rows), "; ");
    if (!code)
        strbuf_printf(row_table_remark(rows),
                      "the run did not explore everything (%s): what is listed may come about in "
                      "states that it does not have",
                      wgcq_rows_text(row, 0));
    wgcq_rows_free(row);
    return code;
}

/* More states can only shorten the list: one that is empty is proved whatever was explored. */
int answer_coverage(wgcq_rows **out, query_context *ctx)
{
    int code = question_prove_explored(ctx);
    row_table *rows = code ? NULL : row_table_new(COLUMNS, columns);
    if (!code && !rows)
        code = error_set_memory(ctx->err);
    if (!code)
        code = ctx->facts->source[0] ? cover_puzzle(rows, ctx) : model_coverage_put(rows, ctx);
    const bool decided = ctx->proved || (!code && !row_table_count(rows));
    if (!code && !decided && ctx->question->count) {
        row_table_free(rows);
        return question_answer_unknown(out, ctx, COLUMNS, columns, "");
    }
    if (!code && !decided)
        code = remark_incomplete(rows, ctx);
    return row_table_finish_or_free(code, out, rows, ctx->question, decided, ctx->err);
}
