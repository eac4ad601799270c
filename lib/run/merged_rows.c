/*
 * merged_rows.c - the rows of several ranks, given in the order in which one process finds them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "run/merged_run.h"
#include "run/shards/shard_scan.h"
#include "search/ranks/rank_of_state.h"

static const char wrong_edge[] = "something is wrong with an edge",
                  wrong_rejection[] = "something is wrong with a rejection";

static int merged_rows_damaged(const merge *m, const char *what, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE, "%s is damaged: %s", m->folder, what);
}

/* Rows that count.  The state at which --max-states ended the run has some of its edges. */
static shard_table edge_table(const merge *m)
{
    const int64_t last = m->list.expanded + (int64_t)(m->list.end == SHARDS_LIMIT);
    return (shard_table){TRACE_EDGE_ROWS, m->s.model->costs + 3, last};
}

static shard_table rejection_table(const merge *m)
{
    const int64_t last = m->with ? m->past.expanded : m->list.expanded;
    return (shard_table){TRACE_REJECTION_ROWS, 3, last};
}

/* WGCQ_DONE: the row does not count. */
typedef int row_taker(merge *m, const shard_row *row, wgcq_error *err);
typedef int batch_giver(merge *m, bool more);

static int for_all_rows(merge *m, shard_table table, row_taker *take, batch_giver *give)
{
    shard_scan *scan = NULL;
    shard_row row;
    wgcq_error *err = m->s.err;
    int code = shard_scan_open(&scan, m->shards, m->list.count, table, err);
    m->count = 0;
    while (!code && !(code = shard_scan_next(&row, scan, err))) {
        code = take(m, &row, err);
        m->count += !code;
        code = code == WGCQ_DONE ? 0 : code; /* it is not kept */
        if (!code && m->count == MERGED_BATCH) {
            code = give(m, true);
            m->count = 0;
        }
        if (!code && !m->count)
            code = solver_poll_phase(&m->s, "merging");
    }
    shard_scan_close(scan);
    return code == WGCQ_DONE ? give(m, false) : code;
}

/* Keeps the state of the row that was just taken. */
static int keep_own_state(merge *m, wgcq_error *err)
{
    const unsigned words = m->s.model->words;
    const uint64_t *state = (const uint64_t *)m->wide + m->count * words;
    const uint32_t number = m->src[m->count], at = m->past.own;
    if (rank_of_state(state, words, m->with->ranks) != m->with->rank)
        return WGCQ_DONE;
    if (!bigarray_reserve(&m->past_states, (at + (size_t)1) * words * sizeof *state) ||
        !bigarray_reserve(&m->past_numbers, (at + (size_t)1) * sizeof number) ||
        !bigarray_reserve(&m->past_marks, at + (size_t)1))
        return error_set_memory(err);
    memcpy((uint64_t *)m->past_states.at + (size_t)at * words, state, words * sizeof *state);
    ((uint32_t *)m->past_numbers.at)[at] = number;
    ((uint8_t *)m->past_marks.at)[at] = m->marks[m->count];
    m->own[number / 8] |= (uint8_t)(1u << number % 8);
    m->past.own++;
    return 0;
}

static bool is_own(const merge *m, int64_t source)
{
    return !m->with || m->own[source / 8] >> source % 8 & 1;
}

/* Notes the state that was just taken, of any rank, where the run resumes with it.  Ranks begin a
   level again that was expanded in part; deeper states are found anew. */
static bool resumes_with(merge *m)
{
    search_past *p = &m->past;
    const uint32_t number = m->src[m->count], depth = m->dst[m->count];
    const uint8_t marks = m->marks[m->count];
    if (depth > p->last_depth && number > m->list.expanded + (uint64_t)1)
        return false;
    if (number == 1 || depth > p->last_depth) {
        m->level_before = number - 1;
        p->ends = 0;
    }
    p->states = number;
    p->expanded = number > m->list.expanded ? m->level_before : number;
    p->last_depth = depth;
    p->ends += (marks & MARK_END) != 0;
    p->starts += (marks & MARK_START) != 0;
    if (marks & MARK_GOAL && !p->goals++)
        p->goal_depth = depth;
    return true;
}

static int take_merged_state(merge *m, const shard_row *row, wgcq_error *err)
{
    const unsigned words = m->s.model->words, finals = m->s.model->finals;
    const int64_t *v = row->values;
    search_result *f = &m->s.found;
    if (row->key != (int64_t)f->states + 1 || v[0] < f->depth || v[0] > (int64_t)f->depth + 1 ||
        v[1] & ~(int64_t)MARKS_STORED)
        return merged_rows_damaged(m, "states are missing", err);
    m->src[m->count] = (uint32_t)row->key;
    m->dst[m->count] = f->depth = (uint32_t)v[0];
    m->marks[m->count] = (uint8_t)v[1];
    memcpy(m->wide + m->count * words, v + 2, words * sizeof *v);
    memcpy(m->final + m->count * finals, v + 2 + words, finals * sizeof *v);
    f->states++;
    f->starts += (v[1] & MARK_START) != 0;
    if (v[1] & MARK_GOAL && !f->goals++) {
        f->first_goal = (uint32_t)row->key;
        f->shortest = f->depth;
    }
    if (f->states <= m->list.expanded)
        f->proved_depth = f->depth + 1;
    else if (v[1] & MARK_END)
        m->ends_behind++;
    else if (f->states == m->list.expanded + m->ends_behind + (uint64_t)1)
        f->proved_depth = f->depth; /* the first that is not expanded */
    return !m->with ? 0 : resumes_with(m) ? keep_own_state(m, err) : (int)WGCQ_DONE;
}

static int give_merged_states(merge *m, bool more)
{
    const wgcq_model *model = m->s.model;
    const row_batch rows = {.states = {.first = m->src[0],
                                       .number = m->with ? m->src : NULL,
                                       .count = m->count,
                                       .words = model->words,
                                       .state = (const uint64_t *)m->wide,
                                       .marks = m->marks,
                                       .depth = m->dst,
                                       .finals = model->finals,
                                       .final = m->final}};
    (void)more;
    return m->count ? solver_take_rows(&m->s, &rows) : 0;
}

static bool is_move(const merge *m, unsigned shard, int64_t move)
{
    return move >= 0 && move < m->moves[shard].count;
}

static int take_merged_edge(merge *m, const shard_row *row, wgcq_error *err)
{
    const unsigned costs = m->s.model->costs;
    const int64_t *v = row->values;
    if (v[0] < 1 || v[0] > m->list.states || v[1] < 1 || v[1] > m->list.states ||
        !is_move(m, row->shard, v[2]))
        return merged_rows_damaged(m, wrong_edge, err);
    m->src[m->count] = (uint32_t)v[0];
    m->dst[m->count] = (uint32_t)v[1];
    m->move[m->count] = m->moves[row->shard].number[v[2]];
    memcpy(m->wide + m->count * costs, v + 3, costs * sizeof *v);
    m->s.found.edges++;
    if (m->with && v[0] > m->past.expanded)
        return WGCQ_DONE;
    m->past.edges++;
    if (!is_own(m, v[0]))
        return WGCQ_DONE;
    if (m->leaves)
        m->leaves[v[0] / 8] |= (uint8_t)(1u << v[0] % 8);
    return 0;
}

static int give_merged_edges(merge *m, bool more)
{
    const unsigned costs = m->s.model->costs;
    const row_batch rows = {.edges = {.count = m->count,
                                      .costs = costs,
                                      .src = m->src,
                                      .dst = m->dst,
                                      .move = m->move,
                                      .cost = costs ? m->wide : NULL},
                            .edges_go_on = more};
    return solver_take_rows(&m->s, &rows);
}

static int take_merged_rejection(merge *m, const shard_row *row, wgcq_error *err)
{
    const int64_t *v = row->values;
    if (v[0] < 1 || v[0] > m->list.states || !is_move(m, row->shard, v[1]) || v[2] < 0 ||
        v[2] >= (int64_t)m->s.model->rule_count)
        return merged_rows_damaged(m, wrong_rejection, err);
    m->src[m->count] = (uint32_t)v[0];
    m->move[m->count] = m->moves[row->shard].number[v[1]];
    m->dst[m->count] = (uint32_t)v[2];
    m->s.found.rejections++;
    return is_own(m, v[0]) ? 0 : WGCQ_DONE;
}

static int give_merged_rejections(merge *m, bool more)
{
    const row_batch rows = {
        .rejections = {.count = m->count, .src = m->src, .move = m->move, .rule = m->dst}};
    (void)more;
    return m->count ? solver_take_rows(&m->s, &rows) : 0;
}

/* ---- labels ---------------------------------------------------------------------------------
 *
 * Labels that depend on states are numbered as they are met, by each rank on its own.  One process
 * meets them in batches of states of a level; so the batches in which a rank first met one are
 * expanded again, in order, and the model numbers them as it did for one process.
 */

static int note_label(merge *m, const shard_row *row, int64_t move, const char *what,
                      wgcq_error *err)
{
    if (!is_move(m, row->shard, move))
        return merged_rows_damaged(m, what, err);
    uint32_t *first = &m->moves[row->shard].number[move];
    if (move >= m->fixed && row->values[0] < *first)
        *first = (uint32_t)row->values[0];
    return 0;
}

static int note_edge(merge *m, const shard_row *row, wgcq_error *err)
{
    return note_label(m, row, row->values[2], wrong_edge, err);
}

static int note_rejection(merge *m, const shard_row *row, wgcq_error *err)
{
    return note_label(m, row, row->values[1], wrong_rejection, err);
}

static int give_nothing(merge *m, bool more)
{
    (void)m, (void)more;
    return 0;
}

/* A label whose number is not known yet. */
typedef struct open_label {
    uint32_t source, shard, move;
} open_label;

static int compare_open_labels(const void *a, const void *b)
{
    const open_label *x = a, *y = b;
    return (x->source > y->source) - (x->source < y->source);
}

static bool list_open_labels(const merge *m, open_label **out, size_t *count)
{
    size_t all = 0;
    for (unsigned k = 0; k < m->list.count; k++)
        all += m->moves[k].count > m->fixed ? m->moves[k].count - m->fixed : 0;
    open_label *labels = malloc((all + 1) * sizeof *labels);
    *out = labels;
    *count = 0;
    for (unsigned k = 0; labels && k < m->list.count; k++)
        for (uint32_t i = m->fixed; i < m->moves[k].count; i++)
            if (m->moves[k].number[i] != UINT32_MAX) /* else of a level that does not count */
                labels[(*count)++] = (open_label){m->moves[k].number[i], k, i};
    if (labels)
        qsort(labels, *count, sizeof *labels, compare_open_labels);
    return labels;
}

/* The first of its batch of states. */
static uint32_t batch_begin(const graph *g, uint32_t source)
{
    uint32_t low = 1, high = source;
    while (low < high) { /* the first of its depth */
        const uint32_t middle = low + (high - low) / 2;
        if (g->depth[middle] < g->depth[source])
            low = middle + 1;
        else
            high = middle;
    }
    return source - (source - low) % MODEL_BATCH;
}

static int expand_batch(merge *m, uint32_t first, uint64_t *states, batch *found)
{
    const solver *s = &m->s;
    const graph *g = s->g;
    const wgcq_model *model = s->model;
    size_t count = 0;
    for (uint32_t i = first; i < first + MODEL_BATCH && i <= g->states; i++) {
        if (g->depth[i] != g->depth[first])
            break;
        if (!(g->marks[i] & MARK_END))
            memcpy(states + count++ * model->words, solver_state(s, i),
                   model->words * sizeof *states);
    }
    const unsigned wants = WANT_ORDER | WANT_MOVES | (model->costs ? (unsigned)WANT_COSTS : 0) |
                           (m->list.keep == WGCQ_TRACE_ALL ? (unsigned)WANT_REJECTIONS : 0);
    return model->expand(s->worker, states, count, wants, found, s->err);
}

static int number_open_labels(merge *m, const open_label *labels, size_t count)
{
    const solver *s = &m->s;
    batch found = {.words = s->model->words, .costs = s->model->costs};
    uint64_t *states = malloc(MODEL_BATCH * s->model->words * sizeof *states);
    uint32_t expanded = 0;
    int code = states ? 0 : error_set_memory(s->err);
    for (size_t i = 0; !code && i < count; i++) {
        const open_label *l = &labels[i];
        const uint32_t first = batch_begin(s->g, l->source);
        if (first != expanded)
            code = expand_batch(m, first, states, &found);
        expanded = first;
        if (!code && s->model->move_number(s->model, m->moves[l->shard].text[l->move],
                                           &m->moves[l->shard].number[l->move]))
            code = error_set_memory(s->err);
    }
    batch_free(&found);
    free(states);
    return code;
}

/* A rank's numbers need not be those of one process. */
static int number_labels_anyhow(merge *m)
{
    const wgcq_model *model = m->s.model;
    for (unsigned k = 0; k < m->list.count; k++)
        for (uint32_t i = 0; i < m->moves[k].count; i++)
            if (model->move_number(model, m->moves[k].text[i], &m->moves[k].number[i]))
                return error_set_memory(m->s.err);
    return 0;
}

/* With all states in the graph. */
static int number_labels(merge *m)
{
    const wgcq_model *model = m->s.model;
    open_label *labels = NULL;
    size_t count = 0;
    bool open = false;
    for (unsigned k = 0; k < m->list.count; k++) {
        const merged_moves *of = &m->moves[k];
        for (uint32_t i = 0; i < of->count && i < m->fixed; i++) {
            if (strcmp(of->text[i], model->move_text(model, i)) != 0)
                return merged_rows_damaged(m, "a move has another name", m->s.err);
            of->number[i] = i;
        }
        open = open || of->count > m->fixed;
    }
    if (m->with)
        return number_labels_anyhow(m);
    int code = !open ? 0 : for_all_rows(m, edge_table(m), note_edge, give_nothing);
    if (!code && open && m->list.keep == WGCQ_TRACE_ALL)
        code = for_all_rows(m, rejection_table(m), note_rejection, give_nothing);
    if (!code && open && !list_open_labels(m, &labels, &count))
        code = error_set_memory(m->s.err);
    if (!code && open)
        code = number_open_labels(m, labels, count);
    free(labels);
    return code;
}

/* Expanded states without a successor that are no goal. */
static int give_stuck(merge *m)
{
    int code = 0;
    for (uint32_t i = 1; m->leaves && !code && i <= m->list.expanded; i++) {
        const row_batch rows = {.stuck = {.count = 1, .state = &i}};
        if (!(m->leaves[i / 8] >> i % 8 & 1) && !(m->s.g->marks[i] & (MARK_GOAL | MARK_END)))
            code = solver_take_rows(&m->s, &rows);
    }
    return code;
}

int merged_rows_give(merge *m)
{
    const wgcq_model *model = m->s.model;
    const int64_t states = m->list.states;
    const row_batch end = {.pause = true, .expanded = m->list.expanded};
    int code =
        for_all_rows(m, (shard_table){TRACE_STATE_ROWS, model->words + model->finals + 2, states},
                     take_merged_state, give_merged_states);
    code = code ? code : number_labels(m);
    code = code ? code : for_all_rows(m, edge_table(m), take_merged_edge, give_merged_edges);
    if (!code && !m->with)
        code = give_stuck(m);
    if (!code && m->list.keep == WGCQ_TRACE_ALL)
        code = for_all_rows(m, rejection_table(m), take_merged_rejection, give_merged_rejections);
    if (!code && (m->s.found.states != m->list.states || m->s.found.edges != m->list.edges))
        code = merged_rows_damaged(m, "rows are missing", m->s.err);
    return code || m->with ? code : solver_take_rows(&m->s, &end);
}

int merged_rows_reserve(merge *m)
{
    const wgcq_model *model = m->s.model;
    const size_t wide = model->words > model->costs ? model->words : model->costs;
    m->wide = malloc((wide * MERGED_BATCH + 1) * sizeof *m->wide);
    m->final = malloc((model->finals * (size_t)MERGED_BATCH + 1) * sizeof *m->final);
    if (m->with && !(m->own = calloc(m->list.states / 8 + (size_t)1, 1)))
        return error_set_memory(m->s.err);
    if (model->forbids_deadlock)
        m->leaves = calloc(m->list.states / 8 + (size_t)1, 1);
    bool ok = m->wide && m->final && (m->leaves || !model->forbids_deadlock);
    return ok ? 0 : error_set_memory(m->s.err);
}
