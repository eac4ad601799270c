/* segment_merge.c - several sorted inputs as one. */
#include "space/files/segment_merge.h"

#include <stdlib.h>

#include "base/error.h"

enum { ASK_RECORDS = 4096 }; /* between two questions whether to stop */

static const uint64_t *input_record(const segment_merge *m, size_t input)
{
    if (input < m->reader_count)
        return m->reader[input].record;
    return m->buffer_at < m->buffer->count ? record_at(m->buffer, m->buffer_at) : NULL;
}

static bool comes_before(const merge_head *a, const merge_head *b, unsigned words)
{
    return a->first != b->first ? a->first < b->first
                                : compare_states(a->record, b->record, words) < 0;
}

/* `head`, or a later one below it, comes to the place `at`. */
static void sift_down(const segment_merge *m, size_t at, merge_head head)
{
    merge_head *heads = m->heads;
    for (size_t least; (least = 2 * at + 1) < m->open; at = least) {
        if (least + 1 < m->open && comes_before(&heads[least + 1], &heads[least], m->shape.words))
            least++;
        if (!comes_before(&heads[least], &head, m->shape.words))
            break;
        heads[at] = heads[least];
    }
    heads[at] = head;
}

/* The first input continues by a record. */
static int advance_first(segment_merge *m, wgcq_error *err)
{
    merge_head head = m->heads[0];
    int code = 0;
    if (head.input < m->reader_count)
        code = segment_reader_next(&m->reader[head.input], err);
    else
        m->buffer_at++;
    if (code)
        return code;
    head.record = input_record(m, head.input);
    if (head.record)
        head.first = head.record[0];
    else
        head = m->heads[--m->open];
    if (m->open)
        sift_down(m, 0, head);
    return 0;
}

int segment_merge_next(segment_merge *m, wgcq_error *err)
{
    const size_t width = record_width(m->shape);
    if (!m->open) {
        m->record = NULL;
        return 0;
    }
    for (size_t i = 0; i < width; i++)
        m->room[i] = m->heads[0].record[i];
    m->record = m->room;
    int code = advance_first(m, err);
    while (!code && m->open && m->heads[0].first == m->room[0] &&
           !compare_states(m->heads[0].record, m->room, m->shape.words)) {
        add_record_count(m->room, m->heads[0].record, m->shape);
        code = advance_first(m, err);
    }
    return code;
}

int segment_merge_write(segment_merge *m, segment_writer *w, bool (*stopped)(void *self),
                        void *self, wgcq_error *err)
{
    int code = 0;
    for (size_t i = 1; !code && m->record; i++) {
        code = segment_writer_put(w, m->record, err);
        code = code ? code : segment_merge_next(m, err);
        if (!code && i % ASK_RECORDS == 0 && stopped && stopped(self))
            code = WGCQ_DONE;
    }
    return code;
}

static int open_inputs(segment_merge *m, const merge_input *segments, size_t count, wgcq_error *err)
{
    int code = 0;
    for (; !code && m->reader_count < count; m->reader_count++) {
        const merge_input *in = &segments[m->reader_count];
        segment_reader *r = &m->reader[m->reader_count];
        code = segment_reader_open(r, in->file, in->segment, m->shape, NULL, err);
        code = code ? code : segment_reader_next(r, err);
    }
    for (size_t i = 0; !code && i < count + (m->buffer ? 1 : 0); i++) {
        const uint64_t *record = input_record(m, i);
        if (record)
            m->heads[m->open++] = (merge_head){record[0], record, i};
    }
    for (size_t i = m->open / 2; !code && i--;)
        sift_down(m, i, m->heads[i]);
    return code ? code : segment_merge_next(m, err);
}

int segment_merge_open(segment_merge *m, record_shape shape, const merge_input *segments,
                       size_t count, const record_buffer *buffer, wgcq_error *err)
{
    *m = (segment_merge){.shape = shape,
                         .buffer = buffer,
                         .reader = calloc(count + 1, sizeof *m->reader),
                         .heads = calloc(count + 1, sizeof *m->heads),
                         .room = calloc(record_width(shape), sizeof *m->room)};
    return m->reader && m->heads && m->room ? open_inputs(m, segments, count, err)
                                            : error_set_memory(err);
}

void segment_merge_close(segment_merge *m)
{
    for (size_t i = 0; m->reader && i < m->reader_count; i++)
        segment_reader_close(&m->reader[i]);
    free(m->reader);
    free(m->heads);
    free(m->room);
    *m = (segment_merge){0};
}
