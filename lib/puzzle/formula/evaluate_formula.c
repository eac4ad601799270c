/* evaluate_formula.c - the value of an expression over named numbers. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "puzzle/formula/formula.h"

static double number_value(const parse_node *t)
{
    double power = 1;
    for (unsigned i = 0; i < t->places; i++)
        power *= 10;
    return (double)t->value / power;
}

static double truth_of(double value)
{
    return isnan(value) ? NAN : value != 0;
}

/* The value that decides is `decisive`: 0 for `and`, 1 for `or`. */
static double logic_value(double a, double b, double decisive)
{
    if (truth_of(a) == decisive || truth_of(b) == decisive)
        return decisive;
    return isnan(a) || isnan(b) ? NAN : 1 - decisive;
}

static double comparison_value(comparison op, double a, double b)
{
    if (isnan(a) || isnan(b))
        return NAN;
    switch (op) {
    case COMPARE_EQUAL: return a == b;
    case COMPARE_NOT_EQUAL: return a != b;
    case COMPARE_LESS: return a < b;
    case COMPARE_LESS_EQUAL: return a <= b;
    case COMPARE_GREATER: return a > b;
    default: return a >= b;
    }
}

static double membership_value(double a, const parse_node *domain, const double *values)
{
    if (domain->form == PARSE_RANGE)
        return logic_value(
            comparison_value(COMPARE_LESS_EQUAL, formula_evaluate(domain->args[0], values), a),
            comparison_value(COMPARE_LESS_EQUAL, a, formula_evaluate(domain->args[1], values)), 0);
    double found = 0;
    for (size_t i = 0; i < domain->count; i++)
        found = logic_value(
            found, comparison_value(COMPARE_EQUAL, a, formula_evaluate(domain->args[i], values)),
            1);
    return found;
}

static double chain_value(const parse_node *t, const double *values)
{
    double holds = 1, left = formula_evaluate(t->args[0], values);
    for (size_t i = 0; i + 1 < t->count; i++) {
        const parse_node *right = t->args[i + 1];
        double one;
        if (t->ops[i] == COMPARE_IN || t->ops[i] == COMPARE_NOT_IN) {
            one = membership_value(left, right, values);
            one = t->ops[i] == COMPARE_IN ? one : 1 - one;
        } else {
            const double next = formula_evaluate(right, values);
            one = comparison_value(t->ops[i], left, next);
            left = next;
        }
        holds = logic_value(holds, one, 0);
    }
    return holds;
}

static double call_value(const parse_node *t, const double *values)
{
    double value = formula_evaluate(t->args[0], values);
    if (!strcmp(t->text, "abs"))
        return fabs(value);
    const bool least = !strcmp(t->text, "min");
    for (size_t i = 1; i < t->count; i++) {
        const double other = formula_evaluate(t->args[i], values);
        if (isnan(other) || (least ? other < value : other > value))
            value = other;
    }
    return value;
}

static double arithmetic_value(parse_node_form form, double a, double b)
{
    switch (form) {
    case PARSE_ADD: return a + b;
    case PARSE_SUBTRACT: return a - b;
    case PARSE_MULTIPLY: return a * b;
    case PARSE_DIVIDE: return b == 0 ? NAN : floor(a / b);
    default: return b == 0 ? NAN : a - b * floor(a / b);
    }
}

double formula_evaluate(const parse_node *t, const double *values)
{
    switch (t->form) {
    case PARSE_NUMBER: return number_value(t);
    case PARSE_NAME: return values[t->value];
    case PARSE_CALL: return call_value(t, values);
    case PARSE_COMPARE: return chain_value(t, values);
    case PARSE_IF: {
        const double holds = truth_of(formula_evaluate(t->args[0], values));
        return isnan(holds) ? NAN : formula_evaluate(t->args[holds != 0 ? 1 : 2], values);
    }
    default: break;
    }
    const double a = formula_evaluate(t->args[0], values);
    if (t->form == PARSE_NOT)
        return 1 - truth_of(a);
    if (t->form == PARSE_NEGATE)
        return -a;
    assert(t->count == 2);
    const double b = formula_evaluate(t->args[1], values);
    return t->form == PARSE_AND  ? logic_value(a, b, 0)
           : t->form == PARSE_OR ? logic_value(a, b, 1)
                                 : arithmetic_value(t->form, a, b);
}
