/* cell.c - one value of a printed row. */
#include "rows/cell.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

table_cell cell_null(void)
{
    return (table_cell){.type = WGCQ_NULL};
}

table_cell cell_integer(int64_t value)
{
    return (table_cell){.type = WGCQ_INTEGER, .integer = value};
}

table_cell cell_count(uint64_t value)
{
    assert(value <= INT64_MAX);
    return cell_integer((int64_t)value);
}

table_cell cell_if(bool known, uint64_t value)
{
    return known ? cell_count(value) : cell_null();
}

table_cell cell_text(const char *text)
{
    return (table_cell){.type = text ? WGCQ_TEXT : WGCQ_NULL, .text = text};
}

static void read_list(table_cell *c, const wgcq_rows *rows, size_t column)
{
    size_t count;
    c->text = wgcq_rows_text(rows, column);
    c->items = wgcq_rows_list(rows, column, &count);
    c->integer = (int64_t)count;
}

table_cell cell_of(const wgcq_rows *rows, size_t column)
{
    table_cell c = {.type = wgcq_rows_type(rows, column)};
    switch (c.type) {
    case WGCQ_NULL: break;
    case WGCQ_INTEGER:
    case WGCQ_BOOL: c.integer = wgcq_rows_integer(rows, column); break;
    case WGCQ_REAL: c.real = wgcq_rows_real(rows, column); break;
    case WGCQ_TEXT: c.text = wgcq_rows_text(rows, column); break;
    case WGCQ_LIST: read_list(&c, rows, column); break;
    }
    return c;
}

/* The fewest digits that are parsed as the same number. */
static void format_real(double value, char buffer[CELL_TEXT_MAX])
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(buffer, CELL_TEXT_MAX, "%.*g", digits, value);
        double back = strtod(buffer, NULL);
        if (!(back < value) && !(back > value))
            break;
    }
}

const char *cell_format(const table_cell *c, char buffer[CELL_TEXT_MAX])
{
    switch (c->type) {
    case WGCQ_NULL: return "";
    case WGCQ_INTEGER: snprintf(buffer, CELL_TEXT_MAX, "%" PRId64, c->integer); break;
    case WGCQ_BOOL: return c->integer ? "true" : "false";
    case WGCQ_REAL: format_real(c->real, buffer); break;
    case WGCQ_LIST:
    case WGCQ_TEXT: return c->text;
    }
    return buffer;
}
