/* test_journey_trace.c - the tree of a journey in a file, against plain recursion and itself. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wgcq.h>

#include "suite.h"

/* In memory where that is possible: each file is synced. */
static char folder[40] = "/dev/shm/wgcq-tree-XXXXXX";

static const char *path_of(const char *name)
{
    static char paths[4][80];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s.db", folder, name);
    return path;
}

static const char *fresh(const char *name)
{
    const char *path = path_of(name);
    remove(path);
    return path;
}

/* ---- what a file holds ----------------------------------------------------------------------- */

/* All rows of a query as text, which the caller frees. */
static char *rows_of(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *query;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &query, NULL), SQLITE_OK);
    int code;
    while ((code = sqlite3_step(query)) == SQLITE_ROW)
        for (int i = 0, n = sqlite3_column_count(query); i < n; i++) {
            const char *value = (const char *)sqlite3_column_text(query, i);
            fprintf(out, "%s%c", value ? value : "NULL", i + 1 < n ? '|' : '\n');
        }
    assert_int_equal(code, SQLITE_DONE);
    sqlite3_finalize(query);
    sqlite3_close(db);
    fclose(out);
    return text;
}

static long long number_of(const char *path, const char *sql)
{
    char *text = rows_of(path, sql);
    long long number = atoll(text);
    free(text);
    return number;
}

static void has_rows(const char *path, const char *sql, const char *expected)
{
    char *text = rows_of(path, sql);
    assert_string_equal(text, expected);
    free(text);
}

/* The tree, its guards, its results: what does not depend on how it was made. */
static char *tree_of(const char *path)
{
    char *nodes = rows_of(path, "SELECT * FROM nodes ORDER BY id"),
         *guards = rows_of(path, "SELECT * FROM guards ORDER BY name, depth"),
         *results = rows_of(path, "SELECT * FROM results ORDER BY id"),
         *moves = rows_of(path, "SELECT * FROM moves ORDER BY result, step"), *all;
    size_t length;
    FILE *out = open_memstream(&all, &length);
    fprintf(out, "%s\n%s\n%s\n%s", nodes, guards, results, moves);
    fclose(out);
    free(nodes);
    free(guards);
    free(results);
    free(moves);
    return all;
}

/* Every node has an earlier parent that has nodes below it, and the right depth; only such ones
   have; guards have failed as often as nodes say. */
static void holds_a_tree(const char *path)
{
    has_rows(path, "SELECT integrity_check FROM pragma_integrity_check", "ok\n");
    has_rows(path,
             "SELECT count(*) FROM nodes c LEFT JOIN nodes p ON p.id=c.parent WHERE c.id>1 AND "
             "(p.id IS NULL OR p.id>=c.id OR p.outcome<>'choices' OR c.depth<>p.depth+"
             "(c.kind LIKE 'choose%' OR c.kind LIKE 'tabled%' OR c.kind IN ('subset_size', "
             "'interleave')))",
             "0\n");
    has_rows(path,
             "SELECT (SELECT count(*) FROM nodes WHERE outcome='choices') - "
             "(SELECT count(DISTINCT parent) FROM nodes)",
             "0\n");
    has_rows(path,
             "SELECT name, depth, failed FROM guards WHERE failed AND name NOT NULL EXCEPT "
             "SELECT name, depth, count(*) FROM nodes WHERE outcome='failed' GROUP BY name, depth",
             "");
    has_rows(path, "SELECT count(*) FROM nodes WHERE name NOT NULL AND outcome<>'failed'", "0\n");
    has_rows(path, "SELECT count(*) FROM guards WHERE failed>tried", "0\n");
}

/* ---- running --------------------------------------------------------------------------------- */

static long run_all(wgcq_journey_fn *fn, void *state, size_t size,
                    const wgcq_iterator_options *options, int ends)
{
    wgcq_iterator *t;
    wgcq_error err = {0};
    long found = 0;
    int code = wgcq_iterator_new(&t, fn, state, size, options, &err);
    assert_int_equal(code, 0);
    while ((code = wgcq_iterator_next(t, &err)) == 0 || (code == WGCQ_LIMIT && options->max_runs))
        found += !code;
    if (code != ends)
        print_error("%d %s\n", code, err.text);
    assert_int_equal(code, ends);
    wgcq_iterator_free(t);
    return found;
}

/* ---- queens, and what a plain recursion counts ----------------------------------------------- */

typedef struct queens {
    uint8_t size, rows, at[14];
} queens;

static bool in_line(const queens *q, int column)
{
    for (int row = 0; row < q->rows; row++)
        if (q->at[row] == column)
            return true;
    return false;
}

static bool in_slope(const queens *q, int column)
{
    for (int row = 0; row < q->rows; row++)
        if (abs(q->at[row] - column) == q->rows - row)
            return true;
    return false;
}

static bool place(wgcq_journey *j, void *state)
{
    queens *q = state;
    size_t column;
    if (!wgcq_choose(j, q->size, &column) || !wgcq_guard(j, !in_line(q, (int)column), "line") ||
        !wgcq_guard(j, !in_slope(q, (int)column), "slope"))
        return false;
    q->at[q->rows++] = (uint8_t)column;
    return wgcq_move(j, column % 2 ? "odd" : "even", (int64_t)column);
}

static bool place_all(wgcq_journey *j, void *state)
{
    return wgcq_repeat(j, ((queens *)state)->size, place);
}

static bool place_rest(wgcq_journey *j, void *state)
{
    const queens *q = state;
    return q->rows == q->size || (place(j, state) && place_rest(j, state));
}

static size_t show_queens(const void *state, char *text, size_t size)
{
    const queens *q = state;
    size_t length = 0;
    for (int i = 0; i < q->size; i++)
        length += (size_t)snprintf(length < size ? text + length : NULL,
                                   length < size ? size - length : 0, "%d", q->at[i]);
    return length;
}

typedef struct counted {
    long nodes, results;
    long tried[2][12], failed[2][12];
    char *shown;
} counted;

static void count_queens(queens *q, counted *c)
{
    c->nodes++;
    if (q->rows == q->size) {
        c->results++;
        return;
    }
    for (int column = 0; column < q->size; column++) {
        int depth = q->rows + 1;
        c->tried[0][depth]++;
        if (in_line(q, column)) {
            c->failed[0][depth]++;
            c->nodes++;
            continue;
        }
        c->tried[1][depth]++;
        if (in_slope(q, column)) {
            c->failed[1][depth]++;
            c->nodes++;
            continue;
        }
        q->at[q->rows++] = (uint8_t)column;
        count_queens(q, c);
        q->rows--;
    }
}

static void queens_are_counted(void **unused)
{
    (void)unused;
    for (uint8_t n = 1; n <= 8; n++) {
        const char *path = fresh("queens");
        queens q = {.size = n};
        counted c = {0};
        count_queens(&q, &c);
        memset(&q, 0, sizeof q);
        q.size = n;
        assert_int_equal(run_all(place_all, &q, sizeof q,
                                 &(wgcq_iterator_options){.trace = path, .show = show_queens},
                                 WGCQ_DONE),
                         c.results);
        assert_int_equal(number_of(path, "SELECT count(*) FROM nodes"), c.nodes);
        assert_int_equal(number_of(path, "SELECT count(*) FROM results"), c.results);
        for (int depth = 1; depth <= n; depth++)
            for (int name = 0; name < 2; name++) {
                char sql[120];
                snprintf(sql, sizeof sql,
                         "SELECT tried*1000000+failed FROM guards WHERE name='%s' AND depth=%d",
                         name ? "slope" : "line", depth);
                assert_int_equal(number_of(path, sql),
                                 c.tried[name][depth] * 1000000 + c.failed[name][depth]);
            }
        has_rows(path, "SELECT nodes-(SELECT count(*) FROM nodes), complete, ended FROM about",
                 "0|1|all\n");
        holds_a_tree(path);
    }
}

static void rows_are_as_documented(void **unused)
{
    (void)unused;
    const char *path = fresh("rows");
    queens q = {.size = 4};
    run_all(place_all, &q, sizeof q,
            &(wgcq_iterator_options){.trace = path, .show = show_queens, .name = "queens"},
            WGCQ_DONE);
    has_rows(path, "SELECT * FROM nodes WHERE id<9",
             "1|NULL|0|start|NULL|NULL|choices\n"
             "2|1|1|choose|NULL|0|choices\n"
             "3|2|2|choose|line|0|failed\n"
             "4|2|2|choose|slope|1|failed\n"
             "5|2|2|choose|NULL|2|choices\n"
             "6|5|3|choose|line|0|failed\n"
             "7|5|3|choose|slope|1|failed\n"
             "8|5|3|choose|line|2|failed\n");
    has_rows(path, "SELECT * FROM results", "1|27|6|1302\n2|39|6|2031\n");
    has_rows(path, "SELECT outcome FROM nodes JOIN results ON node=nodes.id", "result\nresult\n");
    has_rows(path, "SELECT step, move FROM moves WHERE result=1", "1|odd\n2|odd\n3|even\n4|even\n");
    has_rows(path, "SELECT name, state_size FROM about", "queens|16\n");
}

/* Without wgcq_repeat it is the same tree. */
static void loops_are_no_part_of_it(void **unused)
{
    (void)unused;
    const char *loop = fresh("loop"), *calls = fresh("calls");
    queens q = {.size = 6};
    run_all(place_all, &q, sizeof q, &(wgcq_iterator_options){.trace = loop}, WGCQ_DONE);
    run_all(place_rest, &q, sizeof q, &(wgcq_iterator_options){.trace = calls}, WGCQ_DONE);
    char *a = tree_of(loop), *b = tree_of(calls);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

/* ---- random journeys ------------------------------------------------------------------------- */

typedef struct wander_state {
    uint64_t hash;
    uint64_t deep;
} wander_state;

static uint64_t mix(uint64_t h)
{
    h = (h ^ h >> 31) * 0x9e3779b97f4a7c15;
    return h ^ h >> 29;
}

static bool wander(wgcq_journey *j, void *state);

static bool wander_on(wgcq_journey *j, void *state)
{
    wander_state *s = state;
    s->hash = mix(s->hash + 1);
    return wander(j, state);
}

static bool take_three(void *bag, const void *state)
{
    (void)state;
    return ++*(int *)bag < 3;
}

static bool wander_nested(wgcq_journey *j, wander_state *s)
{
    uint64_t count = 0;
    int taken = 0;
    bool yes = false, ok = true;
    switch (s->hash >> 20 & 7) {
    case 0: ok = wgcq_once(j, wander); break;
    case 1: ok = wgcq_any(j, wander); break;
    case 2: ok = wgcq_none(j, wander); break;
    case 3: ok = wgcq_count(j, wander, &count); break;
    case 4: ok = wgcq_or_else(j, wander, wander_on); break;
    case 5: ok = wgcq_whether(j, wander, &yes); break;
    case 6: ok = wgcq_find_all(j, wander, take_three, &taken); break;
    default: ok = wgcq_repeat(j, 3, wander_on); break;
    }
    s->hash = mix(s->hash + count + yes + (uint64_t)taken);
    return ok;
}

static bool wander_chosen(wgcq_journey *j, wander_state *s)
{
    size_t which = 0;
    int64_t value = 0;
    unsigned bit = 0;
    uint64_t members = 0;
    unsigned char order[3] = {0};
    bool ok = true;
    switch (s->hash >> 16 & 7) {
    case 0: ok = wgcq_choose_from(j, -1, (int64_t)(s->hash & 1), &value); break;
    case 1: ok = wgcq_choose_bit(j, s->hash & 0x13, &bit); break;
    case 2: ok = wgcq_choose_subset(j, 3, 1, 2, &members); break;
    case 3: ok = wgcq_choose_permutation(j, 3, order); break;
    default: ok = wgcq_choose(j, s->hash & 3, &which); break;
    }
    s->hash = mix(s->hash + which + (uint64_t)value + bit + members + order[0] + 2u * order[1]);
    return ok;
}

static bool wander(wgcq_journey *j, void *state)
{
    static const char *const names[] = {"red", "green", "blue"};
    wander_state *s = state;
    uint64_t deep = s->deep;
    s->deep++;
    for (int i = 0; i < 3; i++) {
        s->hash = mix(s->hash);
        unsigned what = (unsigned)(s->hash >> 40 & 15);
        if (what < 6 && !wander_chosen(j, s))
            return false;
        if (what >= 6 && what < 10 && !wgcq_guard(j, (s->hash >> 50 & 3) != 0, names[s->hash % 3]))
            return false;
        if (what >= 10 && what < 13 && deep < 3 && !wander_nested(j, s))
            return false;
        if (what == 13 && !wgcq_cut(j))
            return false;
        if (what == 14 && !wgcq_guard(j, s->hash >> 60 != 0, NULL))
            return false;
        if (what == 15 && !wgcq_move(j, names[s->hash % 3], 1))
            return false;
    }
    s->deep = deep;
    return true;
}

static bool is_large(uint64_t seed)
{
    wander_state s = {.hash = mix(seed)};
    wgcq_iterator *t;
    assert_int_equal(wgcq_iterator_new(&t, wander, &s, sizeof s,
                                       &(wgcq_iterator_options){.max_runs = 300}, NULL),
                     0);
    int code;
    while ((code = wgcq_iterator_next(t, NULL)) == 0)
        continue;
    wgcq_iterator_free(t);
    return code == WGCQ_LIMIT;
}

/* The whole tree in one go. */
static char *wander_tree(uint64_t seed, wgcq_iterator_options options)
{
    const char *path = fresh("wander");
    wander_state s = {.hash = mix(seed)};
    options.trace = path;
    run_all(wander, &s, sizeof s, &options, options.max_depth ? WGCQ_LIMIT : WGCQ_DONE);
    holds_a_tree(path);
    return tree_of(path);
}

static void random_trees_do_not_depend_on_limits(void **unused)
{
    (void)unused;
    int made = 0;
    for (uint64_t seed = 1; made < 60; seed++) {
        if (is_large(seed))
            continue;
        char *whole = wander_tree(seed, (wgcq_iterator_options){0}),
             *limited = wander_tree(seed, (wgcq_iterator_options){.max_runs = 301}),
             *checked = wander_tree(seed, (wgcq_iterator_options){.check = true}),
             *distinct = wander_tree(seed, (wgcq_iterator_options){.distinct = true, .offset = 2});
        made++;
        assert_string_equal(whole, limited);
        assert_string_equal(whole, checked);
        assert_string_equal(whole, distinct);
        free(whole);
        free(limited);
        free(checked);
        free(distinct);
    }
}

/* Suspended as often as it goes on, in one process. */
static void queens_do_not_depend_on_limits(void **unused)
{
    (void)unused;
    const char *path = fresh("whole");
    queens q = {.size = 5};
    run_all(place_all, &q, sizeof q, &(wgcq_iterator_options){.trace = path}, WGCQ_DONE);
    char *whole = tree_of(path);
    for (uint64_t runs = 1; runs < 40; runs++) {
        path = fresh("limited");
        run_all(place_all, &q, sizeof q,
                &(wgcq_iterator_options){.trace = path, .max_runs = runs + 1}, WGCQ_DONE);
        char *limited = tree_of(path);
        assert_string_equal(whole, limited);
        free(limited);
    }
    free(whole);
}

/* ---- stopped and resumed --------------------------------------------------------------------- */

/* Iterators after each other, each of which leaves after so many runs and so many results. */
static long resume_until_done(wgcq_journey_fn *fn, const void *initial, size_t size,
                              wgcq_iterator_options options, long results)
{
    unsigned char state[64];
    long found = 0;
    for (int again = 0; again < 5000; again++) {
        wgcq_iterator *t;
        wgcq_error err = {0};
        memcpy(state, initial, size);
        int code = wgcq_iterator_new(&t, fn, state, size, &options, &err);
        if (code)
            print_error("%s\n", err.text);
        assert_int_equal(code, 0);
        for (long i = 0; i < results && (code = wgcq_iterator_next(t, &err)) == 0; i++)
            found++;
        wgcq_iterator_free(t);
        if (code == WGCQ_DONE)
            return found;
        assert_true(code == 0 || code == WGCQ_LIMIT);
    }
    fail();
    return 0;
}

static void resumed_trees_are_the_same(void **unused)
{
    (void)unused;
    const char *path = fresh("whole");
    queens q = {.size = 5};
    long all = run_all(place_all, &q, sizeof q, &(wgcq_iterator_options){.trace = path}, WGCQ_DONE);
    char *whole = tree_of(path);
    for (int i = 0; i < 12; i++) {
        path = fresh("resumed");
        wgcq_iterator_options options = {.trace = path, .max_runs = i % 4 ? (uint64_t)(9 * i) : 0};
        assert_int_equal(
            resume_until_done(i % 2 ? place_all : place_rest, &q, sizeof q, options, 1 + i), all);
        char *resumed = tree_of(path);
        assert_string_equal(whole, resumed);
        has_rows(path, "SELECT complete, ended FROM about", "1|all\n");
        free(resumed);
    }
    free(whole);
}

static void random_trees_are_resumed(void **unused)
{
    (void)unused;
    int made = 0;
    for (uint64_t seed = 1; made < 60; seed++) {
        wander_state s = {.hash = mix(seed)};
        if (is_large(seed))
            continue;
        char *whole = wander_tree(seed, (wgcq_iterator_options){0});
        const char *path = fresh("resumed");
        resume_until_done(wander, &s, sizeof s, (wgcq_iterator_options){.trace = path}, 1);
        char *resumed = tree_of(path);
        made++;
        assert_string_equal(whole, resumed);
        free(whole);
        free(resumed);
    }
}

/* A nested journey needs its runs in one go, so the limit grows until they do. */
static void random_trees_are_resumed_after_limits(void **unused)
{
    (void)unused;
    int made = 0;
    for (uint64_t seed = 1; made < 60; seed++) {
        wander_state s = {.hash = mix(seed)};
        if (is_large(seed))
            continue;
        char *whole = wander_tree(seed, (wgcq_iterator_options){0});
        const char *path = fresh("resumed");
        for (uint64_t runs = 2;; runs++) {
            wander_state state = s;
            wgcq_iterator *t;
            wgcq_error err = {0};
            wgcq_iterator_options options = {.trace = path, .max_runs = runs};
            assert_int_equal(wgcq_iterator_new(&t, wander, &state, sizeof state, &options, &err),
                             0);
            int code;
            while ((code = wgcq_iterator_next(t, &err)) == 0)
                continue;
            wgcq_iterator_free(t);
            if (code == WGCQ_DONE)
                break;
            assert_int_equal(code, WGCQ_LIMIT);
        }
        char *resumed = tree_of(path);
        made++;
        assert_string_equal(whole, resumed);
        free(whole);
        free(resumed);
    }
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void refuses(const char *path, const queens *q, const wgcq_iterator_options *options,
                    int code, const char *why)
{
    wgcq_iterator *t = NULL;
    wgcq_error err = {0};
    queens state = *q;
    char command[200], before[100] = "", after[100] = "";
    snprintf(command, sizeof command, "cksum < %s", path);
    FILE *sum = popen(command, "r");
    assert_non_null(fgets(before, sizeof before, sum));
    pclose(sum);
    assert_int_equal(wgcq_iterator_new(&t, place_all, &state, sizeof state, options, &err), code);
    if (!strstr(err.text, why))
        print_error("%s\n", err.text);
    assert_non_null(strstr(err.text, why));
    sum = popen(command, "r");
    assert_non_null(fgets(after, sizeof after, sum));
    pclose(sum);
    assert_string_equal(before, after);
}

static void other_files_are_refused(void **unused)
{
    (void)unused;
    const char *path = fresh("other");
    queens q = {.size = 4};
    wgcq_iterator_options options = {.trace = path};
    FILE *file = fopen(path, "w");
    fprintf(file,
            "not a database, but a text of more than a hundred bytes, so that it could have a "
            "header such as SQLite writes; it has none.\n");
    fclose(file);
    refuses(path, &q, &options, WGCQ_ESTORE, "is no tree of a journey");
    remove(path);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE t(a)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    refuses(path, &q, &options, WGCQ_ESTORE, "is no tree of a journey");
}

/* It may be what a kill before the first commit has left. */
static void an_empty_file_is_none(void **unused)
{
    (void)unused;
    const char *path = fresh("empty");
    queens q = {.size = 6};
    FILE *file = fopen(path, "w");
    fclose(file);
    run_all(place_all, &q, sizeof q, &(wgcq_iterator_options){.trace = path}, WGCQ_DONE);
    holds_a_tree(path);
    has_rows(path, "SELECT results, complete FROM about", "4|1\n");
}

static void other_trees_are_refused(void **unused)
{
    (void)unused;
    const char *path = fresh("tree");
    queens q = {.size = 6}, other = {.size = 5};
    wgcq_iterator *t;
    wgcq_iterator_options options = {.trace = path, .name = "queens"}, named = options,
                          behind = options, checked = options;
    uint64_t first[] = {1};
    assert_int_equal(wgcq_iterator_new(&t, place_all, &q, sizeof q, &options, NULL), 0);
    assert_int_equal(wgcq_iterator_next(t, NULL), 0);
    wgcq_iterator_free(t);
    memset(&q, 0, sizeof q);
    q.size = 6;
    named.name = "kings";
    behind.after = first;
    behind.after_count = 1;
    checked.check = true;
    refuses(path, &other, &options, WGCQ_ESTORE, "holds the tree of another journey");
    refuses(path, &q, &named, WGCQ_ESTORE, "holds the tree of another journey");
    refuses(path, &q, &behind, WGCQ_EREQUEST, "options->after");
    refuses(path, &q, &checked, WGCQ_EREQUEST, "check");
    run_all(place_all, &q, sizeof q, &options, WGCQ_DONE);
    memset(&q, 0, sizeof q);
    q.size = 6;
    refuses(path, &q, &options, WGCQ_ESTORE, "holds the whole tree");
}

static void so_many_nodes_are_stored(void **unused)
{
    (void)unused;
    const char *path = fresh("whole");
    queens q = {.size = 6};
    run_all(place_all, &q, sizeof q, &(wgcq_iterator_options){.trace = path}, WGCQ_DONE);
    char *whole = rows_of(path, "SELECT id, parent, depth, value FROM nodes WHERE id<=200");
    path = fresh("limited");
    wgcq_iterator_options options = {.trace = path, .trace_nodes = 200};
    assert_int_equal(run_all(place_all, &q, sizeof q, &options, WGCQ_DONE), 4);
    char *limited = rows_of(path, "SELECT id, parent, depth, value FROM nodes");
    assert_string_equal(whole, limited);
    has_rows(path, "SELECT nodes, results, complete, ended FROM about", "200|1|0|trace_nodes\n");
    memset(&q, 0, sizeof q);
    q.size = 6;
    refuses(path, &q, &options, WGCQ_ESTORE, "trace_nodes");
    free(whole);
    free(limited);
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void depth_cuts_short(void **unused)
{
    (void)unused;
    const char *path = fresh("depth");
    queens q = {.size = 5};
    run_all(place_all, &q, sizeof q, &(wgcq_iterator_options){.trace = path, .max_depth = 3},
            WGCQ_LIMIT);
    has_rows(path, "SELECT max(depth), complete, ended FROM nodes, about", "3|0|max_depth\n");
    assert_true(number_of(path, "SELECT count(*) FROM nodes WHERE outcome='cut short'") > 0);
    has_rows(path, "SELECT DISTINCT depth FROM nodes WHERE outcome='cut short'", "3\n");
}

static bool raise_at_two(wgcq_journey *j, void *state)
{
    size_t which;
    (void)state;
    return wgcq_choose(j, 5, &which) && (which < 2 || wgcq_raise(j, "two is too many"));
}

static void errors_are_told(void **unused)
{
    (void)unused;
    const char *path = fresh("raise");
    char state = 0;
    run_all(raise_at_two, &state, 1, &(wgcq_iterator_options){.trace = path}, WGCQ_ERUN);
    has_rows(path, "SELECT value, outcome FROM nodes",
             "NULL|choices\n0|result\n1|result\n2|error\n");
    has_rows(path, "SELECT complete, ended FROM about", "0|error\n");
}

static bool three_of_ten(wgcq_journey *j, void *state)
{
    (void)state;
    int64_t n;
    return wgcq_choose_from(j, 1, 10, &n) && wgcq_guard(j, n % 3 == 0, "by three");
}

static bool nested_once(wgcq_journey *j, void *state)
{
    size_t which;
    (void)state;
    return wgcq_choose(j, 2, &which) && wgcq_once(j, three_of_ten) &&
           wgcq_guard(j, which, "second");
}

static void nested_journeys_are_below(void **unused)
{
    (void)unused;
    const char *path = fresh("nested");
    char state = 0;
    run_all(nested_once, &state, 1, &(wgcq_iterator_options){.trace = path}, WGCQ_DONE);
    has_rows(path, "SELECT * FROM nodes",
             "1|NULL|0|start|NULL|NULL|choices\n"
             "2|1|1|choose|NULL|0|choices\n"
             "3|2|1|once|NULL|NULL|choices\n"
             "4|3|2|choose_from|by three|1|failed\n"
             "5|3|2|choose_from|by three|2|failed\n"
             "6|3|2|choose_from|NULL|3|result\n"
             "7|2|1|then|second|1|failed\n"
             "8|1|1|choose|NULL|1|choices\n"
             "9|8|1|once|NULL|NULL|choices\n"
             "10|9|2|choose_from|by three|1|failed\n"
             "11|9|2|choose_from|by three|2|failed\n"
             "12|9|2|choose_from|NULL|3|result\n"
             "13|8|1|then|NULL|1|result\n");
    has_rows(path, "SELECT * FROM results", "1|13|0|00\n");
    has_rows(path, "SELECT * FROM guards ORDER BY name", "by three|2|6|4\nsecond|1|2|1\n");
}

static bool two_or_three(wgcq_journey *j, void *state)
{
    int64_t value;
    if (!wgcq_choose_from(j, 2, 3, &value) || !wgcq_move(j, "chosen", value))
        return false;
    *(char *)state = (char)value;
    return true;
}

static bool from_tables(wgcq_journey *j, void *state)
{
    static wgcq_journey_fn *const both[] = {two_or_three, two_or_three};
    char *sum = state, first;
    if (!wgcq_tabled(j, two_or_three))
        return false;
    first = *sum;
    *sum = 0;
    if (!wgcq_tabled_best(j, two_or_three) || !wgcq_guard(j, first == *sum, "alike"))
        return false;
    *sum = 0;
    return wgcq_interleave(j, 2, both);
}

static void results_of_others_are_choices(void **unused)
{
    (void)unused;
    const char *path = fresh("tables");
    char state = 0;
    run_all(from_tables, &state, 1, &(wgcq_iterator_options){.trace = path}, WGCQ_DONE);
    has_rows(path, "SELECT * FROM nodes",
             "1|NULL|0|start|NULL|NULL|choices\n"
             "2|1|1|tabled|NULL|0|choices\n"
             "3|2|2|tabled_best|NULL|0|choices\n"
             "4|3|3|interleave|NULL|0|result\n"
             "5|3|3|interleave|NULL|1|result\n"
             "6|3|3|interleave|NULL|2|result\n"
             "7|3|3|interleave|NULL|3|result\n"
             "8|2|2|tabled_best|alike|1|failed\n"
             "9|1|1|tabled|NULL|1|choices\n"
             "10|9|2|tabled_best|alike|0|failed\n"
             "11|9|2|tabled_best|NULL|1|choices\n"
             "12|11|3|interleave|NULL|0|result\n"
             "13|11|3|interleave|NULL|1|result\n"
             "14|11|3|interleave|NULL|2|result\n"
             "15|11|3|interleave|NULL|3|result\n");
    holds_a_tree(path);
}

static int make_folder(void **unused)
{
    (void)unused;
    if (mkdtemp(folder))
        return 0;
    strcpy(folder, "/tmp/wgcq-tree-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **unused)
{
    (void)unused;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queens_are_counted),
        cmocka_unit_test(rows_are_as_documented),
        cmocka_unit_test(loops_are_no_part_of_it),
        cmocka_unit_test(nested_journeys_are_below),
        cmocka_unit_test(results_of_others_are_choices),
        cmocka_unit_test(queens_do_not_depend_on_limits),
        cmocka_unit_test(random_trees_do_not_depend_on_limits),
        cmocka_unit_test(resumed_trees_are_the_same),
        cmocka_unit_test(random_trees_are_resumed),
        cmocka_unit_test(random_trees_are_resumed_after_limits),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(an_empty_file_is_none),
        cmocka_unit_test(other_trees_are_refused),
        cmocka_unit_test(so_many_nodes_are_stored),
        cmocka_unit_test(depth_cuts_short),
        cmocka_unit_test(errors_are_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
