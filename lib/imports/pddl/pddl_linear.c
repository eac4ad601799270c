/* pddl_linear.c - sums of functions with factors, and the values that they may have. */
#include "imports/pddl/pddl.h"

/* ---- numbers with infinities ---------------------------------------------------------------- */

static bool is_infinite(int64_t a)
{
    return a == PDDL_NO_LOW || a == PDDL_NO_HIGH;
}

static int64_t sum_ends(int64_t a, int64_t b)
{
    int64_t sum;
    if (is_infinite(a) || is_infinite(b))
        return is_infinite(a) ? a : b;
    if (__builtin_add_overflow(a, b, &sum))
        return a < 0 ? PDDL_NO_LOW : PDDL_NO_HIGH;
    return sum;
}

static int64_t multiply_ends(int64_t a, int64_t b)
{
    int64_t product;
    if (!a || !b)
        return 0;
    if (is_infinite(a) || is_infinite(b) || __builtin_mul_overflow(a, b, &product))
        return (a < 0) == (b < 0) ? PDDL_NO_HIGH : PDDL_NO_LOW;
    return product;
}

pddl_span pddl_span_around(pddl_span a, pddl_span b)
{
    return (pddl_span){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static pddl_span add_spans(pddl_span a, pddl_span b)
{
    return (pddl_span){sum_ends(a.low, b.low), sum_ends(a.high, b.high)};
}

static pddl_span multiply_spans(pddl_span a, pddl_span b)
{
    int64_t ends[4] = {multiply_ends(a.low, b.low), multiply_ends(a.low, b.high),
                       multiply_ends(a.high, b.low), multiply_ends(a.high, b.high)};
    pddl_span out = {ends[0], ends[0]};
    for (size_t i = 1; i < 4; i++)
        out = pddl_span_around(out, (pddl_span){ends[i], ends[i]});
    return out;
}

static pddl_span amount_span(const pddl_amount *a);

static pddl_span sum_span(const pddl_amount *a)
{
    pddl_span left = amount_span(a->left), right = amount_span(a->right);
    if (a->sign == '*')
        return multiply_spans(left, right);
    if (a->sign == '-')
        right = multiply_spans(right, (pddl_span){-1, -1});
    return add_spans(left, right);
}

static pddl_span amount_span(const pddl_amount *a)
{
    pddl_span zero = {0, 0};
    switch (a->kind) {
    case AMOUNT_NUMBER: return (pddl_span){a->number, a->number};
    case AMOUNT_FUNCTION: return (pddl_span){a->atom.symbol->low, a->atom.symbol->high};
    case AMOUNT_SUM: return sum_span(a);
    default:
        return multiply_spans(pddl_span_around(zero, amount_span(a->left)),
                              (pddl_span){a->number, a->number});
    }
}

/* ---- linear sums ---------------------------------------------------------------------------- */

static bool pddl_same_amount(const pddl_amount *a, const pddl_amount *b)
{
    if (a == b || a->kind != b->kind || a->kind == AMOUNT_EACH)
        return a == b;
    if (a->kind == AMOUNT_NUMBER)
        return a->number == b->number;
    if (a->kind == AMOUNT_SUM)
        return a->sign == b->sign && pddl_same_amount(a->left, b->left) &&
               pddl_same_amount(a->right, b->right);
    return pddl_same_atom(&a->atom, &b->atom);
}

static void add_term(pddl_linear *l, const pddl_amount *a, int64_t factor)
{
    size_t i = 0;
    while (i < l->count && !pddl_same_amount(l->of[i], a))
        i++;
    if (i == PDDL_LINEAR_MOST) {
        l->unknown = true;
        return;
    }
    if (i == l->count) {
        l->of[l->count++] = a;
        l->factor[i] = 0;
    }
    l->unknown = l->unknown || __builtin_add_overflow(l->factor[i], factor, &l->factor[i]);
    if (!l->unknown && !l->factor[i]) {
        l->count--;
        l->of[i] = l->of[l->count];
        l->factor[i] = l->factor[l->count];
    }
}

static void add_constant(pddl_linear *l, int64_t number, int64_t factor)
{
    int64_t product;
    l->unknown = l->unknown || __builtin_mul_overflow(number, factor, &product) ||
                 __builtin_add_overflow(l->constant, product, &l->constant);
}

/* A product of which one side is a number; others are terms of their own. */
static void linear_add_product(pddl_linear *l, const pddl_amount *a, int64_t factor)
{
    pddl_linear left = {0}, right = {0};
    pddl_linear_add(&left, a->left, 1);
    pddl_linear_add(&right, a->right, 1);
    const pddl_linear *number = !left.count ? &left : !right.count ? &right : NULL;
    int64_t product;
    if (!number)
        add_term(l, a, factor);
    else if (left.unknown || right.unknown ||
             __builtin_mul_overflow(number->constant, factor, &product))
        l->unknown = true;
    else
        pddl_linear_add(l, number == &left ? a->right : a->left, product);
}

void pddl_linear_add(pddl_linear *l, const pddl_amount *a, int64_t factor)
{
    l->unknown = l->unknown || factor == INT64_MIN;
    if (!factor || l->unknown)
        return;
    if (a->kind == AMOUNT_NUMBER) {
        add_constant(l, a->number, factor);
    } else if (a->kind == AMOUNT_SUM && a->sign == '*') {
        linear_add_product(l, a, factor);
    } else if (a->kind == AMOUNT_SUM) {
        pddl_linear_add(l, a->left, factor);
        pddl_linear_add(l, a->right, a->sign == '-' ? -factor : factor);
    } else {
        add_term(l, a, factor);
    }
}

void pddl_linear_add_all(pddl_linear *l, const pddl_linear *other, int64_t factor)
{
    add_constant(l, other->constant, factor);
    for (size_t i = 0; i < other->count && !l->unknown; i++) {
        int64_t product;
        if (__builtin_mul_overflow(other->factor[i], factor, &product))
            l->unknown = true;
        else
            add_term(l, other->of[i], product);
    }
    l->unknown = l->unknown || other->unknown;
}

bool pddl_linear_helps(const pddl_linear *l, const pddl_linear *known)
{
    for (size_t i = 0; i < l->count; i++)
        for (size_t k = 0; k < known->count; k++)
            if ((l->factor[i] < 0) == (known->factor[k] < 0) &&
                pddl_same_amount(l->of[i], known->of[k]))
                return true;
    return false;
}

int64_t pddl_linear_least(const pddl_linear *l)
{
    pddl_span all = {l->constant, l->constant};
    if (l->unknown)
        return PDDL_NO_LOW;
    for (size_t i = 0; i < l->count; i++)
        all = add_spans(
            all, multiply_spans(amount_span(l->of[i]), (pddl_span){l->factor[i], l->factor[i]}));
    return all.low;
}
