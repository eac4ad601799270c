/*
 * sql_functions.h - what SQL may ask: a table each, with its columns, its arguments, and how it is
 * asked of a trace.
 */
#ifndef CLI_SQLITE_SQL_FUNCTIONS_H
#define CLI_SQLITE_SQL_FUNCTIONS_H

#include "row_copy.h"

enum { SQL_ARGUMENTS_MAX = 5 };

typedef struct sql_function {
    const char *name;
    const char *schema; /* its columns, then its arguments, then `remark`; these two are hidden */
    int columns, arguments;
    const char *required; /* said where the first argument is missing; NULL: it need not be there */
    /* 0 and rows, or trouble.  An argument that was not given is NULL. */
    int (*open_rows)(wgcq_rows **out, wgcq_trace *trace, sqlite3_value *const *arguments,
                     wgcq_error *err);
    /* The row that is there, as the table has it; false: no memory. */
    bool (*copy_row)(row_copy *out, const wgcq_rows *rows);
    /* There was no row: makes one out of what is to be said, if the table has such; WGCQ_DONE: it
       has none.  May be NULL. */
    int (*copy_no_rows)(row_copy *out, const wgcq_rows *rows, wgcq_error *err);
} sql_function;

enum { SQL_FUNCTIONS = 4 };
extern const sql_function sql_functions[SQL_FUNCTIONS];

#endif
