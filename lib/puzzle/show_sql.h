/* show_sql.h - how a state is shown, as an SQL expression over its packed words w0, w1, ... */
#ifndef PUZZLE_SHOW_SQL_H
#define PUZZLE_SHOW_SQL_H

#include "puzzle/ast/ast.h"

/* Appended to out; false (and nothing appended) where SQL cannot say it exactly.  It is made of
   w0, w1, ..., numbers, strings, CASE WHEN THEN ELSE END, char(10) and operators that are signs: a
   file that brings along anything more is not trusted (trace/guard.c). */
bool show_sql(const ast *t, strbuf *out);

/* ---- sql_value.c: an expression's value in SQL ---- */

enum { SQL_LONGEST = 200000 }; /* bytes */

/* An SQL expression without blanks around it that may stand beside any operator, and what it can
   come to in a state.  low == high: `sql` is empty, the value is known. */
typedef struct sql_value {
    strbuf sql;
    unsigned depth; /* how deep it nests, as SQLite counts; not less */
    int64_t low, high;
} sql_value;

/* False: SQL cannot say it. `out` is to be freed either way. */
bool sql_expression(sql_value *out, const ast *t, const expr *e);
bool sql_cell(sql_value *out, const state_cell *c);
/* The value as SQL, known or not. */
void sql_put(strbuf *out, const sql_value *value);
void sql_free(sql_value *value);
/* A string on one line as SQL spells it. */
void sql_quote(strbuf *out, const char *string, size_t length);

#endif
