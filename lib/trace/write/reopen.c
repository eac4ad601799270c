/*
 * reopen.c - opens a run that was cut short for writing.
 *
 * The file is checked, and what the search needs of it read, before anything changes.  Then one
 * transaction, the same, drops what was derived at the end of the run (distances, solutions,
 * indices, figures), and those rows that the mode cannot use. A kill in the middle of it leaves the
 * file as it was.
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "trace/read/load_graph.h"
#include "trace/schema/views.h"
#include "trace/write/resume_check.h"

/* ---- the stored run -------------------------------------------------------------------------- */

/* Reads the run's row under the lock. */
static int find_run(trace_writer *w, trace_resume_point *point, wgcq_error *err)
{
    static const char sql[] = "SELECT expanded,seconds FROM run WHERE id=?1 AND \"order\"=?2 AND "
                              "keep=?3 AND status IN ('interrupted','limit')";
    sqlite3_stmt *query = NULL;
    int code = writer_prepare(w, &query, sql, err);
    if (code)
        return code;
    sqlite3_bind_int64(query, 1, w->run);
    sqlite3_bind_text(query, 2, w->about.order, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 3, wgcq_trace_level_name(w->about.keep), -1, SQLITE_STATIC);
    bool found = sqlite3_step(query) == SQLITE_ROW;
    int64_t expanded = found ? sqlite3_column_int64(query, 0) : 0;
    point->seconds = found ? sqlite3_column_double(query, 1) : 0;
    point->expanded = expanded > 0 && expanded < UINT32_MAX ? (uint32_t)expanded : 0;
    code = sqlite3_finalize(query);
    if (code)
        return writer_error(w, code, err);
    return found ? 0
                 : error_set(err, WGCQ_ESTORE, "%s: run %" PRId64 " was not cut short", w->path,
                             w->run);
}

/* Rows of a table with rowids are only appended, from 1 on. */
static const char row_number[] = "max(rowid)";

static int query_rows(trace_writer *w, const char *count, const char *table, int64_t *out,
                      wgcq_error *err)
{
    strbuf sql = {0};
    strbuf_printf(&sql, "SELECT %s FROM %s_%" PRId64, count, table, w->run);
    int code =
        sql.failed ? error_set_memory(err) : database_integer(w->db, w->path, sql.bytes, out, err);
    strbuf_free(&sql);
    return code;
}

/* How many rows have sources 1..last: rows are in the order of their sources, so by bisection. (The
   indices are dropped by now.) */
static int rows_until(trace_writer *w, const char *table, uint32_t last, uint64_t *out,
                      wgcq_error *err)
{
    int64_t low = 0, high = 0, source;
    int code = query_rows(w, row_number, table, &high, err);
    while (!code && low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        strbuf sql = {0};
        strbuf_printf(&sql, "SELECT src FROM %s_%" PRId64 " WHERE rowid=%" PRId64, table, w->run,
                      middle);
        code = sql.failed ? error_set_memory(err)
                          : database_integer(w->db, w->path, sql.bytes, &source, err);
        strbuf_free(&sql);
        if (source <= last)
            low = middle;
        else
            high = middle - 1;
    }
    *out = (uint64_t)low;
    return code;
}

/* ---- dropping -------------------------------------------------------------------------------- */

static int run_format(trace_writer *w, const char *format, int64_t number, wgcq_error *err)
{
    strbuf sql = {0};
    for (; *format; format++)
        if (*format == '#')
            strbuf_int(&sql, w->run);
        else if (*format == '?')
            strbuf_int(&sql, number);
        else
            strbuf_char(&sql, *format);
    return writer_run_sql(w, &sql, err);
}

/* Drops the rows that are derived after the search, as far as the run came. */
static int drop_derived(trace_writer *w, wgcq_error *err)
{
    int code = 0;
    for (int i = 0; i < VIEWS_INDICES && !code; i++) {
        strbuf sql = {0};
        views_drop_index(&sql, i, &w->layout);
        code = writer_run_sql(w, &sql, err);
    }
    if (!code)
        code = run_format(w,
                          "DELETE FROM distance_#;DELETE FROM step_#;DELETE FROM solution_#;"
                          "DELETE FROM best WHERE run=#",
                          0, err);
    if (!code && w->layout.steps_shared)
        code = run_format(w, "DELETE FROM piece_#", 0, err);
    if (!code && w->layout.invariants)
        code = run_format(w, "DELETE FROM invariant_#;DELETE FROM violation_#", 0, err);
    if (!code && w->layout.properties)
        code = run_format(w, "DELETE FROM property_#;DELETE FROM lasso_#", 0, err);
    if (!code && w->about.keep > WGCQ_TRACE_EDGES) /* the moves of solutions */
        code = run_format(w, "DELETE FROM move_#", 0, err);
    return code;
}

static int drop_all(trace_writer *w, trace_resume_point *point, wgcq_error *err)
{
    point->expanded = 0;
    return run_format(w, "DELETE FROM state_#;DELETE FROM edge_#;DELETE FROM rejection_#", 0, err);
}

/* Rows of sources behind `last`, whose moves may not all be stored. */
static int drop_rows_behind(trace_writer *w, uint32_t last, wgcq_error *err)
{
    uint64_t edges = 0, rejections = 0;
    int code = 0;
    if (w->layout.edges_clustered)
        code = run_format(w, "DELETE FROM edge_# WHERE src>?", last, err);
    else if (!(code = rows_until(w, "edge", last, &edges, err)))
        code = run_format(w, "DELETE FROM edge_# WHERE rowid>?", (int64_t)edges, err);
    code = code ? code : rows_until(w, "rejection", last, &rejections, err);
    if (!code)
        code = run_format(w, "DELETE FROM rejection_# WHERE rowid>?", (int64_t)rejections, err);
    return code;
}

/* ---- counting what stays --------------------------------------------------------------------- */

static int count_kept_rows(trace_writer *w, trace_resume_point *point, wgcq_error *err)
{
    int64_t states = 0, edges = 0, rejections = 0, depth = 0;
    int code = query_rows(w, row_number, "state", &states, err);
    if (!code)
        code =
            query_rows(w, w->layout.edges_clustered ? "count(*)" : row_number, "edge", &edges, err);
    code = code ? code : query_rows(w, row_number, "rejection", &rejections, err);
    code = code ? code : query_rows(w, "max(depth)", "state", &depth, err);
    if (!code && (states < point->expanded || states >= UINT32_MAX || edges < 0 || rejections < 0))
        return error_set(err, WGCQ_ESTORE,
                         "%s is damaged: of run %" PRId64 " there are %" PRId64 " states", w->path,
                         w->run, states);
    point->states = (uint32_t)states;
    w->state_count = (uint64_t)states;
    w->edge_count = point->edges = (uint64_t)edges;
    w->rejection_count = point->rejections = (uint64_t)rejections;
    w->depth = (uint32_t)depth;
    w->expanded = point->expanded;
    return code;
}

/* Moves get the numbers that they have in the file. */
static int intern_stored_moves(trace_writer *w, wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    strbuf sql = {0};
    int trouble = 0;
    strbuf_printf(&sql, "SELECT id,text FROM move_%" PRId64 " ORDER BY id", w->run);
    int code = sql.failed ? error_set_memory(err) : writer_prepare(w, &query, sql.bytes, err);
    strbuf_free(&sql);
    while (!code && !trouble && sqlite3_step(query) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(query, 1);
        uint32_t number = 0;
        if (!name || !w->model->move_number || w->model->move_number(w->model, name, &number))
            trouble = error_set_memory(err);
        else if (number != w->moves || sqlite3_column_int64(query, 0) != w->moves)
            trouble = error_set(err, WGCQ_ESTORE,
                                "%s cannot be resumed: it numbers moves in another way", w->path);
        w->moves++;
    }
    w->moves_due = w->model->move_count(w->model);
    int done = sqlite3_finalize(query);
    return code ? code : trouble ? trouble : done ? writer_error(w, done, err) : 0;
}

/* The run's row becomes what trace_begin writes. */
static int reset_run(trace_writer *w, wgcq_error *err)
{
    static const char sql[] =
        "UPDATE run SET "
        "options=?2,status='interrupted',seal=NULL,stopped=NULL,verdict=NULL,starts=NULL,"
        "goals=NULL,dead_ends=NULL,shortest_length=NULL,shortest_count=NULL,solutions_stored=NULL,"
        "solutions_count=NULL,states=?3,edges=?4,rejections=?5,depth=?6,expanded=?7 WHERE id=?1";
    sqlite3_stmt *u = NULL;
    wgcq_trace_level keep = w->about.keep;
    int code = writer_prepare(w, &u, sql, err);
    if (code)
        return code;
    sqlite3_bind_int64(u, 1, w->run);
    sqlite3_bind_text(u, 2, w->about.options ? w->about.options : "", -1, SQLITE_STATIC);
    if (keep <= WGCQ_TRACE_STATES) {
        sqlite3_bind_int64(u, 3, (int64_t)w->state_count);
        if (w->layout.depth_searched)
            sqlite3_bind_int64(u, 6, w->depth);
        sqlite3_bind_int64(u, 7, w->expanded);
    }
    if (keep <= WGCQ_TRACE_EDGES)
        sqlite3_bind_int64(u, 4, (int64_t)w->edge_count);
    if (keep == WGCQ_TRACE_ALL)
        sqlite3_bind_int64(u, 5, (int64_t)w->rejection_count);
    code = writer_execute(w, u, err);
    sqlite3_finalize(u);
    return code;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* *until: edges and rejections of sources up to this one stay, where the states do. A rerun reports
   the same rows; but of the last source some edges may be missing in the middle of a tree. */
static int find_last_source(trace_writer *w, const trace_resume_point *point, uint32_t *until,
                            wgcq_error *err)
{
    int64_t last = 0;
    *until = point->mode == TRACE_CONTINUE ? point->expanded : UINT32_MAX;
    if (point->mode != TRACE_RERUN || !w->layout.edges_clustered)
        return 0;
    int code = query_rows(w, "max(src)", "edge", &last, err);
    if (!code && last > 0 && last < UINT32_MAX)
        *until = (uint32_t)last - 1;
    return code;
}

/* Nothing is written before the whole file is checked. */
static int check_stored_rows(trace_writer *w, const trace_resume_point *point, uint32_t until,
                             wgcq_error *err)
{
    digest kept = {0};
    int code = writer_check_file(w, w->run, until, &kept, err);
    w->rows = kept;
    if (point->mode == TRACE_NEW)
        w->rows = (digest){.moves = kept.moves};
    if (point->mode == TRACE_NEW && w->rejected)
        memset(w->rejected, 0, w->model->rule_count * sizeof *w->rejected);
    w->rows.distances = 0;
    w->resumed = true;
    return code;
}

static int check_file(trace_writer *w, trace_resume_point *point, wgcq_error *err)
{
    int code = find_run(w, point, err);
    code = code ? code : find_last_source(w, point, &w->resumed_until, err);
    return code ? code : check_stored_rows(w, point, w->resumed_until, err);
}

static int prepare_file(trace_writer *w, trace_resume_point *point, wgcq_error *err)
{
    int code = drop_derived(w, err);
    if (!code && point->mode == TRACE_NEW)
        code = drop_all(w, point, err);
    if (!code && w->resumed_until != UINT32_MAX)
        code = drop_rows_behind(w, w->resumed_until, err);
    code = code ? code : count_kept_rows(w, point, err);
    if (!code && w->about.keep <= WGCQ_TRACE_EDGES)
        code = intern_stored_moves(w, err);
    code = code ? code : writer_reserve_row(w, err);
    code = code ? code : reset_run(w, err);
    return code ? code : writer_store_digest(w, err);
}

int trace_resume(trace_writer **out, const char *path, const trace_about *about,
                 trace_resume_point *point, wgcq_error *err)
{
    assert(point->mode <= TRACE_NEW);
    trace_writer *w = NULL;
    int code = writer_new(&w, path, about, err);
    if (code)
        return code;
    w->run = point->run;
    w->resumed_until = UINT32_MAX;
    code = writer_open(w, err);
    code = code ? code : check_file(w, point, err);
    w->seconds = point->seconds;
    if (code)
        trace_close(w);
    else
        *out = w;
    return code;
}

int trace_resume_graph(const trace_writer *w, graph *g, wgcq_error *err)
{
    assert(!w->begun);
    const load_source from = {.db = w->db,
                              .path = w->path,
                              .run = w->run,
                              .monitor = w->about.monitor,
                              .last_source = w->resumed_until};
    return load_graph(&from, g, err);
}

int trace_resume_begin(trace_writer *w, trace_resume_point *point, wgcq_error *err)
{
    assert(!w->begun && w->run == point->run);
    int code = prepare_file(w, point, err);
    w->saved = !code; /* from here on trace_close must not delete the run */
    w->saved_states = w->state_count;
    code = code ? code : writer_prepare_run(w, err);
    if (!code) /* stored rows that are read meanwhile need the SQL back end */
        code = point->mode == TRACE_RERUN ? resume_check_open(w, err) : writer_use_pages(w, err);
    w->worth_keeping = !code;
    return code;
}

bool trace_caught_up(const trace_writer *w)
{
    return !resume_check_expects(w, TABLE_STATE) && !resume_check_expects(w, TABLE_EDGE) &&
           !resume_check_expects(w, TABLE_REJECTION);
}
