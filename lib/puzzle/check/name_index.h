/* name_index.h - who has a name: an index, so that a puzzle of many names is read in no time. */
#ifndef PUZZLE_CHECK_NAME_INDEX_H
#define PUZZLE_CHECK_NAME_INDEX_H

#include "base/arena.h"

#include <stdint.h>

typedef struct name_entry {
    const char *name;
    const void *holder;      /* whose name it is     */
    int64_t number;          /* which of the holder's */
    struct name_entry *next; /* in the same slot     */
} name_entry;

typedef struct name_index {
    name_entry **slots;
    size_t count, room;
} name_index;

/* Names and holders belong to the caller, and outlive the index. */
void name_index_add(arena *memory, name_index *to, const char *name, const void *holder,
                    int64_t number);
/* The first that was added of that name, or NULL, and the one added after it. */
const name_entry *name_index_first(const name_index *in, const char *name);
const name_entry *name_index_next(const name_entry *before);
/* The one of a certain holder, or NULL. */
const name_entry *name_index_of(const name_index *in, const char *name, const void *holder);

#endif
