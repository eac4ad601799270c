/* arena.c - memory with the lifetime of its phase: blocks of doubling size, freed together. */
#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Blocks from ZEROED_BLOCK on are zeroed when they are made, which costs nothing where they come
   from the system; smaller ones piece by piece, as most of a small puzzle's is never touched. */
enum { FIRST_BLOCK = 16 * 1024, ZEROED_BLOCK = 128 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024 };

struct arena_block {
    arena_block *older;
    size_t used; /* bytes that were taken of it when a newer block was added */
    max_align_t data[];
};

_Noreturn static void exhausted(arena *a)
{
    assert(a->out);
    longjmp(*a->out, 1);
}

static void add_block(arena *a, size_t bytes)
{
    size_t size = a->room ? a->room * 2 : FIRST_BLOCK;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (size < bytes)
        size = bytes;
    a->limit_hit = a->max_bytes && (size > a->max_bytes || a->total > a->max_bytes - size);
    if (size > SIZE_MAX / 2 || a->limit_hit)
        exhausted(a);
    arena_block *block =
        size < ZEROED_BLOCK ? malloc(sizeof *block + size) : calloc(1, sizeof *block + size);
    if (!block)
        exhausted(a);
    if (a->blocks)
        a->blocks->used = a->used;
    block->older = a->blocks;
    a->blocks = block;
    a->room = size;
    a->used = 0;
    a->total += size;
}

static size_t aligned(size_t bytes)
{
    const size_t align = sizeof(max_align_t);
    return (bytes + align - 1) / align * align;
}

/* The next bytes of the newest block, zeroed. */
static void *advance(arena *a, size_t bytes)
{
    void *taken = (char *)a->blocks->data + a->used;
    a->used += bytes;
    return a->room < ZEROED_BLOCK ? memset(taken, 0, bytes) : taken;
}

void *arena_take(arena *a, size_t bytes)
{
    if (bytes > SIZE_MAX / 4) {
        a->limit_hit = a->max_bytes != 0;
        exhausted(a);
    }
    const size_t rounded = aligned(bytes);
    if (!a->blocks || a->room - a->used < rounded)
        add_block(a, rounded);
    return advance(a, rounded);
}

static size_t bytes_of(arena *a, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 4 / size) {
        a->limit_hit = a->max_bytes != 0;
        exhausted(a);
    }
    return count * size;
}

void *arena_array(arena *a, size_t count, size_t size)
{
    return arena_take(a, bytes_of(a, count, size));
}

char *arena_text(arena *a, const char *text, size_t length)
{
    char *copy = arena_take(a, length + 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *arena_printf(arena *a, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = arena_take(a, (size_t)(length < 0 ? 0 : length) + 1);
    if (length > 0)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

/* The newest of what was taken becomes larger where it is.  False: another is the newest, or the
   block has no room. */
static bool extend_newest(arena *a, const void *list, size_t held, size_t bytes)
{
    const size_t from = aligned(held), to = aligned(bytes);
    if (!a->blocks || (const char *)list + from != (char *)a->blocks->data + a->used ||
        a->room - a->used < to - from)
        return false;
    advance(a, to - from);
    return true;
}

void *arena_grow(arena *a, void *list, size_t count, size_t *room, size_t size)
{
    const size_t held = *room * size, more = *room ? *room * 2 : 8, bytes = bytes_of(a, more, size);
    assert(count <= *room);
    if (!held || !extend_newest(a, list, held, bytes)) {
        void *grown = arena_take(a, bytes);
        if (count)
            memcpy(grown, list, count * size);
        list = grown;
    }
    *room = more;
    return list;
}

static void free_newest(arena *a)
{
    arena_block *older = a->blocks->older;
    free(a->blocks);
    a->blocks = older;
    a->used = older ? older->used : 0;
}

void arena_rewind(arena *a, arena_mark to)
{
    assert(to.total <= a->total);
    while (a->blocks != to.blocks)
        free_newest(a);
    if (a->blocks && to.room >= ZEROED_BLOCK)
        memset((char *)a->blocks->data + to.used, 0, a->used - to.used);
    a->used = to.used;
    a->room = to.room;
    a->total = to.total;
}

void arena_free(arena *a)
{
    while (a->blocks)
        free_newest(a);
    a->used = a->room = a->total = 0;
}
