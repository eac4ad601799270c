/*
 * test_sets_agree.c - searches that keep nothing: whatever the set, the packing, the threads and
 * the trail, the same figures and the same plan.
 *
 * Each puzzle is explored once in the order of discovery by one thread over plain states, with the
 * set that numbers them; every other way is compared with that.  With arguments: the files named,
 * instead of the shelf.
 */
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "place.h"
#include "receiver.h"
#include "search/engine/checks.h"
#include "search/engine/speedup.h"
#include "suite.h"
#include "turns.h"
#include "wgcq.h"

enum { STATES_MOST = 4000 };

static char place[PLACE_ROOM], folder[PLACE_ROOM + 8];
static char **files;
static int file_count;

/* ---- a result as a text ----------------------------------------------------------------- */

static void put_state(strbuf *out, const wgcq_model *m, const uint64_t *state)
{
    uint64_t plain[MODEL_PLAIN_MOST];
    unsigned words = m->plain.widen ? m->plain.words : m->words;
    if (m->plain.widen)
        m->plain.widen(m, state, plain);
    for (unsigned w = 0; w < words; w++)
        strbuf_printf(out, " %" PRIx64, m->plain.widen ? plain[w] : state[w]);
}

static void put_result(strbuf *out, const wgcq_model *m, const search_result *r)
{
    strbuf_printf(out, "%d: %" PRIu64 " states, %" PRIu64 " edges, depth %u, %" PRIu64 " goals, ",
                  r->end, r->states, r->edges, r->depth, r->goals);
    strbuf_printf(out, "%" PRIu64 " starts, shortest %d %u in %s\n", r->starts, r->shortest_known,
                  r->shortest_known ? r->shortest : 0, r->shortest_count ? r->shortest_count : "-");
    for (uint32_t i = 0; r->plan.states && i <= r->plan.length; i++) {
        if (i)
            strbuf_printf(out, " %s\n", m->move_text(m, r->plan.moves[i - 1]));
        put_state(out, m, r->plan.states + (size_t)i * m->words);
    }
}

/* The states of each check and the least depth; and how long the counterexample is. */
static void put_checks(strbuf *out, const search_checked *checked, size_t count, uint32_t length)
{
    for (size_t i = 0; i < count; i++)
        strbuf_printf(out, "violated in %" PRIu64 " states, the nearest %" PRIu32 " deep\n",
                      checked[i].states, checked[i].depth);
    strbuf_printf(out, "counterexample of %" PRIu32 "\n", length);
}

/* One way of exploring: its result, or its error, as a text. */
static void explore_as(strbuf *out, const wgcq_model *m, const search_options *how)
{
    search_result r;
    wgcq_error err = {0};
    search_options options = *how;
    options.order = WGCQ_BREADTH_FIRST;
    options.count_shortest = true;
    /* only in the order of discovery: with a number of states nothing is swept */
    options.max_states = how->hooks.ordered ? STATES_MOST + 1 : 0;
    int code = run_search(&r, m, &options, NULL, NULL, &err);
    if (code) /* another state may be the first whose moves fail */
        strbuf_printf(out, "error %d", code);
    else if (r.states > STATES_MOST)
        strbuf_put(out, "too large");
    else
        put_result(out, m, &r);
    if (!code && r.states <= STATES_MOST && r.checked)
        put_checks(out, r.checked, checks_of(m), r.counterexample.length);
    assert_false(out->failed);
    search_result_free(&r);
}

/* ---- violations, one state after the other ------------------------------------------------- */

typedef struct check_list {
    const wgcq_model *model;
    void *worker;
    search_checked *checked;
    uint32_t *depth;
    bool *open, *broken; /* of states without an edge so far; of invariants */
} check_list;

static void note_check(check_list *c, size_t check, uint32_t depth)
{
    search_checked *of = &c->checked[check];
    if (!of->states++ || depth < of->depth)
        of->depth = depth;
}

static int note_states(void *self, const state_rows *rows, wgcq_error *err)
{
    check_list *c = self;
    const size_t words = c->model->words;
    int code = 0;
    for (size_t i = 0; !code && i < rows->count; i++) {
        const uint64_t *state = rows->state + i * words;
        c->depth[rows->first + i] = rows->depth[i];
        c->open[rows->first + i] = !(rows->marks[i] & (MARK_GOAL | MARK_END));
        if (rows->marks[i] & MARK_VIOLATES)
            code = c->model->reference.broken_invariants(c->worker, state, c->broken, err);
        for (size_t k = 0; rows->marks[i] & MARK_VIOLATES && k < c->model->invariant_count; k++)
            if (c->broken[k])
                note_check(c, k, rows->depth[i]);
        if (rows->marks[i] & MARK_BOUNDED)
            note_check(c, violations_of(c->model), rows->depth[i]);
    }
    return code;
}

static int note_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    check_list *c = self;
    (void)err;
    for (size_t i = 0; i < rows->count; i++)
        c->open[rows->src[i]] = false;
    return 0;
}

static uint32_t least_checked_depth(const search_checked *checked, size_t count)
{
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < count; i++)
        least = checked[i].states && checked[i].depth < least ? checked[i].depth : least;
    return least == UINT32_MAX ? 0 : least;
}

/* False: with edges the search fails, by a cost that is not asked for otherwise. */
static bool put_due_checks(strbuf *out, const wgcq_model *m)
{
    const search_options how = {.order = WGCQ_BREADTH_FIRST, .threads = 1};
    const size_t count = checks_of(m);
    search_result r;
    check_list c = {m,
                    NULL,
                    calloc(count, sizeof *c.checked),
                    calloc(STATES_MOST + 2, sizeof *c.depth),
                    calloc(STATES_MOST + 2, 1),
                    calloc(count, 1)};
    const receiver to = {.self = &c, .states = note_states, .edges = note_edges};
    assert_int_equal(m->worker_new(&c.worker, m, NULL), 0);
    const bool found = !run_search(&r, m, &how, &to, NULL, NULL);
    if (found) {
        for (uint32_t i = 1; m->forbids_deadlock && i <= r.states; i++)
            if (c.open[i])
                note_check(&c, m->invariant_count, c.depth[i]);
        put_checks(out, c.checked, count, least_checked_depth(c.checked, violations_of(m)));
    }
    search_result_free(&r);
    m->worker_free(c.worker);
    free(c.checked);
    free(c.depth);
    free(c.open);
    free(c.broken);
    return found;
}

/* ---- every way ---------------------------------------------------------------------------- */

static int ways, differences;

static void compare_way(const char *file, const char *due, const wgcq_model *m,
                        const search_options *how)
{
    strbuf got = {0};
    explore_as(&got, m, how);
    ways++;
    if (strcmp(due, strbuf_string(&got)) != 0) {
        differences++;
        print_error("%s, %s, %u threads, set %d, trail %zu, in files %zu:\n%s\nnot\n%s\n", file,
                    m->plain.widen ? "narrow" : "plain", how->threads, how->hooks.set_kind,
                    how->hooks.trail_bytes, how->hooks.spill_bytes, strbuf_string(&got), due);
    }
    strbuf_free(&got);
}

static void compare_ways(const char *file, const char *due, const wgcq_model *m)
{
    static const unsigned threads[] = {1, 2, 3, 4, 7};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        for (int kind = 0; kind <= 4; kind++)
            for (size_t trail = 0; trail <= 2; trail++)
                compare_way(file, due, m,
                            &(search_options){.threads = threads[t],
                                              .hooks.set_kind = kind,
                                              .hooks.wide_level = threads[t] % 2 ? 1 : 16,
                                              .hooks.sharing = (kind + (int)t) % SPEEDUP_KINDS,
                                              .hooks.trail_bytes = trail << (9 * trail)});
}

static void compare_files(const char *file, const char *due, const wgcq_model *m)
{
    for (size_t bytes = 1024; bytes <= 1 << 20; bytes *= 32)
        for (unsigned delay = 0; delay <= 100; delay = 10 * delay + 1)
            compare_way(file, due, m,
                        &(search_options){.threads = delay ? 3 : 1,
                                          .spill = folder,
                                          .hooks.wide_level = 1,
                                          .hooks.sharing = (int)(delay % SPEEDUP_KINDS),
                                          .hooks.spill_bytes = bytes,
                                          .hooks.spill_delay = delay});
}

/* False: a deadlock of the ordered search is not found where levels are searched, or all is too
 * large. */
static bool find_due(strbuf *due, const wgcq_model *plain)
{
    explore_as(due, plain, &(search_options){.threads = 1, .hooks.ordered = true});
    if (!strcmp(strbuf_string(due), "too large"))
        return false;
    return !checks_of(plain) || !strncmp(strbuf_string(due), "error", 5) ||
           put_due_checks(due, plain);
}

/* Invariants are of plain states: a narrow model has none. */
static void compare_puzzle(const char *file, const wgcq_model *plain)
{
    wgcq_error err = {0};
    wgcq_model *narrow = NULL;
    strbuf due = {0};
    if (find_due(&due, plain)) {
        compare_ways(file, strbuf_string(&due), plain);
        compare_files(file, strbuf_string(&due), plain);
        assert_int_equal(plain->made.narrow(&narrow, plain, false, &err), 0);
        if (narrow && !plain->invariant_count) {
            compare_ways(file, strbuf_string(&due), narrow);
            compare_files(file, strbuf_string(&due), narrow);
        }
        plain->made.narrow_free(narrow);
    }
    strbuf_free(&due);
}

static void compare_file(const char *file)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_error err = {0};
    int code = wgcq_puzzle_load(&puzzle, file, NULL, 0, NULL, &err);
    if (code && !files)
        fail_msg("%s: %s", file, err.text);
    if (!code)
        compare_puzzle(file, wgcq_puzzle_model(puzzle));
    wgcq_puzzle_free(puzzle);
}

static void test_every_way(void **state)
{
    glob_t shelf = {0};
    (void)state;
    assert_true(place_make(place, "sets_agree"));
    snprintf(folder, sizeof folder, "%s/spill", place);
    if (!files)
        assert_int_equal(glob("puzzles/*.yaml", 0, NULL, &shelf), 0);
    for (int i = 0; i < file_count; i++)
        compare_file(files[i]);
    for (size_t i = 0; i < shelf.gl_pathc; i++)
        if (in_turn(i))
            compare_file(shelf.gl_pathv[i]);
    print_message("# swept: %d ways\n", ways);
    assert_int_equal(differences, 0);
    if (!files)
        assert_true(ways > turns_least(1000, 300));
    globfree(&shelf);
    assert_int_equal(rmdir(place), 0); /* every search has removed what was its own */
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_way)};
    files = argc > 1 ? argv + 1 : NULL;
    file_count = argc - 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
