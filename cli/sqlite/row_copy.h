/*
 * row_copy.h - a copy of a row, column by column, which stays when its rows advance.
 */
#ifndef CLI_SQLITE_ROW_COPY_H
#define CLI_SQLITE_ROW_COPY_H

#include <sqlite3.h>

#include "wgcq_rows.h"

enum { ROW_COPY_COLUMNS_MAX = 7 };

typedef struct copied_value {
    wgcq_type type;
    int64_t integer; /* WGCQ_INTEGER, WGCQ_BOOL */
    double real;
    char *text; /* owned */
} copied_value;

/* All zero: every column is null. */
typedef struct row_copy {
    copied_value values[ROW_COPY_COLUMNS_MAX];
} row_copy;

/* Copies column `from` of the current row to column `to`; false: no memory. */
bool row_copy_column(row_copy *r, int to, const wgcq_rows *rows, size_t from);
/* A copy of `text` (NULL: null); false: no memory. */
bool row_copy_text(row_copy *r, int to, const char *text);
/* Sets the result of `context` to that column. */
void row_copy_result(const row_copy *r, int column, sqlite3_context *context);
void row_copy_clear(row_copy *r);

#endif
