/* test_model_moves.c - models whose moves are journeys: the essay's move gives the file of the
 * puzzle in YAML; what journeys may do, and the mistakes that are found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "suite.h"
#include "wgcq.h"

enum { WEST, EAST };
enum { FARMER, WOLF, GOAT, CABBAGE, CAST };

typedef struct {
    uint8_t bank[CAST];
} river;

static const char *const name[] = {"farmer", "wolf", "goat", "cabbage"};
static const char *const banks[] = {"west", "east"};
static const char *const rules[] = {"left behind", "something is eaten"};

static const char essay[] = "puzzle: Essay\n"
                            "types:\n"
                            "  side: [west, east]\n"
                            "  one: [farmer, wolf, goat, cabbage]\n"
                            "state:\n"
                            "  bank[one]: side\n"
                            "start: {bank: west}\n"
                            "moves:\n"
                            "  \"{who}\":\n"
                            "    - choose: who in one\n"
                            "    - guard: bank[who] == bank[farmer]\n"
                            "      else: left behind\n"
                            "    - set: bank[farmer] = east if bank[farmer] == west else west\n"
                            "    - set: bank[who] = bank[farmer]\n"
                            "    - guard: bank[goat] == bank[farmer] or bank[wolf] != bank[goat] "
                            "and bank[goat] != bank[cabbage]\n"
                            "      else: something is eaten\n"
                            "goal: {bank: east}\n";

static void cross(river *r, size_t who)
{
    r->bank[FARMER] = !r->bank[FARMER];
    r->bank[who] = r->bank[FARMER];
}

static bool safe(const river *r)
{
    return r->bank[GOAT] == r->bank[FARMER] ||
           (r->bank[WOLF] != r->bank[GOAT] && r->bank[GOAT] != r->bank[CABBAGE]);
}

static bool make_move(wgcq_journey *j, void *state)
{
    river *r = state;
    size_t who;
    if (!wgcq_choose(j, CAST, &who) || !wgcq_move(j, name[who], 1) ||
        !wgcq_guard(j, r->bank[who] == r->bank[FARMER], "left behind"))
        return false;
    cross(r, who);
    return wgcq_guard(j, safe(r), "something is eaten");
}

static void all_west(const void *self, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_add(to, NULL, &(river){{WEST}}, NULL);
}

static void reported(const void *self, const void *state, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_run(to, NULL, state, make_move);
}

static bool all_east(const void *self, const void *state)
{
    (void)self;
    return memcmp(state, "\1\1\1\1", CAST) == 0;
}

/* As wgcq shows a state of which all variables have places for values. */
static int show_banks(const void *self, const void *state, char *out, size_t room)
{
    const river *r = state;
    char text[100] = "";
    (void)self;
    for (uint8_t bank = 0; bank < 2; bank++) {
        strcat(strcat(text, bank ? " | " : ""), banks[bank]);
        strcat(text, ":");
        for (size_t who = 0; who < CAST; who++)
            if (r->bank[who] == bank)
                strcat(strcat(text, " "), name[who]);
    }
    return snprintf(out, room, "%s", text);
}

static const wgcq_field on_banks[] = {
    {.name = "bank", .count = CAST, .elements = name, .values = banks, .value_count = 2}};

static wgcq_description the_essay(void)
{
    return (wgcq_description){.title = "Essay",
                              .size = sizeof(river),
                              .fields = on_banks,
                              .field_count = 1,
                              .start = all_west,
                              .moves = reported,
                              .goal = all_east,
                              .show = show_banks,
                              .rejections = rules,
                              .rejection_count = 2,
                              .checked = true};
}

/* ---- the same file --------------------------------------------------------------------- */

static char *rows_of(const char *db, const char *view)
{
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    char sql[100], *all = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&all, &size);
    snprintf(sql, sizeof sql, "SELECT * FROM %s", view);
    assert_int_equal(wgcq_trace_open(&trace, db, &err), 0);
    assert_int_equal(wgcq_trace_sql(&rows, trace, sql, &err), 0);
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++)
        fprintf(out, "%s|", wgcq_rows_name(rows, i));
    while (wgcq_rows_next(rows, &err) == 0) {
        fputc('\n', out);
        for (size_t i = 0; i < wgcq_rows_columns(rows); i++)
            fprintf(out, "%s|", wgcq_rows_text(rows, i));
    }
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    fclose(out);
    return all;
}

static void keep(const wgcq_description *is, const char *db, unsigned threads)
{
    wgcq_options options = {.threads = threads};
    wgcq_puzzle *puzzle = NULL;
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    unlink(db);
    if (is) {
        assert_int_equal(wgcq_model_new(&model, is, &err), 0);
        assert_int_equal(wgcq_solve_model(&result, model, db, &options, NULL, &err), 0);
    } else {
        assert_int_equal(
            wgcq_puzzle_read(&puzzle, essay, strlen(essay), "essay.yaml", NULL, 0, NULL, &err), 0);
        assert_int_equal(wgcq_solve(&result, puzzle, db, &options, NULL, &err), 0);
    }
    assert_string_equal(wgcq_result_summary(result)->shortest.count, "2");
    wgcq_result_free(result);
    wgcq_model_free(model);
    wgcq_puzzle_free(puzzle);
}

static void the_file_of_the_essay(void **unused)
{
    static const char *const views[] = {"states", "edges", "rejections", "solutions", "steps"};
    char folder[] = "/tmp/test_model_moves.XXXXXX", yaml[64], c[64];
    wgcq_description is = the_essay();
    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(yaml, sizeof yaml, "%s/yaml.db", folder);
    snprintf(c, sizeof c, "%s/c.db", folder);
    keep(NULL, yaml, 1);
    for (unsigned threads = 1; threads <= 3; threads++) {
        is.checked = threads == 2;
        keep(&is, c, threads);
        for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
            char *a = rows_of(yaml, views[i]), *b = rows_of(c, views[i]);
            assert_non_null(strchr(a, '\n'));
            assert_string_equal(a, b);
            free(a);
            free(b);
        }
    }
    unlink(yaml);
    unlink(c);
    rmdir(folder);
}

/* ---- what a journey may do ---------------------------------------------------------------- */

/* Four walkers over a bridge for two, at night: 17 minutes, in two ways (Rote, 2002). */
typedef struct {
    uint8_t torch, far[4];
} night;

static const int64_t minutes_of[] = {1, 2, 5, 10};
static const char *const minutes[] = {"minutes"};
static const char *const group[] = {"",  "a",  "b",  "ab",  "c",  "ac",  "bc",  "abc",
                                    "d", "ad", "bd", "abd", "cd", "acd", "bcd", "abcd"};

static bool walk(wgcq_journey *j, void *state)
{
    night *n = state;
    const int64_t *takes = wgcq_self(j);
    uint64_t who;
    int64_t slowest = 0;
    if (!wgcq_choose_subset(j, 4, 1, 2, &who))
        return false;
    for (unsigned i = 0; i < 4; i++)
        if (who >> i & 1) {
            if (!wgcq_guard(j, n->far[i] == n->torch, NULL))
                return false;
            n->far[i] = !n->far[i];
            slowest = takes[i] > slowest ? takes[i] : slowest;
        }
    n->torch = !n->torch;
    return wgcq_move(j, group[who], slowest);
}

static bool nobody_has_moved(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_guard(j, wgcq_self(j) == minutes_of, NULL);
}

static void all_near(const void *self, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_run(to, NULL, &(night){0}, nobody_has_moved);
}

static void walks(const void *self, const void *state, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_run(to, NULL, state, walk);
}

static bool all_far(const void *self, const void *state)
{
    (void)self;
    return memcmp(state, "\1\1\1\1\1", 5) == 0;
}

static int solve(const wgcq_description *is, wgcq_summary *out, char *count, wgcq_error *err)
{
    wgcq_options options = {0};
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    *err = (wgcq_error){0};
    int code = wgcq_model_new(&model, is, err);
    if (!code)
        code = wgcq_solve_model(&result, model, NULL, &options, NULL, err);
    if (!code) {
        *out = *wgcq_result_summary(result);
        const wgcq_optimum *best = &out->cheapest[out->cheapest_count - 1];
        snprintf(count, 40, "%lld: %s", (long long)best->value, best->count);
    }
    wgcq_result_free(result);
    wgcq_model_free(model);
    return code;
}

static void costs_subsets_and_self(void **unused)
{
    wgcq_description is = {.title = "Night",
                           .size = sizeof(night),
                           .self = minutes_of,
                           .start = all_near,
                           .moves = walks,
                           .goal = all_far,
                           .costs = minutes,
                           .cost_count = 1,
                           .minimize = "minutes",
                           .checked = true};
    wgcq_summary sum;
    wgcq_error err;
    char count[40];
    (void)unused;
    assert_int_equal(solve(&is, &sum, count, &err), 0);
    assert_string_equal(count, "17: 2");
}

/* Steps of one move: `up` twice, of which the second is rejected at the top. */
static bool up(wgcq_journey *j, void *state)
{
    uint8_t *at = state;
    size_t by;
    if (!wgcq_choose(j, 2, &by) || !wgcq_guard(j, *at + by < 3, "left behind"))
        return false;
    *at = (uint8_t)(*at + by);
    return true;
}

static bool up_twice(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, 2, up);
}

static void ups(const void *self, const void *state, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_run(to, "up", state, up_twice);
}

static void zero(const void *self, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_add(to, NULL, &(uint8_t){0}, NULL);
}

static wgcq_description of_a_byte(void (*moves)(const void *, const void *, wgcq_moves *))
{
    return (wgcq_description){.title = "Byte",
                              .size = 1,
                              .start = zero,
                              .moves = moves,
                              .rejections = rules,
                              .rejection_count = 1,
                              .checked = true};
}

static void steps_of_one_move(void **unused)
{
    wgcq_description is = of_a_byte(ups);
    char folder[] = "/tmp/test_model_moves.XXXXXX", db[64];
    wgcq_options options = {0};
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(db, sizeof db, "%s/c.db", folder);
    assert_int_equal(wgcq_model_new(&model, &is, NULL), 0);
    assert_int_equal(wgcq_solve_model(&result, model, db, &options, NULL, NULL), 0);
    /* 0 to 0, 1, 2; 1 to 1, 2, rejected past it; 2 to 2, rejected in either step */
    assert_int_equal(wgcq_result_summary(result)->states, 3);
    assert_int_equal(wgcq_result_summary(result)->edges, 6);
    assert_int_equal(wgcq_result_summary(result)->rejections, 2);
    wgcq_result_free(result);
    wgcq_model_free(model);
    unlink(db);
    rmdir(folder);
}

/* A journey that ends at a guard without a name, or at none, rejects nothing: neither before its
   move has a text nor after. */
static bool in_silence(wgcq_journey *j, void *state)
{
    uint8_t *at = state;
    size_t way;
    if (!wgcq_choose(j, 5, &way))
        return false;
    if (way == 0)
        return wgcq_guard(j, *at > 7, NULL) && wgcq_move(j, "never", 0);
    if (!wgcq_move(j, way < 4 ? "on" : "named", 0))
        return false;
    *at = (uint8_t)(*at + 1);
    if (way == 1)
        return wgcq_guard(j, *at > 7, NULL);
    if (way == 2)
        return wgcq_fail(j);
    return wgcq_guard(j, *at < 3, way == 3 ? NULL : "left behind");
}

static void silently(const void *self, const void *state, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_run(to, "a text of its own", state, in_silence);
}

static void guards_without_a_name(void **unused)
{
    wgcq_description is = of_a_byte(silently);
    char folder[] = "/tmp/test_model_moves.XXXXXX", db[64];
    wgcq_options options = {0};
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(db, sizeof db, "%s/c.db", folder);
    for (int checked = 0; checked < 2; checked++) {
        is.checked = checked;
        assert_int_equal(wgcq_model_new(&model, &is, NULL), 0);
        assert_int_equal(wgcq_solve_model(&result, model, db, &options, NULL, NULL), 0);
        assert_int_equal(wgcq_result_summary(result)->states, 3);
        assert_int_equal(wgcq_result_summary(result)->edges, 4); /* 'on' and 'named', twice */
        assert_int_equal(wgcq_result_summary(result)->rejections, 1);
        char *rejections = rows_of(db, "rejections");
        assert_string_equal(rejections, "src|move|rule|\n3|named|left behind|");
        free(rejections);
        wgcq_result_free(result);
        wgcq_model_free(model);
        unlink(db);
    }
    rmdir(folder);
}

/* ---- mistakes --------------------------------------------------------------------------- */

static int mood;
static wgcq_moves *here;

/* Each of its journeys is one move too many; the first is reported, and the journey ends there. */
static bool several(wgcq_journey *j, void *state)
{
    size_t which;
    (void)state;
    return wgcq_choose(j, 2, &which) && wgcq_move(j, "one", 0) &&
           wgcq_move(j, which ? "three" : "two", 0);
}
static bool textless(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_guard(j, true, NULL);
}
static bool nameless(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_move(j, "on", 0) && wgcq_guard(j, false, "never heard of");
}
static bool moody(wgcq_journey *j, void *state)
{
    size_t which;
    (void)state;
    return wgcq_move(j, "on", 0) && wgcq_choose(j, (size_t)(++mood + 1), &which);
}
static bool writes_behind(wgcq_journey *j, void *state)
{
    ((uint8_t *)state)[1] = 1;
    return wgcq_move(j, "on", 0);
}
static bool goes_on(wgcq_journey *j, void *state)
{
    (void)state;
    wgcq_guard(j, false, NULL);
    return wgcq_move(j, "on", 0);
}
static bool within_itself(wgcq_journey *j, void *state)
{
    (void)j;
    return wgcq_moves_run(here, "on", state, textless);
}

static void story_of_self(const void *self, const void *state, wgcq_moves *to)
{
    wgcq_journey_fn *const *function = self;
    here = to;
    wgcq_moves_run(to, NULL, state, *function);
}

static void mistakes(void **unused)
{
    static const struct {
        wgcq_journey_fn *function;
        const char *words;
    } found[] = {{several, "one run of a journey makes several moves, the second 'two'"},
                 {textless, "a move has no text"},
                 {nameless, "'never heard of' is not among the rejections"},
                 {moody, "the journey is not deterministic"},
                 {writes_behind, "a journey writes behind the state"},
                 {goes_on, "the journey continues after a call has returned false"},
                 {within_itself, "a journey adds moves by another journey"}};
    wgcq_description is = of_a_byte(story_of_self);
    wgcq_summary sum;
    wgcq_error err;
    char count[40];
    (void)unused;
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        is.self = &found[i].function;
        assert_int_equal(solve(&is, &sum, count, &err), WGCQ_ERUN);
        if (!strstr(err.text, found[i].words) || !strstr(err.text, "in the state"))
            fail_msg("'%s' does not say '%s'", err.text, found[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_of_the_essay), cmocka_unit_test(costs_subsets_and_self),
        cmocka_unit_test(steps_of_one_move), cmocka_unit_test(guards_without_a_name),
        cmocka_unit_test(mistakes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
