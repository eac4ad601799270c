/*
 * chunk_images.h - the state that stands for its orbit under a group of few elements.
 *
 * The image of the state's bits by each element is looked up, a chunk of bits at a time, in
 * tables.  The images by all elements are made side by side, and the least is taken.
 */
#ifndef PUZZLE_SYMMETRY_CHUNK_IMAGES_H
#define PUZZLE_SYMMETRY_CHUNK_IMAGES_H

#include "puzzle/symmetry/group_elements.h"

typedef struct state_chunk { /* consecutive bits of a word, whole cells of a part */
    unsigned word, shift;
    uint64_t mask;
    size_t first; /* where its images begin */
} state_chunk;

typedef struct chunk_images {
    size_t chunk_count, word_count;
    state_chunk *chunks;
    unsigned *words;  /* [word_count] those of the state with cells of the part */
    uint64_t *bits;   /* [word_count] these cells' bits */
    size_t elements;  /* all but the identity */
    size_t lanes;     /* these, the last repeated */
    uint64_t *images; /* [chunks][mask + 1][word_count][lanes]; NULL: they would take too much */
    size_t memory;    /* bytes */
} chunk_images;

/* False: no memory.  To be freed in any case. */
bool chunk_images_build(chunk_images *out, const group_elements *g);
void chunk_images_free(chunk_images *c);

/* Replaces the part of `count` states of `words` words, one behind the other. */
void chunk_images_find(const chunk_images *c, uint64_t *states, size_t count, size_t words);
/* How many elements, the identity among them, keep the state. */
uint64_t chunk_images_keeping(const chunk_images *c, const uint64_t *state);

#endif
