/*
 * format_table.c - rows for people: aligned columns, by their width on a terminal.
 *
 * A cell may have several lines (a board); then blank lines separate the rows.  On a terminal that
 * is narrower than the table, long texts are wrapped; lines of boards are cut where that is not
 * enough.  Where texts would have fewer than READABLE columns, rows are blocks instead.  A box is a
 * table with lines around its cells.
 */
#include "output/messages.h"
#include "output/terminal_size.h"
#include "output/terminal_text.h"
#include "rows/cell_lines.h"
#include "rows/row_writer.h"
#include "rows/table_blocks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    HELD_ROWS_MAX = 1000,
    GAP = 2,
    LEAST_WIDE = 10, /* of a column that is narrowed */
    READABLE = 25    /* columns of a text */
};

static const char absent[] = "-", ellipsis[] = "…", bar[] = "│";

typedef struct aligned_table {
    cell_words *held;             /* rows x columns; freed as they are printed */
    size_t rows;                  /* held back                                  */
    int *widths;                  /* of each column                             */
    bool *numbers;                /* columns of numbers, aligned to the right   */
    bool *boards;                 /* columns with a cell of several lines       */
    bool is_blocks;               /* columns are too narrow to be read          */
    bool head_printed, multiline; /* is printed; some cell has two lines        */
    bool printed;                 /* a row                                      */
    bool fitted;                  /* columns are narrower than what is in them  */
} aligned_table;

static bool is_box(const row_writer *w)
{
    return w->format == &format_box;
}

static int widest_line(const char *text)
{
    int widest = 0;
    for (;;) {
        size_t length = cell_line_length(text);
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
    t->boards = memory_alloc(w->columns * sizeof *t->boards);
    for (size_t i = 0; i < w->columns; i++) {
        t->widths[i] = widest_line(w->names[i]);
        t->numbers[i] = true;
    }
    w->state = t;
}

/* ---- fitting ----------------------------------------------------------------- */

static int frame_columns(const row_writer *w)
{
    int columns = (int)w->columns;
    return is_box(w) ? 3 * columns + 1 : GAP * (columns - 1);
}

/* A column of texts may be narrowed, but its name stays whole. */
static int least_width(const row_writer *w, size_t column)
{
    const aligned_table *t = w->state;
    int name = widest_line(w->names[column]);
    return t->numbers[column] ? t->widths[column] : name > LEAST_WIDE ? name : LEAST_WIDE;
}

/* Narrows the columns of texts, or those of boards, the widest first.  Returns how many columns of
   the terminal the table is still too wide. */
static int narrow_columns(row_writer *w, bool boards, int excess)
{
    aligned_table *t = w->state;
    for (; excess > 0; excess--) {
        size_t widest = w->columns;
        for (size_t i = 0; i < w->columns; i++)
            if (t->boards[i] == boards && t->widths[i] > least_width(w, i) &&
                (widest == w->columns || t->widths[i] > t->widths[widest]))
                widest = i;
        if (widest == w->columns)
            return excess;
        t->widths[widest]--;
    }
    return 0;
}

/* Whether some column was narrowed so far that its texts cannot be read.  full: the widths before.
 */
static bool is_squeezed(const row_writer *w, const int *full)
{
    const aligned_table *t = w->state;
    bool squeezed = false;
    for (size_t i = 0; i < w->columns; i++)
        squeezed |= t->widths[i] < full[i] && t->widths[i] < READABLE;
    return squeezed;
}

/* Texts first, which are wrapped: a line of a board that is cut is lost.  Where there are too many
   columns, lines stay too long. */
static void fit_widths(row_writer *w)
{
    aligned_table *t = w->state;
    int most = w->out == stdout ? terminal_size_columns() : 0, total = frame_columns(w);
    for (size_t i = 0; i < w->columns; i++)
        total += t->widths[i];
    t->fitted = most && total > most;
    if (!t->fitted)
        return;
    int *full = memory_alloc(w->columns * sizeof *full);
    memcpy(full, t->widths, w->columns * sizeof *full);
    bool beyond = narrow_columns(w, true, narrow_columns(w, false, total - most)) > 0;
    t->is_blocks = !is_box(w) && (beyond || (!w->is_side_by_side && is_squeezed(w, full)));
    free(full);
}

/* ---- printing ---------------------------------------------------------------- */

/* A line of a cell after `pending` blanks.  Returns the blanks pending after it, which are printed
   only if something follows. */
static int print_padded(const row_writer *w, size_t column, int pending, cell_line line)
{
    const aligned_table *t = w->state;
    int missing =
        t->widths[column] - terminal_text_width(line.text, line.length) - (line.cut ? 1 : 0);
    if (line.length == 0)
        return pending + missing;
    bool right = t->numbers[column];
    terminal_spaces(w->out, right ? pending + missing : pending);
    cell_line_print(w->out, line);
    if (line.cut)
        fputs(ellipsis, w->out);
    return right ? 0 : missing;
}

/* Prints the border in front of a column, or behind the last. */
static int print_side(const row_writer *w, size_t column, int pending)
{
    if (!is_box(w))
        return pending + (column && column < w->columns ? GAP : 0);
    terminal_spaces(w->out, pending + (column ? 1 : 0));
    fputs(bar, w->out);
    return column < w->columns ? 1 : 0;
}

/* One line of a row: the next line of every cell. */
static void print_table_line(const row_writer *w, cell_rest *rest)
{
    const aligned_table *t = w->state;
    int pending = 0;
    for (size_t i = 0; i < w->columns; i++) {
        pending = print_side(w, i, pending);
        if (rest[i].at)
            pending =
                print_padded(w, i, pending, cell_rest_take(&rest[i], t->fitted ? t->widths[i] : 0));
        else
            pending += t->widths[i];
    }
    print_side(w, w->columns, pending);
    fputc('\n', w->out);
}

static void print_table_row(const row_writer *w, const cell_words *words)
{
    cell_rest *rest = memory_alloc(w->columns * sizeof *rest);
    for (size_t i = 0; i < w->columns; i++)
        rest[i] = cell_rest_of(&words[i], LINES_MOST);
    bool more = true;
    while (more) {
        print_table_line(w, rest);
        more = false;
        for (size_t i = 0; i < w->columns; i++)
            more |= rest[i].at != NULL;
    }
    free(rest);
}

static void print_rule(const row_writer *w, const char *left, const char *line, const char *between,
                       const char *right)
{
    const aligned_table *t = w->state;
    int beside = is_box(w) ? 2 : 0;
    for (size_t i = 0; i < w->columns; i++) {
        fputs(i ? between : left, w->out);
        for (int k = 0; k < t->widths[i] + beside; k++)
            fputs(line, w->out);
    }
    fputs(right, w->out);
    fputc('\n', w->out);
}

static void print_inner_rule(const row_writer *w)
{
    if (is_box(w))
        print_rule(w, "├", "─", "┼", "┤");
    else
        print_rule(w, "", "-", "  ", "");
}

static void print_names(const row_writer *w)
{
    cell_words *names = memory_alloc(w->columns * sizeof *names);
    for (size_t i = 0; i < w->columns; i++)
        names[i] = (cell_words){.text = w->names[i]};
    style_set(w->out, STYLE_BOLD);
    print_table_row(w, names);
    style_set(w->out, STYLE_PLAIN);
    free(names);
}

static void print_table_head(row_writer *w)
{
    aligned_table *t = w->state;
    fit_widths(w);
    t->head_printed = true;
    if (t->is_blocks)
        return;
    if (is_box(w))
        print_rule(w, "┌", "─", "┬", "┐");
    print_names(w);
    print_inner_rule(w);
}

static void print_held_row(const row_writer *w, size_t row)
{
    const aligned_table *t = w->state;
    const cell_words *words = t->held + row * w->columns;
    if (t->multiline && t->printed && is_box(w))
        print_inner_rule(w);
    else if ((t->multiline || t->is_blocks) && t->printed)
        fputc('\n', w->out);
    if (t->is_blocks)
        table_block_print(w, words);
    else
        print_table_row(w, words);
}

static void flush_table(row_writer *w)
{
    aligned_table *t = w->state;
    if (t->rows && !t->head_printed)
        print_table_head(w);
    for (size_t r = 0; r < t->rows; r++) {
        print_held_row(w, r);
        t->printed = true;
        for (size_t i = 0; i < w->columns; i++)
            cell_words_free(&t->held[r * w->columns + i]);
    }
    t->rows = 0;
}

static void end_box(row_writer *w)
{
    const aligned_table *t = w->state;
    flush_table(w);
    if (t->head_printed && !t->is_blocks)
        print_rule(w, "└", "─", "┴", "┘");
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

static cell_words hold_cell(const table_cell *c)
{
    char buffer[CELL_TEXT_MAX];
    cell_words words = {.is_null = c->type == WGCQ_NULL, .is_list = c->type == WGCQ_LIST};
    words.copy = copy_without_last_newline(words.is_null ? absent : cell_format(c, buffer));
    words.text = words.copy;
    if (c->marks)
        words.marks = memcpy(memory_alloc(strlen(words.text) + 1), c->marks, strlen(words.text));
    return words;
}

static void write_table_row(row_writer *w, const table_cell *cells)
{
    aligned_table *t = w->state;
    if (!t->held)
        t->held = memory_realloc(NULL, HELD_ROWS_MAX * w->columns * sizeof *t->held);
    for (size_t i = 0; i < w->columns; i++) {
        cell_words *words = &t->held[t->rows * w->columns + i];
        *words = hold_cell(&cells[i]);
        if (t->head_printed)
            continue;
        int width = widest_line(words->text);
        t->widths[i] = width > t->widths[i] ? width : t->widths[i];
        t->numbers[i] = t->numbers[i] && is_numeric(&cells[i], words->text);
        t->boards[i] |= strchr(words->text, '\n') != NULL;
        t->multiline |= t->boards[i];
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
    free(t->boards);
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

const row_format format_box = {.name = "box",
                               .begin = open_table,
                               .row = write_table_row,
                               .end = end_box,
                               .close = free_table,
                               .for_people = true,
                               .allows_prose = true};
