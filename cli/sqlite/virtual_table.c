/*
 * virtual_table.c - table-valued functions over the file of the connection.
 *
 * A cursor opens the file by its name, read-only, and keeps it open while the statement runs, so
 * that all its rows are of one file; rows are pulled as SQLite steps.  It reads one row ahead, to
 * set the hidden column `remark` in the last one.
 */
#include "virtual_table.h"

#include "wgcq_trace.h"

#include <assert.h>
#include <stdlib.h>

typedef struct function_table {
    sqlite3_vtab base;
    sqlite3 *db;
    const sql_function *function;
} function_table;

typedef struct function_cursor {
    sqlite3_vtab_cursor base;
    wgcq_trace *trace; /* NULL: not opened yet */
    wgcq_rows *rows;
    sqlite3_value *arguments[SQL_ARGUMENTS_MAX]; /* copies; NULL: not given, or null */
    row_copy current, next;
    sqlite3_int64 number; /* of the current row, from 1 */
    bool is_last, ended;
} function_cursor;

/* ---- the table ------------------------------------------------------------------------------ */

static int function_connect(sqlite3 *db, void *function, int count, const char *const *words,
                            sqlite3_vtab **out, char **error)
{
    (void)count, (void)words, (void)error;
    int code = sqlite3_declare_vtab(db, ((const sql_function *)function)->schema);
    if (code == SQLITE_OK) /* views of untrusted files must not use it */
        code = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
    function_table *t = code ? NULL : calloc(1, sizeof *t);
    if (!t)
        return code ? code : SQLITE_NOMEM;
    t->db = db;
    t->function = function;
    *out = &t->base;
    return SQLITE_OK;
}

static int function_disconnect(sqlite3_vtab *base)
{
    free((function_table *)base);
    return SQLITE_OK;
}

/* Bit i of idxNum: argument i is given.  An argument without a value yet (from a table that would
   be read later) makes the query plan impossible. */
static int function_best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    const sql_function *f = ((function_table *)base)->function;
    int constraint_of[SQL_ARGUMENTS_MAX];
    for (int i = 0; i < SQL_ARGUMENTS_MAX; i++)
        constraint_of[i] = -1;
    for (int i = 0; i < info->nConstraint; i++) {
        int argument = info->aConstraint[i].iColumn - f->columns;
        if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ || argument < 0 ||
            argument >= f->arguments)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        constraint_of[argument] = i;
    }
    for (int argument = 0, given = 0; argument < f->arguments; argument++) {
        if (constraint_of[argument] < 0)
            continue;
        info->aConstraintUsage[constraint_of[argument]].argvIndex = ++given;
        info->aConstraintUsage[constraint_of[argument]].omit = 1;
        info->idxNum |= 1 << argument;
    }
    info->estimatedCost = 1e6;
    info->estimatedRows = 100;
    return SQLITE_OK;
}

/* ---- the cursor ----------------------------------------------------------------------------- */

static int function_open(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    (void)base;
    function_cursor *c = calloc(1, sizeof *c);
    if (!c)
        return SQLITE_NOMEM;
    *out = &c->base;
    return SQLITE_OK;
}

static void reset_cursor(function_cursor *c)
{
    wgcq_rows_free(c->rows);
    c->rows = NULL;
    for (int i = 0; i < SQL_ARGUMENTS_MAX; i++) {
        sqlite3_value_free(c->arguments[i]);
        c->arguments[i] = NULL;
    }
    row_copy_clear(&c->current);
    row_copy_clear(&c->next);
    c->number = 0;
    c->is_last = c->ended = false;
}

static int function_close(sqlite3_vtab_cursor *base)
{
    function_cursor *c = (function_cursor *)base;
    reset_cursor(c);
    wgcq_trace_free(c->trace);
    free(c);
    return SQLITE_OK;
}

/* Passes an error of wgcq to SQLite. */
static int set_table_error(const function_cursor *c, const wgcq_error *err)
{
    if (err->code == WGCQ_EMEMORY)
        return SQLITE_NOMEM;
    sqlite3_vtab *t = c->base.pVtab;
    sqlite3_free(t->zErrMsg);
    t->zErrMsg = sqlite3_mprintf("%s", err->text);
    return t->zErrMsg ? SQLITE_ERROR : SQLITE_NOMEM;
}

static int set_table_message(const function_cursor *c, const char *format, const char *name,
                             const char *words)
{
    wgcq_error err = {.code = WGCQ_EREQUEST};
    sqlite3_snprintf((int)sizeof err.text, err.text, format, name, words);
    return set_table_error(c, &err);
}

static int open_connected_trace(function_cursor *c, const function_table *t)
{
    wgcq_error err = {0};
    if (c->trace)
        return SQLITE_OK;
    const char *path = sqlite3_db_filename(t->db, "main");
    if (!path || !*path)
        return set_table_message(c, "%s reads the file of the connection, which has %s",
                                 t->function->name, "none: open a trace first");
    return wgcq_trace_open(&c->trace, path, &err) < 0 ? set_table_error(c, &err) : SQLITE_OK;
}

/* Reads one row ahead; at the end `is_last`. */
static int fetch_ahead(function_cursor *c, const sql_function *f)
{
    wgcq_error err = {0};
    row_copy_clear(&c->next);
    int code = wgcq_rows_next(c->rows, &err);
    if (code == WGCQ_DONE && !c->number && f->copy_no_rows) {
        c->is_last = true;
        code = f->copy_no_rows(&c->next, c->rows, &err);
        c->ended = code == WGCQ_DONE;
        return code < 0 ? set_table_error(c, &err) : SQLITE_OK;
    }
    if (code == WGCQ_DONE) {
        c->is_last = true;
        c->ended = !c->number;
        return SQLITE_OK;
    }
    if (code < 0)
        return set_table_error(c, &err);
    return f->copy_row(&c->next, c->rows) ? SQLITE_OK : SQLITE_NOMEM;
}

static int function_next(sqlite3_vtab_cursor *base)
{
    function_cursor *c = (function_cursor *)base;
    assert(!c->ended); /* SQLite does not step past the end */
    if (c->is_last) {
        c->ended = true;
        return SQLITE_OK;
    }
    row_copy_clear(&c->current);
    c->current = c->next;
    c->next = (row_copy){0};
    c->number++;
    return fetch_ahead(c, ((function_table *)base->pVtab)->function);
}

static int start_rows(function_cursor *c, const sql_function *f)
{
    wgcq_error err = {0};
    if (f->open_rows(&c->rows, c->trace, c->arguments, &err) < 0)
        return set_table_error(c, &err);
    int code = fetch_ahead(c, f);
    if (code || c->ended)
        return code;
    if (!c->is_last)
        return function_next(&c->base);
    c->current = c->next; /* the row of the remark */
    c->next = (row_copy){0};
    c->number = 1;
    return SQLITE_OK;
}

/* A null is an argument that is not given. */
static int copy_arguments(function_cursor *c, const sql_function *f, int given,
                          sqlite3_value **values)
{
    for (int i = 0, at = 0; i < f->arguments; i++) {
        if (!(given & 1 << i))
            continue;
        sqlite3_value *value = values[at++];
        if (sqlite3_value_type(value) == SQLITE_NULL)
            continue;
        c->arguments[i] = sqlite3_value_dup(value);
        if (!c->arguments[i])
            return SQLITE_NOMEM;
    }
    return SQLITE_OK;
}

static int function_filter(sqlite3_vtab_cursor *base, int given, const char *plan, int count,
                           sqlite3_value **values)
{
    function_cursor *c = (function_cursor *)base;
    const function_table *t = (const function_table *)base->pVtab;
    (void)plan, (void)count;
    reset_cursor(c);
    int code = copy_arguments(c, t->function, given, values);
    if (!code && t->function->required && !c->arguments[0])
        return set_table_message(c, "%s needs %s", t->function->name, t->function->required);
    code = code ? code : open_connected_trace(c, t);
    return code ? code : start_rows(c, t->function);
}

static int function_eof(sqlite3_vtab_cursor *base)
{
    return ((function_cursor *)base)->ended;
}

static int function_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    const function_cursor *c = (const function_cursor *)base;
    const sql_function *f = ((const function_table *)base->pVtab)->function;
    if (number < f->columns)
        row_copy_result(&c->current, number, context);
    else if (number < f->columns + f->arguments && c->arguments[number - f->columns])
        sqlite3_result_value(context, c->arguments[number - f->columns]);
    else if (number == f->columns + f->arguments && c->is_last && wgcq_rows_remark(c->rows))
        sqlite3_result_text(context, wgcq_rows_remark(c->rows), -1, SQLITE_TRANSIENT);
    return SQLITE_OK;
}

static int function_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    *out = ((function_cursor *)base)->number;
    return SQLITE_OK;
}

/* ---- registered ----------------------------------------------------------------------------- */

/* Without xCreate a table is eponymous, and cannot be created in a schema. */
static const sqlite3_module module = {.xConnect = function_connect,
                                      .xBestIndex = function_best_index,
                                      .xDisconnect = function_disconnect,
                                      .xOpen = function_open,
                                      .xClose = function_close,
                                      .xFilter = function_filter,
                                      .xNext = function_next,
                                      .xEof = function_eof,
                                      .xColumn = function_column,
                                      .xRowid = function_rowid};

int virtual_table_register(sqlite3 *db, const sql_function *function)
{
    assert(function->columns <= ROW_COPY_COLUMNS_MAX && function->arguments <= SQL_ARGUMENTS_MAX);
    assert(!function->required || function->arguments > 0);
    return sqlite3_create_module(db, function->name, &module, (void *)(uintptr_t)function);
}
