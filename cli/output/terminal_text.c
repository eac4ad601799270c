/* terminal_text.c - texts on a terminal: how wide they are, and what must not reach it. */
#include "output/terminal_text.h"

#include <stdbool.h>
#include <utf8proc.h>

enum { REPLACEMENT = 0xFFFD };

size_t display_read(int32_t *codepoint, const char *text, size_t length)
{
    utf8proc_ssize_t most = length > 4 ? 4 : (utf8proc_ssize_t)length;
    utf8proc_ssize_t taken = utf8proc_iterate((const utf8proc_uint8_t *)text, most, codepoint);
    if (taken > 0)
        return (size_t)taken;
    *codepoint = REPLACEMENT;
    return 1;
}

/* Characters that would move the cursor, end the line or reorder it. */
static bool unsafe(int32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

static int escaped(char out[12], int32_t c)
{
    switch (c) {
    case '\n': return snprintf(out, 12, "\\n");
    case '\r': return snprintf(out, 12, "\\r");
    case '\t': return snprintf(out, 12, "\\t");
    default: return snprintf(out, 12, c < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)c);
    }
}

int display_point_width(int32_t codepoint)
{
    char text[12];
    return unsafe(codepoint) ? escaped(text, codepoint) : utf8proc_charwidth(codepoint);
}

void display_point(FILE *out, int32_t codepoint)
{
    char text[12];
    if (unsafe(codepoint)) {
        escaped(text, codepoint);
        fputs(text, out);
        return;
    }
    utf8proc_uint8_t bytes[4];
    utf8proc_ssize_t length = utf8proc_encode_char(codepoint, bytes);
    fwrite(bytes, 1, (size_t)length, out);
}

int display_width(const char *text, size_t length)
{
    int total = 0, sign = 0; /* the widest code point of a joined sign is the sign's width */
    int32_t before = -1, state = 0;
    for (size_t at = 0; at < length;) {
        int32_t c;
        at += display_read(&c, text + at, length - at);
        bool joined = before >= 0 && !utf8proc_grapheme_break_stateful(before, c, &state);
        int width = display_point_width(c);
        if (unsafe(c) || !joined) {
            total += sign;
            sign = width;
        } else if (width > sign) {
            sign = width;
        }
        before = c;
    }
    return total + sign;
}

void display_print(FILE *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        int32_t c;
        at += display_read(&c, text + at, length - at);
        display_point(out, c);
    }
}

void display_spaces(FILE *out, int count)
{
    if (count > 0)
        fprintf(out, "%*s", count, "");
}
