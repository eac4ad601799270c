/*
 * cursor.h - the inside of wgcq_rows: answers that are pulled a row at a time.
 *
 * Whoever makes rows embeds this struct first in one of its own and fills in `next` and `free`.
 * `next` writes `values`; a text value may be lent (good until the following next).
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

typedef char cursor_digits[32]; /* any number has room */

struct wgcq_rows {
    size_t columns;
    const char **names;    /* columns of them, each malloc'd   */
    cursor_value *values;  /* columns of them                  */
    cursor_digits *digits; /* columns of them: where wgcq_rows_text puts numbers */
    strbuf remark;         /* empty: none                      */
    bool complete;
    bool unknown; /* as wgcq_rows_unknown says it */
    int (*next)(wgcq_rows *rows, wgcq_error *err);
    void (*close)(wgcq_rows *rows); /* what is the maker's own; not `rows` itself */
};

/* Sets up `columns` unnamed columns; false: no memory (rows_close then still works). */
bool cursor_open(wgcq_rows *rows, size_t columns);
bool cursor_name(wgcq_rows *rows, size_t column, const char *name); /* copies */
void cursor_null(wgcq_rows *rows, size_t column);
void cursor_integer(wgcq_rows *rows, size_t column, int64_t value);
void cursor_text(wgcq_rows *rows, size_t column, const char *lent);

#endif
