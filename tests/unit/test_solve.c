/*
 * test_solve.c - from a puzzle's text to its figures, its file, and what the file answers.
 *
 * What a run that was cut short claims is compared with the run that was not: every figure is right
 * or absent, in every order, wherever it was cut.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "place.h"
#include "suite.h"
#include "thread_ranks.h"
#include "wgcq.h"

/* ---- puzzles ------------------------------------------------------------------------ */

static const char wolf[] = "puzzle: Wolf, goat and cabbage\n"
                           "types:\n"
                           "  bank: [west, east]\n"
                           "  cargo: [wolf, goat, cabbage]\n"
                           "state:\n"
                           "  farmer: bank\n"
                           "  at[cargo]: bank\n"
                           "start: {farmer: west, at: west}\n"
                           "moves:\n"
                           "  cross alone:\n"
                           "    - set: farmer = other(farmer)\n"
                           "  take {c}:\n"
                           "    - choose: c in cargo\n"
                           "    - guard: at[c] == farmer\n"
                           "    - set:\n"
                           "        farmer: other(farmer)\n"
                           "        at[c]: other(farmer)\n"
                           "never:\n"
                           "  the wolf eats the goat: at[wolf] == at[goat] != farmer\n"
                           "  the goat eats the cabbage: at[goat] == at[cabbage] != farmer\n"
                           "goal: {farmer: east, at: east}\n"
                           "define:\n"
                           "  other(b): east if b == west else west\n";

/* Costs of 0, dead ends, an end, shortest plans that are not the cheapest. */
static const char house[] = "puzzle: A house with a key\n"
                            "state:\n"
                            "  x: 0..4\n"
                            "  y: 0..4\n"
                            "  key: bool\n"
                            "start: {x: 0, y: 0, key: false}\n"
                            "moves:\n"
                            "  east:\n"
                            "    - guard: x < 4\n"
                            "    - set: x = x + 1\n"
                            "  west:\n"
                            "    - guard: x > 0\n"
                            "    - set: x = x - 1\n"
                            "  south:\n"
                            "    - guard: y < 4\n"
                            "    - set: y = y + 1\n"
                            "  north:\n"
                            "    - guard: y > 0\n"
                            "    - set: y = y - 1\n"
                            "  take the key:\n"
                            "    - guard: x == 1 and y == 3 and not key\n"
                            "    - set: key = true\n"
                            "  fall:\n"
                            "    - guard: x == 3 and y == 0\n"
                            "    - set: {x: 4, y: 0, key: true}\n"
                            "never:\n"
                            "  the pit: x == 2 and y == 1\n"
                            "end: x == 4 and y == 0\n"
                            "costs:\n"
                            "  toll: (x * y) % 3\n"
                            "  noise: 2 if x == y else 0\n"
                            "goal: x == 4 and y == 4 and key\n"
                            "estimate: abs(4 - x) + abs(4 - y)\n";

/* One plan, and more ways round in circles than could be looked at. */
static const char door[] = "puzzle: A door behind the start\n"
                           "state:\n"
                           "  at: 0..40\n"
                           "start: {at: 1}\n"
                           "moves:\n"
                           "  go {x}:\n"
                           "    - choose: x in 1..40\n"
                           "    - guard: at != 0 and x != at\n"
                           "    - set: at = x\n"
                           "  leave:\n"
                           "    - guard: at == 1\n"
                           "    - set: at = 0\n"
                           "goal: {at: 0}\n";

static const char there[] = "puzzle: There already\n"
                            "state:\n"
                            "  n: 0..3\n"
                            "start:\n"
                            "  - choose: k in 1..3\n"
                            "  - set: n = k\n"
                            "moves:\n"
                            "  on:\n"
                            "    - guard: n > 0\n"
                            "    - set: n = n - 1\n"
                            "goal: n <= 2\n";

static const char nowhere[] = "puzzle: Nowhere\n"
                              "state:\n"
                              "  n: 0..3\n"
                              "start: {n: 0}\n"
                              "moves:\n"
                              "  on:\n"
                              "    - guard: n < 2\n"
                              "    - set: n = n + 1\n"
                              "goal: {n: 3}\n";

/* ---- helpers ------------------------------------------------------------------------- */

static char folder[PLACE_ROOM], file[PLACE_ROOM + 16];

static int make_folder(void **state)
{
    (void)state;
    if (!place_make(folder, "test_solve"))
        return -1;
    snprintf(file, sizeof file, "%s/run.db", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(file);
    return rmdir(folder);
}

static wgcq_puzzle *read_puzzle(const char *text)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *complaints = NULL;
    wgcq_error err = {0};
    int code =
        wgcq_puzzle_read(&puzzle, text, strlen(text), "test.yaml", NULL, 0, &complaints, &err);
    for (size_t i = 0; i < wgcq_diagnostics_count(complaints); i++)
        print_error("%s\n", wgcq_diagnostics_at(complaints, i)->text);
    wgcq_diagnostics_free(complaints);
    assert_int_equal(code, 0);
    return puzzle;
}

/* Into a new file, or none. */
static wgcq_result *solve(const char *text, bool stored, wgcq_options options)
{
    wgcq_puzzle *puzzle = read_puzzle(text);
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    unlink(file);
    int code = wgcq_solve(&result, puzzle, stored ? file : NULL, &options, NULL, &err);
    if (code)
        print_error("%s\n", err.text);
    assert_int_equal(code, 0);
    wgcq_puzzle_free(puzzle); /* a summary needs it no more */
    return result;
}

static wgcq_rows *ask(wgcq_trace *trace, wgcq_question question)
{
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    int code = wgcq_ask(&rows, trace, &question, NULL, &err);
    if (code)
        print_error("%s\n", err.text);
    assert_int_equal(code, 0);
    return rows;
}

static size_t column(const wgcq_rows *rows, const char *name)
{
    size_t i = 0;
    while (i < wgcq_rows_columns(rows) && strcmp(wgcq_rows_name(rows, i), name) != 0)
        i++;
    assert_true(i < wgcq_rows_columns(rows));
    return i;
}

static wgcq_trace *open_trace(void)
{
    wgcq_trace *trace = NULL;
    wgcq_error err = {0};
    assert_int_equal(wgcq_trace_open(&trace, file, &err), 0);
    return trace;
}

/* The first column of the first row of an SQL query, as text; "" for NULL. */
static void select_text(char *out, size_t room, wgcq_trace *trace, const char *sql)
{
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    int code = wgcq_trace_sql(&rows, trace, sql, &err);
    if (code)
        print_error("%s\n", err.text);
    assert_int_equal(code, 0);
    assert_int_equal(wgcq_rows_next(rows, &err), 0);
    bool null = wgcq_rows_type(rows, 0) == WGCQ_NULL;
    snprintf(out, room, "%s", null ? "" : wgcq_rows_text(rows, 0));
    wgcq_rows_free(rows);
}

static void assert_select(wgcq_trace *trace, const char *sql, const char *expected)
{
    char found[200];
    select_text(found, sizeof found, trace, sql);
    assert_string_equal(found, expected);
}

/* ---- whole runs ---------------------------------------------------------------------------- */

static void wolf_goat_cabbage(void **state)
{
    (void)state;
    wgcq_result *result = solve(wolf, true, (wgcq_options){0});
    const wgcq_summary *s = wgcq_result_summary(result);
    assert_string_equal(s->status, "complete");
    assert_null(s->limit);
    assert_null(s->remark);
    assert_int_equal(s->outcome, WGCQ_FOUND);
    assert_int_equal(s->states, 10);
    assert_int_equal(s->edges, 20);
    assert_int_equal(s->starts, 1);
    assert_int_equal(s->goals, 1);
    assert_int_equal(s->depth, 7);
    assert_true(s->dead_ends_known);
    assert_int_equal(s->dead_ends, 0);
    assert_true(s->shortest.known);
    assert_int_equal(s->shortest.value, 7);
    assert_string_equal(s->shortest.count, "2");
    assert_int_equal(s->cheapest_count, 1);
    assert_string_equal(s->cheapest[0].cost, "moves");
    assert_int_equal(s->solutions_stored, 2);
    assert_string_equal(s->solutions_count, "2");
    wgcq_result_free(result);

    wgcq_trace *trace = open_trace();
    assert_select(trace, "SELECT group_concat(length) FROM solutions", "7,7");
    assert_select(trace, "SELECT count(*) FROM steps", "16");
    assert_select(trace,
                  "SELECT count(*) FROM steps JOIN edges USING(src, dst, move) WHERE solution = 1",
                  "7");
    wgcq_rows *rows = ask(trace, (wgcq_question){.what = "all", .limit = 1});
    wgcq_error err = {0};
    assert_int_equal(wgcq_rows_next(rows, &err), 0);
    assert_int_equal(wgcq_rows_integer(rows, column(rows, "length")), 7);
    assert_int_equal(wgcq_rows_next(rows, &err), WGCQ_DONE);
    assert_false(wgcq_rows_complete(rows));
    wgcq_rows_free(rows);
    /* A limit of just as many as there are leaves nothing out. */
    rows = ask(trace, (wgcq_question){.what = "all", .limit = 2});
    assert_int_equal(wgcq_rows_next(rows, &err), 0);
    assert_int_equal(wgcq_rows_next(rows, &err), 0);
    assert_int_equal(wgcq_rows_next(rows, &err), WGCQ_DONE);
    assert_true(wgcq_rows_complete(rows));
    assert_string_equal(wgcq_rows_remark(rows), "complete: 2 plans");
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
}

static void first_solution_as_rows(void **state)
{
    (void)state;
    wgcq_puzzle *puzzle = read_puzzle(house);
    wgcq_options options = {0};
    wgcq_result *result = NULL;
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    int64_t steps = 0, toll = 0;
    options.minimize = "toll,noise";
    assert_int_equal(wgcq_solve(&result, puzzle, NULL, &options, NULL, &err), 0);
    assert_int_equal(wgcq_result_first(&rows, result, &err), 0);
    while (wgcq_rows_next(rows, &err) == 0) {
        assert_int_equal(wgcq_rows_integer(rows, column(rows, "step")), steps);
        assert_int_equal(wgcq_rows_integer(rows, column(rows, "moves")), steps);
        assert_true(wgcq_rows_type(rows, column(rows, "move")) == (steps ? WGCQ_TEXT : WGCQ_NULL));
        assert_true(wgcq_rows_integer(rows, column(rows, "toll")) >= toll);
        toll = wgcq_rows_integer(rows, column(rows, "toll"));
        steps++;
    }
    const wgcq_summary *s = wgcq_result_summary(result);
    assert_string_equal(s->cheapest[1].cost, "toll");
    assert_int_equal(toll, s->cheapest[1].value);
    wgcq_rows_free(rows);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
}

static void ways_in_circles(void **state)
{
    (void)state;
    wgcq_result *result = solve(door, true, (wgcq_options){0});
    const wgcq_summary *s = wgcq_result_summary(result);
    assert_int_equal(s->solutions_stored, 1);
    assert_string_equal(s->solutions_count, "1");
    assert_null(s->remark);
    wgcq_result_free(result);
    wgcq_trace *trace = open_trace();
    wgcq_rows *rows = ask(trace, (wgcq_question){.what = "all", .count = true});
    wgcq_error err = {0};
    assert_int_equal(wgcq_rows_next(rows, &err), 0);
    assert_string_equal(wgcq_rows_text(rows, column(rows, "count")), "1");
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
}

/* Two of three starts are goals: plans of no moves. */
static void starts_that_are_goals(void **state)
{
    (void)state;
    wgcq_result *result = solve(there, true, (wgcq_options){0});
    const wgcq_summary *s = wgcq_result_summary(result);
    assert_int_equal(s->starts, 3);
    assert_true(s->shortest.known);
    assert_int_equal(s->shortest.value, 0);
    assert_string_equal(s->shortest.count, "2");
    assert_string_equal(s->solutions_count, "3");
    wgcq_result_free(result);
    wgcq_trace *trace = open_trace();
    assert_select(trace, "SELECT group_concat(length) FROM solutions", "0,0,1");
    wgcq_trace_free(trace);
}

static void proved_that_there_is_none(void **state)
{
    (void)state;
    wgcq_result *result = solve(nowhere, true, (wgcq_options){0});
    const wgcq_summary *s = wgcq_result_summary(result);
    assert_int_equal(s->outcome, WGCQ_UNSOLVABLE);
    assert_false(s->shortest.known);
    assert_null(s->shortest.count);
    assert_int_equal(s->dead_ends, 3);
    assert_string_equal(s->solutions_count, "0");
    wgcq_result_free(result);
}

/* The plan that was come upon is solution 1, with its states' numbers, and is stored once. */
static void the_first_that_is_found(void **state)
{
    static const wgcq_order orders[] = {WGCQ_DEPTH_FIRST, WGCQ_BEST_FIRST, WGCQ_BREADTH_FIRST};
    (void)state;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        wgcq_result *result =
            solve(house, true, (wgcq_options){.order = orders[i], .stop = WGCQ_STOP_FIRST});
        const wgcq_summary *s = wgcq_result_summary(result);
        assert_string_equal(s->status, "limit");
        assert_string_equal(s->limit, "--stop first");
        assert_int_equal(s->outcome, WGCQ_FOUND);
        assert_null(s->solutions_count);
        assert_false(s->dead_ends_known);
        assert_true(s->solutions_stored >= 1);
        wgcq_result_free(result);
        wgcq_trace *trace = open_trace();
        assert_select(trace, "SELECT count(*) FROM steps WHERE dst IS NULL", "0");
        assert_select(trace,
                      "SELECT count(*) FROM steps s LEFT JOIN edges e USING(src, dst, move) "
                      "WHERE step > 0 AND e.src IS NULL",
                      "0");
        assert_select(trace,
                      "SELECT count(*) - count(DISTINCT way) FROM (SELECT group_concat(src || ' ' "
                      "|| move, ';') AS way FROM (SELECT * FROM steps ORDER BY solution, step) "
                      "WHERE step > 0 GROUP BY solution)",
                      "0");
        wgcq_trace_free(trace);
    }
}

static void assert_same_best(const wgcq_optimum *a, const wgcq_optimum *b)
{
    assert_int_equal(a->known, b->known);
    assert_int_equal(a->value, b->value);
    assert_int_equal(a->count != NULL, b->count != NULL);
    if (a->count)
        assert_string_equal(a->count, b->count);
}

/* Proofs do not depend on what is kept. */
static void without_a_trace(void **state)
{
    (void)state;
    for (int order = WGCQ_BREADTH_FIRST; order <= WGCQ_CHEAPEST; order++)
        for (int stop = WGCQ_STOP_EXHAUSTED; stop <= WGCQ_STOP_SHORTEST; stop++) {
            wgcq_options o = {.order = (wgcq_order)order, .stop = (wgcq_stop)stop};
            wgcq_result *all = solve(house, true, o);
            o.trace_level = WGCQ_TRACE_NONE;
            wgcq_result *none = solve(house, true, o);
            const wgcq_summary *s = wgcq_result_summary(none), *t = wgcq_result_summary(all);
            assert_int_equal(s->outcome, t->outcome);
            assert_int_equal(s->depth_known, t->depth_known);
            assert_int_equal(s->depth, t->depth);
            assert_same_best(&s->shortest, &t->shortest);
            for (size_t i = 0; i < s->cheapest_count; i++)
                assert_same_best(&s->cheapest[i], &t->cheapest[i]);
            assert_true(stop != WGCQ_STOP_EXHAUSTED || s->cheapest[1].known);
            assert_int_equal(s->solutions_stored, 0);
            assert_null(s->solutions_count);
            wgcq_result_free(none);
            wgcq_result_free(all);
        }
}

static void requests_that_make_no_sense(void **state)
{
    (void)state;
    wgcq_puzzle *puzzle = read_puzzle(house);
    wgcq_options options = {.minimize = "nois"};
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    assert_int_equal(wgcq_solve(&result, puzzle, NULL, &options, NULL, &err), WGCQ_EREQUEST);
    assert_non_null(strstr(err.text, "noise"));
    err = (wgcq_error){0};
    options.minimize = ",";
    assert_int_equal(wgcq_solve(&result, puzzle, NULL, &options, NULL, &err), WGCQ_EREQUEST);
    assert_null(result);
    wgcq_puzzle_free(puzzle);

    wgcq_result_free(solve(house, true, (wgcq_options){0}));
    wgcq_trace *trace = open_trace();
    static const struct {
        wgcq_question question;
        const char *meant;
    } wrong[] = {{{.what = "shortes"}, "shortest"},
                 {{.what = "cheapest", .by = "tol"}, "toll"},
                 {{.what = "plans"}, "--length"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        wgcq_rows *rows = NULL;
        err = (wgcq_error){0};
        assert_int_equal(wgcq_ask(&rows, trace, &wrong[i].question, NULL, &err), WGCQ_EREQUEST);
        assert_non_null(strstr(err.text, wrong[i].meant));
        assert_null(rows);
    }
    wgcq_trace_free(trace);
}

/* Where a file is. */
static int solve_again(const char *text, wgcq_options options)
{
    wgcq_error err = {0};
    wgcq_result *result = NULL;
    wgcq_puzzle *puzzle = read_puzzle(text);
    int code = wgcq_solve(&result, puzzle, file, &options, NULL, &err);
    if (code)
        assert_non_null(strstr(err.text, "another process has written to it meanwhile"));
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
    return code;
}

/* A run that was added since is not lost. */
static void replaced_as_it_was_read(void **state)
{
    (void)state;
    wgcq_result_free(solve(wolf, true, (wgcq_options){0}));
    wgcq_trace *before = open_trace();
    assert_int_equal(solve_again(wolf, (wgcq_options){.order = WGCQ_DEPTH_FIRST}), 0);
    wgcq_trace *now = open_trace();
    wgcq_options replacing = {.replace = true, .replaces = before};
    assert_int_equal(solve_again(there, replacing), WGCQ_EOTHER);
    assert_select(now, "SELECT count(*) FROM runs", "2");
    replacing.replaces = now;
    assert_int_equal(solve_again(there, replacing), 0);
    wgcq_trace_free(before);
    wgcq_trace_free(now);
    now = open_trace();
    assert_select(now, "SELECT count(*) FROM runs", "1");
    assert_select(now, "SELECT value FROM meta WHERE key='title'", "There already");
    wgcq_trace_free(now);
}

/* A stored run is answered from its graph, where there is room for that. */
static void answered_within_memory(void **state)
{
    (void)state;
    wgcq_error err = {0};
    wgcq_result *result = NULL;
    wgcq_puzzle *puzzle = read_puzzle(wolf);
    const wgcq_model *model = wgcq_puzzle_model(puzzle);
    wgcq_result_free(solve(wolf, true, (wgcq_options){0}));
    wgcq_options options = {.memory_left = 100};
    assert_int_equal(wgcq_solved(&result, model, file, &options, NULL, &err), WGCQ_EUNKNOWN);
    assert_non_null(strstr(err.text, "its graph is read, which takes 0.0 MiB: more than"));
    assert_null(result);
    options.memory_left = 1 << 20;
    assert_int_equal(wgcq_solved(&result, model, file, &options, NULL, NULL), 0);
    assert_int_equal(wgcq_result_summary(result)->states, 10);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
}

static int stop_at_once(void *self, const wgcq_progress *progress)
{
    (void)self;
    (void)progress;
    return 1;
}

/* 24 states joined each to each: storing the best of them is left, and the file says so. */
static void interrupted_while_enumerating(void **state)
{
    static const char clique[] = "puzzle: Each to each\n"
                                 "state:\n"
                                 "  at: 0..24\n"
                                 "start: {at: 1}\n"
                                 "moves:\n"
                                 "  go {x}:\n"
                                 "    - choose: x in 1..24\n"
                                 "    - guard: at != 0 and x != at\n"
                                 "    - set: at = x\n"
                                 "  leave:\n"
                                 "    - guard: at == 24\n"
                                 "    - set: at = 0\n"
                                 "goal: {at: 0}\n";
    wgcq_puzzle *puzzle = read_puzzle(clique);
    wgcq_options options = {.solutions = 20000};
    wgcq_monitor monitor = {NULL, stop_at_once};
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    (void)state;
    unlink(file);
    assert_int_equal(wgcq_solve(&result, puzzle, file, &options, &monitor, &err), 0);
    assert_int_equal(err.code, 0);
    const wgcq_summary *s = wgcq_result_summary(result);
    assert_null(s->solutions_count);
    if (!strcmp(s->status, "complete")) /* ends before the monitor is called */
        assert_int_equal(s->solutions_stored, 20000);
    else
        assert_string_equal(s->status, "interrupted");
    char status[20];
    snprintf(status, sizeof status, "%s", s->status);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
    wgcq_trace *trace = open_trace();
    assert_select(trace, "SELECT status FROM runs", status);
    wgcq_trace_free(trace);
}

/* ---- right or absent ------------------------------------------------------------------------- */

typedef struct truth {
    int64_t least[3], length[3];
    char count[3][40], all[40];
    char to_goal[50][8]; /* of each state, by x, y, key */
} truth;

static int place(wgcq_rows *rows)
{
    int64_t x = wgcq_rows_integer(rows, 0), y = wgcq_rows_integer(rows, 1);
    return (int)(2 * (5 * x + y)) + !strcmp(wgcq_rows_text(rows, 2), "true");
}

static wgcq_rows *states_of(wgcq_trace *trace)
{
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    assert_int_equal(wgcq_trace_sql(&rows, trace, "SELECT x, y, key, to_goal FROM states", &err),
                     0);
    return rows;
}

static const char *const costs[] = {"moves", "toll", "noise"};

static wgcq_question question_of(size_t cost)
{
    return (wgcq_question){
        .what = cost ? "cheapest" : "shortest", .by = cost ? costs[cost] : NULL, .count = true};
}

static void find_truth(truth *t)
{
    wgcq_error err = {0};
    wgcq_result *result = solve(house, true, (wgcq_options){0});
    const wgcq_summary *s = wgcq_result_summary(result);
    memset(t, 0, sizeof *t);
    wgcq_trace *trace = open_trace();
    for (size_t i = 0; i < 3; i++) {
        assert_true(s->cheapest[i].known);
        t->least[i] = s->cheapest[i].value;
        snprintf(t->count[i], sizeof t->count[i], "%s", s->cheapest[i].count);
        wgcq_rows *row = ask(trace, question_of(i));
        assert_int_equal(wgcq_rows_next(row, &err), 0);
        assert_string_equal(wgcq_rows_text(row, column(row, "count")), t->count[i]);
        t->length[i] = wgcq_rows_integer(row, column(row, "length"));
        wgcq_rows_free(row);
    }
    wgcq_rows *row = ask(trace, (wgcq_question){.what = "all", .count = true});
    assert_int_equal(wgcq_rows_next(row, &err), 0);
    snprintf(t->all, sizeof t->all, "%s", wgcq_rows_text(row, 0));
    wgcq_rows_free(row);
    wgcq_rows *rows = states_of(trace);
    while (wgcq_rows_next(rows, &err) == 0) {
        char *real = t->to_goal[place(rows)];
        snprintf(real, sizeof t->to_goal[0], "%s",
                 wgcq_rows_type(rows, 3) == WGCQ_NULL ? "none" : wgcq_rows_text(rows, 3));
    }
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    wgcq_result_free(result);
}

typedef struct tallies {
    unsigned known, counted, absent, asked, not_answered, distances;
} tallies;

static void check_summary(const wgcq_summary *s, const truth *t, tallies *n)
{
    for (size_t i = 0; i < 3; i++) {
        const wgcq_optimum *b = &s->cheapest[i];
        if (b->known)
            assert_int_equal(b->value, t->least[i]);
        if (b->count) {
            assert_true(b->known);
            assert_string_equal(b->count, t->count[i]);
        }
        n->known += b->known && !b->count;
        n->counted += b->count != NULL;
        n->absent += !b->known;
    }
    if (s->solutions_count)
        assert_string_equal(s->solutions_count, t->all);
}

static void check_answers(wgcq_trace *trace, const truth *t, tallies *n)
{
    wgcq_error err = {0};
    for (size_t i = 0; i < 3; i++) {
        wgcq_rows *row = ask(trace, question_of(i));
        assert_int_equal(wgcq_rows_next(row, &err), 0);
        size_t count = column(row, "count"), length = column(row, "length");
        if (wgcq_rows_type(row, count) != WGCQ_NULL)
            assert_string_equal(wgcq_rows_text(row, count), t->count[i]);
        if (wgcq_rows_type(row, length) != WGCQ_NULL)
            assert_int_equal(wgcq_rows_integer(row, length), t->length[i]);
        if (i && wgcq_rows_type(row, column(row, costs[i])) != WGCQ_NULL)
            assert_int_equal(wgcq_rows_integer(row, column(row, costs[i])), t->least[i]);
        n->asked += wgcq_rows_type(row, count) != WGCQ_NULL;
        n->not_answered += wgcq_rows_type(row, count) == WGCQ_NULL;
        wgcq_rows_free(row);
    }
    wgcq_rows *row = ask(trace, (wgcq_question){.what = "all", .count = true});
    assert_int_equal(wgcq_rows_next(row, &err), 0);
    if (wgcq_rows_type(row, 0) != WGCQ_NULL)
        assert_string_equal(wgcq_rows_text(row, 0), t->all);
    wgcq_rows_free(row);
}

/* A listing calls itself complete only where its plans are the best. */
static void check_listing(wgcq_trace *trace, const truth *t)
{
    wgcq_error err = {0};
    wgcq_rows *rows = ask(trace, (wgcq_question){.what = "shortest"});
    uint64_t given = 0;
    char spelled[24];
    while (wgcq_rows_next(rows, &err) == 0)
        given++;
    snprintf(spelled, sizeof spelled, "%" PRIu64, given);
    bool whole = !strncmp(wgcq_rows_remark(rows), "complete", 8);
    assert_true(whole == wgcq_rows_complete(rows));
    if (whole)
        assert_string_equal(spelled, t->count[0]);
    wgcq_rows_free(rows);
}

static void check_states(wgcq_trace *trace, const truth *t, bool complete, tallies *n)
{
    wgcq_error err = {0};
    wgcq_rows *rows = states_of(trace);
    while (wgcq_rows_next(rows, &err) == 0) {
        const char *real = t->to_goal[place(rows)];
        bool null = wgcq_rows_type(rows, 3) == WGCQ_NULL;
        if (!null || complete)
            assert_string_equal(null ? "none" : wgcq_rows_text(rows, 3), real);
        n->distances += !null;
    }
    wgcq_rows_free(rows);
}

static void check_cut(wgcq_options options, const truth *t, tallies *n)
{
    wgcq_result *result = solve(house, true, options);
    const wgcq_summary *s = wgcq_result_summary(result);
    check_summary(s, t, n);
    wgcq_trace *trace = open_trace();
    check_answers(trace, t, n);
    check_listing(trace, t);
    check_states(trace, t, !strcmp(s->status, "complete"), n);
    wgcq_trace_free(trace);
    wgcq_result_free(result);
}

static void right_or_absent(void **state)
{
    static const char *const minimize[] = {NULL, "toll", "noise,moves", "noise,toll"};
    tallies n = {0};
    truth t;
    (void)state;
    find_truth(&t);
    assert_true(t.least[1] < t.least[0]);
    for (int order = 0; wgcq_order_name((wgcq_order)order); order++)
        for (int stop = 0; wgcq_stop_name((wgcq_stop)stop); stop++)
            for (size_t by = 0; by < 4; by++) {
                if (by && order != WGCQ_CHEAPEST) /* the estimate bounds moves */
                    continue;
                if (order >= WGCQ_BOTH_ENDS) /* they store nothing, and stop at a plan */
                    continue;
                wgcq_options o = {.order = (wgcq_order)order,
                                  .stop = (wgcq_stop)stop,
                                  .minimize = minimize[by],
                                  .solutions = 5};
                check_cut(o, &t, &n);
                for (o.max_states = 3; o.max_states < 48 && !stop; o.max_states += 5)
                    check_cut(o, &t, &n);
                o.max_states = 0;
                for (o.max_depth = 2; o.max_depth < 14 && !stop; o.max_depth += 3)
                    check_cut(o, &t, &n);
            }
    assert_true(n.known > 5 && n.counted > 20 && n.absent > 20);
    assert_true(n.asked > 20 && n.not_answered > 20 && n.distances > 100);
}

/* With toll weighed second the way round is settled first, and the two shorter ones of as little
   noise are left unexplored: the least noise is proved by that, their number is not. */
static void several_minimized(void **state)
{
    static const char roads[] = "puzzle: A way round\n"
                                "state:\n"
                                "  at: 0..9\n"
                                "start: {at: 0}\n"
                                "moves:\n"
                                "  round:\n"
                                "    - guard: at < 4\n"
                                "    - set: at = at + 1\n"
                                "  pay at {gate}:\n"
                                "    - choose: gate in 5..6\n"
                                "    - guard: at == 0\n"
                                "    - set: at = gate\n"
                                "    - cost: toll = 1\n"
                                "  arrive:\n"
                                "    - guard: at >= 4 and at < 9\n"
                                "    - set: at = 9\n"
                                "costs:\n"
                                "  noise: 0\n"
                                "  toll: 0\n"
                                "goal: {at: 9}\n";
    (void)state;
    wgcq_result *result =
        solve(roads, false,
              (wgcq_options){
                  .order = WGCQ_CHEAPEST, .stop = WGCQ_STOP_SHORTEST, .minimize = "noise,toll"});
    const wgcq_optimum *noise = &wgcq_result_summary(result)->cheapest[1];
    assert_true(noise->known);
    assert_int_equal(noise->value, 0);
    assert_null(noise->count);
    wgcq_result_free(result);
    result = solve(roads, false, (wgcq_options){0});
    noise = &wgcq_result_summary(result)->cheapest[1];
    assert_string_equal(noise->count, "2");
    wgcq_result_free(result);
}

/* A puzzle of wide states, whose bytes are most of the file. */
static void forecast_is_near(void **state)
{
    static const char wide[] = "puzzle: Twelve switches of ten bits\n"
                               "state:\n"
                               "  x[1..12]: 0..1000\n"
                               "start: {x: 0}\n"
                               "moves:\n"
                               "  turn {i}:\n"
                               "    - choose: i in 1..12\n"
                               "    - guard: x[i] == 0\n"
                               "    - set: x[i] = 1000\n";
    const wgcq_options options = {.trace_level = WGCQ_TRACE_STATES, .max_states = 4096};
    wgcq_disk_forecast due;
    struct stat is;
    (void)state;
    wgcq_result_free(solve(wide, true, options));
    assert_int_equal(stat(file, &is), 0);
    wgcq_puzzle *puzzle = read_puzzle(wide);
    assert_false(wgcq_forecast_disk(&due, wgcq_puzzle_model(puzzle), file, &options));
    wgcq_puzzle_free(puzzle);
    assert_int_equal(due.states, 4096);
    assert_true(due.bytes > 0.75 * (double)is.st_size && due.bytes < 1.05 * (double)is.st_size);
}

static void solve_as_rank(void *self, const wgcq_exchange *with)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    const wgcq_options options = {.threads = 1, .solutions = 5, .exchange = with};
    int code = wgcq_puzzle_read(&puzzle, house, strlen(house), "test.yaml", NULL, 0, NULL, &err);
    if (!code)
        code = wgcq_solve(&result, puzzle, self, &options, NULL, &err);
    if (code)
        print_error("%s\n", err.text);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
}

static void count_shortest(char count[32], const char *path)
{
    wgcq_trace *trace = NULL;
    wgcq_error err = {0};
    assert_int_equal(wgcq_open(&trace, path, NULL, NULL, &err), 0);
    wgcq_rows *rows = ask(trace, (wgcq_question){.what = "shortest", .count = true});
    assert_int_equal(wgcq_rows_next(rows, &err), 0);
    snprintf(count, 32, "%s", wgcq_rows_text(rows, 0));
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
}

/* place.h looks for files that are still open. */
static void ranks_merged_and_asked(void **state)
{
    static const char *const parts[] = {"parts", "0.db", "1.db", "all.db"};
    char ranks[PLACE_ROOM + 16], part[PLACE_ROOM + 32], count[3][32];
    (void)state;
    wgcq_result_free(solve(house, true, (wgcq_options){0}));
    count_shortest(count[0], file);
    snprintf(ranks, sizeof ranks, "%s/ranks", folder);
    run_ranks(2, solve_as_rank, ranks, NULL);
    count_shortest(count[1], ranks);
    assert_int_equal(wgcq_merge(NULL, ranks, file, NULL, &(wgcq_options){.replace = true}, NULL,
                                &(wgcq_error){0}),
                     0);
    count_shortest(count[2], file);
    assert_string_equal(count[1], count[0]);
    assert_string_equal(count[2], count[0]);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(part, sizeof part, "%s/%s", ranks, parts[i]);
        unlink(part);
    }
    assert_int_equal(rmdir(ranks), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wolf_goat_cabbage),
        cmocka_unit_test(first_solution_as_rows),
        cmocka_unit_test(ways_in_circles),
        cmocka_unit_test(starts_that_are_goals),
        cmocka_unit_test(proved_that_there_is_none),
        cmocka_unit_test(the_first_that_is_found),
        cmocka_unit_test(without_a_trace),
        cmocka_unit_test(requests_that_make_no_sense),
        cmocka_unit_test(interrupted_while_enumerating),
        cmocka_unit_test(right_or_absent),
        cmocka_unit_test(several_minimized),
        cmocka_unit_test(replaced_as_it_was_read),
        cmocka_unit_test(answered_within_memory),
        cmocka_unit_test(forecast_is_near),
        cmocka_unit_test(ranks_merged_and_asked),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
