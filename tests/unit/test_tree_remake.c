/* test_tree_remake.c - the function of a stored tree, run again: what was changed in the file is
 * found. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wgcq.h>

#include "place.h"
#include "suite.h"

static char folder[PLACE_ROOM], path[PLACE_ROOM + 16];

typedef struct board {
    int32_t row, at[8];
} board;

static bool two_apart(wgcq_journey *j, void *state)
{
    size_t step;
    board *b = state;
    return wgcq_choose(j, 3, &step) && wgcq_guard(j, step == 2, "two") && (b->at[7] = 0, true);
}

static bool place_one(wgcq_journey *j, void *state)
{
    board *b = state;
    const int *size = wgcq_self(j);
    size_t column;
    if (!wgcq_choose(j, (size_t)*size, &column) || (b->row == 1 && !wgcq_any(j, two_apart)))
        return false;
    bool free_column = true, free_diagonal = true;
    for (int i = 0; i < b->row; i++) {
        free_column = free_column && b->at[i] != (int)column;
        free_diagonal = free_diagonal && abs(b->at[i] - (int)column) != b->row - i;
    }
    b->at[b->row++] = (int)column;
    return wgcq_guard(j, free_column, "column") && wgcq_guard(j, free_diagonal, "diagonal") &&
           wgcq_move(j, column % 2 ? "odd" : "even", (int64_t)column);
}

static bool queens(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, (size_t) * (const int *)wgcq_self(j), place_one);
}

static bool other_queens(wgcq_journey *j, void *state)
{
    size_t none;
    return queens(j, state) && wgcq_choose(j, 1, &none);
}

static size_t show_board(const void *state, char *text, size_t size)
{
    const board *b = state;
    return (size_t)snprintf(text, size, "%d%d%d%d", b->at[0], b->at[1], b->at[2], b->at[3]);
}

/* Traces queens of `size` in the file, which is made anew. */
static void trace_queens(int size, wgcq_iterator_options wanted)
{
    board b = {0};
    wgcq_iterator *t;
    wgcq_error err = {0};
    wanted.self = &size;
    wanted.trace = path;
    wanted.show = show_board;
    remove(path);
    assert_int_equal(wgcq_iterator_new(&t, queens, &b, sizeof b, &wanted, &err), 0);
    while (wgcq_iterator_next(t, &err) == 0)
        continue;
    assert_int_equal(err.code, 0);
    wgcq_iterator_free(t);
}

/* The verdict on the file, if `fn` with these options has made it; place[200] is of what differs.
 */
static wgcq_verdict verdict_on(wgcq_journey_fn *fn, int size, wgcq_iterator_options wanted,
                               char *place)
{
    board b = {0};
    wgcq_trace *tree;
    wgcq_rows *rows;
    wgcq_verdict found;
    wgcq_error err = {0};
    wanted.self = &size;
    wanted.show = show_board;
    *place = 0;
    assert_int_equal(wgcq_tree_open(&tree, path, &err), 0);
    assert_int_equal(wgcq_journey_verify(&rows, &found, tree, fn, &b, sizeof b, &wanted, &err), 0);
    while (wgcq_rows_next(rows, &err) == 0)
        if (strcmp(wgcq_rows_text(rows, 2), "holds") != 0 && !*place)
            snprintf(place, 200, "%s: %s", wgcq_rows_text(rows, 0), wgcq_rows_text(rows, 3));
    wgcq_rows_free(rows);
    wgcq_trace_free(tree);
    return found;
}

static const wgcq_iterator_options as_usual;

static void test_what_was_made_holds(void **unused)
{
    char place[200];
    (void)unused;
    for (int size = 1; size <= 6; size++) {
        trace_queens(size, as_usual);
        assert_int_equal(verdict_on(queens, size, as_usual, place), WGCQ_HOLDS);
        assert_string_equal(place, "");
        assert_int_equal(verdict_on(queens, size, (wgcq_iterator_options){.check = true}, place),
                         WGCQ_HOLDS);
    }
    trace_queens(6, (wgcq_iterator_options){.max_depth = 4});
    assert_int_equal(verdict_on(queens, 6, (wgcq_iterator_options){.max_depth = 4}, place),
                     WGCQ_INCONCLUSIVE);
    assert_int_equal(verdict_on(queens, 6, as_usual, place), WGCQ_FAILS);
}

static void test_a_part_holds(void **unused)
{
    char place[200];
    (void)unused;
    for (uint64_t nodes = 1; nodes < 400; nodes += 37) {
        trace_queens(6, (wgcq_iterator_options){.trace_nodes = nodes});
        assert_int_equal(verdict_on(queens, 6, as_usual, place), WGCQ_INCONCLUSIVE);
        assert_string_equal(place, "");
        trace_queens(6, (wgcq_iterator_options){.max_runs = nodes});
        assert_int_equal(verdict_on(queens, 6, as_usual, place), WGCQ_INCONCLUSIVE);
        trace_queens(6, (wgcq_iterator_options){.limit = 2});
        assert_int_equal(verdict_on(queens, 6, as_usual, place), WGCQ_INCONCLUSIVE);
    }
}

static void change(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL))
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_int_equal(sqlite3_total_changes(db) > 0, 1);
    sqlite3_close(db);
}

static void test_changes_are_found(void **unused)
{
    static const struct {
        const char *sql, *found;
    } changes[] = {
        {"UPDATE node SET value=value+1 WHERE id=30", "nodes: node 30: value is"},
        {"UPDATE node SET parent=1 WHERE id=30", "nodes: node 30: parent is 1"},
        {"UPDATE node SET depth=depth+1 WHERE id=41", "nodes: node 41: depth is"},
        {"UPDATE node SET what=what+1 WHERE id=30", "nodes: node 30: kind is"},
        {"UPDATE node SET what=what+32 WHERE id=(SELECT node FROM result WHERE id=2)",
         "nodes: node"},
        {"UPDATE node SET what=what & 255 WHERE id=(SELECT min(id) FROM nodes WHERE name='column')",
         "name is null, where the function makes column"},
        {"UPDATE name SET text='row' WHERE text='column'", "name is row"},
        {"DELETE FROM node WHERE id=(SELECT max(id) FROM node)", "is missing"},
        {"INSERT INTO node SELECT id+1, parent, depth, what, value FROM node ORDER BY id DESC "
         "LIMIT 1",
         "is none that the function makes"},
        {"UPDATE result SET cost=cost+1 WHERE id=3", "results: result 3: cost is"},
        {"UPDATE result SET shown='x' WHERE id=1", "results: result 1: shown is x"},
        {"UPDATE result SET node=node-1 WHERE id=1", "results: result 1: node is"},
        {"DELETE FROM result WHERE id=4", "results: result 4 is missing"},
        {"UPDATE move SET name=(SELECT id FROM name WHERE text='column') WHERE id=5",
         "moves: result and step 1, 5: move is column"},
        {"DELETE FROM move WHERE id=7", "moves: result and step"},
        {"UPDATE guard SET tried=tried+1 WHERE id=2", "tried is"},
        {"UPDATE guard SET failed=failed-1 WHERE failed>0", "failed is"},
        {"UPDATE origin SET state=zeroblob(3)", "start: the tree begins with"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char place[200];
        trace_queens(6, as_usual);
        change(changes[i].sql);
        if (verdict_on(queens, 6, as_usual, place) != WGCQ_FAILS ||
            !strstr(place, changes[i].found))
            fail_msg("%s: %s", changes[i].sql, place);
    }
}

static void test_others_are_found(void **unused)
{
    char place[200];
    (void)unused;
    trace_queens(5, as_usual);
    assert_int_equal(verdict_on(other_queens, 5, as_usual, place), WGCQ_FAILS);
    assert_int_equal(verdict_on(queens, 6, as_usual, place), WGCQ_FAILS);
    assert_int_equal(verdict_on(queens, 4, as_usual, place), WGCQ_FAILS);
}

/* It never ends, and has no result. */
static bool for_ever(wgcq_journey *j, void *state)
{
    int64_t value;
    (void)state;
    return wgcq_choose_from(j, 0, INT64_MAX - 1, &value) && wgcq_guard(j, false, "never");
}

static void test_endless(void **unused)
{
    uint64_t state = 0;
    wgcq_iterator *t;
    wgcq_trace *tree;
    wgcq_rows *rows;
    wgcq_verdict found;
    wgcq_error err = {0};
    const wgcq_iterator_options wanted = {.trace = path, .max_runs = 1000};
    (void)unused;
    remove(path);
    assert_int_equal(wgcq_iterator_new(&t, for_ever, &state, sizeof state, &wanted, &err), 0);
    assert_int_equal(wgcq_iterator_next(t, &err), WGCQ_LIMIT);
    wgcq_iterator_free(t);
    assert_int_equal(wgcq_tree_open(&tree, path, &err), 0);
    assert_int_equal(
        wgcq_journey_verify(&rows, &found, tree, for_ever, &state, sizeof state, NULL, &err), 0);
    assert_int_equal(found, WGCQ_INCONCLUSIVE);
    wgcq_rows_free(rows);
    wgcq_trace_free(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_made_holds),
        cmocka_unit_test(test_a_part_holds),
        cmocka_unit_test(test_changes_are_found),
        cmocka_unit_test(test_others_are_found),
        cmocka_unit_test(test_endless),
    };
    if (!place_make(folder, "tree-remake"))
        return 1;
    snprintf(path, sizeof path, "%s/tree.db", folder);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    rmdir(folder);
    return failed;
}
