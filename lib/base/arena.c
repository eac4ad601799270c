/* arena.c - memory with the lifetime of its phase: blocks of doubling size, freed together. */
#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024 };

struct arena_block {
    arena_block *older;
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
    arena_block *block = malloc(sizeof *block + size);
    if (!block)
        exhausted(a);
    block->older = a->blocks;
    a->blocks = block;
    a->room = size;
    a->used = 0;
    a->total += size;
}

/* Memory that is to be written over. */
static void *take(arena *a, size_t bytes)
{
    const size_t align = sizeof(max_align_t);
    if (bytes > SIZE_MAX / 4) {
        a->limit_hit = a->max_bytes != 0;
        exhausted(a);
    }
    size_t rounded = (bytes + align - 1) / align * align;
    if (!a->blocks || a->room - a->used < rounded)
        add_block(a, rounded);
    void *taken = (char *)a->blocks->data + a->used;
    a->used += rounded;
    return taken;
}

static size_t bytes_of(arena *a, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 4 / size) {
        a->limit_hit = a->max_bytes != 0;
        exhausted(a);
    }
    return count * size;
}

/* Zeroes what is taken: most of a small puzzle's blocks is never touched. */
void *arena_take(arena *a, size_t bytes)
{
    return memset(take(a, bytes), 0, bytes);
}

void *arena_array(arena *a, size_t count, size_t size)
{
    return arena_take(a, bytes_of(a, count, size));
}

char *arena_text(arena *a, const char *text, size_t length)
{
    char *copy = take(a, length + 1);
    if (length)
        memcpy(copy, text, length);
    copy[length] = 0;
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

void *arena_grow(arena *a, void *list, size_t count, size_t *room, size_t size)
{
    size_t more = *room ? *room * 2 : 8;
    const size_t held = count * size, bytes = bytes_of(a, more, size);
    char *grown = take(a, bytes);
    if (count)
        memcpy(grown, list, held);
    memset(grown + held, 0, bytes - held);
    *room = more;
    return grown;
}

void arena_rewind(arena *a, arena_mark to)
{
    assert(to.total <= a->total);
    while (a->blocks != to.blocks) {
        arena_block *older = a->blocks->older;
        free(a->blocks);
        a->blocks = older;
    }
    a->used = to.used;
    a->room = to.room;
    a->total = to.total;
}

void arena_free(arena *a)
{
    while (a->blocks) {
        arena_block *older = a->blocks->older;
        free(a->blocks);
        a->blocks = older;
    }
    a->used = a->room = a->total = 0;
}
