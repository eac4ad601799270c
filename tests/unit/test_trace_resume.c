/*
 * test_trace_resume.c - a run that was cut short gets a writer again: what stays of it, what is
 * dropped, what is compared with it, and what is an error.
 */
#include <limits.h>

#include "river.h"
#include "shim.h"
#include "turns.h"

enum { APART = 5 }; /* the changes of a file that fail */

/* ---- a run cut short ------------------------------------------------------------------------- */

static const char content[] =
    "select group_concat(t,';') from (select 's'||id||','||depth||','||is_goal||','||shown as t "
    "from states union all select 'e'||src||','||dst||','||move||','||noise from edges "
    "union all select 'r'||src||','||move||','||rule from rejections "
    "union all select 'd'||id||','||coalesce(to_goal,'-') from distance_1 "
    "union all select 'p'||solution||','||step||','||shown from steps "
    "union all select 'b'||cost||least from cheapest order by 1)";
static char *due; /* what an undisturbed run comes to */

/* Rows up to state 50 (all that comes of 1..40), and then no more; of the sources from `expanded`
   on it is not reported that they are done. */
static void cut_at(const trace_about *about, uint32_t expanded)
{
    wgcq_error err = {0};
    trace_writer *w;
    assert_int_equal(trace_begin(&w, path, about, &err), 0);
    receiver o = trace_receiver(w);
    assert_int_equal(report_rows(&o, expanded + 10, &err), 0);
    for (uint32_t at = expanded + 1; at < 40; at += 10) {
        assert_int_equal(tell_states(&o, at + 10, 10, &err), 0);
        assert_int_equal(tell_moves(&o, at, 10, &err), 0);
    }
    trace_close(w);
}

static void cut_short(const trace_about *about)
{
    cut_at(about, 40);
    ASK("select status,states,edges,expanded from run", "interrupted|50|60|40");
}

static void settle(trace_writer *w)
{
    wgcq_error err = {0};
    assert_int_equal(tell_distances(w, STATES, &err), 0);
    assert_int_equal(tell_solution(w, &err), 0);
    if (tell_end(w, STATES, &err))
        fail_msg("%s", err.text);
    trace_close(w);
}

static trace_writer *resume(const trace_about *about, trace_mode way, trace_resume_point *past)
{
    wgcq_error err = {0};
    trace_writer *w = NULL;
    *past = (trace_resume_point){.run = 1, .mode = way};
    if (trace_resume(&w, path, about, past, &err) || trace_resume_begin(w, past, &err))
        fail_msg("%s", err.text);
    return w;
}

static void check_whole(void)
{
    assert_string_equal(ask(content), due);
    ASK("pragma integrity_check", "ok");
    ASK("select status,states,edges,rejections,solutions_stored from runs",
        "complete|200|285|76|1");
}

/* All bytes of the file, two letters each; malloc'd. */
static char *whole_file(void)
{
    strbuf out = {0};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (int c; (c = getc(file)) != EOF;)
        strbuf_printf(&out, "%02x", (unsigned)c);
    fclose(file);
    return out.bytes;
}

static void check_rejected(const trace_about *about, trace_resume_point past, const char *words)
{
    wgcq_error err = {0};
    trace_writer *w = NULL;
    int code = trace_resume(&w, path, about, &past, &err);
    assert_true(code == WGCQ_ESTORE || code == WGCQ_EOTHER);
    assert_null(w);
    if (!strstr(err.text, words))
        fail_msg("'%s' is not in: %s", words, err.text);
}

/* ---- the three ways -------------------------------------------------------------------------- */

static void told_again(void **state)
{
    (void)state;
    wgcq_error err = {0};
    trace_about about = about_river();
    trace_resume_point past;
    cut_short(&about);
    trace_writer *w = resume(&about, TRACE_RERUN, &past);
    assert_int_equal(past.states, 50);
    assert_int_equal(past.edges, 59); /* of the last source some may be missing: it is redone */
    assert_int_equal(past.rejections, 15);
    assert_false(trace_caught_up(w));
    receiver o = trace_receiver(w);
    assert_int_equal(report_rows(&o, 30, &err),
                     0); /* interrupted once more, before it was as far */
    assert_false(trace_caught_up(w));
    trace_close(w);
    ASK("select status,states,edges,expanded from run", "interrupted|50|59|40");
    w = resume(&about, TRACE_RERUN, &past);
    o = trace_receiver(w);
    assert_int_equal(report_rows(&o, STATES, &err), 0);
    assert_true(trace_caught_up(w));
    settle(w);
    check_whole();
}

static void gone_on_with(void **state)
{
    (void)state;
    wgcq_error err = {0};
    trace_about about = about_river();
    trace_resume_point past;
    cut_at(&about, 20);
    ASK("select status,states,edges,expanded from run", "interrupted|50|60|20");
    trace_writer *w = NULL;
    past = (trace_resume_point){.run = 1, .mode = TRACE_CONTINUE};
    assert_int_equal(trace_resume(&w, path, &about, &past, &err), 0);
    graph *g = graph_new(2, 2);
    assert_int_equal(trace_resume_graph(w, g, &err), 0);
    ASK("select status,states,edges,expanded from run", "interrupted|50|60|20");
    assert_int_equal(trace_resume_begin(w, &past, &err), 0);
    assert_int_equal(past.states, 50);
    assert_int_equal(past.expanded, 20);
    assert_int_equal(past.edges, 30);
    assert_int_equal(past.rejections, 8);
    assert_int_equal(g->states, 50);
    assert_int_equal(g->edges, 30);
    assert_int_equal(graph_source(g, 29), 20);
    graph_free(g);
    trace_close(w);
    ASK("select count(*),max(src) from edges", "30|20");
    ASK("select count(*),max(src) from rejections", "8|20");
    ASK("select count(*) from states", "50");
    ASK("select status,states,edges,rejections,expanded from run", "interrupted|50|30|8|20");
}

static void begun_anew(void **state)
{
    (void)state;
    wgcq_error err = {0};
    trace_about about = about_river();
    trace_resume_point past;
    cut_short(&about);
    about.options = "--trace all --max-depth 9";
    trace_writer *w = resume(&about, TRACE_NEW, &past);
    assert_int_equal(past.states, 0);
    assert_true(trace_caught_up(w));
    receiver o = trace_receiver(w);
    assert_int_equal(report_rows(&o, STATES, &err), 0);
    settle(w);
    check_whole();
    ASK("select options from runs", "--trace all --max-depth 9");
}

/* Rows that were settled are settled again, and once. */
static void killed_while_settling(void **state)
{
    (void)state;
    wgcq_error err = {0};
    trace_about about = about_river();
    trace_resume_point past;
    run_well(path, &about);
    change("update run set status='interrupted'");
    trace_writer *w = resume(&about, TRACE_RERUN, &past);
    ASK("select (select count(*) from distance_1),(select count(*) from step_1)+(select count(*) "
        "from piece_1),(select count(*) from solution_1),(select count(*) from best)",
        "0|0|0|0");
    ASK("select count(*) from sqlite_schema where type='index'", "0");
    ASK("select verdict,goals,seconds from run", "NULL|NULL|0.5");
    receiver o = trace_receiver(w);
    assert_int_equal(report_rows(&o, STATES, &err), 0);
    settle(w);
    check_whole();
}

/* ---- what is rejected ------------------------------------------------------------------------ */

/* In every way, and the file keeps every byte. */
static void changed_rows_are_rejected(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "update state_1 set w1=w1+1 where id=33",
        "update state_1 set w0=w0|1536 where id=33", /* an enumeration of three */
        "update state_1 set depth=4 where id=33",
        "update state_1 set depth=0 where id=50",
        "update state_1 set marks=3 where id=33",
        "update edge_1 set dst=9 where (src,move,dst)=(select src,move,dst from edge_1 order by "
        "src,move,dst limit 1 offset 19)",
        "update edge_1 set dst=51 where (src,move,dst)=(select src,move,dst from edge_1 order by "
        "src,move,dst limit 1 offset 19)",
        "update edge_1 set c0=c0+1 where (src,move,dst)=(select src,move,dst from edge_1 order by "
        "src,move,dst limit 1 offset 19)",
        "update edge_1 set move=7 where (src,move,dst)=(select src,move,dst from edge_1 order by "
        "src,move,dst limit 1 offset 19)",
        "update rejection_1 set rule=1-rule where rowid=5",
        "update rejection_1 set rule=2 where rowid=5",
        "update move_1 set text='take goat ' where id=0",
        "delete from move_1 where id=0",
        "delete from state_1 where id=50",
        "delete from edge_1 where (src,move,dst)=(select src,move,dst from edge_1 order by "
        "src,move,dst limit 1 offset 59)",
        "delete from edge_1 where (src,move,dst)=(select src,move,dst from edge_1 order by "
        "src,move,dst limit 1 offset 29)",
        "insert into edge_1(src,dst,move,c0,c1) values(40,50,1,40,0)",
        "insert into rejection_1 values(40,0,0)",
        "update run set expanded=23",
        "update run set states=49",
        "update run set seconds=seconds+1",
        "update run set started='2001-01-01T00:00:00Z'",
        "update run set options='--trace all --max-states 9'",
        "update run set minimize='moves'",
        "update run set digest=digest+1",
        "update run set digest=null",
        "update meta set value='river2.yaml' where key='file'",
        "update param set value='3 ' where name='n'",
    };
    static const trace_mode ways[] = {TRACE_CONTINUE, TRACE_RERUN, TRACE_NEW};
    trace_about about = about_river();
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
            wgcq_error err = {0};
            trace_resume_point past = {.run = 1, .mode = ways[k]};
            trace_writer *w = NULL;
            fresh(NULL);
            cut_short(&about);
            change(changes[i]);
            char *before = whole_file();
            int code = trace_resume(&w, path, &about, &past, &err);
            if (code != WGCQ_ESTORE && code != WGCQ_EOTHER)
                fail_msg("not refused: %s", changes[i]);
            assert_null(w);
            char *after = whole_file();
            if (strcmp(before, after) != 0)
                fail_msg("written to: %s", changes[i]);
            free(before);
            free(after);
            assert_false(exists("test_trace.db-journal"));
        }
}

/* The file is as it was written, but the puzzle comes to other rows now. */
static void other_rows_are_not_passed_over(void **state)
{
    (void)state;
    static const uint32_t one[] = {1}, twelve[] = {12}, two[] = {2}, zero[] = {0};
    static const uint8_t marks[] = {MARK_START};
    static const int64_t cost[] = {1, 0};
    uint64_t packed[2];
    pack(2, packed);
    const state_rows states = {
        .first = 1, .count = 1, .words = 2, .state = packed, .marks = marks, .depth = zero};
    const edge_rows edges = {1, 2, one, twelve, zero, cost};
    const rejection_rows rejections = {1, one, two, zero};
    trace_about about = about_river();
    for (int i = 0; i < 3; i++) {
        wgcq_error err = {0};
        trace_resume_point past;
        fresh(NULL);
        cut_short(&about);
        trace_writer *w = resume(&about, TRACE_RERUN, &past);
        receiver o = trace_receiver(w);
        assert_int_equal(i == 0   ? o.states(o.self, &states, &err)
                         : i == 1 ? o.edges(o.self, &edges, &err)
                                  : o.rejections(o.self, &rejections, &err),
                         WGCQ_ESTORE);
        assert_non_null(strstr(err.text, "differs from what the puzzle gives"));
        trace_close(w);
        ASK("select status,states,edges from run", "interrupted|50|59");
    }
}

static void other_runs(void **state)
{
    (void)state;
    wgcq_error err = {0};
    trace_about about = about_river(), other = about_river();
    trace_writer *w;
    run_well(path, &about);
    check_rejected(&about, (trace_resume_point){.run = 1}, "was not cut short");
    check_rejected(&about, (trace_resume_point){.run = 2}, "was not cut short");
    fresh(NULL);
    cut_short(&about);
    other.keep = WGCQ_TRACE_EDGES;
    check_rejected(&other, (trace_resume_point){.run = 1}, "was not cut short");
    other = about_river();
    wgcq_model another = river;
    another.source = "puzzle: Another\n";
    other.model = &another;
    check_rejected(&other, (trace_resume_point){.run = 1}, "before the puzzle was changed");
    assert_int_equal(trace_begin(&w, path, &about, &err), 0);
    check_rejected(&about, (trace_resume_point){.run = 1}, "is writing");
    trace_close(w);
    ASK("select status,states,edges,expanded from run", "interrupted|50|60|40");
}

/* ---- failing disks --------------------------------------------------------------------------- */

/* Resumed and reported to the end; the first error. */
static int go_on(const trace_about *about, wgcq_error *err)
{
    trace_writer *w = NULL;
    trace_resume_point past = {.run = 1, .mode = TRACE_RERUN};
    int code = trace_resume(&w, path, about, &past, err);
    if (code)
        return code;
    receiver o = trace_receiver(w);
    code = trace_resume_begin(w, &past, err);
    if (!code)
        code = report_rows(&o, STATES, err);
    if (!code)
        code = tell_distances(w, STATES, err);
    if (!code)
        code = tell_solution(w, err);
    if (!code)
        code = tell_end(w, STATES, err);
    trace_close(w);
    return code;
}

/* Every change fails, once or for good; resumed again, it comes to the same. */
static void sweep(enum shim_mode mode, int sqlite_code)
{
    trace_about about = about_river();
    about.save_every = 40;
    int code = 1;
    for (long n = 1; code; n = point_after(n, LONG_MAX, APART)) {
        wgcq_error err = {0};
        fresh(NULL);
        cut_short(&about);
        shim_install(mode, n, sqlite_code);
        code = go_on(&about, &err);
        shim_remove();
        if (code)
            assert_true((code == WGCQ_EFILE || code == WGCQ_ESTORE) && strstr(err.text, path));
        ASK("pragma integrity_check", "ok");
        err = (wgcq_error){0};
        if (code && strcmp(ask("select status from runs"), "complete") != 0 && go_on(&about, &err))
            fail_msg("change %ld: %s", n, err.text);
        check_whole();
        assert_true(n < 2000);
    }
}

static void failing_disks(void **state)
{
    (void)state;
    sweep(SHIM_FAIL_ONCE, SQLITE_FULL);
    sweep(SHIM_FAIL_ON, SQLITE_IOERR_WRITE);
}

static int make_due(void)
{
    trace_about about = about_river();
    run_well(path, &about);
    due = strdup(ask(content));
    fresh(NULL);
    return !due;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIVER_TEST(told_again),
        RIVER_TEST(gone_on_with),
        RIVER_TEST(begun_anew),
        RIVER_TEST(killed_while_settling),
        RIVER_TEST(changed_rows_are_rejected),
        RIVER_TEST(other_rows_are_not_passed_over),
        RIVER_TEST(other_runs),
        RIVER_TEST(failing_disks),
    };
    if (river_enter() || make_due())
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(due);
    return river_leave(failed);
}
