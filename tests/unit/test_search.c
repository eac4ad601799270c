/*
 * test_search.c - every order over models written by hand: published figures, and random graphs
 * against slow and obvious answers.
 */
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "receiver.h"
#include "search/search.h"
#include "suite.h"
#include "toys.h"

static const wgcq_order orders[] = {WGCQ_BREADTH_FIRST, WGCQ_DEPTH_FIRST, WGCQ_CHEAPEST,
                                    WGCQ_BEST_FIRST, WGCQ_A_STAR};
enum { ORDERS = 5 };

/* ---- a receiver that keeps all rows and checks them ------------------- */

typedef struct recorder {
    graph *graph;
    bool breadth;
    uint32_t last_source, expanded;
    uint64_t rejections;
    size_t pauses;
    const toy *toy;
} recorder;

static int see_states(void *self, const state_rows *rows, wgcq_error *err)
{
    recorder *w = self;
    assert_true(rows->count > 0);
    assert_int_equal(rows->first, w->graph->states + 1);
    return graph_add_states(w->graph, rows, err);
}

static int see_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    recorder *w = self;
    for (size_t i = 0; i < rows->count; i++) {
        assert_in_range(rows->src[i], 1, w->graph->states);
        assert_in_range(rows->dst[i], 1, w->graph->states);
        if (w->breadth)
            assert_true(rows->src[i] >= w->last_source);
        w->last_source = rows->src[i];
    }
    return graph_add_edges(w->graph, rows, err);
}

static int see_rejections(void *self, const rejection_rows *rows, wgcq_error *err)
{
    recorder *w = self;
    (void)err;
    w->rejections += rows->count;
    for (size_t i = 0; i < rows->count; i++)
        assert_in_range(rows->src[i], 1, w->graph->states);
    return 0;
}

static int see_pause(void *self, uint32_t expanded, wgcq_error *err)
{
    recorder *w = self;
    (void)err;
    assert_true(expanded >= w->expanded);
    w->expanded = expanded;
    w->pauses++;
    return 0;
}

static receiver watch_by(recorder *w, const toy *t, bool breadth)
{
    *w = (recorder){
        .graph = graph_new(t->model.words, t->model.costs), .breadth = breadth, .toy = t};
    assert_non_null(w->graph);
    return (receiver){.self = w,
                      .states = see_states,
                      .edges = see_edges,
                      .rejections = see_rejections,
                      .pause = see_pause};
}

static search_options request(const toy *t, wgcq_order order)
{
    return (search_options){.order = order,
                            .minimize = t->model.minimize,
                            .minimize_count = t->model.minimize_count,
                            .threads = 1};
}

/* Runs it with a witness, whose graph is brought into rows. */
static search_result run_seen(recorder *w, const toy *t, const search_options *options)
{
    search_result out;
    wgcq_error err = {0};
    receiver o = watch_by(w, t, options->order == WGCQ_BREADTH_FIRST);
    int code = run_search(&out, &t->model, options, &o, NULL, &err);
    assert_string_equal(err.text, "");
    assert_int_equal(code, 0);
    assert_int_equal(graph_close(w->graph, &err), 0);
    assert_int_equal(out.states, w->graph->states);
    assert_int_equal(out.edges, w->graph->edges);
    assert_int_equal(out.rejections, w->rejections);
    return out;
}

static search_result run_alone(const toy *t, const search_options *options)
{
    search_result out;
    wgcq_error err = {0};
    int code = run_search(&out, &t->model, options, NULL, NULL, &err);
    assert_string_equal(err.text, "");
    assert_int_equal(code, 0);
    return out;
}

/* Follows the plan by the toy's own moves; the answer is what it costs. */
static int64_t replay(const toy *t, const search_result *out)
{
    size_t words = t->model.words;
    int64_t spent = 0;
    bool from_start = false;
    assert_non_null(out->plan.states);
    for (size_t i = 0; i < t->starts; i++)
        from_start = from_start || !memcmp(t->start[i], out->plan.states, words * 8);
    assert_true(from_start);
    for (uint32_t step = 0; step < out->plan.length; step++) {
        const uint64_t *from = out->plan.states + step * words;
        bool made = false;
        assert_false(t->mark(t, from) & MARK_END);
        for (uint32_t m = 0; m < t->moves && !made; m++) {
            uint64_t to[8];
            int64_t cost[4] = {0};
            uint32_t rule, message = m;
            made = t->make(t, m, from, to, cost, &rule, &message) == MOVED &&
                   message == out->plan.moves[step] && !memcmp(to, from + words, words * 8);
            if (made)
                spent += cost[0];
        }
        assert_true(made);
    }
    assert_true(t->mark(t, out->plan.states + out->plan.length * words) & MARK_GOAL);
    return spent;
}

static void forget(recorder *w, search_result *out)
{
    graph_free(w->graph);
    search_result_free(out);
}

/* ---- published figures -------------------------------------------------------------------- */

static void test_ferry(void **state)
{
    (void)state;
    toy t;
    recorder w;
    make_ferry(&t);
    search_options options = request(&t, WGCQ_BREADTH_FIRST);
    options.count_shortest = true;
    search_result out = run_seen(&w, &t, &options);
    assert_int_equal(out.end, SEARCH_COMPLETE);
    assert_int_equal(out.states, 10);
    assert_int_equal(out.edges, 20);
    assert_int_equal(out.starts, 1);
    assert_int_equal(out.goals, 1);
    assert_int_equal(out.depth, 7);
    assert_int_equal(out.expanded, 10);
    assert_true(out.memory > 0);
    assert_int_equal(out.proved_depth, UINT32_MAX);
    assert_true(out.shortest_known);
    assert_int_equal(out.shortest, 7);
    assert_string_equal(out.shortest_count, "2");
    assert_int_equal(out.plan.length, 7);
    replay(&t, &out);
    /* by the order of the moves: the wolf (1) is taken before the cabbage (3) */
    static const uint32_t plan[] = {2, 0, 1, 2, 3, 0, 2};
    assert_memory_equal(out.plan.moves, plan, sizeof plan);
    assert_int_equal(w.graph->marks[1], MARK_START);
    assert_true(w.rejections > 0);
    assert_true(w.pauses >= 7);
    forget(&w, &out);
}

static void test_frogs(void **state)
{
    (void)state;
    static const uint32_t sides[] = {1, 2, 3, 4, 7}, moves[] = {3, 8, 15, 24, 63};
    for (size_t i = 0; i < 5; i++) {
        pond world = {sides[i]};
        toy t;
        make_frogs(&t, &world);
        search_options options = request(&t, WGCQ_BREADTH_FIRST);
        options.count_shortest = true;
        search_result out = run_alone(&t, &options);
        assert_int_equal(out.shortest, moves[i]);
        assert_string_equal(out.shortest_count, "2");
        replay(&t, &out);
        search_result_free(&out);
    }
}

/* 41 stones are two words; far too many states for a test, so only as deep as is quick. */
static void test_two_words(void **state)
{
    (void)state;
    pond world = {20};
    toy t;
    make_frogs(&t, &world);
    assert_int_equal(t.model.words, 2);
    search_options options = request(&t, WGCQ_BREADTH_FIRST);
    options.max_depth = 12;
    search_result out = run_alone(&t, &options);
    assert_int_equal(out.end, SEARCH_LIMIT);
    assert_string_equal(out.limit, "--max-depth 12");
    assert_int_equal(out.proved_depth, 12);
    search_result_free(&out);
    /* while the gap has not come to either end, it does not matter how many frogs there are */
    options.max_depth = 7;
    out = run_alone(&t, &options);
    pond smaller = {14};
    toy u;
    make_frogs(&u, &smaller);
    assert_int_equal(u.model.words, 1);
    search_options same = request(&u, WGCQ_BREADTH_FIRST);
    same.max_depth = 7;
    search_result other = run_alone(&u, &same);
    assert_int_equal(out.states, other.states);
    assert_int_equal(out.edges, other.edges);
    search_result_free(&out);
    search_result_free(&other);
}

static void test_jugs(void **state)
{
    (void)state;
    toy t;
    recorder w;
    make_jugs(&t);
    for (size_t i = 0; i < 3; i++) {
        search_options options = request(&t, orders[i]);
        options.count_shortest = true;
        search_result out = run_seen(&w, &t, &options);
        assert_int_equal(out.end, SEARCH_COMPLETE);
        for (uint64_t e = 0; e < w.graph->edges; e++)
            assert_int_not_equal(w.graph->dst[e], 0);
        for (uint32_t s = 1; s <= w.graph->states; s++)
            if (w.graph->marks[s] & MARK_END)
                assert_int_equal(w.graph->first[s], w.graph->first[s + 1]);
        replay(&t, &out);
        if (orders[i] == WGCQ_BREADTH_FIRST) {
            assert_int_equal(out.shortest, 6);
            assert_string_equal(out.shortest_count, "1");
        }
        forget(&w, &out);
    }
    static const int water[] = {0};
    search_options options = request(&t, WGCQ_CHEAPEST);
    options.minimize = water;
    options.stop = WGCQ_STOP_SHORTEST;
    search_result out = run_alone(&t, &options);
    assert_true(out.proved_cheapest);
    /* three times 3; the shortest plan draws 5 twice */
    assert_int_equal(replay(&t, &out), 9);
    search_result_free(&out);
}

/* ---- random graphs ---------------------------------------- */

static uint32_t dice(uint64_t *seed, uint32_t sides)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 33) % sides);
}

static int by_source(const void *a, const void *b)
{
    const arc *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

enum { BOUND_NONE, BOUND_HALF, BOUND_RAGGED };

static const int64_t FAR = INT64_MAX / 4;

/* The least (toll, moves) from each node to a goal, by relaxing until nothing changes. */
static void tolls_left(const chart *c, int64_t toll[], int64_t moves[])
{
    for (uint32_t n = 0; n < c->nodes; n++)
        toll[n] = moves[n] = c->mark[n] & MARK_GOAL ? 0 : FAR;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t a = 0; a < c->arcs; a++) {
            uint32_t f = c->arc[a].from, d = c->arc[a].to;
            int64_t x = toll[d] + c->arc[a].cost, y = moves[d] + 1;
            if (toll[d] == FAR || c->mark[f] & MARK_END || x > toll[f] ||
                (x == toll[f] && y >= moves[f]))
                continue;
            toll[f] = x;
            moves[f] = y;
            changed = true;
        }
    }
}

/* A graph with parallel arcs, loops, free arcs, a few goals and ends. */
static void random_chart(chart *c, uint64_t *seed, uint32_t nodes, uint32_t arcs, int bound)
{
    static int64_t toll[1025], moves[1025];
    memset(c, 0, sizeof *c);
    c->nodes = nodes;
    c->arcs = arcs;
    for (uint32_t a = 0; a < arcs; a++)
        c->arc[a] = (arc){dice(seed, nodes), dice(seed, nodes), dice(seed, 4)};
    qsort(c->arc, arcs, sizeof *c->arc, by_source);
    for (uint32_t n = 0; n < nodes; n++)
        c->mark[n] = (uint8_t)((dice(seed, 12) ? 0 : MARK_GOAL) | (dice(seed, 10) ? 0 : MARK_END));
    chart_finish(c);
    tolls_left(c, toll, moves);
    for (uint32_t n = 0; n < nodes; n++) {
        int64_t left = toll[n] == FAR ? 20 : toll[n];
        c->bound[n] = bound == BOUND_NONE   ? 0
                      : bound == BOUND_HALF ? left / 2
                                            : dice(seed, 2) * left;
    }
}

/* The states reached, at what depth, and how many shortest paths lead there. */
typedef struct distances {
    uint32_t depth[1025];
    uint64_t paths[1025];
    uint32_t reached, deepest, shortest;
    uint64_t edges, plans;
} distances;

static void find_distances(distances *d, const chart *c, const uint32_t *starts, size_t count)
{
    memset(d, 0, sizeof *d);
    memset(d->depth, 255, sizeof d->depth);
    d->shortest = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        d->depth[starts[i]] = 0;
        d->paths[starts[i]] = 1;
    }
    for (uint32_t level = 0; level < c->nodes; level++)
        for (uint32_t a = 0; a < c->arcs; a++) {
            uint32_t from = c->arc[a].from, to = c->arc[a].to;
            if (d->depth[from] != level || c->mark[from] & MARK_END || d->depth[to] <= level)
                continue;
            d->depth[to] = level + 1;
            d->paths[to] += d->paths[from];
        }
    for (uint32_t n = 0; n < c->nodes; n++) {
        if (d->depth[n] == UINT32_MAX)
            continue;
        d->reached++;
        d->deepest = d->depth[n] > d->deepest ? d->depth[n] : d->deepest;
        if (!(c->mark[n] & MARK_END))
            d->edges += c->first[n + 1] - c->first[n];
        if (c->mark[n] & MARK_GOAL && d->depth[n] < d->shortest)
            d->shortest = d->depth[n];
    }
    for (uint32_t n = 0; n < c->nodes; n++)
        if (c->mark[n] & MARK_GOAL && d->depth[n] == d->shortest)
            d->plans += d->paths[n];
}

static uint32_t node_of(const toy *t, const graph *g, uint32_t number)
{
    return state_node(t, g->state + number * (size_t)g->words);
}

/* Every edge of every state below `complete` is there, in the order of the moves, and no other. */
static void check_edges(const toy *t, const graph *g, uint32_t complete)
{
    const chart *c = t->world;
    for (uint32_t s = 1; s <= g->states; s++) {
        uint32_t node = node_of(t, g, s);
        uint64_t count = g->first[s + 1] - g->first[s];
        uint32_t all = c->mark[node] & MARK_END ? 0 : c->first[node + 1] - c->first[node];
        if (s <= complete)
            assert_int_equal(count, all);
        assert_true(count <= all);
        for (uint64_t i = 0; i < count; i++) {
            uint64_t e = g->first[s] + i;
            uint32_t a = graph_move(g, e);
            assert_int_equal(a, c->first[node] + i);
            assert_int_equal(node_of(t, g, g->dst[e]), c->arc[a].to);
            assert_int_equal(g->cost[e], c->arc[a].cost);
        }
    }
}

static void check_breadth(const toy *t, const graph *g, const search_result *out,
                          const distances *want)
{
    char plans[32];
    for (uint32_t s = 1; s <= g->states; s++)
        assert_int_equal(g->depth[s], want->depth[node_of(t, g, s)]);
    assert_int_equal(out->depth, want->deepest);
    assert_int_equal(out->shortest_known, want->shortest != UINT32_MAX);
    if (!out->shortest_known)
        return;
    assert_int_equal(out->shortest, want->shortest);
    assert_int_equal(out->plan.length, want->shortest);
    snprintf(plans, sizeof plans, "%llu", (unsigned long long)want->plans);
    assert_string_equal(out->shortest_count, plans);
}

/* The cheapest plan over all starts, by (toll, moves). */
static void check_cheapest(const toy *t, const search_result *out)
{
    static int64_t toll[1025], moves[1025];
    const chart *c = t->world;
    int64_t least = FAR, fewest = FAR;
    tolls_left(c, toll, moves);
    for (size_t i = 0; i < t->starts; i++) {
        uint32_t n = state_node(t, t->start[i]);
        if (toll[n] < least || (toll[n] == least && moves[n] < fewest)) {
            least = toll[n];
            fewest = moves[n];
        }
    }
    assert_int_equal(out->proved_cheapest, least != FAR);
    if (least == FAR)
        return;
    assert_int_equal(replay(t, out), least);
    assert_int_equal(out->plan.length, fewest);
}

static void choose_starts(uint64_t *seed, uint32_t nodes, uint32_t *starts, size_t *count)
{
    *count = 1 + dice(seed, 3);
    for (size_t i = 0; i < *count; i++)
        starts[i] = (uint32_t)i * (nodes / 3) + dice(seed, nodes / 3);
}

static void test_orders(void **state)
{
    (void)state;
    static chart c;
    static distances want;
    uint64_t seed = 7;
    for (int round = 0; round < 300; round++) {
        toy t;
        uint32_t starts[8], nodes = 6 + dice(&seed, 60);
        size_t count;
        random_chart(&c, &seed, nodes, nodes + dice(&seed, 2 * nodes), round % 3);
        choose_starts(&seed, nodes, starts, &count);
        make_chart(&t, &c, 1 + dice(&seed, 4), starts, count);
        find_distances(&want, &c, starts, count);
        for (int i = 0; i < ORDERS; i++) {
            recorder w;
            search_options options = request(&t, orders[i]);
            options.count_shortest = true;
            search_result out = run_seen(&w, &t, &options);
            assert_int_equal(out.end, SEARCH_COMPLETE);
            assert_int_equal(out.states, want.reached);
            assert_int_equal(out.edges, want.edges);
            assert_int_equal(out.starts, count);
            check_edges(&t, w.graph, w.graph->states);
            if (out.goals)
                replay(&t, &out);
            if (orders[i] == WGCQ_BREADTH_FIRST)
                check_breadth(&t, w.graph, &out, &want);
            if (orders[i] == WGCQ_CHEAPEST || orders[i] == WGCQ_A_STAR)
                check_cheapest(&t, &out);
            options.hooks.trail_bytes =
                dice(&seed, 2) * 100; /* some runs keep few of their levels */
            search_result alone = run_alone(&t, &options);
            assert_int_equal(alone.states, out.states);
            assert_int_equal(alone.edges, out.edges);
            assert_int_equal(alone.goals, out.goals);
            assert_int_equal(alone.plan.length, out.plan.length);
            if (out.plan.moves)
                assert_memory_equal(alone.plan.moves, out.plan.moves, out.plan.length * 4);
            if (out.shortest_count)
                assert_string_equal(alone.shortest_count, out.shortest_count);
            search_result_free(&alone);
            forget(&w, &out);
        }
    }
}

/* Stopping early leaves a beginning of the whole run, and says truly what it proves. */
static void test_stops(void **state)
{
    (void)state;
    static chart c;
    static distances want;
    uint64_t seed = 99;
    for (int round = 0; round < 200; round++) {
        toy t;
        uint32_t starts[8], nodes = 6 + dice(&seed, 60);
        size_t count;
        random_chart(&c, &seed, nodes, 2 * nodes, round % 3);
        choose_starts(&seed, nodes, starts, &count);
        make_chart(&t, &c, 1, starts, count);
        find_distances(&want, &c, starts, count);
        for (int i = 0; i < ORDERS * 2; i++) {
            recorder w, all;
            search_options options = request(&t, orders[i / 2]);
            search_result whole = run_seen(&all, &t, &options);
            options.stop = i % 2 ? WGCQ_STOP_FIRST : WGCQ_STOP_SHORTEST;
            options.count_shortest = true;
            search_result out = run_seen(&w, &t, &options);
            assert_true(out.states <= whole.states);
            assert_memory_equal(w.graph->state + 1, all.graph->state + 1, out.states * 8);
            assert_int_equal(out.first_goal, whole.first_goal);
            assert_int_equal(out.shortest_known, whole.shortest_known);
            if (whole.goals)
                replay(&t, &out);
            else
                assert_int_equal(out.end, SEARCH_COMPLETE);
            if (options.stop == WGCQ_STOP_FIRST && whole.goals)
                assert_int_equal(out.end, SEARCH_STOPPED);
            if (options.order == WGCQ_BREADTH_FIRST && whole.goals) {
                check_edges(&t, w.graph, (uint32_t)out.expanded);
                assert_int_equal(out.shortest, want.shortest);
                assert_true(out.depth <= want.shortest);
                assert_int_equal(out.proved_depth >= want.shortest, out.shortest_count != NULL);
                if (options.stop == WGCQ_STOP_SHORTEST) {
                    assert_int_equal(out.proved_depth, want.shortest);
                    assert_int_equal(strtoull(out.shortest_count, NULL, 10), want.plans);
                }
            }
            if (options.stop == WGCQ_STOP_SHORTEST &&
                (options.order == WGCQ_CHEAPEST || options.order == WGCQ_A_STAR))
                check_cheapest(&t, &out);
            forget(&all, &whole);
            forget(&w, &out);
        }
    }
}

static void check_cut(const toy *t, const distances *want, const search_options *options,
                      const recorder *all)
{
    recorder w;
    search_result out = run_seen(&w, t, options);
    search_result alone = run_alone(t, options);
    assert_memory_equal(w.graph->state + 1, all->graph->state + 1, out.states * 8);
    assert_int_equal(alone.states, out.states);
    assert_int_equal(alone.edges, out.edges);
    assert_int_equal(alone.end, out.end);
    if (options->max_states && options->max_states < want->reached) {
        assert_int_equal(out.end, SEARCH_LIMIT);
        assert_int_equal(out.states, options->max_states);
    }
    if (options->order == WGCQ_BREADTH_FIRST) {
        check_edges(t, w.graph, (uint32_t)out.expanded);
        assert_int_equal(out.expanded, alone.expanded);
        assert_int_equal(out.proved_depth, alone.proved_depth);
        uint32_t within = 0; /* of those that were proved to be all */
        for (uint32_t n = 0; n < ((const chart *)t->world)->nodes; n++)
            within += want->depth[n] != UINT32_MAX && want->depth[n] <= out.proved_depth;
        for (uint32_t s = 1; s <= w.graph->states; s++)
            within -= w.graph->depth[s] <= out.proved_depth;
        assert_int_equal(within, 0);
        if (out.shortest_count)
            assert_int_equal(strtoull(out.shortest_count, NULL, 10), want->plans);
        if (out.shortest_known)
            assert_int_equal(out.shortest, want->shortest);
    }
    if (out.proved_cheapest)
        check_cheapest(t, &out);
    search_result_free(&alone);
    forget(&w, &out);
}

static void test_limits(void **state)
{
    (void)state;
    static chart c;
    static distances want;
    uint64_t seed = 5;
    for (int round = 0; round < 20; round++) {
        toy t;
        uint32_t starts[8], nodes = 6 + dice(&seed, 30);
        size_t count;
        random_chart(&c, &seed, nodes, 3 * nodes, round % 3);
        choose_starts(&seed, nodes, starts, &count);
        make_chart(&t, &c, 1, starts, count);
        find_distances(&want, &c, starts, count);
        for (int i = 0; i < ORDERS; i++) {
            recorder all;
            search_options options = request(&t, orders[i]);
            search_result whole = run_seen(&all, &t, &options);
            options.count_shortest = true;
            for (options.max_states = count; options.max_states <= nodes; options.max_states++)
                check_cut(&t, &want, &options, &all);
            options.max_states = 0;
            if (orders[i] == WGCQ_BREADTH_FIRST)
                for (options.max_depth = 1; options.max_depth <= want.deepest + 1;
                     options.max_depth++)
                    check_cut(&t, &want, &options, &all);
            forget(&all, &whole);
        }
    }
}

static void test_depth_limit(void **state)
{
    (void)state;
    toy t;
    make_ferry(&t);
    for (int i = 0; i < 3; i++) {
        search_options options = request(&t, orders[i]);
        options.max_depth = 3;
        options.count_shortest = true;
        search_result out = run_alone(&t, &options);
        assert_int_equal(out.end, SEARCH_LIMIT);
        assert_string_equal(out.limit, "--max-depth 3");
        assert_int_equal(out.depth, 3);
        assert_int_equal(out.goals, 0);
        assert_int_equal(out.proved_depth, i ? 0 : 3);
        assert_null(out.plan.states);
        search_result_free(&out);
    }
}

static void test_memory_limit(void **state)
{
    (void)state;
    pond world = {20};
    toy t;
    make_frogs(&t, &world);
    for (int i = 0; i < 3; i++) {
        search_options options = request(&t, orders[i]);
        options.max_memory = 3000000;
        search_result out = run_alone(&t, &options);
        assert_int_equal(out.end, SEARCH_LIMIT);
        assert_string_equal(out.limit, "--max-memory 3000000");
        assert_in_range(out.memory, 1500000, 3000000 + 64 * MODEL_BATCH); /* a batch's */
        search_result_free(&out);
    }
    search_options options = request(&t, WGCQ_BREADTH_FIRST);
    options.max_memory = 10;
    search_result out;
    wgcq_error err = {0};
    assert_int_equal(run_search(&out, &t.model, &options, NULL, NULL, &err), 0);
    assert_int_equal(out.end, SEARCH_LIMIT);
    assert_string_equal(out.limit, "--max-memory 10");
    assert_true(out.starts_incomplete);
    assert_int_equal(out.states, 0);
    search_result_free(&out);
}

static void test_time_limit(void **state)
{
    (void)state;
    pond world = {30};
    toy t;
    make_frogs(&t, &world);
    for (int i = 0; i < 3; i++) {
        search_options options = request(&t, orders[i]);
        options.max_time = 0.05;
        search_result out = run_alone(&t, &options);
        assert_int_equal(out.end, SEARCH_LIMIT);
        assert_string_equal(out.limit, "--max-time 0.05");
        assert_true(out.seconds >= 0.05);
        search_result_free(&out);
    }
}

static int count_looks(void *self, const wgcq_progress *progress)
{
    int *looks = self;
    assert_string_equal(progress->phase, "exploring");
    assert_true(progress->states > 0 && progress->memory > 0);
    return ++*looks == 2;
}

static void test_interrupt(void **state)
{
    (void)state;
    pond world = {30};
    toy t;
    make_frogs(&t, &world);
    for (int i = 0; i < 3; i++) {
        int looks = 0;
        wgcq_monitor monitor = {&looks, count_looks};
        search_options options = request(&t, orders[i]);
        options.max_time = 20;
        search_result out;
        wgcq_error err = {0};
        assert_int_equal(run_search(&out, &t.model, &options, NULL, &monitor, &err), 0);
        assert_int_equal(out.end, SEARCH_INTERRUPTED);
        assert_int_equal(looks, 2);
        search_result_free(&out);
    }
}

/* ---- what is rejected ---------------------------------------- */

static void test_requests(void **state)
{
    (void)state;
    toy t;
    make_ferry(&t);
    search_result out;
    wgcq_error err = {0};
    search_options options = request(&t, WGCQ_A_STAR);
    assert_int_equal(run_search(&out, &t.model, &options, NULL, NULL, &err), WGCQ_EREQUEST);
    assert_string_equal(err.text, "this puzzle declares no estimate");
    static chart c;
    uint64_t seed = 3;
    uint32_t starts[1] = {0};
    random_chart(&c, &seed, 20, 60, BOUND_HALF);
    make_chart(&t, &c, 1, starts, 1);
    options = request(&t, WGCQ_A_STAR);
    options.minimize_count = 0; /* moves, of which the estimate says nothing */
    err = (wgcq_error){0};
    assert_int_equal(run_search(&out, &t.model, &options, NULL, NULL, &err), WGCQ_EREQUEST);
    options = request(&t, WGCQ_BREADTH_FIRST);
    t.starts = 0;
    err = (wgcq_error){0};
    assert_int_equal(run_search(&out, &t.model, &options, NULL, NULL, &err), WGCQ_ERUN);
}

static void test_bad_estimate(void **state)
{
    (void)state;
    static chart c = {
        .nodes = 2, .arcs = 1, .arc = {{0, 1, 1}}, .mark = {0, MARK_GOAL}, .bound = {1, 5}};
    uint32_t starts[1] = {0};
    toy t;
    chart_finish(&c);
    make_chart(&t, &c, 1, starts, 1);
    search_result out;
    wgcq_error err = {0};
    search_options options = request(&t, WGCQ_A_STAR);
    assert_int_equal(run_search(&out, &t.model, &options, NULL, NULL, &err), WGCQ_ERUN);
    assert_non_null(strstr(err.text, "it is 5 in a goal"));
    assert_non_null(strstr(err.text, "state 1"));
    search_result_free(&out);
}

static int reject_states(void *self, const state_rows *rows, wgcq_error *err)
{
    (void)self, (void)err;
    return rows->first > 1 ? -42 : 0;
}

static void test_receiver_stops(void **state)
{
    (void)state;
    toy t;
    make_ferry(&t);
    receiver o = {.states = reject_states};
    for (int i = 0; i < 3; i++) {
        search_result out;
        wgcq_error err = {0};
        search_options options = request(&t, orders[i]);
        assert_int_equal(run_search(&out, &t.model, &options, &o, NULL, &err), -42);
        search_result_free(&out);
    }
}

/* ---- a state with many successors ---------------------------------------------------------- */

enum { FAN = 400000, SLICE_MOST = 1 << 17 };

/* State 0 leads to an end by every second move; the others are rejected. */
static outcome fan_out(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to,
                       int64_t *cost, uint32_t *rule, uint32_t *text)
{
    (void)t, (void)text;
    assert_int_equal(from[0], 0);
    to[0] = move + (uint64_t)1;
    cost[0] = 1;
    *rule = 0;
    return move % 2 ? REJECTED : MOVED;
}

static uint8_t mark_fan(const toy *t, const uint64_t *state)
{
    (void)t;
    return state[0] ? MARK_END : 0;
}

static void make_fan(toy *t)
{
    static const char *const names[] = {"toll"};
    *t = (toy){.model = {.title = "fan",
                         .words = 1,
                         .costs = 1,
                         .cost_names = names,
                         .rule_count = 1,
                         .has_end = true},
               .moves = FAN,
               .starts = 1,
               .make = fan_out,
               .mark = mark_fan};
    toy_finish(t);
}

typedef struct tally {
    uint64_t states, edges, rejections;
    unsigned batches, midway;
} tally;

/* Each batch is bounded, goes on where the one before ended, and says whether the state has more.
 */
static void tally_rows(tally *sum, const row_batch *rows)
{
    assert_true(rows->states.count <= SLICE_MOST);
    assert_true(rows->edges.count <= SLICE_MOST);
    assert_true(rows->rejections.count <= SLICE_MOST);
    for (size_t i = 0; i < rows->edges.count; i++) {
        assert_int_equal(rows->edges.move[i], 2 * (sum->edges + i));
        assert_int_equal(rows->edges.dst[i], sum->edges + i + 2);
    }
    for (size_t i = 0; i < rows->rejections.count; i++)
        assert_int_equal(rows->rejections.move[i], 2 * (sum->rejections + i) + 1);
    assert_true(!rows->states.count || rows->states.first == sum->states + 1);
    sum->states += rows->states.count;
    sum->edges += rows->edges.count;
    sum->rejections += rows->rejections.count;
    assert_true(!rows->edges.count || rows->edges_go_on == (sum->edges < FAN / 2));
    sum->batches += rows->edges.count || rows->rejections.count;
}

/* Stops after so many steps amid the state; 0: not at all. */
static search_result run_fan(tally *sum, wgcq_order order, unsigned stop_after)
{
    toy t;
    search *s;
    row_batch rows;
    search_result out;
    wgcq_error err = {0};
    make_fan(&t);
    search_options options = request(&t, order);
    options.rows = ROWS_STATES | ROWS_EDGES | ROWS_REJECTIONS;
    *sum = (tally){0};
    assert_int_equal(search_new(&s, &t.model, &options, NULL, &err), 0);
    int code;
    while (!(code = search_step(s, &rows))) {
        tally_rows(sum, &rows);
        sum->midway += search_is_midway(s);
        if (stop_after && sum->midway == stop_after)
            search_stop_at_limit(s, "enough");
    }
    assert_int_equal(code, WGCQ_DONE);
    assert_int_equal(search_finish(&out, s), 0);
    search_free(s);
    assert_int_equal(out.states, sum->states);
    assert_int_equal(out.edges, sum->edges);
    assert_int_equal(out.rejections, sum->rejections);
    return out;
}

static void test_many_successors(void **state)
{
    static const wgcq_order all[] = {WGCQ_BREADTH_FIRST, WGCQ_DEPTH_FIRST, WGCQ_CHEAPEST};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        tally sum;
        search_result out = run_fan(&sum, all[i], 0);
        assert_int_equal(out.end, SEARCH_COMPLETE);
        assert_int_equal(sum.states, FAN / 2 + 1);
        assert_int_equal(sum.edges, FAN / 2);
        assert_int_equal(sum.rejections, FAN / 2);
        assert_true(sum.batches > 1 && sum.midway > 0);
        search_result_free(&out);
        out = run_fan(&sum, all[i], 1);
        assert_int_equal(out.end, SEARCH_LIMIT);
        assert_string_equal(out.limit, "enough");
        assert_int_equal(sum.edges, SLICE_MOST);
        assert_int_equal(sum.states, SLICE_MOST + 1);
        search_result_free(&out);
    }
}

/* ---- counts beyond 64 bits ----------------------------------------------------------- */

static void test_many_plans(void **state)
{
    (void)state;
    static chart c;
    memset(&c, 0, sizeof c);
    c.nodes = 301;
    for (uint32_t n = 0; n + 1 < c.nodes; n++)
        for (int k = 0; k < 7; k++)
            c.arc[c.arcs++] = (arc){n, n + 1, 1};
    c.mark[c.nodes - 1] = MARK_GOAL;
    chart_finish(&c);
    uint32_t starts[1] = {0};
    toy t;
    make_chart(&t, &c, 3, starts, 1);
    search_options options = request(&t, WGCQ_BREADTH_FIRST);
    options.count_shortest = true;
    search_result out = run_alone(&t, &options);
    mpz_t want;
    mpz_init(want);
    mpz_ui_pow_ui(want, 7, 300);
    char *message = mpz_get_str(NULL, 10, want);
    assert_string_equal(out.shortest_count, message);
    assert_int_equal(out.shortest, 300);
    free(message);
    mpz_clear(want);
    search_result_free(&out);
    uint64_t count;
    wgcq_error err = {0};
    /* 7^10 fits, and the last of the chain is the only goal */
    c.mark[10] = MARK_GOAL;
    assert_int_equal(dfs_plans_count(&count, &t.model, 8, NULL, &err), 0);
    assert_int_equal(count, 0);
    c.mark[8] = MARK_GOAL;
    assert_int_equal(dfs_plans_count(&count, &t.model, 8, NULL, &err), 0);
    assert_int_equal(count, 5764801);
}

/* ---- backtracking -------------------------------------------------------------------- */

static uint64_t count_by_next(const toy *t, uint64_t length)
{
    dfs_plans *b;
    const uint64_t *states;
    const uint32_t *moves;
    const int64_t *costs;
    wgcq_error err = {0};
    uint64_t count = 0;
    assert_int_equal(dfs_plans_new(&b, &t->model, length, &err), 0);
    int code;
    while (!(code = dfs_plans_next(b, &states, &moves, &costs, NULL, &err))) {
        count++;
        search_result plan = {.plan.length = (uint32_t)length};
        plan.plan.states = (uint64_t *)(uintptr_t)states;
        plan.plan.moves = (uint32_t *)(uintptr_t)moves;
        int64_t spent = 0;
        for (uint64_t i = 0; i < length && t->model.costs; i++)
            spent += costs[i];
        assert_int_equal(replay(t, &plan), spent);
    }
    assert_int_equal(code, WGCQ_DONE);
    assert_int_equal(dfs_plans_next(b, &states, &moves, &costs, NULL, &err), WGCQ_DONE);
    dfs_plans_free(b);
    return count;
}

static void test_backtrack(void **state)
{
    (void)state;
    toy t;
    make_ferry(&t);
    /* walks of each length, by how many lead to each of the 16 states */
    uint64_t ways[16] = {1};
    for (uint64_t length = 0; length <= 13; length++) {
        uint64_t count = 0, next[16] = {0}, to;
        wgcq_error err = {0};
        assert_int_equal(dfs_plans_count(&count, &t.model, length, NULL, &err), 0);
        assert_int_equal(count, ways[15]);
        assert_int_equal(count_by_next(&t, length), ways[15]);
        if (length == 7)
            assert_int_equal(count, 2);
        for (uint64_t s = 0; s < 16; s++)
            for (uint32_t m = 0; m < 4 && ways[s]; m++) {
                int64_t cost;
                uint32_t rule, message;
                if (ferry(&t, m, &s, &to, &cost, &rule, &message) == MOVED)
                    next[to] += ways[s];
            }
        memcpy(ways, next, sizeof ways);
    }
}

static void test_backtrack_charts(void **state)
{
    (void)state;
    static chart c;
    uint64_t seed = 11;
    for (int round = 0; round < 60; round++) {
        toy t;
        uint32_t starts[8], nodes = 6 + dice(&seed, 10);
        size_t count;
        random_chart(&c, &seed, nodes, 2 * nodes, BOUND_NONE);
        choose_starts(&seed, nodes, starts, &count);
        make_chart(&t, &c, 1 + dice(&seed, 3), starts, count);
        uint64_t ways[32] = {0};
        for (size_t i = 0; i < count; i++)
            ways[starts[i]] = 1;
        for (uint64_t length = 0; length < 7; length++) {
            uint64_t want = 0, got, next[32] = {0};
            wgcq_error err = {0};
            for (uint32_t n = 0; n < nodes; n++)
                want += c.mark[n] & MARK_GOAL ? ways[n] : 0;
            assert_int_equal(dfs_plans_count(&got, &t.model, length, NULL, &err), 0);
            assert_int_equal(got, want);
            assert_int_equal(count_by_next(&t, length), want);
            for (uint32_t a = 0; a < c.arcs; a++)
                if (!(c.mark[c.arc[a].from] & MARK_END))
                    next[c.arc[a].to] += ways[c.arc[a].from];
            memcpy(ways, next, sizeof ways);
        }
    }
}

/* More plans than 64 bits hold is an error; so is being interrupted. */
static int stop_at_once(void *self, const wgcq_progress *progress)
{
    (void)self, (void)progress;
    return 1;
}

static void test_backtrack_interrupt(void **state)
{
    (void)state;
    pond world = {20};
    toy t;
    make_frogs(&t, &world);
    wgcq_monitor monitor = {NULL, stop_at_once};
    wgcq_error err = {0};
    uint64_t count;
    assert_int_equal(dfs_plans_count(&count, &t.model, 60, &monitor, &err), WGCQ_EINTERRUPT);
    dfs_plans *b;
    const uint64_t *states;
    const uint32_t *moves;
    const int64_t *costs;
    err = (wgcq_error){0};
    assert_int_equal(dfs_plans_new(&b, &t.model, 60, &err), 0);
    assert_int_equal(dfs_plans_next(b, &states, &moves, &costs, &monitor, &err), WGCQ_EINTERRUPT);
    dfs_plans_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ferry),
        cmocka_unit_test(test_frogs),
        cmocka_unit_test(test_two_words),
        cmocka_unit_test(test_jugs),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_depth_limit),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_bad_estimate),
        cmocka_unit_test(test_receiver_stops),
        cmocka_unit_test(test_many_successors),
        cmocka_unit_test(test_many_plans),
        cmocka_unit_test(test_backtrack),
        cmocka_unit_test(test_backtrack_charts),
        cmocka_unit_test(test_backtrack_interrupt),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
