/*
 * test_trace_faults.c - a second writer, readers, kills and failing disks: nothing goes unsaid, and
 * what is left is whole.
 */
#include <limits.h>
#include <sys/wait.h>
#include <time.h>

#include "river.h"
#include "shim.h"
#include "turns.h"
#include "wgcq.h"

enum { APART = 5 }; /* the changes of a file that are hit */

/* ---- others at the same time ------------------------------------------------------------- */

static void nap(long milliseconds)
{
    struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static void one_writer_and_any_readers(void **state)
{
    (void)state;
    wgcq_error err = {0};
    trace_writer *w, *second = NULL;
    wgcq_trace *t = NULL;
    sqlite3 *reader;
    sqlite3_stmt *query;
    trace_about about = about_river();
    assert_int_equal(trace_begin(&w, path, &about, &err), 0);
    receiver o = trace_receiver(w);
    assert_int_equal(report_rows(&o, 50, &err), 0);
    assert_int_equal(trace_begin(&second, path, &about, &err), WGCQ_ESTORE);
    assert_null(second);
    assert_non_null(strstr(err.text, "another program is writing"));
    assert_true(exists(path));
    err = (wgcq_error){0};
    assert_int_equal(wgcq_trace_open(&t, path, &err), 0); /* a reader finds what is committed */
    assert_string_equal(trace_about_run(t)->status, "interrupted");
    wgcq_trace_free(t);

    nap(1100);
    assert_int_equal(o.pause(o.self, 40, &err), 0);
    ASK("select count(*),max(expanded) from states,run", "50|40");
    sqlite3_open(path, &reader); /* a reader that does not let go puts the next commit off */
    sqlite3_prepare_v2(reader, "select * from states", -1, &query, NULL);
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    assert_int_equal(tell_states(&o, 51, 10, &err), 0);
    nap(1100);
    assert_int_equal(o.pause(o.self, 40, &err), 0);
    sqlite3_finalize(query);
    ASK("select count(*) from states", "database is locked");
    nap(1100);
    assert_int_equal(o.pause(o.self, 40, &err), 0);
    ASK("select count(*) from states", "60");
    sqlite3_close(reader);
    assert_int_equal(trace_begin(&second, path, &about, &err), WGCQ_ESTORE);
    trace_close(w);
    ASK("select status,states from runs", "interrupted|60");
}

/* ---- kills and failing disks ------------------------------------------------------------- */

/* A child in which the n-th change of a file is the last; how it ended. */
static int run_and_die(const trace_about *about, long n)
{
    pid_t child = fork();
    int status;
    if (!child) {
        wgcq_error err = {0};
        shim_install(SHIM_DIE, n, 0);
        _exit(whole_run(path, about, STATES, &err) ? 1 : 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* A kill leaves a file that is whole, and says the truth. */
static void check_left(long n, const char *before)
{
    wgcq_error err = {0};
    wgcq_trace *t = NULL;
    graph *g = NULL;
    int code = wgcq_trace_open(&t, path, &err); /* first: it meets the journal */
    if (code) {                                 /* nothing was committed yet */
        assert_string_equal(before, "");
        if (exists(path) && !strstr(err.text, "empty"))
            fail_msg("change %ld: %s", n, err.text);
        return;
    }
    ASK("pragma integrity_check", "ok");
    const trace_facts *f = trace_about_run(t);
    if (f->status[0] == 'c' && !*before)
        assert_int_equal(f->states, STATES);
    if (trace_graph(&g, t, 0, &err))
        fail_msg("change %ld: %s", n, err.text);
    assert_int_equal(g->states, f->states);
    assert_int_equal(g->edges, f->edges);
    graph_free(g);
    wgcq_trace_free(t);
}

static void a_kill_at_any_instant_leaves_a_file(void **state)
{
    (void)state;
    trace_about about = about_river();
    int status = 77;
    long n;
    for (n = 1; status == 77; n = point_after(n, LONG_MAX, APART)) {
        fresh(NULL);
        status = run_and_die(&about, n);
        check_left(n, "");
    }
    assert_int_equal(status, 0);
    assert_true(n > 40); /* the first point behind the last change */
    for (status = 77, n = 1; status == 77; n = point_after(n, LONG_MAX, APART)) { /* a second run */
        fresh(NULL);
        run_well(path, &about);
        status = run_and_die(&about, n);
        check_left(n, "1");
        ASK("select count(*) from states_1", "200");
        ASK("select status from runs where id=1", "complete");
    }
    assert_int_equal(status, 0);
}

static void killed_in_the_middle(void **state)
{
    (void)state;
    trace_about about = about_river();
    pid_t child = fork();
    int status;
    if (!child) {
        wgcq_error err = {0};
        trace_writer *w;
        if (trace_begin(&w, path, &about, &err))
            _exit(1);
        receiver o = trace_receiver(w);
        if (report_rows(&o, 50, &err))
            _exit(2);
        nap(1100);
        if (o.pause(o.self, 40, &err) || tell_states(&o, 51, 100, &err))
            _exit(3);
        _exit(9);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 9);
    ASK("pragma integrity_check", "ok");
    ASK("select id,status,states,edges from runs", "1|interrupted|50|60");
    ASK("select count(*) from states", "50");
    run_well(path, &about); /* and another run is as good as ever */
    ASK("select id,status,states from runs", "1|interrupted|50;2|complete|200");
}

/* The n-th change fails, once or from then on: an error that says so, no crash, no half truth. */
static void sweep_failures(enum shim_mode mode, int sqlite_code)
{
    trace_about about = about_river();
    int code = 1;
    for (long n = 1; code; n = point_after(n, LONG_MAX, APART)) {
        wgcq_error err = {0};
        fresh(NULL);
        shim_install(mode, n, sqlite_code);
        code = whole_run(path, &about, STATES, &err);
        shim_remove();
        if (code)
            assert_true((code == WGCQ_EFILE || code == WGCQ_ESTORE) && strstr(err.text, path));
        if (exists(path))
            check_left(n, "");
        assert_true(n < 2000);
    }
}

static void failing_disks_are_told(void **state)
{
    (void)state;
    sweep_failures(SHIM_FAIL_ONCE, SQLITE_FULL);
    sweep_failures(SHIM_FAIL_ON, SQLITE_FULL);
    sweep_failures(SHIM_FAIL_ONCE, SQLITE_IOERR_WRITE);
    sweep_failures(SHIM_FAIL_ON, SQLITE_IOERR_FSYNC);
}

/* A commit in mid-run fails once; what comes after it must not make up for it. */
static void after_a_failure_nothing_is_written(void **state)
{
    (void)state;
    wgcq_error err = {0};
    trace_writer *w;
    trace_about about = about_river();
    shim_install(SHIM_FAIL_ONCE, LONG_MAX, SQLITE_FULL);
    assert_int_equal(trace_begin(&w, path, &about, &err), 0);
    receiver o = trace_receiver(w);
    assert_int_equal(report_rows(&o, 50, &err), 0);
    nap(1100);
    assert_int_equal(o.pause(o.self, 40, &err), 0);
    assert_int_equal(tell_states(&o, 51, 10, &err), 0);
    nap(1100);
    shim.at = shim.count + 1;
    assert_int_equal(o.pause(o.self, 40, &err), WGCQ_EFILE);
    assert_non_null(strstr(err.text, "full"));
    trace_close(w);
    shim_remove();
    check_left(0, "");
    ASK("select states,status from runs", "50|interrupted");
    ASK("select count(*) from states", "50");
}

/* Many saves in a run, killed at each change of a file: what is left is one of the saves. */
static void every_save_counts(void **state)
{
    (void)state;
    trace_about about = about_river();
    int status = 77;
    long n;
    about.save_every = 20;
    for (n = 1; status == 77; n = point_after(n, LONG_MAX, APART)) {
        fresh(NULL);
        status = run_and_die(&about, n);
        check_left(n, "");
        if (!exists(path) ||
            strcmp(ask("select count(*) from sqlite_schema where name='run'"), "1"))
            continue;
        ASK("select count(*) from runs where status='interrupted' and "
            "(coalesce(states,0)<>(select count(*) from states) or "
            "coalesce(edges,0)<>(select count(*) from edges) or "
            "coalesce(rejections,0)<>(select count(*) from rejections))",
            "0");
    }
    assert_int_equal(status, 0);
    assert_true(n > 150);
}

/* All of it for the other writer too. */
static void by_sql_from_here_on(void **state)
{
    (void)state;
    river_writer = WGCQ_WRITER_SQL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIVER_TEST(one_writer_and_any_readers),
        RIVER_TEST(a_kill_at_any_instant_leaves_a_file),
        RIVER_TEST(killed_in_the_middle),
        RIVER_TEST(failing_disks_are_told),
        RIVER_TEST(after_a_failure_nothing_is_written),
        RIVER_TEST(every_save_counts),
        RIVER_TEST(by_sql_from_here_on),
        RIVER_TEST(one_writer_and_any_readers),
        RIVER_TEST(a_kill_at_any_instant_leaves_a_file),
        RIVER_TEST(killed_in_the_middle),
        RIVER_TEST(failing_disks_are_told),
        RIVER_TEST(after_a_failure_nothing_is_written),
        RIVER_TEST(every_save_counts),
    };
    return RIVER_RUN(tests);
}
