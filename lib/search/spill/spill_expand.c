/* spill_expand.c - the successors of a level, sorted. */
#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "search/engine/limits.h"
#include "search/spill/spill_run.h"

/* ---- parts ------------------------------------------------------------------------------------
 */

static int open_parts_file(spill_run *s)
{
    spill_found *f = &s->found;
    if (f->created)
        return 0;
    f->created = true;
    return spill_folder_create(&s->folder, &f->file, &f->number, s->r->err);
}

int spill_clear_found(spill_run *s)
{
    s->found.part_count = 0;
    return s->found.created ? spill_file_clear(&s->found.file, s->r->err) : open_parts_file(s);
}

/* All parts become one.  WGCQ_DONE: stopped. */
static int unite_parts(spill_run *s)
{
    spill_found *f = &s->found;
    merge_input inputs[SPILL_PARTS_MOST];
    run_merge m = {0};
    run_writer w = {0};
    for (size_t i = 0; i < f->part_count; i++)
        inputs[i] = (merge_input){&f->file, &f->part[i]};
    int code = run_merge_open(&m, spill_shape(s), inputs, f->part_count, NULL, s->r->err);
    if (!code)
        code = run_writer_open(&w, &f->file, spill_shape(s), NULL, s->r->err);
    if (!code)
        code = run_merge_write(&m, &w, limits_poll, s->r, s->r->err);
    if (!code)
        code = run_writer_end(&f->part[0], &w, s->r->err);
    if (!code)
        f->part_count = 1;
    run_writer_close(&w);
    run_merge_close(&m);
    return code;
}

/* The sorted buffer becomes a part. */
static int write_part(spill_run *s)
{
    spill_found *f = &s->found;
    run_writer w = {0};
    int code = f->part_count == f->parts_most ? unite_parts(s) : open_parts_file(s);
    if (!code)
        code = run_writer_open(&w, &f->file, spill_shape(s), NULL, s->r->err);
    for (size_t i = 0; !code && i < f->buffer.count; i++)
        code = run_writer_put(&w, record_at(&f->buffer, i), s->r->err);
    if (!code)
        code = run_writer_end(&f->part[f->part_count], &w, s->r->err);
    run_writer_close(&w);
    f->part_count += code ? 0 : 1;
    f->buffer.count = code ? f->buffer.count : 0;
    return code;
}

/* Repeated states leave room; a part is written where that is not enough. */
static int make_found_room(spill_run *s)
{
    record_buffer *b = &s->found.buffer;
    if (!record_buffer_sort(b))
        return error_set_memory(s->r->err);
    return b->count > b->room / 2 ? write_part(s) : 0;
}

/* ---- successors -------------------------------------------------------------------------------
 */

static void put_records(spill_run *s, const batch *found, size_t first, size_t count)
{
    record_buffer *b = &s->found.buffer;
    const size_t words = b->shape.words, limbs = b->shape.limbs;
    const uint64_t *state = found->state + first * words;
    uint64_t *to = record_at(b, b->count);
    b->count += count;
    if (words == 1 && !limbs) {
        memcpy(to, state, count * sizeof *to);
        return;
    }
    for (size_t i = 0; i < count; i++, state += words, to += words + limbs) {
        memcpy(to, state, words * sizeof *to);
        if (limbs)
            memcpy(to + words, s->level.count + (s->level.at + found->lane[first + i]) * limbs,
                   limbs * sizeof *to);
    }
}

static int take_batch(spill_run *s, const batch *found)
{
    record_buffer *b = &s->found.buffer;
    int code = 0;
    for (size_t at = 0; !code && at < found->count;) {
        size_t room = b->room - b->count, left = found->count - at;
        size_t count = room < left ? room : left;
        if (!room) {
            code = make_found_room(s);
            continue;
        }
        if (!record_buffer_reserve(b, count))
            return error_set_memory(s->r->err);
        put_records(s, found, at, count);
        at += count;
    }
    return code;
}

/* ---- a level ----------------------------------------------------------------------------------
 */

int spill_begin_expanding(spill_run *s)
{
    spill_level *l = &s->level;
    spill_found *f = &s->found;
    l->edges = l->expanded = 0;
    l->batch = l->at = 0;
    l->read = false;
    f->part_count = 0;
    int code = f->created ? spill_file_clear(&f->file, s->r->err) : 0;
    run_reader_close(&l->reader);
    s->limbs = s->traced ? counted_limbs(s->count_bits) : 0;
    record_buffer_begin(&f->buffer, spill_shape(s), f->bytes);
    size_t counts = MODEL_BATCH * (s->limbs ? s->limbs : (size_t)1);
    if (!bigarray_reserve(&l->counts_room, counts * sizeof *l->count))
        return error_set_memory(s->r->err);
    l->count = l->counts_room.at;
    if (!code)
        code = level_archive_read(&s->archive, &l->reader, l->depth, spill_shape(s), s->r->err);
    return code ? code : run_reader_next(&l->reader, s->r->err);
}

static int leave_out_batch_ends(spill_run *s)
{
    const wgcq_model *model = s->r->model;
    spill_level *l = &s->level;
    uint8_t marks[MODEL_BATCH] = {0};
    size_t kept = 0, words = model->words, limbs = spill_shape(s).limbs;
    int code =
        model->has_end ? model->classify(s->r->worker, l->state, l->batch, marks, s->r->err) : 0;
    for (size_t i = 0; !code && model->has_end && i < l->batch; i++) {
        if (marks[i] & MARK_END)
            continue;
        memmove(l->state + kept * words, l->state + i * words, words * sizeof *l->state);
        memmove(l->count + kept * limbs, l->count + i * limbs, limbs * sizeof *l->count);
        kept++;
    }
    if (model->has_end)
        l->batch = kept;
    return code;
}

int spill_read_batch(spill_run *s)
{
    spill_level *l = &s->level;
    const record_shape shape = spill_shape(s);
    int code = 0;
    l->at = 0;
    for (l->batch = 0; !code && l->batch < MODEL_BATCH && l->reader.record; l->batch++) {
        const uint64_t *record = l->reader.record;
        memcpy(l->state + l->batch * shape.words, record, shape.words * sizeof *record);
        memcpy(l->count + l->batch * shape.limbs, record + shape.words,
               shape.limbs * sizeof *record);
        code = run_reader_next(&l->reader, s->r->err);
    }
    l->expanded += code ? 0 : l->batch;
    l->read = !l->reader.record;
    return code ? code : leave_out_batch_ends(s);
}

int spill_expand_batch(spill_run *s)
{
    spill_level *l = &s->level;
    int code = l->at == l->batch ? spill_read_batch(s) : 0;
    if (code || l->at == l->batch)
        return code;
    expansion x = {.states = l->state + l->at * s->r->model->words,
                   .count = l->batch - l->at,
                   .first = 1,
                   .depth = l->depth};
    if (!engine_find_successors(s->r, &x, &code))
        return code;
    code = spill_check_successors(s, &x);
    if (!code)
        code = take_batch(s, &s->r->successors);
    l->edges += s->r->successors.count;
    l->at += x.count;
    return code;
}

int spill_end_expanding(spill_run *s)
{
    if (!record_buffer_sort(&s->found.buffer))
        return error_set_memory(s->r->err);
    return 0;
}

/* Each has one way. */
int spill_find_starts(spill_run *s)
{
    int code = engine_find_initial_states(s->r);
    if (code || s->r->stopped)
        return code;
    batch *found = &s->r->successors;
    s->limbs = s->traced ? counted_limbs(1) : 0;
    record_buffer_begin(&s->found.buffer, spill_shape(s), s->found.bytes);
    if (!bigarray_reserve(&s->level.counts_room, MODEL_BATCH * sizeof *s->level.count))
        return error_set_memory(s->r->err);
    s->level.count = s->level.counts_room.at;
    s->level.count[0] = 1;
    for (size_t i = 0; i < found->count; i++)
        found->lane[i] = 0;
    return take_batch(s, found);
}

void spill_close_found(spill_run *s)
{
    run_reader_close(&s->level.reader);
    bigarray_free(&s->level.counts_room);
    record_buffer_free(&s->found.buffer);
    spill_file_close(&s->found.file);
}
