/* holders.h - who has a name: an index, so that a puzzle of many names is read in no time. */
#ifndef PUZZLE_HOLDERS_H
#define PUZZLE_HOLDERS_H

#include "base/arena.h"

#include <stdint.h>

typedef struct holding {
    const char *name;
    const void *holder;   /* whose name it is     */
    int64_t number;       /* which of the holder's */
    struct holding *next; /* in the same slot     */
} holding;

typedef struct holders {
    holding **slots;
    size_t count, room;
} holders;

/* Names and holders belong to the caller, and outlive the index. */
void holders_add(arena *memory, holders *to, const char *name, const void *holder, int64_t number);
/* The first that was added of that name, or NULL, and the one added after it. */
const holding *holders_first(const holders *in, const char *name);
const holding *holders_next(const holding *before);
/* The one of a certain holder, or NULL. */
const holding *holders_of(const holders *in, const char *name, const void *holder);

#endif
