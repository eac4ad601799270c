/* rank_gather.c - columns of rows into a stream, and out of several into one. */
#include "search/ranks/rank_gather.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/ranks/rank_meet.h"

/* One kind of rows; a width of 0 ends its columns. */
typedef struct row_columns {
    uint64_t count;
    size_t width[GATHERED_COLUMNS];
    const void *at[GATHERED_COLUMNS]; /* the first: uint32_t, ascending */
} row_columns;

/* Before the columns of a rank. */
typedef struct gather_head {
    uint64_t count[GATHERED_TABLES], labels;
} gather_head;

bool rank_gather_open(rank_gather *g, engine *r, rank_packets *packets, rank_stream *out,
                      rank_stream *in)
{
    const unsigned ranks = packets->with->ranks;
    g->r = r;
    g->packets = packets;
    g->out = out;
    g->in = in;
    g->labels = calloc(ranks, sizeof *g->labels);
    g->labelled = calloc(ranks, sizeof *g->labelled);
    return g->labels && g->labelled;
}

void rank_gather_close(rank_gather *g)
{
    for (unsigned k = 0; g->labels && k < g->packets->with->ranks; k++)
        bigarray_free(&g->labels[k]);
    free(g->labels);
    free(g->labelled);
    bigarray_free(&g->places);
    bigarray_free(&g->depth);
    for (size_t t = 0; t < GATHERED_TABLES; t++)
        for (size_t c = 0; c < GATHERED_COLUMNS; c++)
            bigarray_free(&g->column[t][c]);
}

size_t rank_gather_memory(const rank_gather *g)
{
    size_t bytes = g->places.bytes + g->depth.bytes;
    for (unsigned k = 0; g->labels && k < g->packets->with->ranks; k++)
        bytes += g->labels[k].bytes;
    for (size_t t = 0; t < GATHERED_TABLES; t++)
        for (size_t c = 0; c < GATHERED_COLUMNS; c++)
            bytes += g->column[t][c].bytes;
    return bytes;
}

/* ---- columns -------------------------------------------------------------------------------- */

/* As a rank's own rows have them, and so all ranks'. */
static void set_columns(row_columns *to, const row_batch *rows, const wgcq_model *model)
{
    const state_rows *states = &rows->states;
    const edge_rows *edges = &rows->edges;
    const size_t word = sizeof(uint64_t), number = sizeof(uint32_t);
    to[GATHERED_STATES] =
        (row_columns){.count = states->count,
                      .width = {number, 1, model->words * word, states->finals * word},
                      .at = {states->number, states->marks, states->state, states->final}};
    to[GATHERED_EDGES] = (row_columns){.count = edges->count,
                                       .width = {number, number, number, model->costs * word},
                                       .at = {edges->src, edges->move, edges->dst, edges->cost}};
    to[GATHERED_STUCK] =
        (row_columns){.count = rows->stuck.count, .width = {number}, .at = {rows->stuck.state}};
}

static size_t padded_to_words(size_t bytes)
{
    return (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

static bool put_bytes(rank_stream *to, const void *bytes, size_t count)
{
    void *at = count ? rank_stream_extend(to, padded_to_words(count)) : NULL;
    if (at)
        memcpy(at, bytes, count);
    return at || !count;
}

static bool put_new_labels(rank_gather *g, rank_stream *to, uint32_t labels)
{
    const wgcq_model *model = g->r->model;
    bool ok = true;
    for (uint32_t i = g->labels_sent; ok && i < labels; i++) {
        const char *text = model->move_text(model, i);
        ok = put_bytes(to, text, strlen(text) + 1);
    }
    g->labels_sent = labels;
    return ok;
}

static bool put_own_rows(rank_gather *g)
{
    const wgcq_model *model = g->r->model;
    rank_stream *to = &g->out[0];
    const uint32_t labels = model->move_count(model);
    row_columns own[GATHERED_TABLES];
    set_columns(own, &g->r->rows, model);
    gather_head head = {.labels = labels - g->labels_sent};
    for (size_t t = 0; t < GATHERED_TABLES; t++)
        head.count[t] = own[t].count;
    bool ok = put_bytes(to, &head, sizeof head);
    for (size_t t = 0; t < GATHERED_TABLES; t++)
        for (size_t c = 0; ok && c < GATHERED_COLUMNS; c++)
            ok = put_bytes(to, own[t].at[c], own[t].count * own[t].width[c]);
    return ok && put_new_labels(g, to, labels);
}

/* ---- labels --------------------------------------------------------------------------------- */

static bool take_rank_labels(rank_gather *g, unsigned rank, const char *text, uint64_t count)
{
    const wgcq_model *model = g->r->model;
    bigarray *labels = &g->labels[rank];
    uint32_t *known = &g->labelled[rank];
    bool ok = bigarray_reserve(labels, (*known + count) * sizeof(uint32_t));
    for (; ok && count; count--, text += padded_to_words(strlen(text) + 1))
        ok = !model->move_number(model, text, (uint32_t *)labels->at + (*known)++);
    return ok;
}

static void number_labels_alike(const rank_gather *g, unsigned rank, const row_columns *edges)
{
    uint32_t *move = (uint32_t *)(uintptr_t)edges->at[1];
    const uint32_t *number = g->labels[rank].at;
    for (size_t i = 0; i < edges->count; i++)
        move[i] = number[move[i]];
}

/* ---- out of the streams --------------------------------------------------------------------- */

/* Rank k has sent these. */
static bool take_rank_columns(rank_gather *g, unsigned rank, row_columns *out)
{
    const char *at = g->in[rank].bytes.at;
    const engine *r = g->r;
    gather_head head;
    set_columns(out, &(row_batch){.states.finals = r->needs_finals ? r->model->finals : 0},
                r->model);
    memcpy(&head, at, sizeof head);
    at += padded_to_words(sizeof head);
    for (size_t t = 0; t < GATHERED_TABLES; t++) {
        out[t].count = head.count[t];
        for (size_t c = 0; c < GATHERED_COLUMNS; c++) {
            out[t].at[c] = at;
            at += padded_to_words(out[t].count * out[t].width[c]);
        }
    }
    if (!take_rank_labels(g, rank, at, head.labels))
        return false;
    number_labels_alike(g, rank, &out[GATHERED_EDGES]);
    return true;
}

/* Where the rows of each state begin, from state `first` on. */
static bool find_places(rank_gather *g, const row_columns *from, size_t ranks, uint32_t *first)
{
    uint32_t last = 0;
    *first = UINT32_MAX;
    for (size_t k = 0; k < ranks; k++) {
        const row_columns *rows = &from[k * GATHERED_TABLES];
        const uint32_t *state = rows->at[0];
        if (!rows->count)
            continue;
        *first = state[0] < *first ? state[0] : *first;
        last = state[rows->count - 1] > last ? state[rows->count - 1] : last;
    }
    const size_t states = last >= *first ? last - *first + (size_t)1 : 0;
    if (!bigarray_reserve(&g->places, (states + 1) * sizeof(size_t)))
        return false;
    size_t *places = g->places.at, before = 0;
    memset(places, 0, states * sizeof *places);
    for (size_t k = 0; k < ranks; k++)
        for (size_t i = 0; i < from[k * GATHERED_TABLES].count; i++)
            places[((const uint32_t *)from[k * GATHERED_TABLES].at[0])[i] - *first]++;
    for (size_t i = 0; i < states; i++) {
        const size_t count = places[i];
        places[i] = before;
        before += count;
    }
    return true;
}

static void put_in_place(const bigarray *columns, const row_columns *rows, size_t i, size_t place)
{
    for (size_t c = 0; c < GATHERED_COLUMNS && rows->width[c]; c++)
        memcpy((char *)columns[c].at + place * rows->width[c],
               (const char *)rows->at[c] + i * rows->width[c], rows->width[c]);
}

/* One kind of rows: `from` has that of the first rank, and so on. */
static bool merge_columns(rank_gather *g, size_t table, const row_columns *from, size_t ranks,
                          size_t *count)
{
    uint32_t first;
    *count = 0;
    for (size_t k = 0; k < ranks; k++)
        *count += from[k * GATHERED_TABLES].count;
    for (size_t c = 0; c < GATHERED_COLUMNS; c++)
        if (!bigarray_reserve(&g->column[table][c], *count * from->width[c]))
            return false;
    if (!find_places(g, from, ranks, &first))
        return false;
    size_t *places = g->places.at;
    for (size_t k = 0; k < ranks; k++) {
        const row_columns *rows = &from[k * GATHERED_TABLES];
        for (size_t i = 0; i < rows->count; i++)
            put_in_place(g->column[table], rows, i,
                         places[((const uint32_t *)rows->at[0])[i] - first]++);
    }
    return true;
}

/* ---- what rank 0 hands over ----------------------------------------------------------------- */

static bool put_depths(rank_gather *g, size_t count, uint32_t depth)
{
    if (!bigarray_reserve(&g->depth, count * sizeof depth))
        return false;
    for (size_t i = 0; i < count; i++)
        ((uint32_t *)g->depth.at)[i] = depth;
    return true;
}

static void hand_over_gathered(const rank_gather *g, const size_t *count)
{
    const bigarray *states = g->column[GATHERED_STATES], *edges = g->column[GATHERED_EDGES];
    const wgcq_model *model = g->r->model;
    g->r->rows = (row_batch){
        .states = {.first = count[GATHERED_STATES] ? *(const uint32_t *)states[0].at : 0,
                   .count = count[GATHERED_STATES],
                   .words = model->words,
                   .state = states[2].at,
                   .marks = states[1].at,
                   .depth = g->depth.at,
                   .finals = g->r->needs_finals ? model->finals : 0,
                   .final = states[3].at},
        .edges = {.count = count[GATHERED_EDGES],
                  .costs = model->costs,
                  .src = edges[0].at,
                  .dst = edges[2].at,
                  .move = edges[1].at,
                  .cost = model->costs ? edges[3].at : NULL},
        .stuck = {count[GATHERED_STUCK], g->column[GATHERED_STUCK][0].at}};
}

/* By rank 0.  False: no memory. */
static bool merge_rows(rank_gather *g, uint32_t depth)
{
    const unsigned ranks = g->packets->with->ranks;
    size_t count[GATHERED_TABLES];
    row_columns *of_ranks = calloc(ranks * (size_t)GATHERED_TABLES, sizeof *of_ranks);
    bool ok = of_ranks;
    for (unsigned k = 0; ok && k < ranks; k++)
        ok = take_rank_columns(g, k, of_ranks + (size_t)k * GATHERED_TABLES);
    for (size_t t = 0; ok && t < GATHERED_TABLES; t++)
        ok = merge_columns(g, t, of_ranks + t, ranks, &count[t]);
    ok = ok && put_depths(g, count[GATHERED_STATES], depth);
    if (ok)
        hand_over_gathered(g, count);
    free(of_ranks);
    return ok;
}

int rank_gather_rows(rank_gather *g, uint32_t depth, int code)
{
    const wgcq_exchange *with = g->packets->with;
    engine *r = g->r;
    if (code) /* what there is of them is not to be taken */
        r->rows = (row_batch){0};
    if (!put_own_rows(g)) {
        rank_abandon(with);
        return error_set_memory(r->err);
    }
    int failed = rank_trade(g->packets, g->out, g->in, r->err);
    if (failed)
        return failed;
    if (with->rank)
        r->rows = (row_batch){0};
    else if (!code && !merge_rows(g, depth))
        code = error_set_memory(r->err);
    return rank_meet_by(g->packets, code, r->err);
}
