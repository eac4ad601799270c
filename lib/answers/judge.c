/* judge.c - a plan that anyone wrote, judged step by step. */
#include <string.h>

#include "answers/follow.h"
#include "answers/listing.h"
#include "base/fault.h"
#include "puzzle/complaint.h"

typedef struct judging {
    retold by;
    follow f;
    batch stood; /* where it was before the step under way */
    listing *said;
    text why, line;
    wgcq_error *err;
    bool wrong;
} judging;

static void say(judging *j, int64_t step, const char *move, bool holds, const char *why)
{
    listing_integer(j->said, step);
    listing_text(j->said, move);
    listing_text(j->said, holds ? "holds" : "does not hold");
    listing_text(j->said, why);
    text_clear(&j->line);
    bool one = j->f.now.count == 1 && !retold_show(&j->by, j->f.now.state, &j->line, j->err);
    listing_text(j->said, one ? text_string(&j->line) : NULL);
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
        return fault_memory(err);
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
    batch *told = &j->f.told;
    const char *names[256];
    size_t count = 0;
    if (!j->stood.count)
        return 0;
    int code = m->retell(j->by.worker, j->stood.state, WANT_MOVES, told, j->err);
    for (size_t i = 0; i < told->count && !code && count < 256; i++)
        names[count++] = m->move_text(m, told->move[i]);
    const char *meant = complaint_nearest(move, names, count);
    if (meant)
        text_printf(&j->why, "; did you mean '%s'?", meant);
    else if (!count)
        text_put(&j->why, "; no move is possible there");
    else
        text_put(&j->why, "; possible there:");
    for (size_t i = 0; i < count && !meant && i < NAMED_MOST; i++)
        text_printf(&j->why, "%s '%s'", i ? "," : "", names[i]);
    if (!meant && count > NAMED_MOST)
        text_put(&j->why, ", ...");
    return code;
}

static int explain(judging *j, const char *move)
{
    const wgcq_model *m = j->by.model;
    text_clear(&j->why);
    for (size_t i = 0; i < j->f.refused.refused; i++)
        text_printf(&j->why, "%s'%s'",
                    i ? ", " : "refused: ", m->rules[j->f.refused.refused_rule[i]]);
    if (j->why.length)
        return 0;
    text_put(&j->why, is_known(m, move)
                          ? "not possible there: a guard or a choice without a name ends it"
                          : "there is no such move there");
    return tell_possible(j, move);
}

static int judge_steps(judging *j, const char *const *moves, size_t count)
{
    int code = follow_start(&j->f, j->err);
    if (!code)
        say(j, 0, NULL, true, NULL);
    for (size_t i = 0; i < count && !code && !j->wrong; i++) {
        code = remember(&j->stood, &j->f.now, j->err);
        if (!code)
            code = follow_step(&j->f, moves[i], j->err);
        bool holds = !code && j->f.now.count;
        if (!code && !holds)
            code = explain(j, moves[i]);
        if (!code)
            say(j, (int64_t)i + 1, moves[i], holds, holds ? NULL : text_string(&j->why));
    }
    return code;
}

static int judge_end(judging *j, size_t count)
{
    text *out = listing_remark(j->said);
    if (j->wrong) {
        text_printf(out, "no plan: step %zu is wrong", (size_t)listing_count(j->said) - 1);
        return 0;
    }
    int code = follow_goals(&j->f, j->err);
    if (!code && !j->f.now.count)
        j->wrong = true;
    if (!code)
        text_printf(
            out, j->wrong ? "no plan: after %zu moves no goal is reached" : "a plan of %zu moves",
            count);
    return code;
}

int wgcq_judge(wgcq_rows **out, wgcq_finding *found, wgcq_trace *trace, const char *const *moves,
               size_t count, wgcq_error *err)
{
    static const char *const names[] = {"step", "move", "verdict", "place", "shown"};
    judging j = {.err = err};
    int code = retold_open(&j.by, trace, err);
    if (code)
        return code;
    follow_begin(&j.f, &j.by, false);
    j.said = listing_new(sizeof names / sizeof *names, names);
    code = j.said ? judge_steps(&j, moves, count) : fault_memory(err);
    if (!code)
        code = judge_end(&j, count);
    batch_free(&j.stood);
    follow_free(&j.f);
    retold_close(&j.by);
    text_free(&j.why);
    text_free(&j.line);
    if (code) {
        listing_free(j.said);
        return code;
    }
    *found = j.wrong ? WGCQ_FAILS : WGCQ_HOLDS;
    return listing_give(out, j.said, NULL, true, err);
}
