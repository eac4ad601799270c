/* text.c - a string that grows. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(text *t, size_t more)
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

void text_add(text *t, const char *bytes, size_t length)
{
    if (!make_room(t, length))
        return;
    if (length)
        memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
    t->bytes[t->length] = '\0';
}

void text_put(text *t, const char *string)
{
    text_add(t, string, strlen(string));
}

void text_char(text *t, char c)
{
    text_add(t, &c, 1);
}

void text_int(text *t, int64_t value)
{
    char digits[20];
    size_t at = sizeof digits;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (value < 0)
        text_char(t, '-');
    text_add(t, digits + at, sizeof digits - at);
}

void text_codepoint(text *t, uint32_t c)
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
    text_add(t, bytes, n);
}

void text_printf(text *t, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        t->failed = true;
    else if (make_room(t, (size_t)length)) {
        vsnprintf(t->bytes + t->length, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    va_end(again);
}

void text_clear(text *t)
{
    t->length = 0;
    if (t->bytes)
        t->bytes[0] = '\0';
}

const char *text_string(const text *t)
{
    return t->bytes ? t->bytes : "";
}

void text_free(text *t)
{
    free(t->bytes);
    *t = (text){0};
}
