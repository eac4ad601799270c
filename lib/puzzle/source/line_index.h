/* line_index.h - bytes of a source to lines and columns, in a time that no long line can spoil. */
#ifndef PUZZLE_SOURCE_LINE_INDEX_H
#define PUZZLE_SOURCE_LINE_INDEX_H

#include "base/arena.h"
#include "puzzle/source/diagnostics.h"

#include <stdint.h>

typedef struct line_index {
    const source_text *from;
    const char *text; /* the source's */
    size_t length;
    size_t begin;      /* 3 behind a byte order mark, else 0; no column counts that */
    uint32_t *lines;   /* where each line begins                                    */
    size_t line_count; /* at least 1                                                */
    uint32_t *counted; /* code points from `begin` to every so many bytes           */
    size_t count_count;
} line_index;

/* The source must be shorter than 4 GiB, and outlive this.  Its lines end in LF or CR LF. */
const line_index *line_index_new(arena *a, const source_text *from);

/* Bytes from..to-1, a point where they are equal. */
source_span line_index_span(const line_index *in, size_t from, size_t to);

/* The byte where the code point stands that has so many before it. */
size_t line_index_offset(const line_index *in, size_t codepoints);

/* The number of the line (from 0) a byte is in, and its bytes without the line's end. */
size_t line_index_line(const line_index *in, size_t offset);
size_t line_index_line_begin(const line_index *in, size_t line);
size_t line_index_line_end(const line_index *in, size_t line);

/* The byte at the offset; '\0' behind the end of the text. */
char line_index_byte(const line_index *in, size_t offset);

/* Code points before the byte in its line. */
size_t line_index_column(const line_index *in, size_t offset);

#endif
