/* line_index.h - byte offsets of a source to lines and columns, in logarithmic time. */
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
    uint32_t *counted; /* code points from `begin` to each sampled byte           */
    size_t count_count;
    bool of_bytes; /* each code point is a byte, so that nothing has to be looked up */
} line_index;

/* The source is borrowed, and shorter than 4 GiB.  Its lines end in LF or CR LF. */
const line_index *line_index_new(arena *a, const source_text *from);

/* The span of bytes from..to-1, empty where they are equal; offsets outside of the text are
 * clamped. */
source_span line_index_span(const line_index *in, size_t from, size_t to);

/* The offset of the code point that has so many before it, a byte order mark not counted. */
size_t line_index_offset(const line_index *in, size_t codepoints);

/* The line (from 0) that an offset is in; a line's bytes without its line end. */
size_t line_index_line(const line_index *in, size_t offset);
size_t line_index_line_begin(const line_index *in, size_t line);
size_t line_index_line_end(const line_index *in, size_t line);

/* The byte at the offset; '\0' behind the end of the text. */
char line_index_byte(const line_index *in, size_t offset);

/* Code points before the byte in its line. */
size_t line_index_column(const line_index *in, size_t offset);

#endif
