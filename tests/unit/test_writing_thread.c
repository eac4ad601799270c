/*
 * test_writing_thread.c - rows that are handed to another thread come into the file and the graph
 * as if there were none; what the writer meets comes back.
 */
#include <limits.h>

#include "river.h"
#include "run/rows/row_sink.h"
#include "shim.h"

/* ---- a sink as a receiver -------------------------------------------------------------- */

static int put_states(void *self, const state_rows *rows, wgcq_error *err)
{
    return row_sink_take(self, &(row_batch){.states = *rows}, err);
}

static int put_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    return row_sink_take(self, &(row_batch){.edges = *rows}, err);
}

static int put_rejections(void *self, const rejection_rows *rows, wgcq_error *err)
{
    return row_sink_take(self, &(row_batch){.rejections = *rows}, err);
}

static int put_pause(void *self, uint32_t expanded, wgcq_error *err)
{
    return row_sink_take(self, &(row_batch){.pause = true, .expanded = expanded}, err);
}

static receiver sink_receiver(row_sink *k)
{
    return (receiver){k, put_states, put_edges, put_rejections, put_pause};
}

/* The graph that is made of the rows. */
typedef struct ring_graph {
    graph *g; /* NULL: there is none, and no indices beside the caller */
    reversed_graph back;
    uint32_t to_goal[STATES + 1];
} ring_graph;

static void open_ring_graph(ring_graph *r, bool indexed)
{
    *r = (ring_graph){.g = indexed ? graph_new(2, 2) : NULL};
    assert_true(r->g || !indexed);
}

/* Indices are built and distances stored by the thread, while the caller looks at the graph. */
static int index_beside(writing_thread *t, ring_graph *r, wgcq_error *err)
{
    int code = writing_thread_close_ring(t, err);
    if (code || !r->g)
        return code;
    assert_int_equal(graph_close(r->g, err), 0);
    assert_int_equal(reversed_graph_open(&r->back, r->g, REVERSED_MOVES, err), 0);
    code = writing_thread_index(t, &r->back, err);
    reversed_graph_fill(&r->back);
    find_distances(r->to_goal, STATES);
    writing_thread_store_distances(t, STATES, r->to_goal, NULL);
    assert_int_equal(r->back.first[STATES + 1], r->g->edges);
    while (!code && !writing_thread_is_done(t, 1))
        continue;
    return code;
}

static void close_ring_graph(ring_graph *r)
{
    reversed_graph_free(&r->back);
    graph_free(r->g);
}

/* A whole run whose rows are put into the ring. */
static int run_through_ring(const trace_about *about, uint64_t max_memory, bool indexed,
                            wgcq_error *err)
{
    trace_writer *w = NULL;
    ring_graph r;
    int code = trace_begin(&w, path, about, err);
    if (code)
        return code;
    open_ring_graph(&r, indexed);
    row_sink sink = {.writer = w, .graph = r.g};
    assert_int_equal(writing_thread_start(&sink.thread, w, r.g, false, max_memory, err), 0);
    assert_non_null(sink.thread);
    receiver o = sink_receiver(&sink);
    code = report_rows(&o, STATES, err);
    if (!code)
        code = index_beside(sink.thread, &r, err);
    int end = writing_thread_end(sink.thread, err);
    row_sink_close(&sink);
    assert_true(!code || code == end);
    code = end;
    if (!code && !indexed)
        code = tell_distances(w, STATES, err);
    if (!code)
        code = tell_solution(w, err);
    if (!code)
        code = tell_end(w, STATES, err);
    trace_close(w);
    close_ring_graph(&r);
    return code;
}

/* ---- the same rows ----------------------------------------------------------------------- */

/* All rows of all tables, to be freed. */
static char *all_rows(void)
{
    strbuf all = {0};
    strbuf_put(&all, ask("select * from state_1"));
    strbuf_put(&all, ask("select * from edge_1"));
    strbuf_put(&all, ask("select * from rejection_1"));
    strbuf_put(&all, ask("select * from move_1"));
    strbuf_put(&all, ask("select * from distance_1"));
    strbuf_put(&all, ask("select * from step_1"));
    strbuf_put(&all, ask("select name from sqlite_schema where type='index' order by name"));
    assert_false(all.failed);
    return all.bytes;
}

static void the_same_rows(void **state)
{
    (void)state;
    static const uint64_t limits[] = {0, 1, 4096, 1 << 20};
    for (int by = 0; by < 2; by++) {
        wgcq_error err = {0};
        river_writer = by ? WGCQ_WRITER_SQL : WGCQ_WRITER_PAGES;
        trace_about about = about_river();
        fresh(NULL);
        run_well(path, &about);
        char *due = all_rows();
        assert_true(strlen(due) > 5000);
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            fresh(NULL);
            about.save_every = i * 7;
            assert_int_equal(run_through_ring(&about, limits[i], i % 2, &err), 0);
            char *found = all_rows();
            assert_string_equal(found, due);
            free(found);
            ASK("pragma integrity_check", "ok");
            ASK("select status,states,edges,rejections,expanded from run",
                "complete|200|285|76|190");
        }
        free(due);
    }
    river_writer = WGCQ_WRITER_PAGES;
}

/* ---- the same graph ---------------------------------------------------------------------- */

enum { BATCHES = 400, ROWS_MOST = 300 };

static uint32_t seed;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
}

/* Batches of all sizes, cut within the edges of a state, too, of which moves come in any order. */
typedef struct made_rows {
    uint32_t states, source;
    uint64_t state[2 * ROWS_MOST];
    uint8_t marks[ROWS_MOST];
    uint32_t depth[ROWS_MOST], src[ROWS_MOST], dst[ROWS_MOST], move[ROWS_MOST], stuck[ROWS_MOST];
    int64_t cost[2 * ROWS_MOST];
    row_batch batch;
} made_rows;

static size_t make_states(made_rows *m, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        pack(draw(STATES) + 1, m->state + 2 * i);
        m->marks[i] = (uint8_t)draw(4);
        m->depth[i] = draw(9);
    }
    m->states += (uint32_t)count;
    return count;
}

static size_t make_edges(made_rows *m, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        m->source += m->source < m->states && !draw(3);
        m->src[i] = m->source;
        m->dst[i] = 1 + draw(m->states);
        m->move[i] = draw(3);
        m->cost[2 * i] = draw(100);
        m->cost[2 * i + 1] = (int64_t)i;
    }
    return count;
}

static void make_batch(made_rows *m)
{
    uint32_t first = m->states + 1;
    size_t states = make_states(m, m->states ? draw(ROWS_MOST) * draw(2) : 1);
    size_t edges = make_edges(m, draw(ROWS_MOST) * draw(2)), stuck = draw(3);
    for (size_t i = 0; i < stuck; i++)
        m->stuck[i] = 1 + draw(m->states);
    m->batch = (row_batch){
        .states = {.first = first,
                   .count = states,
                   .words = 2,
                   .state = m->state,
                   .marks = m->marks,
                   .depth = m->depth},
        .edges = {edges, 2, m->src, m->dst, m->move, m->cost},
        .edges_go_on = edges && draw(2),
        .stuck = {stuck, m->stuck},
    };
}

/* The graph of made rows, which are always the same, through a ring or not; still open. */
static graph *make_graph(bool by_ring, uint64_t max_memory, uint32_t from)
{
    wgcq_error err = {0};
    made_rows *m = calloc(1, sizeof *m);
    trace_about about = about_river();
    row_sink sink = {.graph = graph_new(2, 2), .sorts_edges = true};
    about.keep = WGCQ_TRACE_NONE;
    fresh(NULL);
    assert_int_equal(trace_begin(&sink.writer, path, &about, &err), 0);
    if (by_ring)
        assert_int_equal(
            writing_thread_start(&sink.thread, sink.writer, sink.graph, true, max_memory, &err), 0);
    seed = from;
    m->source = 1;
    for (int i = 0; i <= BATCHES; i++) {
        if (i < BATCHES)
            make_batch(m);
        else
            m->batch = (row_batch){0}; /* edges may be held back */
        assert_int_equal(row_sink_take(&sink, &m->batch, &err), 0);
    }
    if (by_ring)
        assert_int_equal(writing_thread_end(sink.thread, &err), 0);
    assert_int_equal(sink.graph->states, m->states);
    row_sink_close(&sink);
    trace_close(sink.writer);
    free(m);
    return sink.graph;
}

static void compare_graphs(const graph *found, const graph *due)
{
    size_t states = due->states + (size_t)1, edges = due->edges;
    assert_int_equal(found->states, due->states);
    assert_int_equal(found->edges, due->edges);
    assert_int_equal(found->last_row, due->last_row);
    assert_true(found->sorted && due->sorted && edges > BATCHES);
    assert_memory_equal(found->begin + 1, due->begin + 1, due->last_row * sizeof *due->begin);
    assert_memory_equal(found->state, due->state, states * 2 * sizeof *due->state);
    assert_memory_equal(found->marks, due->marks, states);
    assert_memory_equal(found->depth, due->depth, states * sizeof *due->depth);
    assert_memory_equal(found->dst, due->dst, edges * sizeof *due->dst);
    assert_int_equal(found->move.width, due->move.width);
    assert_memory_equal(found->move.at, due->move.at, edges * due->move.width);
    assert_memory_equal(found->cost, due->cost, edges * 2 * sizeof *due->cost);
}

static void the_same_graph(void **state)
{
    (void)state;
    static const uint64_t limits[] = {0, 64, 4096, 1 << 20, 4 << 20};
    for (uint32_t from = 1; from <= 10; from++) {
        graph *due = make_graph(false, 0, from);
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            graph *found = make_graph(true, limits[i], from);
            compare_graphs(found, due);
            graph_free(found);
        }
        graph_free(due);
    }
}

/* ---- memory ------------------------------------------------------------------------------ */

/* Rows that wait are never more than their share, or one batch. */
static void the_ring_is_bounded(void **state)
{
    (void)state;
    enum { SHARE = 32, MOST = 1 << 20 };
    wgcq_error err = {0};
    trace_writer *w;
    writing_thread *t;
    trace_about about = about_river();
    fresh(NULL);
    assert_int_equal(trace_begin(&w, path, &about, &err), 0);
    assert_int_equal(writing_thread_start(&t, w, NULL, false, MOST, &err), 0);
    row_sink sink = {.writer = w, .thread = t};
    size_t before = writing_thread_figures(t).memory;
    receiver o = sink_receiver(&sink);
    uint32_t at = 1;
    for (; at + 10 <= STATES; at += 10) {
        assert_int_equal(tell_states(&o, at, 10, &err), 0);
        for (int i = 0; i < 200; i++)
            assert_int_equal(put_pause(&sink, 0, &err), 0);
        assert_true(writing_thread_figures(t).memory <= before + MOST / SHARE);
    }
    assert_int_equal(writing_thread_end(t, &err), 0);
    trace_close(w);
}

/* ---- errors ------------------------------------------------------------------------------ */

static void sweep_ring_failures(enum shim_mode mode, int sqlite_code, bool indexed)
{
    trace_about about = about_river();
    const long step = indexed ? 7 : 1; /* most calls are those without indices, too */
    int code = 1;
    about.save_every = 20;
    for (long n = 1; code; n += step) {
        wgcq_error err = {0};
        fresh(NULL);
        shim_install(mode, n, sqlite_code);
        code = run_through_ring(&about, 0, indexed, &err);
        shim_remove();
        if (code)
            assert_true((code == WGCQ_EFILE || code == WGCQ_ESTORE) && strstr(err.text, path));
        if (exists(path))
            ASK("pragma integrity_check", "ok");
        assert_true(n < 2000);
    }
}

static void errors_come_back(void **state)
{
    (void)state;
    for (int indexed = 0; indexed < 2; indexed++) {
        sweep_ring_failures(SHIM_FAIL_ONCE, SQLITE_FULL, indexed);
        sweep_ring_failures(SHIM_FAIL_ON, SQLITE_IOERR_WRITE, indexed);
    }
}

/* After an error the search is told with a later batch, and rows behind it are not written. */
static void nothing_follows_an_error(void **state)
{
    (void)state;
    wgcq_error err = {0};
    trace_writer *w;
    writing_thread *t;
    trace_about about = about_river();
    about.save_every = 1;
    fresh(NULL);
    shim_install(SHIM_COUNT, LONG_MAX, SQLITE_FULL);
    assert_int_equal(trace_begin(&w, path, &about, &err), 0);
    shim.mode = SHIM_FAIL_ONCE;
    shim.at = shim.count + 1;
    assert_int_equal(writing_thread_start(&t, w, NULL, false, 0, &err), 0);
    row_sink sink = {.writer = w, .thread = t};
    receiver o = sink_receiver(&sink);
    int code = tell_states(&o, 1, 10, &err);
    for (int i = 0; i < 1000 && !code; i++)
        code = put_pause(&sink, 0, &err);
    assert_int_equal(code, WGCQ_EFILE);
    assert_non_null(strstr(err.text, "full"));
    long count = shim.count;
    assert_int_equal(tell_states(&o, 11, 10, &err), WGCQ_EFILE);
    assert_int_equal(writing_thread_end(t, &err), WGCQ_EFILE);
    assert_int_equal(shim.count, count);
    trace_close(w);
    shim_remove();
}

/* Indices that are stopped leave all rows, of which none waited; where some wait, they are built.
 */
static void indices_are_stopped(void **state)
{
    (void)state;
    for (int waits = 0; waits < 2; waits++) {
        wgcq_error err = {0};
        trace_writer *w;
        writing_thread *t;
        ring_graph r;
        trace_about about = about_river();
        about.save_every = waits ? 0 : 1;
        fresh(NULL);
        assert_int_equal(trace_begin(&w, path, &about, &err), 0);
        open_ring_graph(&r, true);
        assert_int_equal(writing_thread_start(&t, w, r.g, false, 0, &err), 0);
        row_sink sink = {.writer = w, .graph = r.g, .thread = t};
        receiver o = sink_receiver(&sink);
        assert_int_equal(report_rows(&o, STATES, &err), 0);
        writing_thread_stop(t);
        assert_int_equal(index_beside(t, &r, &err), 0);
        assert_int_equal(writing_thread_end(t, &err), waits ? 0 : WGCQ_EINTERRUPT);
        trace_close(w);
        close_ring_graph(&r);
        ASK("pragma integrity_check", "ok");
        ASK("select status,states,edges,(select count(*) from edge_1) from run",
            "interrupted|200|285|285");
        ASK("select count(*) from sqlite_schema where type='index'", waits ? "3" : "0");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIVER_TEST(the_same_rows),
        RIVER_TEST(the_same_graph),
        RIVER_TEST(the_ring_is_bounded),
        RIVER_TEST(errors_come_back),
        RIVER_TEST(nothing_follows_an_error),
        RIVER_TEST(indices_are_stopped),
    };
    return RIVER_RUN(tests);
}
