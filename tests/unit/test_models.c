/* test_models.c - models out of C functions: what they come to, and the mistakes that are found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "wgcq.h"

/* Two counters of 0..n-1, each of which goes up by one or starts again; a gap between them. */
struct pair {
    unsigned char a;
    int b;
};

static int limit = 5;
static int mood;

static void start(const void *self, wgcq_moves *to)
{
    struct pair p;
    (void)self;
    memset(&p, 0, sizeof p);
    wgcq_moves_add(to, NULL, &p, NULL);
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    struct pair p = *(const struct pair *)state;
    int64_t cost = p.b + 1;
    p.a = (unsigned char)((p.a + 1) % limit);
    wgcq_moves_add(to, "a", &p, &cost);
    p = *(const struct pair *)state;
    p.b = (p.b + 1) % limit;
    cost = 1;
    wgcq_moves_add(to, "b", &p, &cost);
    wgcq_moves_add(to, "b", &p, &cost);
    wgcq_moves_refuse(to, "c", "never mind");
    (void)self;
}

static bool goal(const void *self, const void *state)
{
    const struct pair *p = state;
    (void)self;
    return p->a == 4 && p->b == 4;
}

static const wgcq_field fields[] = {
    {.name = "a", .offset = offsetof(struct pair, a), .high = 4},
    {.name = "b", .offset = offsetof(struct pair, b), .size = 4, .is_signed = true, .high = 4}};
static const char *const costs[] = {"toll"};
static const char *const refusals[] = {"never mind"};

static wgcq_description description(void)
{
    return (wgcq_description){.title = "Pair",
                              .size = sizeof(struct pair),
                              .fields = fields,
                              .field_count = 2,
                              .start = start,
                              .moves = moves,
                              .goal = goal,
                              .costs = costs,
                              .cost_count = 1,
                              .refusals = refusals,
                              .refusal_count = 1,
                              .checked = true};
}

static int solve(const wgcq_description *is, const wgcq_options *options, wgcq_summary *out,
                 wgcq_error *err)
{
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    *err = (wgcq_error){0};
    int code = wgcq_model_new(&model, is, err);
    if (!code)
        code = wgcq_solve_model(&result, model, NULL, options, NULL, err);
    if (!code)
        *out = *wgcq_result_summary(result);
    if (!code) {
        assert_string_equal(out->shortest.count, "70"); /* 8 choose 4 */
        assert_int_equal(out->cheapest[1].value, 8);    /* all a first, at 1 each */
    }
    wgcq_result_free(result);
    wgcq_model_free(model);
    return code;
}

static void every_order_and_threads(void **unused)
{
    (void)unused;
    wgcq_description is = description();
    wgcq_summary sum;
    wgcq_error err;
    for (int checked = 0; checked < 2; checked++)
        for (int order = 0; order <= WGCQ_CHEAPEST; order++)
            for (unsigned threads = 1; threads <= 4; threads += 3) {
                wgcq_options o = {.order = (wgcq_order)order, .threads = threads};
                is.checked = checked;
                assert_int_equal(solve(&is, &o, &sum, &err), 0);
                assert_int_equal(sum.states, 25);
                assert_int_equal(sum.edges, 50); /* one told twice is one */
                assert_int_equal(sum.goals, 1);
                assert_int_equal(sum.depth >= 8, true);
            }
}

static void finds(const wgcq_description *is, wgcq_code code, const char *words)
{
    wgcq_options o = {0};
    wgcq_summary sum;
    wgcq_error err;
    assert_int_equal(solve(is, &o, &sum, &err), code);
    if (!strstr(err.text, words))
        fail_msg("'%s' does not say '%s'", err.text, words);
}

static void mistakes_of_a_description(void **unused)
{
    (void)unused;
    wgcq_description is = description();
    wgcq_field own[2] = {fields[0], fields[1]};
    is.fields = own;
    own[1].offset = 0;
    finds(&is, WGCQ_EREQUEST, "fields 'a' and 'b' overlap at byte 0");
    own[1].offset = 6;
    finds(&is, WGCQ_EREQUEST, "field 'b' ends behind the state's 8 bytes");
    own[1] = fields[1];
    own[1].size = 3;
    finds(&is, WGCQ_EREQUEST, "field 'b' has 3 bytes");
    own[1] = fields[1];
    own[0].high = 256;
    finds(&is, WGCQ_EREQUEST, "the range of field 'a' does not fit its 1 byte");
    own[0] = fields[0];
    is.minimize = "tol";
    finds(&is, WGCQ_EREQUEST, "unknown cost 'tol'");
    is.minimize = NULL;
    is.size = 0;
    finds(&is, WGCQ_EREQUEST, "a state has 1 to");
    is = description();
    is.moves = NULL;
    finds(&is, WGCQ_EREQUEST, "the model has no moves");
}

static void bad_moves(const void *self, const void *state, wgcq_moves *to)
{
    static const char *const texts[] = {"", "two\nlines", "\xff"};
    wgcq_moves_add(to, texts[*(const int *)self], state, NULL);
}

static void values_and_texts(void **unused)
{
    (void)unused;
    wgcq_description is = description();
    limit = 6;
    finds(&is, WGCQ_ERUN, "is 5, not within 0..4, after the move 'a', in the state a=4 b=0");
    limit = 5;
    is.refusal_count = 0;
    finds(&is, WGCQ_ERUN, "'never mind' is not among the refusals");
    is.moves = bad_moves;
    for (int i = 0; i < 3; i++) {
        is.self = &i;
        finds(&is, WGCQ_ERUN, "the text of a move is");
    }
}

static void moody(const void *self, const void *state, wgcq_moves *to)
{
    struct pair p = *(const struct pair *)state;
    (void)self;
    p.a = (unsigned char)(mood++ % 5);
    wgcq_moves_add(to, "a", &p, NULL);
}

static void looks_at_padding(const void *self, const void *state, wgcq_moves *to)
{
    struct pair p = *(const struct pair *)state;
    (void)self;
    p.a = ((const unsigned char *)state)[1] ? 1 : 0;
    wgcq_moves_add(to, "a", &p, NULL);
}

static void changes_state(const void *self, const void *state, wgcq_moves *to)
{
    (void)self;
    (void)to;
    ((struct pair *)(uintptr_t)state)->a = 3;
}

static bool goal_that_changes(const void *self, const void *state)
{
    (void)self;
    ((struct pair *)(uintptr_t)state)->b = 3;
    return false;
}

static bool writes_behind(const void *self, const void *state)
{
    (void)self;
    ((struct pair *)(uintptr_t)state)[1].b = 3;
    return false;
}

static void the_checking_mode(void **unused)
{
    (void)unused;
    wgcq_description is = description();
    is.moves = moody;
    finds(&is, WGCQ_ERUN, "the moves are told otherwise the second time");
    is.moves = looks_at_padding;
    finds(&is, WGCQ_ERUN, "bytes that no field covers");
    is.moves = changes_state;
    finds(&is, WGCQ_ERUN, "moves changes the state that it is given");
    is = description();
    is.goal = goal_that_changes;
    finds(&is, WGCQ_ERUN, "goal changes the state that it is given");
    is.goal = writes_behind;
    finds(&is, WGCQ_ERUN, "goal writes behind the state");
}

/* Its moves are not in the file: only the model itself can be explored again. */
static void what_is_not_kept(void **unused)
{
    (void)unused;
    char db[] = "/tmp/wgcq-model-XXXXXX";
    int made = mkstemp(db);
    assert_true(made >= 0);
    close(made);
    wgcq_description is = description();
    wgcq_options o = {.keep = WGCQ_KEEP_NONE};
    wgcq_question shortest = {.what = "shortest", .count = true};
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    wgcq_finding found = WGCQ_FAILS;
    wgcq_error err = {0};
    assert_int_equal(wgcq_model_new(&model, &is, &err), 0);
    assert_int_equal(wgcq_solve_model(&result, model, db, &o, NULL, &err), 0);
    wgcq_result_free(result);
    assert_int_equal(wgcq_trace_open(&trace, db, &err), 0);
    assert_int_equal(wgcq_ask(&rows, trace, &shortest, NULL, &err), WGCQ_EREQUEST);
    assert_non_null(strstr(err.text, "is a model in C"));
    assert_false(wgcq_trace_explored_again(trace));
    err = (wgcq_error){0};
    assert_int_equal(wgcq_verify_model(&rows, &found, trace, model, NULL, &err), 0);
    assert_int_equal(found, WGCQ_HOLDS);
    wgcq_rows_free(rows);
    assert_true(wgcq_trace_explored_again(trace));
    assert_int_equal(wgcq_ask(&rows, trace, &shortest, NULL, &err), 0);
    assert_int_equal(wgcq_rows_next(rows, &err), 0);
    assert_string_equal(wgcq_rows_text(rows, 0), "70");
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    wgcq_model_free(model);
    unlink(db);
}

/* ---- where values stand in the words ---- */

struct wide {
    int64_t all;
    uint32_t half, other;
    unsigned char one, last;
};

static void wide_start(const void *self, wgcq_moves *to)
{
    struct wide w;
    (void)self;
    memset(&w, 0, sizeof w);
    w.all = INT64_MIN;
    w.one = 7;
    wgcq_moves_add(to, NULL, &w, NULL);
}

static void wide_moves(const void *self, const void *state, wgcq_moves *to)
{
    struct wide w = *(const struct wide *)state;
    (void)self;
    w.all = w.all == INT64_MIN ? -1 : INT64_MAX;
    w.half = UINT32_MAX;
    wgcq_moves_add(to, "up", &w, NULL);
    w.other = UINT32_MAX;
    w.last ^= 1;
    wgcq_moves_add(to, "turn", &w, NULL);
}

static bool wide_goal(const void *self, const void *state)
{
    const struct wide *w = state;
    (void)self;
    return w->all == INT64_MAX && w->last;
}

#define FIELD(of)                                                                                  \
    .name = #of, .offset = offsetof(struct wide, of), .size = sizeof(((struct wide *)NULL)->of)
static const wgcq_field all = {FIELD(all), .is_signed = true},
                        above = {FIELD(all), .is_signed = true, .low = INT64_MIN,
                                 .high = INT64_MAX},
                        half = {FIELD(half)}, other = {FIELD(other)},
                        last = {FIELD(last), .high = 1}, one = {FIELD(one), .low = 7, .high = 7};

/* The values of some states as SQLite reads them, and all that verify looks at. */
static void told_as(const wgcq_field *fields_of, size_t count, const char *sql, const char *is)
{
    char db[] = "/tmp/wgcq-model-XXXXXX";
    int made = mkstemp(db);
    assert_true(made >= 0);
    close(made);
    wgcq_description of = {.title = "Wide",
                           .size = sizeof(struct wide),
                           .fields = fields_of,
                           .field_count = count,
                           .start = wide_start,
                           .moves = wide_moves,
                           .goal = wide_goal,
                           .checked = true};
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    wgcq_finding found = WGCQ_FAILS;
    wgcq_error err = {0};
    assert_int_equal(wgcq_model_new(&model, &of, &err), 0);
    assert_int_equal(wgcq_solve_model(&result, model, db, NULL, NULL, &err), 0);
    wgcq_result_free(result);
    assert_int_equal(wgcq_trace_open(&trace, db, &err), 0);
    assert_int_equal(wgcq_verify_model(&rows, &found, trace, model, NULL, &err), 0);
    assert_int_equal(found, WGCQ_HOLDS);
    wgcq_rows_free(rows);
    assert_int_equal(wgcq_trace_sql(&rows, trace, sql, &err), 0);
    assert_int_equal(wgcq_rows_next(rows, &err), 0);
    assert_string_equal(wgcq_rows_text(rows, 0), is);
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    wgcq_model_free(model);
    unlink(db);
}

/* A value that needs no bits needs no word of its own either, wherever the words before it end. */
static void fields_at_the_end_of_a_word(void **unused)
{
    (void)unused;
    const wgcq_field behind[] = {all, one, half, other, last};
    const wgcq_field before[] = {one, above, half, other, last};
    const wgcq_field last_of_all[] = {half, other, last, all, one};
    const wgcq_field twice[] = {all, half, other, one, last};
    static const char sql[] =
        "SELECT group_concat(\"all\" || ' ' || half || ' ' || one || ' ' || last, ', ') FROM "
        "(SELECT * FROM states ORDER BY id LIMIT 4)";
    static const char values[] = "-9223372036854775808 0 7 0, -1 4294967295 7 0, -1 4294967295 7 "
                                 "1, 9223372036854775807 4294967295 7 0";
    told_as(behind, 5, sql, values);
    told_as(before, 5, sql, values);
    told_as(last_of_all, 5, sql, values);
    told_as(twice, 5, sql, values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_and_threads), cmocka_unit_test(mistakes_of_a_description),
        cmocka_unit_test(values_and_texts),        cmocka_unit_test(the_checking_mode),
        cmocka_unit_test(what_is_not_kept),        cmocka_unit_test(fields_at_the_end_of_a_word)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
