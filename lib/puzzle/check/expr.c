/*
 * expr.c - expressions: syntax tree to typed tree.
 *
 * Kinds are inferred in both directions.  A name of several enumerations is of the one that is
 * expected there; so the kind of an operation is inferred first, without reporting, from any
 * operand that determines it, and every operand is then checked against it.
 */
#include <string.h>

#include "puzzle/interp/interp.h"
#include "puzzle/scope/checker.h"

enum { WORK_MOST = 200000 };

/* A number, or a truth value, which counts as one. */
static expr *must_be_number(checker *c, expr *e)
{
    e = expr_present(c, e);
    if (!e || e->kind.form == KIND_INTEGER || e->kind.form == KIND_TRUTH)
        return e;
    return expr_must_be(c, e, kind_plain(KIND_INTEGER));
}

expr *expr_check_kind(checker *c, const parse_node *t, kind of)
{
    return expr_must_be(c, expr_check(c, t, &of), of);
}

expr *expr_check_truth(checker *c, const parse_node *t)
{
    return expr_check_kind(c, t, kind_plain(KIND_TRUTH));
}

/* ---- constants -------------------------------------------------------------------- */

bool expr_constant(checker *c, expr *e, int64_t *out)
{
    if (e->form == EXPR_VALUE) {
        *out = e->value;
        return true;
    }
    interp *evaluator = interp_new(c->tree);
    if (!evaluator)
        longjmp(*c->memory->out, 1);
    wgcq_error err = {0};
    int code = interp_value(out, evaluator, e, NULL, &err);
    interp_free(evaluator);
    if (!code)
        return true;
    if (code == WGCQ_EMEMORY)
        longjmp(*c->memory->out, 1);
    source_span at = e->at;
    if (err.line)
        at = (source_span){e->at.from, err.line, err.column, err.line, err.end_column};
    return checker_error(c, WGCQ_DIAGNOSTIC_RUN, at, "%s", err.text);
}

/* Names bound around it have no value yet. */
bool expr_check_constant(checker *c, const parse_node *t, const kind *expected, int64_t *out,
                         kind *of)
{
    const local *outside = c->outside;
    c->outside = c->locals;
    c->constant_only++;
    expr *e = expr_single(c, expr_check(c, t, expected));
    c->constant_only--;
    c->outside = outside;
    if (!e)
        return false;
    if (of)
        *of = e->kind;
    return expr_constant(c, e, out);
}

/* ---- inferring kinds ------------------------------------------------------------------ */

/* Whether an operand is a list, which says that the operation is one of lists or sets. */
static bool has_list_operand(checker *c, const parse_node *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->args[i]->form == PARSE_LIST || list_is_constant(c, t->args[i]))
            return true;
    return t->form == PARSE_UNITE || t->form == PARSE_MEET;
}

static bool infer_joint_kind(checker *c, const parse_node *t, kind *out)
{
    const bool whole = has_list_operand(c, t);
    *out = kind_plain(KIND_INTEGER);
    if (!whole && !c->has_lists)
        return true;
    for (size_t i = 0; i < t->count; i++)
        if (t->args[i]->form != PARSE_LIST && expr_infer_kind(c, t->args[i], out) &&
            (kind_is_collection(*out) || out->form == KIND_SUBSET)) {
            if (out->form == KIND_SUBSET)
                out->form = KIND_SET; /* |, & and - of a subset give a set */
            return true;
        }
    *out = kind_plain(whole ? KIND_LIST : KIND_INTEGER);
    return true;
}

static bool guess_arithmetic(kind *out)
{
    *out = kind_plain(KIND_INTEGER);
    return true;
}

/* The sides of `if` without lists: a list's items do not say the kind of the list. */
static bool infer_side_kind(checker *c, const parse_node *t, kind *out)
{
    for (size_t i = 1; i < 3; i++)
        if (t->args[i]->form != PARSE_LIST && expr_infer_kind(c, t->args[i], out))
            return true;
    *out = kind_plain(KIND_LIST);
    return t->args[1]->form == PARSE_LIST && t->args[2]->form == PARSE_LIST;
}

bool expr_infer_kind(checker *c, const parse_node *t, kind *out)
{
    switch (t->form) {
    case PARSE_NOT:
    case PARSE_AND:
    case PARSE_OR:
    case PARSE_COMPARE: *out = kind_plain(KIND_TRUTH); return true;
    case PARSE_ADD:
    case PARSE_SUBTRACT:
    case PARSE_UNITE:
    case PARSE_MEET: return infer_joint_kind(c, t, out);
    case PARSE_NUMBER:
    case PARSE_NEGATE:
    case PARSE_MULTIPLY:
    case PARSE_DIVIDE:
    case PARSE_MODULO: return guess_arithmetic(out);
    case PARSE_STRING: *out = kind_plain(KIND_CHARACTER); return true;
    case PARSE_NAME: return reference_infer_kind(c, t, out);
    case PARSE_IF: return infer_side_kind(c, t, out);
    case PARSE_RANGE:
    case PARSE_LIST:
        for (size_t i = 0; i < t->count; i++)
            if (expr_infer_kind(c, t->args[i], out))
                return true;
        return false;
    case PARSE_SLICE:
    case PARSE_LIST_TYPE:
    case PARSE_SET_TYPE:
    case PARSE_SEQUENCE: return false;
    case PARSE_DOTTED:
    case PARSE_INDEX:
    case PARSE_ELEMENT:
    case PARSE_CALL:
    case PARSE_AGGREGATE: {
        c->quiet++;
        const expr *e = expr_check(c, t, NULL);
        c->quiet--;
        if (e)
            *out = e->kind;
        return e != NULL;
    }
    }
    return false;
}

/* ---- elements ---------------------------------------------------------------------- */

/* LIST[INDEX], where the list is no name */
static expr *check_element(checker *c, const parse_node *t)
{
    expr *list = expr_check(c, t->args[0], NULL);
    if (!list || kind_is_collection(list->kind))
        return list ? list_indexed(c, t, list, t->args[1]) : NULL;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t->args[0]),
                  "this is %s and takes no index", kind_text(c, list->kind));
    return NULL;
}

/* ---- operators ------------------------------------------------------------------------------ */

/* `bank + 1` was meant as the value behind it. */
static expr *check_summand(checker *c, expr *e, expr_form form)
{
    bool next = e && e->kind.form == KIND_ENUM && (form == EXPR_ADD || form == EXPR_SUBTRACT);
    expr *number = must_be_number(c, e);
    if (next)
        checker_hint(c, "an enumeration has no successor: use a range, such as 0..2");
    return number;
}

/* a + b of lists; a | b, a & b, a - b of sets */
static expr *join_collections(checker *c, const parse_node *t, expr *left, expr *right)
{
    const size_t errors = c->error_count;
    expr *e = left && right ? list_operation(c, t, left, right) : NULL;
    if (e || !left || !right || c->error_count > errors)
        return e;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_mark(t), "%s and %s cannot be joined so",
                  kind_text(c, left->kind), kind_text(c, right->kind));
    checker_hint(c, "lists are joined by '+', as in q + [x]; sets by '|', '&' and '-'");
    return NULL;
}

/* Literals are of the kind of the other operand, but for numbers as written. */
static expr *check_collection_operation(checker *c, const parse_node *t)
{
    const bool behind = t->args[0]->form == PARSE_LIST;
    expr *first = expr_check(c, t->args[behind], NULL);
    const bool typed =
        first && (kind_is_collection(first->kind) || first->kind.form == KIND_SUBSET);
    const parse_node *other = t->args[!behind];
    const bool own = typed && kind_is_list_of_numbers(first->kind) && list_is_of_numbers(other);
    expr *second = expr_check(c, other, typed && !own ? &first->kind : NULL);
    return behind ? join_collections(c, t, second, first) : join_collections(c, t, first, second);
}

static bool is_collection_value(const expr *e)
{
    return e && (kind_is_collection(e->kind) || e->kind.form == KIND_SUBSET);
}

static expr *check_arithmetic(checker *c, const parse_node *t, expr_form form)
{
    const bool joins = form == EXPR_ADD || form == EXPR_SUBTRACT;
    if (joins && has_list_operand(c, t))
        return check_collection_operation(c, t);
    expr *e = expr_new(c, form, kind_plain(KIND_INTEGER), parse_node_span(t), t->count);
    e->mark = parse_node_mark(t);
    bool fine = true;
    for (size_t i = 0; i < t->count; i++) {
        expr *operand = expr_check(c, t->args[i], &e->kind);
        if (joins && (i ? is_collection_value(e->args[0]) : is_collection_value(operand))) {
            e->args[i] = operand;
            fine &= operand != NULL;
            continue;
        }
        e->args[i] = check_summand(c, operand, form);
        fine &= e->args[i] != NULL;
    }
    return fine && joins && is_collection_value(e->args[0])
               ? join_collections(c, t, e->args[0], e->args[1])
           : fine ? e
                  : NULL;
}

/* Checks an operand that is evaluated only where a condition is `holds` (1 or 0).
 */
static expr *check_under_condition(checker *c, const expr *condition, int holds,
                                   const parse_node *t, const kind *of)
{
    int unsure = !condition || expr_known_truth(c, condition) != holds;
    c->conditional += unsure;
    expr *e = expr_check(c, t, of);
    c->conditional -= unsure;
    return e;
}

/* not, and, or: the second operand is evaluated only where the first does not decide. */
static expr *check_logic(checker *c, const parse_node *t, expr_form form)
{
    kind truth = kind_plain(KIND_TRUTH);
    expr *e = expr_new(c, form, truth, parse_node_span(t), t->count);
    e->args[0] = expr_check_truth(c, t->args[0]);
    bool fine = e->args[0] != NULL;
    for (size_t i = 1; i < t->count; i++) {
        expr *next = check_under_condition(c, e->args[0], form == EXPR_AND, t->args[i], &truth);
        e->args[i] = expr_must_be(c, next, truth);
        fine &= e->args[i] != NULL;
    }
    return fine ? e : NULL;
}

/* The kind that both sides of `if` have: what is expected, that of either, or that of one with none
   beside it. */
static bool unify_sides(checker *c, const kind *expected, expr **yes, expr **no)
{
    const kind kinds[] = {expected ? *expected : (*yes)->kind, (*yes)->kind, (*no)->kind,
                          kind_or_none((*yes)->kind), kind_or_none((*no)->kind)};
    if (kind_same((*yes)->kind, (*no)->kind))
        return true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        expr *a = kinds[i].optional ? expr_adapt(c, *yes, kinds[i]) : NULL,
             *b = a ? expr_adapt(c, *no, kinds[i]) : NULL;
        if (!b || kind_is_bare_none(kinds[i]))
            continue;
        *yes = a;
        *no = b;
        return true;
    }
    return false;
}

static expr *check_conditional(checker *c, const parse_node *t, const kind *expected)
{
    kind of;
    const bool lists = t->args[1]->form == PARSE_LIST || t->args[2]->form == PARSE_LIST;
    if (lists && expected && !kind_is_collection(*expected))
        expected = NULL;
    bool inferred = (expected != NULL && (of = *expected, true)) || expr_infer_kind(c, t, &of);
    expr *condition = expr_check_truth(c, t->args[0]);
    expr *yes = check_under_condition(c, condition, 1, t->args[1], inferred ? &of : NULL);
    int unknown_kind = !yes && !inferred;
    c->lenient += unknown_kind;
    const bool any = !expected && yes && t->args[2]->form == PARSE_LIST &&
                     kind_is_list_of_numbers(yes->kind); /* a literal has its own range */
    expr *no = check_under_condition(c, condition, 0, t->args[2],
                                     any        ? NULL
                                     : yes      ? &yes->kind
                                     : inferred ? &of
                                                : NULL);
    c->lenient -= unknown_kind;
    const bool whole = yes && no && (kind_is_collection(yes->kind) || kind_is_collection(no->kind));
    expr *either =
        whole && condition ? list_choose(c, parse_node_span(t), condition, yes, no) : NULL;
    if (either)
        return either;
    if (yes && no && !unify_sides(c, expected, &yes, &no)) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, no->at,
                      "the two sides of 'if' differ: %s, and %s here", kind_text(c, yes->kind),
                      kind_text(c, no->kind));
        return NULL;
    }
    if (!condition || !yes || !no)
        return NULL;
    expr *e = expr_new(c, EXPR_IF, yes->kind, parse_node_span(t), 3);
    e->args[0] = condition;
    e->args[1] = yes;
    e->args[2] = no;
    return e;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static expr *check_character_literal(checker *c, const parse_node *t)
{
    const unsigned char *s = (const unsigned char *)t->text;
    size_t length = strlen(t->text);
    size_t first = length && s[0] >= 0xF0   ? 4
                   : length && s[0] >= 0xE0 ? 3
                   : length && s[0] >= 0xC0 ? 2
                                            : 1;
    if (length != first) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                      "a string is one character long; this one is %s",
                      length ? "longer" : "empty");
        return NULL;
    }
    uint32_t code = first == 1 ? s[0] : s[0] & (0xFFu >> (first + 1));
    for (size_t i = 1; i < first; i++)
        code = code << 6 | (s[i] & 0x3Fu);
    return expr_value(c, kind_plain(KIND_CHARACTER), parse_node_span(t), code);
}

static expr *reject_list_or_range(checker *c, const parse_node *t)
{
    bool list = t->form == PARSE_LIST;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "a %s where a value is expected",
                  list ? "list" : "range");
    checker_hint(c, list ? "to be one of several is written x in [a, b]"
                         : "to be in a range is written x in 0..8");
    return NULL;
}

static expr *reject_sequence(checker *c, const parse_node *t)
{
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                  "a value is expected here, not one for each of several");
    checker_hint(c, "all, any, count, sum, min and max make one of them: count(... for ...)");
    return NULL;
}

static expr *check_negation(checker *c, const parse_node *t)
{
    expr *e = check_arithmetic(c, t, EXPR_NEGATE);
    if (e && e->args[0]->form == EXPR_VALUE && e->args[0]->value != INT64_MIN)
        return expr_value(c, e->kind, e->at, -e->args[0]->value);
    return e;
}

/* Inference checks operands again, exponentially in the nesting; puzzles written by hand stay far
   below the limit. */
static bool exceeds_work_limit(checker *c, const parse_node *t)
{
    if (++c->work < WORK_MOST)
        return false;
    if (c->work == WORK_MOST)
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(t),
                       "the puzzle's expressions are nested too deeply to be checked");
    return true;
}

expr *expr_check(checker *c, const parse_node *t, const kind *expected)
{
    if (exceeds_work_limit(c, t))
        return NULL;
    switch (t->form) {
    case PARSE_NUMBER: return expr_value(c, kind_plain(KIND_INTEGER), parse_node_span(t), t->value);
    case PARSE_STRING: return check_character_literal(c, t);
    case PARSE_NAME: return reference_check(c, t, expected);
    case PARSE_DOTTED: return reference_check_dotted(c, t);
    case PARSE_INDEX: return reference_check_indexed(c, t, expected);
    case PARSE_ELEMENT: return check_element(c, t);
    case PARSE_CALL: return call_check(c, t, expected);
    case PARSE_AGGREGATE: return function_check_aggregate(c, t, expected);
    case PARSE_NOT: return check_logic(c, t, EXPR_NOT);
    case PARSE_AND: return check_logic(c, t, EXPR_AND);
    case PARSE_OR: return check_logic(c, t, EXPR_OR);
    case PARSE_NEGATE: return check_negation(c, t);
    case PARSE_ADD: return check_arithmetic(c, t, EXPR_ADD);
    case PARSE_SUBTRACT: return check_arithmetic(c, t, EXPR_SUBTRACT);
    case PARSE_MULTIPLY: return check_arithmetic(c, t, EXPR_MULTIPLY);
    case PARSE_DIVIDE: return check_arithmetic(c, t, EXPR_DIVIDE);
    case PARSE_MODULO: return check_arithmetic(c, t, EXPR_MODULO);
    case PARSE_UNITE:
    case PARSE_MEET: return check_collection_operation(c, t);
    case PARSE_COMPARE: return comparison_check(c, t);
    case PARSE_IF: return check_conditional(c, t, expected);
    case PARSE_SLICE:
    case PARSE_LIST_TYPE:
    case PARSE_SET_TYPE: return reference_reject_slice(c, t);
    case PARSE_LIST:
        if (!expected || kind_is_collection(*expected) || expected->form == KIND_SUBSET)
            return list_literal(c, t, expected);
        return reject_list_or_range(c, t);
    case PARSE_RANGE: return reject_list_or_range(c, t);
    case PARSE_SEQUENCE: return reject_sequence(c, t);
    }
    return NULL;
}
