/*
 * format_table.c - rows for people: aligned columns, by their width on a terminal.
 *
 * A cell may have several lines (a board); then blank lines separate the rows.
 */
#include "output/messages.h"
#include "output/terminal_text.h"
#include "rows/row_writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HELD_ROWS_MAX = 1000, GAP = 2 };

static const char absent[] = "-";

typedef struct aligned_table {
    char **held;                  /* rows x columns; freed as they are printed */
    size_t rows;                  /* held back                                  */
    int *widths;                  /* of each column                             */
    bool *numbers;                /* columns of numbers, aligned to the right   */
    bool head_printed, multiline; /* is printed; some cell has two lines        */
} aligned_table;

static size_t line_length(const char *text)
{
    return strcspn(text, "\n");
}

static int widest_line(const char *text)
{
    int widest = 0;
    for (;;) {
        size_t length = line_length(text);
        int width = terminal_text_width(text, length);
        widest = width > widest ? width : widest;
        if (!text[length])
            return widest;
        text += length + 1;
    }
}

/* Counts beyond 64 bits are text, and aligned to the right too; a null fits either side. */
static bool is_numeric(const table_cell *c, const char *text)
{
    if (c->type == WGCQ_INTEGER || c->type == WGCQ_REAL || c->type == WGCQ_NULL)
        return true;
    return c->type == WGCQ_TEXT && strspn(text, "0123456789") == strlen(text);
}

static void open_table(row_writer *w)
{
    aligned_table *t = memory_alloc(sizeof *t);
    t->widths = memory_alloc(w->columns * sizeof *t->widths);
    t->numbers = memory_alloc(w->columns * sizeof *t->numbers);
    for (size_t i = 0; i < w->columns; i++) {
        t->widths[i] = widest_line(w->names[i]);
        t->numbers[i] = true;
    }
    w->state = t;
}

/* ---- printing ---------------------------------------------------------------- */

/* A line of a cell after `pending` blanks.  Returns the blanks pending after it, which are printed
   only if something follows. */
static int print_padded(const row_writer *w, size_t column, int pending, const char *text,
                        size_t length)
{
    const aligned_table *t = w->state;
    int missing = t->widths[column] - terminal_text_width(text, length);
    if (length == 0)
        return pending + missing;
    bool right = t->numbers[column];
    terminal_spaces(w->out, right ? pending + missing : pending);
    terminal_print(w->out, text, length);
    return right ? 0 : missing;
}

/* One line of a row: the next line of every cell.  `rest` advances; NULL: that cell has ended. */
static void print_table_line(const row_writer *w, const char **rest)
{
    const aligned_table *t = w->state;
    int pending = 0;
    for (size_t i = 0; i < w->columns; i++) {
        pending += i ? GAP : 0;
        if (!rest[i]) {
            pending += t->widths[i];
            continue;
        }
        size_t length = line_length(rest[i]);
        pending = print_padded(w, i, pending, rest[i], length);
        rest[i] = rest[i][length] ? rest[i] + length + 1 : NULL;
    }
    fputc('\n', w->out);
}

static void print_table_row(const row_writer *w, const char *const *texts)
{
    const char **rest = memory_alloc(w->columns * sizeof *rest);
    memcpy(rest, texts, w->columns * sizeof *rest);
    bool more = true;
    while (more) {
        print_table_line(w, rest);
        more = false;
        for (size_t i = 0; i < w->columns; i++)
            more |= rest[i] != NULL;
    }
    free(rest);
}

static void print_table_head(const row_writer *w)
{
    aligned_table *t = w->state;
    style_set(w->out, STYLE_BOLD);
    print_table_row(w, w->names);
    style_set(w->out, STYLE_PLAIN);
    for (size_t i = 0; i < w->columns; i++) {
        terminal_spaces(w->out, i ? GAP : 0);
        for (int k = 0; k < t->widths[i]; k++)
            fputc('-', w->out);
    }
    fputc('\n', w->out);
    t->head_printed = true;
}

static void flush_table(row_writer *w)
{
    aligned_table *t = w->state;
    if (t->rows && !t->head_printed)
        print_table_head(w);
    for (size_t r = 0; r < t->rows; r++) {
        char **texts = t->held + r * w->columns;
        print_table_row(w, (const char *const *)texts);
        if (t->multiline && r + 1 < t->rows)
            fputc('\n', w->out);
        for (size_t i = 0; i < w->columns; i++)
            free(texts[i]);
    }
    t->rows = 0;
}

/* ---- holding back ------------------------------------------------------------------ */

/* A last newline would print an empty line. */
static char *copy_without_last_newline(const char *text)
{
    char *copy = memory_strdup(text);
    size_t length = strlen(copy);
    if (length && copy[length - 1] == '\n')
        copy[length - 1] = '\0';
    return copy;
}

static void write_table_row(row_writer *w, const table_cell *cells)
{
    aligned_table *t = w->state;
    if (!t->held)
        t->held = memory_alloc(HELD_ROWS_MAX * w->columns * sizeof *t->held);
    char buffer[CELL_TEXT_MAX];
    for (size_t i = 0; i < w->columns; i++) {
        const char *text = cells[i].type == WGCQ_NULL ? absent : cell_format(&cells[i], buffer);
        char *copy = t->held[t->rows * w->columns + i] = copy_without_last_newline(text);
        if (t->head_printed)
            continue;
        int width = widest_line(copy);
        t->widths[i] = width > t->widths[i] ? width : t->widths[i];
        t->numbers[i] = t->numbers[i] && is_numeric(&cells[i], copy);
        t->multiline |= strchr(copy, '\n') != NULL;
    }
    t->rows++;
    assert(t->rows <= HELD_ROWS_MAX);
    if (t->head_printed || t->rows == HELD_ROWS_MAX)
        flush_table(w);
}

static void free_table(row_writer *w)
{
    aligned_table *t = w->state;
    flush_table(w);
    free(t->held);
    free(t->widths);
    free(t->numbers);
    free(t);
    w->state = NULL;
}

const row_format format_table = {.name = "table",
                                 .begin = open_table,
                                 .row = write_table_row,
                                 .end = flush_table,
                                 .close = free_table,
                                 .for_people = true,
                                 .allows_prose = true};
