/* verify_plan.c - a plan that the user supplies, checked step by step. */
#include <string.h>

#include "answers/replay/simulate.h"
#include "base/error.h"
#include "base/row_table.h"
#include "base/suggest.h"
#include "wgcq_trace.h"

typedef struct plan_check {
    reference_model reference;
    simulation sim;
    batch before; /* the possible states before the current step */
    row_table *rows;
    strbuf why, line;
    wgcq_error *err;
    bool wrong;
} plan_check;

static void put_step_row(plan_check *c, int64_t step, const char *move, bool holds, const char *why)
{
    row_table_integer(c->rows, step);
    row_table_text(c->rows, move);
    row_table_text(c->rows, holds ? "holds" : "does not hold");
    row_table_text(c->rows, why);
    strbuf_clear(&c->line);
    bool one = c->sim.current.count == 1 &&
               !reference_model_show(&c->reference, c->sim.current.state, &c->line, c->err);
    row_table_text(c->rows, one ? strbuf_string(&c->line) : NULL);
    c->wrong = c->wrong || !holds;
}

static bool model_has_move(const wgcq_model *m, const char *move)
{
    for (uint32_t i = 0; i < m->move_count(m); i++)
        if (!strcmp(m->move_text(m, i), move))
            return true;
    return false;
}

static int copy_states(batch *before, const batch *now, wgcq_error *err)
{
    before->count = 0;
    before->words = now->words;
    before->costs = 0;
    if (now->count && !batch_reserve(before, now->count))
        return error_set_memory(err);
    if (now->count)
        memcpy(before->state, now->state, now->count * now->words * sizeof *now->state);
    before->count = now->count;
    return 0;
}

/* Names the possible move whose text is nearest, or else some that are possible. */
static int put_possible_moves(plan_check *c, const char *move)
{
    enum { NAMED_MOST = 6 };
    const wgcq_model *m = c->reference.model;
    batch *successors = &c->sim.successors;
    const char *names[256];
    size_t count = 0;
    if (!c->before.count)
        return 0;
    int code =
        m->reference.expand(c->reference.worker, c->before.state, WANT_MOVES, successors, c->err);
    for (size_t i = 0; i < successors->count && !code && count < 256; i++)
        names[count++] = m->move_text(m, successors->move[i]);
    const char *meant = suggest_nearest(move, names, count);
    if (meant)
        strbuf_printf(&c->why, "; did you mean '%s'?", meant);
    else if (!count)
        strbuf_put(&c->why, "; no move is possible there");
    else
        strbuf_put(&c->why, "; possible there:");
    for (size_t i = 0; i < count && !meant && i < NAMED_MOST; i++)
        strbuf_printf(&c->why, "%s '%s'", i ? "," : "", names[i]);
    if (!meant && count > NAMED_MOST)
        strbuf_put(&c->why, ", ...");
    return code;
}

static int explain_impossible_step(plan_check *c, const char *move)
{
    const wgcq_model *m = c->reference.model;
    strbuf_clear(&c->why);
    for (size_t i = 0; i < c->sim.rejected.rejected; i++)
        strbuf_printf(&c->why, "%s'%s'", i ? ", " : "rejected by ",
                      m->rules[c->sim.rejected.rejected_rule[i]]);
    if (c->why.length)
        return 0;
    strbuf_put(&c->why, model_has_move(m, move)
                            ? "not possible there: an unnamed guard or choice excludes it"
                            : "there is no such move there");
    return put_possible_moves(c, move);
}

static int check_plan_steps(plan_check *c, const char *const *moves, size_t count)
{
    int code = simulation_enter_starts(&c->sim, c->err);
    if (!code)
        put_step_row(c, 0, NULL, true, NULL);
    for (size_t i = 0; i < count && !code && !c->wrong; i++) {
        code = copy_states(&c->before, &c->sim.current, c->err);
        code = code ? code : simulation_step(&c->sim, moves[i], c->err);
        bool holds = !code && c->sim.current.count;
        if (!code && !holds)
            code = explain_impossible_step(c, moves[i]);
        if (!code)
            put_step_row(c, (int64_t)i + 1, moves[i], holds, holds ? NULL : strbuf_string(&c->why));
    }
    return code;
}

static int check_plan_end(plan_check *c, size_t count)
{
    strbuf *out = row_table_remark(c->rows);
    if (c->wrong) {
        strbuf_printf(out, "no plan: step %s is wrong", WGCQ_GROUPED(row_table_count(c->rows) - 1));
        return 0;
    }
    int code = simulation_keep_goals(&c->sim, c->err);
    if (!code && !c->sim.current.count)
        c->wrong = true;
    if (!code)
        strbuf_printf(
            out, c->wrong ? "no plan: after %s moves no goal is reached" : "a plan of %s moves",
            WGCQ_GROUPED(count));
    return code;
}

int wgcq_verify_plan(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                     const char *const *moves, size_t count, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"found", found}, {"trace", trace})) ||
        error_if_null_text(err, __func__, "moves", moves, count))
        return WGCQ_EREQUEST;
    static const char *const names[] = {"step", "move", "verdict", "place", "shown"};
    plan_check c = {.err = err};
    int code = reference_model_open(&c.reference, trace, err);
    if (code)
        return code;
    simulation_begin(&c.sim, &c.reference, false);
    c.rows = row_table_new(sizeof names / sizeof *names, names);
    code = c.rows ? check_plan_steps(&c, moves, count) : error_set_memory(err);
    code = code ? code : check_plan_end(&c, count);
    batch_free(&c.before);
    simulation_free(&c.sim);
    reference_model_close(&c.reference);
    strbuf_free(&c.why);
    strbuf_free(&c.line);
    if (!code)
        *found = c.wrong ? WGCQ_FAILS : WGCQ_HOLDS;
    return row_table_finish_or_free(code, out, c.rows, NULL, true, err);
}
