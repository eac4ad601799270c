/*
 * declarations.c - types and state.
 *
 * Declarations come in any order: every name is collected first, and resolved on first use.  A name
 * that is used while it is being resolved is declared by itself, an error.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "puzzle/parse/lexer.h"
#include "puzzle/scope/checker.h"

enum { CELLS_MOST = 65536, PARAMETERS_MOST = 64 };

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

static const type *bool_type(checker *c, source_span at)
{
    type *t = arena_take(c->memory, sizeof *t);
    *t = (type){.form = TYPE_BOOL, .name = "bool", .at = at, .kind = kind_plain(KIND_TRUTH)};
    t->high = 1;
    t->count = 2;
    return t;
}

/* ---- enumerations ------------------------------------------------------------------------ */

static const node *value_node(const node *n, size_t i)
{
    return n->form == NODE_LIST ? n->items[i] : n->entries[i].key;
}

static bool is_decimal(const char *digits)
{
    digits += *digits == '-';
    return *digits && digits[strspn(digits, "0123456789")] == '\0';
}

/* A list or mapping of names: it declares an enumeration, or a subset of one. */
static bool lists_names(const node *n)
{
    if (n->form == NODE_SCALAR || !n->count)
        return false;
    for (size_t i = 0; i < n->count; i++) {
        const node *value = value_node(n, i);
        if (value->form != NODE_SCALAR || is_decimal(value->text))
            return false;
    }
    return true;
}

/* Several names with blanks between them. */
static bool is_several_names(const char *at)
{
    size_t names = 0;
    while (*at) {
        size_t length = lexer_name_length(at, strlen(at));
        if (!length)
            return false;
        names++;
        at += length;
        at += strspn(at, " ");
    }
    return names > 1;
}

static bool check_value_name(checker *c, const node *value)
{
    if (parse_is_name(value->text) && strcmp(value->text, "true") != 0 &&
        strcmp(value->text, "false") != 0)
        return true;
    const char *joined = parse_joined_name(c->memory, value->text, value->length);
    checker_error(c, WGCQ_DIAGNOSTIC_NAME, value->at, "'%s' cannot be the name of a value",
                  value->text);
    if (is_several_names(value->text))
        checker_hint(c, "if they are several, put ',' between them; if it is one, put '_'");
    else if (joined)
        checker_hint(c, "write %s", joined);
    else
        checker_hint(c, "a name is letters, digits and _, begins with a letter, and is not a "
                        "keyword (and or not if else in for true false)");
    poison_words(c, value);
    c->values_poisoned = true;
    return false;
}

static const char *read_glyph(checker *c, const node *n, size_t i)
{
    const node *glyph = n->form == NODE_MAP ? n->entries[i].value : NULL;
    if (!glyph)
        return value_node(n, i)->text;
    if (glyph->form == NODE_SCALAR && glyph->length && !memchr(glyph->text, '\n', glyph->length))
        return glyph->text;
    checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, glyph->at,
                  "the glyph of '%s' is missing; a glyph is a short text on one line",
                  value_node(n, i)->text);
    checker_hint(c, "quote a glyph that YAML reads as something else, as in `%s: \",\"`",
                 value_node(n, i)->text);
    c->glyphs_poisoned = true;
    return "?";
}

static const enumeration *new_enumeration(checker *c, const node *n, const char *name)
{
    enumeration *e = arena_take(c->memory, sizeof *e);
    size_t count = n->count;
    e->name = name;
    e->values = arena_array(c->memory, count + 1, sizeof *e->values);
    e->glyphs = arena_array(c->memory, count + 1, sizeof *e->glyphs);
    e->has_glyphs = n->form == NODE_MAP;
    for (size_t i = 0; i < count; i++) {
        const node *value = value_node(n, i);
        check_value_name(c, value);
        if (symbols_value_ordinal(c, e, value->text) >= 0)
            checker_error(c, WGCQ_DIAGNOSTIC_NAME, value->at, "'%s' is listed twice", value->text);
        else
            name_index_add(c->memory, &c->value_names, value->text, e, (int64_t)e->count);
        e->values[e->count] = value->text;
        e->glyphs[e->count] = read_glyph(c, n, i);
        e->count++;
    }
    e->values[e->count] = e->glyphs[e->count] = "none";
    ARENA_PUSH(c->memory, c->enumerations, c->enumeration_count, c->enumeration_room, e);
    return e;
}

/* ---- lists of names: which are enumerations, which are subsets ------------------------------- */

/* One list of names among the types and the state. */
typedef struct name_list {
    const node *at;
    const char *name; /* NULL: inline */
    const struct name_list *superset;
    const enumeration *enumeration;
} name_list;

typedef struct name_lists {
    size_t count, room;
    name_list *items;
    name_index values; /* .number in the name_list .holder */
} name_lists;

static void collect_name_list(checker *c, name_lists *all, const node *n, const char *name)
{
    if (!n || !lists_names(n))
        return;
    name_list l = {.at = n, .name = name};
    ARENA_PUSH(c->memory, all->items, all->count, all->room, l);
}

static bool contains_all(const name_lists *all, const name_list *superset, const name_list *subset)
{
    for (size_t i = 0; i < subset->at->count; i++)
        if (!name_index_of(&all->values, value_node(subset->at, i)->text, superset))
            return false;
    return true;
}

/* Takes `other`, which has all values, as the superset, unless a better one is known; false: it is
   ambiguous. */
static bool accept_superset(const name_lists *all, const name_list **superset,
                            const name_list *other)
{
    if (*superset && contains_all(all, *superset, other))
        return true; /* the same list again, inline, or a subset of it */
    if (*superset && !contains_all(all, other, *superset))
        return false;
    *superset = other;
    return true;
}

/* The larger enumeration that a list is a subset of; two candidates are an error. */
static const name_list *find_superset(checker *c, const name_lists *all, const name_list *subset)
{
    const name_list *superset = NULL;
    if (subset->at->form != NODE_LIST)
        return NULL;
    const char *first = value_node(subset->at, 0)->text;
    for (const name_entry *n = name_index_first(&all->values, first); n; n = name_index_next(n)) {
        const name_list *other = n->holder;
        if (other->at->count <= subset->at->count || !contains_all(all, other, subset) ||
            accept_superset(all, &superset, other))
            continue;
        if (c->values_poisoned)
            return superset;
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, subset->at->at,
                       "this could be a part of two enumerations");
        diagnostic_note(c->to, superset->at->at, "one is here");
        diagnostic_note(c->to, other->at->at, "the other is here");
        return superset;
    }
    return superset;
}

/* The enumeration of an equal list before an inline one. */
static const enumeration *find_equal_inline(const name_lists *all, const name_list *of)
{
    if (of->name)
        return NULL;
    const char *first = value_node(of->at, 0)->text;
    for (const name_entry *n = name_index_first(&all->values, first); n; n = name_index_next(n)) {
        const name_list *l = n->holder;
        bool same = l < of && !l->superset && l->enumeration && l->at->count == of->at->count &&
                    of->at->form == NODE_LIST && l->at->form == NODE_LIST;
        for (size_t i = 0; same && i < l->at->count; i++)
            same = !strcmp(value_node(l->at, i)->text, value_node(of->at, i)->text);
        if (same)
            return l->enumeration;
    }
    return NULL;
}

static void index_values(checker *c, name_lists *all)
{
    for (size_t i = 0; i < all->count; i++)
        for (size_t k = 0; k < all->items[i].at->count; k++) {
            const node *value = value_node(all->items[i].at, k);
            check_value_name(c, value);
            if (!name_index_of(&all->values, value->text, &all->items[i]))
                name_index_add(c->memory, &all->values, value->text, &all->items[i], (int64_t)k);
        }
}

/* Equal inline lists are one enumeration: `farmer: [west, east]` and `goat: [west, east]` can be
   compared. */
static void resolve_name_lists(checker *c, name_lists *all)
{
    index_values(c, all);
    for (size_t i = 0; i < all->count; i++)
        all->items[i].superset = find_superset(c, all, &all->items[i]);
    for (size_t i = 0; i < all->count; i++) {
        name_list *l = &all->items[i];
        if (l->superset)
            continue;
        l->enumeration = find_equal_inline(all, l);
        if (!l->enumeration)
            l->enumeration = new_enumeration(c, l->at, l->name);
    }
    for (size_t i = 0; i < all->count; i++) {
        name_list *l = &all->items[i];
        while (l->superset && l->superset->superset)
            l->superset = l->superset->superset;
        if (l->superset)
            l->enumeration = l->superset->enumeration;
    }
}

static bool has_values_of(const checker *c, const enumeration *e, const node *n)
{
    for (size_t k = 0; k < n->count; k++)
        if (symbols_value_ordinal(c, e, value_node(n, k)->text) < 0)
            return false;
    return true;
}

/* Is it the very list (`written`), or one with the same names? */
static bool lists_exactly(const enumeration *e, const node *n, bool written)
{
    bool same = e->count == n->count;
    for (size_t k = 0; k < n->count && same; k++) {
        const char *text_of = value_node(n, k)->text;
        same = written ? e->values[k] == text_of : !strcmp(e->values[k], text_of);
    }
    return same;
}

/* The enumeration that has all names of a list. */
static const enumeration *find_owner(checker *c, const node *n)
{
    const name_entry *first = name_index_first(&c->value_names, value_node(n, 0)->text);
    for (const name_entry *m = first; m; m = name_index_next(m)) {
        const enumeration *e = m->holder;
        if (lists_exactly(e, n, true) ||
            (n->form == NODE_LIST && e->count > n->count && has_values_of(c, e, n)))
            return e;
    }
    for (const name_entry *m = first; m; m = name_index_next(m))
        if (lists_exactly(m->holder, n, false))
            return m->holder;
    return NULL;
}

/* ---- types as written ----------------------------------------------------------- */

static int compare_values(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static const type *type_of_names(checker *c, const node *n, const char *name)
{
    const enumeration *e = find_owner(c, n);
    if (!e)
        e = new_enumeration(c, n, name);
    type *t = arena_take(c->memory, sizeof *t);
    *t = (type){.form = TYPE_ENUM, .name = name, .at = n->at, .kind = kind_enum(e)};
    t->count = e->count;
    t->high = (int64_t)e->count - 1;
    if (e->count == n->count)
        return t;
    /* a subset, in the enumeration's order */
    int64_t *values = arena_array(c->memory, n->count, sizeof *values);
    for (size_t i = 0; i < n->count; i++)
        values[i] = symbols_value_ordinal(c, e, value_node(n, i)->text);
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

/* ---- optionals ------------------------------------------------------------------------- */

/* The value that stands for none: behind all of the enumeration, so that it is one for all its
   parts, or behind the type's numbers. */
static bool find_none(checker *c, source_span at, const type *of, kind *out)
{
    *out = kind_or_none(of->kind);
    if (of->kind.form == KIND_ENUM && symbols_value_ordinal(c, of->kind.enumeration, "none") >= 0)
        return checker_error(c, WGCQ_DIAGNOSTIC_NAME, at, "%s has a value 'none' already",
                             type_text(c, of));
    if (of->kind.form != KIND_INTEGER)
        return true;
    if (of->high == INT64_MAX)
        return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, at, "%s leaves no number for none",
                             type_text(c, of));
    out->optional = true;
    out->none = of->count ? of->high + 1 : of->low;
    return true;
}

static const type *list_and_none(checker *c, source_span at, kind with, const type *of)
{
    int64_t *values = arena_array(c->memory, of->count + 1, sizeof *values);
    for (uint64_t i = 0; i < of->count; i++)
        values[i] = type_value(of, i);
    values[of->count] = with.none;
    return declare_value_list(c, at, with, of->count + 1, values);
}

/* T or none */
static const type *optional_type(checker *c, const parse_node *t)
{
    const type *of = declare_type_term(c, t->args[0]);
    const parse_node *last = t->args[t->count - 1];
    kind with;
    if (t->count != 2 || last->form != PARSE_NAME || strcmp(last->text, "none") != 0) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(last),
                      "a type may be followed by 'or none', and by nothing else");
        return NULL;
    }
    if (of && of->form == TYPE_COLLECTION)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                             "a list or set cannot be none: it can be empty"),
               NULL;
    if (!of || !find_none(c, parse_node_span(t), of, &with))
        return NULL;
    if (of->present)
        return of;
    const bool whole = !of->values && (!of->count || with.none == of->high + 1);
    const type *values = whole ? declare_range(c, parse_node_span(t), with, of->low, with.none)
                               : list_and_none(c, parse_node_span(t), with, of);
    if (!values)
        return NULL;
    type *both = arena_take(c->memory, sizeof *both);
    *both = *values;
    both->present = of;
    return both;
}

const type *declare_type_term(checker *c, const parse_node *t)
{
    if (t->form == PARSE_LIST_TYPE || t->form == PARSE_SET_TYPE)
        return list_declare(c, t);
    if (t->form == PARSE_OR)
        return optional_type(c, t);
    if (t->form == PARSE_RANGE)
        return type_of_range(c, t);
    if (t->form == PARSE_SUBTRACT && c->joined_told)
        return NULL; /* a type called `my-type`, which was reported */
    if (t->form != PARSE_NAME) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                      "a type is expected here: a name, a range such as 0..8, or a list");
        return NULL;
    }
    if (!strcmp(t->text, "bool"))
        return bool_type(c, parse_node_span(t));
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
        if (lists_names(value))
            return type_of_names(c, value, name);
        if (value->form == NODE_LIST)
            return type_of_numbers(c, value, name);
        for (size_t i = 0; i < value->count; i++)
            check_value_name(c, value_node(value, i));
        return NULL;
    }
    if (!value->length)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, value->at, "the type is missing"), NULL;
    if (is_decimal(value->text))
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

/* ---- state --------------------------------------------------------------------------------- */

static const type **heading_types(checker *c, const heading *head)
{
    const type **types = arena_array(c->memory, head->count + 2, sizeof *types);
    bool fine = true;
    for (size_t i = 0; i < head->count; i++) {
        types[i] = declare_index_type(c, head->args[i]);
        fine &= types[i] != NULL;
    }
    return fine ? types : NULL;
}

/* The limit holds for an array without its empty dimensions, too, since parts of it are counted. */
static bool count_cells(checker *c, const global *g, size_t indices, const type **types,
                        size_t *out)
{
    uint64_t cells = 1;
    bool empty = false;
    for (size_t i = 0; i < indices; i++) {
        uint64_t count = types[i]->count;
        empty |= !count;
        if (!checked_multiply(&cells, count ? count : 1, CELLS_MOST))
            return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, g->key->at,
                                 "'%s' has more than %d elements", g->name, CELLS_MOST);
    }
    *out = empty ? 0 : (size_t)cells;
    return true;
}

static bool read_variable(checker *c, global *g)
{
    const type **index = heading_types(c, &g->head);
    const type *of = declare_type(c, g->value, NULL), *collection = NULL;
    size_t cells = 0, indices = g->head.count;
    if (index && of && of->form == TYPE_COLLECTION) {
        const bool list = of->kind.form == KIND_LIST;
        collection = of;
        index[indices++] =
            list ? declare_range(c, of->at, kind_plain(KIND_INTEGER), 0, (int64_t)of->count - 1)
                 : of->kind.members;
        of = list ? of->kind.members : bool_type(c, of->at);
    }
    if (!index || !of || !count_cells(c, g, indices, index, &cells))
        return false;
    if (!of->count)
        return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, g->value->at,
                             "a variable needs at least one value, and this range is empty");
    if (of->kind.form == KIND_CHARACTER)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, g->value->at,
                             "a variable cannot hold characters; give the values names");
    state_variable *v = arena_take(c->memory, sizeof *v);
    *v = (state_variable){.name = g->name,
                          .at = parsed_name_span(g->key, g->head.name),
                          .indices = indices,
                          .index = index,
                          .type = of,
                          .collection = collection,
                          .cells = cells};
    g->variable = v;
    return true;
}

/* ---- names, collected first and resolved when needed ----------------------------------------- */

static bool resolve_global(checker *c, global *g)
{
    switch (g->form) {
    case GLOBAL_TYPE: g->type = declare_type(c, g->value, g->name); return g->type != NULL;
    case GLOBAL_VARIABLE: return read_variable(c, g);
    case GLOBAL_CONSTANT: return constant_read(c, g);
    case GLOBAL_DEFINE: return g->body != NULL;
    }
    return false;
}

bool declare_resolve(checker *c, global *g)
{
    assert(g >= c->globals && g < c->globals + c->global_count);
    if (g->state == DONE)
        return true;
    if (g->state == INVALID)
        return false;
    if (g->state == IN_PROGRESS) {
        /* a recursive define is reported at its call: calls.c */
        if (g->form == GLOBAL_DEFINE)
            return true;
        if (!g->circular)
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, g->key->at,
                           "'%s' is declared in terms of itself", g->name);
        g->circular = true;
        return false;
    }
    local *locals = c->locals;
    int quiet = c->quiet, constant = c->constant_only, unsure = c->conditional,
        lenient = c->lenient;
    c->locals = NULL;
    c->quiet = 0; /* its errors are reported, whatever uses it first */
    c->constant_only = c->conditional = c->lenient = 0;
    g->state = IN_PROGRESS;
    bool fine = resolve_global(c, g);
    if (!fine && g->form == GLOBAL_TYPE)
        poison_words(c, g->value);
    g->state = fine ? DONE : INVALID;
    c->locals = locals;
    c->quiet = quiet;
    c->constant_only = constant;
    c->conditional = unsure;
    c->lenient = lenient;
    return fine;
}

static bool check_heading(checker *c, const global *g)
{
    char bracket = g->head.bracket;
    if (g->form == GLOBAL_DEFINE && bracket == '[') {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, g->key->at,
                       "a define takes its values in parentheses");
        diagnostic_hint(c->to, "write %s(...)", g->name);
        return false;
    }
    if (g->form != GLOBAL_DEFINE && bracket == '(') {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, g->key->at, "index types go in brackets");
        diagnostic_hint(c->to, "write %s[...], or put it under `define`", g->name);
        return false;
    }
    if (g->form == GLOBAL_TYPE && bracket)
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, g->key->at, "a type takes no indices");
    if (g->form == GLOBAL_DEFINE && g->head.count > PARAMETERS_MOST)
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, g->key->at,
                              "a define has at most %d parameters", PARAMETERS_MOST);
    for (size_t i = 0; i < g->head.count && g->form == GLOBAL_DEFINE; i++)
        if (g->head.args[i]->form != PARSE_NAME)
            return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(g->head.args[i]),
                                  "a parameter is a name");
    return true;
}

/* Whether another has the name, which a type and a variable may share.  Which of them a use means
   is not known, so no use is reported. */
static bool report_clash(checker *c, const global *g)
{
    global *other = symbols_clashing_global(c, g->name, g->form);
    if (!other)
        return false;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, g->key->at, "'%s' is declared twice", g->name);
    diagnostic_note(c->to, other->key->at, "'%s' is declared here first", g->name);
    const char *first = symbols_form_text(other), *second = symbols_form_text(g);
    if (strcmp(first, second) != 0)
        diagnostic_hint(c->to, "%s and %s cannot have one name: rename one of them", first, second);
    poison_name(c, g->name);
    other->clashes = true;
    other->state = INVALID;
    return true;
}

static void declare_one(checker *c, const map_entry *e, global_form form, bool param, size_t *room)
{
    global g = {.form = form, .key = e->key, .value = e->value, .param = param};
    bool fine = parse_heading(&g.head, &c->syntax, e->key);
    if (!fine)
        c->section_poisoned = true; /* what it declares is unknown */
    if (!g.head.name.text)
        return;
    g.name = g.head.name.text;
    if (!fine || !check_heading(c, &g))
        g.state = INVALID;
    if (report_clash(c, &g))
        return;
    if (!strcmp(g.name, "true") || !strcmp(g.name, "false") ||
        (form == GLOBAL_TYPE && !strcmp(g.name, "bool"))) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, e->key->at, "'%s' is a keyword", g.name);
        return;
    }
    name_index_add(c->memory, &c->global_names, g.name, NULL, (int64_t)c->global_count);
    ARENA_PUSH(c->memory, c->globals, c->global_count, *room, g);
}

static void parse_define_bodies(checker *c)
{
    for (size_t i = 0; i < c->global_count; i++) {
        global *g = &c->globals[i];
        if (g->form != GLOBAL_DEFINE || g->state == INVALID)
            continue;
        if (g->value->form != NODE_SCALAR) {
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, g->value->at,
                           "a define is one expression");
            g->state = INVALID;
            continue;
        }
        if (!g->value->length)
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, g->value->at, "the expression is missing");
        else
            g->body = parse_expression(&c->syntax, g->value);
    }
}

void declare_all(checker *c, const node *const sections[DECLARED_SECTIONS])
{
    static const global_form forms[DECLARED_SECTIONS] = {
        GLOBAL_CONSTANT, GLOBAL_CONSTANT, GLOBAL_TYPE, GLOBAL_VARIABLE, GLOBAL_DEFINE};
    name_lists lists = {0};
    size_t room = 0;
    for (size_t s = 0; s < DECLARED_SECTIONS; s++) {
        const node *n = sections[s];
        for (size_t i = 0; n && i < n->count; i++) {
            const map_entry *e = &n->entries[i];
            declare_one(c, e, forms[s], s == 0, &room);
            const bool typed = forms[s] == GLOBAL_TYPE || forms[s] == GLOBAL_VARIABLE;
            c->has_lists |= typed && e->value->form == NODE_SCALAR &&
                            (strstr(e->value->text, "list") || strstr(e->value->text, "set of"));
            if (typed)
                collect_name_list(c, &lists, e->value,
                                  forms[s] == GLOBAL_TYPE ? e->key->text : NULL);
        }
    }
    resolve_name_lists(c, &lists);
    parse_define_bodies(c);
}
