/* format_markdown.c - rows as a table of Markdown. */
#include "output/terminal_text.h"
#include "rows/row_writer.h"

#include <string.h>

static void put_markdown(FILE *out, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        int32_t c;
        at += terminal_decode(&c, text + at, length - at);
        if (c == '\n')
            fputs("<br>", out);
        else if (c == '<')
            fputs("&lt;", out);
        else if (c == '&')
            fputs("&amp;", out);
        else {
            if (c == '|' || c == '\\')
                fputc('\\', out);
            terminal_put_point(out, c);
        }
    }
}

static void write_markdown_row(row_writer *w, const table_cell *cells)
{
    char buffer[CELL_TEXT_MAX];
    fputc('|', w->out);
    for (size_t i = 0; i < w->columns; i++) {
        fputc(' ', w->out);
        put_markdown(w->out, row_writer_text(w, cells, i, buffer));
        fputs(" |", w->out);
    }
    fputc('\n', w->out);
}

static void write_markdown_names(row_writer *w)
{
    write_markdown_row(w, NULL);
    fputc('|', w->out);
    for (size_t i = 0; i < w->columns; i++)
        fputs(" --- |", w->out);
    fputc('\n', w->out);
}

const row_format format_markdown = {.name = "markdown",
                                    .begin = write_markdown_names,
                                    .row = write_markdown_row,
                                    .for_people = true};
