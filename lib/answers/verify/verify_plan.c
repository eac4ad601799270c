/* verify_plan.c - a plan that anyone wrote, judged step by step. */
#include <string.h>

#include "answers/replay/simulate.h"
#include "base/error.h"
#include "base/row_table.h"
#include "base/suggest.h"

typedef struct judging {
    reference_model by;
    simulation f;
    batch stood; /* where it was before the step under way */
    row_table *said;
    strbuf why, line;
    wgcq_error *err;
    bool wrong;
} judging;

static void say(judging *j, int64_t step, const char *move, bool holds, const char *why)
{
    row_table_integer(j->said, step);
    row_table_text(j->said, move);
    row_table_text(j->said, holds ? "holds" : "does not hold");
    row_table_text(j->said, why);
    strbuf_clear(&j->line);
    bool one = j->f.current.count == 1 &&
               !reference_model_show(&j->by, j->f.current.state, &j->line, j->err);
    row_table_text(j->said, one ? strbuf_string(&j->line) : NULL);
    j->wrong = j->wrong || !holds;
}

static bool is_known(const wgcq_model *m, const char *move)
{
    for (uint32_t i = 0; i < m->move_count(m); i++)
        if (!strcmp(m->move_text(m, i), move))
            return true;
    return false;
}

static int remember(batch *stood, const batch *now, wgcq_error *err)
{
    stood->count = 0;
    stood->words = now->words;
    stood->costs = 0;
    if (now->count && !batch_reserve(stood, now->count))
        return error_set_memory(err);
    if (now->count)
        memcpy(stood->state, now->state, now->count * now->words * sizeof *now->state);
    stood->count = now->count;
    return 0;
}

/* The moves that are possible where it stood: the nearest text, or some of them. */
static int tell_possible(judging *j, const char *move)
{
    enum { NAMED_MOST = 6 };
    const wgcq_model *m = j->by.model;
    batch *told = &j->f.successors;
    const char *names[256];
    size_t count = 0;
    if (!j->stood.count)
        return 0;
    int code = m->retell(j->by.worker, j->stood.state, WANT_MOVES, told, j->err);
    for (size_t i = 0; i < told->count && !code && count < 256; i++)
        names[count++] = m->move_text(m, told->move[i]);
    const char *meant = suggest_nearest(move, names, count);
    if (meant)
        strbuf_printf(&j->why, "; did you mean '%s'?", meant);
    else if (!count)
        strbuf_put(&j->why, "; no move is possible there");
    else
        strbuf_put(&j->why, "; possible there:");
    for (size_t i = 0; i < count && !meant && i < NAMED_MOST; i++)
        strbuf_printf(&j->why, "%s '%s'", i ? "," : "", names[i]);
    if (!meant && count > NAMED_MOST)
        strbuf_put(&j->why, ", ...");
    return code;
}

static int explain(judging *j, const char *move)
{
    const wgcq_model *m = j->by.model;
    strbuf_clear(&j->why);
    for (size_t i = 0; i < j->f.rejected.rejected; i++)
        strbuf_printf(&j->why, "%s'%s'",
                      i ? ", " : "refused: ", m->rules[j->f.rejected.rejected_rule[i]]);
    if (j->why.length)
        return 0;
    strbuf_put(&j->why, is_known(m, move)
                            ? "not possible there: a guard or a choice without a name ends it"
                            : "there is no such move there");
    return tell_possible(j, move);
}

static int judge_steps(judging *j, const char *const *moves, size_t count)
{
    int code = simulation_enter_starts(&j->f, j->err);
    if (!code)
        say(j, 0, NULL, true, NULL);
    for (size_t i = 0; i < count && !code && !j->wrong; i++) {
        code = remember(&j->stood, &j->f.current, j->err);
        if (!code)
            code = simulation_step(&j->f, moves[i], j->err);
        bool holds = !code && j->f.current.count;
        if (!code && !holds)
            code = explain(j, moves[i]);
        if (!code)
            say(j, (int64_t)i + 1, moves[i], holds, holds ? NULL : strbuf_string(&j->why));
    }
    return code;
}

static int judge_end(judging *j, size_t count)
{
    strbuf *out = row_table_remark(j->said);
    if (j->wrong) {
        strbuf_printf(out, "no plan: step %zu is wrong", (size_t)row_table_count(j->said) - 1);
        return 0;
    }
    int code = simulation_keep_goals(&j->f, j->err);
    if (!code && !j->f.current.count)
        j->wrong = true;
    if (!code)
        strbuf_printf(
            out, j->wrong ? "no plan: after %zu moves no goal is reached" : "a plan of %zu moves",
            count);
    return code;
}

int wgcq_verify_plan(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                     const char *const *moves, size_t count, wgcq_error *err)
{
    static const char *const names[] = {"step", "move", "verdict", "place", "shown"};
    judging j = {.err = err};
    int code = reference_model_open(&j.by, trace, err);
    if (code)
        return code;
    simulation_begin(&j.f, &j.by, false);
    j.said = row_table_new(sizeof names / sizeof *names, names);
    code = j.said ? judge_steps(&j, moves, count) : error_set_memory(err);
    if (!code)
        code = judge_end(&j, count);
    batch_free(&j.stood);
    simulation_free(&j.f);
    reference_model_close(&j.by);
    strbuf_free(&j.why);
    strbuf_free(&j.line);
    if (code) {
        row_table_free(j.said);
        return code;
    }
    *found = j.wrong ? WGCQ_FAILS : WGCQ_HOLDS;
    return row_table_give(out, j.said, NULL, true, err);
}
