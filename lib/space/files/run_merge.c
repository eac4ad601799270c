/* run_merge.c - several sorted inputs as one. */
#include "space/files/run_merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { ASK_RECORDS = 4096 }; /* between two questions whether to stop */

static const uint64_t *input_record(const run_merge *m, size_t input)
{
    if (input < m->reader_count)
        return m->reader[input].record;
    return m->buffer_at < m->buffer->count ? record_at(m->buffer, m->buffer_at) : NULL;
}

static bool comes_before(const run_merge *m, size_t a, size_t b)
{
    return compare_states(input_record(m, m->input[a]), input_record(m, m->input[b]),
                          m->shape.words) < 0;
}

static void sift_down(const run_merge *m, size_t at)
{
    for (;;) {
        size_t least = 2 * at + 1;
        if (least >= m->open)
            return;
        if (least + 1 < m->open && comes_before(m, least + 1, least))
            least++;
        if (!comes_before(m, least, at))
            return;
        size_t input = m->input[at];
        m->input[at] = m->input[least];
        m->input[least] = input;
        at = least;
    }
}

/* The first input goes on by a record. */
static int advance_first(run_merge *m, wgcq_error *err)
{
    size_t input = m->input[0];
    int code = 0;
    if (input < m->reader_count)
        code = run_reader_next(&m->reader[input], err);
    else
        m->buffer_at++;
    if (!code && !input_record(m, input))
        m->input[0] = m->input[--m->open];
    if (!code)
        sift_down(m, 0);
    return code;
}

int run_merge_next(run_merge *m, wgcq_error *err)
{
    if (!m->open) {
        m->record = NULL;
        return 0;
    }
    memcpy(m->room, input_record(m, m->input[0]), record_width(m->shape) * sizeof *m->room);
    m->record = m->room;
    int code = advance_first(m, err);
    while (!code && m->open &&
           !compare_states(input_record(m, m->input[0]), m->room, m->shape.words)) {
        add_record_count(m->room, input_record(m, m->input[0]), m->shape);
        code = advance_first(m, err);
    }
    return code;
}

int run_merge_write(run_merge *m, run_writer *w, bool (*stopped)(void *self), void *self,
                    wgcq_error *err)
{
    int code = 0;
    for (size_t i = 1; !code && m->record; i++) {
        code = run_writer_put(w, m->record, err);
        if (!code)
            code = run_merge_next(m, err);
        if (!code && i % ASK_RECORDS == 0 && stopped && stopped(self))
            code = WGCQ_DONE;
    }
    return code;
}

static int open_inputs(run_merge *m, const merge_input *runs, size_t count, wgcq_error *err)
{
    int code = 0;
    for (; !code && m->reader_count < count; m->reader_count++) {
        const merge_input *in = &runs[m->reader_count];
        run_reader *r = &m->reader[m->reader_count];
        code = run_reader_open(r, in->file, in->run, m->shape, NULL, err);
        if (!code)
            code = run_reader_next(r, err);
    }
    for (size_t i = 0; !code && i < count + (m->buffer ? 1 : 0); i++)
        if (input_record(m, i))
            m->input[m->open++] = i;
    for (size_t i = m->open / 2; !code && i--;)
        sift_down(m, i);
    return code ? code : run_merge_next(m, err);
}

int run_merge_open(run_merge *m, record_shape shape, const merge_input *runs, size_t count,
                   const record_buffer *buffer, wgcq_error *err)
{
    *m = (run_merge){.shape = shape,
                     .buffer = buffer,
                     .reader = calloc(count + 1, sizeof *m->reader),
                     .input = calloc(count + 1, sizeof *m->input),
                     .room = calloc(record_width(shape), sizeof *m->room)};
    return m->reader && m->input && m->room ? open_inputs(m, runs, count, err)
                                            : error_set_memory(err);
}

void run_merge_close(run_merge *m)
{
    for (size_t i = 0; m->reader && i < m->reader_count; i++)
        run_reader_close(&m->reader[i]);
    free(m->reader);
    free(m->input);
    free(m->room);
    *m = (run_merge){0};
}
