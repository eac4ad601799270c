/*
 * rows_number.c - which successors are new, and the numbers of all.
 *
 * The successors of a level are sorted by (state, place).  Each state is looked up among all before
 * it; of a new one the first place is kept, and these, sorted by place, are in the order in which
 * one process discovers them.  Their numbers, sorted by state again, are joined with the successors
 * that wait for one.
 */
#include <string.h>

#include "search/engine/limits.h"
#include "search/spill_rows/rows_run.h"

enum { JOINED_AT_ONCE = 16 * MODEL_BATCH };

static unsigned state_words(const rows_run *s)
{
    return s->r->model->words;
}

static bool is_same_state(const rows_run *s, const uint64_t *a, const uint64_t *b)
{
    return !compare_states(a, b, state_words(s));
}

static int put_target(rows_run *s, uint64_t place, uint32_t number)
{
    const uint64_t record[2] = {place, number};
    if (!rows_want(s, ROWS_EDGES) || rows_are_starting(s))
        return 0;
    return s->team.on ? record_list_add(&s->team.answers, record, s->r->err)
                      : segment_sorter_put(&s->targets, record, s->r->err);
}

/* ---- looking up ----------------------------------------------------------------------------- */

int rows_begin_looking(rows_run *s)
{
    const record_shape wide = {state_words(s) + 1, 0};
    wgcq_error *err = s->r->err;
    int code = segment_sorter_end(&s->merge, &s->found, err);
    code = code ? code : segment_sorter_begin(&s->fresh, wide, err);
    code = code ? code : segment_sorter_begin(&s->targets, (record_shape){2, 0}, err);
    if (!code && s->team.on)
        code = record_list_clear(&s->team.answers, err);
    s->has_sought = false;
    return code;
}

static int look_up_state(rows_run *s, const uint64_t *state)
{
    memcpy(s->sought, state, state_words(s) * sizeof *state);
    s->has_sought = true;
    return spilled_set_find(&s->known, &s->set, state, s->r->err);
}

static int look_up(rows_run *s, const uint64_t *record)
{
    const unsigned words = state_words(s);
    const bool first = !s->has_sought || !is_same_state(s, record, s->sought);
    int code = first ? look_up_state(s, record) : 0;
    if (code)
        return code;
    if (s->known)
        return put_target(s, record[words], s->known);
    if (!first)
        return 0;
    s->record[0] = record[words];
    memcpy(s->record + 1, record, words * sizeof *record);
    return segment_sorter_put(&s->fresh, s->record, s->r->err);
}

int rows_look_up_some(bool *done, rows_run *s)
{
    int code = 0;
    for (size_t i = 0; !code && s->merge.record && i < JOINED_AT_ONCE; i++) {
        code = look_up(s, s->merge.record);
        code = code ? code : segment_merge_next(&s->merge, s->r->err);
    }
    *done = !code && !s->merge.record;
    if (*done)
        code = spilled_set_end_level(&s->set, s->r->err);
    return code;
}

/* ---- numbers -------------------------------------------------------------------------------- */

int rows_begin_numbering(rows_run *s)
{
    wgcq_error *err = s->r->err;
    segment_merge_close(&s->merge);
    int code = segment_sorter_end(&s->merge, &s->fresh, err);
    if (!code)
        code = segment_sorter_begin(&s->numbered, (record_shape){state_words(s) + 1, 0}, err);
    s->fresh_read = 0;
    s->team.code = 0;
    s->team.halted = false;
    s->team.numbered_to =
        rows_are_starting(s) ? 0 : s->level_last - (uint32_t)s->loop.has.states + 1;
    return code ? code : rows_begin_cut(s);
}

/* The states from this one on. */
static int mark_fresh(rows_run *s, size_t from)
{
    const engine *r = s->r;
    int code = model_marks(r->model, r->worker, s->row_state + from * r->model->words,
                           s->fresh_read - from, s->row_marks + from, r->err);
    for (size_t i = from; i < s->fresh_read && rows_are_starting(s); i++)
        s->row_marks[i] |= MARK_START;
    return code;
}

/* The next level has it, and it is to be joined. */
int rows_add_numbered(rows_run *s, size_t i, uint32_t number)
{
    const unsigned words = state_words(s);
    memcpy(s->record, s->row_state + i * words, words * sizeof *s->record);
    s->record[words] = level_word(number, s->row_marks[i]);
    int code = record_list_add(&s->next, s->record, s->r->err);
    s->record[words] = number;
    code = code ? code : segment_sorter_put(&s->numbered, s->record, s->r->err);
    s->next_has.states++;
    s->next_has.ends += (s->row_marks[i] & MARK_END) != 0;
    return code;
}

int rows_read_fresh(rows_run *s)
{
    const unsigned words = state_words(s);
    const size_t before = s->fresh_read;
    int code = 0;
    for (; !code && s->fresh_read < MODEL_BATCH && s->merge.record; s->fresh_read++) {
        s->row_place[s->fresh_read] = s->merge.record[0];
        memcpy(s->row_state + s->fresh_read * words, s->merge.record + 1,
               words * sizeof *s->row_state);
        code = segment_merge_next(&s->merge, s->r->err);
    }
    return code ? code : mark_fresh(s, before);
}

int rows_number_some(bool *done, rows_run *s)
{
    s->fresh_read = 0;
    int code = rows_read_fresh(s);
    if (!code && s->fresh_read > VISITED_MAX - s->last) {
        limits_stop_numbers(s->r);
        return 0;
    }
    if (!code)
        rows_cut_at_first(s, s->fresh_read);
    rows_cut_at_limit(s, s->r->options->max_states - s->last, s->fresh_read);
    const size_t count = code ? 0 : rows_before_cut(s, s->fresh_read);
    for (size_t i = 0; !code && i < count; i++)
        code = rows_add_numbered(s, i, s->last + 1 + (uint32_t)i);
    *done = !code && (!s->merge.record || count < s->fresh_read);
    if (!code)
        s->last += (uint32_t)count;
    return code;
}

/* ---- joining -------------------------------------------------------------------------------- */

int rows_begin_joining(rows_run *s)
{
    wgcq_error *err = s->r->err;
    segment_merge_close(&s->merge);
    int code = segment_sorter_end(&s->merge, &s->numbered, err);
    code = code ? code : segment_sorter_merge(&s->join, &s->found, err);
    return code;
}

/* A new state's successors; its record comes before theirs. */
static int join_state(rows_run *s)
{
    const unsigned words = state_words(s);
    const uint64_t *of = s->merge.record;
    wgcq_error *err = s->r->err;
    int code = spilled_set_add_numbered(&s->set, of, (uint32_t)of[words], err);
    while (!code && s->join.record && compare_states(s->join.record, of, words) < 0)
        code = segment_merge_next(&s->join, err);
    while (!code && s->join.record && is_same_state(s, s->join.record, of)) {
        code = put_target(s, s->join.record[words], (uint32_t)of[words]);
        code = code ? code : segment_merge_next(&s->join, err);
    }
    return code ? code : segment_merge_next(&s->merge, err);
}

int rows_join_some(bool *done, rows_run *s)
{
    int code = 0;
    for (size_t i = 0; !code && s->merge.record && i < JOINED_AT_ONCE; i++)
        code = join_state(s);
    *done = !code && !s->merge.record;
    if (!*done)
        return code;
    segment_merge_close(&s->merge);
    segment_merge_close(&s->join);
    return spilled_set_end_level(&s->set, s->r->err);
}
