/*
 * journal_check.c - a rollback journal beside a file: whether SQLite may open it, and the file
 * after it.
 *
 * When SQLite opens a file for writing, it rolls back the journal beside it and deletes that; where
 * the journal ends with the name of a super-journal, it may delete the file of that name too. So
 * the journal is checked first; and whether the file is a trace is checked on a copy of it in
 * memory, rolled back, so that a rejected file keeps its journal.
 */
#include "trace/schema/journal_check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/sqlitefile/journal_format.h"
#include "trace/sqlitefile/page_format.h"
#include "trace/sqlitefile/record.h"

/* -1 with errno: it does not exist, or cannot be opened. A pipe does not block, a symbolic link
   (which SQLite does not follow either) is an error. */
static int open_beside(const char *real)
{
    char *name = sqlite3_mprintf("%s-journal", real);
    int file = -1;
    errno = ENOMEM;
    if (name)
        file = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    int why = errno;
    sqlite3_free(name);
    errno = why;
    return file;
}

/* Exactly so many bytes, or false. */
static bool read_exactly(int file, void *to, size_t bytes, int64_t at)
{
    return pread(file, to, bytes, at) == (ssize_t)bytes;
}

/* ---- whether SQLite may open it -------------------------------------------------------------- */

static int reject_journal(const char *path, const char *why, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE, "%s cannot be trusted: the journal beside it %s", path, why);
}

/* Whether the journal is part of a transaction over several files, which wgcq never writes. */
static bool names_super_journal(int file, int64_t size)
{
    uint8_t end[JOURNAL_MAGIC];
    return size > JOURNAL_MAGIC && read_exactly(file, end, JOURNAL_MAGIC, size - JOURNAL_MAGIC) &&
           !memcmp(end, journal_magic, JOURNAL_MAGIC);
}

/* Whether it may come from a first write that was killed: then its header says that the file was
   empty before, or, not synced yet, is all zeros. */
static bool is_of_first_write(int file, int64_t size, bool missing)
{
    uint8_t head[JOURNAL_HEADER] = {0};
    static const uint8_t zeros[JOURNAL_HEADER];
    if (!read_exactly(file, head, size < JOURNAL_HEADER ? (size_t)size : JOURNAL_HEADER, 0))
        return false;
    if (!memcmp(head, journal_magic, JOURNAL_MAGIC))
        return !record_get4(head + JOURNAL_AT_PAGES);
    return !missing || !memcmp(head, zeros, JOURNAL_HEADER);
}

static int check_content(const char *path, int file, const struct stat *about, bool missing,
                         bool empty, wgcq_error *err)
{
    if (!S_ISREG(about->st_mode))
        return reject_journal(path, "is not a file (but a folder, a pipe or a device)", err);
    if (about->st_nlink > 1)
        return reject_journal(path, "has another name, too (a hard link)", err);
    if (names_super_journal(file, about->st_size))
        return reject_journal(path, "names another file", err);
    if ((missing || empty) && !is_of_first_write(file, about->st_size, missing))
        return reject_journal(path, "belongs to a file that is not there", err);
    return 0;
}

int journal_check_beside(const char *path, const char *real, bool missing, bool empty,
                         wgcq_error *err)
{
    struct stat about;
    int file = open_beside(real);
    if (file < 0 && errno == ENOENT)
        return 0;
    if (file < 0 && errno == ELOOP)
        return reject_journal(path, "is a symbolic link", err);
    if (file < 0 && errno == ENXIO) /* a socket */
        return reject_journal(path, "is not a file (but a folder, a pipe or a device)", err);
    if (file < 0)
        return errno == ENOMEM
                   ? error_set_memory(err)
                   : error_set(err, WGCQ_EFILE, "%s-journal: %s", path, strerror(errno));
    int code = fstat(file, &about)
                   ? error_set(err, WGCQ_EFILE, "%s-journal: %s", path, strerror(errno))
                   : check_content(path, file, &about, missing, empty, err);
    close(file);
    return code;
}

/* ---- the file rolled back -------------------------------------------------------------------- */

typedef struct journal_segment {
    uint32_t records, nonce, count, sector, size;
} journal_segment;

/* The header of a segment; false: the journal ends here. */
static bool read_journal_segment(int file, int64_t at, int64_t end, journal_segment *out)
{
    uint8_t head[JOURNAL_HEADER];
    if (!read_exactly(file, head, JOURNAL_HEADER, at) || memcmp(head, journal_magic, JOURNAL_MAGIC))
        return false;
    *out = (journal_segment){
        record_get4(head + JOURNAL_AT_RECORDS), record_get4(head + JOURNAL_AT_NONCE),
        record_get4(head + JOURNAL_AT_PAGES), record_get4(head + JOURNAL_AT_SECTOR),
        record_get4(head + JOURNAL_AT_PAGE_SIZE)};
    bool sector = out->sector >= 32 && out->sector <= 65536 && !(out->sector & (out->sector - 1));
    bool size = out->size >= 512 && out->size <= 65536 && !(out->size & (out->size - 1));
    if (sector && size && out->records == UINT32_MAX)
        out->records = (uint32_t)((end - at - out->sector) / (out->size + JOURNAL_RECORD_EXTRA));
    return sector && size && at + out->sector <= end;
}

/* Copies one record onto its page, unless an earlier one did; false: the journal ends here. */
static bool restore_page(const rolled_back_file *v, const journal_segment *s, const uint8_t *record,
                         uint8_t *done)
{
    uint32_t number = record_get4(record);
    if (!number || number == page_of_lock(s->size))
        return false;
    bool restored = number > v->size / s->size || done[number / 8] & 1 << number % 8;
    if (!restored &&
        record_get4(record + 4 + s->size) != journal_checksum(s->nonce, record + 4, s->size))
        return false;
    if (restored)
        return true;
    done[number / 8] = (uint8_t)(done[number / 8] | 1 << number % 8);
    memcpy(v->bytes + (size_t)(number - 1) * s->size, record + 4, s->size);
    return true;
}

/* Restores all records of a segment; *at moves to the next segment. */
static bool restore_segment(const rolled_back_file *v, int file, const journal_segment *s,
                            int64_t *at, uint8_t *record, uint8_t *done)
{
    *at += s->sector;
    for (uint32_t i = 0; i < s->records; i++, *at += s->size + (int64_t)JOURNAL_RECORD_EXTRA)
        if (!read_exactly(file, record, s->size + (size_t)JOURNAL_RECORD_EXTRA, *at) ||
            !restore_page(v, s, record, done))
            return false;
    *at = (*at + s->sector - 1) / s->sector * s->sector;
    return true;
}

static int restore_segments(const rolled_back_file *v, int file, int64_t end,
                            const journal_segment *first)
{
    uint8_t *record = malloc(first->size + (size_t)8), *done = calloc(1, first->count / 8 + 1);
    journal_segment s = *first;
    int64_t at = 0;
    bool more = record && done;
    while (more)
        more = s.size == first->size && restore_segment(v, file, &s, &at, record, done) &&
               read_journal_segment(file, at, end, &s);
    int code = record && done ? SQLITE_OK : SQLITE_NOMEM;
    free(record);
    free(done);
    return code;
}

/* Maps the file privately, in the size it will have. */
static int map_private(rolled_back_file *v, size_t there, size_t size)
{
    v->size = size;
    v->mapped = size ? size : 1;
    void *at = mmap(NULL, v->mapped, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return SQLITE_NOMEM;
    v->bytes = at;
    size_t common = there < size ? there : size;
    if (common && mmap(at, common, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE,
                       v->file, 0) == MAP_FAILED)
        return SQLITE_NOMEM;
    return SQLITE_OK;
}

/* Restores the journal's pages over the mapped file. */
static int apply_journal(rolled_back_file *v, int journal, size_t there, size_t end)
{
    journal_segment first;
    bool any = read_journal_segment(journal, 0, (int64_t)end, &first);
    uint64_t size = any ? (uint64_t)first.count * first.size : there;
    if (any && size > (uint64_t)there + first.size + end)
        return SQLITE_CORRUPT;
    int code = map_private(v, there, size);
    return !code && any ? restore_segments(v, journal, (int64_t)end, &first) : code;
}

int rolled_back_open(rolled_back_file *out, const char *real)
{
    struct stat file, about;
    *out = (rolled_back_file){.file = open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
    int journal = open_beside(real);
    int code = SQLITE_CANTOPEN;
    if (out->file >= 0 && journal >= 0 && !fstat(out->file, &file) && !fstat(journal, &about))
        code = apply_journal(out, journal, (size_t)file.st_size, (size_t)about.st_size);
    if (journal >= 0)
        close(journal);
    return code;
}

void rolled_back_free(rolled_back_file *v)
{
    if (v->bytes)
        munmap(v->bytes, v->mapped);
    if (v->file >= 0)
        close(v->file);
    *v = (rolled_back_file){.file = -1};
}
