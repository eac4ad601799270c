/* format_csv.c - rows as CSV (RFC 4180) and as TSV. */
#include "rows/row_writer.h"

#include <string.h>

/* ---- CSV ----------------------------------------------------------------- */

/* An empty text is quoted, so that it differs from null. */
static void put_csv(FILE *out, const char *text)
{
    size_t length = strlen(text);
    bool quoted = !length || strpbrk(text, ",\"\r\n") || text[0] == ' ' || text[length - 1] == ' ';
    if (!quoted) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

/* Many readers skip an empty line, so an empty cell that is the only one of its row is quoted. */
static void write_csv_row(row_writer *w, const table_cell *cells)
{
    char buffer[CELL_TEXT_MAX];
    for (size_t i = 0; i < w->columns; i++) {
        if (i)
            fputc(',', w->out);
        if (w->columns == 1 || !cells || cells[i].type != WGCQ_NULL)
            put_csv(w->out, row_writer_text(w, cells, i, buffer));
    }
    fputs("\r\n", w->out);
}

static void write_csv_names(row_writer *w)
{
    write_csv_row(w, NULL);
}

/* ---- TSV -------------------------------------------------------------------------- */

static void put_tsv(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '\t': fputs("\\t", out); break;
        case '\n': fputs("\\n", out); break;
        case '\r': fputs("\\r", out); break;
        case '\\': fputs("\\\\", out); break;
        default: fputc(*text, out); break;
        }
}

static void write_tsv_row(row_writer *w, const table_cell *cells)
{
    char buffer[CELL_TEXT_MAX];
    for (size_t i = 0; i < w->columns; i++) {
        if (i)
            fputc('\t', w->out);
        put_tsv(w->out, row_writer_text(w, cells, i, buffer));
    }
    fputc('\n', w->out);
}

static void write_tsv_names(row_writer *w)
{
    write_tsv_row(w, NULL);
}

const row_format format_csv = {
    .name = "csv", .begin = write_csv_names, .row = write_csv_row, .holds_one_list = true};

const row_format format_tsv = {
    .name = "tsv", .begin = write_tsv_names, .row = write_tsv_row, .holds_one_list = true};
