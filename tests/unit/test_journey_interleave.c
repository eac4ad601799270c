/* test_journey_interleave.c - wgcq_interleave: alternatives in turn. */

#define TEST_INTERLEAVE
#include "journey_programs.h"

enum { KINDS = (1 << OP_KINDS) - 1 };

/* ---- random programs ---- */

static void test_random_programs(void **state)
{
    size_t tried = 0, many = 0;
    (void)state;
    for (uint64_t seed = 1; tried < 500; seed++) {
        const program p = random_program(seed, KINDS);
        outcome *results = NULL;
        size_t count = 0;
        if ((p.used >> OP_INTERLEAVE & 1) && told(&p, &results, &count)) {
            assert_results(&p, (wgcq_iterator_options){.check = seed % 2}, results, count);
            if (seed % 8 == 0)
                assert_results(&p, (wgcq_iterator_options){.max_runs = 20000 + seed % 13}, results,
                               count);
            tried++;
            many += count > 1;
        }
        free(results);
    }
    assert_true(many > 100);
}

/* Interleavings in interleavings and in loops, suspended after every few runs. */
static void test_suspended(void **state)
{
    const unsigned kinds = 1 << OP_CHOOSE | 1 << OP_GUARD | 1 << OP_MOVE | 1 << OP_MIX |
                           1 << OP_CUT | 1 << OP_REPEAT | 1 << OP_INTERLEAVE;
    size_t tried = 0;
    (void)state;
    for (uint64_t seed = 1; tried < 12; seed++) {
        const program p = random_program(seed, kinds);
        outcome *results = NULL;
        size_t count = 0;
        if ((p.used >> OP_INTERLEAVE & 1) && told(&p, &results, &count) && count > 2 &&
            count < 100) {
            for (uint64_t runs = 2 * BLOCKS; runs < 400; runs += 1 + runs / 2)
                assert_results(&p, (wgcq_iterator_options){.max_runs = runs, .check = runs & 1},
                               results, count);
            tried++;
        }
        free(results);
    }
}

/* ---- endless ones, and long ones ------------------------------------------------------------- */

typedef struct {
    int64_t value;
    uint32_t ticks, unused;
} counter;

static bool never(const void *state)
{
    (void)state;
    return false;
}
static bool flip(wgcq_journey *j, void *state)
{
    size_t which;
    ((counter *)state)->ticks ^= 1;
    return wgcq_choose(j, 2, &which) && wgcq_guard(j, which == 1, NULL);
}
static bool tick(wgcq_journey *j, void *state)
{
    ((counter *)state)->ticks++;
    return wgcq_guard(j, true, NULL);
}
static bool endless_choices(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_until(j, never, flip);
}
static bool endless_steps(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_until(j, never, tick);
}
static bool endless_inside(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_none(j, endless_choices);
}
static bool endless_failures(wgcq_journey *j, void *state)
{
    size_t which;
    (void)state;
    return wgcq_choose(j, SIZE_MAX, &which) && wgcq_fail(j);
}
static bool evens(wgcq_journey *j, void *state)
{
    size_t n;
    if (!wgcq_choose(j, SIZE_MAX, &n))
        return false;
    ((counter *)state)->value = 2 * (int64_t)n;
    return wgcq_move(j, "even", (int64_t)n);
}
static bool three(wgcq_journey *j, void *state)
{
    size_t n;
    if (!wgcq_choose(j, 3, &n))
        return false;
    ((counter *)state)->value = -1 - (int64_t)n;
    return true;
}

/* Its results come after 3,000 and 9,000 runs, the first behind a nested journey of 5,000. */
static bool many_failures(wgcq_journey *j, void *state)
{
    size_t n;
    (void)state;
    return wgcq_choose(j, 5000, &n) && wgcq_guard(j, n == 4999, NULL);
}
static bool late(wgcq_journey *j, void *state)
{
    size_t n;
    if (!wgcq_choose(j, 9001, &n) || !wgcq_guard(j, n == 3000 || n == 9000, NULL))
        return false;
    ((counter *)state)->value = 100000 + (int64_t)n;
    return n == 9000 || wgcq_any(j, many_failures);
}
static bool never_any(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_fail(j);
}
/* A digit a step, and then 700 runs for nothing. */
static bool slow_digit(wgcq_journey *j, void *state)
{
    counter *c = state;
    size_t n, wasted;
    uint64_t none;
    if (!wgcq_choose(j, 3, &n))
        return false;
    c->value = c->value * 10 + (int64_t)n + 1;
    if (c->value % 7 == 0)
        return wgcq_choose(j, 700, &wasted) && wgcq_guard(j, wasted == 699, NULL);
    return c->value % 5 != 0 || (wgcq_count(j, three, &none) && wgcq_none(j, never_any));
}
static bool slow(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, 2, slow_digit) && wgcq_any(j, three) && wgcq_repeat(j, 2, slow_digit);
}
static bool both_slow(wgcq_journey *j, void *state)
{
    static wgcq_journey_fn *const two[] = {slow, late};
    (void)state;
    return wgcq_any(j, three) && wgcq_interleave(j, 2, two) && wgcq_repeat(j, 1, tick);
}

static bool fair(wgcq_journey *j, void *state)
{
    static wgcq_journey_fn *const all[] = {endless_choices,  evens,          endless_steps, three,
                                           endless_failures, endless_inside, evens};
    (void)state;
    return wgcq_interleave(j, 7, all);
}

/* The two that have results have them in turn, and the third ends. */
static void test_endless(void **state)
{
    (void)state;
    for (int check = 0; check < 2; check++) {
        counter c = {0};
        wgcq_iterator *t;
        int64_t first = 0, last = 0;
        unsigned ended = 0;
        const wgcq_iterator_options wanted = {.check = check};
        assert_int_equal(wgcq_iterator_new(&t, fair, &c, sizeof c, &wanted, NULL), 0);
        for (int i = 0; i < 23; i++) {
            assert_int_equal(wgcq_iterator_next(t, NULL), 0);
            if (c.value < 0) {
                ended++;
                assert_int_equal(c.value, -(int64_t)ended);
            } else if (first == last) {
                assert_int_equal(c.value, 2 * first++);
            } else {
                assert_int_equal(c.value, 2 * last++);
                assert_int_equal(wgcq_iterator_cost(t), c.value / 2);
                assert_string_equal(wgcq_iterator_move(t, 0), "even");
            }
        }
        assert_int_equal(ended, 3);
        assert_int_equal(first, 10);
        wgcq_iterator_free(t);
    }
}

static bool mixture(wgcq_journey *j, void *state)
{
    static wgcq_journey_fn *const all[] = {late, both_slow, slow, three, both_slow};
    (void)state;
    return wgcq_interleave(j, 5, all) && wgcq_any(j, three);
}

enum { MOST_VALUES = 2000 };

static size_t values_of(wgcq_journey_fn *fn, wgcq_iterator_options wanted, int64_t *values)
{
    counter c = {0};
    wgcq_iterator *t;
    size_t count = 0;
    int code;
    assert_int_equal(wgcq_iterator_new(&t, fn, &c, sizeof c, &wanted, NULL), 0);
    while ((code = wgcq_iterator_next(t, NULL)) == 0 || code == WGCQ_LIMIT)
        if (code == 0) {
            assert_true(count < MOST_VALUES);
            values[count++] = c.value;
        }
    assert_int_equal(code, WGCQ_DONE);
    wgcq_iterator_free(t);
    return count;
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Turns end within what is long; in which order results come does not depend on limits, however
   they fall into the turns, nor on the check. */
static void test_turns(void **state)
{
    static int64_t in_turns[MOST_VALUES], again[MOST_VALUES], each[MOST_VALUES];
    (void)state;
    size_t count = values_of(mixture, (wgcq_iterator_options){0}, in_turns);
    for (uint64_t runs = 5300; runs < 30000; runs += 1 + runs / 7)
        for (int check = 0; check < 2; check++) {
            const wgcq_iterator_options wanted = {.max_runs = runs, .check = check};
            assert_int_equal(values_of(mixture, wanted, again), count);
            assert_memory_equal(again, in_turns, count * sizeof *again);
        }
    /* It has the results of each by itself. */
    size_t late_count = values_of(late, (wgcq_iterator_options){0}, each);
    size_t slow_count = values_of(slow, (wgcq_iterator_options){0}, each + late_count);
    assert_int_equal(late_count, 2);
    assert_true(slow_count > 20);
    /* `mixture` has `late` and `slow` three times each, and once the three. */
    size_t all = late_count + slow_count;
    for (int i = 1; i < 3; i++)
        memcpy(each + (size_t)i * all, each, all * sizeof *each);
    all *= 3;
    all += values_of(three, (wgcq_iterator_options){0}, each + all);
    assert_int_equal(all, count);
    qsort(each, all, sizeof *each, by_size);
    memcpy(again, in_turns, count * sizeof *again);
    qsort(again, count, sizeof *again, by_size);
    assert_memory_equal(each, again, count * sizeof *again);
}

/* ---- edges ---- */

static bool of_none(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_interleave(j, 0, NULL);
}
static bool one_twice(wgcq_journey *j, void *state)
{
    static wgcq_journey_fn *const twice[] = {three, three};
    (void)state;
    return wgcq_interleave(j, 2, twice);
}
static bool with_a_cut(wgcq_journey *j, void *state)
{
    return one_twice(j, state) && wgcq_guard(j, ((counter *)state)->value == -2, NULL) &&
           wgcq_cut(j);
}
static bool wrong_inside(wgcq_journey *j, void *state)
{
    return three(j, state) && (((counter *)state)->value != -2 || wgcq_raise(j, "wrong"));
}
static bool with_an_error(wgcq_journey *j, void *state)
{
    static wgcq_journey_fn *const two[] = {three, wrong_inside};
    (void)state;
    return wgcq_interleave(j, 2, two);
}

static void test_edges(void **state)
{
    int64_t values[8];
    counter c = {0};
    wgcq_iterator *t;
    wgcq_error err = {0};
    (void)state;
    assert_int_equal(values_of(of_none, (wgcq_iterator_options){0}, values), 0);
    assert_int_equal(values_of(one_twice, (wgcq_iterator_options){.check = true}, values), 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(values[i], -1 - i / 2);
    assert_int_equal(values_of(with_a_cut, (wgcq_iterator_options){.check = true}, values), 1);
    assert_int_equal(wgcq_iterator_new(&t, with_an_error, &c, sizeof c, NULL, NULL), 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(wgcq_iterator_next(t, &err), 0);
    assert_int_equal(wgcq_iterator_next(t, &err), WGCQ_ERUN);
    assert_string_equal(err.text, "wrong");
    wgcq_iterator_free(t);
    uint64_t choices[] = {4};
    assert_int_equal(wgcq_replay(one_twice, &c, sizeof c, NULL, choices, 1, NULL), 0);
    assert_int_equal(c.value, -3);
    choices[0] = 6;
    assert_int_equal(wgcq_replay(one_twice, &c, sizeof c, NULL, choices, 1, NULL), WGCQ_DONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs), cmocka_unit_test(test_suspended),
        cmocka_unit_test(test_endless),         cmocka_unit_test(test_turns),
        cmocka_unit_test(test_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
