/* check_formula.c - names and forms of an expression over named numbers. */
#include <string.h>

#include "base/suggest.h"
#include "puzzle/formula/formula.h"

static bool report_unknown_number(const formula_names *n, const parse_node *t)
{
    const char *meant = suggest_nearest(t->text, n->names, n->count), *all = "";
    diagnostic_add(n->to, WGCQ_DIAGNOSTIC_NAME, parse_node_span(t), "unknown name '%s'", t->text);
    if (meant) {
        diagnostic_hint(n->to, "did you mean '%s'?", meant);
        return false;
    }
    for (size_t i = 0; i < n->count; i++)
        all = arena_printf(n->memory, "%s%s%s", all, i ? ", " : "", n->names[i]);
    if (n->count)
        diagnostic_hint(n->to, "there are %s", all);
    return false;
}

static bool resolve_number_name(const formula_names *n, parse_node *t)
{
    for (size_t i = 0; i < n->count; i++)
        if (!strcmp(n->names[i], t->text)) {
            t->value = (int64_t)i;
            return true;
        }
    if (!strcmp(t->text, "true") || !strcmp(t->text, "false")) {
        t->value = t->text[0] == 't';
        t->form = PARSE_NUMBER;
        return true;
    }
    return report_unknown_number(n, t);
}

static bool check_formula_args(const formula_names *n, parse_node *t)
{
    bool fine = true;
    for (size_t i = 0; i < t->count; i++)
        fine &= formula_check(n, t->args[i]);
    return fine;
}

static bool check_formula_call(const formula_names *n, parse_node *t)
{
    const bool one = !strcmp(t->text, "abs");
    if (!one && strcmp(t->text, "min") != 0 && strcmp(t->text, "max") != 0)
        return diagnostic_add(n->to, WGCQ_DIAGNOSTIC_NAME, parse_node_mark(t),
                              "there is no function '%s' here, but min, max and abs", t->text);
    if (one ? t->count != 1 : !t->count)
        return diagnostic_add(n->to, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(t),
                              one ? "abs takes one number" : "%s takes at least one number",
                              t->text);
    return check_formula_args(n, t);
}

/* A list or a range may stand behind `in`, and nowhere else. */
static bool check_formula_comparison(const formula_names *n, parse_node *t)
{
    bool fine = formula_check(n, t->args[0]);
    for (size_t i = 0; i + 1 < t->count; i++) {
        parse_node *right = t->args[i + 1];
        const bool is_in = t->ops[i] == COMPARE_IN || t->ops[i] == COMPARE_NOT_IN;
        const bool is_domain = right->form == PARSE_LIST || right->form == PARSE_RANGE;
        if (is_in && !is_domain)
            fine = diagnostic_add(n->to, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(right),
                                  "expected a list or a range behind 'in': [1, 2] or 1..2");
        else
            fine &= is_in ? check_formula_args(n, right) : formula_check(n, right);
    }
    return fine;
}

bool formula_check(const formula_names *n, parse_node *t)
{
    switch (t->form) {
    case PARSE_NUMBER: return true;
    case PARSE_NAME: return resolve_number_name(n, t);
    case PARSE_CALL: return check_formula_call(n, t);
    case PARSE_COMPARE: return check_formula_comparison(n, t);
    case PARSE_NOT:
    case PARSE_NEGATE:
    case PARSE_AND:
    case PARSE_OR:
    case PARSE_ADD:
    case PARSE_SUBTRACT:
    case PARSE_MULTIPLY:
    case PARSE_DIVIDE:
    case PARSE_MODULO:
    case PARSE_IF: return check_formula_args(n, t);
    default:
        return diagnostic_add(n->to, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(t),
                              "this is no number, nor a condition");
    }
}
