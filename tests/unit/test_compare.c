/* test_compare.c - comparisons of plans that their monitor stops, wherever it does.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "place.h"
#include "suite.h"
#include "wgcq.h"

/* Which cell points where says nothing of a permutation before all of it is made. */
static const char links[] = "puzzle: Links\n"
                            "types:\n  e: [a, b, c, d, e, f, g, h]\n"
                            "state:\n  next[e]: e\n"
                            "start:\n  next[x] for x in e: x\n"
                            "symmetric: e\n"
                            "moves:\n  link {x} {y}:\n"
                            "    - choose: x in e, y in e\n"
                            "    - guard: next[x] == x and x != y\n"
                            "    - set: next[x] = y\n"
                            "goal: all(next[x] != x for x in e)\n";

/* Counts the reports of a phase, and asks once to stop. */
typedef struct watch {
    const char *phase;
    unsigned reports, stop_at; /* 0: never */
} watch;

static int report(void *self, const wgcq_progress *progress)
{
    watch *w = self;
    if (!progress->phase || strcmp(progress->phase, w->phase) != 0)
        return 0;
    return ++w->reports == w->stop_at;
}

/* The pair of the first two solutions; its exchange is looked for in vain. */
static int compare_two(const char *path, watch *w)
{
    const wgcq_monitor monitor = {w, report};
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    assert_int_equal(wgcq_trace_open(&trace, path, &err), 0);
    wgcq_trace_set_monitor(trace, &monitor);
    const wgcq_compare_side sides[] = {{trace, 1, "1", path}, {trace, 2, "2", path}};
    int code = wgcq_compare(&rows, WGCQ_COMPARE_PAIRS, sides, 2, &err);
    assert_int_equal(err.code, code);
    assert_true(code ? !rows : rows != NULL);
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    return code;
}

static void test_stopped(void **unused)
{
    (void)unused;
    const wgcq_options options = {.order = WGCQ_DEPTH_FIRST, .max_states = 1000, .solutions = 2};
    char folder[PLACE_ROOM], path[PLACE_ROOM + 16];
    wgcq_puzzle *puzzle = NULL;
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    assert_true(place_make(folder, "compare"));
    snprintf(path, sizeof path, "%s/links.db", folder);
    assert_int_equal(
        wgcq_puzzle_read(&puzzle, links, strlen(links), "links.yaml", NULL, 0, NULL, &err), 0);
    assert_true(wgcq_solve(&result, puzzle, path, &options, NULL, &err) >= 0);
    watch w = {.phase = "symmetry"};
    assert_int_equal(compare_two(path, &w), 0);
    const unsigned reports = w.reports;
    assert_true(reports > 1);
    for (unsigned at = 1; at <= reports; at++) {
        w = (watch){.phase = "symmetry", .stop_at = at};
        assert_int_equal(compare_two(path, &w), WGCQ_EINTERRUPT);
        assert_int_equal(w.reports, at);
    }
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
