/* test_c_properties.c - models in C with properties over time, and fairness. */
#include <string.h>
#include <unistd.h>

#include "suite.h"
#include "wgcq.h"

/* Two lamps that are switched, and a counter of 0..3 steps; between them a byte that no field
   covers.  As lights.yaml of tests/cli/properties.bats. */
struct lights {
    unsigned char on[2], unused, steps;
};

static const struct lights *lights(const void *state)
{
    return state;
}

static void start(const void *self, wgcq_moves *to)
{
    const struct lights dark = {{0, 0}, 0, 0};
    (void)self;
    wgcq_moves_add(to, NULL, &dark, NULL);
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    (void)self;
    for (size_t i = 0; i < 2; i++) {
        struct lights next = *lights(state);
        next.on[i] = !next.on[i];
        wgcq_moves_add(to, i ? "switch 2" : "switch 1", &next, NULL);
    }
    struct lights next = *lights(state);
    if (next.steps++ < 3)
        wgcq_moves_add(to, "count", &next, NULL);
}

static bool counted(const void *self, const void *state)
{
    (void)self;
    return lights(state)->steps == 3;
}

static bool has_counted(const void *self, const void *state)
{
    (void)self;
    return lights(state)->steps > 0;
}

static bool at_first(const void *self, const void *state)
{
    (void)self;
    return lights(state)->steps == 0;
}

static bool first_is_on(const void *self, const void *state)
{
    (void)self;
    return lights(state)->on[0];
}

static bool first_is_off(const void *self, const void *state)
{
    return !first_is_on(self, state);
}

static bool never_back(const void *self, const void *before, const void *after)
{
    (void)self;
    return lights(after)->steps >= lights(before)->steps;
}

static bool never_on(const void *self, const void *before, const void *after)
{
    return !never_back(self, before, after) || lights(after)->steps == lights(before)->steps;
}

static bool reads_what_no_field_covers(const void *self, const void *state)
{
    (void)self;
    return lights(state)->unused;
}

static bool is_count(const void *self, const char *label)
{
    (void)self;
    return !strcmp(label, "count");
}

static bool is_switch(const void *self, const char *label)
{
    (void)self;
    return !strncmp(label, "switch", 6);
}

enum { PROPERTIES = 7 };
static const wgcq_over_time properties[PROPERTIES] = {
    {.name = "it ends", .kind = WGCQ_EVENTUALLY, .holds = counted},
    {.name = "1 blinks", .kind = WGCQ_INFINITELY_OFTEN, .holds = first_is_on},
    {.name = "settles", .kind = WGCQ_EVENTUALLY_ALWAYS, .holds = first_is_off},
    {.name = "then counted", .kind = WGCQ_LEADS_TO, .holds = first_is_on, .follows = has_counted},
    {.name = "way back", .kind = WGCQ_RECOVERABLE, .holds = at_first},
    {.name = "never back", .kind = WGCQ_STEP, .step = never_back},
    {.name = "never on", .kind = WGCQ_STEP, .step = never_on}};

static const wgcq_fairness fair[] = {
    {.name = "count", .has = is_count},
    {.name = "switch", .strong = true, .has = is_switch},
};

static wgcq_description description(void)
{
    static const wgcq_field fields[] = {
        {.name = "on", .offset = offsetof(struct lights, on), .count = 2, .high = 1},
        {.name = "steps", .offset = offsetof(struct lights, steps), .high = 3}};
    return (wgcq_description){.title = "Two lights",
                              .size = sizeof(struct lights),
                              .fields = fields,
                              .field_count = 2,
                              .start = start,
                              .moves = moves,
                              .properties = properties,
                              .property_count = PROPERTIES,
                              .fair = fair,
                              .fair_count = 2,
                              .checked = true};
}

/* As the puzzle of the same rules. */
static void check_verdicts(const wgcq_summary *s)
{
    static const struct {
        const char *kind;
        bool holds;
        uint64_t stem, cycle;
    } due[PROPERTIES] = {{"eventually", true, 0, 0},
                         {"infinitely often", true, 0, 0},
                         {"eventually always", false, 3, 4},
                         {"leads to", true, 0, 0},
                         {"recoverable", false, 1, 0},
                         {"step", true, 0, 0},
                         {"step", false, 1, 0}};
    assert_int_equal(s->property_count, PROPERTIES);
    for (size_t i = 0; i < PROPERTIES; i++) {
        const wgcq_property *p = &s->properties[i];
        assert_string_equal(p->property, properties[i].name);
        assert_string_equal(p->kind, due[i].kind);
        assert_true(p->known);
        assert_int_equal(p->holds, due[i].holds);
        if (!p->holds) {
            assert_int_equal(p->stem, due[i].stem);
            assert_int_equal(p->cycle, due[i].cycle);
        }
    }
    assert_string_equal(s->broken->property, "way back");
}

static void verdicts_in_memory_and_in_a_file(void **unused)
{
    (void)unused;
    const wgcq_description is = description();
    const char *const db = "test_c_properties.db";
    for (int file = 0; file < 2; file++) {
        const wgcq_options o = {.trace_level = file ? WGCQ_TRACE_ALL : WGCQ_TRACE_NONE};
        wgcq_model *model;
        wgcq_result *result = NULL;
        wgcq_error err = {0};
        unlink(db);
        assert_int_equal(wgcq_model_new(&model, &is, &err), 0);
        if (wgcq_solve_model(&result, model, file ? db : NULL, &o, NULL, &err))
            fail_msg("%s", err.text);
        check_verdicts(wgcq_result_summary(result));
        if (file) {
            wgcq_trace *trace = NULL;
            wgcq_rows *rows = NULL;
            wgcq_verdict found;
            assert_int_equal(wgcq_trace_open(&trace, db, &err), 0);
            if (wgcq_verify_model(&rows, &found, trace, model, NULL, &err))
                fail_msg("%s", err.text);
            assert_int_equal(found, WGCQ_HOLDS);
            wgcq_rows_free(rows);
            assert_int_equal(wgcq_trace_sql(&rows, trace, "SELECT count(*) FROM lassos", &err), 0);
            assert_int_equal(wgcq_rows_next(rows, &err), 0);
            assert_int_equal(wgcq_rows_integer(rows, 0), (3 + 4 + 1) + (1 + 1) + (1 + 1));
            wgcq_rows_free(rows);
            wgcq_trace_free(trace);
        }
        wgcq_result_free(result);
        wgcq_model_free(model);
    }
    unlink(db);
}

/* Takes a part in no cycle, and says stop when it is asked the second time. */
static int stop_soon(void *self, const wgcq_progress *progress)
{
    (void)progress;
    return ++*(int *)self > 1;
}

/* Several properties at a time, by threads that come to the same. */
static void threads_decide_alike(void **unused)
{
    (void)unused;
    const wgcq_description is = description();
    for (unsigned threads = 1; threads <= 5; threads++) {
        const wgcq_options o = {.trace_level = WGCQ_TRACE_NONE, .threads = threads};
        wgcq_model *model;
        wgcq_result *result = NULL;
        int asked = 0;
        const wgcq_monitor monitor = {&asked, stop_soon};
        assert_int_equal(wgcq_model_new(&model, &is, NULL), 0);
        assert_int_equal(wgcq_solve_model(&result, model, NULL, &o, NULL, NULL), 0);
        check_verdicts(wgcq_result_summary(result));
        wgcq_result_free(result);
        /* a run that is stopped knows all of them or none */
        assert_int_equal(wgcq_solve_model(&result, model, NULL, &o, &monitor, NULL), 0);
        const wgcq_summary *s = wgcq_result_summary(result);
        if (s->properties[0].known)
            check_verdicts(s);
        wgcq_result_free(result);
        wgcq_model_free(model);
    }
}

static void without_fairness(void **unused)
{
    (void)unused;
    wgcq_description is = description();
    wgcq_model *model;
    wgcq_result *result = NULL;
    is.fair_count = 0;
    assert_int_equal(wgcq_model_new(&model, &is, NULL), 0);
    assert_int_equal(wgcq_solve_model(&result, model, NULL,
                                      &(wgcq_options){.trace_level = WGCQ_TRACE_NONE}, NULL, NULL),
                     0);
    const wgcq_summary *s = wgcq_result_summary(result);
    assert_false(s->properties[0].holds);
    assert_int_equal(s->properties[0].stem, 0);
    assert_int_equal(s->properties[0].cycle, 2);
    wgcq_result_free(result);
    wgcq_model_free(model);
}

static void refuses(const wgcq_description *is, const char *words)
{
    wgcq_model *model = NULL;
    wgcq_error err = {0};
    assert_int_equal(wgcq_model_new(&model, is, &err), WGCQ_EREQUEST);
    if (!strstr(err.text, words))
        fail_msg("'%s' does not say '%s'", err.text, words);
}

static void mistakes(void **unused)
{
    (void)unused;
    wgcq_description is = description();
    wgcq_over_time wrong[2] = {properties[0], properties[0]};
    is.properties = wrong;
    is.property_count = 2;
    refuses(&is, "the property 'it ends' is there twice");
    is.property_count = 1;
    wrong[0].kind = WGCQ_LEADS_TO;
    refuses(&is, "property number 1 has no function follows");
    wrong[0].kind = WGCQ_STEP;
    refuses(&is, "property number 1 has no function step");
    wrong[0].holds = NULL;
    wrong[0].kind = WGCQ_RECOVERABLE;
    refuses(&is, "property number 1 has no function holds");
    wrong[0].kind = (wgcq_over_time_kind)6;
    refuses(&is, "property number 1 is of no kind");
    is = description();
    is.fair = &(wgcq_fairness){.name = "count"};
    is.fair_count = 1;
    refuses(&is, "fairness condition number 1 has no function");
    is.fair = NULL;
    refuses(&is, "description.fair is NULL");
}

static void what_depends_on_other_bytes_is_found(void **unused)
{
    (void)unused;
    const wgcq_over_time wrong = {
        .name = "unused", .kind = WGCQ_EVENTUALLY, .holds = reads_what_no_field_covers};
    wgcq_description is = description();
    wgcq_model *model;
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    is.properties = &wrong;
    is.property_count = 1;
    assert_int_equal(wgcq_model_new(&model, &is, &err), 0);
    assert_int_equal(wgcq_solve_model(&result, model, NULL,
                                      &(wgcq_options){.trace_level = WGCQ_TRACE_NONE}, NULL, &err),
                     WGCQ_ERUN);
    if (!strstr(err.text, "a property is different the second time"))
        fail_msg("%s", err.text);
    wgcq_result_free(result);
    wgcq_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_in_memory_and_in_a_file), cmocka_unit_test(threads_decide_alike),
        cmocka_unit_test(without_fairness), cmocka_unit_test(mistakes),
        cmocka_unit_test(what_depends_on_other_bytes_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
