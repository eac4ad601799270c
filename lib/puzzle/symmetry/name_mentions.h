/*
 * name_mentions.h - a state as what it says of interchangeable values, which are called names here.
 *
 * Where maps exchange the values of types, all with all, each value of a cell mentions names:
 * `holder[r2] = c1` mentions r2 and c1, and so does `wants[c1, r2] = true`.  Mentions that become
 * each other by exchanges are of one relation and differ in their names alone.  So a state is a set
 * of tuples of names, and its orbit has all states that come of giving the names in another way.
 *
 * Mentions whose bits are 0 in every cell are silent: they are those that a state has where it has
 * no other, so they need not be looked at.
 */
#ifndef PUZZLE_SYMMETRY_NAME_MENTIONS_H
#define PUZZLE_SYMMETRY_NAME_MENTIONS_H

#include "puzzle/symmetry/map_part.h"
#include "puzzle/symmetry/packed_cell.h"

enum { NAMES_MOST = 64, MENTIONED_MOST = 4 };

__extension__ typedef unsigned __int128 naming_count; /* of ways to give the names */

typedef struct mention {
    uint64_t weight;                 /* of its relation: others have another */
    uint64_t names;                  /* a bit each                           */
    uint32_t count, relation;        /* count: of names                      */
    uint32_t name[MENTIONED_MOST];   /* [count]                              */
    uint32_t stride[MENTIONED_MOST]; /* [count] as of mention_image_index    */
    uint32_t images;                 /* likewise                             */
    bool silent;
} mention;

/* A cell's value where it is in the words of a part. */
typedef struct mention_image {
    uint64_t mask, bits;
    uint32_t word; /* of the part's */
} mention_image;

/* Names are numbered type by type: those of type t are first[t] .. first[t + 1] - 1. */
typedef struct name_mentions {
    size_t name_count, type_count; /* no names: the part is not of this kind */
    uint32_t *first;               /* [type_count + 1]                       */
    naming_count order;
    size_t cell_count;
    packed_cell *cells;    /* [cell_count]                                   */
    uint32_t *begins;      /* [cell_count] the mention by bits 0 of each     */
    mention *all;          /* by cells and their bits                        */
    mention_image *images; /* of each relation those of all tuples of names  */
    size_t word_count;
    uint32_t *words;   /* [word_count] of the state */
    uint64_t *bits;    /* [word_count] those of the part's cells */
    uint64_t *spoken;  /* [word_count] those of cells that say something where their bits are 0 */
    uint32_t *cell_at; /* [word_count * 64] whose bit it is */
    size_t memory;     /* bytes */
} name_mentions;

/* No names where the maps are not exchanges of neighbours alone, or do more than to exchange names,
   or there are too many, or fewer ways to give them than `least`.  False: no memory.  To be freed
   in any case. */
bool name_mentions_find(name_mentions *out, const map_part *part, naming_count least);
void name_mentions_free(name_mentions *n);

/* The place of a mention's image among the images, where each name becomes another of its type. */
static inline uint32_t mention_image_index(const mention *m, const uint8_t *to)
{
    uint32_t at = m->images;
    for (uint32_t i = 0; i < m->count; i++)
        at += to[m->name[i]] * m->stride[i];
    return at;
}

#endif
