/*
 * row_writer.h - rows of cells, printed in one of the formats.
 *
 * Rows are written as they come.  Only a table holds back its first thousand rows: their widths
 * are the columns' widths from then on.
 */
#ifndef CLI_ROWS_ROW_WRITER_H
#define CLI_ROWS_ROW_WRITER_H

#include "rows/row_format.h"

#include <stdio.h>

typedef struct row_writer {
    FILE *out;
    const row_format *format;
    size_t columns;
    const char *const *names; /* of the columns; borrowed */
    uint64_t rows;            /* written so far           */
    bool is_side_by_side;     /* columns are compared: a table as long as its lines fit */
    void *state;              /* the format's own         */
} row_writer;

void row_writer_open(row_writer *w, FILE *out, const row_format *format, size_t columns,
                     const char *const *names);
/* False: the output cannot be written, and it is no use to continue. */
bool row_writer_write(row_writer *w, const table_cell *cells);
/* Completes the output.  After an error leave it out, so that output that was cut short cannot pass
   for complete. */
void row_writer_end(row_writer *w);
/* Prints rows that are held back. */
void row_writer_free(row_writer *w);

/* A cell as text, as cell_format; where `cells` is NULL the name of the column. */
const char *row_writer_text(const row_writer *w, const table_cell *cells, size_t column,
                            char buffer[CELL_TEXT_MAX]);
/* Columns of the widest name. */
int row_writer_widest_name(const row_writer *w);
/* [columns] The names of the columns, borrowed from `rows`; free the array. */
const char **row_writer_names(const wgcq_rows *rows);
/* Prints all rows, at most `limit` of them (0: no limit).  *printed counts them, also while
   they are printed, *cut: the limit ended it.  0, or the error of the rows. */
int row_writer_write_all(FILE *out, const row_format *format, wgcq_rows *rows, uint64_t limit,
                         uint64_t *printed, bool *cut, wgcq_error *err);
void row_writer_write_single(FILE *out, const row_format *format, size_t columns,
                             const char *const *names, const table_cell *cells);

#endif
