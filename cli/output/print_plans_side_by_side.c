/*
 * print_plans_side_by_side.c - steps of several solutions side by side, as a person reads them.
 *
 * States that are long lists of name=value are left out: where two of them stand abreast and
 * differ, "differs" says in what.  States with a picture of their own are shown, and say it
 * themselves.
 */
#include "output/print_plans_side_by_side.h"

#include "output/messages.h"
#include "output/print_plan.h"

#include <stdlib.h>
#include <string.h>

enum { LONG = 20 };

typedef struct abreast {
    sheet sheet;
    size_t *chosen; /* columns of the rows that are printed */
    const char **names;
    cell *cells;
} abreast;

static bool is_state(const wgcq_rows *rows, size_t column)
{
    return strncmp(wgcq_rows_name(rows, column), "state ", 6) == 0;
}

/* As the first row has them, which is all starts or some of them. */
static bool are_lists(const wgcq_rows *rows)
{
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++)
        if (is_state(rows, i) && wgcq_rows_type(rows, i) == WGCQ_TEXT)
            return walk_lists(wgcq_rows_text(rows, i), LONG);
    return false;
}

static void choose_columns(abreast *a, const wgcq_rows *rows)
{
    bool lists = are_lists(rows);
    a->sheet.columns = 0;
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++) {
        bool differs = strcmp(wgcq_rows_name(rows, i), "differs") == 0;
        if (lists ? is_state(rows, i) : differs)
            continue;
        a->chosen[a->sheet.columns] = i;
        a->names[a->sheet.columns++] = wgcq_rows_name(rows, i);
    }
}

/* What is not there is left blank: a solution that makes no step here, a start without a move. */
static void take_row(abreast *a, const wgcq_rows *rows)
{
    for (size_t i = 0; i < a->sheet.columns; i++) {
        a->cells[i] = cell_of(rows, a->chosen[i]);
        if (a->cells[i].type == WGCQ_NULL)
            a->cells[i] = cell_text("");
    }
}

int abreast_print(FILE *out, wgcq_rows *rows, wgcq_error *err)
{
    size_t most = wgcq_rows_columns(rows);
    abreast a = {.chosen = memory_get(most * sizeof *a.chosen),
                 .names = memory_get(most * sizeof *a.names),
                 .cells = memory_get(most * sizeof *a.cells)};
    int code = wgcq_rows_next(rows, err);
    if (code == 0) {
        choose_columns(&a, rows);
        sheet_open(&a.sheet, out, FORMAT_TABLE, a.sheet.columns, a.names);
        do {
            take_row(&a, rows);
        } while (sheet_row(&a.sheet, a.cells) && (code = wgcq_rows_next(rows, err)) == 0);
        if (code >= 0)
            sheet_end(&a.sheet);
        sheet_free(&a.sheet);
    }
    free(a.chosen);
    free(a.names);
    free(a.cells);
    return code < 0 ? code : 0;
}
