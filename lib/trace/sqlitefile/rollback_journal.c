/* rollback_journal.c - writes a rollback journal (journal_format.h).
 *
   The number of records is written last, when they are on the disk; until then it is 0, and a
   rollback only truncates the file. */
#include "trace/sqlitefile/rollback_journal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "trace/sqlitefile/journal_format.h"
#include "trace/sqlitefile/page_format.h"
#include "trace/sqlitefile/record.h"

static unsigned sector_size(const pager *p)
{
    int size = p->file->pMethods->xSectorSize(p->file);
    return size >= 512 && size <= 65536 && !(size & (size - 1)) ? (unsigned)size : 512;
}

static int add_records(const pager *p, uint32_t nonce, uint8_t *to, uint32_t *records)
{
    *records = 0;
    for (size_t i = 0; i < p->patch_count; i++) {
        uint32_t number = p->patches[i].number;
        if (number > p->count) /* it is new */
            continue;
        int code = pager_read(p, number, to + 4, p->size);
        if (code)
            return code;
        record_put4(to, number);
        record_put4(to + 4 + p->size, journal_checksum(nonce, to + 4, p->size));
        to += JOURNAL_RECORD_EXTRA + p->size;
        ++*records;
    }
    return SQLITE_OK;
}

/* SQLite's VFS reports a full disk at more bytes in one call. */
static int write_in_pieces(sqlite3_file *journal, const uint8_t *bytes, size_t size)
{
    int code = SQLITE_OK;
    for (size_t at = 0; at < size && !code; at += IO_BYTES_MOST) {
        size_t left = size - at, some = left < IO_BYTES_MOST ? left : IO_BYTES_MOST;
        code = journal->pMethods->xWrite(journal, bytes + at, (int)some, (sqlite3_int64)at);
    }
    return code;
}

static int write_whole(sqlite3_file *journal, uint8_t *bytes, size_t size, uint32_t records)
{
    const sqlite3_io_methods *m = journal->pMethods;
    int code = write_in_pieces(journal, bytes, size);
    code = code ? code : m->xSync(journal, SQLITE_SYNC_NORMAL);
    record_put4(bytes + JOURNAL_AT_RECORDS, records);
    code = code ? code : m->xWrite(journal, bytes + JOURNAL_AT_RECORDS, 4, JOURNAL_AT_RECORDS);
    return code ? code : m->xSync(journal, SQLITE_SYNC_NORMAL);
}

static int write_journal(const pager *p, uint8_t *bytes, size_t size, uint32_t records)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_JOURNAL;
    sqlite3_file *journal = calloc(1, (size_t)p->vfs->szOsFile);
    if (!journal)
        return SQLITE_NOMEM;
    int code = p->vfs->xOpen(p->vfs, p->journal, journal, flags, &flags);
    code = code ? code : journal->pMethods->xTruncate(journal, 0);
    code = code ? code : write_whole(journal, bytes, size, records);
    if (journal->pMethods)
        journal->pMethods->xClose(journal);
    free(journal);
    return code;
}

int rollback_journal_write(const pager *p)
{
    assert(p->journal && p->patch_count);
    unsigned sector = sector_size(p);
    uint32_t nonce, records;
    uint8_t *bytes = calloc(1, sector + p->patch_count * (p->size + (size_t)JOURNAL_RECORD_EXTRA));
    if (!bytes)
        return SQLITE_NOMEM;
    sqlite3_randomness(sizeof nonce, &nonce);
    memcpy(bytes, journal_magic, JOURNAL_MAGIC);
    record_put4(bytes + JOURNAL_AT_NONCE, nonce);
    record_put4(bytes + JOURNAL_AT_PAGES, p->count);
    record_put4(bytes + JOURNAL_AT_SECTOR, sector);
    record_put4(bytes + JOURNAL_AT_PAGE_SIZE, p->size);
    int code = add_records(p, nonce, bytes + sector, &records);
    if (!code)
        code = write_journal(p, bytes, sector + records * (p->size + (size_t)JOURNAL_RECORD_EXTRA),
                             records);
    free(bytes);
    return code;
}
