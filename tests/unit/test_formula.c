/* test_formula.c - expressions over named numbers. */
#include <math.h>
#include <string.h>

#include "suite.h"
#include "wgcq.h"

static const char *const names[] = {"length", "plans", "dead_ends", "traps"};
static const double values[] = {30, 2, 0.25, NAN};
enum { NAMES = sizeof names / sizeof *names };

static double value_of(const char *text)
{
    wgcq_formula *formula = NULL;
    wgcq_error err = {0};
    if (wgcq_formula_read(&formula, text, "--want", names, NAMES, NULL, &err))
        fail_msg("%s: %s", text, err.text);
    const double value = wgcq_formula_value(formula, values);
    wgcq_formula_free(formula);
    return value;
}

static void check_value(const char *text, double due)
{
    const double value = value_of(text);
    if (isnan(due) ? !isnan(value) : value != due)
        fail_msg("%s: %g, not %g", text, value, due);
}

static void test_values(void **state)
{
    (void)state;
    check_value("length", 30);
    check_value("-length + 2 * plans", -26);
    check_value("length // 4", 7);
    check_value("-length // 4", -8);
    check_value("-length % 4", 2);
    check_value("0.1 + 1", 1.1);
    check_value("dead_ends == 0.25", 1);
    check_value("length >= 30 and plans == 1", 0);
    check_value("length >= 30 and not plans == 1", 1);
    check_value("20 < length <= 30", 1);
    check_value("20 < length < 30", 0);
    check_value("30 > plans < 3 != 4", 1);
    check_value("plans in [1, 2]", 1);
    check_value("plans not in 1..3", 0);
    check_value("length in 31..40 or plans in [5]", 0);
    check_value("min(length, plans, 7) + max(1, 0.5) + abs(-3)", 6);
    check_value("1 if plans > 1 else 1 // 0", 1);
    check_value("true + false", 1);
}

static void test_what_is_not_known(void **state)
{
    (void)state;
    check_value("traps", NAN);
    check_value("traps + 1 > 0", NAN);
    check_value("not traps", NAN);
    check_value("traps > 1 and plans == 1", 0);
    check_value("traps > 1 and plans == 2", NAN);
    check_value("plans == 2 or traps > 1", 1);
    check_value("plans == 1 or traps > 1", NAN);
    check_value("1 if traps else 2", NAN);
    check_value("traps in [1, 2]", NAN);
    check_value("2 in [traps, 2]", 1);
    check_value("max(traps, 1)", NAN);
    check_value("max(1, traps)", NAN);
    check_value("length // (plans - 2)", NAN);
    check_value("length % (plans - 2)", NAN);
}

static void check_mistake(const char *text, int column, const char *due)
{
    wgcq_formula *formula = NULL;
    wgcq_diagnostics *all = NULL;
    wgcq_error err = {0};
    const int code = wgcq_formula_read(&formula, text, "--want", names, NAMES, &all, &err);
    if (code != WGCQ_EPUZZLE || !wgcq_diagnostics_count(all))
        fail_msg("%s: %d", text, code);
    const wgcq_diagnostic *d = wgcq_diagnostics_at(all, 0);
    if (!strstr(d->text, due) || d->column != column)
        fail_msg("%s: %d: %s", text, d->column, d->text);
    assert_string_equal(d->file, "--want");
    assert_null(formula);
    wgcq_diagnostics_free(all);
}

static void test_mistakes(void **state)
{
    (void)state;
    check_mistake("lenght > 3", 1, "unknown name 'lenght'");
    check_mistake("length > 3 and widht == 1", 16, "unknown name 'widht'");
    check_mistake("length >", 9, "");
    check_mistake("length > 'a'", 10, "no number");
    check_mistake("sum(length, 1)", 1, "no function 'sum'");
    check_mistake("abs(1, 2)", 1, "one number");
    check_mistake("length in plans", 11, "a list or a range");
    check_mistake("length == [1]", 11, "no number");
    check_mistake("count(plans for x in 1..3)", 1, "no number");
    check_mistake("length / 2", 8, "'/'");
    check_mistake("[length]", 1, "expected an expression");
    check_mistake("length > 99999999999999999999", 10, "64 bits");
    check_mistake("", 1, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_what_is_not_known),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
