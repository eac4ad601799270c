/* references.c - names in expressions: values, variables, constants, their elements. */
#include <assert.h>
#include <string.h>

#include "base/utf8.h"
#include "puzzle/scope/checker.h"

/* `none`, unless it is a value of an enumeration. */
static bool is_word_none(const checker *c, const parse_node *t)
{
    const enumeration *owner = NULL;
    return !strcmp(t->text, "none") && !symbols_value_owners(c, t->text, &owner);
}

bool reference_infer_kind(checker *c, const parse_node *t, kind *out)
{
    const enumeration *owner = NULL;
    const local *l = symbols_find_local(c, t->text);
    if (l)
        return *out = l->kind, !l->poisoned;
    const global *g = symbols_find_global(c, t->text);
    if (!g && is_word_none(c, t))
        return false;
    if (!g && symbols_value_owners(c, t->text, &owner) == 1)
        return *out = kind_enum(owner), true;
    if (!g && symbols_value_owners(c, t->text, &owner) > 1)
        return false;
    if (g && g->form == GLOBAL_TYPE)
        return false;
    c->quiet++;
    const expr *e = expr_check(c, t, NULL);
    c->quiet--;
    if (e)
        *out = e->kind;
    return e != NULL;
}

/* ---- names ------------------------------------------------------------------------------ */

/* The scalar with a part of it in quotes, where it is short enough to be written again. */
static const char *text_with_quotes(checker *c, const parse_node *part)
{
    enum { LONGEST = 60 };
    const node *in = part->in;
    const int from = (int)part->from, length = (int)(part->to - part->from);
    const bool quoted = in->style == STYLE_QUOTED;
    const bool again = (quoted || in->style == STYLE_PLAIN) && in->length <= LONGEST &&
                       !strpbrk(in->text, "'\n\\");
    const char *around = again && (quoted || !from) ? "'" : "";
    return arena_printf(c->memory, "%s%.*s\"%.*s\"%s%s", around, again ? from : 0, in->text, length,
                        in->text + from, again ? in->text + part->to : "", around);
}

bool expr_hint_character(checker *c, const parse_node *t)
{
    bool sign = t->form == PARSE_NAME || t->form == PARSE_NUMBER;
    if (!sign || utf8_count(t->in->text + t->from, t->to - t->from) != 1)
        return false;
    checker_hint(c, "a character has quotes: write %s", text_with_quotes(c, t));
    return true;
}

static expr *report_unknown_value(checker *c, const parse_node *t, const kind *expected)
{
    const enumeration *of = expected && expected->form == KIND_ENUM ? expected->enumeration : NULL;
    const bool character = expected && expected->form == KIND_CHARACTER;
    bool bare = parse_is_bare_character(t->in) && t->to == t->in->length;
    if (poison_in_step(c, t->text) || (bare && c->quotes_told && !c->quiet))
        return NULL;
    checker_error(c, WGCQ_DIAGNOSTIC_NAME, bare ? t->in->at : parse_node_span(t),
                  bare ? "unknown name '%s': YAML takes these quotes away" : "unknown name '%s'",
                  t->text);
    if (bare)
        checker_hint(c, "a character has quotes within them: write %s",
                     parse_quoted_character(c->memory, t->in));
    else if (!character || !expr_hint_character(c, t))
        symbols_suggest(c, t->text, HINT_VALUES, of);
    else if (!c->suppressed)
        poison_name(c, t->text);
    c->quotes_told |= bare && !c->suppressed;
    return NULL;
}

static expr *enum_value_expr(checker *c, const parse_node *t, const enumeration *of,
                             const char *name)
{
    return expr_value(c, kind_enum(of), parse_node_span(t), symbols_value_ordinal(c, of, name));
}

/* Hints how to name the enumeration of an ambiguous value; an inline list has no name. */
static void hint_which(checker *c, const char *value)
{
    const enumeration *owner = NULL;
    for (const name_entry *n = name_index_first(&c->value_names, value); n;
         n = name_index_next(n)) {
        const enumeration *e = n->holder;
        if (!owner || e->name)
            owner = e;
    }
    assert(owner); /* the value has several */
    const char *name = owner->name ? owner->name : symbols_unused_name(c, "kind");
    if (owner->name)
        checker_hint(c, "say which, as in '%s.%s'", name, value);
    else
        checker_hint(c,
                     "say which: give its list a name under `types`, as in '%s: %s', and write "
                     "'%s.%s'",
                     name, kind_values_text(c, owner, 8), name, value);
}

/* A bare name that is no global: a value of an enumeration. */
static expr *check_bare_value(checker *c, const parse_node *t, const kind *expected)
{
    const enumeration *owner = NULL;
    size_t owners = symbols_value_owners(c, t->text, &owner);
    if (expected && expected->optional && !strcmp(t->text, "none") &&
        (expected->form != KIND_ENUM ||
         symbols_value_ordinal(c, expected->enumeration, "none") < 0))
        return expr_value(c, *expected, parse_node_span(t), expected->none);
    if (is_word_none(c, t))
        return expr_value(c, kind_bare_none(), parse_node_span(t), INT64_MIN);
    if (expected && expected->form == KIND_ENUM &&
        symbols_value_ordinal(c, expected->enumeration, t->text) >= 0)
        return enum_value_expr(c, t, expected->enumeration, t->text);
    if (owners == 1)
        return enum_value_expr(c, t, owner, t->text);
    if (!owners)
        return report_unknown_value(c, t, expected);
    if (c->lenient || c->values_poisoned || (!c->quiet && c->ambiguous_in == t->in))
        return NULL;
    c->ambiguous_in = c->quiet ? c->ambiguous_in : t->in;
    checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_span(t),
                  "'%s' is a value of several enumerations, and nothing here says which", t->text);
    hint_which(c, t->text);
    return NULL;
}

static expr *reject_variable(checker *c, const parse_node *t)
{
    checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_span(t),
                  "'%s' is a variable; only constants are allowed here", t->text);
    return NULL;
}

static expr *check_scalar_variable(checker *c, const parse_node *t, const state_variable *v)
{
    if (c->constant_only)
        return reject_variable(c, t);
    kind of = v->type ? v->type->kind : kind_plain(KIND_INTEGER);
    if (v->collection && v->indices == 1)
        return list_of_variable(c, v, parse_node_span(t), 0, NULL);
    if (v->indices) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                      "'%s' is an array; a value is one of its elements", v->name);
        checker_hint(c, "write %s[...]", v->name);
        return NULL;
    }
    expr *e = expr_new(c, EXPR_CELL, of, parse_node_span(t), 0);
    e->variable = v;
    return e;
}

static expr *constant_value(checker *c, const parse_node *t, const global *g)
{
    if (g->data && g->data->form == DATUM_VALUE)
        return expr_value(c, g->data->kind, parse_node_span(t), g->data->value);
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                  "'%s' is a whole %s where a value is expected", t->text,
                  g->data && g->data->form == DATUM_MAP    ? "mapping"
                  : g->data && g->data->form == DATUM_TEXT ? "text"
                  : g->data                                ? "list"
                                                           : "table");
    checker_hint(c, "say which of its elements: %s[...]", t->text);
    return NULL;
}

/* Whether a list may stand where this is expected. */
static bool is_list_expected(const kind *expected)
{
    return !expected || kind_is_collection(*expected) || expected->form == KIND_SUBSET;
}

/* A global's name as a value. */
static expr *global_value(checker *c, const parse_node *t, global *g, const kind *expected)
{
    if (!declare_resolve(c, g))
        return NULL;
    switch (g->form) {
    case GLOBAL_VARIABLE: return check_scalar_variable(c, t, g->variable);
    case GLOBAL_CONSTANT:
        return is_list_expected(expected) && list_is_constant(c, t) ? list_of_constant(c, t)
                                                                    : constant_value(c, t, g);
    case GLOBAL_DEFINE: return call_define(c, g, t, expected);
    case GLOBAL_TYPE: break;
    }
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "'%s' is a type, not a value",
                  t->text);
    return NULL;
}

/* Whether a name that is both a value of the expected enumeration and a global is the value: where
   the global is of another kind. */
static bool value_hides_global(checker *c, const parse_node *t, global *g, const kind *expected)
{
    if (!expected || expected->form != KIND_ENUM ||
        symbols_value_ordinal(c, expected->enumeration, t->text) < 0)
        return false;
    c->quiet++;
    const expr *e = global_value(c, t, g, expected);
    c->quiet--;
    return !e || !kind_same_values(e->kind, *expected);
}

static bool is_outside(const checker *c, const local *l)
{
    const local *other = c->outside;
    while (other && other != l)
        other = other->outer;
    return other != NULL;
}

static expr *local_places(checker *c, const parse_node *t, const local *l)
{
    const kind of = l->kind.form == KIND_SET ? kind_plain(KIND_TRUTH)
                    : l->kind.members        ? l->kind.members->kind
                                             : kind_plain(KIND_INTEGER);
    expr *all = expr_new(c, EXPR_PLACES, l->kind, parse_node_span(t), l->places);
    for (size_t i = 0; i < l->places; i++) {
        all->args[i] = expr_new(c, EXPR_LOCAL, of, all->at, 0);
        all->args[i]->slot = l->slot + (int)i;
        all->args[i]->name = l->name;
    }
    return all;
}

expr *expr_local(checker *c, const parse_node *t, const local *l)
{
    if (l->poisoned)
        return NULL;
    if (is_outside(c, l)) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_span(t),
                      "'%s' is a name for a value; only constants are allowed here", l->name);
        checker_note(c, l->at, "'%s' is bound here", l->name);
        return NULL;
    }
    if (kind_is_collection(l->kind))
        return local_places(c, t, l);
    expr *e = expr_new(c, EXPR_LOCAL, l->kind, parse_node_span(t), 0);
    e->slot = l->slot;
    e->name = l->name;
    return e;
}

expr *reference_check(checker *c, const parse_node *t, const kind *expected)
{
    const local *l = symbols_find_local(c, t->text);
    if (l)
        return expr_local(c, t, l);
    if (!strcmp(t->text, "true") || !strcmp(t->text, "false"))
        return expr_value(c, kind_plain(KIND_TRUTH), parse_node_span(t), t->text[0] == 't');
    global *g = symbols_find_global(c, t->text);
    if (g && !value_hides_global(c, t, g, expected))
        return global_value(c, t, g, expected);
    if (!g && c->in_end && c->goal && !strcmp(t->text, "goal"))
        return c->goal;
    return check_bare_value(c, t, expected);
}

static expr *reject_type_name(checker *c, const parse_node *t, const global *g)
{
    if (!g && poison_has(c, t->text))
        return NULL;
    bool element = g && g->form == GLOBAL_VARIABLE && g->head.count;
    checker_error(c, WGCQ_DIAGNOSTIC_NAME,
                  element ? parse_node_span(t)
                          : node_span(t->in, t->from, t->from + strlen(t->text)),
                  "'%s' is not a type", t->text);
    if (element)
        checker_hint(c, "an element of an array is written %s[%s]", t->text, t->member);
    else if (!g)
        symbols_suggest(c, t->text, HINT_TYPES, NULL);
    return NULL;
}

/* frog.empty */
expr *reference_check_dotted(checker *c, const parse_node *t)
{
    global *g = symbols_find_type(c, t->text);
    if (!g || g->form != GLOBAL_TYPE)
        return reject_type_name(c, t, g);
    if (!declare_resolve(c, g))
        return NULL;
    const enumeration *of = g->type->kind.enumeration;
    if (g->type->kind.form == KIND_ENUM && symbols_value_ordinal(c, of, t->member) >= 0 &&
        type_position(g->type, symbols_value_ordinal(c, of, t->member)) >= 0)
        return enum_value_expr(c, t, of, t->member);
    checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_span(t), "%s has no value '%s'", t->text,
                  t->member);
    if (g->type->kind.form == KIND_ENUM)
        symbols_suggest(c, t->member, 0, of);
    checker_note(c, g->key->at, "'%s' is declared here", t->text);
    return NULL;
}

/* ---- indices ------------------------------------------------------------------------------ */

static expr *check_index_value(checker *c, const parse_node *t, const type *of, const char *name_of)
{
    expr *e = expr_check(c, t, &of->kind);
    if (!e)
        return NULL;
    expr *fit = expr_adapt(c, e, of->kind);
    if (!fit) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, e->at, "the index is %s where %s is expected",
                      kind_text(c, e->kind), kind_text(c, of->kind));
        return NULL;
    }
    e = fit;
    if (e->form == EXPR_VALUE && type_position(of, e->value) < 0 && !c->conditional) {
        checker_error(c, WGCQ_DIAGNOSTIC_RANGE, e->at, "the index %s of '%s' is outside of %s",
                      value_text(c, e->kind, e->value), name_of, type_text(c, of));
        return NULL;
    }
    return e;
}

expr *reference_reject_slice(checker *c, const parse_node *t)
{
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "a slice is of a list alone");
    return NULL;
}

expr **expr_check_indices(checker *c, const parse_node *t, size_t wanted, const type *const *types)
{
    if (t->count != wanted) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "'%s' takes %zu %s, not %zu",
                      t->text, wanted, wanted == 1 ? "index" : "indices", t->count);
        return NULL;
    }
    assert(t->form == PARSE_INDEX);
    expr **indices = arena_array(c->memory, wanted + 1, sizeof *indices);
    bool fine = true;
    for (size_t i = 0; i < wanted; i++) {
        indices[i] = check_index_value(c, t->args[i], types[i], t->text);
        fine &= indices[i] != NULL;
    }
    return fine ? indices : NULL;
}

/* A variable that is a list: the indices of its array, and perhaps one into the list. */
static expr *check_indexed_collection(checker *c, const parse_node *t, const state_variable *v)
{
    const size_t own = v->indices - 1;
    parse_node head = *t;
    const bool inside = t->count == own + 1;
    head.count = inside ? own : t->count;
    if (own && head.count && head.args[head.count - 1]->form == PARSE_SLICE)
        return reference_reject_slice(c, head.args[head.count - 1]);
    expr **indices = expr_check_indices(c, &head, own, v->index);
    if (!indices)
        return NULL;
    expr *all = list_of_variable(c, v, parse_node_span(t), own, indices);
    return inside ? list_indexed(c, t, all, t->args[own]) : all;
}

static expr *check_indexed_variable(checker *c, const parse_node *t, const state_variable *v)
{
    if (c->constant_only)
        return reject_variable(c, t);
    if (v->collection)
        return check_indexed_collection(c, t, v);
    if (!v->indices) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "'%s' is not an array", v->name);
        return NULL;
    }
    expr **indices = expr_check_indices(c, t, v->indices, v->index);
    if (!indices)
        return NULL;
    expr *e = expr_new(c, EXPR_CELL, v->type->kind, parse_node_span(t), 0);
    e->variable = v;
    e->count = v->indices;
    e->args = indices;
    return e;
}

static expr *check_indexed_constant(checker *c, const parse_node *t, global *g)
{
    value_table *of = constant_table(c, g, parse_node_span(t));
    if (!of)
        return NULL;
    expr **indices = expr_check_indices(c, t, of->indices, of->index);
    if (!indices)
        return NULL;
    expr *e = expr_new(c, EXPR_TABLE, of->kind, parse_node_span(t), 0);
    e->table = of;
    e->count = of->indices;
    e->args = indices;
    return e;
}

static expr *reject_index(checker *c, const parse_node *t, local *l, const global *g)
{
    if ((l && l->poisoned) || (!l && !g && poison_has(c, t->text)))
        return NULL;
    if (l || !g) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, parse_node_mark(t),
                      l ? "'%s' is one value and takes no index" : "unknown name '%s'", t->text);
        if (!l)
            symbols_suggest(c, t->text, HINT_VARIABLES | HINT_TYPES, NULL);
        else
            l->poisoned = !c->suppressed;
        return NULL;
    }
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_mark(t), "'%s' is %s and takes no index",
                  t->text, g->form == GLOBAL_TYPE ? "a type" : "a define");
    if (g->form == GLOBAL_DEFINE)
        checker_hint(c, "a define is called with parentheses: %s(...)", t->text);
    else
        checker_hint(c, "a value of it is written by its name alone");
    return NULL;
}

expr *reference_check_indexed(checker *c, const parse_node *t, const kind *expected)
{
    local *l = symbols_find_local(c, t->text);
    global *g = l ? NULL : symbols_find_global(c, t->text);
    if (g && !declare_resolve(c, g))
        return NULL;
    if (l && kind_is_collection(l->kind) && !l->poisoned && t->count == 1) {
        expr *all = expr_local(c, t, l);
        return all ? list_indexed(c, t, all, t->args[0]) : NULL;
    }
    if (g && g->form == GLOBAL_VARIABLE)
        return check_indexed_variable(c, t, g->variable);
    if (g && g->form == GLOBAL_CONSTANT)
        return is_list_expected(expected) && list_is_constant(c, t)
                   ? list_of_constant(c, t)
                   : check_indexed_constant(c, t, g);
    return reject_index(c, t, l, g);
}
