/*
 * export.c - one run as plain tables, for programs that know nothing of wgcq.
 *
 * The rows are those of the views of trace.sql.  Tables have primary keys, foreign keys, an index
 * on every variable and on what edges and rejections are joined by, and nothing else: no views, no
 * packed words.  They are not STRICT: DB Browser for SQLite 3.12 shows no column of a table that
 * is.
 */
#ifdef __linux__
#define _GNU_SOURCE /* mkostemp */
#endif
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files/file_place.h"
#include "trace/schema/column_names.h"
#include "trace/schema/database.h"
#include "trace/trace.h"
#include "wgcq_trace.h"

enum { APPLICATION = 0x57475850 /* "WGXP" */, STEPS = 20000 /* of SQLite between two polls */ };

/* ---- tables ---------------------------------------------------------------------------------- */

typedef enum more_columns { NO_MORE, VARIABLES, COSTS } more_columns;

typedef struct plain_table {
    const char *name, *columns;
    more_columns more;                       /* behind them, as in the view */
    const char *end;                         /* the key, where it is not the first column */
    const char *index;                       /* further indices, or NULL */
    bool (*stored)(const wgcq_trace *trace); /* whether the file's format has it; NULL: all have */
} plain_table;

static const plain_table tables[] = {
    {"states",
     "id INTEGER PRIMARY KEY,depth INTEGER,to_goal INTEGER,is_start INTEGER NOT NULL,"
     "is_goal INTEGER NOT NULL,shown TEXT NOT NULL",
     VARIABLES, ")", "CREATE INDEX states_depth ON states(depth)", NULL},
    {"edges",
     "src INTEGER NOT NULL REFERENCES states(id),dst INTEGER NOT NULL REFERENCES states(id),"
     "move TEXT NOT NULL,moves INTEGER NOT NULL",
     COSTS, ",PRIMARY KEY(src,move,dst)) WITHOUT ROWID", "CREATE INDEX edges_dst ON edges(dst)",
     NULL},
    {"rejections",
     "src INTEGER NOT NULL REFERENCES states(id),move TEXT NOT NULL,rule TEXT NOT NULL", NO_MORE,
     ",PRIMARY KEY(src,move,rule)) WITHOUT ROWID",
     "CREATE INDEX rejections_rule ON rejections(rule)", NULL},
    {"solutions", "id INTEGER PRIMARY KEY,length INTEGER NOT NULL,moves INTEGER NOT NULL", COSTS,
     ")", NULL, NULL},
    {"steps",
     "solution INTEGER NOT NULL REFERENCES solutions(id),step INTEGER NOT NULL,move TEXT,"
     "src INTEGER REFERENCES states(id),dst INTEGER REFERENCES states(id),shown TEXT NOT NULL,"
     "moves INTEGER NOT NULL",
     COSTS, ",PRIMARY KEY(solution,step)) WITHOUT ROWID", NULL, NULL},
    {"violations", "state INTEGER NOT NULL REFERENCES states(id),invariant TEXT NOT NULL", NO_MORE,
     ",PRIMARY KEY(state,invariant)) WITHOUT ROWID", NULL, trace_has_invariants},
    {"properties",
     "property TEXT PRIMARY KEY NOT NULL,kind TEXT NOT NULL,holds INTEGER,stem INTEGER,"
     "cycle INTEGER,shown TEXT",
     NO_MORE, ")", NULL, trace_has_properties},
    {"lassos",
     "property TEXT NOT NULL REFERENCES properties(property),part TEXT NOT NULL,"
     "step INTEGER NOT NULL,move TEXT,src INTEGER REFERENCES states(id),"
     "dst INTEGER REFERENCES states(id),shown TEXT NOT NULL",
     NO_MORE, ",PRIMARY KEY(property,step)) WITHOUT ROWID", NULL, trace_has_properties},
};
enum { TABLES = sizeof tables / sizeof *tables };

typedef struct export_job {
    sqlite3 *to;
    const char *path;
    wgcq_trace *from;
} export_job;

static void put_plain_variables(strbuf *sql, const wgcq_model *model)
{
    const size_t fields = column_names_count(model).fields;
    size_t count = 0;
    char **names = column_names_fields(model, &count);
    sql->failed |= !names;
    for (size_t i = 0; i < count && names; i++) {
        const model_field *f = i < fields ? &model->fields[i] : NULL; /* NULL: a list, or a set */
        strbuf_put(sql, ",");
        column_names_quote(sql, names[i]);
        strbuf_put(sql, !f || f->values ? " TEXT" : " INTEGER");
        strbuf_put(sql, f && f->optional ? "" : " NOT NULL");
    }
    cursor_names_given_free(names, names ? count : 0);
}

static void put_plain_costs(strbuf *sql, const wgcq_model *model)
{
    size_t count = 0;
    char **names = column_names_costs(model, &count);
    sql->failed |= !names;
    for (size_t i = 0; i < count && names; i++) {
        strbuf_put(sql, ",");
        column_names_quote(sql, names[i]);
        strbuf_put(sql, " INTEGER NOT NULL");
    }
    cursor_names_given_free(names, names ? count : 0);
}

/* Runs the text, and frees it. */
static int run_built(const export_job *job, strbuf *sql, wgcq_error *err)
{
    int code = sql->failed ? error_set_memory(err)
                           : database_run(job->to, job->path, strbuf_string(sql), err);
    strbuf_free(sql);
    return code;
}

static int create_table(const export_job *job, const plain_table *t, wgcq_error *err)
{
    strbuf sql = {0};
    strbuf_printf(&sql, "CREATE TABLE %s(%s", t->name, t->columns);
    if (t->more == VARIABLES)
        put_plain_variables(&sql, trace_model(job->from));
    else if (t->more == COSTS)
        put_plain_costs(&sql, trace_model(job->from));
    strbuf_put(&sql, t->end);
    return run_built(job, &sql, err);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static int bind_cell(sqlite3_stmt *insert, int at, const cursor_value *value)
{
    switch (value->type) {
    case WGCQ_NULL: return sqlite3_bind_null(insert, at);
    case WGCQ_INTEGER: return sqlite3_bind_int64(insert, at, value->integer);
    default: return sqlite3_bind_text(insert, at, value->text, -1, SQLITE_STATIC);
    }
}

static int insert_plain_row(const export_job *job, sqlite3_stmt *insert, const wgcq_rows *row,
                            wgcq_error *err)
{
    int code = SQLITE_OK;
    for (size_t i = 0; i < row->columns && !code; i++)
        code = bind_cell(insert, (int)i + 1, &row->values[i]);
    code = code ? code : sqlite3_step(insert);
    if (code == SQLITE_DONE)
        code = sqlite3_reset(insert);
    return code ? database_error(err, job->to, job->path, code) : 0;
}

static int prepare_plain_insert(const export_job *job, sqlite3_stmt **out, const char *table,
                                size_t columns, wgcq_error *err)
{
    char into[32];
    snprintf(into, sizeof into, "INTO %s", table);
    int code = database_prepare_insert(out, job->to, into, (unsigned)columns);
    return code ? database_error(err, job->to, job->path, code) : 0;
}

static int copy_rows(const export_job *job, const plain_table *t, wgcq_error *err)
{
    sqlite3_stmt *insert = NULL;
    wgcq_rows *rows = NULL;
    int code = trace_selectf(&rows, job->from, err, "SELECT * FROM %s_#", t->name);
    code = code ? code : prepare_plain_insert(job, &insert, t->name, rows->columns, err);
    while (!code && !(code = wgcq_rows_next(rows, err)))
        code = insert_plain_row(job, insert, rows, err);
    sqlite3_finalize(insert);
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

/* ---- indices --------------------------------------------------------------------------------- */

/* The name is free: the column of a variable `depth` is `depth_`. */
static int index_variable(const export_job *job, const char *column, wgcq_error *err)
{
    strbuf name = {0}, sql = {0};
    strbuf_printf(&name, "states_%s", column);
    sql.failed |= name.failed;
    strbuf_put(&sql, "CREATE INDEX ");
    column_names_quote(&sql, name.failed ? "" : strbuf_string(&name));
    strbuf_put(&sql, " ON states(");
    column_names_quote(&sql, column);
    strbuf_put(&sql, ")");
    strbuf_free(&name);
    return run_built(job, &sql, err);
}

static int index_variables(const export_job *job, wgcq_error *err)
{
    size_t count = 0;
    char **names = column_names_fields(trace_model(job->from), &count);
    int code = names ? 0 : error_set_memory(err);
    for (size_t i = 0; i < count && !code; i++)
        code = index_variable(job, names[i], err);
    cursor_names_given_free(names, names ? count : 0);
    return code;
}

static int create_plain_indices(const export_job *job, wgcq_error *err)
{
    int code = index_variables(job, err);
    for (size_t i = 0; i < TABLES && !code; i++)
        if (tables[i].index)
            code = database_run(job->to, job->path, tables[i].index, err);
    return code;
}

/* ---- all ------------------------------------------------------------------------------------- */

static int write_tables(const export_job *job, wgcq_error *err)
{
    char pragmas[120];
    snprintf(pragmas, sizeof pragmas,
             "PRAGMA synchronous=OFF;PRAGMA journal_mode=OFF;PRAGMA application_id=%d;BEGIN",
             APPLICATION);
    int code = database_run(job->to, job->path, pragmas, err);
    for (size_t i = 0; i < TABLES && !code; i++) {
        code = create_table(job, &tables[i], err);
        if (!code && (!tables[i].stored || tables[i].stored(job->from)))
            code = copy_rows(job, &tables[i], err);
    }
    code = code ? code : create_plain_indices(job, err);
    return code ? code : database_run(job->to, job->path, "COMMIT;ANALYZE", err);
}

static int stops(void *trace)
{
    return trace_sql_stops(trace);
}

/* Into the new file at `path`, which is on the disk then. */
static int write_file(wgcq_trace *from, const char *path, wgcq_error *err)
{
    export_job job = {.path = path, .from = from};
    int code = database_open(&job.to, path, SQLITE_OPEN_READWRITE, err);
    if (!code) {
        sqlite3_progress_handler(job.to, STEPS, stops, from);
        code = write_tables(&job, err);
    }
    int closed = sqlite3_close(job.to);
    int file = code || closed ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (!code && (file < 0 || fsync(file) != 0))
        code = error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    return code;
}

/* ---- the file ----------------------------------------------------------------------------- */

/* An empty file beside the place, whose name is malloc'd. */
static int make_beside(char **out, const file_place *place, wgcq_error *err)
{
    strbuf name = {0};
    strbuf_printf(&name, "%s.XXXXXX", place->real);
    if (name.failed)
        return error_set_memory(err);
    int file = mkostemp(name.bytes, O_CLOEXEC);
    *out = name.bytes;
    if (file < 0)
        return error_set(err, WGCQ_EFILE, "%s: %s", place->path, strerror(errno));
    int failed = fchmod(file, file_place_mode(place));
    close(file);
    return failed ? error_set(err, WGCQ_EFILE, "%s: %s", place->path, strerror(errno)) : 0;
}

/* Whether the file has been exported, by the application id in its header. */
static bool is_export(const char *path)
{
    static const unsigned char id[4] = {'W', 'G', 'X', 'P'};
    unsigned char header[72] = {0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool is = file >= 0 && read(file, header, sizeof header) == sizeof header &&
              memcmp(header, "SQLite format 3", 16) == 0 && memcmp(header + 68, id, 4) == 0;
    if (file >= 0)
        close(file);
    return is;
}

static int check_place(const file_place *place, bool replace, wgcq_error *err)
{
    if (!place->there)
        return 0;
    if (!replace)
        return error_set(err, WGCQ_EOTHER, "%s exists", place->path);
    return is_export(place->real)
               ? 0
               : error_set(err, WGCQ_EFILE, "%s was not written by export, and stays as it is",
                           place->path);
}

int wgcq_trace_export(wgcq_trace *trace, const char *path, bool replace, wgcq_error *err)
{
    file_place place = {0};
    char *beside = NULL;
    if (error_if_null(err, GIVEN({"trace", trace}, {"path", path})))
        return WGCQ_EREQUEST;
    int code = file_place_find(&place, path, err);
    code = code ? code : check_place(&place, replace, err);
    code = code ? code : make_beside(&beside, &place, err);
    if (!code && !(code = write_file(trace, beside, err)))
        code = file_place_take(&place, beside, err);
    if (code && beside)
        unlink(beside);
    free(beside);
    file_place_free(&place);
    return code;
}
