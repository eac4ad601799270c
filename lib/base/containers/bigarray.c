/*
 * bigarray.c - anonymous mappings, aligned for huge pages, grown by moving page tables; what is
 * small comes from malloc.
 */
#ifdef __linux__
#define _GNU_SOURCE /* mremap */
#endif
#include "base/containers/bigarray.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)
#define MANY      ((size_t)256 << 10) /* bytes in small pages that take as long as a huge one */
#ifdef __linux__
#define SMALL ((size_t)64 << 10) /* bytes from malloc: to map them takes longer (unit/ranks) */
#else
#define SMALL SIZE_MAX
#endif
enum { UNIT = 1 << 10, MAPPED_UNIT = 16 << 10 };

static size_t round_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/* ---- small ones ------------------------------------------------------------------------------ */

static void *reallocated(const bigarray *r, size_t bytes)
{
    char *grown = realloc(r->at, bytes);
    if (grown)
        memset(grown + r->bytes, 0, bytes - r->bytes);
    return grown;
}

/* ---- mappings -------------------------------------------------------------------------------- */

#ifdef __linux__

static void *map_pages(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

/* Large ones begin at a huge page's boundary, or a later move would split every huge page. */
static void *map_aligned(size_t bytes)
{
    if (bytes < HUGE_PAGE)
        return map_pages(bytes);
    char *at = map_pages(bytes + HUGE_PAGE);
    if (!at)
        return NULL;
    size_t before = round_up((uintptr_t)at, HUGE_PAGE) - (uintptr_t)at;
    if (before)
        munmap(at, before);
    munmap(at + before + bytes, HUGE_PAGE - before);
    return at + before;
}

/* Small pages among huge ones would stay so, and those beside them in their huge page be taken one
   by one: they are copied, as what malloc gave is.  False: no memory. */
static bool move_content(bigarray *r, void *fresh, size_t bytes)
{
    if (r->bytes <= SMALL || (r->bytes < HUGE_PAGE && bytes >= HUGE_PAGE)) {
        if (r->at)
            memcpy(fresh, r->at, r->bytes);
        bigarray_free(r);
        return true;
    }
    return mremap(r->at, r->bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, fresh) != MAP_FAILED;
}

/* Memory of `bytes` that begins with the array's; NULL: none, and the array is unchanged. */
static void *remapped(bigarray *r, size_t bytes)
{
    void *fresh = map_aligned(bytes);
    if (fresh && bytes >= HUGE_PAGE)
        madvise(fresh, bytes, MADV_HUGEPAGE); /* optional */
    if (fresh && !move_content(r, fresh, bytes)) {
        munmap(fresh, bytes);
        return NULL;
    }
    return fresh;
}

#endif

/* ---- the array ------------------------------------------------------------------------------- */

void bigarray_free(bigarray *r)
{
#ifdef __linux__
    if (r->bytes > SMALL)
        munmap(r->at, r->bytes);
    else
#endif
        free(r->at);
    *r = (bigarray){0};
}

static bool grow_rounded(bigarray *r, size_t bytes)
{
    assert(bytes > r->bytes);
    if (bytes > SIZE_MAX / 4)
        return false;
    const bool small = bytes <= SMALL;
    const size_t rounded = round_up(bytes, small               ? UNIT
                                           : bytes < HUGE_PAGE ? MAPPED_UNIT
                                                               : HUGE_PAGE);
#ifdef __linux__
    void *moved = small ? reallocated(r, rounded) : remapped(r, rounded);
#else
    void *moved = reallocated(r, rounded);
#endif
    if (!moved)
        return false;
    *r = (bigarray){.at = moved, .bytes = rounded};
    return true;
}

bool bigarray_reserve_exactly(bigarray *r, size_t bytes)
{
    return bytes <= r->bytes || grow_rounded(r, bytes);
}

bool bigarray_reserve_huge(bigarray *r, size_t bytes)
{
    return bytes <= r->bytes ||
           bigarray_reserve(r, bytes > MANY && bytes < HUGE_PAGE ? HUGE_PAGE : bytes);
}

static size_t size_to_grow_to(const bigarray *r, size_t bytes)
{
    const size_t half_more = r->bytes + r->bytes / 2;
    return bytes > half_more ? bytes : half_more;
}

bool bigarray_reserve(bigarray *r, size_t bytes)
{
    return bytes <= r->bytes || grow_rounded(r, size_to_grow_to(r, bytes));
}

bool bigarray_reserve_anew(bigarray *r, size_t bytes)
{
    if (bytes <= r->bytes)
        return true;
    const size_t grown = size_to_grow_to(r, bytes);
    if (r->bytes < HUGE_PAGE && grown >= HUGE_PAGE) /* it would be copied */
        bigarray_free(r);
    return grow_rounded(r, grown);
}
