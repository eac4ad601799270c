/* test_journey.c - journeys: what they choose, how deep ones go on, which mistakes are found. */
#include <limits.h>

#include <stdio.h>
#include <string.h>
#include <wgcq.h>

#include "suite.h"

typedef struct {
    uint8_t digits[8];
    uint64_t count;
} word;

/* The results as text, the digits of each, a space between. */
static const char *results_of(wgcq_journey_fn *function, const wgcq_iterator_options *wanted,
                              int ends)
{
    static char text[4000];
    word w;
    wgcq_error err = {0};
    wgcq_iterator *t;
    int code;
    memset(&w, 0, sizeof w);
    text[0] = 0;
    assert_int_equal(wgcq_iterator_new(&t, function, &w, sizeof w, wanted, &err), 0);
    while ((code = wgcq_iterator_next(t, &err)) == 0) {
        size_t at = strlen(text);
        assert_true(at + 10 < sizeof text);
        if (at)
            text[at++] = ' ';
        for (size_t i = 0; i < w.count; i++)
            text[at++] = (char)('0' + w.digits[i]);
        text[at] = 0;
    }
    assert_int_equal(code, ends);
    assert_int_equal(wgcq_iterator_next(t, NULL), ends);
    wgcq_iterator_free(t);
    return text;
}

/* As the results come, and as the checking mode finds them by running again from the beginning. */
static void arrives(wgcq_journey_fn *function, const char *expected)
{
    assert_string_equal(results_of(function, NULL, WGCQ_DONE), expected);
    assert_string_equal(results_of(function, &(wgcq_iterator_options){.check = true}, WGCQ_DONE),
                        expected);
}

static bool digit(wgcq_journey *j, word *w, size_t count)
{
    size_t which;
    if (!wgcq_choose(j, count, &which))
        return false;
    w->digits[w->count++] = (uint8_t)which;
    return true;
}

static bool two(wgcq_journey *j, void *w)
{
    return digit(j, w, 2);
}
static bool three(wgcq_journey *j, void *w)
{
    return digit(j, w, 3);
}
static bool six(wgcq_journey *j, void *w)
{
    return three(j, w) && two(j, w);
}
static bool nothing(wgcq_journey *j, void *w)
{
    return digit(j, w, 0);
}

static void the_last_choice_turns_fastest(void **unused)
{
    (void)unused;
    arrives(six, "00 01 10 11 20 21");
    arrives(nothing, "");
}

/* Ascending digits only: most steps end. */
static bool ascending(wgcq_journey *j, void *state)
{
    word *w = state;
    size_t n = w->count;
    return digit(j, w, 4) && wgcq_guard(j, n == 0 || w->digits[n] > w->digits[n - 1], NULL);
}
static bool ascending_three(wgcq_journey *j, void *w)
{
    (void)w;
    return wgcq_repeat(j, 3, ascending);
}
static bool between(wgcq_journey *j, void *w)
{
    return two(j, w) && wgcq_repeat(j, 0, nothing) && wgcq_repeat(j, 1, six) && two(j, w) &&
           wgcq_guard(j, ((word *)w)->digits[1] == 1, NULL);
}
static bool pair(wgcq_journey *j, void *w)
{
    (void)w;
    return wgcq_repeat(j, 2, two);
}
static bool pairs(wgcq_journey *j, void *w)
{
    (void)w;
    return wgcq_repeat(j, 2, pair) && wgcq_repeat(j, 1, two);
}
static bool long_enough(const void *w)
{
    return ((const word *)w)->count >= 4;
}
static bool one_or_two(wgcq_journey *j, void *w)
{
    size_t both;
    return wgcq_choose(j, 2, &both) && (both ? two(j, w) && two(j, w) : two(j, w));
}
static bool until_four(wgcq_journey *j, void *w)
{
    (void)w;
    return wgcq_until(j, long_enough, one_or_two) &&
           wgcq_guard(j, ((word *)w)->digits[0] == 0, 0) &&
           wgcq_guard(j, ((word *)w)->count == 5, 0) && wgcq_guard(j, ((word *)w)->digits[4], 0);
}

static void steps_are_gone_on_from(void **unused)
{
    (void)unused;
    arrives(ascending_three, "012 013 023 123");
    arrives(between, "0100 0101 0110 0111 1100 1101 1110 1111");
    arrives(pairs, "00000 00001 00010 00011 00100 00101 00110 00111 01000 01001 01010 01011 01100 "
                   "01101 01110 01111 10000 10001 10010 10011 10100 10101 10110 10111 11000 11001 "
                   "11010 11011 11100 11101 11110 11111");
    results_of(until_four, NULL, WGCQ_DONE);
    char deep[4000];
    strcpy(deep, results_of(until_four, NULL, WGCQ_DONE));
    assert_true(strlen(deep) > 100);
    arrives(until_four, deep);
}

static bool cut_first(wgcq_journey *j, void *w)
{
    return three(j, w) && wgcq_guard(j, ((word *)w)->digits[0] > 0, 0) && wgcq_cut(j) && two(j, w);
}
static bool cut_step(wgcq_journey *j, void *w)
{
    return three(j, w) && wgcq_cut(j);
}
static bool cut_in_steps(wgcq_journey *j, void *w)
{
    return two(j, w) && wgcq_repeat(j, 2, cut_step) && two(j, w);
}
static bool cut_after_steps(wgcq_journey *j, void *w)
{
    return wgcq_repeat(j, 2, three) && wgcq_guard(j, ((word *)w)->digits[1] == 2, 0) &&
           wgcq_cut(j) && two(j, w);
}
static bool cut_and_fail(wgcq_journey *j, void *w)
{
    return three(j, w) && wgcq_cut(j) && wgcq_fail(j);
}

static void a_cut_commits_to_the_choices_of_its_story(void **unused)
{
    (void)unused;
    arrives(cut_first, "10 11");
    arrives(cut_in_steps, "0000 0001 1000 1001");
    arrives(cut_after_steps, "020 021");
    arrives(cut_and_fail, "");
}

static bool first_of_six(wgcq_journey *j, void *w)
{
    return two(j, w) && wgcq_once(j, six) && two(j, w);
}
static bool no_such(wgcq_journey *j, void *w)
{
    return two(j, w) && wgcq_none(j, nothing) && wgcq_any(j, six) && wgcq_none(j, cut_and_fail);
}
static bool none_of_six(wgcq_journey *j, void *w)
{
    return two(j, w) && wgcq_none(j, six);
}
static bool soft(wgcq_journey *j, void *w)
{
    (void)w;
    return wgcq_or_else(j, two, three) && wgcq_or_else(j, nothing, three);
}
static bool counted(wgcq_journey *j, void *state)
{
    word *w = state;
    uint64_t count;
    if (!two(j, w) || !wgcq_count(j, pairs, &count))
        return false;
    w->digits[w->count++] = (uint8_t)(count / 10);
    w->digits[w->count++] = (uint8_t)(count % 10);
    return true;
}
static bool add_last(void *bag, const void *state)
{
    const word *w = state;
    *(unsigned *)bag += w->digits[w->count - 1];
    return *(unsigned *)bag < 3;
}
static bool summed(wgcq_journey *j, void *state)
{
    word *w = state;
    unsigned sum = 0;
    if (!wgcq_find_all(j, three, add_last, &sum))
        return false;
    w->digits[w->count++] = (uint8_t)sum;
    return true;
}

static void stories_inside_of_stories(void **unused)
{
    (void)unused;
    arrives(first_of_six, "0000 0001 1000 1001");
    arrives(no_such, "0 1");
    arrives(none_of_six, "");
    arrives(soft, "00 01 02 10 11 12");
    arrives(counted, "032 132");
    arrives(summed, "3");
}

static bool helpers(wgcq_journey *j, void *state)
{
    word *w = state;
    int64_t from;
    unsigned bit;
    if (!wgcq_choose_from(j, -1, 0, &from) || !wgcq_choose_bit(j, 0x28, &bit))
        return false;
    w->digits[0] = (uint8_t)(from + 1);
    w->digits[1] = (uint8_t)bit;
    w->count = 2;
    return true;
}
static bool subset(wgcq_journey *j, void *state)
{
    word *w = state;
    uint64_t members;
    if (!wgcq_choose_subset(j, 4, 0, 2, &members))
        return false;
    for (uint8_t i = 0; i < 4; i++)
        if (members >> i & 1)
            w->digits[w->count++] = i;
    return wgcq_guard(j, w->count > 0, NULL);
}
static unsigned least, most, runs;
static bool subset_of_size(wgcq_journey *j, void *state)
{
    word *w = state;
    uint64_t members;
    assert_true(++runs < 1000); /* more than there are subsets */
    if (!wgcq_choose_subset(j, 4, least, most, &members))
        return false;
    for (uint8_t i = 0; i < 4; i++)
        if (members >> i & 1)
            w->digits[w->count++] = i;
    return true;
}
static void subsets_of(unsigned from, unsigned to, const char *are)
{
    least = from;
    most = to;
    runs = 0;
    arrives(subset_of_size, are);
}
static int64_t low, high;
static bool from_range(wgcq_journey *j, void *state)
{
    word *w = state;
    int64_t value;
    if (!wgcq_choose_from(j, low, high, &value))
        return false;
    w->digits[w->count++] = (uint8_t)((uint64_t)value & 7);
    return wgcq_guard(j, value == low || value == high, NULL) && wgcq_cut(j);
}
static bool order(wgcq_journey *j, void *state)
{
    word *w = state;
    w->count = 3;
    return wgcq_choose_permutation(j, 3, w->digits);
}

static void ways_to_choose(void **unused)
{
    (void)unused;
    arrives(helpers, "03 05 13 15");
    arrives(subset, "0 1 2 3 01 02 03 12 13 23");
    arrives(order, "012 021 102 120 201 210");
}

static void sizes_of_subsets(void **unused)
{
    (void)unused;
    subsets_of(2, 3, "01 02 03 12 13 23 012 013 023 123");
    subsets_of(3, 9, "012 013 023 123 0123");
    subsets_of(4, UINT_MAX, "0123");
    subsets_of(2, 1, "");
    subsets_of(3, 1, "");
    subsets_of(3, 0, "");
    subsets_of(5, 9, "");
    subsets_of(6, 9, "");
    subsets_of(UINT_MAX, 0, "");
    subsets_of(UINT_MAX, UINT_MAX, "");
}

static void from_edge_to_edge(void **unused)
{
    (void)unused;
    low = INT64_MIN + 1, high = INT64_MAX;
    arrives(from_range, "1");
    low = INT64_MIN, high = INT64_MAX - 1;
    arrives(from_range, "0");
    low = high = INT64_MAX;
    arrives(from_range, "7");
    low = INT64_MAX, high = INT64_MIN;
    arrives(from_range, "");
    low = INT64_MIN, high = INT64_MAX;
    assert_string_equal(results_of(from_range, NULL, WGCQ_EREQUEST), "");
}

static int by_second(const void *a, const void *b)
{
    return ((const word *)b)->digits[1] - ((const word *)a)->digits[1];
}
static void second(const void *state, void *key)
{
    *(uint8_t *)key = ((const word *)state)->digits[1];
}

static void results_as_wanted(void **unused)
{
    (void)unused;
    assert_string_equal(
        results_of(six, &(wgcq_iterator_options){.offset = 1, .limit = 3}, WGCQ_DONE), "01 10 11");
    assert_string_equal(results_of(six, &(wgcq_iterator_options){.order_by = by_second}, WGCQ_DONE),
                        "01 11 21 00 10 20");
    assert_string_equal(
        results_of(six, &(wgcq_iterator_options){.distinct = true, .key = second, .key_size = 1},
                   WGCQ_DONE),
        "00 01");
    assert_string_equal(
        results_of(six, &(wgcq_iterator_options){.order_by = by_second, .offset = 5, .check = true},
                   WGCQ_DONE),
        "20");
}

/* 400 results, of which 100 differ in their last two digits: the table of those met has grown
   twice when each comes again. */
static bool ten_by_ten_again(wgcq_journey *j, void *w)
{
    return digit(j, w, 4) && digit(j, w, 10) && digit(j, w, 10);
}
static void last_two(const void *state, void *key)
{
    memcpy(key, ((const word *)state)->digits + 1, 2);
}

static void many_distinct_results(void **unused)
{
    char expected[401];
    size_t at = 0;
    (void)unused;
    for (int i = 0; i < 100; i++)
        at += (size_t)snprintf(expected + at, sizeof expected - at, "%s0%d%d", i ? " " : "", i / 10,
                               i % 10);
    const wgcq_iterator_options wanted = {.distinct = true, .key = last_two, .key_size = 2};
    assert_string_equal(results_of(ten_by_ten_again, &wanted, WGCQ_DONE), expected);
    const char *whole =
        results_of(ten_by_ten_again, &(wgcq_iterator_options){.distinct = true}, WGCQ_DONE);
    assert_int_equal(strlen(whole), 400 * 4 - 1);
}

/* ---- mistakes ---- */

static size_t outside;
static bool fickle(wgcq_journey *j, void *w)
{
    return digit(j, w, 2 + outside++ % 2) && two(j, w);
}
static bool deaf(wgcq_journey *j, void *w)
{
    wgcq_guard(j, false, NULL);
    return two(j, w);
}
static bool beyond(wgcq_journey *j, void *state)
{
    word *w = state;
    if (two(j, w)) /* as if the state were smaller than it is */
        ((uint8_t *)(w + 1))[0]++;
    return true;
}
static bool remembers(wgcq_journey *j, void *state)
{
    if (!two(j, state))
        return false;
    ((word *)state)->digits[7] = (uint8_t)outside++;
    return true;
}

static void says_of(wgcq_journey_fn *function, bool check, const char *words)
{
    word room[2];
    wgcq_error err = {0};
    wgcq_iterator *t;
    int code;
    outside = 0;
    memset(room, 0, sizeof room);
    assert_int_equal(wgcq_iterator_new(&t, function, room, sizeof *room,
                                       &(wgcq_iterator_options){.check = check}, &err),
                     0);
    while ((code = wgcq_iterator_next(t, &err)) == 0)
        continue;
    assert_int_equal(code, WGCQ_ERUN);
    assert_int_equal(err.code, WGCQ_ERUN);
    if (!strstr(err.text, words))
        fail_msg("%s", err.text);
    wgcq_iterator_free(t);
}

static void mistakes_are_found(void **unused)
{
    (void)unused;
    says_of(fickle, false, "not deterministic");
    says_of(deaf, true, "chain with &&");
    says_of(beyond, true, "outside of the state's 16 bytes");
    says_of(remembers, true, "byte 7 of the state");
}

static wgcq_iterator *itself;
static bool re_enters(wgcq_journey *j, void *w)
{
    wgcq_error err = {0};
    return wgcq_guard(j, wgcq_iterator_next(itself, &err) == WGCQ_EREQUEST && err.text[0], NULL) &&
           two(j, w);
}

static void a_telling_is_not_entered_twice(void **unused)
{
    (void)unused;
    word w = {0};
    wgcq_error err = {0};
    assert_int_equal(wgcq_iterator_new(&itself, re_enters, &w, sizeof w, NULL, &err), 0);
    assert_int_equal(wgcq_iterator_next(itself, &err), 0);
    assert_int_equal(wgcq_iterator_next(itself, &err), 0);
    assert_int_equal(wgcq_iterator_next(itself, &err), WGCQ_DONE);
    wgcq_iterator_free(itself);
}

static void requests_that_make_no_sense(void **unused)
{
    (void)unused;
    const wgcq_iterator_options wanted[] = {
        {.distinct = true}, {.order_by = by_second}, {.check = true}};
    for (size_t i = 0; i < 3; i++) {
        wgcq_error err = {0};
        wgcq_iterator *t = NULL;
        assert_int_equal(wgcq_iterator_new(&t, two, NULL, 0, &wanted[i], &err), WGCQ_EREQUEST);
        assert_null(t);
        assert_true(err.text[0]);
    }
    wgcq_error err = {0};
    wgcq_iterator *t;
    assert_int_equal(wgcq_iterator_new(&t, pairs, NULL, 0, NULL, &err), 0);
    assert_int_equal(wgcq_iterator_next(t, &err), WGCQ_EREQUEST);
    wgcq_iterator_free(t);
    wgcq_iterator_free(NULL);
}

/* ---- left by a jump -------------------------------------------------------------------------- */

static jmp_buf landing;
static int jump_at; /* the place below that jumps */

static void jump_here(int place)
{
    if (jump_at == place)
        longjmp(landing, place);
}

static bool jumping_step(wgcq_journey *j, void *state)
{
    size_t which;
    unsigned char *bytes = state;
    if (!wgcq_choose(j, 2, &which) || !wgcq_move(j, "step", 1))
        return false;
    jump_here(1 + (++bytes[0] == 3));
    return true;
}

static bool jumping_done(const void *state)
{
    jump_here(3);
    return *(const unsigned char *)state > 2;
}

static bool jumping_nested(wgcq_journey *j, void *state)
{
    size_t which;
    (void)state;
    if (!wgcq_choose(j, 3, &which))
        return false;
    jump_here(4);
    return wgcq_any(j, jumping_step);
}

static bool jumping_collect(void *bag, const void *state)
{
    (void)bag, (void)state;
    jump_here(5);
    return true;
}

static bool jumping(wgcq_journey *j, void *state)
{
    unsigned char *bytes = state;
    bool all = wgcq_repeat(j, 2, jumping_step) && wgcq_until(j, jumping_done, jumping_step) &&
               wgcq_once(j, jumping_nested) &&
               wgcq_find_all(j, jumping_nested, jumping_collect, NULL);
    if (all && bytes[0] > 2)
        jump_here(6);
    return all;
}

/* Whether it was left by the jump; the iterator can then only be freed. */
static bool run_and_jump(int place, const wgcq_iterator_options *options)
{
    unsigned char state[2] = {0};
    wgcq_iterator *volatile t = NULL;
    wgcq_error err = {0};
    wgcq_iterator *made;
    assert_int_equal(wgcq_iterator_new(&made, jumping, state, sizeof state, options, NULL), 0);
    t = made;
    jump_at = place;
    if (!setjmp(landing)) {
        while (wgcq_iterator_next(t, NULL) == 0)
            continue;
        wgcq_iterator_free(t);
        return false;
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wgcq_iterator_next(t, &err), WGCQ_EREQUEST);
        assert_non_null(strstr(err.text, "jump"));
    }
    assert_int_equal(wgcq_iterator_move_count(t), 0);
    wgcq_iterator_free(t);
    return true;
}

static void a_journey_is_left_by_a_jump(void **state)
{
    const wgcq_iterator_options plain = {0}, checked = {.check = true},
                                distinct = {.distinct = true, .offset = 1};
    (void)state;
    assert_false(run_and_jump(0, &plain));
    for (int place = 1; place <= 6; place++) {
        assert_true(run_and_jump(place, NULL));
        assert_true(run_and_jump(place, &checked));
        assert_true(run_and_jump(place, &distinct));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_choice_turns_fastest),
        cmocka_unit_test(steps_are_gone_on_from),
        cmocka_unit_test(a_cut_commits_to_the_choices_of_its_story),
        cmocka_unit_test(stories_inside_of_stories),
        cmocka_unit_test(ways_to_choose),
        cmocka_unit_test(sizes_of_subsets),
        cmocka_unit_test(from_edge_to_edge),
        cmocka_unit_test(results_as_wanted),
        cmocka_unit_test(many_distinct_results),
        cmocka_unit_test(mistakes_are_found),
        cmocka_unit_test(a_telling_is_not_entered_twice),
        cmocka_unit_test(requests_that_make_no_sense),
        cmocka_unit_test(a_journey_is_left_by_a_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
