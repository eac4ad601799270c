/* table_blocks.c - a row of a table that is too wide, as a block of lines "name: value". */
#include "rows/table_blocks.h"

#include "output/messages.h"
#include "output/terminal_size.h"
#include "output/terminal_text.h"

enum { LEAST_BLOCK = 10 }; /* columns of a value */

static void print_name(FILE *out, const char *name)
{
    style_set(out, STYLE_BOLD);
    terminal_print_text(out, name);
    style_set(out, STYLE_PLAIN);
    putc(':', out);
}

static void print_value(FILE *out, const cell_words *words, int width, int from, int indent)
{
    cell_rest rest = cell_rest_of(words, 0);
    for (int column = from; rest.at; column = 0) {
        cell_line line = cell_rest_take(&rest, width);
        terminal_spaces(out, line.length ? indent - column : 0);
        cell_line_print(out, line);
        fputs(line.cut ? "…\n" : "\n", out);
    }
}

void table_block_print(const row_writer *w, const cell_words *words)
{
    int indent = row_writer_widest_name(w) + 2, width = terminal_size_columns() - indent;
    for (size_t i = 0; i < w->columns; i++) {
        if (words[i].is_null)
            continue;
        print_name(w->out, w->names[i]);
        print_value(w->out, &words[i], width > LEAST_BLOCK ? width : LEAST_BLOCK,
                    terminal_width(w->names[i]) + 1, indent);
    }
}
