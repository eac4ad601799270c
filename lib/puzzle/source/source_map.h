/* source_map.h - where in the file the bytes of a scalar's text come from, in every style. */
#ifndef PUZZLE_SOURCE_SOURCE_MAP_H
#define PUZZLE_SOURCE_SOURCE_MAP_H

#include "puzzle/source/line_index.h"
#include "puzzle/source/yaml.h"

typedef struct source_map source_map;

/* A scalar's bytes in the file: behind its tag and anchor, quotes and `|` included. */
typedef struct written_scalar {
    const line_index *in;
    size_t from, to;
    node_style style;
    int parent; /* column (from 0) of the collection it is in, -1 for none: where the indentation of
                   a literal is counted from */
} written_scalar;

/* Maps the `length` bytes of text that libyaml made of the scalar; lives in the arena.  A text that
   cannot be followed maps to the scalar as a whole. */
const source_map *source_map_new(arena *a, const written_scalar *scalar, const char *text,
                                 size_t length);

/* The span in the file of bytes from..to-1 of the text. */
source_span source_map_span(const source_map *of, size_t from, size_t to);

/* The offset behind the scalar in its source, whose index is *in. */
size_t source_map_end(const source_map *of, const line_index **in);

/* Layout of a literal or folded scalar: the indentation of its rows (as columns from 0), given or
 * found, and the offset of the first row. */
typedef struct block_layout {
    size_t indent, rows;
    bool given;
} block_layout;
block_layout source_map_layout(const written_scalar *scalar);

#endif
