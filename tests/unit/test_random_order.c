/* test_random_order.c - journeys in a random order have the results of the usual one, each once. */
#include "journey_programs.h"

enum {
    KINDS = ((1 << OP_KINDS) - 1) & ~(1 << OP_CUT | 1 << OP_BOUND | 1 << OP_INTERLEAVE),
    FLAT = 1 << OP_CHOOSE | 1 << OP_GUARD | 1 << OP_MOVE | 1 << OP_MIX | 1 << OP_REPEAT
};

/* The expected result that has the choices of the present one, which was not found before. */
static size_t place_of_result(const wgcq_iterator *t, const outcome *expected, const bool *found,
                              size_t count)
{
    size_t choices = wgcq_iterator_choice_count(t);
    for (size_t i = 0; i < count; i++) {
        bool same = !found[i] && expected[i].choice_count == choices;
        for (size_t k = 0; same && k < choices; k++)
            same = wgcq_iterator_choice(t, k) == expected[i].path[k];
        if (same)
            return i;
    }
    fail_msg("a result that is none, or comes again");
    return 0;
}

/* Runs the program in random order; order[count] are the places of its results. */
static void run_in_random_order(const program *p, wgcq_iterator_options wanted,
                                const outcome *expected, size_t count, size_t *order)
{
    scene s = {0, 0};
    wgcq_error err = {0};
    wgcq_iterator *t;
    size_t given = 0;
    int code;
    bool *found = calloc(count + 1, sizeof *found);
    assert_non_null(found);
    wanted.self = p;
    wanted.order = WGCQ_RANDOM;
    assert_int_equal(wgcq_iterator_new(&t, run_block_0, &s, sizeof s, &wanted, &err), 0);
    while ((code = wgcq_iterator_next(t, &err)) == 0 || code == WGCQ_LIMIT) {
        if (code == WGCQ_LIMIT)
            continue;
        size_t place = place_of_result(t, expected, found, count);
        assert_true(given < count);
        assert_outcome(t, &s, &expected[place]);
        found[place] = true;
        order[given++] = place;
    }
    if (code < 0)
        fail_msg("%s", err.text);
    assert_int_equal(given, count);
    wgcq_iterator_free(t);
    free(found);
}

static void test_random_programs_in_random_order(void **state)
{
    static const uint64_t restarts[] = {0, 1, 7, 100};
    size_t tried = 0, several = 0, reordered = 0;
    (void)state;
    for (uint64_t seed = 1; tried < 400; seed++) {
        const program p = random_program(seed, seed % 2 ? FLAT : KINDS);
        outcome *expected = NULL;
        size_t count = 0;
        if (told(&p, &expected, &count) && count < 300) {
            size_t *order = calloc(2 * count + 2, sizeof *order);
            assert_non_null(order);
            wgcq_iterator_options wanted = {
                .seed = seed, .restart_runs = restarts[seed % 4], .check = seed % 3 == 0};
            run_in_random_order(&p, wanted, expected, count, order);
            wanted.check = false;               /* the same seed, suspended and without restarts: */
            wanted.max_runs = seed % 2 ? 5 : 0; /* a nested journey would begin anew */
            run_in_random_order(&p, wanted, expected, count, order + count + 1);
            assert_memory_equal(order, order + count + 1, count * sizeof *order);
            tried++;
            several += count > 1;
            for (size_t i = 0; i < count; i++)
                if (order[i] != i) {
                    reordered++;
                    break;
                }
            free(order);
        }
        free(expected);
    }
    assert_true(several > 100 && reordered > several / 2);
}

/* ---- one choice ------------------------------------------------------------------------------ */

typedef struct {
    uint64_t from, count;
} range;

static bool one_of(wgcq_journey *j, void *state)
{
    const range *r = wgcq_self(j);
    return wgcq_choose_from(j, (int64_t)r->from, (int64_t)(r->from + r->count - 1), state);
}

/* The first `most` values of a choice among `count` from `from` on; their number. */
static size_t first_values(uint64_t from, uint64_t count, uint64_t seed, int64_t *values,
                           size_t most)
{
    const range r = {from, count};
    int64_t value = 0;
    wgcq_iterator *t;
    wgcq_error err = {0};
    size_t found = 0;
    const wgcq_iterator_options wanted = {
        .self = &r, .order = WGCQ_RANDOM, .seed = seed, .limit = most};
    assert_int_equal(wgcq_iterator_new(&t, one_of, &value, sizeof value, &wanted, &err), 0);
    while (wgcq_iterator_next(t, &err) == 0)
        values[found++] = value;
    wgcq_iterator_free(t);
    return found;
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void test_each_alternative_once(void **state)
{
    static int64_t values[1000];
    static const uint64_t large[] = {
        1000,           (1u << 16) - 1,          1u << 16,
        (1u << 16) + 1, ((uint64_t)1 << 32) - 1, ((uint64_t)1 << 32) + 5,
        INT64_MAX,      UINT64_MAX - 2};
    (void)state;
    for (uint64_t count = 1; count <= 300; count++) {
        assert_int_equal(first_values(7, count, count, values, 1000), count);
        qsort(values, count, sizeof *values, by_value);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(values[i], 7 + (int64_t)i);
    }
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        uint64_t from = large[i] > INT64_MAX ? (uint64_t)INT64_MIN : 0;
        assert_int_equal(first_values(from, large[i], i, values, 1000), 1000);
        qsort(values, 1000, sizeof *values, by_value);
        for (size_t k = 0; k < 1000; k++) {
            assert_true((uint64_t)values[k] - from < large[i]);
            assert_true(!k || values[k] != values[k - 1]);
        }
    }
}

/* Chi-square of 20,000 seeds; beyond 60 with 4 or 6 degrees of freedom by a chance below 1e-10. */
static void test_first_ones_are_uniform(void **state)
{
    enum { SEEDS = 20000 };
    static const uint64_t counts[] = {5, 7};
    (void)state;
    for (size_t c = 0; c < 2; c++) {
        double times[7] = {0}, distance = 0, expected = (double)SEEDS / (double)counts[c];
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            int64_t value;
            assert_int_equal(first_values(0, counts[c], seed, &value, 1), 1);
            times[value]++;
        }
        for (size_t i = 0; i < counts[c]; i++)
            distance += (times[i] - expected) * (times[i] - expected) / expected;
        assert_true(distance < 60);
    }
}

/* ---- what it is for -------------------------------------------------------------------------- */

/* Depth-first this never comes to its result: the first alternative is a tree without end. */
static bool needle(wgcq_journey *j, void *state)
{
    size_t which;
    uint64_t *depth = state;
    while (wgcq_choose(j, 2, &which)) {
        if (which)
            return true;
        ++*depth;
    }
    return false;
}

static bool needles(wgcq_journey *j, void *state)
{
    size_t which;
    uint64_t *depth = state;
    if (!wgcq_choose(j, 8, &which))
        return false;
    *depth = 0;
    return needle(j, state) && wgcq_guard(j, which == 7 || *depth > 1000000, NULL);
}

static void test_restarts_leave_endless_branches(void **state)
{
    uint64_t depth = 0;
    wgcq_iterator *t;
    wgcq_error err = {0};
    const wgcq_iterator_options wanted = {
        .order = WGCQ_RANDOM, .seed = 3, .restart_runs = 20, .max_runs = 100000};
    (void)state;
    assert_int_equal(wgcq_iterator_new(&t, needles, &depth, sizeof depth, &wanted, &err), 0);
    for (int i = 0; i < 10; i++)
        assert_int_equal(wgcq_iterator_next(t, &err), 0);
    wgcq_iterator_free(t);
}

static void test_what_it_does_not_go_with(void **state)
{
    uint64_t depth = 0;
    wgcq_iterator *t;
    wgcq_error err = {0};
    const uint64_t after[] = {0};
    const wgcq_iterator_options refused[] = {
        {.order = WGCQ_RANDOM, .after = after, .after_count = 1},
        {.order = WGCQ_RANDOM, .threads = 2},
        {.order = WGCQ_RANDOM, .trace = "never.db"},
        {.order = (wgcq_journey_order)(WGCQ_RANDOM + 1)}};
    (void)state;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(wgcq_iterator_new(&t, needles, &depth, sizeof depth, &refused[i], &err),
                         WGCQ_EREQUEST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs_in_random_order),
        cmocka_unit_test(test_each_alternative_once),
        cmocka_unit_test(test_first_ones_are_uniform),
        cmocka_unit_test(test_restarts_leave_endless_branches),
        cmocka_unit_test(test_what_it_does_not_go_with),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
