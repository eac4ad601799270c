/*
 * terms.c - expressions: a syntax tree into a typed one.
 *
 * Kinds flow both ways.  A name that belongs to several enumerations means the one that is expected
 * where it stands; so the kind of a whole is guessed first, without complaining, from whichever
 * part shows it, and every part is then checked against it.
 */
#include <string.h>

#include "puzzle/checker.h"
#include "puzzle/teller.h"

enum { WORK_MOST = 200000 };

/* ---- making ------------------------------------------------------------------ */

expr *expr_new(checker *c, expr_form form, kind of, place at, size_t count)
{
    expr *e = arena_take(c->memory, sizeof *e);
    e->form = form;
    e->of = of;
    e->at = e->mark = at;
    e->count = count;
    e->args = count ? arena_array(c->memory, count, sizeof *e->args) : NULL;
    return e;
}

expr *expr_value(checker *c, kind of, place at, int64_t value)
{
    expr *e = expr_new(c, EXPR_VALUE, of, at, 0);
    e->value = value;
    return e;
}

expr *expr_pair(checker *c, expr_form form, kind of, place at, expr *left, expr *right)
{
    expr *e = expr_new(c, form, of, at, 2);
    e->args[0] = left;
    e->args[1] = right;
    return e;
}

expr *expr_must_be(checker *c, expr *e, kind of)
{
    if (!e || kind_same(e->of, of))
        return e;
    checker_complain(c, WGCQ_COMPLAINT_TYPE, e->at, "this is %s where %s is meant",
                     kind_words(c, e->of), kind_words(c, of));
    return NULL;
}

/* A number, or a truth value that counts as one. */
static expr *must_count(checker *c, expr *e)
{
    if (!e || e->of.form == KIND_INTEGER || e->of.form == KIND_TRUTH)
        return e;
    return expr_must_be(c, e, kind_plain(KIND_INTEGER));
}

expr *term_of_kind(checker *c, const term *t, kind of)
{
    return expr_must_be(c, term_check(c, t, &of), of);
}

expr *term_truth(checker *c, const term *t)
{
    return term_of_kind(c, t, kind_plain(KIND_TRUTH));
}

/* ---- constants -------------------------------------------------------------------- */

bool expr_constant(checker *c, expr *e, int64_t *out)
{
    if (e->form == EXPR_VALUE) {
        *out = e->value;
        return true;
    }
    teller *by = teller_new(c->tree);
    if (!by)
        longjmp(*c->memory->out, 1);
    wgcq_error err = {0};
    int rc = teller_value(out, by, e, NULL, &err);
    teller_free(by);
    if (rc)
        checker_complain(c, WGCQ_COMPLAINT_RUN, e->at, "%s", err.text);
    return rc == 0;
}

bool term_constant(checker *c, const term *t, const kind *expected, int64_t *out, kind *of)
{
    c->constant_only++;
    expr *e = term_check(c, t, expected);
    c->constant_only--;
    if (!e)
        return false;
    if (of)
        *of = e->of;
    return expr_constant(c, e, out);
}

/* ---- guessing kinds ------------------------------------------------------------------ */

static bool guess_name(checker *c, const term *t, kind *out)
{
    const enumeration *owner = NULL;
    const local *l = scope_local(c, t->text);
    if (l)
        return *out = l->of, !l->unknown;
    const global *g = scope_global(c, t->text);
    if (!g && scope_owners(c, t->text, &owner) == 1)
        return *out = kind_enum(owner), true;
    if (!g && scope_owners(c, t->text, &owner) > 1)
        return false;
    if (g && g->form == GLOBAL_TYPE)
        return false;
    c->quiet++;
    const expr *e = term_check(c, t, NULL);
    c->quiet--;
    if (e)
        *out = e->of;
    return e != NULL;
}

static bool guess_arithmetic(kind *out)
{
    *out = kind_plain(KIND_INTEGER);
    return true;
}

bool term_guess(checker *c, const term *t, kind *out)
{
    switch (t->form) {
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_COMPARE: *out = kind_plain(KIND_TRUTH); return true;
    case TERM_NUMBER:
    case TERM_NEGATE:
    case TERM_ADD:
    case TERM_SUBTRACT:
    case TERM_MULTIPLY:
    case TERM_DIVIDE:
    case TERM_MODULO: return guess_arithmetic(out);
    case TERM_STRING: *out = kind_plain(KIND_CHARACTER); return true;
    case TERM_NAME: return guess_name(c, t, out);
    case TERM_IF: return term_guess(c, t->args[1], out) || term_guess(c, t->args[2], out);
    case TERM_RANGE:
    case TERM_LIST:
        for (size_t i = 0; i < t->count; i++)
            if (term_guess(c, t->args[i], out))
                return true;
        return false;
    case TERM_DOTTED:
    case TERM_INDEX:
    case TERM_CALL:
    case TERM_OVER: {
        c->quiet++;
        const expr *e = term_check(c, t, NULL);
        c->quiet--;
        if (e)
            *out = e->of;
        return e != NULL;
    }
    }
    return false;
}

/* ---- names ------------------------------------------------------------------------------ */

static expr *unknown(checker *c, const term *t, const kind *expected)
{
    const enumeration *of = expected && expected->form == KIND_ENUM ? expected->of : NULL;
    checker_complain(c, WGCQ_COMPLAINT_NAME, syntax_place(t), "unknown name '%s'", t->text);
    scope_hint(c, t->text, HINT_VALUES, of);
    return NULL;
}

static expr *enum_value(checker *c, const term *t, const enumeration *of, const char *name)
{
    return expr_value(c, kind_enum(of), syntax_place(t), scope_value(of, name));
}

static const char *owner_name(checker *c, const enumeration *e)
{
    return e->name ? e->name : kind_words(c, kind_enum(e));
}

/* A bare name that no variable, constant or define has. */
static expr *bare_value(checker *c, const term *t, const kind *expected)
{
    const enumeration *owner = NULL;
    size_t owners = scope_owners(c, t->text, &owner);
    if (expected && expected->form == KIND_ENUM && scope_value(expected->of, t->text) >= 0)
        return enum_value(c, t, expected->of, t->text);
    if (owners == 1)
        return enum_value(c, t, owner, t->text);
    if (!owners)
        return unknown(c, t, expected);
    checker_complain(c, WGCQ_COMPLAINT_NAME, syntax_place(t),
                     "'%s' is a value of several enumerations, and nothing here says which",
                     t->text);
    checker_hint(c, "say which, as in '%s.%s'", owner_name(c, owner), t->text);
    return NULL;
}

static expr *constant_only(checker *c, const term *t)
{
    checker_complain(c, WGCQ_COMPLAINT_NAME, syntax_place(t),
                     "'%s' is a variable; only constants can stand here", t->text);
    return NULL;
}

static expr *variable_cell(checker *c, const term *t, const variable *v)
{
    if (c->constant_only)
        return constant_only(c, t);
    kind of = v->of ? v->of->of : kind_plain(KIND_INTEGER);
    if (v->indices) {
        checker_complain(c, WGCQ_COMPLAINT_TYPE, syntax_place(t),
                         "'%s' is an array; say which of its elements is meant", v->name);
        checker_hint(c, "write %s[...]", v->name);
        return NULL;
    }
    expr *e = expr_new(c, EXPR_CELL, of, syntax_place(t), 0);
    e->variable = v;
    return e;
}

static expr *constant_value(checker *c, const term *t, const global *g)
{
    if (g->data && g->data->form == DATUM_VALUE)
        return expr_value(c, g->data->of, syntax_place(t), g->data->value);
    checker_complain(c, WGCQ_COMPLAINT_TYPE, syntax_place(t),
                     "'%s' is a whole %s where a value is meant", t->text,
                     g->data && g->data->form == DATUM_MAP    ? "mapping"
                     : g->data && g->data->form == DATUM_TEXT ? "text"
                     : g->data                                ? "list"
                                                              : "table");
    checker_hint(c, "say which of its elements: %s[...]", t->text);
    return NULL;
}

/* What a global's name stands for as a value. */
static expr *global_value(checker *c, const term *t, global *g, const kind *expected)
{
    if (!declare_ready(c, g))
        return NULL;
    switch (g->form) {
    case GLOBAL_VARIABLE: return variable_cell(c, t, g->variable);
    case GLOBAL_CONSTANT: return constant_value(c, t, g);
    case GLOBAL_DEFINE: return call_define(c, g, t, expected);
    case GLOBAL_TYPE: break;
    }
    checker_complain(c, WGCQ_COMPLAINT_TYPE, syntax_place(t), "'%s' is a type, not a value",
                     t->text);
    return NULL;
}

/* Whether a value of the expected enumeration is meant although a global has that name too: it is
   when the global is of another kind. */
static bool value_before_global(checker *c, const term *t, global *g, const kind *expected)
{
    if (!expected || expected->form != KIND_ENUM || scope_value(expected->of, t->text) < 0)
        return false;
    c->quiet++;
    const expr *e = global_value(c, t, g, expected);
    c->quiet--;
    return !e || !kind_same(e->of, *expected);
}

static expr *name(checker *c, const term *t, const kind *expected)
{
    const local *l = scope_local(c, t->text);
    if (l && l->unknown)
        return NULL;
    if (l) {
        expr *e = expr_new(c, EXPR_LOCAL, l->of, syntax_place(t), 0);
        e->slot = l->slot;
        e->name = l->name;
        return e;
    }
    if (!strcmp(t->text, "true") || !strcmp(t->text, "false"))
        return expr_value(c, kind_plain(KIND_TRUTH), syntax_place(t), t->text[0] == 't');
    global *g = scope_global(c, t->text);
    if (g && !value_before_global(c, t, g, expected))
        return global_value(c, t, g, expected);
    if (!g && c->in_end && c->goal && !strcmp(t->text, "goal"))
        return c->goal;
    return bare_value(c, t, expected);
}

/* frog.empty */
static expr *dotted(checker *c, const term *t)
{
    global *g = scope_global(c, t->text);
    if (!g || g->form != GLOBAL_TYPE) {
        checker_complain(c, WGCQ_COMPLAINT_NAME, syntax_place(t), "'%s' is no type", t->text);
        scope_hint(c, t->text, HINT_TYPES, NULL);
        return NULL;
    }
    if (!declare_ready(c, g))
        return NULL;
    const enumeration *of = g->type->of.of;
    if (g->type->of.form != KIND_ENUM || scope_value(of, t->member) < 0 ||
        type_position(g->type, scope_value(of, t->member)) < 0) {
        checker_complain(c, WGCQ_COMPLAINT_NAME, syntax_place(t), "%s has no value '%s'", t->text,
                         t->member);
        if (g->type->of.form == KIND_ENUM)
            scope_hint(c, t->member, 0, of);
        checker_note(c, g->key->at, "'%s' is declared here", t->text);
        return NULL;
    }
    return enum_value(c, t, of, t->member);
}

/* ---- indices ------------------------------------------------------------------------------ */

static const char *type_words(checker *c, const type *t)
{
    if (t->name)
        return t->name;
    if (t->form == TYPE_RANGE && t->of.form == KIND_INTEGER)
        return arena_printf(c->memory, "%lld..%lld", (long long)t->low, (long long)t->high);
    return kind_words(c, t->of);
}

static expr *index_of(checker *c, const term *t, const type *of)
{
    expr *e = term_check(c, t, &of->of);
    if (!e)
        return NULL;
    if (!kind_same(e->of, of->of)) {
        checker_complain(c, WGCQ_COMPLAINT_TYPE, e->at, "the index is %s where %s is meant",
                         kind_words(c, e->of), kind_words(c, of->of));
        return NULL;
    }
    if (e->form == EXPR_VALUE && type_position(of, e->value) < 0) {
        checker_complain(c, WGCQ_COMPLAINT_RANGE, e->at, "the index is outside of %s",
                         type_words(c, of));
        return NULL;
    }
    return e;
}

expr **term_indices(checker *c, const term *t, size_t wanted, const type *const *types)
{
    if (t->count != wanted) {
        checker_complain(c, WGCQ_COMPLAINT_TYPE, syntax_place(t),
                         "'%s' takes %zu %s, and %zu %s here", t->text, wanted,
                         wanted == 1 ? "index" : "indices", t->count,
                         t->count == 1 ? "stands" : "stand");
        return NULL;
    }
    expr **indices = arena_array(c->memory, wanted + 1, sizeof *indices);
    bool fine = true;
    for (size_t i = 0; i < wanted; i++) {
        indices[i] = index_of(c, t->args[i], types[i]);
        fine &= indices[i] != NULL;
    }
    return fine ? indices : NULL;
}

static expr *indexed_variable(checker *c, const term *t, const variable *v)
{
    if (c->constant_only)
        return constant_only(c, t);
    if (!v->indices) {
        checker_complain(c, WGCQ_COMPLAINT_TYPE, syntax_place(t), "'%s' is no array", v->name);
        return NULL;
    }
    expr **indices = term_indices(c, t, v->indices, v->index);
    if (!indices)
        return NULL;
    expr *e = expr_new(c, EXPR_CELL, v->of->of, syntax_place(t), 0);
    e->variable = v;
    e->count = v->indices;
    e->args = indices;
    return e;
}

static expr *indexed_constant(checker *c, const term *t, global *g)
{
    table *of = constant_table(c, g, syntax_place(t));
    if (!of)
        return NULL;
    expr **indices = term_indices(c, t, of->indices, of->index);
    if (!indices)
        return NULL;
    expr *e = expr_new(c, EXPR_TABLE, of->of, syntax_place(t), 0);
    e->table = of;
    e->count = of->indices;
    e->args = indices;
    return e;
}

static expr *indexed(checker *c, const term *t)
{
    global *g = scope_global(c, t->text);
    if (scope_local(c, t->text) || !g) {
        checker_complain(c, WGCQ_COMPLAINT_NAME, syntax_mark(t),
                         g || scope_local(c, t->text) ? "'%s' is one value and takes no index"
                                                      : "unknown name '%s'",
                         t->text);
        if (!scope_local(c, t->text))
            scope_hint(c, t->text, HINT_VARIABLES | HINT_TYPES, NULL);
        return NULL;
    }
    if (!declare_ready(c, g))
        return NULL;
    if (g->form == GLOBAL_VARIABLE)
        return indexed_variable(c, t, g->variable);
    if (g->form == GLOBAL_CONSTANT)
        return indexed_constant(c, t, g);
    checker_complain(c, WGCQ_COMPLAINT_TYPE, syntax_mark(t), "'%s' is %s and takes no index",
                     t->text, g->form == GLOBAL_TYPE ? "a type" : "a define");
    if (g->form == GLOBAL_DEFINE)
        checker_hint(c, "a define is called with parentheses: %s(...)", t->text);
    return NULL;
}

/* ---- operators ------------------------------------------------------------------------------ */

static expr *arithmetic(checker *c, const term *t, expr_form form)
{
    expr *e = expr_new(c, form, kind_plain(KIND_INTEGER), syntax_place(t), t->count);
    e->mark = syntax_mark(t);
    bool fine = true;
    for (size_t i = 0; i < t->count; i++) {
        e->args[i] = must_count(c, term_check(c, t->args[i], &e->of));
        fine &= e->args[i] != NULL;
    }
    return fine ? e : NULL;
}

static expr *logic(checker *c, const term *t, expr_form form)
{
    expr *e = expr_new(c, form, kind_plain(KIND_TRUTH), syntax_place(t), t->count);
    bool fine = true;
    for (size_t i = 0; i < t->count; i++) {
        e->args[i] = term_truth(c, t->args[i]);
        fine &= e->args[i] != NULL;
    }
    return fine ? e : NULL;
}

static expr *choice(checker *c, const term *t, const kind *expected)
{
    kind of;
    bool known = (expected != NULL && (of = *expected, true)) || term_guess(c, t, &of);
    expr *condition = term_truth(c, t->args[0]);
    expr *yes = term_check(c, t->args[1], known ? &of : NULL);
    expr *no = term_check(c, t->args[2], yes ? &yes->of : known ? &of : NULL);
    if (!condition || !yes || !no)
        return NULL;
    if (!kind_same(yes->of, no->of)) {
        checker_complain(c, WGCQ_COMPLAINT_TYPE, no->at,
                         "the two sides of 'if' differ: %s, and %s here", kind_words(c, yes->of),
                         kind_words(c, no->of));
        return NULL;
    }
    expr *e = expr_new(c, EXPR_IF, yes->of, syntax_place(t), 3);
    e->args[0] = condition;
    e->args[1] = yes;
    e->args[2] = no;
    return e;
}

/* ---- comparisons and membership -----------------------------------------------------------------
 */

static expr *in_type(checker *c, const term *t, expr *left, const type *of)
{
    if (!kind_same(left->of, of->of)) {
        checker_complain(c, WGCQ_COMPLAINT_TYPE, left->at, "this is %s, and never in %s",
                         kind_words(c, left->of), type_words(c, of));
        return NULL;
    }
    expr *e = expr_new(c, EXPR_IN_TYPE, kind_plain(KIND_TRUTH), syntax_place(t), 1);
    e->args[0] = left;
    e->type = of;
    return e;
}

static expr *in_range(checker *c, const term *t, expr *left, const term *range)
{
    expr *low = term_of_kind(c, range->args[0], left->of);
    expr *high = term_of_kind(c, range->args[1], left->of);
    if (!low || !high)
        return NULL;
    expr *e = expr_new(c, EXPR_IN_RANGE, kind_plain(KIND_TRUTH), syntax_place(t), 3);
    e->args[0] = left;
    e->args[1] = low;
    e->args[2] = high;
    return e;
}

static expr *in_list(checker *c, const term *t, expr *left, const term *list)
{
    expr *e = expr_new(c, EXPR_IN_LIST, kind_plain(KIND_TRUTH), syntax_place(t), list->count + 1);
    bool fine = true;
    e->args[0] = left;
    for (size_t i = 0; i < list->count; i++) {
        e->args[i + 1] = term_of_kind(c, list->args[i], left->of);
        fine &= e->args[i + 1] != NULL;
    }
    return fine ? e : NULL;
}

/* A constant list or mapping as the set of its values (its keys). */
static const type *set_of_data(checker *c, const global *g, place at)
{
    const datum *d = g->data;
    if (d && d->form == DATUM_MAP)
        return declare_listed(c, at, d->keyed, d->count, d->keys);
    if (!d || d->form != DATUM_LIST || !d->count || d->items[0]->form != DATUM_VALUE) {
        checker_complain(c, WGCQ_COMPLAINT_TYPE, at,
                         "'%s' is no type, range or list of values to be in", g->name);
        return NULL;
    }
    int64_t *values = arena_array(c->memory, d->count, sizeof *values);
    for (size_t i = 0; i < d->count; i++) {
        values[i] = d->items[i]->value;
        if (!kind_same(d->items[i]->of, d->items[0]->of))
            return checker_complain(c, WGCQ_COMPLAINT_TYPE, at,
                                    "the values of '%s' are of several kinds", g->name),
                   NULL;
    }
    return declare_listed(c, at, d->items[0]->of, d->count, values);
}

static expr *in_named(checker *c, const term *t, expr *left, const term *set)
{
    const local *l = scope_local(c, set->text);
    if (l && l->of.form == KIND_SUBSET) {
        if (!kind_same(left->of, l->of.members->of))
            return in_type(c, t, left, l->of.members);
        expr *mask = expr_new(c, EXPR_LOCAL, l->of, syntax_place(set), 0);
        mask->slot = l->slot;
        mask->name = l->name;
        expr *e = expr_pair(c, EXPR_IN_SUBSET, kind_plain(KIND_TRUTH), syntax_place(t), left, mask);
        e->type = l->of.members;
        return e;
    }
    global *g = l ? NULL : scope_global(c, set->text);
    if (!g || (g->form != GLOBAL_TYPE && g->form != GLOBAL_CONSTANT)) {
        checker_complain(c, WGCQ_COMPLAINT_NAME, syntax_place(set),
                         "'%s' is no type, list or set to be in", set->text);
        scope_hint(c, set->text, HINT_TYPES, NULL);
        return NULL;
    }
    if (!declare_ready(c, g))
        return NULL;
    const type *of = g->form == GLOBAL_TYPE ? g->type : set_of_data(c, g, syntax_place(set));
    return of ? in_type(c, t, left, of) : NULL;
}

static expr *member(checker *c, const term *t, expr *left, const term *set)
{
    switch (set->form) {
    case TERM_RANGE: return in_range(c, t, left, set);
    case TERM_LIST: return in_list(c, t, left, set);
    case TERM_NAME: return in_named(c, t, left, set);
    default:
        checker_complain(c, WGCQ_COMPLAINT_TYPE, syntax_place(set),
                         "what stands behind 'in' is a type, a range, a list or a set");
        return NULL;
    }
}

/* The kind that left and right of one comparison share, as far as either shows it. */
static bool guess_operands(checker *c, const term *left, const term *right, kind *out)
{
    if (term_guess(c, left, out))
        return true;
    if (right->form == TERM_NAME && !scope_local(c, right->text)) {
        global *g = scope_global(c, right->text);
        if (g && g->form == GLOBAL_TYPE && declare_ready(c, g))
            return *out = g->type->of, true;
    }
    return term_guess(c, right, out);
}

static expr *negated(checker *c, expr *e)
{
    if (!e)
        return NULL;
    expr *not = expr_new(c, EXPR_NOT, e->of, e->at, 1);
    not ->args[0] = e;
    return not ;
}

static expr *ordered(checker *c, const term *t, comparison op, expr *left, expr *right)
{
    static const expr_form forms[] = {EXPR_EQUAL,      EXPR_NOT_EQUAL, EXPR_LESS,
                                      EXPR_LESS_EQUAL, EXPR_GREATER,   EXPR_GREATER_EQUAL};
    if (!right)
        return NULL;
    if (!kind_same(left->of, right->of)) {
        checker_complain(c, WGCQ_COMPLAINT_TYPE, syntax_mark(t), "%s is compared with %s",
                         kind_words(c, left->of), kind_words(c, right->of));
        return NULL;
    }
    return expr_pair(c, forms[op], kind_plain(KIND_TRUTH), syntax_place(t), left, right);
}

/* a < b < c: each pair in turn, joined by `and`, b shared. */
static expr *compared(checker *c, const term *t)
{
    kind of;
    expr *whole = NULL;
    bool fine = true;
    bool known = guess_operands(c, t->args[0], t->args[1], &of);
    for (size_t i = 2; i < t->count && !known; i++)
        known = term_guess(c, t->args[i], &of);
    expr *left = term_check(c, t->args[0], known ? &of : NULL);
    if (!left)
        fine = false;
    for (size_t i = 0; i + 1 < t->count; i++) {
        const term *next = t->args[i + 1];
        bool in = t->ops[i] == COMPARE_IN || t->ops[i] == COMPARE_NOT_IN;
        expr *right = in ? NULL : term_check(c, next, left ? &left->of : known ? &of : NULL);
        expr *pair = NULL;
        if (left && in)
            pair = member(c, t, left, next);
        else if (left)
            pair = ordered(c, t, t->ops[i], left, right);
        if (t->ops[i] == COMPARE_NOT_IN)
            pair = negated(c, pair);
        if (!pair)
            fine = false;
        else
            whole = whole ? expr_pair(c, EXPR_AND, pair->of, syntax_place(t), whole, pair) : pair;
        if (in && i + 2 < t->count) {
            checker_complain(c, WGCQ_COMPLAINT_SHAPE, syntax_place(t),
                             "'in' can only be the last of a chain of comparisons");
            return NULL;
        }
        left = right;
    }
    return fine ? whole : NULL;
}

/* ---- all of it --------------------------------------------------------------------------------
 */

static expr *string(checker *c, const term *t)
{
    const unsigned char *s = (const unsigned char *)t->text;
    size_t length = strlen(t->text);
    size_t first = length && s[0] >= 0xF0   ? 4
                   : length && s[0] >= 0xE0 ? 3
                   : length && s[0] >= 0xC0 ? 2
                                            : 1;
    if (length != first) {
        checker_complain(c, WGCQ_COMPLAINT_TYPE, syntax_place(t),
                         "a string is one character long; this one is %s",
                         length ? "longer" : "empty");
        return NULL;
    }
    uint32_t code = first == 1 ? s[0] : s[0] & (0xFFu >> (first + 1));
    for (size_t i = 1; i < first; i++)
        code = code << 6 | (s[i] & 0x3Fu);
    return expr_value(c, kind_plain(KIND_CHARACTER), syntax_place(t), code);
}

static expr *misplaced(checker *c, const term *t)
{
    checker_complain(c, WGCQ_COMPLAINT_TYPE, syntax_place(t), "a %s stands where a value is meant",
                     t->form == TERM_LIST ? "list" : "range");
    return NULL;
}

static expr *negative(checker *c, const term *t)
{
    expr *e = arithmetic(c, t, EXPR_NEGATE);
    if (e && e->args[0]->form == EXPR_VALUE)
        return expr_value(c, e->of, e->at, -e->args[0]->value);
    return e;
}

/* Guessing checks parts again, and nested guesses multiply; no puzzle written by a person comes
   near the limit. */
static bool too_much(checker *c, const term *t)
{
    if (++c->work < WORK_MOST)
        return false;
    if (c->work == WORK_MOST)
        complain(c->to, WGCQ_COMPLAINT_SHAPE, syntax_place(t),
                 "the puzzle's expressions are nested in too many ways to be checked");
    return true;
}

expr *term_check(checker *c, const term *t, const kind *expected)
{
    if (too_much(c, t))
        return NULL;
    switch (t->form) {
    case TERM_NUMBER: return expr_value(c, kind_plain(KIND_INTEGER), syntax_place(t), t->value);
    case TERM_STRING: return string(c, t);
    case TERM_NAME: return name(c, t, expected);
    case TERM_DOTTED: return dotted(c, t);
    case TERM_INDEX: return indexed(c, t);
    case TERM_CALL: return call_check(c, t, expected);
    case TERM_OVER: return call_over(c, t, expected);
    case TERM_NOT: return logic(c, t, EXPR_NOT);
    case TERM_AND: return logic(c, t, EXPR_AND);
    case TERM_OR: return logic(c, t, EXPR_OR);
    case TERM_NEGATE: return negative(c, t);
    case TERM_ADD: return arithmetic(c, t, EXPR_ADD);
    case TERM_SUBTRACT: return arithmetic(c, t, EXPR_SUBTRACT);
    case TERM_MULTIPLY: return arithmetic(c, t, EXPR_MULTIPLY);
    case TERM_DIVIDE: return arithmetic(c, t, EXPR_DIVIDE);
    case TERM_MODULO: return arithmetic(c, t, EXPR_MODULO);
    case TERM_COMPARE: return compared(c, t);
    case TERM_IF: return choice(c, t, expected);
    case TERM_RANGE:
    case TERM_LIST: return misplaced(c, t);
    }
    return NULL;
}
