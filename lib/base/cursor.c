/* cursor.c - results that are read a row at a time. */
#include "base/cursor.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cursor_open(wgcq_rows *rows, size_t columns)
{
    rows->names = calloc(columns ? columns : 1, sizeof *rows->names);
    rows->values = calloc(columns ? columns : 1, sizeof *rows->values);
    rows->digits = calloc(columns ? columns : 1, sizeof *rows->digits);
    rows->columns = rows->names && rows->digits ? columns : 0;
    return rows->names && rows->values && rows->digits;
}

bool cursor_name(wgcq_rows *rows, size_t column, const char *name)
{
    assert(column < rows->columns && !rows->names[column]);
    rows->names[column] = strdup(name);
    return rows->names[column] != NULL;
}

void cursor_null(wgcq_rows *rows, size_t column)
{
    assert(column < rows->columns);
    rows->values[column] = (cursor_value){.type = WGCQ_NULL};
}

void cursor_integer(wgcq_rows *rows, size_t column, int64_t value)
{
    assert(column < rows->columns);
    rows->values[column] = (cursor_value){.type = WGCQ_INTEGER, .integer = value};
}

void cursor_text(wgcq_rows *rows, size_t column, const char *borrowed)
{
    rows->values[column] = (cursor_value){.type = WGCQ_TEXT, .text = borrowed};
}

void cursor_list(wgcq_rows *rows, size_t column, const cursor_texts *borrowed)
{
    rows->values[column] = (cursor_value){.type = WGCQ_LIST,
                                          .integer = (int64_t)borrowed->count,
                                          .text = strbuf_string(&borrowed->joined),
                                          .items = strbuf_string(&borrowed->items)};
}

/* ---- lists ----------------------------------------------------------------------------- */

void cursor_texts_add(cursor_texts *l, const char *copied)
{
    strbuf_add(&l->items, copied, strlen(copied) + 1);
    strbuf_put(&l->joined, l->count ? "; " : "");
    strbuf_put(&l->joined, copied);
    l->count++;
}

bool cursor_texts_failed(const cursor_texts *l)
{
    return l->items.failed || l->joined.failed;
}

void cursor_texts_clear(cursor_texts *l)
{
    strbuf_clear(&l->items);
    strbuf_clear(&l->joined);
    l->count = 0;
}

void cursor_texts_free(cursor_texts *l)
{
    strbuf_free(&l->items);
    strbuf_free(&l->joined);
    l->count = 0;
}

/* ---- for callers ----------------------------------------------------------------------- */

int wgcq_rows_next(wgcq_rows *rows, wgcq_error *err)
{
    return rows->next(rows, err);
}

size_t wgcq_rows_columns(const wgcq_rows *rows)
{
    return rows->columns;
}

const char *wgcq_rows_name(const wgcq_rows *rows, size_t column)
{
    assert(column < rows->columns);
    return rows->names[column] ? rows->names[column] : "";
}

wgcq_type wgcq_rows_type(const wgcq_rows *rows, size_t column)
{
    assert(column < rows->columns);
    return rows->values[column].type;
}

int64_t wgcq_rows_integer(const wgcq_rows *rows, size_t column)
{
    assert(column < rows->columns);
    const cursor_value *value = &rows->values[column];
    return value->type == WGCQ_LIST ? 0 : value->integer;
}

double wgcq_rows_real(const wgcq_rows *rows, size_t column)
{
    assert(column < rows->columns);
    return rows->values[column].real;
}

const char *wgcq_rows_text(const wgcq_rows *rows, size_t column)
{
    assert(column < rows->columns);
    const cursor_value *value = &rows->values[column];
    char *spelled = rows->digits[column];
    switch (value->type) {
    case WGCQ_NULL: return "";
    case WGCQ_BOOL: return value->integer ? "true" : "false";
    case WGCQ_INTEGER: snprintf(spelled, sizeof(cursor_digits), "%" PRId64, value->integer); break;
    case WGCQ_REAL: snprintf(spelled, sizeof(cursor_digits), "%.15g", value->real); break;
    case WGCQ_LIST:
    case WGCQ_TEXT: return value->text;
    }
    return spelled;
}

const char *wgcq_rows_list(const wgcq_rows *rows, size_t column, size_t *count)
{
    assert(column < rows->columns);
    const cursor_value *value = &rows->values[column];
    bool is_list = value->type == WGCQ_LIST;
    *count = is_list ? (size_t)value->integer : 0;
    return is_list ? value->items : "";
}

const char *wgcq_rows_remark(const wgcq_rows *rows)
{
    return rows->remark.length ? strbuf_string(&rows->remark) : NULL;
}

bool wgcq_rows_unknown(const wgcq_rows *rows)
{
    return rows->unknown;
}

bool wgcq_rows_complete(const wgcq_rows *rows)
{
    return rows->complete;
}

void wgcq_rows_free(wgcq_rows *rows)
{
    if (!rows)
        return;
    if (rows->close)
        rows->close(rows);
    for (size_t i = 0; i < rows->columns; i++)
        free((void *)(uintptr_t)rows->names[i]);
    free(rows->digits);
    free(rows->names);
    free(rows->values);
    strbuf_free(&rows->remark);
    free(rows);
}
