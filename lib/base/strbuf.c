/* strbuf.c - a string that grows. */
#include "base/strbuf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve_bytes(strbuf *t, size_t more)
{
    if (t->failed)
        return false;
    if (t->room - t->length > more)
        return true;
    if (more > SIZE_MAX / 4 || t->length > SIZE_MAX / 4) {
        t->failed = true;
        return false;
    }
    size_t room = t->room ? t->room * 2 : 64;
    while (room - t->length <= more)
        room *= 2;
    char *bytes = realloc(t->bytes, room);
    if (!bytes) {
        t->failed = true;
        return false;
    }
    t->bytes = bytes;
    t->room = room;
    return true;
}

void strbuf_add(strbuf *t, const char *bytes, size_t length)
{
    if (!reserve_bytes(t, length))
        return;
    assert(t->room - t->length > length);
    if (length)
        memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
    t->bytes[t->length] = '\0';
}

void strbuf_put(strbuf *t, const char *string)
{
    strbuf_add(t, string, strlen(string));
}

void strbuf_char(strbuf *t, char c)
{
    strbuf_add(t, &c, 1);
}

void strbuf_quote(strbuf *t, char mark, const char *bytes, size_t length)
{
    strbuf_char(t, mark);
    for (size_t some; length; bytes += some, length -= some) {
        const char *found = memchr(bytes, mark, length);
        some = found ? (size_t)(found - bytes) + 1 : length;
        strbuf_add(t, bytes, some);
        if (found)
            strbuf_char(t, mark);
    }
    strbuf_char(t, mark);
}

void strbuf_int(strbuf *t, int64_t value)
{
    char digits[20];
    size_t at = sizeof digits;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (value < 0)
        strbuf_char(t, '-');
    strbuf_add(t, digits + at, sizeof digits - at);
}

void strbuf_codepoint(strbuf *t, uint32_t c)
{
    char bytes[4];
    size_t n = 0;
    if (c < 0x80) {
        bytes[n++] = (char)c;
    } else if (c < 0x800) {
        bytes[n++] = (char)(0xC0 | c >> 6);
        bytes[n++] = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        bytes[n++] = (char)(0xE0 | c >> 12);
        bytes[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        bytes[n++] = (char)(0x80 | (c & 0x3F));
    } else {
        bytes[n++] = (char)(0xF0 | (c >> 18 & 0x07));
        bytes[n++] = (char)(0x80 | (c >> 12 & 0x3F));
        bytes[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        bytes[n++] = (char)(0x80 | (c & 0x3F));
    }
    strbuf_add(t, bytes, n);
}

void strbuf_vprintf(strbuf *t, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0)
        t->failed = true;
    else if (reserve_bytes(t, (size_t)length)) {
        vsnprintf(t->bytes + t->length, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    va_end(again);
}

void strbuf_printf(strbuf *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(t, format, arguments);
    va_end(arguments);
}

void strbuf_cut(strbuf *t, size_t length)
{
    assert(length <= t->length);
    t->length = length;
    if (t->bytes)
        t->bytes[length] = '\0';
}

void strbuf_clear(strbuf *t)
{
    t->length = 0;
    if (t->bytes)
        t->bytes[0] = '\0';
}

const char *strbuf_string(const strbuf *t)
{
    return t->bytes ? t->bytes : "";
}

void strbuf_free(strbuf *t)
{
    free(t->bytes);
    *t = (strbuf){0};
}
