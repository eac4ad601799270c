/*
 * writer.c - a run in the file: its beginning, commits, leaving off.
 *
 * The run's status is `interrupted` from its first commit to its last, so that it is right after a
 * kill at any instant. About once a second everything reported so far is committed; the rows of a
 * commit are consistent (no edge without its states), whatever the search was doing.
 *
 * No other process can write meanwhile: a new transaction begins as soon as one is committed, and
 * between the two an unfinished SELECT keeps a shared lock, with which no other connection can
 * commit. Readers are shut out only during a commit.
 */
#include "trace/write/writer.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/progress_clock.h"
#include "trace/read/intact.h"
#include "trace/schema/admit.h"
#include "trace/schema/checksum.h"
#include "trace/schema/validate.h"
#include "trace/schema/views.h"
#include "trace/write/first_save.h"
#include "trace/write/page_backend.h"
#include "trace/write/resume_check.h"

extern const char trace_sql[];

const char *const writer_tables[RUN_TABLES] = {"state", "edge",     "rejection", "distance",
                                               "move",  "solution", "step",      "piece"};

enum {
    AT_ONCE = 200,          /* milliseconds: for another writer, and for readers mostly   */
    UNSAVED_MOST = 1 << 25, /* unsaved integers: from here on a commit waits for readers  */
    CACHE_MOST = 64 << 20,  /* bytes of SQLite's cache, besides what is not committed     */
    CACHE_LEAST = 1 << 20,
    STEPS = 20000 /* of SQLite's VM between two reads of the clock: about a millisecond */
};

unsigned writer_table_count(const trace_writer *w)
{
    return w->layout.steps_shared ? RUN_TABLES : TABLE_PIECE;
}

/* A limit of memory leaves the greater part to the search. */
static uint64_t unsaved_most(const trace_writer *w)
{
    uint64_t share = w->about.max_memory / 64;
    return share && share < UNSAVED_MOST ? share : UNSAVED_MOST;
}

static uint64_t cache_most(const trace_writer *w)
{
    uint64_t share = w->about.max_memory / 16;
    if (share && share < CACHE_LEAST)
        share = CACHE_LEAST;
    return share && share < CACHE_MOST ? share : CACHE_MOST;
}

/* ---- small SQL ------------------------------------------------------------------------------- */

int writer_error(trace_writer *w, int code, wgcq_error *err)
{
    w->failed = true;
    return database_error(err, w->db, w->path, code);
}

int writer_execute(trace_writer *w, sqlite3_stmt *statement, wgcq_error *err)
{
    sqlite3_step(statement);
    int code = sqlite3_reset(statement);
    return code ? writer_error(w, code, err) : 0;
}

static int run_sql(trace_writer *w, const char *sql, wgcq_error *err)
{
    int code = sqlite3_exec(w->db, sql, NULL, NULL, NULL);
    return code ? writer_error(w, code, err) : 0;
}

int writer_run_sql(trace_writer *w, strbuf *sql, wgcq_error *err)
{
    int code = sql->failed ? error_set_memory(err) : run_sql(w, strbuf_string(sql), err);
    w->failed = w->failed || code;
    strbuf_free(sql);
    return code;
}

int writer_prepare(trace_writer *w, sqlite3_stmt **out, const char *sql, wgcq_error *err)
{
    int code = sqlite3_prepare_v2(w->db, sql, -1, out, NULL);
    return code ? writer_error(w, code, err) : 0;
}

/* ---- beginning ------------------------------------------------------------------------------- */

static int try_shown_sql(trace_writer *w, const char *sql)
{
    strbuf trial = {0};
    sqlite3_stmt *query = NULL;
    strbuf_printf(&trial, "SELECT (%s) FROM (SELECT 0 AS w0", sql);
    for (unsigned i = 1; i < w->model->words; i++)
        strbuf_printf(&trial, ",0 AS w%u", i);
    strbuf_put(&trial, ")");
    int code =
        trial.failed ? SQLITE_NOMEM : sqlite3_prepare_v2(w->db, trial.bytes, -1, &query, NULL);
    sqlite3_finalize(query);
    strbuf_free(&trial);
    return code;
}

int writer_find_shown_sql(trace_writer *w, wgcq_error *err)
{
    /* Bytes of an expression in which nothing nests too deep: operands are joined in halves. */
    enum { SHORT = 1000 };
    const char *sql = w->model->texts.shown_sql;
    int code = sql && strlen(sql) > SHORT ? try_shown_sql(w, sql) : SQLITE_OK;
    w->shown_sql = code ? NULL : sql;
    return code == SQLITE_NOMEM ? error_set_memory(err) : 0;
}

int writer_describe(trace_writer *w, wgcq_error *err)
{
    int code = metadata_write(w->db, w->path, w->model, w->shown_sql, &w->bound, err);
    w->is_described = !code;
    return code;
}

static int write_schema(trace_writer *w, wgcq_error *err)
{
    strbuf sql = {0};
    strbuf_put(&sql, trace_sql);
    strbuf_printf(&sql, "PRAGMA application_id=%d; PRAGMA user_version=%d", DATABASE_APPLICATION,
                  w->format);
    int code = writer_run_sql(w, &sql, err);
    return code ? code : writer_describe(w, err);
}

static int check_stored_puzzle(trace_writer *w, wgcq_error *err)
{
    metadata d;
    int code = validate_schema(&d, w->db, w->path, w->format, err);
    code = code ? code : metadata_compare(&d, w->path, w->model, w->shown_sql, err);
    metadata_free(&d);
    return code;
}

int writer_lock_file(trace_writer *w, bool *empty, wgcq_error *err)
{
    char pragmas[160];
    int code = validate_identity(w->db, w->path, &w->format, err);
    *empty = !w->format;
    /* Larger pages made neither smaller files nor faster runs. */
    if (!code)
        code = run_sql(w, *empty ? "PRAGMA page_size=4096" : "PRAGMA journal_mode=DELETE", err);
    /* EXTRA: the journal's deletion is synced too, so that what was reported as saved is. */
    snprintf(pragmas, sizeof pragmas,
             "PRAGMA cache_spill=OFF; PRAGMA cache_size=-%" PRIu64 "; PRAGMA synchronous=EXTRA",
             cache_most(w) / 1024);
    code = code ? code : run_sql(w, pragmas, err);
    sqlite3_busy_timeout(w->db, AT_ONCE);
    code = code ? code : run_sql(w, "BEGIN IMMEDIATE", err);
    code = code ? code : validate_identity(w->db, w->path, &w->format, err);
    *empty = !w->format;
    w->format = *empty ? FORMAT_NEWEST : w->format;
    w->layout = run_layout_of(w->format, w->about.order, w->about.keep, w->run);
    return code;
}

/* Until the run's first commit. */
static int stop_opening(void *self)
{
    return writer_is_stopped(self, "checking");
}

static int open_old_file(trace_writer *w, wgcq_error *err)
{
    bool empty = false;
    int code = admit_file(w->path, err);
    if (!code)
        code = database_open(&w->db, w->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);
    if (code)
        return code;
    sqlite3_busy_timeout(w->db, 10000);
    database_defend(w->db);
    sqlite3_progress_handler(w->db, STEPS, stop_opening, w);
    code = writer_lock_file(w, &empty, err);
    code = code ? code : writer_find_shown_sql(w, err);
    if (!code)
        code = empty ? write_schema(w, err) : check_stored_puzzle(w, err);
    if (!code && !empty && !w->run) /* a run is added; of one that is resumed more is checked */
        code = writer_check_file(w, 0, 0, &w->rows, err);
    if (!code && !empty && stop_opening(w))
        code = error_set(err, WGCQ_EINTERRUPT, "interrupted");
    return code;
}

int writer_open(trace_writer *w, wgcq_error *err)
{
    const bool there = access(w->path, F_OK) == 0;
    int code = there || w->run ? open_old_file(w, err) : first_save_open(w, err);
    return code || w->shown_sql ? code : w->model->worker_new(&w->worker, w->model, err);
}

static void put_objectives(strbuf *out, const trace_about *about)
{
    for (size_t i = 0; i < about->minimize_count; i++) {
        assert(about->minimize[i] < (int)about->model->costs);
        strbuf_printf(out, "%s%s", i ? "," : "",
                      about->minimize[i] < 0 ? "moves"
                                             : about->model->cost_names[about->minimize[i]]);
    }
}

/* As strftime('%Y-%m-%dT%H:%M:%SZ','now'). */
static void spell_now(char *out, size_t room)
{
    const time_t now = time(NULL);
    struct tm utc;
    if (!gmtime_r(&now, &utc) || !strftime(out, room, "%Y-%m-%dT%H:%M:%SZ", &utc))
        *out = '\0';
}

/* w->bound as checksum_binding reads it: of the description, and of these columns. */
static void bind_rows(trace_writer *w, const char *options, const char *by, const char *started)
{
    checksum_integer(&w->bound, w->run);
    checksum_text(&w->bound, w->about.order);
    checksum_text(&w->bound, options);
    checksum_text(&w->bound, wgcq_trace_level_name(w->about.keep));
    checksum_text(&w->bound, by);
    checksum_integer(&w->bound, w->model->has_goal);
    checksum_text(&w->bound, started);
    w->is_bound = true;
}

static int write_run(trace_writer *w, wgcq_error *err)
{
    sqlite3_stmt *insert = NULL;
    strbuf by = {0};
    char started[40];
    spell_now(started, sizeof started);
    put_objectives(&by, &w->about);
    int code = by.failed
                   ? error_set_memory(err)
                   : writer_prepare(w, &insert,
                                    "INSERT INTO run(\"order\",options,keep,minimize,has_goal,"
                                    "started,status) VALUES(?1,?2,?3,?4,?5,?6,'interrupted')",
                                    err);
    if (!code) {
        const char *options = w->about.options ? w->about.options : "";
        sqlite3_bind_text(insert, 1, w->about.order, -1, SQLITE_STATIC);
        sqlite3_bind_text(insert, 2, options, -1, SQLITE_STATIC);
        sqlite3_bind_text(insert, 3, wgcq_trace_level_name(w->about.keep), -1, SQLITE_STATIC);
        sqlite3_bind_text(insert, 4, strbuf_string(&by), -1, SQLITE_STATIC);
        sqlite3_bind_int(insert, 5, w->model->has_goal);
        sqlite3_bind_text(insert, 6, started, -1, SQLITE_STATIC);
        code = writer_execute(w, insert, err);
        w->layout.run = w->run = sqlite3_last_insert_rowid(w->db);
        if (w->is_described)
            bind_rows(w, options, strbuf_string(&by), started);
    }
    sqlite3_finalize(insert);
    strbuf_free(&by);
    return code;
}

static int make_tables(trace_writer *w, wgcq_error *err)
{
    strbuf sql = {0};
    views_create(&sql, w->model, w->shown_sql, &w->layout);
    views_alias_newest(&sql, &w->layout);
    return writer_run_sql(w, &sql, err);
}

int writer_prepare_insert(trace_writer *w, sqlite3_stmt **out, const char *into, unsigned columns,
                          wgcq_error *err)
{
    strbuf name = {0};
    strbuf_printf(&name, "%s_%" PRId64, into, w->run);
    int code =
        name.failed ? SQLITE_NOMEM : database_prepare_insert(out, w->db, name.bytes, columns);
    strbuf_free(&name);
    return code ? writer_error(w, code, err) : 0;
}

static int hold_lock(trace_writer *w, wgcq_error *err)
{
    int code = writer_prepare(w, &w->lock_holder, "SELECT 1 FROM run UNION ALL SELECT 2", err);
    if (code)
        return code;
    code = sqlite3_step(w->lock_holder);
    return code == SQLITE_ROW ? 0 : writer_error(w, code, err);
}

int writer_prepare_run(trace_writer *w, wgcq_error *err)
{
    sqlite3_progress_handler(w->db, 0, NULL, NULL); /* what is committed is not left halfway */
    int code = sql_tables_open(w, err);
    code = code ? code : hold_lock(w, err);
    code = code ? code : writer_commit_last(w, err);
    if (code)
        return code;
    w->begun = true;
    clock_gettime(CLOCK_MONOTONIC, &w->last_commit);
    return run_sql(w, "BEGIN IMMEDIATE", err);
}

static int begin_run(trace_writer *w, wgcq_error *err)
{
    int code = write_run(w, err);
    if (w->in_memory)
        return code ? code : first_save_begin(w, err);
    code = code ? code : writer_reserve_row(w, err);
    code = code ? code : writer_store_digest(w, err);
    code = code ? code : make_tables(w, err);
    code = code ? code : writer_prepare_run(w, err);
    return code ? code : writer_use_pages(w, err);
}

int writer_new(trace_writer **out, const char *path, const trace_about *about, wgcq_error *err)
{
    if (about->model->costs > 1000)
        return error_set(err, WGCQ_EREQUEST, "a trace has room for 1000 costs, not for %u",
                         about->model->costs);
    trace_writer *w = calloc(1, sizeof *w);
    if (!w)
        return error_set_memory(err);
    w->about = *about;
    w->model = about->model;
    index_help_open(&w->help);
    clock_gettime(CLOCK_MONOTONIC, &w->began);
    w->backend = &sql_backend;
    w->unnamed.file = -1;
    w->path = strdup(path);
    w->values =
        malloc(((size_t)w->model->words + 2 * (size_t)w->model->costs + 5) * sizeof *w->values);
    w->rejected = w->model->rule_count ? calloc(w->model->rule_count, sizeof *w->rejected) : NULL;
    const bool rules_fit = w->rejected || !w->model->rule_count;
    if (!w->path || !w->values || !rules_fit) {
        trace_close(w);
        return error_set_memory(err);
    }
    *out = w;
    return 0;
}

int trace_begin(trace_writer **out, const char *path, const trace_about *about, wgcq_error *err)
{
    trace_writer *w = NULL;
    int code = writer_new(&w, path, about, err);
    code = code ? code : writer_open(w, err);
    code = code ? code : begin_run(w, err);
    if (!code)
        w->moves_due = w->model->move_count(w->model);
    if (code)
        trace_close(w);
    else
        *out = w;
    return code;
}

int64_t trace_run(const trace_writer *w)
{
    return w->run;
}

const uint64_t *trace_rejected(const trace_writer *w)
{
    return w->rejected;
}

double writer_seconds(const trace_writer *w)
{
    return w->seconds + seconds_since(&w->began);
}

/* ---- the digest ------------------------------------------------------------------------------ */

int writer_find_binding(trace_writer *w, wgcq_error *err)
{
    int code = w->is_bound ? 0 : checksum_binding(w->db, w->run, &w->bound);
    return code ? writer_error(w, code, err) : 0;
}

int writer_store_digest(trace_writer *w, wgcq_error *err)
{
    digest_figures figures = {0};
    sqlite3_stmt *u = NULL;
    int64_t before;
    int code = writer_find_binding(w, err);
    if (!code && (code = intact_figures(w->db, w->run, &figures, &before)))
        code = writer_error(w, code, err);
    code = code ? code : writer_prepare(w, &u, "UPDATE run SET digest=?2 WHERE id=?1", err);
    if (code)
        return code;
    sqlite3_bind_int64(u, 1, w->run);
    sqlite3_bind_int64(u, 2, digest_total(w->bound, &figures, &w->rows));
    code = writer_execute(w, u, err);
    sqlite3_finalize(u);
    return code;
}

static bool check_is_stopped(void *self)
{
    return writer_is_stopped(self, "checking");
}

int writer_check_file(trace_writer *w, int64_t run, uint32_t until, digest *kept, wgcq_error *err)
{
    intact_job job = {.db = w->db,
                      .path = w->path,
                      .model = w->model,
                      .run = run,
                      .until = until,
                      .rejected = w->rejected,
                      .stopped = check_is_stopped,
                      .self = w};
    return intact_check(&job, kept, err);
}

/* ---- saving ---------------------------------------------------------------------------------- */

int writer_add_move(trace_writer *w, uint32_t number, const char *text, wgcq_error *err)
{
    const record_row row = {.alias = true, .text = text, .length = strlen(text)};
    return w->backend->add(w, TABLE_MOVE, number, &row, err);
}

/* Adds the labels of the rows so far: which others the model has numbered by now depends on how
   many states were expanded together. */
static int add_moves(trace_writer *w, wgcq_error *err)
{
    int code = 0;
    uint32_t count = w->about.keep > WGCQ_TRACE_EDGES ? 0 : w->moves_due;
    for (; w->moves < count && !code; w->moves++) {
        const char *text = w->model->move_text(w->model, w->moves);
        digest_move(&w->rows, w->moves, text, strlen(text));
        code = writer_add_move(w, w->moves, text, err);
    }
    return code;
}

int writer_flush(trace_writer *w, wgcq_error *err)
{
    int code = w->backend->flush(w, err);
    return code ? code : add_moves(w, err);
}

int writer_commit_last(trace_writer *w, wgcq_error *err)
{
    sqlite3_busy_timeout(w->db, WRITER_PATIENCE);
    return run_sql(w, "COMMIT", err);
}

/* SQLITE_BUSY: see writer_backend. */
static int commit_within(trace_writer *w, int milliseconds, wgcq_error *err)
{
    assert(!w->ended);
    int code = writer_flush(w, err);
    if (!code)
        code = w->in_memory ? first_save(w, err) : w->backend->commit(w, milliseconds, err);
    clock_gettime(CLOCK_MONOTONIC, &w->last_commit);
    if (code)
        return code;
    w->saved = w->worth_keeping;
    w->saved_states = w->state_count;
    w->unsaved_integers = w->unsaved_rows = 0;
    return 0;
}

int writer_commit_now(trace_writer *w, wgcq_error *err)
{
    int code = commit_within(w, WRITER_PATIENCE, err);
    return code == SQLITE_BUSY ? writer_error(w, code, err) : code;
}

int writer_commit(trace_writer *w, wgcq_error *err)
{
    if (w->unsaved_integers >= unsaved_most(w))
        return writer_commit_now(w, err);
    int code = commit_within(w, AT_ONCE, err);
    return code == SQLITE_BUSY ? 0 : code;
}

int writer_commit_if_due(trace_writer *w, wgcq_error *err)
{
    uint64_t often = w->about.save_every;
    bool due = often ? w->unsaved_rows >= often : seconds_since(&w->last_commit) >= 1;
    due = due || (w->in_memory && w->unsaved_integers >= FIRST_SAVE_MOST);
    return due || w->unsaved_integers >= unsaved_most(w) ? writer_commit(w, err) : 0;
}

bool trace_saved_states(const trace_writer *w, uint64_t *states)
{
    *states = w->saved_states;
    return w->saved;
}

/* ---- the monitor ----------------------------------------------------------------------------- */

void trace_work_beside(trace_writer *w, bool (*stopped)(void *self), void *self)
{
    w->beside = (work_beside){stopped, self};
}

bool trace_help(trace_writer *w)
{
    return index_help_some(&w->help);
}

bool writer_is_stopped(trace_writer *w, const char *phase)
{
    const wgcq_monitor *monitor = w->about.monitor;
    if (w->beside.stopped)
        return w->beside.stopped(w->beside.self);
    if (!monitor || !monitor->report || seconds_since(&w->last_poll) < 0.1)
        return false;
    clock_gettime(CLOCK_MONOTONIC, &w->last_poll);
    wgcq_progress progress = {.states = w->state_count,
                              .edges = w->edge_count,
                              .depth = w->depth,
                              .seconds = seconds_since(&w->began),
                              .phase = phase};
    return monitor->report(monitor->self, &progress) != 0;
}

int writer_rollback(trace_writer *w, wgcq_error *err)
{
    w->failed = false;
    page_tables_discard(w);
    if (writer_uses_pages(w))
        return WGCQ_EINTERRUPT;
    if (!sqlite3_get_autocommit(w->db))
        sqlite3_exec(w->db, "ROLLBACK", NULL, NULL, NULL);
    int code = run_sql(w, "BEGIN IMMEDIATE", err);
    return code ? code : WGCQ_EINTERRUPT;
}

/* ---- leaving off ----------------------------------------------------------------------------- */

static void release_statements(trace_writer *w)
{
    sqlite3_finalize(w->lock_holder);
    w->lock_holder = NULL;
    resume_check_close(w);
    sql_tables_close(w->sql);
    w->sql = NULL;
    page_tables_close(w->pages);
    w->pages = NULL;
}

/* Deletes the run: the file is as it was before. */
static void undo_run(trace_writer *w)
{
    strbuf sql = {0};
    int64_t before = 0;
    strbuf_printf(&sql, "BEGIN IMMEDIATE; DELETE FROM run WHERE id=%" PRId64 ";", w->run);
    views_drop(&sql, &w->layout);
    if (!writer_run_sql(w, &sql, NULL) &&
        !database_integer(w->db, w->path, "SELECT max(id) FROM run", &before, NULL)) {
        const run_layout older = run_layout_of(w->format, NULL, WGCQ_TRACE_NONE, before);
        if (before)
            views_alias_newest(&sql, &older);
        strbuf_put(&sql, "COMMIT");
        writer_run_sql(w, &sql, NULL);
    }
}

/* While no other process can have written to it.  A journal that SQLite does not get to remove
   would be in the way of the next file of the name. */
static void unlink_new_file(const trace_writer *w)
{
    const char *name = sqlite3_db_filename(w->db, "main");
    unlink(name);
    unlink(sqlite3_filename_journal(name));
}

/* The run did not end: what it reported is kept as `interrupted`; where that is nothing, or could
   not be written, the file is left as it was before, or deleted where it is new. */
static void abandon_run(trace_writer *w)
{
    if (w->worth_keeping && !w->failed && !w->given_up)
        writer_commit(w, NULL);
    page_tables_discard(w);
    if (w->created && !w->in_memory && (!w->saved || w->given_up))
        unlink_new_file(w);
    release_statements(w);
    if (!sqlite3_get_autocommit(w->db))
        sqlite3_exec(w->db, "ROLLBACK", NULL, NULL, NULL);
    if (w->begun && !w->created && !w->saved)
        undo_run(w);
}

void trace_give_up(trace_writer *w)
{
    w->given_up = true;
}

void trace_close(trace_writer *w)
{
    if (!w)
        return;
    if (w->db && !w->ended)
        abandon_run(w);
    release_statements(w);
    if (w->worker)
        w->model->worker_free(w->worker);
    sqlite3_close(w->db);
    new_file_close(&w->unnamed);
    index_help_close(&w->help);
    strbuf_free(&w->line);
    free(w->move_numbers);
    step_memory_free(&w->stored_steps);
    free(w->pieces.values);
    free(w->values);
    free(w->rejected);
    free(w->path);
    free(w);
}
