/* list_terms.c - lists and sets as they are written: literals, constants, elements. */
#include <string.h>

#include "puzzle/scope/checker.h"

/* ---- literals ------------------------------------------------------------------------- */

bool list_is_of_numbers(const parse_node *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->form != PARSE_LIST || list->args[i]->form != PARSE_NUMBER ||
            list->args[i]->value == INT64_MAX)
            return false;
    return list->count;
}

static void find_range(const parse_node *list, int64_t *low, int64_t *high)
{
    *low = *high = list->args[0]->value;
    for (size_t i = 1; i < list->count; i++) {
        const int64_t value = list->args[i]->value;
        *low = value < *low ? value : *low;
        *high = value > *high ? value : *high;
    }
}

/* The type of a literal's values where no other operand gives one; NULL: of all of a kind that is
   no integer. */
static const type *type_of_values(checker *c, source_span at, const parse_node *list, kind of)
{
    int64_t low = -(INT64_C(1) << 62), high = INT64_C(1) << 62;
    if (of.form != KIND_INTEGER) {
        low = 0;
        high = of.form == KIND_ENUM ? (int64_t)of.enumeration->count - 1 : 1;
    } else if (list && list_is_of_numbers(list)) {
        find_range(list, &low, &high);
    }
    const type *t = declare_range(c, at, kind_present(of), low, high);
    return t ? declare_place(c, at, t) : NULL;
}

static expr *check_item(checker *c, const parse_node *t, const type *place)
{
    expr *e = expr_single(c, expr_check(c, t, place ? &place->present->kind : NULL));
    if (!e || (e->kind.form != KIND_CHARACTER && e->kind.form != KIND_SUBSET))
        return e;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, e->at, "a list has no %s in it",
                  e->kind.form == KIND_SUBSET ? "sets" : "characters");
    return NULL;
}

expr *list_literal_at(checker *c, source_span at, const parse_node *t, const kind *expected)
{
    const bool typed = expected && kind_is_collection(*expected) && expected->members;
    const type *place = typed && expected->form == KIND_LIST ? expected->members
                        : typed ? declare_place(c, at, expected->members)
                                : NULL;
    kind of = {.form = KIND_LIST, .members = place};
    expr *all = list_composite(c, of, at, t->count);
    for (size_t i = 0; i < t->count; i++) {
        expr *e = check_item(c, t->args[i], place);
        if (!e)
            return NULL;
        if (!place && !(place = type_of_values(c, at, t, e->kind)))
            return NULL;
        all->args[i] = list_place(c, e, place);
        if (!all->args[i])
            return expr_must_be(c, e, place->present->kind);
        const bool known = typed && e->form == EXPR_VALUE && !e->kind.optional && !c->conditional;
        if (known && type_position(place->present, e->value) < 0)
            return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, e->at, "%s is no value of %s",
                                 value_text(c, e->kind, e->value), type_text(c, place->present)),
                   NULL;
    }
    all->kind.members = place;
    return all;
}

expr *list_literal(checker *c, const parse_node *t, const kind *expected)
{
    return list_literal_at(c, parse_node_span(t), t, expected);
}

bool list_may_be(const parse_node *t)
{
    switch (t->form) {
    case PARSE_NAME:
    case PARSE_INDEX:
    case PARSE_ELEMENT:
    case PARSE_ADD:
    case PARSE_SUBTRACT:
    case PARSE_UNITE:
    case PARSE_MEET:
    case PARSE_IF: return true;
    case PARSE_CALL: return strcmp(t->text, "subsets");
    default: return false;
    }
}

/* ---- constants ------------------------------------------------------------------------ */

static bool is_item(const datum *d)
{
    return d->form == DATUM_VALUE && d->kind.form != KIND_CHARACTER;
}

/* Whether `level` indices lead to lists of values. */
static bool is_list_of_values(const datum *d, size_t level)
{
    if ((d->form != DATUM_LIST && d->form != DATUM_MAP) || (level && !d->count))
        return false;
    for (size_t i = 0; i < d->count; i++)
        if (level ? !is_list_of_values(d->items[i], level - 1) : !is_item(d->items[i]))
            return false;
    return level || d->form == DATUM_LIST;
}

/* The constant, where the term is a list of it, or a row; NULL: it is neither. */
static global *named_constant(checker *c, const parse_node *t)
{
    const bool named = t->form == PARSE_NAME || t->form == PARSE_INDEX;
    global *g = named && !symbols_find_local(c, t->text) ? symbols_find_global(c, t->text) : NULL;
    if (!g || g->form != GLOBAL_CONSTANT || g->state == IN_PROGRESS || !declare_resolve(c, g))
        return NULL;
    const bool sliced = parse_node_is_sliced(t);
    const size_t level = t->form == PARSE_INDEX ? t->count - sliced : 0;
    return g->data && is_list_of_values(g->data, level) ? g : NULL;
}

bool list_is_constant(checker *c, const parse_node *t)
{
    return named_constant(c, t) != NULL;
}

/* The type of its places, one for all its rows. */
static const type *constant_place(checker *c, global *g, const value_table *of, source_span at)
{
    const kind k = of->kind;
    if (g->place)
        return g->place;
    if (kind_is_bare_none(k))
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, at, "a list of none alone is of no type"),
               NULL;
    if (k.form != KIND_INTEGER) {
        g->place = type_of_values(c, at, NULL, kind_present(k));
    } else {
        const int64_t high = k.optional ? k.none - 1 : of->high;
        const type *values = declare_range(c, at, kind_present(k), of->low, high);
        g->place = values ? declare_place(c, at, values) : NULL;
    }
    if (g->place && k.optional) /* T and none behind it: an optional, whose end is one further */
        g->place = declare_place(c, at, g->place);
    return g->place;
}

/* A constant's value, where the index is known now. */
static expr *known_element(checker *c, const constant_row *row, expr *place)
{
    expr *e = constant_row_element(c, row, place);
    return row->length->form == EXPR_VALUE && place->value < row->length->value ? expr_fold(c, e)
                                                                                : e;
}

expr *list_of_constant(checker *c, const parse_node *t)
{
    global *g = named_constant(c, t);
    if (!g)
        return NULL;
    parse_node head = *t;
    const bool sliced = parse_node_is_sliced(t);
    head.count = t->form == PARSE_INDEX ? t->count - sliced : 0;
    const source_span at = parse_node_span(t);
    constant_row row = constant_row_of(c, g, &head);
    if (row.empty && !row.reported)
        return list_composite(c, (kind){.form = KIND_LIST}, at, 0);
    const size_t count = row.table ? (size_t)row.place->count : 0;
    const type *place =
        row.table && list_has_room(c, at, count) ? constant_place(c, g, row.table, at) : NULL;
    if (!place)
        return NULL;
    expr **values = arena_array(c->memory, count + 1, sizeof *values);
    row.length = expr_fold(c, row.length);
    for (size_t i = 0; i < count; i++)
        values[i] =
            known_element(c, &row, expr_value(c, row.place->kind, at, type_value(row.place, i)));
    expr *all = list_of_values(c, place, at, count, values, row.length);
    return sliced ? list_indexed(c, t, all, t->args[t->count - 1]) : all;
}

/* ---- elements ------------------------------------------------------------------------- */

static expr *check_slice(checker *c, expr *list, const parse_node *t)
{
    const kind of = kind_plain(KIND_INTEGER);
    const source_span at = parse_node_span(t);
    expr *low = t->value & 1 ? expr_check_kind(c, t->args[0], of) : expr_value(c, of, at, 0);
    expr *high = t->value & 2 ? expr_check_kind(c, t->args[t->count - 1], of)
                              : expr_value(c, of, at, (int64_t)list->count);
    return low && high ? list_slice(c, at, list, expr_fold(c, low), expr_fold(c, high)) : NULL;
}

expr *list_indexed(checker *c, const parse_node *at, expr *list, const parse_node *index)
{
    const source_span span = parse_node_span(at);
    if (list->kind.form == KIND_SET)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, span, "a set has no order: ask x in %s",
                             at->text ? at->text : "it"),
               NULL;
    if (!list->kind.members)
        return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, span, "this list is empty"), NULL;
    if (index->form == PARSE_SLICE)
        return check_slice(c, list, index);
    expr *i = expr_check_kind(c, index, kind_plain(KIND_INTEGER));
    const char *text =
        arena_printf(c->memory, "%.*s", (int)(at->to - at->from), at->in->text + at->from);
    return i ? list_element(c, span, list, expr_fold(c, i), text) : NULL;
}
