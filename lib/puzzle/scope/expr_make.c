/* expr_make.c - expressions made, and one as of another kind. */
#include <assert.h>

#include "puzzle/scope/checker.h"

/* ---- making ------------------------------------------------------------------ */

expr *expr_new(checker *c, expr_form form, kind of, source_span at, size_t count)
{
    expr *e = arena_take(c->memory, sizeof *e);
    e->form = form;
    e->kind = of;
    e->at = e->mark = at;
    e->count = count;
    e->args = count ? arena_array(c->memory, count, sizeof *e->args) : NULL;
    return e;
}

expr *expr_value(checker *c, kind of, source_span at, int64_t value)
{
    expr *e = expr_new(c, EXPR_VALUE, of, at, 0);
    e->value = value;
    return e;
}

expr *expr_binary(checker *c, expr_form form, kind of, source_span at, expr *left, expr *right)
{
    assert(left && right);
    expr *e = expr_new(c, form, of, at, 2);
    e->args[0] = left;
    e->args[1] = right;
    return e;
}

expr *expr_as(checker *c, const expr *e, kind of)
{
    expr *copy = arena_take(c->memory, sizeof *copy);
    *copy = *e;
    copy->kind = of;
    return copy;
}

/* The expression, with an error where it is evaluated to `none`. */
static expr *expr_but(checker *c, expr *e, kind of, int64_t none)
{
    expr *present = expr_new(c, EXPR_PRESENT, of, e->at, 1);
    present->args[0] = e;
    present->value = none;
    return present;
}

static bool is_none(const expr *e)
{
    return kind_is_bare_none(e->kind) ||
           (e->kind.optional && e->form == EXPR_VALUE && e->value == e->kind.none);
}

expr *expr_present(checker *c, expr *e)
{
    if (!e || !e->kind.optional)
        return e;
    if (is_none(e))
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, e->at,
                             "this is none, where a value is needed"),
               NULL;
    return expr_but(c, e, kind_present(e->kind), e->kind.none);
}

/* A value as one of an optional: only a number can be what stands for none there. */
static expr *as_optional(checker *c, expr *e, kind of)
{
    const bool known = of.form != KIND_INTEGER || (e->form == EXPR_VALUE && e->value != of.none);
    return known ? expr_as(c, e, of) : expr_but(c, e, of, of.none);
}

/* Turns one optional into another, whose none is another number. */
static expr *as_other_optional(checker *c, expr *e, kind of)
{
    expr *none = expr_value(c, e->kind, e->at, e->kind.none);
    expr *either = expr_new(c, EXPR_IF, of, e->at, 3);
    either->args[0] = expr_binary(c, EXPR_EQUAL, kind_plain(KIND_TRUTH), e->at, e, none);
    either->args[1] = expr_value(c, of, e->at, of.none);
    either->args[2] = as_optional(c, expr_as(c, e, kind_present(e->kind)), of);
    return either;
}

/* The number of none becomes one that no value of the type is, nor none. */
expr *expr_compared(checker *c, expr *e, kind of)
{
    const bool known = of.form != KIND_INTEGER || (e->form == EXPR_VALUE && e->value != of.none);
    if (e->kind.optional || known)
        return expr_adapt(c, e, of);
    expr *either = expr_new(c, EXPR_IF, of, e->at, 3);
    either->args[0] = expr_binary(c, EXPR_EQUAL, kind_plain(KIND_TRUTH), e->at, e,
                                  expr_value(c, e->kind, e->at, of.none));
    either->args[1] = expr_value(c, of, e->at, of.none < INT64_MAX ? of.none + 1 : INT64_MIN);
    either->args[2] = expr_as(c, e, of);
    return either;
}

expr *expr_adapt(checker *c, expr *e, kind of)
{
    if (kind_is_collection(of) || kind_is_collection(e->kind))
        return list_adapt(c, e, of);
    if (kind_same(e->kind, of))
        return e;
    if (of.optional && is_none(e))
        return expr_value(c, of, e->at, of.none);
    if (!kind_same_values(e->kind, of) || is_none(e) || kind_is_bare_none(of))
        return NULL;
    if (!of.optional)
        return expr_present(c, e);
    return e->kind.optional ? as_other_optional(c, e, of) : as_optional(c, e, of);
}

expr *expr_single(checker *c, expr *e)
{
    if (!e || !kind_is_collection(e->kind))
        return e;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, e->at, "a %s where a value is expected",
                  e->kind.form == KIND_LIST ? "list" : "set");
    checker_hint(c, "to be one of several is written x in [a, b]");
    return NULL;
}

expr *expr_must_be(checker *c, expr *e, kind of)
{
    expr *fit = e ? expr_adapt(c, e, of) : NULL;
    if (!e || fit)
        return fit;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, e->at, "this is %s where %s is expected",
                  kind_text(c, e->kind), kind_text(c, of));
    if (is_none(e))
        checker_hint(c, "what may be none is declared so: TYPE or none");
    if (of.form == KIND_TRUTH && e->kind.form == KIND_INTEGER && e->form == EXPR_VALUE &&
        (e->value == 0 || e->value == 1))
        checker_hint(c, "write %s", e->value ? "true" : "false");
    return NULL;
}

expr *expr_truth(checker *c, source_span at, bool value)
{
    return expr_value(c, kind_plain(KIND_TRUTH), at, value);
}

expr *expr_number(checker *c, source_span at, int64_t value)
{
    return expr_value(c, kind_plain(KIND_INTEGER), at, value);
}

expr *expr_if_else(checker *c, expr *condition, expr *yes, expr *no)
{
    if (condition->form == EXPR_VALUE)
        return condition->value ? yes : no;
    expr *e = expr_new(c, EXPR_IF, yes->kind, condition->at, 3);
    e->args[0] = condition;
    e->args[1] = yes;
    e->args[2] = no;
    return e;
}
