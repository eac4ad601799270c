/*
 * verify_count.c - all plans that visit no state twice and end at the first goal they meet, counted
 * again: one after the other, by backtracking over the moves as they were told.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/error.h"

/* Moves tried at most: beyond that it is said that the count is not checked. */
static const uint64_t EFFORT_MOST = 50000000;

typedef struct walking {
    verification *v;
    bool *passed;   /* [states + 1] on the way under way */
    uint32_t *way;  /* [states + 1] its states           */
    uint64_t *next; /* [states + 1] the move to try next at each */
    uint64_t count, tried;
} walking;

/* All plans from one start; false: too many moves were tried. */
static bool walk(walking *w, uint32_t start)
{
    const derived_graph *own = &w->v->own;
    const uint8_t *marks = own->marks;
    size_t length = 0;
    if (marks[start] & MARK_GOAL) {
        w->count++;
        return true;
    }
    w->way[0] = start;
    w->next[0] = own->first[start];
    w->passed[start] = true;
    while (w->tried++ < EFFORT_MOST) {
        uint32_t s = w->way[length];
        if (w->next[length] == own->first[s + (size_t)1]) {
            w->passed[s] = false;
            if (!length--)
                return true;
            continue;
        }
        uint32_t to = own->dst[w->next[length]++];
        if (!to || w->passed[to] || w->v->to_goal[to] == NEVER)
            continue;
        if (marks[to] & MARK_GOAL) {
            w->count++;
            continue;
        }
        w->way[++length] = to;
        w->next[length] = own->first[to];
        w->passed[to] = true;
    }
    return false;
}

static int count(walking *w, bool *all)
{
    *all = true;
    for (uint32_t s = 1; s <= w->v->g->states && *all; s++)
        if (w->v->own.marks[s] & MARK_START)
            *all = walk(w, s);
    return verify_poll(w->v, w->v->g->states);
}

int verify_all_plans(verification *v, const char *said)
{
    size_t states = (size_t)v->g->states + 1;
    walking w = {.v = v};
    bool all = true;
    char found[24];
    if (!v->complete || !v->by.model->has_goal)
        return 0;
    w.passed = calloc(states, sizeof *w.passed);
    w.way = malloc(states * sizeof *w.way);
    w.next = malloc(states * sizeof *w.next);
    int code = w.passed && w.way && w.next ? count(&w, &all) : error_set_memory(v->err);
    snprintf(found, sizeof found, "%" PRIu64, w.count);
    if (!code && !all)
        verify_unknown(v, "solutions_count is %.40s; counting them again was given up", said);
    else if (!code && strcmp(found, said) != 0)
        verify_differs(v, "the run says that there are %.40s solutions in all, and there are %s",
                       said, found);
    free(w.passed);
    free(w.way);
    free(w.next);
    return code;
}
