/* verify_edges.c - the stored graph, and its edges state by state. */
#include <assert.h>
#include <stdlib.h>

#include "answers/verify/verify_edges.h"
#include "base/array.h"
#include "base/error.h"
#include "model/order.h"

/* ---- loading --------------------------------------------------------------------------------- */

static bool is_edge_number(int64_t value)
{
    return value >= 0 && value <= UINT32_MAX;
}

/* Whether the values of an edge are of its kind. */
static bool is_sound_edge(const verification *v, const int64_t *values)
{
    bool sound =
        is_edge_number(values[0]) && is_edge_number(values[1]) && is_edge_number(values[2]);
    for (unsigned k = 0; k < v->g->costs; k++)
        sound = sound && values[3 + k] >= 0;
    return sound;
}

/* A first look at all edges. */
typedef struct edge_look {
    verification *v;
    uint32_t last;
    bool in_turn;
} edge_look;

static int look_at_edge(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    edge_look *l = self;
    verification *v = l->v;
    (void)rowid;
    v->edges++;
    if (!is_sound_edge(v, values))
        return error_set(err, WGCQ_ESTORE,
                         "the file is damaged: something is wrong with the edge %llu",
                         (unsigned long long)v->edges);
    for (int k = 0; k < 2; k++)
        if (values[k] < 1 || values[k] > v->g->states)
            return error_set(err, WGCQ_ESTORE, "an edge names state %lld of %u",
                             (long long)values[k], v->g->states);
    l->in_turn = l->in_turn && values[0] >= l->last;
    l->last = (uint32_t)values[0];
    return verify_poll(v, l->last);
}

/* Depths by level are those that are derived, or differ: they need not be kept. */
static unsigned columns_without(const verification *v)
{
    return order_depths_named(v->facts->order) == DEPTHS_BY_LEVEL ? GRAPH_DEPTHS : 0;
}

/* States alone, where the edges stand in their order; else the whole graph, which has them so. */
int verify_load(verification *v)
{
    assert(!v->g && !v->edges);
    edge_look look = {.v = v, .in_turn = true};
    int code = trace_states_unchecked(&v->g, v->trace, columns_without(v), v->err);
    code = code ? code : trace_scan(v->trace, TRACE_EDGE_ROWS, look_at_edge, &look, v->err);
    v->edges_in_turn = look.in_turn;
    if (code || look.in_turn)
        return code;
    graph_free(v->g);
    v->g = NULL;
    return trace_graph_unchecked(&v->g, v->trace, v->err);
}

/* ---- one after the other --------------------------------------------------------------------- */

typedef struct edge_reading {
    verification *v;
    verify_edge *take;
    void *self;
} edge_reading;

static int take_stored_edge(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    edge_reading *r = self;
    (void)rowid;
    if (!is_sound_edge(r->v, values) || values[0] < 1 || values[0] > r->v->g->states)
        return error_set(err, WGCQ_ESTORE, "the file has changed meanwhile");
    return r->take(r->self, (uint32_t)values[0], (uint32_t)values[1], (uint32_t)values[2],
                   values + 3);
}

static int read_loaded_edges(const edge_reading *r)
{
    const graph *g = r->v->g;
    int code = 0;
    for (uint32_t s = 1; s <= g->states && !code; s++)
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && !code; e++)
            code = r->take(r->self, s, g->dst[e], graph_move(g, e),
                           g->costs ? g->cost + e * g->costs : NULL);
    return code;
}

int verify_read_edges(verification *v, verify_edge *take, void *self)
{
    edge_reading r = {v, take, self};
    return v->edges_in_turn ? trace_scan(v->trace, TRACE_EDGE_ROWS, take_stored_edge, &r, v->err)
                            : read_loaded_edges(&r);
}

/* ---- where those of a state begin ------------------------------------------------------------ */

bool verify_rows_open(derived_graph *d, uint32_t states)
{
    assert(!d->base && !d->row);
    d->base = calloc(states / (size_t)256 + 2, sizeof *d->base);
    d->row = calloc(states + (size_t)2, sizeof *d->row);
    return d->base && d->row;
}

bool verify_rows_begin(derived_graph *d, size_t s, uint64_t at)
{
    if (s % 256 == 0)
        d->base[s / 256] = at;
    uint64_t behind = at - d->base[s / 256];
    d->row[s] = (uint32_t)behind;
    return behind <= UINT32_MAX;
}

void verify_rows_close(derived_graph *d)
{
    FREE_EACH(d->base, d->row, d->dst, d->cost);
    d->base = NULL;
    d->row = d->dst = NULL;
    d->cost = NULL;
}
