/* reader.c - opens a trace for reading: validation, the chosen run, texts of moves and states. */
#include "trace/read/reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/order.h"
#include "trace/read/run_list.h"
#include "trace/schema/admit.h"
#include "trace/schema/validate.h"
#include "trace/schema/views.h"
#include "wgcq_trace.h"

int reader_error(const wgcq_trace *t, int code, wgcq_error *err)
{
    return database_error(err, t->db, t->path, code);
}

/* Prepares a query, with the run's number for each %lld. */
static int reader_prepare(wgcq_trace *t, sqlite3_stmt **out, const char *format, wgcq_error *err)
{
    char *sql = sqlite3_mprintf(format, (long long)t->facts.run);
    int code = sql ? sqlite3_prepare_v2(t->db, sql, -1, out, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    return code ? reader_error(t, code, err) : 0;
}

/* ---- opening the file ------------------------------------------------------------------------ */

static void lower_limits(sqlite3 *db)
{
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 20000000);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 16000000);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db, SQLITE_LIMIT_TRIGGER_DEPTH, 0);
    sqlite3_limit(db, SQLITE_LIMIT_WORKER_THREADS, 0);
}

int reader_connect(sqlite3 **out, const char *path, wgcq_error *err)
{
    int code = database_open(out, path, SQLITE_OPEN_READONLY, err);
    if (code)
        return code;
    sqlite3_busy_timeout(*out, 10000);
    database_defend(*out);
    lower_limits(*out);
    return 0;
}

/* Opens the file and reads its schema; *found: the SQLite code of that. */
static int open_and_probe(wgcq_trace *t, int flags, int *found, wgcq_error *err)
{
    sqlite3_close(t->db);
    int code = database_open(&t->db, t->path, flags, err);
    if (code)
        return code;
    sqlite3_busy_timeout(t->db, 10000);
    database_defend(t->db);
    *found = sqlite3_exec(t->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    return 0;
}

/* A writer that was killed during a commit leaves a hot journal, which the next connection rolls
   back; that needs permission to write, and is done for traces alone. */
static int roll_back_journal(wgcq_trace *t, int *found, wgcq_error *err)
{
    int code = admit_hot(t->db, t->path, false, err);
    code = code ? code : open_and_probe(t, SQLITE_OPEN_READWRITE, found, err);
    if (!code && *found == SQLITE_READONLY_ROLLBACK)
        return error_set(err, WGCQ_EFILE,
                         "%s was left in the middle of a write, which has to be rolled back; open "
                         "it once with permission to write to it",
                         t->path);
    return !code && !*found ? open_and_probe(t, SQLITE_OPEN_READONLY, found, err) : code;
}

static int open_readable(wgcq_trace *t, wgcq_error *err)
{
    int found = 0, code = open_and_probe(t, SQLITE_OPEN_READONLY, &found, err);
    if (!code && found == SQLITE_READONLY_ROLLBACK)
        code = roll_back_journal(t, &found, err);
    if (!code && !found)
        lower_limits(t->db);
    return !code && found ? reader_error(t, found, err) : code;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* "noise,moves" as cost numbers, -2 for an unknown name; false: no memory. */
static bool read_objectives(wgcq_trace *t, const char *names)
{
    trace_facts *f = &t->facts;
    f->minimize = t->minimize = malloc((strlen(names) + 1) * sizeof *t->minimize);
    for (const char *at = names; t->minimize && *at;) {
        size_t length = strcspn(at, ",");
        int number = length == 5 && !memcmp(at, "moves", 5) ? -1 : -2;
        for (unsigned i = 0; i < f->costs; i++)
            if (strlen(f->cost_names[i]) == length && !memcmp(f->cost_names[i], at, length))
                number = (int)i;
        t->minimize[f->minimize_count++] = number;
        at += length + (at[length] == ',');
    }
    return t->minimize != NULL;
}

/* Whether a run can have written the row. */
static bool makes_sense(const trace_facts *f, sqlite3_stmt *query)
{
    static const char *const states[] = {"complete", "limit", "interrupted"};
    bool known = false, ended = strcmp(f->status, "interrupted") != 0;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        known = known || !strcmp(f->status, states[i]);
    for (size_t i = 0; i < f->minimize_count; i++)
        known = known && f->minimize[i] != -2;
    int64_t count = sqlite3_column_int64(query, 6);
    bool counted = (sqlite3_column_type(query, 6) == SQLITE_INTEGER &&
                    sqlite3_column_type(query, 7) == SQLITE_INTEGER) ||
                   strstr(f->options, "--reduce symmetry");
    return known && f->keep <= WGCQ_TRACE_NONE && count >= 0 && count <= UINT32_MAX &&
           (counted || !ended);
}

/* All was explored within the puzzle's bounds. */
static bool is_at_bounds(const char *stopped)
{
    return !strncmp(stopped, "the bound ", strlen("the bound "));
}

/* A run that a depth limit or the level of the first goal stopped ended between two states. */
static bool ends_whole(const trace_facts *f, const char *stopped)
{
    bool depth = !strncmp(stopped, "--max-depth ", strlen("--max-depth "));
    bool shortest = !strcmp(stopped, "--stop shortest");
    bool deep = order_depths_named(f->order) == DEPTHS_OF_TREE;
    return is_at_bounds(stopped) || (f->in_order ? depth || shortest : deep && depth);
}

/* The depth limit and bounds alone are met after the initial states. */
static bool starts_taken(const trace_facts *f, const char *stopped)
{
    return !strcmp(f->status, "complete") || !strncmp(stopped, "--max-depth ", 12) ||
           is_at_bounds(stopped);
}

/* false: no memory, and *sense is not set. */
static bool read_run_row(wgcq_trace *t, sqlite3_stmt *query, bool *sense)
{
    trace_facts *f = &t->facts;
    f->run = sqlite3_column_int64(query, 0);
    f->status = t->status = strdup(database_column(query, 1));
    f->order = t->order = strdup(database_column(query, 2));
    f->options = t->options = strdup(database_column(query, 3));
    f->keep = trace_level_named(database_column(query, 4));
    f->states = (uint32_t)sqlite3_column_int64(query, 6);
    f->edges = (uint64_t)sqlite3_column_int64(query, 7);
    f->has_goal = sqlite3_column_int64(query, 8) != 0;
    int64_t expanded = sqlite3_column_int64(query, 9);
    f->in_order = order_depths_named(f->order) == DEPTHS_BY_LEVEL;
    f->ends_whole = ends_whole(f, database_column(query, 10));
    f->expanded = expanded > 0 && expanded <= UINT32_MAX ? (uint32_t)expanded : 0;
    bool memory =
        f->status && f->order && f->options && read_objectives(t, database_column(query, 5));
    if (memory) {
        f->starts_taken = starts_taken(f, database_column(query, 10));
        *sense = makes_sense(f, query);
    }
    return memory;
}

/* run 0: the newest. */
static int read_run(wgcq_trace *t, int64_t run, wgcq_error *err)
{
    static const char sql[] = "SELECT id,status,\"order\",options,keep,minimize,states,edges,"
                              "has_goal,expanded,coalesce(stopped,'') FROM run WHERE id=?1 OR ?1=0 "
                              "ORDER BY id DESC LIMIT 1";
    sqlite3_stmt *query;
    bool memory = true, sense = true;
    int code = sqlite3_prepare_v2(t->db, sql, -1, &query, NULL);
    if (code)
        return reader_error(t, code, err);
    sqlite3_bind_int64(query, 1, run);
    if (sqlite3_step(query) == SQLITE_ROW)
        memory = read_run_row(t, query, &sense);
    code = sqlite3_finalize(query);
    if (code)
        return reader_error(t, code, err);
    if (!memory)
        return error_set_memory(err);
    if (!sense)
        return error_set(err, WGCQ_ESTORE, "%s is damaged: the row of its run is not valid",
                         t->path);
    if (!t->facts.run && run)
        return run_list_unknown(t->db, t->path, run, err);
    t->layout = run_layout_of(t->format, t->facts.order, t->facts.keep, t->facts.run);
    return t->facts.run ? 0 : error_set(err, WGCQ_ESTORE, "%s holds no run", t->path);
}

/* The views without a number are this run's from here on, even when another run begins. */
static int pin_views(wgcq_trace *t, wgcq_error *err)
{
    strbuf sql = {0};
    views_alias_temp(&sql, &t->layout);
    int code =
        sql.failed ? error_set_memory(err) : database_run(t->db, t->path, strbuf_string(&sql), err);
    strbuf_free(&sql);
    return code;
}

static int read_facts(wgcq_trace *t, int64_t run, wgcq_error *err)
{
    const metadata *d = &t->puzzle;
    t->facts = (trace_facts){
        .title = d->title,
        .source = d->source,
        .file = d->file,
        .words = d->model.words,
        .costs = d->model.costs,
        .finals = d->model.finals,
        .cost_names = d->model.cost_names,
        .maximized = d->model.maximized,
        .param_count = d->params.count,
        .param_names = (const char *const *)d->params.texts,
        .param_values = (const char *const *)d->param_values.texts,
        .shown = d->shown,
        .older = t->format == FORMAT_OLDEST,
    };
    int code = read_run(t, run, err);
    return code ? code : pin_views(t, err);
}

/* In one transaction, so that all of it is of one moment. */
static int read_puzzle_and_run(wgcq_trace *t, wgcq_error *err)
{
    int code = database_run(t->db, t->path, "BEGIN", err);
    code = code ? code : validate_identity(t->db, t->path, &t->format, err);
    if (!code && !t->format)
        code = error_set(err, WGCQ_ESTORE, "%s is not a trace of wgcq (it is empty)", t->path);
    code = code ? code : validate_schema(&t->puzzle, t->db, t->path, t->format, err);
    code = code ? code : read_facts(t, 0, err);
    return code ? code : database_run(t->db, t->path, "COMMIT", err);
}

/* Rises for a connection when another one has written. */
static const char data_version[] = "PRAGMA data_version";

int trace_check_unchanged(const wgcq_trace *t, wgcq_error *err)
{
    int64_t now = 0;
    int code = database_integer(t->db, t->path, data_version, &now, err);
    if (code || now == t->version)
        return code;
    return error_set(err, WGCQ_EOTHER, "%s: another process has written to it meanwhile", t->path);
}

int wgcq_trace_open(wgcq_trace **out, const char *path, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"path", path})))
        return WGCQ_EREQUEST;
    wgcq_trace *t = calloc(1, sizeof *t);
    if (!t)
        return error_set_memory(err);
    t->path = strdup(path);
    t->rerun_needed = WGCQ_TRACE_NONE;
    int code = t->path ? open_readable(t, err) : error_set_memory(err);
    code = code ? code : database_integer(t->db, t->path, data_version, &t->version, err);
    code = code ? code : read_puzzle_and_run(t, err);
    if (!code)
        reader_authorize(t);
    if (code)
        wgcq_trace_free(t);
    else
        *out = t;
    return code;
}

bool trace_holds(const wgcq_trace *t, const wgcq_model *m)
{
    const char *stored = t->puzzle.shown, *own = m->texts.shown_sql;
    return !metadata_compare(&t->puzzle, t->path, m, stored && own ? own : stored, NULL);
}

/* Frees what belongs to the chosen run. */
static void free_run(wgcq_trace *t)
{
    sqlite3_finalize(t->move_text);
    sqlite3_finalize(t->shown);
    free(t->status);
    free(t->order);
    free(t->options);
    free(t->minimize);
    t->move_text = t->shown = NULL;
    t->status = t->order = t->options = NULL;
    t->minimize = NULL;
}

/* Stand-ins have none of their own. */
static void free_stand_ins(wgcq_trace *t)
{
    for (int i = 0; i < 2; i++) {
        wgcq_trace_free(t->stand_in[i]);
        t->stand_in[i] = NULL;
    }
    t->rerun_needed = WGCQ_TRACE_NONE;
}

void wgcq_trace_free(wgcq_trace *t)
{
    if (!t)
        return;
    free_run(t);
    wgcq_trace_set_monitor(t, NULL); /* rows may still be in use */
    free_stand_ins(t);
    sqlite3_close_v2(t->db); /* the connection stays until the last rows are freed */
    metadata_free(&t->puzzle);
    free(t->path);
    free(t);
}

int wgcq_trace_select_run(wgcq_trace *t, int64_t run, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"trace", t})))
        return WGCQ_EREQUEST;
    wgcq_trace before = *t;
    if (run < 1)
        return run_list_unknown(t->db, t->path, run, err);
    t->move_text = t->shown = NULL;
    t->status = t->order = t->options = NULL;
    t->minimize = NULL;
    int code = read_facts(t, run, err);
    if (code) { /* the old run stays chosen */
        free_run(t);
        *t = before;
    } else {
        free_run(&before);
        free_stand_ins(t);
    }
    return code;
}

void trace_watch(wgcq_trace *t, const wgcq_monitor *monitor)
{
    t->monitor = monitor;
}

wgcq_trace *trace_stand_in(const wgcq_trace *t, bool solutions)
{
    return t->stand_in[1] || solutions ? t->stand_in[1] : t->stand_in[0];
}

void trace_set_stand_in(wgcq_trace *t, wgcq_trace *stand_in, bool solutions)
{
    assert(stand_in != t && !t->stand_in[solutions]);
    t->stand_in[solutions] = stand_in;
}

void trace_note_rerun(wgcq_trace *t, wgcq_trace_level needed)
{
    t->rerun_needed = needed < t->rerun_needed ? needed : t->rerun_needed;
}

wgcq_trace_level trace_rerun_needed(const wgcq_trace *t)
{
    return t->rerun_needed;
}

const trace_facts *trace_about_run(const wgcq_trace *t)
{
    return &t->facts;
}

bool trace_has_invariants(const wgcq_trace *t)
{
    return t->layout.invariants;
}

bool trace_has_properties(const wgcq_trace *t)
{
    return t->layout.properties;
}

/* ---- texts of moves and states --------------------------------------------------------------- */

static int fetch_text(wgcq_trace *t, sqlite3_stmt *query, const char *what, uint32_t id,
                      strbuf *out, wgcq_error *err)
{
    sqlite3_bind_int64(query, 1, id);
    bool found = sqlite3_step(query) == SQLITE_ROW;
    if (found)
        strbuf_put(out, database_column(query, 0));
    int code = sqlite3_reset(query);
    if (code)
        return reader_error(t, code, err);
    if (!found)
        return error_set(err, WGCQ_ESTORE, "%s is damaged: it has no %s %u", t->path, what, id);
    return out->failed ? error_set_memory(err) : 0;
}

const wgcq_model *trace_model(const wgcq_trace *t)
{
    return &t->puzzle.model;
}

int trace_move_text(wgcq_trace *t, uint32_t move, strbuf *out, wgcq_error *err)
{
    int code = t->move_text ? 0
                            : reader_prepare(t, &t->move_text,
                                             "SELECT text FROM move_%lld WHERE id=?1", err);
    return code ? code : fetch_text(t, t->move_text, "move", move, out, err);
}

int trace_state_text(wgcq_trace *t, uint32_t state, strbuf *out, wgcq_error *err)
{
    int code = t->shown
                   ? 0
                   : reader_prepare(t, &t->shown, "SELECT shown FROM states_%lld WHERE id=?1", err);
    return code ? code : fetch_text(t, t->shown, "state", state, out, err);
}
