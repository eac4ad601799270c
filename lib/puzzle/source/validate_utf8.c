/*
 * validate_utf8.c - whether a source is a text that may be read.
 *
 * UTF-8, lines that end in LF or CR LF, blanks for indentation, no invisible characters.  This
 * comes before libyaml, which accepts more (UTF-16, other line ends, some tabs) and explains less.
 */
#include "base/utf8.h"
#include "puzzle/source/yaml_internal.h"

static bool reject_bytes(const line_index *in, diagnostics *to, size_t from, size_t end,
                         const char *message)
{
    return diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(in, from, end), "%s", message);
}

static bool check_encoding(const line_index *in, diagnostics *to)
{
    const unsigned char *t = (const unsigned char *)in->text;
    if (in->length < 2)
        return true;
    if ((t[0] == 0xFF && t[1] == 0xFE) || (t[0] == 0xFE && t[1] == 0xFF))
        return reject_bytes(in, to, 0, 1, "this text is UTF-16: save it as UTF-8");
    return true;
}

static bool ends_line(const line_index *in, size_t at)
{
    return at + 1 < in->length && in->text[at] == '\r' && in->text[at + 1] == '\n';
}

/* Characters that libyaml takes for line ends or ignores, and that editors do not show. */
static bool is_invisible(uint32_t c)
{
    return utf8_is_control(c) || c == 0x2028 || c == 0x2029 || c == 0xFEFF || c == 0xFFFE ||
           c == 0xFFFF;
}

static bool check_character(const line_index *in, diagnostics *to, size_t at, size_t bytes,
                            uint32_t c)
{
    if (c == '\n' || c == '\t' || (c == '\r' && ends_line(in, at)) || !is_invisible(c))
        return true;
    if (c == '\r')
        return reject_bytes(in, to, at, at + 1, "a carriage return (U+000D) that ends no line");
    return diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(in, at, at + bytes),
                          "the character U+%04X is not allowed in a text", (unsigned)c);
}

/* Printable, or a line feed: most characters. */
static bool needs_no_look(char byte)
{
    return (byte >= ' ' && byte < 0x7F) || byte == '\n';
}

/* Stops at the first error: a file of another encoding has nothing but errors. */
static bool check_characters(const line_index *in, diagnostics *to)
{
    for (size_t at = in->begin; at < in->length;) {
        uint32_t c = 0;
        if (needs_no_look(in->text[at])) {
            at++;
            continue;
        }
        size_t bytes = utf8_decode(in->text + at, in->length - at, &c);
        if (!bytes)
            return diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(in, at, at + 1),
                                  "the byte %02X is not UTF-8 here",
                                  (unsigned)(unsigned char)in->text[at]);
        if (!check_character(in, to, at, bytes, c))
            return false;
        at += bytes;
    }
    return true;
}

static bool check_indentation(const line_index *in, diagnostics *to, size_t line)
{
    size_t end = line_index_line_end(in, line), tab = line_index_line_begin(in, line);
    while (tab < end && in->text[tab] == ' ')
        tab++;
    size_t after = tab;
    while (after < end && yaml_is_blank(in->text[after]))
        after++;
    if (after == tab || after == end)
        return true;
    return reject_bytes(in, to, tab, after, "a tab cannot indent a line: use blanks");
}

static bool check_tabs(const line_index *in, diagnostics *to)
{
    bool fine = true;
    for (size_t line = 0; line < in->line_count; line++)
        if (!check_indentation(in, to, line))
            fine = false;
    return fine;
}

bool validate_utf8(const line_index *in, diagnostics *to)
{
    return check_encoding(in, to) && check_characters(in, to) && check_tabs(in, to);
}
