/* utf8.h - decoding UTF-8 strictly: no overlong forms, no surrogates. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length (1..4) of the code point at `text`; 0: the `length` bytes do not begin with a
   well-formed one.  *codepoint is written only on success. */
size_t utf8_decode(const char *text, size_t length, uint32_t *codepoint);

/* Code points in the text; a byte that is not UTF-8 counts as one. */
size_t utf8_count(const char *text, size_t length);

/* C0, DEL and C1. */
bool utf8_is_control(uint32_t codepoint);

/* Invisible characters that change how others are shown: marks of writing direction,
   line and paragraph separators, zero-width spaces, byte order marks, tags, non-characters. */
bool utf8_is_deceptive(uint32_t codepoint);

#endif
