/* row_copy.c - a copy of a row, which stays when its rows advance. */
#include "row_copy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool row_copy_text(row_copy *r, int to, const char *text)
{
    assert(to >= 0 && to < ROW_COPY_COLUMNS_MAX && !r->values[to].text);
    copied_value *f = &r->values[to];
    if (!text)
        return true;
    f->type = WGCQ_TEXT;
    f->text = strdup(text);
    return f->text != NULL;
}

bool row_copy_column(row_copy *r, int to, const wgcq_rows *rows, size_t from)
{
    assert(to >= 0 && to < ROW_COPY_COLUMNS_MAX);
    copied_value *f = &r->values[to];
    wgcq_type type = wgcq_rows_type(rows, from);
    if (type == WGCQ_TEXT || type == WGCQ_LIST)
        return row_copy_text(r, to, wgcq_rows_text(rows, from));
    f->type = type;
    if (type == WGCQ_REAL)
        f->real = wgcq_rows_real(rows, from);
    else if (type != WGCQ_NULL)
        f->integer = wgcq_rows_integer(rows, from);
    return true;
}

void row_copy_result(const row_copy *r, int column, sqlite3_context *context)
{
    const copied_value *f = &r->values[column];
    switch (f->type) {
    case WGCQ_NULL: sqlite3_result_null(context); break;
    case WGCQ_BOOL:
    case WGCQ_INTEGER: sqlite3_result_int64(context, f->integer); break;
    case WGCQ_REAL: sqlite3_result_double(context, f->real); break;
    case WGCQ_LIST:
    case WGCQ_TEXT: sqlite3_result_text(context, f->text, -1, SQLITE_TRANSIENT); break;
    }
}

void row_copy_clear(row_copy *r)
{
    for (int i = 0; i < ROW_COPY_COLUMNS_MAX; i++)
        free(r->values[i].text);
    *r = (row_copy){0};
}
