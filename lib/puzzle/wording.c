/* wording.c - what is wrong with a text as YAML, in words for people who write puzzles. */
#include "puzzle/reader.h"
#include "puzzle/utf8.h"

#include <string.h>

/* ---- bytes ---- */

static bool says(const places *in, complaints *to, size_t from, size_t end, const char *message)
{
    return complain(to, WGCQ_COMPLAINT_YAML, places_stretch(in, from, end), "%s", message);
}

static bool check_encoding(const places *in, complaints *to)
{
    const unsigned char *t = (const unsigned char *)in->text;
    bool utf16 =
        in->length >= 2 && ((t[0] == 0xFF && t[1] == 0xFE) || (t[0] == 0xFE && t[1] == 0xFF));
    return !utf16 || says(in, to, 0, 0, "this is UTF-16: save it as UTF-8");
}

static bool check_codepoint(const places *in, complaints *to, size_t at, size_t bytes, uint32_t c)
{
    if (c == '\n' || c == '\t' || (c == '\r' && at + 1 < in->length && in->text[at + 1] == '\n'))
        return true;
    place here = places_stretch(in, at, at + bytes);
    if (c == 0)
        return complain(to, WGCQ_COMPLAINT_YAML, here, "a NUL byte has no place in a text");
    if (c == '\r')
        return complain(to, WGCQ_COMPLAINT_YAML, here, "a carriage return that ends no line");
    if (utf8_is_control(c) || c == 0x2028 || c == 0x2029 || c == 0xFEFF || c == 0xFFFE ||
        c == 0xFFFF)
        return complain(to, WGCQ_COMPLAINT_YAML, here,
                        "the character U+%04X has no place in a text", (unsigned)c);
    return true;
}

static bool check_characters(const places *in, complaints *to)
{
    for (size_t at = in->begin; at < in->length;) {
        uint32_t c = 0;
        size_t bytes = utf8_decode(in->text + at, in->length - at, &c);
        if (!bytes)
            return complain(to, WGCQ_COMPLAINT_YAML, places_stretch(in, at, at + 1),
                            "the byte \\x%02X is not UTF-8", (unsigned)(unsigned char)in->text[at]);
        if (!check_codepoint(in, to, at, bytes, c))
            return false;
        at += bytes;
    }
    return true;
}

static bool check_tabs(const places *in, complaints *to)
{
    for (size_t line = 0; line < in->line_count; line++) {
        size_t begin = places_line_begin(in, line), end = places_line_end(in, line), at = begin;
        while (at < end && in->text[at] == ' ')
            at++;
        size_t after = at;
        while (after < end && (in->text[after] == ' ' || in->text[after] == '\t'))
            after++;
        if (after > at && after < end)
            return says(in, to, at, after, "a tab cannot indent: use blanks");
    }
    return true;
}

bool wording_check_bytes(const places *in, complaints *to)
{
    return check_encoding(in, to) && check_characters(in, to) && check_tabs(in, to);
}

void wording_complain(const places *in, complaints *to, const char *context, const char *problem,
                      size_t since, size_t at)
{
    (void)since;
    complain(to, WGCQ_COMPLAINT_YAML, places_stretch(in, at, at), "%s%s%s", problem,
             *context ? " " : "", context);
}
