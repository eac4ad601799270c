/* print_plan.h - a solution for people: step, move, the state after it, costs so far. */
#ifndef CLI_ROWS_PRINT_PLAN_H
#define CLI_ROWS_PRINT_PLAN_H

#include "rows/row_writer.h"

/* `rows` are those of wgcq_show.  *steps counts them; 0, or the error of the rows. */
int print_plan(FILE *out, const row_format *format, wgcq_rows *rows, uint64_t *steps,
               wgcq_error *err);

/* Whether a shown state is a list of name=value, wider than `max_columns`. */
bool print_plan_is_long_list(const char *shown, int max_columns);

#endif
