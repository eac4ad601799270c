/*
 * test_journey_threads.c - one tree searched by several threads: what one thread gives, in its
 * order.
 *
 * Random journeys with cuts, loops and nested ones are compared with one thread; queens are counted
 * by a recursion of their own.  Runs are made slow, so that small trees are divided, too.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <wgcq.h>

#include "dice.h"
#include "suite.h"
#include "turns.h"

static const unsigned counts[] = {1, 2, 3, 7};
enum { COUNTS = sizeof counts / sizeof *counts, DEEP = 9, RESULTS = 30000 };

/* ---- who runs ----------------------------------------------------------------------------- */

static atomic_uint threads_seen;
static _Thread_local bool counted;
static unsigned slowness;

static void run_slowly(uint64_t seed)
{
    volatile uint64_t at = seed;
    if (!counted) {
        counted = true;
        atomic_fetch_add(&threads_seen, 1);
    }
    for (unsigned i = 0; i < slowness; i++)
        at = at * 31 + i;
}

/* ---- random journeys ---------------------------------------------------------------------- */

typedef struct {
    uint64_t hash, depth, told;
} place;

static uint64_t mixed(uint64_t hash, uint64_t with)
{
    uint64_t seed = hash * 31 + with + 1;
    return dice(&seed);
}
static place tree(uint64_t number)
{
    return (place){mixed(number, 5) / 13 * 13 + 4, 0, 0};
}
static bool is_leaf(const void *state)
{
    const place *p = state;
    return p->depth == DEEP || (p->depth > 3 && p->hash % 13 == 0);
}

static bool grow(wgcq_journey *j, void *state)
{
    static const char *const labels[] = {"none", "one", "two", "three", "four"};
    place *p = state;
    size_t which;
    run_slowly(p->hash);
    if (!wgcq_choose(j, 1 + p->hash / 13 % 4, &which))
        return false;
    p->hash = mixed(p->hash, which);
    p->depth++;
    return wgcq_guard(j, p->depth < 3 || p->hash / 52 % 4 != 0, NULL) &&
           wgcq_move(j, labels[which], (int64_t)(p->hash / 3 % 50));
}
static bool cuts(wgcq_journey *j, const place *p, uint64_t one_in)
{
    return (p->depth < 2 && p->hash % 3) || p->hash / 208 % one_in || wgcq_cut(j);
}

static bool plain(wgcq_journey *j, void *state)
{
    while (!is_leaf(state))
        if (!grow(j, state))
            return false;
    return true;
}
static bool in_loop(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_until(j, is_leaf, grow);
}
static bool cutting(wgcq_journey *j, void *state)
{
    while (!is_leaf(state))
        if (!grow(j, state) || !cuts(j, state, 9))
            return false;
    return true;
}
static bool two_steps(wgcq_journey *j, void *state)
{
    return grow(j, state) && (is_leaf(state) || grow(j, state)) && cuts(j, state, 4);
}
static bool cutting_in_loop(wgcq_journey *j, void *state)
{
    (void)state;
    return grow(j, state) && wgcq_until(j, is_leaf, two_steps);
}
static bool half(wgcq_journey *j, void *state)
{
    return grow(j, state) && grow(j, state) && cuts(j, state, 5);
}
static bool other_half(wgcq_journey *j, void *state)
{
    return grow(j, state) && wgcq_guard(j, ((place *)state)->hash % 3, NULL);
}
static bool with_nested(wgcq_journey *j, void *state)
{
    place *p = state;
    uint64_t count;
    bool yes;
    if (!half(j, state) || !wgcq_or_else(j, half, other_half) || !wgcq_count(j, half, &count) ||
        !wgcq_whether(j, other_half, &yes) || !wgcq_guard(j, yes || count > 3, NULL))
        return false;
    p->told += count;
    return wgcq_once(j, half) && wgcq_until(j, is_leaf, two_steps);
}
/* Ends with an error somewhere. */
static bool raising(wgcq_journey *j, void *state)
{
    place *p = state;
    while (!is_leaf(state)) {
        char text[40];
        if (!grow(j, state))
            return false;
        snprintf(text, sizeof text, "at %llu", (unsigned long long)p->hash);
        if (p->depth > 4 && p->hash / 400 % 60 == 0)
            return wgcq_raise(j, text);
    }
    return true;
}

/* Journeys that bound themselves; beside cuts, errors and max_depth. */
static bool bounding(wgcq_journey *j, void *state)
{
    while (!is_leaf(state))
        if (!grow(j, state) || !wgcq_bound(j, 0))
            return false;
    return true;
}
static bool bounded_step(wgcq_journey *j, void *state)
{
    const place *p = state;
    return grow(j, state) && (p->hash % 5 == 0 || wgcq_bound(j, 0)) && cuts(j, p, 6);
}
static bool bounding_and_cutting(wgcq_journey *j, void *state)
{
    while (!is_leaf(state))
        if (!bounded_step(j, state))
            return false;
    return true;
}
static bool bounding_in_loop(wgcq_journey *j, void *state)
{
    return grow(j, state) && wgcq_until(j, is_leaf, bounded_step);
}
static bool bounding_and_raising(wgcq_journey *j, void *state)
{
    const place *p = state;
    while (!is_leaf(state))
        if (!grow(j, state) || !wgcq_bound(j, 0) ||
            (p->depth > 5 && p->hash / 400 % 60 == 0 && !wgcq_raise(j, "raised")))
            return false;
    return true;
}

static wgcq_journey_fn *const functions[] = {bounding,
                                             bounding_and_cutting,
                                             bounding_in_loop,
                                             bounding_and_raising,
                                             plain,
                                             in_loop,
                                             cutting,
                                             cutting_in_loop,
                                             with_nested,
                                             raising};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* ---- iterations --------------------------------------------------------------------------- */

typedef struct {
    size_t count, limits;
    int end;
    char text[1000];
    struct {
        place state;
        int64_t cost;
        uint64_t moves; /* a hash of their labels */
        uint64_t choices[DEEP + 3];
        size_t choice_count;
    } all[RESULTS];
} listed;

static void list_result(const wgcq_iterator *t, const place *state, listed *l)
{
    assert_true(l->count < RESULTS);
    memset(&l->all[l->count], 0, sizeof l->all[0]);
    l->all[l->count].state = *state;
    l->all[l->count].cost = wgcq_iterator_cost(t);
    uint64_t hash = wgcq_iterator_move_count(t);
    for (size_t i = 0; i < wgcq_iterator_move_count(t); i++)
        for (const char *at = wgcq_iterator_move(t, i); *at; at++)
            hash = hash * 31 + (unsigned char)*at;
    l->all[l->count].moves = hash;
    l->all[l->count].choice_count = wgcq_iterator_choice_count(t);
    assert_true(l->all[l->count].choice_count <= DEEP + 3);
    for (size_t i = 0; i < l->all[l->count].choice_count; i++)
        l->all[l->count].choices[i] = wgcq_iterator_choice(t, i);
    l->count++;
}

static void list_results(wgcq_journey_fn *fn, place from, const wgcq_iterator_options *wanted,
                         listed *l)
{
    wgcq_error err = {0};
    wgcq_iterator *t;
    const place initial = from;
    l->count = l->limits = 0;
    assert_int_equal(wgcq_iterator_new(&t, fn, &from, sizeof from, wanted, &err), 0);
    while ((l->end = wgcq_iterator_next(t, &err)) == 0 || l->end == WGCQ_LIMIT)
        if (l->end == 0) {
            list_result(t, &from, l);
        } else if (!strcmp(wgcq_iterator_limit(t), "max_depth")) {
            break;
        } else {
            assert_memory_equal(&from, &initial, sizeof from);
            assert_true(l->limits++ < 1000000);
        }
    if (l->end != WGCQ_ERUN)
        assert_memory_equal(&from, &initial, sizeof from);
    snprintf(l->text, sizeof l->text, "%s", err.text);
    assert_int_equal(wgcq_iterator_next(t, NULL), l->end);
    wgcq_iterator_free(t);
}

static void check_same(const listed *a, const listed *b)
{
    if (a->end != b->end)
        fail_msg("%d, not %d: %s%s", b->end, a->end, a->text, b->text);
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->all, b->all, a->count * sizeof *a->all);
    assert_string_equal(a->text, b->text);
}

static listed one, many;

static void test_same_results(void **state)
{
    size_t most = 0, errors = 0;
    (void)state;
    for (uint64_t n = 0; n < 40; n++)
        for (size_t f = 0; f < FUNCTIONS; f++) {
            if (!in_turn(n + f))
                continue;
            slowness = n % 4 == 0 ? 0 : n % 4 == 1 ? 20 : 400;
            wgcq_iterator_options wanted = {.limit = n % 5 == 4 ? 30 : 0};
            list_results(functions[f], tree(n), &wanted, &one);
            most = one.count > most ? one.count : most;
            errors += one.end == WGCQ_ERUN;
            for (size_t i = 0; i < COUNTS; i++) {
                wanted.threads = counts[i];
                wanted.check = n % 3 == 0 && i % 2;
                list_results(functions[f], tree(n), &wanted, &many);
                check_same(&one, &many);
            }
        }
    assert_true(most > (size_t)turns_least(300, 300) && errors >= (size_t)turns_least(1, 1));
    assert_true(atomic_load(&threads_seen) > 20);
}

static void test_limits_of_runs(void **state)
{
    (void)state;
    slowness = 60;
    for (uint64_t n = 1; n < 5; n++)
        for (size_t f = 0; f < FUNCTIONS; f++) {
            list_results(functions[f], tree(n), &(wgcq_iterator_options){.limit = 400}, &one);
            for (uint64_t runs = 2; runs <= 400; runs += 1 + runs / 6) {
                wgcq_iterator_options wanted = {.max_runs = runs, .limit = 400};
                if (!in_turn(n + f + runs) || (functions[f] == with_nested && runs < 120))
                    continue;
                wanted.threads = counts[1 + (n + f + runs) % (COUNTS - 1)];
                list_results(functions[f], tree(n), &wanted, &many);
                check_same(&one, &many);
            }
        }
}

/* Between two limits there are exactly so many runs, whoever makes them. */
static atomic_ullong runs_made;
static bool counting_run(wgcq_journey *j, void *state)
{
    atomic_fetch_add(&runs_made, 1);
    return plain(j, state) && wgcq_fail(j);
}

static void test_runs_are_exact(void **state)
{
    (void)state;
    slowness = 60;
    for (size_t i = 0; i < COUNTS; i++)
        for (uint64_t runs = 1; runs < 400; runs += 1 + runs / 3) {
            place p = tree(2);
            wgcq_iterator *t;
            int limits = 0;
            const wgcq_iterator_options wanted = {.threads = counts[i], .max_runs = runs};
            atomic_store(&runs_made, 0);
            assert_int_equal(wgcq_iterator_new(&t, counting_run, &p, sizeof p, &wanted, NULL), 0);
            while (wgcq_iterator_next(t, NULL) == WGCQ_LIMIT && limits < 200) {
                assert_string_equal(wgcq_iterator_limit(t), "max_runs");
                assert_true(atomic_load(&runs_made) == runs * (uint64_t)++limits);
            }
            assert_true(limits > 0);
            wgcq_iterator_free(t);
        }
}

static void test_depth(void **state)
{
    size_t cut = 0;
    (void)state;
    slowness = 100;
    for (uint64_t n = 0; n < 30; n++)
        for (size_t f = 0; f < FUNCTIONS; f++) {
            if (!in_turn(n + f))
                continue;
            wgcq_iterator_options wanted = {.max_depth = 4 + n % 5};
            list_results(functions[f], tree(n), &wanted, &one);
            cut += one.end == WGCQ_LIMIT;
            for (size_t i = 1; i < COUNTS; i++) {
                wanted.threads = counts[i];
                wanted.check = n % 2;
                list_results(functions[f], tree(n), &wanted, &many);
                check_same(&one, &many);
            }
        }
    assert_true(cut > 10);
}

static void test_beginning_behind(void **state)
{
    (void)state;
    slowness = 100;
    for (uint64_t n = 0; n < 12; n++)
        for (size_t f = 0; f < FUNCTIONS; f++) {
            static listed rest;
            list_results(functions[f], tree(n), NULL, &one);
            for (size_t k = 0; k < one.count; k += 1 + one.count / 3) {
                if (!in_turn(n + k))
                    continue;
                wgcq_iterator_options wanted = {.after = one.all[k].choices,
                                                .after_count = one.all[k].choice_count,
                                                .threads = counts[1 + n % 3],
                                                .max_runs =
                                                    n % 2 && functions[f] != with_nested ? 30 : 0};
                list_results(functions[f], tree(n), &wanted, &many);
                rest = one;
                memmove(rest.all, rest.all + k + 1, (one.count - k - 1) * sizeof *rest.all);
                rest.count -= k + 1;
                check_same(&rest, &many);
            }
        }
}

static int by_hash(const void *a, const void *b)
{
    const place *x = a, *y = b;
    return (x->hash > y->hash) - (x->hash < y->hash);
}
static void hash_key(const void *state, void *key)
{
    *(unsigned char *)key = (unsigned char)(((const place *)state)->hash % 50);
}

static void test_other_options(void **state)
{
    (void)state;
    slowness = 20;
    for (uint64_t n = 0; n < 10; n++)
        for (int way = 0; way < 4; way++) {
            wgcq_iterator_options wanted = {.offset = n, .limit = 100};
            wanted.distinct = way % 2;
            if (way % 2) {
                wanted.key = hash_key;
                wanted.key_size = 1;
                wanted.distinct_most = n % 3 * 7;
            }
            if (way / 2)
                wanted.order_by = by_hash;
            list_results(plain, tree(n), &wanted, &one);
            wanted.threads = counts[1 + n % 3];
            list_results(plain, tree(n), &wanted, &many);
            check_same(&one, &many);
        }
}

/* ---- queens ------------------------------------------------------------------------------- */

typedef struct {
    uint8_t rows[12];
    uint8_t size, count;
} board;

static bool attacks(const board *b, unsigned row)
{
    for (unsigned i = 0; i < b->count; i++)
        if (b->rows[i] == row || b->rows[i] + (b->count - i) == row ||
            b->rows[i] == row + (b->count - i))
            return true;
    return false;
}
static bool place_queen(wgcq_journey *j, void *state)
{
    board *b = state;
    size_t row;
    if (!wgcq_choose(j, b->size, &row) || !wgcq_guard(j, !attacks(b, (unsigned)row), NULL))
        return false;
    b->rows[b->count++] = (uint8_t)row;
    return true;
}
static bool queens(wgcq_journey *j, void *state)
{
    return wgcq_repeat(j, ((board *)state)->size, place_queen);
}

static size_t place_all(board *b, board *out)
{
    size_t found = 0;
    if (b->count == b->size) {
        *out = *b;
        return 1;
    }
    for (unsigned row = 0; row < b->size; row++)
        if (!attacks(b, row)) {
            b->rows[b->count++] = (uint8_t)row;
            found += place_all(b, out + found);
            b->rows[--b->count] = 0;
        }
    return found;
}

static void test_queens(void **state)
{
    static const size_t known[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724};
    static board all[724];
    (void)state;
    for (uint8_t size = 1; size <= 10; size++) {
        board b = {.size = size};
        size_t count = place_all(&b, all);
        assert_int_equal(count, known[size]);
        for (size_t i = 0; i < COUNTS; i++) {
            const wgcq_iterator_options wanted = {.threads = counts[i]};
            wgcq_iterator *t;
            assert_int_equal(wgcq_iterator_new(&t, queens, &b, sizeof b, &wanted, NULL), 0);
            for (size_t k = 0; k < count; k++) {
                assert_int_equal(wgcq_iterator_next(t, NULL), 0);
                assert_memory_equal(&b, &all[k], sizeof b);
            }
            assert_int_equal(wgcq_iterator_next(t, NULL), WGCQ_DONE);
            wgcq_iterator_free(t);
        }
    }
}

/* ---- ends --------------------------------------------------------------------------------- */

static void sleep_a_moment(long microseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
}

static void test_freeing(void **state)
{
    (void)state;
    slowness = 50;
    for (int i = 0; i < 60; i++) {
        place p = tree((uint64_t)i);
        wgcq_iterator *t;
        const wgcq_iterator_options wanted = {.threads = counts[i % COUNTS],
                                              .max_runs = i % 4 ? 0 : 100};
        assert_int_equal(
            wgcq_iterator_new(&t, functions[i % FUNCTIONS], &p, sizeof p, &wanted, NULL), 0);
        for (int k = 0; k < i % 7 * 3; k++)
            if (wgcq_iterator_next(t, NULL) < 0)
                break;
        if (i % 3)
            sleep_a_moment(i * 10);
        wgcq_iterator_free(t);
    }
}

/* More results than are buffered, read after a while; and a first part that takes long. */
static bool sixteen_bits(wgcq_journey *j, void *state)
{
    place *p = state;
    for (int i = 0; i < 16; i++) {
        size_t bit;
        if (!wgcq_choose(j, 2, &bit))
            return false;
        p->hash = p->hash * 2 + bit;
    }
    if (p->hash < 16)
        sleep_a_moment(2000);
    return true;
}

static void test_full_buffers(void **state)
{
    place p = {0, 0, 0};
    wgcq_iterator *t;
    (void)state;
    const wgcq_iterator_options wanted = {.threads = 3};
    assert_int_equal(wgcq_iterator_new(&t, sixteen_bits, &p, sizeof p, &wanted, NULL), 0);
    for (uint64_t n = 0; n < 1 << 16; n++) {
        if (n % 20000 == 7)
            sleep_a_moment(30000);
        assert_int_equal(wgcq_iterator_next(t, NULL), 0);
        assert_true(p.hash == n);
    }
    assert_int_equal(wgcq_iterator_next(t, NULL), WGCQ_DONE);
    wgcq_iterator_free(t);
}

typedef struct {
    unsigned reports, stop_at;
    uint64_t runs;
} watching;

static int report(void *self, const wgcq_progress *progress)
{
    watching *w = self;
    assert_true(progress->steps >= w->runs);
    w->runs = progress->steps;
    return ++w->reports == w->stop_at;
}
static bool never(const void *state)
{
    return !state;
}
static bool endless(wgcq_journey *j, void *state)
{
    return wgcq_until(j, never, grow) && state;
}

static void test_time_and_monitor(void **state)
{
    (void)state;
    slowness = 0;
    for (int way = 0; way < 2; way++) {
        place p = tree(3);
        wgcq_iterator *t;
        wgcq_error err = {0};
        watching w = {0, 2, 0};
        const wgcq_monitor monitor = {&w, report};
        wgcq_iterator_options wanted = {.threads = 3};
        if (way == 0)
            wanted.max_seconds = 0.05;
        else
            wanted.monitor = &monitor;
        assert_int_equal(wgcq_iterator_new(&t, endless, &p, sizeof p, &wanted, NULL), 0);
        for (int i = 0; i < 3; i++) {
            err = (wgcq_error){0};
            w.reports = 0;
            assert_int_equal(wgcq_iterator_next(t, &err), way ? WGCQ_EINTERRUPT : WGCQ_LIMIT);
            if (way == 0)
                assert_string_equal(wgcq_iterator_limit(t), "max_seconds");
            else
                assert_true(w.runs > 0);
        }
        wgcq_iterator_free(t);
    }
}

static void test_refused(void **state)
{
    place p = tree(1);
    wgcq_iterator *t = NULL;
    wgcq_error err = {0}, other = {0};
    (void)state;
    const wgcq_iterator_options two = {.threads = 2},
                                traced = {.threads = 2, .trace = "/nowhere/tree.db"};
    assert_int_equal(wgcq_iterator_new(&t, plain, &p, 0, &two, &err), WGCQ_EREQUEST);
    assert_string_equal(err.text, "threads need the state's size, for copies of it");
    assert_int_equal(wgcq_iterator_new(&t, plain, &p, sizeof p, &traced, &other), WGCQ_EREQUEST);
    assert_memory_equal(other.text, "threads search parts", 20);
    const wgcq_iterator_options deepening = {.threads = 2, .order = WGCQ_DEEPENING};
    assert_int_equal(wgcq_iterator_new(&t, plain, &p, sizeof p, &deepening, NULL), WGCQ_EREQUEST);
    assert_null(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_results),     cmocka_unit_test(test_limits_of_runs),
        cmocka_unit_test(test_runs_are_exact),   cmocka_unit_test(test_depth),
        cmocka_unit_test(test_beginning_behind), cmocka_unit_test(test_other_options),
        cmocka_unit_test(test_queens),           cmocka_unit_test(test_freeing),
        cmocka_unit_test(test_full_buffers),     cmocka_unit_test(test_refused),
        cmocka_unit_test(test_time_and_monitor)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
