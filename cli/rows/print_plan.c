/*
 * print_plan.c - a solution for people.
 *
 * Without `show` in the puzzle a state is "name=value name=value ...".  If that is long, the start
 * is printed in full, and of each later state only what changed.  In other states what changed is
 * bold, where there are styles.
 */
#include "rows/print_plan.h"

#include "output/messages.h"
#include "output/terminal_text.h"
#include "rows/plan_changes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 60, LINE_WIDE = 80, START_AT = 7 };

typedef struct plan_printer {
    row_writer writer;
    size_t *selected; /* indices of the printed columns             */
    const char **names;
    table_cell *cells;
    size_t shown;   /* the one that is the state                  */
    char *previous; /* the state before, where changes are printed */
    char *changes;  /* of this row                                 */
    bool has_marks; /* states are printed whole, what changed bold */
    char *unmarked; /* the state before, for that                  */
    unsigned char *marks;
} plan_printer;

/* The cost `moves` is the step, and is left out. */
static size_t select_plan_columns(plan_printer *w, const wgcq_rows *rows)
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
        w->selected[count] = i;
        w->names[count++] = shown ? "state" : name;
    }
    return count;
}

/* ---- long states ------------------------------------------------------------- */

static size_t word_length(const char *text)
{
    return strcspn(text, " ");
}

bool print_plan_is_long_list(const char *text, int max_columns)
{
    if (terminal_width(text) <= max_columns)
        return false;
    for (size_t length; *text; text += length + (text[length] == ' ')) {
        length = word_length(text);
        const char *equals = memchr(text, '=', length);
        if (!equals || equals == text)
            return false;
    }
    return true;
}

static void print_start_state(FILE *out, const char *text)
{
    int column = START_AT;
    fputs("start  ", out);
    for (size_t length; *text; text += length + (text[length] == ' ')) {
        length = word_length(text);
        int width = terminal_text_width(text, length);
        if (column > START_AT && column + 1 + width > LINE_WIDE) {
            fputc('\n', out);
            terminal_spaces(out, START_AT);
            column = START_AT;
        } else if (column > START_AT) {
            fputc(' ', out);
            column++;
        }
        terminal_print(out, text, length);
        column += width;
    }
    fputs("\n\n", out);
}

/* The length of the whole words that both begin with, and the space behind them. */
static size_t common_words(const char *a, const char *b)
{
    enum { BLOCK = 256 };
    const size_t long_a = strlen(a), long_b = strlen(b), most = long_a < long_b ? long_a : long_b;
    size_t at = 0;
    while (most - at >= BLOCK && memcmp(a + at, b + at, BLOCK) == 0)
        at += BLOCK;
    while (at < most && a[at] == b[at])
        at++;
    if (a[at] == b[at])
        return at;
    while (at && a[at - 1] != ' ')
        at--;
    return at;
}

/* The words of `now` that differ from the word of that name in `before`; all of `now` if the names
   are not the same.  `out` has room for `now`. */
static void changed_words(char *out, const char *before, const char *now)
{
    const char *all = now;
    char *end = out;
    while (*now && *before) {
        const size_t same = common_words(now, before);
        now += same;
        before += same;
        if (!*now || !*before)
            break;
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
        strcpy(out, all);
}

static void show_only_changes(plan_printer *w)
{
    table_cell *state = &w->cells[w->shown];
    assert(state->type == WGCQ_TEXT && w->previous);
    char *now = memory_strdup(state->text);
    free(w->changes);
    w->changes = memory_alloc(strlen(now) + 1);
    changed_words(w->changes, w->previous, now);
    free(w->previous);
    w->previous = now;
    *state = cell_text(w->changes);
}

static void mark_changes(plan_printer *w)
{
    table_cell *state = &w->cells[w->shown];
    char *now = memory_strdup(state->text);
    free(w->marks);
    w->marks = w->unmarked ? memory_alloc(strlen(now) + 1) : NULL;
    if (w->marks)
        plan_changes_mark(w->marks, w->unmarked, now);
    state->marks = w->marks;
    free(w->unmarked);
    w->unmarked = now;
}

/* ---- rows -------------------------------------------------------------------- */

static void read_plan_row(plan_printer *w, const wgcq_rows *rows)
{
    for (size_t i = 0; i < w->writer.columns; i++) {
        w->cells[i] = cell_of(rows, w->selected[i]);
        if (w->cells[i].type == WGCQ_NULL && strcmp(w->names[i], "move") == 0)
            w->cells[i] = cell_text("");
    }
    if (w->shown == SIZE_MAX || w->cells[w->shown].type != WGCQ_TEXT)
        return;
    if (w->previous)
        show_only_changes(w);
    else if (w->has_marks)
        mark_changes(w);
}

/* The first state decides how states are printed. */
static void print_start_if_long(plan_printer *w, FILE *out)
{
    const table_cell *state = w->shown == SIZE_MAX ? NULL : &w->cells[w->shown];
    if (!state || state->type != WGCQ_TEXT || !print_plan_is_long_list(state->text, LONG))
        return;
    print_start_state(out, state->text);
    w->previous = memory_strdup(state->text);
    w->names[w->shown] = "what changes";
    w->cells[w->shown] = cell_text("");
}

static int print_plan_rows(plan_printer *w, FILE *out, const row_format *format, wgcq_rows *rows,
                           wgcq_error *err)
{
    int code = wgcq_rows_next(rows, err);
    if (code != 0)
        return code < 0 ? code : 0;
    w->writer.columns = select_plan_columns(w, rows);
    w->has_marks = style_is_enabled(out);
    read_plan_row(w, rows);
    print_start_if_long(w, out);
    row_writer_open(&w->writer, out, format, w->writer.columns, w->names);
    while (code == 0 && row_writer_write(&w->writer, w->cells))
        if ((code = wgcq_rows_next(rows, err)) == 0)
            read_plan_row(w, rows);
    if (code >= 0)
        row_writer_end(&w->writer);
    row_writer_free(&w->writer);
    return code < 0 ? code : 0;
}

int print_plan(FILE *out, const row_format *format, wgcq_rows *rows, uint64_t *steps,
               wgcq_error *err)
{
    size_t max_columns = wgcq_rows_columns(rows);
    plan_printer w = {.selected = memory_alloc(max_columns * sizeof *w.selected),
                      .names = memory_alloc(max_columns * sizeof *w.names),
                      .cells = memory_alloc(max_columns * sizeof *w.cells)};
    int code = print_plan_rows(&w, out, format, rows, err);
    *steps = w.writer.rows;
    free(w.selected);
    free(w.names);
    free(w.cells);
    free(w.previous);
    free(w.changes);
    free(w.unmarked);
    free(w.marks);
    return code;
}
