/* segment_sorter.c - a buffer that is sorted, and sorted parts of a file. */
#include "space/files/segment_sorter.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"

segment_sorter segment_sorter_make(spill_folder *folder, size_t bytes, size_t parts,
                                   bool (*stopped)(void *self), void *self)
{
    assert(parts >= 3 && parts <= SORTER_PARTS_MOST);
    return (segment_sorter){.folder = folder,
                            .bytes = bytes,
                            .file = {.fd = -1},
                            .parts_most = parts,
                            .stopped = stopped,
                            .stopped_self = self};
}

void segment_sorter_close(segment_sorter *s)
{
    record_buffer_free(&s->buffer);
    if (s->created)
        spill_file_close(&s->file);
    s->created = false;
}

size_t segment_sorter_memory(const segment_sorter *s)
{
    return record_buffer_memory(&s->buffer);
}

int segment_sorter_begin(segment_sorter *s, record_shape shape, wgcq_error *err)
{
    s->part_count = 0;
    record_buffer_begin(&s->buffer, shape, s->bytes);
    return s->created ? spill_file_clear(&s->file, err) : 0;
}

/* ---- parts ---------------------------------------------------------------------------------- */

static int open_parts_file(segment_sorter *s, wgcq_error *err)
{
    if (s->created)
        return 0;
    s->created = true;
    return spill_folder_create(s->folder, &s->file, &s->number, err);
}

int segment_sorter_clear_file(segment_sorter *s, wgcq_error *err)
{
    s->part_count = 0;
    s->buffer.count = 0;
    return s->created ? spill_file_clear(&s->file, err) : open_parts_file(s, err);
}

/* The first `count` of them. */
static int merge_parts(segment_merge *m, const segment_sorter *s, size_t count,
                       const record_buffer *buffer, wgcq_error *err)
{
    merge_input inputs[SORTER_PARTS_MOST];
    for (size_t i = 0; i < count; i++)
        inputs[i] = (merge_input){&s->file, &s->part[i].segment};
    return segment_merge_open(m, s->buffer.shape, inputs, count, buffer, err);
}

static void sort_parts_by_size(segment_sorter *s)
{
    for (size_t i = 1; i < s->part_count; i++) {
        const sorter_part part = s->part[i];
        size_t at = i;
        for (; at && s->part[at - 1].segment.bytes > part.segment.bytes; at--)
            s->part[at] = s->part[at - 1];
        s->part[at] = part;
    }
}

/* How many of the parts, the smallest first, are united: half of them, and each next one that as
   many bytes were united without, so that few parts are not written again and again. */
static size_t parts_to_unite(const segment_sorter *s)
{
    size_t count = (s->part_count + 1) / 2;
    while (count < s->part_count && s->part[count].passed >= s->part[count].segment.bytes)
        count++;
    return count;
}

/* The first `count` parts have become one. */
static void put_united(segment_sorter *s, size_t count, const segment *united)
{
    s->part[0] = (sorter_part){*united, 0};
    for (size_t i = count; i < s->part_count; i++) {
        s->part[i - count + 1] = s->part[i];
        s->part[i - count + 1].passed += united->bytes;
    }
    s->part_count -= count - 1;
}

/* WGCQ_DONE: stopped. */
static int unite_parts(segment_sorter *s, wgcq_error *err)
{
    segment_merge m = {0};
    segment_writer w = {0};
    segment united;
    sort_parts_by_size(s);
    const size_t count = parts_to_unite(s);
    int code = merge_parts(&m, s, count, NULL, err);
    code = code ? code : segment_writer_open(&w, &s->file, s->buffer.shape, NULL, err);
    code = code ? code : segment_merge_write(&m, &w, s->stopped, s->stopped_self, err);
    code = code ? code : segment_writer_end(&united, &w, err);
    if (!code)
        put_united(s, count, &united);
    segment_writer_close(&w);
    segment_merge_close(&m);
    return code;
}

/* The sorted buffer becomes a part. */
static int write_part(segment_sorter *s, wgcq_error *err)
{
    segment_writer w = {0};
    int code = s->part_count == s->parts_most ? unite_parts(s, err) : open_parts_file(s, err);
    code = code ? code : segment_writer_open(&w, &s->file, s->buffer.shape, NULL, err);
    for (size_t i = 0; !code && i < s->buffer.count; i++)
        code = segment_writer_put(&w, record_at(&s->buffer, i), err);
    s->part[s->part_count].passed = 0;
    code = code ? code : segment_writer_end(&s->part[s->part_count].segment, &w, err);
    segment_writer_close(&w);
    s->part_count += code ? 0 : 1;
    s->buffer.count = code ? s->buffer.count : 0;
    return code;
}

/* ---- records -------------------------------------------------------------------------------- */

/* Repeated states leave room; a part is written where that is not enough. */
static int make_sorter_room(segment_sorter *s, wgcq_error *err)
{
    record_buffer *b = &s->buffer;
    if (!record_buffer_sort(b))
        return error_set_memory(err);
    return b->count > b->room / 2 ? write_part(s, err) : 0;
}

int segment_sorter_room(uint64_t **to, size_t *count, segment_sorter *s, wgcq_error *err)
{
    record_buffer *b = &s->buffer;
    int code = 0;
    while (!code && b->count == b->room)
        code = make_sorter_room(s, err);
    if (code)
        return code;
    *count = *count < b->room - b->count ? *count : b->room - b->count;
    if (!record_buffer_reserve(b, *count))
        return error_set_memory(err);
    *to = record_at(b, b->count);
    return 0;
}

int segment_sorter_put_all(segment_sorter *s, const uint64_t *record, size_t count, wgcq_error *err)
{
    const size_t width = record_width(s->buffer.shape);
    int code = 0;
    for (size_t at = 0, some; !code && at < count; at += some) {
        uint64_t *to;
        some = count - at;
        code = segment_sorter_room(&to, &some, s, err);
        if (code)
            break;
        memcpy(to, record + at * width, some * width * sizeof *to);
        segment_sorter_added(s, some);
    }
    return code;
}

int segment_sorter_put(segment_sorter *s, const uint64_t *record, wgcq_error *err)
{
    uint64_t *to;
    size_t count = 1;
    int code = segment_sorter_room(&to, &count, s, err);
    if (code)
        return code;
    memcpy(to, record, record_width(s->buffer.shape) * sizeof *to);
    segment_sorter_added(s, 1);
    return 0;
}

int segment_sorter_end(segment_merge *m, segment_sorter *s, wgcq_error *err)
{
    return record_buffer_sort(&s->buffer) ? merge_parts(m, s, s->part_count, &s->buffer, err)
                                          : error_set_memory(err);
}
