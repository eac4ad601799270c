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

enum { WAITING_MOST = 1000, GAP = 2 };

static const char absent[] = "-";

struct table {
    char **waiting;   /* rows x columns; freed as they are printed */
    size_t rows;      /* that wait                                  */
    int *widths;      /* of each column                             */
    bool *numbers;    /* columns of numbers, put to the right       */
    bool begun, tall; /* the head is out; some cell has two lines   */
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
        int width = display_width(text, length);
        widest = width > widest ? width : widest;
        if (!text[length])
            return widest;
        text += length + 1;
    }
}

/* Counts beyond 64 bits come as text, and stand to the right too; what is left blank stands
 * anywhere. */
static bool number(const cell *c, const char *text)
{
    if (c->type == WGCQ_INTEGER || c->type == WGCQ_REAL || c->type == WGCQ_NULL)
        return true;
    return c->type == WGCQ_TEXT && strspn(text, "0123456789") == strlen(text);
}

void table_open(sheet *s)
{
    struct table *t = memory_get(sizeof *t);
    t->widths = memory_get(s->columns * sizeof *t->widths);
    t->numbers = memory_get(s->columns * sizeof *t->numbers);
    for (size_t i = 0; i < s->columns; i++) {
        t->widths[i] = widest_line(s->names[i]);
        t->numbers[i] = true;
    }
    s->table = t;
}

/* ---- printing ---------------------------------------------------------------- */

/* A line of a cell after `owed` blanks.  Answers the blanks owed after it, which are only printed
   where something follows. */
static int padded(const sheet *s, size_t column, int owed, const char *text, size_t length)
{
    int missing = s->table->widths[column] - display_width(text, length);
    if (length == 0)
        return owed + missing;
    bool right = s->table->numbers[column];
    display_spaces(s->out, right ? owed + missing : owed);
    display_print(s->out, text, length);
    return right ? 0 : missing;
}

/* One line of a row: of every cell its next line.  `rest` moves on; NULL: that cell is over. */
static void print_line(const sheet *s, const char **rest)
{
    int owed = 0;
    for (size_t i = 0; i < s->columns; i++) {
        owed += i ? GAP : 0;
        if (!rest[i]) {
            owed += s->table->widths[i];
            continue;
        }
        size_t length = line_length(rest[i]);
        owed = padded(s, i, owed, rest[i], length);
        rest[i] = rest[i][length] ? rest[i] + length + 1 : NULL;
    }
    fputc('\n', s->out);
}

static void print_row(const sheet *s, const char *const *texts)
{
    const char **rest = memory_get(s->columns * sizeof *rest);
    memcpy(rest, texts, s->columns * sizeof *rest);
    bool more = true;
    while (more) {
        print_line(s, rest);
        more = false;
        for (size_t i = 0; i < s->columns; i++)
            more |= rest[i] != NULL;
    }
    free(rest);
}

static void print_head(const sheet *s)
{
    ink_set(s->out, INK_BOLD);
    print_row(s, s->names);
    ink_set(s->out, INK_PLAIN);
    for (size_t i = 0; i < s->columns; i++) {
        display_spaces(s->out, i ? GAP : 0);
        for (int k = 0; k < s->table->widths[i]; k++)
            fputc('-', s->out);
    }
    fputc('\n', s->out);
    s->table->begun = true;
}

void table_flush(sheet *s)
{
    struct table *t = s->table;
    if (t->rows && !t->begun)
        print_head(s);
    for (size_t r = 0; r < t->rows; r++) {
        char **texts = t->waiting + r * s->columns;
        print_row(s, (const char *const *)texts);
        if (t->tall && r + 1 < t->rows)
            fputc('\n', s->out);
        for (size_t i = 0; i < s->columns; i++)
            free(texts[i]);
    }
    t->rows = 0;
}

/* ---- waiting ------------------------------------------------------------------ */

/* A last newline would only be an empty line. */
static char *kept(const char *text)
{
    char *copy = memory_text(text);
    size_t length = strlen(copy);
    if (length && copy[length - 1] == '\n')
        copy[length - 1] = '\0';
    return copy;
}

void table_row(sheet *s, const cell *cells)
{
    struct table *t = s->table;
    if (!t->waiting)
        t->waiting = memory_get(WAITING_MOST * s->columns * sizeof *t->waiting);
    char room[SPELL_ROOM];
    for (size_t i = 0; i < s->columns; i++) {
        const char *text = cells[i].type == WGCQ_NULL ? absent : cell_spell(&cells[i], room);
        char *copy = t->waiting[t->rows * s->columns + i] = kept(text);
        if (t->begun)
            continue;
        int width = widest_line(copy);
        t->widths[i] = width > t->widths[i] ? width : t->widths[i];
        t->numbers[i] = t->numbers[i] && number(&cells[i], copy);
        t->tall |= strchr(copy, '\n') != NULL;
    }
    t->rows++;
    if (t->begun || t->rows == WAITING_MOST)
        table_flush(s);
}

void table_free(sheet *s)
{
    struct table *t = s->table;
    table_flush(s);
    free(t->waiting);
    free(t->widths);
    free(t->numbers);
    free(t);
    s->table = NULL;
}
