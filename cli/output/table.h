/*
 * table.h - rows of cells, printed as a table, JSON, JSON lines, CSV, TSV or Markdown.
 *
 * Rows are written as they come.  Only a table waits, for its first thousand rows: their widths
 * are the columns' widths from then on.
 */
#ifndef CLI_OUTPUT_TABLE_H
#define CLI_OUTPUT_TABLE_H

#include "wgcq.h"

#include <stdio.h>

typedef enum format {
    FORMAT_TABLE,
    FORMAT_JSON,
    FORMAT_JSONL,
    FORMAT_CSV,
    FORMAT_TSV,
    FORMAT_MARKDOWN
} format;

const char *format_name(format f); /* NULL past the last */

typedef struct table_cell {
    wgcq_type type;
    int64_t integer; /* WGCQ_INTEGER, WGCQ_BOOL */
    double real;
    const char *text;
} table_cell;

table_cell cell_null(void);
table_cell cell_integer(int64_t value);
table_cell cell_count(uint64_t value);  /* of what was met one by one, so below 2^63 */
table_cell cell_text(const char *lent); /* NULL: null */
table_cell cell_of(const wgcq_rows *rows, size_t column);

enum { CELL_TEXT_MAX = 32 };
/* A cell as text, its own or spelled in `room`; null is "". */
const char *cell_format(const table_cell *c, char room[CELL_TEXT_MAX]);

struct aligned_table; /* what a table waits for */

typedef struct row_writer {
    FILE *out;
    format format;
    size_t columns;
    const char *const *names; /* lent */
    uint64_t rows;
    struct aligned_table *table;
} row_writer;

void row_writer_open(row_writer *s, FILE *out, format f, size_t columns, const char *const *names);
/* false: it cannot be written, and there is no use in going on. */
bool row_writer_write(row_writer *s, const table_cell *cells);
/* The end of it, where all rows are there; after trouble leave it out, so that nothing cut short
   passes for whole. */
void row_writer_end(row_writer *s);
void row_writer_free(row_writer *s); /* prints rows that wait */

/* Prints all rows, `limit` of them at most (0: no limit).  *printed counts them, *cut says that the
   limit ended it.  0, or the trouble of the rows. */
int row_writer_write_all(FILE *out, format f, wgcq_rows *rows, uint64_t limit, uint64_t *printed,
                         bool *cut, wgcq_error *err);
/* A single row. */
void row_writer_write_single(FILE *out, format f, size_t columns, const char *const *names,
                             const table_cell *cells);

#endif
