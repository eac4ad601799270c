/* spill_expand.c - the successors of a level, sorted. */
#include <string.h>

#include "base/error.h"
#include "search/ranks/rank_starts.h"
#include "search/spill/spill_run.h"

/* ---- successors ------------------------------------------------------------------------------ */

void spill_put_records(const spill_run *s, uint64_t *to, const batch *found, size_t first,
                       size_t count)
{
    const size_t words = s->found.buffer.shape.words, limbs = s->found.buffer.shape.limbs;
    const uint64_t *state = found->state + first * words;
    if (words == 1 && !limbs) {
        memcpy(to, state, count * sizeof *to);
        return;
    }
    for (size_t i = 0; i < count; i++, state += words, to += words + limbs) {
        memcpy(to, state, words * sizeof *to);
        if (limbs)
            memcpy(to + words, s->level.count + (s->level.from + found->lane[first + i]) * limbs,
                   limbs * sizeof *to);
    }
}

static int take_batch(spill_run *s, const batch *found)
{
    int code = 0;
    for (size_t at = 0, count; !code && at < found->count; at += count) {
        uint64_t *to;
        count = found->count - at;
        code = segment_sorter_room(&to, &count, &s->found, s->r->err);
        if (code)
            break;
        spill_put_records(s, to, found, at, count);
        segment_sorter_added(&s->found, count);
    }
    return code;
}

/* ---- a level --------------------------------------------------------------------------------- */

int spill_begin_expanding(spill_run *s)
{
    spill_level *l = &s->level;
    l->edges = l->expanded = 0;
    l->batch = l->at = 0;
    l->read = false;
    segment_reader_close(&l->reader);
    s->limbs = s->traced ? counted_limbs(s->count_bits) : 0;
    int code = segment_sorter_begin(&s->found, spill_shape(s), s->r->err);
    size_t counts = MODEL_BATCH * (s->limbs ? s->limbs : (size_t)1);
    if (!bigarray_reserve(&l->counts_room, counts * sizeof *l->count))
        return error_set_memory(s->r->err);
    l->count = l->counts_room.at;
    if (!code)
        code = level_archive_read(&s->archive, &l->reader, l->depth, spill_shape(s), s->r->err);
    return code ? code : segment_reader_next(&l->reader, s->r->err);
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
        code = segment_reader_next(&l->reader, s->r->err);
    }
    l->expanded += code ? 0 : l->batch;
    l->read = !l->reader.record;
    return code ? code : leave_out_batch_ends(s);
}

/* Some state of the batch has an error: that of the first. */
static int settle_error(spill_run *s, int code)
{
    const engine *r = s->r;
    const spill_level *l = &s->level;
    for (size_t i = l->at; i < l->batch; i++) {
        const uint64_t *state = l->state + i * r->model->words;
        wgcq_error err = {0};
        if (r->model->expand(r->worker, state, 1, r->wants, &s->r->successors, &err))
            return spill_error_of_state(s, state, &err);
    }
    return code;
}

int spill_find_batch(bool *any, spill_run *s)
{
    spill_level *l = &s->level;
    s->sources = engine_fit_sources(s->r, s->sources, l->at - l->from, s->batch_bytes);
    int code = l->at == l->batch ? spill_read_batch(s) : 0;
    *any = false;
    if (code || l->at == l->batch)
        return code;
    expansion x = {.states = l->state + l->at * s->r->model->words,
                   .count = spill_sources(s, l->batch - l->at),
                   .first = 1,
                   .depth = l->depth};
    if (!engine_find_successors(s->r, &x, &code))
        return code == WGCQ_ERUN ? settle_error(s, code) : code;
    *any = true;
    l->from = l->at;
    l->edges += s->r->successors.count;
    l->at += x.count;
    return spill_check_successors(s, &x, spill_add_violation);
}

int spill_expand_batch(spill_run *s)
{
    bool any;
    int code = spill_find_batch(&any, s);
    return !code && any ? take_batch(s, &s->r->successors) : code;
}

/* Each has one way. */
int spill_find_starts(spill_run *s)
{
    int code = engine_find_initial_states(s->r);
    if (code || s->r->stopped)
        return code;
    batch *found = &s->r->successors;
    if (s->swap.on)
        rank_keep_own_starts(found, s->swap.packets.with, NULL);
    s->limbs = s->traced ? counted_limbs(1) : 0;
    code = segment_sorter_begin(&s->found, spill_shape(s), s->r->err);
    if (code)
        return code;
    if (!bigarray_reserve(&s->level.counts_room, MODEL_BATCH * sizeof *s->level.count))
        return error_set_memory(s->r->err);
    s->level.count = s->level.counts_room.at;
    s->level.count[0] = 1;
    s->level.from = 0;
    for (size_t i = 0; i < found->count; i++)
        found->lane[i] = 0;
    return take_batch(s, found);
}

void spill_close_found(spill_run *s)
{
    segment_reader_close(&s->level.reader);
    bigarray_free(&s->level.counts_room);
    segment_sorter_close(&s->found);
}
