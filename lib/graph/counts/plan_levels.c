/* plan_levels.c - two tables, of a level and of the next. */
#include "graph/counts/plan_levels.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/progress_clock.h"

#define LEVEL_BYTES_MOST ((size_t)3 << 30)

typedef struct level_walk {
    const plan_levels *by;
    mate_table now, next, *ended;
    uint64_t *key; /* a state, and what is kept behind it */
    progress_clock progress;
    wgcq_error *err;
} level_walk;

static bool follow_plan_edge(level_walk *w, uint32_t entry, uint64_t e)
{
    const plan_levels *by = w->by;
    const graph *g = by->plans->dist.g;
    memcpy(w->key, w->now.key + (size_t)entry * w->now.words, w->now.words * sizeof *w->key);
    w->key[0] = g->dst[e];
    if (!by->keep(by->self, w->key + 1, plan_letters_find(by->letters, graph_move(g, e))))
        return true;
    return mate_table_add(&w->next, w->key, &w->now.ways, entry);
}

static bool end_plans(level_walk *w, uint32_t entry)
{
    memcpy(w->key, w->now.key + (size_t)entry * w->now.words, w->now.words * sizeof *w->key);
    w->key[0] = 0;
    return mate_table_add(w->ended, w->key, &w->now.ways, entry);
}

static int follow_plans_so_far(level_walk *w, uint32_t entry, uint64_t level)
{
    const best_plans *p = w->by->plans;
    const graph *g = p->dist.g;
    const uint32_t s = (uint32_t)w->now.key[(size_t)entry * w->now.words];
    bool fine = !cost_distance_ends(&p->dist, s) || end_plans(w, entry);
    for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && fine; e++)
        if (cost_distance_follows(&p->dist, s, e))
            fine = follow_plan_edge(w, entry, e);
    if (!fine)
        return error_set_memory(w->err);
    if (mate_table_bytes(&w->now) + mate_table_bytes(&w->next) + mate_table_bytes(w->ended) >
        LEVEL_BYTES_MOST)
        return WGCQ_DONE;
    return progress_poll(&w->progress, g->monitor, level, w->err);
}

static int begin_levels(level_walk *w)
{
    const best_plans *p = w->by->plans;
    bigcount one = {0};
    w->now.words = w->next.words = w->ended->words = 1 + w->by->words;
    w->key = calloc(w->now.words, sizeof *w->key);
    bool fine = w->key && bigcount_push_one(&one);
    for (uint32_t i = 0; i < p->on.count && fine; i++) {
        w->key[0] = p->on.states[i];
        if (optimal_states_begin(&p->on, p->on.states[i]))
            fine = mate_table_add(&w->now, w->key, &one, 0);
    }
    bigcount_free(&one);
    return fine ? 0 : error_set_memory(w->err);
}

int plan_levels_walk(mate_table *ended, const plan_levels *levels, wgcq_error *err)
{
    level_walk w = {.by = levels, .ended = ended, .err = err};
    *ended = (mate_table){0};
    progress_begin(&w.progress, "counting", levels->plans->dist.g);
    int code = begin_levels(&w);
    for (uint64_t level = 0; w.now.count && !code; level++) {
        mate_table_clear(&w.next);
        for (uint32_t i = 0; i < w.now.count && !code; i++)
            code = follow_plans_so_far(&w, i, level);
        mate_table swap = w.now;
        w.now = w.next;
        w.next = swap;
    }
    free(w.key);
    mate_table_free(&w.now);
    mate_table_free(&w.next);
    return code;
}
