/*
 * ask_trace.c - questions to a stored trace, at every level of --trace.
 *
 * The answers read a trace, never a search.  Where the file does not keep what a question needs,
 * the run is explored again first (rerun.c), and the answers read the result.
 */
#include "answers/ask.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/compare/compare.h"
#include "answers/draw/draw.h"
#include "answers/query/stored_answers.h"
#include "answers/replay/stored_plan.h"
#include "answers/verify/verify.h"
#include "base/error.h"
#include "run/stored/rerun.h"

int wgcq_ask(wgcq_rows **out, wgcq_trace *trace, const wgcq_question *question,
             const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"trace", trace},
                                 {"question.what", question ? question->what : NULL})))
        return WGCQ_EREQUEST;
    wgcq_trace_level needed = ask_required_trace(trace_about_run(trace), question->what);
    int code = rerun(&trace, trace, NULL, needed, false, monitor, err);
    return code ? code : ask_stored(out, trace, question, monitor, err);
}

int wgcq_verify(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"found", found}, {"trace", trace})))
        return WGCQ_EREQUEST;
    return wgcq_verify_model(out, found, trace, NULL, monitor, err);
}

int wgcq_verify_model(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                      const wgcq_model *model, const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"found", found}, {"trace", trace})))
        return WGCQ_EREQUEST;
    return verify_stored_run(out, found, trace, model, rerun, monitor, err);
}

int wgcq_why(wgcq_rows **out, wgcq_trace *trace, const char *state, const char *move,
             wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"trace", trace}, {"state", state})))
        return WGCQ_EREQUEST;
    int code = rerun(&trace, trace, NULL, WGCQ_TRACE_STATES, false, NULL, err);
    return code ? code : explain_state(out, trace, state, move, err);
}

int wgcq_why_states(wgcq_rows **out, wgcq_trace *trace, uint32_t first, uint32_t last,
                    wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"trace", trace})))
        return WGCQ_EREQUEST;
    int code = rerun(&trace, trace, NULL, WGCQ_TRACE_STATES, false, NULL, err);
    return code ? code : explain_states(out, trace, first, last, err);
}

int wgcq_draw(char **out, char **remark, wgcq_trace *trace, const wgcq_draw_options *how,
              wgcq_error *err)
{
    static const wgcq_draw_options all;
    if (error_if_null(err, GIVEN({"out", out}, {"trace", trace})) ||
        (how && error_if_beyond(err, __func__, "options.format", how->format, WGCQ_GRAPHML + 1)))
        return WGCQ_EREQUEST;
    int code = rerun(&trace, trace, NULL, WGCQ_TRACE_EDGES, true, NULL, err);
    return code ? code : draw_stored_graph(out, remark, trace, how ? how : &all, err);
}

/* Where the run cannot be repeated, states are compared without their ids. */
static int rerun_side(wgcq_compare_side *side, wgcq_compare_part part, wgcq_error *err)
{
    wgcq_trace *trace = side->trace;
    wgcq_error trouble = {0};
    int code =
        rerun(&side->trace, trace, NULL, compare_required_trace(part, side), true, NULL, &trouble);
    if (code == WGCQ_EUNKNOWN && part == WGCQ_COMPARE_STATES) {
        side->trace = trace;
        return rerun(&side->trace, trace, NULL, WGCQ_TRACE_SOLUTIONS, true, NULL, err);
    }
    if (code && err)
        *err = trouble;
    return code;
}

static bool sides_fit(const wgcq_compare_side *sides, size_t count, wgcq_error *err)
{
    if (!count)
        error_set(err, WGCQ_EREQUEST, "wgcq_compare: count is 0");
    for (size_t i = 0; i < count; i++) {
        const wgcq_compare_side *s = &sides[i];
        const given_argument all[] = {{"sides.trace", s->trace},
                                      {"sides.label", s->solution ? s->label : ""},
                                      {"sides.file", s->file},
                                      {NULL, NULL}};
        if (error_if_null(err, "wgcq_compare", all))
            return false;
    }
    return count > 0;
}

int wgcq_compare(wgcq_rows **out, wgcq_compare_part part, const wgcq_compare_side *chosen,
                 size_t count, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"sides", chosen})) ||
        error_if_beyond(err, __func__, "part", part, WGCQ_COMPARE_ONLY + 1) ||
        !sides_fit(chosen, count, err))
        return WGCQ_EREQUEST;
    wgcq_compare_side *whole = malloc((count + 1) * sizeof *whole);
    if (!whole)
        return error_set_memory(err);
    memcpy(whole, chosen, count * sizeof *whole);
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = rerun_side(&whole[i], part, err);
    code = code ? code : compare_chosen(out, part, whole, count, rerun, err);
    free(whole);
    return code;
}

int wgcq_show(wgcq_rows **out, wgcq_trace *trace, int64_t solution, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"trace", trace})))
        return WGCQ_EREQUEST;
    int code = rerun(&trace, trace, NULL, WGCQ_TRACE_SOLUTIONS, true, NULL, err);
    return code ? code : solution_steps_open(out, trace, solution, err);
}

int wgcq_show_count(int64_t *count, wgcq_trace *trace, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"count", count}, {"trace", trace})))
        return WGCQ_EREQUEST;
    int code = rerun(&trace, trace, NULL, WGCQ_TRACE_SOLUTIONS, true, NULL, err);
    return code ? code : stored_plan_solutions(count, trace, err);
}

bool wgcq_trace_was_rerun(const wgcq_trace *trace, wgcq_trace_level *needed)
{
    assert(trace);
    wgcq_trace_level level = trace_rerun_needed(trace);
    if (needed)
        *needed = level;
    return level != WGCQ_TRACE_NONE;
}
