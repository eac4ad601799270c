/*
 * list_parts.c - lengths, elements and slices of lists, and sorted ones, as expressions of their
 * places.
 */
#include "puzzle/scope/list_places.h"

expr *list_length(checker *c, source_span at, expr *e)
{
    expr *all = list_as_set(c, e);
    expr **there = arena_array(c->memory, all->count + 1, sizeof *there);
    for (size_t i = 0; i < all->count; i++)
        there[i] = all->kind.form == KIND_LIST ? list_is_there(c, all, i) : all->args[i];
    there[all->count] = expr_number(c, at, 0); /* of one place a number, too */
    expr *sum = list_joined(c, EXPR_ADD, there, all->count + 1);
    sum->body = all->kind.form == KIND_LIST ? all : NULL; /* what it is the length of */
    return list_as_written(sum, at, NULL, NULL);
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
bool list_cannot_fail(const expr *list)
{
    bool plain = true;
    for (size_t i = 0; i < list->count && plain; i++)
        plain = place_cannot_fail(list, i);
    return plain;
}

/* A part of a list, which fails where one of the places that it leaves out does. */
static expr *with_all_places(checker *c, const expr *list, expr *taken)
{
    expr **each = arena_array(c->memory, list->count + 1, sizeof *each);
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!place_cannot_fail(list, i) && list->args[i] != taken)
            each[count++] = list_both(c, EXPR_EQUAL, list->args[i], list->args[i]);
    return count ? expr_if_else(c, list_joined(c, EXPR_AND, each, count), taken, taken) : taken;
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
    if (!list_cannot_fail(list))
        return NULL;
    expr *as_many = has_values(c, at, list, number->value),
         *more = has_values(c, at, list, number->value + 1), *e = NULL;
    switch (behind ? turned[op] : op) {
    case COMPARE_EQUAL: e = list_both(c, EXPR_AND, as_many, list_not(c, more)); break;
    case COMPARE_NOT_EQUAL: e = list_both(c, EXPR_OR, list_not(c, as_many), more); break;
    case COMPARE_LESS: e = list_not(c, as_many); break;
    case COMPARE_LESS_EQUAL: e = list_not(c, more); break;
    case COMPARE_GREATER: e = more; break;
    case COMPARE_GREATER_EQUAL: e = as_many; break;
    case COMPARE_IN:
    case COMPARE_NOT_IN: return NULL;
    }
    return list_as_written(e, at, left, right);
}

/* Its place `index`, a number that is evaluated; `otherwise` where there is none. */
static expr *place_at(checker *c, const expr *list, expr *index, expr *otherwise)
{
    expr *e = otherwise;
    for (size_t k = list->count; k--;)
        e = expr_if_else(c, list_both(c, EXPR_EQUAL, index, expr_number(c, index->at, (int64_t)k)),
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
    return expr_if_else(c, list_both(c, EXPR_LESS, index, expr_number(c, index->at, 0)), behind,
                        index);
}

/* The value `back` places before the end; the end where the list is shorter. */
static expr *place_from_end(checker *c, const expr *list, size_t back)
{
    expr *e = list_end(c, list);
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
                                    list_end(c, list));
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
    const bool plain = list_cannot_fail(list);
    if (plain && low->form == EXPR_VALUE && low->value >= 0 && high->form == EXPR_VALUE)
        return slice_but_last(c, list, all, (uint64_t)low->value, -(uint64_t)high->value);
    if (plain && is_to_the_end(list, high) && low->form == EXPR_VALUE)
        return slice_of_last(c, list, all, -(uint64_t)low->value);
    expr *from = from_beginning(c, list, low), *to = from_beginning(c, list, high);
    expr *zero = expr_number(c, at, 0);
    from = expr_if_else(c, list_both(c, EXPR_LESS, from, zero), zero, from);
    for (size_t k = 0; k < list->count; k++) {
        expr *index = k ? plus(c, from, expr_number(c, at, (int64_t)k)) : from;
        all->args[k] = expr_if_else(c, list_both(c, EXPR_LESS, index, to),
                                    place_at(c, list, index, list_end(c, list)), list_end(c, list));
    }
    return all;
}

expr *list_element(checker *c, source_span at, expr *list, expr *i, const char *text)
{
    if (i->form != EXPR_VALUE) {
        expr *place = place_at(c, list, from_beginning(c, list, i), list_end(c, list));
        return list_present(c, at, list, place,
                            arena_printf(c->memory, "%s is outside of the list", text));
    }
    const bool back = i->value < 0;
    const uint64_t number_of = back ? -(uint64_t)i->value : (uint64_t)i->value + 1;
    if (number_of > list->count && !c->conditional)
        return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, i->at, "the list has room for %zu %s",
                             list->count, list->count == 1 ? "value" : "values"),
               NULL;
    expr *place = number_of > list->count ? list_end(c, list)
                  : back                  ? place_from_end(c, list, (size_t)number_of)
                                          : list->args[number_of - 1];
    return list_present(c, at, list, with_all_places(c, list, place),
                        number_of == 1
                            ? arena_printf(c->memory, "%s of an empty list", text)
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
            before[k] = k == i ? expr_truth(c, all->at, false)
                               : list_both(c, k < i ? EXPR_LESS_EQUAL : EXPR_LESS, list->args[k],
                                           list->args[i]);
        before[n] = expr_number(c, all->at, 0);
        rank[i] = list_joined(c, EXPR_ADD, before, n + 1);
    }
    for (size_t k = 0; k < n; k++) {
        expr *e = list->args[0];
        for (size_t i = 1; i < n; i++)
            e = expr_if_else(c,
                             list_both(c, EXPR_EQUAL, rank[i], expr_number(c, all->at, (int64_t)k)),
                             list->args[i], e);
        all->args[k] = e;
    }
    return all;
}
