/*
 * test_journey_aggregates.c - min, max, sum, groups of nested journeys; bounded distinct.
 *
 * What they give is counted by loops over the same numbers.
 */
#include <string.h>
#include <wgcq.h>

#include "dice.h"
#include "suite.h"

enum { DIGITS = 3, BASE = 5, MOST = BASE * BASE * BASE, OUTER = 60 };

/* Chance says for each outer number which triples of digits are results, and what they are worth.
 */
typedef struct {
    int64_t outer;
    uint8_t digits[8];
    uint64_t count;
} triple;

static const int64_t edges[] = {INT64_MIN, INT64_MAX, -1, 0, 1, INT64_MIN + 1, INT64_MAX - 1, 7};

static uint64_t number_of(const triple *t)
{
    uint64_t n = 0;
    for (int i = 0; i < DIGITS; i++)
        n = n * BASE + t->digits[i];
    return n;
}
static uint64_t chance(const triple *t)
{
    uint64_t seed = (uint64_t)t->outer * 1000 + number_of(t);
    return dice(&seed);
}
static bool counts(const triple *t)
{
    if (t->outer % 10 == 9)
        return false;
    return t->outer % 3 ? chance(t) % 3 == 0 : chance(t) % 40 == 0;
}
static int64_t worth(const triple *t)
{
    uint64_t c = chance(t) / 64;
    return t->outer % 2 ? (int64_t)(c % 2001) - 1000 : edges[c % 8];
}
static int64_t value(const void *state)
{
    return worth(state);
}

static bool one_digit(wgcq_journey *j, void *state)
{
    triple *t = state;
    size_t which;
    if (!wgcq_choose(j, BASE, &which))
        return false;
    t->digits[t->count++] = (uint8_t)which;
    return true;
}
static bool triples(wgcq_journey *j, void *state)
{
    return wgcq_repeat(j, DIGITS, one_digit) && wgcq_guard(j, counts(state), NULL) &&
           wgcq_move(j, "lost", 1);
}

/* ---- oracle ---------------------------------------------------------------------------------- */

typedef struct {
    size_t count;
    triple all[MOST];
} listed;

static listed list_triples(int64_t outer)
{
    static triple none;
    listed l = {.count = 0};
    for (uint8_t a = 0; a < BASE; a++)
        for (uint8_t b = 0; b < BASE; b++)
            for (uint8_t c = 0; c < BASE; c++) {
                triple t = none;
                t.outer = outer;
                t.digits[0] = a;
                t.digits[1] = b;
                t.digits[2] = c;
                t.count = 3;
                if (counts(&t))
                    l.all[l.count++] = t;
            }
    return l;
}

/* ---- min, max, sum --------------------------------------------------------------------------- */

typedef enum { LEAST, GREATEST, SUM } aggregate;

typedef struct {
    aggregate which;
} asked;

static bool outer_journey(wgcq_journey *j, void *state)
{
    const asked *a = wgcq_self(j);
    triple *t = state, before = *t;
    int64_t answer = 77;
    bool goes_on = a->which == LEAST      ? wgcq_min(j, triples, value, &answer)
                   : a->which == GREATEST ? wgcq_max(j, triples, value, &answer)
                                          : wgcq_sum(j, triples, value, &answer);
    assert_true(goes_on || answer == 77);
    if (!goes_on)
        return false;
    assert_memory_equal(t, &before, sizeof before);
    memcpy(t->digits, &answer, sizeof answer);
    return true;
}

/* WGCQ_DONE: there is none; WGCQ_ERUN: it is no 64 bits. */
static int expected_answer(const listed *l, aggregate which, int64_t *answer)
{
    __extension__ __int128 sum = 0;
    *answer = 0;
    for (size_t i = 0; i < l->count; i++) {
        int64_t one = worth(&l->all[i]);
        sum += one;
        if (i == 0 || (which == LEAST ? one < *answer : one > *answer))
            *answer = one;
    }
    if (which != SUM)
        return l->count ? 0 : WGCQ_DONE;
    *answer = (int64_t)sum;
    return sum == *answer ? 0 : WGCQ_ERUN;
}

static void test_values(void **state)
{
    int ends[3] = {0};
    (void)state;
    for (int64_t outer = 0; outer < OUTER; outer++)
        for (int which = LEAST; which <= SUM; which++)
            for (int check = 0; check < 2; check++) {
                const asked a = {(aggregate)which};
                const listed l = list_triples(outer);
                triple t = {.outer = outer};
                wgcq_error err = {0};
                wgcq_iterator *it;
                wgcq_iterator_options wanted = {.self = &a, .check = check};
                int64_t answer, given;
                int end = expected_answer(&l, (aggregate)which, &answer);
                assert_int_equal(wgcq_iterator_new(&it, outer_journey, &t, sizeof t, &wanted, &err),
                                 0);
                assert_int_equal(wgcq_iterator_next(it, &err), end);
                memcpy(&given, t.digits, sizeof given);
                if (end == 0) {
                    assert_true(given == answer);
                    assert_int_equal(wgcq_iterator_move_count(it), 0);
                    assert_int_equal(wgcq_iterator_next(it, &err), WGCQ_DONE);
                } else if (end == WGCQ_ERUN) {
                    assert_string_equal(err.text, "wgcq_sum: the sum grows beyond 64 bits");
                }
                ends[end == WGCQ_ERUN ? 2 : end]++;
                wgcq_iterator_free(it);
            }
    for (int i = 0; i < 3; i++)
        assert_true(ends[i] > 10);
}

static void test_limits(void **state)
{
    (void)state;
    const asked a = {SUM};
    const listed l = list_triples(1);
    triple t = {.outer = 1};
    wgcq_iterator *it;
    int64_t answer, given;
    assert_int_equal(expected_answer(&l, SUM, &answer), 0);
    /* max_depth cuts it: no sum is known. */
    const wgcq_iterator_options flat = {.self = &a, .max_depth = 2};
    assert_int_equal(wgcq_iterator_new(&it, outer_journey, &t, sizeof t, &flat, NULL), 0);
    assert_int_equal(wgcq_iterator_next(it, NULL), WGCQ_LIMIT);
    wgcq_iterator_free(it);
    /* Runs: 1 of the outer function, 1 of the nested one, 1 + 5 + 25 + 125 steps and so on. */
    const wgcq_iterator_options few = {.self = &a, .max_runs = 20},
                                enough = {.self = &a, .max_runs = 500};
    assert_int_equal(wgcq_iterator_new(&it, outer_journey, &t, sizeof t, &few, NULL), 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal(wgcq_iterator_next(it, NULL), WGCQ_LIMIT);
    wgcq_iterator_free(it);
    assert_int_equal(wgcq_iterator_new(&it, outer_journey, &t, sizeof t, &enough, NULL), 0);
    assert_int_equal(wgcq_iterator_next(it, NULL), 0);
    memcpy(&given, t.digits, sizeof given);
    assert_true(given == answer);
    wgcq_iterator_free(it);
}

/* ---- groups ---------------------------------------------------------------------------------- */

enum { KEY = 2 };

typedef struct {
    unsigned char key[KEY];
    size_t count;
    triple all[MOST];
} gathered;

typedef struct {
    size_t count, most;
    gathered groups[MOST];
} gathering;

static void key_of(const void *state, void *key)
{
    const triple *t = state;
    unsigned char *k = key;
    k[0] = (unsigned char)(chance(t) / 4096 % 4);
    k[1] = (unsigned char)(t->digits[1] % 2);
}

static bool gather(void *bag, const void *key, const void *states, size_t count)
{
    gathering *g = bag;
    gathered *one = &g->groups[g->count++];
    memcpy(one->key, key, KEY);
    one->count = count;
    assert_true(count > 0 && count <= MOST);
    memcpy(one->all, states, count * sizeof *one->all);
    return g->count < g->most;
}

static gathering gathered_now, expected_now;

static bool grouping(wgcq_journey *j, void *state)
{
    triple before = *(triple *)state;
    gathered_now.count = 0;
    if (!wgcq_group_by(j, triples, key_of, KEY, gather, &gathered_now))
        return false;
    assert_memory_equal(state, &before, sizeof before);
    return true;
}

static void expect_groups(const listed *l, gathering *g)
{
    g->count = 0;
    for (size_t i = 0; i < l->count; i++) {
        unsigned char key[KEY];
        size_t k = 0;
        key_of(&l->all[i], key);
        while (k < g->count && memcmp(g->groups[k].key, key, KEY) != 0)
            k++;
        if (k == g->count) {
            memcpy(g->groups[k].key, key, KEY);
            g->groups[k].count = 0;
            g->count++;
        }
        g->groups[k].all[g->groups[k].count++] = l->all[i];
    }
}

static void test_groups(void **state)
{
    size_t several = 0;
    (void)state;
    for (int64_t outer = 0; outer < OUTER; outer++)
        for (size_t most = 1; most < MOST; most *= 3) {
            const listed l = list_triples(outer);
            triple t = {.outer = outer};
            wgcq_iterator *it;
            const wgcq_iterator_options wanted = {.check = most == 3};
            expect_groups(&l, &expected_now);
            gathered_now.most = most;
            assert_int_equal(wgcq_iterator_new(&it, grouping, &t, sizeof t, &wanted, NULL), 0);
            assert_int_equal(wgcq_iterator_next(it, NULL), 0);
            size_t count = expected_now.count < most ? expected_now.count : most;
            assert_int_equal(gathered_now.count, count);
            for (size_t k = 0; k < count; k++) {
                const gathered *a = &gathered_now.groups[k], *b = &expected_now.groups[k];
                assert_memory_equal(a->key, b->key, KEY);
                assert_int_equal(a->count, b->count);
                assert_memory_equal(a->all, b->all, a->count * sizeof *a->all);
            }
            several += count > 3;
            wgcq_iterator_free(it);
        }
    assert_true(several > 30);
}

/* Groups within the grouped journey, and a jump out of `group`. */
static jmp_buf out;
static size_t inner_groups;

static bool count_inner(void *bag, const void *key, const void *states, size_t count)
{
    (void)key, (void)states, (void)count;
    ++*(size_t *)bag;
    return true;
}
static bool two_kinds(wgcq_journey *j, void *state)
{
    inner_groups = 0;
    return wgcq_group_by(j, triples, key_of, KEY, count_inner, &inner_groups) &&
           wgcq_guard(j, inner_groups > 0, NULL) && triples(j, state);
}
static bool leave(void *bag, const void *key, const void *states, size_t count)
{
    (void)key, (void)states;
    if (bag)
        longjmp(out, (int)count);
    return true;
}
static bool nested_groups(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_group_by(j, two_kinds, key_of, KEY, leave, NULL) &&
           wgcq_group_by(j, two_kinds, key_of, KEY, leave, &inner_groups);
}

static void test_leaving_groups(void **state)
{
    (void)state;
    const listed l = list_triples(1);
    triple t = {.outer = 1};
    wgcq_iterator *it;
    expect_groups(&l, &expected_now);
    assert_int_equal(wgcq_iterator_new(&it, nested_groups, &t, sizeof t, NULL, NULL), 0);
    int count = setjmp(out);
    if (count == 0) {
        wgcq_iterator_next(it, NULL);
        fail();
    }
    assert_int_equal(count, expected_now.groups[0].count);
    assert_int_equal(inner_groups, expected_now.count);
    assert_int_equal(wgcq_iterator_next(it, NULL), WGCQ_EREQUEST);
    wgcq_iterator_free(it);
}

/* ---- distinct_most --------------------------------------------------------------------------- */

static bool all_triples(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, DIGITS, one_digit);
}
static void chance_key(const void *state, void *key)
{
    uint64_t k = chance(state) % 40;
    memcpy(key, &k, sizeof k);
}

static void test_bounded_distinct(void **state)
{
    size_t repeated = 0;
    (void)state;
    for (size_t most = 1; most < 60; most++)
        for (int64_t outer = 0; outer < 10; outer++) {
            triple t = {.outer = outer};
            wgcq_iterator *it;
            uint64_t given[MOST];
            size_t count = 0;
            const wgcq_iterator_options wanted = {.distinct = true,
                                                  .key = chance_key,
                                                  .key_size = sizeof(uint64_t),
                                                  .distinct_most = most};
            assert_int_equal(wgcq_iterator_new(&it, all_triples, &t, sizeof t, &wanted, NULL), 0);
            triple u = {.outer = outer, .count = DIGITS};
            for (unsigned n = 0; n < MOST; n++) {
                uint64_t key;
                bool known = false;
                u.digits[0] = (uint8_t)(n / 25);
                u.digits[1] = (uint8_t)(n / 5 % 5);
                u.digits[2] = (uint8_t)(n % 5);
                chance_key(&u, &key);
                for (size_t k = count > most ? count - most : 0; k < count; k++)
                    known = known || given[k] == key;
                if (known)
                    continue;
                for (size_t k = 0; k < count; k++)
                    repeated += given[k] == key;
                given[count++] = key;
                assert_int_equal(wgcq_iterator_next(it, NULL), 0);
                assert_int_equal(number_of(&t), n);
            }
            assert_int_equal(wgcq_iterator_next(it, NULL), WGCQ_DONE);
            wgcq_iterator_free(it);
        }
    assert_true(repeated > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values), cmocka_unit_test(test_limits), cmocka_unit_test(test_groups),
        cmocka_unit_test(test_leaving_groups), cmocka_unit_test(test_bounded_distinct)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
