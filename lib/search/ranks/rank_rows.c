/* rank_rows.c - records out of successors, own states, rows. */
#include "search/ranks/rank_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/engine/limits.h"
#include "search/levels/level_cut.h"
#include "search/ranks/rank_report.h"
#include "search/ranks/rank_run.h"

/* ---- memory --------------------------------------------------------------------------------- */

bool rank_rows_open(rank_rows *w, unsigned ranks)
{
    w->on = true;
    w->asked = calloc(ranks, sizeof *w->asked);
    w->out = calloc(ranks, sizeof *w->out);
    w->in = calloc(ranks, sizeof *w->in);
    return w->asked && w->out && w->in;
}

/* All arrays but the streams. */
static size_t each_array(rank_rows *w, void (*give)(bigarray *))
{
    bigarray *all[] = {&w->numbers,       &w->found,         &w->known, &w->keys, &w->marks,
                       &w->src,           &w->move,          &w->dst,   &w->cost, &w->rejected_src,
                       &w->rejected_move, &w->rejected_rule, &w->level, &w->next, &w->depth,
                       &w->finals,        &w->order,         &w->stuck};
    size_t bytes = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        bytes += all[i]->bytes;
        if (give)
            give(all[i]);
    }
    return bytes;
}

void rank_rows_close(rank_rows *w, unsigned ranks)
{
    rank_stream *const streams[] = {w->asked, w->out, w->in};
    each_array(w, bigarray_free);
    for (size_t i = 0; i < 3; i++) {
        for (unsigned k = 0; streams[i] && k < ranks; k++)
            rank_stream_free(&streams[i][k]);
        free(streams[i]);
    }
}

size_t rank_rows_memory(const rank_rows *w, unsigned ranks)
{
    rank_rows copy = *w;
    size_t bytes = each_array(&copy, NULL);
    for (unsigned k = 0; w->on && k < ranks; k++)
        bytes += w->asked[k].bytes.bytes + w->out[k].bytes.bytes + w->in[k].bytes.bytes;
    return bytes;
}

static uint32_t *as_numbers(const bigarray *a)
{
    return a->at;
}

static bool reserve_ids(bigarray *a, size_t count)
{
    return bigarray_reserve(a, count * sizeof(uint32_t));
}

/* ---- successors into records ---------------------------------------------------------------- */

bool rank_rows_note_rejections(rank_run *s)
{
    rank_rows *w = &s->rows;
    const batch *found = &s->r->successors;
    const size_t all = w->rejected + found->rejected;
    if (!reserve_ids(&w->rejected_src, all) || !reserve_ids(&w->rejected_move, all) ||
        !reserve_ids(&w->rejected_rule, all))
        return false;
    for (size_t i = 0; i < found->rejected; i++) {
        const uint32_t index = expansion_number(&s->found_from, found->rejected_lane[i]);
        as_numbers(&w->rejected_src)[w->rejected] = as_numbers(&w->level)[index];
        as_numbers(&w->rejected_move)[w->rejected] = found->rejected_move[i];
        as_numbers(&w->rejected_rule)[w->rejected++] = found->rejected_rule[i];
    }
    return true;
}

static bool reserve_rank_edges(rank_rows *w, const batch *found, size_t more)
{
    const size_t all = w->edges + more;
    return reserve_ids(&w->src, all) && reserve_ids(&w->move, all) && reserve_ids(&w->dst, all) &&
           bigarray_reserve(&w->cost, all * found->costs * sizeof(int64_t));
}

static void put_rank_edge(rank_rows *w, const batch *found, size_t i, uint32_t source,
                          unsigned rank)
{
    as_numbers(&w->src)[w->edges] = source;
    as_numbers(&w->move)[w->edges] = found->move[i];
    as_numbers(&w->dst)[w->edges] = rank;
    if (found->costs)
        memcpy((int64_t *)w->cost.at + w->edges * found->costs, found->cost + i * found->costs,
               found->costs * sizeof(int64_t));
    w->edges++;
}

bool rank_rows_write(rank_run *s)
{
    rank_rows *w = &s->rows;
    const batch *found = &s->r->successors;
    const unsigned words = s->layout.words, ranks = s->packets.with->ranks;
    const size_t each = words + (size_t)1;
    size_t i = s->written;
    if (!reserve_rank_edges(w, found, s->found - i))
        return false;
    for (; i < s->found; i++) {
        const uint64_t *state = found->state + i * words;
        const unsigned rank = rank_of_state(state, words, ranks);
        rank_packet *to = rank_packets_to(&s->packets, rank);
        if (to->count == s->packets.record_room)
            break;
        if (!i || found->lane[i] != found->lane[i - 1])
            w->lane_first = (uint32_t)i;
        const uint32_t index = expansion_number(&s->found_from, found->lane[i]),
                       source = as_numbers(&w->level)[index];
        uint64_t *record = to->record + to->count++ * each;
        memcpy(record, state, words * sizeof *record);
        record[words] = place_of_successor(source, (uint32_t)(i - w->lane_first));
        put_rank_edge(w, found, i, source, rank);
    }
    s->written = i;
    return true;
}

/* ---- records into own states ---------------------------------------------------------------- */

/* The least discovery of each new state, as they are met. */
static bool note_discoveries(rank_run *s, const rank_packet *packet)
{
    rank_rows *w = &s->rows;
    const unsigned words = s->layout.words;
    const uint32_t *known = w->known.at;
    const size_t all = s->r->visited.count - w->old;
    uint32_t met = w->met;
    if (!bigarray_reserve(&w->keys, all * sizeof(uint64_t)))
        return false;
    uint64_t *keys = w->keys.at;
    for (size_t i = 0; i < packet->count; i++) {
        const uint64_t key = packet->record[(i + 1) * (words + (size_t)1) - 1];
        if (known[i] <= w->old)
            continue;
        const uint32_t at = known[i] - w->old - 1;
        if (at == met)
            keys[met++] = key;
        else if (key < keys[at])
            keys[at] = key;
    }
    w->met = met;
    assert(met == all);
    return true;
}

int rank_rows_take(rank_run *s, const rank_packet *packet, unsigned rank)
{
    rank_rows *w = &s->rows;
    engine *r = s->r;
    const unsigned words = s->layout.words;
    const size_t count = packet->count;
    size_t added = 0;
    if (!bigarray_reserve(&w->found, count * words * sizeof(uint64_t)) ||
        !reserve_ids(&w->known, count))
        return error_set_memory(r->err);
    uint64_t *found = w->found.at;
    for (size_t i = 0; i < count; i++)
        memcpy(found + i * words, packet->record + i * (words + (size_t)1), words * sizeof *found);
    limits_set_visited_budget(r);
    int code = visited_add(&r->visited, found, count, w->known.at, &added, r->err);
    if (code)
        return code;
    if (added < count) {
        s->owner.full = true;
        return 0;
    }
    uint32_t *to = count ? rank_stream_extend(&w->asked[rank], count * sizeof *to) : NULL;
    if ((count && !to) || !note_discoveries(s, packet))
        return error_set_memory(r->err);
    if (count)
        memcpy(to, w->known.at, count * sizeof *to);
    s->owner.edges += count;
    return 0;
}

int rank_rows_take_starts(rank_run *s, const uint32_t *numbers, size_t count)
{
    rank_rows *w = &s->rows;
    engine *r = s->r;
    size_t added = 0;
    limits_set_visited_budget(r);
    int code = visited_add(&r->visited, r->successors.state, count, NULL, &added, r->err);
    if (code)
        return code;
    s->owner.full = added < count;
    if (!reserve_ids(&w->next, count))
        return error_set_memory(r->err);
    if (count)
        memcpy(w->next.at, numbers, count * sizeof *numbers);
    return 0;
}

/* ---- the next level ------------------------------------------------------------------------- */

static size_t new_states(const rank_run *s)
{
    return s->r->visited.count - s->rows.old;
}

int rank_rows_settle(rank_run *s)
{
    rank_rows *w = &s->rows;
    engine *r = s->r;
    frontier *next = &s->owner.next;
    const size_t count = new_states(s);
    if (!bigarray_reserve(&w->marks, count) || !frontier_reserve(next, count))
        return error_set_memory(r->err);
    uint8_t *marks = w->marks.at;
    int code = count ? model_marks(r->model, r->worker, visited_state(&r->visited, w->old + 1),
                                   count, marks, r->err)
                     : 0;
    next->count = count;
    for (size_t i = 0; !code && i < count; i++) {
        marks[i] |= s->loop.depth == BEFORE_LEVELS ? MARK_START : 0;
        s->owner.goals += marks[i] & MARK_GOAL;
        next->ends += (marks[i] & MARK_END) != 0;
    }
    return code;
}

static int compare_discoveries(const void *a, const void *b)
{
    const uint64_t x = ((const discovery *)a)->key, y = ((const discovery *)b)->key;
    return (x > y) - (x < y);
}

static bool sort_discoveries(rank_run *s)
{
    rank_rows *w = &s->rows;
    const size_t count = new_states(s);
    const uint64_t *keys = w->keys.at;
    if (!bigarray_reserve(&w->order, count * sizeof(discovery)))
        return false;
    discovery *order = w->order.at;
    for (size_t i = 0; i < count; i++)
        order[i] = (discovery){keys[i], (uint32_t)i};
    if (count)
        qsort(order, count, sizeof *order, compare_discoveries);
    return true;
}

/* The next level's states and marks in their order, and the numbers of own states. */
static bool put_next_in_order(rank_run *s)
{
    rank_rows *w = &s->rows;
    const unsigned words = s->layout.words;
    const size_t count = new_states(s);
    const discovery *order = w->order.at;
    const uint8_t *marks = w->marks.at;
    if (!reserve_ids(&w->numbers, s->r->visited.count) || !reserve_ids(&w->depth, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        const uint32_t which = order ? order[i].which : (uint32_t)i;
        memcpy(frontier_state(&s->owner.next, i), visited_state(&s->r->visited, w->old + which + 1),
               words * sizeof(uint64_t));
        frontier_marks(&s->owner.next)[i] = marks[which];
        as_numbers(&w->numbers)[w->old + which] = as_numbers(&w->next)[i];
        as_numbers(&w->depth)[i] = s->loop.depth + 1;
    }
    return true;
}

/* Final costs of goals, in the order of the next level. */
static int find_finals(rank_run *s)
{
    rank_rows *w = &s->rows;
    const engine *r = s->r;
    const frontier *next = &s->owner.next;
    if (!r->needs_finals)
        return 0;
    if (!bigarray_reserve(&w->finals, next->count * r->model->finals * sizeof(int64_t)))
        return error_set_memory(r->err);
    return model_finals(r->model, r->worker, next->states.at, next->marks.at, next->count,
                        w->finals.at, r->err);
}

/* ---- answers -------------------------------------------------------------------------------- */

static bool put_answers(rank_run *s)
{
    rank_rows *w = &s->rows;
    const uint32_t *numbers = w->numbers.at;
    for (unsigned k = 0; k < s->packets.with->ranks; k++) {
        const uint32_t *asked = w->asked[k].bytes.at;
        const size_t count = w->asked[k].count / sizeof *asked;
        uint32_t *to = count ? rank_stream_extend(&w->out[k], count * sizeof *to) : NULL;
        if (count && !to)
            return false;
        for (size_t i = 0; i < count; i++)
            to[i] = numbers[asked[i] - 1];
    }
    return true;
}

/* Each rank's answers come in the order in which it was asked. */
static void take_answers(rank_run *s)
{
    rank_rows *w = &s->rows;
    uint32_t *dst = w->dst.at;
    for (unsigned k = 0; k < s->packets.with->ranks; k++)
        w->in[k].count = 0; /* taken so far */
    for (size_t i = 0; i < w->edges; i++) {
        rank_stream *from = &w->in[dst[i]];
        dst[i] = *(const uint32_t *)((const void *)((const char *)from->bytes.at + from->count));
        from->count += sizeof *dst;
    }
}

static int exchange_answers(rank_run *s)
{
    rank_rows *w = &s->rows;
    if (!put_answers(s))
        return rank_out_of_memory(s);
    int code = rank_trade(&s->packets, w->out, w->in, s->r->err);
    if (!code)
        take_answers(s);
    return code;
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* Edges and states come by ascending sources. */
static bool find_deadlocks(rank_run *s)
{
    rank_rows *w = &s->rows;
    const uint32_t *level = w->level.at, *src = w->src.at;
    const uint8_t *marks = s->level.marks.at;
    size_t edge = 0;
    w->stuck_count = 0;
    if (!s->r->model->forbids_deadlock)
        return true;
    if (!reserve_ids(&w->stuck, s->level.count))
        return false;
    for (size_t i = 0; i < s->level.count; i++) {
        while (edge < w->edges && src[edge] < level[i])
            edge++;
        const bool leads_on = edge < w->edges && src[edge] == level[i];
        if (!leads_on && !(marks[i] & (MARK_GOAL | MARK_END)))
            as_numbers(&w->stuck)[w->stuck_count++] = level[i];
    }
    return true;
}

static void hand_over_rows(rank_run *s)
{
    const rank_rows *w = &s->rows;
    const engine *r = s->r;
    const frontier *next = &s->owner.next;
    row_batch *rows = &s->r->rows;
    rows->states = (state_rows){.number = w->next.at,
                                .count = next->count,
                                .words = next->words,
                                .state = next->states.at,
                                .marks = next->marks.at,
                                .depth = w->depth.at,
                                .finals = r->needs_finals ? r->model->finals : 0,
                                .final = w->finals.at};
    rows->edges = (edge_rows){.count = w->edges,
                              .costs = r->model->costs,
                              .src = w->src.at,
                              .dst = w->dst.at,
                              .move = w->move.at,
                              .cost = r->model->costs ? w->cost.at : NULL};
    rows->rejections = (rejection_rows){.count = w->rejected,
                                        .src = w->rejected_src.at,
                                        .move = w->rejected_move.at,
                                        .rule = w->rejected_rule.at};
    rows->stuck = (stuck_rows){w->stuck_count, w->stuck.at};
}

static int hand_over_level(rank_run *s)
{
    hand_over_rows(s);
    return s->r->options->rows_to_first ? rank_gather_rows(&s->gather, s->loop.depth + 1, 0) : 0;
}

int rank_rows_finish_starts(rank_run *s)
{
    if (!put_next_in_order(s))
        return rank_out_of_memory(s);
    int code = rank_agree(s, find_finals(s));
    code = code ? code : rank_cut_level(s);
    code = code ? code : rank_note_violating_starts(s);
    if (!code)
        level_cut_stop_at_starts(s->r);
    return code ? code : hand_over_level(s);
}

int rank_rows_finish_level(rank_run *s)
{
    rank_rows *w = &s->rows;
    const size_t count = new_states(s);
    if (!sort_discoveries(s) || !reserve_ids(&w->next, count) || !find_deadlocks(s))
        return rank_out_of_memory(s);
    rank_numbering n = {&s->packets,
                        w->out,
                        w->in,
                        s->before.states - s->loop.has.states + 1,
                        s->loop.has.states,
                        s->before.states + 1};
    int code = rank_number(w->next.at, &n, w->order.at, count, s->r->err);
    if (!code && !put_next_in_order(s))
        return rank_out_of_memory(s);
    code = code ? code : exchange_answers(s);
    code = code ? code : rank_agree(s, find_finals(s));
    code = code ? code : rank_cut_level(s);
    return code ? code : hand_over_level(s);
}

void rank_rows_begin_level(rank_run *s)
{
    rank_rows *w = &s->rows;
    const bigarray above = w->level;
    w->level = w->next;
    w->next = above;
    w->old = s->r->visited.count;
    w->edges = w->rejected = 0;
    w->met = 0;
    for (unsigned k = 0; k < s->packets.with->ranks; k++)
        w->asked[k].count = 0;
}

/* ---- an earlier run ------------------------------------------------------------------------- */

static bool restore_level(rank_run *s, const search_past *past, uint32_t first)
{
    rank_rows *w = &s->rows;
    frontier *level = &s->owner.next;
    const size_t count = past->own - first, words = level->words;
    if (!frontier_reserve(level, count) || !reserve_ids(&w->next, count))
        return false;
    level->count = count;
    if (!count)
        return true;
    memcpy(level->states.at, past->state + first * words, count * words * sizeof *past->state);
    memcpy(level->marks.at, past->marks + first, count);
    memcpy(w->next.at, past->number + first, count * sizeof *past->number);
    for (size_t i = 0; i < count; i++)
        level->ends += (past->marks[first + i] & MARK_END) != 0;
    return true;
}

int rank_rows_restore(rank_run *s, const search_past *past)
{
    rank_rows *w = &s->rows;
    engine *r = s->r;
    size_t added = 0;
    uint32_t first = 0;
    limits_set_visited_budget(r);
    int code = visited_add(&r->visited, past->state, past->own, NULL, &added, r->err);
    if (code)
        return code;
    if (added < past->own || r->visited.count < past->own)
        return error_set(r->err, added < past->own ? WGCQ_EMEMORY : WGCQ_ESTORE,
                         added < past->own ? "no memory for the stored states"
                                           : "the stored run is damaged: a state is there twice");
    if (!reserve_ids(&w->numbers, past->own))
        return error_set_memory(r->err);
    if (past->own)
        memcpy(w->numbers.at, past->number, past->own * sizeof *past->number);
    while (first < past->own && past->number[first] <= past->expanded)
        first++;
    return restore_level(s, past, first) ? 0 : error_set_memory(r->err);
}
