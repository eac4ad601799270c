/*
 * lookup.h - hash tables from packed states, or texts, to numbers from 1.
 *
 * Keys are copied, unless the caller keeps them, and equal if and only if all their bytes are.  For
 * checking and explaining; a search has its own table (space/visited.h).
 */
#ifndef BASE_CONTAINERS_LOOKUP_H
#define BASE_CONTAINERS_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lookup {
    size_t width; /* bytes of a key; 0: keys are NUL-terminated texts */
    uint32_t count;
    uint32_t *slots;
    size_t room;
    char **texts;                  /* [1..count], width 0 */
    unsigned char *keys;           /* [1..count], else, unless they are: */
    const unsigned char *borrowed; /* [0..] the caller's */
    size_t keys_room;
} lookup;

lookup lookup_of_states(unsigned words);
/* A lookup of states that the caller owns, under the numbers that they have there: state n, of so
   many words, is at states + n * words, and is added behind n - 1. */
lookup lookup_over_states(unsigned words, const uint64_t *states);
lookup lookup_of_texts(void);
/* The number of a key (a state's words, or a text); 0: it is not there. */
uint32_t lookup_find(const lookup *l, const void *key);
/* The number of a key, which is added as count + 1 if it is new; 0: no memory. */
uint32_t lookup_add(lookup *l, const void *key);
/* Makes room for so many keys in all at once, less than they take where they come one by one.
   False: no memory. */
bool lookup_reserve(lookup *l, size_t keys);
void lookup_clear(lookup *l); /* empty, memory kept */
void lookup_free(lookup *l);

#endif
