/* print_plans_side_by_side.h - steps of several solutions side by side, for people. */
#ifndef CLI_ROWS_PRINT_PLANS_SIDE_BY_SIDE_H
#define CLI_ROWS_PRINT_PLANS_SIDE_BY_SIDE_H

#include "rows/row_writer.h"

/* `rows` are those of wgcq_compare for WGCQ_COMPARE_STEPS.  With `equal`, consecutive steps that
   are the same in all solutions are one row, "0 to 11", and *equal counts them; NULL: each has its
   row. 0, or the error of the rows. */
int print_plans_side_by_side(FILE *out, const row_format *format, wgcq_rows *rows, uint64_t *equal,
                             wgcq_error *err);

#endif
