/*
 * arena.h - memory with the lifetime of its phase.
 *
 * Memory from an arena is freed with it, all at once.  It is
 * zeroed.  When there is none, the arena does not return NULL: it jumps to
 * `arena->out`, which its owner has set with setjmp before the first
 * allocation.  One function owns an arena and its jump; nothing that holds
 * other resources (a file, a parser, a database) may stand between the two.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct arena_block arena_block;

typedef struct arena {
    arena_block *blocks;
    size_t used, room; /* of the newest block, bytes */
    size_t total;      /* bytes allocated            */
    size_t max_bytes;  /* limit of total; 0: none    */
    bool limit_hit;    /* the limit was the reason for the jump */
    jmp_buf *out;      /* target of the jump when memory runs out */
} arena;

void *arena_take(arena *a, size_t bytes);
/* count elements of size bytes each; checks the product */
void *arena_array(arena *a, size_t count, size_t size);
/* a NUL-terminated copy */
char *arena_text(arena *a, const char *text, size_t length);
char *arena_printf(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void arena_free(arena *a);

/* A point in an arena's life.  Rewinding to it frees what was allocated since. */
typedef struct arena_mark {
    arena_block *blocks;
    size_t used, room, total;
} arena_mark;

static inline arena_mark arena_here(const arena *a)
{
    return (arena_mark){a->blocks, a->used, a->room, a->total};
}

void arena_rewind(arena *a, arena_mark to);

/* A growing array in an arena: ARENA_PUSH(a, list, count, room, value). */
void *arena_grow(arena *a, void *list, size_t count, size_t *room, size_t size);
#define ARENA_PUSH(a, list, count, room, value)                                                    \
    do {                                                                                           \
        if ((count) == (room))                                                                     \
            (list) = arena_grow((a), (list), (count), &(room), sizeof *(list));                    \
        (list)[(count)++] = (value);                                                               \
    } while (0)

#endif
