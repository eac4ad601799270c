/*
 * verify_count.c - all plans that visit no state twice and end at the first goal they meet, counted
 * one by one, by backtracking over the derived graph.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/error.h"

/* Moves tried at most; beyond that the count stays unchecked. */
static const uint64_t EFFORT_MOST = 50000000;

typedef struct plan_counter {
    verification *v;
    bool *on_path;  /* [states + 1] on the current path */
    uint32_t *path; /* [states + 1] its states           */
    uint64_t *next; /* [states + 1] the move to try next at each */
    uint64_t count, moves_tried;
} plan_counter;

/* Counts the plans from one start; false: too many moves were tried. */
static bool count_plans_from(plan_counter *w, uint32_t start)
{
    const derived_graph *derived = &w->v->derived;
    const uint8_t *marks = derived->marks;
    size_t length = 0;
    assert(marks[start] & MARK_START && !w->on_path[start]);
    if (marks[start] & MARK_GOAL) {
        w->count++;
        return true;
    }
    w->path[0] = start;
    w->next[0] = derived->first[start];
    w->on_path[start] = true;
    while (w->moves_tried++ < EFFORT_MOST) {
        uint32_t s = w->path[length];
        if (w->next[length] == derived->first[s + (size_t)1]) {
            w->on_path[s] = false;
            if (!length--)
                return true;
            continue;
        }
        uint32_t to = derived->dst[w->next[length]++];
        if (!to || w->on_path[to] || w->v->to_goal[to] == NEVER)
            continue;
        if (marks[to] & MARK_GOAL) {
            w->count++;
            continue;
        }
        w->path[++length] = to;
        w->next[length] = derived->first[to];
        w->on_path[to] = true;
    }
    return false;
}

static int count_plans_from_starts(plan_counter *w, bool *all)
{
    *all = true;
    for (uint32_t s = 1; s <= w->v->g->states && *all; s++)
        if (w->v->derived.marks[s] & MARK_START)
            *all = count_plans_from(w, s);
    return verify_poll(w->v, w->v->g->states);
}

int verify_plan_total(verification *v, const char *stored)
{
    size_t states = (size_t)v->g->states + 1;
    plan_counter w = {.v = v};
    bool all = true;
    char found[24];
    assert(v->derived.first && v->to_goal);
    if (!v->complete || !v->reference.model->has_goal)
        return 0;
    w.on_path = calloc(states, sizeof *w.on_path);
    w.path = malloc(states * sizeof *w.path);
    w.next = malloc(states * sizeof *w.next);
    int code = w.on_path && w.path && w.next ? count_plans_from_starts(&w, &all)
                                             : error_set_memory(v->err);
    snprintf(found, sizeof found, "%" PRIu64, w.count);
    if (!code && !all)
        verify_unknown(v, "solutions_count is %.40s; counting them again exceeded its budget",
                       stored);
    else if (!code && strcmp(found, stored) != 0)
        verify_differs(v, "the run says that there are %.40s solutions in all, and there are %s",
                       stored, found);
    free(w.on_path);
    free(w.path);
    free(w.next);
    return code;
}
