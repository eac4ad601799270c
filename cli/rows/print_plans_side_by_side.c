/*
 * print_plans_side_by_side.c - steps of several solutions side by side, for people.
 *
 * States that are long lists of name=value, or by place, are left out, since the column "differs"
 * has their differences.  States that the puzzle's `show` prints are printed instead of that
 * column.
 */
#include "rows/print_plans_side_by_side.h"

#include "output/messages.h"
#include "rows/print_plan.h"

#include <stdlib.h>
#include <string.h>

enum { LONG = 20 };

typedef struct steps_printer {
    row_writer writer;
    size_t *selected; /* indices of the printed columns */
    const char **names;
    table_cell *cells;
} steps_printer;

static bool is_state_column(const wgcq_rows *rows, size_t column)
{
    return strncmp(wgcq_rows_name(rows, column), "state ", 6) == 0;
}

/* "west: farmer goat | east: wolf" */
static bool reads_by_place(const char *text)
{
    static const char joint[] = " | ";
    bool several = strstr(text, joint) != NULL;
    while (several && text) {
        size_t name = strcspn(text, " :\n");
        several = name && text[name] == ':';
        text = strstr(text, joint);
        text = text ? text + sizeof joint - 1 : NULL;
    }
    return several;
}

/* Judged by the first row, which has initial states. */
static bool states_are_long_lists(const wgcq_rows *rows)
{
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++)
        if (is_state_column(rows, i) && wgcq_rows_type(rows, i) == WGCQ_TEXT)
            return print_plan_is_long_list(wgcq_rows_text(rows, i), LONG) ||
                   reads_by_place(wgcq_rows_text(rows, i));
    return false;
}

static void select_step_columns(steps_printer *a, const wgcq_rows *rows)
{
    bool lists = states_are_long_lists(rows);
    a->writer.columns = 0;
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++) {
        bool differs = strcmp(wgcq_rows_name(rows, i), "differs") == 0;
        if (lists ? is_state_column(rows, i) : differs)
            continue;
        a->selected[a->writer.columns] = i;
        a->names[a->writer.columns++] = wgcq_rows_name(rows, i);
    }
}

/* Null is printed as blank: a solution without a step here, a start without a move. */
static void read_step_row(steps_printer *a, const wgcq_rows *rows)
{
    for (size_t i = 0; i < a->writer.columns; i++) {
        a->cells[i] = cell_of(rows, a->selected[i]);
        if (a->cells[i].type == WGCQ_NULL)
            a->cells[i] = cell_text("");
    }
}

int print_plans_side_by_side(FILE *out, const row_format *format, wgcq_rows *rows, wgcq_error *err)
{
    size_t columns = wgcq_rows_columns(rows);
    steps_printer a = {.selected = memory_alloc(columns * sizeof *a.selected),
                       .names = memory_alloc(columns * sizeof *a.names),
                       .cells = memory_alloc(columns * sizeof *a.cells)};
    int code = wgcq_rows_next(rows, err);
    if (code == 0) {
        select_step_columns(&a, rows);
        row_writer_open(&a.writer, out, format, a.writer.columns, a.names);
        do {
            read_step_row(&a, rows);
        } while (row_writer_write(&a.writer, a.cells) && (code = wgcq_rows_next(rows, err)) == 0);
        if (code >= 0)
            row_writer_end(&a.writer);
        row_writer_free(&a.writer);
    }
    free(a.selected);
    free(a.names);
    free(a.cells);
    return code < 0 ? code : 0;
}
