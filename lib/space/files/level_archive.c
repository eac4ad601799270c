/* level_archive.c - the levels of a search, one after another in files. */
#include "space/files/level_archive.h"

#include <assert.h>

#include "base/error.h"

enum {
    KEPT_FILE_BYTES = 256 << 20,  /* a file that has so many is not appended to ... */
    SHORT_FILE_BYTES = 256 << 10, /* ... where only the last level is kept */
};

level_archive level_archive_make(spill_folder *folder)
{
    return (level_archive){.folder = folder,
                           .keeps_all = true,
                           .kept_from = UINT32_MAX,
                           .last = {.fd = -1},
                           .earlier = {.fd = -1}};
}

void level_archive_close(level_archive *a)
{
    spill_file_close(&a->last);
    spill_file_close(&a->earlier);
    bigarray_free(&a->levels);
}

size_t level_archive_memory(const level_archive *a)
{
    return a->count * sizeof(archived_level);
}

/* Files that have levels before the last one only are not needed any more. */
static int drop_levels(level_archive *a, wgcq_error *err)
{
    int code = 0;
    for (; !code && a->first + 1 < a->count && a->first < a->kept_from; a->first++) {
        unsigned file = level_archive_at(a, a->first)->file;
        a->bytes -= level_archive_at(a, a->first)->run.bytes;
        if (file != level_archive_at(a, a->first + 1)->file)
            code = spill_folder_doom(a->folder, file, err);
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

int level_archive_begin(level_archive *a, run_writer *w, record_shape shape, wgcq_error *err)
{
    uint64_t most = a->keeps_all ? KEPT_FILE_BYTES : SHORT_FILE_BYTES;
    int code = 0;
    if (a->last.fd < 0 || a->last.end >= most) {
        code = spill_file_sync(&a->last, err);
        spill_file_close(&a->last);
        if (!code)
            code = spill_folder_create(a->folder, &a->last, &a->last_number, err);
    }
    return code ? code : run_writer_open(w, &a->last, shape, NULL, err);
}

static int add_level(level_archive *a, const archived_level *level, wgcq_error *err)
{
    if (!bigarray_reserve(&a->levels, (a->count + (size_t)1) * sizeof *level))
        return error_set_memory(err);
    ((archived_level *)a->levels.at)[a->count++] = *level;
    a->bytes += level->run.bytes;
    return 0;
}

int level_archive_end(level_archive *a, run_writer *w, wgcq_error *err)
{
    archived_level level = {.file = a->last_number};
    int code = run_writer_end(&level.run, w, err);
    if (!code)
        code = add_level(a, &level, err);
    return code || a->keeps_all ? code : drop_levels(a, err);
}

int level_archive_replace(level_archive *a, run_writer *w, wgcq_error *err)
{
    assert(a->count > a->first);
    archived_level *last = (archived_level *)a->levels.at + a->count - 1;
    const archived_level old = *last;
    int code = run_writer_end(&last->run, w, err);
    last->file = a->last_number;
    a->bytes += last->run.bytes - old.run.bytes;
    bool alone = a->count - 1 == a->first || last[-1].file != old.file;
    return code || !alone || old.file == last->file ? code
                                                    : spill_folder_doom(a->folder, old.file, err);
}

int level_archive_restore(level_archive *a, uint32_t first, const archived_level *levels,
                          size_t count, wgcq_error *err)
{
    static const archived_level none = {0};
    int code = 0;
    assert(count && !a->count);
    while (!code && a->count < first)
        code = add_level(a, &none, err);
    for (size_t i = 0; !code && i < count; i++)
        code = add_level(a, &levels[i], err);
    const archived_level *last = &levels[count - 1];
    a->first = first;
    a->last_number = last->file;
    return code ? code
                : spill_folder_reopen(a->folder, &a->last, last->file,
                                      last->run.offset + last->run.bytes, err);
}

int level_archive_read(level_archive *a, run_reader *r, uint32_t depth, record_shape shape,
                       wgcq_error *err)
{
    assert(depth >= a->first && depth < a->count);
    const archived_level *level = level_archive_at(a, depth);
    const spill_file *file = &a->last;
    int code = 0;
    if (level->file != a->last_number) {
        file = &a->earlier;
        if (a->earlier.fd < 0 || a->earlier_number != level->file) {
            spill_file_close(&a->earlier);
            a->earlier_number = level->file;
            code = spill_folder_reopen(a->folder, &a->earlier, level->file, SPILL_FILE_WHOLE, err);
        }
    }
    return code ? code : run_reader_open(r, file, &level->run, shape, NULL, err);
}

int level_archive_sync(level_archive *a, wgcq_error *err)
{
    return spill_file_sync(&a->last, err);
}
