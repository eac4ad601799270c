/*
 * terminal_text.h - texts on a terminal: their width, and what is escaped.
 *
 * Control and bidirectional characters are printed escaped (\n, \x1b, \u202e), invalid UTF-8 as
 * U+FFFD.
 */
#ifndef CLI_OUTPUT_TERMINAL_TEXT_H
#define CLI_OUTPUT_TERMINAL_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The first code point of a text of at least one byte; each invalid byte is U+FFFD.  Returns its
   length in bytes. */
size_t terminal_decode(int32_t *codepoint, const char *text, size_t length);
/* Columns of one code point, as terminal_put_point prints it. */
int terminal_point_width(int32_t codepoint);
void terminal_put_point(FILE *out, int32_t codepoint);
/* Columns of a text; a grapheme cluster counts once. */
int terminal_text_width(const char *text, size_t length);
int terminal_width(const char *text); /* as above, up to its end */
/* How many bytes of a text fit into so many columns, in whole grapheme clusters. */
size_t terminal_text_fit(const char *text, size_t length, int columns);
void terminal_print(FILE *out, const char *text, size_t length);
void terminal_print_text(FILE *out, const char *text); /* a whole one */
/* A text of several lines, with a line end after each but the last. */
void terminal_print_each_line(FILE *out, const char *text, size_t length);
/* As above for a file in a format of its own; only output to a terminal is escaped. */
void terminal_print_lines(FILE *out, const char *text, size_t length);
void terminal_spaces(FILE *out, int count); /* nothing for count <= 0 */

#endif
