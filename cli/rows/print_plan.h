/* print_plan.h - a solution as a person reads it: step, move, the state after it, what was spent.
 */
#ifndef CLI_ROWS_PRINT_PLAN_H
#define CLI_ROWS_PRINT_PLAN_H

#include "rows/row_writer.h"

/* `rows` as wgcq_show gives them.  *steps counts them; 0, or the trouble of the rows. */
int print_plan(FILE *out, const row_format *format, wgcq_rows *rows, uint64_t *steps,
               wgcq_error *err);

/* Whether a state is shown as a list of name=value that takes more than `most` columns. */
bool print_plan_is_long_list(const char *shown, int most);

#endif
