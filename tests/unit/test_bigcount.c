/* test_bigcount.c - exact counts, held to GMP's own numbers. */
#include <gmp.h>
#include <stdlib.h>

#include "base/containers/placed_counts.h"
#include "suite.h"

enum { COUNTS = 20 };

static void same(const bigcount *t, mpz_t *right)
{
    for (size_t i = 0; i < t->count; i++) {
        char *digits = bigcount_text(t, i), *expected = mpz_get_str(NULL, 10, right[i]);
        assert_non_null(digits);
        assert_string_equal(digits, expected);
        assert_int_equal(bigcount_is_zero(t, i), mpz_sgn(right[i]) == 0);
        free(digits);
        free(expected);
    }
}

/* t[i] = t[j] */
static void set(bigcount *t, size_t i, size_t j)
{
    if (i != j) {
        bigcount_set_small(t, i, 0);
        assert_true(bigcount_add(t, i, t, j));
    }
}

/* Sums of sums, from one word to some hundred. */
static void test_sums(void **unused)
{
    (void)unused;
    bigcount t = {0};
    mpz_t right[COUNTS];
    uint64_t seed = 7;
    assert_true(bigcount_resize(&t, COUNTS));
    for (unsigned i = 0; i < COUNTS; i++) {
        mpz_init_set_ui(right[i], i);
        bigcount_set_small(&t, i, i);
    }
    same(&t, right);
    for (int step = 0; step < 40000; step++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        size_t i = (seed >> 33) % COUNTS, j = (seed >> 45) % COUNTS;
        if (seed >> 60 == 3 && step % 8 == 0) {
            set(&t, i, j);
            mpz_set(right[i], right[j]);
        } else {
            assert_true(bigcount_add(&t, i, &t, j));
            mpz_add(right[i], right[i], right[j]);
        }
        if (step % 1000 == 0)
            same(&t, right);
    }
    same(&t, right);
    assert_true(t.limbs > 40);
    bigcount_set_small(&t, 3, 0);
    mpz_set_ui(right[3], 0);
    same(&t, right);
    for (size_t i = 0; i < COUNTS; i++)
        mpz_clear(right[i]);
    bigcount_free(&t);
}

/* Powers of ten and their neighbours: zeros inside, and at the ends of what is divided at once. */
static void test_digits(void **unused)
{
    (void)unused;
    bigcount t = {0};
    mpz_t power, near;
    mpz_init_set_ui(power, 1);
    mpz_init(near);
    assert_true(bigcount_resize(&t, 2));
    bigcount_set_small(&t, 0, 1);
    for (int exponent = 0; exponent < 120; exponent++) {
        bigcount_set_small(&t, 1, 1);
        assert_true(bigcount_add(&t, 1, &t, 0));
        char *digits = bigcount_text(&t, 1);
        mpz_add_ui(near, power, 1);
        char *expected = mpz_get_str(NULL, 10, near);
        assert_string_equal(digits, expected);
        free(digits);
        free(expected);
        same(&(bigcount){.limbs = t.limbs, .count = 1, .limb = t.limb}, &power);
        /* ten times: 8 and 2 */
        for (int k = 0; k < 3; k++) {
            assert_true(bigcount_add(&t, 0, &t, 0));
            if (!k)
                set(&t, 1, 0);
        }
        assert_true(bigcount_add(&t, 0, &t, 1));
        mpz_mul_ui(power, power, 10);
    }
    mpz_clear(power);
    mpz_clear(near);
    bigcount_free(&t);
}

/* Lists that grow by one and by many, across every size at which more is reserved, and that get
   wider on the way; what is new is zero, what was there stays. */
static void test_lists(void **unused)
{
    (void)unused;
    enum { MOST = 400 };
    bigcount t = {0}, wide = {0};
    mpz_t right[2 * MOST], power;
    mpz_init_set_ui(power, 1);
    assert_true(bigcount_resize(&wide, 1));
    bigcount_set_small(&wide, 0, 1);
    size_t count = 0;
    while (count < MOST) {
        if (count % 50 == 49) { /* 2^16 times as much */
            for (int k = 0; k < 16; k++)
                assert_true(bigcount_add(&wide, 0, &wide, 0));
            mpz_mul_2exp(power, power, 16);
        }
        mpz_init_set_ui(right[count], count % 3 == 1);
        if (count % 3 == 0)
            mpz_set(right[count], power);
        assert_true(count % 3 == 0   ? bigcount_push(&t, &wide, 0)
                    : count % 3 == 1 ? bigcount_push_one(&t)
                                     : bigcount_extend(&t, count + 1));
        assert_int_equal(t.count, ++count);
        if (count % 64 < 3)
            same(&t, right);
    }
    same(&t, right);
    assert_true(t.limbs > 1);
    assert_true(bigcount_extend(&t, 2 * MOST));
    for (; count < 2 * MOST; count++)
        mpz_init_set_ui(right[count], 0);
    same(&t, right);
    assert_true(bigcount_resize(&t, 3 * MOST));
    for (size_t i = 0; i < t.count; i++)
        assert_true(bigcount_is_zero(&t, i));
    for (size_t i = 0; i < count; i++)
        mpz_clear(right[i]);
    mpz_clear(power);
    bigcount_free(&t);
    bigcount_free(&wide);
}

/* Products of one word to many. */
static void test_sums_of_products(void **unused)
{
    (void)unused;
    bigcount a = {0}, b = {0};
    mpz_t due, x, y;
    mpz_inits(due, x, y, NULL);
    assert_true(bigcount_resize(&a, COUNTS) && bigcount_resize(&b, COUNTS));
    for (unsigned i = 0; i < COUNTS; i++) {
        bigcount_set_small(&a, i, i % 3 ? i : 0);
        bigcount_set_small(&b, i, 7 * i);
    }
    for (int step = 0; step < 300; step++) {
        bigcount sum = {0};
        mpz_set_ui(due, 0);
        for (size_t i = 0; i < COUNTS; i++) {
            char *of_a = bigcount_text(&a, i), *of_b = bigcount_text(&b, i);
            mpz_set_str(x, of_a, 10);
            mpz_set_str(y, of_b, 10);
            mpz_addmul(due, x, y);
            free(of_a);
            free(of_b);
        }
        assert_true(bigcount_sum_products(&sum, &a, &b));
        same(&sum, &due);
        bigcount_free(&sum);
        for (size_t i = 1; i < COUNTS; i++)
            assert_true(bigcount_add(&a, i, &a, i - 1) && (step % 2 || bigcount_add(&b, i, &b, i)));
    }
    assert_true(a.limbs != b.limbs && a.limbs > 1 && b.limbs > 1);
    mpz_clears(due, x, y, NULL);
    bigcount_free(&a);
    bigcount_free(&b);
}

/* Sums of one limb and of several, by small and large divisors. */
static void test_quotients(void **unused)
{
    (void)unused;
    static const uint32_t by[] = {1, 2, 3, 24, 40320, 4294967295};
    bigcount t = {0};
    mpz_t due;
    mpz_init(due);
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        assert_true(bigcount_resize(&t, 1));
        bigcount_set_small(&t, 0, 5);
        mpz_set_ui(due, 5);
        for (int doubled = 0; doubled < 200; doubled++) {
            assert_true(bigcount_add(&t, 0, &t, 0));
            mpz_mul_ui(due, due, 2);
            if (doubled % 20 == 19) {
                bigcount_divide(&t, 0, by[i]);
                mpz_fdiv_q_ui(due, due, by[i]);
            }
            same(&t, &due);
        }
    }
    mpz_clear(due);
    bigcount_free(&t);
}

/* Each number's count is set, added to and left at random; places are used again. */
static void test_places(void **unused)
{
    (void)unused;
    enum { NUMBERS = 3 * COUNTS, HELD = 8 };
    placed_counts c;
    mpz_t right[NUMBERS];
    bool has[NUMBERS] = {false};
    size_t held = 0;
    uint64_t seed = 11;
    assert_true(placed_counts_open(&c, NULL, COUNTS));
    for (unsigned i = 0; i < NUMBERS; i++)
        mpz_init(right[i]);
    for (int step = 0; step < 30000; step++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        size_t numbers = step < 10000 ? COUNTS : NUMBERS, i = (seed >> 33) % numbers,
               j = (seed >> 45) % numbers;
        if (step == 10000)
            assert_true(placed_counts_extend(&c, NUMBERS));
        if (!has[i] && held < HELD) {
            assert_true(placed_counts_set(&c, i, (unsigned)(seed >> 60)));
            mpz_set_ui(right[i], seed >> 60);
            has[i] = true;
            held++;
        } else if (has[i] && has[j]) {
            assert_true(placed_counts_add(&c, i, j));
            mpz_add(right[i], right[i], right[j]);
        } else if (has[i] && seed >> 61 == 3) {
            placed_counts_leave(&c, i);
            has[i] = false;
            held--;
        }
    }
    for (size_t i = 0; i < NUMBERS; i++) {
        char *digits = placed_counts_text(&c, i), *expected = mpz_get_str(NULL, 10, right[i]);
        assert_string_equal(digits, has[i] ? expected : "0");
        free(digits);
        free(expected);
        mpz_clear(right[i]);
    }
    assert_true(c.counts.count <= HELD + 1); /* with the empty place */
    placed_counts_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sums),
                                       cmocka_unit_test(test_digits),
                                       cmocka_unit_test(test_lists),
                                       cmocka_unit_test(test_places),
                                       cmocka_unit_test(test_sums_of_products),
                                       cmocka_unit_test(test_quotients)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
