/*
 * sql_backend.c - many rows of integers into one table: INSERT ... SELECT out of a virtual table.
 */
#include "trace/write/sql_backend.h"

#include <stdlib.h>
#include <string.h>

enum { INTEGERS = 1 << 17 }; /* gathered at a time: a megabyte of them */

struct sql_backend {
    sqlite3_stmt *insert;
    unsigned columns, nullable;
    size_t count, room;
    int64_t *rows; /* room * columns */
};

/* ---- the virtual table ----------------------------------------------------------------------- */

/* It is given the bulk by a bound pointer each time it is read, so one module serves all. */
typedef struct cursor {
    sqlite3_vtab_cursor base;
    const sql_backend *of;
    size_t at;
} cursor;

static const char POINTER[] = "wgcq-bulk";

static int connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out,
                   char **error)
{
    (void)aux, (void)argc, (void)argv, (void)error;
    sqlite3_str *sql = sqlite3_str_new(db);
    sqlite3_str_appendall(sql, "CREATE TABLE x(source HIDDEN");
    for (unsigned i = 0; i < SQL_BACKEND_COLUMNS_MOST; i++)
        sqlite3_str_appendf(sql, ",c%u", i);
    sqlite3_str_appendall(sql, ")");
    char *declared = sqlite3_str_finish(sql);
    int code = declared ? sqlite3_declare_vtab(db, declared) : SQLITE_NOMEM;
    sqlite3_free(declared);
    if (code)
        return code;
    *out = sqlite3_malloc(sizeof **out);
    if (!*out)
        return SQLITE_NOMEM;
    memset(*out, 0, sizeof **out);
    return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

/* `source` must be given; nothing else is of use. */
static int best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    (void)table;
    for (int i = 0; i < info->nConstraint; i++) {
        if (info->aConstraint[i].iColumn != 0 || !info->aConstraint[i].usable)
            continue;
        info->aConstraintUsage[i].argvIndex = 1;
        info->aConstraintUsage[i].omit = 1;
        info->estimatedCost = 1;
        return SQLITE_OK;
    }
    return SQLITE_CONSTRAINT;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    (void)table;
    cursor *c = sqlite3_malloc(sizeof *c);
    if (!c)
        return SQLITE_NOMEM;
    memset(c, 0, sizeof *c);
    *out = &c->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    sqlite3_free(base);
    return SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *base, int plan, const char *name, int argc,
                  sqlite3_value **argv)
{
    cursor *c = (cursor *)base;
    (void)plan, (void)name;
    c->of = argc ? sqlite3_value_pointer(argv[0], POINTER) : NULL;
    c->at = 0;
    return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
    ((cursor *)base)->at++;
    return SQLITE_OK;
}

static int eof(sqlite3_vtab_cursor *base)
{
    const cursor *c = (const cursor *)base;
    return !c->of || c->at >= c->of->count;
}

static int bulk_column(sqlite3_vtab_cursor *base, sqlite3_context *out, int number)
{
    const cursor *c = (const cursor *)base;
    unsigned i = (unsigned)number - 1;
    if (number < 1 || i >= c->of->columns)
        return SQLITE_OK;
    int64_t value = c->of->rows[c->at * c->of->columns + i];
    if (value != RECORD_NULL || i < c->of->nullable)
        sqlite3_result_int64(out, value);
    return SQLITE_OK;
}

static int rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    *out = (sqlite3_int64)((const cursor *)base)->at;
    return SQLITE_OK;
}

static const sqlite3_module module = {.xConnect = connect,
                                      .xBestIndex = best_index,
                                      .xDisconnect = disconnect,
                                      .xOpen = open_cursor,
                                      .xClose = close_cursor,
                                      .xFilter = filter,
                                      .xNext = next,
                                      .xEof = eof,
                                      .xColumn = bulk_column,
                                      .xRowid = rowid};

int sql_backend_module(sqlite3 *db)
{
    return sqlite3_create_module_v2(db, "wgcq_bulk", &module, NULL, NULL);
}

/* ---- gathering ------------------------------------------------------------------------------- */

static int prepare_bulk_insert(sql_backend *b, sqlite3 *db, const char *table, const char *names)
{
    sqlite3_str *sql = sqlite3_str_new(db);
    sqlite3_str_appendf(sql, "INSERT INTO %s(%s) SELECT c0", table, names);
    for (unsigned i = 1; i < b->columns; i++)
        sqlite3_str_appendf(sql, ",c%u", i);
    sqlite3_str_appendall(sql, " FROM wgcq_bulk(?1)");
    char *whole = sqlite3_str_finish(sql);
    int code = whole ? sqlite3_prepare_v2(db, whole, -1, &b->insert, NULL) : SQLITE_NOMEM;
    if (!code)
        code = sqlite3_bind_pointer(b->insert, 1, b, POINTER, NULL);
    sqlite3_free(whole);
    return code;
}

int sql_backend_new(sql_backend **out, sqlite3 *db, const char *table, const char *names,
                    unsigned columns, unsigned nullable)
{
    if (columns > SQL_BACKEND_COLUMNS_MOST)
        return SQLITE_TOOBIG;
    sql_backend *b = calloc(1, sizeof *b);
    if (!b)
        return SQLITE_NOMEM;
    b->columns = columns;
    b->nullable = nullable;
    b->room = INTEGERS / columns;
    b->rows = malloc(b->room * columns * sizeof *b->rows);
    int code = b->rows ? prepare_bulk_insert(b, db, table, names) : SQLITE_NOMEM;
    if (code)
        sql_backend_free(b);
    else
        *out = b;
    return code;
}

int sql_backend_flush(sql_backend *b)
{
    if (!b || !b->count)
        return SQLITE_OK;
    sqlite3_step(b->insert);
    int code = sqlite3_reset(b->insert);
    if (!code)
        b->count = 0;
    return code;
}

int64_t *sql_backend_row(sql_backend *b, int *code)
{
    *code = b->count == b->room ? sql_backend_flush(b) : SQLITE_OK;
    return *code ? NULL : b->rows + b->count++ * b->columns;
}

size_t sql_backend_memory(const sql_backend *b)
{
    return b ? b->count * b->columns * sizeof *b->rows : 0;
}

void sql_backend_free(sql_backend *b)
{
    if (!b)
        return;
    sqlite3_finalize(b->insert);
    free(b->rows);
    free(b);
}
