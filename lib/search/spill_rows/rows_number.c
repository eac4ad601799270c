/*
 * rows_number.c - which successors are new, and the numbers of all.
 *
 * The successors of a level are sorted by (state, place).  Each state is looked up among all before
 * it; of a new one the first place is kept, and these, sorted by place, are in the order in which
 * one process discovers them.  Their numbers, sorted by state again, are joined with the successors
 * that wait for one, which are in that order.
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

static bool targets_are_wanted(const rows_run *s)
{
    return rows_want(s, ROWS_EDGES) && !rows_are_starting(s);
}

static int put_target(rows_run *s, uint64_t place, uint32_t number)
{
    const uint64_t record[2] = {place, number};
    return s->team.on ? record_list_add(&s->team.answers, record, s->r->err)
                      : segment_sorter_put(&s->targets, record, s->r->err);
}

/* ---- looking up ----------------------------------------------------------------------------- */

int rows_begin_looking(rows_run *s)
{
    wgcq_error *err = s->r->err;
    int code = segment_sorter_end(&s->merge, &s->found, err);
    code = code ? code : segment_sorter_begin(&s->fresh, (record_shape){1, state_words(s)}, err);
    code = code ? code : segment_sorter_begin(&s->targets, (record_shape){1, 1}, err);
    code = code ? code : record_list_clear(&s->waiting, err);
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
    if (targets_are_wanted(s))
        code = s->known ? put_target(s, record[words], s->known)
                        : record_list_add(&s->waiting, record, s->r->err);
    if (code || s->known || !first)
        return code;
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
    int code = segment_sorter_begin(&s->found, s->found.buffer.shape, err);
    code = code ? code : segment_sorter_end(&s->merge, &s->fresh, err);
    if (!code)
        code = segment_sorter_begin(&s->numbered, (record_shape){state_words(s), 1}, err);
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
    return code ? code : record_list_read(&s->waiting, err);
}

/* The next of those that wait, NULL: there is none. */
static const uint64_t *next_waiting(const rows_run *s)
{
    return (const uint64_t *)(const void *)s->waiting.record;
}

/* A new state gets its number in the set, and those that wait for it.  States behind a cut have
   none. */
static int join_state(rows_run *s)
{
    const unsigned words = state_words(s);
    const uint64_t *of = s->merge.record;
    wgcq_error *err = s->r->err;
    int code = spilled_set_add_numbered(&s->set, of, (uint32_t)of[words], err);
    const uint64_t *waiting = next_waiting(s);
    for (int order; !code && waiting && (order = compare_states(waiting, of, words)) <= 0;
         waiting = next_waiting(s)) {
        code = order ? 0 : put_target(s, waiting[words], (uint32_t)of[words]);
        code = code ? code : record_list_next(&s->waiting, err);
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
    return spilled_set_end_level(&s->set, s->r->err);
}
