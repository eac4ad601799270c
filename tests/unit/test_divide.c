/*
 * test_divide.c - a search in files by several ranks, resumed by another number of them: the
 * figures, the plan and the counterexample of one that was not stopped.
 *
 * The ranks are threads.  With arguments: the files named, instead of the shelf; with
 * --stop DIR FILE NAME=VALUE a search of three ranks that is stopped half way; with --divide DIR N
 * its division, for tests of accidents.
 */
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "allocations.h"
#include "place.h"
#include "receiver.h"
#include "result_text.h"
#include "suite.h"
#include "thread_ranks.h"
#include "turns.h"

enum { STATES_MOST = 4000, STOPS_MOST = 3 };

static char **files;
static char folder[PLACE_ROOM + 8], copy[PLACE_ROOM + 8]; /* of the ranks' folders */
static int file_count, ways, differences;

/* ---- a search by ranks -------------------------------------------------------------------- */

typedef struct part_search {
    const wgcq_model *model;
    search_options options;
    int code[THREAD_RANKS_MOST];
    strbuf got[THREAD_RANKS_MOST];
    uint32_t depth; /* of rank 0's result */
} part_search;

static void explore_part(void *self, const wgcq_exchange *with)
{
    part_search *p = self;
    search_options how = p->options;
    search_result r;
    wgcq_error err = {0};
    const unsigned rank = with ? with->rank : 0;
    char own[sizeof folder + 16];
    how.exchange = with;
    snprintf(own, sizeof own, with ? "%s/%u" : "%s", folder, rank);
    how.spill = own;
    p->code[rank] = run_search(&r, p->model, &how, NULL, NULL, &err);
    put_result(&p->got[rank], p->model, p->code[rank], &r, &err);
    if (!rank)
        p->depth = p->code[rank] ? 0 : r.depth;
    search_result_free(&r);
}

static part_search part_search_of(const wgcq_model *m, unsigned max_depth)
{
    return (part_search){.model = m,
                         .options = {.order = WGCQ_BREADTH_FIRST,
                                     .count_shortest = true,
                                     .threads = 1,
                                     .max_depth = max_depth,
                                     .hooks.spill_bytes = 512,
                                     .spill_every = 1}};
}

static void part_search_free(part_search *p)
{
    for (unsigned k = 0; k < THREAD_RANKS_MOST; k++)
        strbuf_free(&p->got[k]);
}

static void run_command(const char *format, const char *a, const char *b)
{
    char command[300];
    snprintf(command, sizeof command, format, a, b);
    assert_int_equal(system(command), 0);
}

/* Three ranks, as far as that depth. */
static bool stop_at(const wgcq_model *m, unsigned depth)
{
    part_search p = part_search_of(m, depth);
    assert_int_equal(mkdir(folder, 0755), 0);
    run_ranks(3, explore_part, &p, NULL);
    const bool fine = !p.code[0];
    part_search_free(&p);
    return fine;
}

/* ---- every number of ranks ---------------------------------------------------------------- */

static void compare_stops(const char *file, const wgcq_model *m, const part_search *due,
                          const unsigned *ranks)
{
    const unsigned depth = due->depth;
    wgcq_error err = {0};
    int code = 0;
    part_search p = {0};
    if (!stop_at(m, 1))
        fail_msg("%s: three ranks end with an error", file);
    for (unsigned i = 0; i < STOPS_MOST; i++) {
        part_search_free(&p);
        const bool last = i + 1 == STOPS_MOST;
        code = wgcq_divide_spilled(folder, ranks[i], &err);
        p = part_search_of(m, last ? 0 : 1 + depth * (i + 1) / STOPS_MOST);
        run_ranks(ranks[i], explore_part, &p, NULL);
        if (code < 0)
            break;
    }
    ways++;
    if (code < 0 || strcmp(strbuf_string(&p.got[0]), strbuf_string(&due->got[0])) != 0) {
        differences++;
        print_error("%s, 3, %u, %u, %u ranks: %s\n%s\nnot\n%s\n", file, ranks[0], ranks[1],
                    ranks[2], err.text, strbuf_string(&p.got[0]), strbuf_string(&due->got[0]));
    }
    part_search_free(&p);
    run_command("rm -rf %s%s", folder, "");
}

static bool is_small(const wgcq_model *m)
{
    search_options how = {.order = WGCQ_BREADTH_FIRST, .threads = 1, .max_states = STATES_MOST + 1};
    search_result r;
    int code = run_search(&r, m, &how, NULL, NULL, NULL);
    const bool small = !code && r.states <= STATES_MOST;
    search_result_free(&r);
    return small;
}

static void compare_model(const char *file, const wgcq_model *m)
{
    static const unsigned ranks[][STOPS_MOST] = {{2, 5, 3}, {1, 8, 1}};
    if (!is_small(m))
        return;
    part_search due = part_search_of(m, 0);
    explore_part(&due, NULL);
    for (size_t n = 0; !due.code[0] && due.depth > 1 && n < sizeof ranks / sizeof *ranks; n++)
        compare_stops(file, m, &due, ranks[n]);
    part_search_free(&due);
}

static void test_other_numbers_of_ranks(void **state)
{
    glob_t shelf = {0};
    (void)state;
    if (!files)
        assert_int_equal(glob("puzzles/*.yaml", 0, NULL, &shelf), 0);
    const size_t count = files ? (size_t)file_count : shelf.gl_pathc;
    for (size_t i = 0; i < count; i++) {
        const char *file = files ? files[i] : shelf.gl_pathv[i];
        if (!files && !in_turn(i))
            continue;
        wgcq_puzzle *puzzle = NULL;
        if (!wgcq_puzzle_load(&puzzle, file, NULL, 0, NULL, NULL))
            compare_model(file, wgcq_puzzle_model(puzzle));
        wgcq_puzzle_free(puzzle);
    }
    print_message("# swept: %d ways\n", ways);
    assert_int_equal(differences, 0);
    if (!files)
        assert_true(ways > turns_least(80, 20));
    globfree(&shelf);
}

/* ---- no memory ---------------------------------------------------------------------------- */

static wgcq_puzzle *load_puzzle(const char *file, const char *setting)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_error err = {0};
    if (wgcq_puzzle_load(&puzzle, file, &setting, 1, NULL, &err))
        fail_msg("%s", err.text);
    return puzzle;
}

/* After a failure the folders are those of either number of ranks. */
static void test_every_failing_division(void **state)
{
    wgcq_puzzle *puzzle = load_puzzle("puzzles/frogs.yaml", "n=4");
    const wgcq_model *m = wgcq_puzzle_model(puzzle);
    part_search due = part_search_of(m, 0);
    long swept = 0, failed = 1;
    (void)state;
    explore_part(&due, NULL);
    assert_true(stop_at(m, 10));
    run_command("mv %s %s", folder, copy);
    for (long at = 1; failed; at = point_after(at, LONG_MAX, 1 + at / 10)) {
        wgcq_error err = {0};
        run_command("cp -r %s %s", copy, folder);
        allocations = 0;
        fails_at = at;
        int code = wgcq_divide_spilled(folder, 2, &err);
        fails_at = 0;
        failed = allocations >= at;
        swept += failed;
        assert_true(!code || (failed && code == WGCQ_EMEMORY));
        assert_true(wgcq_divide_spilled(folder, 2, &err) >= 0);
        part_search p = part_search_of(m, 0);
        run_ranks(2, explore_part, &p, NULL);
        if (strcmp(strbuf_string(&p.got[0]), strbuf_string(&due.got[0])) != 0)
            fail_msg("allocation %ld: %s", at, strbuf_string(&p.got[0]));
        part_search_free(&p);
        run_command("rm -rf %s%s", folder, "");
    }
    print_message("# swept: %ld allocations\n", swept);
    assert_true(swept >= turns_least(26, 26));
    run_command("rm -rf %s%s", copy, "");
    part_search_free(&due);
    wgcq_puzzle_free(puzzle);
}

static void test_what_is_not_divided(void **state)
{
    wgcq_puzzle *puzzle = load_puzzle("puzzles/frogs.yaml", "n=4");
    wgcq_error err = {0};
    char part[sizeof folder + 16];
    (void)state;
    assert_int_equal(mkdir(folder, 0755), 0);
    assert_int_equal(wgcq_divide_spilled(folder, 2, &err), WGCQ_DONE);
    run_command("rmdir %s%s", folder, "");
    assert_true(stop_at(wgcq_puzzle_model(puzzle), 10));
    assert_int_equal(wgcq_divide_spilled(folder, 3, &err), WGCQ_DONE);
    snprintf(part, sizeof part, "%s/1", folder);
    run_command("mv %s %s", part, copy);
    assert_int_equal(wgcq_divide_spilled(folder, 2, &err), WGCQ_ESTORE);
    assert_non_null(strstr(err.text, "needs the folders of all 3 former ones"));
    run_command("mv %s %s", copy, part);
    assert_int_equal(wgcq_divide_spilled(folder, 2, &err), 0);
    run_command("rm -rf %s%s", folder, "");
    wgcq_puzzle_free(puzzle);
}

/* ---- kills before the first commit -------------------------------------------------------- */

/* Another number of ranks, whatever was left of three; whether anything was resumed. */
static bool goes_on_with_two(const wgcq_model *m, const char *due)
{
    wgcq_error err = {0};
    char third[sizeof folder + 16];
    int code = wgcq_divide_spilled(folder, 2, &err);
    if (code < 0)
        fail_msg("%s", err.text);
    snprintf(third, sizeof third, "%s/2", folder);
    assert_int_not_equal(access(third, F_OK), 0);
    part_search p = part_search_of(m, 0);
    run_ranks(2, explore_part, &p, NULL);
    assert_string_equal(strbuf_string(&p.got[0]), due);
    part_search_free(&p);
    run_command("rm -rf %s%s", folder, "");
    return !code;
}

/* Three ranks' folders of which none has a `state`; `command` leaves what a kill would. */
static bool is_divided_after(const wgcq_model *m, const char *command, const char *due)
{
    assert_true(stop_at(m, 10));
    run_command("for k in 0 1 2; do mv %s/$k/state %s/$k/state.new || exit 1; done", folder,
                folder);
    run_command(command, folder, folder);
    return goes_on_with_two(m, due);
}

static void test_nothing_committed(void **state)
{
    wgcq_puzzle *puzzle = load_puzzle("puzzles/frogs.yaml", "n=4");
    const wgcq_model *m = wgcq_puzzle_model(puzzle);
    part_search due = part_search_of(m, 0);
    (void)state;
    explore_part(&due, NULL);
    const char *text = strbuf_string(&due.got[0]);
    assert_true(is_divided_after(m, ": %s %s", text)); /* all had prepared it */
    assert_false(is_divided_after(m, "rm -r %s/0; : %s", text));
    assert_false(is_divided_after(m, "rm %s/1/state.new; : %s", text));
    assert_false(is_divided_after(m, "truncate -s -3 %s/2/state.new; : %s", text));
    assert_false(is_divided_after(m, "rm %s/?/state.new; mkdir %s/next", text));
    part_search_free(&due);
    wgcq_puzzle_free(puzzle);
}

static void test_links_are_not_followed(void **state)
{
    wgcq_puzzle *puzzle = load_puzzle("puzzles/frogs.yaml", "n=4");
    wgcq_error err = {0};
    (void)state;
    assert_true(stop_at(wgcq_puzzle_model(puzzle), 10));
    run_command("mv %s/1 %s", folder, copy);
    run_command("ln -s %s %s/1", copy, folder);
    assert_int_equal(wgcq_divide_spilled(folder, 2, &err), WGCQ_ESTORE);
    assert_non_null(strstr(err.text, "1 is a symbolic link"));
    run_command("test -s %s/state && rm %s/1", copy, folder);
    run_command("mv %s %s/1", copy, folder);
    run_command("mkdir -p %s/5%s", copy, ""); /* like the folder of a rank */
    run_command("ln -s %s %s/next", copy, folder);
    err = (wgcq_error){0};
    assert_int_equal(wgcq_divide_spilled(folder, 2, &err), WGCQ_ESTORE);
    assert_non_null(strstr(err.text, "next is a symbolic link"));
    run_command("test -d %s/5 && rm -r %s", copy, copy);
    run_command("rm -r %s%s", folder, "");
    wgcq_puzzle_free(puzzle);
}

/* ---- for accidents ------------------------------------------------------------------------ */

static int divide(const char *dir, const char *ranks)
{
    wgcq_error err = {0};
    int code = wgcq_divide_spilled(dir, (unsigned)atoi(ranks), &err);
    if (code < 0)
        fprintf(stderr, "error: %s\n", err.text);
    return code < 0 ? 4 : 0;
}

static int stop(const char *dir, const char *file, const char *setting)
{
    wgcq_puzzle *puzzle = load_puzzle(file, setting);
    snprintf(folder, sizeof folder, "%s", dir);
    const bool fine = stop_at(wgcq_puzzle_model(puzzle), 40);
    wgcq_puzzle_free(puzzle);
    return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_numbers_of_ranks),
        cmocka_unit_test(test_every_failing_division), cmocka_unit_test(test_what_is_not_divided),
        cmocka_unit_test(test_nothing_committed), cmocka_unit_test(test_links_are_not_followed)};
    if (argc == 4 && !strcmp(argv[1], "--divide"))
        return divide(argv[2], argv[3]);
    if (argc == 5 && !strcmp(argv[1], "--stop"))
        return stop(argv[2], argv[3], argv[4]);
    char place[PLACE_ROOM];
    if (!place_make(place, "test_divide"))
        return 1;
    snprintf(folder, sizeof folder, "%s/run", place);
    snprintf(copy, sizeof copy, "%s/copy", place);
    files = argc > 1 ? argv + 1 : NULL;
    file_count = argc - 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return rmdir(place) || failed;
}
