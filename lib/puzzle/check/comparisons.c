/* comparisons.c - comparisons and membership, alone and in chains. */
#include <assert.h>

#include "puzzle/scope/checker.h"

/* ---- membership ---------------------------------------------------------------------- */

static expr *member_of_type(checker *c, const parse_node *t, expr *left, const type *of)
{
    assert(left && of);
    if (declare_is_collection(c, of, parse_node_span(t)))
        return NULL;
    if (left->kind.optional && !of->kind.optional && kind_same_values(left->kind, of->kind))
        left = expr_as(c, left, of->kind); /* none is in no type of others */
    if (!kind_same(left->kind, of->kind)) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, left->at, "this is %s, which cannot be in %s",
                      kind_text(c, left->kind), type_text(c, of));
        return NULL;
    }
    expr *e = expr_new(c, EXPR_IN_TYPE, kind_plain(KIND_TRUTH), parse_node_span(t), 1);
    e->args[0] = left;
    e->type = of;
    return e;
}

static expr *member_of_range(checker *c, const parse_node *t, expr *left, const parse_node *range)
{
    expr *low = expr_check_kind(c, range->args[0], left->kind);
    c->conditional++; /* evaluated only where the value is not below the range */
    expr *high = expr_check_kind(c, range->args[1], left->kind);
    c->conditional--;
    if (!low || !high)
        return NULL;
    expr *e = expr_new(c, EXPR_IN_RANGE, kind_plain(KIND_TRUTH), parse_node_span(t), 3);
    e->args[0] = left;
    e->args[1] = low;
    e->args[2] = high;
    return e;
}

static expr *member_of_list(checker *c, const parse_node *t, expr *left, const parse_node *list)
{
    expr *e =
        expr_new(c, EXPR_IN_LIST, kind_plain(KIND_TRUTH), parse_node_span(t), list->count + 1);
    bool fine = true;
    e->args[0] = left;
    for (size_t i = 0; i < list->count; i++) {
        c->conditional += i > 0;
        expr *item = expr_check(c, list->args[i], &left->kind);
        if (item && left->kind.optional && kind_same_values(item->kind, left->kind))
            item = expr_compared(c, item, left->kind);
        e->args[i + 1] = expr_must_be(c, item, left->kind);
        if (item && !e->args[i + 1] && left->kind.form == KIND_CHARACTER)
            expr_hint_character(c, list->args[i]);
        c->conditional -= i > 0;
        fine &= e->args[i + 1] != NULL;
    }
    return fine ? e : NULL;
}

/* A constant list or mapping as the set of its values (its keys). */
static const type *constant_as_type(checker *c, const global *g, source_span at)
{
    const datum *d = g->data;
    if (d && d->form == DATUM_MAP)
        return declare_value_list(c, at, d->key_kind, d->count, d->keys);
    if (!d || d->form != DATUM_LIST || !d->count || d->items[0]->form != DATUM_VALUE) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, at, "'%s' is not a type, range or list of values",
                      g->name);
        return NULL;
    }
    int64_t *values = arena_array(c->memory, d->count, sizeof *values);
    for (size_t i = 0; i < d->count; i++) {
        values[i] = d->items[i]->value;
        if (!kind_same(d->items[i]->kind, d->items[0]->kind))
            return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, at,
                                 "the values of '%s' are of several kinds", g->name),
                   NULL;
    }
    return declare_value_list(c, at, d->items[0]->kind, d->count, values);
}

static expr *member_of_name(checker *c, const parse_node *t, expr *left, const parse_node *set)
{
    const local *l = symbols_find_local(c, set->text);
    if ((l && l->poisoned) ||
        (!l && !symbols_find_global(c, set->text) && poison_in_step(c, set->text)))
        return NULL;
    if (l && l->kind.form == KIND_SUBSET) {
        if (!kind_same(left->kind, l->kind.members->kind))
            return member_of_type(c, t, left, l->kind.members);
        expr *mask = expr_local(c, set, l);
        if (!mask)
            return NULL;
        expr *e =
            expr_binary(c, EXPR_IN_SUBSET, kind_plain(KIND_TRUTH), parse_node_span(t), left, mask);
        e->type = l->kind.members;
        return e;
    }
    global *g = l ? NULL : symbols_find_type(c, set->text);
    if (!g || (g->form != GLOBAL_TYPE && g->form != GLOBAL_CONSTANT)) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_span(set),
                      "'%s' is not a type, list or set", set->text);
        symbols_suggest(c, set->text, HINT_TYPES, NULL);
        return NULL;
    }
    if (!declare_resolve(c, g))
        return NULL;
    const type *of =
        g->form == GLOBAL_TYPE ? g->type : constant_as_type(c, g, parse_node_span(set));
    return of ? member_of_type(c, t, left, of) : NULL;
}

/* A list or set that is no literal: its expression; NULL: it is none. */
static expr *collection_operand(checker *c, const parse_node *set)
{
    kind of;
    if (!list_may_be(set) || !expr_infer_kind(c, set, &of) || !kind_is_collection(of) ||
        (set->form == PARSE_NAME && list_is_constant(c, set)))
        return NULL;
    return expr_check(c, set, NULL);
}

static bool is_optional_type(checker *c, const parse_node *set)
{
    global *g = set->form == PARSE_NAME && !symbols_find_local(c, set->text)
                    ? symbols_find_type(c, set->text)
                    : NULL;
    return g && g->form == GLOBAL_TYPE && declare_resolve(c, g) && g->type->present;
}

static expr *check_membership(checker *c, const parse_node *t, expr *left, const parse_node *set);

/* None is in no set but one that names it. */
static expr *member_but_none(checker *c, const parse_node *t, expr *left, const parse_node *set)
{
    expr *none = expr_value(c, left->kind, left->at, left->kind.none);
    expr *in = check_membership(c, t, expr_as(c, left, kind_present(left->kind)), set);
    if (!in)
        return NULL;
    expr *is = expr_binary(c, EXPR_NOT_EQUAL, in->kind, left->at, left, none);
    return expr_binary(c, EXPR_AND, in->kind, in->at, is, in);
}

static expr *check_membership(checker *c, const parse_node *t, expr *left, const parse_node *set)
{
    expr *whole = collection_operand(c, set);
    if (whole)
        return list_contains(c, parse_node_span(t), whole, left);
    if (!expr_single(c, left))
        return NULL;
    if (left->kind.optional && set->form != PARSE_LIST && !kind_is_bare_none(left->kind) &&
        !is_optional_type(c, set))
        return member_but_none(c, t, left, set);
    switch (set->form) {
    case PARSE_RANGE: return member_of_range(c, t, left, set);
    case PARSE_LIST: return member_of_list(c, t, left, set);
    case PARSE_NAME: return member_of_name(c, t, left, set);
    default:
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(set),
                      "'in' takes a type, a range, a list or a set");
        return NULL;
    }
}

/* ---- chains --------------------------------------------------------------------------- */

/* The kind of the operands of one comparison, if either determines it. */
static bool infer_operand_kind(checker *c, const parse_node *left, const parse_node *right, bool in,
                               kind *out)
{
    /* a list's items do not say the kind of the list */
    if (!in && left->form == PARSE_LIST)
        return right->form != PARSE_LIST && expr_infer_kind(c, right, out);
    if (expr_infer_kind(c, left, out))
        return true;
    if (right->form == PARSE_NAME && !symbols_find_local(c, right->text)) {
        global *g = in ? symbols_find_type(c, right->text) : symbols_find_global(c, right->text);
        if (g && g->form == GLOBAL_TYPE && declare_resolve(c, g))
            return *out = g->type->kind, true;
    }
    return expr_infer_kind(c, right, out);
}

static expr *negated(checker *c, expr *e)
{
    if (!e)
        return NULL;
    expr *not = expr_new(c, EXPR_NOT, e->kind, e->at, 1);
    not ->args[0] = e;
    return not ;
}

/* `kicked == 0` */
static void hint_boolean(checker *c, const parse_node *left, const expr *right, comparison op)
{
    const bool equal = op == COMPARE_EQUAL;
    if ((!equal && op != COMPARE_NOT_EQUAL) || right->form != EXPR_VALUE ||
        right->kind.form != KIND_INTEGER || right->value < 0 || right->value > 1)
        return;
    checker_hint(c, "write %s%.*s", equal == (right->value == 1) ? "" : "not ",
                 (int)(left->to - left->from), left->in->text + left->from);
}

/* Whether they are equal, of which one is optional.  NULL: they cannot be compared. */
static expr *equal_optional(checker *c, const parse_node *t, expr_form form, expr *left,
                            expr *right)
{
    expr *optional = left->kind.optional && !kind_is_bare_none(left->kind) ? left : right,
         *other = optional == left ? right : left;
    if (!other->kind.optional && !kind_same_values(optional->kind, other->kind))
        return NULL;
    other = expr_compared(c, other, optional->kind);
    return other ? expr_binary(c, form, kind_plain(KIND_TRUTH), parse_node_span(t), optional, other)
                 : NULL;
}

static expr *check_comparison(checker *c, const parse_node *t, size_t i, expr *left, expr *right)
{
    static const expr_form forms[] = {EXPR_EQUAL,      EXPR_NOT_EQUAL, EXPR_LESS,
                                      EXPR_LESS_EQUAL, EXPR_GREATER,   EXPR_GREATER_EQUAL};
    if (!right)
        return NULL;
    const bool equality = t->ops[i] == COMPARE_EQUAL || t->ops[i] == COMPARE_NOT_EQUAL;
    const bool subsets = left->kind.form == KIND_SUBSET && right->kind.form == KIND_SUBSET;
    const bool whole = kind_is_collection(left->kind) || kind_is_collection(right->kind);
    expr *of_whole = whole || (subsets && !equality)
                         ? list_compare(c, parse_node_span(t), t->ops[i], left, right)
                         : NULL;
    if (of_whole)
        return of_whole;
    expr *equal = equality && (left->kind.optional || right->kind.optional)
                      ? equal_optional(c, t, forms[t->ops[i]], left, right)
                      : NULL;
    if (equal)
        return equal;
    left = equality ? left : expr_present(c, left);
    right = equality ? right : expr_present(c, right);
    if (!left || !right)
        return NULL;
    if (whole && kind_same(left->kind, right->kind))
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_mark(t), "lists have no order"),
               NULL;
    if (!kind_same(left->kind, right->kind)) {
        source_span both = node_span(t->in, t->args[i]->from, t->args[i + 1]->to);
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, both, "%s is compared with %s",
                      kind_text(c, left->kind), kind_text(c, right->kind));
        if (left->kind.form == KIND_CHARACTER || right->kind.form == KIND_CHARACTER)
            expr_hint_character(c, t->args[left->kind.form == KIND_CHARACTER ? i + 1 : i]);
        else if (left->kind.form == KIND_TRUTH)
            hint_boolean(c, t->args[i], right, t->ops[i]);
        return NULL;
    }
    expr *length = list_length_compare(c, parse_node_span(t), t->ops[i], left, right);
    return length ? length
                  : expr_binary(c, forms[t->ops[i]], kind_plain(KIND_TRUTH), parse_node_span(t),
                                left, right);
}

/* The kind of all operands of a chain, if one determines it. */
static bool infer_chain_kind(checker *c, const parse_node *t, kind *out)
{
    const bool in = t->ops[0] == COMPARE_IN || t->ops[0] == COMPARE_NOT_IN;
    if (infer_operand_kind(c, t->args[0], t->args[1], in, out))
        return true;
    for (size_t i = 2; i < t->count; i++)
        if (expr_infer_kind(c, t->args[i], out))
            return true;
    return false;
}

/* Comparison i of a chain; *right: the left operand of the next. */
static expr *check_chain_pair(checker *c, const parse_node *t, size_t i, const kind *of, expr *left,
                              expr **right)
{
    assert(t->form == PARSE_COMPARE && i + 1 < t->count);
    const parse_node *next = t->args[i + 1];
    bool in = t->ops[i] == COMPARE_IN || t->ops[i] == COMPARE_NOT_IN;
    expr *pair = NULL;
    int unsure = !left && !of;
    /* a list of numbers may have any in it, as they are compared */
    const bool any = next->form == PARSE_LIST && (!left || kind_is_list_of_numbers(left->kind));
    c->lenient += unsure;
    *right = in ? NULL : expr_check(c, next, any ? NULL : left ? &left->kind : of);
    c->lenient -= unsure;
    if (left && in)
        pair = check_membership(c, t, left, next);
    else if (left)
        pair = check_comparison(c, t, i, left, *right);
    return t->ops[i] == COMPARE_NOT_IN ? negated(c, pair) : pair;
}

/* a < b < c: each pair in turn, joined by `and`, b shared. */
expr *comparison_check(checker *c, const parse_node *t)
{
    kind of;
    const kind *expected = infer_chain_kind(c, t, &of) ? &of : NULL;
    const bool any = expected && t->args[0]->form == PARSE_LIST && kind_is_list_of_numbers(of);
    expr *chain = NULL, *left = expr_check(c, t->args[0], any ? NULL : expected);
    bool fine = left != NULL;
    for (size_t i = 0; i + 1 < t->count; i++) {
        bool in = t->ops[i] == COMPARE_IN || t->ops[i] == COMPARE_NOT_IN;
        c->conditional += i > 0;
        expr *right, *pair = check_chain_pair(c, t, i, expected, left, &right);
        c->conditional -= i > 0;
        fine &= pair != NULL;
        if (pair)
            chain = chain ? expr_binary(c, EXPR_AND, pair->kind, parse_node_span(t), chain, pair)
                          : pair;
        if (in && i + 2 < t->count) {
            checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(t),
                          "'in' can only be the last of a chain of comparisons");
            return NULL;
        }
        left = right;
    }
    return fine ? chain : NULL;
}
