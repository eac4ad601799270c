/*
 * ask.c - finds the question of a name, and answers it from a stored trace.
 */
#include <stdlib.h>
#include <string.h>

#include "answers/ask.h"
#include "answers/query/question.h"
#include "base/error.h"
#include "base/suggest.h"
#include "model/order.h"

static const struct question_entry {
    const char *name, *options, *about;
    int (*answer)(wgcq_rows **out, query_context *ctx);
    bool needs_goal;
    wgcq_trace_level required_trace;
} questions[] = {
#define QUESTION(name, answer, needs_goal, level, options, about)                                  \
    {name, options, about, answer, needs_goal, WGCQ_TRACE_##level},
#include "answers/query/questions.def"
#undef QUESTION
};

enum { QUESTIONS = sizeof questions / sizeof *questions };

const char *wgcq_question_name(size_t i)
{
    return i < QUESTIONS ? questions[i].name : NULL;
}

const char *wgcq_question_options(size_t i)
{
    return i < QUESTIONS ? questions[i].options : NULL;
}

const char *wgcq_question_about(size_t i)
{
    return i < QUESTIONS ? questions[i].about : NULL;
}

static int unknown_question(const char *name, wgcq_error *err)
{
    const char *names[QUESTIONS];
    for (size_t i = 0; i < QUESTIONS; i++)
        names[i] = questions[i].name;
    return suggest_unknown(err, "question", name, names, QUESTIONS, "; there are ");
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
    bool explored =
        !strcmp(facts->status, "complete") && order_depths_named(facts->order) != DEPTHS_OF_TREE;
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
