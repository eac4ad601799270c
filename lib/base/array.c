/* array.c - growing arrays. */
#ifdef __linux__
#define _GNU_SOURCE /* madvise */
#endif
#include "base/array.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_ROOM = 16, SPARE_ROOM = 64 };
#define HUGE_PAGE  ((size_t)2 << 20)
#define SMALL_PAGE ((size_t)4 << 10)

/* Pointers to different types are read and written as bytes: their type is not known here. */
static void *get_pointer(const void *array)
{
    void *at;
    memcpy(&at, array, sizeof at);
    return at;
}

void array_use_huge_pages(void *at, size_t bytes)
{
#ifdef __linux__
    uintptr_t from = ((uintptr_t)at + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    uintptr_t to = ((uintptr_t)at + bytes) / HUGE_PAGE * HUGE_PAGE;
    if (at && bytes >= 2 * HUGE_PAGE)
        madvise((char *)at + (from - (uintptr_t)at), to - from, MADV_HUGEPAGE); /* optional */
#else
    (void)at, (void)bytes;
#endif
}

void array_use_pages(void *at, size_t from, size_t to)
{
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
    uintptr_t begin = ((uintptr_t)at + from + SMALL_PAGE - 1) / SMALL_PAGE * SMALL_PAGE;
    uintptr_t end = ((uintptr_t)at + to) / SMALL_PAGE * SMALL_PAGE;
    if (at && begin < end)
        madvise((char *)at + (begin - (uintptr_t)at), end - begin,
                MADV_POPULATE_WRITE); /* optional */
#else
    (void)at, (void)from, (void)to;
#endif
}

bool array_resize(void *array, size_t room, size_t size)
{
    assert(room && size);
    void *grown = room <= SIZE_MAX / size ? realloc(get_pointer(array), room * size) : NULL;
    if (!grown)
        return false;
    memcpy(array, &grown, sizeof grown);
    return true;
}

bool array_reserve(void *array, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return true;
    size_t more = *room < FIRST_ROOM / 2 ? FIRST_ROOM : *room * 2;
    if (more < wanted)
        more = wanted;
    if (!array_resize(array, more, size))
        return false;
    *room = more;
    return true;
}

bool array_reserve_zeros(void *array, size_t *room, size_t wanted, size_t size)
{
    const size_t before = *room;
    if (!array_reserve(array, room, wanted, size))
        return false;
    if (*room > before)
        memset((char *)get_pointer(array) + before * size, 0, (*room - before) * size);
    return true;
}

bool array_renew(void *array, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return true;
    size_t more = wanted + wanted / 4 + SPARE_ROOM;
    free(get_pointer(array));
    void *fresh = more <= SIZE_MAX / size ? malloc(more * size) : NULL;
    memcpy(array, &fresh, sizeof fresh);
    *room = fresh ? more : 0;
    return fresh;
}

void array_free_each(void *const *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(all[i]);
}
