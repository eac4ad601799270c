/*
 * switch_backend.c - the steps from the SQL back end to pages, and back.
 *
 * While rows go into pages, SQLite's connection is in a transaction that has changed nothing: it
 * holds the lock, and its cache is stale. SQLite drops its cache only when it locks the file again;
 * meanwhile a read lock of a second connection keeps other writers out.
 */
#include <assert.h>
#include <inttypes.h>

#include "trace/write/page_backend.h"

/* ---- to pages -------------------------------------------------------------------------------- */

/* Figures are patched into the run's row in its page.  SQLite leaves no space in a cell, but a row
   that was once larger keeps it free in the page. */
int writer_reserve_row(trace_writer *w, wgcq_error *err)
{
    strbuf sql = {0};
    strbuf_printf(&sql,
                  "UPDATE run SET seconds=coalesce(seconds,-0.1),expanded=%" PRId64
                  ",states=%" PRId64 ",edges=%" PRId64 ",rejections=%" PRId64 ",depth=%" PRId64
                  ",digest=%" PRId64 " WHERE id=%" PRId64 ";",
                  INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, w->run);
    strbuf_printf(
        &sql,
        "UPDATE run SET seconds=nullif(seconds,-0.1),expanded=NULL,states=NULL,edges=NULL,"
        "rejections=NULL,depth=NULL,digest=NULL WHERE id=%" PRId64,
        w->run);
    return writer_run_sql(w, &sql, err);
}

int writer_use_pages(trace_writer *w, wgcq_error *err)
{
    if (w->about.writer == WGCQ_WRITER_SQL || w->about.keep > WGCQ_TRACE_STATES)
        return 0;
    assert(!w->pages && !writer_uses_pages(w));
    int code = page_tables_open(&w->pages, w, err);
    if (w->pages)
        w->backend = &page_backend;
    if (w->writes_behind)
        trace_write_behind(w);
    return code;
}

/* ---- and back to SQL ------------------------------------------------------------------------- */

/* A second connection with a read lock. */
static int open_second_reader(const trace_writer *w, sqlite3 **db, sqlite3_stmt **reading,
                              wgcq_error *err)
{
    int code = database_open(db, w->path, SQLITE_OPEN_READWRITE, err);
    if (code)
        return code;
    sqlite3_busy_timeout(*db, WRITER_PATIENCE);
    code = sqlite3_prepare_v2(*db, "SELECT 1 UNION ALL SELECT id FROM run", -1, reading, NULL);
    code = code ? code : sqlite3_step(*reading);
    return code == SQLITE_ROW ? 0 : database_error(err, *db, w->path, code);
}

static int release_and_relock(trace_writer *w)
{
    sqlite3_reset(w->lock_holder);
    /* The transaction is empty; a COMMIT would need the exclusive lock. */
    int code = sqlite3_exec(w->db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_busy_timeout(w->db, WRITER_PATIENCE);
    code = code ? code : sqlite3_exec(w->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    code = code ? code : sqlite3_step(w->lock_holder);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

static int reread_file(trace_writer *w, wgcq_error *err)
{
    sqlite3 *keeper = NULL;
    sqlite3_stmt *reading = NULL;
    int code = open_second_reader(w, &keeper, &reading, err);
    if (!code && (code = release_and_relock(w)))
        code = database_error(err, w->db, w->path, code);
    sqlite3_finalize(reading);
    sqlite3_close(keeper);
    w->failed = w->failed || code;
    return code;
}

void trace_borrow_graph(trace_writer *w, const graph *g, const reversed_graph *back)
{
    w->graph = g;
    w->graph_back = back;
}

int trace_save(trace_writer *w, wgcq_error *err)
{
    return w->unsaved_integers > WRITER_WORTH_SAVING ? writer_commit(w, err) : 0;
}

/* Depths that the search knows are among its rows; else they are indexed when they are stored. */
int trace_index_rows(trace_writer *w, wgcq_error *err)
{
    assert(!w->ended && w->graph);
    if (!writer_uses_pages(w) || !w->layout.depth_searched || !page_tables_can_index(w))
        return 0;
    return page_tables_index(w, err);
}

void trace_leave_out_indices(trace_writer *w)
{
    w->unindexed = true;
}

/* The rows of a large run are committed first, so that a stop while indices are built loses
   none. */
int trace_finish_rows(trace_writer *w, wgcq_error *err)
{
    assert(!w->ended);
    if (!writer_uses_pages(w))
        return 0;
    bool indexed = page_tables_are_indexed(w);
    int code =
        !indexed && w->unsaved_integers > WRITER_WORTH_SAVING ? writer_commit_now(w, err) : 0;
    if (!code && !indexed && !w->unindexed && page_tables_can_index(w))
        code = page_tables_index(w, err);
    code = code ? code : writer_commit_now(w, err);
    code = code ? code : reread_file(w, err);
    if (!code)
        w->backend = &sql_backend;
    return code;
}
