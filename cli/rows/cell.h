/* cell.h - one value of a printed row. */
#ifndef CLI_ROWS_CELL_H
#define CLI_ROWS_CELL_H

#include "wgcq_rows.h"

typedef struct table_cell {
    wgcq_type type;
    int64_t integer; /* WGCQ_INTEGER, WGCQ_BOOL */
    double real;
    const char *text;           /* borrowed                                         */
    const char *items;          /* WGCQ_LIST: so many as `integer`, each with its NUL */
    const unsigned char *marks; /* borrowed; [bytes of the text] 1: a table has it bold; or NULL */
} table_cell;

table_cell cell_null(void);
table_cell cell_integer(int64_t value);
table_cell cell_count(uint64_t value);          /* below 2^63 */
table_cell cell_if(bool known, uint64_t value); /* the count, or null */
table_cell cell_text(const char *text);         /* borrowed; NULL: null */
/* A cell of the current row; its text is valid until the next row. */
table_cell cell_of(const wgcq_rows *rows, size_t column);

enum { CELL_TEXT_MAX = 32 };
/* A cell as text: its own, or formatted into `buffer`; null is "". */
const char *cell_format(const table_cell *c, char buffer[CELL_TEXT_MAX]);

#endif
