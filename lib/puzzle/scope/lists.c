/*
 * lists.c - lists and sets, written out place by place.
 *
 * An operation on lists becomes an expression for each place of its result, one on sets an
 * expression for each possible member (EXPR_PLACES), so that no evaluator knows lists.
 */
#include <assert.h>

#include "puzzle/scope/list_places.h"

enum { MADE_MOST = 512 };

bool kind_is_collection(kind of)
{
    return of.form == KIND_LIST || of.form == KIND_SET;
}

bool kind_is_list_of_numbers(kind of)
{
    const type *values = of.form == KIND_LIST && of.members ? of.members->present : NULL;
    return values && values->kind.form == KIND_INTEGER && !values->present;
}

/* ---- small expressions ---------------------------------------------------------------- */

expr *list_both(checker *c, expr_form form, expr *a, expr *b)
{
    return expr_binary(c, form, kind_plain(KIND_TRUTH), a->at, a, b);
}

expr *list_not(checker *c, expr *e)
{
    expr *opposite = expr_new(c, EXPR_NOT, e->kind, e->at, 1);
    opposite->args[0] = e;
    return opposite;
}

/* Balanced, so that nesting is logarithmic. */
expr *list_joined(checker *c, expr_form form, expr *const *all, size_t count)
{
    assert(count);
    if (count == 1)
        return all[0];
    const kind of = kind_plain(form == EXPR_ADD ? KIND_INTEGER : KIND_TRUTH);
    expr *left = list_joined(c, form, all, count / 2),
         *right = list_joined(c, form, all + count / 2, count - count / 2);
    return expr_binary(c, form, of, left->at, left, right);
}

/* `why` shows its value, or those of a and b, not those of the places that it was made of. */
expr *list_as_written(expr *e, source_span at, expr *a, expr *b)
{
    if (!e)
        return NULL;
    e->at = at;
    e->leaf = true;
    e->shown[0] = a;
    e->shown[1] = b;
    return e;
}

expr *list_composite(checker *c, kind of, source_span at, size_t count)
{
    return expr_new(c, EXPR_PLACES, of, at, count);
}

static kind list_place_kind(const expr *list)
{
    assert(list->kind.form == KIND_LIST && list->kind.members);
    return list->kind.members->kind;
}

expr *list_end(checker *c, const expr *list)
{
    return expr_value(c, list_place_kind(list), list->at, list_place_kind(list).none);
}

expr *list_is_there(checker *c, const expr *list, size_t place)
{
    if (place >= list->count)
        return expr_truth(c, list->at, false);
    expr *e = list->args[place];
    if (e->form == EXPR_VALUE)
        return expr_truth(c, list->at, e->value != list_place_kind(list).none);
    return list_both(c, EXPR_NOT_EQUAL, e, list_end(c, list));
}

static expr *list_place_or_end(checker *c, const expr *list, size_t place)
{
    return place < list->count ? list->args[place] : list_end(c, list);
}

/* An error of the run where the place is the end; else its value. */
expr *list_present(checker *c, source_span at, const expr *list, expr *place, const char *error)
{
    const kind of = list->kind.members->present->kind;
    if (place->form == EXPR_VALUE && place->value != list_place_kind(list).none)
        return expr_as(c, place, of);
    expr *e = expr_new(c, EXPR_PRESENT, of, at, 1);
    e->args[0] = place;
    e->value = list_place_kind(list).none;
    e->name = error;
    return e;
}

/* Whether a value of T is known to be another than the end of a place: numbers may be any. */
static bool is_known_value(const expr *e, int64_t end)
{
    return e->kind.form != KIND_INTEGER || (e->form == EXPR_VALUE && e->value != end);
}

/* A value of T in a place; NULL: it is none. */
expr *list_place(checker *c, expr *e, const type *place)
{
    const kind of = place->present->kind;
    expr *fit = expr_adapt(c, e, of);
    if (!fit)
        return NULL;
    if (is_known_value(fit, place->kind.none))
        return expr_as(c, fit, place->kind);
    expr *sure = expr_new(c, EXPR_PRESENT, place->kind, fit->at, 1);
    sure->args[0] = fit;
    sure->value = place->kind.none;
    sure->name = arena_printf(c->memory, "this is no value of %s", type_text(c, place->present));
    return sure;
}

/* ---- made of what is written ------------------------------------------------------------- */

expr *list_of_variable(checker *c, const state_variable *v, source_span at, size_t count,
                       expr **index)
{
    const type *last = v->index[count];
    expr *all = list_composite(c, v->collection->kind, at, (size_t)last->count);
    for (size_t i = 0; i < all->count; i++) {
        expr *e = expr_new(c, EXPR_CELL, v->type->kind, at, count + 1);
        e->variable = v;
        for (size_t k = 0; k < count; k++)
            e->args[k] = index[k];
        e->args[count] = expr_value(c, last->kind, at, type_value(last, i));
        all->args[i] = e;
    }
    return all;
}

bool list_has_room(checker *c, source_span at, size_t count)
{
    return count <= MADE_MOST ||
           checker_error(c, WGCQ_DIAGNOSTIC_RANGE, at, "this list has room for more than %d values",
                         MADE_MOST);
}

expr *list_of_values(checker *c, const type *place, source_span at, size_t count,
                     expr *const *values, expr *length)
{
    expr *all = list_composite(c, (kind){.form = KIND_LIST, .members = place}, at, count);
    if (length->form == EXPR_VALUE && length->value < (int64_t)count)
        all->count = (size_t)length->value;
    for (size_t i = 0; i < all->count; i++) {
        expr *value = expr_as(c, values[i], place->kind);
        expr *there = length->form == EXPR_VALUE
                          ? expr_truth(c, at, true)
                          : list_both(c, EXPR_LESS, expr_number(c, at, (int64_t)i), length);
        all->args[i] = expr_if_else(c, there, value, list_end(c, all));
    }
    return all;
}

/* Whether the value of every place, where there is one, is one of the type's. */
static expr *all_are_of(checker *c, const expr *list, const type *of)
{
    expr **each = arena_array(c->memory, list->count + 1, sizeof *each);
    const kind plain = list->kind.members->present->kind;
    each[list->count] = expr_truth(c, list->at, true);
    for (size_t i = 0; i < list->count; i++) {
        expr *in = expr_new(c, EXPR_IN_TYPE, kind_plain(KIND_TRUTH), list->at, 1);
        in->args[0] = expr_as(c, list->args[i], plain);
        in->type = of;
        each[i] = list_both(c, EXPR_OR, list_not(c, list_is_there(c, list, i)), in);
    }
    return list_joined(c, EXPR_AND, each, list->count + 1);
}

static bool is_known_to_be_of(const expr *list, const type *of)
{
    const type *own = list->kind.members->present;
    if (own->low >= of->low && own->high <= of->high && !of->values)
        return true;
    for (size_t i = 0; i < list->count; i++)
        if (list->args[i]->form != EXPR_VALUE || type_position(of, list->args[i]->value) < 0)
            return false;
    return true;
}

static expr *list_to_set(checker *c, const expr *list, const type *of)
{
    expr *set =
        list_composite(c, (kind){.form = KIND_SET, .members = of}, list->at, (size_t)of->count);
    for (size_t i = 0; i < set->count; i++) {
        expr *value = expr_value(c, of->kind, list->at, type_value(of, i));
        expr *in = expr_truth(c, list->at, false);
        for (size_t k = 0; k < list->count; k++) {
            expr *same =
                list_both(c, EXPR_EQUAL, list->args[k], expr_as(c, value, list_place_kind(list)));
            same = list_both(c, EXPR_AND, list_is_there(c, list, k), same);
            in = k ? list_both(c, EXPR_OR, in, same) : same;
        }
        set->args[i] = in;
    }
    if (!list->count || is_known_to_be_of(list, of))
        return set;
    expr *sure = expr_new(c, EXPR_PRESENT, kind_plain(KIND_TRUTH), list->at, 1);
    expr *number_of =
        expr_if_else(c, set->args[0], expr_number(c, list->at, 1), expr_number(c, list->at, 0));
    sure->args[0] =
        expr_if_else(c, all_are_of(c, list, of), number_of, expr_number(c, list->at, 2));
    sure->value = 2;
    sure->name = arena_printf(c->memory, "a value here is none of %s", type_text(c, of));
    set->args[0] = sure;
    return set;
}

static expr *subset_to_set(checker *c, expr *mask, const type *of)
{
    expr *set = list_composite(c, (kind){.form = KIND_SET, .members = of}, mask->at, of->count);
    for (size_t i = 0; i < set->count; i++) {
        set->args[i] = list_both(c, EXPR_IN_SUBSET,
                                 expr_value(c, of->kind, mask->at, type_value(of, i)), mask);
        set->args[i]->type = of;
    }
    return set;
}

/* The list with places of another type, whose end is another number. */
static expr *with_end_of(checker *c, expr *list, const type *place)
{
    expr *all =
        list_composite(c, (kind){.form = KIND_LIST, .members = place}, list->at, list->count);
    for (size_t i = 0; i < list->count; i++) {
        expr *value =
            list_place(c, expr_as(c, list->args[i], list->kind.members->present->kind), place);
        if (!value)
            return NULL;
        all->args[i] = expr_if_else(c, list_is_there(c, list, i), value,
                                    expr_value(c, place->kind, list->at, place->kind.none));
    }
    return all;
}

expr *list_adapt(checker *c, expr *e, kind of)
{
    if (of.form == KIND_SET && e->kind.form == KIND_SUBSET &&
        e->kind.members->count == of.members->count &&
        kind_same(e->kind.members->kind, of.members->kind))
        return subset_to_set(c, e, of.members);
    if (of.form == KIND_SET && e->kind.form == KIND_LIST)
        return !e->count || kind_same(e->kind.members->present->kind, of.members->kind)
                   ? list_to_set(c, e, of.members)
                   : NULL;
    if (of.form != e->kind.form)
        return NULL;
    if (of.form == KIND_SET)
        return kind_same(e->kind, of) ? e : NULL;
    if (!e->count && of.members)
        return expr_as(c, e, of);
    if (!of.members || e->kind.members == of.members)
        return e;
    return kind_same_values(e->kind.members->present->kind, of.members->present->kind)
               ? with_end_of(c, e, of.members)
               : NULL;
}

/* Two lists of numbers of two ranges become lists of one range, which has both. */
static void widen(checker *c, expr **a, expr **b)
{
    const type *x = (*a)->kind.members ? (*a)->kind.members->present : NULL,
               *y = (*b)->kind.members ? (*b)->kind.members->present : NULL;
    if (!x || !y || x->kind.form != KIND_INTEGER || y->kind.form != KIND_INTEGER || x->present ||
        y->present || list_place_kind(*a).none == list_place_kind(*b).none)
        return;
    type *all = arena_take(c->memory, sizeof *all), *place = arena_take(c->memory, sizeof *place);
    *all = (type){.form = TYPE_RANGE, .at = x->at, .kind = x->kind};
    all->low = x->low < y->low ? x->low : y->low;
    all->high = x->high > y->high ? x->high : y->high;
    all->count = (uint64_t)all->high - (uint64_t)all->low + 1;
    *place = *all;
    place->present = all;
    place->high++;
    place->count++;
    place->kind.optional = true;
    place->kind.none = place->high;
    *a = with_end_of(c, *a, place);
    *b = with_end_of(c, *b, place);
}

/* ---- lists together ------------------------------------------------------------------------ */

/* Place k of a + b: its own in a, or, where a has l values, the place k - l of b. */
static expr *place_of_sum(checker *c, const expr *a, const expr *b, size_t k)
{
    expr *e = list_place_or_end(c, a, k);
    const size_t first = k + 1 > b->count ? k + 1 - b->count : 0;
    for (size_t l = first; l <= k && l <= a->count; l++) {
        expr *ends = list_not(c, list_is_there(c, a, l));
        if (l)
            ends = list_both(c, EXPR_AND, list_is_there(c, a, l - 1), ends);
        e = expr_if_else(c, ends, list_place_or_end(c, b, k - l), e);
    }
    return e;
}

static expr *add_lists(checker *c, source_span at, expr *a, expr *b)
{
    if (!a->kind.members)
        return b;
    widen(c, &a, &b);
    if (!(b = list_adapt(c, b, a->kind)))
        return NULL;
    const size_t count = a->count + b->count;
    if (!list_has_room(c, at, count))
        return NULL;
    expr *all = list_composite(c, a->kind, at, count);
    for (size_t k = 0; k < count; k++)
        all->args[k] = place_of_sum(c, a, b, k);
    return all;
}

static expr *combine_members(checker *c, const parse_node *t, expr *a, expr *b)
{
    expr *all = list_composite(c, a->kind, parse_node_span(t), a->count);
    for (size_t i = 0; i < a->count; i++) {
        expr *right = b->args[i];
        if (t->form == PARSE_SUBTRACT)
            right = list_not(c, right);
        all->args[i] = list_both(c, t->form == PARSE_UNITE ? EXPR_OR : EXPR_AND, a->args[i], right);
    }
    return all;
}

expr *list_as_set(checker *c, expr *e)
{
    return e && e->kind.form == KIND_SUBSET
               ? list_adapt(c, e, (kind){.form = KIND_SET, .members = e->kind.members})
               : e;
}

expr *list_operation(checker *c, const parse_node *t, expr *left, expr *right)
{
    left = list_as_set(c, left);
    right = list_as_set(c, right);
    if (!left || !right)
        return NULL;
    if (left->kind.form == KIND_LIST && right->kind.form == KIND_LIST && t->form == PARSE_ADD)
        return add_lists(c, parse_node_span(t), left, right);
    if (left->kind.form == KIND_LIST && right->kind.form == KIND_SET)
        left = list_adapt(c, left, right->kind);
    else if (left->kind.form == KIND_SET)
        right = list_adapt(c, right, left->kind);
    const bool of_sets =
        t->form == PARSE_SUBTRACT || t->form == PARSE_UNITE || t->form == PARSE_MEET;
    if (!left || !right || !of_sets || left->kind.form != KIND_SET || right->kind.form != KIND_SET)
        return NULL;
    return combine_members(c, t, left, right);
}

/* ---- conditions -------------------------------------------------------------------------- */

/* None is in no list or set of others. */
static expr *contains_but_none(checker *c, source_span at, expr *all, expr *value)
{
    expr *in = list_contains(c, at, all, expr_as(c, value, kind_present(value->kind)));
    if (!in)
        return NULL;
    expr *none = expr_value(c, value->kind, value->at, value->kind.none);
    expr *both_of = list_both(c, EXPR_AND, list_both(c, EXPR_NOT_EQUAL, value, none), in);
    return list_as_written(both_of, at, value, all);
}

expr *list_contains(checker *c, source_span at, expr *e, expr *value)
{
    expr *all = list_as_set(c, e), *in = expr_truth(c, at, false);
    const bool set = all->kind.form == KIND_SET;
    if (!all->kind.members)
        return in;
    const kind of = set ? all->kind.members->kind : all->kind.members->present->kind;
    if (value->kind.optional && !of.optional && !kind_is_bare_none(value->kind))
        return contains_but_none(c, at, all, value);
    expr *fit = expr_adapt(c, value, of);
    if (!fit)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, value->at,
                             "this is %s, which cannot be in %s", kind_text(c, value->kind),
                             kind_text(c, all->kind)),
               NULL;
    expr **each = arena_array(c->memory, all->count + 1, sizeof *each);
    for (size_t i = 0; i < all->count; i++) {
        const type *members = all->kind.members;
        expr *same =
            set ? list_both(c, EXPR_EQUAL, fit, expr_value(c, of, at, type_value(members, i)))
                : list_both(c, EXPR_EQUAL, expr_as(c, fit, list_place_kind(all)), all->args[i]);
        const bool is_there = !set && is_known_value(fit, list_place_kind(all).none);
        expr *there = set ? all->args[i] : list_is_there(c, all, i);
        each[i] = is_there ? same : list_both(c, EXPR_AND, there, same);
    }
    in = all->count ? list_joined(c, EXPR_OR, each, all->count) : in;
    return list_as_written(in, at, value, all);
}

/* Whether each member of a is one of b. */
static expr *is_part(checker *c, source_span at, const expr *a, const expr *b)
{
    expr **each = arena_array(c->memory, a->count + 1, sizeof *each);
    each[a->count] = expr_truth(c, at, true);
    for (size_t i = 0; i < a->count; i++)
        each[i] = list_both(c, EXPR_OR, list_not(c, a->args[i]), b->args[i]);
    return list_joined(c, EXPR_AND, each, a->count + 1);
}

/* Lists of two ranges end in two numbers. */
static expr *same_places(checker *c, const expr *a, const expr *b, size_t i)
{
    expr *left = list_place_or_end(c, a, i), *right = list_place_or_end(c, b, i);
    expr *same = list_both(c, EXPR_EQUAL, left, expr_as(c, right, left->kind));
    if (list_place_kind(a).none == list_place_kind(b).none)
        return same;
    expr *there = list_is_there(c, a, i), *other = list_is_there(c, b, i);
    expr *alike = list_both(c, EXPR_OR, list_not(c, there), same);
    return list_both(c, EXPR_AND, list_both(c, EXPR_EQUAL, there, other), alike);
}

static expr *is_equal(checker *c, source_span at, const expr *a, const expr *b)
{
    const expr *shorter = a->count < b->count ? a : b, *longer = shorter == a ? b : a;
    size_t count = longer->count;
    if (count > shorter->count && list_cannot_fail(longer)) /* behind its end are ends */
        count = shorter->count + 1;
    expr **each = arena_array(c->memory, count + 1, sizeof *each);
    each[count] = expr_truth(c, at, true);
    for (size_t i = 0; i < count; i++)
        each[i] = a->kind.form == KIND_SET ? list_both(c, EXPR_EQUAL, a->args[i], b->args[i])
                                           : same_places(c, a, b, i);
    return list_joined(c, EXPR_AND, each, count + 1);
}

/* Lists are equal or not; of sets one may be a part of the other. */
static expr *list_relation(checker *c, source_span at, comparison op, const expr *a, const expr *b)
{
    if (op == COMPARE_EQUAL)
        return is_equal(c, at, a, b);
    if (op == COMPARE_NOT_EQUAL)
        return list_not(c, is_equal(c, at, a, b));
    if (a->kind.form != KIND_SET)
        return NULL;
    const bool less = op == COMPARE_LESS || op == COMPARE_LESS_EQUAL;
    expr *part = less ? is_part(c, at, a, b) : is_part(c, at, b, a);
    return op == COMPARE_LESS_EQUAL || op == COMPARE_GREATER_EQUAL
               ? part
               : list_both(c, EXPR_AND, part, list_not(c, is_equal(c, at, a, b)));
}

expr *list_compare(checker *c, source_span at, comparison op, expr *left, expr *right)
{
    expr *a = list_as_set(c, left), *b = list_as_set(c, right);
    const bool lists = a->kind.form == KIND_LIST && b->kind.form == KIND_LIST;
    const bool alike = lists && a->kind.members && b->kind.members &&
                       kind_same(a->kind.members->present->kind, b->kind.members->present->kind);
    if (a->kind.form == KIND_LIST && (b->kind.form == KIND_SET || !a->kind.members))
        a = list_adapt(c, a, b->kind);
    else if (!alike)
        b = list_adapt(c, b, a->kind);
    if (!a || !b)
        return NULL;
    if (!a->kind.members) /* [] == [] */
        return expr_truth(c, at, op == COMPARE_EQUAL);
    return list_as_written(list_relation(c, at, op, a, b), at, a, b);
}

expr *list_choose(checker *c, source_span at, expr *condition, expr *yes, expr *no)
{
    if (yes->kind.form == KIND_LIST && no->kind.form == KIND_LIST)
        widen(c, &yes, &no);
    if (yes->kind.form == KIND_LIST && (no->kind.form == KIND_SET || !yes->kind.members))
        yes = list_adapt(c, yes, no->kind);
    else
        no = list_adapt(c, no, yes->kind);
    if (!yes || !no)
        return NULL;
    const size_t count = yes->count > no->count ? yes->count : no->count;
    expr *all = list_composite(c, yes->kind, at, count);
    for (size_t i = 0; i < count; i++)
        all->args[i] = yes->kind.form == KIND_SET
                           ? expr_if_else(c, condition, yes->args[i], no->args[i])
                           : expr_if_else(c, condition, list_place_or_end(c, yes, i),
                                          list_place_or_end(c, no, i));
    return all;
}

expr *list_fitted(checker *c, expr *e, const state_variable *v)
{
    const size_t most = (size_t)v->index[v->indices - 1]->count;
    if (e->kind.form == KIND_SET)
        return e;
    expr *all = list_composite(c, v->collection->kind, e->at, most);
    for (size_t i = 0; i < most; i++)
        all->args[i] = list_place_or_end(c, e, i);
    if (e->count <= most)
        return all;
    /* of.none + 1 is neither a value nor the end: it stands for an overflow */
    expr *fits = list_not(c, list_is_there(c, e, most));
    const kind of = list_place_kind(all);
    expr *first = expr_if_else(c, fits, all->args[0], expr_value(c, of, e->at, of.none + 1));
    expr *sure = expr_new(c, EXPR_PRESENT, of, e->at, 1);
    sure->args[0] = first;
    sure->value = of.none + 1;
    sure->name = arena_printf(c->memory, "'%s' has room for %zu %s, and this list is longer",
                              v->name, most, most == 1 ? "value" : "values");
    all->args[0] = sure;
    return all;
}
