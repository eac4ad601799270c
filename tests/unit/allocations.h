/*
 * allocations.h - the n-th allocation of a thread fails.
 *
 * For tests that are linked with --wrap for malloc, calloc, realloc and mmap.  A thread sets its
 * `fails_at` (0: none fails) and clears its `allocations`, which counts them.
 */
#ifndef TESTS_ALLOCATIONS_H
#define TESTS_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

static _Thread_local long allocations, fails_at;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);

static bool allocation_fails(void)
{
    return ++allocations == fails_at;
}

void *__wrap_malloc(size_t size)
{
    return allocation_fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size)
{
    return allocation_fails() ? NULL : __real_realloc(old, size);
}
void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset)
{
    return allocation_fails() ? MAP_FAILED
                              : __real_mmap(at, bytes, protection, flags, file, offset);
}

#endif
