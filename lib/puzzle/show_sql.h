/* show_sql.h - how a state is shown, as an SQL expression over its packed words w0, w1, ... */
#ifndef PUZZLE_SHOW_SQL_H
#define PUZZLE_SHOW_SQL_H

#include "puzzle/ast/ast.h"

/* *out is NULL where `show` holds more than text, constants and cells, or a cell that SQL cannot
   decode: states then keep their text.  It is a concatenation of parts that read one cell each at
   most (so `verify` compares texts by the values of each cell), made of w0, w1, ..., numbers,
   strings, CASE WHEN THEN ELSE END, char(10) and operators: a file with anything more is not
   trusted (trace/read/sandbox.c). */
int show_sql(char **out, const ast *t, wgcq_error *err);

#endif
