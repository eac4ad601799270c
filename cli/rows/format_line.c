/* format_line.c - rows for people: a field a line, a blank line between rows. */
#include "output/messages.h"
#include "output/terminal_text.h"
#include "rows/row_writer.h"

#include <string.h>

/* A value of several lines begins in the line of its name, and continues below itself. */
static void print_field(FILE *out, const char *name, const char *text, int indent)
{
    style_set(out, STYLE_BOLD);
    terminal_print_text(out, name);
    style_set(out, STYLE_PLAIN);
    int column = terminal_width(name);
    for (bool more = true; more;) {
        size_t length = strcspn(text, "\n");
        terminal_spaces(out, length ? indent - column : 0);
        terminal_print(out, text, length);
        fputc('\n', out);
        more = text[length] && text[length + 1];
        text += length + 1;
        column = 0;
    }
}

static void print_fields(row_writer *w, const table_cell *cells)
{
    int indent = row_writer_widest_name(w) + 2;
    char buffer[CELL_TEXT_MAX];
    if (w->rows)
        fputc('\n', w->out);
    for (size_t i = 0; i < w->columns; i++)
        print_field(w->out, w->names[i],
                    cells[i].type == WGCQ_NULL ? "-" : cell_format(&cells[i], buffer), indent);
}

const row_format format_line = {
    .name = "line", .row = print_fields, .for_people = true, .allows_prose = true};
