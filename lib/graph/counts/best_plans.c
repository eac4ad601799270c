/* best_plans.c - the best plans of a graph, and the moves that they make. */
#include "graph/counts/best_plans.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"

int best_plans_find(best_plans *out, const graph *g, const reversed_graph *back, cost_order order,
                    wgcq_error *err)
{
    *out = (best_plans){.dist = {.g = g}};
    int code = cost_distance_find(&out->dist, g, back, order, err);
    const uint32_t best = code ? 0 : cost_distance_best_start(&out->dist);
    if (!code && (!best || !cost_distance_fits(&out->dist, best)))
        code = WGCQ_DONE;
    return code ? code : optimal_states_find(&out->on, &out->dist, best, err);
}

void best_plans_free(best_plans *p)
{
    optimal_states_free(&p->on);
    cost_distance_free(&p->dist);
}

/* ---- letters --------------------------------------------------------------------------------- */

static int compare_letters(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

size_t plan_letters_find(const plan_letters *l, uint32_t move)
{
    const uint32_t *found = bsearch(&move, l->move, l->count, sizeof move, compare_letters);
    return (size_t)(found - l->move);
}

static void keep_each_once(plan_letters *l)
{
    size_t kept = 0;
    if (l->count)
        qsort(l->move, l->count, sizeof *l->move, compare_letters);
    for (size_t i = 0; i < l->count; i++)
        if (!kept || l->move[kept - 1] != l->move[i])
            l->move[kept++] = l->move[i];
    l->count = kept;
}

/* Appends the moves out of a state. */
static bool append_letters(plan_letters *l, size_t *room, const best_plans *p, uint32_t s)
{
    const graph *g = p->dist.g;
    for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s); e++) {
        if (!cost_distance_follows(&p->dist, s, e))
            continue;
        if (!array_reserve(&l->move, room, l->count + 1, sizeof *l->move))
            return false;
        l->move[l->count++] = graph_move(g, e);
    }
    return true;
}

int plan_letters_list(plan_letters *out, const best_plans *p, wgcq_error *err)
{
    /* As many as there are, or twice as many as are kept each once. */
    size_t room = 0, most = 1 << 16;
    progress_clock progress;
    int code = 0;
    *out = (plan_letters){0};
    progress_begin(&progress, "counting", p->dist.g);
    for (uint32_t i = 0; i < p->on.count && !code; i++) {
        code = append_letters(out, &room, p, p->on.states[i]) ? 0 : error_set_memory(err);
        if (out->count > most) {
            keep_each_once(out);
            most = out->count > most / 2 ? 2 * most : most;
        }
        code = code ? code : progress_poll(&progress, p->dist.g->monitor, 0, err);
    }
    keep_each_once(out);
    return code;
}

void plan_letters_free(plan_letters *l)
{
    free(l->move);
    *l = (plan_letters){0};
}
