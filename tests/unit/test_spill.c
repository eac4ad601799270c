/*
 * test_spill.c - searches in files: sorted segments, buffers, the filter, the folder, levels
 * one run at a time, and every allocation failing once.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "allocations.h"
#include "dice.h"
#include "place.h"
#include "receiver.h"
#include "search/spill/level_growth.h"
#include "space/files/record_buffer.h"
#include "space/files/segment.h"
#include "space/files/segment_merge.h"
#include "space/files/segment_sorter.h"
#include "space/files/spill_folder.h"
#include "space/files/spilled_set.h"
#include "suite.h"
#include "wgcq.h"

enum { WIDTH_MOST = 80 };

static char folder[PLACE_ROOM + 8];

/* ---- records --------------------------------------------------------------------------------- */

/* Few states, so that many are equal; in words that are small, full and in between. */
static void make_record(uint64_t *record, record_shape shape, uint64_t *seed, unsigned spread)
{
    for (unsigned i = 0; i < shape.words; i++)
        record[i] = dice(seed) % spread * (i % 2 ? UINT64_MAX / spread : 1 + i);
    for (unsigned i = 0; i < shape.limbs; i++)
        record[shape.words + i] =
            i + 1 < shape.limbs ? dice(seed) << dice(seed) % 64 : dice(seed) % 9;
}

static void fill_buffer(record_buffer *b, record_shape shape, size_t count, uint64_t *seed)
{
    record_buffer_begin(b, shape, 2 * count * record_width(shape) * sizeof(uint64_t));
    for (; b->count < count; b->count++) {
        assert_true(record_buffer_reserve(b, 1));
        make_record(record_at(b, b->count), shape, seed, count > 40 ? 40 : 7);
    }
}

/* One state's records, summed up in the order of `all`. */
static void sum_of_state(uint64_t *out, const uint64_t *all, size_t count, record_shape shape,
                         const uint64_t *state)
{
    memset(out, 0, record_width(shape) * sizeof *out);
    memcpy(out, state, shape.words * sizeof *out);
    for (size_t i = 0; i < count; i++, all += record_width(shape))
        if (!memcmp(all, state, shape.words * sizeof *all))
            add_record_count(out, all, shape);
}

static void check_sorted(const record_buffer *b, const uint64_t *all, size_t count)
{
    const size_t width = record_width(b->shape);
    size_t found = 0;
    for (size_t i = 0; i < b->count; i++) {
        uint64_t due[WIDTH_MOST];
        sum_of_state(due, all, count, b->shape, record_at(b, i));
        assert_memory_equal(record_at(b, i), due, width * sizeof *due);
        assert_true(!i || compare_states(record_at(b, i - 1), record_at(b, i), b->shape.words) < 0);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < b->count; k++)
            found += !compare_states(all + i * width, record_at(b, k), b->shape.words);
    assert_int_equal(found, count);
}

static void buffers_are_sorted(void **unused)
{
    uint64_t seed = 1;
    (void)unused;
    for (unsigned words = 1; words <= 3; words++)
        for (unsigned limbs = 0; limbs <= 3; limbs++)
            for (size_t count = 0; count < 300; count = 2 * count + 1) {
                record_buffer b = {0};
                const record_shape shape = {words, limbs};
                fill_buffer(&b, shape, count, &seed);
                uint64_t *all = malloc((count + 1) * record_width(shape) * sizeof *all);
                if (count)
                    memcpy(all, b.records.at, count * record_width(shape) * sizeof *all);
                assert_true(record_buffer_sort(&b));
                check_sorted(&b, all, count);
                free(all);
                record_buffer_free(&b);
            }
}

/* ---- runs ------------------------------------------------------------------------------------ */

static spill_folder home;

static void open_home(void)
{
    char *text;
    assert_int_equal(spill_folder_open(&home, folder, &text, NULL), 0);
    assert_null(text);
}

static void write_run(segment *run, spill_file *f, const record_buffer *b, block_index *index)
{
    segment_writer w;
    assert_int_equal(segment_writer_open(&w, f, b->shape, index, NULL), 0);
    for (size_t i = 0; i < b->count; i++)
        assert_int_equal(segment_writer_put(&w, record_at(b, i), NULL), 0);
    assert_int_equal(segment_writer_end(run, &w, NULL), 0);
    segment_writer_close(&w);
    assert_int_equal(run->states, b->count);
}

static void read_back(const spill_file *f, const segment *run, const record_buffer *b,
                      record_shape as)
{
    segment_reader r;
    assert_int_equal(segment_reader_open(&r, f, run, as, NULL, NULL), 0);
    for (size_t i = 0; i < b->count; i++) {
        assert_int_equal(segment_reader_next(&r, NULL), 0);
        assert_memory_equal(r.record, record_at(b, i), record_width(as) * sizeof(uint64_t));
    }
    assert_int_equal(segment_reader_next(&r, NULL), 0);
    assert_null(r.record);
    segment_reader_close(&r);
}

/* Every `step`-th state, and one after it that may not be there. */
static void seek_in(const spill_file *f, const segment *run, const record_buffer *b,
                    const block_index *index, size_t step)
{
    const record_shape bare = {b->shape.words, 0};
    segment_reader r;
    assert_int_equal(segment_reader_open(&r, f, run, bare, index, NULL), 0);
    for (size_t i = 0; i < b->count; i += step) {
        uint64_t state[WIDTH_MOST];
        memcpy(state, record_at(b, i), bare.words * sizeof *state);
        assert_int_equal(segment_reader_seek(&r, state, NULL), 0);
        assert_non_null(r.record);
        assert_int_equal(compare_states(r.record, state, bare.words), 0);
        state[bare.words - 1]++;
        assert_int_equal(segment_reader_seek(&r, state, NULL), 0);
        bool there = i + 1 < b->count && !compare_states(record_at(b, i + 1), state, bare.words);
        bool found = r.record && !compare_states(r.record, state, bare.words);
        assert_int_equal(found, there);
    }
    segment_reader_close(&r);
}

static void fill_sorted(record_buffer *b, record_shape shape, size_t count, uint64_t *seed)
{
    record_buffer_begin(b, shape, 2 * count * record_width(shape) * sizeof(uint64_t));
    for (; b->count < count; b->count++) {
        assert_true(record_buffer_reserve(b, 1));
        make_record(record_at(b, b->count), shape, seed, 1u << 30);
    }
    assert_true(record_buffer_sort(b));
}

static void runs_are_read_back(void **unused)
{
    uint64_t seed = 2;
    (void)unused;
    open_home();
    static const unsigned widths[] = {1, 2, 3, 70};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        for (unsigned limbs = 0; limbs <= 3; limbs++) {
            const unsigned words = widths[i];
            record_buffer b = {0};
            block_index index, again;
            spill_file f;
            unsigned number;
            segment before, run;
            assert_int_equal(spill_folder_create(&home, &f, &number, NULL), 0);
            fill_sorted(&b, (record_shape){words, limbs}, 20000, &seed);
            write_run(&before, &f, &b, NULL);
            write_run(&run, &f, &b, &index);
            assert_true(run.offset == before.bytes && index.count > 3);
            read_back(&f, &before, &b, b.shape);
            read_back(&f, &run, &b, b.shape);
            read_back(&f, &run, &b, (record_shape){words, 0});
            assert_int_equal(block_index_read(&again, &f, &run, words, NULL), 0);
            assert_int_equal(again.count, index.count);
            for (size_t step = 1; step < b.count; step *= 17)
                seek_in(&f, &run, &b, step % 2 ? &index : &again, step);
            block_index_free(&index);
            block_index_free(&again);
            record_buffer_free(&b);
            spill_file_close(&f);
        }
    spill_folder_close(&home);
    assert_int_not_equal(access(folder, F_OK), 0);
}

/* Any bit of a run that is changed is an error, not another state. */
static void damage_is_found(void **unused)
{
    const record_shape shape = {1, 1};
    uint64_t seed = 3;
    record_buffer b = {0};
    spill_file f;
    unsigned number;
    segment run;
    (void)unused;
    open_home();
    assert_int_equal(spill_folder_create(&home, &f, &number, NULL), 0);
    fill_sorted(&b, shape, 500, &seed);
    write_run(&run, &f, &b, NULL);
    for (uint64_t at = 0; at < run.bytes; at += at < 40 ? 1 : 13) {
        uint8_t byte, other;
        segment_reader r;
        int code = 0;
        assert_int_equal(pread(f.fd, &byte, 1, (off_t)at), 1);
        other = byte ^ (uint8_t)(1 << at % 8);
        assert_int_equal(pwrite(f.fd, &other, 1, (off_t)at), 1);
        assert_int_equal(segment_reader_open(&r, &f, &run, shape, NULL, NULL), 0);
        while (!code && !r.ended)
            code = segment_reader_next(&r, NULL);
        assert_int_equal(code, WGCQ_ESTORE);
        segment_reader_close(&r);
        assert_int_equal(pwrite(f.fd, &byte, 1, (off_t)at), 1);
    }
    read_back(&f, &run, &b, shape);
    record_buffer_free(&b);
    spill_file_close(&f);
    spill_folder_close(&home);
}

/* ---- sorting by files ------------------------------------------------------------------------ */

/* Many more parts than are read at once: no record is written again with most of the parts. */
static void few_parts_are_united_seldom(void **unused)
{
    enum { STATES = 20000, TIMES_MOST = 30 };
    (void)unused;
    open_home();
    segment_sorter s = segment_sorter_make(&home, 512, SORTER_PARTS_LEAST, NULL, NULL);
    segment_merge m;
    assert_int_equal(segment_sorter_begin(&s, (record_shape){1, 0}, NULL), 0);
    for (uint64_t x = 0; x < STATES; x++) {
        const uint64_t state = x * 7919 % STATES << 32;
        assert_int_equal(segment_sorter_put(&s, &state, NULL), 0);
    }
    assert_int_equal(segment_sorter_end(&m, &s, NULL), 0);
    for (uint64_t x = 0; x < STATES; x++) {
        assert_int_equal(*m.record, x << 32);
        assert_int_equal(segment_merge_next(&m, NULL), 0);
    }
    assert_null(m.record);
    print_message("# %.1f bytes written for each state\n", (double)home.written / STATES);
    assert_true(home.written < (uint64_t)TIMES_MOST * STATES * sizeof(uint64_t));
    segment_merge_close(&m);
    segment_sorter_close(&s);
    spill_folder_close(&home);
}

/* ---- sets ------------------------------------------------------------------------------------ */

typedef struct stop_clock {
    long asked, stops_at;
} stop_clock;

static bool stops(void *self)
{
    stop_clock *c = self;
    return ++c->asked >= c->stops_at;
}

static void check_set(spilled_set *s, uint64_t count)
{
    for (uint64_t x = 0; x < 3 * count; x++) {
        uint32_t number;
        assert_int_equal(spilled_set_find(&number, s, &x, NULL), 0);
        assert_true(x % 3 ? !number : 3 * (number - 1) * (uint64_t)7919 % (3 * count) == x);
    }
}

/* Uniting that is stopped at any time changes nothing but the number of runs. */
static void stopped_uniting_leaves_runs(void **unused)
{
    enum { STATES = 30000 };
    (void)unused;
    open_home();
    for (long at = 1; at < 20; at++) {
        stop_clock clock = {0, at};
        spilled_set s;
        int code = 0;
        assert_int_equal(spilled_set_open(&s, 1, true, &home, 1 << 18, NULL), 0);
        s.stopped = stops;
        s.stopped_self = &clock;
        for (uint64_t x = 0; x < STATES; x++) {
            uint64_t state = 3 * (x * 7919 % STATES);
            assert_int_equal(spilled_set_add_numbered(&s, &state, (uint32_t)x + 1, NULL), 0);
        }
        assert_int_equal(spilled_set_end_level(&s, NULL), 0);
        check_set(&s, STATES);
        assert_int_equal(spilled_set_end_level(&s, NULL), 0);
        clock.stops_at = 1000;
        code = spilled_set_sync(&s, NULL);
        assert_int_equal(code, 0);
        check_set(&s, STATES);
        spilled_set_close(&s);
    }
    spill_folder_close(&home);
}

/* Levels larger than memory go straight into runs; near ones are found at once, far ones by checks,
   which leave none pending. */
static int count_repeated(void *self, const uint64_t *state)
{
    uint64_t *last = self;
    assert_true(*state % 3 == 0 && (!last[0] || *state > last[1]));
    last[0]++;
    last[1] = *state;
    return 0;
}

static void wide_levels_are_looked_up(void **unused)
{
    enum { STATES = 20000, LEVELS = 9 };
    spilled_set s;
    (void)unused;
    open_home();
    assert_int_equal(spilled_set_open(&s, 1, false, &home, 1 << 16, NULL), 0);
    for (uint64_t level = 0; level < LEVELS; level++) {
        for (uint64_t x = 0; x < STATES; x++) {
            const uint64_t state = (x * LEVELS + level) * 3, before = state - 3;
            bool has;
            if (level) {
                assert_int_equal(spilled_set_has(&has, &s, &before, NULL), 0);
                assert_true(has);
            }
            assert_int_equal(spilled_set_has(&has, &s, &state, NULL), 0);
            assert_false(has);
            assert_int_equal(spilled_set_add(&s, &state, NULL), 0);
        }
        assert_int_equal(spilled_set_end_level(&s, NULL), 0);
    }
    assert_true(s.pending && spilled_set_far(&s));
    uint64_t due = 0, found[2] = {0};
    for (uint64_t x = 0; x < STATES; x += 7) { /* of the first level once more: it is far */
        const uint64_t state = x * LEVELS * 3;
        bool has;
        assert_int_equal(spilled_set_has(&has, &s, &state, NULL), 0);
        due += !has;
        if (!has)
            assert_int_equal(spilled_set_add(&s, &state, NULL), 0);
    }
    assert_int_equal(spilled_set_end_level(&s, NULL), 0);
    assert_true(due);
    assert_int_equal(spilled_set_check(&s, count_repeated, found, NULL), 0);
    assert_int_equal(found[0], due);
    assert_int_equal(s.pending, 0);
    spilled_set_close(&s);
    spill_folder_close(&home);
}

/* ---- the filter ------------------------------------------------------------------------------ */

/* None that was added is denied, few others are not; it has no more lines than it needs. */
static void filters_grow(void **unused)
{
    enum { STATES = 30000, BYTES = 4 << 20 };
    (void)unused;
    for (uint64_t states = 100; states <= STATES; states *= 17) {
        key_filter f;
        size_t others = 0;
        assert_true(key_filter_open(&f, 2, BYTES));
        for (int again = 0; again < 2; again++) {
            for (uint64_t i = 0; i < states; i++)
                key_filter_add(&f, (uint64_t[]){i, 3 * i});
            for (uint64_t i = 0; i < states; i++)
                assert_true(key_filter_may_have(&f, (uint64_t[]){i, 3 * i}));
            for (uint64_t i = 0; i < STATES; i++)
                others += key_filter_may_have(&f, (uint64_t[]){i, 3 * i + 1});
            assert_in_range(others, 0, STATES / 50);
            assert_in_range(key_filter_memory(&f), 1, 128 * states + 65536);
            key_filter_clear(&f, again ? 0 : states);
        }
        for (uint64_t i = 0; i < states; i++)
            assert_false(key_filter_may_have(&f, (uint64_t[]){i, 3 * i}));
        key_filter_free(&f);
    }
}

/* ---- the folder ------------------------------------------------------------------------------ */

/* Ends the process; by 0 if the folder was always either opened or used by another one. */
static void open_often(int times)
{
    for (int i = 0; i < times; i++) {
        wgcq_error err = {0};
        char *text;
        int code = spill_folder_open(&home, folder, &text, &err);
        spill_folder_close(&home);
        if (code && (code != WGCQ_ESTORE || !strstr(err.text, "is used by another process"))) {
            print_error("%s\n", err.text);
            _exit(1);
        }
    }
    _exit(0);
}

/* It is removed by each that had it. */
static void processes_contend_for_a_folder(void **unused)
{
    enum { PROCESSES = 4, TIMES = 1000 };
    pid_t each[PROCESSES];
    (void)unused;
    for (int i = 0; i < PROCESSES; i++) {
        each[i] = fork();
        assert_true(each[i] >= 0);
        if (!each[i])
            open_often(TIMES);
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status = 1;
        assert_int_equal(waitpid(each[i], &status, 0), each[i]);
        assert_int_equal(status, 0);
    }
    assert_int_not_equal(access(folder, F_OK), 0);
}

/* A commit of another version, for instance. */
static void unreadable_commits_stay(void **unused)
{
    wgcq_error err = {0};
    char *text;
    (void)unused;
    open_home();
    assert_int_equal(spill_folder_commit(&home, "text", NULL), 0);
    int state = openat(home.fd, "state", O_WRONLY);
    spill_folder_close(&home);
    assert_int_equal(pwrite(state, "W", 1, 0), 1);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(spill_folder_open(&home, folder, &text, &err), WGCQ_ESTORE);
        spill_folder_close(&home);
    }
    assert_non_null(strstr(err.text, "state is not of this version"));
    assert_int_equal(pwrite(state, "w", 1, 0), 1);
    close(state);
    assert_int_equal(spill_folder_open(&home, folder, &text, NULL), 0);
    assert_string_equal(text, "text");
    free(text);
    spill_folder_remove(&home);
    spill_folder_close(&home);
}

/* ---- estimates ------------------------------------------------------------------------------- */

/* Binomial coefficients, seen to the largest one. */
static void estimates_are_near(void **unused)
{
    enum { LEVELS = 60, SEEN = 24 };
    uint64_t sizes[LEVELS];
    double size = 1, sum = 0;
    (void)unused;
    for (int i = 0; i < LEVELS; i++) {
        size *= (double)(LEVELS - i) / (i + 1) / 1.5;
        sizes[i] = (uint64_t)size + 1;
    }
    for (int i = SEEN - 1; i < LEVELS; i++)
        sum += (double)sizes[i];
    double left = (double)level_growth_left(sizes, SEEN);
    assert_true(left > sum / 3 && left < 3 * sum);
    assert_true(level_growth_left(sizes, 0) == 0 && level_growth_left(sizes, 2) == 0);
    for (int i = 0; i < LEVELS; i++)
        sizes[i] = i < SEEN ? (uint64_t)1 << i : 0;
    assert_true(level_growth_left(sizes, SEEN) == 0); /* ever on like this */
    assert_true(level_growth_left(sizes, LEVELS) == 0);
}

/* ---- searches -------------------------------------------------------------------------------- */

static wgcq_puzzle *puzzle;

static void put_found(char *out, size_t room, const search_result *r)
{
    snprintf(out, room,
             "%llu states, %llu edges, depth %u, %llu goals, %s plans of %u, %u steps, "
             "violated in %llu after %u",
             (unsigned long long)r->states, (unsigned long long)r->edges, r->depth,
             (unsigned long long)r->goals, r->shortest_count ? r->shortest_count : "-", r->shortest,
             r->plan.length, (unsigned long long)(r->checked ? r->checked->states : 0),
             r->counterexample.length);
}

static int search_in_files(search_result *r, uint64_t max_depth, wgcq_error *err)
{
    const search_options how = {.order = WGCQ_BREADTH_FIRST,
                                .threads = 1,
                                .count_shortest = true,
                                .max_depth = max_depth,
                                .spill = folder,
                                .spill_about = "one\nand the same",
                                .spill_every = 1,
                                .hooks.spill_bytes = 512};
    wgcq_error own = {0};
    int code = run_search(r, wgcq_puzzle_model(puzzle), &how, NULL, NULL, err ? err : &own);
    if (code && code != WGCQ_EMEMORY)
        print_error("%s\n", (err ? err : &own)->text);
    return code;
}

static void load(const char *path, wgcq_setting setting)
{
    wgcq_error err = {0};
    assert_int_equal(wgcq_puzzle_load(&puzzle, path, &setting, setting ? 1 : 0, NULL, &err), 0);
}

static void search_in_memory(char *due, size_t room)
{
    const search_options how = {
        .order = WGCQ_BREADTH_FIRST, .threads = 1, .count_shortest = true, .hooks.ordered = true};
    search_result r;
    assert_int_equal(run_search(&r, wgcq_puzzle_model(puzzle), &how, NULL, NULL, NULL), 0);
    put_found(due, room, &r);
    search_result_free(&r);
}

/* Each search goes on where the one before ended. */
static void levels_one_at_a_time(void **unused)
{
    char due[200], found[200];
    search_result r;
    (void)unused;
    load("puzzles/frogs.yaml", "n=5");
    search_in_memory(due, sizeof due);
    for (uint64_t depth = 1;; depth += depth % 5) {
        assert_int_equal(search_in_files(&r, depth, NULL), 0);
        if (r.end != SEARCH_LIMIT)
            break;
        assert_int_equal(r.depth, depth);
        assert_true(r.files_kept);
        search_result_free(&r);
    }
    assert_int_equal(r.end, SEARCH_COMPLETE);
    put_found(found, sizeof found, &r);
    assert_string_equal(found, due);
    search_result_free(&r);
    assert_int_not_equal(access(folder, F_OK), 0);
    wgcq_puzzle_free(puzzle);
}

static void other_searches_are_refused(void **unused)
{
    wgcq_error err = {0};
    search_result r;
    search_options how = {.order = WGCQ_BREADTH_FIRST,
                          .threads = 1,
                          .max_depth = 3,
                          .spill = folder,
                          .hooks.spill_bytes = 512};
    (void)unused;
    load("puzzles/frogs.yaml", "n=3");
    assert_int_equal(search_in_files(&r, 3, NULL), 0);
    search_result_free(&r);
    assert_int_equal(run_search(&r, wgcq_puzzle_model(puzzle), &how, NULL, NULL, &err),
                     WGCQ_EOTHER);
    assert_non_null(strstr(err.text, folder));
    search_result_free(&r);
    assert_int_equal(search_in_files(&r, 0, NULL), 0);
    search_result_free(&r);
    wgcq_puzzle_free(puzzle);
}

/* The first 50, and one of `stride` after that. */
static void fail_allocations(const char *path, long stride)
{
    char due[200], found[200];
    search_result r;
    long failed = 0;
    load(path, NULL);
    allocations = 0;
    assert_int_equal(search_in_files(&r, 0, NULL), 0);
    put_found(due, sizeof due, &r);
    search_result_free(&r);
    for (long at = 1, all = allocations; at <= all; at += at < 50 ? 1 : stride) {
        wgcq_error err = {0};
        allocations = 0;
        fails_at = at;
        int code = search_in_files(&r, 0, &err);
        fails_at = 0;
        if (code) {
            assert_int_equal(code, WGCQ_EMEMORY);
            search_result_free(&r);
            failed++;
            assert_int_equal(search_in_files(&r, 0, &err), 0);
        }
        put_found(found, sizeof found, &r);
        assert_string_equal(found, due);
        search_result_free(&r);
        assert_int_not_equal(access(folder, F_OK), 0);
    }
    print_message("# swept: %ld failures of an allocation\n", failed);
    assert_true(failed > 60);
    wgcq_puzzle_free(puzzle);
}

static void each_allocation_fails_once(void **unused)
{
    (void)unused;
    fail_allocations("puzzles/family-crossing.yaml", 2);
    fail_allocations("puzzles/two-phase-commit.yaml", 9);
    fail_allocations("puzzles/dining-philosophers.yaml", 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(buffers_are_sorted),
                                       cmocka_unit_test(runs_are_read_back),
                                       cmocka_unit_test(damage_is_found),
                                       cmocka_unit_test(few_parts_are_united_seldom),
                                       cmocka_unit_test(stopped_uniting_leaves_runs),
                                       cmocka_unit_test(wide_levels_are_looked_up),
                                       cmocka_unit_test(filters_grow),
                                       cmocka_unit_test(processes_contend_for_a_folder),
                                       cmocka_unit_test(unreadable_commits_stay),
                                       cmocka_unit_test(estimates_are_near),
                                       cmocka_unit_test(levels_one_at_a_time),
                                       cmocka_unit_test(other_searches_are_refused),
                                       cmocka_unit_test(each_allocation_fails_once)};
    char home_of_all[PLACE_ROOM];
    if (!place_make(home_of_all, "test_spill"))
        return 1;
    snprintf(folder, sizeof folder, "%s/spill", home_of_all);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(home_of_all);
    return failed;
}
