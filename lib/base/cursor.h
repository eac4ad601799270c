/*
 * cursor.h - the inside of wgcq_rows: results that are read a row at a time.
 *
 * A source of rows embeds this struct as the first member of its own and sets `next` and `close`.
 * `next` writes `values`; a text value may be borrowed (valid until the following next).
 */
#ifndef BASE_CURSOR_H
#define BASE_CURSOR_H

#include "base/strbuf.h"
#include "wgcq.h"

typedef struct cursor_value {
    wgcq_type type;
    int64_t integer; /* WGCQ_INTEGER, WGCQ_BOOL */
    double real;
    const char *text; /* WGCQ_TEXT */
} cursor_value;

typedef char cursor_digits[32]; /* room for any number */

struct wgcq_rows {
    size_t columns;
    const char **names;    /* columns of them, each malloc'd   */
    cursor_value *values;  /* columns of them                  */
    cursor_digits *digits; /* columns of them: where wgcq_rows_text formats numbers */
    strbuf remark;         /* empty: none                      */
    bool complete;
    bool unknown; /* see wgcq_rows_unknown */
    int (*next)(wgcq_rows *rows, wgcq_error *err);
    void (*close)(wgcq_rows *rows); /* frees what the source owns, not `rows` itself */
};

/* Sets up `columns` unnamed columns; false: no memory (wgcq_rows_free still works). */
bool cursor_open(wgcq_rows *rows, size_t columns);
bool cursor_name(wgcq_rows *rows, size_t column, const char *name); /* copies */
void cursor_null(wgcq_rows *rows, size_t column);
void cursor_integer(wgcq_rows *rows, size_t column, int64_t value);
void cursor_text(wgcq_rows *rows, size_t column, const char *borrowed);

#endif
