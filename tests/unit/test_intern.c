/* test_intern.c - the texts of moves and their numbers, asked for by many threads at once. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/containers/intern.h"
#include "suite.h"

static uint32_t number_of(interner *all, const char *line)
{
    uint32_t number = UINT32_MAX;
    assert_int_equal(interner_id(all, line, strlen(line), &number), 0);
    return number;
}

static void numbers_are_given_in_order_and_once(void **state)
{
    (void)state;
    interner *all = interner_new();
    assert_int_equal(interner_count(all), 0);
    assert_int_equal(number_of(all, "take goat"), 0);
    assert_int_equal(number_of(all, "take wolf"), 1);
    assert_int_equal(number_of(all, "take goat"), 0);
    assert_int_equal(number_of(all, ""), 2);
    assert_int_equal(number_of(all, ""), 2);
    assert_int_equal(interner_count(all), 3);
    assert_string_equal(interner_at(all, 0), "take goat");
    assert_string_equal(interner_at(all, 1), "take wolf");
    assert_string_equal(interner_at(all, 2), "");
    interner_free(all);
}

/* A text is its bytes up to `length`, and one that another begins with is not that other. */
static void length_counts_and_not_a_nul(void **state)
{
    (void)state;
    interner *all = interner_new();
    uint32_t shorter, longer;
    assert_int_equal(interner_id(all, "cross alone", 11, &longer), 0);
    assert_int_equal(interner_id(all, "cross alone", 5, &shorter), 0);
    assert_int_equal(longer, 0);
    assert_int_equal(shorter, 1);
    assert_string_equal(interner_at(all, shorter), "cross");
    assert_int_equal(number_of(all, "cross"), 1);
    assert_int_equal(number_of(all, "cross alone"), 0);
    interner_free(all);
}

static void nothing_moves_when_it_grows(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    interner *all = interner_new();
    char line[32];
    number_of(all, "the first");
    const char *first = interner_at(all, 0);
    for (uint32_t i = 1; i < MANY; i++) {
        snprintf(line, sizeof line, "move %u", i * 7919);
        assert_int_equal(number_of(all, line), i);
    }
    assert_ptr_equal(first, interner_at(all, 0));
    assert_string_equal(first, "the first");
    for (uint32_t i = 1; i < MANY; i++) {
        snprintf(line, sizeof line, "move %u", i * 7919);
        assert_string_equal(interner_at(all, i), line);
        assert_int_equal(number_of(all, line), i);
    }
    assert_int_equal(interner_count(all), MANY);
    interner_free(all);
}

static void freeing_nothing_is_nothing(void **state)
{
    (void)state;
    interner_free(NULL);
    interner_free(interner_new());
}

/* ---- threads ----------------------------------------------------------------------------- */

enum { THREADS = 4, LINES = 5000 };

typedef struct asker {
    interner *all;
    unsigned step; /* each goes through the same lines in an order of its own */
    uint32_t number[LINES];
    bool wrong;
} asker;

static void *ask(void *self)
{
    asker *a = self;
    for (unsigned i = 0; i < LINES; i++) {
        unsigned which = i * a->step % LINES;
        char line[32];
        int length = snprintf(line, sizeof line, "pour %u into %u", which / 70, which % 70);
        uint32_t number;
        if (interner_id(a->all, line, (size_t)length, &number) ||
            strcmp(interner_at(a->all, number), line) != 0 || interner_count(a->all) <= number)
            a->wrong = true;
        a->number[which] = number;
    }
    return NULL;
}

static void threads_agree(void **state)
{
    (void)state;
    static asker askers[THREADS];
    static const unsigned steps[THREADS] = {1, 3, 7, 4999}; /* none shares a factor with LINES */
    pthread_t threads[THREADS];
    interner *all = interner_new();
    for (int t = 0; t < THREADS; t++) {
        askers[t] = (asker){.all = all, .step = steps[t]};
        assert_int_equal(pthread_create(&threads[t], NULL, ask, &askers[t]), 0);
    }
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    assert_int_equal(interner_count(all), LINES);
    static bool given[LINES];
    for (unsigned i = 0; i < LINES; i++) {
        uint32_t number = askers[0].number[i];
        assert_in_range(number, 0, LINES - 1);
        assert_false(given[number]);
        given[number] = true;
        for (int t = 1; t < THREADS; t++)
            assert_int_equal(askers[t].number[i], number);
    }
    for (int t = 0; t < THREADS; t++)
        assert_false(askers[t].wrong);
    interner_free(all);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_given_in_order_and_once),
        cmocka_unit_test(length_counts_and_not_a_nul),
        cmocka_unit_test(nothing_moves_when_it_grows),
        cmocka_unit_test(freeing_nothing_is_nothing),
        cmocka_unit_test(threads_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
