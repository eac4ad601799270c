/*
 * load_graph.c - loads the explored graph by sequential scans of its tables' pages.
 *
 * Numbers are checked before they are narrowed: one out of range means a damaged file.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress_clock.h"
#include "trace/read/load_graph.h"
#include "trace/read/reader.h"
#include "trace/read/row_scan.h"

enum { CHUNK = 4096 };

/* Rows buffered for the graph. */
typedef struct row_chunk {
    const load_source *from;
    graph *g;
    progress_clock clock;
    size_t count;
    uint32_t src[CHUNK], dst[CHUNK], move[CHUNK]; /* of states: src is the depth */
    uint8_t marks[CHUNK];
    int64_t *wide;  /* costs, or packed words       */
    int64_t *final; /* of states, their final costs */
} row_chunk;

static void chunk_free(row_chunk *c)
{
    if (c) {
        free(c->wide);
        free(c->final);
    }
    free(c);
}

/* `rows`: how many there are to be read; 0: that is not known. */
static row_chunk *chunk_new(const load_source *from, graph *g, unsigned wide, uint64_t rows)
{
    row_chunk *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->wide = malloc(((size_t)wide * CHUNK + 1) * sizeof *c->wide);
    c->final = malloc(((size_t)g->finals * CHUNK + 1) * sizeof *c->final);
    if (!c->wide || !c->final) {
        chunk_free(c);
        return NULL;
    }
    c->from = from;
    c->g = g;
    progress_begin(&c->clock, "reading", g);
    c->clock.total = rows;
    return c;
}

static bool fits_32_bits(int64_t value)
{
    return value >= 0 && value <= UINT32_MAX;
}

static int rows_damaged(const load_source *from, const char *what, uint64_t row, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE, "%s is damaged: something is wrong with %s %llu", from->path,
                     what, (unsigned long long)row);
}

static int scan_into(row_chunk *c, trace_table table, trace_row row, wgcq_error *err)
{
    const load_source *from = c->from;
    const row_scan scan = {.db = from->db,
                           .path = from->path,
                           .run = from->run,
                           .words = c->g->words,
                           .costs = c->g->costs,
                           .finals = c->g->finals,
                           .table = table,
                           .row = row,
                           .self = c};
    return row_scan_run(&scan, err);
}

/* ---- states ---------------------------------------------------------------------------------- */

static int add_states(row_chunk *c, wgcq_error *err)
{
    graph *g = c->g;
    assert(c->count <= CHUNK);
    state_rows rows = {.first = g->states + 1,
                       .count = c->count,
                       .words = g->words,
                       .state = (const uint64_t *)c->wide,
                       .marks = c->marks,
                       .depth = c->src,
                       .finals = g->finals,
                       .final = c->final};
    if (c->count > UINT32_MAX - 1 - g->states)
        return rows_damaged(c->from, "one of the states from", g->states + (uint64_t)1, err);
    c->count = 0;
    return graph_add_states(g, &rows, err);
}

static int load_state(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    row_chunk *c = self;
    unsigned words = c->g->words;
    size_t i = c->count++;
    bool good = true;
    for (unsigned k = 0; k < c->g->finals; k++)
        good = good && values[2 + words + k] >= 0;
    if (!good || rowid != (int64_t)c->g->states + (int64_t)c->count || !fits_32_bits(values[0]) ||
        values[1] & ~(int64_t)MARKS_STORED)
        return rows_damaged(c->from, "the state", c->g->states + (uint64_t)c->count, err);
    c->src[i] = (uint32_t)values[0];
    c->marks[i] = (uint8_t)values[1];
    memcpy(c->wide + i * words, values + 2, words * sizeof *values);
    memcpy(c->final + i * c->g->finals, values + 2 + words, c->g->finals * sizeof *values);
    int code = c->count == CHUNK ? add_states(c, err) : 0;
    return code ? code : progress_poll(&c->clock, c->from->monitor, 0, err);
}

static int load_states(const load_source *from, graph *g, wgcq_error *err)
{
    row_chunk *c = chunk_new(from, g, g->words, from->states);
    int code = c ? scan_into(c, TRACE_STATE_ROWS, load_state, err) : error_set_memory(err);
    if (!code && c->count)
        code = add_states(c, err);
    chunk_free(c);
    return code;
}

/* ---- edges ----------------------------------------------------------------------------------- */

static int add_edges(row_chunk *c, wgcq_error *err)
{
    graph *g = c->g;
    edge_rows rows = {c->count, g->costs, c->src, c->dst, c->move, g->costs ? c->wide : NULL};
    c->count = 0;
    return graph_add_edges(g, &rows, err);
}

static int load_edge(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    row_chunk *c = self;
    unsigned costs = c->g->costs;
    (void)rowid;
    if (values[0] > c->from->last_source)
        return progress_poll(&c->clock, c->from->monitor, 0, err);
    size_t i = c->count++;
    bool good = fits_32_bits(values[0]) && fits_32_bits(values[1]) && fits_32_bits(values[2]);
    for (unsigned k = 0; k < costs; k++)
        good = good && values[3 + k] >= 0;
    if (!good)
        return rows_damaged(c->from, "the edge", c->g->edges + c->count, err);
    c->src[i] = (uint32_t)values[0];
    c->dst[i] = (uint32_t)values[1];
    c->move[i] = (uint32_t)values[2];
    memcpy(c->wide + i * costs, values + 3, costs * sizeof *values);
    int code = c->count == CHUNK ? add_edges(c, err) : 0;
    return code ? code : progress_poll(&c->clock, c->from->monitor, 0, err);
}

static int load_edges(const load_source *from, graph *g, wgcq_error *err)
{
    row_chunk *c = chunk_new(from, g, g->costs, from->edges);
    int code = c ? scan_into(c, TRACE_EDGE_ROWS, load_edge, err) : error_set_memory(err);
    if (!code && c->count)
        code = add_edges(c, err);
    chunk_free(c);
    return code;
}

int load_graph(const load_source *from, graph *g, wgcq_error *err)
{
    int code = load_states(from, g, err);
    g->monitor = from->monitor;
    return code ? code : load_edges(from, g, err);
}

/* ---- the graph ------------------------------------------------------------------------------- */

/* The figures of a run that has ended are its counts of states and edges. */
static int check_counts(const wgcq_trace *t, const graph *g, wgcq_error *err)
{
    const trace_facts *f = &t->facts;
    bool ended = f->status[0] != 'i'; /* not `interrupted`, which may still be written to */
    if (!ended || (g->states == f->states && g->edges == f->edges))
        return 0;
    return error_set(err, WGCQ_ESTORE,
                     "%s is damaged: it should hold %s states and %s edges, and holds %s and %s",
                     t->path, WGCQ_GROUPED(f->states), WGCQ_GROUPED(f->edges),
                     WGCQ_GROUPED(g->states), WGCQ_GROUPED(g->edges));
}

/* Where edges are in the order of their sources, all states before the last source are expanded. */
static void note_expanded(const trace_facts *f, graph *g)
{
    uint32_t expanded = f->expanded;
    if (f->in_order && g->last_source > expanded + (uint64_t)1)
        expanded = g->last_source - 1;
    g->expanded = expanded < g->states ? expanded : g->states;
    if (f->ends_whole)
        g->last_source = 0;
    g->starts_missing = !f->starts_taken && graph_has_starts_alone(g);
}

/* By load_graph, or a part of it. */
static int load_rows(wgcq_trace *t, graph *g,
                     int load(const load_source *from, graph *g, wgcq_error *err), wgcq_error *err)
{
    const load_source from = {.db = t->db,
                              .path = t->path,
                              .run = t->facts.run,
                              .monitor = t->monitor ? t->monitor : trace_sql_watch(t),
                              .states = t->facts.states,
                              .edges = t->facts.edges,
                              .last_source = UINT32_MAX};
    bool alone = sqlite3_get_autocommit(t->db); /* else within a transaction already */
    int code = alone ? database_run(t->db, t->path, "BEGIN", err) : 0;
    code = code ? code : load(&from, g, err);
    if (alone)
        sqlite3_exec(t->db, code ? "ROLLBACK" : "COMMIT", NULL, NULL, NULL);
    return code;
}

static int load_and_close(wgcq_trace *t, graph *g, bool counted, wgcq_error *err)
{
    int code = load_rows(t, g, load_graph, err);
    if (!code && counted)
        code = check_counts(t, g, err);
    note_expanded(&t->facts, g);
    return code ? code : graph_close(g, err);
}

/* Names the move and state at which a sum of costs overflows. */
static int explain_stored_overflow(void *self, uint32_t state, uint32_t move, wgcq_error *err)
{
    strbuf by = {0}, shown = {0};
    int code = trace_move_text(self, move, &by, err);
    code = code ? code : trace_state_text(self, state, &shown, err);
    code = code ? code : model_overflow_error(strbuf_string(&by), strbuf_string(&shown), err);
    strbuf_free(&by);
    strbuf_free(&shown);
    return code;
}

/* Labels that cannot be read count as equal: the error is reported when a plan is printed. */
static int compare_stored_labels(void *self, uint32_t a, uint32_t b)
{
    strbuf x = {0}, y = {0};
    int code = trace_move_text(self, a, &x, NULL);
    code = code ? code : trace_move_text(self, b, &y, NULL);
    int order = code ? 0 : strcmp(strbuf_string(&x), strbuf_string(&y));
    strbuf_free(&x);
    strbuf_free(&y);
    return order;
}

static graph *new_graph(wgcq_trace *t, unsigned without)
{
    graph *g = graph_new(t->facts.words, t->facts.costs);
    if (g) {
        g->finals = t->facts.finals;
        g->report_overflow = explain_stored_overflow;
        g->report_overflow_self = t;
        g->compare_labels = compare_stored_labels;
        g->labels = t;
        g->compact = true;
        g->without =
            t->facts.costs ? without & ~(unsigned)GRAPH_MOVES : without; /* overflow names one */
    }
    return g;
}

int trace_graph(graph **out, wgcq_trace *t, unsigned without, wgcq_error *err)
{
    if (t->facts.keep > WGCQ_TRACE_EDGES)
        return error_set(err, WGCQ_EREQUEST, "%s was made with --trace %s, which keeps no edges",
                         t->path, wgcq_trace_level_name(t->facts.keep));
    graph *g = new_graph(t, without);
    int code = g ? load_and_close(t, g, true, err) : error_set_memory(err);
    if (code)
        graph_free(g);
    else
        *out = g;
    return code;
}

int trace_graph_unchecked(graph **out, wgcq_trace *t, wgcq_error *err)
{
    graph *g = new_graph(t, 0);
    int code = g ? load_and_close(t, g, false, err) : error_set_memory(err);
    if (code)
        graph_free(g);
    else
        *out = g;
    return code;
}

int trace_states_unchecked(graph **out, wgcq_trace *t, unsigned without, wgcq_error *err)
{
    graph *g = new_graph(t, without | GRAPH_EDGES);
    int code = g ? load_rows(t, g, load_states, err) : error_set_memory(err);
    if (code)
        graph_free(g);
    else
        *out = g;
    return code;
}
