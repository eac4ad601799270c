/* rows_expand.c - the successors of a level with their places, and lists of what else it has. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/ranks/rank_starts.h"
#include "search/spill_rows/rows_run.h"

/* ---- successors ----------------------------------------------------------------------------- */

static int list_edges(rows_run *s, const batch *found)
{
    int code = 0;
    for (size_t i = 0; !code && rows_want(s, ROWS_EDGES) && i < found->count; i++) {
        *s->edge = (edge_record){found->move[i]};
        if (found->costs)
            memcpy(s->edge + 1, found->cost + i * found->costs, found->costs * sizeof *found->cost);
        code = record_list_add(&s->edges, s->edge, s->r->err);
    }
    return code;
}

static int list_rejections(rows_run *s, const expansion *x, const batch *found)
{
    int code = 0;
    for (size_t i = 0; !code && rows_want(s, ROWS_REJECTIONS) && i < found->rejected; i++) {
        const rejection_record record = {expansion_number(x, found->rejected_lane[i]),
                                         found->rejected_move[i], found->rejected_rule[i]};
        code = record_list_add(&s->rejections, &record, s->r->err);
    }
    return code;
}

/* Lists states that are no goal, where deadlocks are forbidden. */
static int list_stuck(rows_run *s, const expansion *x, const batch *found, const uint8_t *marks)
{
    bool has_successor[MODEL_BATCH] = {false};
    int code = 0;
    if (!(rows_want(s, ROWS_STUCK) || s->team.on) || !s->r->model->forbids_deadlock)
        return 0;
    for (size_t i = 0; i < found->count; i++)
        has_successor[found->lane[i]] = true;
    for (size_t lane = 0; !code && lane < x->count; lane++) {
        const uint32_t number = expansion_number(x, lane);
        if (!has_successor[lane] && !(marks[lane] & MARK_GOAL))
            code = record_list_add(&s->stuck, &number, s->r->err);
    }
    return code;
}

static int sort_successors(rows_run *s, const expansion *x, const batch *found)
{
    const unsigned words = s->r->model->words;
    const uint64_t *state = found->state;
    uint64_t place = 0;
    int code = 0;
    for (size_t at = 0, count; !code && at < found->count; at += count) {
        uint64_t *to;
        count = found->count - at;
        code = segment_sorter_room(&to, &count, &s->found, s->r->err);
        if (code)
            return code;
        for (size_t i = at; i < at + count; i++, state += words, to += words + 1) {
            if (!i || found->lane[i] != found->lane[i - 1])
                place = place_of_successor(expansion_number(x, found->lane[i]), 0);
            memcpy(to, state, words * sizeof *to);
            to[words] = place++;
        }
        segment_sorter_added(&s->found, count);
    }
    return code;
}

/* ---- the level ------------------------------------------------------------------------------ */

static int begin_lists(rows_run *s)
{
    record_list *const lists[] = {&s->edges, &s->rejections, &s->stuck};
    int code = 0;
    for (size_t i = 0; !code && i < sizeof lists / sizeof *lists; i++)
        code = record_list_clear(lists[i], s->r->err);
    return code ? code
                : segment_sorter_begin(&s->found, (record_shape){s->r->model->words + 1, 0},
                                       s->r->err);
}

int rows_begin_expanding(rows_run *s)
{
    s->batch = s->batch_at = s->last_open = 0;
    int code = begin_lists(s);
    return code ? code : record_list_read(&s->level, s->r->err);
}

/* MODEL_BATCH of them, without those that are not expanded. */
static int read_rows_batch(rows_run *s)
{
    const unsigned words = s->r->model->words;
    int code = 0;
    s->batch = s->batch_at = 0;
    for (size_t i = 0; !code && i < MODEL_BATCH && s->level.record; i++) {
        const uint64_t word = read_level_word(s->level.record, words);
        if (!(word & MARK_END)) {
            memcpy(s->state + s->batch * words, s->level.record, words * sizeof *s->state);
            s->number[s->batch] = s->last_open = number_of_level_word(word);
            s->marks[s->batch++] = (uint8_t)word;
        }
        code = record_list_next(&s->level, s->r->err);
    }
    return code;
}

int rows_find_some(bool *any, rows_run *s)
{
    engine *r = s->r;
    expansion *x = &s->found_from;
    int code = s->batch_at == s->batch ? read_rows_batch(s) : 0;
    const size_t left = s->batch - s->batch_at;
    *any = false;
    if (code || !left)
        return code;
    s->sources = engine_fit_sources(r, s->sources, s->sources_done, s->batch_bytes);
    *x = (expansion){.states = s->state + s->batch_at * r->model->words,
                     .count = left < s->sources ? left : s->sources,
                     .number = s->number + s->batch_at,
                     .depth = s->loop.depth};
    if (!engine_find_successors(r, x, &code))
        return code;
    *any = true;
    code = list_edges(s, &r->successors);
    code = code ? code : list_rejections(s, x, &r->successors);
    code = code ? code : list_stuck(s, x, &r->successors, s->marks + s->batch_at);
    s->batch_at += x->count;
    s->sources_done = x->count;
    return code;
}

int rows_expand_some(bool *done, rows_run *s)
{
    bool any;
    int code = rows_find_some(&any, s);
    if (!code && any)
        code = sort_successors(s, &s->found_from, &s->r->successors);
    s->r->unchecked = any ? s->found_from.count : 0;
    *done = !code && !s->r->stopped && rows_are_expanded(s);
    return code;
}

/* In all ranks, which keep their own. */
static int find_own_row_starts(rows_run *s, uint32_t **numbers)
{
    batch *found = &s->r->successors;
    int code = engine_find_initial_states(s->r);
    *numbers = NULL;
    if (code || s->r->stopped || !s->team.on)
        return code;
    code = rank_mark_starts(s->r);
    *numbers = malloc((found->count + 1) * sizeof **numbers);
    if (!code && !*numbers)
        code = error_set_memory(s->r->err);
    if (!code)
        rank_keep_own_starts(found, s->team.packets.with, *numbers);
    return code;
}

int rows_find_starts(rows_run *s)
{
    const unsigned words = s->r->model->words;
    const batch *found = &s->r->successors;
    uint32_t *numbers;
    int code = find_own_row_starts(s, &numbers);
    const size_t count = s->r->stopped ? 0 : found->count;
    code = code ? code : begin_lists(s);
    for (size_t i = 0; !code && i < count; i++) {
        memcpy(s->record, found->state + i * words, words * sizeof *s->record);
        s->record[words] = place_of_successor(0, numbers ? numbers[i] : (uint32_t)i);
        code = segment_sorter_put(&s->found, s->record, s->r->err);
    }
    free(numbers);
    return code;
}

/* ---- errors ---------------------------------------------------------------------------------- */

int rows_find_errors(void *self, level_errors *all)
{
    rows_run *s = self;
    const unsigned words = s->r->model->words;
    int code = level_errors_open(all, s->r);
    code = code ? code : record_list_read(&s->level, s->r->err);
    while (!code && s->level.record) {
        memcpy(s->sought, s->level.record, words * sizeof *s->sought);
        if (!(read_level_word(s->level.record, words) & MARK_END))
            level_errors_try(all, s->r, s->sought);
        code = record_list_next(&s->level, s->r->err);
    }
    return code;
}
