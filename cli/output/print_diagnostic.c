/* print_diagnostic.c - an error in a puzzle, with its source line. */
#include "output/print_diagnostic.h"

#include "output/messages.h"
#include "output/terminal_text.h"

#include <assert.h>
#include <string.h>

enum {
    INDENT = 2,
    TAB = 8,
    WIDEST = 160, /* of a longer line only the part around the place is printed */
    BEFORE = 60,  /* columns printed before the place then                    */
};

static int point_width_at(int32_t c, int x)
{
    return c == '\t' ? TAB - x % TAB : terminal_point_width(c);
}

/* The screen column of the code point in `column`. */
static int screen_column(const char *source, int column)
{
    size_t length = strlen(source), at = 0;
    int x = 0, at_column = 1;
    for (; at_column < column && at < length; at_column++) {
        int32_t c;
        at += terminal_decode(&c, source + at, length - at);
        x += point_width_at(c, x);
    }
    return x + (column - at_column);
}

/* The part of the line from screen column `left` up to `right`, tabs as blanks. */
static void print_source_line(FILE *out, const char *source, int left, int right)
{
    size_t length = strlen(source);
    int x = 0;
    for (size_t at = 0; at < length && x < right;) {
        int32_t c;
        at += terminal_decode(&c, source + at, length - at);
        int width = point_width_at(c, x);
        x += width;
        if (x <= left && width > 0)
            continue;
        if (c == '\t' || x - width < left)
            terminal_spaces(out, x - (x - width < left ? left : x - width));
        else if (x <= right)
            terminal_put_point(out, c);
    }
}

static void print_source_and_caret(FILE *out, const wgcq_diagnostic *d)
{
    assert(d->column >= 1);
    int from = screen_column(d->source, d->column);
    int to = screen_column(d->source, d->end_column);
    int left = from < WIDEST - 1 ? 0 : from - BEFORE;
    int right = left + WIDEST;
    terminal_spaces(out, INDENT);
    fputs(left ? "..." : "", out);
    print_source_line(out, d->source, left, right);
    fputc('\n', out);
    terminal_spaces(out, INDENT + (left ? 3 : 0) + from - left);
    style_set(out, STYLE_GOOD);
    fputc('^', out);
    for (int x = from + 1; x < to && x < right; x++)
        fputc('~', out);
    style_set(out, STYLE_PLAIN);
    fputc('\n', out);
}

void print_diagnostic(FILE *out, const wgcq_diagnostic *d)
{
    style_set(out, STYLE_BOLD);
    terminal_print_text(out, d->file);
    if (d->line > 0)
        fprintf(out, ":%d:%d", d->line, d->column);
    fputs(": ", out);
    style_set(out, d->note ? STYLE_NOTE : STYLE_ERROR);
    fputs(d->note ? "note: " : "error: ", out);
    style_set(out, STYLE_PLAIN);
    style_set(out, STYLE_BOLD);
    terminal_print_text(out, d->text);
    style_set(out, STYLE_PLAIN);
    fputc('\n', out);
    if (d->line > 0 && *d->source)
        print_source_and_caret(out, d);
    if (d->hint) {
        fputs("hint: ", out);
        terminal_print_text(out, d->hint);
        fputc('\n', out);
    }
}
