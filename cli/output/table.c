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

table_cell cell_null(void)
{
    return (table_cell){.type = WGCQ_NULL};
}

table_cell cell_integer(int64_t value)
{
    return (table_cell){.type = WGCQ_INTEGER, .integer = value};
}

table_cell cell_count(uint64_t value)
{
    assert(value <= INT64_MAX);
    return cell_integer((int64_t)value);
}

table_cell cell_text(const char *lent)
{
    return (table_cell){.type = lent ? WGCQ_TEXT : WGCQ_NULL, .text = lent};
}

table_cell cell_of(const wgcq_rows *rows, size_t column)
{
    table_cell c = {.type = wgcq_rows_type(rows, column)};
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
static void format_real(double value, char room[CELL_TEXT_MAX])
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(room, CELL_TEXT_MAX, "%.*g", digits, value);
        double back = strtod(room, NULL);
        if (!(back < value) && !(back > value))
            break;
    }
}

const char *cell_format(const table_cell *c, char room[CELL_TEXT_MAX])
{
    switch (c->type) {
    case WGCQ_NULL: return "";
    case WGCQ_INTEGER: snprintf(room, CELL_TEXT_MAX, "%" PRId64, c->integer); break;
    case WGCQ_BOOL: return c->integer ? "true" : "false";
    case WGCQ_REAL: format_real(c->real, room); break;
    case WGCQ_TEXT: return c->text;
    }
    return room;
}

/* ---- sheets ----------------------------------------------------------------- */

void row_writer_open(row_writer *s, FILE *out, format f, size_t columns, const char *const *names)
{
    *s = (row_writer){.out = out, .format = f, .columns = columns, .names = names};
    switch (f) {
    case FORMAT_TABLE: open_table(s); break;
    case FORMAT_JSON: fputc('[', out); break;
    case FORMAT_JSONL: break;
    case FORMAT_CSV: write_csv_names(s); break;
    case FORMAT_TSV: write_tsv_names(s); break;
    case FORMAT_MARKDOWN: write_markdown_names(s); break;
    }
}

bool row_writer_write(row_writer *s, const table_cell *cells)
{
    switch (s->format) {
    case FORMAT_TABLE: write_table_row(s, cells); break;
    case FORMAT_JSON:
        fputs(s->rows ? ",\n " : "\n ", s->out);
        write_json_row(s, cells);
        break;
    case FORMAT_JSONL:
        write_json_row(s, cells);
        fputc('\n', s->out);
        break;
    case FORMAT_CSV: write_csv_row(s, cells); break;
    case FORMAT_TSV: write_tsv_row(s, cells); break;
    case FORMAT_MARKDOWN: write_markdown_row(s, cells); break;
    }
    s->rows++;
    return !ferror(s->out);
}

void row_writer_end(row_writer *s)
{
    if (s->format == FORMAT_TABLE)
        flush_table(s);
    else if (s->format == FORMAT_JSON)
        fputs(s->rows ? "\n]\n" : "]\n", s->out);
}

void row_writer_free(row_writer *s)
{
    if (s->format == FORMAT_TABLE)
        free_table(s);
}

static int next_row_before_deadline(row_writer *s, wgcq_rows *rows, wgcq_error *err)
{
    deadline_enter(s);
    int code = wgcq_rows_next(rows, err);
    deadline_leave();
    return code;
}

int row_writer_write_all(FILE *out, format f, wgcq_rows *rows, uint64_t limit, uint64_t *printed,
                         bool *cut, wgcq_error *err)
{
    size_t columns = wgcq_rows_columns(rows);
    const char **names = memory_alloc(columns * sizeof *names);
    table_cell *cells = memory_alloc(columns * sizeof *cells);
    for (size_t i = 0; i < columns; i++)
        names[i] = wgcq_rows_name(rows, i);
    row_writer s;
    row_writer_open(&s, out, f, columns, names);
    int code = 0;
    *cut = false;
    while ((code = next_row_before_deadline(&s, rows, err)) == 0 &&
           !(*cut = limit && s.rows == limit)) {
        for (size_t i = 0; i < columns; i++)
            cells[i] = cell_of(rows, i);
        if (!row_writer_write(&s, cells))
            break;
    }
    if (code >= 0)
        row_writer_end(&s);
    *printed = s.rows;
    row_writer_free(&s);
    free(names);
    free(cells);
    return code < 0 ? code : 0;
}

void row_writer_write_single(FILE *out, format f, size_t columns, const char *const *names,
                             const table_cell *cells)
{
    row_writer s;
    row_writer_open(&s, out, f, columns, names);
    row_writer_write(&s, cells);
    row_writer_end(&s);
    row_writer_free(&s);
}
