/*
 * test_puzzle.c - puzzles from their YAML to their answers: settings, mistakes that exploring runs
 * into, and that the program, the interpreter and SQL agree.
 */
#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/model.h"
#include "suite.h"
#include "wgcq.h"

/* ---- reading ---------------------------------------------------------------------- */

typedef struct asked {
    int code;
    wgcq_puzzle *puzzle;
    wgcq_diagnostics *complaints;
    wgcq_error err;
} asked;

static asked ask(const char *yaml, const char *first, const char *second)
{
    asked a = {0};
    wgcq_setting settings[] = {first, second};
    size_t count = second ? 2 : first ? 1 : 0;
    a.code = wgcq_puzzle_read(&a.puzzle, yaml, strlen(yaml), "test.yaml", settings, count,
                              &a.complaints, &a.err);
    return a;
}

static void done(asked *a)
{
    wgcq_puzzle_free(a->puzzle);
    wgcq_diagnostics_free(a->complaints);
}

static asked fine(const char *yaml, const char *first, const char *second)
{
    asked a = ask(yaml, first, second);
    for (size_t i = 0; i < wgcq_diagnostics_count(a.complaints); i++)
        print_message("%s\n", wgcq_diagnostics_at(a.complaints, i)->text);
    if (a.code)
        print_message("%d: %s\n", a.code, a.err.text);
    assert_int_equal(a.code, 0);
    assert_null(a.complaints);
    assert_non_null(a.puzzle);
    return a;
}

static void complains(const char *yaml, const char *setting, const char *file, int line, int column,
                      int end_column, const char *part_of_text)
{
    asked a = ask(yaml, setting, NULL);
    assert_int_equal(a.code, WGCQ_EPUZZLE);
    assert_null(a.puzzle);
    assert_true(wgcq_diagnostics_count(a.complaints) > 0);
    const wgcq_diagnostic *c = wgcq_diagnostics_at(a.complaints, 0);
    assert_string_equal(c->file, file);
    if (!strstr(c->text, part_of_text))
        print_message("%s\n", c->text);
    assert_non_null(strstr(c->text, part_of_text));
    assert_int_equal(c->line, line);
    assert_int_equal(c->column, column);
    assert_int_equal(c->end_column, end_column);
    done(&a);
}

static const char COUNTER[] = "puzzle: Counter\n"
                              "params:\n"
                              "  n: 3\n"
                              "  steps: [1, 2]\n"
                              "state: {at: 0..n}\n"
                              "start: {at: 0}\n"
                              "moves:\n"
                              "  go {s}:\n"
                              "    - choose: s in steps\n"
                              "    - guard: at + s <= n\n"
                              "      else: too far\n"
                              "    - set: at = at + s\n"
                              "goal: {at: n}\n"
                              "costs: {work: at}\n"
                              "expect: {states: 4, shortest: {length: 2}}\n";

static void what_a_puzzle_says_of_itself(void **state)
{
    (void)state;
    asked a = fine(COUNTER, NULL, NULL);
    wgcq_puzzle *p = a.puzzle;
    assert_string_equal(wgcq_puzzle_title(p), "Counter");
    assert_string_equal(wgcq_puzzle_file(p), "test.yaml");
    assert_string_equal(wgcq_puzzle_source(p), COUNTER);
    assert_string_equal(wgcq_puzzle_line(p, 1), "puzzle: Counter");
    assert_string_equal(wgcq_puzzle_line(p, 15), "expect: {states: 4, shortest: {length: 2}}");
    assert_string_equal(wgcq_puzzle_line(p, 16), "");
    assert_string_equal(wgcq_puzzle_line(p, 17), "");
    assert_string_equal(wgcq_puzzle_line(p, 0), "");
    assert_int_equal(wgcq_puzzle_param_count(p), 2);
    assert_string_equal(wgcq_puzzle_param_name(p, 1), "steps");
    assert_string_equal(wgcq_puzzle_param_value(p, 1), "[1, 2]");
    assert_int_equal(wgcq_puzzle_cost_count(p), 2);
    assert_string_equal(wgcq_puzzle_cost_name(p, 0), "moves");
    assert_string_equal(wgcq_puzzle_cost_name(p, 1), "work");
    assert_int_equal(wgcq_puzzle_expect_count(p), 2);
    assert_string_equal(wgcq_puzzle_expect_name(p, 1), "shortest.length");
    assert_string_equal(wgcq_puzzle_expect_value(p, 1), "2");
    wgcq_puzzle_size size = wgcq_puzzle_measure(p);
    assert_int_equal(size.variables, 1);
    assert_int_equal(size.cells, 1);
    assert_int_equal(size.bits, 2);
    assert_int_equal(size.moves, 1);
    assert_int_equal(size.rules, 0);
    done(&a);
}

static void a_model_names_its_fields(void **state)
{
    (void)state;
    asked a = fine("types:\n  person: [ann, bob, cid]\n  child: [cid, bob]\n"
                   "state:\n  who: child\n  lit: bool\n  n[person]: -2..2\n"
                   "start: {who: bob, lit: true, n: 0}\n"
                   "moves: {go: [{set: lit = not lit}]}\n",
                   NULL, NULL);
    const wgcq_model *m = wgcq_puzzle_model(a.puzzle);
    assert_string_equal(m->title, "test.yaml"); /* it has no name of its own */
    assert_int_equal(m->field_count, 5);
    assert_string_equal(m->fields[0].values[1 - m->fields[0].low], "bob");
    assert_int_equal(m->fields[0].value_count, 2);
    assert_string_equal(m->fields[1].values[1], "true");
    assert_null(m->fields[2].values);
    assert_int_equal(m->fields[2].low, -2);
    assert_string_equal(m->fields[4].name, "n_cid");
    assert_string_equal(m->fields[4].label, "n[cid]");
    assert_false(m->has_goal);
    done(&a);
}

/* ---- settings ------------------------------------------------------------------------ */

static void param_is(const asked *a, size_t i, const char *value)
{
    assert_string_equal(wgcq_puzzle_param_value(a->puzzle, i), value);
}

static void settings_replace_params(void **state)
{
    (void)state;
    asked a = fine(COUNTER, "n=5", "steps=[1, 4]");
    param_is(&a, 0, "5");
    param_is(&a, 1, "[1, 4]");
    assert_int_equal(wgcq_puzzle_measure(a.puzzle).bits, 3);
    done(&a);
    a = fine(COUNTER, "n=5", "n=9"); /* the last one counts */
    param_is(&a, 0, "9");
    done(&a);
}

static void settings_with_mistakes(void **state)
{
    (void)state;
    complains(COUNTER, "n", "--set", 1, 1, 2, "NAME=VALUE");
    complains(COUNTER, "=3", "--set", 1, 1, 3, "NAME=VALUE");
    complains(COUNTER, "größe", "--set", 1, 1, 6, "NAME=VALUE");
    complains(COUNTER, "", "--set", 1, 1, 2, "NAME=VALUE");
    complains(COUNTER, "m=3", "--set m", 0, 0, 1, "the puzzle has no param 'm'");
    asked a = ask(COUNTER, "steps=[1, 2", NULL);
    assert_int_equal(a.code, WGCQ_EPUZZLE);
    assert_string_equal(wgcq_diagnostics_at(a.complaints, 0)->file, "--set steps");
    assert_int_equal(wgcq_diagnostics_at(a.complaints, 0)->kind, WGCQ_DIAGNOSTIC_YAML);
    done(&a);
}

static void complaints_need_not_be_taken(void **state)
{
    (void)state;
    wgcq_puzzle *puzzle = NULL;
    wgcq_setting wrong = "n";
    assert_int_equal(
        wgcq_puzzle_read(&puzzle, COUNTER, strlen(COUNTER), "x", &wrong, 1, NULL, NULL),
        WGCQ_EPUZZLE);
    assert_null(puzzle);
}

/* ---- settings out of files --------------------------------------------------------------- */

static const char MAZE[] = "params:\n"
                           "  level: |\n"
                           "    a.\n"
                           "    .b\n"
                           "types: {row: 0..1, col: 0..1}\n"
                           "state: {r: row, c: col}\n"
                           "start: {r: 0, c: 0}\n"
                           "moves:\n"
                           "  at {level[r, c]}:\n"
                           "    - choose: x in row, y in col\n"
                           "    - set: {r: x, c: y}\n";

typedef struct file_setting {
    char path[64], setting[96];
} file_setting;

static file_setting written(const char *name, const void *bytes, size_t length)
{
    file_setting f = {.path = "/tmp/wgcq-test-XXXXXX"};
    int fd = mkstemp(f.path);
    assert_true(fd >= 0);
    for (size_t at = 0; at < length;) {
        ssize_t wrote = write(fd, (const char *)bytes + at, length - at);
        assert_true(wrote > 0);
        at += (size_t)wrote;
    }
    close(fd);
    snprintf(f.setting, sizeof f.setting, "%s=@%s", name, f.path);
    return f;
}

/* The text of the move from the one start. */
static void move_is(const asked *a, const char *wanted)
{
    const wgcq_model *m = wgcq_puzzle_model(a->puzzle);
    batch out = {.words = m->words, .costs = m->costs};
    wgcq_error err = {0};
    void *worker;
    uint64_t start = 0;
    assert_int_equal(m->worker_new(&worker, m, &err), 0);
    assert_int_equal(m->reference.expand(worker, &start, WANT_MOVES, &out, &err), 0);
    assert_true(out.count > 0);
    assert_string_equal(m->move_text(m, out.move[0]), wanted);
    m->worker_free(worker);
    batch_free(&out);
}

static void a_file_is_a_text_where_the_default_is_one(void **state)
{
    (void)state;
    static const char *const texts[] = {"x:\ny[", "x:\r\ny[\r\n", "\xEF\xBB\xBFx:\ny[\n"};
    for (size_t i = 0; i < 3; i++) { /* none of them is YAML */
        file_setting f = written("level", texts[i], strlen(texts[i]));
        asked a = fine(MAZE, f.setting, NULL);
        unlink(f.path);
        move_is(&a, "at x");
        assert_null(strchr(wgcq_puzzle_param_value(a.puzzle, 0), '\r'));
        done(&a);
    }
    asked a = fine(MAZE, NULL, NULL);
    move_is(&a, "at a");
    done(&a);
}

static void a_file_is_yaml_where_it_is_not(void **state)
{
    (void)state;
    file_setting f = written("steps", "# steps\n- 1\n- 3\n", 16);
    asked a = fine(COUNTER, f.setting, NULL);
    param_is(&a, 1, "[1, 3]");
    done(&a);
    unlink(f.path);
    f = written("steps", "[1,\n 3", 6);
    a = ask(COUNTER, f.setting, NULL);
    unlink(f.path);
    assert_int_equal(a.code, WGCQ_EPUZZLE);
    const wgcq_diagnostic *c = wgcq_diagnostics_at(a.complaints, 0);
    assert_int_equal(c->kind, WGCQ_DIAGNOSTIC_YAML);
    assert_non_null(strstr(c->file, "--set steps=@"));
    done(&a);
}

static void a_file_that_is_no_text(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        int line, column;
    } cases[] = {{"ab\n\xFF", 4, 2, 1}, {"a\0b", 3, 1, 2}, {"ab\nc\x1B", 5, 2, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file_setting f = written("level", cases[i].bytes, cases[i].length);
        asked a = ask(MAZE, f.setting, NULL);
        unlink(f.path);
        assert_int_equal(a.code, WGCQ_EPUZZLE);
        assert_int_equal(wgcq_diagnostics_count(a.complaints), 1);
        const wgcq_diagnostic *c = wgcq_diagnostics_at(a.complaints, 0);
        assert_int_equal(c->kind, WGCQ_DIAGNOSTIC_YAML);
        assert_int_equal(c->line, cases[i].line);
        assert_int_equal(c->column, cases[i].column);
        done(&a);
    }
}

static void files_that_are_not_there_or_too_long(void **state)
{
    (void)state;
    asked a = ask(COUNTER, "n=@/nowhere/at/all", NULL);
    assert_int_equal(a.code, WGCQ_EFILE);
    assert_non_null(strstr(a.err.text, "/nowhere/at/all: "));
    done(&a);
    a = ask(COUNTER, "n=@/tmp", NULL);
    assert_int_equal(a.code, WGCQ_EFILE);
    done(&a);
    size_t length = (1 << 20) + 1;
    char *long_text = malloc(length);
    memset(long_text, 'x', length);
    for (int i = 0; i < 2; i++) {
        file_setting f = written(i ? "level" : "n", long_text, length);
        a = ask(i ? MAZE : COUNTER, f.setting, NULL);
        assert_int_equal(a.code, WGCQ_EPUZZLE);
        assert_non_null(strstr(wgcq_diagnostics_at(a.complaints, 0)->text, "longer than 1 MiB"));
        done(&a);
        wgcq_error err = {0};
        wgcq_puzzle *puzzle;
        assert_int_equal(wgcq_puzzle_load(&puzzle, f.path, NULL, 0, NULL, &err), WGCQ_EPUZZLE);
        unlink(f.path);
    }
    free(long_text);
}

static void puzzles_out_of_files(void **state)
{
    (void)state;
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *message = NULL;
    wgcq_error err = {0};
    assert_int_equal(wgcq_puzzle_load(&puzzle, "/nowhere.yaml", NULL, 0, &message, &err),
                     WGCQ_EFILE);
    assert_string_equal(err.text, "/nowhere.yaml: No such file or directory");
    err = (wgcq_error){0};
    assert_int_equal(wgcq_puzzle_load(&puzzle, "/tmp", NULL, 0, &message, &err), WGCQ_EFILE);
    assert_string_equal(err.text, "/tmp: Is a directory");
    assert_null(message);
    file_setting f = written("n", COUNTER, strlen(COUNTER));
    err = (wgcq_error){0};
    assert_int_equal(wgcq_puzzle_load(&puzzle, f.path, NULL, 0, &message, &err), 0);
    assert_string_equal(wgcq_puzzle_file(puzzle), f.path);
    unlink(f.path);
    wgcq_puzzle_free(puzzle);
}

/* ---- mistakes that exploring runs into ------------------------------------------------------ */

static void both_evaluators_fail_alike(void **state)
{
    (void)state;
    asked a = fine("state: {a: 0..3, b: 0..3}\n"
                   "start: {a: 1, b: 0}\n"
                   "moves:\n"
                   "  pour {x} into {y}:\n"
                   "    - choose: x in 1..2\n"
                   "    - choose: y in 2..3\n"
                   "    - set: a = x // b\n",
                   NULL, NULL);
    const wgcq_model *m = wgcq_puzzle_model(a.puzzle);
    batch out = {.words = m->words, .costs = m->costs};
    wgcq_error reported = {0}, ran = {0};
    void *worker;
    assert_int_equal(m->worker_new(&worker, m, &reported), 0);
    assert_int_equal(m->initial_states(worker, &out, &reported), 0);
    uint64_t start = *out.state;
    assert_int_equal(m->reference.expand(worker, &start, WANT_MOVES, &out, &reported), WGCQ_ERUN);
    assert_string_equal(
        reported.text,
        "division by zero: 1 // 0, in the move 'pour 1 into 2', in the state a=1 b=0");
    assert_int_equal(reported.line, 7);
    assert_int_equal(m->expand(worker, &start, 1, WANT_MOVES, &out, &ran), WGCQ_ERUN);
    assert_string_equal(ran.text, reported.text);
    assert_int_equal(ran.line, reported.line);
    assert_int_equal(ran.column, reported.column);
    assert_int_equal(ran.end_column, reported.end_column);
    m->worker_free(worker);
    batch_free(&out);
    done(&a);
}

/* A mistake in what a --set says has no line in the puzzle. */
static void a_mistake_that_stands_in_a_setting(void **state)
{
    (void)state;
    asked a = ask("params: {order: [0, 1]}\n"
                  "state:\n  left[0..1]: 0..3\n"
                  "start: {left: order}\n"
                  "moves: {go: [{set: \"left[0] = 1\"}]}\n",
                  "order=[0, 7]", NULL);
    if (a.code == 0) {
        const wgcq_model *m = wgcq_puzzle_model(a.puzzle);
        batch out = {.words = m->words};
        void *worker;
        assert_int_equal(m->worker_new(&worker, m, &a.err), 0);
        assert_int_equal(m->initial_states(worker, &out, &a.err), WGCQ_ERUN);
        assert_non_null(strstr(a.err.text, "'left[1]' cannot hold 7: it is 0..3"));
        assert_true(a.err.line == 3 || a.err.line == 0);
        m->worker_free(worker);
        batch_free(&out);
    } else {
        assert_int_equal(a.code, WGCQ_EPUZZLE);
    }
    done(&a);
}

/* ---- one state, three printers --------------------------------------------------------------- */

enum { MOST = 60 };

typedef struct compared {
    const wgcq_model *m;
    void *worker;
    uint64_t *states; /* MOST of them */
    size_t count;
    batch reported, ran;
    sqlite3 *db;
    sqlite3_stmt *shown; /* NULL: SQL cannot show it */
} compared;

/* Readers of a trace trust no other words in it, and no comments. */
static void has_known_words_only(const char *at)
{
    static const char *const known[] = {"CASE", "WHEN", "THEN", "ELSE", "END", "char"};
    while (*at) {
        size_t length = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_");
        bool fits = !length || (length == 1 && *at == 'w');
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            fits = fits || (strlen(known[i]) == length && !memcmp(known[i], at, length));
        assert_true(fits);
        if (length) {
            at += length;
        } else if (*at == '\'') {
            at = strchr(at + 1, '\''); /* a doubled one is two strings side by side */
            assert_non_null(at++);
        } else {
            assert_non_null(strchr(" 0123456789()|&<>+=-,*/%", *at));
            assert_true(strncmp(at, "--", 2) && strncmp(at, "/*", 2));
            at++;
        }
    }
}

static void open_sql(compared *c)
{
    const char *sql = c->m->texts.shown_sql;
    strbuf query = {0};
    assert_int_equal(sqlite3_open(":memory:", &c->db), SQLITE_OK);
    c->shown = NULL;
    if (!sql)
        return;
    has_known_words_only(sql);
    strbuf_printf(&query, "SELECT %s FROM (SELECT ", sql);
    for (unsigned i = 0; i < c->m->words; i++)
        strbuf_printf(&query, "%s?%u AS w%u", i ? ", " : "", i + 1, i);
    strbuf_char(&query, ')');
    int code = sqlite3_prepare_v2(c->db, strbuf_string(&query), -1, &c->shown, NULL);
    if (code)
        print_message("%s\n%s\n", sqlite3_errmsg(c->db), sql);
    assert_int_equal(code, SQLITE_OK);
    strbuf_free(&query);
}

static compared compare_new(const asked *a)
{
    compared c = {.m = wgcq_puzzle_model(a->puzzle)};
    wgcq_error err = {0};
    c.reported = c.ran = (batch){.words = c.m->words, .costs = c.m->costs};
    c.states = calloc(MOST * c.m->words, sizeof *c.states);
    assert_int_equal(c.m->worker_new(&c.worker, c.m, &err), 0);
    open_sql(&c);
    return c;
}

static void compare_free(compared *c)
{
    c->m->worker_free(c->worker);
    batch_free(&c->reported);
    batch_free(&c->ran);
    sqlite3_finalize(c->shown);
    sqlite3_close(c->db);
    free(c->states);
}

static void add_states(compared *c, const batch *from)
{
    size_t words = c->m->words;
    for (size_t i = 0; i < from->count && c->count < MOST; i++) {
        size_t k = 0;
        while (k < c->count &&
               memcmp(c->states + k * words, from->state + i * words, words * 8) != 0)
            k++;
        if (k == c->count)
            memcpy(c->states + c->count++ * words, from->state + i * words, words * 8);
    }
}

static void same_shown(const compared *c, const uint64_t *row)
{
    strbuf picture = {0};
    wgcq_error err = {0};
    assert_int_equal(c->m->show(c->worker, row, &picture, &err), 0);
    if (c->shown) {
        for (unsigned i = 0; i < c->m->words; i++)
            sqlite3_bind_int64(c->shown, (int)i + 1, (sqlite3_int64)row[i]);
        assert_int_equal(sqlite3_step(c->shown), SQLITE_ROW);
        assert_int_equal(sqlite3_column_type(c->shown, 0), SQLITE_TEXT);
        assert_string_equal((const char *)sqlite3_column_text(c->shown, 0),
                            strbuf_string(&picture));
        sqlite3_reset(c->shown);
    }
    strbuf_free(&picture);
}

static void same_successors(compared *c, const uint64_t *row)
{
    enum { ALL = WANT_ORDER | WANT_MOVES | WANT_COSTS | WANT_REJECTIONS };
    wgcq_error err = {0};
    batch *a = &c->reported, *b = &c->ran;
    assert_int_equal(c->m->reference.expand(c->worker, row, ALL, a, &err), 0);
    assert_int_equal(c->m->expand(c->worker, row, 1, ALL, b, &err), 0);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->rejected, b->rejected);
    if (a->count) {
        assert_memory_equal(a->state, b->state, a->count * c->m->words * 8);
        assert_memory_equal(a->move, b->move, a->count * sizeof *a->move);
    }
    if (a->count && c->m->costs)
        assert_memory_equal(a->cost, b->cost, a->count * c->m->costs * 8);
    if (a->rejected) {
        assert_memory_equal(a->rejected_move, b->rejected_move, a->rejected * sizeof *a->move);
        assert_memory_equal(a->rejected_rule, b->rejected_rule, a->rejected * sizeof *a->move);
    }
}

/* The first states of a puzzle, breadth first, printed by all three; returns whether SQL could. */
static bool one_story(const asked *a)
{
    compared c = compare_new(a);
    wgcq_error err = {0};
    assert_int_equal(c.m->initial_states(c.worker, &c.reported, &err), 0);
    add_states(&c, &c.reported);
    for (size_t i = 0; i < c.count; i++) {
        const uint64_t *row = c.states + i * c.m->words;
        uint8_t reported = 0x80, ran = 0x40;
        assert_int_equal(c.m->reference.classify(c.worker, row, &reported, &err), 0);
        assert_int_equal(c.m->classify(c.worker, row, 1, &ran, &err), 0);
        assert_int_equal(reported, ran);
        same_shown(&c, row);
        same_successors(&c, row);
        add_states(&c, &c.reported);
    }
    bool sql = c.shown != NULL;
    compare_free(&c);
    return sql;
}

/* Run from the root of the sources. */
static void every_puzzle_is_printed_alike(void **state)
{
    (void)state;
    DIR *folder = opendir("puzzles");
    size_t found = 0;
    assert_non_null(folder);
    for (struct dirent *d; (d = readdir(folder));) {
        asked a = {0};
        char path[512];
        const char *end = strrchr(d->d_name, '.');
        if (!end || strcmp(end, ".yaml") != 0)
            continue;
        snprintf(path, sizeof path, "puzzles/%s", d->d_name);
        a.code = wgcq_puzzle_load(&a.puzzle, path, NULL, 0, &a.complaints, &a.err);
        if (a.code)
            print_message("%s: %s\n", path, a.err.text);
        assert_int_equal(a.code, 0);
        one_story(&a);
        done(&a);
        found++;
    }
    closedir(folder);
    assert_true(found > 20);
}

/* ---- pictures in SQL ------------------------------------------------------------------------- */

/* A walk through values of all sorts; `show` is what is tried. */
#define WALK                                                                                       \
    "params: {w: [3, 1, 2]}\n"                                                                     \
    "types:\n"                                                                                     \
    "  place: {near: sh1, river: \"~'~\", far: SH2}\n"                                             \
    "  frog: {empty: _, green: \"ö\", brown: \"'\"}\n"                                            \
    "  p: [ann, bob, cid]\n"                                                                       \
    "state:\n  at[p]: place\n  on[0..2]: frog\n  n: -3..40\n"                                      \
    "  big: -4000000000..4000000000\n  lit: bool\n  grid[0..1, 0..2]: 0..9\n"                      \
    "  huge: -9000000000000000000..0\n"                                                            \
    "start: {at: near, on: empty, n: -3, big: -4000000000, lit: false, grid: 7, huge: any_of}\n"   \
    "define:\n"                                                                                    \
    "  any_of: 0 - 5\n"                                                                            \
    "  other(x): near if x == far else far\n"                                                      \
    "moves:\n"                                                                                     \
    "  row {x}: [{choose: x in p}, {set: 'at[x] = river if at[x] == near else far'}]\n"            \
    "  hop {s}: [{choose: s in 0..2}, {set: 'on[s] = green if on[s] == empty else brown'}]\n"      \
    "  up: [{set: {n: 'min(n + 7, 40)', big: 'big // 2 + 3', lit: not lit}}]\n"                    \
    "  mark {r}: [{choose: 'r in 0..1, c in 0..2'}, {set: 'grid[r, c] = r + c'}]\n"

static bool shown_in_sql(const char *show)
{
    strbuf yaml = {0};
    strbuf_put(&yaml, WALK);
    if (show)
        strbuf_printf(&yaml, "show: %s\n", show);
    asked a = fine(strbuf_string(&yaml), NULL, NULL);
    bool sql = one_story(&a);
    done(&a);
    strbuf_free(&yaml);
    return sql;
}

static void sql_shows_what_the_interpreter_shows(void **state)
{
    (void)state;
    static const char *const shows[] = {"\"{on}\"",
                                        "\"{at}\"",
                                        "\"{grid}\"",
                                        "\"it's {n}, {big}\\n\\n'{lit}' {{{at[bob]}}}\"",
                                        "\"{n}\"",
                                        "\"plain\"",
                                        "\"{w[2]} {true} {near}\"",
                                        "\"{grid[1, 2]}{on[0]}\""};
    for (size_t i = 0; i < sizeof shows / sizeof *shows; i++) {
        bool sql = shown_in_sql(shows[i]);
        if (!sql)
            print_message("%s\n", shows[i]);
        assert_true(sql);
    }
}

/* Any other expression is evaluated by the interpreter, and states keep their text. */
static void sql_does_not_say_what_it_cannot(void **state)
{
    (void)state;
    static const char *const shows[] = {
        "\"{n + big * 3 - 1}\"",
        "\"{-n} {big - n}\"",
        "\"{(n + 3) // 5} {(n + 3) % 5}\"",
        "\"{far if n > 5 and not lit or on[1] == green else near}\"",
        "\"{other(at[cid])}\"",
        "\"{count(at[x] == river for x in p)}\"",
        "\"{sum(w[i] * grid[0, i] for i in 0..2 if i != 1)}\"",
        "\"{any(on[i] == on[j] for i in 0..1, j in 1..2 if i < j)}\"",
        "\"{all(lit for i in 1..0)} {w[2]} {true}\"",
        "\"{any(i > 0 and on[i - 1] == green for i in 0..2)}\"",
        "\"{count(on[i] == green and (i == 0 or at[bob] != far) for i in 0..2)}\"",
        "\"{n // 5}\"",
        "\"{n % 3}\"",
        "\"{0 if n > 8 else n * 1000000000000000000}\"",
        "\"{at[cid]} {on[n % 3]}\"",
        "\"{max(n, 2)}\""};
    for (size_t i = 0; i < sizeof shows / sizeof *shows; i++)
        assert_false(shown_in_sql(shows[i]));
    assert_false(shown_in_sql("\"{huge}\"")); /* 63 bits reach the sign */
    assert_false(shown_in_sql(NULL));         /* and so does every cell with its name */
}

/* A thousand lines and cells nest no deeper than SQLite goes. */
static void long_pictures(void **state)
{
    (void)state;
    strbuf yaml = {0};
    strbuf_put(&yaml, "state:\n  on[0..1999]: 0..1\nstart: {on: 1}\n"
                      "moves: {go: [{set: 'on[3] = 0'}]}\nshow: \"{on}");
    for (int i = 0; i < 1500; i++)
        strbuf_put(&yaml, "\\n'");
    strbuf_put(&yaml, "{on[40]}\"\n");
    asked a = fine(strbuf_string(&yaml), NULL, NULL);
    assert_true(one_story(&a));
    done(&a);
    strbuf_clear(&yaml);
    strbuf_put(&yaml, "state:\n  on[0..1999]: 0..1\nstart: {on: 1}\n"
                      "moves: {go: [{set: 'on[3] = 0'}]}\nshow: \"");
    for (int i = 0; i < 12; i++)
        strbuf_put(&yaml, "{on}");
    strbuf_put(&yaml, "\"\n");
    a = fine(strbuf_string(&yaml), NULL, NULL);
    assert_false(one_story(&a)); /* the SQL would be too long */
    done(&a);
    strbuf_free(&yaml);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_puzzle_says_of_itself),
        cmocka_unit_test(a_model_names_its_fields),
        cmocka_unit_test(settings_replace_params),
        cmocka_unit_test(settings_with_mistakes),
        cmocka_unit_test(complaints_need_not_be_taken),
        cmocka_unit_test(a_file_is_a_text_where_the_default_is_one),
        cmocka_unit_test(a_file_is_yaml_where_it_is_not),
        cmocka_unit_test(a_file_that_is_no_text),
        cmocka_unit_test(files_that_are_not_there_or_too_long),
        cmocka_unit_test(puzzles_out_of_files),
        cmocka_unit_test(both_evaluators_fail_alike),
        cmocka_unit_test(a_mistake_that_stands_in_a_setting),
        cmocka_unit_test(every_puzzle_is_printed_alike),
        cmocka_unit_test(sql_shows_what_the_interpreter_shows),
        cmocka_unit_test(sql_does_not_say_what_it_cannot),
        cmocka_unit_test(long_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
