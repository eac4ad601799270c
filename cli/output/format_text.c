/* format_text.c - rows as JSON objects, CSV, TSV and Markdown. */
#include "output/formats.h"

#include "output/json.h"
#include "output/terminal_text.h"

#include <string.h>

/* ---- JSON --------------------------------------------------------------------- */

void write_json_row(row_writer *s, const table_cell *cells)
{
    for (size_t i = 0; i < s->columns; i++) {
        fputs(i ? ", " : "{", s->out);
        json_text(s->out, s->names[i]);
        fputs(": ", s->out);
        json_cell(s->out, &cells[i]);
    }
    fputs(s->columns ? "}" : "{}", s->out);
}

/* ---- CSV: RFC 4180 -------------------------------------------------------------- */

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

void write_csv_names(row_writer *s)
{
    for (size_t i = 0; i < s->columns; i++) {
        if (i)
            fputc(',', s->out);
        put_csv(s->out, s->names[i]);
    }
    fputs("\r\n", s->out);
}

/* A line of nothing would be no row to many a reader, so the only cell of a row is quoted then. */
void write_csv_row(row_writer *s, const table_cell *cells)
{
    char room[CELL_TEXT_MAX];
    if (s->columns == 1 && !*cell_format(cells, room)) {
        fputs("\"\"\r\n", s->out);
        return;
    }
    for (size_t i = 0; i < s->columns; i++) {
        if (i)
            fputc(',', s->out);
        if (cells[i].type != WGCQ_NULL)
            put_csv(s->out, cell_format(&cells[i], room));
    }
    fputs("\r\n", s->out);
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

void write_tsv_names(row_writer *s)
{
    for (size_t i = 0; i < s->columns; i++) {
        if (i)
            fputc('\t', s->out);
        put_tsv(s->out, s->names[i]);
    }
    fputc('\n', s->out);
}

void write_tsv_row(row_writer *s, const table_cell *cells)
{
    char room[CELL_TEXT_MAX];
    for (size_t i = 0; i < s->columns; i++) {
        if (i)
            fputc('\t', s->out);
        put_tsv(s->out, cell_format(&cells[i], room));
    }
    fputc('\n', s->out);
}

/* ---- Markdown ------------------------------------------------------------------------ */

static void put_markdown(FILE *out, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        int32_t c;
        at += terminal_decode(&c, text + at, length - at);
        if (c == '\n')
            fputs("<br>", out);
        else if (c == '<')
            fputs("&lt;", out);
        else if (c == '&')
            fputs("&amp;", out);
        else {
            if (c == '|' || c == '\\')
                fputc('\\', out);
            terminal_put_point(out, c);
        }
    }
}

void write_markdown_names(row_writer *s)
{
    fputc('|', s->out);
    for (size_t i = 0; i < s->columns; i++) {
        fputc(' ', s->out);
        put_markdown(s->out, s->names[i]);
        fputs(" |", s->out);
    }
    fputs("\n|", s->out);
    for (size_t i = 0; i < s->columns; i++)
        fputs(" --- |", s->out);
    fputc('\n', s->out);
}

void write_markdown_row(row_writer *s, const table_cell *cells)
{
    char room[CELL_TEXT_MAX];
    fputc('|', s->out);
    for (size_t i = 0; i < s->columns; i++) {
        fputc(' ', s->out);
        put_markdown(s->out, cell_format(&cells[i], room));
        fputs(" |", s->out);
    }
    fputc('\n', s->out);
}
