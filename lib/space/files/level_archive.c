/* level_archive.c - the levels of a search, one after another in files. */
#include "space/files/level_archive.h"

#include <assert.h>
#include <limits.h>

#include "base/error.h"
#include "base/hash.h"

enum {
    KEPT_FILE_BYTES = 256 << 20,  /* a file that has so many is not appended to ... */
    SHORT_FILE_BYTES = 256 << 10, /* ... where only the last level is kept */
};

level_archive level_archive_make(spill_folder *folder)
{
    return (level_archive){.folder = folder,
                           .keeps_all = true,
                           .kept_from = UINT32_MAX,
                           .table = {.fd = -1},
                           .last = {.fd = -1},
                           .earlier = {.fd = -1}};
}

void level_archive_close(level_archive *a)
{
    spill_file_close(&a->table);
    spill_file_close(&a->last);
    spill_file_close(&a->earlier);
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef struct table_entry {
    uint64_t offset, bytes, states;
    uint32_t file, counted;
    uint64_t checksum;
} table_entry;

static uint64_t entry_checksum(const table_entry *e)
{
    const uint64_t numbers[] = {e->offset, e->bytes, e->states,
                                (uint64_t)e->file << 1 | e->counted};
    uint64_t sum = sizeof *e;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sum = hash_word(sum, numbers[i]);
    return sum;
}

/* The newest level is no more the newest. */
static int write_entry(level_archive *a, wgcq_error *err)
{
    const segment *level = &a->newest;
    table_entry e = {.offset = level->offset,
                     .bytes = level->bytes,
                     .states = level->states,
                     .file = level->file,
                     .counted = level->counted};
    e.checksum = entry_checksum(&e);
    int code =
        a->table.fd < 0 ? spill_folder_create(a->folder, &a->table, &a->table_number, err) : 0;
    return code ? code : spill_file_append(&a->table, &e, sizeof e, err);
}

int level_archive_find(segment *out, const level_archive *a, uint32_t depth, wgcq_error *err)
{
    table_entry e;
    assert(depth < a->count);
    *out = a->newest;
    if (depth + 1 == a->count)
        return 0;
    int code = spill_file_read(&a->table, depth * (uint64_t)sizeof e, &e, sizeof e, err);
    if (!code && e.checksum != entry_checksum(&e))
        code = error_set(err, WGCQ_ESTORE, "%s/%s is damaged: a checksum differs", a->table.folder,
                         a->table.name);
    if (!code)
        *out = (segment){.offset = e.offset,
                         .bytes = e.bytes,
                         .states = e.states,
                         .file = e.file,
                         .counted = e.counted};
    return code;
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* Files that have levels before the last one only are not needed any more. */
static int drop_levels(level_archive *a, wgcq_error *err)
{
    segment level, after;
    int code = 0;
    if (a->first + 1 < a->count && a->first < a->kept_from)
        code = level_archive_find(&level, a, a->first, err);
    for (; !code && a->first + 1 < a->count && a->first < a->kept_from; a->first++) {
        code = level_archive_find(&after, a, a->first + 1, err);
        if (code)
            break;
        a->bytes -= level.bytes;
        if (level.file != after.file)
            code = spill_folder_doom(a->folder, level.file, err);
        level = after;
    }
    return code;
}

int level_archive_forget(level_archive *a, wgcq_error *err)
{
    a->keeps_all = false;
    return drop_levels(a, err);
}

int level_archive_keep_from(level_archive *a, uint32_t depth, wgcq_error *err)
{
    a->kept_from = depth;
    return a->keeps_all ? 0 : drop_levels(a, err);
}

int level_archive_begin(level_archive *a, segment_writer *w, record_shape shape, wgcq_error *err)
{
    uint64_t most = a->keeps_all ? KEPT_FILE_BYTES : SHORT_FILE_BYTES;
    int code = 0;
    if (a->last.fd < 0 || a->last.end >= most) {
        code = spill_file_sync(&a->last, err);
        spill_file_close(&a->last);
        code = code ? code : spill_folder_create(a->folder, &a->last, &a->last_number, err);
    }
    return code ? code : segment_writer_open(w, &a->last, shape, NULL, err);
}

int level_archive_end(level_archive *a, segment_writer *w, wgcq_error *err)
{
    int code = a->count ? write_entry(a, err) : 0;
    code = code ? code : segment_writer_end(&a->newest, w, err);
    if (code)
        return code;
    a->newest.file = a->last_number;
    a->bytes += a->newest.bytes;
    a->count++;
    return a->keeps_all ? 0 : drop_levels(a, err);
}

int level_archive_skip(level_archive *a, uint64_t states, wgcq_error *err)
{
    int code = a->count ? write_entry(a, err) : 0;
    a->newest = (segment){.states = states};
    a->bytes = 0;
    a->first = ++a->count;
    return code;
}

int level_archive_replace(level_archive *a, segment_writer *w, wgcq_error *err)
{
    const segment old = a->newest;
    segment before = {.file = UINT_MAX};
    assert(a->count > a->first);
    int code = segment_writer_end(&a->newest, w, err);
    a->newest.file = a->last_number;
    a->bytes += a->newest.bytes - old.bytes;
    if (!code && a->count - 1 > a->first)
        code = level_archive_find(&before, a, a->count - 2, err);
    const bool needed = old.file == a->newest.file || old.file == before.file;
    return code || needed ? code : spill_folder_doom(a->folder, old.file, err);
}

archived_levels level_archive_describe(const level_archive *a)
{
    return (archived_levels){a->table_number, a->first, a->count, a->bytes, a->newest};
}

int level_archive_restore(level_archive *a, const archived_levels *levels, wgcq_error *err)
{
    const uint64_t end = levels->newest.offset + levels->newest.bytes;
    a->table_number = levels->table;
    a->first = levels->first;
    a->count = levels->count;
    a->bytes = levels->bytes;
    a->newest = levels->newest;
    a->last_number = levels->newest.file;
    int code = spill_folder_reopen(a->folder, &a->last, a->last_number, end, err);
    if (!code && a->count > 1)
        code = spill_folder_reopen(a->folder, &a->table, a->table_number,
                                   (a->count - 1) * (uint64_t)sizeof(table_entry), err);
    return code;
}

int level_archive_open(const spill_file **file, segment *level, level_archive *a, uint32_t depth,
                       wgcq_error *err)
{
    assert(depth >= a->first && depth < a->count);
    int code = level_archive_find(level, a, depth, err);
    const bool is_last = level->file == a->last_number;
    *file = is_last ? &a->last : &a->earlier;
    if (code || is_last || (a->earlier.fd >= 0 && a->earlier_number == level->file))
        return code;
    spill_file_close(&a->earlier);
    a->earlier_number = level->file;
    return spill_folder_reopen(a->folder, &a->earlier, level->file, SPILL_FILE_WHOLE, err);
}

int level_archive_read(level_archive *a, segment_reader *r, uint32_t depth, record_shape shape,
                       wgcq_error *err)
{
    segment level;
    const spill_file *file;
    int code = level_archive_open(&file, &level, a, depth, err);
    return code ? code : segment_reader_open(r, file, &level, shape, NULL, err);
}

int level_archive_sync(level_archive *a, wgcq_error *err)
{
    int code = spill_file_sync(&a->table, err);
    return code ? code : spill_file_sync(&a->last, err);
}
