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

typedef struct cell {
    wgcq_type type;
    int64_t integer; /* WGCQ_INTEGER, WGCQ_BOOL */
    double real;
    const char *text;
} cell;

cell cell_null(void);
cell cell_integer(int64_t value);
cell cell_count(uint64_t value);  /* of what was met one by one, so below 2^63 */
cell cell_text(const char *lent); /* NULL: null */
cell cell_of(const wgcq_rows *rows, size_t column);

enum { SPELL_ROOM = 32 };
/* A cell as text, its own or spelled in `room`; null is "". */
const char *cell_spell(const cell *c, char room[SPELL_ROOM]);

struct table; /* what a table waits for */

typedef struct sheet {
    FILE *out;
    format format;
    size_t columns;
    const char *const *names; /* lent */
    uint64_t rows;
    struct table *table;
} sheet;

void sheet_open(sheet *s, FILE *out, format f, size_t columns, const char *const *names);
/* false: it cannot be written, and there is no use in going on. */
bool sheet_row(sheet *s, const cell *cells);
/* The end of it, where all rows are there; after trouble leave it out, so that nothing cut short
   passes for whole. */
void sheet_end(sheet *s);
void sheet_free(sheet *s); /* prints rows that wait */

/* Prints all rows, `limit` of them at most (0: no limit).  *printed counts them, *cut says that the
   limit ended it.  0, or the trouble of the rows. */
int sheet_rows(FILE *out, format f, wgcq_rows *rows, uint64_t limit, uint64_t *printed, bool *cut,
               wgcq_error *err);
/* A single row. */
void sheet_single(FILE *out, format f, size_t columns, const char *const *names, const cell *cells);

#endif
