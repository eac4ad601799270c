/*
 * test_avoiding_path.c - plans and counts where most ways go round in circles, and what is proved
 * of a graph that was not explored to its end.
 *
 * Traps: to a random graph, small enough to write down all its plans, sets of states are added that
 * are joined each to each and to one state of it.  Moves into them are free and a goal can always
 * be reached from them, but only by way of where one came from; so they add no plan, and more parts
 * of plans than could ever be looked at.
 *
 * Cuts: a random graph is reported as far as a run that stops somewhere reports it; whatever is
 * then claimed to be proved must be true of the whole.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "graph/algorithms/forward_paths.h"
#include "row_graph.h"

enum { STATES = 8, TRAP = 14, TRAPS = 2, MOST = STATES + TRAPS * TRAP, COSTS = 2 };
enum { EDGES = 28, EDGES_MOST = 600 };

static uint64_t seed;

static unsigned below(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

/* ---- graphs ------------------------------------------------------------------------- */

typedef struct wild {
    uint32_t states, edges;
    uint8_t marks[MOST + 1];
    uint32_t src[EDGES_MOST], dst[EDGES_MOST], move[EDGES_MOST];
    int64_t cost[EDGES_MOST * COSTS];
} wild;

static void add_edge(wild *w, uint32_t src, uint32_t dst, unsigned dearest)
{
    assert_true(w->edges < EDGES_MOST);
    w->src[w->edges] = src;
    w->dst[w->edges] = dst;
    w->move[w->edges] = w->edges;
    for (unsigned c = 0; c < COSTS; c++)
        w->cost[w->edges * COSTS + c] = dearest ? below(dearest) : 0;
    w->edges++;
}

/* Edges in the order of their sources, as a run reports them. */
static wild make_wild(void)
{
    wild w = {.states = 3 + below(STATES - 2)};
    w.marks[1] = MARK_START;
    for (uint32_t s = 1; s <= w.states; s++) {
        w.marks[s] |= (uint8_t)((below(4) ? 0 : MARK_GOAL) | (below(6) ? 0 : MARK_START));
        for (unsigned k = below(5); k && w.edges < EDGES; k--)
            add_edge(&w, s, 1 + below(w.states), 4);
    }
    return w;
}

static void add_trap(wild *w)
{
    uint32_t door = 1 + below(STATES), first = w->states + 1, last = w->states + TRAP;
    door = door > w->states ? 1 : door;
    w->states = last;
    for (uint32_t s = first; s <= last; s++) {
        add_edge(w, door, s, 0);
        for (uint32_t t = first; t <= last; t++)
            if (s != t)
                add_edge(w, s, t, 0);
        add_edge(w, s, door, 0);
    }
}

static graph *build(const wild *w, uint32_t states, uint32_t edges, reversed_graph *back)
{
    wgcq_error err = {0};
    const edge_rows rows = {edges, COSTS, w->src, w->dst, w->move, w->cost};
    graph *g = row_graph(states, w->marks, &rows);
    assert_int_equal(graph_close(g, &err), 0);
    assert_int_equal(reversed_graph_make(back, g, REVERSED_EDGES, &err), 0);
    return g;
}

static const int by_moves[] = {-1}, by_cost[] = {0}, by_both[] = {1, 0}, by_mixed[] = {-1, 1};
static const cost_order weighings[] = {{1, by_moves}, {1, by_cost}, {2, by_both}, {2, by_mixed}};
enum { WEIGHINGS = sizeof weighings / sizeof *weighings };

/* ---- every plan, by recursion ----------------------------------------------------------- */

/* The digest of a list of plans: how many, of each length too, and the sum of a hash of each. */
typedef struct sums {
    uint64_t count, hash, of_length[64];
} sums;

static uint64_t mix(uint64_t hash, uint64_t more)
{
    return (hash ^ more) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

static void write_down(const wild *w, uint32_t at, uint64_t visited, uint64_t hash, sums *out)
{
    if (w->marks[at] & MARK_GOAL) {
        out->count++;
        out->of_length[__builtin_popcountll(visited) - 1]++;
        out->hash += hash;
        return;
    }
    for (uint32_t e = 0; e < w->edges; e++)
        if (w->src[e] == at && !(visited >> w->dst[e] & 1))
            write_down(w, w->dst[e], visited | UINT64_C(1) << w->dst[e], mix(hash, w->move[e]),
                       out);
}

static sums write_all(const wild *w)
{
    sums out = {0};
    for (uint32_t s = 1; s <= w->states; s++)
        if (w->marks[s] & MARK_START)
            write_down(w, s, UINT64_C(1) << s, s, &out);
    return out;
}

/* ---- traps --------------------------------------------------------------------------------- */

static void compare(int64_t *last, const graph *g, cost_order by, uint32_t length,
                    const uint64_t *edges, bool first)
{
    int64_t now[COSTS + 1] = {0};
    for (size_t i = 0; i <= by.count; i++)
        for (uint32_t k = 0; k < length; k++)
            now[i] += i == by.count || by.costs[i] < 0
                          ? 1
                          : g->cost[edges[k] * COSTS + (size_t)by.costs[i]];
    int order = 0;
    for (size_t i = 0; i <= by.count && !order; i++)
        order = (now[i] > last[i]) - (now[i] < last[i]);
    assert_true(first || order >= 0);
    memcpy(last, now, sizeof now);
}

static void check_listing(const graph *g, const reversed_graph *back, cost_order by, sums expected)
{
    k_best *p;
    wgcq_error err = {0};
    uint32_t start, length;
    const uint64_t *edges;
    sums given = {0};
    int64_t last[COSTS + 1];
    int code;
    assert_int_equal(k_best_new(&p, g, back, by, false, &err), 0);
    k_best_set_budget(p, 3000000, 0);
    while ((code = k_best_next(p, &start, &length, &edges, NULL, &err)) == 0) {
        uint64_t hash = start;
        for (uint32_t k = 0; k < length; k++)
            hash = mix(hash, graph_move(g, edges[k]));
        compare(last, g, by, length, edges, !given.count);
        given.count++;
        given.hash += hash;
    }
    assert_int_equal(code, WGCQ_DONE);
    assert_false(k_best_out_of_budget(p));
    assert_int_equal(given.count, expected.count);
    assert_true(given.hash == expected.hash);
    k_best_free(p);
}

/* Counted at once, length by length, and estimated. */
static void check_count(const graph *g, const reversed_graph *back, const sums *expected)
{
    static const int moves = -1;
    wgcq_error err = {0};
    path_totals totals;
    cost_distance dist;
    char *forwards = NULL, *all = NULL;
    assert_int_equal(count_simple_paths(&totals, g, back, false, NULL, NULL, &err), 0);
    assert_int_equal(strtoull(totals.count, NULL, 10), expected->count);
    assert_int_equal(totals.lengths, 0);
    path_totals_free(&totals);
    assert_int_equal(count_simple_paths(&totals, g, back, true, NULL, NULL, &err), 0);
    assert_int_equal(strtoull(totals.count, NULL, 10), expected->count);
    for (size_t i = 0; i < 64; i++)
        assert_int_equal(i < totals.lengths ? totals.of_length[i] : 0, expected->of_length[i]);
    path_totals_free(&totals);
    assert_int_equal(cost_distance_find(&dist, g, back, (cost_order){1, &moves}, &err), 0);
    assert_int_equal(forward_paths_count(&forwards, &dist, NULL, &err), 0);
    assert_true(strtoull(forwards, NULL, 10) <= expected->count);
    assert_int_equal(strcmp(forwards, "0") != 0, expected->count > 0);
    int code = acyclic_plans_count(&all, &dist, NULL, &err);
    assert_true(code ? code == WGCQ_DONE : strtoull(all, NULL, 10) == expected->count);
    free(all);
    free(forwards);
    cost_distance_free(&dist);
}

static void traps(void **state)
{
    uint64_t several = 0, none = 0;
    (void)state;
    for (unsigned round = 0; round < 60; round++) {
        reversed_graph back;
        seed = round;
        wild w = make_wild();
        sums expected = write_all(&w);
        for (unsigned t = 0; t < TRAPS; t++)
            add_trap(&w);
        graph *g = build(&w, w.states, w.edges, &back);
        for (size_t i = 0; i < WEIGHINGS; i++)
            check_listing(g, &back, weighings[i], expected);
        check_count(g, &back, &expected);
        several += expected.count > 2;
        none += !expected.count;
        reversed_graph_free(&back);
        graph_free(g);
    }
    assert_true(several > 10 && none > 2);
}

/* Where there is no end to them (each of 24 states joined to each): it says so, and is not done. */
static void tired(void **state)
{
    wgcq_error err = {0};
    reversed_graph back;
    k_best *p;
    uint32_t start, length;
    const uint64_t *edges;
    uint64_t given = 0;
    (void)state;
    wild w = {.states = 24};
    w.marks[1] = MARK_START;
    w.marks[24] = MARK_GOAL;
    for (uint32_t s = 1; s <= 23; s++)
        for (uint32_t t = 1; t <= 24; t++)
            if (t != s && (t == 24 ? s == 23 : true))
                add_edge(&w, s, t, 0);
    graph *g = build(&w, w.states, w.edges, &back);
    assert_int_equal(k_best_new(&p, g, &back, weighings[0], false, &err), 0);
    k_best_set_budget(p, 20000, 0);
    while (k_best_next(p, &start, &length, &edges, NULL, &err) == 0)
        given++;
    assert_true(k_best_out_of_budget(p));
    assert_true(given > 10);
    assert_int_equal(k_best_next(p, &start, &length, &edges, NULL, &err), WGCQ_DONE);
    k_best_free(p);
    reversed_graph_free(&back);
    graph_free(g);
}

static int stop(void *self, const wgcq_progress *progress)
{
    assert_non_null(progress->phase);
    ++*(unsigned *)self;
    return 1;
}

/* Counting 22! plans is left when the monitor says so. */
static void counting_is_left(void **state)
{
    wgcq_error err = {0};
    reversed_graph back;
    path_totals totals;
    unsigned looked = 0;
    wgcq_monitor monitor = {&looked, stop};
    (void)state;
    wild w = {.states = 24};
    w.marks[1] = MARK_START;
    w.marks[24] = MARK_GOAL;
    for (uint32_t s = 1; s <= 23; s++)
        for (uint32_t t = 2; t <= 24; t++)
            if (t != s)
                add_edge(&w, s, t, 0);
    graph *g = build(&w, w.states, w.edges, &back);
    assert_int_equal(count_simple_paths(&totals, g, &back, false, NULL, &monitor, &err),
                     WGCQ_EINTERRUPT);
    assert_int_equal(err.code, WGCQ_EINTERRUPT);
    assert_int_equal(looked, 1);
    assert_null(totals.count);
    assert_string_not_equal(totals.at_least, "0");
    path_totals_free(&totals);
    reversed_graph_free(&back);
    graph_free(g);
}

/* ---- cuts ------------------------------------------------------------------------------------ */

/* The states that the starts and the first `edges` edges name come first.  Numbers are given anew
   in the order of discovery, expanding in that order: a breadth-first run, reported up to some
   edge. */
typedef struct explored {
    wild w;
    uint32_t known[EDGES_MOST + 1]; /* states there are after so many edges */
    uint32_t expanded[EDGES_MOST + 1];
} explored;

static uint32_t meet(explored *x, uint32_t *number, const wild *w, uint32_t s)
{
    if (!number[s]) {
        number[s] = ++x->w.states;
        x->w.marks[x->w.states] = w->marks[s];
    }
    return number[s];
}

static void explore(explored *x, const wild *w)
{
    uint32_t number[MOST + 1] = {0}, old[MOST + 1] = {0};
    *x = (explored){0};
    for (uint32_t s = 1; s <= w->states; s++)
        if (w->marks[s] & MARK_START)
            old[meet(x, number, w, s)] = s;
    x->known[0] = x->w.states;
    for (uint32_t at = 1; at <= x->w.states; at++) {
        for (uint32_t e = 0; e < w->edges; e++) {
            if (w->src[e] != old[at])
                continue;
            uint32_t to = meet(x, number, w, w->dst[e]), n = x->w.edges++;
            old[to] = w->dst[e];
            x->w.src[n] = at;
            x->w.dst[n] = to;
            x->w.move[n] = w->move[e];
            memcpy(x->w.cost + n * COSTS, w->cost + e * COSTS, COSTS * sizeof *w->cost);
            x->known[n + 1] = x->w.states;
            x->expanded[n + 1] = at - 1;
        }
    }
}

typedef struct claims {
    unsigned cost, count, neither, distance, no_distance;
} claims;

static void check_optima(const graph *cut, const reversed_graph *cut_back, const graph *g,
                         const reversed_graph *back, claims *made)
{
    wgcq_error err = {0};
    for (size_t i = 0; i < WEIGHINGS; i++) {
        cost_order by = weighings[i];
        optimum found, real;
        bool cost, count;
        assert_int_equal(optimum_find(&found, cut, cut_back, by, &err), 0);
        assert_int_equal(optimum_find(&real, g, back, by, &err), 0);
        assert_int_equal(optimum_prove(&cost, &count, &found, cut, by, &err), 0);
        if (cost) {
            assert_int_equal(found.found, real.found);
            for (size_t k = 0; k < by.count && found.found; k++)
                assert_int_equal(found.cost[k], real.cost[k]);
        }
        if (count && found.found) {
            assert_true(cost);
            assert_int_equal(found.length, real.length);
            assert_string_equal(found.count, real.count);
        }
        made->cost += cost && !count;
        made->count += count && found.found;
        made->neither += !cost;
        optimum_free(&found);
        optimum_free(&real);
    }
}

static void check_distances(const graph *cut, const reversed_graph *cut_back, const graph *g,
                            const reversed_graph *back, claims *made)
{
    wgcq_error err = {0};
    uint32_t *found, *real;
    assert_int_equal(distances_to_goal(&found, cut, cut_back, &err), 0);
    assert_int_equal(distances_drop_unproved(found, cut, cut_back, &err), 0);
    assert_int_equal(distances_to_goal(&real, g, back, &err), 0);
    for (uint32_t s = 1; s <= cut->states; s++) {
        assert_true(found[s] == UNREACHABLE || found[s] == real[s]);
        made->distance += found[s] != UNREACHABLE && found[s] > 0;
        made->no_distance += found[s] == UNREACHABLE && real[s] != UNREACHABLE;
    }
    free(found);
    free(real);
}

static void cuts(void **state)
{
    claims made = {0};
    (void)state;
    for (unsigned round = 0; round < 250; round++) {
        reversed_graph back, cut_back;
        explored x;
        seed = 9000 + round;
        wild w = make_wild();
        explore(&x, &w);
        if (!x.w.edges)
            continue;
        graph *g = build(&x.w, x.w.states, x.w.edges, &back);
        for (uint32_t reported = 1; reported < x.w.edges; reported++) {
            graph *cut = build(&x.w, x.known[reported], reported, &cut_back);
            cut->expanded = below(2) ? x.expanded[reported] : 0;
            check_optima(cut, &cut_back, g, &back, &made);
            check_distances(cut, &cut_back, g, &back, &made);
            reversed_graph_free(&cut_back);
            graph_free(cut);
        }
        reversed_graph_free(&back);
        graph_free(g);
    }
    /* Both answers to each question were given. */
    assert_true(made.cost > 100 && made.count > 100 && made.neither > 100);
    assert_true(made.distance > 100 && made.no_distance > 100);
}

/* From the start a goal is one move away, by two moves, and so is a state that was not expanded:
   what that hides takes two moves at the least.  With a cost of 0 beyond it nothing is proved of
   that. */
static void proved_by_one_move(void **state)
{
    wgcq_error err = {0};
    reversed_graph back;
    optimum o;
    bool cost, count;
    (void)state;
    wild w = {.states = 3, .marks = {0, MARK_START, MARK_GOAL, 0}};
    add_edge(&w, 1, 2, 0);
    add_edge(&w, 1, 2, 0);
    add_edge(&w, 1, 3, 0);
    w.cost[0] = w.cost[COSTS] = 1;
    graph *g = build(&w, 3, 3, &back);
    g->expanded = 1;
    assert_int_equal(optimum_find(&o, g, &back, weighings[0], &err), 0);
    assert_int_equal(optimum_prove(&cost, &count, &o, g, weighings[0], &err), 0);
    assert_true(cost && count);
    assert_string_equal(o.count, "2");
    optimum_free(&o);
    assert_int_equal(optimum_find(&o, g, &back, weighings[1], &err), 0);
    assert_int_equal(optimum_prove(&cost, &count, &o, g, weighings[1], &err), 0);
    assert_true(!cost && !count);
    optimum_free(&o);
    reversed_graph_free(&back);
    graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traps),
        cmocka_unit_test(tired),
        cmocka_unit_test(counting_is_left),
        cmocka_unit_test(cuts),
        cmocka_unit_test(proved_by_one_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
