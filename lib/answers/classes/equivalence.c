/* equivalence.c - plans that differ only in the order of their moves. */
#include "answers/classes/equivalence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/progress_clock.h"

/* ---- one plan ----------------------------------------------------------------------------- */

static bool has_edge(const edge_row *row, uint32_t move, uint32_t to)
{
    for (size_t e = 0; e < row->count; e++)
        if (narrow_get(row->moves, e) == move && row->states[e] == to)
            return true;
    return false;
}

static bool visits_elsewhere(const uint32_t *plan, size_t length, uint32_t state, size_t except)
{
    for (size_t i = 0; i < length; i += 2)
        if (i != except && plan[i] == state)
            return true;
    return false;
}

int equivalence_swap(const plan_swaps *by, uint32_t *plan, size_t length, size_t i)
{
    assert(length % 2 && i % 2 == 0 && i + 4 < length);
    uint32_t one = plan[i + 1], between = plan[i + 2], two = plan[i + 3];
    edge_row row, behind;
    int code = by->expand(by->self, plan[i], &row);
    for (size_t e = 0; !code && e < row.count; e++) {
        if (narrow_get(row.moves, e) != two)
            continue;
        code = by->expand(by->self, row.states[e], &behind);
        if (code || behind.is_end || !has_edge(&behind, one, plan[i + 4]) ||
            visits_elsewhere(plan, length, row.states[e], i + 2))
            continue;
        plan[i + 1] = two;
        plan[i + 2] = row.states[e];
        plan[i + 3] = one;
        code = by->found(by->self, plan, length);
        plan[i + 1] = one;
        plan[i + 2] = between;
        plan[i + 3] = two;
    }
    return code;
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

size_t equivalence_sort_moves(const uint32_t *plan, size_t length, uint32_t *out)
{
    assert(length % 2);
    for (size_t i = 1; i < length; i += 2)
        out[i / 2] = plan[i];
    qsort(out, length / 2, sizeof *out, ascending);
    return length / 2;
}

/* ---- many plans --------------------------------------------------------------------------- */

static size_t longest_sequence(const sequence_set *all)
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
    uint32_t *moves = malloc((longest_sequence(all) + 1) * sizeof *moves);
    uint32_t *first = malloc(((size_t)all->count + 1) * sizeof *first); /* plan of each bag */
    int code = moves && first ? 0 : error_set_memory(of->a->err);
    progress_clock clock;
    progress_begin(&clock, "classes", of->g);
    for (uint32_t p = 1; p <= all->count && !code; p++) {
        size_t length;
        const uint32_t *plan = sequence_set_at(all, p, &length);
        uint32_t before = bags.count;
        uint32_t bag = sequence_set_add(&bags, moves, equivalence_sort_moves(plan, length, moves));
        if (!bag)
            code = error_set_memory(of->a->err);
        else if (bag > before)
            first[bag] = p;
        else
            union_find_join(of->groups, first[bag], p);
        code = code ? code : progress_poll(&clock, of->a->monitor, p, of->a->err);
    }
    sequence_set_free(&bags);
    FREE_EACH(moves, first);
    return code;
}

typedef struct gathered_swaps {
    const equivalence_groups *of;
    uint32_t plan; /* the one whose moves are swapped */
} gathered_swaps;

static int expand_in_graph(void *self, uint32_t state, edge_row *out)
{
    const graph *g = ((const gathered_swaps *)self)->of->g;
    uint64_t first = graph_row(g, state);
    *out = (edge_row){.moves = {narrow_place(g->move, first), g->move.width},
                      .states = g->dst + first,
                      .count = (size_t)(graph_row_end(g, state) - first),
                      .is_end = g->marks[state] & MARK_GOAL && graph_ends_at_goals(g)};
    return 0;
}

static int join_if_gathered(void *self, const uint32_t *plan, size_t length)
{
    const gathered_swaps *s = self;
    uint32_t other = sequence_set_find(s->of->plans, plan, length);
    if (other)
        union_find_join(s->of->groups, s->plan, other);
    return 0;
}

int equivalence_by_order(const equivalence_groups *of)
{
    gathered_swaps s = {.of = of};
    const plan_swaps by = {&s, expand_in_graph, join_if_gathered};
    uint32_t *copy = malloc((longest_sequence(of->plans) + 1) * sizeof *copy);
    int code = copy ? 0 : error_set_memory(of->a->err);
    progress_clock clock;
    progress_begin(&clock, "classes", of->g);
    for (s.plan = 1; s.plan <= of->plans->count && !code; s.plan++) {
        size_t length;
        const uint32_t *plan = sequence_set_at(of->plans, s.plan, &length);
        memcpy(copy, plan, length * sizeof *copy);
        for (size_t i = 0; i + 4 < length && !code; i += 2)
            code = equivalence_swap(&by, copy, length, i);
        code = code ? code : progress_poll(&clock, of->a->monitor, s.plan, of->a->err);
    }
    free(copy);
    return code;
}
