/* test_c_model.c - models out of C functions: what they come to, and the mistakes that are found.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "suite.h"
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
    wgcq_moves_reject(to, "c", "never mind");
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
static const char *const rejections[] = {"never mind"};

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
                              .rejections = rejections,
                              .rejection_count = 1,
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
                assert_int_equal(sum.edges, 50); /* an edge reported twice is one */
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

/* No two things of one kind have the same name. */
static void names_that_are_there_twice(void **unused)
{
    (void)unused;
    static const char *const two_costs[] = {"toll", "time", "toll"}, *const nothing[] = {"toll",
                                                                                         NULL};
    static const char *const two_words[] = {"never mind", "never mind"};
    static const char *const two_values[] = {"0", "1", "2", "3", "0"};
    static const char *const parts[] = {"x", "x"}, *const gap[] = {"x", NULL};
    static const wgcq_rule two_rules[] = {{"rule", goal, true}, {"rule", goal, false}};
    wgcq_description is = description();
    wgcq_field own[3] = {fields[0], fields[1]};
    is.costs = two_costs;
    is.cost_count = 3;
    finds(&is, WGCQ_EREQUEST, "the cost 'toll' is there twice");
    is.costs = nothing;
    is.cost_count = 2;
    finds(&is, WGCQ_EREQUEST, "cost number 2 has no name");
    is = description();
    is.rejections = two_words;
    is.rejection_count = 2;
    finds(&is, WGCQ_EREQUEST, "the rejection 'never mind' is there twice");
    is.rejections = nothing;
    finds(&is, WGCQ_EREQUEST, "rejection number 2 has no name");
    is = description();
    is.rules = two_rules;
    is.rule_count = 2;
    finds(&is, WGCQ_EREQUEST, "the rule 'rule' is there twice");
    is = description();
    is.param_names = two_words;
    is.param_values = two_words;
    is.param_count = 2;
    finds(&is, WGCQ_EREQUEST, "the parameter 'never mind' is there twice");
    is.param_names = two_costs;
    is.param_values = nothing;
    finds(&is, WGCQ_EREQUEST, "the parameter 'time' has no value");
    is = description();
    is.fields = own;
    own[1].name = "a";
    finds(&is, WGCQ_EREQUEST, "the variable 'a' is there twice");
    own[1].name = "a_1"; /* as the second element of `a` is called */
    own[0].count = 2;
    finds(&is, WGCQ_EREQUEST, "the variable 'a_1' is there twice");
    own[0].elements = parts;
    finds(&is, WGCQ_EREQUEST, "the variable 'a_x' is there twice");
    own[0].elements = gap;
    finds(&is, WGCQ_EREQUEST, "element 1 of field 'a' has no name");
    own[0] = fields[0];
    own[0].values = two_values;
    own[0].value_count = 5;
    finds(&is, WGCQ_EREQUEST, "the value '0' is there twice");
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
    is.rejection_count = 0;
    finds(&is, WGCQ_ERUN, "'never mind' is not among the rejections");
    is.moves = bad_moves;
    for (int i = 0; i < 3; i++) {
        is.self = &i;
        finds(&is, WGCQ_ERUN, "the text of a move is");
    }
}

static bool is_small(const void *self, const void *state)
{
    (void)self;
    return ((const struct pair *)state)->a <= 1;
}

/* a counts up and begins again at 0, and so does b; b alone does where a is 2. */
static void what_lies_behind_a_bound(void **unused)
{
    (void)unused;
    wgcq_state_bound bounds[] = {{"small", is_small}, {"small", is_small}};
    wgcq_description is = description();
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    is.bounds = bounds;
    is.bound_count = 1;
    assert_int_equal(wgcq_model_new(&model, &is, &err), 0);
    for (int threads = 1; threads < 4; threads += 2) {
        const wgcq_options o = {.trace_level = WGCQ_TRACE_NONE, .threads = (unsigned)threads};
        assert_int_equal(wgcq_solve_model(&result, model, NULL, &o, NULL, &err), 0);
        const wgcq_summary *s = wgcq_result_summary(result);
        assert_int_equal(s->states, 15);
        assert_true(s->has_bounds);
        assert_int_equal(s->bounded, 5);
        assert_int_equal(s->outcome, WGCQ_UNKNOWN);
        assert_string_equal(s->limit, "the bound small");
        wgcq_result_free(result);
    }
    wgcq_model_free(model);
    is.bound_count = 2;
    finds(&is, WGCQ_EREQUEST, "the bound 'small' is there twice");
    bounds[1] = (wgcq_state_bound){"large", NULL};
    finds(&is, WGCQ_EREQUEST, "bound number 2 has no function");
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

static int show_that_changes(const void *self, const void *state, char *text, size_t room)
{
    (void)self;
    ((struct pair *)(uintptr_t)state)->b = 3;
    return snprintf(text, room, "b");
}

static void the_checking_mode(void **unused)
{
    (void)unused;
    wgcq_description is = description();
    is.moves = moody;
    finds(&is, WGCQ_ERUN, "the moves are different the second time");
    is.moves = looks_at_padding;
    finds(&is, WGCQ_ERUN, "bytes that no field covers");
    is.moves = changes_state;
    finds(&is, WGCQ_ERUN, "moves changes the state that it is given");
    is = description();
    is.goal = goal_that_changes;
    finds(&is, WGCQ_ERUN, "goal changes the state that it is given");
    is.goal = writes_behind;
    finds(&is, WGCQ_ERUN, "goal writes behind the state");
    is = description();
    is.end = goal_that_changes;
    finds(&is, WGCQ_ERUN, "end changes the state that it is given");
    is = description();
    is.show = show_that_changes;
    finds(&is, WGCQ_ERUN, "show changes the state that it is given");
}

/* 512 bytes are all the bits that a state may have; one more is too many. */
static void as_wide_as_may_be(void **unused)
{
    static unsigned char wide[520];
    static const wgcq_field own[] = {{.name = "a", .count = 512, .low = 0, .high = 255},
                                     {.name = "b", .offset = 512, .low = 0, .high = 1}};
    (void)unused;
    for (size_t count = 1; count <= 2; count++) {
        wgcq_error err = {0};
        wgcq_model *model = NULL;
        wgcq_description is = description();
        is.size = sizeof wide;
        is.fields = own;
        is.field_count = count;
        assert_int_equal(wgcq_model_new(&model, &is, &err), count == 1 ? 0 : WGCQ_EREQUEST);
        if (count == 2)
            assert_string_equal(err.text, "the state needs more than 4096 bits");
        wgcq_model_free(model);
    }
}

static void parameters_are_in_the_file(void **unused)
{
    static const char *const names[] = {"size", "seed"}, *const values[] = {"5", "0x1F"};
    char db[] = "/tmp/wgcq-model-XXXXXX";
    int made = mkstemp(db);
    wgcq_description is = description();
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    (void)unused;
    assert_true(made >= 0);
    close(made);
    is.param_count = 2;
    is.param_names = names;
    is.param_values = values;
    assert_int_equal(wgcq_model_new(&model, &is, &err), 0);
    assert_int_equal(wgcq_solve_model(&result, model, db, NULL, NULL, &err), 0);
    assert_int_equal(wgcq_trace_open(&trace, db, &err), 0);
    assert_int_equal(wgcq_trace_sql(&rows, trace, "SELECT * FROM param", &err), 0);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(wgcq_rows_next(rows, &err), 0);
        assert_string_equal(wgcq_rows_text(rows, 0), names[i]);
        assert_string_equal(wgcq_rows_text(rows, 1), values[i]);
    }
    assert_int_equal(wgcq_rows_next(rows, &err), WGCQ_DONE);
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    wgcq_result_free(result);
    wgcq_model_free(model);
    unlink(db);
}

/* The bytes that a `show` writes and its answer, in this order; 'x' for bytes that are not NUL. */
static const struct showing {
    size_t writes; /* bytes of 'x', and a NUL unless `bare` */
    bool bare;
    int answers, then; /* the second time, where there is one; 0: the same */
    const char *words; /* NULL: fine */
} showings[] = {{0, false, 0, 0, NULL},
                {5, false, 5, 0, NULL},
                {511, false, 511, 0, NULL},
                {512, false, 512, 0, NULL},
                {700, false, 700, 0, NULL},
                {5, false, 6, 0, "a length that its text does not have"},
                {0, false, 3, 0, "a length that its text does not have"},
                {5, false, 4, 0, "no NUL behind its text"},
                {512, true, 511, 0, "no NUL behind its text"},
                {701, true, 700, 0, "no NUL behind its text"},
                {700, false, 701, 0, "a length that its text does not have"},
                {700, false, 700, 699, "another length the second time"},
                {5, false, -1, 0, "no length of a text"}};
static const struct showing *showing;

static int shows(const void *self, const void *state, char *out, size_t room)
{
    size_t writes = showing->writes < room ? showing->writes : room - !showing->bare;
    (void)self;
    (void)state;
    memset(out, 'x', writes);
    if (!showing->bare)
        out[writes] = '\0';
    return room > 512 && showing->then ? showing->then : showing->answers;
}

static void what_show_writes(void **unused)
{
    (void)unused;
    wgcq_description is = description();
    is.show = shows;
    for (size_t i = 0; i < sizeof showings / sizeof *showings; i++) {
        wgcq_model *model = NULL;
        wgcq_result *result = NULL;
        wgcq_rows *rows = NULL;
        wgcq_options o = {0};
        wgcq_error err = {0};
        showing = &showings[i];
        assert_int_equal(wgcq_model_new(&model, &is, &err), 0);
        int code = wgcq_solve_model(&result, model, NULL, &o, NULL, &err);
        if (!code)
            code = wgcq_result_first(&rows, result, &err);
        if (!code)
            code = wgcq_rows_next(rows, &err);
        assert_int_equal(code, showing->words ? WGCQ_ERUN : 0);
        if (showing->words && !strstr(err.text, showing->words))
            fail_msg("'%s' does not say '%s'", err.text, showing->words);
        if (!showing->words)
            assert_int_equal(strlen(wgcq_rows_text(rows, 2)), showing->writes);
        wgcq_rows_free(rows);
        wgcq_result_free(result);
        wgcq_model_free(model);
    }
}

/* The first variable of a stored state, and then another, has a value that there is not: whoever
   reads it says so. */
static void values_that_are_not_there(void **unused)
{
    static const char *const values[] = {"0", "1", "2", "3", "4"};
    static const char *const damage[] = {"w0 | 7", "w0 | 56"};
    (void)unused;
    wgcq_description is = description();
    wgcq_field own[2] = {fields[0], fields[1]};
    own[0].values = own[1].values = values;
    own[0].value_count = own[1].value_count = 5;
    is.fields = own;
    for (size_t i = 0; i < 2; i++) {
        char db[] = "/tmp/wgcq-model-XXXXXX", command[200];
        int made = mkstemp(db);
        assert_true(made >= 0);
        close(made);
        wgcq_model *model = NULL;
        wgcq_result *result = NULL;
        wgcq_trace *trace = NULL;
        wgcq_rows *rows = NULL;
        wgcq_verdict found = WGCQ_HOLDS;
        wgcq_error err = {0};
        assert_int_equal(wgcq_model_new(&model, &is, &err), 0);
        assert_int_equal(wgcq_solve_model(&result, model, db, NULL, NULL, &err), 0);
        wgcq_result_free(result);
        snprintf(command, sizeof command, "sqlite3 %s 'UPDATE state_1 SET w0 = %s WHERE id = 7'",
                 db, damage[i]);
        assert_int_equal(system(command), 0);
        assert_int_equal(wgcq_trace_open(&trace, db, &err), 0);
        assert_int_equal(wgcq_verify_model(&rows, &found, trace, model, NULL, &err), 0);
        assert_int_equal(found, WGCQ_FAILS);
        wgcq_rows_free(rows);
        assert_int_equal(wgcq_verify(&rows, &found, trace, NULL, &err), WGCQ_ESTORE);
        assert_non_null(strstr(err.text, i ? "'b' has no such value" : "'a' has no such value"));
        err = (wgcq_error){0};
        assert_int_equal(wgcq_why(&rows, trace, "7", NULL, &err), WGCQ_ESTORE);
        wgcq_trace_free(trace);
        wgcq_model_free(model);
        unlink(db);
    }
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
    wgcq_options o = {.trace_level = WGCQ_TRACE_NONE};
    wgcq_question shortest = {.what = "shortest", .count = true};
    wgcq_model *model = NULL;
    wgcq_result *result = NULL;
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_FAILS;
    wgcq_error err = {0};
    assert_int_equal(wgcq_model_new(&model, &is, &err), 0);
    assert_int_equal(wgcq_solve_model(&result, model, db, &o, NULL, &err), 0);
    wgcq_result_free(result);
    assert_int_equal(wgcq_trace_open(&trace, db, &err), 0);
    assert_int_equal(wgcq_ask(&rows, trace, &shortest, NULL, &err), WGCQ_EREQUEST);
    assert_non_null(strstr(err.text, "is a model in C"));
    assert_false(wgcq_trace_was_rerun(trace, NULL));
    err = (wgcq_error){0};
    assert_int_equal(wgcq_verify_model(&rows, &found, trace, model, NULL, &err), 0);
    assert_int_equal(found, WGCQ_HOLDS);
    wgcq_rows_free(rows);
    assert_true(wgcq_trace_was_rerun(trace, NULL));
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
static void reads_as(const wgcq_field *fields_of, size_t count, const char *sql, const char *is)
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
    wgcq_verdict found = WGCQ_FAILS;
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
    reads_as(behind, 5, sql, values);
    reads_as(before, 5, sql, values);
    reads_as(last_of_all, 5, sql, values);
    reads_as(twice, 5, sql, values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_and_threads),    cmocka_unit_test(mistakes_of_a_description),
        cmocka_unit_test(values_and_texts),           cmocka_unit_test(what_lies_behind_a_bound),
        cmocka_unit_test(the_checking_mode),          cmocka_unit_test(what_is_not_kept),
        cmocka_unit_test(names_that_are_there_twice), cmocka_unit_test(what_show_writes),
        cmocka_unit_test(values_that_are_not_there),  cmocka_unit_test(fields_at_the_end_of_a_word),
        cmocka_unit_test(as_wide_as_may_be),          cmocka_unit_test(parameters_are_in_the_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
