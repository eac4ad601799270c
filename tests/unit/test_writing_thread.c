/*
 * test_writing_thread.c - rows that are handed to another thread come into the file as if there
 * were none; what the writer meets comes back.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <limits.h>

#include "river.h"
#include "run/writing_thread.h"
#include "shim.h"

/* ---- a thread as a receiver -------------------------------------------------------------- */

static int put_states(void *self, const state_rows *rows, wgcq_error *err)
{
    return writing_thread_put(self, &(row_batch){.states = *rows}, err);
}

static int put_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    return writing_thread_put(self, &(row_batch){.edges = *rows}, err);
}

static int put_rejections(void *self, const rejection_rows *rows, wgcq_error *err)
{
    return writing_thread_put(self, &(row_batch){.rejections = *rows}, err);
}

static int put_pause(void *self, uint32_t expanded, wgcq_error *err)
{
    return writing_thread_put(self, &(row_batch){.pause = true, .expanded = expanded}, err);
}

static receiver thread_receiver(writing_thread *t)
{
    return (receiver){t, put_states, put_edges, put_rejections, put_pause};
}

/* A whole run whose rows are put into the ring. */
static int run_through_ring(const trace_about *about, uint64_t max_memory, wgcq_error *err)
{
    trace_writer *w = NULL;
    writing_thread *t = NULL;
    int code = trace_begin(&w, path, about, err);
    if (code)
        return code;
    assert_int_equal(writing_thread_start(&t, w, max_memory, err), 0);
    assert_non_null(t);
    receiver o = thread_receiver(t);
    code = report_rows(&o, STATES, err);
    int end = writing_thread_end(t, err);
    assert_true(!code || code == end);
    code = end;
    if (!code)
        code = tell_distances(w, STATES, err);
    if (!code)
        code = tell_solution(w, err);
    if (!code)
        code = tell_end(w, STATES, err);
    trace_close(w);
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
            assert_int_equal(run_through_ring(&about, limits[i], &err), 0);
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

/* ---- memory ------------------------------------------------------------------------------ */

/* What waits is never more than its share, or one batch. */
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
    assert_int_equal(writing_thread_start(&t, w, MOST, &err), 0);
    size_t before = writing_thread_figures(t).memory;
    receiver o = thread_receiver(t);
    uint32_t at = 1;
    for (; at + 10 <= STATES; at += 10) {
        assert_int_equal(tell_states(&o, at, 10, &err), 0);
        for (int i = 0; i < 200; i++)
            assert_int_equal(put_pause(t, 0, &err), 0);
        assert_true(writing_thread_figures(t).memory <= before + MOST / SHARE);
    }
    assert_int_equal(writing_thread_end(t, &err), 0);
    trace_close(w);
}

/* ---- errors ------------------------------------------------------------------------------ */

static void sweep_ring_failures(enum shim_mode mode, int sqlite_code)
{
    trace_about about = about_river();
    int code = 1;
    about.save_every = 20;
    for (long n = 1; code; n++) {
        wgcq_error err = {0};
        fresh(NULL);
        shim_install(mode, n, sqlite_code);
        code = run_through_ring(&about, 0, &err);
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
    sweep_ring_failures(SHIM_FAIL_ONCE, SQLITE_FULL);
    sweep_ring_failures(SHIM_FAIL_ON, SQLITE_IOERR_WRITE);
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
    assert_int_equal(writing_thread_start(&t, w, 0, &err), 0);
    receiver o = thread_receiver(t);
    int code = tell_states(&o, 1, 10, &err);
    for (int i = 0; i < 1000 && !code; i++)
        code = put_pause(t, 0, &err);
    assert_int_equal(code, WGCQ_EFILE);
    assert_non_null(strstr(err.text, "full"));
    long count = shim.count;
    assert_int_equal(tell_states(&o, 11, 10, &err), WGCQ_EFILE);
    assert_int_equal(writing_thread_end(t, &err), WGCQ_EFILE);
    assert_int_equal(shim.count, count);
    trace_close(w);
    shim_remove();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIVER_TEST(the_same_rows),
        RIVER_TEST(the_ring_is_bounded),
        RIVER_TEST(errors_come_back),
        RIVER_TEST(nothing_follows_an_error),
    };
    return RIVER_RUN(tests);
}
