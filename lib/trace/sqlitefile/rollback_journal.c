/*
 * rollback_journal.c - a rollback journal in SQLite's format (fileformat2.html, section 3).
 *
 * A header that fills a sector, then records: number, page, checksum.  How many there are is told
 * last, when they are on the disk; until then the journal says 0, and rolling it back only cuts off
 * what stands behind the end.
 */
#include "trace/sqlitefile/rollback_journal.h"

#include <stdlib.h>
#include <string.h>

#include "trace/sqlitefile/record.h"

enum { MAGIC = 8, AT_RECORDS = 8, AT_NONCE = 12, AT_COUNT = 16, AT_SECTOR = 20, AT_SIZE = 24 };
static const uint8_t magic[MAGIC] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};

static unsigned sector_size(const pager *p)
{
    int size = p->file->pMethods->xSectorSize(p->file);
    return size >= 512 && size <= 65536 && !(size & (size - 1)) ? (unsigned)size : 512;
}

static uint32_t checksum(uint32_t nonce, const uint8_t *page, unsigned size)
{
    for (int at = (int)size - 200; at > 0; at -= 200)
        nonce += page[at];
    return nonce;
}

/* Appends the records; *records: how many. */
static int add_records(const pager *p, uint32_t nonce, uint8_t *to, uint32_t *records)
{
    *records = 0;
    for (size_t i = 0; i < p->patch_count; i++) {
        uint32_t number = p->patches[i].number;
        if (number > p->count) /* it was not there */
            continue;
        int code = p->file->pMethods->xRead(p->file, to + 4, (int)p->size,
                                            (int64_t)(number - 1) * p->size);
        if (code)
            return code;
        record_put4(to, number);
        record_put4(to + 4 + p->size, checksum(nonce, to + 4, p->size));
        to += 8 + p->size;
        ++*records;
    }
    return SQLITE_OK;
}

/* SQLite's files take only so many bytes in one call, and call the disk full at more. */
static int write_in_pieces(sqlite3_file *journal, const uint8_t *bytes, size_t size)
{
    int code = SQLITE_OK;
    for (size_t at = 0; at < size && !code; at += PAGER_AT_ONCE) {
        size_t left = size - at, some = left < PAGER_AT_ONCE ? left : PAGER_AT_ONCE;
        code = journal->pMethods->xWrite(journal, bytes + at, (int)some, (sqlite3_int64)at);
    }
    return code;
}

static int write_whole(sqlite3_file *journal, uint8_t *bytes, size_t size, uint32_t records)
{
    const sqlite3_io_methods *m = journal->pMethods;
    int code = write_in_pieces(journal, bytes, size);
    if (!code)
        code = m->xSync(journal, SQLITE_SYNC_NORMAL);
    record_put4(bytes + AT_RECORDS, records);
    if (!code)
        code = m->xWrite(journal, bytes + AT_RECORDS, 4, AT_RECORDS);
    return code ? code : m->xSync(journal, SQLITE_SYNC_NORMAL);
}

static int write_journal(const pager *p, uint8_t *bytes, size_t size, uint32_t records)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_JOURNAL;
    sqlite3_file *journal = calloc(1, (size_t)p->vfs->szOsFile);
    if (!journal)
        return SQLITE_NOMEM;
    int code = p->vfs->xOpen(p->vfs, p->journal, journal, flags, &flags);
    if (!code)
        code = journal->pMethods->xTruncate(journal, 0);
    if (!code)
        code = write_whole(journal, bytes, size, records);
    if (journal->pMethods)
        journal->pMethods->xClose(journal);
    free(journal);
    return code;
}

int rollback_journal_write(const pager *p)
{
    unsigned sector = sector_size(p);
    uint32_t nonce, records;
    uint8_t *bytes = calloc(1, sector + p->patch_count * (p->size + (size_t)8));
    if (!bytes)
        return SQLITE_NOMEM;
    sqlite3_randomness(sizeof nonce, &nonce);
    memcpy(bytes, magic, MAGIC);
    record_put4(bytes + AT_NONCE, nonce);
    record_put4(bytes + AT_COUNT, p->count);
    record_put4(bytes + AT_SECTOR, sector);
    record_put4(bytes + AT_SIZE, p->size);
    int code = add_records(p, nonce, bytes + sector, &records);
    if (!code)
        code = write_journal(p, bytes, sector + records * (p->size + (size_t)8), records);
    free(bytes);
    return code;
}
