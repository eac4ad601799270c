/*
 * text.h - a string that grows.
 *
 * An all-zero text is the empty one.  A failed allocation sticks: `failed` is
 * set, further appends do nothing, and the owner looks once, at the end.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct text {
    char *bytes; /* NUL-terminated once anything was appended; NULL before */
    size_t length, room;
    bool failed;
} text;

void text_add(text *t, const char *bytes, size_t length);
void text_put(text *t, const char *string);
void text_char(text *t, char c);
void text_int(text *t, int64_t value);
void text_codepoint(text *t, uint32_t codepoint); /* as UTF-8 */
void text_printf(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_clear(text *t);               /* empty, memory kept */
const char *text_string(const text *t); /* never NULL */
void text_free(text *t);

#endif
