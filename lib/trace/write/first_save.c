/* first_save.c - a new file: in memory up to its first commit, then whole under its name. */
#include "trace/write/first_save.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "trace/schema/location.h"
#include "trace/schema/new_schema.h"
#include "trace/schema/views.h"

extern const char trace_sql[];

static int report_place(const trace_writer *w, int reason, wgcq_error *err)
{
    if (reason == ENOMEM)
        return error_set_memory(err);
    if (reason == EEXIST)
        return error_set(err, WGCQ_EFILE,
                         "%s was made by another program meanwhile; this run is not saved",
                         w->path);
    return error_set(err, WGCQ_EFILE, "%s: %s", w->path, strerror(reason));
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Rejects what would be taken for a journal of the file. */
static int check_new_place(const trace_writer *w, char **real, wgcq_error *err)
{
    return location_find(real, w->path, true, true, err);
}

static int open_place(trace_writer *w, wgcq_error *err)
{
    char *real = NULL;
    int code = check_new_place(w, &real, err);
    if (code)
        return code;
    int reason = new_file_open(&w->unnamed, real);
    return reason ? report_place(w, reason, err) : 0;
}

static int create_schema(trace_writer *w, wgcq_error *err)
{
    strbuf sql = {0};
    w->layout = run_layout_of(w->format, w->about.order, w->about.keep, 1);
    strbuf_put(&sql, strstr(trace_sql, "\nCREATE ")); /* behind the guide */
    views_create(&sql, w->model, w->shown_sql, &w->layout);
    views_alias_newest(&sql, &w->layout);
    int code = sql.failed ? SQLITE_NOMEM : new_schema_create(w->db, sql.bytes, w->format);
    strbuf_free(&sql);
    return code ? writer_error(w, code, err) : 0;
}

static int fill_schema(trace_writer *w, wgcq_error *err)
{
    int code = writer_find_shown_sql(w, err);
    code = code ? code : create_schema(w, err);
    return code ? code : writer_describe(w, err);
}

int first_save_open(trace_writer *w, wgcq_error *err)
{
    int code = open_place(w, err);
    if (code)
        return code;
    w->created = w->in_memory = true;
    w->format = FORMAT_NEWEST;
    /* No mutex: a writer is used by one thread at a time. */
    code = sqlite3_open_v2(":memory:", &w->db,
                           SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code)
        return writer_error(w, code, err);
    sqlite3_extended_result_codes(w->db, 1);
    return fill_schema(w, err);
}

int first_save_begin(trace_writer *w, wgcq_error *err)
{
    assert(w->in_memory && w->run == w->layout.run);
    int code = sql_tables_open(w, err);
    if (code)
        return code;
    w->begun = true;
    clock_gettime(CLOCK_MONOTONIC, &w->last_commit);
    /* others have no commits before their end, or not when these are due */
    const bool late =
        w->about.late_file && w->about.keep <= WGCQ_TRACE_STATES && !w->about.save_every;
    return late ? 0 : writer_commit_now(w, err);
}

double first_save_size(const trace_writer *w)
{
    sqlite3_int64 size = 0;
    if (w->in_memory)
        sqlite3_serialize(w->db, "main", &size, SQLITE_SERIALIZE_NOCOPY);
    return (double)size;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Programs that look for the file, sqlite3 for one, leave an empty one there.  EEXIST: it is not
   empty, or another process has it. */
static int replace_empty_file(trace_writer *w)
{
    sqlite3 *there = NULL;
    sqlite3_int64 size = 1;
    int code = database_open(&there, w->path, SQLITE_OPEN_READWRITE, NULL);
    if (!code)
        sqlite3_busy_timeout(there, WRITER_PATIENCE);
    code = code ? code : sqlite3_exec(there, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    sqlite3_file *file = code ? NULL : database_file(there);
    const bool empty = file && !file->pMethods->xFileSize(file, &size) && !size;
    const int reason = empty ? new_file_replace(&w->unnamed) : EEXIST;
    sqlite3_close(there);
    return reason;
}

static int name_file(trace_writer *w)
{
    const int reason = new_file_name(&w->unnamed);
    return reason == EEXIST ? replace_empty_file(w) : reason;
}

int first_save_name(trace_writer *w, wgcq_error *err)
{
    char *real = NULL;
    sqlite3_int64 size = 0;
    int code = check_new_place(w, &real, err);
    free(real);
    if (code)
        return code;
    const unsigned char *bytes = sqlite3_serialize(w->db, "main", &size, SQLITE_SERIALIZE_NOCOPY);
    if (!bytes)
        return writer_error(w, SQLITE_NOMEM, err);
    int reason = new_file_write(&w->unnamed, bytes, (size_t)size, w->about.mode);
    if (!reason)
        reason = name_file(w);
    w->in_memory = reason;
    w->saved = !reason && w->worth_keeping;
    w->failed = w->failed || reason;
    return reason ? report_place(w, reason, err) : 0;
}

/* ---- continuing in the file ------------------------------------------------------------------ */

/* Between its name and its lock another process may have locked it, and left it changed. */
static int check_as_written(trace_writer *w, sqlite3 *memory, wgcq_error *err)
{
    sqlite3_int64 size = 0, found = 0;
    sqlite3_file *file = database_file(w->db);
    const unsigned char *bytes = sqlite3_serialize(memory, "main", &size, SQLITE_SERIALIZE_NOCOPY);
    void *is = malloc((size_t)size);
    bool same = file && bytes && is && !file->pMethods->xFileSize(file, &found) && found == size &&
                !file->pMethods->xRead(file, is, (int)size, 0) && !memcmp(is, bytes, (size_t)size);
    const bool no_memory = !is;
    free(is);
    if (same)
        return 0;
    w->failed = true;
    return no_memory
               ? error_set_memory(err)
               : error_set(err, WGCQ_EFILE,
                           "%s was changed by another program as soon as it was there", w->path);
}

static int reopen_named(trace_writer *w, sqlite3 *memory, wgcq_error *err)
{
    bool empty = false;
    int code = database_open(&w->db, w->path, SQLITE_OPEN_READWRITE, err);
    if (!code)
        database_defend(w->db);
    code = code ? code : writer_lock_file(w, &empty, err);
    return code ? code : check_as_written(w, memory, err);
}

static int continue_in_file(trace_writer *w, wgcq_error *err)
{
    sqlite3 *memory = w->db;
    sql_tables_close(w->sql);
    w->sql = NULL;
    w->db = NULL;
    int code = reopen_named(w, memory, err);
    if (code) /* others may have the file by now: whatever is in it stays */
        w->created = w->begun = false;
    sqlite3_close(memory);
    code = code ? code : writer_prepare_run(w, err);
    code = code ? code : writer_use_pages(w, err);
    w->failed = w->failed || code;
    return code;
}

/* A run that keeps no rows has no digest in its commits. */
int first_save(trace_writer *w, wgcq_error *err)
{
    int code = writer_reserve_row(w, err);
    if (!code && w->about.keep > WGCQ_TRACE_STATES)
        code = writer_store_digest(w, err);
    code = code ? code : w->backend->commit(w, 0, err);
    code = code ? code : first_save_name(w, err);
    return code ? code : continue_in_file(w, err);
}
