/* print_differing_figures.c - figures of several files, for people: those that differ. */
#include "rows/print_differing_figures.h"

#include "output/messages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* cells: the name of the figure, then that of each file. */
static bool is_equal_figure(const table_cell *cells, size_t files)
{
    char first[CELL_TEXT_MAX], other[CELL_TEXT_MAX];
    for (size_t i = 2; i <= files; i++)
        if ((cells[i].type == WGCQ_NULL) != (cells[1].type == WGCQ_NULL) ||
            strcmp(cell_format(&cells[1], first), cell_format(&cells[i], other)) != 0)
            return false;
    return true;
}

int print_differing_figures(FILE *out, const row_format *format, wgcq_rows *rows, size_t files,
                            uint64_t *differing, uint64_t *equal, wgcq_error *err)
{
    size_t columns = wgcq_rows_columns(rows);
    const char **names = row_writer_names(rows);
    table_cell *cells = memory_alloc(columns * sizeof *cells);
    row_writer w;
    int code;
    assert(files && columns > files);
    row_writer_open(&w, out, format, columns, names);
    w.is_side_by_side = true;
    *equal = 0;
    while ((code = wgcq_rows_next(rows, err)) == 0) {
        for (size_t i = 0; i < columns; i++)
            cells[i] = cell_of(rows, i);
        if (is_equal_figure(cells, files))
            ++*equal;
        else if (!row_writer_write(&w, cells))
            break;
    }
    if (code >= 0)
        row_writer_end(&w);
    *differing = w.rows;
    row_writer_free(&w);
    free(names);
    free(cells);
    return code < 0 ? code : 0;
}
