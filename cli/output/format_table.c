/*
 * format_table.c - rows for people: columns side by side, by what a terminal shows of them.
 *
 * A cell of several lines (a board) takes several lines; then a blank line stands between rows.
 */
#include "output/formats.h"

#include "output/messages.h"
#include "output/terminal_text.h"

#include <stdlib.h>
#include <string.h>

enum { HELD_ROWS_MAX = 1000, GAP = 2 };

static const char absent[] = "-";

struct aligned_table {
    char **held;                  /* rows x columns; freed as they are printed */
    size_t rows;                  /* that wait                                  */
    int *widths;                  /* of each column                             */
    bool *numbers;                /* columns of numbers, put to the right       */
    bool head_printed, multiline; /* the head is out; some cell has two lines   */
};

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

/* Counts beyond 64 bits come as text, and stand to the right too; what is left blank stands
 * anywhere. */
static bool is_numeric(const table_cell *c, const char *text)
{
    if (c->type == WGCQ_INTEGER || c->type == WGCQ_REAL || c->type == WGCQ_NULL)
        return true;
    return c->type == WGCQ_TEXT && strspn(text, "0123456789") == strlen(text);
}

void open_table(row_writer *s)
{
    struct aligned_table *t = memory_alloc(sizeof *t);
    t->widths = memory_alloc(s->columns * sizeof *t->widths);
    t->numbers = memory_alloc(s->columns * sizeof *t->numbers);
    for (size_t i = 0; i < s->columns; i++) {
        t->widths[i] = widest_line(s->names[i]);
        t->numbers[i] = true;
    }
    s->table = t;
}

/* ---- printing ---------------------------------------------------------------- */

/* A line of a cell after `owed` blanks.  Answers the blanks owed after it, which are only printed
   where something follows. */
static int print_padded(const row_writer *s, size_t column, int owed, const char *text,
                        size_t length)
{
    int missing = s->table->widths[column] - terminal_text_width(text, length);
    if (length == 0)
        return owed + missing;
    bool right = s->table->numbers[column];
    terminal_spaces(s->out, right ? owed + missing : owed);
    terminal_print(s->out, text, length);
    return right ? 0 : missing;
}

/* One line of a row: of every cell its next line.  `rest` moves on; NULL: that cell is over. */
static void print_table_line(const row_writer *s, const char **rest)
{
    int owed = 0;
    for (size_t i = 0; i < s->columns; i++) {
        owed += i ? GAP : 0;
        if (!rest[i]) {
            owed += s->table->widths[i];
            continue;
        }
        size_t length = line_length(rest[i]);
        owed = print_padded(s, i, owed, rest[i], length);
        rest[i] = rest[i][length] ? rest[i] + length + 1 : NULL;
    }
    fputc('\n', s->out);
}

static void print_table_row(const row_writer *s, const char *const *texts)
{
    const char **rest = memory_alloc(s->columns * sizeof *rest);
    memcpy(rest, texts, s->columns * sizeof *rest);
    bool more = true;
    while (more) {
        print_table_line(s, rest);
        more = false;
        for (size_t i = 0; i < s->columns; i++)
            more |= rest[i] != NULL;
    }
    free(rest);
}

static void print_table_head(const row_writer *s)
{
    style_set(s->out, STYLE_BOLD);
    print_table_row(s, s->names);
    style_set(s->out, STYLE_PLAIN);
    for (size_t i = 0; i < s->columns; i++) {
        terminal_spaces(s->out, i ? GAP : 0);
        for (int k = 0; k < s->table->widths[i]; k++)
            fputc('-', s->out);
    }
    fputc('\n', s->out);
    s->table->head_printed = true;
}

void flush_table(row_writer *s)
{
    struct aligned_table *t = s->table;
    if (t->rows && !t->head_printed)
        print_table_head(s);
    for (size_t r = 0; r < t->rows; r++) {
        char **texts = t->held + r * s->columns;
        print_table_row(s, (const char *const *)texts);
        if (t->multiline && r + 1 < t->rows)
            fputc('\n', s->out);
        for (size_t i = 0; i < s->columns; i++)
            free(texts[i]);
    }
    t->rows = 0;
}

/* ---- waiting ------------------------------------------------------------------ */

/* A last newline would only be an empty line. */
static char *copy_without_last_newline(const char *text)
{
    char *copy = memory_strdup(text);
    size_t length = strlen(copy);
    if (length && copy[length - 1] == '\n')
        copy[length - 1] = '\0';
    return copy;
}

void write_table_row(row_writer *s, const table_cell *cells)
{
    struct aligned_table *t = s->table;
    if (!t->held)
        t->held = memory_alloc(HELD_ROWS_MAX * s->columns * sizeof *t->held);
    char room[CELL_TEXT_MAX];
    for (size_t i = 0; i < s->columns; i++) {
        const char *text = cells[i].type == WGCQ_NULL ? absent : cell_format(&cells[i], room);
        char *copy = t->held[t->rows * s->columns + i] = copy_without_last_newline(text);
        if (t->head_printed)
            continue;
        int width = widest_line(copy);
        t->widths[i] = width > t->widths[i] ? width : t->widths[i];
        t->numbers[i] = t->numbers[i] && is_numeric(&cells[i], copy);
        t->multiline |= strchr(copy, '\n') != NULL;
    }
    t->rows++;
    if (t->head_printed || t->rows == HELD_ROWS_MAX)
        flush_table(s);
}

void free_table(row_writer *s)
{
    struct aligned_table *t = s->table;
    flush_table(s);
    free(t->held);
    free(t->widths);
    free(t->numbers);
    free(t);
    s->table = NULL;
}
