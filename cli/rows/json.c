/* json.c - values as JSON. */
#include "rows/json.h"
#include "output/terminal_text.h"

#include <math.h>
#include <string.h>

static void put_json_point(FILE *out, int32_t c)
{
    switch (c) {
    case '"': fputs("\\\"", out); return;
    case '\\': fputs("\\\\", out); return;
    case '\n': fputs("\\n", out); return;
    case '\r': fputs("\\r", out); return;
    case '\t': fputs("\\t", out); return;
    default: break;
    }
    /* Terminals act on these too; escaped they are the same text. */
    if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029)
        fprintf(out, "\\u%04x", (unsigned)c);
    else
        terminal_put_point(out, c);
}

void json_text(FILE *out, const char *text)
{
    size_t length = strlen(text);
    fputc('"', out);
    for (size_t at = 0; at < length;) {
        int32_t c;
        at += terminal_decode(&c, text + at, length - at);
        put_json_point(out, c);
    }
    fputc('"', out);
}

static void put_json_list(FILE *out, const table_cell *c)
{
    const char *item = c->items;
    fputc('[', out);
    for (int64_t i = 0; i < c->integer; i++, item += strlen(item) + 1) {
        fputs(i ? ", " : "", out);
        json_text(out, item);
    }
    fputc(']', out);
}

void json_cell(FILE *out, const table_cell *c)
{
    char buffer[CELL_TEXT_MAX];
    if (c->type == WGCQ_NULL || (c->type == WGCQ_REAL && !isfinite(c->real)))
        fputs("null", out);
    else if (c->type == WGCQ_TEXT)
        json_text(out, c->text);
    else if (c->type == WGCQ_LIST)
        put_json_list(out, c);
    else
        fputs(cell_format(c, buffer), out);
}
