/* test_journey_limits.c - journeys that are stopped by runs, seconds, depth or a monitor, and go
 * on. */
#include <string.h>
#include <time.h>
#include <wgcq.h>

#include "suite.h"

enum { MOST = 40000 };

typedef struct {
    uint64_t value;
    uint32_t digits;
    uint32_t unused;
} number;

/* One digit more, of as many as the context says; sevens are none. */
static bool add_digit(wgcq_journey *j, void *state)
{
    number *n = state;
    const unsigned *base = wgcq_self(j);
    size_t digit;
    if (!wgcq_choose(j, *base, &digit) || !wgcq_guard(j, digit != 7, "seven"))
        return false;
    n->value = n->value * *base + digit;
    n->digits++;
    return true;
}

static bool even(wgcq_journey *j, void *state)
{
    const number *n = state;
    return add_digit(j, state) && wgcq_guard(j, n->value % 2 == 0, NULL);
}

static bool by_steps(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, 4, add_digit);
}

static bool one_run(wgcq_journey *j, void *state)
{
    return add_digit(j, state) && add_digit(j, state) && add_digit(j, state);
}

static bool with_nested(wgcq_journey *j, void *state)
{
    number *n = state;
    uint64_t evens;
    if (!wgcq_repeat(j, 2, add_digit) || !wgcq_count(j, even, &evens) || !wgcq_any(j, even))
        return false;
    n->value = n->value * 100 + evens;
    return wgcq_once(j, even);
}

static bool in_loops(wgcq_journey *j, void *state)
{
    return wgcq_repeat(j, 2, with_nested) && by_steps(j, state);
}

/* All results; *stops: how often a limit came between them.  The last code is that of the end. */
static size_t results_of(wgcq_journey_fn *fn, wgcq_iterator_options wanted, uint64_t *values,
                         size_t *stops, int *end)
{
    static const unsigned base = 9;
    number n = {0};
    wgcq_error err = {0};
    wgcq_iterator *t;
    size_t count = 0;
    wanted.self = &base;
    *stops = 0;
    assert_int_equal(wgcq_iterator_new(&t, fn, &n, sizeof n, &wanted, &err), 0);
    while ((*end = wgcq_iterator_next(t, &err)) == 0 || *end == WGCQ_LIMIT) {
        if (*end == 0) {
            assert_null(wgcq_iterator_limit(t));
            assert_true(count < MOST);
            values[count++] = n.value;
        } else {
            assert_int_equal(n.digits, 0);
            if (strcmp(wgcq_iterator_limit(t), "max_depth") == 0)
                break;
            assert_string_equal(wgcq_iterator_limit(t), "max_runs");
            assert_true(++*stops < 1000000);
        }
    }
    assert_int_equal(wgcq_iterator_next(t, NULL), *end);
    wgcq_iterator_free(t);
    return count;
}

static uint64_t whole[MOST], some[MOST];

static void test_going_on(void **state)
{
    static wgcq_journey_fn *const functions[] = {by_steps, one_run, with_nested, in_loops};
    (void)state;
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        size_t stops;
        int end;
        wgcq_iterator_options limited = {.limit = 3000};
        size_t count = results_of(functions[f], limited, whole, &stops, &end);
        assert_true(count > 50 && stops == 0 && end == WGCQ_DONE);
        /* Nested journeys begin anew: with less than they take nothing ever comes.  A step takes
           the run of its function, too. */
        for (limited.max_runs = f < 2 ? 2 : 40; limited.max_runs < 400; limited.max_runs += 13)
            for (int check = 0; check < 2; check++) {
                limited.check = check;
                assert_int_equal(results_of(functions[f], limited, some, &stops, &end), count);
                assert_int_equal(end, WGCQ_DONE);
                assert_true(stops > 0);
                assert_memory_equal(some, whole, count * sizeof *whole);
            }
    }
}

static int by_value(const void *a, const void *b)
{
    const number *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

static void test_in_order(void **state)
{
    size_t stops;
    int end;
    (void)state;
    const size_t count =
        results_of(one_run, (wgcq_iterator_options){.order_by = by_value}, whole, &stops, &end);
    assert_int_equal(count, 8 * 8 * 8);
    const wgcq_iterator_options limited = {.order_by = by_value, .max_runs = 5, .distinct = true};
    assert_int_equal(results_of(one_run, limited, some, &stops, &end), count);
    assert_true(stops > 100 && end == WGCQ_DONE);
    assert_memory_equal(some, whole, count * sizeof *whole);
}

/* The runs of two digits of base 9: 9 of the first, 8 times 9 of the second. */
static bool two_digits(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, 2, add_digit);
}

static void test_runs_are_exact(void **state)
{
    size_t stops, before = 0;
    int end;
    (void)state;
    /* Each allowance is of so many steps and runs of the function, which begins again for each. */
    for (uint64_t runs = 200; runs > 100; runs--) {
        results_of(two_digits, (wgcq_iterator_options){.max_runs = runs}, some, &stops, &end);
        assert_true(stops >= before && stops < 10);
        before = stops;
    }
}

static void test_depth(void **state)
{
    size_t stops;
    int end;
    (void)state;
    assert_int_equal(
        results_of(one_run, (wgcq_iterator_options){.max_depth = 3}, some, &stops, &end), 512);
    assert_int_equal(end, WGCQ_DONE);
    assert_int_equal(
        results_of(one_run, (wgcq_iterator_options){.max_depth = 2}, some, &stops, &end), 0);
    assert_int_equal(end, WGCQ_LIMIT);
}

static bool three_more(wgcq_journey *j, void *state)
{
    return one_run(j, state);
}

/* Cut short, neither that it has a result nor that it has none is known. */
static bool either_way(wgcq_journey *j, void *state)
{
    bool yes;
    (void)state;
    return wgcq_whether(j, three_more, &yes);
}

static bool any_even(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_any(j, even);
}

/* Its first results take four choices, the others one: cut at three, the first is not known. */
static bool long_or_short(wgcq_journey *j, void *state)
{
    size_t which;
    if (!wgcq_choose(j, 2, &which))
        return false;
    return which == 1 || one_run(j, state);
}

static bool first_of_them(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_once(j, long_or_short);
}

static bool take_one(void *bag, const void *state)
{
    (void)state;
    ++*(int *)bag;
    return false;
}

static bool collected(wgcq_journey *j, void *state)
{
    int bag = 0;
    (void)state;
    return wgcq_find_all(j, long_or_short, take_one, &bag);
}

static void test_first_results_of_nested(void **state)
{
    static wgcq_journey_fn *const functions[] = {first_of_them, collected};
    (void)state;
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        size_t stops;
        int end;
        const wgcq_iterator_options shallow = {.max_depth = 3};
        assert_int_equal(results_of(functions[f], shallow, some, &stops, &end), 0);
        assert_int_equal(end, WGCQ_LIMIT);
        assert_int_equal(
            results_of(functions[f], (wgcq_iterator_options){.max_depth = 4}, some, &stops, &end),
            1);
        assert_int_equal(end, WGCQ_DONE);
    }
}

static bool committed(wgcq_journey *j, void *state)
{
    return long_or_short(j, state) && wgcq_cut(j);
}

static bool commits_early(wgcq_journey *j, void *state)
{
    return add_digit(j, state) && wgcq_cut(j) && long_or_short(j, state);
}

/* The limit is a guard: what does not come to the cut does not commit to it. */
static void test_depth_and_cuts(void **state)
{
    size_t stops;
    int end;
    (void)state;
    assert_int_equal(
        results_of(committed, (wgcq_iterator_options){.max_depth = 3}, some, &stops, &end), 1);
    assert_int_equal(end, WGCQ_LIMIT);
    assert_int_equal(
        results_of(committed, (wgcq_iterator_options){.max_depth = 4}, some, &stops, &end), 1);
    assert_int_equal(end, WGCQ_DONE);
    assert_int_equal(
        results_of(commits_early, (wgcq_iterator_options){.max_depth = 3}, some, &stops, &end), 1);
    assert_int_equal(end, WGCQ_LIMIT);
    assert_int_equal(
        results_of(commits_early, (wgcq_iterator_options){.max_depth = 5}, some, &stops, &end),
        513);
    assert_int_equal(end, WGCQ_DONE);
}

static void test_depth_of_nested(void **state)
{
    size_t stops;
    int end;
    (void)state;
    results_of(either_way, (wgcq_iterator_options){.max_depth = 2}, some, &stops, &end);
    assert_int_equal(end, WGCQ_LIMIT);
    assert_int_equal(
        results_of(either_way, (wgcq_iterator_options){.max_depth = 3}, some, &stops, &end), 1);
    assert_int_equal(end, WGCQ_DONE);
    assert_int_equal(
        results_of(any_even, (wgcq_iterator_options){.max_depth = 1}, some, &stops, &end), 1);
    assert_int_equal(end, WGCQ_DONE);
}

/* ---- what never ends ------------------------------------------------------------------------- */

static bool never(const void *state)
{
    (void)state;
    return false;
}

static bool flip(wgcq_journey *j, void *state)
{
    number *n = state;
    size_t which;
    n->value ^= 1;
    return wgcq_choose(j, 2, &which) && wgcq_guard(j, which == 1, NULL);
}

static bool endless(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_until(j, never, flip);
}

static bool endless_inside(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_none(j, endless);
}

static int stop_at_once(void *self, const wgcq_progress *progress)
{
    assert_true(progress->steps > 0 && progress->seconds >= 0.2);
    ++*(int *)self;
    return 1;
}

static void test_endless(void **state)
{
    static wgcq_journey_fn *const functions[] = {endless, endless_inside};
    (void)state;
    for (size_t f = 0; f < 2; f++) {
        number n = {0};
        int asked = 0;
        wgcq_error err = {0};
        wgcq_iterator *t;
        const wgcq_monitor monitor = {&asked, stop_at_once};
        const wgcq_iterator_options timed = {.max_seconds = 0.05}, watched = {.monitor = &monitor};
        assert_int_equal(wgcq_iterator_new(&t, functions[f], &n, sizeof n, &timed, &err), 0);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(wgcq_iterator_next(t, &err), WGCQ_LIMIT);
            assert_string_equal(wgcq_iterator_limit(t), "max_seconds");
        }
        wgcq_iterator_free(t);
        assert_int_equal(wgcq_iterator_new(&t, functions[f], &n, sizeof n, &watched, &err), 0);
        for (int i = 1; i < 3; i++) {
            err = (wgcq_error){0};
            assert_int_equal(wgcq_iterator_next(t, &err), WGCQ_EINTERRUPT);
            assert_int_equal(err.code, WGCQ_EINTERRUPT);
            assert_null(wgcq_iterator_limit(t));
            assert_int_equal(asked, i);
        }
        wgcq_iterator_free(t);
    }
}

/* ---- errors of one's own --------------------------------------------------------------------- */

static bool finds_a_mistake(wgcq_journey *j, void *state)
{
    const number *n = state;
    return wgcq_repeat(j, 2, add_digit) &&
           (n->value != 5 || wgcq_raise(j, "five is no 100% number"));
}

static bool raises_at_once(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_raise(j, "at once");
}

static bool catches_nothing(wgcq_journey *j, void *state)
{
    bool yes;
    (void)state;
    return wgcq_whether(j, raises_at_once, &yes) || wgcq_move(j, "on", 0);
}

static void raised(wgcq_journey_fn *fn, size_t results, const char *text)
{
    static const unsigned base = 9;
    number n = {0};
    wgcq_error err = {0};
    wgcq_iterator *t;
    int code;
    assert_int_equal(
        wgcq_iterator_new(&t, fn, &n, sizeof n, &(wgcq_iterator_options){.self = &base}, &err), 0);
    while ((code = wgcq_iterator_next(t, &err)) == 0)
        assert_true(results-- > 0);
    assert_int_equal(results, 0);
    assert_int_equal(code, WGCQ_ERUN);
    assert_string_equal(err.text, text);
    assert_int_equal(wgcq_iterator_next(t, NULL), WGCQ_ERUN);
    wgcq_iterator_free(t);
}

static void test_raise(void **state)
{
    (void)state;
    raised(finds_a_mistake, 5, "five is no 100% number");
    raised(catches_nothing, 0, "at once");
    raised(raises_at_once, 0, "at once");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_going_on),        cmocka_unit_test(test_in_order),
        cmocka_unit_test(test_runs_are_exact),  cmocka_unit_test(test_depth),
        cmocka_unit_test(test_depth_of_nested), cmocka_unit_test(test_first_results_of_nested),
        cmocka_unit_test(test_endless),         cmocka_unit_test(test_raise),
        cmocka_unit_test(test_depth_and_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
