/* test_journey_memory.c - every allocation of an iteration fails once: an error value, nothing
 * lost.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wgcq.h>

#include "suite.h"

static atomic_long allocations; /* threads make them, too */
static long fails_at;           /* 0: none */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    return ++allocations == fails_at ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size)
{
    return ++allocations == fails_at ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size)
{
    return ++allocations == fails_at ? NULL : __real_realloc(old, size);
}

typedef struct {
    uint8_t taken[64];
    uint64_t count;
} walk;

static bool step(wgcq_journey *j, void *state)
{
    walk *w = state;
    size_t which;
    if (!wgcq_choose(j, 2, &which))
        return false;
    w->taken[w->count++] = (uint8_t)which;
    return wgcq_guard(j, w->count < 6 || which == 1, NULL) && wgcq_move(j, which ? "on" : "off", 1);
}
static bool inside(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, 3, step);
}
static bool at_once(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_move(j, "at once", 1);
}
static bool no_more(wgcq_journey *j, void *state)
{
    size_t which;
    (void)state;
    return wgcq_choose(j, 3, &which) && wgcq_fail(j);
}
static bool in_turns(wgcq_journey *j, void *state)
{
    static wgcq_journey_fn *const alternatives[] = {no_more, at_once, no_more};
    (void)state;
    return wgcq_interleave(j, 3, alternatives);
}
static bool function(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, 40, step) && wgcq_any(j, inside) && wgcq_once(j, inside) &&
           wgcq_cheapest(j, inside) && wgcq_once(j, in_turns);
}
static int backwards(const void *a, const void *b)
{
    return memcmp(b, a, sizeof(walk));
}

static int tell_all(const wgcq_iterator_options *wanted, wgcq_error *err, int *found)
{
    walk w;
    wgcq_iterator *t;
    memset(&w, 0, sizeof w);
    *found = 0;
    int code = wgcq_iterator_new(&t, function, &w, sizeof w, wanted, err);
    if (code)
        return code;
    while ((code = wgcq_iterator_next(t, err)) == 0)
        ++*found;
    wgcq_iterator_free(t);
    return code;
}

static void each_allocation_fails_once(void **unused)
{
    (void)unused;
    const wgcq_iterator_options ways[] = {
        {.limit = 0},    {.distinct = true},        {.distinct = true, .order_by = backwards},
        {.check = true}, {.order = WGCQ_DEEPENING}, {.order = WGCQ_DEEPENING, .check = true}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        wgcq_error err = {0};
        int found, all;
        allocations = fails_at = 0;
        assert_int_equal(tell_all(&ways[i], &err, &all), WGCQ_DONE);
        assert_int_equal(all, 32);
        long most = allocations;
        assert_true(most >= 8);
        for (long at = 1; at <= most; at++) {
            err = (wgcq_error){0};
            allocations = 0;
            fails_at = at;
            assert_int_equal(tell_all(&ways[i], &err, &found), WGCQ_EMEMORY);
            assert_int_equal(err.code, WGCQ_EMEMORY);
            assert_true(err.text[0]);
        }
    }
    fails_at = 0;
}

/* Memory that fails is an error, or did without: a thread writes behind only where it may.  What is
   left of the file is a beginning of the tree. */
static void each_allocation_of_a_trace_fails_once(void **unused)
{
    (void)unused;
    char path[] = "/tmp/wgcq-memory-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    const wgcq_iterator_options wanted = {.trace = path, .limit = 3};
    wgcq_error err = {0};
    int found;
    remove(path);
    allocations = fails_at = 0;
    assert_int_equal(tell_all(&wanted, &err, &found), WGCQ_DONE);
    long most = allocations;
    assert_true(most >= 20);
    for (long at = 1; at <= most; at++) {
        err = (wgcq_error){0};
        allocations = 0;
        fails_at = at;
        remove(path);
        int code = tell_all(&wanted, &err, &found);
        assert_true(code == WGCQ_EMEMORY ? err.code == WGCQ_EMEMORY
                                         : code == WGCQ_DONE && found == 3);
        fails_at = 0;
        if (access(path, F_OK) == 0) {
            wgcq_trace *tree;
            assert_int_equal(wgcq_tree_open(&tree, path, NULL), 0);
            wgcq_trace_free(tree);
        }
    }
    remove(path);
}

static void parity(const void *state, void *key)
{
    *(unsigned char *)key = ((const walk *)state)->taken[1];
}
static bool counted(void *bag, const void *key, const void *states, size_t count)
{
    (void)key;
    (void)states;
    *(size_t *)bag += count;
    return true;
}
static bool grouped(wgcq_journey *j, void *state)
{
    size_t count = 0;
    return wgcq_repeat(j, 2, step) && wgcq_group_by(j, function, parity, 1, counted, &count) &&
           wgcq_guard(j, count == 8, NULL) && ((walk *)state)->count == 2;
}

static int group(wgcq_error *err)
{
    walk w;
    wgcq_iterator *t;
    memset(&w, 0, sizeof w);
    const wgcq_iterator_options wanted = {.distinct = true, .distinct_most = 3};
    int code = wgcq_iterator_new(&t, grouped, &w, sizeof w, &wanted, err);
    if (code)
        return code;
    for (int i = 0; i < 4 && code == 0; i++)
        code = wgcq_iterator_next(t, err);
    code = code ? code : wgcq_iterator_next(t, err);
    wgcq_iterator_free(t);
    return code;
}

static void groups_fail_once(void **unused)
{
    (void)unused;
    long most = 0;
    for (long at = 0; at <= most; at++) {
        wgcq_error err = {0};
        allocations = 0;
        fails_at = at;
        assert_int_equal(group(&err), at ? WGCQ_EMEMORY : WGCQ_DONE);
        assert_int_equal(err.code, at ? WGCQ_EMEMORY : 0);
        most = at ? most : allocations;
    }
    assert_true(most >= 20);
    fails_at = 0;
}

static int replay_and_shrink(uint64_t *choices, size_t *count, bool check, wgcq_error *err)
{
    walk w;
    const wgcq_iterator_options wanted = {.check = check};
    memset(&w, 0, sizeof w);
    int code = wgcq_replay(function, &w, sizeof w, &wanted, choices, *count, err);
    memset(&w, 0, sizeof w);
    return code ? code : wgcq_shrink(function, &w, sizeof w, &wanted, choices, count, err);
}

static void replays_fail_once(void **unused)
{
    (void)unused;
    for (int check = 0; check < 2; check++) {
        wgcq_error err = {0};
        long most = 0;
        for (long at = 0; at <= most; at++) {
            uint64_t choices[40];
            size_t count = 40;
            for (size_t i = 0; i < count; i++)
                choices[i] = 1;
            err = (wgcq_error){0};
            allocations = 0;
            fails_at = at;
            int code = replay_and_shrink(choices, &count, check, &err);
            assert_int_equal(code, at ? WGCQ_EMEMORY : 0);
            assert_int_equal(err.code, code);
            assert_int_equal(count, 40);
            assert_int_equal(choices[0] == 0, !at);
            most = at ? most : allocations;
        }
        assert_true(most >= 8);
    }
    fails_at = 0;
}

static void estimates_fail_once(void **unused)
{
    (void)unused;
    long most = 0;
    for (long at = 0; at <= most; at++) {
        walk w;
        wgcq_error err = {0};
        wgcq_tree_estimate e;
        memset(&w, 0, sizeof w);
        allocations = 0;
        fails_at = at;
        int code = wgcq_estimate(inside, &w, sizeof w, NULL, 3, &e, &err);
        assert_int_equal(code, at ? WGCQ_EMEMORY : 0);
        assert_int_equal(err.code, code);
        most = at ? most : allocations;
    }
    assert_true(most >= 4);
    fails_at = 0;
}

/* Where a part cannot be split for lack of memory it stays whole, so some failures are none. */
static void threads_fail_once(void **unused)
{
    (void)unused;
    int failures = 0;
    for (long at = 0; at < 160; at++) {
        const wgcq_iterator_options wanted = {.threads = 3, .check = at % 2};
        wgcq_error err = {0};
        int found = 0;
        allocations = 0;
        fails_at = at;
        int code = tell_all(&wanted, &err, &found);
        assert_true(code == WGCQ_DONE || (at && code == WGCQ_EMEMORY));
        assert_int_equal(err.code, code == WGCQ_DONE ? 0 : code);
        assert_true(found <= 32 && (code != WGCQ_DONE || found == 32));
        failures += code != WGCQ_DONE;
    }
    assert_true(failures > 20);
    fails_at = 0;
}

static int iterate_after(bool check, wgcq_error *err, int *found)
{
    uint64_t choices[40];
    for (size_t i = 0; i < 40; i++)
        choices[i] = i >= 5;
    const wgcq_iterator_options wanted = {.after = choices, .after_count = 40, .check = check};
    return tell_all(&wanted, err, found);
}

static void iterations_behind_fail_once(void **unused)
{
    (void)unused;
    for (int check = 0; check < 2; check++) {
        wgcq_error err = {0};
        int found;
        allocations = fails_at = 0;
        assert_int_equal(iterate_after(check, &err, &found), WGCQ_DONE);
        assert_int_equal(found, 31);
        long most = allocations;
        for (fails_at = 1; fails_at <= most; fails_at++) {
            err = (wgcq_error){0};
            allocations = 0;
            assert_int_equal(iterate_after(check, &err, &found), WGCQ_EMEMORY);
            assert_int_equal(err.code, WGCQ_EMEMORY);
        }
    }
    fails_at = 0;
}

/* Around a ring of 40 with moves that cost, from both sides. */
static bool around(wgcq_journey *j, void *state)
{
    size_t which, way;
    uint32_t *at = state;
    if (!wgcq_choose(j, 2, &which) || (which == 0 && !wgcq_tabled_best(j, around)) ||
        !wgcq_choose(j, 2, &way))
        return false;
    *at = (*at + (way ? 1 : 39)) % 40;
    return wgcq_move(j, way ? "on" : "back", 1);
}
static bool ahead(wgcq_journey *j, void *state)
{
    size_t which;
    uint32_t *at = state;
    *at = (*at + 1) % 40;
    return wgcq_choose(j, 2, &which) && (which || wgcq_tabled(j, ahead));
}
static bool ring(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, ahead) && wgcq_tabled_best(j, around);
}

static int go_around(bool check, size_t *found, wgcq_error *err)
{
    uint32_t at = 0;
    wgcq_iterator *t;
    const wgcq_iterator_options wanted = {.check = check};
    int code = wgcq_iterator_new(&t, ring, &at, sizeof at, &wanted, err);
    if (code)
        return code;
    for (*found = 0; (code = wgcq_iterator_next(t, err)) == 0;)
        ++*found;
    wgcq_iterator_free(t);
    return code;
}

static void tables_fail_once(void **unused)
{
    (void)unused;
    for (int check = 0; check < 2; check++) {
        long most = 0;
        for (long at = 0; at <= most; at++) {
            wgcq_error err = {0};
            size_t found = 0;
            allocations = 0;
            fails_at = at;
            assert_int_equal(go_around(check, &found, &err), at ? WGCQ_EMEMORY : WGCQ_DONE);
            assert_int_equal(err.code, at ? WGCQ_EMEMORY : 0);
            assert_true(at || found == 40 * 40);
            most = at ? most : allocations;
        }
        assert_true(most >= 20);
    }
    fails_at = 0;
}

static bool two_digits(wgcq_journey *j, void *state)
{
    int64_t *value = state, low;
    return wgcq_choose_from(j, 0, 9, value) && wgcq_choose_from(j, 0, 9, &low) &&
           (*value = 10 * *value + low, true);
}

static void random_orders_fail_once(void **unused)
{
    (void)unused;
    long most = 0;
    for (long at = 0; at <= most; at++) {
        int64_t value = 0;
        size_t found = 0;
        wgcq_iterator *t;
        wgcq_error err = {0};
        const wgcq_iterator_options wanted = {.order = WGCQ_RANDOM, .seed = 5, .restart_runs = 9};
        allocations = 0;
        fails_at = at;
        int code = wgcq_iterator_new(&t, two_digits, &value, sizeof value, &wanted, &err);
        if (!code) {
            while ((code = wgcq_iterator_next(t, &err)) == 0)
                found++;
            wgcq_iterator_free(t);
        }
        most = at ? most : allocations;
        assert_int_equal(code, at ? WGCQ_EMEMORY : WGCQ_DONE);
        assert_true(at || found == 100);
    }
    assert_true(most >= 10);
    fails_at = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_allocation_fails_once),
                                       cmocka_unit_test(each_allocation_of_a_trace_fails_once),
                                       cmocka_unit_test(groups_fail_once),
                                       cmocka_unit_test(replays_fail_once),
                                       cmocka_unit_test(estimates_fail_once),
                                       cmocka_unit_test(threads_fail_once),
                                       cmocka_unit_test(tables_fail_once),
                                       cmocka_unit_test(random_orders_fail_once),
                                       cmocka_unit_test(iterations_behind_fail_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
