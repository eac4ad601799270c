/*
 * print_plan.c - a solution as a person reads it.
 *
 * A puzzle without `show` has its states as "name=value name=value ...".  Where that is long, the
 * start is printed in full, and of each later state only what changed.
 */
#include "output/print_plan.h"

#include "output/messages.h"
#include "output/terminal_text.h"

#include <stdlib.h>
#include <string.h>

enum { LONG = 60, LINE_WIDE = 80, START_AT = 7 };

typedef struct walk {
    sheet sheet;
    size_t *chosen; /* columns of the rows that are printed        */
    const char **names;
    cell *cells;
    size_t shown;  /* the one of them that is the state           */
    char *before;  /* the state before, where changes are printed */
    char *changes; /* of this row                                 */
} walk;

/* The number of moves spent is the step, and is left out. */
static size_t choose_columns(walk *w, const wgcq_rows *rows)
{
    size_t count = 0;
    w->shown = SIZE_MAX;
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++) {
        const char *name = wgcq_rows_name(rows, i);
        if (strcmp(name, "moves") == 0)
            continue;
        bool shown = strcmp(name, "shown") == 0;
        if (shown)
            w->shown = count;
        w->chosen[count] = i;
        w->names[count++] = shown ? "state" : name;
    }
    return count;
}

/* ---- long states ------------------------------------------------------------- */

static size_t word_length(const char *text)
{
    return strcspn(text, " ");
}

bool walk_lists(const char *text, int most)
{
    if (display_width(text, strlen(text)) <= most)
        return false;
    for (size_t length; *text; text += length + (text[length] == ' ')) {
        length = word_length(text);
        const char *equals = memchr(text, '=', length);
        if (!equals || equals == text)
            return false;
    }
    return true;
}

static void print_start(FILE *out, const char *text)
{
    int column = START_AT;
    fputs("start  ", out);
    for (size_t length; *text; text += length + (text[length] == ' ')) {
        length = word_length(text);
        int width = display_width(text, length);
        if (column > START_AT && column + 1 + width > LINE_WIDE) {
            fputc('\n', out);
            display_spaces(out, START_AT);
            column = START_AT;
        } else if (column > START_AT) {
            fputc(' ', out);
            column++;
        }
        display_print(out, text, length);
        column += width;
    }
    fputs("\n\n", out);
}

/* The words of `now` that differ from the word of that name in `before`; all of `now` where the
   names are not the same.  `out` has room for `now`. */
static void difference(char *out, const char *before, const char *now)
{
    const char *whole = now;
    char *end = out;
    while (*now && *before) {
        size_t length = word_length(now), old = word_length(before);
        size_t name = strcspn(now, "=") + 1;
        if (name > length || name > old || memcmp(now, before, name) != 0)
            break;
        if (length != old || memcmp(now, before, length) != 0) {
            if (end != out)
                *end++ = ' ';
            memcpy(end, now, length);
            end += length;
        }
        now += length + (now[length] == ' ');
        before += old + (before[old] == ' ');
    }
    *end = '\0';
    if (*now || *before)
        strcpy(out, whole);
}

static void only_changes(walk *w)
{
    cell *state = &w->cells[w->shown];
    char *now = memory_text(state->text);
    free(w->changes);
    w->changes = memory_get(strlen(now) + 1);
    difference(w->changes, w->before, now);
    free(w->before);
    w->before = now;
    *state = cell_text(w->changes);
}

/* ---- rows -------------------------------------------------------------------- */

static void take_row(walk *w, const wgcq_rows *rows)
{
    for (size_t i = 0; i < w->sheet.columns; i++) {
        w->cells[i] = cell_of(rows, w->chosen[i]);
        if (w->cells[i].type == WGCQ_NULL && strcmp(w->names[i], "move") == 0)
            w->cells[i] = cell_text("");
    }
    if (w->before && w->cells[w->shown].type == WGCQ_TEXT)
        only_changes(w);
}

/* The start decides how states are printed. */
static void begin(walk *w, FILE *out)
{
    const cell *state = w->shown == SIZE_MAX ? NULL : &w->cells[w->shown];
    if (!state || state->type != WGCQ_TEXT || !walk_lists(state->text, LONG))
        return;
    print_start(out, state->text);
    w->before = memory_text(state->text);
    w->names[w->shown] = "what changes";
    w->cells[w->shown] = cell_text("");
}

static int print_rows(walk *w, FILE *out, wgcq_rows *rows, wgcq_error *err)
{
    int code = wgcq_rows_next(rows, err);
    if (code != 0)
        return code < 0 ? code : 0;
    w->sheet.columns = choose_columns(w, rows);
    take_row(w, rows);
    begin(w, out);
    sheet_open(&w->sheet, out, FORMAT_TABLE, w->sheet.columns, w->names);
    while (code == 0 && sheet_row(&w->sheet, w->cells))
        if ((code = wgcq_rows_next(rows, err)) == 0)
            take_row(w, rows);
    if (code >= 0)
        sheet_end(&w->sheet);
    sheet_free(&w->sheet);
    return code < 0 ? code : 0;
}

int walk_print(FILE *out, wgcq_rows *rows, uint64_t *steps, wgcq_error *err)
{
    size_t most = wgcq_rows_columns(rows);
    walk w = {.chosen = memory_get(most * sizeof *w.chosen),
              .names = memory_get(most * sizeof *w.names),
              .cells = memory_get(most * sizeof *w.cells)};
    int code = print_rows(&w, out, rows, err);
    *steps = w.sheet.rows;
    free(w.chosen);
    free(w.names);
    free(w.cells);
    free(w.before);
    free(w.changes);
    return code;
}
