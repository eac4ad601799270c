/*
 * lists.c - lists and sets, written out place by place.
 *
 * An operation on lists becomes an expression for each place of its result, one on sets an
 * expression for each possible member (EXPR_PLACES), so that no evaluator knows lists.
 */
#include <assert.h>
#include <string.h>

#include "puzzle/scope/checker.h"

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

static expr *both(checker *c, expr_form form, expr *a, expr *b)
{
    return expr_binary(c, form, kind_plain(KIND_TRUTH), a->at, a, b);
}

static expr *negation(checker *c, expr *e)
{
    expr *opposite = expr_new(c, EXPR_NOT, e->kind, e->at, 1);
    opposite->args[0] = e;
    return opposite;
}

/* Balanced, so that nesting is logarithmic. */
static expr *joined(checker *c, expr_form form, expr *const *all, size_t count)
{
    assert(count);
    if (count == 1)
        return all[0];
    const kind of = kind_plain(form == EXPR_ADD ? KIND_INTEGER : KIND_TRUTH);
    expr *left = joined(c, form, all, count / 2),
         *right = joined(c, form, all + count / 2, count - count / 2);
    return expr_binary(c, form, of, left->at, left, right);
}

/* `why` shows its value, or those of a and b, not those of the places that it was made of. */
static expr *as_written(expr *e, source_span at, expr *a, expr *b)
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

static kind place_kind(const expr *list)
{
    assert(list->kind.form == KIND_LIST && list->kind.members);
    return list->kind.members->kind;
}

static expr *end_of(checker *c, const expr *list)
{
    return expr_value(c, place_kind(list), list->at, place_kind(list).none);
}

expr *list_is_there(checker *c, const expr *list, size_t place)
{
    if (place >= list->count)
        return expr_truth(c, list->at, false);
    expr *e = list->args[place];
    if (e->form == EXPR_VALUE)
        return expr_truth(c, list->at, e->value != place_kind(list).none);
    return both(c, EXPR_NOT_EQUAL, e, end_of(c, list));
}

static expr *place_or_end(checker *c, const expr *list, size_t place)
{
    return place < list->count ? list->args[place] : end_of(c, list);
}

/* An error of the run where the place is the end; else its value. */
static expr *present(checker *c, source_span at, const expr *list, expr *place, const char *error)
{
    const kind of = list->kind.members->present->kind;
    if (place->form == EXPR_VALUE && place->value != place_kind(list).none)
        return expr_as(c, place, of);
    expr *e = expr_new(c, EXPR_PRESENT, of, at, 1);
    e->args[0] = place;
    e->value = place_kind(list).none;
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
                          : both(c, EXPR_LESS, expr_number(c, at, (int64_t)i), length);
        all->args[i] = expr_if_else(c, there, value, end_of(c, all));
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
        each[i] = both(c, EXPR_OR, negation(c, list_is_there(c, list, i)), in);
    }
    return joined(c, EXPR_AND, each, list->count + 1);
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
            expr *same = both(c, EXPR_EQUAL, list->args[k], expr_as(c, value, place_kind(list)));
            same = both(c, EXPR_AND, list_is_there(c, list, k), same);
            in = k ? both(c, EXPR_OR, in, same) : same;
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
        set->args[i] =
            both(c, EXPR_IN_SUBSET, expr_value(c, of->kind, mask->at, type_value(of, i)), mask);
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
        y->present || place_kind(*a).none == place_kind(*b).none)
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
    expr *e = place_or_end(c, a, k);
    const size_t first = k + 1 > b->count ? k + 1 - b->count : 0;
    for (size_t l = first; l <= k && l <= a->count; l++) {
        expr *ends = negation(c, list_is_there(c, a, l));
        if (l)
            ends = both(c, EXPR_AND, list_is_there(c, a, l - 1), ends);
        e = expr_if_else(c, ends, place_or_end(c, b, k - l), e);
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
            right = negation(c, right);
        all->args[i] = both(c, t->form == PARSE_UNITE ? EXPR_OR : EXPR_AND, a->args[i], right);
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

/* ---- parts ------------------------------------------------------------------------------- */

expr *list_length(checker *c, source_span at, expr *e)
{
    expr *all = list_as_set(c, e);
    expr **there = arena_array(c->memory, all->count + 1, sizeof *there);
    for (size_t i = 0; i < all->count; i++)
        there[i] = all->kind.form == KIND_LIST ? list_is_there(c, all, i) : all->args[i];
    there[all->count] = expr_number(c, at, 0); /* of one place a number, too */
    expr *sum = joined(c, EXPR_ADD, there, all->count + 1);
    sum->body = all->kind.form == KIND_LIST ? all : NULL; /* what it is the length of */
    return as_written(sum, at, NULL, NULL);
}

/* Whether its evaluation cannot fail, or does wherever a place of its list is evaluated; `left`:
   how many expressions are looked at. */
static bool cannot_fail(const expr *e, size_t *left)
{
    bool fine = *left > 0;
    *left -= fine;
    switch (e->form) {
    case EXPR_CELL:
    case EXPR_LOCAL:
    case EXPR_VALUE: return fine;
    case EXPR_IF:
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL:
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
        for (size_t i = 0; i < e->count && fine; i++)
            fine = cannot_fail(e->args[i], left);
        return fine;
    default: return false;
    }
}

static bool place_cannot_fail(const expr *list, size_t place)
{
    size_t left = 64;
    return cannot_fail(list->args[place], &left);
}

/* A list is evaluated whole: where its places cannot fail, some of them say as much. */
static bool has_plain_places(const expr *list)
{
    bool plain = true;
    for (size_t i = 0; i < list->count && plain; i++)
        plain = place_cannot_fail(list, i);
    return plain;
}

/* What is taken from a list, which fails where one of the places that it leaves out does. */
static expr *with_all_places(checker *c, const expr *list, expr *taken)
{
    expr **each = arena_array(c->memory, list->count + 1, sizeof *each);
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!place_cannot_fail(list, i) && list->args[i] != taken)
            each[count++] = both(c, EXPR_EQUAL, list->args[i], list->args[i]);
    return count ? expr_if_else(c, joined(c, EXPR_AND, each, count), taken, taken) : taken;
}

/* Whether the list has `least` values or more. */
static expr *has_values(checker *c, source_span at, const expr *list, int64_t least)
{
    if (least <= 0 || least > (int64_t)list->count)
        return expr_truth(c, at, least <= 0);
    return list_is_there(c, list, (size_t)least - 1);
}

/* The length of a list against a number that is known: whether one place, or two, are the end. */
expr *list_length_compare(checker *c, source_span at, comparison op, expr *left, expr *right)
{
    static const comparison turned[] = {COMPARE_EQUAL,   COMPARE_NOT_EQUAL,
                                        COMPARE_GREATER, COMPARE_GREATER_EQUAL,
                                        COMPARE_LESS,    COMPARE_LESS_EQUAL};
    const bool behind = left->form == EXPR_VALUE;
    const expr *length = behind ? right : left, *number = behind ? left : right;
    if (!length->leaf || !length->body || number->form != EXPR_VALUE || number->value == INT64_MAX)
        return NULL;
    const expr *list = length->body;
    if (!has_plain_places(list))
        return NULL;
    expr *as_many = has_values(c, at, list, number->value),
         *more = has_values(c, at, list, number->value + 1), *e = NULL;
    switch (behind ? turned[op] : op) {
    case COMPARE_EQUAL: e = both(c, EXPR_AND, as_many, negation(c, more)); break;
    case COMPARE_NOT_EQUAL: e = both(c, EXPR_OR, negation(c, as_many), more); break;
    case COMPARE_LESS: e = negation(c, as_many); break;
    case COMPARE_LESS_EQUAL: e = negation(c, more); break;
    case COMPARE_GREATER: e = more; break;
    case COMPARE_GREATER_EQUAL: e = as_many; break;
    case COMPARE_IN:
    case COMPARE_NOT_IN: return NULL;
    }
    return as_written(e, at, left, right);
}

/* Its place `index`, a number that is evaluated; `otherwise` where there is none. */
static expr *place_at(checker *c, const expr *list, expr *index, expr *otherwise)
{
    expr *e = otherwise;
    for (size_t k = list->count; k--;)
        e = expr_if_else(c, both(c, EXPR_EQUAL, index, expr_number(c, index->at, (int64_t)k)),
                         list->args[k], e);
    return e;
}

static expr *plus(checker *c, expr *a, expr *b)
{
    return expr_binary(c, EXPR_ADD, kind_plain(KIND_INTEGER), a->at, a, b);
}

/* A number from the beginning: those below 0 are from the end. */
static expr *from_beginning(checker *c, expr *list, expr *index)
{
    if (index->form == EXPR_VALUE && index->value >= 0)
        return index;
    expr *behind = plus(c, list_length(c, index->at, list), index);
    return expr_if_else(c, both(c, EXPR_LESS, index, expr_number(c, index->at, 0)), behind, index);
}

/* The value `back` places before the end; the end where the list is shorter. */
static expr *place_from_end(checker *c, const expr *list, size_t back)
{
    expr *e = end_of(c, list);
    for (size_t k = 0; k + back <= list->count; k++)
        e = expr_if_else(c, list_is_there(c, list, k + back - 1), list->args[k], e);
    return e;
}

/* q[from:-back]: a value is in it where `back` others are behind it. */
static expr *slice_but_last(checker *c, const expr *list, expr *all, uint64_t from, uint64_t back)
{
    const uint64_t left = from < list->count ? list->count - from : 0;
    all->count = back < left ? (size_t)(left - back) : 0;
    for (size_t k = 0; k < all->count; k++) {
        const size_t at = (size_t)from + k;
        all->args[k] = expr_if_else(c, list_is_there(c, list, at + (size_t)back), list->args[at],
                                    end_of(c, list));
    }
    return all;
}

static bool is_to_the_end(const expr *list, const expr *high)
{
    return high->form == EXPR_VALUE && high->value >= (int64_t)list->count;
}

/* q[-last:]: of a list that is shorter all of it. */
static expr *slice_of_last(checker *c, const expr *list, expr *all, uint64_t last)
{
    all->count = last < list->count ? (size_t)last : list->count;
    for (size_t k = 0; k < all->count; k++) {
        expr *e = list->args[k];
        for (size_t length = all->count + 1; length <= list->count; length++)
            e = expr_if_else(c, list_is_there(c, list, length - 1),
                             list->args[length - all->count + k], e);
        all->args[k] = e;
    }
    return all;
}

expr *list_slice(checker *c, source_span at, expr *list, expr *low, expr *high)
{
    expr *all = list_composite(c, list->kind, at, list->count);
    const bool fixed = low->form == EXPR_VALUE && low->value >= 0 && high->form == EXPR_VALUE;
    if (fixed && high->value >= 0) {
        const size_t from = low->value < (int64_t)list->count ? (size_t)low->value : list->count;
        const size_t to = high->value < (int64_t)list->count ? (size_t)high->value : list->count;
        all->count = to > from ? to - from : 0;
        for (size_t k = 0; k < all->count; k++)
            all->args[k] = list->args[from + k];
        if (all->count && all->count < list->count)
            all->args[0] = with_all_places(c, list, all->args[0]);
        return all;
    }
    const bool plain = has_plain_places(list);
    if (plain && low->form == EXPR_VALUE && low->value >= 0 && high->form == EXPR_VALUE)
        return slice_but_last(c, list, all, (uint64_t)low->value, -(uint64_t)high->value);
    if (plain && is_to_the_end(list, high) && low->form == EXPR_VALUE)
        return slice_of_last(c, list, all, -(uint64_t)low->value);
    expr *from = from_beginning(c, list, low), *to = from_beginning(c, list, high);
    expr *zero = expr_number(c, at, 0);
    from = expr_if_else(c, both(c, EXPR_LESS, from, zero), zero, from);
    for (size_t k = 0; k < list->count; k++) {
        expr *index = k ? plus(c, from, expr_number(c, at, (int64_t)k)) : from;
        all->args[k] = expr_if_else(c, both(c, EXPR_LESS, index, to),
                                    place_at(c, list, index, end_of(c, list)), end_of(c, list));
    }
    return all;
}

expr *list_element(checker *c, source_span at, expr *list, expr *i, const char *text)
{
    if (i->form != EXPR_VALUE) {
        expr *place = place_at(c, list, from_beginning(c, list, i), end_of(c, list));
        return present(c, at, list, place,
                       arena_printf(c->memory, "%s is outside of the list", text));
    }
    const bool back = i->value < 0;
    const uint64_t number_of = back ? -(uint64_t)i->value : (uint64_t)i->value + 1;
    if (number_of > list->count && !c->conditional)
        return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, i->at, "the list has room for %zu %s",
                             list->count, list->count == 1 ? "value" : "values"),
               NULL;
    expr *place = number_of > list->count ? end_of(c, list)
                  : back                  ? place_from_end(c, list, (size_t)number_of)
                                          : list->args[number_of - 1];
    return present(c, at, list, with_all_places(c, list, place),
                   number_of == 1 ? arena_printf(c->memory, "%s of an empty list", text)
                                  : arena_printf(c->memory, "%s of a list that is shorter", text));
}

expr *list_sorted(checker *c, const parse_node *t, expr *list)
{
    const size_t n = list->count;
    expr *all = list_composite(c, list->kind, parse_node_span(t), n);
    expr **rank = arena_array(c->memory, n + 1, sizeof *rank);
    for (size_t i = 0; i < n; i++) {
        expr **before = arena_array(c->memory, n + 1, sizeof *before);
        for (size_t k = 0; k < n; k++)
            before[k] =
                k == i ? expr_truth(c, all->at, false)
                       : both(c, k < i ? EXPR_LESS_EQUAL : EXPR_LESS, list->args[k], list->args[i]);
        before[n] = expr_number(c, all->at, 0);
        rank[i] = joined(c, EXPR_ADD, before, n + 1);
    }
    for (size_t k = 0; k < n; k++) {
        expr *e = list->args[0];
        for (size_t i = 1; i < n; i++)
            e = expr_if_else(c, both(c, EXPR_EQUAL, rank[i], expr_number(c, all->at, (int64_t)k)),
                             list->args[i], e);
        all->args[k] = e;
    }
    return all;
}

/* ---- conditions -------------------------------------------------------------------------- */

/* None is in no list or set of others. */
static expr *contains_but_none(checker *c, source_span at, expr *all, expr *value)
{
    expr *in = list_contains(c, at, all, expr_as(c, value, kind_present(value->kind)));
    if (!in)
        return NULL;
    expr *none = expr_value(c, value->kind, value->at, value->kind.none);
    expr *both_of = both(c, EXPR_AND, both(c, EXPR_NOT_EQUAL, value, none), in);
    return as_written(both_of, at, value, all);
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
        expr *same = set ? both(c, EXPR_EQUAL, fit, expr_value(c, of, at, type_value(members, i)))
                         : both(c, EXPR_EQUAL, expr_as(c, fit, place_kind(all)), all->args[i]);
        const bool is_there = !set && is_known_value(fit, place_kind(all).none);
        expr *there = set ? all->args[i] : list_is_there(c, all, i);
        each[i] = is_there ? same : both(c, EXPR_AND, there, same);
    }
    in = all->count ? joined(c, EXPR_OR, each, all->count) : in;
    return as_written(in, at, value, all);
}

/* Whether each member of a is one of b. */
static expr *is_part(checker *c, source_span at, const expr *a, const expr *b)
{
    expr **each = arena_array(c->memory, a->count + 1, sizeof *each);
    each[a->count] = expr_truth(c, at, true);
    for (size_t i = 0; i < a->count; i++)
        each[i] = both(c, EXPR_OR, negation(c, a->args[i]), b->args[i]);
    return joined(c, EXPR_AND, each, a->count + 1);
}

/* Lists of two ranges end in two numbers. */
static expr *same_places(checker *c, const expr *a, const expr *b, size_t i)
{
    expr *left = place_or_end(c, a, i), *right = place_or_end(c, b, i);
    expr *same = both(c, EXPR_EQUAL, left, expr_as(c, right, left->kind));
    if (place_kind(a).none == place_kind(b).none)
        return same;
    expr *there = list_is_there(c, a, i), *other = list_is_there(c, b, i);
    expr *alike = both(c, EXPR_OR, negation(c, there), same);
    return both(c, EXPR_AND, both(c, EXPR_EQUAL, there, other), alike);
}

static expr *is_equal(checker *c, source_span at, const expr *a, const expr *b)
{
    const expr *shorter = a->count < b->count ? a : b, *longer = shorter == a ? b : a;
    size_t count = longer->count;
    if (count > shorter->count && has_plain_places(longer)) /* behind its end are ends */
        count = shorter->count + 1;
    expr **each = arena_array(c->memory, count + 1, sizeof *each);
    each[count] = expr_truth(c, at, true);
    for (size_t i = 0; i < count; i++)
        each[i] = a->kind.form == KIND_SET ? both(c, EXPR_EQUAL, a->args[i], b->args[i])
                                           : same_places(c, a, b, i);
    return joined(c, EXPR_AND, each, count + 1);
}

/* Lists are equal or not; of sets one may be a part of the other. */
static expr *list_relation(checker *c, source_span at, comparison op, const expr *a, const expr *b)
{
    if (op == COMPARE_EQUAL)
        return is_equal(c, at, a, b);
    if (op == COMPARE_NOT_EQUAL)
        return negation(c, is_equal(c, at, a, b));
    if (a->kind.form != KIND_SET)
        return NULL;
    const bool less = op == COMPARE_LESS || op == COMPARE_LESS_EQUAL;
    expr *part = less ? is_part(c, at, a, b) : is_part(c, at, b, a);
    return op == COMPARE_LESS_EQUAL || op == COMPARE_GREATER_EQUAL
               ? part
               : both(c, EXPR_AND, part, negation(c, is_equal(c, at, a, b)));
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
    return as_written(list_relation(c, at, op, a, b), at, a, b);
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
        all->args[i] =
            yes->kind.form == KIND_SET
                ? expr_if_else(c, condition, yes->args[i], no->args[i])
                : expr_if_else(c, condition, place_or_end(c, yes, i), place_or_end(c, no, i));
    return all;
}

expr *list_fitted(checker *c, expr *e, const state_variable *v)
{
    const size_t most = (size_t)v->index[v->indices - 1]->count;
    if (e->kind.form == KIND_SET)
        return e;
    expr *all = list_composite(c, v->collection->kind, e->at, most);
    for (size_t i = 0; i < most; i++)
        all->args[i] = place_or_end(c, e, i);
    if (e->count <= most)
        return all;
    /* of.none + 1 is neither a value nor the end: it stands for an overflow */
    expr *fits = negation(c, list_is_there(c, e, most));
    const kind of = place_kind(all);
    expr *first = expr_if_else(c, fits, all->args[0], expr_value(c, of, e->at, of.none + 1));
    expr *sure = expr_new(c, EXPR_PRESENT, of, e->at, 1);
    sure->args[0] = first;
    sure->value = of.none + 1;
    sure->name = arena_printf(c->memory, "'%s' has room for %zu %s, and this list is longer",
                              v->name, most, most == 1 ? "value" : "values");
    all->args[0] = sure;
    return all;
}
