/* test_c_maximize.c - models in C with a cost that is maximized. */
#include <string.h>

#include "suite.h"
#include "wgcq.h"

/* A ladder of 0..9 steps, up one or two at a time, and a bet on where it is left. */
struct ladder {
    unsigned char step, left;
};

static bool moves_add, bound_is_low, final_is_negative;

static void start(const void *self, wgcq_moves *to)
{
    const struct ladder ground = {0, 0};
    (void)self;
    wgcq_moves_add(to, NULL, &ground, NULL);
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    const struct ladder here = *(const struct ladder *)state;
    const int64_t costs[] = {1, moves_add};
    (void)self;
    for (unsigned char by = 1; by <= 2 && !here.left && here.step + by <= 9; by++) {
        const struct ladder up = {(unsigned char)(here.step + by), 0};
        wgcq_moves_add(to, by == 1 ? "a step" : "two steps", &up, costs);
    }
    const struct ladder off = {here.step, 1};
    if (!here.left)
        wgcq_moves_add(to, "off", &off, costs);
}

static bool goal(const void *self, const void *state)
{
    (void)self;
    return ((const struct ladder *)state)->left;
}

/* Step 6 is worth most: 0 3 6 9 8 7 10 5 4 1. */
static void final(const void *self, const void *state, int64_t *cost)
{
    static const int64_t worth[] = {0, 3, 6, 9, 8, 7, 10, 5, 4, 1};
    (void)self;
    cost[1] = final_is_negative ? -1 : worth[((const struct ladder *)state)->step];
}

static int64_t estimate(const void *self, const void *state)
{
    (void)self, (void)state;
    return bound_is_low ? 9 : 10;
}

static wgcq_description description(void)
{
    static const wgcq_field fields[] = {
        {.name = "step", .offset = offsetof(struct ladder, step), .high = 9},
        {.name = "left", .offset = offsetof(struct ladder, left), .high = 1}};
    static const char *const costs[] = {"effort", "worth"};
    moves_add = bound_is_low = final_is_negative = false;
    return (wgcq_description){.title = "Ladder",
                              .size = sizeof(struct ladder),
                              .fields = fields,
                              .field_count = 2,
                              .start = start,
                              .moves = moves,
                              .goal = goal,
                              .final = final,
                              .estimate = estimate,
                              .costs = costs,
                              .cost_count = 2,
                              .maximize = "worth",
                              .checked = true};
}

static int solve(const wgcq_description *is, const wgcq_options *options, wgcq_model **model,
                 wgcq_result **result, wgcq_error *err)
{
    *model = NULL;
    *result = NULL;
    *err = (wgcq_error){0};
    int code = wgcq_model_new(model, is, err);
    return code ? code : wgcq_solve_model(result, *model, NULL, options, NULL, err);
}

static void done(wgcq_model *model, wgcq_result *result)
{
    wgcq_result_free(result);
    wgcq_model_free(model);
}

static void the_greatest_value_then_the_fewest_moves(void **unused)
{
    (void)unused;
    const wgcq_description is = description();
    for (int order = WGCQ_BREADTH_FIRST; order <= WGCQ_A_STAR; order++) {
        const wgcq_options o = {.order = (wgcq_order)order, .trace_level = WGCQ_TRACE_NONE};
        wgcq_model *model;
        wgcq_result *result;
        wgcq_rows *rows = NULL;
        wgcq_error err;
        assert_int_equal(solve(&is, &o, &model, &result, &err), 0);
        const wgcq_summary *sum = wgcq_result_summary(result);
        const wgcq_optimum *worth = &sum->cheapest[2];
        assert_true(worth->known && worth->maximized && !sum->cheapest[1].maximized);
        assert_int_equal(worth->value, 10);
        assert_string_equal(worth->count, "1"); /* three times two steps, and off */
        assert_int_equal(sum->shortest.value, 1);
        assert_int_equal(wgcq_result_first(&rows, result, &err), 0);
        int64_t last = -1, steps = 0;
        while (!wgcq_rows_next(rows, &err)) {
            assert_true(last <= 0); /* nothing before the end */
            last = wgcq_rows_integer(rows, 5);
            steps++;
        }
        assert_int_equal(last, 10);
        assert_int_equal(steps, 5);
        wgcq_rows_free(rows);
        done(model, result);
    }
}

static void a_place_among_what_is_minimized(void **unused)
{
    (void)unused;
    wgcq_description is = description();
    wgcq_model *model;
    wgcq_search *search = NULL;
    wgcq_error err = {0};
    is.minimize = "moves,worth";
    assert_int_equal(wgcq_model_new(&model, &is, &err), 0);
    const wgcq_options o = {.order = WGCQ_CHEAPEST, .trace_level = WGCQ_TRACE_NONE};
    const wgcq_solution *found;
    assert_int_equal(wgcq_search_new(&search, model, NULL, &o, NULL, &err), 0);
    assert_int_equal(wgcq_search_next(&found, search, &err), 0);
    assert_int_equal(wgcq_solution_length(found), 1);
    assert_int_equal(wgcq_search_next(&found, search, &err), 0);
    assert_int_equal(wgcq_solution_length(found), 2);
    assert_int_equal(wgcq_solution_cost(found, 2, 2), 6); /* two steps, and off */
    wgcq_search_free(search);
    wgcq_model_free(model);
}

static void finds(const wgcq_description *is, wgcq_order order, wgcq_code code, const char *words)
{
    const wgcq_options o = {.order = order, .trace_level = WGCQ_TRACE_NONE};
    wgcq_model *model;
    wgcq_result *result;
    wgcq_error err;
    assert_int_equal(solve(is, &o, &model, &result, &err), code);
    if (!strstr(err.text, words))
        fail_msg("'%s' does not say '%s'", err.text, words);
    done(model, result);
}

static void mistakes(void **unused)
{
    (void)unused;
    wgcq_description is = description();
    is.maximize = "wroth";
    finds(&is, WGCQ_BREADTH_FIRST, WGCQ_EREQUEST, "maximize: 'wroth' is no declared cost");
    is.maximize = "moves";
    finds(&is, WGCQ_BREADTH_FIRST, WGCQ_EREQUEST, "maximize: 'moves' is no declared cost");
    is = description();
    is.final = NULL;
    finds(&is, WGCQ_BREADTH_FIRST, WGCQ_EREQUEST, "maximize: there is no final");
    is = description();
    moves_add = true;
    finds(&is, WGCQ_BREADTH_FIRST, WGCQ_ERUN, "adds to a cost that is maximized");
    is = description();
    bound_is_low = true;
    finds(&is, WGCQ_A_STAR, WGCQ_ERUN, "the estimate is no upper bound: it");
    is = description();
    final_is_negative = true;
    finds(&is, WGCQ_BREADTH_FIRST, WGCQ_ERUN, "the final cost 'worth' is negative");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_greatest_value_then_the_fewest_moves),
                                       cmocka_unit_test(a_place_among_what_is_minimized),
                                       cmocka_unit_test(mistakes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
