/*
 * strbuf.h - a string that grows.
 *
 * An all-zero strbuf is the empty string.  A failed allocation is remembered: `failed` is set,
 * further appends do nothing, and the owner checks once, at the end.
 */
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct strbuf {
    char *bytes; /* NUL-terminated once anything was appended; NULL before */
    size_t length, room;
    bool failed;
} strbuf;

void strbuf_add(strbuf *t, const char *bytes, size_t length);
void strbuf_put(strbuf *t, const char *string);
void strbuf_char(strbuf *t, char c);
/* Between two marks; a mark among the bytes is doubled. */
void strbuf_quote(strbuf *t, char mark, const char *bytes, size_t length);
void strbuf_int(strbuf *t, int64_t value);
void strbuf_codepoint(strbuf *t, uint32_t codepoint); /* as UTF-8 */
void strbuf_printf(strbuf *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_vprintf(strbuf *t, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void strbuf_clear(strbuf *t);               /* empty, memory kept */
void strbuf_cut(strbuf *t, size_t length);  /* to its first bytes */
const char *strbuf_string(const strbuf *t); /* never NULL */
void strbuf_free(strbuf *t);

#endif
