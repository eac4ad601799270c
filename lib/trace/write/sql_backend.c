/*
 * sql_backend.c - rows by SQL: where pages cannot be written directly, and after the search.
 *
 * Integers are gathered by table (row_buffer.h); rows with a text are inserted at once.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/write/row_buffer.h"
#include "trace/write/writer.h"

struct sql_tables {
    row_buffer *buffers[RUN_TABLES];     /* of tables without a text; else NULL */
    sqlite3_stmt *text_rows[RUN_TABLES]; /* INSERT into those with one          */
    sqlite3_stmt *progress;              /* NULL: no commit yet                         */
};

/* ---- opening --------------------------------------------------------------------------------- */

static int open_buffer(trace_writer *w, run_table table, unsigned columns, unsigned nullable,
                       wgcq_error *err)
{
    char into[32];
    sqlite3_stmt *insert = NULL;
    snprintf(into, sizeof into, "INTO %s", writer_tables[table]);
    int code = writer_prepare_insert(w, &insert, into, columns, err);
    if (!code && row_buffer_new(&w->sql->buffers[table], insert, nullable))
        code = writer_error(w, SQLITE_NOMEM, err);
    return code;
}

/* The text comes last of what is bound, wherever it is in the table. */
static int prepare_spelled_step(trace_writer *w, wgcq_error *err)
{
    strbuf into = {0};
    unsigned costs = w->model->costs;
    if (w->layout.steps_shared)
        return writer_prepare_insert(w, &w->sql->text_rows[TABLE_STEP], "INTO step", 5 + costs,
                                     err);
    strbuf_printf(&into, "INTO step_%" PRId64 "(solution,step,move,src,dst", w->run);
    for (unsigned k = 0; k < costs; k++)
        strbuf_printf(&into, ",c%u", k);
    strbuf_put(&into, ",shown)");
    int code = into.failed ? SQLITE_NOMEM
                           : database_prepare_insert(&w->sql->text_rows[TABLE_STEP], w->db,
                                                     into.bytes, 6 + costs);
    strbuf_free(&into);
    return code ? writer_error(w, code, err) : 0;
}

int sql_tables_open(trace_writer *w, wgcq_error *err)
{
    const unsigned never = UINT_MAX, words = w->model->words, costs = w->model->costs,
                   finals = w->model->finals;
    w->sql = calloc(1, sizeof *w->sql);
    if (!w->sql)
        return error_set_memory(err);
    int code = w->shown_sql ? open_buffer(w, TABLE_STATE, 3 + words + finals, never, err)
                            : writer_prepare_insert(w, &w->sql->text_rows[TABLE_STATE],
                                                    "INTO state", 4 + words + finals, err);
    code = code ? code : open_buffer(w, TABLE_EDGE, 3 + costs, never, err);
    code = code ? code : open_buffer(w, TABLE_REJECTION, 3, never, err);
    code = code ? code : open_buffer(w, TABLE_DISTANCE, 3, 1, err);
    code = code ? code : open_buffer(w, TABLE_SOLUTION, 2 + costs, never, err);
    if (!code)
        code = trace_spells_steps(w) ? prepare_spelled_step(w, err)
                                     : open_buffer(w, TABLE_STEP, 4 + writer_step_words(w) + costs,
                                                   1 + writer_step_words(w), err);
    if (!code && w->layout.steps_shared)
        code = open_buffer(w, TABLE_PIECE, 4 + costs, never, err);
    if (!code)
        code =
            writer_prepare_insert(w, &w->sql->text_rows[TABLE_MOVE], "OR IGNORE INTO move", 2, err);
    return code;
}

void sql_tables_close(sql_tables *s)
{
    if (!s)
        return;
    for (int i = 0; i < RUN_TABLES; i++) {
        row_buffer_free(s->buffers[i]);
        sqlite3_finalize(s->text_rows[i]);
    }
    sqlite3_finalize(s->progress);
    free(s);
}

size_t sql_tables_memory(const sql_tables *s)
{
    size_t bytes = 0;
    for (int i = 0; s && i < RUN_TABLES; i++)
        bytes += row_buffer_memory(s->buffers[i]);
    return bytes;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static int insert_text_row(trace_writer *w, sqlite3_stmt *insert, int64_t rowid,
                           const record_row *row, wgcq_error *err)
{
    int column = 1;
    if (row->alias)
        sqlite3_bind_int64(insert, column++, rowid);
    row_buffer_bind(insert, column, row->values, row->count, row->nullable);
    sqlite3_bind_text(insert, column + (int)row->count, row->text, (int)row->length, SQLITE_STATIC);
    return writer_execute(w, insert, err);
}

/* Rows without an id of their own get the next rowid from SQLite. */
static int add_by_sql(trace_writer *w, run_table table, int64_t rowid, const record_row *row,
                      wgcq_error *err)
{
    int code;
    if (row->text)
        return insert_text_row(w, w->sql->text_rows[table], rowid, row, err);
    int64_t *to = row_buffer_next(w->sql->buffers[table], &code);
    if (!to)
        return writer_error(w, code, err);
    if (row->alias)
        *to++ = rowid;
    memcpy(to, row->values, row->count * sizeof *to);
    return 0;
}

static int flush_by_sql(trace_writer *w, wgcq_error *err)
{
    int code = SQLITE_OK;
    for (int i = 0; i < RUN_TABLES && !code; i++)
        code = row_buffer_flush(w->sql->buffers[i]);
    return code ? writer_error(w, code, err) : 0;
}

/* ---- commits --------------------------------------------------------------------------------- */

static int prepare_progress(trace_writer *w, wgcq_error *err)
{
    static const char progress[] = "UPDATE run SET states=?2,edges=?3,rejections=?4,depth=?5,"
                                   "expanded=?6,seconds=?7 WHERE id=?1";
    return w->sql->progress ? 0 : writer_prepare(w, &w->sql->progress, progress, err);
}

/* How far the run has come, for readers before it ends, and after a kill. */
static int write_progress(trace_writer *w, wgcq_error *err)
{
    wgcq_trace_level keep = w->about.keep;
    int code = keep <= WGCQ_TRACE_STATES ? prepare_progress(w, err) : 0;
    if (code || keep > WGCQ_TRACE_STATES)
        return code;
    sqlite3_stmt *u = w->sql->progress;
    sqlite3_bind_int64(u, 1, w->run);
    sqlite3_bind_int64(u, 2, (int64_t)w->state_count);
    if (keep <= WGCQ_TRACE_EDGES)
        sqlite3_bind_int64(u, 3, (int64_t)w->edge_count);
    if (keep == WGCQ_TRACE_ALL)
        sqlite3_bind_int64(u, 4, (int64_t)w->rejection_count);
    if (w->layout.depth_searched)
        sqlite3_bind_int64(u, 5, w->depth);
    sqlite3_bind_int64(u, 6, w->expanded);
    sqlite3_bind_double(u, 7, writer_seconds(w));
    code = writer_execute(w, u, err);
    return code ? code : writer_store_digest(w, err);
}

static int commit_by_sql(trace_writer *w, int milliseconds, wgcq_error *err)
{
    int code = write_progress(w, err);
    if (code)
        return code;
    sqlite3_busy_timeout(w->db, milliseconds);
    code = sqlite3_exec(w->db, "COMMIT", NULL, NULL, NULL);
    if ((code & 0xff) == SQLITE_BUSY && !sqlite3_get_autocommit(w->db))
        return SQLITE_BUSY;
    if (code)
        return writer_error(w, code, err);
    sqlite3_busy_timeout(w->db, WRITER_PATIENCE);
    code = sqlite3_exec(w->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    return code ? writer_error(w, code, err) : 0;
}

const writer_backend sql_backend = {add_by_sql, flush_by_sql, commit_by_sql};
