/* test_journey_counts.c - journeys that count what the OEIS has counted: queens, Latin squares,
 * partitions, tableaux. */
#include <string.h>
#include <wgcq.h>

#include "suite.h"

enum { CELLS = 40, SMALL = 400 };

/* An arrangement of `done` cells so far: columns of queens, symbols, parts, blocks, rows. */
typedef struct {
    uint8_t cells[CELLS];
    uint8_t done, most, left;
} board;

typedef struct {
    unsigned n;
    unsigned parts; /* of partitions: no more than these; 0: any number */
} problem;

static unsigned size_of(const wgcq_journey *j)
{
    return ((const problem *)wgcq_self(j))->n;
}

static bool put_queen(wgcq_journey *j, void *state)
{
    board *b = state;
    size_t column;
    if (!wgcq_choose(j, size_of(j), &column))
        return false;
    for (int row = 0; row < b->done; row++) {
        int apart = (int)column - b->cells[row];
        if (!wgcq_guard(j, apart != 0 && apart != b->done - row && apart != row - b->done, NULL))
            return false;
    }
    b->cells[b->done++] = (uint8_t)column;
    return true;
}

static bool queens(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, size_of(j), put_queen);
}

static bool put_symbol(wgcq_journey *j, void *state)
{
    board *b = state;
    unsigned n = size_of(j), column = b->done % n, symbol;
    uint64_t free = ((uint64_t)1 << n) - 1;
    for (unsigned i = 1; i <= column; i++)
        free &= ~((uint64_t)1 << b->cells[b->done - i]);
    for (unsigned i = column; i < b->done; i += n)
        free &= ~((uint64_t)1 << b->cells[i]);
    if (!wgcq_choose_bit(j, free, &symbol))
        return false;
    b->cells[b->done++] = (uint8_t)symbol;
    return true;
}

static bool latin_squares(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, size_of(j) * size_of(j), put_symbol);
}

static bool nothing_left(const void *state)
{
    return ((const board *)state)->left == 0;
}

/* No larger than the part before. */
static bool put_part(wgcq_journey *j, void *state)
{
    board *b = state;
    const problem *p = wgcq_self(j);
    int64_t part;
    if (!wgcq_guard(j, p->parts == 0 || b->done < p->parts, NULL) ||
        !wgcq_choose_from(j, 1, b->most < b->left ? b->most : b->left, &part))
        return false;
    b->cells[b->done++] = b->most = (uint8_t)part;
    b->left = (uint8_t)(b->left - part);
    return true;
}

static bool partitions(wgcq_journey *j, void *state)
{
    board *b = state;
    b->left = b->most = (uint8_t)size_of(j);
    return wgcq_until(j, nothing_left, put_part);
}

static bool derangements(wgcq_journey *j, void *state)
{
    board *b = state;
    if (!wgcq_choose_permutation(j, size_of(j), b->cells))
        return false;
    for (unsigned i = 0; i < size_of(j); i++)
        if (!wgcq_guard(j, b->cells[i] != i, NULL))
            return false;
    return true;
}

static bool involutions(wgcq_journey *j, void *state)
{
    board *b = state;
    if (!wgcq_choose_permutation(j, size_of(j), b->cells))
        return false;
    for (unsigned i = 0; i < size_of(j); i++)
        if (!wgcq_guard(j, b->cells[b->cells[i]] == i, NULL))
            return false;
    return true;
}

/* An element into one of the blocks so far, or into a new one. */
static bool put_element(wgcq_journey *j, void *state)
{
    board *b = state;
    size_t block;
    if (!wgcq_choose(j, b->most + 1u, &block))
        return false;
    b->cells[b->done++] = (uint8_t)block;
    b->most = (uint8_t)(b->most + (block == b->most));
    return true;
}

static bool set_partitions(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, size_of(j), put_element);
}

/* The next number to the end of a row that stays no longer than the one above; `cells` is the row
   of each number. */
static bool extend_tableau(wgcq_journey *j, void *state)
{
    board *b = state;
    unsigned lengths[CELLS] = {0};
    size_t row;
    for (int i = 0; i < b->done; i++)
        lengths[b->cells[i]]++;
    if (!wgcq_choose(j, b->done + 1u, &row) ||
        !wgcq_guard(j, row == 0 || lengths[row] < lengths[row - 1], NULL))
        return false;
    b->cells[b->done++] = (uint8_t)row;
    return true;
}

static bool tableaux(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, size_of(j), extend_tableau);
}

static bool sparse_subsets(wgcq_journey *j, void *state)
{
    uint64_t members;
    if (!wgcq_choose_subset(j, size_of(j), 0, size_of(j), &members))
        return false;
    memcpy(state, &members, sizeof members);
    return wgcq_guard(j, (members & members << 1) == 0, NULL);
}

/* ---- counting them ------------------------------------------------------------------------ */

static wgcq_journey_fn *counted;

static bool count_inside(wgcq_journey *j, void *state)
{
    uint64_t count;
    if (!wgcq_count(j, counted, &count))
        return false;
    memcpy(state, &count, sizeof count);
    return true;
}

static uint64_t count_of(wgcq_journey_fn *fn, wgcq_iterator_options options, uint64_t *value)
{
    board b = {0};
    wgcq_error err = {0};
    wgcq_iterator *t;
    uint64_t count = 0;
    int code;
    assert_int_equal(wgcq_iterator_new(&t, fn, &b, sizeof b, &options, &err), 0);
    for (; (code = wgcq_iterator_next(t, &err)) == 0; count++)
        memcpy(value, &b, sizeof *value);
    assert_int_equal(code, WGCQ_DONE);
    wgcq_iterator_free(t);
    return count;
}

/* The results for `first`, `first` + 1, ... are so many: one by one, and inside another journey; a
   few are counted with checks as well, and no two are equal. */
static void has_counts(wgcq_journey_fn *fn, unsigned parts, unsigned first, size_t count,
                       const uint64_t *counts)
{
    for (size_t i = 0; i < count; i++) {
        const problem p = {first + (unsigned)i, parts};
        uint64_t last, inside = 0;
        assert_int_equal(count_of(fn, (wgcq_iterator_options){.self = &p}, &last), counts[i]);
        counted = fn;
        assert_int_equal(count_of(count_inside, (wgcq_iterator_options){.self = &p}, &inside), 1);
        assert_int_equal(inside, counts[i]);
        if (counts[i] < SMALL)
            assert_int_equal(
                count_of(fn, (wgcq_iterator_options){.self = &p, .check = true, .distinct = true},
                         &last),
                counts[i]);
    }
}

#define HAS_COUNTS(fn, parts, first, ...)                                                          \
    has_counts(fn, parts, first, sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t),             \
               (const uint64_t[]){__VA_ARGS__})

static void test_queens(void **state) /* A000170 */
{
    (void)state;
    HAS_COUNTS(queens, 0, 1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200);
}

static void test_latin_squares(void **state) /* A002860 */
{
    (void)state;
    HAS_COUNTS(latin_squares, 0, 1, 1, 2, 12, 576, 161280);
}

static void
test_partitions(void **state) /* A000041; into at most 2 and 3 parts: A008619, A001399 */
{
    (void)state;
    HAS_COUNTS(partitions, 0, 1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135, 176, 231, 297,
               385, 490, 627);
    HAS_COUNTS(partitions, 0, 30, 5604);
    HAS_COUNTS(partitions, 2, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6);
    HAS_COUNTS(partitions, 3, 1, 1, 2, 3, 4, 5, 7, 8, 10, 12, 14, 16, 19, 21, 24, 27, 30);
}

static void test_derangements(void **state) /* A000166 */
{
    (void)state;
    HAS_COUNTS(derangements, 0, 1, 0, 1, 2, 9, 44, 265, 1854, 14833);
}

static void test_set_partitions(void **state) /* A000110 */
{
    (void)state;
    HAS_COUNTS(set_partitions, 0, 1, 1, 2, 5, 15, 52, 203, 877, 4140, 21147);
}

static void test_tableaux(void **state) /* A000085, which counts involutions, too */
{
    (void)state;
    HAS_COUNTS(tableaux, 0, 1, 1, 2, 4, 10, 26, 76, 232, 764, 2620, 9496);
    HAS_COUNTS(involutions, 0, 1, 1, 2, 4, 10, 26, 76, 232, 764);
}

static void test_sparse_subsets(void **state) /* A000045 */
{
    (void)state;
    HAS_COUNTS(sparse_subsets, 0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_queens),         cmocka_unit_test(test_latin_squares),
        cmocka_unit_test(test_partitions),     cmocka_unit_test(test_derangements),
        cmocka_unit_test(test_set_partitions), cmocka_unit_test(test_tableaux),
        cmocka_unit_test(test_sparse_subsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
