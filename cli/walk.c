/* walk.c - a solution as a person reads it. */
#include "walk.h"

#include "say.h"

#include <stdlib.h>
#include <string.h>

/* The number of moves spent is the step, and is left out. */
static size_t choose_columns(const wgcq_rows *rows, size_t *chosen, const char **names)
{
    size_t count = 0;
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++) {
        const char *name = wgcq_rows_name(rows, i);
        if (strcmp(name, "moves") == 0)
            continue;
        chosen[count] = i;
        names[count++] = strcmp(name, "shown") == 0 ? "state" : name;
    }
    return count;
}

int walk_print(FILE *out, wgcq_rows *rows, uint64_t *steps, wgcq_error *err)
{
    size_t most = wgcq_rows_columns(rows);
    size_t *chosen = memory_get(most * sizeof *chosen);
    const char **names = memory_get(most * sizeof *names);
    cell *cells = memory_get(most * sizeof *cells);
    sheet s;
    sheet_open(&s, out, FORMAT_TABLE, choose_columns(rows, chosen, names), names);
    int code;
    while ((code = wgcq_rows_next(rows, err)) == 0) {
        for (size_t i = 0; i < s.columns; i++) {
            cells[i] = cell_of(rows, chosen[i]);
            if (cells[i].type == WGCQ_NULL && strcmp(names[i], "move") == 0)
                cells[i] = cell_text("");
        }
        if (!sheet_row(&s, cells))
            break;
    }
    *steps = s.rows;
    if (code >= 0)
        sheet_end(&s);
    sheet_free(&s);
    free(chosen);
    free(names);
    free(cells);
    return code < 0 ? code : 0;
}
