/* print_pddl.h - a solution as planners and validators of PDDL have it: `(stack a b)` a line. */
#ifndef CLI_ROWS_PRINT_PDDL_H
#define CLI_ROWS_PRINT_PDDL_H

#include "wgcq_rows.h"

#include <stdio.h>

/* `rows` are those of wgcq_show; `source` is the puzzle's text, whose comments have the names that
   PDDL has for others (NULL: it has none).  0, or the error of the rows. */
int print_pddl(FILE *out, wgcq_rows *rows, const char *source, wgcq_error *err);

#endif
