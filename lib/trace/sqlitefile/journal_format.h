/*
 * journal_format.h - SQLite's rollback journal (fileformat2.html, section 3).
 *
 * A header that fills a sector, then records: a page's number, the page, a checksum.
 */
#ifndef TRACE_SQLITEFILE_JOURNAL_FORMAT_H
#define TRACE_SQLITEFILE_JOURNAL_FORMAT_H

#include <stdint.h>

enum {
    JOURNAL_MAGIC = 8, /* bytes */
    JOURNAL_AT_RECORDS = 8,
    JOURNAL_AT_NONCE = 12,
    JOURNAL_AT_PAGES = 16, /* of the file before the transaction */
    JOURNAL_AT_SECTOR = 20,
    JOURNAL_AT_PAGE_SIZE = 24,
    JOURNAL_HEADER = 28,
    JOURNAL_RECORD_EXTRA = 8 /* bytes of a record besides its page */
};

static const uint8_t journal_magic[JOURNAL_MAGIC] = {0xd9, 0xd5, 0x05, 0xf9,
                                                     0x20, 0xa1, 0x63, 0xd7};

static inline uint32_t journal_checksum(uint32_t nonce, const uint8_t *page, uint32_t page_size)
{
    for (int at = (int)page_size - 200; at > 0; at -= 200)
        nonce += page[at];
    return nonce;
}

#endif
