/*
 * verify_count.c - all plans that visit no state twice and end at the first goal they meet (with
 * final costs: at any), counted one by one, by backtracking over the derived graph.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/array.h"
#include "base/error.h"

/* Moves tried at most; beyond that the count stays unchecked.  And those tried without a plan,
   beyond which a path is followed only where another goal can be reached from its end. */
static const uint64_t EFFORT_MOST = 50000000, PATIENCE = 100000;

typedef struct plan_counter {
    verification *v;
    bool *on_path;  /* [states + 1] on the current path */
    uint32_t *path; /* [states + 1] its states           */
    uint64_t *next; /* [states + 1] the move to try next at each */
    uint64_t count, moves_tried;
    uint64_t last_found;      /* moves tried before the last plan           */
    uint32_t *seen, *waiting; /* [states + 1] of goal_is_within_reach        */
    uint32_t searches;        /* so many; a state was seen in the last of them */
} plan_counter;

/* Whether a path from s, which is on the current one, leads to a goal without touching that. */
static bool goal_is_within_reach(plan_counter *w, uint32_t s)
{
    const derived_graph *derived = &w->v->derived;
    uint32_t head = 0, tail = 0;
    w->searches++;
    w->waiting[tail++] = s;
    while (head < tail) {
        uint32_t from = w->waiting[head++];
        for (uint64_t e = derived_row(derived, from); e < derived_row(derived, from + (size_t)1);
             e++) {
            uint32_t to = derived->dst[e];
            w->moves_tried++;
            if (!to || w->on_path[to] || w->seen[to] == w->searches)
                continue;
            if (derived->marks[to] & MARK_GOAL)
                return true;
            w->seen[to] = w->searches;
            w->waiting[tail++] = to;
        }
    }
    return false;
}

/* Goes on to a state, unless that has been fruitless for long and is so. */
static void enter_next_state(plan_counter *w, size_t *length, uint32_t to)
{
    w->on_path[to] = true;
    if (w->moves_tried - w->last_found > PATIENCE && !goal_is_within_reach(w, to)) {
        w->on_path[to] = false;
        return;
    }
    w->path[++*length] = to;
    w->next[*length] = derived_row(&w->v->derived, to);
}

static void count_plan(plan_counter *w)
{
    w->count++;
    w->last_found = w->moves_tried;
}

/* Counts the plans from one start; false: too many moves were tried. */
static bool count_plans_from(plan_counter *w, uint32_t start)
{
    const derived_graph *derived = &w->v->derived;
    const uint8_t *marks = derived->marks;
    size_t length = 0;
    assert(marks[start] & MARK_START && !w->on_path[start]);
    const bool passes = w->v->reference.model->finals;
    if (marks[start] & MARK_GOAL) {
        count_plan(w);
        if (!passes)
            return true;
    }
    w->path[0] = start;
    w->next[0] = derived_row(derived, start);
    w->on_path[start] = true;
    while (w->moves_tried++ < EFFORT_MOST) {
        uint32_t s = w->path[length];
        if (w->next[length] == derived_row(derived, s + (size_t)1)) {
            w->on_path[s] = false;
            if (!length--)
                return true;
            continue;
        }
        uint32_t to = derived->dst[w->next[length]++];
        if (!to || w->on_path[to] || w->v->to_goal[to] == NEVER)
            continue;
        if (marks[to] & MARK_GOAL) {
            count_plan(w);
            if (!passes)
                continue;
        }
        enter_next_state(w, &length, to);
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
    assert(v->derived.row && v->to_goal);
    if (!v->complete || !v->reference.model->has_goal)
        return 0;
    w.on_path = calloc(states, sizeof *w.on_path);
    w.path = malloc(states * sizeof *w.path);
    w.next = malloc(states * sizeof *w.next);
    w.seen = calloc(states, sizeof *w.seen);
    w.waiting = malloc(states * sizeof *w.waiting);
    bool room = w.on_path && w.path && w.next && w.seen && w.waiting;
    int code = room ? count_plans_from_starts(&w, &all) : error_set_memory(v->err);
    snprintf(found, sizeof found, "%" PRIu64, w.count);
    if (!code && !all)
        verify_unknown(v, "solutions_count is %.60s; counting them again exceeded its budget",
                       wgcq_group_digits((char[WGCQ_GROUPED_MAX]){0}, stored));
    else if (!code && strcmp(found, stored) != 0)
        verify_differs(v, "the run says that there are %.60s solutions in all, and there are %s",
                       wgcq_group_digits((char[WGCQ_GROUPED_MAX]){0}, stored),
                       WGCQ_GROUPED(w.count));
    FREE_EACH(w.seen, w.waiting, w.on_path, w.path, w.next);
    return code;
}
