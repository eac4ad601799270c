/*
 * terminal_text.h - texts on a terminal: how wide they are, and what must not reach it.
 *
 * Control characters, and those that turn the direction of writing, are shown escaped (\n, \x1b,
 * \u202e); what is not UTF-8 is shown as U+FFFD.
 */
#ifndef CLI_OUTPUT_TERMINAL_TEXT_H
#define CLI_OUTPUT_TERMINAL_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* One code point of a text of at least one byte; bytes that are no UTF-8 are U+FFFD, one each.
   Answers how many bytes it takes. */
size_t terminal_decode(int32_t *codepoint, const char *text, size_t length);
/* Columns of one code point, as display_point prints it. */
int terminal_point_width(int32_t codepoint);
void terminal_put_point(FILE *out, int32_t codepoint);
/* Columns of a text; what joins into one sign counts once. */
int terminal_text_width(const char *text, size_t length);
void terminal_print(FILE *out, const char *text, size_t length);
void terminal_spaces(FILE *out, int count); /* nothing for count <= 0 */

#endif
