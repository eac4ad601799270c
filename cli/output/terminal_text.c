/* terminal_text.c - texts on a terminal: their width, and what is escaped. */
#include "output/terminal_text.h"

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>

enum { REPLACEMENT = 0xFFFD };

size_t terminal_decode(int32_t *codepoint, const char *text, size_t length)
{
    assert(length > 0);
    utf8proc_ssize_t most = length > 4 ? 4 : (utf8proc_ssize_t)length;
    utf8proc_ssize_t taken = utf8proc_iterate((const utf8proc_uint8_t *)text, most, codepoint);
    if (taken > 0)
        return (size_t)taken;
    *codepoint = REPLACEMENT;
    return 1;
}

/* Characters that would move the cursor, end the line or reorder it. */
static bool is_unsafe_point(int32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

static int escape_point(char out[12], int32_t c)
{
    switch (c) {
    case '\n': return snprintf(out, 12, "\\n");
    case '\r': return snprintf(out, 12, "\\r");
    case '\t': return snprintf(out, 12, "\\t");
    default: return snprintf(out, 12, c < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)c);
    }
}

int terminal_point_width(int32_t codepoint)
{
    char text[12];
    return is_unsafe_point(codepoint) ? escape_point(text, codepoint)
                                      : utf8proc_charwidth(codepoint);
}

void terminal_put_point(FILE *out, int32_t codepoint)
{
    char text[12];
    if (is_unsafe_point(codepoint)) {
        escape_point(text, codepoint);
        fputs(text, out);
        return;
    }
    utf8proc_uint8_t bytes[4];
    utf8proc_ssize_t length = utf8proc_encode_char(codepoint, bytes);
    fwrite(bytes, 1, (size_t)length, out);
}

/* Each such character is a cluster of its own, one column wide. */
static bool is_printable_ascii(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && text[at] >= ' ' && text[at] <= '~')
        at++;
    return at == length;
}

/* The bytes of the clusters that fit, and the width of them and the first that does not. */
static size_t fit_clusters(const char *text, size_t length, int columns, int *width)
{
    int total = 0, cluster = 0; /* a grapheme cluster is as wide as its widest code point */
    size_t fits = 0, at = 0;
    int32_t before = -1, state = 0;
    while (at < length && total <= columns) {
        int32_t c;
        size_t taken = terminal_decode(&c, text + at, length - at);
        bool joined = before >= 0 && !utf8proc_grapheme_break_stateful(before, c, &state);
        int own = terminal_point_width(c);
        if (is_unsafe_point(c) || !joined) {
            total += cluster;
            fits = total <= columns ? at : fits;
            cluster = 0;
        }
        cluster = own > cluster ? own : cluster;
        at += taken;
        before = c;
    }
    *width = total + cluster;
    return *width <= columns ? length : fits;
}

int terminal_text_width(const char *text, size_t length)
{
    int width = (int)length;
    if (!is_printable_ascii(text, length))
        fit_clusters(text, length, INT_MAX, &width);
    return width;
}

int terminal_width(const char *text)
{
    return terminal_text_width(text, strlen(text));
}

size_t terminal_text_fit(const char *text, size_t length, int columns)
{
    int width;
    return fit_clusters(text, length, columns, &width);
}

void terminal_print(FILE *out, const char *text, size_t length)
{
    if (is_printable_ascii(text, length)) {
        fwrite(text, 1, length, out);
        return;
    }
    for (size_t at = 0; at < length;) {
        int32_t c;
        at += terminal_decode(&c, text + at, length - at);
        terminal_put_point(out, c);
    }
}

void terminal_print_text(FILE *out, const char *text)
{
    terminal_print(out, text, strlen(text));
}

void terminal_print_each_line(FILE *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t line = end ? (size_t)(end - text) - at : length - at;
        terminal_print(out, text + at, line);
        if (end)
            putc('\n', out);
        at += line + (end != NULL);
    }
}

void terminal_print_lines(FILE *out, const char *text, size_t length)
{
    if (isatty(fileno(out)))
        terminal_print_each_line(out, text, length);
    else
        fwrite(text, 1, length, out);
}

void terminal_spaces(FILE *out, int count)
{
    if (count > 0)
        fprintf(out, "%*s", count, "");
}
