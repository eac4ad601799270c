/*
 * ask.c - finds the question of a name, and answers it from a stored trace.
 */
#include <stdlib.h>
#include <string.h>

#include "answers/ask.h"
#include "answers/query/question.h"
#include "base/error.h"
#include "base/suggest.h"

static const struct question_entry {
    const char *name;
    int (*answer)(wgcq_rows **out, query_context *ctx);
    bool needs_goal;
    /* The least trace level it needs.  States are enough where all of them are stored, with the
       fewest moves to each; else the edges are needed to decide what is proved. */
    wgcq_trace_level required_trace;
} questions[] = {
    {"shortest", answer_shortest, true, WGCQ_TRACE_EDGES},
    {"cheapest", answer_cheapest, true, WGCQ_TRACE_EDGES},
    {"all", answer_all, true, WGCQ_TRACE_EDGES},
    {"best", answer_best, true, WGCQ_TRACE_EDGES},
    {"plans", answer_plans_of_length, true, WGCQ_TRACE_EDGES},
    {"dead-ends", answer_dead_ends, false, WGCQ_TRACE_STATES},
    {"bottlenecks", answer_bottlenecks, true, WGCQ_TRACE_EDGES},
    {"distances", answer_distances, false, WGCQ_TRACE_STATES},
    {"farthest", answer_farthest, false, WGCQ_TRACE_STATES},
    {"rules", answer_rules, false, WGCQ_TRACE_ALL},
    {"classes", answer_classes, true, WGCQ_TRACE_EDGES},
};

enum { QUESTIONS = sizeof questions / sizeof *questions };

static int unknown_question(const char *name, wgcq_error *err)
{
    const char *names[QUESTIONS];
    for (size_t i = 0; i < QUESTIONS; i++)
        names[i] = questions[i].name;
    const char *meant = suggest_nearest(name, names, QUESTIONS);
    if (meant)
        return error_set(err, WGCQ_EREQUEST, "unknown question '%s'; did you mean '%s'?", name,
                         meant);
    strbuf list = {0};
    for (size_t i = 0; i < QUESTIONS; i++)
        strbuf_printf(&list, "%s%s", i ? ", " : "", names[i]);
    int code = error_set(err, WGCQ_EREQUEST, "unknown question '%s'; there are %s", name,
                         strbuf_string(&list));
    strbuf_free(&list);
    return code;
}

static const struct question_entry *find_question(const char *name)
{
    for (size_t i = 0; i < QUESTIONS; i++)
        if (!strcmp(questions[i].name, name))
            return &questions[i];
    return NULL;
}

wgcq_trace_level ask_required_trace(const trace_facts *facts, const char *name)
{
    const struct question_entry *entry = find_question(name);
    bool explored = !strcmp(facts->status, "complete") &&
                    strcmp(facts->order, wgcq_order_name(WGCQ_DEPTH_FIRST)) != 0;
    if (!entry || (entry->needs_goal && !facts->has_goal))
        return WGCQ_TRACE_NONE;
    return entry->required_trace == WGCQ_TRACE_STATES && !explored ? WGCQ_TRACE_EDGES
                                                                   : entry->required_trace;
}

int ask_stored(wgcq_rows **out, wgcq_trace *trace, const wgcq_question *question,
               const wgcq_monitor *monitor, wgcq_error *err)
{
    query_context ctx = {trace, trace_about_run(trace), question, monitor, err, {0}, false, false};
    ctx.proved = !strcmp(ctx.facts->status, "complete");
    const struct question_entry *entry = find_question(question->what);
    if (!entry)
        return unknown_question(question->what, err);
    if (entry->needs_goal && !ctx.facts->has_goal)
        return error_set(err, WGCQ_EREQUEST, "the puzzle declares no goal, so it has no plans");
    trace_watch(trace, monitor);
    int code = entry->answer(out, &ctx);
    trace_watch(trace, NULL);
    free((void *)(uintptr_t)ctx.order.costs);
    return code;
}
