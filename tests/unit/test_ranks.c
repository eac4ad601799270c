/*
 * test_ranks.c - one search by several ranks: whatever their number, the packets, the set, the
 * packing and the trail, the figures, the plan and the errors of one process.
 *
 * The ranks are threads.  With arguments: the files named, instead of the shelf; with --time N
 * FILE NAME=VALUE... a measurement instead.
 */
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "allocations.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "place.h"
#include "receiver.h"
#include "result_text.h"
#include "suite.h"
#include "thread_ranks.h"
#include "turns.h"

enum { STATES_MOST = 4000 };

static char **files;
static char folder[PLACE_ROOM + 8]; /* of files */
static int file_count, ways, differences;

/* ---- one way of exploring ------------------------------------------------------------------- */

typedef struct way {
    const wgcq_model *model;
    search_options options;
    const receiver *rows; /* NULL: none are wanted */
    unsigned failing;     /* the rank of which an allocation fails, ... */
    long fails_at;        /* that one; 0: none                          */
    long allocations;     /* of it                                      */
    int code[THREAD_RANKS_MOST];
    strbuf got[THREAD_RANKS_MOST];
} way;

static void explore_as_rank(void *self, const wgcq_exchange *with)
{
    way *w = self;
    search_options how = w->options;
    search_result r;
    wgcq_error err = {0};
    const bool fails = with && w->fails_at && with->rank == w->failing;
    char own[sizeof folder + 16];
    how.exchange = with;
    if (how.spill && with) {
        snprintf(own, sizeof own, "%s/%u", folder, with->rank);
        how.spill = own;
    }
    allocations = 0;
    fails_at = fails ? w->fails_at : 0;
    int code = run_search(&r, w->model, &how, w->rows, NULL, &err);
    fails_at = 0;
    if (fails)
        w->allocations = allocations;
    w->code[with ? with->rank : 0] = code;
    put_result(&w->got[with ? with->rank : 0], w->model, code, &r, &err);
    search_result_free(&r);
}

static search_options with_usual(search_options how)
{
    how.order = WGCQ_BREADTH_FIRST;
    how.count_shortest = true;
    how.threads = how.threads ? how.threads : 1;
    return how;
}

/* Ranks other than 0 say the same, but for the plan. */
static bool is_right(const way *w, unsigned ranks, const char *due)
{
    const char *first = strbuf_string(&w->got[0]);
    const size_t figures = strcspn(due, "\n");
    bool fine = !strcmp(first, due);
    for (unsigned k = 1; k < ranks; k++)
        fine = fine && !strncmp(strbuf_string(&w->got[k]), due, figures) &&
               strcspn(strbuf_string(&w->got[k]), "\n") == figures;
    return fine;
}

static void compare_way(const char *file, const char *due, const wgcq_model *m, unsigned ranks,
                        const search_options *how)
{
    way w = {.model = m, .options = with_usual(*how)};
    if (how->spill)
        assert_int_equal(mkdir(folder, 0755), 0);
    run_ranks(ranks, explore_as_rank, &w, NULL);
    ways++;
    if (how->spill && rmdir(folder))
        fail_msg("%s: files are left in %s", file, folder);
    if (!is_right(&w, ranks, due)) {
        differences++;
        print_error("%s, %s, %u ranks, set %d, trail %zu, packets %zu:\n", file,
                    m->plain.widen ? "narrow" : "plain", ranks, how->hooks.set_kind,
                    how->hooks.trail_bytes, how->hooks.packet_words);
        if (how->spill)
            print_error("in files, delay %u\n", how->hooks.spill_delay);
        for (unsigned k = 0; k < ranks; k++)
            print_error("rank %u: %s\n", k, strbuf_string(&w.got[k]));
        print_error("not\n%s\n", due);
    }
    for (unsigned k = 0; k < ranks; k++)
        strbuf_free(&w.got[k]);
}

/* One process finds these figures; false: too many states for a test. */
static bool explore_alone(strbuf *due, const wgcq_model *m, const search_options *how)
{
    search_result r;
    wgcq_error err = {0};
    search_options alone = with_usual(*how);
    alone.hooks.ordered = true;
    alone.max_states = STATES_MOST + 1;
    int code = run_search(&r, m, &alone, NULL, NULL, &err);
    const bool small = code || r.states <= STATES_MOST;
    search_result_free(&r);
    if (!small)
        return false;
    way w = {.model = m, .options = with_usual(*how)};
    explore_as_rank(&w, NULL);
    *due = w.got[0];
    return true;
}

/* By every number of ranks, each in one of three ways, or in all. */
static void compare_ways(const char *file, const wgcq_model *m, const search_options *like,
                         bool all)
{
    static const unsigned ranks[] = {1, 2, 3, 4, 7};
    strbuf due = {0};
    if (!explore_alone(&due, m, like))
        return;
    for (size_t n = 0; n < sizeof ranks / sizeof *ranks; n++)
        for (size_t i = all ? 0 : n % 3; i < 3; i += all ? 1 : 3) {
            search_options how = *like;
            how.hooks.set_kind = (int)((n + i) % 5);
            how.hooks.trail_bytes = i == 1 ? 64 : 0;
            how.hooks.packet_words = i == 2 && n == 1 ? 0 : 1 + i * 40;
            how.threads = i == 2 ? 2 : 1; /* of each rank */
            how.hooks.wide_level = 1;
            compare_way(file, strbuf_string(&due), m, ranks[n], &how);
        }
    strbuf_free(&due);
}

/* In files, from the beginning or after a while; what one process does in files. */
static void compare_in_files(const char *file, const wgcq_model *m, const search_options *like)
{
    static const unsigned ranks[] = {2, 5};
    strbuf due = {0};
    search_options how = *like;
    how.max_states = STATES_MOST + 1;
    if (!explore_alone(&due, m, &how))
        return;
    strbuf_free(&due);
    how = *like;
    how.spill = folder;
    how.hooks.spill_bytes = 512;
    way w = {.model = m, .options = with_usual(how)};
    explore_as_rank(&w, NULL);
    for (size_t n = 0; n < sizeof ranks / sizeof *ranks; n++) {
        how.hooks.packet_words = n ? 7 : 0;
        how.spill_every = n ? 200 : 0;
        how.hooks.spill_delay = (unsigned)n;
        how.threads = n ? 2 : 1;
        how.hooks.wide_level = 1;
        compare_way(file, strbuf_string(&w.got[0]), m, ranks[n], &how);
    }
    strbuf_free(&w.got[0]);
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* The sum of the hashes of all rows, which come from all ranks at once. */
static _Atomic uint64_t rows_sum;
static _Thread_local uint32_t last_source, nth_edge;

static int sum_states(void *self, const state_rows *rows, wgcq_error *err)
{
    (void)self, (void)err;
    for (size_t i = 0; i < rows->count; i++) {
        uint64_t h = hash_word(HASH_FIRST, state_rows_id(rows, i));
        h = hash_word(hash_word(h, rows->marks[i]), rows->depth[i]);
        for (unsigned w = 0; w < rows->words; w++)
            h = hash_word(h, rows->state[i * rows->words + w]);
        rows_sum += h;
    }
    return 0;
}

/* Labels that depend on states are numbered as they are met. */
static uint64_t hash_move(const wgcq_model *m, uint32_t move, uint64_t h)
{
    const char *text = m->move_text(m, move);
    return hash_bytes(h, text, strlen(text));
}

/* Edges of one source are in order. */
static int sum_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    (void)err;
    for (size_t i = 0; i < rows->count; i++) {
        nth_edge = rows->src[i] == last_source ? nth_edge + 1 : 0;
        last_source = rows->src[i];
        uint64_t h = hash_word(hash_word(HASH_FIRST, rows->src[i]), rows->dst[i]);
        h = hash_word(hash_move(self, rows->move[i], h), nth_edge);
        for (unsigned c = 0; c < rows->costs; c++)
            h = hash_word(h, (uint64_t)rows->cost[i * rows->costs + c]);
        rows_sum += h;
    }
    return 0;
}

static int sum_rejections(void *self, const rejection_rows *rows, wgcq_error *err)
{
    (void)err;
    for (size_t i = 0; i < rows->count; i++)
        rows_sum += hash_word(hash_move(self, rows->move[i], rows->rule[i]), rows->src[i]);
    return 0;
}

static receiver summing_of(const wgcq_model *m)
{
    return (receiver){(void *)(uintptr_t)m, sum_states, sum_edges, sum_rejections, NULL};
}

/* All ranks say it. */
static bool says_all(const way *w, unsigned ranks, const char *due)
{
    bool fine = true;
    for (unsigned k = 0; k < ranks; k++)
        fine = fine && !strcmp(strbuf_string(&w->got[k]), due);
    return fine;
}

static void compare_rows(const char *file, const wgcq_model *m, const search_options *like,
                         unsigned ranks, const char *due, uint64_t due_sum)
{
    const receiver summing = summing_of(m);
    way w = {.model = m, .options = with_usual(*like), .rows = &summing};
    w.options.count_shortest = false;
    if (like->spill)
        assert_int_equal(mkdir(folder, 0755), 0);
    rows_sum = 0;
    run_ranks(ranks, explore_as_rank, &w, NULL);
    ways++;
    if (like->spill && rmdir(folder))
        fail_msg("%s: files are left in %s", file, folder);
    if (!says_all(&w, ranks, due) || rows_sum != due_sum) {
        differences++;
        print_error("%s, %u ranks, rows %s, stop %d: %s", file, ranks,
                    like->spill ? "in files" : "in memory", (int)like->stop,
                    strbuf_string(&w.got[0]));
        print_error("%sis due%s\n", due, rows_sum != due_sum ? "; other rows" : "");
    }
    for (unsigned k = 0; k < ranks; k++)
        strbuf_free(&w.got[k]);
}

/* By ranks, in memory and in files that hold a few states at once, all rows are those of one
   process. */
static void compare_all_rows(const char *file, const wgcq_model *m, search_options like)
{
    static const unsigned ranks[] = {1, 2, 5};
    const receiver summing = summing_of(m);
    way alone = {.model = m, .options = with_usual(like), .rows = &summing};
    alone.options.count_shortest = false;
    alone.options.max_states = like.max_states ? like.max_states : STATES_MOST;
    rows_sum = last_source = 0;
    explore_as_rank(&alone, NULL);
    const uint64_t due_sum = rows_sum;
    if (like.max_states || !strstr(strbuf_string(&alone.got[0]), "--max-states"))
        for (size_t i = 0; i < 2 * sizeof ranks / sizeof *ranks; i++) {
            like.spill = i % 2 ? folder : NULL;
            like.spill_every = 1 + i * 50;
            like.hooks.spill_bytes = i % 2 ? 512 : 0;
            like.hooks.packet_words = i < 2 ? 0 : 1 + 6 * i;
            like.threads = i == 5 ? 2 : 1;
            compare_rows(file, m, &like, ranks[i / 2], strbuf_string(&alone.got[0]), due_sum);
        }
    strbuf_free(&alone.got[0]);
}

/* ---- a puzzle -------------------------------------------------------------------------------- */

static void compare_model(const char *file, const wgcq_model *m)
{
    compare_ways(file, m, &(search_options){0}, true);
    compare_ways(file, m, &(search_options){.stop = WGCQ_STOP_SHORTEST}, false);
    compare_ways(file, m, &(search_options){.max_depth = 3}, false);
    compare_ways(file, m, &(search_options){.no_plan = true}, false);
}

static void compare_puzzle(const char *file, const wgcq_model *plain)
{
    static const uint64_t cuts[] = {1, 3, 10, 60, 500};
    wgcq_error err = {0};
    wgcq_model *narrow = NULL;
    compare_in_files(file, plain, &(search_options){0});
    compare_in_files(file, plain, &(search_options){.stop = WGCQ_STOP_SHORTEST});
    compare_all_rows(file, plain, (search_options){0});
    compare_all_rows(file, plain, (search_options){.stop = WGCQ_STOP_FIRST});
    compare_all_rows(file, plain, (search_options){.stop = WGCQ_STOP_SHORTEST, .max_depth = 4});
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        compare_all_rows(file, plain, (search_options){.max_states = cuts[i]});
        compare_all_rows(file, plain,
                         (search_options){.max_states = cuts[i] + 1, .stop = WGCQ_STOP_FIRST});
    }
    compare_model(file, plain);
    if (plain->invariant_count || plain->forbids_deadlock)
        return; /* no narrow model has the second evaluator that decides which */
    assert_int_equal(plain->made.narrow(&narrow, plain, false, &err), 0);
    if (narrow)
        compare_model(file, narrow);
    plain->made.narrow_free(narrow);
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

static void test_every_number_of_ranks(void **state)
{
    glob_t shelf = {0};
    (void)state;
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
}

/* ---- from memory to files ------------------------------------------------------------------- */

/* The threads that explored in memory take none of what a search in files needs at least. */
static void test_least_memory_after_threads(void **state)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_error err = {0};
    strbuf due = {0};
    const wgcq_setting ten = "n=10";
    (void)state;
    assert_int_equal(wgcq_puzzle_load(&puzzle, "puzzles/frogs.yaml", &ten, 1, NULL, &err), 0);
    search_options how = {.threads = 2, .hooks.wide_level = 1};
    way w = {.model = wgcq_puzzle_model(puzzle), .options = with_usual(how)};
    explore_as_rank(&w, NULL);
    due = w.got[0];
    how.spill = folder;
    how.max_memory = 1 << 19;
    compare_way("frogs", strbuf_string(&due), w.model, 2, &how);
    assert_int_equal(differences, 0);
    strbuf_free(&due);
    wgcq_puzzle_free(puzzle);
}

/* ---- rows of all, by rank 0 ----------------------------------------------------------------- */

typedef struct rows_text {
    const wgcq_model *model;
    strbuf states, edges; /* whose batches need not be the same */
} rows_text;

static int put_state_rows(void *self, const state_rows *rows, wgcq_error *err)
{
    rows_text *t = self;
    (void)err;
    for (size_t i = 0; i < rows->count; i++) {
        strbuf_printf(&t->states, "%u after %u, %u:", state_rows_id(rows, i), rows->depth[i],
                      rows->marks[i]);
        for (unsigned w = 0; w < rows->words; w++)
            strbuf_printf(&t->states, " %" PRIx64, rows->state[i * rows->words + w]);
        for (unsigned f = 0; f < rows->finals; f++)
            strbuf_printf(&t->states, ", %" PRId64, rows->final[i * rows->finals + f]);
        strbuf_printf(&t->states, "\n");
    }
    return 0;
}

static int put_edge_rows(void *self, const edge_rows *rows, wgcq_error *err)
{
    rows_text *t = self;
    (void)err;
    for (size_t i = 0; i < rows->count; i++) {
        strbuf_printf(&t->edges, "%u to %u: %s", rows->src[i], rows->dst[i],
                      t->model->move_text(t->model, rows->move[i]));
        for (unsigned c = 0; c < rows->costs; c++)
            strbuf_printf(&t->edges, ", %" PRId64, rows->cost[i * rows->costs + c]);
        strbuf_printf(&t->edges, "\n");
    }
    return 0;
}

/* Rank 0 leaves the folder to who has the graph. */
static int rmdir_of_first(void)
{
    char first[sizeof folder + 8];
    snprintf(first, sizeof first, "%s/0", folder);
    return rmdir(first);
}

/* False: an error, or too many states for a test. */
static bool write_rows(rows_text *out, const wgcq_model *m, unsigned ranks,
                       const search_options *how)
{
    const receiver rows = {out, put_state_rows, put_edge_rows, NULL, NULL};
    way w = {.model = m, .options = with_usual(*how), .rows = &rows};
    *out = (rows_text){.model = m};
    w.options.count_shortest = false;
    w.options.rows_to_first = ranks;
    if (how->spill)
        assert_int_equal(mkdir(folder, 0755), 0);
    if (ranks)
        run_ranks(ranks, explore_as_rank, &w, NULL);
    else
        explore_as_rank(&w, NULL);
    for (unsigned k = 0; k < THREAD_RANKS_MOST; k++)
        strbuf_free(&w.got[k]);
    if (how->spill && (rmdir_of_first() || rmdir(folder)))
        fail_msg("files are left in %s", folder);
    return !w.code[0];
}

static void free_rows_text(rows_text *t)
{
    strbuf_free(&t->states);
    strbuf_free(&t->edges);
}

static void compare_gathered(const char *file, const wgcq_model *m, const search_options *like)
{
    static const unsigned ranks[] = {1, 2, 3, 7};
    rows_text due, got;
    const bool fine = write_rows(&due, m, 0, like);
    for (size_t n = 0; fine && n < 2 * sizeof ranks / sizeof *ranks; n++) {
        search_options how = *like;
        how.hooks.packet_words = n / 2 ? 1 + (n / 2 - 1) * 6 : 0;
        how.spill = n % 2 ? folder : NULL;
        how.hooks.spill_bytes = n % 2 ? 512 : 0;
        how.spill_every = 100;
        ways++;
        if (!write_rows(&got, m, ranks[n / 2], &how) ||
            strcmp(strbuf_string(&got.states), strbuf_string(&due.states)) != 0 ||
            strcmp(strbuf_string(&got.edges), strbuf_string(&due.edges)) != 0) {
            differences++;
            print_error("%s, stop %d, %u ranks%s:\n%s%s\nnot\n%s%s\n", file, how.stop, ranks[n / 2],
                        how.spill ? " in files" : "", strbuf_string(&got.states),
                        strbuf_string(&got.edges), strbuf_string(&due.states),
                        strbuf_string(&due.edges));
        }
        free_rows_text(&got);
    }
    free_rows_text(&due);
}

static void gather_file(const char *file)
{
    strbuf due = {0};
    wgcq_puzzle *puzzle = NULL;
    if (wgcq_puzzle_load(&puzzle, file, NULL, 0, NULL, NULL) == 0 &&
        explore_alone(&due, wgcq_puzzle_model(puzzle), &(search_options){0})) {
        const wgcq_model *m = wgcq_puzzle_model(puzzle);
        compare_gathered(file, m, &(search_options){0});
        compare_gathered(file, m, &(search_options){.stop = WGCQ_STOP_FIRST});
        compare_gathered(file, m, &(search_options){.stop = WGCQ_STOP_SHORTEST});
        compare_gathered(file, m, &(search_options){.max_depth = 3});
        compare_gathered(file, m, &(search_options){.max_states = 20});
        compare_gathered(file, m, &(search_options){.max_states = 100, .stop = WGCQ_STOP_FIRST});
    }
    strbuf_free(&due);
    wgcq_puzzle_free(puzzle);
}

static void test_rows_of_all_ranks(void **state)
{
    const int before = ways;
    glob_t shelf = {0};
    (void)state;
    if (!files)
        assert_int_equal(glob("puzzles/*.yaml", 0, NULL, &shelf), 0);
    for (int i = 0; i < file_count; i++)
        gather_file(files[i]);
    for (size_t i = 0; i < shelf.gl_pathc; i++)
        if (in_turn(i))
            gather_file(shelf.gl_pathv[i]);
    assert_int_equal(differences, 0);
    assert_true(files || ways - before > turns_least(500, 150));
    globfree(&shelf);
}

/* ---- what is proved ------------------------------------------------------------------------- */

typedef struct seen_states {
    uint32_t depth[STATES_MOST + 1];
    uint8_t marks[STATES_MOST + 1];
} seen_states;

static int see_states(void *self, const state_rows *rows, wgcq_error *err)
{
    seen_states *seen = self;
    (void)err;
    for (size_t i = 0; i < rows->count; i++) {
        seen->depth[state_rows_id(rows, i)] = rows->depth[i];
        seen->marks[state_rows_id(rows, i)] = rows->marks[i];
    }
    return 0;
}

static int see_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    (void)self, (void)rows, (void)err;
    return 0;
}

/* Where a run ends within a level, this is the depth of the first state left to be expanded. */
static void check_proved(const char *file, const wgcq_model *m, const search_options *like)
{
    static seen_states seen;
    const receiver rows = {&seen, see_states, see_edges, NULL, NULL};
    search_options how = with_usual(*like);
    search_result r;
    uint32_t least = UINT32_MAX;
    how.count_shortest = false;
    how.max_states = how.max_states ? how.max_states : STATES_MOST;
    int code = run_search(&r, m, &how, &rows, NULL, NULL);
    for (uint32_t i = (uint32_t)r.expanded + 1; !code && i <= r.states; i++)
        if (!(seen.marks[i] & MARK_END) && seen.depth[i] < least)
            least = seen.depth[i];
    if (!code && r.end != SEARCH_COMPLETE && least != UINT32_MAX && r.proved_depth != least)
        fail_msg("%s, stop %d%s: proved is %u, not %u", file, how.stop,
                 how.spill ? ", in files" : "", r.proved_depth, least);
    ways++;
    search_result_free(&r);
}

static void check_file_proved(const char *file)
{
    wgcq_puzzle *puzzle = NULL;
    if (wgcq_puzzle_load(&puzzle, file, NULL, 0, NULL, NULL))
        return;
    for (size_t i = 0; i < 12; i++) {
        const search_options how = {.stop = i % 2 ? WGCQ_STOP_FIRST : WGCQ_STOP_EXHAUSTED,
                                    .max_states = i / 4 * i * 7,
                                    .spill = i / 2 % 2 ? folder : NULL,
                                    .hooks.spill_bytes = i / 2 % 2 ? 512 : 0};
        check_proved(file, wgcq_puzzle_model(puzzle), &how);
    }
    rmdir(folder);
    wgcq_puzzle_free(puzzle);
}

static void test_what_is_proved(void **state)
{
    const int before = ways;
    glob_t shelf = {0};
    (void)state;
    if (!files)
        assert_int_equal(glob("puzzles/*.yaml", 0, NULL, &shelf), 0);
    for (int i = 0; i < file_count; i++)
        check_file_proved(files[i]);
    for (size_t i = 0; i < shelf.gl_pathc; i++)
        if (in_turn(i))
            check_file_proved(shelf.gl_pathv[i]);
    assert_true(files || ways - before > turns_least(500, 150));
    globfree(&shelf);
}

/* ---- no memory ------------------------------------------------------------------------------ */

/* One allocation of one rank fails: all ranks end, each with an error, or all with the result. */
enum { TRIED = 3 };

static void remove_folder(void)
{
    char command[sizeof folder + 16];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

/* Where states and rows of the search are. */
typedef enum rows_place { IN_RANKS, IN_FILES, IN_RANK_0, IN_FILES_TO_RANK_0 } rows_place;

static bool fail_at(const char *due, const wgcq_model *m, const receiver *rows, rows_place place,
                    unsigned failing, long at)
{
    const bool in_files = place == IN_FILES || place == IN_FILES_TO_RANK_0;
    way w = {.model = m,
             .options = with_usual((search_options){.hooks.packet_words = 40,
                                                    .hooks.trail_bytes = 64,
                                                    .spill = in_files ? folder : NULL,
                                                    .rows_to_first = place >= IN_RANK_0,
                                                    .hooks.spill_bytes = 512,
                                                    .spill_every = 20}),
             .rows = rows,
             .failing = failing,
             .fails_at = at};
    if (in_files)
        assert_int_equal(mkdir(folder, 0755), 0);
    run_ranks(TRIED, explore_as_rank, &w, NULL);
    if (in_files)
        remove_folder();
    bool errors = true;
    for (unsigned k = 0; k < TRIED; k++)
        errors = errors && w.code[k] < 0;
    if (!errors && strcmp(strbuf_string(&w.got[0]), due) != 0)
        fail_msg("allocation %ld of rank %u: %s, %s, %s", at, failing, strbuf_string(&w.got[0]),
                 strbuf_string(&w.got[1]), strbuf_string(&w.got[2]));
    for (unsigned k = 0; k < TRIED; k++)
        strbuf_free(&w.got[k]);
    return w.allocations >= at;
}

static int drop_states(void *self, const state_rows *rows, wgcq_error *err)
{
    (void)self, (void)rows, (void)err;
    return 0;
}

static int drop_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    (void)self, (void)rows, (void)err;
    return 0;
}

static int drop_rejections(void *self, const rejection_rows *rows, wgcq_error *err)
{
    (void)self, (void)rows, (void)err;
    return 0;
}

/* A search that hands over its rows, which ranks do alike. */
static void explore_with_rows(strbuf *due, const wgcq_model *m, const receiver *rows)
{
    way w = {.model = m, .options = with_usual((search_options){0}), .rows = rows};
    run_ranks(TRIED, explore_as_rank, &w, NULL);
    for (unsigned k = 1; k < TRIED; k++) {
        assert_string_equal(strbuf_string(&w.got[k]), strbuf_string(&w.got[0]));
        strbuf_free(&w.got[k]);
    }
    *due = w.got[0];
}

/* How many were failed. */
static long fail_all(const char *due, const wgcq_model *m, const receiver *rows, rows_place place)
{
    long swept = 0;
    /* the first one is the search itself, for which its caller answers */
    for (unsigned failing = 0; failing < 2; failing++)
        for (long at = 2; fail_at(due, m, rows, place, failing, at);
             at = point_after(at, LONG_MAX,
                              place == IN_RANKS || place == IN_RANK_0 ? 3 : 3 + at / 10))
            swept++;
    return swept;
}

static wgcq_puzzle *load_small(const char *path, const wgcq_setting *settings, size_t count)
{
    wgcq_puzzle *puzzle = NULL;
    assert_int_equal(wgcq_puzzle_load(&puzzle, path, settings, count, NULL, NULL), 0);
    return puzzle;
}

static void test_every_failing_allocation(void **state)
{
    const receiver rows = {NULL, drop_states, drop_edges, drop_rejections, NULL};
    wgcq_setting small = "n=3";
    wgcq_puzzle *frogs = load_small("puzzles/frogs.yaml", &small, 1),
                *mutex = load_small("puzzles/naive-mutex.yaml", NULL, 0);
    const wgcq_model *m = wgcq_puzzle_model(frogs), *violated = wgcq_puzzle_model(mutex);
    strbuf due = {0}, due_with_rows = {0}, due_of_checks = {0};
    (void)state;
    assert_true(explore_alone(&due, m, &(search_options){0}));
    assert_true(explore_alone(&due_of_checks, violated, &(search_options){0}));
    explore_with_rows(&due_with_rows, m, &rows);
    long swept = fail_all(strbuf_string(&due), m, NULL, IN_RANKS);
    swept += fail_all(strbuf_string(&due_with_rows), m, &rows, IN_RANKS);
    swept += fail_all(strbuf_string(&due_with_rows), m, &rows, IN_RANK_0);
    swept += fail_all(strbuf_string(&due), m, NULL, IN_FILES);
    swept += fail_all(strbuf_string(&due_with_rows), m, &rows, IN_FILES);
    swept += fail_all(strbuf_string(&due_with_rows), m, &rows, IN_FILES_TO_RANK_0);
    const long of_checks = fail_all(strbuf_string(&due_of_checks), violated, NULL, IN_RANKS);
    print_message("# swept: %ld allocations\n", swept + of_checks);
    assert_true(swept >= turns_least(51, 51) && of_checks >= turns_least(40, 20));
    strbuf_free(&due);
    strbuf_free(&due_with_rows);
    strbuf_free(&due_of_checks);
    wgcq_puzzle_free(frogs);
    wgcq_puzzle_free(mutex);
}

/* ---- time ----------------------------------------------------------------------------------- */

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* --time N FILE NAME=VALUE...: processor time of all ranks, without waiting; N = 0: of one process
   alone. */
static int measure(int argc, char **argv)
{
    wgcq_setting settings[8];
    size_t count = 0;
    wgcq_puzzle *puzzle = NULL;
    wgcq_model *narrow = NULL;
    wgcq_error err = {0};
    for (int i = 4; i < argc && count < 8; i++, count++) {
        settings[count] = argv[i];
    }
    if (wgcq_puzzle_load(&puzzle, argv[3], settings, count, NULL, &err))
        return 1;
    const wgcq_model *plain = wgcq_puzzle_model(puzzle);
    plain->made.narrow(&narrow, plain, false, &err);
    way w = {.model = narrow ? narrow : plain, .options = with_usual((search_options){0})};
    const unsigned ranks = (unsigned)atoi(argv[2]);
    uint64_t sent = 0;
    const double before = processor_seconds();
    if (ranks)
        run_ranks(ranks, explore_as_rank, &w, &sent);
    else
        explore_as_rank(&w, NULL);
    printf("%.3f s of processor time, %" PRIu64 " bytes sent\n", processor_seconds() - before,
           sent);
    printf("%.120s\n", strbuf_string(&w.got[0]));
    for (unsigned k = 0; k < THREAD_RANKS_MOST; k++)
        strbuf_free(&w.got[k]);
    plain->made.narrow_free(narrow);
    wgcq_puzzle_free(puzzle);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_number_of_ranks), cmocka_unit_test(test_what_is_proved),
        cmocka_unit_test(test_least_memory_after_threads), cmocka_unit_test(test_rows_of_all_ranks),
        cmocka_unit_test(test_every_failing_allocation)};
    if (argc > 3 && !strcmp(argv[1], "--time"))
        return measure(argc, argv);
    char place[PLACE_ROOM];
    if (!place_make(place, "test_ranks"))
        return 1;
    snprintf(folder, sizeof folder, "%s/run", place);
    files = argc > 1 ? argv + 1 : NULL;
    file_count = argc - 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return rmdir(place) || failed;
}
