/*
 * test_plan_sums.c - plans counted by frontiers, against every plan written down by recursion.
 *
 * Random graphs of several kinds: any; roads that go both ways, where pieces of paths have no
 * direction; components in a line, which plans pass one after another.  Grids have published
 * numbers (OEIS A007764; on a cylinder and for a rook by recursion).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block_failures.h"
#include "graph/counts/frontier_paths.h"
#include "graph/counts/plan_sums.h"
#include "graph/counts/sums_method.h"
#include "row_graph.h"

enum { MOST = 300, EDGES_MOST = 4000, COSTS = 2, GRAPHS = 5000 };

static uint64_t seed;

static unsigned below(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

typedef struct drawn {
    uint32_t states, edges;
    bool finals;
    uint8_t marks[MOST + 1];
    uint32_t src[EDGES_MOST], dst[EDGES_MOST], move[EDGES_MOST];
    int64_t cost[EDGES_MOST * COSTS], final[(MOST + 1) * COSTS];
} drawn;

static void add_edge(drawn *d, uint32_t src, uint32_t dst)
{
    assert_true(d->edges < EDGES_MOST);
    d->src[d->edges] = src;
    d->dst[d->edges] = dst;
    d->move[d->edges] = d->edges;
    for (unsigned c = 0; c < COSTS; c++)
        d->cost[d->edges * COSTS + c] = below(3);
    d->edges++;
}

/* A road of equal cost in both directions. */
static void add_road(drawn *d, uint32_t a, uint32_t b)
{
    add_edge(d, a, b);
    add_edge(d, b, a);
    for (unsigned c = 0; c < COSTS; c++)
        d->cost[(d->edges - 1) * COSTS + c] = d->cost[(d->edges - 2) * COSTS + c];
}

static drawn draw_graph(unsigned round)
{
    drawn d = {.states = 2 + below(7), .finals = !below(4)};
    const unsigned kind = round % 3, parts = kind == 2 ? 2 + below(2) : 1;
    if (kind == 2)
        d.states = parts * (1 + below(3));
    for (unsigned k = below(3 * d.states + 1); k; k--) {
        uint32_t a = 1 + below(d.states), b = 1 + below(d.states);
        if (kind == 1)
            add_road(&d, a, b);
        else if (kind == 0 || a % parts <= b % parts)
            add_edge(&d, a, b);
    }
    for (uint32_t s = 1; s <= d.states; s++) {
        d.marks[s] = (uint8_t)((below(4) ? 0 : MARK_GOAL) | (s > 1 && below(5) ? 0 : MARK_START));
        for (unsigned c = 0; c < COSTS; c++)
            d.final[s * COSTS + c] = below(5);
    }
    return d;
}

static graph *build(drawn *d, reversed_graph *back)
{
    wgcq_error err = {0};
    const edge_rows rows = {d->edges, COSTS, d->src, d->dst, d->move, d->cost};
    graph *g = row_graph(d->states, d->marks, &rows);
    assert_int_equal(graph_close(g, &err), 0);
    if (d->finals) {
        const size_t bytes = ((size_t)d->states + 1) * COSTS * sizeof *g->final;
        g->finals = COSTS;
        g->final = malloc(bytes);
        assert_non_null(g->final);
        memcpy(g->final, d->final, bytes);
    }
    assert_int_equal(reversed_graph_make(back, g, REVERSED_EDGES, &err), 0);
    return g;
}

/* ---- every plan, by recursion ---------------------------------------------------------------- */

enum { COST_MOST = 100 };

/* How many, and of each cost: the first two, and moves. */
typedef struct tally {
    uint64_t count, of_cost[COSTS + 1][COST_MOST];
} tally;

static void note_plan(const drawn *d, uint32_t at, const unsigned *cost, tally *t)
{
    t->count++;
    for (unsigned c = 0; c <= COSTS; c++) {
        const int64_t more = d->finals && c < COSTS ? d->final[at * COSTS + c] : 0;
        t->of_cost[c][cost[c] + (unsigned)more]++;
    }
}

static void write_plans(const drawn *d, uint32_t at, uint64_t visited, const unsigned *cost,
                        tally *t)
{
    if (d->marks[at] & MARK_GOAL) {
        note_plan(d, at, cost, t);
        if (!d->finals)
            return;
    }
    for (uint32_t e = 0; e < d->edges; e++) {
        if (d->src[e] != at || visited >> d->dst[e] & 1)
            continue;
        const unsigned next[COSTS + 1] = {cost[0] + (unsigned)d->cost[e * COSTS],
                                          cost[1] + (unsigned)d->cost[e * COSTS + 1], cost[2] + 1};
        write_plans(d, d->dst[e], visited | UINT64_C(1) << d->dst[e], next, t);
    }
}

static tally write_all_plans(const drawn *d)
{
    static const unsigned none[COSTS + 1] = {0};
    tally t = {0};
    for (uint32_t s = 1; s <= d->states; s++)
        if (d->marks[s] & MARK_START)
            write_plans(d, s, UINT64_C(1) << s, none, &t);
    return t;
}

/* ---- the same by sums ------------------------------------------------------------------------ */

static char *sum_up(const graph *g, const reversed_graph *back, int *code)
{
    static const int moves = -1;
    wgcq_error err = {0};
    cost_distance to_goal;
    char *count = NULL;
    assert_int_equal(cost_distance_find(&to_goal, g, back, (cost_order){1, &moves}, &err), 0);
    const plan_region region = {.g = g, .to_goal = &to_goal};
    *code = plan_sums_count(&count, &region, NULL, NULL, &err);
    cost_distance_free(&to_goal);
    return count;
}

static void check_sum(const graph *g, const reversed_graph *back, const char *expected)
{
    int code;
    char *count = sum_up(g, back, &code);
    assert_int_equal(code, 0);
    assert_string_equal(count, expected);
    free(count);
}

/* The number of plans of each cost, and of all. */
static void check_by_cost(const graph *g, const reversed_graph *back, const tally *t, int cost,
                          int64_t most)
{
    wgcq_error err = {0};
    cost_series s;
    char expected[24];
    size_t i = 0;
    uint64_t sum = 0;
    assert_int_equal(plan_sums_by_cost(&s, g, back, cost, most, NULL, NULL, &err), 0);
    for (int64_t c = 0; c <= most && c < COST_MOST; c++) {
        const uint64_t due = t->of_cost[cost < 0 ? COSTS : cost][c];
        if (!due)
            continue;
        assert_true(i < s.terms && s.term[i].cost == c);
        char *count = bigcount_text(&s.ways, s.term[i++].at);
        snprintf(expected, sizeof expected, "%" PRIu64, due);
        assert_string_equal(count, expected);
        free(count);
        sum += due;
    }
    assert_int_equal(i, s.terms);
    char *all = cost_series_text(&s);
    snprintf(expected, sizeof expected, "%" PRIu64, sum);
    assert_string_equal(all, expected);
    free(all);
    cost_series_free(&s);
}

static void random_graphs(void **state)
{
    uint64_t none = 0, many = 0;
    (void)state;
    for (unsigned round = 0; round < GRAPHS; round++) {
        reversed_graph back;
        char expected[24];
        seed = round;
        drawn d = draw_graph(round);
        const tally t = write_all_plans(&d);
        graph *g = build(&d, &back);
        snprintf(expected, sizeof expected, "%" PRIu64, t.count);
        check_sum(g, &back, expected);
        for (int cost = -1; cost < COSTS; cost++)
            for (int64_t most = 0; most < 12; most += 1 + below(4))
                check_by_cost(g, &back, &t, cost, most);
        none += !t.count;
        many += t.count > 50;
        reversed_graph_free(&back);
        graph_free(g);
    }
    assert_true(none > 100 && many > 100);
}

/* ---- grids ----------------------------------------------------------------------------------- */

static drawn draw_grid(uint32_t width, uint32_t height, bool round)
{
    drawn d = {.states = width * height};
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const uint32_t at = y * width + x + 1;
            if (x + 1 < width)
                add_road(&d, at, at + 1);
            else if (round)
                add_road(&d, at, at + 1 - width);
            if (y + 1 < height)
                add_road(&d, at, at + width);
        }
    d.marks[1] = MARK_START;
    d.marks[d.states] = MARK_GOAL;
    return d;
}

static void check_drawn(drawn *d, const char *expected)
{
    reversed_graph back;
    graph *g = build(d, &back);
    check_sum(g, &back, expected);
    reversed_graph_free(&back);
    graph_free(g);
}

/* OEIS A007764: corner to corner on n by n points. */
static void grids(void **state)
{
    static const char *const published[] = {"2", "12", "184", "8512", "1262816", "575780564"};
    (void)state;
    for (uint32_t n = 2; n < 8; n++) {
        drawn d = draw_grid(n, n, false);
        check_drawn(&d, published[n - 2]);
        add_edge(&d, d.states / 2, d.states / 2 + 1); /* an edge twice: pieces have directions */
        reversed_graph back;
        graph *g = build(&d, &back);
        int code;
        char *more = sum_up(g, &back, &code);
        assert_int_equal(code, 0);
        assert_true(strlen(more) >= strlen(published[n - 2]));
        free(more);
        reversed_graph_free(&back);
        graph_free(g);
    }
}

/* Around cylinders, by recursion. */
static void cylinders(void **state)
{
    (void)state;
    for (uint32_t width = 3; width < 6; width++)
        for (uint32_t height = 1; height < 5; height++) {
            char expected[24];
            drawn d = draw_grid(width, height, true);
            const tally t = write_all_plans(&d);
            snprintf(expected, sizeof expected, "%" PRIu64, t.count);
            check_drawn(&d, expected);
        }
}

/* Two rings that a bridge joins, each of 40 states with three ways on and one back: the ways to
   each side multiply, in more digits than a limb has. */
static void large_counts(void **state)
{
    drawn d = {.states = 80};
    (void)state;
    for (uint32_t s = 1; s < 80; s++) {
        for (int k = 0; k < 3; k++)
            add_edge(&d, s, s + 1);
        if (s != 40)
            add_edge(&d, s + 1, s);
    }
    d.marks[1] = MARK_START;
    d.marks[80] = MARK_GOAL;
    check_drawn(&d, "49269609804781974438694403402127765867"); /* 3^79 */
}

/* A frontier that is too wide is not begun, and one that is stopped is left. */
static int stop_at_once(void *self, const wgcq_progress *progress)
{
    (void)progress;
    ++*(unsigned *)self;
    return 1;
}

static void keep_width(void *self, const sums_forecast *f)
{
    *(sums_forecast *)self = *f;
}

static void limits(void **state)
{
    static const int moves = -1;
    wgcq_error err = {0};
    reversed_graph back;
    cost_distance to_goal;
    unsigned looked = 0;
    char *count = NULL, text[320];
    cost_series by_cost;
    sums_forecast f = {0};
    const sums_watch watch = {keep_width, NULL, &f};
    const wgcq_monitor monitor = {&looked, stop_at_once};
    drawn d = {.states = FRONTIER_WIDTH_MOST + 4};
    (void)state;
    for (uint32_t a = 1; a <= d.states; a++) /* each to each */
        for (uint32_t b = a + 1; b <= d.states; b++)
            add_edge(&d, a, b);
    add_edge(&d, d.states - 1, 1);
    for (uint32_t a = 2; a < d.states; a++)
        add_edge(&d, a, 1);
    d.marks[1] = 0;
    d.marks[2] = MARK_START;
    d.marks[d.states] = MARK_GOAL;
    graph *g = build(&d, &back);
    assert_int_equal(cost_distance_find(&to_goal, g, &back, (cost_order){1, &moves}, &err), 0);
    const plan_region region = {.g = g, .to_goal = &to_goal};
    assert_int_equal(plan_sums_count(&count, &region, &watch, NULL, &err), WGCQ_DONE);
    assert_null(count);
    assert_true(f.width > FRONTIER_WIDTH_MOST && f.components == 1);
    sums_forecast_text(text, sizeof text, &f);
    assert_non_null(strstr(text, "states wide, more than the 48"));
    cost_distance_free(&to_goal);
    reversed_graph_free(&back);
    graph_free(g);

    d = draw_grid(12, 12, false);
    g = build(&d, &back);
    assert_int_equal(plan_sums_as_answer(&by_cost, g, &back, -1, 1000, &monitor, &err),
                     WGCQ_EINTERRUPT);
    cost_series_free(&by_cost);
    assert_int_equal(looked, 1);
    reversed_graph_free(&back);
    graph_free(g);
}

/* Each allocation fails once: an error, and nothing is left. */
static void no_memory(void **state)
{
    reversed_graph back;
    unsigned failed = 0;
    bool again = true;
    seed = 11;
    drawn d = draw_grid(4, 3, false);
    add_edge(&d, 5, 12);
    add_edge(&d, 6, 7);
    (void)state;
    graph *g = build(&d, &back);
    for (long n = 1; again; n++) {
        wgcq_error err = {0};
        cost_series s;
        const long live = blocks_live;
        allocations = 0;
        fails_at = n;
        int code = plan_sums_by_cost(&s, g, &back, n % 2 ? -1 : 0, 8, NULL, NULL, &err);
        again = allocations >= n;
        fails_at = 0;
        assert_int_equal(code, again ? WGCQ_EMEMORY : 0);
        assert_true(again || s.terms);
        cost_series_free(&s);
        assert_int_equal(blocks_live, live);
        failed += again;
    }
    assert_true(failed > 50);
    reversed_graph_free(&back);
    graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs), cmocka_unit_test(grids),  cmocka_unit_test(cylinders),
        cmocka_unit_test(large_counts),  cmocka_unit_test(limits), cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
