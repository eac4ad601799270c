/* format_text.c - rows as JSON objects, CSV, TSV and Markdown. */
#include "output/formats.h"

#include "output/json.h"
#include "output/terminal_text.h"

#include <string.h>

/* ---- JSON --------------------------------------------------------------------- */

void json_row(sheet *s, const cell *cells)
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
static void csv_text(FILE *out, const char *text)
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

void csv_names(sheet *s)
{
    for (size_t i = 0; i < s->columns; i++) {
        if (i)
            fputc(',', s->out);
        csv_text(s->out, s->names[i]);
    }
    fputs("\r\n", s->out);
}

/* A line of nothing would be no row to many a reader, so the only cell of a row is quoted then. */
void csv_row(sheet *s, const cell *cells)
{
    char room[SPELL_ROOM];
    if (s->columns == 1 && !*cell_spell(cells, room)) {
        fputs("\"\"\r\n", s->out);
        return;
    }
    for (size_t i = 0; i < s->columns; i++) {
        if (i)
            fputc(',', s->out);
        if (cells[i].type != WGCQ_NULL)
            csv_text(s->out, cell_spell(&cells[i], room));
    }
    fputs("\r\n", s->out);
}

/* ---- TSV -------------------------------------------------------------------------- */

static void tsv_text(FILE *out, const char *text)
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

void tsv_names(sheet *s)
{
    for (size_t i = 0; i < s->columns; i++) {
        if (i)
            fputc('\t', s->out);
        tsv_text(s->out, s->names[i]);
    }
    fputc('\n', s->out);
}

void tsv_row(sheet *s, const cell *cells)
{
    char room[SPELL_ROOM];
    for (size_t i = 0; i < s->columns; i++) {
        if (i)
            fputc('\t', s->out);
        tsv_text(s->out, cell_spell(&cells[i], room));
    }
    fputc('\n', s->out);
}

/* ---- Markdown ------------------------------------------------------------------------ */

static void markdown_text(FILE *out, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        int32_t c;
        at += display_read(&c, text + at, length - at);
        if (c == '\n')
            fputs("<br>", out);
        else if (c == '<')
            fputs("&lt;", out);
        else if (c == '&')
            fputs("&amp;", out);
        else {
            if (c == '|' || c == '\\')
                fputc('\\', out);
            display_point(out, c);
        }
    }
}

void markdown_names(sheet *s)
{
    fputc('|', s->out);
    for (size_t i = 0; i < s->columns; i++) {
        fputc(' ', s->out);
        markdown_text(s->out, s->names[i]);
        fputs(" |", s->out);
    }
    fputs("\n|", s->out);
    for (size_t i = 0; i < s->columns; i++)
        fputs(" --- |", s->out);
    fputc('\n', s->out);
}

void markdown_row(sheet *s, const cell *cells)
{
    char room[SPELL_ROOM];
    fputc('|', s->out);
    for (size_t i = 0; i < s->columns; i++) {
        fputc(' ', s->out);
        markdown_text(s->out, cell_spell(&cells[i], room));
        fputs(" |", s->out);
    }
    fputc('\n', s->out);
}
