/* pager.c - pages of an SQLite file: new ones behind its end, changed ones, commits. */
#include "trace/sqlitefile/pager.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "trace/sqlitefile/page_format.h"
#include "trace/sqlitefile/record.h"
#include "trace/sqlitefile/rollback_journal.h"

/* ---- reading --------------------------------------------------------------------------------- */

static int64_t page_offset(const pager *p, uint32_t number)
{
    return (int64_t)(number - 1) * p->size;
}

/* Pages that are written behind are in the file afterwards. */
static int wait_for_writes(const pager *p)
{
    return p->behind ? write_behind_wait(p->behind) : SQLITE_OK;
}

int pager_read(const pager *p, uint32_t number, uint8_t *to, unsigned bytes)
{
    int code = wait_for_writes(p);
    return code ? code : p->file->pMethods->xRead(p->file, to, (int)bytes, page_offset(p, number));
}

static pager_patch *find_patch(const pager *p, uint32_t number)
{
    for (size_t i = 0; i < p->patch_count; i++)
        if (p->patches[i].number == number)
            return &p->patches[i];
    return NULL;
}

const uint8_t *pager_patched(const pager *p, uint32_t number)
{
    const pager_patch *patch = find_patch(p, number);
    return patch ? patch->page : NULL;
}

int pager_get(const pager *p, uint32_t number, uint8_t *page)
{
    const pager_patch *patch = find_patch(p, number);
    if (!number || number >= p->next)
        return SQLITE_CORRUPT;
    if (patch)
        memcpy(page, patch->page, p->size);
    else if (number >= p->next - p->streamed)
        memcpy(page, p->stream + (size_t)(number - (p->next - p->streamed)) * p->size, p->size);
    else
        return pager_read(p, number, page, p->size);
    return SQLITE_OK;
}

/* ---- opening --------------------------------------------------------------------------------- */

static unsigned page_size(const uint8_t *header)
{
    unsigned size = record_get2(header + AT_PAGE_SIZE);
    return size == 1 ? 65536 : size;
}

/* Where a sector is larger than a page and a write may damage the rest of it, the journal has to
   hold that too; SQLite does that, not this. Pages of 65536 bytes, whose size has a special form,
   are SQLite's too. */
static bool can_write(const pager *p, const uint8_t *header)
{
    const sqlite3_io_methods *m = p->file->pMethods;
    int sector = m->xSectorSize ? m->xSectorSize(p->file) : 512;
    bool alone = sector <= (int)p->size ||
                 m->xDeviceCharacteristics(p->file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE;
    return alone && p->size <= 32768 && header[AT_WRITE_VERSION] == 1 &&
           header[AT_READ_VERSION] == 1 && !header[AT_RESERVED] &&
           record_get4(header + AT_FORMAT) == 4 && !record_get4(header + AT_LARGEST_ROOT) &&
           record_get4(header + AT_ENCODING) == 1 &&
           record_get4(header + AT_CHANGES) == record_get4(header + AT_VALID_FOR);
}

int pager_open(pager *p, sqlite3 *db, bool *fit)
{
    uint8_t header[FILE_HEADER];
    *p = (pager){0};
    *fit = false;
    int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &p->file);
    code = code ? code : sqlite3_file_control(db, "main", SQLITE_FCNTL_VFS_POINTER, &p->vfs);
    if (code || !p->file || !p->file->pMethods || !p->vfs)
        return code ? code : SQLITE_MISUSE;
    p->journal = sqlite3_filename_journal(sqlite3_db_filename(db, "main"));
    code = pager_read(p, 1, header, FILE_HEADER);
    if (code)
        return code;
    p->size = page_size(header);
    if (!p->journal || !can_write(p, header))
        return SQLITE_OK;
    *fit = true;
    p->stream = p->buffer = malloc(IO_BYTES_MOST);
    p->count = record_get4(header + AT_COUNT);
    p->next = p->count + 1;
    p->early = writeback_of(sqlite3_db_filename(db, "main"), page_offset(p, p->next));
    return !p->stream ? SQLITE_NOMEM : p->count ? SQLITE_OK : SQLITE_CORRUPT;
}

static void forget_patches(pager *p)
{
    for (size_t i = 0; i < p->patch_count; i++)
        free(p->patches[i].page);
    p->patch_count = 0;
}

void pager_close(pager *p)
{
    write_behind_end(p->behind);
    forget_patches(p);
    free(p->patches);
    free(p->buffer);
    *p = (pager){0};
}

uint32_t pager_number_after(const pager *p, uint32_t number)
{
    return number + 1 == page_of_lock(p->size) ? number + 2 : number + 1;
}

/* ---- new pages ------------------------------------------------------------------------------- */

/* Through the thread, if there is one. */
static int write_stream(pager *p)
{
    unsigned bytes = p->streamed * p->size;
    int64_t at = page_offset(p, p->next - p->streamed);
    p->streamed = 0;
    if (!bytes)
        return SQLITE_OK;
    if (p->behind) {
        int code = write_behind_put(p->behind, bytes, at);
        p->stream = write_behind_block(p->behind);
        return code;
    }
    int code = p->file->pMethods->xWrite(p->file, p->stream, (int)bytes, at);
    if (!code)
        writeback_note(&p->early, at + bytes);
    return code;
}

int pager_flush(pager *p)
{
    int code = write_stream(p);
    return code ? code : wait_for_writes(p);
}

void pager_write_behind(pager *p)
{
    if (p->behind || pager_flush(p))
        return;
    p->behind = write_behind_start(p->file, &p->early);
    if (p->behind)
        p->stream = write_behind_block(p->behind);
}

/* Writes begin and end where the system's larger units do. */
static bool is_time_to_flush(const pager *p)
{
    return (p->streamed + (size_t)1) * p->size > IO_BYTES_MOST ||
           page_offset(p, p->next) % IO_BYTES_MOST == 0;
}

static int stream_page(pager *p, const uint8_t *page)
{
    uint8_t *to = p->stream + (size_t)p->streamed * p->size;
    if (p->next == UINT32_MAX - 1)
        return SQLITE_FULL;
    if (page)
        memcpy(to, page, p->size);
    else
        memset(to, 0, p->size);
    p->next++;
    p->streamed++;
    return is_time_to_flush(p) ? write_stream(p) : SQLITE_OK;
}

int pager_append(pager *p, const uint8_t *page, uint32_t *number)
{
    assert(p->stream && p->streamed < p->next);
    int code = p->next == page_of_lock(p->size) ? stream_page(p, NULL) : SQLITE_OK;
    *number = p->next;
    return code ? code : stream_page(p, page);
}

/* ---- changed pages --------------------------------------------------------------------------- */

static pager_patch *new_patch(pager *p, uint32_t number)
{
    if (!array_reserve(&p->patches, &p->patch_room, p->patch_count + 1, sizeof *p->patches))
        return NULL;
    pager_patch *patch = &p->patches[p->patch_count];
    *patch = (pager_patch){number, malloc(p->size)};
    if (!patch->page)
        return NULL;
    p->patch_count++;
    return patch;
}

int pager_set(pager *p, uint32_t number, const uint8_t *page)
{
    assert(number && number < p->next);
    pager_patch *patch = find_patch(p, number);
    if (!patch)
        patch = new_patch(p, number);
    if (!patch)
        return SQLITE_NOMEM;
    memcpy(patch->page, page, p->size);
    return SQLITE_OK;
}

/* ---- locks ----------------------------------------------------------------------------------- */

static void sleep_briefly(void)
{
    struct timespec t = {0, 2000000};
    nanosleep(&t, NULL);
}

static int lock_with_retries(pager *p, int lock, int milliseconds)
{
    int code = p->file->pMethods->xLock(p->file, lock);
    for (; code == SQLITE_BUSY && milliseconds > 0; milliseconds -= 2) {
        sleep_briefly();
        code = p->file->pMethods->xLock(p->file, lock);
    }
    return code;
}

int pager_lock(pager *p, int milliseconds)
{
    int code = wait_for_writes(p);
    return code ? code : lock_with_retries(p, SQLITE_LOCK_EXCLUSIVE, milliseconds);
}

/* The VFS has no other way from EXCLUSIVE to RESERVED. A process that reserves the file in between
   cannot commit, since the shared lock is kept, and gives up first. */
int pager_unlock(pager *p, int milliseconds)
{
    int code = p->file->pMethods->xUnlock(p->file, SQLITE_LOCK_SHARED);
    return code ? code : lock_with_retries(p, SQLITE_LOCK_RESERVED, milliseconds);
}

/* ---- commits --------------------------------------------------------------------------------- */

static int set_header(pager *p)
{
    uint8_t *page = malloc(p->size);
    int code = page ? pager_get(p, 1, page) : SQLITE_NOMEM;
    if (!code) {
        uint32_t changes = record_get4(page + AT_CHANGES) + 1;
        record_put4(page + AT_CHANGES, changes);
        record_put4(page + AT_VALID_FOR, changes);
        record_put4(page + AT_COUNT, p->next - 1);
        record_put4(page + AT_SCHEMA, record_get4(page + AT_SCHEMA) + p->schema);
        record_put4(page + AT_LIBRARY, (uint32_t)sqlite3_libversion_number());
        code = pager_set(p, 1, page);
    }
    free(page);
    return code;
}

static int write_pages(pager *p)
{
    int code = pager_flush(p);
    for (size_t i = 0; i < p->patch_count && !code; i++)
        code = p->file->pMethods->xWrite(p->file, p->patches[i].page, (int)p->size,
                                         page_offset(p, p->patches[i].number));
    return code ? code : p->file->pMethods->xSync(p->file, SQLITE_SYNC_NORMAL);
}

/* No page below the end changes before the journal is complete and synced; the journal is deleted
   once the file is synced, and its folder synced, so that a committed journal cannot come back. */
int pager_commit(pager *p)
{
    assert(!p->hot);
    int code = set_header(p);
    if (code)
        return code;
    code = rollback_journal_write(p);
    if (code) { /* the file has not changed */
        p->vfs->xDelete(p->vfs, p->journal, 0);
        return code;
    }
    p->hot = true;
    code = write_pages(p);
    code = code ? code : p->vfs->xDelete(p->vfs, p->journal, 1);
    if (code)
        return code;
    p->hot = p->schema = false;
    p->count = p->next - 1;
    forget_patches(p);
    return SQLITE_OK;
}

int pager_discard(pager *p)
{
    bool longer = p->next > p->count + 1;
    if (p->behind)
        write_behind_clear(p->behind);
    forget_patches(p);
    p->streamed = 0;
    p->next = p->count + 1;
    p->schema = false;
    return longer && !p->hot ? p->file->pMethods->xTruncate(p->file, page_offset(p, p->count + 1))
                             : SQLITE_OK;
}
