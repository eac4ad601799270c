/*
 * test_trace_validate.c - files that are not ours, or not only ours, and SQL from strangers.
 */
#include "river.h"
#include "wgcq.h"

/* ---- files that are not ours ------------------------------------------------------------- */

static void write_file(const char *bytes)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(bytes, f);
    fclose(f);
}

static void foreign_files_are_rejected_untouched(void **state)
{
    (void)state;
    trace_about about = about_river();
    wgcq_error err = {0};
    wgcq_trace *t = NULL;
    assert_int_equal(wgcq_trace_open(&t, "no/such/file.db", &err), WGCQ_EFILE);
    assert_non_null(strstr(err.text, "No such file"));
    err = (wgcq_error){0};
    assert_int_equal(whole_run("no/such/file.db", &about, STATES, &err), WGCQ_EFILE);
    assert_int_equal(whole_run(".", &about, STATES, &err), WGCQ_EFILE);

    write_file(
        "puzzle: this is a text, and one that is long enough to hold the header of a file of "
        "SQLite, had it only been one, which it is not\n");
    rejected("not even an SQLite file");
    run_rejected(&about, "not even an SQLite file");
    fresh(NULL);
    change("create table letters(a)");
    rejected("another program's database");
    run_rejected(&about, "another program's database");
    fresh(NULL);
    change("pragma application_id=42");
    rejected("another program's database");
    fresh(NULL);
    write_file("");
    rejected("empty");
    run_well(path, &about); /* an empty file is as good as none */
    change("pragma user_version=7");
    rejected("newer wgcq");
    run_rejected(&about, "newer wgcq");
    fresh(NULL);
    change("pragma journal_mode=wal; create table letters(a)"); /* which a run would switch back */
    run_rejected(&about, "another program's database");
    ASK("pragma journal_mode", "wal");
}

static void other_puzzles_are_rejected_untouched(void **state)
{
    (void)state;
    static const char *const other_values[] = {"4", "[1, 2]"};
    static const char *const other_rules[] = {"the wolf eats the goat", "another"};
    trace_about about = about_river(), other;
    wgcq_model model = river;
    run_well(path, &about);
    other = about;
    other.model = &model;
    model.title = "Frogs";
    run_rejected(&other, "holds another puzzle: 'Ri'ver', not 'Frogs'");
    model = river;
    model.source = "puzzle: Ri'ver\n#\n";
    run_rejected(&other, "puzzle was changed");
    model = river;
    model.param_values = other_values;
    run_rejected(&other, "n = 3, not with n = 4");
    model = river;
    model.param_count = 1;
    run_rejected(&other, "other params");
    model = river;
    model.rules = other_rules;
    run_rejected(&other, "in another way");
    model = river;
    model.texts.shown_sql = NULL;
    run_rejected(&other, "in another way");
    ASK("select count(*) from runs", "1");
}

/* Whatever is not to the letter what we make, however it came in. */
static void strange_schemas_are_rejected(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "create trigger evil after update on run begin delete from meta; end",
        "create view more as select 1",
        "create table more(a)",
        "create index more on edge_1(move)",
        "drop view states_1; create view states_1 as with recursive r(i) as (select 1 union all "
        "select i+1 from r) select i as id from r",
        "drop view runs; create view runs as select randomblob(1000000000) as id",
        "drop table best",
        "drop view steps",
        "drop table param; create table param(name TEXT NOT NULL, value TEXT NOT NULL "
        ""
        "GENERATED ALWAYS AS (zeroblob(1000000000)||'')) STRICT",
        "update sqlite_schema set sql=replace(sql,'s.depth','9') where name='states_1'",
        "create virtual table more using fts5(a)",
        "delete from run",
        "insert into run(id,\"order\",options,keep,minimize,has_goal,started,status) "
        "values(7,'a-star','','all','',1,'','complete')",
        "update run set \"order\"='cheapest'",
        "update cost set name='other'",
        "update field set shift=5 where id=1",
        "update field set word=5 where id=1",
        "update field set width=65 where id=1",
        "update field set domain=9 where id=1",
        "update field set low=1 where id=0",
        "delete from field where id=3",
        "delete from value where id=3",
        "update value set value=17 where id=3",
        "update value set name='x' where id=1",
        "update meta set value='3' where key='words'",
        "update meta set value='0' where key='words'",
        "update meta set value='9999999999' where key='words'",
        "delete from meta where key='title'",
        "delete from meta where key='shown'",
        "update meta set value='(select 1)' where key='shown'",
    };
    trace_about about = about_river();
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        wgcq_error err = {0};
        wgcq_trace *t = NULL;
        fresh(NULL);
        run_well(path, &about);
        change(changes[i]);
        if (wgcq_trace_open(&t, path, &err) != WGCQ_ESTORE)
            fail_msg("not refused: %s", changes[i]);
        assert_null(t);
        run_rejected(&about, path);
    }
}

/* Both the view and the description say the same, but what they say is not what we would say. */
static void strange_sql_of_shown_is_rejected(void **state)
{
    (void)state;
    static const char *const sql[] = {"(select name from run)",
                                      "randomblob(9)",
                                      "w0 -- ",
                                      "\"w0\"",
                                      "w0 /* */",
                                      "'x",
                                      "w0;",
                                      "[w0]",
                                      "s.w0",
                                      "x'00'"};
    trace_about about = about_river();
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++) {
        wgcq_error err = {0};
        wgcq_trace *t = NULL;
        char *both;
        fresh(NULL);
        run_well(path, &about);
        both = sqlite3_mprintf(
            "update sqlite_schema set sql=replace(sql,(select value from meta where key='shown'),"
            "%Q) where name='states_1';update meta set value=%Q where key='shown'",
            sql[i], sql[i]);
        change(both);
        sqlite3_free(both);
        if (wgcq_trace_open(&t, path, &err) != WGCQ_ESTORE)
            fail_msg("not refused: %s", sql[i]);
        assert_null(t);
    }
}

/* Others may have analysed the file; that is no reason to distrust it. */
static void statistics_are_welcome(void **state)
{
    (void)state;
    wgcq_error err = {0};
    wgcq_trace *t = NULL;
    trace_about about = about_river();
    run_well(path, &about);
    change("analyze; vacuum");
    assert_int_equal(wgcq_trace_open(&t, path, &err), 0);
    wgcq_trace_free(t);
    run_well(path, &about);
}

static void names_that_sqlite_reads_otherwise(void **state)
{
    (void)state;
    static const char *const names[] = {"file:x?mode=memory", ":memory:", "file:test_trace.db"};
    trace_about about = about_river();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        run_well(names[i], &about);
        assert_true(exists(names[i]));
        unlink(names[i]);
    }
    assert_false(exists(path));
}

/* ---- a stranger's SQL -------------------------------------------------------------------- */

static void sql_rejects_all_but_reading(void **state)
{
    (void)state;
    static const char *const requests[] = {
        "insert into meta values('a','b')",
        "delete from run",
        "update run set status='complete'",
        "drop table run",
        "create table more(a)",
        "create temp table more(a)",
        "attach 'x' as y",
        "detach main",
        "pragma user_version=3",
        "pragma writable_schema=on",
        "pragma user_version",
        "vacuum",
        "vacuum into 'x.db'",
        "reindex",
        "analyze",
        "begin",
        "commit",
        "savepoint a",
        "explain delete from run",
        "select 1; select 2",
        "select 1; delete from run",
        "select 1; rubbish",
        "select load_extension('x')",
        "select readfile('x')",
        "select writefile('x','y')",
        "select fts3_tokenizer('simple')",
        "with a as (select 1) insert into meta select 1,2",
        "selec",
        "",
        "   ",
        "-- nothing",
        "/* */;",
        "select * from no_such_view",
        "select sum(c) from (select 9223372036854775807 as c union all select 1) where c>0",
        "select 'a",
    };
    wgcq_trace *t = NULL;
    wgcq_error err = {0};
    trace_about about = about_river();
    run_well(path, &about);
    assert_int_equal(wgcq_trace_open(&t, path, &err), 0);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        wgcq_rows *rows = NULL;
        err = (wgcq_error){0};
        int code = wgcq_trace_sql(&rows, t, requests[i], &err);
        if (!code)
            code = wgcq_rows_next(rows, &err);
        if (code != WGCQ_EREQUEST)
            fail_msg("%d (%s) for: %s", code, err.text, requests[i]);
        assert_true(err.text[0]);
        wgcq_rows_free(rows);
    }
    wgcq_trace_free(t);
    ASK("select count(*) from run", "1");
    assert_false(exists("x.db"));
}

static void sql_answers(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *first;
    } requests[] = {
        {"select count(*) from states;  -- all", "200"},
        {"-- how many\nselect count(*) from edges /* of them */ ; ;", "285"},
        {"values(1),(2)", "1"},
        {"with recursive r(i) as (select 1 union all select i+1 from r where i<5) select sum(i) "
         "from r",
         "15"},
        {"select upper(substr(move,1,4))||printf('%03d',7) from edges where src=1 limit 1",
         "TAKE007"},
        {"select shown from states where id=2", "w'est/92697206400550510"},
        {"select 0.5", "0.5"},
        {"select x'00ff41'", "00ff41"},
        {"select null", ""},
        {"select row_number() over (order by id desc) from states limit 1", "1"},
        {"select json_extract('[5]','$[0]')", "5"},
        {"explain select 1", "0"},
        {"select sum(value) from json_each('[4,5]')", "9"},
        {"select group_concat(name) from pragma_table_info('rejections')", "src,move,rule"},
    };
    wgcq_trace *t = NULL;
    wgcq_error err = {0};
    trace_about about = about_river();
    run_well(path, &about);
    assert_int_equal(wgcq_trace_open(&t, path, &err), 0);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        wgcq_rows *rows = NULL;
        if (wgcq_trace_sql(&rows, t, requests[i].sql, &err) || wgcq_rows_next(rows, &err))
            fail_msg("%s: %s", requests[i].sql, err.text);
        assert_string_equal(wgcq_rows_text(rows, 0), requests[i].first);
        wgcq_rows_free(rows);
    }
    wgcq_trace_free(t);
}

/* Rows outlive other questions, and even the trace. */
static void rows_stay_good(void **state)
{
    (void)state;
    wgcq_trace *t = NULL;
    wgcq_error err = {0};
    wgcq_rows *a, *b;
    trace_about about = about_river();
    int count = 0, code;
    run_well(path, &about);
    assert_int_equal(wgcq_trace_open(&t, path, &err), 0);
    assert_int_equal(wgcq_trace_sql(&a, t, "select id, farmer as who from states", &err), 0);
    assert_int_equal(wgcq_rows_columns(a), 2);
    assert_string_equal(wgcq_rows_name(a, 1), "who");
    assert_int_equal(wgcq_rows_next(a, &err), 0);
    assert_int_equal(trace_select(&b, t, "SELECT id FROM states LIMIT 1", &err), 0);
    assert_int_equal(wgcq_rows_next(b, &err), 0);
    wgcq_rows_free(b);
    wgcq_trace_free(t);
    assert_string_equal(wgcq_rows_text(a, 1), "east");
    while (!(code = wgcq_rows_next(a, &err)))
        count++;
    assert_int_equal(code, WGCQ_DONE);
    assert_int_equal(wgcq_rows_next(a, &err), WGCQ_DONE);
    assert_true(wgcq_rows_complete(a));
    assert_int_equal(count, STATES - 1);
    wgcq_rows_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIVER_TEST(foreign_files_are_rejected_untouched),
        RIVER_TEST(other_puzzles_are_rejected_untouched),
        RIVER_TEST(strange_schemas_are_rejected),
        RIVER_TEST(strange_sql_of_shown_is_rejected),
        RIVER_TEST(statistics_are_welcome),
        RIVER_TEST(names_that_sqlite_reads_otherwise),
        RIVER_TEST(sql_rejects_all_but_reading),
        RIVER_TEST(sql_answers),
        RIVER_TEST(rows_stay_good),
    };
    return RIVER_RUN(tests);
}
