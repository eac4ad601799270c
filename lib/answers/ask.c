/*
 * ask.c - questions put to a stored trace: which there are.
 *
 * What can be said in SQL is; plans are enumerated over the graph, lazily, one a row.
 */
#include <stdlib.h>
#include <string.h>

#include "answers/asking.h"
#include "base/fault.h"
#include "puzzle/complaint.h"

static const struct known_question {
    const char *name;
    int (*answer)(wgcq_rows **out, asking *a);
    bool of_goals;
} questions[] = {
    {"shortest", answer_shortest, true},
    {"cheapest", answer_cheapest, true},
    {"all", answer_all, true},
    {"best", answer_best, true},
    {"plans", answer_plans_of_length, true},
    {"dead-ends", answer_dead_ends, false},
    {"bottlenecks", answer_bottlenecks, true},
    {"distances", answer_distances, false},
    {"farthest", answer_farthest, false},
    {"rules", answer_rules, false},
    {"classes", answer_classes, true},
};

enum { QUESTIONS = sizeof questions / sizeof *questions };

static int unknown_question(const char *name, wgcq_error *err)
{
    const char *names[QUESTIONS];
    for (size_t i = 0; i < QUESTIONS; i++)
        names[i] = questions[i].name;
    const char *meant = complaint_nearest(name, names, QUESTIONS);
    if (meant)
        return fault(err, WGCQ_EREQUEST, "unknown question '%s'; did you mean '%s'?", name, meant);
    text list = {0};
    for (size_t i = 0; i < QUESTIONS; i++)
        text_printf(&list, "%s%s", i ? ", " : "", names[i]);
    int code =
        fault(err, WGCQ_EREQUEST, "unknown question '%s'; there are %s", name, text_string(&list));
    text_free(&list);
    return code;
}

int wgcq_ask(wgcq_rows **out, wgcq_trace *trace, const wgcq_question *question,
             const wgcq_watch *watch, wgcq_error *err)
{
    asking a = {trace, trace_about_run(trace), question, watch, err, {0}, false, false};
    a.proved = !strcmp(a.facts->status, "complete");
    const struct known_question *known = NULL;
    for (size_t i = 0; i < QUESTIONS; i++)
        if (!strcmp(questions[i].name, question->what))
            known = &questions[i];
    if (!known)
        return unknown_question(question->what, err);
    if (known->of_goals && !a.facts->has_goal)
        return fault(err, WGCQ_EREQUEST, "the puzzle declares no goal, so it has no plans");
    trace_watch(trace, watch);
    int code = known->answer(out, &a);
    trace_watch(trace, NULL);
    free((void *)(uintptr_t)a.by.by);
    return code;
}
