/*
 * print_plans_side_by_side.c - steps of several solutions side by side, for people.
 *
 * States that are long lists of name=value, or by place, are left out, since the column "differs"
 * has their differences.  States that the puzzle's `show` prints are printed instead of that
 * column.  Steps that are the same everywhere are held back, to be one row with those before them.
 */
#include "rows/print_plans_side_by_side.h"

#include "output/messages.h"
#include "rows/print_plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 20, RANGE_MAX = 48 };

typedef char step_range[RANGE_MAX];

typedef struct steps_printer {
    row_writer writer;
    size_t *selected; /* indices of the printed columns */
    const char **names;
    table_cell *cells;
    uint64_t *equal;       /* counts steps that are one row with others; NULL: none are */
    uint64_t pending;      /* equal steps that are not printed yet                      */
    int64_t *first, *last; /* [columns] of these, the steps of each solution           */
    char **texts;          /* [columns] of the first of these                           */
    step_range *ranges;    /* [columns]                                                 */
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

/* ---- equal steps -------------------------------------------------------------------------- */

static bool begins_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* All solutions are in one state, after the same move. */
static bool is_equal_step(const wgcq_rows *rows)
{
    const char *move = NULL;
    bool equal = false, begun = false;
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++) {
        const char *name = wgcq_rows_name(rows, i);
        bool is_null = wgcq_rows_type(rows, i) == WGCQ_NULL;
        if (!strcmp(name, "where"))
            equal = !is_null && !strcmp(wgcq_rows_text(rows, i), "together");
        else if (!strcmp(name, "differs"))
            equal = equal && is_null;
        if (!begins_with(name, "move "))
            continue;
        const char *text = is_null ? "" : wgcq_rows_text(rows, i);
        equal = equal && (!begun || strcmp(move, text) == 0);
        move = text;
        begun = true;
    }
    return equal;
}

static bool is_step_column(const steps_printer *a, size_t i)
{
    return begins_with(a->names[i], "step ");
}

static void hold_equal_step(steps_printer *a)
{
    char buffer[CELL_TEXT_MAX];
    for (size_t i = 0; i < a->writer.columns; i++) {
        if (!a->pending) {
            free(a->texts[i]);
            a->texts[i] = memory_strdup(cell_format(&a->cells[i], buffer));
            a->first[i] = a->cells[i].integer;
        }
        a->last[i] = a->cells[i].integer;
    }
    a->pending++;
}

/* One step as it is; of several their numbers. */
static bool print_held_steps(steps_printer *a)
{
    if (!a->pending)
        return true;
    table_cell *cells = memory_alloc(a->writer.columns * sizeof *cells);
    for (size_t i = 0; i < a->writer.columns; i++) {
        bool is_step = is_step_column(a, i);
        snprintf(a->ranges[i], sizeof a->ranges[i], "%" PRId64 " to %" PRId64, a->first[i],
                 a->last[i]);
        if (a->pending == 1)
            cells[i] = is_step ? cell_integer(a->first[i]) : cell_text(a->texts[i]);
        else
            cells[i] = cell_text(is_step                         ? a->ranges[i]
                                 : !strcmp(a->names[i], "where") ? a->texts[i]
                                                                 : "");
    }
    if (a->pending > 1)
        *a->equal += a->pending;
    a->pending = 0;
    bool written = row_writer_write(&a->writer, cells);
    free(cells);
    return written;
}

static bool print_step(steps_printer *a, const wgcq_rows *rows)
{
    read_step_row(a, rows);
    if (a->equal && is_equal_step(rows)) {
        hold_equal_step(a);
        return true;
    }
    return print_held_steps(a) && row_writer_write(&a->writer, a->cells);
}

/* ---- all of them -------------------------------------------------------------------------- */

static int print_step_rows(steps_printer *a, FILE *out, const row_format *format, wgcq_rows *rows,
                           wgcq_error *err)
{
    int code = wgcq_rows_next(rows, err);
    if (code)
        return code;
    select_step_columns(a, rows);
    row_writer_open(&a->writer, out, format, a->writer.columns, a->names);
    a->writer.is_side_by_side = true;
    while (!code && print_step(a, rows))
        code = wgcq_rows_next(rows, err);
    if (code >= 0 && print_held_steps(a))
        row_writer_end(&a->writer);
    row_writer_free(&a->writer);
    return code;
}

int print_plans_side_by_side(FILE *out, const row_format *format, wgcq_rows *rows, uint64_t *equal,
                             wgcq_error *err)
{
    size_t columns = wgcq_rows_columns(rows);
    steps_printer a = {.selected = memory_alloc(columns * sizeof *a.selected),
                       .names = memory_alloc(columns * sizeof *a.names),
                       .cells = memory_alloc(columns * sizeof *a.cells),
                       .equal = equal,
                       .first = memory_alloc(columns * sizeof *a.first),
                       .last = memory_alloc(columns * sizeof *a.last),
                       .texts = memory_alloc(columns * sizeof *a.texts),
                       .ranges = memory_alloc(columns * sizeof *a.ranges)};
    if (equal)
        *equal = 0;
    int code = print_step_rows(&a, out, format, rows, err);
    for (size_t i = 0; i < columns; i++)
        free(a.texts[i]);
    free(a.selected);
    free(a.names);
    free(a.cells);
    free(a.first);
    free(a.last);
    free(a.texts);
    free(a.ranges);
    return code < 0 ? code : 0;
}
