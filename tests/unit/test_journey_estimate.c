/*
 * test_journey_estimate.c - estimates of trees against the trees.
 *
 * Single probes against all that there are; means within the bound of Bernstein's inequality, which
 * fails with a probability below 1e-9, from the exact variance and the greatest probe.
 */
#include <math.h>
#include <string.h>
#include <wgcq.h>

#include "grown_tree.h"
#include "suite.h"

enum { PROBES_MOST = 4000, DEEP = 7, TREES = 25 };

static uint64_t branches(const place *p)
{
    return p->hash / 11 % 5;
}
static bool is_leaf(const place *p)
{
    return p->depth == DEEP || (p->depth > 1 && p->hash % 11 == 0);
}
static bool is_open(const place *p)
{
    return p->depth < 2 || p->hash / 55 % 7 != 0;
}
static place tree(uint64_t number)
{
    return (place){mixed(number, 5) / 11 * 55 + 33, 0};
}

/* Nested journeys are no part of the tree, and a cut does not prune it. */
static bool with_others(wgcq_journey *j, void *state)
{
    uint64_t count;
    return wgcq_count(j, by_loop, &count) && by_hand(j, state) && wgcq_cut(j);
}

/* ---- the tree itself ------------------------------------------------------------------------- */

typedef enum { NODES, RUNS, RESULTS, FIGURES } figure;

typedef struct {
    double values[FIGURES];
    double probability;
    uint64_t depth;
} probe;

typedef struct {
    size_t count;
    probe all[PROBES_MOST];
} probes;

/* Every run from here: the values that a probe by it gives, and how probable it is. */
static void list_probes(place p, probe at, uint64_t most, probes *out)
{
    bool ends = is_leaf(&p) || !is_open(&p) || branches(&p) == 0 || at.depth == most;
    if (ends) {
        assert_true(out->count < PROBES_MOST);
        bool arrives = is_leaf(&p) && is_open(&p);
        at.values[RESULTS] = arrives ? at.values[RUNS] : 0;
        out->all[out->count++] = at;
        return;
    }
    uint64_t count = branches(&p);
    at.values[RUNS] *= (double)count;
    at.values[NODES] += at.values[RUNS];
    at.probability /= (double)count;
    at.depth++;
    for (uint64_t i = 0; i < count; i++)
        list_probes(child(&p, i), at, most, out);
}

static const probe root_probe = {{1, 1, 0}, 1, 0};

/* Nodes, runs and results by counting; a refused place is a node, too. */
static void count_tree(place p, double counts[FIGURES])
{
    counts[NODES]++;
    if (is_leaf(&p) || !is_open(&p) || branches(&p) == 0) {
        counts[RUNS]++;
        counts[RESULTS] += is_leaf(&p) && is_open(&p);
        return;
    }
    for (uint64_t i = 0; i < branches(&p); i++)
        count_tree(child(&p, i), counts);
}

static probes listed;

static void figures_of(const wgcq_tree_estimate *e, double values[FIGURES], double errors[FIGURES])
{
    values[NODES] = e->nodes;
    values[RUNS] = e->runs;
    values[RESULTS] = e->results;
    errors[NODES] = e->nodes_error;
    errors[RUNS] = e->runs_error;
    errors[RESULTS] = e->results_error;
}

/* The sum of all probes, each as probable as it is, is the exact figure: Knuth's theorem. */
static void exact_figures(double mean[FIGURES], double variance[FIGURES], double greatest[FIGURES])
{
    for (int f = 0; f < FIGURES; f++) {
        mean[f] = variance[f] = greatest[f] = 0;
        for (size_t i = 0; i < listed.count; i++)
            mean[f] += listed.all[i].values[f] * listed.all[i].probability;
        for (size_t i = 0; i < listed.count; i++) {
            double off = listed.all[i].values[f] - mean[f];
            variance[f] += off * off * listed.all[i].probability;
            greatest[f] = fmax(greatest[f], fabs(off));
        }
    }
}

/* By Bernstein a mean of `count` is farther off with a probability below 1e-10. */
static double farthest(double variance, double greatest, double count)
{
    const double a = log(2e10), b = 2 * greatest * a / 3;
    return (b + sqrt(b * b + 8 * count * a * variance)) / (2 * count);
}

static void test_single_probes(void **state)
{
    size_t together = 0, trees = 0;
    (void)state;
    for (uint64_t n = 0; n < TREES; n++) {
        listed.count = 0;
        list_probes(tree(n), root_probe, UINT64_MAX, &listed);
        bool seen[PROBES_MOST] = {false};
        for (uint64_t seed = 0; seed < 600; seed++) {
            place p = tree(n);
            const wgcq_iterator_options wanted = {.seed = seed};
            wgcq_tree_estimate e;
            double values[FIGURES], errors[FIGURES];
            bool known = false;
            assert_int_equal(
                wgcq_estimate(seed % 2 ? by_hand : by_loop, &p, sizeof p, &wanted, 1, &e, NULL), 0);
            assert_true(p.hash == tree(n).hash && p.depth == 0);
            figures_of(&e, values, errors);
            assert_true(e.probes == 1 && isinf(errors[0]) && isinf(errors[1]) && isinf(errors[2]));
            for (size_t i = 0; i < listed.count; i++)
                if (memcmp(values, listed.all[i].values, sizeof values) == 0 &&
                    e.deepest == listed.all[i].depth)
                    known = seen[i] = true;
            assert_true(known);
        }
        /* A run of a probability of 1/20 is missed by 600 with one of 1e-13. */
        for (size_t i = 0; i < listed.count; i++)
            assert_true(seen[i] || listed.all[i].probability < 0.05);
        together += listed.count;
        trees += listed.count > 20;
    }
    assert_true(together > 1000 && trees > 10);
}

static void test_means(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < TREES; n++)
        for (int kind = 0; kind < 3; kind++) {
            wgcq_journey_fn *fn = kind == 0 ? by_hand : kind == 1 ? by_loop : with_others;
            double mean[FIGURES], variance[FIGURES], greatest[FIGURES];
            double counts[FIGURES] = {0}, values[FIGURES], errors[FIGURES];
            const uint64_t count = kind == 2 ? 300 : 20000;
            const wgcq_iterator_options wanted = {.seed = n + 17, .check = n % 2};
            place p = tree(n);
            wgcq_tree_estimate e;
            listed.count = 0;
            list_probes(p, root_probe, UINT64_MAX, &listed);
            exact_figures(mean, variance, greatest);
            count_tree(p, counts);
            assert_int_equal(wgcq_estimate(fn, &p, sizeof p, &wanted, count, &e, NULL), 0);
            assert_true(e.probes == count);
            figures_of(&e, values, errors);
            for (int f = 0; f < FIGURES; f++) {
                assert_true(fabs(mean[f] - counts[f]) < 1e-9 * (1 + counts[f]));
                double bound = farthest(variance[f], greatest[f], (double)count);
                assert_true(fabs(values[f] - counts[f]) <= bound + 1e-9);
                /* The error is that of the sample, which comes near the true one. */
                double exact = sqrt(variance[f] / (double)count);
                if (kind < 2)
                    assert_true(errors[f] <= 1.5 * exact + 1e-9 && errors[f] >= 0.6 * exact);
            }
        }
}

static void test_depth_and_limits(void **state)
{
    place p = tree(1);
    wgcq_tree_estimate e, again;
    double mean[FIGURES], variance[FIGURES], greatest[FIGURES];
    (void)state;
    const wgcq_iterator_options flat = {.max_depth = 3};
    listed.count = 0;
    list_probes(p, root_probe, 3, &listed);
    exact_figures(mean, variance, greatest);
    assert_int_equal(wgcq_estimate(by_hand, &p, sizeof p, &flat, 20000, &e, NULL), 0);
    assert_true(fabs(e.nodes - mean[NODES]) <= farthest(variance[NODES], greatest[NODES], 20000));
    assert_true(fabs(e.runs - mean[RUNS]) <= farthest(variance[RUNS], greatest[RUNS], 20000));
    assert_true(e.deepest == 3);
    /* 100 runs are 100 probes of a function without steps; the same seed gives the same. */
    const wgcq_iterator_options few = {.max_runs = 100, .seed = 5}, all = {.seed = 5};
    assert_int_equal(wgcq_estimate(by_hand, &p, sizeof p, &few, 20000, &e, NULL), WGCQ_LIMIT);
    assert_true(e.probes == 100);
    assert_int_equal(wgcq_estimate(by_hand, &p, sizeof p, &all, 100, &again, NULL), 0);
    assert_memory_equal(&e, &again, sizeof e);
    wgcq_error err = {0};
    assert_int_equal(wgcq_estimate(by_hand, &p, sizeof p, &all, 0, &again, &err), WGCQ_EREQUEST);
    assert_string_equal(err.text, "wgcq_estimate: probes is 0");
}

static bool too_many(wgcq_journey *j, void *state)
{
    int64_t value;
    for (int i = 0; i < 40; i++)
        if (!wgcq_choose_from(j, INT64_MIN, INT64_MAX - 1, &value))
            return false;
    return wgcq_raise(j, "here") && state;
}

static void test_errors(void **state)
{
    wgcq_tree_estimate e = {.probes = 7};
    wgcq_error err = {0};
    int64_t nothing = 4;
    (void)state;
    assert_int_equal(wgcq_estimate(too_many, &nothing, sizeof nothing, NULL, 5, &e, &err),
                     WGCQ_ERUN);
    assert_string_equal(err.text, "here");
    assert_true(e.probes == 7 && nothing == 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single_probes), cmocka_unit_test(test_means),
        cmocka_unit_test(test_depth_and_limits), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
