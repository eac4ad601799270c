/* type_terms.c - types: ranges, lists of values, optionals, lists and sets; as they are written. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "puzzle/scope/checker.h"

enum { LIST_MOST = 128, SET_MOST = 62 };

/* ---- new types ---------------------------------------------------------------- */

const type *declare_range(checker *c, source_span at, kind of, int64_t low, int64_t high)
{
    type *t = arena_take(c->memory, sizeof *t);
    *t = (type){.form = TYPE_RANGE, .at = at, .kind = of, .low = low, .high = high};
    if (checked_count(&t->count, low, high))
        return t;
    checker_error(c, WGCQ_DIAGNOSTIC_RANGE, at,
                  "this range has 2^64 values, one more than can be counted");
    return NULL;
}

/* Adds value number `number` (from 1) to the hash table; false: it is there already. */
static bool insert_distinct(size_t *slots, size_t room, const int64_t *own, uint64_t number,
                            int64_t value)
{
    assert(!(room & (room - 1)));
    size_t at = (size_t)(((uint64_t)value * 0x9e3779b97f4a7c15u) >> 32) & (room - 1);
    for (; slots[at]; at = (at + 1) & (room - 1))
        if (own[slots[at] - 1] == value)
            return false;
    slots[at] = (size_t)number;
    return true;
}

const type *declare_value_list(checker *c, source_span at, kind of, size_t count,
                               const int64_t *values)
{
    assert(!count || values);
    type *t = arena_take(c->memory, sizeof *t);
    int64_t *own = arena_array(c->memory, count + 1, sizeof *own);
    *t = (type){.form = TYPE_LIST, .at = at, .kind = of, .values = own};
    size_t room = 16;
    while (room < 2 * count)
        room *= 2;
    size_t *slots = arena_array(c->memory, room, sizeof *slots);
    for (size_t i = 0; i < count; i++)
        if (insert_distinct(slots, room, own, t->count + 1, values[i]))
            own[t->count++] = values[i];
    t->low = t->high = count ? own[0] : 0;
    for (uint64_t k = 0; k < t->count; k++) {
        t->low = own[k] < t->low ? own[k] : t->low;
        t->high = own[k] > t->high ? own[k] : t->high;
    }
    return t;
}

const type *declare_bool(checker *c, source_span at)
{
    type *t = arena_take(c->memory, sizeof *t);
    *t = (type){.form = TYPE_BOOL, .name = "bool", .at = at, .kind = kind_plain(KIND_TRUTH)};
    t->high = 1;
    t->count = 2;
    return t;
}

/* ---- types as written ----------------------------------------------------------- */

static int compare_values(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static const type *type_of_names(checker *c, const node *n, const char *name)
{
    const enumeration *e = enumeration_of(c, n, name);
    type *t = arena_take(c->memory, sizeof *t);
    *t = (type){.form = TYPE_ENUM, .name = name, .at = n->at, .kind = kind_enum(e)};
    t->count = e->count;
    t->high = (int64_t)e->count - 1;
    if (e->count == n->count)
        return t;
    /* a subset, in the enumeration's order */
    int64_t *values = arena_array(c->memory, n->count, sizeof *values);
    for (size_t i = 0; i < n->count; i++)
        values[i] = symbols_value_ordinal(c, e, enumeration_item(n, i)->text);
    qsort(values, n->count, sizeof *values, compare_values);
    type *subset = arena_take(c->memory, sizeof *subset);
    *subset = *declare_value_list(c, n->at, t->kind, n->count, values);
    subset->name = name;
    return subset;
}

/* A name in a list of numbers must be a global's. */
static bool is_stray_name(checker *c, const node *item)
{
    return parse_is_name(item->text) && !symbols_find_global(c, item->text);
}

/* The first item that does not belong into a list of names or of numbers; NULL: none. */
static const node *find_stray(checker *c, const node *n)
{
    bool names = n->items[0]->form == NODE_SCALAR && is_stray_name(c, n->items[0]);
    for (size_t i = 0; i < n->count; i++) {
        const node *item = n->items[i];
        if (item->form != NODE_SCALAR || names != is_stray_name(c, item))
            return item;
    }
    return NULL;
}

/* [1, 2, 5] */
static const type *type_of_numbers(checker *c, const node *n, const char *name)
{
    int64_t *values = arena_array(c->memory, n->count + 1, sizeof *values);
    kind number = kind_plain(KIND_INTEGER);
    const node *stray = find_stray(c, n);
    if (stray)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, stray->at,
                             stray->form == NODE_SCALAR
                                 ? "a type lists either names or numbers"
                                 : "a value's name or a number is expected here"),
               NULL;
    for (size_t i = 0; i < n->count; i++) {
        parse_node *t = parse_expression(&c->syntax, n->items[i]);
        kind of;
        if (!t || !expr_check_constant(c, t, &number, &values[i], &of))
            return NULL;
        if (of.form != KIND_INTEGER)
            return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, n->items[i]->at,
                                 "a type lists either names or numbers"),
                   NULL;
    }
    type *t = arena_take(c->memory, sizeof *t);
    *t = *declare_value_list(c, n->at, number, n->count, values);
    t->name = name;
    return t;
}

static const type *type_of_range(checker *c, const parse_node *t)
{
    kind of, also;
    int64_t low, high;
    bool inferred = expr_infer_kind(c, t, &of);
    if (!expr_check_constant(c, t->args[0], inferred ? &of : NULL, &low, &of) ||
        !expr_check_constant(c, t->args[1], &of, &high, &also))
        return NULL;
    if (!kind_same(of, also) || of.form == KIND_TRUTH) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                      "a range is of integers or of one enumeration, not of %s and %s",
                      kind_text(c, of), kind_text(c, also));
        if (of.form == KIND_TRUTH && also.form == KIND_TRUTH)
            checker_hint(c, "true and false are the type bool");
        return NULL;
    }
    return declare_range(c, parse_node_span(t), of, low, high);
}

/* ---- a type and one value more --------------------------------------------------------- */

/* The least number that is no value of the type, nor its none: of an enumeration one for all its
   parts. */
static int64_t number_behind(const type *of)
{
    const kind k = of->kind;
    if (k.optional)
        return k.none + 1;
    if (k.form == KIND_ENUM || k.form == KIND_TRUTH)
        return kind_or_none(k).none;
    return of->count ? of->high + 1 : of->low;
}

/* T, and behind it a value that stands for none, or in a place of a list for its end. */
static const type *with_one_more(checker *c, source_span at, const type *of, const char *what)
{
    if (of->high == INT64_MAX)
        return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, at, "%s leaves no number for %s",
                             type_text(c, of), what),
               NULL;
    kind with = of->kind;
    with.none = number_behind(of);
    with.optional = true;
    const bool in_a_row = !of->values && (!of->count || with.none == of->high + 1);
    int64_t *values = arena_array(c->memory, in_a_row ? 1 : of->count + 1, sizeof *values);
    for (uint64_t i = 0; i < of->count && !in_a_row; i++)
        values[i] = type_value(of, i);
    values[in_a_row ? 0 : of->count] = with.none;
    const type *plain = in_a_row ? declare_range(c, at, with, of->low, with.none)
                                 : declare_value_list(c, at, with, of->count + 1, values);
    if (!plain)
        return NULL;
    type *t = arena_take(c->memory, sizeof *t);
    *t = *plain;
    t->present = of;
    return t;
}

const type *declare_place(checker *c, source_span at, const type *of)
{
    return with_one_more(c, at, of, "the end");
}

/* T or none */
static const type *optional_type(checker *c, const parse_node *t)
{
    const source_span at = parse_node_span(t);
    const type *of = declare_type_term(c, t->args[0]);
    const parse_node *last = t->args[t->count - 1];
    if (t->count != 2 || last->form != PARSE_NAME || strcmp(last->text, "none") != 0) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(last),
                      "a type may be followed by 'or none', and by nothing else");
        return NULL;
    }
    if (of && of->form == TYPE_COLLECTION)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, at,
                             "a list or set cannot be none: it can be empty"),
               NULL;
    if (!of || of->present)
        return of;
    if (of->kind.form == KIND_ENUM && symbols_value_ordinal(c, of->kind.enumeration, "none") >= 0)
        return checker_error(c, WGCQ_DIAGNOSTIC_NAME, at, "%s has a value 'none' already",
                             type_text(c, of)),
               NULL;
    return with_one_more(c, at, of, "none");
}

/* ---- lists and sets ------------------------------------------------------------------ */

static const type *collection_type(checker *c, source_span at, kind_form form, uint64_t count,
                                   const type *members)
{
    type *t = arena_take(c->memory, sizeof *t);
    *t = (type){.form = TYPE_COLLECTION, .at = at, .count = count};
    t->kind = (kind){.form = form, .members = members};
    return t;
}

static const type *declare_set(checker *c, const parse_node *t, const type *of)
{
    const bool fits = !of->present && (of->kind.form == KIND_ENUM || of->kind.form == KIND_INTEGER);
    if (!fits || !of->count || of->count > SET_MOST)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t->args[0]),
                             "a set is of an enumeration or a range, of %d values at most",
                             SET_MOST),
               NULL;
    return collection_type(c, parse_node_span(t), KIND_SET, of->count, of);
}

static const type *collection_term(checker *c, const parse_node *t)
{
    const bool list = t->form == PARSE_LIST_TYPE;
    const kind number = kind_plain(KIND_INTEGER);
    int64_t most = 0;
    kind of_most = number;
    const type *of = declare_type_term(c, t->args[list]);
    if (list && !expr_check_constant(c, t->args[0], &number, &most, &of_most))
        return NULL;
    if (!of)
        return NULL;
    if (of->form == TYPE_COLLECTION || of->kind.form == KIND_CHARACTER)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t->args[list]),
                             "a %s is of numbers, of bool or of an enumeration",
                             list ? "list" : "set"),
               NULL;
    if (!list)
        return declare_set(c, t, of);
    if (of_most.form != KIND_INTEGER || most < 1 || most > LIST_MOST)
        return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, parse_node_span(t->args[0]),
                             "a list has room for 1 to %d values", LIST_MOST),
               NULL;
    const type *place = declare_place(c, parse_node_span(t), of);
    return place ? collection_type(c, parse_node_span(t), KIND_LIST, (uint64_t)most, place) : NULL;
}

/* ---- terms ---------------------------------------------------------------------------- */

const type *declare_type_term(checker *c, const parse_node *t)
{
    if (t->form == PARSE_LIST_TYPE || t->form == PARSE_SET_TYPE)
        return collection_term(c, t);
    if (t->form == PARSE_OR)
        return optional_type(c, t);
    if (t->form == PARSE_RANGE)
        return type_of_range(c, t);
    if (t->form == PARSE_SUBTRACT && c->joined_told)
        return NULL; /* a type called `my-type`, which was reported */
    if (t->form == PARSE_LIST) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                      "a list of values within another type needs a name");
        checker_hint(c, "give it one under `types`, as in '%s: %.*s', and write %s here",
                     symbols_unused_name(c, "kind"), (int)(t->to - t->from), t->in->text + t->from,
                     symbols_unused_name(c, "kind"));
        return NULL;
    }
    if (t->form != PARSE_NAME) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                      "a type is expected here: a name, a range such as 0..8, or a list");
        return NULL;
    }
    if (!strcmp(t->text, "bool"))
        return declare_bool(c, parse_node_span(t));
    global *g = symbols_find_type(c, t->text);
    if (g && g->form == GLOBAL_TYPE)
        return declare_resolve(c, g) ? g->type : NULL;
    if (!g && poison_has(c, t->text))
        return NULL;
    checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_span(t),
                  g ? "'%s' is not a type" : "unknown type '%s'", t->text);
    if (g)
        checker_note(c, g->key->at, "'%s' is declared here", t->text);
    else if (!strcmp(t->text, "int") || !strcmp(t->text, "integer"))
        checker_hint(c, "a number has a range, such as 0..9");
    else
        symbols_suggest(c, t->text, HINT_TYPES, NULL);
    return NULL;
}

bool declare_is_collection(checker *c, const type *of, source_span at)
{
    if (of->form != TYPE_COLLECTION)
        return false;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, at,
                  "a %s is no type of single values, which are needed here",
                  of->kind.form == KIND_LIST ? "list" : "set");
    return true;
}

const type *declare_index_type(checker *c, const parse_node *t)
{
    const type *of = declare_type_term(c, t);
    return of && !declare_is_collection(c, of, parse_node_span(t)) ? of : NULL;
}

/* `row: 3` was meant as 0..2 or 1..3 */
static const type *reject_number_as_type(checker *c, const node *value)
{
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, value->at,
                  "a type is expected here, and this is a number");
    long long count = strtoll(value->text, NULL, 10);
    if (count > 1 && count < 1000000)
        checker_hint(c, "a range holds both its ends: 0..%lld and 1..%lld have %lld values",
                     count - 1, count, count);
    else
        checker_hint(c, "a range holds both its ends, as in 0..8");
    return NULL;
}

const type *declare_type(checker *c, const node *value, const char *name)
{
    if (value->form != NODE_SCALAR) {
        if (!value->count)
            return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, value->at,
                                 "a type needs at least one value"),
                   NULL;
        if (enumeration_is_listed(value))
            return type_of_names(c, value, name);
        if (value->form == NODE_LIST)
            return type_of_numbers(c, value, name);
        for (size_t i = 0; i < value->count; i++)
            enumeration_check_name(c, enumeration_item(value, i));
        return NULL;
    }
    if (!value->length)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, value->at, "the type is missing"), NULL;
    if (enumeration_is_decimal(value->text))
        return reject_number_as_type(c, value);
    parse_node *t = parse_expression(&c->syntax, value);
    const type *of = t ? declare_type_term(c, t) : NULL;
    if (!of || !name || t->form == PARSE_NAME)
        return of;
    type *named = arena_take(c->memory, sizeof *named);
    *named = *of;
    named->name = name;
    return named;
}
