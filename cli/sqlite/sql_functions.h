/*
 * sql_functions.h - the table-valued functions: their columns, arguments, and how a trace answers
 * them.
 */
#ifndef CLI_SQLITE_SQL_FUNCTIONS_H
#define CLI_SQLITE_SQL_FUNCTIONS_H

#include "row_copy.h"

enum { SQL_ARGUMENTS_MAX = 5 };

typedef struct sql_function {
    const char *name;
    const char *schema; /* columns, then hidden ones: arguments and `remark` */
    int columns, arguments;
    const char *required; /* the first argument, in words; NULL: it is optional */
    /* 0 and rows, or an error.  An argument that is not given is NULL. */
    int (*open_rows)(wgcq_rows **out, wgcq_trace *trace, sqlite3_value *const *arguments,
                     wgcq_error *err);
    /* Copies the current row; false: no memory. */
    bool (*copy_row)(row_copy *out, const wgcq_rows *rows);
    /* If there is no row: makes one of the remark, or WGCQ_DONE: none, or an error.  May be NULL.
     */
    int (*copy_no_rows)(row_copy *out, const wgcq_rows *rows, wgcq_error *err);
} sql_function;

enum { SQL_FUNCTIONS = 4 };
extern const sql_function sql_functions[SQL_FUNCTIONS];

#endif
