/* name_index.h - a multimap from names to what is declared by them. */
#ifndef BASE_CONTAINERS_NAME_INDEX_H
#define BASE_CONTAINERS_NAME_INDEX_H

#include "base/arena.h"

#include <stdint.h>

typedef struct name_entry {
    const char *name;
    const void *holder;      /* what has the name; compared by address */
    int64_t number;          /* its number there */
    struct name_entry *next; /* in the same slot     */
} name_entry;

typedef struct name_index {
    name_entry **slots;
    size_t count, room;
} name_index;

/* Names and holders are borrowed. */
void name_index_add(arena *memory, name_index *to, const char *name, const void *holder,
                    int64_t number);
/* The first that was added of that name, or NULL, and the one added after it. */
const name_entry *name_index_first(const name_index *in, const char *name);
const name_entry *name_index_next(const name_entry *before);
/* The entry of that holder, or NULL. */
const name_entry *name_index_of(const name_index *in, const char *name, const void *holder);

#endif
