/*
 * test_public_calls.c - every function of wgcq.h with null, zero and out-of-range arguments.
 *
 * Each case names the parameters that it is about.  The last test reads the header: a function, or
 * a parameter, without a case is a failure.
 */
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "place.h"
#include "suite.h"
#include "wgcq.h"

/* ---- cases --------------------------------------------------------------------------------- */

typedef enum answer {
    ANSWER_REFUSED,
    ANSWER_JOURNEY,
    ANSWER_MOVES,
    ANSWER_ASSERTED,
    ANSWER_FINE
} answer;
enum { ANSWERS = ANSWER_FINE + 1, CASES = 700 };

static struct {
    const char *function, *parameters;
    answer answer;
} cases[CASES];
static size_t case_count;

static void note(const char *function, const char *parameters, answer a)
{
    assert_true(case_count < CASES);
    cases[case_count].function = function;
    cases[case_count].parameters = parameters;
    cases[case_count++].answer = a;
}

static void check_refused(const char *function, const char *parameters, int code,
                          const wgcq_error *err)
{
    size_t length = strlen(function);
    note(function, parameters, ANSWER_REFUSED);
    assert_int_equal(code, WGCQ_EREQUEST);
    assert_int_equal(err->code, WGCQ_EREQUEST);
    assert_memory_equal(err->text, function, length);
    assert_int_equal(err->text[length], ':');
}

static pid_t begin_child(void)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child)
        return child;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    assert_non_null(freopen("/dev/null", "w", stderr));
    signal(SIGABRT, SIG_DFL);
    return 0;
}

static void check_asserted(const char *function, const char *parameters, pid_t child)
{
    int status;
    note(function, parameters, ANSWER_ASSERTED);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
        fail_msg("%s, %s: no assertion", function, parameters);
}

/* WGCQ_EREQUEST, by a message that begins with the function, with and without `err`. */
#define REFUSED(function, parameters, ...)                                                         \
    do {                                                                                           \
        wgcq_error first = {0}, *err = &first;                                                     \
        check_refused(#function, parameters, function(__VA_ARGS__), err);                          \
        err = NULL;                                                                                \
        assert_int_equal(function(__VA_ARGS__), WGCQ_EREQUEST);                                    \
    } while (0)
#define ASSERTED(function, parameters, ...)                                                        \
    do {                                                                                           \
        pid_t child = begin_child();                                                               \
        if (!child) {                                                                              \
            (void)function(__VA_ARGS__);                                                           \
            _exit(0);                                                                              \
        }                                                                                          \
        check_asserted(#function, parameters, child);                                              \
    } while (0)
/* It answers as its comment says. */
#define FINE(function, parameters, ...)                                                            \
    do {                                                                                           \
        note(#function, parameters, ANSWER_FINE);                                                  \
        assert_true(__VA_ARGS__);                                                                  \
    } while (0)
#define NOTHING(function)                                                                          \
    do {                                                                                           \
        note(#function, "*", ANSWER_FINE);                                                         \
        function(NULL);                                                                            \
    } while (0)

/* ---- what is called ------------------------------------------------------------------------ */

static const char yaml[] =
    "puzzle: Count\nparams: {n: 3}\nstate: {x: 0..6}\nstart: {x: 0}\nmoves:\n"
    "  up {d}:\n    - choose: d in 1..2\n    - guard: x + d <= 2 * n\n"
    "      else: too far\n    - set: x = x + d\n    - cost: toll = d\n"
    "goal: x == n\nexpect: {states: 7}\n";

static void start(const void *self, wgcq_moves *to)
{
    uint8_t zero = 0;
    (void)self;
    wgcq_moves_add(to, NULL, &zero, NULL);
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    uint8_t next = (uint8_t)(*(const uint8_t *)state + 1);
    (void)self;
    if (next < 4)
        wgcq_moves_add(to, "up", &next, NULL);
    else
        wgcq_moves_reject(to, "up", "too far");
}

static bool is_three(const void *self, const void *state)
{
    (void)self;
    return *(const uint8_t *)state == 3;
}

static const char *const rejections[] = {"too far"};
static const wgcq_field fields[] = {{.name = "x", .high = 4}};

static wgcq_description counter(void)
{
    return (wgcq_description){.title = "Counter",
                              .size = 1,
                              .fields = fields,
                              .field_count = 1,
                              .start = start,
                              .moves = moves,
                              .goal = is_three,
                              .rejections = rejections,
                              .rejection_count = 1};
}

static char folder[PLACE_ROOM], db[PLACE_ROOM + 16], c_db[PLACE_ROOM + 16];
static wgcq_puzzle *puzzle;
static wgcq_model *model;
static wgcq_result *result;
static wgcq_trace *trace;
static const wgcq_monitor silent;
static const wgcq_options none;

static int make_all(void **state)
{
    wgcq_description is = counter();
    wgcq_result *of_model = NULL;
    (void)state;
    if (!place_make(folder, "test_public_calls"))
        return -1;
    snprintf(db, sizeof db, "%s/a.db", folder);
    snprintf(c_db, sizeof c_db, "%s/c.db", folder);
    int code = wgcq_puzzle_read(&puzzle, yaml, strlen(yaml), "count.yaml", NULL, 0, NULL, NULL) ||
               wgcq_model_new(&model, &is, NULL) ||
               wgcq_solve(&result, puzzle, db, NULL, NULL, NULL) ||
               wgcq_solve_model(&of_model, model, c_db, NULL, NULL, NULL) ||
               wgcq_trace_open(&trace, db, NULL);
    wgcq_result_free(of_model);
    return code;
}

static int free_all(void **state)
{
    (void)state;
    wgcq_trace_free(trace);
    wgcq_result_free(result);
    wgcq_model_free(model);
    wgcq_puzzle_free(puzzle);
    unlink(db);
    unlink(c_db);
    return rmdir(folder);
}

/* Frees what came without an error. */
static bool got_rows(int code, wgcq_rows **rows)
{
    wgcq_rows_free(*rows);
    *rows = NULL;
    return code == 0;
}

static bool got_result(int code, wgcq_result **made)
{
    wgcq_result_free(*made);
    *made = NULL;
    return code == 0;
}

static bool is_wrong(int code)
{
    return code == WGCQ_EREQUEST;
}

/* ---- names, errors --------------------------------------------------------------------------- */

static void test_names(void **state)
{
    const char *const words[] = {"east", "west"};
    (void)state;
    FINE(wgcq_version, "", *wgcq_version());
    FINE(wgcq_file_format, "", wgcq_file_format() > 0);
    FINE(wgcq_language, "", wgcq_language() > 0);
    FINE(wgcq_memory_left, "", wgcq_memory_left() || true);
    ASSERTED(wgcq_suggest, "word", NULL, words, 2);
    ASSERTED(wgcq_suggest, "words", "wets", NULL, 2);
    FINE(wgcq_suggest, "words count", !wgcq_suggest("wets", NULL, 0));
    FINE(wgcq_diagnostics_count, "diagnostics", wgcq_diagnostics_count(NULL) == 0);
    NOTHING(wgcq_diagnostics_free);
    ASSERTED(wgcq_diagnostics_at, "diagnostics", NULL, 0);
    FINE(wgcq_diagnostic_kind_name, "kind", !*wgcq_diagnostic_kind_name((wgcq_diagnostic_kind)99));
    FINE(wgcq_order_name, "order", !wgcq_order_name((wgcq_order)99));
    FINE(wgcq_stop_name, "stop", !wgcq_stop_name((wgcq_stop)99));
    FINE(wgcq_trace_level_name, "level", !wgcq_trace_level_name((wgcq_trace_level)-1));
    FINE(wgcq_writer_name, "writer", !wgcq_writer_name((wgcq_writer)99));
    char grouped[WGCQ_GROUPED_MAX];
    ASSERTED(wgcq_group_digits, "number", grouped, NULL);
    ASSERTED(wgcq_group_digits, "out", NULL, "1000");
    ASSERTED(wgcq_group_number, "out", NULL, 1000);
    FINE(wgcq_group_number, "number",
         !strcmp(wgcq_group_number(grouped, UINT64_MAX), "18,446,744,073,709,551,615"));
    FINE(wgcq_question_name, "i", !wgcq_question_name(SIZE_MAX));
    FINE(wgcq_question_options, "i", !wgcq_question_options(SIZE_MAX));
    FINE(wgcq_question_about, "i", !wgcq_question_about(SIZE_MAX));
    FINE(wgcq_measure_name, "i", !wgcq_measure_name(SIZE_MAX));
    FINE(wgcq_measure_about, "i", !wgcq_measure_about(SIZE_MAX));
    NOTHING(wgcq_text_free);
}

static void test_diagnostics(void **state)
{
    wgcq_diagnostics *found = NULL;
    wgcq_puzzle *out = NULL;
    (void)state;
    assert_int_equal(wgcq_puzzle_read(&out, "a: 1", 4, "x", NULL, 0, &found, NULL), WGCQ_EPUZZLE);
    ASSERTED(wgcq_diagnostics_at, "i", found, wgcq_diagnostics_count(found));
    wgcq_diagnostics_free(found);
}

/* ---- journeys -------------------------------------------------------------------------------- */

static bool any_fn(wgcq_journey *j, void *state)
{
    (void)j, (void)state;
    return true;
}

static bool is_done(const void *state)
{
    (void)state;
    return true;
}

static bool collect(void *bag, const void *state)
{
    (void)state;
    return !bag;
}

static int64_t value_of(const void *state)
{
    return *(const uint8_t *)state;
}

static void first_byte(const void *state, void *key)
{
    memcpy(key, state, 1);
}

static bool any_group(void *bag, const void *key, const void *states, size_t count)
{
    return !bag && key && states && count;
}

/* A journey that makes one call, and goes on after it. */
#define WRONG(name, ...)                                                                           \
    static bool name(wgcq_journey *j, void *state)                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        (void)__VA_ARGS__;                                                                         \
        return true;                                                                               \
    }
WRONG(choose_null, wgcq_choose(j, 2, NULL))
WRONG(choose_from_null, wgcq_choose_from(j, 0, 1, NULL))
WRONG(choose_from_all, wgcq_choose_from(j, INT64_MIN, INT64_MAX, &(int64_t){0}))
WRONG(choose_bit_null, wgcq_choose_bit(j, 3, NULL))
WRONG(choose_subset_null, wgcq_choose_subset(j, 2, 0, 2, NULL))
WRONG(choose_subset_65, wgcq_choose_subset(j, 65, 0, 2, &(uint64_t){0}))
WRONG(choose_permutation_null, wgcq_choose_permutation(j, 2, NULL))
WRONG(choose_permutation_65, wgcq_choose_permutation(j, 65, (unsigned char[65]){0}))
WRONG(move_null, wgcq_move(j, NULL, 1))
WRONG(raise_null, wgcq_raise(j, NULL))
WRONG(repeat_null, wgcq_repeat(j, 2, NULL))
WRONG(until_null_done, wgcq_until(j, NULL, any_fn))
WRONG(until_null_step, wgcq_until(j, is_done, NULL))
WRONG(once_null, wgcq_once(j, NULL))
WRONG(cheapest_null, wgcq_cheapest(j, NULL))
WRONG(interleave_null, wgcq_interleave(j, 1, NULL))
WRONG(interleave_null_fn, wgcq_interleave(j, 1, (wgcq_journey_fn *[]){NULL}))
WRONG(any_null, wgcq_any(j, NULL))
WRONG(none_null, wgcq_none(j, NULL))
WRONG(whether_null_fn, wgcq_whether(j, NULL, &(bool){false}))
WRONG(whether_null_yes, wgcq_whether(j, any_fn, NULL))
WRONG(or_else_null_fn, wgcq_or_else(j, NULL, any_fn))
WRONG(or_else_null_otherwise, wgcq_or_else(j, any_fn, NULL))
WRONG(count_null_fn, wgcq_count(j, NULL, &(uint64_t){0}))
WRONG(count_null_count, wgcq_count(j, any_fn, NULL))
WRONG(find_all_null_fn, wgcq_find_all(j, NULL, collect, NULL))
WRONG(find_all_null_collect, wgcq_find_all(j, any_fn, NULL, NULL))
WRONG(min_null_fn, wgcq_min(j, NULL, value_of, &(int64_t){0}))
WRONG(min_null_value, wgcq_min(j, any_fn, NULL, &(int64_t){0}))
WRONG(min_null_least, wgcq_min(j, any_fn, value_of, NULL))
WRONG(max_null_fn, wgcq_max(j, NULL, value_of, &(int64_t){0}))
WRONG(max_null_value, wgcq_max(j, any_fn, NULL, &(int64_t){0}))
WRONG(max_null_greatest, wgcq_max(j, any_fn, value_of, NULL))
WRONG(sum_null_fn, wgcq_sum(j, NULL, value_of, &(int64_t){0}))
WRONG(sum_null_value, wgcq_sum(j, any_fn, NULL, &(int64_t){0}))
WRONG(sum_null_sum, wgcq_sum(j, any_fn, value_of, NULL))
WRONG(group_by_null_fn, wgcq_group_by(j, NULL, first_byte, 1, any_group, NULL))
WRONG(group_by_null_key, wgcq_group_by(j, any_fn, NULL, 1, any_group, NULL))
WRONG(group_by_no_key, wgcq_group_by(j, any_fn, first_byte, 0, any_group, NULL))
WRONG(tabled_null_fn, wgcq_tabled(j, NULL))
WRONG(tabled_best_null_fn, wgcq_tabled_best(j, NULL))
WRONG(group_by_null_group, wgcq_group_by(j, any_fn, first_byte, 1, NULL, NULL))

/* The iterator reports it, and can be freed; so does a second one. */
static void check_journey(const char *function, const char *parameters, wgcq_journey_fn *fn)
{
    wgcq_iterator *t = NULL;
    wgcq_error err = {0};
    uint8_t state = 0;
    size_t length = strlen(function);
    note(function, parameters, ANSWER_JOURNEY);
    assert_int_equal(wgcq_iterator_new(&t, fn, &state, 1, NULL, &err), 0);
    assert_int_equal(wgcq_iterator_next(t, &err), WGCQ_EREQUEST);
    assert_int_equal(wgcq_iterator_next(t, NULL), WGCQ_EREQUEST);
    if (strcmp(parameters, "low high") != 0)
        assert_memory_equal(err.text, function, length);
    wgcq_iterator_free(t);
}

static void test_journeys(void **state)
{
    (void)state;
    check_journey("wgcq_choose", "which", choose_null);
    check_journey("wgcq_choose_from", "value", choose_from_null);
    check_journey("wgcq_choose_from", "low high", choose_from_all);
    check_journey("wgcq_choose_bit", "bit", choose_bit_null);
    check_journey("wgcq_choose_subset", "members", choose_subset_null);
    check_journey("wgcq_choose_subset", "count", choose_subset_65);
    check_journey("wgcq_choose_permutation", "order", choose_permutation_null);
    check_journey("wgcq_choose_permutation", "count", choose_permutation_65);
    check_journey("wgcq_move", "text", move_null);
    check_journey("wgcq_raise", "text", raise_null);
    check_journey("wgcq_repeat", "step", repeat_null);
    check_journey("wgcq_until", "done", until_null_done);
    check_journey("wgcq_until", "step", until_null_step);
    check_journey("wgcq_once", "fn", once_null);
    check_journey("wgcq_cheapest", "fn", cheapest_null);
    check_journey("wgcq_interleave", "fns", interleave_null);
    check_journey("wgcq_interleave", "count", interleave_null_fn);
    check_journey("wgcq_any", "fn", any_null);
    check_journey("wgcq_none", "fn", none_null);
    check_journey("wgcq_whether", "fn", whether_null_fn);
    check_journey("wgcq_whether", "yes", whether_null_yes);
    check_journey("wgcq_or_else", "fn", or_else_null_fn);
    check_journey("wgcq_or_else", "otherwise", or_else_null_otherwise);
    check_journey("wgcq_count", "fn", count_null_fn);
    check_journey("wgcq_count", "count", count_null_count);
    check_journey("wgcq_find_all", "fn", find_all_null_fn);
    check_journey("wgcq_find_all", "collect", find_all_null_collect);
    check_journey("wgcq_min", "fn", min_null_fn);
    check_journey("wgcq_min", "value", min_null_value);
    check_journey("wgcq_min", "least", min_null_least);
    check_journey("wgcq_max", "fn", max_null_fn);
    check_journey("wgcq_max", "value", max_null_value);
    check_journey("wgcq_max", "greatest", max_null_greatest);
    check_journey("wgcq_sum", "fn", sum_null_fn);
    check_journey("wgcq_sum", "value", sum_null_value);
    check_journey("wgcq_sum", "sum", sum_null_sum);
    check_journey("wgcq_tabled", "fn", tabled_null_fn);
    check_journey("wgcq_tabled_best", "fn", tabled_best_null_fn);
    check_journey("wgcq_group_by", "fn", group_by_null_fn);
    check_journey("wgcq_group_by", "key", group_by_null_key);
    check_journey("wgcq_group_by", "key_size", group_by_no_key);
    check_journey("wgcq_group_by", "group", group_by_null_group);
}

static void test_journeys_without_one(void **state)
{
    size_t which;
    int64_t value;
    unsigned bit;
    uint64_t members;
    unsigned char order[2];
    bool yes;
    (void)state;
    ASSERTED(wgcq_choose, "journey", NULL, 2, &which);
    ASSERTED(wgcq_choose_from, "journey", NULL, 0, 1, &value);
    ASSERTED(wgcq_choose_bit, "journey", NULL, 3, &bit);
    ASSERTED(wgcq_choose_subset, "journey", NULL, 2, 0, 2, &members);
    ASSERTED(wgcq_choose_permutation, "journey", NULL, 2, order);
    ASSERTED(wgcq_guard, "journey", NULL, true, NULL);
    ASSERTED(wgcq_fail, "journey", NULL);
    ASSERTED(wgcq_move, "journey", NULL, "a", 1);
    ASSERTED(wgcq_cut, "journey", NULL);
    ASSERTED(wgcq_repeat, "journey", NULL, 1, any_fn);
    ASSERTED(wgcq_until, "journey", NULL, is_done, any_fn);
    ASSERTED(wgcq_once, "journey", NULL, any_fn);
    ASSERTED(wgcq_bound, "journey", NULL, 0);
    ASSERTED(wgcq_cheapest, "journey", NULL, any_fn);
    ASSERTED(wgcq_interleave, "journey", NULL, 0, NULL);
    ASSERTED(wgcq_tabled, "journey", NULL, NULL);
    ASSERTED(wgcq_tabled_best, "journey", NULL, NULL);
    ASSERTED(wgcq_any, "journey", NULL, any_fn);
    ASSERTED(wgcq_none, "journey", NULL, any_fn);
    ASSERTED(wgcq_whether, "journey", NULL, any_fn, &yes);
    ASSERTED(wgcq_or_else, "journey", NULL, any_fn, any_fn);
    ASSERTED(wgcq_count, "journey", NULL, any_fn, &members);
    ASSERTED(wgcq_find_all, "journey", NULL, any_fn, collect, NULL);
    ASSERTED(wgcq_min, "journey", NULL, any_fn, value_of, &value);
    ASSERTED(wgcq_max, "journey", NULL, any_fn, value_of, &value);
    ASSERTED(wgcq_sum, "journey", NULL, any_fn, value_of, &value);
    ASSERTED(wgcq_group_by, "journey", NULL, any_fn, first_byte, 1, any_group, NULL);
    ASSERTED(wgcq_self, "journey", NULL);
    ASSERTED(wgcq_raise, "journey", NULL, "text");
}

/* Zeros and bounds that are no mistakes. */
static bool odd_but_fine(wgcq_journey *j, void *state)
{
    size_t which;
    int64_t value;
    unsigned bit;
    uint64_t members, count;
    (void)state;
    FINE(wgcq_self, "journey", !wgcq_self(j));
    FINE(wgcq_choose_subset, "least most", wgcq_choose_subset(j, 0, 0, UINT32_MAX, &members));
    FINE(wgcq_choose_permutation, "count order", wgcq_choose_permutation(j, 0, NULL));
    FINE(wgcq_choose_from, "low high", wgcq_choose_from(j, INT64_MAX, INT64_MAX, &value));
    FINE(wgcq_repeat, "count", wgcq_repeat(j, 0, any_fn));
    FINE(wgcq_bound, "at_least", wgcq_bound(j, INT64_MIN) && wgcq_bound(j, INT64_MAX));
    FINE(wgcq_cheapest, "fn", wgcq_cheapest(j, any_fn));
    FINE(wgcq_find_all, "bag", wgcq_find_all(j, any_fn, collect, NULL));
    FINE(wgcq_group_by, "bag", wgcq_group_by(j, any_fn, first_byte, 1, any_group, NULL));
    FINE(wgcq_count, "count", wgcq_count(j, any_fn, &count) && count == 1);
    FINE(wgcq_move, "cost", wgcq_move(j, "", INT64_MIN));
    FINE(wgcq_guard, "holds name", wgcq_guard(j, true, NULL));
    if (wgcq_whether(j, any_fn, &(bool){false}))
        FINE(wgcq_choose, "count", !wgcq_choose(j, 0, &which));
    FINE(wgcq_choose_bit, "bits", !wgcq_choose_bit(j, 0, &bit));
    return false;
}

static void key_of(const void *state, void *key)
{
    memcpy(key, state, 1);
}

static void test_choices(void **state)
{
    uint64_t choices[2] = {0, 3};
    uint8_t at = 0;
    size_t count = 1;
    char text[8];
    (void)state;
    ASSERTED(wgcq_choices_to_text, "choices", NULL, 1, text, sizeof text);
    ASSERTED(wgcq_choices_to_text, "text", choices, 1, NULL, 1);
    ASSERTED(wgcq_choices_to_bytes, "choices", NULL, 1, text, sizeof text);
    ASSERTED(wgcq_choices_to_bytes, "bytes", choices, 1, NULL, 1);
    FINE(wgcq_choices_to_text, "count size", wgcq_choices_to_text(NULL, 0, NULL, 0) == 0);
    FINE(wgcq_choices_to_bytes, "count size", wgcq_choices_to_bytes(NULL, 0, NULL, 0) == 0);
    REFUSED(wgcq_choices_from_text, "text", NULL, choices, 2, &count, err);
    REFUSED(wgcq_choices_from_text, "choices", "1", NULL, 2, &count, err);
    REFUSED(wgcq_choices_from_text, "count", "1", choices, 2, NULL, err);
    REFUSED(wgcq_choices_from_bytes, "bytes", NULL, 1, choices, 2, &count, err);
    REFUSED(wgcq_choices_from_bytes, "choices", "1", 1, NULL, 2, &count, err);
    REFUSED(wgcq_choices_from_bytes, "count", "1", 1, choices, 2, NULL, err);
    FINE(wgcq_choices_from_text, "room", wgcq_choices_from_text("", NULL, 0, &count, NULL) == 0);
    FINE(wgcq_choices_from_bytes, "size room",
         wgcq_choices_from_bytes(NULL, 0, NULL, 0, &count, NULL) == 0);
    REFUSED(wgcq_replay, "fn", NULL, &at, 1, NULL, choices, 0, err);
    REFUSED(wgcq_replay, "state", any_fn, NULL, 1, NULL, choices, 0, err);
    REFUSED(wgcq_replay, "choices", any_fn, &at, 1, NULL, NULL, 1, err);
    FINE(wgcq_replay, "size options count", wgcq_replay(any_fn, NULL, 0, NULL, NULL, 0, NULL) == 0);
    REFUSED(wgcq_shrink, "fn", NULL, &at, 1, NULL, choices, &count, err);
    REFUSED(wgcq_shrink, "state", any_fn, NULL, 1, NULL, choices, &count, err);
    REFUSED(wgcq_shrink, "count", any_fn, &at, 1, NULL, choices, NULL, err);
    count = SIZE_MAX / 2;
    assert_int_equal(wgcq_shrink(any_fn, NULL, 0, NULL, choices, &count, NULL), WGCQ_EMEMORY);
    count = 1;
    REFUSED(wgcq_shrink, "choices", any_fn, &at, 1, NULL, NULL, &count, err);
    count = 0;
    wgcq_tree_estimate estimate;
    REFUSED(wgcq_estimate, "fn", NULL, &at, 1, NULL, 1, &estimate, err);
    REFUSED(wgcq_estimate, "state", any_fn, NULL, 1, NULL, 1, &estimate, err);
    REFUSED(wgcq_estimate, "probes", any_fn, &at, 1, NULL, 0, &estimate, err);
    REFUSED(wgcq_estimate, "out", any_fn, &at, 1, NULL, 1, NULL, err);
    FINE(wgcq_estimate, "size options",
         wgcq_estimate(any_fn, NULL, 0, NULL, 1, &estimate, NULL) == 0);
    FINE(wgcq_shrink, "size options", wgcq_shrink(any_fn, NULL, 0, NULL, NULL, &count, NULL) == 0);
}

static void test_iterators(void **state)
{
    wgcq_iterator *t = NULL;
    uint8_t byte = 0;
    const wgcq_iterator_options keyed = {.key = key_of};
    (void)state;
    REFUSED(wgcq_iterator_new, "out", NULL, any_fn, &byte, 1, NULL, err);
    REFUSED(wgcq_iterator_new, "fn", &t, NULL, &byte, 1, NULL, err);
    REFUSED(wgcq_iterator_new, "state", &t, any_fn, NULL, 1, NULL, err);
    FINE(wgcq_iterator_new, "options",
         is_wrong(wgcq_iterator_new(&t, any_fn, &byte, 1, &keyed, NULL)));
    assert_null(t);
    FINE(wgcq_iterator_new, "state size", wgcq_iterator_new(&t, any_fn, NULL, 0, NULL, NULL) == 0);
    ASSERTED(wgcq_iterator_move, "i", t, 0);
    assert_int_equal(wgcq_iterator_next(t, NULL), 0);
    ASSERTED(wgcq_iterator_move, "i", t, SIZE_MAX);
    ASSERTED(wgcq_iterator_choice, "i", t, 0);
    wgcq_iterator_free(t);
    assert_int_equal(wgcq_iterator_new(&t, odd_but_fine, &byte, 1, NULL, NULL), 0);
    assert_int_equal(wgcq_iterator_next(t, NULL), WGCQ_DONE);
    wgcq_iterator_free(t);
    REFUSED(wgcq_iterator_next, "iterator", NULL, err);
    ASSERTED(wgcq_iterator_move_count, "iterator", NULL);
    ASSERTED(wgcq_iterator_move, "iterator", NULL, 0);
    ASSERTED(wgcq_iterator_cost, "iterator", NULL);
    ASSERTED(wgcq_iterator_limit, "iterator", NULL);
    ASSERTED(wgcq_iterator_choice_count, "iterator", NULL);
    ASSERTED(wgcq_iterator_choice, "iterator", NULL, 0);
    NOTHING(wgcq_iterator_free);
}

/* ---- models ---------------------------------------------------------------------------------- */

static int wrong_call; /* which, below */

static void wrong_moves(const void *self, const void *state, wgcq_moves *to)
{
    (void)self;
    switch (wrong_call) {
    case 0: wgcq_moves_add(to, "up", NULL, NULL); break;
    case 1: wgcq_moves_add(to, NULL, state, NULL); break;
    case 2: wgcq_moves_reject(to, "up", NULL); break;
    case 3: wgcq_moves_reject(to, NULL, "too far"); break;
    case 4: wgcq_moves_run(to, "up", NULL, any_fn); break;
    case 5: wgcq_moves_run(to, "up", state, NULL); break;
    case 6: wgcq_moves_run(to, NULL, state, any_fn); break;
    case 7: wgcq_moves_run(to, "up", state, any_null); break;
    default: wgcq_moves_add(to, "up", state, NULL);
    }
}

/* The run ends with an error of the model; the calls after it are ignored. */
static void test_moves(void **state)
{
    static const struct {
        const char *function, *parameter;
    } calls[] = {{"wgcq_moves_add", "state"},        {"wgcq_moves_add", "text"},
                 {"wgcq_moves_reject", "rejection"}, {"wgcq_moves_reject", "text"},
                 {"wgcq_moves_run", "state"},        {"wgcq_moves_run", "fn"},
                 {"wgcq_moves_run", "text"},         {"wgcq_moves_run", "fn"},
                 {"wgcq_moves_add", "costs"}};
    wgcq_description is = counter();
    wgcq_model *wrong = NULL;
    (void)state;
    is.moves = wrong_moves;
    assert_int_equal(wgcq_model_new(&wrong, &is, NULL), 0);
    for (wrong_call = 0; wrong_call < 9; wrong_call++) {
        wgcq_error err = {0};
        wgcq_result *out = NULL;
        int code = wgcq_solve_model(&out, wrong, NULL, NULL, NULL, &err);
        note(calls[wrong_call].function, calls[wrong_call].parameter,
             code ? ANSWER_MOVES : ANSWER_FINE);
        assert_int_equal(code, wrong_call == 8 ? 0 : WGCQ_ERUN);
        assert_true(!code == (out != NULL));
        wgcq_result_free(out);
    }
    wgcq_model_free(wrong);
    ASSERTED(wgcq_moves_add, "to", NULL, "up", &(uint8_t){0}, NULL);
    ASSERTED(wgcq_moves_reject, "to", NULL, "up", "too far");
    ASSERTED(wgcq_moves_run, "to", NULL, "up", &(uint8_t){0}, any_fn);
}

static bool model_is_wrong(const wgcq_description *is)
{
    wgcq_model *out = NULL;
    wgcq_error err = {0};
    int code = wgcq_model_new(&out, is, &err);
    return is_wrong(code) && !out && *err.text;
}

static void test_models(void **state)
{
    const wgcq_description zero = {0};
    wgcq_model *out = NULL;
    (void)state;
    REFUSED(wgcq_model_new, "out", NULL, &zero, err);
    REFUSED(wgcq_model_new, "description", &out, NULL, err);
    FINE(wgcq_model_new, "description", model_is_wrong(&zero));
#define WITHOUT(list, number)                                                                      \
    do {                                                                                           \
        wgcq_description is = counter();                                                           \
        is.list = NULL;                                                                            \
        is.number = 1;                                                                             \
        FINE(wgcq_model_new, "description", model_is_wrong(&is));                                  \
    } while (0)
    WITHOUT(fields, field_count);
    WITHOUT(rules, rule_count);
    WITHOUT(invariants, invariant_count);
    WITHOUT(bounds, bound_count);
    WITHOUT(rejections, rejection_count);
    WITHOUT(costs, cost_count);
    WITHOUT(param_names, param_count);
    WITHOUT(param_values, param_count);
    WITHOUT(moves, size);
    WITHOUT(start, size);
    WITHOUT(title, size);
    ASSERTED(wgcq_model_variable_count, "model", NULL);
    ASSERTED(wgcq_model_variable_name, "model", NULL, 0);
    ASSERTED(wgcq_model_variable_name, "i", model, 1);
    ASSERTED(wgcq_model_cost_count, "model", NULL);
    ASSERTED(wgcq_model_cost_name, "model", NULL, 0);
    ASSERTED(wgcq_model_cost_name, "i", model, 1);
    NOTHING(wgcq_model_free);
}

/* ---- puzzles --------------------------------------------------------------------------------- */

static void test_reading_puzzles(void **state)
{
    wgcq_puzzle *out = NULL;
    const wgcq_setting nothing[] = {NULL};
    (void)state;
    REFUSED(wgcq_puzzle_load, "out", NULL, "x.yaml", NULL, 0, NULL, err);
    REFUSED(wgcq_puzzle_load, "path", &out, NULL, NULL, 0, NULL, err);
    REFUSED(wgcq_puzzle_load, "settings setting_count", &out, "x.yaml", NULL, 1, NULL, err);
    FINE(wgcq_puzzle_load, "diagnostics",
         wgcq_puzzle_load(&out, "", NULL, 0, NULL, NULL) == WGCQ_EFILE);
    REFUSED(wgcq_puzzle_read, "out", NULL, yaml, sizeof yaml, "x", NULL, 0, NULL, err);
    REFUSED(wgcq_puzzle_read, "yaml length", &out, NULL, 1, "x", NULL, 0, NULL, err);
    REFUSED(wgcq_puzzle_read, "name", &out, yaml, sizeof yaml, NULL, NULL, 0, NULL, err);
    REFUSED(wgcq_puzzle_read, "settings", &out, yaml, sizeof yaml, "x", NULL, 1, NULL, err);
    REFUSED(wgcq_puzzle_read, "settings setting_count", &out, yaml, 5, "x", nothing, 1, NULL, err);
    FINE(wgcq_puzzle_read, "yaml diagnostics",
         wgcq_puzzle_read(&out, NULL, 0, "x", NULL, 0, NULL, NULL) == WGCQ_EPUZZLE);
    assert_null(out);
}

static void test_puzzles(void **state)
{
    (void)state;
    NOTHING(wgcq_puzzle_free);
    ASSERTED(wgcq_puzzle_model, "puzzle", NULL);
    ASSERTED(wgcq_puzzle_title, "puzzle", NULL);
    ASSERTED(wgcq_puzzle_source, "puzzle", NULL);
    ASSERTED(wgcq_puzzle_file, "puzzle", NULL);
    ASSERTED(wgcq_puzzle_line, "puzzle", NULL, 1);
    FINE(wgcq_puzzle_line, "line", !*wgcq_puzzle_line(puzzle, INT32_MIN));
    FINE(wgcq_puzzle_line, "line", !*wgcq_puzzle_line(puzzle, INT32_MAX));
    ASSERTED(wgcq_puzzle_param_count, "puzzle", NULL);
    ASSERTED(wgcq_puzzle_param_name, "puzzle", NULL, 0);
    ASSERTED(wgcq_puzzle_param_name, "i", puzzle, 1);
    ASSERTED(wgcq_puzzle_param_value, "puzzle", NULL, 0);
    ASSERTED(wgcq_puzzle_param_value, "i", puzzle, 1);
    ASSERTED(wgcq_puzzle_param_is_single, "puzzle", NULL, 0);
    ASSERTED(wgcq_puzzle_param_is_single, "i", puzzle, SIZE_MAX);
    ASSERTED(wgcq_puzzle_cost_count, "puzzle", NULL);
    ASSERTED(wgcq_puzzle_cost_name, "puzzle", NULL, 0);
    ASSERTED(wgcq_puzzle_cost_name, "i", puzzle, 2);
    ASSERTED(wgcq_puzzle_measure, "puzzle", NULL);
    REFUSED(wgcq_puzzle_try, "puzzle", NULL, err);
    FINE(wgcq_puzzle_try, "err", !wgcq_puzzle_try(puzzle, NULL));
    ASSERTED(wgcq_puzzle_expect_count, "puzzle", NULL);
    ASSERTED(wgcq_puzzle_expect_name, "puzzle", NULL, 0);
    ASSERTED(wgcq_puzzle_expect_name, "i", puzzle, 1);
    ASSERTED(wgcq_puzzle_expect_value, "puzzle", NULL, 0);
    ASSERTED(wgcq_puzzle_expect_value, "i", puzzle, 1);
}

static void test_imports(void **state)
{
    char *text = NULL;
    const char level[] = "#####\n#@$.#\n#####\n";
    const wgcq_import_file file = {"level", level, strlen(level)}, nameless = {NULL, level, 1},
                           textless = {"level", NULL, 1}, empty = {"level", NULL, 0};
    (void)state;
    REFUSED(wgcq_import, "yaml", NULL, &file, 1, NULL, NULL, err);
    REFUSED(wgcq_import, "files", &text, NULL, 1, NULL, NULL, err);
    REFUSED(wgcq_import, "count", &text, &file, 0, NULL, NULL, err);
    REFUSED(wgcq_import, "count", &text, &file, WGCQ_IMPORT_FILES_MOST + 1, NULL, NULL, err);
    REFUSED(wgcq_import, "name", &text, &nameless, 1, NULL, NULL, err);
    REFUSED(wgcq_import, "text", &text, &textless, 1, NULL, NULL, err);
    FINE(wgcq_import, "length", wgcq_import(&text, &empty, 1, "", NULL, NULL) == WGCQ_EPUZZLE);
    FINE(wgcq_import, "diagnostics", wgcq_import(&text, &empty, 1, "", NULL, NULL) == WGCQ_EPUZZLE);
    FINE(wgcq_import, "level", !wgcq_import(&text, &file, 1, NULL, NULL, NULL));
    free(text);
}

static void test_formulas(void **state)
{
    static const char *const names[] = {"length", "plans"}, *const holes[] = {"length", NULL};
    static const double values[] = {30, 2};
    wgcq_formula *formula = NULL, *refused = NULL;
    (void)state;
    REFUSED(wgcq_formula_read, "out", NULL, "length", "want", names, 2, NULL, err);
    REFUSED(wgcq_formula_read, "text", &refused, NULL, "want", names, 2, NULL, err);
    REFUSED(wgcq_formula_read, "called", &refused, "length", NULL, names, 2, NULL, err);
    REFUSED(wgcq_formula_read, "names", &refused, "length", "want", NULL, 2, NULL, err);
    REFUSED(wgcq_formula_read, "names[1]", &refused, "length", "want", holes, 2, NULL, err);
    FINE(wgcq_formula_read, "count",
         wgcq_formula_read(&refused, "length", "want", NULL, 0, NULL, NULL) == WGCQ_EPUZZLE);
    FINE(wgcq_formula_read, "diagnostics",
         !wgcq_formula_read(&formula, "length + plans", "want", names, 2, NULL, NULL));
    ASSERTED(wgcq_formula_value, "formula", NULL, values);
    ASSERTED(wgcq_formula_value, "values", formula, NULL);
    FINE(wgcq_formula_value, "*", wgcq_formula_value(formula, values) == 32);
    wgcq_formula_free(formula);
    NOTHING(wgcq_formula_free);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void test_rows(void **state)
{
    wgcq_rows *rows = NULL;
    size_t count;
    (void)state;
    assert_int_equal(wgcq_result_first(&rows, result, NULL), 0);
    size_t end = wgcq_rows_columns(rows);
    FINE(wgcq_rows_text, "column", !*wgcq_rows_text(rows, 0)); /* before the first */
    REFUSED(wgcq_rows_next, "rows", NULL, err);
    ASSERTED(wgcq_rows_columns, "rows", NULL);
    ASSERTED(wgcq_rows_name, "rows", NULL, 0);
    ASSERTED(wgcq_rows_name, "column", rows, end);
    ASSERTED(wgcq_rows_type, "rows", NULL, 0);
    ASSERTED(wgcq_rows_type, "column", rows, end);
    ASSERTED(wgcq_rows_integer, "rows", NULL, 0);
    ASSERTED(wgcq_rows_integer, "column", rows, end);
    ASSERTED(wgcq_rows_real, "rows", NULL, 0);
    ASSERTED(wgcq_rows_real, "column", rows, end);
    ASSERTED(wgcq_rows_text, "rows", NULL, 0);
    ASSERTED(wgcq_rows_text, "column", rows, SIZE_MAX);
    ASSERTED(wgcq_rows_list, "rows", NULL, 0, &count);
    ASSERTED(wgcq_rows_list, "column", rows, end, &count);
    ASSERTED(wgcq_rows_list, "count", rows, 0, NULL);
    ASSERTED(wgcq_rows_remark, "rows", NULL);
    ASSERTED(wgcq_rows_complete, "rows", NULL);
    ASSERTED(wgcq_rows_unknown, "rows", NULL);
    NOTHING(wgcq_rows_free);
    wgcq_rows_free(rows);
}

/* ---- solving --------------------------------------------------------------------------------- */

static int swap(void *self, const void *const *out, const size_t *bytes, void *const *in,
                size_t room, wgcq_error *err)
{
    (void)self, (void)out, (void)bytes, (void)in, (void)room, (void)err;
    return WGCQ_EFILE;
}

static int swap_end(void *self, wgcq_error *err)
{
    (void)self, (void)err;
    return WGCQ_EFILE;
}

static void abandon(void *self)
{
    (void)self;
}

static const wgcq_exchange zero_exchange;
static const wgcq_exchange index_too_large = {
    .rank = 2, .ranks = 2, .swap_begin = swap, .swap_end = swap_end, .abandon = abandon};
static const wgcq_options wrong_options[] = {
    {.order = (wgcq_order)7},
    {.order = (wgcq_order)-1},
    {.stop = (wgcq_stop)3},
    {.trace_level = (wgcq_trace_level)5},
    {.writer = (wgcq_writer)2},
    {.reduce = (wgcq_reduction)2},
    {.max_time = -1},
    {.max_time = (double)__builtin_nanf("")},
    {.exchange = &zero_exchange},
    {.exchange = &index_too_large},
};
#define EACH_WRONG(o)                                                                              \
    for (const wgcq_options *o = wrong_options;                                                    \
         o < wrong_options + sizeof wrong_options / sizeof *wrong_options; o++)

static void test_solving(void **state)
{
    wgcq_result *out = NULL;
    wgcq_disk_forecast need;
    const wgcq_error failed = {WGCQ_ERUN, 1, 1, 2, "another error"};
    (void)state;
    REFUSED(wgcq_solve, "out", NULL, puzzle, NULL, NULL, NULL, err);
    REFUSED(wgcq_solve, "puzzle", &out, NULL, NULL, NULL, NULL, err);
    REFUSED(wgcq_solve_model, "out", NULL, model, NULL, NULL, NULL, err);
    REFUSED(wgcq_solve_model, "model", &out, NULL, NULL, NULL, NULL, err);
    EACH_WRONG(o)
    {
        REFUSED(wgcq_solve, "options", &out, puzzle, db, o, NULL, err);
        REFUSED(wgcq_solve_model, "options", &out, model, c_db, o, NULL, err);
    }
    REFUSED(wgcq_solved, "out", NULL, model, db, NULL, NULL, err);
    REFUSED(wgcq_solved, "model", &out, NULL, db, NULL, NULL, err);
    REFUSED(wgcq_solved, "db", &out, model, NULL, NULL, NULL, err);
    EACH_WRONG(o) REFUSED(wgcq_solved, "options", &out, model, db, o, NULL, err);
    assert_null(out);
    FINE(wgcq_solved, "options monitor",
         got_result(wgcq_solved(&out, wgcq_puzzle_model(puzzle), db, NULL, NULL, NULL), &out));
    FINE(wgcq_solve, "db options monitor",
         got_result(wgcq_solve(&out, puzzle, NULL, NULL, NULL, NULL), &out));
    FINE(wgcq_solve, "options monitor",
         got_result(wgcq_solve(&out, puzzle, NULL, &none, &silent, NULL), &out));
    FINE(wgcq_solve_model, "db options monitor",
         got_result(wgcq_solve_model(&out, model, NULL, NULL, NULL, NULL), &out));
    FINE(wgcq_solve_model, "options monitor",
         got_result(wgcq_solve_model(&out, model, NULL, &none, &silent, NULL), &out));
    REFUSED(wgcq_plan_to_error, "out", NULL, model, &failed, NULL, NULL, err);
    REFUSED(wgcq_plan_to_error, "model", &out, NULL, &failed, NULL, NULL, err);
    REFUSED(wgcq_plan_to_error, "of", &out, model, NULL, NULL, NULL, err);
    EACH_WRONG(o) REFUSED(wgcq_plan_to_error, "options", &out, model, &failed, o, NULL, err);
    FINE(wgcq_plan_to_error, "options monitor",
         wgcq_plan_to_error(&out, model, &failed, NULL, NULL, NULL) == WGCQ_DONE && !out);
    ASSERTED(wgcq_forecast_disk, "out", NULL, model, NULL, NULL);
    ASSERTED(wgcq_forecast_disk, "model", &need, NULL, NULL, NULL);
    ASSERTED(wgcq_forecast_disk, "options", &need, model, NULL, &wrong_options[3]);
    FINE(wgcq_forecast_disk, "db options", !wgcq_forecast_disk(&need, model, NULL, NULL));
}

static void test_results(void **state)
{
    wgcq_rows *rows = NULL;
    (void)state;
    REFUSED(wgcq_result_first, "out", NULL, result, err);
    REFUSED(wgcq_result_first, "result", &rows, NULL, err);
    REFUSED(wgcq_result_counterexample, "out", NULL, result, err);
    REFUSED(wgcq_result_counterexample, "result", &rows, NULL, err);
    REFUSED(wgcq_result_lasso, "out", NULL, result, err);
    REFUSED(wgcq_result_lasso, "result", &rows, NULL, err);
    ASSERTED(wgcq_result_summary, "result", NULL);
    NOTHING(wgcq_result_free);
    assert_null(rows);
}

/* ---- searches -------------------------------------------------------------------------------- */

static void test_opening_searches(void **state)
{
    wgcq_search *out = NULL;
    (void)state;
    REFUSED(wgcq_search_new, "out", NULL, model, NULL, NULL, NULL, err);
    REFUSED(wgcq_search_new, "model", &out, NULL, NULL, NULL, NULL, err);
    EACH_WRONG(o) REFUSED(wgcq_search_new, "options", &out, model, NULL, o, NULL, err);
    REFUSED(wgcq_search_plans, "out", NULL, model, 0, 3, NULL, err);
    REFUSED(wgcq_search_plans, "model", &out, NULL, 0, 3, NULL, err);
    assert_null(out);
    FINE(wgcq_search_plans, "least most monitor",
         wgcq_search_plans(&out, model, UINT64_MAX, 0, &silent, NULL) == 0);
    const wgcq_solution *s = NULL;
    assert_int_equal(wgcq_search_next(&s, out, NULL), WGCQ_DONE);
    wgcq_search_free(out);
}

static void test_searches(void **state)
{
    wgcq_search *search = NULL;
    wgcq_result *out = NULL;
    const wgcq_solution *s = NULL;
    (void)state;
    FINE(wgcq_search_new, "db options monitor",
         wgcq_search_new(&search, model, NULL, &none, &silent, NULL) == 0);
    REFUSED(wgcq_search_next, "out", NULL, search, err);
    REFUSED(wgcq_search_next, "search", &s, NULL, err);
    assert_null(s);
    assert_int_equal(wgcq_search_next(&s, search, NULL), 0);
    size_t length = wgcq_solution_length(s);
    ASSERTED(wgcq_solution_length, "solution", NULL);
    ASSERTED(wgcq_solution_proved, "solution", NULL);
    ASSERTED(wgcq_solution_move, "solution", NULL, 0);
    ASSERTED(wgcq_solution_move, "i", s, length);
    ASSERTED(wgcq_solution_shown, "solution", NULL, 0);
    ASSERTED(wgcq_solution_shown, "step", s, length + 1);
    ASSERTED(wgcq_solution_value, "solution", NULL, 0, 0);
    ASSERTED(wgcq_solution_value, "step", s, length + 1, 0);
    ASSERTED(wgcq_solution_value, "variable", s, 0, 1);
    ASSERTED(wgcq_solution_value_name, "solution", NULL, 0, 0);
    ASSERTED(wgcq_solution_value_name, "step", s, length + 1, 0);
    ASSERTED(wgcq_solution_value_name, "variable", s, 0, 1);
    ASSERTED(wgcq_solution_state, "solution", NULL, 0, &(uint8_t){0});
    ASSERTED(wgcq_solution_state, "step", s, length + 1, &(uint8_t){0});
    ASSERTED(wgcq_solution_state, "state", s, 0, NULL);
    ASSERTED(wgcq_solution_cost, "solution", NULL, 0, 0);
    ASSERTED(wgcq_solution_cost, "step", s, length + 1, 0);
    ASSERTED(wgcq_solution_cost, "cost", s, 0, 1);
    ASSERTED(wgcq_search_statistics, "search", NULL);
    REFUSED(wgcq_search_end, "out", NULL, search, err);
    REFUSED(wgcq_search_end, "search", &out, NULL, err);
    assert_null(out);
    FINE(wgcq_search_end, "search", got_result(wgcq_search_end(&out, search, NULL), &out));
    FINE(wgcq_search_next, "search", is_wrong(wgcq_search_next(&s, search, NULL)));
    FINE(wgcq_search_end, "search", is_wrong(wgcq_search_end(&out, search, NULL)));
    wgcq_search_free(search);
    NOTHING(wgcq_search_free);
}

/* Only a C model's states have bytes. */
static void test_bytes_of_puzzles(void **state)
{
    wgcq_search *search = NULL;
    const wgcq_solution *s = NULL;
    (void)state;
    assert_int_equal(wgcq_search_new(&search, wgcq_puzzle_model(puzzle), NULL, NULL, NULL, NULL),
                     0);
    assert_int_equal(wgcq_search_next(&s, search, NULL), 0);
    ASSERTED(wgcq_solution_state, "solution", s, 0, &(uint64_t){0});
    wgcq_search_free(search);
}

/* ---- resuming, ranks ---------------------------------------------------------------------- */

static void test_resuming(void **state)
{
    const wgcq_options cut = {.max_states = 2};
    wgcq_unfinished *u = NULL;
    wgcq_result *out = NULL;
    char path[PLACE_ROOM + 16];
    (void)state;
    snprintf(path, sizeof path, "%s/u.db", folder);
    REFUSED(wgcq_unfinished_open, "out", NULL, db, 0, err);
    REFUSED(wgcq_unfinished_open, "db", &u, NULL, 0, err);
    REFUSED(wgcq_unfinished_open_parts, "out", NULL, folder, err);
    REFUSED(wgcq_unfinished_open_parts, "folder", &u, NULL, err);
    FINE(wgcq_unfinished_open, "run", is_wrong(wgcq_unfinished_open(&u, db, INT64_MIN, NULL)));
    FINE(wgcq_unfinished_open, "run", is_wrong(wgcq_unfinished_open(&u, db, INT64_MAX, NULL)));
    assert_null(u);
    NOTHING(wgcq_unfinished_free);
    ASSERTED(wgcq_unfinished_run, "unfinished", NULL);
    ASSERTED(wgcq_unfinished_puzzle, "unfinished", NULL);
    ASSERTED(wgcq_unfinished_options, "unfinished", NULL);
    REFUSED(wgcq_resume, "unfinished", &out, NULL, NULL, NULL, err);
    assert_true(got_result(wgcq_solve(&out, puzzle, path, &cut, NULL, NULL), &out));
    assert_int_equal(wgcq_unfinished_open(&u, path, 0, NULL), 0);
    REFUSED(wgcq_resume, "out", NULL, u, NULL, NULL, err);
    out = NULL;
    EACH_WRONG(o) REFUSED(wgcq_resume, "options", &out, u, o, NULL, err);
    assert_null(out);
    FINE(wgcq_resume, "options monitor",
         got_result(wgcq_resume(&out, u, NULL, &silent, NULL), &out));
    wgcq_unfinished_free(u);
    unlink(path);
}

static void test_ranks(void **state)
{
    wgcq_result *out = NULL;
    wgcq_trace *opened = NULL;
    (void)state;
    REFUSED(wgcq_merge, "folder", &out, NULL, NULL, model, NULL, NULL, err);
    REFUSED(wgcq_merge, "model", &out, folder, NULL, NULL, NULL, NULL, err);
    EACH_WRONG(o) REFUSED(wgcq_merge, "how", &out, folder, NULL, model, o, NULL, err);
    FINE(wgcq_merge, "out db model how monitor",
         wgcq_merge(NULL, folder, NULL, NULL, NULL, NULL, NULL) == WGCQ_ESTORE);
    ASSERTED(wgcq_is_parts, "path", NULL);
    FINE(wgcq_is_parts, "path", !wgcq_is_parts(""));
    REFUSED(wgcq_divide_spilled, "folder", NULL, 2, err);
    REFUSED(wgcq_divide_spilled, "ranks", folder, 0, err);
    REFUSED(wgcq_open, "out", NULL, db, NULL, NULL, err);
    REFUSED(wgcq_open, "path", &opened, NULL, NULL, NULL, err);
    EACH_WRONG(o) REFUSED(wgcq_open, "how", &opened, db, o, NULL, err);
    assert_null(opened);
    FINE(wgcq_open, "how monitor", wgcq_open(&opened, db, NULL, NULL, NULL) == 0);
    wgcq_trace_free(opened);
}

/* ---- plans ----------------------------------------------------------------------------------- */

static void test_plans(void **state)
{
    const wgcq_model *of = model;
    wgcq_rows *rows = NULL;
    char *count = NULL;
    (void)state;
    REFUSED(wgcq_plans, "out", NULL, puzzle, 2, NULL, err);
    REFUSED(wgcq_plans, "puzzle", &rows, NULL, 2, NULL, err);
    REFUSED(wgcq_plans_count, "count", NULL, puzzle, 2, NULL, err);
    REFUSED(wgcq_plans_count, "puzzle", &count, NULL, 2, NULL, err);
    REFUSED(wgcq_plans_model, "out", NULL, of, 2, NULL, err);
    REFUSED(wgcq_plans_model, "model", &rows, NULL, 2, NULL, err);
    REFUSED(wgcq_plans_model_count, "count", NULL, of, 2, NULL, err);
    REFUSED(wgcq_plans_model_count, "model", &count, NULL, 2, NULL, err);
    assert_null(rows);
    assert_null(count);
    FINE(wgcq_plans, "length monitor",
         got_rows(wgcq_plans(&rows, puzzle, 0, &silent, NULL), &rows));
    FINE(wgcq_plans_model, "length monitor",
         got_rows(wgcq_plans_model(&rows, of, 0, &silent, NULL), &rows));
    FINE(wgcq_plans_count, "length monitor",
         wgcq_plans_count(&count, puzzle, 0, &silent, NULL) == 0);
    wgcq_text_free(count);
    FINE(wgcq_plans_model_count, "length monitor",
         wgcq_plans_model_count(&count, of, 0, &silent, NULL) == 0);
    wgcq_text_free(count);
    FINE(wgcq_plans_model, "length", wgcq_plans_model(&rows, of, UINT64_MAX, NULL, NULL) == 0);
    assert_int_equal(wgcq_rows_next(rows, NULL), WGCQ_DONE);
    wgcq_rows_free(rows);
}

/* ---- traces ---------------------------------------------------------------------------------- */

static void test_traces(void **state)
{
    wgcq_trace *out = NULL;
    wgcq_rows *rows = NULL;
    (void)state;
    REFUSED(wgcq_trace_open, "out", NULL, db, err);
    REFUSED(wgcq_trace_open, "path", &out, NULL, err);
    REFUSED(wgcq_trace_select_run, "trace", NULL, 1, err);
    FINE(wgcq_trace_select_run, "run", is_wrong(wgcq_trace_select_run(trace, 0, NULL)));
    FINE(wgcq_trace_select_run, "run", is_wrong(wgcq_trace_select_run(trace, INT64_MAX, NULL)));
    FINE(wgcq_trace_select_run, "run", is_wrong(wgcq_trace_select_run(trace, INT64_MIN, NULL)));
    ASSERTED(wgcq_trace_active_run, "trace", NULL);
    REFUSED(wgcq_trace_drop, "path", NULL, 1, err);
    FINE(wgcq_trace_drop, "run", is_wrong(wgcq_trace_drop(db, INT64_MIN, NULL)));
    FINE(wgcq_trace_drop, "run", is_wrong(wgcq_trace_drop(db, INT64_MAX, NULL)));
    NOTHING(wgcq_trace_free);
    ASSERTED(wgcq_trace_set_monitor, "trace", NULL, &silent);
    wgcq_trace_set_monitor(trace, &silent);
    note("wgcq_trace_set_monitor", "monitor", ANSWER_FINE);
    wgcq_trace_set_monitor(trace, NULL);
    REFUSED(wgcq_trace_sql, "out", NULL, trace, "SELECT 1", err);
    REFUSED(wgcq_trace_sql, "trace", &rows, NULL, "SELECT 1", err);
    REFUSED(wgcq_trace_sql, "sql", &rows, trace, NULL, err);
    FINE(wgcq_trace_sql, "sql", is_wrong(wgcq_trace_sql(&rows, trace, "", NULL)));
    FINE(wgcq_is_tree, "path", !wgcq_is_tree(NULL) && !wgcq_is_tree(""));
    wgcq_trace *tree = NULL;
    REFUSED(wgcq_tree_open, "out", NULL, "", err);
    REFUSED(wgcq_tree_open, "path", &tree, NULL, err);
    FINE(wgcq_tree_open, "path", wgcq_tree_open(&tree, "", NULL) < 0);
    REFUSED(wgcq_tree_ask, "out", NULL, trace, "guards", 0, err);
    REFUSED(wgcq_tree_ask, "trace", &rows, NULL, "guards", 0, err);
    REFUSED(wgcq_tree_ask, "what", &rows, trace, NULL, 0, err);
    FINE(wgcq_tree_ask, "what number", is_wrong(wgcq_tree_ask(&rows, trace, "", 0, NULL)));
    wgcq_verdict holds;
    REFUSED(wgcq_tree_verify, "out", NULL, &holds, trace, err);
    REFUSED(wgcq_tree_verify, "found", &rows, NULL, trace, err);
    REFUSED(wgcq_tree_verify, "trace", &rows, &holds, NULL, err);
    uint64_t from = 0;
    REFUSED(wgcq_journey_verify, "out", NULL, &holds, trace, any_fn, &from, sizeof from, NULL, err);
    REFUSED(wgcq_journey_verify, "found", &rows, NULL, trace, any_fn, &from, sizeof from, NULL,
            err);
    REFUSED(wgcq_journey_verify, "tree", &rows, &holds, NULL, any_fn, &from, sizeof from, NULL,
            err);
    REFUSED(wgcq_journey_verify, "fn", &rows, &holds, trace, NULL, &from, sizeof from, NULL, err);
    REFUSED(wgcq_journey_verify, "state", &rows, &holds, trace, any_fn, NULL, 8, NULL, err);
    REFUSED(wgcq_journey_verify, "size", &rows, &holds, trace, any_fn, NULL, 8, NULL, err);
    FINE(wgcq_journey_verify, "options",
         wgcq_journey_verify(&rows, &holds, trace, any_fn, &from, sizeof from, NULL, NULL) < 0);
    static const char *const one[] = {"plan"};
    char **unique = wgcq_unique_names(one, 1, one, 1);
    FINE(wgcq_unique_names, "fixed fixed_count given count",
         unique && strcmp(unique[0], "plan_") == 0);
    wgcq_unique_names_free(unique, 1);
    wgcq_unique_names_free(NULL, 0);
    note("wgcq_unique_names_free", "names count", ANSWER_FINE);
    REFUSED(wgcq_write_file, "path", NULL, "", 0, err);
    REFUSED(wgcq_write_file, "bytes length", "unwritten", NULL, 0, err);
    REFUSED(wgcq_check_own_file, "path", NULL, err);
    REFUSED(wgcq_trace_export, "trace", NULL, "plain.db", false, err);
    REFUSED(wgcq_trace_export, "path", trace, NULL, true, err);
    FINE(wgcq_trace_export, "path replace",
         wgcq_trace_export(trace, "no/such/folder.db", true, NULL) == WGCQ_EFILE);
    ASSERTED(wgcq_trace_was_rerun, "trace", NULL, NULL);
    FINE(wgcq_trace_was_rerun, "needed", !wgcq_trace_was_rerun(trace, NULL));
    assert_null(out);
    assert_null(rows);
}

static void test_questions(void **state)
{
    const wgcq_question nothing = {0}, shortest = {.what = "shortest"},
                        many = {.what = "all", .limit = UINT64_MAX, .offset = UINT64_MAX};
    wgcq_rows *rows = NULL;
    (void)state;
    REFUSED(wgcq_ask, "out", NULL, trace, &shortest, NULL, err);
    REFUSED(wgcq_ask, "trace", &rows, NULL, &shortest, NULL, err);
    REFUSED(wgcq_ask, "question", &rows, trace, NULL, NULL, err);
    REFUSED(wgcq_ask, "question", &rows, trace, &nothing, NULL, err);
    assert_null(rows);
    FINE(wgcq_ask, "monitor", got_rows(wgcq_ask(&rows, trace, &shortest, &silent, NULL), &rows));
    FINE(wgcq_ask, "question", got_rows(wgcq_ask(&rows, trace, &many, NULL, NULL), &rows));
    rows = NULL;
    FINE(wgcq_ask, "question",
         is_wrong(wgcq_ask(&rows, trace,
                           &(wgcq_question){.what = "shortest", .by = "w", .count = true}, NULL,
                           NULL)));
    assert_null(rows);
    for (size_t i = 0; wgcq_question_name(i); i++) { /* with nothing but its name */
        wgcq_question plain = {.what = wgcq_question_name(i)};
        rows = NULL;
        int code = wgcq_ask(&rows, trace, &plain, NULL, NULL);
        assert_true(got_rows(code, &rows) || is_wrong(code));
    }
}

static void test_verifying(void **state)
{
    const char *const plan[] = {NULL};
    wgcq_rows *rows = NULL;
    wgcq_verdict found;
    (void)state;
    REFUSED(wgcq_verify, "out", NULL, &found, trace, NULL, err);
    REFUSED(wgcq_verify, "found", &rows, NULL, trace, NULL, err);
    REFUSED(wgcq_verify, "trace", &rows, &found, NULL, NULL, err);
    REFUSED(wgcq_verify_model, "out", NULL, &found, trace, NULL, NULL, err);
    REFUSED(wgcq_verify_model, "found", &rows, NULL, trace, NULL, NULL, err);
    REFUSED(wgcq_verify_model, "trace", &rows, &found, NULL, NULL, NULL, err);
    REFUSED(wgcq_verify_plan, "out", NULL, &found, trace, NULL, 0, err);
    REFUSED(wgcq_verify_plan, "found", &rows, NULL, trace, NULL, 0, err);
    REFUSED(wgcq_verify_plan, "trace", &rows, &found, NULL, NULL, 0, err);
    REFUSED(wgcq_verify_plan, "moves count", &rows, &found, trace, NULL, 1, err);
    REFUSED(wgcq_verify_plan, "moves", &rows, &found, trace, plan, 1, err);
    assert_null(rows);
    FINE(wgcq_verify, "monitor", got_rows(wgcq_verify(&rows, &found, trace, &silent, NULL), &rows));
    FINE(wgcq_verify_model, "model monitor",
         got_rows(wgcq_verify_model(&rows, &found, trace, NULL, NULL, NULL), &rows));
    FINE(wgcq_verify_plan, "moves count",
         got_rows(wgcq_verify_plan(&rows, &found, trace, NULL, 0, NULL), &rows));
}

static void test_reasons(void **state)
{
    wgcq_rows *rows = NULL;
    (void)state;
    REFUSED(wgcq_why, "out", NULL, trace, "1", NULL, err);
    REFUSED(wgcq_why, "trace", &rows, NULL, "1", NULL, err);
    REFUSED(wgcq_why, "state", &rows, trace, NULL, NULL, err);
    FINE(wgcq_why, "state", is_wrong(wgcq_why(&rows, trace, "", NULL, NULL)) || !rows);
    REFUSED(wgcq_why_states, "out", NULL, trace, 1, 1, err);
    REFUSED(wgcq_why_states, "trace", &rows, NULL, 1, 1, err);
    assert_null(rows);
    FINE(wgcq_why, "move", got_rows(wgcq_why(&rows, trace, "1", NULL, NULL), &rows));
    FINE(wgcq_why_states, "first last",
         got_rows(wgcq_why_states(&rows, trace, UINT32_MAX, 0, NULL), &rows));
    FINE(wgcq_why_states, "first last",
         got_rows(wgcq_why_states(&rows, trace, 0, UINT32_MAX, NULL), &rows));
}

static void test_pictures(void **state)
{
    const wgcq_draw_options zero = {0}, ninth = {.format = (wgcq_draw_format)9},
                            before = {.format = (wgcq_draw_format)-1},
                            nowhere = {.around = INT64_MIN, .radius = UINT64_MAX},
                            deep = {.has_depth = true, .depth = UINT64_MAX};
    char *out = NULL, *remark = NULL;
    (void)state;
    REFUSED(wgcq_draw, "out", NULL, &remark, trace, &zero, err);
    REFUSED(wgcq_draw, "trace", &out, &remark, NULL, &zero, err);
    REFUSED(wgcq_draw, "options", &out, &remark, trace, &ninth, err);
    REFUSED(wgcq_draw, "options", &out, &remark, trace, &before, err);
    FINE(wgcq_draw, "options", is_wrong(wgcq_draw(&out, &remark, trace, &nowhere, NULL)));
    assert_null(out);
    assert_null(remark);
    FINE(wgcq_draw, "remark options", wgcq_draw(&out, NULL, trace, NULL, NULL) == 0);
    wgcq_text_free(out);
    FINE(wgcq_draw, "options", wgcq_draw(&out, NULL, trace, &deep, NULL) == 0);
    wgcq_text_free(out);
}

static void test_comparing(void **state)
{
    const wgcq_compare_side zero[2] = {{0}},
                            unnamed[] = {{trace, 1, NULL, "a"}, {trace, 1, "b", "b"}},
                            missing[] = {{trace, INT64_MAX, "a", "a"}, {trace, -1, "b", "b"}},
                            files[] = {{trace, 0, NULL, "a"}, {trace, 0, NULL, "b"}};
    wgcq_rows *rows = NULL;
    (void)state;
    REFUSED(wgcq_compare, "out", NULL, WGCQ_COMPARE_FILES, files, 2, err);
    REFUSED(wgcq_compare, "part", &rows, (wgcq_compare_part)6, files, 2, err);
    REFUSED(wgcq_compare, "part", &rows, (wgcq_compare_part)-1, files, 2, err);
    REFUSED(wgcq_compare, "sides count", &rows, WGCQ_COMPARE_FILES, NULL, 0, err);
    for (int part = WGCQ_COMPARE_STEPS; part <= WGCQ_COMPARE_ONLY; part++) {
        REFUSED(wgcq_compare, "sides", &rows, (wgcq_compare_part)part, zero, 2, err);
        REFUSED(wgcq_compare, "count", &rows, (wgcq_compare_part)part, files, 0, err);
    }
    REFUSED(wgcq_compare, "sides", &rows, WGCQ_COMPARE_STEPS, unnamed, 2, err);
    FINE(wgcq_compare, "sides",
         is_wrong(wgcq_compare(&rows, WGCQ_COMPARE_STEPS, missing, 2, NULL)));
    assert_null(rows);
    for (int part = WGCQ_COMPARE_STEPS; part <= WGCQ_COMPARE_ONLY; part++)
        FINE(wgcq_compare, "sides",
             got_rows(wgcq_compare(&rows, (wgcq_compare_part)part, files, 2, NULL), &rows));
}

static void test_showing(void **state)
{
    wgcq_rows *rows = NULL;
    int64_t count = 0;
    (void)state;
    REFUSED(wgcq_show, "out", NULL, trace, 1, err);
    REFUSED(wgcq_show, "trace", &rows, NULL, 1, err);
    REFUSED(wgcq_show_count, "count", NULL, trace, err);
    REFUSED(wgcq_show_count, "trace", &count, NULL, err);
    for (int i = 0; i < 3; i++) {
        const int64_t odd[] = {0, INT64_MIN, INT64_MAX};
        FINE(wgcq_show, "solution", got_rows(wgcq_show(&rows, trace, odd[i], NULL), &rows));
    }
}

/* ---- games ----------------------------------------------------------------------------------- */

static void test_opening_games(void **state)
{
    wgcq_game *out = NULL;
    (void)state;
    REFUSED(wgcq_game_new, "out", NULL, model, err);
    REFUSED(wgcq_game_new, "model", &out, NULL, err);
    REFUSED(wgcq_game_open, "out", NULL, trace, err);
    REFUSED(wgcq_game_open, "trace", &out, NULL, err);
    assert_null(out);
    NOTHING(wgcq_game_free);
}

static void test_reading_games(void **state)
{
    wgcq_game *game = NULL;
    (void)state;
    assert_int_equal(wgcq_game_new(&game, model, NULL), 0);
    ASSERTED(wgcq_game_model, "game", NULL);
    ASSERTED(wgcq_game_start_count, "game", NULL);
    ASSERTED(wgcq_game_shown, "game", NULL);
    ASSERTED(wgcq_game_at_goal, "game", NULL);
    ASSERTED(wgcq_game_at_end, "game", NULL);
    ASSERTED(wgcq_game_move_count, "game", NULL);
    ASSERTED(wgcq_game_move, "game", NULL, 0);
    ASSERTED(wgcq_game_move, "i", game, 1);
    ASSERTED(wgcq_game_move_shown, "game", NULL, 0);
    ASSERTED(wgcq_game_move_shown, "i", game, 1);
    ASSERTED(wgcq_game_length, "game", NULL);
    ASSERTED(wgcq_game_ahead, "game", NULL);
    ASSERTED(wgcq_game_line, "game", NULL, 0);
    ASSERTED(wgcq_game_line, "i", game, 0);
    ASSERTED(wgcq_game_cost, "game", NULL, 0);
    ASSERTED(wgcq_game_cost, "cost", game, 1);
    ASSERTED(wgcq_game_end_cost, "game", NULL, 0);
    ASSERTED(wgcq_game_end_cost, "cost", game, 1);
    wgcq_game_free(game);
}

static void test_playing(void **state)
{
    wgcq_game *game = NULL;
    wgcq_rows *rows = NULL;
    wgcq_way way;
    (void)state;
    assert_int_equal(wgcq_game_new(&game, model, NULL), 0);
    REFUSED(wgcq_game_restart, "game", NULL, 0, err);
    REFUSED(wgcq_game_restart, "start", game, 1, err);
    REFUSED(wgcq_game_make, "game", NULL, 0, err);
    REFUSED(wgcq_game_make, "i", game, SIZE_MAX, err);
    REFUSED(wgcq_game_undo, "game", NULL, err);
    REFUSED(wgcq_game_redo, "game", NULL, err);
    FINE(wgcq_game_undo, "game", wgcq_game_undo(game, NULL) == WGCQ_DONE);
    FINE(wgcq_game_redo, "game", wgcq_game_redo(game, NULL) == WGCQ_DONE);
    REFUSED(wgcq_game_rejected, "out", NULL, game, NULL, err);
    REFUSED(wgcq_game_rejected, "game", &rows, NULL, NULL, err);
    FINE(wgcq_game_rejected, "move", got_rows(wgcq_game_rejected(&rows, game, NULL, NULL), &rows));
    REFUSED(wgcq_game_way, "out", NULL, game, NULL, NULL, NULL, err);
    REFUSED(wgcq_game_way, "game", &way, NULL, NULL, NULL, NULL, err);
    EACH_WRONG(o) REFUSED(wgcq_game_way, "limits", &way, game, NULL, o, NULL, err);
    FINE(wgcq_game_way, "cost limits monitor",
         wgcq_game_way(&way, game, NULL, NULL, &silent, NULL) == 0);
    FINE(wgcq_game_way, "cost", is_wrong(wgcq_game_way(&way, game, "", NULL, NULL, NULL)));
    REFUSED(wgcq_game_replay, "game", NULL, 1, NULL, NULL, err);
    REFUSED(wgcq_game_replay, "solution", game, 0, NULL, NULL, err);
    EACH_WRONG(o) REFUSED(wgcq_game_replay, "limits", game, 1, o, NULL, err);
    FINE(wgcq_game_replay, "limits monitor", wgcq_game_replay(game, 1, NULL, &silent, NULL) == 0);
    FINE(wgcq_game_replay, "solution",
         wgcq_game_replay(game, UINT64_MAX, NULL, NULL, NULL) == WGCQ_DONE);
    REFUSED(wgcq_game_replay_lasso, "game", NULL, "it ends", err);
    REFUSED(wgcq_game_replay_lasso, "property", game, NULL, err);
    FINE(wgcq_game_replay_lasso, "property",
         wgcq_game_replay_lasso(game, "it ends", NULL) == WGCQ_DONE);
    wgcq_game_free(game);
}

/* ---- the header ------------------------------------------------------------------------------ */

/* Its parts, one behind the other. */
static char *read_header(void)
{
    char *text = calloc(1, 1 << 20);
    glob_t parts;
    size_t length = 0;
    assert_non_null(text);
    assert_int_equal(glob("lib/wgcq_*.h", 0, NULL, &parts), 0);
    for (size_t i = 0; i < parts.gl_pathc; i++) {
        FILE *file = fopen(parts.gl_pathv[i], "r");
        assert_non_null(file);
        const size_t more = fread(text + length, 1, ((size_t)1 << 20) - 1 - length, file);
        assert_true(more > 0);
        length += more;
        fclose(file);
    }
    globfree(&parts);
    return text;
}

static void blank_comments(char *text)
{
    for (char *at = text; (at = strstr(at, "/*"));) {
        char *end = strstr(at, "*/");
        assert_non_null(end);
        memset(at, ' ', (size_t)(end - at) + 2);
    }
}

static bool has_word(const char *words, const char *word, size_t length)
{
    for (; *words; words += strcspn(words, " "), words += strspn(words, " "))
        if (strcspn(words, " ") == length && !memcmp(words, word, length))
            return true;
    return false;
}

static bool has_case(const char *function, size_t length, const char *word, size_t word_length)
{
    for (size_t i = 0; i < case_count; i++)
        if (strlen(cases[i].function) == length && !memcmp(cases[i].function, function, length) &&
            (!word || !strcmp(cases[i].parameters, "*") ||
             has_word(cases[i].parameters, word, word_length)))
            return true;
    return false;
}

static bool is_in_word(char c)
{
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The name of a parameter is its last word, that of a callback the first in brackets. */
static size_t check_parameter(const char *function, size_t length, const char *from, const char *to)
{
    const char *pointer = memchr(from, '(', (size_t)(to - from));
    const char *begin = pointer ? pointer + 2 : to, *end = begin;
    while (pointer && is_in_word(*end))
        end++;
    while (!pointer && !is_in_word(end[-1]))
        end--;
    for (begin = end; is_in_word(begin[-1]); begin--)
        continue;
    size_t size = (size_t)(end - begin);
    if ((size == 3 && !memcmp(begin, "err", 3)) || (size == 4 && !memcmp(begin, "void", 4)))
        return 0;
    if (!has_case(function, length, begin, size))
        fail_msg("no case of %.*s, %.*s", (int)length, function, (int)size, begin);
    return 1;
}

/* The end of a parameter list or of one of its parameters. */
static const char *parameter_end(const char *at)
{
    for (int depth = 0; depth || (*at != ',' && *at != ')'); at++)
        depth += (*at == '(') - (*at == ')');
    return at;
}

static size_t check_function(const char *function)
{
    size_t length = strcspn(function, "("), parameters = 0;
    if (!has_case(function, length, NULL, 0))
        fail_msg("no case of %.*s", (int)length, function);
    for (const char *at = function + length; *at != ')';) {
        const char *end = parameter_end(at + 1);
        parameters += check_parameter(function, length, at + 1, end);
        at = end;
    }
    return parameters;
}

static void test_all_of_the_header(void **state)
{
    char *text = read_header();
    size_t functions = 0, parameters = 0, by_answer[ANSWERS] = {0};
    (void)state;
    blank_comments(text);
    for (const char *at = strstr(text, "#define WGCQ_ZERO"); (at = strstr(at, "WGCQ_API ")); at++) {
        const char *open = strchr(at, '('), *name = open;
        while (is_in_word(name[-1]))
            name--;
        parameters += check_function(name);
        functions++;
    }
    for (size_t i = 0; i < case_count; i++)
        by_answer[cases[i].answer]++;
    free(text);
    assert_true(functions > 150 && parameters > 300);
    print_message("# %zu functions, %zu parameters, %zu cases: %zu refused, %zu ends of a journey, "
                  "%zu of a run, %zu assertions, %zu fine\n",
                  functions, parameters, case_count, by_answer[ANSWER_REFUSED],
                  by_answer[ANSWER_JOURNEY], by_answer[ANSWER_MOVES], by_answer[ANSWER_ASSERTED],
                  by_answer[ANSWER_FINE]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_diagnostics),
        cmocka_unit_test(test_journeys),
        cmocka_unit_test(test_journeys_without_one),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_iterators),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_reading_puzzles),
        cmocka_unit_test(test_puzzles),
        cmocka_unit_test(test_imports),
        cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_solving),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_opening_searches),
        cmocka_unit_test(test_searches),
        cmocka_unit_test(test_bytes_of_puzzles),
        cmocka_unit_test(test_resuming),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_plans),
        cmocka_unit_test(test_traces),
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_verifying),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_comparing),
        cmocka_unit_test(test_showing),
        cmocka_unit_test(test_opening_games),
        cmocka_unit_test(test_reading_games),
        cmocka_unit_test(test_playing),
        cmocka_unit_test(test_all_of_the_header),
    };
    return cmocka_run_group_tests(tests, make_all, free_all);
}
