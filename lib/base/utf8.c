/* utf8.c - decoding UTF-8. */
#include "base/utf8.h"

static bool append_continuation(const char *text, size_t length, size_t at, uint32_t *codepoint)
{
    if (at >= length || ((unsigned char)text[at] & 0xC0) != 0x80)
        return false;
    *codepoint = *codepoint << 6 | ((unsigned char)text[at] & 0x3F);
    return true;
}

size_t utf8_decode(const char *text, size_t length, uint32_t *codepoint)
{
    if (!length)
        return 0;
    unsigned char first = (unsigned char)text[0];
    if (first < 0x80) {
        *codepoint = first;
        return 1;
    }
    size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    uint32_t c = first & (0xFFu >> (bytes + 1));
    for (size_t i = 1; i < bytes; i++)
        if (!append_continuation(text, length, i, &c))
            return 0;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (c < least[bytes] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return 0;
    *codepoint = c;
    return bytes;
}

size_t utf8_count(const char *text, size_t length)
{
    size_t count = 0;
    uint32_t ignored;
    for (size_t at = 0; at < length; count++) {
        size_t bytes = utf8_decode(text + at, length - at, &ignored);
        at += bytes ? bytes : 1;
    }
    return count;
}

bool utf8_is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c <= 0x9F);
}

bool utf8_is_deceptive(uint32_t c)
{
    static const struct {
        uint32_t from, to;
    } ranges[] = {
        {0x061C, 0x061C}, {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E},
        {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i].from && c <= ranges[i].to)
            return true;
    return (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
}
