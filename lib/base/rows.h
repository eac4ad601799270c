/*
 * rows.h - the inside of wgcq_rows: answers that are pulled a row at a time.
 *
 * Whoever makes rows embeds this struct first in one of its own and fills in `next` and `free`.
 * `next` writes `values`; a text value may be lent (good until the following next).
 */
#ifndef BASE_ROWS_H
#define BASE_ROWS_H

#include "base/text.h"
#include "wgcq.h"

typedef struct row_value {
    wgcq_type type;
    int64_t integer; /* WGCQ_INTEGER, WGCQ_BOOL */
    double real;
    const char *text; /* WGCQ_TEXT */
} row_value;

typedef char row_digits[32]; /* any number has room */

struct wgcq_rows {
    size_t columns;
    const char **names;  /* columns of them, each malloc'd   */
    row_value *values;   /* columns of them                  */
    row_digits *spelled; /* columns of them: where wgcq_rows_text puts numbers */
    text remark;         /* empty: none                      */
    bool complete;
    bool unknown; /* as wgcq_rows_unknown says it */
    int (*next)(wgcq_rows *rows, wgcq_error *err);
    void (*close)(wgcq_rows *rows); /* what is the maker's own; not `rows` itself */
};

/* Sets up `columns` unnamed columns; false: no memory (rows_close then still works). */
bool rows_open(wgcq_rows *rows, size_t columns);
bool rows_name(wgcq_rows *rows, size_t column, const char *name); /* copies */
void rows_null(wgcq_rows *rows, size_t column);
void rows_integer(wgcq_rows *rows, size_t column, int64_t value);
void rows_text(wgcq_rows *rows, size_t column, const char *lent);

#endif
