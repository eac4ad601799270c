/*
 * block_failures.h - the n-th allocation of a program fails, in whichever thread; blocks.h counts
 * those that are not freed.
 *
 * For tests that are linked with --wrap for what stands here.  They set `fails_at` (0: none fails)
 * and clear `allocations`.
 */
#ifndef TESTS_BLOCK_FAILURES_H
#define TESTS_BLOCK_FAILURES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

#include "blocks.h"

static long allocations, fails_at;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *string);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *string);
char *__real_strndup(const char *string, size_t most);
char *__wrap_strndup(const char *string, size_t most);
void *__real_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
void __real_free(void *block);
void __wrap_free(void *block);

static bool fails(void)
{
    return __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED) == fails_at;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : block_taken(__real_malloc(size));
}
void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : block_taken(__real_calloc(count, size));
}
void *__wrap_realloc(void *old, size_t size)
{
    if (fails())
        return NULL;
    block_freed(old); /* before another thread is given the same place */
    return block_taken(__real_realloc(old, size));
}
char *__wrap_strdup(const char *string)
{
    return fails() ? NULL : block_taken(__real_strdup(string));
}
char *__wrap_strndup(const char *string, size_t most)
{
    return fails() ? NULL : block_taken(__real_strndup(string, most));
}

void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset)
{
    return fails() ? MAP_FAILED : __real_mmap(at, bytes, protection, flags, file, offset);
}
void __wrap_free(void *block)
{
    block_freed(block);
    __real_free(block);
}

#endif
