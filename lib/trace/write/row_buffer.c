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

int row_buffer_new(row_buffer **out, sqlite3_stmt *insert, unsigned nullable)
{
    const unsigned columns = (unsigned)sqlite3_bind_parameter_count(insert);
    assert(columns);
    row_buffer *b = malloc(sizeof *b);
    if (b)
        *b = (row_buffer){
            .insert = insert, .columns = columns, .nullable = nullable, .most = INTEGERS / columns};
    else
        sqlite3_finalize(insert);
    *out = b;
    return b ? SQLITE_OK : SQLITE_NOMEM;
}

void row_buffer_bind(sqlite3_stmt *insert, int first, const int64_t *values, unsigned count,
                     unsigned nullable)
{
    for (unsigned i = 0; i < count; i++) {
        if (values[i] == RECORD_NULL && i >= nullable)
            sqlite3_bind_null(insert, first + (int)i);
        else
            sqlite3_bind_int64(insert, first + (int)i, values[i]);
    }
}

static int insert_values(const row_buffer *b, const int64_t *values)
{
    row_buffer_bind(b->insert, 1, values, b->columns, b->nullable);
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
