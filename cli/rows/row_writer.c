/* row_writer.c - rows of cells, handed to the format that prints them. */
#include "rows/row_writer.h"

#include "output/messages.h"
#include "output/progress_line.h"
#include "output/terminal_pager.h"
#include "output/terminal_text.h"
#include "rows/deadline.h"

#include <assert.h>
#include <stdlib.h>

void row_writer_open(row_writer *w, FILE *out, const row_format *format, size_t columns,
                     const char *const *names)
{
    assert(format && format->row);
    *w = (row_writer){.out = out, .format = format, .columns = columns, .names = names};
    if (format->begin)
        format->begin(w);
}

bool row_writer_write(row_writer *w, const table_cell *cells)
{
    assert(w->columns == 0 || cells);
    w->format->row(w, cells);
    w->rows++;
    return !ferror(w->out);
}

void row_writer_end(row_writer *w)
{
    if (w->format->end)
        w->format->end(w);
}

void row_writer_free(row_writer *w)
{
    if (w->format->close)
        w->format->close(w);
    assert(!w->state);
}

static int next_row_before_deadline(row_writer *w, wgcq_rows *rows, wgcq_error *err)
{
    deadline_enter(w);
    int code = wgcq_rows_next(rows, err);
    deadline_leave();
    progress_line_hide();
    return code;
}

const char *row_writer_text(const row_writer *w, const table_cell *cells, size_t column,
                            char buffer[CELL_TEXT_MAX])
{
    return cells ? cell_format(&cells[column], buffer) : w->names[column];
}

int row_writer_widest_name(const row_writer *w)
{
    int widest = 0;
    for (size_t i = 0; i < w->columns; i++) {
        int width = terminal_width(w->names[i]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

const char **row_writer_names(const wgcq_rows *rows)
{
    size_t columns = wgcq_rows_columns(rows);
    const char **names = memory_alloc(columns * sizeof *names);
    for (size_t i = 0; i < columns; i++)
        names[i] = wgcq_rows_name(rows, i);
    return names;
}

/* The first row may be long in coming: until then the terminal is that of the progress. */
int row_writer_write_all(FILE *out, const row_format *format, wgcq_rows *rows, uint64_t limit,
                         uint64_t *printed, bool *cut, wgcq_error *err)
{
    size_t columns = wgcq_rows_columns(rows);
    const char **names = row_writer_names(rows);
    table_cell *cells = memory_alloc(columns * sizeof *cells);
    row_writer w;
    int code = next_row_before_deadline(NULL, rows, err);
    terminal_pager_begin();
    row_writer_open(&w, out, format, columns, names);
    *cut = false;
    while (code == 0 && !(*cut = limit && w.rows == limit)) {
        for (size_t i = 0; i < columns; i++)
            cells[i] = cell_of(rows, i);
        if (!row_writer_write(&w, cells))
            break;
        *printed = w.rows;
        code = next_row_before_deadline(&w, rows, err);
    }
    if (code >= 0)
        row_writer_end(&w);
    *printed = w.rows;
    row_writer_free(&w);
    free(names);
    free(cells);
    return code < 0 ? code : 0;
}

void row_writer_write_single(FILE *out, const row_format *format, size_t columns,
                             const char *const *names, const table_cell *cells)
{
    row_writer w;
    row_writer_open(&w, out, format, columns, names);
    row_writer_write(&w, cells);
    row_writer_end(&w);
    row_writer_free(&w);
}
