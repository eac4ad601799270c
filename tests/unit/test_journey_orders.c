/* test_journey_orders.c - iterative deepening, against rounds of another evaluation. */
#include "journey_programs.h"

enum { ALL_KINDS = (1 << OP_KINDS) - 1, KINDS = ALL_KINDS & ~(1 << OP_INTERLEAVE) };

static bool is_among(const outcome *results, size_t count, const outcome *o)
{
    for (size_t i = 0; i < count; i++)
        if (results[i].choice_count == o->choice_count &&
            memcmp(results[i].path, o->path, o->choice_count * sizeof *o->path) == 0)
            return true;
    return false;
}

/* Whole evaluations that allow 1, 2, 3, ... choices; of each what none before has had. */
static bool told_in_rounds(const program *p, outcome **results, size_t *count, uint32_t *rounds)
{
    static const outcome begin = {.cost = 0};
    long work = WORK;
    tale t = {.p = p, .work = &work, .most = 1, .cut_short = true};
    for (; t.cut_short; t.most++) {
        size_t before = t.count, kept = before;
        t.cut_short = false;
        tale_results(&t, 0, &begin);
        for (size_t i = before; i < t.count; i++)
            if (!is_among(t.results, before, &t.results[i]))
                t.results[kept++] = t.results[i];
        t.count = kept;
    }
    *results = t.results;
    *count = t.count;
    *rounds = t.most - 1;
    return work > 0;
}

static int fewer_choices(const void *a, const void *b)
{
    const outcome *x = *(const outcome *const *)a, *y = *(const outcome *const *)b;
    if (x->choice_count != y->choice_count)
        return x->choice_count < y->choice_count ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* Without cuts the rounds sort by the number of choices, and are stable. */
static void assert_sorted(const program *p, const outcome *in_rounds, size_t count)
{
    outcome *all = NULL;
    size_t all_count = 0;
    if (told(p, &all, &all_count)) {
        const outcome **sorted = malloc((all_count + 1) * sizeof *sorted);
        assert_non_null(sorted);
        assert_int_equal(count, all_count);
        for (size_t i = 0; i < count; i++)
            sorted[i] = &all[i];
        qsort(sorted, count, sizeof *sorted, fewer_choices);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(sorted[i]->choice_count < 1 ? 1 : sorted[i]->choice_count,
                             in_rounds[i].choice_count < 1 ? 1 : in_rounds[i].choice_count);
            assert_memory_equal(sorted[i]->path, in_rounds[i].path,
                                sorted[i]->choice_count * sizeof *sorted[i]->path);
        }
        free(sorted);
    }
    free(all);
}

static void test_deepening(void **state)
{
    const unsigned order_decides = 1 << OP_CUT | 1 << OP_BOUND;
    size_t tried = 0, sorted = 0, deep = 0, cut = 0, bounded = 0;
    (void)state;
    for (uint64_t seed = 1; tried < 700; seed++) {
        const program p = random_program(seed, KINDS);
        outcome *results = NULL;
        size_t count = 0;
        uint32_t rounds = 0;
        if (told_in_rounds(&p, &results, &count, &rounds)) {
            wgcq_iterator_options wanted = {.order = WGCQ_DEEPENING, .check = seed % 2};
            assert_results(&p, wanted, results, count);
            wanted.max_runs = 20000 + seed % 13;
            if (seed % 8 == 0)
                assert_results(&p, wanted, results, count);
            if (!(p.used & order_decides)) {
                assert_sorted(&p, results, count);
                sorted += count > 1;
            }
            tried++;
            deep += count > 2 && rounds > 3;
            cut += (p.used >> OP_CUT & 1) && count > 1;
            bounded += (p.used >> OP_BOUND & 1) && count > 1;
        }
        free(results);
    }
    assert_true(sorted > 100 && deep > 50 && cut > 50 && bounded > 50);
}

static void test_suspended(void **state)
{
    const unsigned kinds = 1 << OP_CHOOSE | 1 << OP_GUARD | 1 << OP_MOVE | 1 << OP_MIX |
                           1 << OP_CUT | 1 << OP_REPEAT | 1 << OP_BOUND;
    size_t tried = 0;
    (void)state;
    for (uint64_t seed = 1; tried < 25; seed++) {
        const program p = random_program(seed, kinds);
        outcome *results = NULL;
        size_t count = 0;
        uint32_t rounds = 0;
        if (told_in_rounds(&p, &results, &count, &rounds) && count > 2 && rounds > 2) {
            for (uint64_t runs = BLOCKS + 1; runs < 400; runs += 2 + runs)
                assert_results(&p,
                               (wgcq_iterator_options){
                                   .order = WGCQ_DEEPENING, .max_runs = runs, .check = runs & 1},
                               results, count);
            tried++;
        }
        free(results);
    }
}

/* ---- endless, and known figures -------------------------------------------------------------- */

typedef struct {
    uint32_t length;
    char text[60];
} word;

static bool is_ended(const void *state)
{
    const word *w = state;
    return w->length > 0 && w->text[w->length - 1] == '.';
}

static bool add_letter(wgcq_journey *j, void *state)
{
    word *w = state;
    size_t which;
    if (!wgcq_choose(j, 3, &which))
        return false;
    if (w->length == sizeof w->text)
        return wgcq_raise(j, "too deep");
    w->text[w->length++] = "ab."[which];
    return true;
}

/* Depth-first it says "aaaa..." for ever. */
static bool words(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_until(j, is_ended, add_letter);
}

static wgcq_iterator *begun(wgcq_journey_fn *fn, word *w, wgcq_iterator_options wanted)
{
    wgcq_iterator *t;
    memset(w, 0, sizeof *w);
    assert_int_equal(wgcq_iterator_new(&t, fn, w, sizeof *w, &wanted, NULL), 0);
    return t;
}

/* All words of two letters by length, then in alphabetic order: counted, not searched. */
static void test_endless(void **state)
{
    (void)state;
    for (int check = 0; check < 2; check++) {
        word w;
        wgcq_iterator *t =
            begun(words, &w, (wgcq_iterator_options){.order = WGCQ_DEEPENING, .check = check});
        for (uint32_t length = 0; length < 8; length++)
            for (uint32_t number = 0; number < 1u << length; number++) {
                assert_int_equal(wgcq_iterator_next(t, NULL), 0);
                assert_int_equal(w.length, length + 1);
                for (uint32_t i = 0; i < length; i++)
                    assert_int_equal(w.text[i], "ab"[number >> (length - 1 - i) & 1]);
            }
        wgcq_iterator_free(t);
    }
}

/* max_depth ends it, and says so; the results are those of fewer choices. */
static void test_depth(void **state)
{
    word w;
    int code;
    size_t count = 0;
    (void)state;
    wgcq_iterator *t =
        begun(words, &w, (wgcq_iterator_options){.order = WGCQ_DEEPENING, .max_depth = 5});
    while ((code = wgcq_iterator_next(t, NULL)) == 0)
        count++;
    assert_int_equal(code, WGCQ_LIMIT);
    assert_string_equal(wgcq_iterator_limit(t), "max_depth");
    assert_int_equal(count, 1 + 2 + 4 + 8 + 16);
    wgcq_iterator_free(t);
    t = begun(words, &w,
              (wgcq_iterator_options){.order = WGCQ_DEEPENING, .max_depth = 5, .limit = 31});
    for (count = 0; (code = wgcq_iterator_next(t, NULL)) == 0; count++)
        continue;
    assert_int_equal(count, 31);
    assert_int_equal(code, WGCQ_DONE);
    wgcq_iterator_free(t);
}

/* Deep where the first letter is 'a', and committed to by the first one that ends. */
static bool first_word(wgcq_journey *j, void *state)
{
    const word *w = state;
    return add_letter(j, state) &&
           (w->text[0] != 'a' || (add_letter(j, state) && add_letter(j, state))) && wgcq_cut(j);
}

/* In rounds 1 and 2 words of an 'a' are cut short, so that no cut is passed; in the third one the
   first word comes first, as depth-first. */
static void test_cut(void **state)
{
    word w;
    (void)state;
    wgcq_iterator *t = begun(first_word, &w, (wgcq_iterator_options){.order = WGCQ_DEEPENING});
    assert_int_equal(wgcq_iterator_next(t, NULL), 0);
    assert_memory_equal(w.text, "aaa\0", 4);
    assert_int_equal(wgcq_iterator_next(t, NULL), WGCQ_DONE);
    wgcq_iterator_free(t);
}

static void test_refused(void **state)
{
    word w;
    wgcq_iterator *t;
    wgcq_error err = {0};
    const uint64_t after[] = {2};
    const wgcq_iterator_options wrong[] = {
        {.order = (wgcq_journey_order)99},
        {.order = (wgcq_journey_order)-1},
        {.order = WGCQ_DEEPENING, .after = after, .after_count = 1}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        err = (wgcq_error){0};
        assert_int_equal(wgcq_iterator_new(&t, words, &w, sizeof w, &wrong[i], &err),
                         WGCQ_EREQUEST);
        assert_true(err.text[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deepening), cmocka_unit_test(test_suspended),
        cmocka_unit_test(test_endless),   cmocka_unit_test(test_depth),
        cmocka_unit_test(test_cut),       cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
