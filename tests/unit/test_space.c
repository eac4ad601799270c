/* test_space.c - the visited set, the priority queue, the graph in memory. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "graph/graph.h"
#include "graph/reversed_graph.h"
#include "space/bucket_queue.h"
#include "space/visited.h"
#include "suite.h"

/* ---- the visited set ------------------------------------------------------------------------ */

/* States of which many come again, given in batches of odd sizes; each number must stand for the
   one state that it was first given for. */
static void check_seen(unsigned words, uint32_t states, uint64_t values)
{
    enum { BATCH = 777 };
    visited s = visited_make(words, VISITED_MAX);
    uint64_t *rows = malloc(BATCH * words * sizeof *rows), seed = words;
    uint32_t numbers[BATCH], found[BATCH];
    wgcq_error err = {0};
    while (s.count < states) {
        size_t count = 1 + dice(&seed) % BATCH, taken;
        for (size_t i = 0; i < count; i++) {
            uint64_t value = dice(&seed) % values;
            for (unsigned w = 0; w < words; w++)
                rows[i * words + w] = w == value % words ? value : 0;
        }
        uint32_t before = s.count, next = before + 1;
        visited_find(&s, rows, count, found);
        assert_int_equal(visited_add(&s, rows, count, numbers, &taken, &err), 0);
        assert_int_equal(taken, count);
        for (size_t i = 0; i < count; i++) {
            assert_in_range(numbers[i], 1, s.count);
            assert_memory_equal(visited_state(&s, numbers[i]), rows + i * words, words * 8);
            if (found[i])
                assert_int_equal(found[i], numbers[i]);
            else
                assert_true(numbers[i] > before);
            if (numbers[i] == next)
                next++;
            else
                assert_true(numbers[i] < next);
        }
        assert_int_equal(next, s.count + 1);
    }
    for (uint32_t n = 1; n <= s.count; n += 1 + n % 5) {
        visited_find(&s, visited_state(&s, n), 1, found);
        assert_int_equal(*found, n);
    }
    free(rows);
    visited_free(&s);
}

static void test_seen(void **state)
{
    (void)state;
    check_seen(1, 100000, 200000);
    check_seen(2, 60000, 90000);
    check_seen(3, 60000, 90000);
    check_seen(7, 3000, 6000);
}

/* Enough states that some share all 32 bits of hash: they must stay apart. */
static void test_seen_large(void **state)
{
    (void)state;
    enum { STATES = 3000000, BATCH = 1000 };
    visited s = visited_make(1, VISITED_MAX);
    uint64_t rows[BATCH];
    wgcq_error err = {0};
    size_t taken;
    for (int round = 0; round < 2; round++)
        for (uint64_t at = 0; at < STATES; at += BATCH) {
            for (uint64_t i = 0; i < BATCH; i++)
                rows[i] = (at + i) * 5;
            assert_int_equal(visited_add(&s, rows, BATCH, NULL, &taken, &err), 0);
        }
    assert_int_equal(s.count, STATES);
    uint64_t clashes = 0, slots = s.lines * 8;
    const uint64_t *table = s.table.at;
    for (uint64_t i = 1; i < slots; i++)
        for (uint64_t k = i / 8 * 8; k < i; k++)
            clashes += table[i] && table[i] >> 32 == table[k] >> 32;
    assert_true(clashes > 0);
    assert_true(visited_memory(&s) <= 24u * STATES);
    visited_free(&s);
}

static void test_seen_most(void **state)
{
    (void)state;
    visited s = visited_make(1, 5);
    uint64_t rows[] = {9, 8, 9, 7, 6, 5, 8, 4, 9};
    uint32_t numbers[9];
    wgcq_error err = {0};
    size_t taken;
    assert_int_equal(visited_room(&s), 5);
    assert_int_equal(visited_add(&s, rows, 9, numbers, &taken, &err), 0);
    assert_int_equal(taken, 7); /* the last before 4 is 8, which is known */
    assert_int_equal(s.count, 5);
    assert_int_equal(numbers[6], 2);
    assert_int_equal(visited_room(&s), 0);
    assert_int_equal(visited_add(&s, rows, 7, numbers, &taken, &err), 0);
    assert_int_equal(taken, 7);
    visited_free(&s);
}

static void test_seen_most_bytes(void **state)
{
    (void)state;
    for (size_t most = 100; most < 3000000; most = most * 3 / 2) {
        visited s = visited_make(1, VISITED_MAX);
        s.max_bytes = most;
        wgcq_error err = {0};
        size_t taken = 1;
        for (uint64_t i = 0; taken; i++) {
            uint64_t room = visited_room(&s);
            assert_int_equal(visited_add(&s, &i, 1, NULL, &taken, &err), 0);
            assert_int_equal(taken, room > 0);
        }
        assert_true(visited_memory(&s) <= most);
        if (most > 1000000)
            assert_true(visited_memory(&s) > most / 2);
        visited_free(&s);
    }
}

/* States of fields below `domain`, in two sets: the one that may rank them gives the numbers of the
   one that does not, within the same limit of states; within one of bytes, for as many states as
   fit. */
static void check_direct(unsigned fields, uint64_t domain, uint32_t most, size_t max_bytes)
{
    enum { WIDTH = 4, BATCH = 500, ROUNDS = 200 };
    model_field field[8];
    for (unsigned i = 0; i < fields; i++)
        field[i] = (model_field){.shift = i * WIDTH, .width = WIDTH, .domain = domain};
    const state_set_shape shape = {
        .words = 1, .bits = fields * WIDTH, .fields = field, .field_count = fields};
    visited plain = visited_make(1, most), direct = visited_make(1, most);
    uint64_t rows[BATCH], seed = fields;
    uint32_t numbers[2][BATCH];
    size_t taken[2] = {0, 0};
    bool is_direct = false;
    wgcq_error err = {0};
    visited_set_shape(&direct, &shape);
    direct.max_bytes = max_bytes;
    for (int round = 0; round < ROUNDS && taken[0] == taken[1]; round++) {
        for (size_t i = 0; i < BATCH; i++) {
            rows[i] = 0;
            for (unsigned f = 0; f < fields; f++)
                rows[i] |= dice(&seed) % domain << f * WIDTH;
        }
        assert_int_equal(visited_add(&plain, rows, BATCH, numbers[0], &taken[0], &err), 0);
        assert_int_equal(visited_add(&direct, rows, BATCH, numbers[1], &taken[1], &err), 0);
        assert_true(taken[1] == taken[0] || (max_bytes && taken[1] < taken[0]));
        assert_memory_equal(numbers[0], numbers[1], taken[1] * sizeof **numbers);
        assert_memory_equal(plain.states.at, direct.states.at, direct.count * sizeof *rows);
        visited_find(&plain, rows, taken[1], numbers[0]);
        visited_find(&direct, rows, taken[1], numbers[1]);
        assert_memory_equal(numbers[0], numbers[1], taken[1] * sizeof **numbers);
        assert_true(!max_bytes || visited_memory(&direct) <= max_bytes);
        is_direct = direct.direct;
    }
    assert_true(is_direct || max_bytes);
    visited_free(&plain);
    visited_free(&direct);
}

static void test_seen_direct(void **state)
{
    (void)state;
    check_direct(3, 16, VISITED_MAX, 0); /* all bits are used: the state is its index */
    check_direct(4, 7, VISITED_MAX, 0);
    check_direct(4, 13, VISITED_MAX, 0);
    check_direct(4, 13, 1500, 0);
    check_direct(5, 9, 25000, 0);
    for (size_t most = 20000; most < 2000000; most = most * 4 / 3)
        check_direct(4, 11, VISITED_MAX, most);
}

/* ---- waiting ---------------------------------------------------------------------------- */

typedef struct waiter {
    int64_t key[2];
    uint32_t number; /* also its place in time */
} waiter;

static int compare(const void *a, const void *b)
{
    const waiter *x = a, *y = b;
    for (int i = 0; i < 2; i++)
        if (x->key[i] != y->key[i])
            return x->key[i] < y->key[i] ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Pushes and takes in turns, against a list that is sorted each time. */
static void check_waiting(int64_t range, size_t most)
{
    enum { ROUNDS = 300 };
    static waiter list[ROUNDS * 16];
    bucket_queue w = bucket_queue_make(2);
    size_t count = 0;
    uint64_t seed = (uint64_t)range;
    uint32_t number = 0;
    for (int round = 0; round < ROUNDS || count; round++) {
        for (uint64_t n = round < ROUNDS ? dice(&seed) % 16 : 0; n--;) {
            waiter *x = &list[count++];
            *x = (waiter){{(int64_t)dice(&seed) % range, (int64_t)dice(&seed) % 3}, ++number};
            assert_true(bucket_queue_push(&w, x->key, x->number));
        }
        qsort(list, count, sizeof *list, compare);
        int64_t key[2];
        uint32_t got[64];
        size_t taken = bucket_queue_take(&w, key, got, most);
        assert_int_equal(taken > 0, count > 0);
        for (size_t i = 0; i < taken; i++) {
            assert_int_equal(got[i], list[i].number);
            assert_memory_equal(key, list[i].key, sizeof key);
        }
        if (taken < most && taken < count)
            assert_memory_not_equal(list[taken].key, key, sizeof key);
        count -= taken;
        memmove(list, list + taken, count * sizeof *list);
        assert_int_equal(w.count, count);
    }
    bucket_queue_free(&w);
}

static void test_waiting(void **state)
{
    (void)state;
    check_waiting(4, 1);
    check_waiting(4, 64);
    check_waiting(50, 5);
    check_waiting(1000000, 1);
}

/* ---- graph -------------------------------------------------------------------------------- */

static graph *three_states(const uint32_t *src, const uint32_t *dst, size_t edges)
{
    static const uint64_t packed[] = {70, 71, 80, 81, 90, 91};
    static const uint8_t marks[] = {MARK_START, 0, MARK_GOAL};
    static const uint32_t depth[] = {0, 1, 2};
    uint32_t move[8];
    int64_t cost[8];
    wgcq_error err = {0};
    graph *g = graph_new(2, 1);
    state_rows states = {
        .first = 1, .count = 3, .words = 2, .state = packed, .marks = marks, .depth = depth};
    assert_int_equal(graph_add_states(g, &states, &err), 0);
    for (size_t i = 0; i < edges; i++) {
        move[i] = (uint32_t)i;
        cost[i] = (int64_t)i * 10;
    }
    for (size_t i = 0; i < edges; i += 2) { /* in two or more goes */
        size_t count = edges - i < 2 ? edges - i : 2;
        edge_rows rows = {count, 1, src + i, dst + i, move + i, cost + i};
        assert_int_equal(graph_add_edges(g, &rows, &err), 0);
    }
    return g;
}

static void check_reversed(int reverse(reversed_graph *, const graph *, wgcq_error *),
                           const graph *g, const uint32_t *src)
{
    reversed_graph back;
    wgcq_error err = {0};
    assert_int_equal(reverse(&back, g, &err), 0);
    assert_int_equal(back.first[4], 5);
    for (uint32_t s = 1; s <= 3; s++)
        for (uint64_t e = back.first[s]; e < back.first[s + 1]; e++) {
            assert_int_equal(g->dst[reversed_edge(&back, e)], s);
            assert_int_equal(src[graph_move(g, reversed_edge(&back, e))], back.src[e]);
        }
    reversed_graph_free(&back);
}

/* Moves of one byte, then of two, then of four. */
static uint32_t move_of(uint32_t e, uint32_t edges)
{
    return e < edges / 3 ? e % 256 : e < edges / 3 * 2 ? e % 300 : 65530 + e % 11;
}

/* A graph of so many states and edges, some states with none, one with very many. */
static graph *large_graph(uint32_t states, uint32_t edges)
{
    enum { AT_A_TIME = 500 };
    static uint32_t number[3][AT_A_TIME], depth[AT_A_TIME];
    static uint64_t word[AT_A_TIME];
    static uint8_t marks[AT_A_TIME];
    wgcq_error err = {0};
    graph *g = graph_new(1, 0);
    assert_non_null(g);
    for (uint32_t s = 0; s < states; s += AT_A_TIME) {
        size_t some = states - s < AT_A_TIME ? states - s : AT_A_TIME;
        state_rows rows = {.first = s + 1,
                           .count = some,
                           .words = 1,
                           .state = word,
                           .marks = marks,
                           .depth = depth};
        assert_int_equal(graph_add_states(g, &rows, &err), 0);
    }
    for (uint32_t e = 0; e < edges;) {
        size_t some = 0;
        for (; some < AT_A_TIME && e < edges; some++, e++) {
            number[0][some] = 1 + (uint32_t)((uint64_t)e * states / edges);
            number[1][some] = e % 5 ? 1 + e * 7919 % states / 3 * 3 : states / 2 + 1;
            number[2][some] = move_of(e, edges);
        }
        edge_rows rows = {
            .count = some, .src = number[0], .dst = number[1], .move = number[2], .costs = 0};
        assert_int_equal(graph_add_edges(g, &rows, &err), 0);
    }
    for (uint32_t e = 0; e < edges; e++)
        assert_int_equal(graph_move(g, e), move_of(e, edges));
    assert_int_equal(graph_close(g, &err), 0);
    return g;
}

/* A thread that reads rows of a reversed graph as they are complete. */
typedef struct row_reader {
    const reversed_graph *back;
    uint64_t edges, each; /* it waits for so many more edges each time */
    uint64_t *end;        /* [states + 1] of each row */
    uint32_t *src, *edge;
} row_reader;

static void *read_rows(void *self)
{
    row_reader *r = self;
    uint64_t at = 0;
    for (uint32_t row = 1, rows; at < r->edges; row = rows + 1) {
        const uint64_t want = r->edges - at < r->each ? r->edges : at + r->each;
        rows = reversed_graph_await(r->back, want);
        for (; row <= rows; row++)
            r->end[row] = r->back->first[row + (size_t)1];
        for (; at < r->end[rows]; at++) {
            r->src[at] = r->back->src[at];
            r->edge[at] = r->back->edge[at];
        }
        assert_true(at >= want);
    }
    return NULL;
}

/* Rows that are read while they are filled are what they are in the end. */
static void follow_rows(const graph *g, uint64_t each)
{
    reversed_graph back;
    wgcq_error err = {0};
    pthread_t thread;
    row_reader r = {&back,
                    g->edges,
                    each,
                    test_calloc(g->states + (size_t)1, sizeof *r.end),
                    test_calloc(g->edges + 1, sizeof *r.src),
                    test_calloc(g->edges + 1, sizeof *r.edge)};
    assert_int_equal(reversed_graph_open(&back, g, REVERSED_EDGES, &err), 0);
    assert_int_equal(reversed_graph_await(&back, 0), 0);
    assert_int_equal(pthread_create(&thread, NULL, read_rows, &r), 0);
    reversed_graph_fill(&back);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(reversed_graph_await(&back, 0), g->states);
    assert_memory_equal(r.src, back.src, g->edges * sizeof *r.src);
    assert_memory_equal(r.edge, back.edge, g->edges * sizeof *r.edge);
    for (uint32_t s = 1; s <= g->states && r.end[s]; s++)
        assert_int_equal(r.end[s], back.first[s + (size_t)1]);
    test_free(r.end);
    test_free(r.src);
    test_free(r.edge);
    reversed_graph_free(&back);
}

static void reversed_rows(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 20000}, {2, 16384}, {3000, 30000}, {40000, 16385}};
    wgcq_error err = {0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        reversed_graph one, two;
        uint32_t states = sizes[i][0], edges = sizes[i][1];
        graph *g = large_graph(states, edges);
        assert_int_equal(reversed_graph_make(&one, g, REVERSED_EDGES | REVERSED_MOVES, &err), 0);
        assert_int_equal(one.first[states + (size_t)1], edges);
        for (uint32_t s = 1; s <= states; s++)
            for (uint64_t e = one.first[s]; e < one.first[s + (size_t)1]; e++)
                assert_true(g->dst[one.edge[e]] == s &&
                            graph_source(g, one.edge[e]) == one.src[e] &&
                            graph_move(g, one.edge[e]) == narrow_get(one.move, e) &&
                            (e == one.first[s] || one.edge[e - 1] < one.edge[e]));
        assert_int_equal(reversed_graph_of_costs(&two, g, &err), 0);
        assert_memory_equal(one.first, two.first, (states + (size_t)2) * sizeof *one.first);
        assert_memory_equal(one.src, two.src, edges * sizeof *one.src);
        assert_true(!two.edge && !two.wide_edge && !two.move.at);
        reversed_graph_free(&one);
        reversed_graph_free(&two);
        follow_rows(g, 1);
        follow_rows(g, edges / 7);
        graph_free(g);
    }
}

/* Edges to the states before and behind alone: the first rows are complete before the last. */
static void rows_are_followed(void **state)
{
    enum { STATES = 20000, AT_A_TIME = 500 };
    static uint32_t src[AT_A_TIME], dst[AT_A_TIME], move[AT_A_TIME], depth[AT_A_TIME];
    static uint64_t word[AT_A_TIME];
    static uint8_t marks[AT_A_TIME];
    wgcq_error err = {0};
    graph *g = graph_new(1, 0);
    (void)state;
    assert_non_null(g);
    for (uint32_t s = 1; s <= STATES; s += AT_A_TIME) {
        state_rows rows = {.first = s,
                           .count = AT_A_TIME,
                           .words = 1,
                           .state = word,
                           .marks = marks,
                           .depth = depth};
        assert_int_equal(graph_add_states(g, &rows, &err), 0);
    }
    for (uint32_t s = 1; s <= STATES; s += AT_A_TIME) {
        for (uint32_t i = 0; i < AT_A_TIME; i++) {
            src[i] = s + i;
            dst[i] = (s + i) % 2 || s + i == STATES ? s + i - (s + i > 1) : s + i + 1;
        }
        edge_rows rows = {.count = AT_A_TIME, .src = src, .dst = dst, .move = move};
        assert_int_equal(graph_add_edges(g, &rows, &err), 0);
    }
    assert_int_equal(graph_close(g, &err), 0);
    follow_rows(g, 1);
    follow_rows(g, 3000);
    graph_free(g);
}

static void check_rows_as(bool compact, bool sorted, const uint32_t *src, const uint32_t *dst)
{
    wgcq_error err = {0};
    graph *g = three_states(src, dst, 5);
    assert_int_equal(g->sorted, sorted);
    g->compact = compact;
    assert_int_equal(graph_close(g, &err), 0);
    assert_int_equal(g->states, 3);
    assert_int_equal(g->edges, 5);
    assert_int_equal(g->state[2 * 2 + 1], 81);
    assert_int_equal(g->marks[3], MARK_GOAL);
    assert_int_equal(g->depth[3], 2);
    assert_int_equal(graph_row(g, 1), 0);
    assert_int_equal(graph_row_end(g, 3), 5);
    for (uint32_t s = 1; s <= 3; s++)
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s); e++) {
            assert_int_equal(src[graph_move(g, e)], s);
            assert_int_equal(dst[graph_move(g, e)], g->dst[e]);
            assert_int_equal(g->cost[e], graph_move(g, e) * 10);
            assert_int_equal(graph_source(g, e), s);
            if (e > graph_row(g, s))
                assert_true(graph_move(g, e) > graph_move(g, e - 1));
        }
    check_reversed(reversed_graph_of_costs, g, src);
    check_reversed(reversed_graph_make_wide, g, src);
    assert_true(graph_memory(g) > 0);
    graph_free(g);
}

static void check_rows(bool sorted, const uint32_t *src, const uint32_t *dst)
{
    check_rows_as(false, sorted, src, dst);
    check_rows_as(true, sorted, src, dst);
}

static void test_graph(void **state)
{
    (void)state;
    check_rows(true, (uint32_t[]){1, 1, 2, 2, 3}, (uint32_t[]){2, 3, 1, 2, 3});
    check_rows(true, (uint32_t[]){2, 2, 2, 2, 2}, (uint32_t[]){2, 3, 1, 2, 3});
    check_rows(false, (uint32_t[]){3, 1, 2, 1, 3}, (uint32_t[]){2, 3, 1, 2, 3});
    check_rows(false, (uint32_t[]){1, 2, 3, 1, 1}, (uint32_t[]){2, 3, 1, 2, 3});
    check_rows(false, (uint32_t[]){1, 1, 3, 3, 2}, (uint32_t[]){2, 3, 1, 2, 3});
    graph_free(NULL);
    wgcq_error err = {0};
    graph *empty = graph_new(1, 0);
    assert_int_equal(graph_close(empty, &err), 0);
    assert_int_equal(empty->first[1], 0);
    graph_free(empty);
}

static void test_graph_rejects(void **state)
{
    (void)state;
    static const uint32_t bad[] = {0, 4, UINT32_MAX};
    for (size_t i = 0; i < 6; i++) {
        uint32_t src[] = {1, 2}, dst[] = {2, 3};
        (i % 2 ? src : dst)[1] = bad[i / 2];
        wgcq_error err = {0};
        graph *g = three_states(src, dst, 2);
        assert_int_equal(graph_close(g, &err), WGCQ_ESTORE);
        graph_free(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reversed_rows),  cmocka_unit_test(rows_are_followed),
        cmocka_unit_test(test_seen),      cmocka_unit_test(test_seen_large),
        cmocka_unit_test(test_seen_most), cmocka_unit_test(test_seen_most_bytes),
        cmocka_unit_test(test_waiting),   cmocka_unit_test(test_seen_direct),
        cmocka_unit_test(test_graph),     cmocka_unit_test(test_graph_rejects),
    };
    return cmocka_run_group_tests_name("space", tests, NULL, NULL);
}
