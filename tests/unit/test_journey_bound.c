/* test_journey_bound.c - wgcq_bound and wgcq_cheapest. */
#include "journey_programs.h"

enum { ALL_KINDS = (1 << OP_KINDS) - 1, KINDS = ALL_KINDS & ~(1 << OP_INTERLEAVE) };

/* ---- random programs ---- */

static void test_random_programs(void **state)
{
    size_t tried = 0, bounded = 0, cheapest = 0, many = 0;
    (void)state;
    for (uint64_t seed = 1; tried < 2000; seed++) {
        const program p = random_program(seed, KINDS);
        outcome *results = NULL;
        size_t count = 0;
        if (told(&p, &results, &count)) {
            assert_results(&p, (wgcq_iterator_options){.check = seed % 2}, results, count);
            if (seed % 8 == 0)
                assert_results(&p, (wgcq_iterator_options){.max_runs = 20000 + seed % 13}, results,
                               count);
            tried++;
            many += count > 1;
            bounded += (p.used >> OP_BOUND & 1) && count > 1;
            cheapest += (p.used >> OP_CHEAPEST & 1) && count > 0;
        }
        free(results);
    }
    assert_true(many > 500 && bounded > 50 && cheapest > 50);
}

/* Without nested journeys a run of each loop around a step suffices to go on. */
static void test_suspended(void **state)
{
    const unsigned kinds = 1 << OP_CHOOSE | 1 << OP_GUARD | 1 << OP_MOVE | 1 << OP_MIX |
                           1 << OP_CUT | 1 << OP_REPEAT | 1 << OP_BOUND;
    size_t tried = 0;
    (void)state;
    for (uint64_t seed = 1; tried < 150; seed++) {
        const program p = random_program(seed, kinds);
        outcome *results = NULL;
        size_t count = 0;
        if (told(&p, &results, &count) && count > 1 && p.used >> OP_BOUND & 1) {
            for (uint64_t runs = BLOCKS + 1; runs < 400; runs += 1 + runs / 3)
                assert_results(&p, (wgcq_iterator_options){.max_runs = runs, .check = runs & 1},
                               results, count);
            tried++;
        }
        free(results);
    }
}

/* ---- a round trip: every town once, and back ---- */

enum { TOWNS = 8 };

typedef struct {
    int64_t way[TOWNS][TOWNS], least; /* of any two towns */
    uint64_t *runs;
    bool bounds;
} country;

typedef struct {
    uint32_t visited;
    uint8_t at, count;
    uint8_t order[TOWNS];
    uint8_t unused[2];
} trip;

static bool travel(wgcq_journey *j, void *state)
{
    const country *c = wgcq_self(j);
    trip *t = state;
    unsigned next;
    if (!wgcq_choose_bit(j, 0xff & ~t->visited, &next))
        return false;
    ++*c->runs;
    int64_t way = c->way[t->at][next];
    t->visited |= 1u << next;
    t->at = (uint8_t)next;
    t->order[t->count++] = t->at;
    if (!wgcq_move(j, "go", way))
        return false;
    return !c->bounds || wgcq_bound(j, (TOWNS - t->count) * c->least);
}

static bool round_trip(wgcq_journey *j, void *state)
{
    const country *c = wgcq_self(j);
    trip *t = state;
    t->visited = 1;
    t->count = 1;
    return wgcq_repeat(j, TOWNS - 1, travel) && wgcq_move(j, "home", c->way[t->at][0]);
}

static bool best_trip(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_move(j, "begin", 5) && wgcq_cheapest(j, round_trip) && wgcq_move(j, "end", 7);
}

/* All permutations by hand; the first of the cheapest, in lexicographic order. */
static int64_t cheapest_by_hand(const country *c, uint8_t *order, unsigned at, int64_t so_far,
                                int64_t best, uint8_t *found)
{
    if (at == TOWNS) {
        so_far += c->way[order[TOWNS - 1]][0];
        if (so_far < best)
            memcpy(found, order, TOWNS);
        return so_far < best ? so_far : best;
    }
    for (uint8_t next = 1; next < TOWNS; next++) {
        bool fresh = true;
        for (unsigned i = 0; i < at; i++)
            fresh = fresh && order[i] != next;
        if (!fresh)
            continue;
        order[at] = next;
        best =
            cheapest_by_hand(c, order, at + 1, so_far + c->way[order[at - 1]][next], best, found);
    }
    return best;
}

static size_t trips(wgcq_journey_fn *fn, const country *c, wgcq_iterator_options wanted, trip *last,
                    int64_t *cost)
{
    trip t = {0};
    wgcq_iterator *it;
    size_t count = 0;
    int code;
    *cost = INT64_MAX;
    *c->runs = 0;
    wanted.self = c;
    assert_int_equal(wgcq_iterator_new(&it, fn, &t, sizeof t, &wanted, NULL), 0);
    while ((code = wgcq_iterator_next(it, NULL)) == 0 || code == WGCQ_LIMIT) {
        if (code)
            continue;
        count++;
        if (c->bounds && fn == round_trip)
            assert_true(wgcq_iterator_cost(it) < *cost);
        *cost = wgcq_iterator_cost(it);
        *last = t;
        if (fn == best_trip)
            assert_int_equal(wgcq_iterator_move_count(it), TOWNS + 2);
    }
    assert_int_equal(code, WGCQ_DONE);
    wgcq_iterator_free(it);
    return count;
}

static void test_round_trips(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        uint64_t runs, whole;
        uint8_t order[TOWNS] = {0}, found[TOWNS] = {0};
        trip last = {0};
        int64_t cost;
        country c = {.least = 10, .runs = &runs};
        random_state = seed;
        for (unsigned a = 0; a < TOWNS; a++)
            for (unsigned b = 0; b < TOWNS; b++)
                c.way[a][b] = 10 + random_below(seed % 2 ? 20 : 1000);
        int64_t best = cheapest_by_hand(&c, order, 1, 0, INT64_MAX, found);
        assert_int_equal(trips(round_trip, &c, (wgcq_iterator_options){0}, &last, &cost), 5040);
        whole = runs;
        c.bounds = true;
        const wgcq_iterator_options ways[] = {{0},
                                              {.check = true},
                                              {.max_runs = 2},
                                              {.max_runs = 57},
                                              {.check = true, .max_runs = 9}};
        size_t count = 0;
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            size_t now = trips(round_trip, &c, ways[w], &last, &cost);
            assert_true(now > 0 && now < 60 && (w == 0 || now == count));
            if (w == 0)
                assert_true(runs < whole / 2);
            count = now;
            assert_int_equal(cost, best);
            assert_memory_equal(last.order + 1, found + 1, TOWNS - 1);
        }
        for (int bounds = 0; bounds < 2; bounds++) {
            c.bounds = bounds;
            assert_int_equal(
                trips(best_trip, &c, (wgcq_iterator_options){.check = bounds}, &last, &cost), 1);
            assert_int_equal(cost, best + 12);
            assert_memory_equal(last.order + 1, found + 1, TOWNS - 1);
        }
    }
}

/* ---- edges ---- */

/* Costs at both ends of 64 bits. */
static bool extremes(wgcq_journey *j, void *state)
{
    int64_t *n = state;
    static const int64_t costs[] = {INT64_MAX, INT64_MAX - 1, 0, INT64_MIN + 1, INT64_MIN, 5};
    size_t which;
    if (!wgcq_choose(j, 6, &which) || !wgcq_move(j, "pay", costs[which]))
        return false;
    *n = costs[which];
    return wgcq_bound(j, 0);
}

/* The best is 0; sums beyond 64 bits are compared all the same. */
static bool beyond(wgcq_journey *j, void *state)
{
    int64_t *n = state;
    size_t which;
    if (!wgcq_choose(j, 4, &which))
        return false;
    *n = (int64_t)which;
    switch (which) {
    case 0: return true;
    case 1: return wgcq_move(j, "a", 1) && wgcq_bound(j, INT64_MAX);
    case 2: return wgcq_move(j, "b", -1) && wgcq_bound(j, INT64_MIN) && wgcq_move(j, "b", 0);
    default: return wgcq_bound(j, -1) && wgcq_move(j, "c", -1);
    }
}

/* A result of the outer journey says nothing of the costs inside of it. */
static bool of_its_own(wgcq_journey *j, void *state)
{
    size_t which;
    if (!wgcq_choose(j, 3, &which))
        return false;
    *(int64_t *)state = (int64_t)which;
    return wgcq_bound(j, 3 - (int64_t)which - 1) && wgcq_move(j, "out", 3 - (int64_t)which);
}
static bool around(wgcq_journey *j, void *state)
{
    uint64_t count;
    size_t which;
    if (!wgcq_choose(j, 2, &which) || !wgcq_count(j, of_its_own, &count) ||
        !wgcq_guard(j, count == 3, NULL))
        return false;
    *(int64_t *)state = (int64_t)which + 10;
    return true;
}

static bool nothing(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_fail(j);
}
static bool cheapest_of_nothing(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_cheapest(j, nothing);
}

/* Its second way of two choices is too deep, after the cut was passed. */
static bool cut_then_deep(wgcq_journey *j, void *state)
{
    size_t a, b, c = 0;
    if (!wgcq_choose(j, 2, &a) || !wgcq_cut(j) || !wgcq_choose(j, 3, &b) ||
        (b == 0 && !wgcq_choose(j, 2, &c)))
        return false;
    *(int64_t *)state = (int64_t)(a * 100 + b * 10 + c);
    return true;
}

static void values_are(wgcq_journey_fn *fn, wgcq_iterator_options wanted, const int64_t *values,
                       size_t count, int end)
{
    for (int check = 0; check < 2; check++) {
        int64_t n = 0;
        wgcq_error err = {0};
        wgcq_iterator *t;
        wanted.check = check;
        assert_int_equal(wgcq_iterator_new(&t, fn, &n, sizeof n, &wanted, &err), 0);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(wgcq_iterator_next(t, &err), 0);
            assert_int_equal(n, values[i]);
        }
        assert_int_equal(wgcq_iterator_next(t, &err), end);
        wgcq_iterator_free(t);
    }
}

#define VALUES_ARE(fn, wanted, end, ...)                                                           \
    values_are(fn, wanted, (const int64_t[]){__VA_ARGS__},                                         \
               sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t), end)

static void test_edges(void **state)
{
    const wgcq_iterator_options all = {0}, shallow = {.max_depth = 2};
    (void)state;
    VALUES_ARE(extremes, all, WGCQ_DONE, INT64_MAX, INT64_MAX - 1, 0, INT64_MIN + 1, INT64_MIN);
    VALUES_ARE(beyond, all, WGCQ_DONE, 0, 2);
    VALUES_ARE(of_its_own, all, WGCQ_DONE, 0, 1, 2);
    VALUES_ARE(around, all, WGCQ_DONE, 10, 11);
    values_are(cheapest_of_nothing, all, NULL, 0, WGCQ_DONE);
    VALUES_ARE(cut_then_deep, all, WGCQ_DONE, 0, 1, 10, 20);
    VALUES_ARE(cut_then_deep, shallow, WGCQ_LIMIT, 10, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),
        cmocka_unit_test(test_suspended),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
