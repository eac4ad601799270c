/*
 * merged_run.c - the rows of a run by several ranks, made into one file.
 *
 * They are numbered already, so the file is filled as by one process: rows come in order, shard by
 * shard of each, to the graph and to the writer, and all that is derived at a run's end is derived
 * here.  A run that is not complete becomes one that was cut short, which resume goes on with.
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answers/replay/reference_model.h"
#include "base/array.h"
#include "base/error.h"
#include "run/shards/shard_list.h"
#include "run/shards/shard_scan.h"
#include "run/solver.h"
#include "run/stored_options.h"
#include "search/ranks/rank_meet.h"
#include "search/ranks/rank_of_state.h"

enum { BATCH_ROWS = 4096 };

/* The labels of a shard. */
typedef struct shard_moves {
    uint32_t count;
    char **text;
    uint32_t *number; /* in the model; of those that are not known yet, the first source that has
                         an edge or a rejection with it */
} shard_moves;

typedef struct merge {
    solver s;
    const char *folder;
    shard_list list;
    wgcq_trace **shards;
    shard_moves *moves; /* of each */
    uint32_t fixed;     /* labels that depend on no state */
    reference_model reference;
    stored_options stored;
    wgcq_options options;
    bool cut;                  /* the monitor stopped it */
    const wgcq_exchange *with; /* rows of the rank alone; NULL: all rows */
    uint8_t *own;              /* a bit a state: it is the rank's */
    search_rank_past past;     /* of the rank; its arrays are the following: */
    bigarray past_states, past_numbers, past_marks;
    uint8_t *leaves; /* a bit a state: it has a successor; NULL: not needed */
    /* Rows that wait to be handed over. */
    size_t count;
    uint32_t src[BATCH_ROWS], dst[BATCH_ROWS], move[BATCH_ROWS];
    uint8_t marks[BATCH_ROWS];
    int64_t *wide, *final;
} merge;

/* ---- opening -------------------------------------------------------------------------------- */

static bool is_same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static bool is_same_run(const trace_facts *a, const trace_facts *b)
{
    bool same = is_same_text(a->title, b->title) && is_same_text(a->source, b->source) &&
                is_same_text(a->order, b->order) && is_same_text(a->options, b->options) &&
                a->words == b->words && a->param_count == b->param_count;
    for (size_t i = 0; same && i < a->param_count; i++)
        same = is_same_text(a->param_values[i], b->param_values[i]);
    return same;
}

static int open_shards(merge *m, wgcq_error *err)
{
    int code = 0;
    if (!m->list.states)
        return error_set(err, WGCQ_ESTORE, "%s: nothing of the run is saved yet", m->folder);
    m->shards = calloc(m->list.count, sizeof(wgcq_trace *));
    m->moves = calloc(m->list.count, sizeof *m->moves);
    if (!m->shards || !m->moves)
        return error_set_memory(err);
    for (unsigned k = 0; !code && k < m->list.count; k++) {
        char *path = shard_path(m->folder, m->list.first + k);
        code = path ? wgcq_trace_open(&m->shards[k], path, err) : error_set_memory(err);
        if (!code && !is_same_run(trace_about_run(m->shards[0]), trace_about_run(m->shards[k])))
            code = error_set(err, WGCQ_ESTORE, "%s is a part of another run than the others", path);
        free(path);
    }
    return code;
}

/* The labels of a shard; those that depend on no state have the same numbers everywhere. */
static int read_labels(merge *m, unsigned shard, wgcq_error *err)
{
    wgcq_rows *rows = NULL;
    shard_moves *of = &m->moves[shard];
    size_t room = 0, text_room = 0;
    int code = trace_selectf(&rows, m->shards[shard], err, "SELECT text FROM move_%lld ORDER BY id",
                             (long long)trace_about_run(m->shards[shard])->run);
    while (!code && !(code = wgcq_rows_next(rows, err))) {
        const char *text = wgcq_rows_text(rows, 0);
        if (!array_reserve(&of->number, &room, of->count + (size_t)1, sizeof *of->number) ||
            !array_reserve(&of->text, &text_room, of->count + (size_t)1, sizeof *of->text) ||
            !(of->text[of->count] = strdup(text ? text : "")))
            code = error_set_memory(err);
        else
            of->number[of->count++] = UINT32_MAX;
    }
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

static int open_model(merge *m, const wgcq_model *model, wgcq_error *err)
{
    const trace_facts *f = trace_about_run(m->shards[0]);
    int code = reference_model_open_with(&m->reference, m->shards[0], model, err);
    if (!code)
        code = stored_options_read(&m->stored, f, err);
    m->s.model = m->reference.model;
    m->fixed = code ? 0 : m->s.model->move_count(m->s.model);
    for (unsigned k = 0; !code && k < m->list.count; k++)
        code = read_labels(m, k, err);
    return code;
}

/* The run's own, and of the caller's those that say how to work. */
static void choose_options(merge *m, const wgcq_options *how)
{
    m->options = m->stored.options;
    m->options.trace_level = m->list.keep;
    if (!how)
        return;
    m->options.threads = how->threads;
    m->options.memory_left = how->memory_left;
    m->options.save_every = how->save_every;
    m->options.writer = how->writer;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static int shards_damaged(const merge *m, const char *what, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE, "%s is damaged: %s", m->folder, what);
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
        if (!code && m->count == BATCH_ROWS) {
            code = give(m, true);
            m->count = 0;
        }
        if (!code && !m->count)
            code = solver_poll_phase(&m->s, "merging");
    }
    shard_scan_close(scan);
    return code == WGCQ_DONE ? give(m, false) : code;
}

/* Of the row that was just taken. */
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

static int take_merged_state(merge *m, const shard_row *row, wgcq_error *err)
{
    const unsigned words = m->s.model->words, finals = m->s.model->finals;
    const int64_t *v = row->values;
    search_result *f = &m->s.found;
    if (row->key != (int64_t)f->states + 1 || v[0] < f->depth || v[0] > (int64_t)f->depth + 1 ||
        v[1] < 0 || v[1] > MARKS_STORED)
        return shards_damaged(m, "states are missing", err);
    m->src[m->count] = (uint32_t)row->key;
    m->dst[m->count] = f->depth = (uint32_t)v[0];
    m->marks[m->count] = (uint8_t)v[1];
    memcpy(m->wide + m->count * words, v + 2, words * sizeof *v);
    memcpy(m->final + m->count * finals, v + 2 + words, finals * sizeof *v);
    if (row->key > m->list.expanded)
        m->past.ends += (v[1] & MARK_END) != 0;
    f->states++;
    f->starts += (v[1] & MARK_START) != 0;
    if (v[1] & MARK_GOAL && !f->goals++) {
        f->first_goal = (uint32_t)row->key;
        f->shortest = f->depth;
    }
    if (f->states <= m->list.expanded)
        f->proved_depth = f->depth + 1;
    return m->with ? keep_own_state(m, err) : 0;
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
        return shards_damaged(m, "something is wrong with an edge", err);
    m->src[m->count] = (uint32_t)v[0];
    m->dst[m->count] = (uint32_t)v[1];
    m->move[m->count] = m->moves[row->shard].number[v[2]];
    memcpy(m->wide + m->count * costs, v + 3, costs * sizeof *v);
    m->s.found.edges++;
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
        return shards_damaged(m, "something is wrong with a rejection", err);
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

static void note_move(merge *m, unsigned shard, int64_t move, int64_t source)
{
    uint32_t *first = &m->moves[shard].number[move];
    if (move >= m->fixed && source < *first)
        *first = (uint32_t)source;
}

static int note_edge(merge *m, const shard_row *row, wgcq_error *err)
{
    if (!is_move(m, row->shard, row->values[2]))
        return shards_damaged(m, "something is wrong with an edge", err);
    note_move(m, row->shard, row->values[2], row->values[0]);
    return 0;
}

static int note_rejection(merge *m, const shard_row *row, wgcq_error *err)
{
    if (!is_move(m, row->shard, row->values[1]))
        return shards_damaged(m, "something is wrong with a rejection", err);
    note_move(m, row->shard, row->values[1], row->values[0]);
    return 0;
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
    const int64_t expanded = m->list.expanded;
    open_label *labels = NULL;
    size_t count = 0;
    bool open = false;
    for (unsigned k = 0; k < m->list.count; k++) {
        const shard_moves *of = &m->moves[k];
        for (uint32_t i = 0; i < of->count && i < m->fixed; i++) {
            if (strcmp(of->text[i], model->move_text(model, i)) != 0)
                return shards_damaged(m, "a move has another name", m->s.err);
            of->number[i] = i;
        }
        open = open || of->count > m->fixed;
    }
    if (m->with)
        return number_labels_anyhow(m);
    int code = !open ? 0
                     : for_all_rows(m, (shard_table){TRACE_EDGE_ROWS, model->costs + 3, expanded},
                                    note_edge, give_nothing);
    if (!code && open && m->list.keep == WGCQ_TRACE_ALL)
        code = for_all_rows(m, (shard_table){TRACE_REJECTION_ROWS, 3, expanded}, note_rejection,
                            give_nothing);
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

static int merge_rows(merge *m)
{
    const wgcq_model *model = m->s.model;
    const int64_t states = m->list.states, expanded = m->list.expanded;
    const row_batch end = {.pause = true, .expanded = m->list.expanded};
    int code =
        for_all_rows(m, (shard_table){TRACE_STATE_ROWS, model->words + model->finals + 2, states},
                     take_merged_state, give_merged_states);
    if (!code)
        code = number_labels(m);
    if (!code)
        code = for_all_rows(m, (shard_table){TRACE_EDGE_ROWS, model->costs + 3, expanded},
                            take_merged_edge, give_merged_edges);
    if (!code && !m->with)
        code = give_stuck(m);
    if (!code && m->list.keep == WGCQ_TRACE_ALL)
        code = for_all_rows(m, (shard_table){TRACE_REJECTION_ROWS, 3, expanded},
                            take_merged_rejection, give_merged_rejections);
    if (!code && (m->s.found.states != m->list.states || m->s.found.edges != m->list.edges))
        code = shards_damaged(m, "rows are missing", m->s.err);
    return code || m->with ? code : solver_take_rows(&m->s, &end);
}

/* ---- the run -------------------------------------------------------------------------------- */

static void set_merged_end(merge *m)
{
    static const search_end ends[] = {[SHARDS_UNFINISHED] = SEARCH_INTERRUPTED,
                                      [SHARDS_COMPLETE] = SEARCH_COMPLETE,
                                      [SHARDS_STOPPED] = SEARCH_STOPPED,
                                      [SHARDS_LIMIT] = SEARCH_LIMIT};
    search_result *f = &m->s.found;
    f->end = ends[m->list.end];
    f->expanded = m->list.expanded;
    f->shortest_known = f->goals;
    if (f->end == SEARCH_COMPLETE)
        f->proved_depth = UINT32_MAX;
    memcpy(f->limit, m->list.limit,
           sizeof f->limit < sizeof m->list.limit ? sizeof f->limit : sizeof m->list.limit);
}

static int reserve_rows(merge *m)
{
    const wgcq_model *model = m->s.model;
    const size_t wide = model->words > model->costs ? model->words : model->costs;
    m->wide = malloc((wide * BATCH_ROWS + 1) * sizeof *m->wide);
    m->final = malloc((model->finals * (size_t)BATCH_ROWS + 1) * sizeof *m->final);
    if (m->with && !(m->own = calloc(m->list.states / 8 + (size_t)1, 1)))
        return error_set_memory(m->s.err);
    if (model->forbids_deadlock)
        m->leaves = calloc(m->list.states / 8 + (size_t)1, 1);
    bool ok = m->wide && m->final && (m->leaves || !model->forbids_deadlock);
    return ok ? 0 : error_set_memory(m->s.err);
}

int merged_run_fill(solver *s)
{
    merge *m = s->merge;
    search_options how;
    int code = reserve_rows(m);
    solver_search_options(s, &how); /* threads */
    s->sink.sorts_edges = true;
    if (!code)
        code = merge_rows(m);
    m->cut = code == WGCQ_EINTERRUPT;
    set_merged_end(m);
    return code;
}

static void close_merge(merge *m)
{
    for (unsigned k = 0; k < m->list.count; k++) {
        if (m->shards)
            wgcq_trace_free(m->shards[k]);
        for (uint32_t i = 0; m->moves && i < m->moves[k].count; i++)
            free(m->moves[k].text[i]);
        if (m->moves) {
            free(m->moves[k].text);
            free(m->moves[k].number);
        }
    }
    free(m->shards);
    free(m->moves);
    reference_model_close(&m->reference);
    stored_options_free(&m->stored);
    free(m->own);
    bigarray_free(&m->past_states);
    bigarray_free(&m->past_numbers);
    bigarray_free(&m->past_marks);
    free(m->leaves);
    free(m->wide);
    free(m->final);
    free(m);
}

/* ---- a run by ranks goes on ------------------------------------------------------------------ */

int merged_run_refill(solver *s, const search_rank_past **past)
{
    merge *m = s->merge;
    int code = reserve_rows(m);
    s->sink.sorts_edges = true;
    if (!code)
        code = merge_rows(m);
    m->past.states = m->list.states;
    m->past.expanded = m->list.expanded;
    m->past.edges = m->list.edges;
    m->past.rejections = m->list.rejections;
    m->past.depth = s->found.depth;
    m->past.goals = s->found.goals;
    m->past.goal_depth = s->found.shortest;
    m->past.starts = s->found.starts;
    m->past.state = m->past_states.at;
    m->past.number = m->past_numbers.at;
    m->past.marks = m->past_marks.at;
    s->found = (search_result){0};
    *past = &m->past;
    return code;
}

/* Rank 0 first: after a kill, who opens a file rolls back what was not committed. */
static int open_in_turn(merge *m, wgcq_error *err)
{
    const bool first = m->with->rank == 0;
    int code = shard_list_read(&m->list, m->folder, err);
    m->list.count = code ? 0 : m->list.count;
    if (!code && first)
        code = open_shards(m, err);
    code = rank_meet(m->with, code, err);
    return code || first ? code : open_shards(m, err);
}

int merged_run_resume(wgcq_result **out, const char *folder, const wgcq_model *model,
                      const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err)
{
    merge *m = calloc(1, sizeof *m);
    if (!m)
        return error_set_memory(err);
    m->folder = folder;
    m->with = options->exchange;
    int code = open_in_turn(m, err);
    m->s.err = err;
    if (!code)
        code = open_model(m, model, err);
    m->options = *options;
    m->options.trace_level = m->list.keep;
    m->s.options = &m->options;
    m->s.merge = m;
    solver_set_monitor(&m->s, monitor);
    code = rank_meet(m->with, code, err);
    if (!code)
        code = solver_run(out, &m->s, folder);
    close_merge(m);
    return code;
}

/* Into a file that is not there. */
static int merge_into(wgcq_result **out, const char *folder, const char *db,
                      const wgcq_model *model, const wgcq_options *how, const wgcq_monitor *monitor,
                      wgcq_error *err)
{
    merge *m = calloc(1, sizeof *m);
    if (!m)
        return error_set_memory(err);
    m->folder = folder;
    int code = shard_list_read(&m->list, folder, err);
    m->list.count = code ? 0 : m->list.count;
    if (!code)
        code = open_shards(m, err);
    m->s.err = err;
    if (!code)
        code = open_model(m, model, err);
    choose_options(m, how);
    m->s.options = &m->options;
    m->s.merge = m;
    solver_set_monitor(&m->s, monitor);
    if (!code)
        code = solver_run(out, &m->s, db);
    if (!code && m->cut)
        code = error_set(err, WGCQ_EINTERRUPT, "interrupted");
    close_merge(m);
    return code;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* Whether the folder's own file is there, and no older than the list. */
static bool is_merged(const char *folder)
{
    struct stat list, merged;
    char *a = shard_folder_file(folder, SHARDS_LIST), *b = shard_folder_file(folder, SHARDS_MERGED);
    bool is = a && b && !stat(a, &list) && !stat(b, &merged) &&
              (merged.st_mtim.tv_sec > list.st_mtim.tv_sec ||
               (merged.st_mtim.tv_sec == list.st_mtim.tv_sec &&
                merged.st_mtim.tv_nsec >= list.st_mtim.tv_nsec));
    free(a);
    free(b);
    return is;
}

static int copy_rest(FILE *from, FILE *to)
{
    static const size_t some = 1 << 16;
    char *bytes = malloc(some);
    size_t count = 1;
    bool ok = bytes;
    while (ok && count) {
        count = fread(bytes, 1, some, from);
        ok = fwrite(bytes, 1, count, to) == count && !ferror(from);
    }
    free(bytes);
    return ok && !fflush(to) && !fsync(fileno(to)) ? 0 : -1;
}

static int copy_merged(const char *folder, const char *db, wgcq_error *err)
{
    char *path = shard_folder_file(folder, SHARDS_MERGED);
    FILE *from = path ? fopen(path, "r") : NULL, *to = from ? fopen(db, "w") : NULL;
    int code = path && to && !copy_rest(from, to)
                   ? 0
                   : error_set(err, WGCQ_EFILE, "%s: %s", db, strerror(errno));
    if (from)
        fclose(from);
    if (to && fclose(to) && !code)
        code = error_set(err, WGCQ_EFILE, "%s: %s", db, strerror(errno));
    free(path);
    return code;
}

static int fill_beside(wgcq_result **out, const char *folder, const char *db, const char *beside,
                       const wgcq_model *model, const wgcq_options *how,
                       const wgcq_monitor *monitor, wgcq_error *err)
{
    unlink(beside);
    int code = !is_merged(folder) ? merge_into(out, folder, beside, model, how, monitor, err)
                                  : copy_merged(folder, beside, err);
    if (!code && rename(beside, db))
        code = error_set(err, WGCQ_EFILE, "%s: %s", db, strerror(errno));
    if (code)
        unlink(beside);
    return code;
}

int wgcq_merge(wgcq_result **out, const char *folder, const char *db, const wgcq_model *model,
               const wgcq_options *how, const wgcq_monitor *monitor, wgcq_error *err)
{
    wgcq_result *result = NULL;
    strbuf own = {0}, beside = {0};
    assert(model || !out);
    strbuf_printf(&own, "%s/%s", folder, SHARDS_MERGED);
    if (db)
        strbuf_printf(&beside, "%s.new", db);
    else
        strbuf_printf(&beside, "%s.%ld", strbuf_string(&own), (long)getpid());
    int code = own.failed || beside.failed ? error_set_memory(err) : 0;
    if (!code && db && !access(db, F_OK) && !(how && how->replace))
        code = error_set(err, WGCQ_EOTHER, "%s is there already", db);
    if (!code && (db || !is_merged(folder)))
        code = fill_beside(&result, folder, db ? db : own.bytes, beside.bytes, model, how, monitor,
                           err);
    if (!code && out)
        *out = result;
    else
        wgcq_result_free(result);
    strbuf_free(&own);
    strbuf_free(&beside);
    return code;
}

bool wgcq_is_parts(const char *path)
{
    return shard_list_exists(path);
}

int wgcq_open(wgcq_trace **out, const char *path, const wgcq_options *how,
              const wgcq_monitor *monitor, wgcq_error *err)
{
    if (!wgcq_is_parts(path))
        return wgcq_trace_open(out, path, err);
    char *file = shard_folder_file(path, SHARDS_MERGED);
    int code = file ? wgcq_merge(NULL, path, NULL, NULL, how, monitor, err) : error_set_memory(err);
    if (!code)
        code = wgcq_trace_open(out, file, err);
    free(file);
    return code;
}
