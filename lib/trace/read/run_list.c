/*
 * run_list.c - the runs of a file: which is being written, dropping one.
 *
 * Dropping deletes the run's views, tables and rows in one transaction, which also redefines the
 * views without a number for the newest of the other runs.
 */
#include "trace/read/run_list.h"

#include <assert.h>
#include <inttypes.h>

#include "base/error.h"
#include "trace/read/intact.h"
#include "trace/read/reader.h"
#include "trace/schema/lock_owner.h"
#include "trace/schema/validate.h"
#include "trace/schema/views.h"
#include "wgcq_trace.h"

enum {
    AT_ONCE = 200,   /* milliseconds: for another writer */
    PATIENCE = 10000 /* for readers                            */
};

/* ---- listing --------------------------------------------------------------------------------- */

/* "1, 2, 5"; the last 20. */
static int list_runs(sqlite3 *db, const char *path, strbuf *out, wgcq_error *err)
{
    text_list ids;
    int code = database_texts(db, path,
                              "SELECT id FROM (SELECT id FROM run ORDER BY id DESC LIMIT 20)"
                              " ORDER BY id",
                              20, &ids, err);
    for (size_t i = 0; i < ids.count; i++)
        strbuf_printf(out, "%s%s", i ? ", " : ids.count == 20 ? "..., " : "", ids.texts[i]);
    text_list_free(&ids);
    return code ? code : out->failed ? error_set_memory(err) : 0;
}

int run_list_unknown(sqlite3 *db, const char *path, int64_t run, wgcq_error *err)
{
    strbuf ids = {0};
    int code = list_runs(db, path, &ids, err);
    if (!code)
        code = error_set(err, WGCQ_EREQUEST, "%s holds no run %" PRId64 "; there is %s", path, run,
                         strbuf_string(&ids));
    strbuf_free(&ids);
    return code;
}

/* ---- the run being written ------------------------------------------------------------------- */

int64_t wgcq_trace_active_run(wgcq_trace *t)
{
    assert(t);
    int64_t run = 0;
    if (!lock_owner_exists(t->path) ||
        database_integer(
            t->db, t->path,
            "SELECT CASE count(*) WHEN 1 THEN id END FROM run WHERE status='interrupted'", &run,
            NULL))
        return 0;
    return run;
}

/* ---- dropping -------------------------------------------------------------------------------- */

typedef struct drop_job {
    sqlite3 *db;
    const char *path;
    int64_t run;
    wgcq_error *err;
} drop_job;

static int query_number(const drop_job *d, const char *format, int64_t *out)
{
    char *sql = sqlite3_mprintf(format, (long long)d->run);
    int code = sql ? database_integer(d->db, d->path, sql, out, d->err) : error_set_memory(d->err);
    sqlite3_free(sql);
    return code;
}

/* The run must exist, and not be the only one. */
static int check_droppable(const drop_job *d)
{
    int64_t there = 0, others = 0;
    int code = query_number(d, "SELECT count(*) FROM run WHERE id=%lld", &there);
    if (!code && !there)
        return run_list_unknown(d->db, d->path, d->run, d->err);
    code = code ? code : query_number(d, "SELECT count(*) FROM run WHERE id<>%lld", &others);
    if (!code && !others)
        return error_set(d->err, WGCQ_EREQUEST,
                         "run %" PRId64 " is the only one in %s; to be rid of it, remove the file",
                         d->run, d->path);
    return code;
}

static int delete_run(const drop_job *d, int format)
{
    int64_t newest = 0;
    strbuf sql = {0};
    int code = query_number(d, "SELECT max(id) FROM run WHERE id<>%lld", &newest);
    const run_layout dropped = run_layout_of(format, NULL, WGCQ_TRACE_NONE, d->run);
    views_drop(&sql, &dropped);
    strbuf_printf(&sql,
                  "DELETE FROM best WHERE run=%" PRId64 ";DELETE FROM run WHERE id=%" PRId64 ";\n",
                  d->run, d->run);
    const run_layout left = run_layout_of(format, NULL, WGCQ_TRACE_NONE, newest);
    views_alias_newest(&sql, &left);
    if (!code)
        code = sql.failed ? error_set_memory(d->err)
                          : database_run(d->db, d->path, strbuf_string(&sql), d->err);
    strbuf_free(&sql);
    return code;
}

static int lock_check_drop(const drop_job *d)
{
    metadata of = {0};
    int format = 0;
    sqlite3_busy_timeout(d->db, AT_ONCE);
    int code = sqlite3_exec(d->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    sqlite3_busy_timeout(d->db, PATIENCE);
    if (code)
        return database_error(d->err, d->db, d->path, code);
    code = validate_identity(d->db, d->path, &format, d->err);
    if (!code && !format)
        code = error_set(d->err, WGCQ_ESTORE, "%s is not a trace of wgcq (it is empty)", d->path);
    code = code ? code : validate_schema(&of, d->db, d->path, format, d->err);
    code = code ? code : check_droppable(d);
    if (!code)
        code = intact_check(&(intact_job){.db = d->db, .path = d->path, .model = &of.model}, NULL,
                            d->err);
    code = code ? code : delete_run(d, format);
    metadata_free(&of);
    return code ? code : database_run(d->db, d->path, "COMMIT", d->err);
}

int wgcq_trace_drop(const char *path, int64_t run, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"path", path})))
        return WGCQ_EREQUEST;
    wgcq_trace *checked = NULL; /* a file that is not a trace is not even opened for writing */
    int code = wgcq_trace_open(&checked, path, err);
    wgcq_trace_free(checked);
    if (code)
        return code;
    drop_job d = {.path = path, .run = run, .err = err};
    code = database_open(&d.db, path, SQLITE_OPEN_READWRITE, err);
    if (!code) {
        database_defend(d.db);
        code = lock_check_drop(&d);
    }
    if (!code) /* shrinks the file; where that fails, the next run reuses the pages */
        sqlite3_exec(d.db, "VACUUM", NULL, NULL, NULL);
    sqlite3_close(d.db);
    return code;
}
