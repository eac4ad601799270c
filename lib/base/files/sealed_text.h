/* sealed_text.h - a text with its checksum in the last line, so that a damaged one is not believed.
 */
#ifndef BASE_FILES_SEALED_TEXT_H
#define BASE_FILES_SEALED_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

/* The number of the line. */
uint64_t sealed_text_sum(const char *text, size_t length);
/* Appends the line: "sum ", 16 digits. */
void sealed_text_end(strbuf *text);
/* Takes the line away; false: it is not that of the text. */
bool sealed_text_begin(char *text, size_t length);

#endif
