/* show_sql.h - how a state is shown, as an SQL expression over its packed words w0, w1, ... */
#ifndef PUZZLE_SHOW_SQL_H
#define PUZZLE_SHOW_SQL_H

#include "puzzle/tree.h"

/* Appended to out; false where SQL cannot say it. */
bool show_sql(const tree *t, text *out);
/* A string as SQL spells it; line ends by char(10). */
void sql_quote(text *out, const char *string);

#endif
