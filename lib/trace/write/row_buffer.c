/* row_buffer.c - rows of integers for one table, inserted many at a time. */
#include "trace/write/row_buffer.h"

#include <assert.h>
#include <stdlib.h>

/* A megabyte is gathered at a time. */
enum { INTEGERS = 1 << 17, ROWS_AT_FIRST = 16 };

struct row_buffer {
    sqlite3_stmt *insert;
    unsigned columns, nullable;
    size_t count, room, most; /* the room grows to `most` */
    int64_t *rows;            /* [room][columns] */
};

static int prepare_insert(row_buffer *b, sqlite3 *db, const char *table)
{
    sqlite3_str *sql = sqlite3_str_new(db);
    sqlite3_str_appendf(sql, "INSERT INTO %s VALUES(?1", table);
    for (unsigned i = 2; i <= b->columns; i++)
        sqlite3_str_appendf(sql, ",?%u", i);
    sqlite3_str_appendall(sql, ")");
    char *statement = sqlite3_str_finish(sql);
    int code = statement ? sqlite3_prepare_v2(db, statement, -1, &b->insert, NULL) : SQLITE_NOMEM;
    sqlite3_free(statement);
    return code;
}

int row_buffer_new(row_buffer **out, sqlite3 *db, const char *table, unsigned columns,
                   unsigned nullable)
{
    assert(columns);
    if (columns > ROW_BUFFER_COLUMNS_MOST)
        return SQLITE_TOOBIG;
    row_buffer *b = calloc(1, sizeof *b);
    if (!b)
        return SQLITE_NOMEM;
    b->columns = columns;
    b->nullable = nullable;
    b->most = INTEGERS / columns;
    int code = prepare_insert(b, db, table);
    if (code)
        row_buffer_free(b);
    else
        *out = b;
    return code;
}

static int insert_values(const row_buffer *b, const int64_t *values)
{
    for (unsigned i = 0; i < b->columns; i++) {
        if (values[i] == RECORD_NULL && i >= b->nullable)
            sqlite3_bind_null(b->insert, (int)i + 1);
        else
            sqlite3_bind_int64(b->insert, (int)i + 1, values[i]);
    }
    sqlite3_step(b->insert);
    return sqlite3_reset(b->insert);
}

int row_buffer_flush(row_buffer *b)
{
    int code = SQLITE_OK;
    for (size_t i = 0; b && i < b->count && !code; i++)
        code = insert_values(b, b->rows + i * b->columns);
    if (b && !code)
        b->count = 0;
    return code;
}

static int grow_room(row_buffer *b)
{
    const size_t twice = b->room ? 2 * b->room : ROWS_AT_FIRST;
    const size_t room = twice < b->most ? twice : b->most;
    int64_t *rows = realloc(b->rows, room * b->columns * sizeof *rows);
    b->rows = rows ? rows : b->rows;
    b->room = rows ? room : b->room;
    return rows ? SQLITE_OK : SQLITE_NOMEM;
}

int64_t *row_buffer_next(row_buffer *b, int *code)
{
    assert(b->count <= b->room);
    *code = SQLITE_OK;
    if (b->count == b->room)
        *code = b->room < b->most ? grow_room(b) : row_buffer_flush(b);
    return *code ? NULL : b->rows + b->count++ * b->columns;
}

size_t row_buffer_memory(const row_buffer *b)
{
    return b ? b->count * b->columns * sizeof *b->rows : 0;
}

void row_buffer_free(row_buffer *b)
{
    if (!b)
        return;
    sqlite3_finalize(b->insert);
    free(b->rows);
    free(b);
}
