/*
 * test_edge_sort.c - edges in the order of their moves, however they are cut into batches.
 */
#include <stdlib.h>
#include <string.h>

#include "run/rows/edge_hold.h"
#include "run/rows/edge_sort.h"
#include "suite.h"

enum { EDGES_MOST = 3000, COSTS = 2 };

typedef struct edge {
    uint32_t src, move, dst;
    int64_t cost[COSTS];
} edge;

static edge told[EDGES_MOST], due[EDGES_MOST], heard[EDGES_MOST];
static size_t heard_count;
static uint32_t seed = 1;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
}

static int compare_edges(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (x->src != y->src)
        return x->src < y->src ? -1 : 1;
    if (x->move != y->move)
        return x->move < y->move ? -1 : 1;
    return (x->dst > y->dst) - (x->dst < y->dst);
}

/* Sources ascend; a source has up to `most` edges, no two with one move and target. */
static size_t make_edges(uint32_t most)
{
    size_t count = 0;
    for (uint32_t src = 1; count + most < EDGES_MOST && src < 400; src += 1 + draw(2))
        for (uint32_t k = draw(most + 1), i = 0; i < k; i++, count++)
            told[count] =
                (edge){src, draw(3) ? (k - i) * 7 % (k + 1) : i, i, {draw(99), -(int64_t)i}};
    memcpy(due, told, count * sizeof *due);
    qsort(due, count, sizeof *due, compare_edges);
    return count;
}

static void hear(const edge_rows *rows, bool costs)
{
    for (size_t i = 0; i < rows->count; i++) {
        edge *e = &heard[heard_count++];
        *e = (edge){rows->src[i], rows->move[i], rows->dst[i], {0}};
        if (costs)
            memcpy(e->cost, rows->cost + i * COSTS, sizeof e->cost);
    }
}

/* In place, where they are copies that may be changed. */
static void sort_either_way(edge_sort *s, edge_rows *rows, bool costs)
{
    static uint32_t move[EDGES_MOST], dst[EDGES_MOST];
    static int64_t cost[EDGES_MOST * COSTS];
    static bool in_place;
    in_place = !in_place;
    if (!in_place) {
        assert_true(edge_sort_rows(s, rows));
        return;
    }
    memcpy(move, rows->move, rows->count * sizeof *move);
    memcpy(dst, rows->dst, rows->count * sizeof *dst);
    if (costs && rows->count)
        memcpy(cost, rows->cost, rows->count * sizeof *cost * COSTS);
    *rows = (edge_rows){rows->count, rows->costs, rows->src, dst, move, costs ? cost : NULL};
    assert_true(edge_sort_in_place(
        s, rows, &(edge_columns){.dst = dst, .move = move, .cost = costs ? cost : NULL}));
}

static void tell(edge_hold *h, edge_sort *s, size_t from, size_t end, bool go_on, bool costs)
{
    static uint32_t src[EDGES_MOST], move[EDGES_MOST], dst[EDGES_MOST];
    static int64_t cost[EDGES_MOST * COSTS];
    for (size_t i = from; i < end; i++) {
        src[i - from] = told[i].src;
        move[i - from] = told[i].move;
        dst[i - from] = told[i].dst;
        memcpy(cost + (i - from) * COSTS, told[i].cost, sizeof told[i].cost);
    }
    edge_rows rows = {end - from, costs ? COSTS : 0, src, dst, move, costs ? cost : NULL};
    assert_true(edge_hold_rows(h, &rows, go_on));
    sort_either_way(s, &rows, costs);
    hear(&rows, costs);
    for (size_t i = 0; go_on && i < rows.count; i++)
        assert_int_not_equal(rows.src[i], told[end - 1].src);
}

/* Batches that end anywhere, the last of them amid a state. */
static void edges_in_batches(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 300; round++) {
        bool costs = round % 2;
        edge_hold h = {0};
        edge_sort s = {0};
        size_t count = make_edges(round % 3 ? 6 : 90), some = 1 + draw(200);
        heard_count = 0;
        for (size_t at = 0, end; at < count; at = end) {
            end = at + draw((uint32_t)some) + 1;
            end = end < count ? end : count;
            bool amid = end < count && told[end].src == told[end - 1].src;
            tell(&h, &s, at, end, amid || (end == count && round % 5 == 0), costs);
        }
        tell(&h, &s, count, count, false, costs);
        assert_int_equal(heard_count, count);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(compare_edges(&heard[i], &due[i]), 0);
            if (costs)
                assert_memory_equal(heard[i].cost, due[i].cost, sizeof due[i].cost);
        }
        edge_hold_close(&h);
        edge_sort_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(edges_in_batches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
