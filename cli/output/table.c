/* table.c - rows of cells, and the way to the format that prints them. */
#include "output/formats.h"

#include "output/deadline.h"
#include "output/messages.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const format_names[] = {"table", "json", "jsonl", "csv", "tsv", "markdown"};

const char *format_name(format f)
{
    size_t count = sizeof format_names / sizeof *format_names;
    return (size_t)f < count ? format_names[f] : NULL;
}

/* ---- cells ------------------------------------------------------------------ */

cell cell_null(void)
{
    return (cell){.type = WGCQ_NULL};
}

cell cell_integer(int64_t value)
{
    return (cell){.type = WGCQ_INTEGER, .integer = value};
}

cell cell_count(uint64_t value)
{
    assert(value <= INT64_MAX);
    return cell_integer((int64_t)value);
}

cell cell_text(const char *lent)
{
    return (cell){.type = lent ? WGCQ_TEXT : WGCQ_NULL, .text = lent};
}

cell cell_of(const wgcq_rows *rows, size_t column)
{
    cell c = {.type = wgcq_rows_type(rows, column)};
    switch (c.type) {
    case WGCQ_NULL: break;
    case WGCQ_INTEGER:
    case WGCQ_BOOL: c.integer = wgcq_rows_integer(rows, column); break;
    case WGCQ_REAL: c.real = wgcq_rows_real(rows, column); break;
    case WGCQ_TEXT: c.text = wgcq_rows_text(rows, column); break;
    }
    return c;
}

/* The shortest digits that read back as the same number. */
static void spell_real(double value, char room[SPELL_ROOM])
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(room, SPELL_ROOM, "%.*g", digits, value);
        double back = strtod(room, NULL);
        if (!(back < value) && !(back > value))
            break;
    }
}

const char *cell_spell(const cell *c, char room[SPELL_ROOM])
{
    switch (c->type) {
    case WGCQ_NULL: return "";
    case WGCQ_INTEGER: snprintf(room, SPELL_ROOM, "%" PRId64, c->integer); break;
    case WGCQ_BOOL: return c->integer ? "true" : "false";
    case WGCQ_REAL: spell_real(c->real, room); break;
    case WGCQ_TEXT: return c->text;
    }
    return room;
}

/* ---- sheets ----------------------------------------------------------------- */

void sheet_open(sheet *s, FILE *out, format f, size_t columns, const char *const *names)
{
    *s = (sheet){.out = out, .format = f, .columns = columns, .names = names};
    switch (f) {
    case FORMAT_TABLE: table_open(s); break;
    case FORMAT_JSON: fputc('[', out); break;
    case FORMAT_JSONL: break;
    case FORMAT_CSV: csv_names(s); break;
    case FORMAT_TSV: tsv_names(s); break;
    case FORMAT_MARKDOWN: markdown_names(s); break;
    }
}

bool sheet_row(sheet *s, const cell *cells)
{
    switch (s->format) {
    case FORMAT_TABLE: table_row(s, cells); break;
    case FORMAT_JSON:
        fputs(s->rows ? ",\n " : "\n ", s->out);
        json_row(s, cells);
        break;
    case FORMAT_JSONL:
        json_row(s, cells);
        fputc('\n', s->out);
        break;
    case FORMAT_CSV: csv_row(s, cells); break;
    case FORMAT_TSV: tsv_row(s, cells); break;
    case FORMAT_MARKDOWN: markdown_row(s, cells); break;
    }
    s->rows++;
    return !ferror(s->out);
}

void sheet_end(sheet *s)
{
    if (s->format == FORMAT_TABLE)
        table_flush(s);
    else if (s->format == FORMAT_JSON)
        fputs(s->rows ? "\n]\n" : "]\n", s->out);
}

void sheet_free(sheet *s)
{
    if (s->format == FORMAT_TABLE)
        table_free(s);
}

static int next_row(sheet *s, wgcq_rows *rows, wgcq_error *err)
{
    deadline_enter(s);
    int code = wgcq_rows_next(rows, err);
    deadline_leave();
    return code;
}

int sheet_rows(FILE *out, format f, wgcq_rows *rows, uint64_t limit, uint64_t *printed, bool *cut,
               wgcq_error *err)
{
    size_t columns = wgcq_rows_columns(rows);
    const char **names = memory_get(columns * sizeof *names);
    cell *cells = memory_get(columns * sizeof *cells);
    for (size_t i = 0; i < columns; i++)
        names[i] = wgcq_rows_name(rows, i);
    sheet s;
    sheet_open(&s, out, f, columns, names);
    int code = 0;
    *cut = false;
    while ((code = next_row(&s, rows, err)) == 0 && !(*cut = limit && s.rows == limit)) {
        for (size_t i = 0; i < columns; i++)
            cells[i] = cell_of(rows, i);
        if (!sheet_row(&s, cells))
            break;
    }
    if (code >= 0)
        sheet_end(&s);
    *printed = s.rows;
    sheet_free(&s);
    free(names);
    free(cells);
    return code < 0 ? code : 0;
}

void sheet_single(FILE *out, format f, size_t columns, const char *const *names, const cell *cells)
{
    sheet s;
    sheet_open(&s, out, f, columns, names);
    sheet_row(&s, cells);
    sheet_end(&s);
    sheet_free(&s);
}
