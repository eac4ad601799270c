/* row_batch_copy.c - a batch of rows that outlives the search's step. */
#include "run/rows/row_batch_copy.h"

#include <assert.h>
#include <string.h>

/* Appends a copy of an array at *to; its address there.  NULL: there is none. */
static void *copy_array(char **to, const void *from, size_t bytes)
{
    void *out = *to;
    if (!from || !bytes)
        return NULL;
    memcpy(out, from, bytes);
    *to += bytes;
    return out;
}

static size_t text_bytes(const state_rows *states)
{
    size_t bytes = 0;
    for (size_t i = 0; i < states->texts; i++)
        bytes += sizeof *states->text + sizeof *states->length + states->length[i];
    return bytes;
}

static const char **copy_texts(char **to, const char **text, const state_rows *from)
{
    for (size_t i = 0; i < from->texts; i++) {
        text[i] = *to;
        memcpy(*to, from->text[i], from->length[i]);
        *to += from->length[i];
    }
    return text;
}

size_t row_batch_copy_bytes(const row_batch *b)
{
    size_t state = (b->states.words + b->states.finals) * sizeof(uint64_t) + sizeof(uint32_t) + 1;
    size_t edge = 3 * sizeof(uint32_t) + (b->edges.cost ? b->edges.costs * sizeof(int64_t) : 0);
    return text_bytes(&b->states) + b->states.count * state + b->edges.count * edge +
           b->rejections.count * 3 * sizeof(uint32_t) + b->stuck.count * sizeof(uint32_t);
}

/* The widest values come first, so that all are aligned. */
void row_batch_copy_make(row_batch *out, edge_columns *edges, char *bytes, const row_batch *from)
{
    char *to = bytes;
    const state_rows *states = &from->states;
    const edge_rows *rows = &from->edges;
    const rejection_rows *rejections = &from->rejections;
    const size_t number = sizeof(uint32_t);
    const char **text = (const char **)(void *)to; /* their addresses are aligned, too */
    to += states->texts * sizeof *text;
    *out = *from;
    out->states.length = copy_array(&to, states->length, states->texts * sizeof *states->length);
    out->states.state =
        copy_array(&to, states->state, states->count * states->words * sizeof *states->state);
    out->states.final =
        copy_array(&to, states->final, states->count * states->finals * sizeof *states->final);
    edges->cost = copy_array(&to, rows->cost, rows->count * rows->costs * sizeof *rows->cost);
    out->states.depth = copy_array(&to, states->depth, states->count * number);
    edges->src = copy_array(&to, rows->src, rows->count * number);
    edges->dst = copy_array(&to, rows->dst, rows->count * number);
    edges->move = copy_array(&to, rows->move, rows->count * number);
    out->rejections.src = copy_array(&to, rejections->src, rejections->count * number);
    out->rejections.move = copy_array(&to, rejections->move, rejections->count * number);
    out->rejections.rule = copy_array(&to, rejections->rule, rejections->count * number);
    out->stuck.state = copy_array(&to, from->stuck.state, from->stuck.count * number);
    out->states.marks = copy_array(&to, states->marks, states->count);
    out->states.text = copy_texts(&to, text, states);
    out->edges =
        (edge_rows){rows->count, rows->costs, edges->src, edges->dst, edges->move, edges->cost};
    assert(to == bytes + row_batch_copy_bytes(from));
}
