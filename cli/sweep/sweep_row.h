/* sweep_row.h - a run of a sweep as a row: its parameters and the figures of its report. */
#ifndef CLI_SWEEP_SWEEP_ROW_H
#define CLI_SWEEP_SWEEP_ROW_H

#include "rows/row_writer.h"
#include "sweep/sweep_runs.h"

typedef struct sweep_columns {
    const sweep_plan *plan;
    size_t count;
    char **names; /* malloc'd */
    table_cell *cells;
} sweep_columns;

/* Figures are named as in the report of one run; a parameter
   of such a name gets "_" appended, as in every result. */
void sweep_columns_open(sweep_columns *out, const sweep_plan *plan);
/* The cells of a run, valid until it is freed or another one is filled in. */
const table_cell *sweep_columns_fill(sweep_columns *of, size_t number, const swept_run *run);
void sweep_columns_close(sweep_columns *of);

#endif
