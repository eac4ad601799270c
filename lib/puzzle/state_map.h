/*
 * state_map.h - the maps of states that generate the group which `symmetric` declares.
 *
 * Of a type whose values may all be exchanged: the exchange of each two neighbours.  One that
 * renames values renames them wherever a variable holds one, and moves the elements that they
 * index; it applies to an enumeration and its parts wherever they are used, to a range or `bool`
 * where that very type is.  One that sets variables is what it sets.
 */
#ifndef PUZZLE_STATE_MAP_H
#define PUZZLE_STATE_MAP_H

#include "base/strbuf.h"
#include "wgcq_base.h"

struct arena;
struct cell_map;

/* A value that is renamed. */
typedef struct renamed_value {
    int64_t from, to;
    size_t becomes; /* the number, among those renamed, of what it becomes */
    strbuf name;
} renamed_value;

typedef struct state_map {
    strbuf declared;            /* what `symmetric` names: a type or a generator */
    const struct type *type;    /* of the values that are exchanged; NULL: a generator    */
    const struct generator *by; /* NULL: an exchange */
    renamed_value *values;      /* ascending; NULL: it sets variables */
    size_t value_count;
    struct mapped_cell *cells; /* that it may change, where it renames values */
    size_t cell_count;
} state_map;

typedef struct state_maps {
    const struct ast *tree;
    struct interp *interp; /* of those that set variables */
    state_map *all;
    size_t count;
    bool exchanges_only; /* each is the exchange of two neighbours of a type */
} state_maps;

/* All of them.  WGCQ_EREQUEST: nothing is declared symmetric, or the type of a variable or index
   has only some of the values renamed.  To be closed in any case; the puzzle is borrowed. */
int state_maps_open(state_maps *out, const wgcq_puzzle *puzzle, wgcq_error *err);
void state_maps_close(state_maps *m);

/* Whether the puzzle declares anything symmetric. */
bool state_maps_declared(const wgcq_puzzle *puzzle);

/* The image of a state under map i; both have the puzzle's words, and `out` is not `state`.
   WGCQ_EREQUEST: the map has none. */
int state_maps_apply(const state_maps *m, size_t i, const uint64_t *state, uint64_t *out,
                     wgcq_error *err);
/* Sets the bits of a state that map i, which renames values, may change in `mask`. */
void state_maps_touch(const state_maps *m, size_t i, uint64_t *mask);

/* A map that renames values, as one of cells.  False: a type has too many of them. */
bool state_maps_cells(const state_maps *m, size_t i, struct cell_map *out, struct arena *memory);

/* How many values all cells have together; more than 2^31: 2^31. */
uint32_t state_maps_values(const state_maps *m);
/* The image of each value of each cell, by a map that renames values, numbered through all cells.
 *known: else it sets variables, or its image of some is no value. */
int state_maps_becomes(const state_maps *m, size_t i, uint32_t *becomes, bool *known,
                       wgcq_error *err);

/* Whether the map renames values, so that the image of a move's text is known. */
bool state_map_renames(const state_map *x);
/* Appends the text with the values renamed wherever they are words of their own. */
void state_map_text(const state_map *x, const char *line, strbuf *out);
/* Whether map i exchanges values of a type one of whose names another such type has, too: a text
   names the type. */
bool state_maps_share_names(const state_maps *m, size_t i);
/* "with red and green exchanged" */
void state_map_describe(const state_map *x, strbuf *out);

#endif
