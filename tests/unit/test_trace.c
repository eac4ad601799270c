/*
 * test_trace.c - what a run reports is in the file, for us and for any SQLite.
 */
#include "river.h"
#include "trace/write/writer.h"
#include "wgcq.h"

/* ---- two ways into the file --------------------------------------------------------------- */

/* The slow way would answer the same, so nothing else would show that the fast one is taken. */
static void rows_go_to_pages_unless_sql_is_asked_for(void **state)
{
    (void)state;
    for (int sql = 0; sql < 2; sql++) {
        wgcq_error err = {0};
        trace_writer *w = NULL;
        trace_about about = about_river();
        about.writer = sql ? WGCQ_WRITER_SQL : WGCQ_WRITER_PAGES;
        assert_int_equal(trace_begin(&w, path, &about, &err), 0);
        receiver o = trace_receiver(w);
        assert_int_equal(report_rows(&o, STATES, &err), 0);
        assert_int_equal(writer_uses_pages(w), !sql);
        assert_int_equal(w->pages != NULL, !sql);
        trace_close(w);
        unlink(path);
    }
}

/* ---- views ------------------------------------------------------------------------------- */

static void views_say_what_was_told(void **state)
{
    (void)state;
    trace_about about = about_river();
    run_well(path, &about);
    ASK("pragma integrity_check", "ok");
    ASK("pragma application_id", "1464288081");
    ASK("pragma user_version", "6");
    ASK("pragma journal_mode", "delete");
    assert_false(exists("test_trace.db-journal"));
    ASK("select group_concat(name,' ') from pragma_table_info('states')",
        "id depth to_goal is_start is_goal shown farmer id__ Depth_ a\"b \xc3\xa9tats select "
        "a; drop table run FARMER_ id_");
    ASK("select * from states where id = 1",
        "1|0|NULL|1|0|east/0|east|-4|a\"b|6000|false|7|v1|-9223372036854775808|0");
    ASK("select * from states where id = 200",
        "200|19|NULL|0|0|w'est/-1|west|195|); drop table run;--|1001000|true|7|v0|"
        "9223372036854775807|0");
    ASK("select id,depth,to_goal,is_start,is_goal,id_ from states where id in (60,63)",
        "60|5|0|0|1|0;63|6|NULL|0|0|1");
    ASK("select count(*),sum(is_start),sum(is_goal),count(to_goal) from states", "200|10|1|6");
    ASK("select count(*) from states where typeof(FARMER_)<>'integer'", "0");
    ASK("select count(*) from states where depth = 7", "10");
    ASK("select * from edges where src = 3",
        "3|13|take goat|1|3|0;3|1|cross; 'alone'|1|3|9223372036854775807");
    ASK("select group_concat(name,' ') from pragma_table_info('edges')",
        "src dst move moves noise Shown_");
    ASK("select count(*),max(src),max(dst) from edges", "285|190|200");
    ASK("select * from rejections where src in (1,4)",
        "1|take ?|it's \"full\";4|take ?|the wolf eats the goat");
    ASK("select * from solutions", "1|2|2|30|4");
    ASK("select * from steps", "1|0|NULL|NULL|10|w'est/834274857604954590|0|0|0;"
                               "1|1|take goat|10|20|w'est/1761246921610459690|1|10|0;"
                               "1|2|cross; 'alone'|20|30|w'est/2688218985615964790|2|30|4");
    ASK("select group_concat(name,' ') from pragma_table_info('steps')",
        "solution step move src dst shown moves noise Shown_");
    ASK("select id,\"order\",options,seconds,states,edges,status,depth,goals,dead_ends,"
        "shortest_length,shortest_count,solutions_stored,solutions_count from runs",
        "1|breadth-first|--trace all|0.5|200|285|complete|19|1|5|2|123456789012345678901234567890|"
        "1|NULL");
    ASK("select * from cheapest",
        "1|moves|2|123456789012345678901234567890|1.23456789012346e+29;1|noise|30|NULL|NULL");
    ASK("select key,value from meta where key in ('title','file','source','words') order by 1",
        "file|river.yaml;source|puzzle: Ri'ver\n;title|Ri'ver;words|2");
    ASK("select * from param", "n|3;level|[1, 2]");
    ASK("select said,\"column\" from field where id in (6,7,8)",
        "a[; drop table run]|a; drop table run;FARMER|FARMER_;id[_]|id_");
    ASK("select count(*) from sqlite_schema where type='index'", "3");
}

/* SQL and the model itself show a state alike; where SQL cannot, its text is kept. */
static void states_are_shown_alike(void **state)
{
    (void)state;
    wgcq_model reported = river;
    trace_about about = about_river();
    reported.texts.shown_sql = NULL;
    about.model = &reported;
    run_well(path, &about);
    char *by_text = strdup(ask("select group_concat(shown,' ') from states"));
    assert_non_null(by_text);
    ASK("select count(*) from pragma_table_info('state_1') where name='shown'", "1");
    fresh(NULL);
    about = about_river();
    run_well(path, &about);
    ASK("select count(*) from pragma_table_info('state_1') where name='shown'", "0");
    ASK("select group_concat(shown,' ') from states", by_text);
    free(by_text);
}

static void sql_that_sqlite_does_not_take_is_not_used(void **state)
{
    (void)state;
    wgcq_model deep = river;
    trace_about about = about_river();
    strbuf sql = {0};
    strbuf_put(&sql, "w0");
    for (int i = 0; i < 3000; i++)
        strbuf_put(&sql, "||w1");
    deep.texts.shown_sql = strbuf_string(&sql);
    about.model = &deep;
    run_well(path, &about);
    strbuf_free(&sql);
    ASK("select shown from states where id = 2", "w'est/92697206400550510"); /* 2^64 / 199 */
}

/* Values or none, in lists of up to three names and two numbers, and a set of numbers. */
#define PLACE(of, at, least, names, count, nothing, behind)                                        \
    {                                                                                              \
        .name = of, .label = of, .word = 1, .shift = at, .width = 2, .low = least,                 \
        .values = names, .value_count = count, .optional = true, .none = nothing, .ends = true,    \
        .end = behind                                                                              \
    }
#define MEMBER(of, at)                                                                             \
    {                                                                                              \
        .name = of, .label = of, .word = 1, .shift = at, .width = 1, .values = truth,              \
        .value_count = 2                                                                           \
    }

static void lists_of_optionals(void **state)
{
    (void)state;
    static const model_field own[] = {PLACE("q_0", 0, 0, banks, 2, 2, 3),
                                      PLACE("q_1", 2, 0, banks, 2, 2, 3),
                                      PLACE("q_2", 4, 0, banks, 2, 2, 3),
                                      PLACE("n_0", 6, 5, NULL, 0, 7, 8),
                                      PLACE("n_1", 8, 5, NULL, 0, 7, 8),
                                      MEMBER("s_5", 10),
                                      MEMBER("s_6", 11),
                                      MEMBER("s_7", 12)};
    static const model_list lists[] = {
        {.name = "q", .label = "q", .count = 3},
        {.name = "Shown", .label = "Shown", .first = 3, .count = 2},
        {.name = "N_0", .label = "s", .first = 5, .count = 3, .is_set = true, .low = 5}};
    wgcq_model model = river;
    trace_about about = about_river();
    model.fields = own;
    model.field_count = sizeof own / sizeof *own;
    model.lists = lists;
    model.list_count = 3;
    about.model = &model;
    run_well(path, &about);
    ASK("select group_concat(name,' ') from pragma_table_info('states') where cid>5",
        "q_0 q_1 q_2 n_0 n_1 s_5 s_6 s_7 q Shown_ N_0_");
    ASK("select q,Shown_,N_0_ from states where id in (12,15,24)",
        "[null,null]|[null,null]|[5];[\"west\",\"east\",\"west\"]|[5,null]|[6,7];"
        "[null,\"west\",null]|[]|[7]");
    ASK("select q_0,q_1,n_0,n_1,s_6 from states where id = 15", "west|east|5|NULL|true");
    ASK("select value from meta where key='lists'",
        "[{\"field\":8,\"first\":0,\"count\":3,\"end\":3},"
        "{\"field\":9,\"first\":3,\"count\":2,\"end\":8},"
        "{\"field\":10,\"first\":5,\"count\":3,\"set\":[5,6,7]}]");
    ASK("select value from meta where key='none'", "0 2, 1 2, 2 2, 3 7, 4 7");
    ASK("select group_concat(name||' '||type,' ') from columns where name in ('q','n_0','N_0_')",
        "n_0 INTEGER q TEXT N_0_ TEXT");
    run_well(path, &about); /* into the same file */
    model.list_count = 2;
    wgcq_error err = {0};
    trace_writer *w = NULL;
    assert_int_equal(trace_begin(&w, path, &about, &err), WGCQ_EOTHER);
    assert_non_null(strstr(err.text, "packs the states"));
}

static void very_many_variables(void **state)
{
    (void)state;
    static model_field wide[WIDE];
    static char names[WIDE][16];
    wgcq_model model = river;
    trace_about about = about_river();
    wgcq_trace *t = NULL;
    wgcq_error err = {0};
    for (int i = 0; i < WIDE; i++) {
        snprintf(names[i], sizeof names[i], "x_%d", i);
        wide[i] = (model_field){names[i], names[i], 0, 32, 7, 3, many, MANY, 0, 0, 0, 0, 0, 0};
    }
    model.fields = wide;
    model.field_count = WIDE;
    about.model = &model;
    run_well(path, &about);
    ASK("select value from meta where key='columns'", "1900 of 2500 variables");
    ASK("select count(*) from field where \"column\" is null", "600");
    ASK("select x_0,x_1899 from states where id = 42", "v42|v42");
    assert_int_equal(wgcq_trace_open(&t, path, &err), 0);
    wgcq_trace_free(t);
}

static void an_order_that_learns_depth_late(void **state)
{
    (void)state;
    wgcq_error err = {0};
    trace_about about = about_river();
    trace_writer *w;
    uint32_t depth[STATES + 1], to_goal[STATES + 1];
    about.order = "a-star";
    assert_int_equal(trace_begin(&w, path, &about, &err), 0);
    receiver o = trace_receiver(w);
    assert_int_equal(report_rows(&o, STATES, &err), 0);
    for (uint32_t s = 0; s <= STATES; s++) {
        depth[s] = s == 5 ? UINT32_MAX : s * 2;
        to_goal[s] = UINT32_MAX;
    }
    assert_int_equal(trace_distances(w, STATES, to_goal, depth, &err), 0);
    assert_int_equal(tell_end(w, STATES, &err), 0);
    trace_close(w);
    ASK("select id,depth,to_goal from states where id in (5,6)", "5|NULL|NULL;6|12|NULL");
    ASK("select id from states where depth = 40", "20");
}

/* ---- several runs ------------------------------------------------------------------------ */

static void runs_share_a_file(void **state)
{
    (void)state;
    wgcq_error err = {0};
    wgcq_trace *t = NULL;
    trace_about about = about_river();
    run_well(path, &about);
    about.order = "depth-first";
    assert_int_equal(whole_run(path, &about, 100, &err), 0);
    ASK("select id,\"order\",states from runs", "1|breadth-first|200;2|depth-first|100");
    ASK("select count(*) from states", "100");
    ASK("select count(*) from states_1", "200");
    ASK("select count(*) from steps_1", "3");
    ASK("select run,cost from cheapest", "1|moves;1|noise;2|moves;2|noise");
    assert_int_equal(wgcq_trace_open(&t, path, &err), 0);
    const trace_facts *f = trace_about_run(t);
    assert_int_equal(f->run, 2);
    assert_int_equal(f->states, 100);
    assert_string_equal(f->order, "depth-first");
    assert_string_equal(f->status, "complete");
    assert_string_equal(f->title, "Ri'ver");
    assert_string_equal(f->source, "puzzle: Ri'ver\n");
    assert_int_equal(f->param_count, 2);
    assert_string_equal(f->param_values[1], "[1, 2]");
    assert_int_equal(f->costs, 2);
    assert_string_equal(f->cost_names[1], "Shown");
    assert_int_equal(f->minimize_count, 2);
    assert_int_equal(f->minimize[0], 0);
    assert_int_equal(f->minimize[1], -1);
    assert_true(f->has_goal);
    assert_int_equal(f->keep, WGCQ_TRACE_ALL);
    wgcq_trace_free(t);
}

static void a_run_that_told_nothing_was_never_there(void **state)
{
    (void)state;
    wgcq_error err = {0};
    trace_writer *w;
    trace_about about = about_river();
    assert_int_equal(trace_begin(&w, path, &about, &err), 0);
    assert_int_equal(trace_run(w), 1);
    ASK("select id,status from runs", "1|interrupted");
    receiver o = trace_receiver(w);
    assert_int_equal(tell_states(&o, 1, 10, &err), 0);
    trace_close(w);
    assert_false(exists(path));
    assert_false(exists("test_trace.db-journal"));

    run_well(path, &about);
    assert_int_equal(trace_begin(&w, path, &about, &err), 0);
    assert_int_equal(trace_run(w), 2);
    ASK("select count(*) from states", "0");
    trace_close(w);
    ASK("select id,status from runs", "1|complete");
    ASK("select count(*) from states", "200");
    ASK("select count(*) from sqlite_schema where name like '%\\_2%' escape '\\'", "0");
}

static void a_run_left_half_way_is_interrupted(void **state)
{
    (void)state;
    wgcq_error err = {0};
    trace_writer *w;
    graph *g = NULL;
    wgcq_trace *t = NULL;
    trace_about about = about_river();
    assert_int_equal(trace_begin(&w, path, &about, &err), 0);
    receiver o = trace_receiver(w);
    assert_int_equal(report_rows(&o, 50, &err), 0);
    trace_close(w);
    ASK("select id,status,states,edges,rejections,depth,seconds>0 from runs",
        "1|interrupted|50|60|16|4|1");
    ASK("select expanded from run", "40");
    ASK("select count(*) from states", "50");
    ASK("pragma integrity_check", "ok");
    assert_int_equal(wgcq_trace_open(&t, path, &err), 0);
    assert_int_equal(trace_graph(&g, t, 0, &err), 0);
    assert_int_equal(g->states, 50);
    graph_free(g);
    wgcq_trace_free(t);
}

/* ---- what is kept ------------------------------------------------------------------------ */

static void levels_of_keeping(void **state)
{
    (void)state;
    static const struct {
        wgcq_trace_level keep;
        bool states, edges, rejections;
        const char *rows, *step;
    } levels[] = {
        {WGCQ_TRACE_ALL, true, true, true, "200|285|76|1",
         "take goat|10|20|w'est/1761246921610459690"},
        {WGCQ_TRACE_EDGES, true, true, false, "200|285|0|1",
         "take goat|10|20|w'est/1761246921610459690"},
        {WGCQ_TRACE_STATES, true, false, false, "200|0|0|1",
         "take goat|10|20|w'est/1761246921610459690"},
        {WGCQ_TRACE_SOLUTIONS, false, false, false, "0|0|0|1",
         "take goat|NULL|NULL|w'est/1761246921610459690"},
        {WGCQ_TRACE_NONE, false, false, false, "0|0|0|0", ""},
    };
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        wgcq_error err = {0};
        trace_about about = about_river();
        trace_writer *w;
        graph *g = NULL;
        wgcq_trace *t = NULL;
        fresh(NULL);
        about.keep = levels[i].keep;
        assert_int_equal(trace_begin(&w, path, &about, &err), 0);
        receiver o = trace_receiver(w);
        trace_close(w);
        assert_int_equal(levels[i].states, o.states != NULL);
        assert_int_equal(levels[i].edges, o.edges != NULL);
        assert_int_equal(levels[i].rejections, o.rejections != NULL);
        run_well(path, &about);
        ASK("select (select count(*) from states),(select count(*) from edges),"
            "(select count(*) from rejections),(select count(*) from solutions)",
            levels[i].rows);
        ASK("select move,src,dst,shown from steps where step=1", levels[i].step);
        assert_int_equal(wgcq_trace_open(&t, path, &err), 0);
        assert_int_equal(trace_graph(&g, t, 0, &err),
                         levels[i].keep <= WGCQ_TRACE_EDGES ? 0 : WGCQ_EREQUEST);
        graph_free(g);
        wgcq_trace_free(t);
    }
}

/* ---- reading back ------------------------------------------------------------------------ */

static void the_graph_comes_back(void **state)
{
    (void)state;
    wgcq_error err = {0};
    wgcq_trace *t = NULL;
    graph *g = NULL;
    strbuf line = {0};
    trace_about about = about_river();
    run_well(path, &about);
    assert_int_equal(wgcq_trace_open(&t, path, &err), 0);
    assert_int_equal(trace_graph(&g, t, 0, &err), 0);
    assert_int_equal(g->states, STATES);
    assert_int_equal(g->edges, 285);
    for (uint32_t s = 1; s <= STATES; s++) {
        uint64_t packed[2];
        pack(s, packed);
        assert_memory_equal(packed, g->state + (size_t)s * 2, sizeof packed);
        assert_int_equal(g->depth[s], depth_of(s));
    }
    assert_int_equal(g->marks[1], MARK_START);
    assert_int_equal(g->marks[60], MARK_GOAL | MARK_END);
    assert_int_equal(graph_row(g, 4) - graph_row(g, 3), 2);
    assert_int_equal(g->dst[graph_row(g, 3) + 1], 1);
    assert_int_equal(graph_move(g, graph_row(g, 3) + 1), 1);
    assert_true(g->cost[2 * (graph_row(g, 3) + 1) + 1] == INT64_MAX);
    graph_free(g);
    assert_int_equal(trace_move_text(t, 1, &line, &err), 0);
    assert_int_equal(trace_state_text(t, 2, &line, &err), 0);
    assert_string_equal(strbuf_string(&line), "cross; 'alone'w'est/92697206400550510");
    assert_int_equal(trace_move_text(t, 99, &line, &err), WGCQ_ESTORE);
    strbuf_free(&line);
    wgcq_trace_free(t);
}

/* A changed row is noticed where its number would mislead. */
static void damaged_rows_are_noticed(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "update edge_1 set src = 4294967297 where (src,move,dst)=(select src,move,dst from edge_1 "
        "order by src,move,dst limit 1 offset 6)",
        "update edge_1 set dst = 201 where (src,move,dst)=(select src,move,dst from edge_1 order "
        "by src,move,dst limit 1 offset 6)",
        "update edge_1 set dst = 0 where (src,move,dst)=(select src,move,dst from edge_1 order by "
        "src,move,dst limit 1 offset 6)",
        "update edge_1 set c0 = -1 where (src,move,dst)=(select src,move,dst from edge_1 order by "
        "src,move,dst limit 1 offset 6)",
        "delete from edge_1 where (src,move,dst)=(select src,move,dst from edge_1 order by "
        "src,move,dst limit 1 offset 284)",
        "delete from state_1 where id = 100",
        "delete from state_1 where id = 200",
        "update state_1 set marks = 256 where id = 5",
        "update state_1 set depth = -1 where id = 5",
    };
    trace_about about = about_river();
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        wgcq_error err = {0};
        wgcq_trace *t = NULL;
        graph *g = NULL;
        fresh(NULL);
        run_well(path, &about);
        change(changes[i]);
        assert_int_equal(wgcq_trace_open(&t, path, &err), 0);
        if (trace_graph(&g, t, 0, &err) != WGCQ_ESTORE)
            fail_msg("not noticed: %s", changes[i]);
        wgcq_trace_free(t);
    }
}

/* ---- solutions that share steps -------------------------------------------------------------- */

enum { PLANS = 60, PLAN_MOST = 40 };

static uint32_t seed;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
}

/* Where the last walk went, and what it had spent. */
typedef struct walk {
    uint32_t length, states[PLAN_MOST + 1];
    int64_t spent[2 * (PLAN_MOST + 1)];
} walk;

static void extend_walk(walk *to, uint32_t i)
{
    int64_t *spent = to->spent + 2 * (size_t)i;
    to->states[i] = i && draw(8) ? to->states[i - 1] % STATES + 1 : 1 + draw(9);
    if (!i)
        return;
    spent[0] = spent[-2] + (draw(9) ? 1 : 7);
    spent[1] = draw(20) ? spent[-1] : draw(2) ? INT64_MAX : -INT64_MAX;
}

/* A walk around a few states, of which others take parts, and which mostly begins as the one
   before; costs come near the ends of numbers. */
static void tell_walk(trace_writer *w, strbuf *due, walk *last, int64_t solution)
{
    wgcq_error err = {0};
    const uint32_t length = draw(PLAN_MOST + 1),
                   most = length < last->length ? length : last->length,
                   same = solution > 1 && draw(4) ? draw(most + 2) : 0;
    uint32_t moves[PLAN_MOST];
    uint64_t packed[2 * (PLAN_MOST + 1)];
    const uint32_t *states = last->states;
    const int64_t *spent = last->spent;
    char shown[PLAN_MOST + 1][40];
    const char *texts[PLAN_MOST + 1];
    last->length = length;
    for (uint32_t i = 0; i <= length; i++) {
        if (i >= same)
            extend_walk(last, i);
        pack(states[i], packed + 2 * (size_t)i);
        snprintf(shown[i], sizeof shown[i], "%s/%" PRId64, packed[2 * i] & 1 ? "east" : "w'est",
                 (int64_t)packed[2 * i + 1]);
        texts[i] = shown[i];
        if (i)
            moves[i - 1] = states[i] % 3;
        strbuf_printf(due, "%s%" PRId64 "|%u|%s|%s|%u|%" PRId64 "|%" PRId64, due->length ? ";" : "",
                      solution, i, i ? move_text(&river, moves[i - 1]) : "NULL", shown[i], i,
                      spent[2 * i], spent[2 * i + 1]);
    }
    solution_rows s = {length, states, moves, packed, trace_spells_steps(w) ? texts : NULL,
                       spent,  same};
    assert_int_equal(trace_solution(w, &s, &err), 0);
}

static void check_walks(const trace_about *about, uint32_t from)
{
    wgcq_error err = {0};
    trace_writer *w = NULL;
    strbuf due = {0};
    walk last = {0};
    seed = from;
    unlink(path);
    assert_int_equal(trace_begin(&w, path, about, &err), 0);
    receiver o = trace_receiver(w);
    assert_int_equal(report_rows(&o, STATES, &err), 0);
    for (int64_t i = 1; i <= PLANS; i++)
        tell_walk(w, &due, &last, i);
    assert_int_equal(tell_end(w, STATES, &err), 0);
    trace_close(w);
    ASK("select solution,step,move,shown,moves,noise,\"Shown_\" from steps", strbuf_string(&due));
    ASK("pragma integrity_check", "ok");
    ASK("select count(*) from step_1 where not exists (select * from piece_1 where"
        " id between first and first+steps-1)",
        "0");
    strbuf_free(&due);
}

static void solutions_share_steps(void **state)
{
    (void)state;
    static const wgcq_trace_level levels[] = {WGCQ_TRACE_ALL, WGCQ_TRACE_STATES,
                                              WGCQ_TRACE_SOLUTIONS};
    for (uint32_t from = 1; from <= 24; from++) {
        wgcq_model spelled = river;
        trace_about about = about_river();
        spelled.texts.shown_sql = from & 4 ? NULL : river.texts.shown_sql;
        about.model = &spelled;
        about.keep = levels[from % 3];
        about.writer = from & 1 ? WGCQ_WRITER_SQL : WGCQ_WRITER_PAGES;
        about.max_memory = from & 2 ? 1 << 14 : 0; /* few steps are remembered */
        check_walks(&about, from);
    }
}

/* A memory of a few rows finds what it was told since it forgot. */
static void steps_are_remembered(void **state)
{
    (void)state;
    enum { KEYS = 50, MOST = 700, ROWS = 5000 };
    int64_t row_of[KEYS * KEYS] = {0}, first = 1;
    step_memory m = {0};
    seed = 1;
    step_memory_begin(&m, 2, 3, MOST, 1);
    assert_null(step_memory_row(&m, 1));
    for (int64_t row = 1; row <= ROWS; row++) {
        int64_t values[3] = {draw(KEYS), draw(KEYS), row};
        int64_t *known = &row_of[values[0] * KEYS + values[1]];
        assert_int_equal(step_memory_find(&m, values), *known >= first ? *known : 0);
        if (row - first == MOST)
            first = row;
        assert_true(step_memory_add(&m, values));
        *known = *known >= first ? *known : row;
        assert_true(step_memory_has(&m, row, values));
        assert_int_equal(step_memory_row(&m, row)[2], row);
        assert_null(step_memory_row(&m, first - 1));
        assert_true(step_memory_bytes(&m) < MOST * 64);
    }
    step_memory_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIVER_TEST(rows_go_to_pages_unless_sql_is_asked_for),
        RIVER_TEST(views_say_what_was_told),
        RIVER_TEST(states_are_shown_alike),
        RIVER_TEST(sql_that_sqlite_does_not_take_is_not_used),
        RIVER_TEST(lists_of_optionals),
        RIVER_TEST(very_many_variables),
        RIVER_TEST(an_order_that_learns_depth_late),
        RIVER_TEST(runs_share_a_file),
        RIVER_TEST(a_run_that_told_nothing_was_never_there),
        RIVER_TEST(a_run_left_half_way_is_interrupted),
        RIVER_TEST(levels_of_keeping),
        RIVER_TEST(the_graph_comes_back),
        RIVER_TEST(damaged_rows_are_noticed),
        RIVER_TEST(solutions_share_steps),
        RIVER_TEST(steps_are_remembered),
    };
    return RIVER_RUN(tests);
}
