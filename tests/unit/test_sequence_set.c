/* sequences and groups: identity by content, and what is joined. */
#include "base/containers/sequence_set.h"
#include "base/containers/union_find.h"
#include "suite.h"

static void each_is_kept_once(void **unused)
{
    sequence_set s = {0};
    (void)unused;
    const uint32_t a[] = {1, 2, 3}, b[] = {1, 2}, c[] = {3, 2, 1};
    assert_int_equal(sequence_set_find(&s, a, 3), 0);
    assert_int_equal(sequence_set_add(&s, a, 3), 1);
    assert_int_equal(sequence_set_add(&s, b, 2), 2);
    assert_int_equal(sequence_set_add(&s, c, 3), 3);
    assert_int_equal(sequence_set_add(&s, a, 0), 4);
    assert_int_equal(sequence_set_add(&s, c, 3), 3);
    assert_int_equal(sequence_set_add(&s, b, 0), 4);
    assert_int_equal(sequence_set_find(&s, NULL, 0), 4);
    assert_int_equal(sequence_set_find(&s, a, 2), 2);
    assert_int_equal(sequence_set_find(&s, a, 1), 0);
    assert_int_equal(s.count, 4);
    sequence_set_free(&s);
    assert_int_equal(sequence_set_add(&s, NULL, 0), 1); /* as the first, where nothing is stored */
    assert_int_equal(sequence_set_add(&s, NULL, 0), 1);
    sequence_set_free(&s);
}

/* Tens of thousands that share beginnings, ends and sums: all distinct, all found again. */
static void many_that_look_alike(void **unused)
{
    sequence_set s = {0};
    uint32_t number = 0;
    (void)unused;
    for (int round = 0; round < 2; round++) {
        number = 0;
        for (uint32_t i = 0; i < 200; i++)
            for (uint32_t k = 0; k < 200; k++) {
                const uint32_t items[] = {7, i << 16, k << 16, 400 - i - k, 7};
                assert_int_equal(sequence_set_add(&s, items, 5), ++number);
            }
    }
    assert_int_equal(s.count, 40000);
    size_t length;
    const uint32_t *last = sequence_set_at(&s, number, &length);
    assert_int_equal(length, 5);
    assert_int_equal(last[2], 199u << 16);
    sequence_set_free(&s);
}

static void a_group_is_called_by_its_least(void **unused)
{
    union_find g = {0};
    (void)unused;
    assert_true(union_find_grow(&g, 5));
    union_find_join(&g, 5, 4);
    union_find_join(&g, 4, 2);
    union_find_join(&g, 2, 2);
    assert_int_equal(union_find_root(&g, 5), 2);
    assert_int_equal(union_find_root(&g, 3), 3);
    assert_true(union_find_grow(&g, 1000));
    for (uint32_t i = 1000; i > 5; i--)
        union_find_join(&g, i, i - 1);
    assert_int_equal(union_find_root(&g, 1000), 2);
    assert_int_equal(union_find_root(&g, 1), 1);
    union_find_free(&g);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_kept_once),
        cmocka_unit_test(many_that_look_alike),
        cmocka_unit_test(a_group_is_called_by_its_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
