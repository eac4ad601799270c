/* origin.h - where in the file the bytes of a scalar's text come from, whatever its style. */
#ifndef PUZZLE_ORIGIN_H
#define PUZZLE_ORIGIN_H

#include "puzzle/places.h"
#include "puzzle/yaml.h"

typedef struct origin origin;

/* A scalar as it stands in the file: behind its tag and anchor, quotes and `|` included. */
typedef struct written {
    const places *in;
    size_t from, to;
    node_style style;
    int parent; /* column (from 0) of the collection it is in, -1 for none: where the indentation of
                   a literal is counted from */
} written;

/* Reads the scalar again, beside the `length` bytes of text that it came to. */
const origin *origin_trace(arena *a, const written *scalar, const char *text, size_t length);

/* The stretch that bytes from..to-1 of the text were written as. */
place origin_place(const origin *of, size_t from, size_t to);

/* The byte behind the scalar in its source. */
size_t origin_end(const origin *of, const places **in);

/* Of a literal or folded scalar: the indentation of its rows (as columns from 0), given or found,
   and where the rows begin. */
typedef struct block_layout {
    size_t indent, rows;
    bool given;
} block_layout;
block_layout origin_layout(const written *scalar);

#endif
