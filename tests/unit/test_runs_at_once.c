/* test_runs_at_once.c - threads that share nothing solve, search, play and ask at once; for TSan.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "place.h"
#include "suite.h"
#include "wgcq.h"

enum { RUNS = 2, TIMES = 3 };

/* A grid of width x height, explored from a corner. */
typedef struct run {
    unsigned width, height;
    char yaml[400], path[PLACE_ROOM + 16];
    wgcq_error err;
    uint64_t states, edges, rows;
} run;

static void spell(run *r, const char *folder, unsigned number)
{
    snprintf(r->yaml, sizeof r->yaml,
             "puzzle: Grid %u\nstate: {x: 0..%u, y: 0..%u}\nstart: {x: 0, y: 0}\nmoves:\n"
             "  east:\n    - guard: x < %u\n      else: edge\n    - set: x = x + 1\n"
             "  north:\n    - guard: y < %u\n      else: edge\n    - set: y = y + 1\n"
             "goal: x == %u and y == 3\n",
             number, r->width - 1, r->height - 1, r->width - 1, r->height - 1, r->width - 1);
    snprintf(r->path, sizeof r->path, "%s/%u.db", folder, number);
}

static int solve(run *r, const wgcq_puzzle *puzzle, wgcq_writer writer, unsigned threads)
{
    const wgcq_options options = {.writer = writer, .threads = threads};
    wgcq_result *result = NULL;
    unlink(r->path);
    int code = wgcq_solve(&result, puzzle, r->path, &options, NULL, &r->err);
    if (!code) {
        r->states = wgcq_result_summary(result)->states;
        r->edges = wgcq_result_summary(result)->edges;
    }
    wgcq_result_free(result);
    return code;
}

static int count_rows(run *r, wgcq_rows *rows)
{
    int code;
    while ((code = wgcq_rows_next(rows, &r->err)) == 0)
        r->rows++;
    wgcq_rows_free(rows);
    return code < 0 ? code : 0;
}

static int ask(run *r)
{
    const wgcq_question question = {.what = "shortest", .limit = 5};
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_FAILS;
    int code = wgcq_trace_open(&trace, r->path, &r->err);
    if (!code && !(code = wgcq_ask(&rows, trace, &question, NULL, &r->err)))
        code = count_rows(r, rows);
    if (!code && !(code = wgcq_verify(&rows, &found, trace, NULL, &r->err)))
        wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    return code ? code : found == WGCQ_HOLDS ? 0 : WGCQ_ESTORE;
}

static void *work(void *self)
{
    run *r = self;
    wgcq_puzzle *puzzle = NULL;
    int code =
        wgcq_puzzle_read(&puzzle, r->yaml, strlen(r->yaml), "grid.yaml", NULL, 0, NULL, &r->err);
    for (unsigned i = 0; i < TIMES && !code; i++)
        code = solve(r, puzzle, i % 2 ? WGCQ_WRITER_SQL : WGCQ_WRITER_PAGES, 1 + i % 2);
    if (!code)
        code = ask(r);
    wgcq_puzzle_free(puzzle);
    return NULL;
}

static void test_runs_at_once(void **state)
{
    run runs[RUNS] = {{.width = 150, .height = 150}, {.width = 300, .height = 70}};
    pthread_t threads[RUNS];
    char folder[PLACE_ROOM];
    (void)state;
    assert_true(place_make(folder, "test_runs_at_once"));
    for (unsigned i = 0; i < RUNS; i++)
        spell(&runs[i], folder, i);
    for (unsigned i = 0; i < RUNS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &runs[i]), 0);
    for (unsigned i = 0; i < RUNS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < RUNS; i++) {
        const run *r = &runs[i];
        assert_string_equal(r->err.text, "");
        assert_int_equal(r->states, r->width * r->height);
        assert_int_equal(r->edges, 2 * r->width * r->height - r->width - r->height);
        assert_int_equal(r->rows, 5);
        unlink(r->path);
    }
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_runs_at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
