/* enumerations.c - lists of names: which are enumerations, and which are parts of one. */
#include <string.h>

#include "puzzle/parse/lexer.h"
#include "puzzle/scope/checker.h"

/* ---- enumerations ------------------------------------------------------------------------ */

const node *enumeration_item(const node *n, size_t i)
{
    return n->form == NODE_LIST ? n->items[i] : n->entries[i].key;
}

bool enumeration_is_decimal(const char *digits)
{
    digits += *digits == '-';
    return *digits && digits[strspn(digits, "0123456789")] == '\0';
}

/* A list or mapping of names: it declares an enumeration, or a subset of one. */
bool enumeration_is_listed(const node *n)
{
    if (n->form == NODE_SCALAR || !n->count)
        return false;
    for (size_t i = 0; i < n->count; i++) {
        const node *value = enumeration_item(n, i);
        if (value->form != NODE_SCALAR || enumeration_is_decimal(value->text))
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

bool enumeration_check_name(checker *c, const node *value)
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
        return enumeration_item(n, i)->text;
    if (glyph->form == NODE_SCALAR && glyph->length && !memchr(glyph->text, '\n', glyph->length))
        return glyph->text;
    checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, glyph->at,
                  "the glyph of '%s' is missing; a glyph is a short text on one line",
                  enumeration_item(n, i)->text);
    checker_hint(c, "quote a glyph that YAML reads as something else, as in `%s: \",\"`",
                 enumeration_item(n, i)->text);
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
        const node *value = enumeration_item(n, i);
        enumeration_check_name(c, value);
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

void enumeration_collect(checker *c, name_lists *all, const node *n, const char *name)
{
    if (!n || !enumeration_is_listed(n))
        return;
    name_list l = {.at = n, .name = name};
    ARENA_PUSH(c->memory, all->items, all->count, all->room, l);
}

static bool contains_all(const name_lists *all, const name_list *superset, const name_list *subset)
{
    for (size_t i = 0; i < subset->at->count; i++)
        if (!name_index_of(&all->values, enumeration_item(subset->at, i)->text, superset))
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
    const char *first = enumeration_item(subset->at, 0)->text;
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
    const char *first = enumeration_item(of->at, 0)->text;
    for (const name_entry *n = name_index_first(&all->values, first); n; n = name_index_next(n)) {
        const name_list *l = n->holder;
        bool same = l < of && !l->superset && l->enumeration && l->at->count == of->at->count &&
                    of->at->form == NODE_LIST && l->at->form == NODE_LIST;
        for (size_t i = 0; same && i < l->at->count; i++)
            same = !strcmp(enumeration_item(l->at, i)->text, enumeration_item(of->at, i)->text);
        if (same)
            return l->enumeration;
    }
    return NULL;
}

static void index_values(checker *c, name_lists *all)
{
    for (size_t i = 0; i < all->count; i++)
        for (size_t k = 0; k < all->items[i].at->count; k++) {
            const node *value = enumeration_item(all->items[i].at, k);
            enumeration_check_name(c, value);
            if (!name_index_of(&all->values, value->text, &all->items[i]))
                name_index_add(c->memory, &all->values, value->text, &all->items[i], (int64_t)k);
        }
}

/* Equal inline lists are one enumeration: `farmer: [west, east]` and `goat: [west, east]` can be
   compared. */
void enumeration_resolve(checker *c, name_lists *all)
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
        if (symbols_value_ordinal(c, e, enumeration_item(n, k)->text) < 0)
            return false;
    return true;
}

/* Is it the very list (`written`), or one with the same names? */
static bool lists_exactly(const enumeration *e, const node *n, bool written)
{
    bool same = e->count == n->count;
    for (size_t k = 0; k < n->count && same; k++) {
        const char *text_of = enumeration_item(n, k)->text;
        same = written ? e->values[k] == text_of : !strcmp(e->values[k], text_of);
    }
    return same;
}

/* The enumeration that has all names of a list. */
static const enumeration *find_owner(checker *c, const node *n)
{
    const name_entry *first = name_index_first(&c->value_names, enumeration_item(n, 0)->text);
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

const enumeration *enumeration_of(checker *c, const node *n, const char *name)
{
    const enumeration *e = find_owner(c, n);
    return e ? e : new_enumeration(c, n, name);
}
