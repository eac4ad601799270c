/* bulk.c - many rows of integers into one table: INSERT ... SELECT out of a virtual table. */
#include "trace/bulk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 1 << 14 };

struct bulk {
    sqlite3_stmt *insert;
    unsigned columns;
    size_t count;
    int64_t *rows; /* ROWS * columns */
};

/* ---- the virtual table ---------------------------------------------------------------- */

/* It is given the bulk by a bound pointer each time it is read, so one module serves all. */
typedef struct cursor {
    sqlite3_vtab_cursor base;
    const bulk *of;
    size_t at;
} cursor;

static const char POINTER[] = "wgcq-bulk";

static int connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out,
                   char **error)
{
    char sql[BULK_COLUMNS_MOST * 5 + 64];
    size_t used = (size_t)snprintf(sql, sizeof sql, "CREATE TABLE x(source HIDDEN");
    (void)aux, (void)argc, (void)argv, (void)error;
    for (unsigned i = 0; i < BULK_COLUMNS_MOST; i++)
        used += (size_t)snprintf(sql + used, sizeof sql - used, ",c%u", i);
    snprintf(sql + used, sizeof sql - used, ")");
    int code = sqlite3_declare_vtab(db, sql);
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

static int column(sqlite3_vtab_cursor *base, sqlite3_context *out, int number)
{
    const cursor *c = (const cursor *)base;
    unsigned i = (unsigned)number - 1;
    if (!number || i >= c->of->columns)
        return SQLITE_OK;
    int64_t value = c->of->rows[c->at * c->of->columns + i];
    if (value != BULK_NULL)
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
                                      .xColumn = column,
                                      .xRowid = rowid};

/* ---- gathering -------------------------------------------------------------------------- */

static int prepare(bulk *b, sqlite3 *db, const char *table, const char *names)
{
    char *columns = sqlite3_mprintf("c0");
    for (unsigned i = 1; i < b->columns && columns; i++) {
        char *longer = sqlite3_mprintf("%s,c%u", columns, i);
        sqlite3_free(columns);
        columns = longer;
    }
    char *sql = columns ? sqlite3_mprintf("INSERT INTO %s(%s) SELECT %s FROM wgcq_bulk(?1)", table,
                                          names, columns)
                        : NULL;
    int code = sql ? sqlite3_prepare_v2(db, sql, -1, &b->insert, NULL) : SQLITE_NOMEM;
    if (!code)
        code = sqlite3_bind_pointer(b->insert, 1, b, POINTER, NULL);
    sqlite3_free(sql);
    sqlite3_free(columns);
    return code;
}

int bulk_new(bulk **out, sqlite3 *db, const char *table, const char *names, unsigned columns)
{
    bulk *b = calloc(1, sizeof *b);
    if (!b || columns > BULK_COLUMNS_MOST) {
        free(b);
        return b ? SQLITE_TOOBIG : SQLITE_NOMEM;
    }
    b->columns = columns;
    b->rows = malloc(ROWS * columns * sizeof *b->rows);
    int code =
        b->rows ? sqlite3_create_module_v2(db, "wgcq_bulk", &module, NULL, NULL) : SQLITE_NOMEM;
    if (!code)
        code = prepare(b, db, table, names);
    if (code)
        bulk_free(b);
    else
        *out = b;
    return code;
}

int bulk_flush(bulk *b)
{
    if (!b || !b->count)
        return SQLITE_OK;
    sqlite3_step(b->insert);
    int code = sqlite3_reset(b->insert);
    if (!code)
        b->count = 0;
    return code;
}

int64_t *bulk_row(bulk *b, int *code)
{
    *code = b->count == ROWS ? bulk_flush(b) : SQLITE_OK;
    return *code ? NULL : b->rows + b->count++ * b->columns;
}

void bulk_free(bulk *b)
{
    if (!b)
        return;
    sqlite3_finalize(b->insert);
    free(b->rows);
    free(b);
}
