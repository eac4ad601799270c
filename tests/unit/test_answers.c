/*
 * test_answers.c - distances, least costs, counts and plans on random graphs, against enumeration.
 *
 * The graphs are small enough that every plan can be written down by plain recursion.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/algorithms/graph_answers.h"
#include "graph/algorithms/walks.h"
#include "row_graph.h"

enum { STATES = 7, EDGES_MOST = 24, COSTS = 2, PLANS_MOST = 200000, LENGTH_MOST = 16 };

/* ---- random graphs ---------------------------------------------------------------- */

static uint64_t seed;

static unsigned below(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

typedef struct wild {
    unsigned states, edges;
    uint8_t marks[STATES + 1];
    uint32_t src[EDGES_MOST], dst[EDGES_MOST], move[EDGES_MOST];
    int64_t cost[EDGES_MOST * COSTS];
} wild;

static wild make_wild(void)
{
    wild w = {.states = 2 + below(STATES - 1)};
    for (unsigned s = 1; s <= w.states; s++) {
        w.marks[s] = (uint8_t)((below(4) ? 0 : MARK_GOAL) | (s == 1 || !below(5) ? MARK_START : 0));
        for (unsigned k = below(5); k && w.edges < EDGES_MOST; k--) {
            w.src[w.edges] = s;
            w.dst[w.edges] = 1 + below(w.states);
            w.move[w.edges] = below(3);
            for (unsigned c = 0; c < COSTS; c++)
                w.cost[w.edges * COSTS + c] = below(4);
            w.edges++;
        }
    }
    return w;
}

static graph *build(const wild *w, reversed_graph *back)
{
    wgcq_error err = {0};
    const edge_rows rows = {w->edges, COSTS, w->src, w->dst, w->move, w->cost};
    graph *g = row_graph(w->states, w->marks, &rows);
    g->compact = below(2);
    assert_int_equal(graph_close(g, &err), 0);
    assert_true(g->compact ? g->narrow && !g->first : g->first && !g->narrow);
    assert_int_equal(reversed_graph_make(back, g, REVERSED_EDGES, &err), 0);
    return g;
}

/* ---- every plan, by recursion --------------------------------------------------------- */

typedef struct written {
    unsigned length;
    int64_t cost[COSTS];
    unsigned edges[LENGTH_MOST];
} written;

typedef struct listing {
    const wild *w;
    unsigned count;
    written *all;
} listing;

static void extend(listing *l, written *so_far, uint32_t at, unsigned visited)
{
    const wild *w = l->w;
    if (w->marks[at] & MARK_GOAL) {
        assert_true(l->count < PLANS_MOST);
        l->all[l->count++] = *so_far;
        return;
    }
    for (unsigned e = 0; e < w->edges; e++) {
        if (w->src[e] != at || visited >> w->dst[e] & 1)
            continue;
        written next = *so_far;
        next.edges[next.length++] = e;
        for (unsigned c = 0; c < COSTS; c++)
            next.cost[c] += w->cost[e * COSTS + c];
        extend(l, &next, w->dst[e], visited | 1u << w->dst[e]);
    }
}

static listing list_all(const wild *w)
{
    listing l = {.w = w, .all = malloc(PLANS_MOST * sizeof *l.all)};
    assert_non_null(l.all);
    for (uint32_t s = 1; s <= w->states; s++)
        if (w->marks[s] & MARK_START)
            extend(&l, &(written){0}, s, 1u << s);
    return l;
}

static int64_t weighed(const written *p, int which)
{
    return which < 0 ? (int64_t)p->length : p->cost[which];
}

/* By the costs named, then by length. */
static int compare(const written *a, const written *b, cost_order by)
{
    for (size_t i = 0; i < by.count; i++)
        if (weighed(a, by.costs[i]) != weighed(b, by.costs[i]))
            return weighed(a, by.costs[i]) < weighed(b, by.costs[i]) ? -1 : 1;
    return a->length == b->length ? 0 : a->length < b->length ? -1 : 1;
}

static const int by_moves[] = {-1}, by_first[] = {0}, by_second[] = {1}, by_both[] = {1, 0},
                 by_mixed[] = {-1, 0};
static const cost_order weighings[] = {
    {1, by_moves}, {1, by_first}, {1, by_second}, {2, by_both}, {2, by_mixed}};
enum { WEIGHINGS = sizeof weighings / sizeof *weighings };

/* ---- tests -------------------------------------------------------------------------------- */

static void check_optimum(const graph *g, const reversed_graph *back, const listing *l,
                          cost_order by)
{
    optimum o;
    wgcq_error err = {0};
    unsigned best = 0, count = 0;
    for (unsigned i = 0; i < l->count; i++)
        if (compare(&l->all[i], &l->all[best], by) < 0)
            best = i;
    for (unsigned i = 0; i < l->count; i++)
        count += compare(&l->all[i], &l->all[best], by) == 0;
    assert_int_equal(optimum_find(&o, g, back, by, &err), 0);
    assert_int_equal(o.found, l->count > 0);
    if (o.found) {
        char expected[24];
        snprintf(expected, sizeof expected, "%u", count);
        assert_string_equal(o.count, expected);
        assert_int_equal(o.length, l->all[best].length);
        for (size_t i = 0; i < by.count; i++)
            assert_int_equal(o.cost[i], weighed(&l->all[best], by.costs[i]));
    }
    optimum_free(&o);
}

/* Plans come as before when some of them are found ahead. */
static void look_ahead(k_best *p)
{
    wgcq_error err = {0};
    const unsigned most = below(5);
    int code = 0;
    for (unsigned i = 0; i < most && !code; i++)
        code = k_best_look_ahead(p, most, NULL, &err);
    assert_true(code == 0 || code == WGCQ_DONE);
    assert_int_equal(k_best_look_ahead(p, 0, NULL, &err), WGCQ_DONE);
}

/* The plans that come are those that were written down, each once, and never a better one later. */
static void check_plans(const graph *g, const reversed_graph *back, const listing *l, cost_order by,
                        bool only_optimal)
{
    k_best *p;
    wgcq_error err = {0};
    uint32_t start, length;
    const uint64_t *edges;
    bool *seen = calloc(l->count + 1, sizeof *seen);
    unsigned given = 0, wanted = 0;
    written last = {0};
    assert_non_null(seen);
    assert_int_equal(k_best_new(&p, g, back, by, only_optimal, &err), 0);
    for (;;) {
        if (!only_optimal)
            look_ahead(p);
        if (k_best_next(p, &start, &length, &edges, NULL, &err) != 0)
            break;
        written now = {.length = length};
        unsigned i = 0;
        for (uint32_t k = 0; k < length; k++)
            for (unsigned c = 0; c < COSTS; c++)
                now.cost[c] += g->cost[edges[k] * COSTS + c];
        assert_true(!given || compare(&last, &now, by) <= 0);
        for (; i < l->count; i++) {
            bool same = !seen[i] && l->all[i].length == length;
            uint32_t at = start;
            for (uint32_t k = 0; k < length && same; k++) {
                unsigned e = l->all[i].edges[k];
                same = l->w->src[e] == at && l->w->dst[e] == g->dst[edges[k]] &&
                       l->w->move[e] == graph_move(g, edges[k]) &&
                       !memcmp(&l->w->cost[e * COSTS], &g->cost[edges[k] * COSTS],
                               sizeof(int64_t) * COSTS);
                at = l->w->dst[e];
            }
            if (same && (length || l->w->marks[start] & MARK_GOAL))
                break;
        }
        assert_true(i < l->count);
        seen[i] = true;
        last = now;
        given++;
    }
    unsigned best = 0;
    for (unsigned i = 0; i < l->count; i++)
        if (compare(&l->all[i], &l->all[best], by) < 0)
            best = i;
    for (unsigned i = 0; i < l->count; i++)
        wanted += !only_optimal || compare(&l->all[i], &l->all[best], by) == 0;
    assert_int_equal(given, wanted);
    k_best_free(p);
    free(seen);
}

static void random_graphs(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 600; round++) {
        reversed_graph back;
        seed = round;
        wild w = make_wild();
        graph *g = build(&w, &back);
        listing l = list_all(&w);
        for (size_t i = 0; i < WEIGHINGS; i++) {
            check_optimum(g, &back, &l, weighings[i]);
            check_plans(g, &back, &l, weighings[i], false);
            check_plans(g, &back, &l, weighings[i], true);
        }
        free(l.all);
        reversed_graph_free(&back);
        graph_free(g);
    }
}

/* Walks of n edges that end in a goal, by recursion. */
static unsigned count_walks(const wild *w, uint32_t at, unsigned n)
{
    unsigned count = 0;
    if (!n)
        return w->marks[at] & MARK_GOAL ? 1 : 0;
    for (unsigned e = 0; e < w->edges; e++)
        if (w->src[e] == at)
            count += count_walks(w, w->dst[e], n - 1);
    return count;
}

static void walks_of_a_length(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        reversed_graph back;
        wgcq_error err = {0};
        seed = 1000 + round;
        wild w = make_wild();
        graph *g = build(&w, &back);
        for (unsigned n = 0; n < 6; n++) {
            unsigned expected = 0, reported = 0;
            uint32_t start, length;
            const uint64_t *edges;
            walks *all;
            char *count, spelled[24];
            for (uint32_t s = 1; s <= w.states; s++)
                expected += w.marks[s] & MARK_START ? count_walks(&w, s, n) : 0;
            snprintf(spelled, sizeof spelled, "%u", expected);
            assert_int_equal(walks_count(&count, g, n, NULL, &err), 0);
            assert_string_equal(count, spelled);
            free(count);
            assert_int_equal(walks_new(&all, g, n, &err), 0);
            while (walks_next(all, &start, &length, &edges, NULL, &err) == 0) {
                assert_int_equal(length, n);
                reported++;
            }
            assert_int_equal(reported, expected);
            walks_free(all);
        }
        reversed_graph_free(&back);
        graph_free(g);
    }
}

/* Walks of n edges from the starts to goals, modulo p, one edge after the other. */
static uint64_t walks_modulo(const wild *w, unsigned n, uint64_t p)
{
    uint64_t at[STATES + 1] = {0}, sum = 0;
    for (uint32_t s = 1; s <= w->states; s++)
        at[s] = w->marks[s] & MARK_START ? 1 : 0;
    for (unsigned k = 0; k < n; k++) {
        uint64_t next[STATES + 1] = {0};
        for (unsigned e = 0; e < w->edges; e++)
            next[w->dst[e]] = (next[w->dst[e]] + at[w->src[e]]) % p;
        memcpy(at, next, sizeof at);
    }
    for (uint32_t s = 1; s <= w->states; s++)
        sum += w->marks[s] & MARK_GOAL ? at[s] : 0;
    return sum % p;
}

static uint64_t text_modulo(const char *digits, uint64_t p)
{
    uint64_t rest = 0;
    for (; *digits; digits++)
        rest = (rest * 10 + (uint64_t)(*digits - '0')) % p;
    return rest;
}

/* Counts that outgrow one limb, two, three on the way. */
static void long_walks(void **state)
{
    static const uint64_t primes[] = {1000000007, 2147483647, 998244353};
    size_t longest = 0;
    (void)state;
    for (unsigned round = 0; round < 100; round++) {
        reversed_graph back;
        wgcq_error err = {0};
        seed = 7000 + round;
        wild w = make_wild();
        graph *g = build(&w, &back);
        for (unsigned n = 10; n < 700; n = n * 5 / 4) {
            char *count;
            assert_int_equal(walks_count(&count, g, n, NULL, &err), 0);
            for (size_t i = 0; i < sizeof primes / sizeof *primes; i++)
                assert_true(text_modulo(count, primes[i]) == walks_modulo(&w, n, primes[i]));
            longest = strlen(count) > longest ? strlen(count) : longest;
            free(count);
        }
        reversed_graph_free(&back);
        graph_free(g);
    }
    assert_true(longest > 120); /* each half is of more than three limbs */
}

/* Distances that are right are confirmed, and others are not. */
static void check_confirmed(const graph *g, uint32_t *to_goal)
{
    wgcq_error err = {0};
    bool right;
    assert_int_equal(distances_confirm(&right, to_goal, g, &err), 0);
    assert_true(right);
    for (uint32_t s = 1; s <= g->states; s++)
        for (uint32_t wrong = 0; wrong <= g->states + 1; wrong++) {
            uint32_t kept = to_goal[s], other = wrong > g->states ? UNREACHABLE : wrong;
            to_goal[s] = other;
            assert_int_equal(distances_confirm(&right, to_goal, g, &err), 0);
            assert_int_equal(right, kept == other);
            to_goal[s] = kept;
        }
}

/* Known distances in place of rows of predecessors give the same answers. */
static void check_without_predecessors(const graph *g, const reversed_graph *back,
                                       uint32_t *to_goal)
{
    reversed_graph known = {.to_goal = to_goal};
    wgcq_error err = {0};
    optimum by_rows, by_distances;
    path_totals some, others;
    uint32_t *again;
    assert_int_equal(distances_to_goal(&again, g, &known, &err), 0);
    assert_memory_equal(again + 1, to_goal + 1, g->states * sizeof *again);
    free(again);
    assert_int_equal(optimum_find(&by_rows, g, back, weighings[0], &err), 0);
    assert_int_equal(optimum_find(&by_distances, g, &known, weighings[0], &err), 0);
    assert_int_equal(by_rows.found, by_distances.found);
    if (by_rows.found)
        assert_string_equal(by_rows.count, by_distances.count);
    assert_int_equal(count_simple_paths(&some, g, back, false, NULL, NULL, &err), 0);
    assert_int_equal(count_simple_paths(&others, g, &known, false, NULL, NULL, &err), 0);
    assert_string_equal(some.count, others.count);
    path_totals_free(&some);
    path_totals_free(&others);
    optimum_free(&by_rows);
    optimum_free(&by_distances);
}

/* Fewest moves from each state, by relaxing every edge until nothing changes. */
static void distances(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 300; round++) {
        reversed_graph back;
        wgcq_error err = {0};
        uint32_t *found, slow[STATES + 1];
        seed = 5000 + round;
        wild w = make_wild();
        graph *g = build(&w, &back);
        for (uint32_t s = 1; s <= w.states; s++)
            slow[s] = w.marks[s] & MARK_GOAL ? 0 : UNREACHABLE;
        for (unsigned again = 0; again < w.states; again++)
            for (unsigned e = 0; e < w.edges; e++)
                if (slow[w.dst[e]] != UNREACHABLE && slow[w.dst[e]] + 1 < slow[w.src[e]])
                    slow[w.src[e]] = slow[w.dst[e]] + 1;
        assert_int_equal(distances_to_goal(&found, g, &back, &err), 0);
        for (uint32_t s = 1; s <= w.states; s++)
            assert_int_equal(found[s], slow[s]);
        check_confirmed(g, found);
        check_without_predecessors(g, &back, found);
        free(found);
        reversed_graph_free(&back);
        graph_free(g);
    }
}

/* A chain of diamonds: 2^100 shortest plans, more than 64 bits can count. */
static void counts_of_any_size(void **state)
{
    enum { DIAMONDS = 100 };
    wgcq_error err = {0};
    reversed_graph back;
    optimum o;
    (void)state;
    graph *g = graph_new(1, 0);
    for (uint32_t s = 1; s <= 3 * DIAMONDS + 1; s++) {
        uint64_t word = s;
        uint32_t depth = 0;
        uint8_t marks = s == 1 ? MARK_START : s == 3 * DIAMONDS + 1 ? MARK_GOAL : 0;
        state_rows rows = {
            .first = s, .count = 1, .words = 1, .state = &word, .marks = &marks, .depth = &depth};
        assert_int_equal(graph_add_states(g, &rows, &err), 0);
    }
    for (uint32_t d = 0; d < DIAMONDS; d++) {
        uint32_t a = 3 * d + 1, src[] = {a, a, a + 1, a + 2}, dst[] = {a + 1, a + 2, a + 3, a + 3};
        uint32_t move[] = {0, 1, 0, 0};
        edge_rows rows = {4, 0, src, dst, move, NULL};
        assert_int_equal(graph_add_edges(g, &rows, &err), 0);
    }
    assert_int_equal(graph_close(g, &err), 0);
    assert_int_equal(reversed_graph_make(&back, g, REVERSED_EDGES, &err), 0);
    assert_int_equal(optimum_find(&o, g, &back, weighings[0], &err), 0);
    assert_string_equal(o.count, "1267650600228229401496703205376");
    assert_int_equal(o.length, 2 * DIAMONDS);
    optimum_free(&o);
    reversed_graph_free(&back);
    graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs),      cmocka_unit_test(walks_of_a_length),
        cmocka_unit_test(long_walks),         cmocka_unit_test(distances),
        cmocka_unit_test(counts_of_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
