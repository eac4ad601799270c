/*
 * test_language.c - what expressions mean, by both evaluators.
 *
 * Each row is the goal of a tiny puzzle; it holds in the start or not, or running into it is an
 * error.  The interpreter and the grounded program must agree.
 */
#include <stdio.h>
#include <string.h>

#include "model/model.h"
#include "suite.h"
#include "wgcq.h"

static const char puzzle[] = "types:\n"
                             "  bank: [west, east]\n"
                             "  bird: [duck, goose, swan]\n"
                             "  fowl: [duck, swan]\n"
                             "  digit: 0..9\n"
                             "constants:\n"
                             "  list: [3, 1, 2]\n"
                             "  grid: [[1, 2], [3, 4, 5]]\n"
                             "  price: {duck: 4, goose: 7}\n"
                             "  weight[bird]: [10, 20, 30]\n"
                             "  map: |\n"
                             "    a7\n"
                             "    #\n"
                             "state:\n"
                             "  n: -9..9\n"
                             "  zero: 0..5\n"
                             "  big: 0..9223372036854775807\n"
                             "  at: bank\n"
                             "  b: bird\n"
                             "  yes: bool\n"
                             "  row[digit]: digit\n"
                             "start:\n"
                             "  n: 5\n"
                             "  zero: 0\n"
                             "  big: 9223372036854775807\n"
                             "  at: east\n"
                             "  b: goose\n"
                             "  yes: true\n"
                             "  row[d] for d in digit: 9 - d\n"
                             "moves: {stay: []}\n"
                             "define:\n"
                             "  other(x): east if x == west else west\n"
                             "  twice(x): 2 * x\n"
                             "goal: >-\n"
                             "  ";

enum { NO, YES, ERROR };

static const struct {
    const char *goal;
    int expected;
} rows[] = {
    /* arithmetic: 64 bits, floors, never a wrap */
    {"n + 2 * 3 == 11", YES},
    {"(n + 2) * 3 == 21", YES},
    {"7 // 2 == 3 and -7 // 2 == -4 and 7 // -2 == -4 and -7 // -2 == 3", YES},
    {"7 % 3 == 1 and -7 % 3 == 2 and 7 % -3 == -2 and -7 % -3 == -1", YES},
    {"(n - 12) // 2 == -4 and (n - 12) % 2 == 1", YES},
    {"n // zero == 0", ERROR},
    {"n % zero == 0", ERROR},
    {"big + 1 > 0", ERROR},
    {"-big - 1 < 0", YES},
    {"-big - 2 < 0", ERROR},
    {"big * 2 > big", ERROR},
    {"abs(-n) == 5 and abs(n) == 5", YES},
    {"- - n == 5", YES},
    {"yes + yes == 2 and 3 * (n == 5) == 3", YES},
    {"012 == 12", YES},
    /* comparisons are chained, and kinds are ordered as declared */
    {"0 < n <= 5 < 6", YES},
    {"0 < n < 5", NO},
    {"1 < n > 2", YES},
    {"duck < b < swan", YES},
    {"b != duck and b >= goose", YES},
    {"west == at", NO},
    /* what is not needed is not looked at */
    {"zero != 0 and n // zero == 1", NO},
    {"zero == 0 or n // zero == 1", YES},
    {"(1 if zero == 0 else n // zero) == 1", YES},
    {"n // zero == 1 and zero != 0", ERROR},
    {"not (zero != 0 and row[n + 90] == 1)", YES},
    {"row[n + 5] == 1", ERROR},
    {"n in 0..4 and row[n + 99] == 0", NO},
    /* membership */
    {"n in 1..5 and n not in 6..9 and n in [1, 5]", YES},
    {"b in fowl", NO},
    {"b in [goose, swan] and b in bird", YES},
    {"n in list", NO},
    {"n - 2 in list", YES},
    {"n in digit and -1 not in digit", YES},
    {"n in 5..1", NO},
    /* aggregates */
    {"all(row[d] == 9 - d for d in digit)", YES},
    {"any(row[d] == d for d in digit)", NO},
    {"count(row[d] > 4 for d in digit) == 5", YES},
    {"sum(row[d] for d in digit if d % 2 == 0) == 25", YES},
    {"sum(d * e for d in 1..3 for e in 1..d) == 25", YES},
    {"count(d < e for d in digit, e in digit) == 45", YES},
    {"min(row[d] for d in digit) == 0 and max(row[d] for d in 0..3) == 9", YES},
    {"max(row[d] for d in digit if d > 9) == 0", ERROR},
    {"sum(d for d in 5..1) == 0 and count(yes for d in 5..1) == 0", YES},
    {"all(false for d in 5..1) and not any(true for d in 5..1)", YES},
    {"sum(k for k in 1..n) == 15", YES},
    {"any(row[d] == 9 or row[d + 9] == 1 for d in digit)", YES},
    {"all(row[d] != 9 and row[d + 9] == 1 for d in digit)", NO},
    {"min(n, 3, 9) == 3 and max(n, 3) == 5", YES},
    /* arrays, tables, maps */
    {"row[0] == 9 and row[row[9]] == 9", YES},
    {"list[0] == 3 and len(list) == 3 and list[zero + 1] == 1", YES},
    {"list[n] == 0", ERROR},
    {"grid[1, 2] == 5 and grid[0][1] == 2", YES},
    {"grid[0, zero + 2] == 0", ERROR},
    {"price[b] == 7 and price[duck] == 4", YES},
    {"weight[b] == 20 and weight[swan] == 30", YES},
    {"rows(map) == 2 and cols(map) == 2", YES},
    {"map[0, 0] == \"a\" and map[1, 0] == \"#\" and map[1, 1] == \" \"", YES},
    {"int(map[0, 1]) == 7 and int(\"3\") == 3", YES},
    {"int(map[0, zero]) == 1", ERROR},
    {"len(bird) == 3", YES},
    /* defines */
    {"other(at) == west and other(other(at)) == at", YES},
    {"twice(twice(n)) == 20", YES},
    {"twice(yes) == 2", YES},
};

static wgcq_puzzle *read_goal(const char *goal)
{
    char text_of[4096];
    wgcq_puzzle *out = NULL;
    wgcq_diagnostics *message = NULL;
    wgcq_error err = {0};
    int length = snprintf(text_of, sizeof text_of, "%s%s\n", puzzle, goal);
    if (wgcq_puzzle_read(&out, text_of, (size_t)length, "test.yaml", NULL, 0, &message, &err))
        fail_msg("%s: %s", goal, message ? wgcq_diagnostics_at(message, 0)->text : err.text);
    wgcq_diagnostics_free(message);
    return out;
}

static int outcome(int code, uint8_t marks, const wgcq_error *err)
{
    assert_true(!code || err->code == WGCQ_ERUN);
    assert_true(!code || (err->line > 0 && err->column > 0));
    return code ? ERROR : marks & MARK_GOAL ? YES : NO;
}

static void expressions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wgcq_puzzle *p = read_goal(rows[i].goal);
        const wgcq_model *model = wgcq_puzzle_model(p);
        batch starts = {.words = model->words, .costs = model->costs};
        wgcq_error first = {0}, second = {0};
        uint8_t marks = 0, again = 0;
        void *worker = NULL;
        assert_int_equal(model->worker_new(&worker, model, &first), 0);
        assert_int_equal(model->initial_states(worker, &starts, &first), 0);
        assert_int_equal(starts.count, 1);
        int code = model->classify(worker, starts.state, 1, &marks, &first);
        if (outcome(code, marks, &first) != rows[i].expected)
            fail_msg("%s: the program says otherwise (%s)", rows[i].goal, first.text);
        code = model->reference.classify(worker, starts.state, &again, &second);
        if (outcome(code, again, &second) != rows[i].expected)
            fail_msg("%s: the interpreter differs (%s)", rows[i].goal, second.text);
        model->worker_free(worker);
        batch_free(&starts);
        wgcq_puzzle_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(expressions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
