/* test_journey_memory.c - every allocation of an iteration fails once: an error value, nothing
 * lost.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <wgcq.h>

static long allocations, fails_at; /* 0: none */

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
static bool function(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, 40, step) && wgcq_any(j, inside) && wgcq_once(j, inside);
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
    const wgcq_iterator_options ways[] = {{.limit = 0},
                                          {.distinct = true},
                                          {.distinct = true, .order_by = backwards},
                                          {.check = true}};
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_allocation_fails_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
