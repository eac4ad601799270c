/* path_task.c - the edges of a component as pairs of its vertices. */
#include "graph/counts/path_task.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"

static bool is_member_of(const uint32_t *member, uint32_t count, const uint32_t *local, uint32_t s)
{
    return local[s] < count && member[local[s]] == s;
}

static int compare_pairs(const void *left, const void *right)
{
    const path_pair *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return (a->cost > b->cost) - (a->cost < b->cost);
}

/* Equal ones become one. */
static void merge_pairs(path_task *t)
{
    size_t kept = 0;
    if (t->pairs)
        qsort(t->pair, t->pairs, sizeof *t->pair, compare_pairs);
    for (size_t i = 0; i < t->pairs; i++) {
        if (kept && !compare_pairs(&t->pair[kept - 1], &t->pair[i])) {
            t->pair[kept - 1].up += t->pair[i].up;
            t->pair[kept - 1].down += t->pair[i].down;
        } else {
            t->pair[kept++] = t->pair[i];
        }
    }
    t->pairs = kept;
    for (size_t i = 0; i < kept; i++)
        t->directed |= t->pair[i].up != t->pair[i].down;
}

static bool append_pair(path_task *t, size_t *room, uint32_t from, uint32_t to, int64_t cost)
{
    if (!array_reserve(&t->pair, room, t->pairs + 1, sizeof *t->pair))
        return false;
    const bool up = from < to;
    t->pair[t->pairs++] = (path_pair){up ? from : to, up ? to : from, cost, up, !up};
    return true;
}

int path_task_open(path_task *out, const plan_region *region, const uint32_t *member,
                   uint32_t count, uint32_t *local, wgcq_error *err)
{
    size_t room = 0;
    bool fine = true;
    *out = (path_task){.vertices = count};
    out->come = calloc(count, sizeof *out->come);
    out->leave = calloc(count, sizeof *out->leave);
    for (uint32_t i = 0; i < count; i++)
        local[member[i]] = i;
    for (uint32_t i = 0; i < count && fine; i++) {
        const uint32_t s = member[i];
        for (uint64_t e = graph_row(region->g, s); e < region_row_end(region, s) && fine; e++) {
            const uint32_t to = region->g->dst[e];
            if (is_member_of(member, count, local, to) && region_has_edge(region, s, e))
                fine = append_pair(out, &room, i, local[to], region_edge_cost(region, e));
        }
    }
    merge_pairs(out);
    return fine && out->come && out->leave ? 0 : error_set_memory(err);
}

void path_task_close(path_task *t)
{
    FREE_EACH(t->pair, (void *)(uintptr_t)t->come, (void *)(uintptr_t)t->leave);
    *t = (path_task){0};
}
