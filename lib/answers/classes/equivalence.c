/* equivalence.c - plans that differ only in the order of their moves. */
#include "answers/classes/equivalence.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "space/graph_progress.h"

/* ---- any order --------------------------------------------------------------------------------
 */

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The numbers of a plan's moves, sorted, into room for as many. */
static size_t sorted_moves(const sequence_set *all, uint32_t plan, uint32_t *out)
{
    size_t length, count = 0;
    const uint32_t *items = sequence_set_at(all, plan, &length);
    for (size_t i = 1; i < length; i += 2)
        out[count++] = items[i];
    qsort(out, count, sizeof *out, ascending);
    return count;
}

static size_t longest(const sequence_set *all)
{
    size_t most = 0, length;
    for (uint32_t p = 1; p <= all->count; p++) {
        sequence_set_at(all, p, &length);
        most = length > most ? length : most;
    }
    return most;
}

int equivalence_by_moves(const equivalence_groups *of)
{
    const sequence_set *all = of->plans;
    sequence_set bags = {0};
    uint32_t *moves = malloc((longest(all) + 1) * sizeof *moves);
    uint32_t *first = malloc(((size_t)all->count + 1) * sizeof *first); /* plan of each bag */
    int code = moves && first ? 0 : error_set_memory(of->a->err);
    progress_clock look;
    progress_begin(&look, "classes", of->g);
    for (uint32_t p = 1; p <= all->count && !code; p++) {
        uint32_t before = bags.count;
        uint32_t bag = sequence_set_add(&bags, moves, sorted_moves(all, p, moves));
        if (!bag)
            code = error_set_memory(of->a->err);
        else if (bag > before)
            first[bag] = p;
        else
            union_find_join(of->alike, first[bag], p);
        if (!code)
            code = progress_poll(&look, of->a->monitor, p, of->a->err);
    }
    sequence_set_free(&bags);
    free(moves);
    free(first);
    return code;
}

/* ---- moves that commute -----------------------------------------------------------------------
 */

static bool leads(const graph *g, uint32_t from, uint32_t move, uint32_t to)
{
    for (uint64_t e = g->first[from]; e < g->first[from + (size_t)1]; e++)
        if (g->move[e] == move && g->dst[e] == to)
            return true;
    return false;
}

/* Joins plan p with those that make the moves behind item i in the other order; `other` is a copy
   of its items. */
static void swap_at(const equivalence_groups *of, uint32_t p, uint32_t *other, size_t length,
                    size_t i)
{
    const graph *g = of->g;
    uint32_t from = other[i], one = other[i + 1], between = other[i + 2], two = other[i + 3];
    other[i + 1] = two;
    other[i + 3] = one;
    for (uint64_t e = g->first[from]; e < g->first[from + (size_t)1]; e++) {
        if (g->move[e] != two || !leads(g, g->dst[e], one, other[i + 4]))
            continue;
        other[i + 2] = g->dst[e];
        uint32_t q = sequence_set_find(of->plans, other, length);
        if (q)
            union_find_join(of->alike, p, q);
    }
    other[i + 1] = one;
    other[i + 2] = between;
    other[i + 3] = two;
}

int equivalence_by_order(const equivalence_groups *of)
{
    uint32_t *other = malloc((longest(of->plans) + 1) * sizeof *other);
    int code = other ? 0 : error_set_memory(of->a->err);
    progress_clock look;
    progress_begin(&look, "classes", of->g);
    for (uint32_t p = 1; p <= of->plans->count && !code; p++) {
        size_t length;
        const uint32_t *items = sequence_set_at(of->plans, p, &length);
        memcpy(other, items, length * sizeof *other);
        for (size_t i = 0; i + 4 < length; i += 2)
            swap_at(of, p, other, length, i);
        code = progress_poll(&look, of->a->monitor, p, of->a->err);
    }
    free(other);
    return code;
}
