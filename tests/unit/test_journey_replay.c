/*
 * test_journey_replay.c - choices of results: as text and bytes, run again, resumed behind, shrunk.
 *
 * Random trees are walked by a recursion of their own beside the engine.
 */
#include <stdio.h>
#include <string.h>
#include <wgcq.h>

#include "grown_tree.h"
#include "suite.h"

enum { DEEP = 6, RESULTS = 20000, TREES = 60 };

/* ---- random trees: a node is a hash, which says what follows it ---------------------------- */

typedef struct {
    uint64_t choices[DEEP];
    size_t count;
    uint64_t hash;
} found;

static bool is_leaf(const place *p)
{
    return p->depth == DEEP || p->hash % 11 == 0;
}
static uint64_t branches(const place *p)
{
    return p->hash / 11 % 6;
}
static bool is_open(const place *p)
{
    return p->hash / 66 % 5 != 0;
}
static bool is_cutting(const place *p)
{
    return p->hash / 330 % 4 == 0;
}

/* Commits at some places, and in some steps to their own choice. */
static bool with_cuts(wgcq_journey *j, void *state)
{
    place *p = state;
    while (!is_leaf(p))
        if (!grow(j, p) || (is_cutting(p) && !wgcq_cut(j)))
            return false;
    return true;
}
static bool cutting_step(wgcq_journey *j, void *state)
{
    place *p = state;
    return grow(j, p) && (is_leaf(p) || grow(j, p)) && (!is_cutting(p) || wgcq_cut(j));
}
static bool cuts_in_steps(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_until(j, is_leaf_state, cutting_step);
}

static size_t walk(const place *p, found *all, size_t count, found *path)
{
    if (is_leaf(p)) {
        assert_true(count < RESULTS);
        path->hash = p->hash;
        all[count] = *path;
        return count + 1;
    }
    for (uint64_t i = 0; i < branches(p); i++) {
        place next = child(p, i);
        path->choices[path->count++] = i;
        if (is_open(&next))
            count = walk(&next, all, count, path);
        path->count--;
    }
    return count;
}

/* The path of these choices, 0 for those that are missing.  WGCQ_EREQUEST: one is beyond. */
static int descend(place p, const uint64_t *choices, size_t count, found *path)
{
    *path = (found){{0}, 0, 0};
    while (!is_leaf(&p)) {
        uint64_t which = path->count < count ? choices[path->count] : 0;
        if (branches(&p) == 0)
            return WGCQ_DONE;
        if (which >= branches(&p))
            return WGCQ_EREQUEST;
        p = child(&p, which);
        path->choices[path->count++] = which;
        if (!is_open(&p))
            return WGCQ_DONE;
    }
    path->hash = p.hash;
    return 0;
}

static place tree(uint64_t number)
{
    return (place){mixed(number, 5), 0};
}

/* ---- the engine's results ------------------------------------------------------------------- */

static size_t iterate(wgcq_journey_fn *fn, place root, const wgcq_iterator_options *wanted,
                      found *all)
{
    wgcq_error err = {0};
    wgcq_iterator *t;
    size_t count = 0;
    int code;
    assert_int_equal(wgcq_iterator_new(&t, fn, &root, sizeof root, wanted, &err), 0);
    assert_int_equal(wgcq_iterator_choice_count(t), 0);
    while ((code = wgcq_iterator_next(t, &err)) == 0 || code == WGCQ_LIMIT) {
        if (code)
            continue;
        found *f = &all[count++];
        assert_true(count <= RESULTS);
        f->hash = root.hash;
        f->count = wgcq_iterator_choice_count(t);
        assert_true(f->count <= DEEP);
        for (size_t i = 0; i < f->count; i++)
            f->choices[i] = wgcq_iterator_choice(t, i);
    }
    if (code != WGCQ_DONE)
        fail_msg("%s", err.text);
    assert_int_equal(wgcq_iterator_choice_count(t), 0);
    wgcq_iterator_free(t);
    return count;
}

static void check_same(const found *a, const found *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_true(a[i].hash == b[i].hash && a[i].count == b[i].count);
        assert_memory_equal(a[i].choices, b[i].choices, a[i].count * sizeof *a[i].choices);
    }
}

static found all[RESULTS], some[RESULTS];

static void test_choices_of_results(void **state)
{
    size_t most = 0;
    (void)state;
    for (uint64_t n = 0; n < TREES; n++) {
        place root = tree(n);
        found path = {{0}, 0, 0};
        size_t count = walk(&root, all, 0, &path);
        most = count > most ? count : most;
        for (int check = 0; check < 2; check++) {
            const wgcq_iterator_options wanted = {.check = check};
            assert_int_equal(iterate(by_hand, root, &wanted, some), count);
            check_same(all, some, count);
            assert_int_equal(iterate(by_loop, root, &wanted, some), count);
            check_same(all, some, count);
        }
    }
    assert_true(most > 100);
}

static void test_beginning_behind(void **state)
{
    static wgcq_journey_fn *const functions[] = {by_hand, by_loop, with_cuts, cuts_in_steps};
    size_t resumed = 0;
    (void)state;
    for (uint64_t n = 0; n < TREES; n++)
        for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
            size_t count = iterate(functions[f], tree(n), NULL, all);
            for (size_t k = 0; k < count; k += 1 + count / 20) {
                wgcq_iterator_options wanted = {
                    .after = all[k].choices, .after_count = all[k].count, .check = k % 2};
                if (k % 3 == 0)
                    wanted.max_runs = 2 + k % 9;
                assert_int_equal(iterate(functions[f], tree(n), &wanted, some), count - k - 1);
                check_same(all + k + 1, some, count - k - 1);
                wanted.offset = 1;
                wanted.limit = 2;
                size_t left = count - k - 1 > 1 ? count - k - 2 : 0;
                left = left < 2 ? left : 2;
                assert_int_equal(iterate(functions[f], tree(n), &wanted, some), left);
                check_same(all + k + 2, some, left);
                resumed++;
            }
        }
    assert_true(resumed > 500);
}

/* Every list of choices of these trees up to a length that is no result's is refused. */
static void test_beginning_behind_none(void **state)
{
    uint64_t seed = 4;
    int results = 0, others = 0;
    (void)state;
    for (int i = 0; i < 3000; i++) {
        place root = tree(dice(&seed) % TREES);
        uint64_t choices[DEEP + 2];
        size_t count = dice(&seed) % (DEEP + 3);
        for (size_t k = 0; k < count; k++)
            choices[k] = dice(&seed) % 3;
        found path;
        int code = descend(root, choices, count, &path);
        bool is_result = code == 0 && path.count >= count;
        wgcq_iterator *t;
        wgcq_error err = {0};
        const wgcq_iterator_options wanted = {.after = choices, .after_count = count};
        assert_int_equal(
            wgcq_iterator_new(&t, i % 2 ? by_hand : by_loop, &root, sizeof root, &wanted, &err), 0);
        code = wgcq_iterator_next(t, &err);
        assert_int_equal(code == WGCQ_EREQUEST, !is_result);
        assert_int_equal(err.code, is_result ? 0 : WGCQ_EREQUEST);
        results += is_result;
        others += !is_result;
        wgcq_iterator_free(t);
    }
    assert_true(results > 100 && others > 100);
}

static void test_replay(void **state)
{
    uint64_t seed = 1;
    int ends[4] = {0};
    (void)state;
    for (int i = 0; i < 6000; i++) {
        const place root = tree(dice(&seed) % TREES);
        uint64_t choices[DEEP + 2];
        size_t count = dice(&seed) % (DEEP + 3);
        for (size_t k = 0; k < count; k++)
            choices[k] = dice(&seed) % (dice(&seed) % 5 ? 3 : 6);
        found path;
        int expected = descend(root, choices, count, &path);
        bool too_many = expected == 0 && path.count < count;
        place p = root;
        wgcq_error err = {0};
        const wgcq_iterator_options wanted = {.check = i % 5 == 0};
        int code = wgcq_replay(i % 2 ? by_hand : by_loop, &p, sizeof p, i % 3 ? &wanted : NULL,
                               choices, count, &err);
        assert_int_equal(code, too_many ? WGCQ_EREQUEST : expected);
        assert_true(p.hash == (code == 0 ? path.hash : root.hash));
        if (code == WGCQ_EREQUEST) {
            char text[80];
            snprintf(text, sizeof text,
                     too_many ? "%zu choices are given, and the journey makes"
                              : "the given choice number %zu is %llu,",
                     too_many ? count : path.count + 1,
                     too_many ? 0 : (unsigned long long)choices[path.count]);
            assert_memory_equal(err.text, text, strlen(text));
        } else {
            assert_int_equal(err.code, 0);
        }
        ends[too_many ? 3 : expected == WGCQ_EREQUEST ? 2 : expected]++;
    }
    for (int k = 0; k < 4; k++)
        assert_true(ends[k] > 100);
}

/* ---- text and bytes ------------------------------------------------------------------------- */

static void check_text(const uint64_t *choices, size_t count, const char *text)
{
    char out[100] = "x";
    uint64_t back[20];
    size_t length = strlen(text), read;
    wgcq_error err = {0};
    assert_int_equal(wgcq_choices_to_text(choices, count, NULL, 0), length);
    assert_int_equal(wgcq_choices_to_text(choices, count, out, sizeof out), length);
    assert_string_equal(out, text);
    for (size_t size = 1; size <= length; size++) {
        memset(out, 'x', sizeof out);
        assert_int_equal(wgcq_choices_to_text(choices, count, out, size), length);
        assert_int_equal(strlen(out), size - 1);
        assert_memory_equal(out, text, size - 1);
        assert_int_equal(out[size], 'x');
    }
    assert_int_equal(wgcq_choices_from_text(text, back, (length + 1) / 2, &read, &err), 0);
    assert_int_equal(read, count);
    assert_memory_equal(back, choices, count * sizeof *back);
    if (count)
        assert_int_equal(wgcq_choices_from_text(text, back, count - 1, &read, &err), WGCQ_EREQUEST);
}

static void check_bytes(const uint64_t *choices, size_t count, const char *bytes, size_t length)
{
    unsigned char out[100];
    uint64_t back[20];
    size_t read;
    wgcq_error err = {0};
    assert_int_equal(wgcq_choices_to_bytes(choices, count, NULL, 0), length);
    for (size_t size = 0; size <= length + 1; size++) {
        memset(out, 'x', sizeof out);
        assert_int_equal(wgcq_choices_to_bytes(choices, count, out, size), length);
        size_t written = size < length ? size : length;
        assert_memory_equal(out, bytes, written);
        assert_int_equal(out[written], 'x');
    }
    assert_int_equal(wgcq_choices_from_bytes(bytes, length, back, length, &read, &err), 0);
    assert_int_equal(read, count);
    assert_memory_equal(back, choices, count * sizeof *back);
    if (count)
        assert_int_equal(wgcq_choices_from_bytes(bytes, length, back, count - 1, &read, &err),
                         WGCQ_EREQUEST);
}

static void test_text_and_bytes(void **state)
{
    (void)state;
    const uint64_t few[] = {2, 0, 5}, one[] = {0}, most[] = {UINT64_MAX, 127, 128, 300};
    check_text(NULL, 0, "");
    check_text(one, 1, "0");
    check_text(few, 3, "2.0.5");
    check_text(most, 4, "18446744073709551615.127.128.300");
    check_bytes(NULL, 0, "", 0);
    check_bytes(one, 1, "\0", 1);
    check_bytes(few, 3, "\2\0\5", 3);
    check_bytes(most, 4, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\1\x7f\x80\1\xac\2", 15);
}

static void test_wrong_text_and_bytes(void **state)
{
    static const char *const texts[] = {".",
                                        "1.",
                                        ".1",
                                        "1..2",
                                        "01",
                                        "-1",
                                        "+1",
                                        " 1",
                                        "1 ",
                                        "1,2",
                                        "1.a",
                                        "x",
                                        "00",
                                        "1.2.",
                                        "2.03",
                                        "0x1",
                                        "\n",
                                        "1.2\n",
                                        "18446744073709551616",
                                        "99999999999999999999999"};
    static const struct {
        const char *bytes;
        size_t size;
    } wrong[] = {{"\x80", 1},
                 {"\5\xff", 2},
                 {"\x80\0", 2},
                 {"\x81\x80\0", 3},
                 {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\2", 10},
                 {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0", 11},
                 {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x81", 10}};
    uint64_t choices[30];
    size_t count;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        wgcq_error err = {0};
        assert_int_equal(wgcq_choices_from_text(texts[i], choices, 30, &count, &err),
                         WGCQ_EREQUEST);
        assert_int_equal(err.code, WGCQ_EREQUEST);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        wgcq_error err = {0};
        assert_int_equal(
            wgcq_choices_from_bytes(wrong[i].bytes, wrong[i].size, choices, 30, &count, &err),
            WGCQ_EREQUEST);
        assert_int_equal(err.code, WGCQ_EREQUEST);
    }
}

/* ---- shrinking ------------------------------------------------------------------------------ */

static bool is_smaller(const found *a, const found *b)
{
    if (a->count != b->count)
        return a->count < b->count;
    for (size_t i = 0; i < a->count; i++)
        if (a->choices[i] != b->choices[i])
            return a->choices[i] < b->choices[i];
    return false;
}

static void check_minimal(place root, const found *f)
{
    for (size_t i = 0; i < f->count; i++)
        for (int change = 0; change < 3; change++) {
            uint64_t trial[DEEP];
            size_t count = f->count;
            found path;
            memcpy(trial, f->choices, sizeof trial);
            if (change == 0)
                memmove(trial + i, trial + i + 1, (--count - i) * sizeof *trial);
            else if (trial[i] > 0)
                trial[i] = change == 1 ? 0 : trial[i] - 1;
            if (descend(root, trial, count, &path) == 0)
                assert_false(is_smaller(&path, f));
        }
}

static void test_shrinking_is_minimal(void **state)
{
    size_t tried = 0, smaller = 0;
    (void)state;
    for (uint64_t n = 0; n < TREES; n++) {
        size_t count = iterate(by_hand, tree(n), NULL, all);
        for (size_t k = 0; k < count; k += 1 + count / 20, tried++) {
            found least = all[k];
            place p = tree(n);
            wgcq_error err = {0};
            wgcq_iterator_options wanted = {.check = k % 3 == 0};
            if (k % 2)
                wanted.max_runs = 12;
            int code, calls = 0;
            while ((code = wgcq_shrink(k % 4 ? by_hand : by_loop, &p, sizeof p, &wanted,
                                       least.choices, &least.count, &err)) == WGCQ_LIMIT) {
                assert_true(p.hash == tree(n).hash);
                wanted.max_runs += 8;
                assert_true(calls++ < 100);
            }
            assert_int_equal(code, 0);
            found path;
            assert_int_equal(descend(tree(n), least.choices, least.count, &path), 0);
            assert_true(path.hash == p.hash && path.count == least.count);
            assert_false(is_smaller(&all[k], &least));
            smaller += is_smaller(&least, &all[k]);
            check_minimal(tree(n), &least);
        }
    }
    assert_true(tried > 100 && smaller > 50);
}

/* Numbers whose sum is beyond what the code under test can take. */
typedef struct {
    uint64_t count, sum;
} numbers;

static bool overflows(wgcq_journey *j, void *state)
{
    numbers *n = state;
    size_t number;
    if (!wgcq_choose(j, 21, &number))
        return false;
    for (n->count = number; number > 0; number--) {
        size_t value;
        if (!wgcq_choose(j, 1001, &value))
            return false;
        n->sum += value;
    }
    return wgcq_guard(j, n->sum > 1500, "fits");
}

static bool at_least(wgcq_journey *j, void *state)
{
    int64_t value;
    if (!wgcq_choose_from(j, -5, INT64_MAX - 10, &value) || value < 123456789012345)
        return false;
    memcpy(state, &value, sizeof value);
    return true;
}

static void test_shrinking_numbers(void **state)
{
    uint64_t choices[21], huge[1] = {(uint64_t)1 << 62};
    uint64_t seed = 9;
    (void)state;
    for (int i = 0; i < 50; i++) {
        numbers n = {0, 0};
        size_t count = 1 + 4 + dice(&seed) % 17;
        choices[0] = count - 1;
        for (size_t k = 1; k < count; k++)
            choices[k] = 400 + dice(&seed) % 601;
        assert_int_equal(wgcq_shrink(overflows, &n, sizeof n, NULL, choices, &count, NULL), 0);
        assert_int_equal(count, choices[0] + 1);
        assert_true(n.count + 1 == count && n.sum == 1501);
        assert_true(count <= 5);
        for (size_t k = 1; k < count; k++)
            assert_true(choices[k] > 0);
    }
    size_t count = 1;
    int64_t least = 0;
    const wgcq_iterator_options wanted = {.max_runs = 200};
    assert_int_equal(wgcq_shrink(at_least, &least, sizeof least, &wanted, huge, &count, NULL), 0);
    assert_true(least == 123456789012345 && huge[0] == 123456789012350);
}

static bool raises_below(wgcq_journey *j, void *state)
{
    size_t *which = state;
    return wgcq_choose(j, 9, which) && (*which > 3 || wgcq_raise(j, "below"));
}

static void test_shrinking_ends_early(void **state)
{
    uint64_t choices[4] = {8, 0, 0, 0};
    size_t count = 1, value = 77;
    wgcq_error err = {0};
    (void)state;
    /* An error of the function is the caller's. */
    assert_int_equal(wgcq_shrink(raises_below, &value, sizeof value, NULL, choices, &count, &err),
                     WGCQ_ERUN);
    assert_string_equal(err.text, "below");
    assert_int_equal(value, 77);
    /* Choices that make no result are left as they are. */
    numbers n = {0, 0};
    choices[0] = 1;
    choices[1] = 700;
    count = 2;
    assert_int_equal(wgcq_shrink(overflows, &n, sizeof n, NULL, choices, &count, NULL), WGCQ_DONE);
    assert_true(count == 2 && choices[1] == 700 && n.sum == 0);
    choices[0] = 2;
    choices[2] = choices[1] = 900;
    err = (wgcq_error){0};
    assert_int_equal(wgcq_shrink(overflows, &n, sizeof n, NULL, choices, &count, &err), WGCQ_DONE);
    count = 4;
    assert_int_equal(wgcq_shrink(overflows, &n, sizeof n, NULL, choices, &count, &err),
                     WGCQ_EREQUEST);
    assert_string_equal(err.text, "4 choices are given, and the journey makes 3");
    choices[1] = 1001;
    count = 3;
    err = (wgcq_error){0};
    assert_int_equal(wgcq_shrink(overflows, &n, sizeof n, NULL, choices, &count, &err),
                     WGCQ_EREQUEST);
    assert_string_equal(err.text, "the given choice number 2 is 1001, and the journey chooses "
                                  "there from 0 to 1000");
}

static int stop(void *self, const wgcq_progress *progress)
{
    (void)self;
    (void)progress;
    return 1;
}
static bool never(const void *state)
{
    (void)state;
    return false;
}
static bool nothing(wgcq_journey *j, void *state)
{
    (void)j;
    (void)state;
    return true;
}
static bool loops(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_until(j, never, nothing);
}

static void test_limits(void **state)
{
    place p = tree(3);
    const wgcq_monitor monitor = {NULL, stop};
    wgcq_error err = {0};
    (void)state;
    const wgcq_iterator_options runs = {.max_runs = 100}, seconds = {.max_seconds = 0.01},
                                watched = {.monitor = &monitor}, depth = {.max_depth = 1};
    assert_int_equal(wgcq_replay(loops, &p, sizeof p, &runs, NULL, 0, &err), WGCQ_LIMIT);
    assert_int_equal(wgcq_replay(loops, &p, sizeof p, &seconds, NULL, 0, &err), WGCQ_LIMIT);
    assert_int_equal(err.code, 0);
    assert_int_equal(wgcq_replay(loops, &p, sizeof p, &watched, NULL, 0, &err), WGCQ_EINTERRUPT);
    assert_true(p.hash == tree(3).hash);
    const uint64_t choices[2] = {2, 501};
    numbers n = {0, 0};
    assert_int_equal(wgcq_replay(overflows, &n, sizeof n, &depth, choices, 2, NULL), WGCQ_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choices_of_results),    cmocka_unit_test(test_beginning_behind),
        cmocka_unit_test(test_beginning_behind_none), cmocka_unit_test(test_replay),
        cmocka_unit_test(test_text_and_bytes),        cmocka_unit_test(test_wrong_text_and_bytes),
        cmocka_unit_test(test_shrinking_is_minimal),  cmocka_unit_test(test_shrinking_numbers),
        cmocka_unit_test(test_shrinking_ends_early),  cmocka_unit_test(test_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
