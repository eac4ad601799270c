/*
 * river.h - a made-up puzzle and made-up runs of it, for the tests of the trace.
 *
 * Its variables have the names and widths that are most trouble.
 */
#ifndef TESTS_RIVER_H
#define TESTS_RIVER_H

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "place.h"
#include "receiver.h"
#include "suite.h"
#include "trace/trace.h"
#include "wgcq.h"

/* ---- a puzzle ---------------------------------------------------------------------------- */

enum { STATES = 200, MANY = 100, WIDE = 2500 };

static const char *const banks[] = {"west", "east"};
static const char *const truth[] = {"false", "true"};
static const char *const odd[] = {"it's", "a\"b", "); drop table run;--"};
static const char *many[MANY];
static char many_texts[MANY][16];

static const model_field fields[] = {
    {"farmer", "farmer", 0, 0, 1, 0, banks, 2, 0, 0, 0, 0, 0, 0},
    {"id", "id", 0, 1, 8, -5, NULL, 0, 0, 0, 0, 0, 0, 0},
    {"Depth", "Depth", 0, 9, 2, 0, odd, 3, 0, 0, 0, 0, 0, 0},
    {"a\"b", "a\"b", 0, 11, 20, 1000, NULL, 0, 0, 0, 0, 0, 0, 0},
    {"\xc3\xa9tats", "\xc3\xa9tats", 0, 31, 1, 0, truth, 2, 0, 0, 0, 0, 0, 0},
    {"select", "select", 0, 32, 0, 7, NULL, 0, 0, 0, 0, 0, 0, 0},
    {"a; drop table run", "a[; drop table run]", 0, 32, 7, 3, many, MANY, 0, 0, 0, 0, 0, 0},
    {"FARMER", "FARMER", 1, 0, 64, INT64_MIN, NULL, 0, 0, 0, 0, 0, 0, 0},
    {"id_", "id[_]", 0, 63, 1, 0, NULL, 0, 0, 0, 0, 0, 0, 0},
};
static const char *const cost_names[] = {"noise", "Shown"};
static const char *const rules[] = {"the wolf eats the goat", "it's \"full\""};
static const int by_noise[] = {0, -1};

/* State i, from 1; its last word is number i of a row from the least to the greatest integer. */
static inline void pack(uint64_t i, uint64_t *state)
{
    uint64_t fifth = i % 5 == 0, seventh = i % 7 == 0;
    state[0] = (i & 1) | (i % 250) << 1 | (i % 3) << 9 | (i * 5000 % 1005000) << 11 | fifth << 31 |
               (i % MANY) << 32 | seventh << 63;
    state[1] = i == STATES ? UINT64_MAX : (i - 1) * (UINT64_MAX / (STATES - 1));
}

static inline int worker_new(void **worker, const wgcq_model *model, wgcq_error *err)
{
    static int nothing;
    (void)model, (void)err;
    *worker = &nothing;
    return 0;
}

static inline void worker_free(void *worker)
{
    (void)worker;
}

static const char *move_text(const wgcq_model *model, uint32_t move)
{
    static const char *const texts[] = {"take goat", "cross; 'alone'", "take ?"};
    (void)model;
    return texts[move];
}

static inline uint32_t move_count(const wgcq_model *model)
{
    (void)model;
    return 3;
}

static int move_number(const wgcq_model *model, const char *message, uint32_t *number)
{
    for (*number = 0; *number < 3 && strcmp(message, move_text(model, *number)) != 0; ++*number)
        continue;
    return *number < 3 ? 0 : WGCQ_EMEMORY;
}

static inline int show(void *worker, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    (void)worker, (void)err;
    strbuf_printf(out, "%s/%" PRId64, state[0] & 1 ? "east" : "w'est", (int64_t)state[1]);
    return 0;
}

static const char *const param_names[] = {"n", "level"}, *const param_values[] = {"3", "[1, 2]"};

static const wgcq_model river = {
    .title = "Ri'ver",
    .words = 2,
    .bits = 128,
    .costs = 2,
    .cost_names = cost_names,
    .has_goal = true,
    .fields = fields,
    .field_count = sizeof fields / sizeof *fields,
    .rules = rules,
    .rule_count = 2,
    .worker_new = worker_new,
    .worker_free = worker_free,
    .move_text = move_text,
    .move_count = move_count,
    .move_number = move_number,
    .show = show,
    .texts.shown_sql = "CASE ((w0>>0)&1) WHEN 0 THEN 'w''est' WHEN 1 THEN 'east' END||('/'||w1)",
    .source = "puzzle: Ri'ver\n",
    .file = "river.yaml",
    .param_count = 2,
    .param_names = param_names,
    .param_values = param_values,
};

static wgcq_writer river_writer; /* how rows get into the file */

static inline trace_about about_river(void)
{
    return (trace_about){.model = &river,
                         .order = "breadth-first",
                         .options = "--trace all",
                         .minimize_count = 2,
                         .minimize = by_noise,
                         .writer = river_writer};
}

/* ---- a writer as a receiver --------------------------------------------------------------- */

static inline int write_states(void *self, const state_rows *rows, wgcq_error *err)
{
    return trace_store(self, &(row_batch){.states = *rows}, err);
}

static inline int write_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    return trace_store(self, &(row_batch){.edges = *rows}, err);
}

static inline int write_rejections(void *self, const rejection_rows *rows, wgcq_error *err)
{
    return trace_store(self, &(row_batch){.rejections = *rows}, err);
}

static inline int write_pause(void *self, uint32_t expanded, wgcq_error *err)
{
    return trace_store(self, &(row_batch){.pause = true, .expanded = expanded}, err);
}

static inline receiver trace_receiver(trace_writer *w)
{
    unsigned rows = trace_rows(w);
    return (receiver){.self = w,
                      .states = rows & ROWS_STATES ? write_states : NULL,
                      .edges = rows & ROWS_EDGES ? write_edges : NULL,
                      .rejections = rows & ROWS_REJECTIONS ? write_rejections : NULL,
                      .pause = rows ? write_pause : NULL};
}

/* ---- a run ------------------------------------------------------------------------------- */

/* Ten states a level; each leads to the next, and every second back to the first. */
static inline uint32_t depth_of(uint32_t i)
{
    return (i - 1) / 10;
}

static inline int tell_states(const receiver *o, uint32_t first, uint32_t count, wgcq_error *err)
{
    uint64_t packed[2 * STATES];
    uint8_t marks[STATES];
    uint32_t depth[STATES];
    for (uint32_t k = 0; k < count; k++) {
        pack(first + k, packed + 2 * (size_t)k);
        marks[k] = (uint8_t)(first + k <= 10   ? MARK_START
                             : first + k == 60 ? MARK_GOAL | MARK_END
                                               : 0);
        depth[k] = depth_of(first + k);
    }
    state_rows rows = {.first = first,
                       .count = count,
                       .words = 2,
                       .state = packed,
                       .marks = marks,
                       .depth = depth};
    return o->states ? o->states(o->self, &rows, err) : 0;
}

static inline int tell_moves(const receiver *o, uint32_t first, uint32_t count, wgcq_error *err)
{
    uint32_t src[2 * STATES], dst[2 * STATES], move[2 * STATES], rule[STATES];
    int64_t cost[4 * STATES];
    size_t n = 0, rejected = 0;
    for (uint32_t s = first; s < first + count; s++)
        for (uint32_t k = 0; k < (s % 2 ? 2u : 1u); k++, n++) {
            src[n] = s;
            dst[n] = k ? 1 : s + 10;
            move[n] = k;
            cost[2 * n] = s;
            cost[2 * n + 1] = k ? INT64_MAX : 0;
        }
    edge_rows edges = {n, 2, src, dst, move, cost};
    int code = o->edges ? o->edges(o->self, &edges, err) : 0;
    for (uint32_t s = first; s < first + count; s += 3, rejected++) {
        src[rejected] = s;
        move[rejected] = 2;
        rule[rejected] = s % 2;
    }
    rejection_rows rejections = {rejected, src, move, rule};
    return !code && o->rejections ? o->rejections(o->self, &rejections, err) : code;
}

/* States 1..states, level by level. */
static inline int report_rows(const receiver *o, uint32_t states, wgcq_error *err)
{
    int code = tell_states(o, 1, 10, err);
    for (uint32_t at = 1; at + 19 <= states && !code; at += 10) {
        code = tell_states(o, at + 10, 10, err);
        if (!code)
            code = tell_moves(o, at, 10, err);
        if (!code && o->pause)
            code = o->pause(o->self, at + 9, err);
    }
    return code;
}

static inline int tell_solution(trace_writer *w, wgcq_error *err)
{
    static const uint32_t states[] = {10, 20, 30}, moves[] = {0, 1};
    static const char *const shown[] = {"be'gin", "on the way", "end"};
    static const int64_t spent[] = {0, 0, 10, -0, 30, 4};
    uint64_t packed[2 * 3];
    for (size_t i = 0; i < 3; i++)
        pack(states[i], packed + 2 * i);
    solution_rows s = {2, states, moves, packed, trace_spells_steps(w) ? shown : NULL, spent, 0};
    return trace_solution(w, &s, err);
}

static inline void find_distances(uint32_t *to_goal, uint32_t states)
{
    for (uint32_t s = 1; s <= states; s++)
        to_goal[s] = s % 10 ? UINT32_MAX : s <= 60 ? (60 - s) / 10 : UINT32_MAX;
}

static inline int tell_distances(trace_writer *w, uint32_t states, wgcq_error *err)
{
    uint32_t to_goal[STATES + 1];
    find_distances(to_goal, states);
    return trace_distances(w, states, to_goal, NULL, err);
}

static inline int tell_end(trace_writer *w, uint32_t states, wgcq_error *err)
{
    static const wgcq_optimum best[] = {{"moves", true, 2, "123456789012345678901234567890", false},
                                        {"noise", true, 30, NULL, false},
                                        {"Shown", false, 0, NULL, false}};
    uint64_t edges = 0;
    for (uint32_t s = 1; s + 10 <= states; s++)
        edges += s % 2 ? 2 : 1;
    wgcq_summary summary = {.status = "complete",
                            .outcome = WGCQ_FOUND,
                            .states = states,
                            .edges = edges,
                            .rejections = 76,
                            .starts = 10,
                            .depth_known = true,
                            .depth = 19,
                            .has_goal = true,
                            .goals = 1,
                            .dead_ends_known = true,
                            .dead_ends = 5,
                            .seconds = 0.5,
                            .shortest = best[0],
                            .cheapest_count = 3,
                            .cheapest = best,
                            .solutions_stored = 1};
    return trace_end(w, &summary, err);
}

/* A whole run; answers the first trouble. */
static inline int whole_run(const char *path, const trace_about *about, uint32_t states,
                            wgcq_error *err)
{
    trace_writer *w = NULL;
    int code = trace_begin(&w, path, about, err);
    if (code)
        return code;
    receiver o = trace_receiver(w);
    code = report_rows(&o, states, err);
    if (!code)
        code = tell_distances(w, states, err);
    if (!code)
        code = tell_solution(w, err);
    if (!code)
        code = tell_end(w, states, err);
    trace_close(w);
    return code;
}

static inline void run_well(const char *path, const trace_about *about)
{
    wgcq_error err = {0};
    int code = whole_run(path, about, STATES, &err);
    if (code)
        fail_msg("%s", err.text);
}

/* ---- asking without us ------------------------------------------------------------------- */

static const char *const path = "test_trace.db";

/* All rows of a query, "a|b" each, with ";" between them, asked as anybody would. */
static inline const char *ask(const char *sql)
{
    static strbuf out;
    sqlite3 *db;
    sqlite3_stmt *query;
    strbuf_free(&out);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &query, NULL))
        strbuf_put(&out, sqlite3_errmsg(db));
    else
        while (sqlite3_step(query) == SQLITE_ROW) {
            strbuf_put(&out, out.length ? ";" : "");
            for (int i = 0; i < sqlite3_column_count(query); i++) {
                const char *value = (const char *)sqlite3_column_text(query, i);
                strbuf_printf(&out, "%s%s", i ? "|" : "", value ? value : "NULL");
            }
        }
    sqlite3_finalize(query);
    sqlite3_close(db);
    return strbuf_string(&out);
}

#define ASK(sql, answer) assert_string_equal(ask(sql), answer)

static inline void change(const char *sql)
{
    sqlite3 *db;
    char *error = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, NULL);
    if (sqlite3_exec(db, sql, NULL, NULL, &error))
        fail_msg("%s: %s", sql, error);
    sqlite3_close(db);
}

static inline bool exists(const char *name)
{
    struct stat s;
    return !stat(name, &s);
}

static inline int fresh(void **state)
{
    (void)state;
    unlink(path);
    unlink("test_trace.db-journal");
    return 0;
}

/* Opening is rejected with these words somewhere in the text. */
static inline void rejected(const char *words)
{
    wgcq_error err = {0};
    wgcq_trace *t = NULL;
    assert_int_equal(wgcq_trace_open(&t, path, &err), WGCQ_ESTORE);
    assert_null(t);
    if (!strstr(err.text, words))
        fail_msg("'%s' is not in: %s", words, err.text);
}

/* A run is rejected too, and the file keeps every byte. */
static inline void run_rejected(const trace_about *about, const char *words)
{
    wgcq_error err = {0};
    char before[32], after[32];
    struct stat a, b;
    stat(path, &a);
    snprintf(before, sizeof before, "%lld", (long long)a.st_size);
    int code = whole_run(path, about, STATES, &err);
    assert_true(code == WGCQ_ESTORE || code == WGCQ_EOTHER);
    if (!strstr(err.text, words))
        fail_msg("'%s' is not in: %s", words, err.text);
    assert_int_equal(stat(path, &b), 0);
    snprintf(after, sizeof after, "%lld", (long long)b.st_size);
    assert_string_equal(before, after);
    assert_true(a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec);
    assert_false(exists("test_trace.db-journal"));
}

/* Every test in a folder of its own making. */
#define RIVER_TEST(name) cmocka_unit_test_setup_teardown(name, fresh, fresh)
#define RIVER_RUN(tests)                                                                           \
    (river_enter() ? 1 : river_leave(cmocka_run_group_tests(tests, NULL, NULL)))

static char river_folder[PLACE_ROOM];

static inline int river_enter(void)
{
    for (int i = 0; i < MANY; i++) {
        snprintf(many_texts[i], sizeof many_texts[i], "v%d", i);
        many[i] = many_texts[i];
    }
    return !place_make(river_folder, "test_trace") || chdir(river_folder);
}

static inline int river_leave(int failures)
{
    return chdir("/") || rmdir(river_folder) ? failures + 1 : failures;
}

#endif
