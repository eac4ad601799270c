/*
 * virtual_table.c - a question as a table-valued function over the file of the connection.
 *
 * A cursor opens the file by its name, read-only, and keeps it open for as long as the statement
 * runs, so that all its answers are of one file; rows are pulled as SQLite asks for them.  It is
 * one row ahead, to give what is to be said of the whole beside the last one, as `remark`.
 */
#include "virtual_table.h"

#include <stdlib.h>
#include <string.h>

typedef struct table {
    sqlite3_vtab base;
    sqlite3 *db;
    const table_question *question;
} table;

typedef struct cursor {
    sqlite3_vtab_cursor base;
    wgcq_trace *trace; /* NULL: not opened yet */
    wgcq_rows *rows;
    sqlite3_value *arguments[ARGUMENTS_MOST]; /* copies; NULL: not given, or null */
    record now, ahead;
    sqlite3_int64 number; /* of the row that is there, from 1 */
    bool is_last, ended;
} cursor;

/* ---- the table ------------------------------------------------------------------------------ */

static int connect(sqlite3 *db, void *question, int count, const char *const *words,
                   sqlite3_vtab **out, char **error)
{
    (void)count, (void)words, (void)error;
    int code = sqlite3_declare_vtab(db, ((const table_question *)question)->schema);
    if (code == SQLITE_OK) /* a view of a file from elsewhere shall not use it */
        code = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
    table *t = code ? NULL : calloc(1, sizeof *t);
    if (!t)
        return code ? code : SQLITE_NOMEM;
    t->db = db;
    t->question = question;
    *out = &t->base;
    return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *base)
{
    free((table *)base);
    return SQLITE_OK;
}

/* Bit i of idxNum: argument i is given.  An argument that is there and not known yet (it comes from
   a table that would be read later) makes the plan impossible. */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    const table_question *q = ((table *)base)->question;
    int where[ARGUMENTS_MOST];
    for (int i = 0; i < ARGUMENTS_MOST; i++)
        where[i] = -1;
    for (int i = 0; i < info->nConstraint; i++) {
        int argument = info->aConstraint[i].iColumn - q->columns;
        if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ || argument < 0 ||
            argument >= q->arguments)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        where[argument] = i;
    }
    for (int argument = 0, given = 0; argument < q->arguments; argument++) {
        if (where[argument] < 0)
            continue;
        info->aConstraintUsage[where[argument]].argvIndex = ++given;
        info->aConstraintUsage[where[argument]].omit = 1;
        info->idxNum |= 1 << argument;
    }
    info->estimatedCost = 1e6;
    info->estimatedRows = 100;
    return SQLITE_OK;
}

/* ---- the cursor ----------------------------------------------------------------------------- */

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    (void)base;
    cursor *c = calloc(1, sizeof *c);
    if (!c)
        return SQLITE_NOMEM;
    *out = &c->base;
    return SQLITE_OK;
}

static void forget(cursor *c)
{
    wgcq_rows_free(c->rows);
    c->rows = NULL;
    for (int i = 0; i < ARGUMENTS_MOST; i++) {
        sqlite3_value_free(c->arguments[i]);
        c->arguments[i] = NULL;
    }
    record_clear(&c->now);
    record_clear(&c->ahead);
    c->number = 0;
    c->is_last = c->ended = false;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    cursor *c = (cursor *)base;
    forget(c);
    wgcq_trace_free(c->trace);
    free(c);
    return SQLITE_OK;
}

/* An error in wgcq's words, as SQLite has it. */
static int complain(const cursor *c, const wgcq_error *err)
{
    if (err->code == WGCQ_EMEMORY)
        return SQLITE_NOMEM;
    sqlite3_vtab *t = c->base.pVtab;
    sqlite3_free(t->zErrMsg);
    t->zErrMsg = sqlite3_mprintf("%s", err->text);
    return t->zErrMsg ? SQLITE_ERROR : SQLITE_NOMEM;
}

static int say(const cursor *c, const char *format, const char *name, const char *words)
{
    wgcq_error err = {.code = WGCQ_EREQUEST};
    sqlite3_snprintf((int)sizeof err.text, err.text, format, name, words);
    return complain(c, &err);
}

static int open_trace(cursor *c, const table *t)
{
    wgcq_error err = {0};
    if (c->trace)
        return SQLITE_OK;
    const char *path = sqlite3_db_filename(t->db, "main");
    if (!path || !*path)
        return say(c, "%s asks the file of the connection, and it has %s", t->question->name,
                   "none: open a trace first");
    return wgcq_trace_open(&c->trace, path, &err) < 0 ? complain(c, &err) : SQLITE_OK;
}

/* One row further; at the end `is_last`. */
static int look_ahead(cursor *c, const table_question *q)
{
    wgcq_error err = {0};
    record_clear(&c->ahead);
    int code = wgcq_rows_next(c->rows, &err);
    if (code == WGCQ_DONE && !c->number && q->nothing) {
        c->is_last = true;
        code = q->nothing(&c->ahead, c->rows, &err);
        c->ended = code == WGCQ_DONE;
        return code < 0 ? complain(c, &err) : SQLITE_OK;
    }
    if (code == WGCQ_DONE) {
        c->is_last = true;
        c->ended = !c->number;
        return SQLITE_OK;
    }
    if (code < 0)
        return complain(c, &err);
    return q->take(&c->ahead, c->rows) ? SQLITE_OK : SQLITE_NOMEM;
}

static int next(sqlite3_vtab_cursor *base)
{
    cursor *c = (cursor *)base;
    if (c->is_last) {
        c->ended = true;
        return SQLITE_OK;
    }
    record_clear(&c->now);
    c->now = c->ahead;
    c->ahead = (record){0};
    c->number++;
    return look_ahead(c, ((table *)base->pVtab)->question);
}

static int begin(cursor *c, const table_question *q)
{
    wgcq_error err = {0};
    if (q->ask(&c->rows, c->trace, c->arguments, &err) < 0)
        return complain(c, &err);
    int code = look_ahead(c, q);
    if (code || c->ended)
        return code;
    if (!c->is_last)
        return next(&c->base);
    c->now = c->ahead; /* the one row that says why there is none */
    c->ahead = (record){0};
    c->number = 1;
    return SQLITE_OK;
}

/* A null is an argument that is not given. */
static int keep_arguments(cursor *c, const table_question *q, int given, sqlite3_value **values)
{
    for (int i = 0, at = 0; i < q->arguments; i++) {
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

static int filter(sqlite3_vtab_cursor *base, int given, const char *plan, int count,
                  sqlite3_value **values)
{
    cursor *c = (cursor *)base;
    const table *t = (const table *)base->pVtab;
    (void)plan, (void)count;
    forget(c);
    int code = keep_arguments(c, t->question, given, values);
    if (!code && t->question->wanted && !c->arguments[0])
        return say(c, "%s wants %s", t->question->name, t->question->wanted);
    if (!code)
        code = open_trace(c, t);
    return code ? code : begin(c, t->question);
}

static int is_ended(sqlite3_vtab_cursor *base)
{
    return ((cursor *)base)->ended;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    const cursor *c = (const cursor *)base;
    const table_question *q = ((const table *)base->pVtab)->question;
    if (number < q->columns)
        record_answer(&c->now, number, context);
    else if (number < q->columns + q->arguments && c->arguments[number - q->columns])
        sqlite3_result_value(context, c->arguments[number - q->columns]);
    else if (number == q->columns + q->arguments && c->is_last && wgcq_rows_remark(c->rows))
        sqlite3_result_text(context, wgcq_rows_remark(c->rows), -1, SQLITE_TRANSIENT);
    return SQLITE_OK;
}

static int row_number(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    *out = ((cursor *)base)->number;
    return SQLITE_OK;
}

/* ---- made known ----------------------------------------------------------------------------- */

/* Without xCreate a table is there by its name alone, and cannot be written into a schema. */
static const sqlite3_module module = {.xConnect = connect,
                                      .xBestIndex = best_index,
                                      .xDisconnect = disconnect,
                                      .xOpen = open_cursor,
                                      .xClose = close_cursor,
                                      .xFilter = filter,
                                      .xNext = next,
                                      .xEof = is_ended,
                                      .xColumn = column,
                                      .xRowid = row_number};

int table_register(sqlite3 *db, const table_question *question)
{
    return sqlite3_create_module(db, question->name, &module, (void *)(uintptr_t)question);
}
