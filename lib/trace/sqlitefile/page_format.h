/*
 * page_format.h - a B-tree page of SQLite's file format (fileformat2.html, section 1.6).
 *
 * A page begins with a header: its type, the first free block (2 bytes), how many cells it has (2),
 * where their contents begin (2), odd bytes (1) and, in an inner page, the rightmost child (4). The
 * offsets of the cells follow, 2 bytes each, in the order of their keys; the contents are filled in
 * from the page's end.  On page 1 all of that stands behind the file's own header.
 */
#ifndef TRACE_SQLITEFILE_PAGE_FORMAT_H
#define TRACE_SQLITEFILE_PAGE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    INDEX_INNER = 2, /* types of pages */
    TABLE_INNER = 5,
    INDEX_LEAF = 10,
    TABLE_LEAF = 13,
    PAGE_AT_FREE = 1, /* offsets in a page's header */
    PAGE_AT_CELLS = 3,
    PAGE_AT_CONTENT = 5,
    PAGE_AT_ODD = 7,
    PAGE_AT_RIGHT = 8,
    LEAF_HEADER = 8, /* bytes of a page's header */
    INNER_HEADER = 12,
    FILE_HEADER = 100,      /* bytes, at the start of page 1          */
    CELL_LEAST = 4,         /* bytes                                  */
    TREE_DEPTH_MOST = 20,   /* as SQLite has it                       */
    LOCK_BYTE = 0x40000000, /* the page of this byte is never used    */
    IO_BYTES_MOST = 65536   /* SQLite's VFS takes less than 128 KiB in one call */
};

/* Offsets in the file's header (section 1.3). */
enum {
    AT_PAGE_SIZE = 16,
    AT_WRITE_VERSION = 18,
    AT_READ_VERSION = 19,
    AT_RESERVED = 20,
    AT_FRACTIONS = 21,
    AT_CHANGES = 24,
    AT_COUNT = 28,
    AT_SCHEMA = 40,
    AT_FORMAT = 44,
    AT_LARGEST_ROOT = 52,
    AT_ENCODING = 56,
    AT_VERSION = 60,
    AT_APPLICATION = 68,
    AT_VALID_FOR = 92,
    AT_LIBRARY = 96
};

/* Where a page's header begins. */
static inline unsigned page_base(uint32_t number)
{
    return number == 1 ? FILE_HEADER : 0;
}

static inline uint32_t page_of_lock(uint32_t page_size)
{
    return LOCK_BYTE / page_size + 1;
}

/* How many bytes of a payload stay on its page; the rest goes to overflow pages. */
static inline uint32_t page_local_size(uint32_t usable, bool index, uint64_t payload)
{
    uint32_t most = index ? (usable - 12) * 64 / 255 - 23 : usable - 35;
    uint32_t least = (usable - 12) * 32 / 255 - 23;
    if (payload <= most)
        return (uint32_t)payload;
    uint32_t fit = least + (uint32_t)((payload - least) % (usable - 4));
    return fit <= most ? fit : least;
}

#endif
