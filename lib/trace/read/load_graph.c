/*
 * load_graph.c - loads the explored graph by sequential scans.
 *
 * Numbers are checked before they are narrowed: one out of range means a damaged file.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/progress_clock.h"
#include "trace/read/load_graph.h"
#include "trace/read/reader.h"

enum { CHUNK = 4096 };

/* Rows buffered for the graph. */
typedef struct row_chunk {
    size_t count;
    uint32_t src[CHUNK], dst[CHUNK], move[CHUNK]; /* of states: src is the depth */
    uint8_t marks[CHUNK];
    int64_t *wide; /* costs, or packed words */
    bool damaged;
} row_chunk;

static row_chunk *chunk_new(unsigned wide)
{
    row_chunk *c = calloc(1, sizeof *c);
    if (c && !(c->wide = malloc(((size_t)wide * CHUNK + 1) * sizeof *c->wide))) {
        free(c);
        return NULL;
    }
    return c;
}

static void chunk_free(row_chunk *c)
{
    if (c)
        free(c->wide);
    free(c);
}

static uint32_t narrow(row_chunk *c, sqlite3_stmt *query, int column)
{
    int64_t value = sqlite3_column_int64(query, column);
    if (value < 0 || value > UINT32_MAX)
        c->damaged = true;
    return (uint32_t)value;
}

static int rows_damaged(const load_source *from, const char *what, uint64_t row, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE, "%s is damaged: something is wrong with %s %llu", from->path,
                     what, (unsigned long long)row);
}

static int prepare_scan(const load_source *from, sqlite3_stmt **out, const char *format,
                        wgcq_error *err)
{
    char *sql = sqlite3_mprintf(format, (long long)from->run);
    int code = sql ? sqlite3_prepare_v2(from->db, sql, -1, out, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    return code ? database_error(err, from->db, from->path, code) : 0;
}

/* ---- states ---------------------------------------------------------------------------------- */

static int add_states(const load_source *from, row_chunk *c, graph *g, wgcq_error *err)
{
    assert(c->count <= CHUNK);
    state_rows rows = {g->states + 1, c->count, g->words, (const uint64_t *)c->wide,
                       c->marks,      c->src};
    if (c->damaged || c->count > UINT32_MAX - 1 - g->states)
        return rows_damaged(from, "one of the states from", g->states + (uint64_t)1, err);
    c->count = 0;
    return graph_add_states(g, &rows, err);
}

static void buffer_state(row_chunk *c, const graph *g, sqlite3_stmt *query)
{
    size_t i = c->count++;
    uint32_t marks = narrow(c, query, 2);
    c->src[i] = narrow(c, query, 1);
    c->marks[i] = (uint8_t)marks;
    if (sqlite3_column_int64(query, 0) != (int64_t)g->states + (int64_t)c->count || marks > 7)
        c->damaged = true;
    for (unsigned w = 0; w < g->words; w++)
        c->wide[i * g->words + w] = sqlite3_column_int64(query, 3 + (int)w);
}

static int load_states(const load_source *from, graph *g, wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    row_chunk *c = chunk_new(g->words);
    int code = c ? prepare_scan(from, &query, "SELECT * FROM state_%lld ORDER BY id", err)
                 : error_set_memory(err);
    progress_clock clock;
    progress_begin(&clock, "reading", g);
    while (!code && sqlite3_step(query) == SQLITE_ROW) {
        buffer_state(c, g, query);
        if (c->count == CHUNK)
            code = add_states(from, c, g, err);
        if (!code)
            code = progress_poll(&clock, from->monitor, 0, err);
    }
    if (!code && c->count)
        code = add_states(from, c, g, err);
    chunk_free(c);
    int done = sqlite3_finalize(query);
    return code ? code : done ? database_error(err, from->db, from->path, done) : 0;
}

/* ---- edges ----------------------------------------------------------------------------------- */

static int add_edges(const load_source *from, row_chunk *c, graph *g, wgcq_error *err)
{
    edge_rows rows = {c->count, g->costs, c->src, c->dst, c->move, g->costs ? c->wide : NULL};
    if (c->damaged)
        return rows_damaged(from, "one of the edges from", g->edges + 1, err);
    c->count = 0;
    return graph_add_edges(g, &rows, err);
}

static void buffer_edge(row_chunk *c, unsigned costs, sqlite3_stmt *query)
{
    size_t i = c->count++;
    c->src[i] = narrow(c, query, 0);
    c->dst[i] = narrow(c, query, 1);
    c->move[i] = narrow(c, query, 2);
    for (unsigned k = 0; k < costs; k++) {
        int64_t cost = sqlite3_column_int64(query, 3 + (int)k);
        c->wide[i * costs + k] = cost;
        if (cost < 0)
            c->damaged = true;
    }
}

static int load_edges(const load_source *from, graph *g, wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    row_chunk *c = chunk_new(g->costs);
    int code = c ? prepare_scan(from, &query, "SELECT * FROM edge_%lld ORDER BY rowid", err)
                 : error_set_memory(err);
    progress_clock clock;
    progress_begin(&clock, "reading", g);
    while (!code && sqlite3_step(query) == SQLITE_ROW) {
        buffer_edge(c, g->costs, query);
        if (c->count == CHUNK)
            code = add_edges(from, c, g, err);
        if (!code)
            code = progress_poll(&clock, from->monitor, 0, err);
    }
    if (!code && c->count)
        code = add_edges(from, c, g, err);
    chunk_free(c);
    int done = sqlite3_finalize(query);
    return code ? code : done ? database_error(err, from->db, from->path, done) : 0;
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
    return error_set(
        err, WGCQ_ESTORE,
        "%s is damaged: it should hold %u states and %llu edges, and holds %u and %llu", t->path,
        f->states, (unsigned long long)f->edges, g->states, (unsigned long long)g->edges);
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
}

static int load_and_close(wgcq_trace *t, graph *g, bool counted, wgcq_error *err)
{
    const load_source from = {t->db, t->path, t->facts.run, t->monitor};
    bool alone = sqlite3_get_autocommit(t->db); /* else within a transaction already */
    int code = alone ? database_run(t->db, t->path, "BEGIN", err) : 0;
    if (!code)
        code = load_graph(&from, g, err);
    if (alone)
        sqlite3_exec(t->db, code ? "ROLLBACK" : "COMMIT", NULL, NULL, NULL);
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
    if (!code)
        code = trace_state_text(self, state, &shown, err);
    if (!code)
        code = model_overflow_error(strbuf_string(&by), strbuf_string(&shown), err);
    strbuf_free(&by);
    strbuf_free(&shown);
    return code;
}

static graph *new_graph(wgcq_trace *t)
{
    graph *g = graph_new(t->facts.words, t->facts.costs);
    if (g) {
        g->report_overflow = explain_stored_overflow;
        g->report_overflow_self = t;
    }
    return g;
}

int trace_graph(graph **out, wgcq_trace *t, wgcq_error *err)
{
    if (t->facts.keep > WGCQ_TRACE_EDGES)
        return error_set(err, WGCQ_EREQUEST, "%s was made with --trace %s, which keeps no edges",
                         t->path, wgcq_trace_level_name(t->facts.keep));
    graph *g = new_graph(t);
    int code = g ? load_and_close(t, g, true, err) : error_set_memory(err);
    if (code)
        graph_free(g);
    else
        *out = g;
    return code;
}

int trace_graph_unchecked(graph **out, wgcq_trace *t, wgcq_error *err)
{
    graph *g = new_graph(t);
    int code = g ? load_and_close(t, g, false, err) : error_set_memory(err);
    if (code)
        graph_free(g);
    else
        *out = g;
    return code;
}
