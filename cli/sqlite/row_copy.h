/*
 * row_copy.h - a row that stays when its rows go on: what a table gives, column by column.
 */
#ifndef CLI_SQLITE_ROW_COPY_H
#define CLI_SQLITE_ROW_COPY_H

#include <sqlite3.h>

#include "wgcq.h"

enum { COLUMNS_MOST = 7 };

typedef struct field {
    wgcq_type type;
    int64_t integer; /* WGCQ_INTEGER, WGCQ_BOOL */
    double real;
    char *text; /* the record's own */
} field;

/* All zero: every column is null. */
typedef struct record {
    field fields[COLUMNS_MOST];
} record;

/* Column `from` of the row that is there, into field `to`; false: no memory. */
bool record_take(record *r, int to, const wgcq_rows *rows, size_t from);
/* A copy of `text` (NULL: null); false: no memory. */
bool record_text(record *r, int to, const char *text);
void record_answer(const record *r, int column, sqlite3_context *context);
void record_clear(record *r);

#endif
