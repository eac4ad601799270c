/* test_interp.c - the reference interpreter over syntax trees built by hand. */
#include <stdarg.h>

#include <pthread.h>

#include "base/containers/intern.h"
#include "base/utf8.h"
#include "puzzle/interp/interp.h"
#include "suite.h"
#include "trees.h"

/* ---- expressions ------------------------------------------------------------------- */

enum { SLOTS = 64 };

static int value_in(const ast *t, const uint64_t *state, const expr *e, int64_t *out,
                    wgcq_error *err)
{
    *err = (wgcq_error){0};
    interp *by = interp_new(t);
    assert_non_null(by);
    int code = interp_value(out, by, e, state, err);
    interp_free(by);
    return code;
}

static const ast *no_state(void)
{
    ast *t = arena_take(&grove, sizeof *t);
    t->slots = SLOTS;
    t->words = 1;
    return t;
}

static void comes_to(int64_t wanted, const expr *e)
{
    int64_t value = ~wanted;
    wgcq_error err;
    int code = value_in(no_state(), NULL, e, &value, &err);
    if (code)
        print_message("%s\n", err.text);
    assert_int_equal(code, 0);
    assert_true(value == wanted);
}

/* It fails with these words, and at the place put at `line`. */
static void fails(const char *words_of_it, int line, const expr *e)
{
    int64_t value = 77;
    wgcq_error err;
    assert_int_equal(value_in(no_state(), NULL, e, &value, &err), WGCQ_ERUN);
    assert_int_equal(err.code, WGCQ_ERUN);
    assert_string_equal(err.text, words_of_it);
    assert_int_equal(err.line, line);
    assert_int_equal(err.column, 10 * line);
    assert_int_equal(err.end_column, 10 * line + 5);
    assert_true(value == 77);
}

static expr *arithmetic(expr_form form, int64_t a, int64_t b)
{
    return put(pair(form, number(a), number(b)), 7);
}

static void sums_fit_or_fail(void **state)
{
    (void)state;
    comes_to(5, arithmetic(EXPR_ADD, 2, 3));
    comes_to(INT64_MAX, arithmetic(EXPR_ADD, INT64_MAX - 1, 1));
    comes_to(-1, arithmetic(EXPR_ADD, INT64_MAX, INT64_MIN));
    fails("9223372036854775807 + 1 does not fit 64 bits", 7, arithmetic(EXPR_ADD, INT64_MAX, 1));
    fails("-9223372036854775808 + -1 does not fit 64 bits", 7, arithmetic(EXPR_ADD, INT64_MIN, -1));
    comes_to(INT64_MIN, arithmetic(EXPR_SUBTRACT, -1, INT64_MAX));
    fails("0 - -9223372036854775808 does not fit 64 bits", 7,
          arithmetic(EXPR_SUBTRACT, 0, INT64_MIN));
    fails("-9223372036854775808 - 1 does not fit 64 bits", 7,
          arithmetic(EXPR_SUBTRACT, INT64_MIN, 1));
}

static void products_fit_or_fail(void **state)
{
    (void)state;
    comes_to(-42, arithmetic(EXPR_MULTIPLY, 6, -7));
    comes_to(INT64_MIN, arithmetic(EXPR_MULTIPLY, INT64_MIN, 1));
    fails("-9223372036854775808 * -1 does not fit 64 bits", 7,
          arithmetic(EXPR_MULTIPLY, INT64_MIN, -1));
    fails("3037000500 * 3037000500 does not fit 64 bits", 7,
          arithmetic(EXPR_MULTIPLY, 3037000500, 3037000500));
}

static void division_rounds_down(void **state)
{
    (void)state;
    static const struct {
        int64_t a, b, quotient, rest;
    } cases[] = {{7, 2, 3, 1},
                 {-7, 2, -4, 1},
                 {7, -2, -4, -1},
                 {-7, -2, 3, -1},
                 {6, 3, 2, 0},
                 {-6, 3, -2, 0},
                 {0, 5, 0, 0},
                 {1, 5, 0, 1},
                 {-1, 5, -1, 4},
                 {1, -5, -1, -4},
                 {INT64_MIN, 1, INT64_MIN, 0},
                 {INT64_MAX, -1, -INT64_MAX, 0},
                 {5, -1, -5, 0},
                 {INT64_MIN, 2, INT64_MIN / 2, 0},
                 {INT64_MAX, INT64_MIN, -1, -1},
                 {INT64_MIN, INT64_MAX, -2, INT64_MAX - 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        comes_to(cases[i].quotient, arithmetic(EXPR_DIVIDE, cases[i].a, cases[i].b));
        comes_to(cases[i].rest, arithmetic(EXPR_MODULO, cases[i].a, cases[i].b));
    }
}

static void division_by_zero_and_of_the_least(void **state)
{
    (void)state;
    fails("division by zero: 3 // 0", 7, arithmetic(EXPR_DIVIDE, 3, 0));
    fails("division by zero: 3 % 0", 7, arithmetic(EXPR_MODULO, 3, 0));
    fails("-9223372036854775808 // -1 does not fit 64 bits", 7,
          arithmetic(EXPR_DIVIDE, INT64_MIN, -1));
    comes_to(0, arithmetic(EXPR_MODULO, INT64_MIN, -1));
}

static void signs(void **state)
{
    (void)state;
    comes_to(-3, made(EXPR_NEGATE, INTEGER, 1, number(3)));
    comes_to(3, made(EXPR_ABS, INTEGER, 1, number(-3)));
    comes_to(3, made(EXPR_ABS, INTEGER, 1, number(3)));
    comes_to(INT64_MAX, made(EXPR_ABS, INTEGER, 1, number(-INT64_MAX)));
    fails("-(-9223372036854775808) does not fit 64 bits", 8,
          put(made(EXPR_NEGATE, INTEGER, 1, number(INT64_MIN)), 8));
    fails("abs(-9223372036854775808) does not fit 64 bits", 8,
          put(made(EXPR_ABS, INTEGER, 1, number(INT64_MIN)), 8));
}

static void comparisons(void **state)
{
    (void)state;
    static const int64_t sides[][2] = {{1, 2}, {2, 2}, {2, 1}, {INT64_MIN, INT64_MAX}};
    for (size_t i = 0; i < 4; i++) {
        int64_t a = sides[i][0], b = sides[i][1];
        comes_to(a == b, arithmetic(EXPR_EQUAL, a, b));
        comes_to(a != b, arithmetic(EXPR_NOT_EQUAL, a, b));
        comes_to(a < b, arithmetic(EXPR_LESS, a, b));
        comes_to(a <= b, arithmetic(EXPR_LESS_EQUAL, a, b));
        comes_to(a > b, arithmetic(EXPR_GREATER, a, b));
        comes_to(a >= b, arithmetic(EXPR_GREATER_EQUAL, a, b));
    }
}

/* An expression that must not be looked at. */
static expr *trap(void)
{
    return put(pair(EXPR_DIVIDE, number(1), number(0)), 9);
}

static const char TRAPPED[] = "division by zero: 1 // 0";

static void lazy_operators_look_at_no_more_than_they_need(void **state)
{
    (void)state;
    comes_to(0, pair(EXPR_AND, truth(false), trap()));
    comes_to(1, pair(EXPR_OR, truth(true), trap()));
    fails(TRAPPED, 9, pair(EXPR_AND, truth(true), trap()));
    fails(TRAPPED, 9, pair(EXPR_OR, truth(false), trap()));
    comes_to(1, pair(EXPR_AND, truth(true), truth(true)));
    comes_to(0, pair(EXPR_OR, truth(false), truth(false)));
    comes_to(4, made(EXPR_IF, INTEGER, 3, truth(true), number(4), trap()));
    comes_to(5, made(EXPR_IF, INTEGER, 3, truth(false), trap(), number(5)));
    fails(TRAPPED, 9, made(EXPR_IF, INTEGER, 3, truth(false), number(4), trap()));
    comes_to(0, made(EXPR_NOT, TRUTH, 1, truth(true)));
    comes_to(1, made(EXPR_NOT, TRUTH, 1, truth(false)));
}

static void in_a_range_or_a_list_or_a_type(void **state)
{
    (void)state;
    const type *digit = range("digit", 2, 5);
    for (int64_t i = 0; i < 8; i++) {
        expr *in = made(EXPR_IN_TYPE, TRUTH, 1, number(i));
        in->type = digit;
        comes_to(i >= 2 && i <= 5, in);
        in->type = part_of(digit, NULL, 2, 5, 2);
        comes_to(i == 2 || i == 5, in);
        comes_to(i >= 2 && i <= 5, made(EXPR_IN_RANGE, TRUTH, 3, number(i), number(2), number(5)));
        comes_to(i == 3 || i == 6, made(EXPR_IN_LIST, TRUTH, 3, number(i), number(3), number(6)));
    }
    comes_to(0, made(EXPR_IN_RANGE, TRUTH, 3, number(1), number(2), trap()));
    fails(TRAPPED, 9, made(EXPR_IN_RANGE, TRUTH, 3, number(3), number(2), trap()));
    comes_to(0, made(EXPR_IN_RANGE, TRUTH, 3, number(3), number(5), number(1)));
    comes_to(1, made(EXPR_IN_LIST, TRUTH, 3, number(3), number(3), trap()));
    fails(TRAPPED, 9, made(EXPR_IN_LIST, TRUTH, 3, number(3), number(4), trap()));
    comes_to(0, made(EXPR_IN_LIST, TRUTH, 1, number(3)));
}

/* ---- aggregates -------------------------------------------------------------------------- */

static void aggregates(void **state)
{
    (void)state;
    const loop *to_four = looped(false, 1, over_range(0, number(1), number(4)));
    expr *n = local(INTEGER, 0);
    comes_to(10, over(EXPR_SUM, INTEGER, to_four, n));
    comes_to(1, over(EXPR_MIN_OVER, INTEGER, to_four, n));
    comes_to(4, over(EXPR_MAX_OVER, INTEGER, to_four, n));
    comes_to(-4, over(EXPR_MIN_OVER, INTEGER, to_four, made(EXPR_NEGATE, INTEGER, 1, n)));
    comes_to(2, over(EXPR_COUNT, INTEGER, to_four, pair(EXPR_GREATER, n, number(2))));
    comes_to(1, over(EXPR_ALL, TRUTH, to_four, pair(EXPR_GREATER, n, number(0))));
    comes_to(0, over(EXPR_ALL, TRUTH, to_four, pair(EXPR_GREATER, n, number(3))));
    comes_to(1, over(EXPR_ANY, TRUTH, to_four, pair(EXPR_GREATER, n, number(3))));
    comes_to(0, over(EXPR_ANY, TRUTH, to_four, pair(EXPR_GREATER, n, number(4))));
    comes_to(3, made(EXPR_MIN, INTEGER, 3, number(5), number(3), number(4)));
    comes_to(5, made(EXPR_MAX, INTEGER, 3, number(5), number(3), number(4)));
    comes_to(7, made(EXPR_MAX, INTEGER, 1, number(7)));
}

static void aggregates_of_nothing(void **state)
{
    (void)state;
    const loop *none = looped(false, 1, over_range(0, number(5), number(1)));
    expr *n = local(INTEGER, 0);
    comes_to(0, over(EXPR_SUM, INTEGER, none, n));
    comes_to(0, over(EXPR_COUNT, INTEGER, none, truth(true)));
    comes_to(1, over(EXPR_ALL, TRUTH, none, truth(false)));
    comes_to(0, over(EXPR_ANY, TRUTH, none, truth(true)));
    fails("min of nothing", 6, put(over(EXPR_MIN_OVER, INTEGER, none, n), 6));
    fails("max of nothing", 6, put(over(EXPR_MAX_OVER, INTEGER, none, n), 6));
}

static void aggregates_stop_where_it_is_decided(void **state)
{
    (void)state;
    const loop *two = looped(false, 1, over_range(0, number(0), number(1)));
    expr *n = local(INTEGER, 0);
    expr *one_over = pair(EXPR_EQUAL, put(pair(EXPR_DIVIDE, number(1), n), 9), number(1));
    fails(TRAPPED, 9, over(EXPR_ANY, TRUTH, two, one_over));
    expr *zero_first = pair(EXPR_OR, pair(EXPR_EQUAL, n, number(0)), trap());
    comes_to(1, over(EXPR_ANY, TRUTH, two, zero_first));
    expr *not_zero = pair(EXPR_AND, pair(EXPR_NOT_EQUAL, n, number(0)), trap());
    comes_to(0, over(EXPR_ALL, TRUTH, two, not_zero));
}

static void a_sum_may_not_overflow(void **state)
{
    (void)state;
    const loop *two = looped(false, 1, over_range(0, number(0), number(1)));
    fails("the sum does not fit 64 bits", 6,
          put(over(EXPR_SUM, INTEGER, two, number(INT64_MAX)), 6));
}

/* Digits of what was met, in order. */
static expr *next_digit(int64_t by, expr *digit)
{
    return pair(EXPR_ADD, pair(EXPR_MULTIPLY, number(by), number(0)), digit);
}

static void later_bindings_see_earlier_ones_and_filters_narrow(void **state)
{
    (void)state;
    expr *a = local(INTEGER, 0), *b = local(INTEGER, 1);
    binding outer = over_range(0, number(1), number(4));
    binding inner = over_range(1, a, number(4));
    comes_to(10, over(EXPR_COUNT, INTEGER, looped(false, 2, outer, inner), truth(true)));
    inner.filter = pair(EXPR_NOT_EQUAL, a, b);
    comes_to(6, over(EXPR_COUNT, INTEGER, looped(false, 2, outer, inner), truth(true)));
    outer.filter = pair(EXPR_EQUAL, pair(EXPR_MODULO, a, number(2)), number(0));
    comes_to(2, over(EXPR_COUNT, INTEGER, looped(false, 2, outer, inner), truth(true)));
    comes_to(2 * 10 + 3 + 2 * 10 + 4,
             over(EXPR_SUM, INTEGER, looped(false, 2, outer, inner),
                  pair(EXPR_ADD, pair(EXPR_MULTIPLY, a, number(10)), next_digit(1, b))));
}

static void the_extreme_ends_of_a_range(void **state)
{
    (void)state;
    const loop *top = looped(false, 1, over_range(0, number(INT64_MAX - 2), number(INT64_MAX)));
    const loop *low = looped(false, 1, over_range(0, number(INT64_MIN), number(INT64_MIN + 1)));
    comes_to(3, over(EXPR_COUNT, INTEGER, top, truth(true)));
    comes_to(INT64_MAX, over(EXPR_MAX_OVER, INTEGER, top, local(INTEGER, 0)));
    comes_to(2, over(EXPR_COUNT, INTEGER, low, truth(true)));
}

static void rows_bind_several_names(void **state)
{
    (void)state;
    static const int64_t roads[] = {1, 2, 5, 2, 3, 7, 3, 1, 9};
    static const int slots[] = {0, 1, 2};
    static const char *const names[] = {"a", "b", "km"};
    binding b = {.at = spot(2),
                 .slots = 3,
                 .slot = slots,
                 .names = names,
                 .form = DOMAIN_ROWS,
                 .count = 3,
                 .rows = roads};
    expr *km = local(INTEGER, 2);
    comes_to(21, over(EXPR_SUM, INTEGER, looped(false, 1, b), km));
    b.filter = pair(EXPR_LESS, local(INTEGER, 0), local(INTEGER, 1));
    comes_to(12, over(EXPR_SUM, INTEGER, looped(false, 1, b), km));
    comes_to(7, over(EXPR_MAX_OVER, INTEGER, looped(false, 1, b), km));
}

static void values_in_their_order(void **state)
{
    (void)state;
    binding b = one_name(0, DOMAIN_VALUES);
    b.count = 3;
    b.args = made(EXPR_VALUE, INTEGER, 3, number(4), number(9), number(4))->args;
    comes_to(17, over(EXPR_SUM, INTEGER, looped(false, 1, b), local(INTEGER, 0)));
    comes_to(3, over(EXPR_COUNT, INTEGER, looped(false, 1, b), truth(true)));
}

/* ---- subsets --------------------------------------------------------------------------------- */

static binding over_subsets(int slot, const type *of, int64_t low, int64_t high)
{
    binding b = one_name(slot, DOMAIN_SUBSETS);
    b.type = of;
    b.count = 2;
    b.args = made(EXPR_VALUE, INTEGER, 2, number(low), number(high))->args;
    return b;
}

static void subsets_are_counted(void **state)
{
    (void)state;
    const type *five = range("five", 10, 14);
    static const struct {
        int64_t low, high, count;
    } cases[] = {{0, 5, 32}, {1, 2, 15}, {3, 3, 10}, {0, 0, 1}, {5, 5, 1},
                 {6, 9, 0},  {-3, 1, 6}, {4, 99, 6}, {3, 2, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const loop *l = looped(false, 1, over_subsets(0, five, cases[i].low, cases[i].high));
        comes_to(cases[i].count, over(EXPR_COUNT, INTEGER, l, truth(true)));
    }
    const type *many = range("many", 1, 62);
    const loop *l = looped(false, 1, over_subsets(0, many, 61, 62));
    comes_to(63, over(EXPR_COUNT, INTEGER, l, truth(true)));
}

static void subsets_have_members_and_sizes(void **state)
{
    (void)state;
    const type *odd = part_of(range(NULL, 0, 9), "odd", 4, 7, 1, 5, 3);
    expr *mask = local(subset_of(odd), 0);
    binding members = one_name(1, DOMAIN_MEMBERS);
    members.type = odd;
    members.count = 1;
    members.args = made(EXPR_VALUE, INTEGER, 1, mask)->args;
    const loop *pairs = looped(false, 2, over_subsets(0, odd, 2, 2), members);
    comes_to(12, over(EXPR_COUNT, INTEGER, pairs, truth(true)));
    comes_to(3 * (1 + 3 + 5 + 7), over(EXPR_SUM, INTEGER, pairs, local(INTEGER, 1)));
    const loop *all = looped(false, 1, over_subsets(0, odd, 0, 4));
    comes_to(32, over(EXPR_SUM, INTEGER, all, made(EXPR_SIZE, INTEGER, 1, mask)));
    expr *in = made(EXPR_IN_SUBSET, TRUTH, 2, number(5), mask);
    in->type = odd;
    comes_to(8, over(EXPR_COUNT, INTEGER, all, in));
    in = made(EXPR_IN_SUBSET, TRUTH, 2, number(4), mask);
    in->type = odd;
    comes_to(0, over(EXPR_COUNT, INTEGER, all, in));
}

/* ---- calls ----------------------------------------------------------------------------------- */

static expr *call_of(expr *body, int slot, size_t count, expr *a, expr *b)
{
    expr *e = made(EXPR_CALL, body->kind, count, a, b);
    e->body = body;
    e->slot = slot;
    e->name = "f";
    return e;
}

static void arguments_are_all_evaluated_before_one_is_bound(void **state)
{
    (void)state;
    /* f(a, b) = 10*a + b in slots 10, 11; f(f(1, 2), f(3, 4)) */
    expr *body =
        pair(EXPR_ADD, pair(EXPR_MULTIPLY, number(10), local(INTEGER, 10)), local(INTEGER, 11));
    expr *inner = call_of(body, 10, 2, number(1), number(2));
    expr *other = call_of(body, 10, 2, number(3), number(4));
    comes_to(12, inner);
    comes_to(154, call_of(body, 10, 2, inner, other));
    /* swapped: f(b, a) within a body that has a and b */
    expr *swapped = call_of(pair(EXPR_SUBTRACT, local(INTEGER, 10), local(INTEGER, 11)), 10, 2,
                            local(INTEGER, 11), local(INTEGER, 10));
    comes_to(4, call_of(swapped, 10, 2, number(1), number(5)));
}

static void what_nests_too_deep_is_a_mistake(void **state)
{
    (void)state;
    expr *deep = number(1);
    for (int i = 0; i < 900; i++)
        deep = made(EXPR_NEGATE, INTEGER, 1, deep);
    comes_to(1, deep);
    for (int i = 0; i < 100000; i++)
        deep = put(made(EXPR_NEGATE, INTEGER, 1, deep), 3);
    fails("this nests too deep to be evaluated", 3, deep);
}

static void *evaluate_on_a_small_stack(void *deep)
{
    wgcq_error err;
    int64_t value;
    value_in(no_state(), NULL, deep, &value, &err);
    return NULL;
}

/* Loops, calls and indices are what takes most stack. */
static void a_small_stack_is_enough(void **state)
{
    (void)state;
    expr *deep = number(1);
    for (int i = 0; i < 2000; i++) {
        expr *called = call_of(local(INTEGER, 12), 12, 1, deep, NULL);
        deep = over(EXPR_SUM, INTEGER, looped(false, 1, over_range(0, number(1), called)), deep);
    }
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
    pthread_attr_setstacksize(&attributes, 256 * 1024);
#endif
    assert_int_equal(pthread_create(&thread, &attributes, evaluate_on_a_small_stack, deep), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
}

static void endless_work_is_a_mistake(void **state)
{
    (void)state;
    const loop *endless = looped(false, 1, over_range(0, number(0), number(INT64_MAX)));
    expr *e = over(EXPR_SUM, INTEGER, endless, number(0));
    int64_t value;
    wgcq_error err;
    assert_int_equal(value_in(no_state(), NULL, e, &value, &err), WGCQ_ERUN);
    assert_non_null(strstr(err.text, "steps"));
}

/* ---- cells and tables ------------------------------------------------------------------------ */

static void cells_of_every_width(void **state)
{
    (void)state;
    ast *t = arena_take(&grove, sizeof *t);
    const state_variable *fixed = declare(t, "fixed", range(NULL, 5, 5), 0);
    const state_variable *whole = declare(t, "whole", range(NULL, INT64_MIN, INT64_MAX - 1), 0);
    const state_variable *below = declare(t, "below", range(NULL, -3, 3), 0);
    const state_variable *wide = declare(t, "wide", range(NULL, -1, (int64_t)1 << 60), 0);
    static const int64_t samples[][3] = {
        {INT64_MIN, -3, -1}, {INT64_MAX - 1, 3, (int64_t)1 << 60}, {0, 0, 0}, {-1, -1, 77}};
    assert_int_equal(t->words, 2);
    for (size_t i = 0; i < 4; i++) {
        assignment *start = arena_array(&grove, 4, sizeof *start);
        start[0] = assign(fixed, NULL, number(5));
        start[1] = assign(whole, NULL, number(samples[i][0]));
        start[2] = assign(below, NULL, number(samples[i][1]));
        start[3] = assign(wide, NULL, number(samples[i][2]));
        t->start = start;
        t->start_count = 4;
        batch out = {.words = t->words};
        wgcq_error err = {0};
        interp *by = interp_new(t);
        assert_int_equal(interp_initial_states(by, &out, &err), 0);
        assert_int_equal(out.count, 1);
        const state_variable *all[] = {fixed, whole, below, wide};
        for (size_t k = 0; k < 4; k++) {
            int64_t value;
            assert_int_equal(interp_value(&value, by, element(all[k]), out.state, &err), 0);
            assert_true(value == (k ? samples[i][k - 1] : 5));
        }
        interp_free(by);
        batch_free(&out);
    }
}

static void an_index_out_of_range_names_it_its_type_and_the_state(void **state)
{
    (void)state;
    ast *t = arena_take(&grove, sizeof *t);
    t->slots = SLOTS;
    const char *people[] = {"ann", "bob", "cid"};
    const type *person = enumerated("person", 3, people, NULL);
    const state_variable *on = declare(t, "on", truths(), 1, range("stone", 0, 3));
    const state_variable *tall =
        declare(t, "tall", range(NULL, 1, 4), 1, part_of(person, "child", 2, 1, 2));
    uint64_t packed = 0x5;
    int64_t value;
    wgcq_error err;
    assert_int_equal(value_in(t, &packed, element(on, number(2)), &value, &err), 0);
    assert_int_equal(value, 1);
    assert_int_equal(value_in(t, &packed, element(on, put(number(4), 12)), &value, &err),
                     WGCQ_ERUN);
    assert_string_equal(err.text,
                        "the index 4 of 'on' is outside of stone, in the state "
                        "on[0]=true on[1]=false on[2]=true on[3]=false tall[bob]=1 tall[cid]=1");
    assert_int_equal(err.line, 12);
    expr *ann = put(value_of(person->kind, 0), 13);
    assert_int_equal(value_in(t, &packed, element(tall, ann), &value, &err), WGCQ_ERUN);
    assert_non_null(strstr(err.text, "the index ann of 'tall' is outside of child, in the state"));
}

static void tables_have_holes(void **state)
{
    (void)state;
    static const int64_t values[] = {1, 2, 3, 4, 0, 0};
    static const bool holes[] = {false, false, false, false, true, true};
    const type **index = arena_array(&grove, 2, sizeof *index);
    index[0] = range(NULL, 0, 1);
    index[1] = range(NULL, 0, 2);
    value_table *t = arena_take(&grove, sizeof *t);
    *t = (value_table){.name = "ragged",
                       .indices = 2,
                       .index = index,
                       .kind = INTEGER,
                       .count = 6,
                       .values = values,
                       .holes = holes};
    expr *e = made(EXPR_TABLE, INTEGER, 2, number(1), number(0));
    e->table = t;
    comes_to(4, e);
    e = put(made(EXPR_TABLE, INTEGER, 2, number(1), number(2)), 4);
    e->table = t;
    fails("'ragged' has no value there: its rows differ in length", 4, e);
    e = made(EXPR_TABLE, INTEGER, 2, number(1), put(number(3), 5));
    e->table = t;
    fails("the index 3 of 'ragged' is outside of 0..2", 5, e);
}

/* ---- wolf, goat and cabbage ------------------------------------------------------------------ */

enum { WEST, EAST, WOLF = 0, GOAT, CABBAGE };

typedef struct crossing {
    ast *t;
    const state_variable *farmer, *at;
    const type *bank, *cargo;
    interp *by;
    interner *names;
    batch out;
} crossing;

static expr *at_of(const crossing *c, int64_t who)
{
    return element(c->at, value_of(c->cargo->kind, who));
}

static expr *other_bank(const crossing *c)
{
    expr *is_west = pair(EXPR_EQUAL, element(c->farmer), value_of(c->bank->kind, WEST));
    return made(EXPR_IF, c->bank->kind, 3, is_west, value_of(c->bank->kind, EAST),
                value_of(c->bank->kind, WEST));
}

static expr *eats(const crossing *c, int64_t who, int64_t whom)
{
    return pair(EXPR_AND, pair(EXPR_EQUAL, at_of(c, who), at_of(c, whom)),
                pair(EXPR_NOT_EQUAL, at_of(c, whom), element(c->farmer)));
}

static void add_rules(crossing *c)
{
    rule *rules = arena_array(&grove, 3, sizeof *rules);
    rules[0] = (rule){"the wolf eats the goat", spot(20), eats(c, WOLF, GOAT), true};
    rules[1] = (rule){"the goat eats the cabbage", spot(21), eats(c, GOAT, CABBAGE), true};
    rules[2] = (rule){"not here", spot(22), NULL, false};
    c->t->rules = rules;
    c->t->rule_count = 3;
    c->t->state_rule_count = 2;
}

static void add_moves(crossing *c)
{
    expr *it = local(c->cargo->kind, 0);
    const step *alone = steps(1, set(1, assign(c->farmer, NULL, other_bank(c))));
    const step *take =
        steps(3, choose(looped(false, 1, over_type(0, c->cargo))),
              guard(pair(EXPR_EQUAL, element(c->at, it), element(c->farmer)), 2),
              set(2, assign(c->farmer, NULL, other_bank(c)), assign(c->at, it, other_bank(c))));
    move *moves = arena_array(&grove, 2, sizeof *moves);
    moves[0] = (move){spot(30), "cross alone", pieces(1, words("cross alone")), 1, alone};
    moves[1] = (move){spot(31), "take {c}", pieces(2, words("take "), braces(it, 0)), 3, take};
    c->t->moves = moves;
    c->t->move_count = 2;
}

static void add_start_and_goal(crossing *c)
{
    assignment *start = arena_array(&grove, 2, sizeof *start);
    start[0] = assign(c->farmer, NULL, value_of(c->bank->kind, WEST));
    start[1] = assign(c->at, local(c->cargo->kind, 1), value_of(c->bank->kind, WEST));
    start[1].loop = looped(false, 1, over_type(1, c->cargo));
    c->t->start = start;
    c->t->start_count = 2;
    c->t->start_at = spot(40);
    expr *across =
        pair(EXPR_EQUAL, element(c->at, local(c->cargo->kind, 1)), value_of(c->bank->kind, EAST));
    c->t->goal = pair(EXPR_AND, pair(EXPR_EQUAL, element(c->farmer), value_of(c->bank->kind, EAST)),
                      over(EXPR_ALL, TRUTH, looped(false, 1, over_type(1, c->cargo)), across));
}

static crossing cross(void)
{
    static const char *banks[] = {"west", "east"}, *cargoes[] = {"wolf", "goat", "cabbage"};
    crossing c = {.t = arena_take(&grove, sizeof *c.t)};
    c.t->slots = 4;
    c.bank = enumerated("bank", 2, banks, NULL);
    c.cargo = enumerated("cargo", 3, cargoes, NULL);
    c.farmer = declare(c.t, "farmer", c.bank, 0);
    c.at = declare(c.t, "at", c.bank, 1, c.cargo);
    add_rules(&c);
    add_moves(&c);
    add_start_and_goal(&c);
    c.by = interp_new(c.t);
    c.names = interner_new();
    c.out.words = c.t->words;
    assert_non_null(c.by);
    assert_non_null(c.names);
    return c;
}

static void done(crossing *c)
{
    interp_free(c->by);
    interner_free(c->names);
    batch_free(&c->out);
}

static int report_rows(crossing *c, uint64_t state, wgcq_error *err)
{
    *err = (wgcq_error){0};
    c->out.costs = (unsigned)c->t->cost_count;
    return interp_successors(c->by, &state, WANT_MOVES | WANT_COSTS | WANT_REJECTIONS | WANT_ORDER,
                             &c->out, interner_id, c->names, err);
}

static void reported(crossing *c, uint64_t state)
{
    wgcq_error err;
    int code = report_rows(c, state, &err);
    if (code)
        print_message("%s\n", err.text);
    assert_int_equal(code, 0);
}

static void rejected_is(const crossing *c, size_t i, const char *line, uint32_t by_rule)
{
    assert_true(i < c->out.rejected);
    assert_string_equal(interner_at(c->names, c->out.rejected_move[i]), line);
    assert_int_equal(c->out.rejected_rule[i], by_rule);
    assert_int_equal(c->out.rejected_lane[i], 0);
}

static void edge_is(const crossing *c, size_t i, const char *line, uint64_t state)
{
    assert_true(i < c->out.count);
    assert_string_equal(interner_at(c->names, c->out.move[i]), line);
    assert_int_equal(c->out.state[i * c->out.words], state);
    assert_int_equal(c->out.lane[i], 0);
}

/* bits: farmer, wolf, goat, cabbage */
static void moves_from_the_start(void **state)
{
    (void)state;
    crossing c = cross();
    wgcq_error err = {0};
    c.out.words = 0; /* the interpreter notices */
    assert_int_equal(interp_initial_states(c.by, &c.out, &err), 0);
    assert_int_equal(c.out.words, 1);
    assert_int_equal(c.out.count, 1);
    assert_int_equal(c.out.state[0], 0);
    reported(&c, 0);
    assert_int_equal(c.out.count, 1);
    edge_is(&c, 0, "take goat", 0x5);
    assert_int_equal(c.out.rejected, 3);
    rejected_is(&c, 0, "cross alone", 0); /* both rules are violated: the first one counts */
    rejected_is(&c, 1, "take wolf", 1);
    rejected_is(&c, 2, "take cabbage", 0);
    done(&c);
}

static void a_named_guard_rejects(void **state)
{
    (void)state;
    crossing c = cross();
    reported(&c, 0x5); /* farmer and goat are across */
    assert_int_equal(c.out.count, 2);
    edge_is(&c, 0, "cross alone", 0x4);
    edge_is(&c, 1, "take goat", 0x0);
    assert_int_equal(c.out.rejected, 2);
    rejected_is(&c, 0, "take wolf", 2);
    rejected_is(&c, 1, "take cabbage", 2);
    done(&c);
}

static void always_is_broken_where_it_does_not_hold(void **state)
{
    (void)state;
    crossing c = cross();
    rule *rules = arena_array(&grove, 1, sizeof *rules);
    rules[0] = (rule){"the goat stays", spot(20),
                      pair(EXPR_EQUAL, at_of(&c, GOAT), value_of(c.bank->kind, WEST)), false};
    c.t->rules = rules;
    c.t->rule_count = c.t->state_rule_count = 1;
    reported(&c, 0);
    assert_int_equal(c.out.count, 3);
    assert_int_equal(c.out.rejected, 1);
    rejected_is(&c, 0, "take goat", 0);
    done(&c);
}

static void rejections_are_told_where_they_are_wanted(void **state)
{
    (void)state;
    crossing c = cross();
    wgcq_error err = {0};
    uint64_t start = 0;
    assert_int_equal(
        interp_successors(c.by, &start, WANT_MOVES, &c.out, interner_id, c.names, &err), 0);
    assert_int_equal(c.out.count, 1);
    assert_int_equal(c.out.rejected, 0);
    done(&c);
}

/* The whole of it: 10 states keep the rules and can be reached, and 7 moves lead across. */
static void all_journeys_across(void **state)
{
    (void)state;
    crossing c = cross();
    uint64_t row[16] = {0};
    int depth[16], found = 1, edges = 0, goal_depth = -1;
    for (int i = 0; i < 16; i++)
        depth[i] = i ? -1 : 0;
    for (int i = 0; i < found; i++) {
        uint8_t marks = 0xFF;
        wgcq_error err = {0};
        assert_int_equal(interp_classify(c.by, &row[i], &marks, &err), 0);
        assert_int_equal(marks, row[i] == 0xF ? MARK_GOAL : 0);
        if (marks)
            goal_depth = depth[row[i]];
        reported(&c, row[i]);
        edges += (int)c.out.count;
        for (size_t e = 0; e < c.out.count; e++) {
            uint64_t to = c.out.state[e];
            if (depth[to] >= 0)
                continue;
            depth[to] = depth[row[i]] + 1;
            row[found++] = to;
        }
    }
    assert_int_equal(found, 10);
    assert_int_equal(edges, 20);
    assert_int_equal(goal_depth, 7);
    done(&c);
}

/* ---- texts of moves -------------------------------------------------------------------------- */

static void a_question_mark_for_what_is_not_chosen_yet(void **state)
{
    (void)state;
    crossing c = cross();
    expr *a = local(c.cargo->kind, 0), *b = local(c.cargo->kind, 1), *n = local(INTEGER, 2);
    move *m = arena_take(&grove, sizeof *m);
    *m = (move){spot(30), "swap",
                pieces(6, braces(a, 0), words(" and "), braces(b, 1), words(" by "), braces(n, 2),
                       braces(element(c.farmer), -1)),
                5,
                steps(5, choose(looped(false, 1, over_type(0, c.cargo))),
                      guard(pair(EXPR_NOT_EQUAL, a, value_of(c.cargo->kind, WOLF)), 0),
                      choose(looped(false, 1, over_type(1, c.cargo))),
                      guard(pair(EXPR_GREATER, b, a), 1), let(2, number(7)))};
    c.t->moves = m;
    c.t->move_count = 1;
    c.t->state_rule_count = 0;
    reported(&c, 1);
    assert_int_equal(c.out.rejected, 6);
    rejected_is(&c, 0, "wolf and ? by ?east", 0);
    rejected_is(&c, 1, "goat and wolf by ?east", 1);
    rejected_is(&c, 2, "goat and goat by ?east", 1);
    rejected_is(&c, 3, "cabbage and wolf by ?east", 1); /* n was 7 in an earlier journey */
    assert_int_equal(c.out.count, 1);
    edge_is(&c, 0, "goat and cabbage by 7east", 1); /* a move that changes nothing is one */
    done(&c);
}

static void a_text_shows_the_state_that_is_left(void **state)
{
    (void)state;
    crossing c = cross();
    move *m = arena_take(&grove, sizeof *m);
    *m = (move){spot(30), "from", pieces(2, words("from "), braces(element(c.farmer), -1)), 1,
                steps(1, set(1, assign(c.farmer, NULL, other_bank(&c))))};
    c.t->moves = m;
    c.t->move_count = 1;
    c.t->state_rule_count = 0;
    reported(&c, 0);
    edge_is(&c, 0, "from west", 1);
    done(&c);
}

static void a_set_in_a_text(void **state)
{
    (void)state;
    crossing c = cross();
    expr *group = local(subset_of(c.cargo), 0);
    move *m = arena_take(&grove, sizeof *m);
    *m = (move){spot(30), "ship", pieces(3, words("ship ("), braces(group, 0), words(")")), 1,
                steps(1, choose(looped(false, 1, over_subsets(0, c.cargo, 0, 3))))};
    c.t->moves = m;
    c.t->move_count = 1;
    c.t->state_rule_count = 0;
    reported(&c, 0);
    static const char *const lines[] = {"ship ()",
                                        "ship (wolf)",
                                        "ship (goat)",
                                        "ship (cabbage)",
                                        "ship (wolf, goat)",
                                        "ship (wolf, cabbage)",
                                        "ship (goat, cabbage)",
                                        "ship (wolf, goat, cabbage)"};
    assert_int_equal(c.out.count, 8);
    for (size_t i = 0; i < 8; i++)
        edge_is(&c, i, lines[i], 0);
    done(&c);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static crossing with_move(template text_of_it, size_t count, const step *its_steps)
{
    crossing c = cross();
    move *m = arena_take(&grove, sizeof *m);
    *m = (move){spot(30), "m", text_of_it, count, its_steps};
    c.t->moves = m;
    c.t->move_count = 1;
    c.t->state_rule_count = 0;
    interp_free(c.by); /* it has looked at the moves there were */
    c.by = interp_new(c.t);
    return c;
}

static void several_choices_and_the_last_runs_fastest(void **state)
{
    (void)state;
    expr *a = local(INTEGER, 0), *b = local(INTEGER, 1);
    binding inner = over_range(1, number(1), a);
    inner.filter = pair(EXPR_NOT_EQUAL, b, number(2));
    crossing c =
        with_move(pieces(3, braces(a, 0), words(","), braces(b, 1)), 1,
                  steps(1, choose(looped(false, 2, over_range(0, number(1), number(3)), inner))));
    reported(&c, 0);
    static const char *const lines[] = {"1,1", "2,1", "3,1", "3,3"};
    assert_int_equal(c.out.count, 4);
    for (size_t i = 0; i < 4; i++)
        edge_is(&c, i, lines[i], 0);
    done(&c);
}

static void first_is_the_first_combination_that_fits(void **state)
{
    (void)state;
    expr *a = local(INTEGER, 0), *b = local(INTEGER, 1);
    binding inner = over_range(1, number(1), number(9));
    inner.filter = pair(EXPR_EQUAL, pair(EXPR_MULTIPLY, a, b), number(12));
    const loop *l = looped(true, 2, over_range(0, number(1), number(9)), inner);
    crossing c = with_move(
        pieces(3, braces(a, 0), words(","), braces(b, 1)), 2,
        steps(2, choose(l), choose(looped(false, 1, over_range(2, number(1), number(2))))));
    reported(&c, 0);
    assert_int_equal(c.out.count, 1);
    edge_is(&c, 0, "2,6", 0);
    done(&c);
}

/* The state, costs and sets are put back for the next value. */
static void each_choice_goes_on_from_the_same_state(void **state)
{
    (void)state;
    crossing c = cross();
    expr *it = local(c.cargo->kind, 0), *again = local(c.cargo->kind, 1);
    expr *east = value_of(c.bank->kind, EAST);
    move *m = arena_take(&grove, sizeof *m);
    *m = (move){spot(30), "two", pieces(3, braces(it, 0), words("+"), braces(again, 1)), 5,
                steps(5, choose(looped(false, 1, over_type(0, c.cargo))),
                      set(1, assign(c.at, it, east)), spend(0, number(1)),
                      choose(looped(false, 1, over_type(1, c.cargo))),
                      set(1, assign(c.at, again, east)))};
    declared_cost *costs = arena_array(&grove, 1, sizeof *costs);
    costs[0] = (declared_cost){
        .name = "effort",
        .at = spot(50),
        .value = over(EXPR_COUNT, INTEGER, looped(false, 1, over_type(2, c.cargo)),
                      pair(EXPR_EQUAL, element(c.at, local(c.cargo->kind, 2)), east))};
    c.t->moves = m;
    c.t->move_count = 1;
    c.t->state_rule_count = 0;
    c.t->costs = costs;
    c.t->cost_count = 1;
    reported(&c, 0);
    assert_int_equal(c.out.count, 9);
    for (size_t i = 0; i < 9; i++) {
        uint64_t both = (uint64_t)2 << i / 3 | (uint64_t)2 << i % 3;
        assert_int_equal(c.out.state[i], both);
        assert_int_equal(c.out.cost[i], 1 + (i / 3 == i % 3 ? 1 : 2));
    }
    done(&c);
}

static void right_sides_see_the_state_before_the_step(void **state)
{
    (void)state;
    crossing c = cross();
    expr *wolf = value_of(c.cargo->kind, WOLF), *goat = value_of(c.cargo->kind, GOAT);
    move *m = arena_take(&grove, sizeof *m);
    *m = (move){
        spot(30), "swap", pieces(1, words("swap")), 2,
        steps(2, set(2, assign(c.at, wolf, at_of(&c, GOAT)), assign(c.at, goat, at_of(&c, WOLF))),
              set(1, assign(c.farmer, NULL, at_of(&c, WOLF))))};
    c.t->moves = m;
    c.t->move_count = 1;
    c.t->state_rule_count = 0;
    reported(&c, 0x4);           /* the goat is across           */
    edge_is(&c, 0, "swap", 0x3); /* now the wolf, and the farmer */
    done(&c);
}

static void ranging_and_conditional_left_sides(void **state)
{
    (void)state;
    crossing c = cross();
    expr *who = local(c.cargo->kind, 0);
    assignment a = assign(c.at, who, value_of(c.bank->kind, EAST));
    binding all = over_type(0, c.cargo);
    all.filter = pair(EXPR_NOT_EQUAL, who, value_of(c.cargo->kind, GOAT));
    a.loop = looped(false, 1, all);
    assignment b = assign(c.farmer, NULL, value_of(c.bank->kind, EAST));
    b.condition = pair(EXPR_EQUAL, at_of(&c, GOAT), value_of(c.bank->kind, EAST));
    move *m = arena_take(&grove, sizeof *m);
    *m = (move){spot(30), "go", pieces(1, words("go")), 1, steps(1, set(2, a, b))};
    c.t->moves = m;
    c.t->move_count = 1;
    c.t->state_rule_count = 0;
    reported(&c, 0x0);
    edge_is(&c, 0, "go", 0xA);
    reported(&c, 0x4);
    edge_is(&c, 0, "go", 0xF);
    done(&c);
}

/* ---- mistakes on the way --------------------------------------------------------------------- */

static void run_fails(crossing *c, uint64_t state, int line, const char *wanted)
{
    wgcq_error err;
    assert_int_equal(report_rows(c, state, &err), WGCQ_ERUN);
    assert_string_equal(err.text, wanted);
    assert_int_equal(err.line, line);
}

#define IN_STATE ", in the state farmer=east at[wolf]=west at[goat]=west at[cabbage]=west"

static void a_mistake_tells_move_and_state_once(void **state)
{
    (void)state;
    expr *a = local(INTEGER, 0), *b = local(INTEGER, 1);
    expr *over_a = put(pair(EXPR_DIVIDE, b, pair(EXPR_SUBTRACT, a, number(2))), 60);
    crossing c = with_move(pieces(5, words("pour "), braces(a, 0), words(" into "), braces(b, 1),
                                  braces(local(INTEGER, 2), 2)),
                           4,
                           steps(4, choose(looped(false, 1, over_range(0, number(1), number(3)))),
                                 choose(looped(false, 1, over_range(1, number(5), number(6)))),
                                 let(2, over_a), guard(truth(false), -1)));
    run_fails(&c, 1, 60, "division by zero: 5 // 0, in the move 'pour 2 into 5?'" IN_STATE);
    done(&c);
}

static void a_mistake_in_a_filter_or_domain(void **state)
{
    (void)state;
    expr *a = local(INTEGER, 0), *b = local(INTEGER, 1);
    binding inner = over_range(1, number(1), put(pair(EXPR_DIVIDE, number(9), a), 61));
    crossing c = with_move(pieces(3, braces(a, 0), words("-"), braces(b, 1)), 2,
                           steps(2, choose(looped(false, 1, over_range(0, number(0), number(3)))),
                                 choose(looped(false, 1, inner))));
    run_fails(&c, 1, 61, "division by zero: 9 // 0, in the move '0-?'" IN_STATE);
    done(&c);
}

/* An earlier journey's choices are gone when the next value is looked for. */
static void a_mistake_in_a_filter_after_a_journey(void **state)
{
    (void)state;
    expr *a = local(INTEGER, 0), *b = local(INTEGER, 1);
    binding outer = over_range(0, number(1), number(3));
    expr *over_two = put(pair(EXPR_DIVIDE, number(9), pair(EXPR_SUBTRACT, number(2), a)), 61);
    outer.filter = pair(EXPR_NOT_EQUAL, over_two, number(0));
    crossing c = with_move(pieces(3, braces(a, 0), words("-"), braces(b, 1)), 2,
                           steps(2, choose(looped(false, 1, outer)),
                                 choose(looped(false, 1, over_range(1, number(5), number(6))))));
    run_fails(&c, 1, 61, "division by zero: 9 // 0, in the move '?-?'" IN_STATE);
    done(&c);
}

/* A mistake in another text than the puzzle's has no line there. */
static void a_mistake_in_a_setting_has_no_line(void **state)
{
    (void)state;
    source_text puzzle = {"p.yaml", "", 0}, given = {"--set n", "1 // 0", 6};
    ast *t = arena_take(&grove, sizeof *t);
    t->words = 1;
    t->from = &puzzle;
    for (int i = 0; i < 2; i++) {
        expr *e = trap();
        e->mark.from = i ? &given : &puzzle;
        int64_t value;
        wgcq_error err;
        assert_int_equal(value_in(t, NULL, e, &value, &err), WGCQ_ERUN);
        assert_string_equal(err.text, TRAPPED);
        assert_int_equal(err.line, i ? 0 : 9);
        assert_int_equal(err.column, i ? 0 : 90);
        assert_int_equal(err.end_column, i ? 0 : 95);
    }
}

/* Wherever the buffer ends. */
static void long_mistakes_end_in_whole_characters(void **state)
{
    (void)state;
    for (size_t shift = 0; shift < 3; shift++) {
        ast *t = arena_take(&grove, sizeof *t);
        char *name = arena_take(&grove, 3100);
        memset(name, 'x', shift);
        for (size_t i = 0; i < 1000; i++)
            memcpy(name + shift + 3 * i, "€", 3);
        const state_variable *v = declare(t, name, truths(), 1, range("r", 0, 1));
        uint64_t packed = 0;
        int64_t value;
        wgcq_error err;
        assert_int_equal(value_in(t, &packed, element(v, number(2)), &value, &err), WGCQ_ERUN);
        size_t length = strlen(err.text), at = 0;
        assert_in_range(length, sizeof err.text - 3, sizeof err.text - 1);
        while (at < length) {
            uint32_t codepoint;
            size_t bytes = utf8_decode(err.text + at, length - at, &codepoint);
            assert_true(bytes > 0);
            at += bytes;
        }
    }
}

static void a_text_that_fails_is_shown_as_it_is_written(void **state)
{
    (void)state;
    expr *a = put(pair(EXPR_DIVIDE, number(1), number(0)), 62);
    crossing c = with_move(pieces(2, words("go "), braces(a, -1)), 0, NULL);
    run_fails(&c, 1, 62, "division by zero: 1 // 0, in the move 'm'" IN_STATE);
    done(&c);
}

static void set_twice_in_one_step(void **state)
{
    (void)state;
    crossing c = cross();
    expr *east = value_of(c.bank->kind, EAST), *goat = value_of(c.cargo->kind, GOAT);
    assignment again = assign(c.at, goat, east);
    again.at = spot(63);
    move *m = arena_take(&grove, sizeof *m);
    *m = (move){spot(30), "m", pieces(1, words("m")), 2,
                steps(2, set(1, assign(c.at, goat, east)), /* another step may */
                      set(2, assign(c.at, goat, east), again))};
    c.t->moves = m;
    c.t->move_count = 1;
    run_fails(&c, 1, 63, "'at[goat]' is set twice in one step, in the move 'm'" IN_STATE);
    done(&c);
}

static void a_value_outside_of_the_type(void **state)
{
    (void)state;
    ast *t = arena_take(&grove, sizeof *t);
    const state_variable *x = declare(t, "x", range(NULL, 0, 3), 0);
    move *m = arena_take(&grove, sizeof *m);
    expr *more = put(pair(EXPR_ADD, element(x), number(1)), 64);
    *m = (move){spot(30), "up", pieces(1, words("up")), 1, steps(1, set(1, assign(x, NULL, more)))};
    t->moves = m;
    t->move_count = 1;
    crossing c = {.t = t, .by = interp_new(t), .names = interner_new(), .out = {.words = 1}};
    reported(&c, 2);
    edge_is(&c, 0, "up", 3);
    run_fails(&c, 3, 64, "'x' cannot hold 4: it is 0..3, in the move 'up', in the state x=3");
    done(&c);
}

static void costs_are_not_negative_and_agree(void **state)
{
    (void)state;
    expr *n = local(INTEGER, 0);
    expr *less = put(pair(EXPR_SUBTRACT, number(1), n), 65);
    crossing c = with_move(
        pieces(2, words("pay "), braces(n, 0)), 2,
        steps(2, choose(looped(false, 1, over_range(0, number(0), number(2)))), spend(0, less)));
    declared_cost *costs = arena_array(&grove, 1, sizeof *costs);
    costs[0] = (declared_cost){.name = "toll", .at = spot(50)};
    c.t->costs = costs;
    c.t->cost_count = 1;
    run_fails(&c, 1, 65, "the cost 'toll' is negative: -1, in the move 'pay 2'" IN_STATE);
    done(&c);
    c = with_move(
        pieces(1, words("pay")), 2,
        steps(2, choose(looped(false, 1, over_range(0, number(1), number(2)))), spend(0, n)));
    c.t->costs = costs;
    c.t->cost_count = 1;
    run_fails(
        &c, 1, 30,
        "this move makes one transition at two costs: toll is 1 and 2, in the move 'pay'" IN_STATE);
    done(&c);
    c = with_move(pieces(1, words("pay")), 3,
                  steps(3, choose(looped(false, 1, over_range(0, number(1), number(2)))),
                        spend(0, number(INT64_MAX)), spend(0, put(n, 66))));
    c.t->costs = costs;
    c.t->cost_count = 1;
    run_fails(&c, 1, 66, "the cost 'toll' does not fit 64 bits, in the move 'pay'" IN_STATE);
    done(&c);
}

/* An interpreter goes on after an error as if it had not been. */
static void a_mistake_leaves_nothing_behind(void **state)
{
    (void)state;
    expr *n = local(INTEGER, 0);
    expr *bad = put(pair(EXPR_DIVIDE, number(1), pair(EXPR_SUBTRACT, n, number(1))), 60);
    crossing c = cross();
    expr *at_start = pair(EXPR_EQUAL, element(c.farmer), value_of(c.bank->kind, WEST));
    move *m = arena_take(&grove, sizeof *m);
    *m = (move){spot(30), "m", pieces(2, words("m "), braces(n, 0)), 2,
                steps(2, choose(looped(false, 1, over_range(0, number(0), number(1)))),
                      guard(pair(EXPR_OR, at_start, pair(EXPR_LESS, bad, number(9))), -1))};
    c.t->moves = m;
    c.t->move_count = 1;
    for (int i = 0; i < 3; i++) {
        run_fails(&c, 1, 60, "division by zero: 1 // 0, in the move 'm 1'" IN_STATE);
        reported(&c, 0);
        assert_int_equal(c.out.count, 2);
    }
    done(&c);
}

static void the_first_trouble_is_the_one_that_is_kept(void **state)
{
    (void)state;
    wgcq_error err = {.code = WGCQ_EFILE, .text = "before"};
    int64_t value;
    interp *by = interp_new(no_state());
    assert_int_equal(interp_value(&value, by, trap(), NULL, &err), WGCQ_ERUN);
    assert_string_equal(err.text, "before");
    assert_int_equal(interp_value(&value, by, trap(), NULL, NULL), WGCQ_ERUN);
    interp_free(by);
}

static void long_states_and_moves_are_cut_between_characters(void **state)
{
    (void)state;
    ast *t = arena_take(&grove, sizeof *t);
    const char *names[] = {"größe", "höhe"};
    declare(t, "lä", enumerated("maß", 2, names, NULL), 1, range(NULL, 1, 90));
    char *long_name = arena_take(&grove, 2001);
    for (size_t i = 0; i < 2000; i += 2)
        memcpy(long_name + i, "ä", 2);
    move *m = arena_take(&grove, sizeof *m);
    *m = (move){spot(30), "long", pieces(2, words("x"), words(long_name)), 1,
                steps(1, guard(pair(EXPR_EQUAL, trap(), number(1)), -1))};
    t->moves = m;
    t->move_count = 1;
    crossing c = {.t = t, .by = interp_new(t), .names = interner_new(), .out = {.words = t->words}};
    uint64_t packed[2] = {0};
    wgcq_error err = {0};
    assert_int_equal(
        interp_successors(c.by, packed, WANT_MOVES, &c.out, interner_id, c.names, &err), WGCQ_ERUN);
    assert_non_null(strstr(err.text, "ää...', in the state lä[1]=größe lä[2]=größe"));
    size_t length = strlen(err.text);
    assert_in_range(length, 600, 800);
    assert_string_equal(err.text + length - 4, " ...");
    done(&c);
}

/* ---- many edges ------------------------------------------------------------------------------ */

/* 40 * 40 journeys make 79 edges (sums), and one rejection for each even sum. */
static void edges_and_rejections_come_once_however_many(void **state)
{
    (void)state;
    ast *t = arena_take(&grove, sizeof *t);
    t->slots = 4;
    const state_variable *x = declare(t, "x", range(NULL, 0, 400), 0);
    expr *a = local(INTEGER, 0), *b = local(INTEGER, 1), *sum = local(INTEGER, 2);
    rule *rules = arena_array(&grove, 1, sizeof *rules);
    rules[0] = (rule){"odd", spot(20), NULL, false};
    t->rules = rules;
    t->rule_count = 1;
    move *m = arena_array(&grove, 2, sizeof *m);
    const step *add = steps(3,
                            choose(looped(false, 2, over_range(0, number(0), number(39)),
                                          over_range(1, number(0), number(39)))),
                            let(2, pair(EXPR_ADD, a, b)), set(1, assign(x, NULL, sum)));
    const step *odd =
        steps(3,
              choose(looped(false, 2, over_range(0, number(0), number(39)),
                            over_range(1, number(0), number(39)))),
              let(2, pair(EXPR_ADD, a, b)),
              guard(pair(EXPR_EQUAL, pair(EXPR_MODULO, sum, number(2)), number(1)), 0));
    m[0] = (move){spot(30), "add", pieces(2, words("add "), braces(sum, 2)), 3, add};
    m[1] = (move){spot(31), "odd", pieces(2, words("odd "), braces(sum, 2)), 3, odd};
    t->moves = m;
    t->move_count = 2;
    crossing c = {.t = t, .by = interp_new(t), .names = interner_new(), .out = {.words = 1}};
    for (int again = 0; again < 2; again++) {
        reported(&c, 0);
        assert_int_equal(c.out.count, 79 + 39);
        for (size_t i = 0; i < 79; i++)
            assert_int_equal(c.out.state[i], i);
        assert_int_equal(c.out.rejected, 40);
        for (size_t i = 0; i < 40; i++) {
            char line[32];
            snprintf(line, sizeof line, "odd %zu", 2 * i);
            rejected_is(&c, i, line, 0);
        }
    }
    done(&c);
}

/* Steps one after the other take no stack. */
static void a_hundred_thousand_steps(void **state)
{
    (void)state;
    enum { MANY = 100000 };
    crossing c = cross();
    step *all = arena_array(&grove, MANY, sizeof *all);
    for (size_t i = 0; i < MANY; i++)
        all[i] = set(1, assign(c.farmer, NULL, other_bank(&c)));
    move *m = arena_take(&grove, sizeof *m);
    *m = (move){spot(30), "m", pieces(1, words("m")), MANY - 1, all};
    c.t->moves = m;
    c.t->move_count = 1;
    c.t->state_rule_count = 0;
    reported(&c, 0);
    edge_is(&c, 0, "m", 1);
    done(&c);
}

/* Choices do, and too many are a mistake. */
static void too_many_choices_within_choices(void **state)
{
    (void)state;
    enum { MANY = 2000 };
    step *all = arena_array(&grove, MANY, sizeof *all);
    for (size_t i = 0; i < MANY; i++)
        all[i] = choose(looped(false, 1, over_range(0, number(0), number(0))));
    crossing c = with_move(pieces(1, words("m")), MANY, all);
    wgcq_error err;
    assert_int_equal(report_rows(&c, 0, &err), WGCQ_ERUN);
    assert_non_null(strstr(err.text, "this nests too deep to be evaluated, in the move 'm'"));
    done(&c);
    c = with_move(pieces(1, words("m")), 150, all);
    reported(&c, 0);
    assert_int_equal(c.out.count, 1);
    done(&c);
}

/* ---- starts ------------------------------------------------------------------------------- */

static int start(crossing *c, wgcq_error *err)
{
    *err = (wgcq_error){0};
    c->out.count = 0;
    return interp_initial_states(c->by, &c->out, err);
}

static void any_is_one_start_for_each_value(void **state)
{
    (void)state;
    crossing c = cross();
    wgcq_error err;
    assignment *all = arena_array(&grove, 4, sizeof *all);
    all[0] = assign(c.farmer, NULL, NULL);
    all[1] = assign(c.at, local(c.cargo->kind, 1), NULL);
    all[1].loop = looped(false, 1, over_type(1, c.cargo));
    all[2] = assign(c.at, value_of(c.cargo->kind, GOAT), value_of(c.bank->kind, EAST));
    c.t->start = all;
    c.t->start_count = 3;
    c.t->state_rule_count = 0;
    assert_int_equal(start(&c, &err), 0);
    assert_int_equal(c.out.count, 8); /* the goat's later value overrides */
    static const uint64_t wanted[] = {0x4, 0xC, 0x6, 0xE, 0x5, 0xD, 0x7, 0xF};
    assert_memory_equal(c.out.state, wanted, sizeof wanted);
    all[3] = assign(c.at, value_of(c.cargo->kind, GOAT), NULL);
    c.t->start_count = 4; /* and a later `any` that value */
    assert_int_equal(start(&c, &err), 0);
    assert_int_equal(c.out.count, 16);
    c.t->state_rule_count = 2;
    assert_int_equal(start(&c, &err), 0);
    assert_int_equal(c.out.count, 10);
    done(&c);
}

static void no_start_is_left(void **state)
{
    (void)state;
    crossing c = cross();
    wgcq_error err;
    assignment *all = arena_array(&grove, 5, sizeof *all);
    for (int i = 0; i < 2; i++)
        all[i] = c.t->start[i];
    all[2] = assign(c.farmer, NULL, value_of(c.bank->kind, EAST));
    c.t->start = all;
    c.t->start_count = 3;
    assert_int_equal(start(&c, &err), WGCQ_ERUN);
    assert_string_equal(err.text,
                        "no start is left: the only one is rejected by 'the wolf eats the goat'");
    assert_int_equal(err.line, 40);
    all[3] = assign(c.at, value_of(c.cargo->kind, WOLF), NULL);
    c.t->start_count = 4; /* the wolf away: the goat eats the cabbage */
    assert_int_equal(start(&c, &err), WGCQ_ERUN);
    assert_string_equal(err.text, "no start is left: 1 rejected by 'the wolf eats the goat', "
                                  "1 rejected by 'the goat eats the cabbage'");
    c.t->start_count = 1;
    assert_int_equal(start(&c, &err), WGCQ_ERUN);
    assert_string_equal(err.text, "the start gives no value for 'at[wolf]'");
    done(&c);
}

static void a_start_may_be_a_journey(void **state)
{
    (void)state;
    crossing c = cross();
    wgcq_error err;
    expr *b = local(c.bank->kind, 0), *who = local(c.cargo->kind, 1);
    assignment all = assign(c.at, who, b);
    all.loop = looped(false, 1, over_type(1, c.cargo));
    c.t->start_steps =
        steps(5, choose(looped(false, 1, over_type(0, c.bank))),
              choose(looped(false, 1, over_range(3, number(0), number(2)))), /* twice the same */
              set(1, all), guard(pair(EXPR_EQUAL, b, value_of(c.bank->kind, EAST)), -1),
              set(1, assign(c.farmer, NULL, at_of(&c, WOLF))));
    c.t->start_step_count = 5;
    assert_int_equal(start(&c, &err), 0);
    assert_int_equal(c.out.count, 1);
    assert_int_equal(c.out.state[0], 0xF);
    c.t->start_step_count = 3;
    assert_int_equal(start(&c, &err), WGCQ_ERUN);
    assert_string_equal(err.text, "the start gives no value for 'farmer'");
    assert_int_equal(err.line, 40);
    done(&c);
}

static void a_start_cannot_read_what_has_no_value_yet(void **state)
{
    (void)state;
    crossing c = cross();
    wgcq_error err;
    expr *goat = value_of(c.cargo->kind, GOAT), *west = value_of(c.bank->kind, WEST);
    c.t->start_steps = steps(
        1, set(2, assign(c.farmer, NULL, west), assign(c.at, goat, put(element(c.farmer), 70))));
    c.t->start_step_count = 1;
    assert_int_equal(start(&c, &err), WGCQ_ERUN);
    assert_string_equal(err.text, "'farmer' has no value yet");
    assert_int_equal(err.line, 70);
    /* nor what another journey gave */
    expr *n = local(INTEGER, 0);
    expr *first = pair(EXPR_EQUAL, n, number(0));
    assignment now_and_then = assign(c.farmer, NULL, west);
    now_and_then.condition = first;
    c.t->start_steps = steps(3, choose(looped(false, 1, over_range(0, number(0), number(1)))),
                             set(1, now_and_then),
                             guard(pair(EXPR_AND, made(EXPR_NOT, TRUTH, 1, first),
                                        pair(EXPR_EQUAL, put(element(c.farmer), 71), west)),
                                   -1));
    c.t->start_step_count = 3;
    interp_free(c.by);
    c.by = interp_new(c.t);
    assert_int_equal(start(&c, &err), WGCQ_ERUN);
    assert_string_equal(err.text, "'farmer' has no value yet");
    assert_int_equal(err.line, 71);
    done(&c);
}

static void a_rule_that_fails_in_a_start(void **state)
{
    (void)state;
    crossing c = cross();
    wgcq_error err;
    rule *rules = arena_array(&grove, 1, sizeof *rules);
    rules[0] = (rule){"r", spot(20), pair(EXPR_EQUAL, trap(), number(1)), true};
    c.t->rules = rules;
    c.t->rule_count = c.t->state_rule_count = 1;
    assert_int_equal(start(&c, &err), WGCQ_ERUN);
    assert_string_equal(err.text,
                        "division by zero: 1 // 0, in the start farmer=west at[wolf]=west "
                        "at[goat]=west at[cabbage]=west");
    done(&c);
}

static void many_starts(void **state)
{
    (void)state;
    ast *t = arena_take(&grove, sizeof *t);
    t->slots = 1;
    const state_variable *x = declare(t, "x", range(NULL, -2, 2), 1, range(NULL, 1, 7));
    assignment *all = arena_array(&grove, 1, sizeof *all);
    all[0] = assign(x, local(INTEGER, 0), NULL);
    all[0].loop = looped(false, 1, over_type(0, x->index[0]));
    t->start = all;
    t->start_count = 1;
    crossing c = {.t = t, .by = interp_new(t), .names = interner_new(), .out = {.words = 1}};
    wgcq_error err;
    assert_int_equal(start(&c, &err), 0);
    assert_int_equal(c.out.count, 78125);
    for (size_t i = 1; i < c.out.count; i++)
        assert_true(c.out.state[i] != c.out.state[i - 1]);
    done(&c);
}

/* Nothing can leave any of them out, so 2^64 of them are not enumerated. */
static void too_many_starts(void **state)
{
    (void)state;
    ast *t = arena_take(&grove, sizeof *t);
    t->slots = 1;
    const state_variable *x = declare(t, "x", truths(), 1, range(NULL, 1, 64));
    assignment *all = arena_array(&grove, 1, sizeof *all);
    all[0] = assign(x, local(INTEGER, 0), NULL);
    all[0].loop = looped(false, 1, over_type(0, x->index[0]));
    t->start = all;
    t->start_count = 1;
    t->start_at = spot(40);
    crossing c = {.t = t, .by = interp_new(t), .names = interner_new(), .out = {.words = 1}};
    wgcq_error err;
    assert_int_equal(start(&c, &err), WGCQ_ERUN);
    assert_string_equal(err.text, "there are more than 50,000,000 starts");
    assert_int_equal(err.line, 40);
    done(&c);
}

/* ---- pictures ----------------------------------------------------------------------------- */

static void shows_as(const ast *t, const uint64_t *packed, const char *wanted)
{
    strbuf shown = {0};
    wgcq_error err = {0};
    interp *by = interp_new(t);
    assert_int_equal(interp_show(by, packed, &shown, &err), 0);
    assert_string_equal(strbuf_string(&shown), wanted);
    strbuf_free(&shown);
    interp_free(by);
}

static display *new_display(display_form form)
{
    display *d = arena_take(&grove, sizeof *d);
    d->form = form;
    return d;
}

static display *whole(const state_variable *v, const char *between)
{
    display *d = new_display(DISPLAY_ARRAY);
    d->variable = v;
    d->between = between;
    return d;
}

static display *plain(const char *text)
{
    display *d = new_display(DISPLAY_TEXT);
    d->text = text;
    return d;
}

static display *shown_value(const expr *value)
{
    display *d = new_display(DISPLAY_VALUE);
    d->value = value;
    return d;
}

static display *each(const loop *over, const char *between, const display *item)
{
    display *d = new_display(DISPLAY_EACH);
    d->loop = over;
    d->between = between;
    d->parts[0] = item;
    return d;
}

static display *either(display_form form, const expr *condition, const display *a, const display *b)
{
    display *d = new_display(form);
    d->value = condition;
    d->parts[0] = a;
    d->parts[1] = b;
    return d;
}

static void show(ast *t, size_t count, ...)
{
    const display **all = arena_array(&grove, count, sizeof *all);
    va_list given;
    va_start(given, count);
    for (size_t i = 0; i < count; i++)
        all[i] = va_arg(given, const display *);
    va_end(given);
    t->show = all;
    t->show_count = count;
}

static void states_without_a_template(void **state)
{
    (void)state;
    ast *t = arena_take(&grove, sizeof *t);
    const char *frogs[] = {"empty", "green", "brown"}, *glyphs[] = {"_", "G", "B"};
    const char *banks[] = {"west", "east"};
    declare(t, "on", enumerated("frog", 3, frogs, glyphs), 1, range(NULL, 0, 2));
    declare(t, "farmer", enumerated("bank", 2, banks, NULL), 0);
    declare(t, "low", range(NULL, -5, 5), 0);
    declare(t, "lit", truths(), 0);
    uint64_t packed = 1 | 2 << 2 | 0 << 4 | 1 << 6 | 2 << 7 | 1 << 11;
    shows_as(t, &packed, "on_0=G on_1=B on_2=_ farmer=east low=-3 lit=true");
}

static void arrays_in_a_template(void **state)
{
    (void)state;
    ast *t = arena_take(&grove, sizeof *t);
    const char *values[] = {"none", "stone", "wall"}, *glyphs[] = {".", "ö", "#"};
    const type *three = range(NULL, 1, 3), *two = range(NULL, 0, 1);
    const type *thing = enumerated("thing", 3, values, glyphs);
    const state_variable *grid = declare(t, "grid", thing, 2, two, three);
    const state_variable *digits = declare(t, "digits", range(NULL, 0, 9), 1, three);
    const state_variable *numbers = declare(t, "numbers", range(NULL, 0, 10), 1, three);
    const state_variable *cube = declare(t, "cube", range(NULL, 0, 1), 3, two, two, two);
    uint64_t packed = 0 | 1 << 2 | 2 << 4 | 2 << 6 | 1 << 8 | 0 << 10;
    packed |= (uint64_t)7 << 12 | (uint64_t)0 << 16 | (uint64_t)9 << 20;
    packed |= (uint64_t)7 << 24 | (uint64_t)10 << 28 | (uint64_t)3 << 32;
    packed |= (uint64_t)0xB1 << 36;
    show(t, 1, whole(grid, ""));
    shows_as(t, &packed, ".ö#\n#ö.");
    show(t, 3, whole(digits, ""), plain(" | "), whole(numbers, " "));
    shows_as(t, &packed, "709 | 7 10 3");
    show(t, 1, whole(cube, ""));
    shows_as(t, &packed, "10\n00\n\n11\n01");
    show(t, 3, plain("{"), shown_value(element(grid, number(1), number(1))), plain("}"));
    shows_as(t, &packed, "{#}");
}

/* A row for each of 1..2, in it a cell for each of 0..2. */
static void boards_in_a_template(void **state)
{
    (void)state;
    ast *t = arena_take(&grove, sizeof *t);
    const state_variable *x = declare(t, "x", range(NULL, -9, 9), 0);
    uint64_t packed = 9 - 4;
    t->slots = 2;
    const loop *rows = looped(false, 1, over_range(0, number(1), number(2)));
    const loop *columns = looped(false, 1, over_range(1, number(0), number(2)));
    const loop *none = looped(false, 1, over_range(1, number(1), number(0)));
    expr *row = local(INTEGER, 0), *column = local(INTEGER, 1);
    display *number_of_cell = shown_value(pair(EXPR_ADD, row, column));
    show(t, 1, each(rows, "\n", each(columns, " ", number_of_cell)));
    shows_as(t, &packed, "1 2 3\n2 3 4");
    number_of_cell->pad = (padding){3, '>', false};
    show(t, 1, each(rows, "\n", each(columns, "", number_of_cell)));
    shows_as(t, &packed, "  1  2  3\n  2  3  4");
    show(t, 1, each(rows, "\n", each(none, "", number_of_cell)));
    shows_as(t, &packed, "\n");
    display *sign = either(DISPLAY_IF, pair(EXPR_EQUAL, row, column), plain("@"), plain("."));
    show(t, 1, each(rows, "\n", each(columns, "", sign)));
    shows_as(t, &packed, ".@.\n..@");
    show(t, 1, either(DISPLAY_OR, NULL, each(none, "", sign), plain("nobody")));
    shows_as(t, &packed, "nobody");
    display *padded = shown_value(element(x));
    padded->pad = (padding){5, '>', true};
    show(t, 3, plain("<"), padded, plain(">"));
    shows_as(t, &packed, "<-0004>");
    display *centred = plain("ö");
    centred->pad = (padding){4, '^', false};
    show(t, 1, centred);
    shows_as(t, &packed, " ö  ");
}

static void too_long_a_board(void **state)
{
    (void)state;
    ast *t = arena_take(&grove, sizeof *t);
    declare(t, "x", range(NULL, 0, 1), 0);
    uint64_t packed = 0;
    t->slots = 1;
    show(t, 1,
         each(looped(false, 1, over_range(0, number(1), number(INT64_MAX))), "",
              plain("##########")));
    interp *in = interp_new(t);
    strbuf text = {0};
    wgcq_error err = {0};
    assert_int_equal(interp_show(in, &packed, &text, &err), WGCQ_ERUN);
    assert_non_null(strstr(err.text, "more than 1048576 bytes"));
    strbuf_free(&text);
    interp_free(in);
}

/* The text of each state is made from that of the state before. */
static void many_cells_that_change_a_little(void **state)
{
    (void)state;
    enum { CELLS = 100, STATES = 300 };
    ast *t = arena_take(&grove, sizeof *t);
    declare(t, "a", range(NULL, -9, 1200), 1, range(NULL, 0, CELLS - 1));
    assert_int_equal(t->cell_count, CELLS);
    uint64_t packed[CELLS] = {0};
    int64_t values[CELLS];
    interp *in = interp_new(t);
    uint32_t drawn = 1;
    for (size_t i = 0; i < CELLS; i++)
        values[i] = -9;
    for (unsigned n = 0; n < STATES; n++) {
        strbuf text = {0}, wanted = {0};
        wgcq_error err = {0};
        for (size_t i = 0; i < CELLS; i++) {
            const state_cell *c = &t->cells[i];
            drawn = drawn * 1664525 + 1013904223;
            if (drawn >> 24 < n % 8)
                values[i] = (int64_t)(drawn >> 8) % 1210 - 9;
            packed[c->word] &= ~(((UINT64_C(1) << c->width) - 1) << c->shift);
            packed[c->word] |= (uint64_t)(values[i] + 9) << c->shift;
            strbuf_printf(&wanted, "%s%s=%d", i ? " " : "", c->name, (int)values[i]);
        }
        assert_int_equal(interp_show(in, packed, &text, &err), 0);
        assert_string_equal(strbuf_string(&text), strbuf_string(&wanted));
        strbuf_free(&text);
        strbuf_free(&wanted);
    }
    interp_free(in);
}

/* A part of an enumeration is as narrow as its own values are. */
static void widths_of_types(void **state)
{
    (void)state;
    const char *values[] = {"a", "b", "long"};
    const type *all = enumerated("all", 3, values, NULL);
    assert_false(type_is_narrow(all));
    assert_true(type_is_narrow(part_of(all, NULL, 2, 0, 1)));
    assert_true(type_is_narrow(range(NULL, 0, 9)));
    assert_false(type_is_narrow(range(NULL, -1, 9)));
    assert_false(type_is_narrow(range(NULL, 0, 10)));
    assert_false(type_is_narrow(truths()));
}

static void positions_of_values(void **state)
{
    (void)state;
    const type *r = range(NULL, -2, 2), *l = part_of(r, NULL, 3, 2, -1, 0);
    for (int64_t v = -4; v <= 4; v++)
        assert_int_equal(type_position(r, v), v < -2 || v > 2 ? -1 : v + 2);
    for (uint64_t i = 0; i < 5; i++)
        assert_int_equal(type_value(r, i), (int64_t)i - 2);
    assert_int_equal(type_position(l, 2), 0);
    assert_int_equal(type_position(l, 0), 2);
    assert_int_equal(type_position(l, 1), -1);
    assert_int_equal(type_value(l, 1), -1);
    assert_int_equal(type_position(range(NULL, 5, 1), 5), -1);
    const type *most = range(NULL, INT64_MIN, -2);
    assert_int_equal(type_value(most, (uint64_t)INT64_MAX - 1), -2);
}

#define tree_test(name) cmocka_unit_test_setup_teardown(name, grove_new, grove_free)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        tree_test(sums_fit_or_fail),
        tree_test(products_fit_or_fail),
        tree_test(division_rounds_down),
        tree_test(division_by_zero_and_of_the_least),
        tree_test(signs),
        tree_test(comparisons),
        tree_test(lazy_operators_look_at_no_more_than_they_need),
        tree_test(in_a_range_or_a_list_or_a_type),
        tree_test(aggregates),
        tree_test(aggregates_of_nothing),
        tree_test(aggregates_stop_where_it_is_decided),
        tree_test(a_sum_may_not_overflow),
        tree_test(later_bindings_see_earlier_ones_and_filters_narrow),
        tree_test(the_extreme_ends_of_a_range),
        tree_test(rows_bind_several_names),
        tree_test(values_in_their_order),
        tree_test(subsets_are_counted),
        tree_test(subsets_have_members_and_sizes),
        tree_test(arguments_are_all_evaluated_before_one_is_bound),
        tree_test(what_nests_too_deep_is_a_mistake),
        tree_test(a_small_stack_is_enough),
        tree_test(endless_work_is_a_mistake),
        tree_test(cells_of_every_width),
        tree_test(an_index_out_of_range_names_it_its_type_and_the_state),
        tree_test(tables_have_holes),
        tree_test(moves_from_the_start),
        tree_test(a_named_guard_rejects),
        tree_test(always_is_broken_where_it_does_not_hold),
        tree_test(rejections_are_told_where_they_are_wanted),
        tree_test(all_journeys_across),
        tree_test(a_question_mark_for_what_is_not_chosen_yet),
        tree_test(a_text_shows_the_state_that_is_left),
        tree_test(a_set_in_a_text),
        tree_test(several_choices_and_the_last_runs_fastest),
        tree_test(first_is_the_first_combination_that_fits),
        tree_test(each_choice_goes_on_from_the_same_state),
        tree_test(right_sides_see_the_state_before_the_step),
        tree_test(ranging_and_conditional_left_sides),
        tree_test(a_mistake_tells_move_and_state_once),
        tree_test(a_mistake_in_a_filter_or_domain),
        tree_test(a_mistake_in_a_filter_after_a_journey),
        tree_test(a_mistake_in_a_setting_has_no_line),
        tree_test(long_mistakes_end_in_whole_characters),
        tree_test(a_text_that_fails_is_shown_as_it_is_written),
        tree_test(set_twice_in_one_step),
        tree_test(a_value_outside_of_the_type),
        tree_test(costs_are_not_negative_and_agree),
        tree_test(a_mistake_leaves_nothing_behind),
        tree_test(the_first_trouble_is_the_one_that_is_kept),
        tree_test(long_states_and_moves_are_cut_between_characters),
        tree_test(edges_and_rejections_come_once_however_many),
        tree_test(a_hundred_thousand_steps),
        tree_test(too_many_choices_within_choices),
        tree_test(any_is_one_start_for_each_value),
        tree_test(no_start_is_left),
        tree_test(a_start_may_be_a_journey),
        tree_test(a_start_cannot_read_what_has_no_value_yet),
        tree_test(a_rule_that_fails_in_a_start),
        tree_test(many_starts),
        tree_test(too_many_starts),
        tree_test(states_without_a_template),
        tree_test(arrays_in_a_template),
        tree_test(boards_in_a_template),
        tree_test(too_long_a_board),
        tree_test(many_cells_that_change_a_little),
        tree_test(widths_of_types),
        tree_test(positions_of_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
