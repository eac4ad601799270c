/*
 * expr.c - expressions: syntax tree to typed tree.
 *
 * Kinds are inferred in both directions.  A name of several enumerations is of the one that is
 * expected there; so the kind of an operation is inferred first, without reporting, from any
 * operand that determines it, and every operand is then checked against it.
 */
#include <assert.h>
#include <string.h>

#include "base/utf8.h"
#include "puzzle/interp/interp.h"
#include "puzzle/scope/checker.h"

enum { WORK_MOST = 200000 };

/* A number, or a truth value, which counts as one. */
static expr *must_be_number(checker *c, expr *e)
{
    e = expr_present(c, e);
    if (!e || e->kind.form == KIND_INTEGER || e->kind.form == KIND_TRUTH)
        return e;
    return expr_must_be(c, e, kind_plain(KIND_INTEGER));
}

expr *expr_check_kind(checker *c, const parse_node *t, kind of)
{
    return expr_must_be(c, expr_check(c, t, &of), of);
}

expr *expr_check_truth(checker *c, const parse_node *t)
{
    return expr_check_kind(c, t, kind_plain(KIND_TRUTH));
}

/* ---- constants -------------------------------------------------------------------- */

bool expr_constant(checker *c, expr *e, int64_t *out)
{
    if (e->form == EXPR_VALUE) {
        *out = e->value;
        return true;
    }
    interp *evaluator = interp_new(c->tree);
    if (!evaluator)
        longjmp(*c->memory->out, 1);
    wgcq_error err = {0};
    int code = interp_value(out, evaluator, e, NULL, &err);
    interp_free(evaluator);
    if (!code)
        return true;
    if (code == WGCQ_EMEMORY)
        longjmp(*c->memory->out, 1);
    source_span at = e->at;
    if (err.line)
        at = (source_span){e->at.from, err.line, err.column, err.line, err.end_column};
    return checker_error(c, WGCQ_DIAGNOSTIC_RUN, at, "%s", err.text);
}

/* Names bound around it have no value yet. */
bool expr_check_constant(checker *c, const parse_node *t, const kind *expected, int64_t *out,
                         kind *of)
{
    const local *outside = c->outside;
    c->outside = c->locals;
    c->constant_only++;
    expr *e = expr_single(c, expr_check(c, t, expected));
    c->constant_only--;
    c->outside = outside;
    if (!e)
        return false;
    if (of)
        *of = e->kind;
    return expr_constant(c, e, out);
}

/* ---- inferring kinds ------------------------------------------------------------------ */

/* `none`, unless it is a value of an enumeration. */
static bool is_word_none(const checker *c, const parse_node *t)
{
    const enumeration *owner = NULL;
    return !strcmp(t->text, "none") && !symbols_value_owners(c, t->text, &owner);
}

static bool infer_name_kind(checker *c, const parse_node *t, kind *out)
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

/* Whether an operand is a list, which says that the operation is one of lists or sets. */
static bool has_list_operand(checker *c, const parse_node *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->args[i]->form == PARSE_LIST || list_is_constant(c, t->args[i]))
            return true;
    return t->form == PARSE_UNITE || t->form == PARSE_MEET;
}

static bool infer_joint_kind(checker *c, const parse_node *t, kind *out)
{
    const bool whole = has_list_operand(c, t);
    *out = kind_plain(KIND_INTEGER);
    if (!whole && !c->has_lists)
        return true;
    for (size_t i = 0; i < t->count; i++)
        if (t->args[i]->form != PARSE_LIST && expr_infer_kind(c, t->args[i], out) &&
            (kind_is_collection(*out) || out->form == KIND_SUBSET)) {
            if (out->form == KIND_SUBSET)
                out->form = KIND_SET; /* what its operations give */
            return true;
        }
    *out = kind_plain(whole ? KIND_LIST : KIND_INTEGER);
    return true;
}

static bool guess_arithmetic(kind *out)
{
    *out = kind_plain(KIND_INTEGER);
    return true;
}

/* Of `if`: a list's items do not say the kind of the list. */
static bool infer_side_kind(checker *c, const parse_node *t, kind *out)
{
    for (size_t i = 1; i < 3; i++)
        if (t->args[i]->form != PARSE_LIST && expr_infer_kind(c, t->args[i], out))
            return true;
    *out = kind_plain(KIND_LIST);
    return t->args[1]->form == PARSE_LIST && t->args[2]->form == PARSE_LIST;
}

bool expr_infer_kind(checker *c, const parse_node *t, kind *out)
{
    switch (t->form) {
    case PARSE_NOT:
    case PARSE_AND:
    case PARSE_OR:
    case PARSE_COMPARE: *out = kind_plain(KIND_TRUTH); return true;
    case PARSE_ADD:
    case PARSE_SUBTRACT:
    case PARSE_UNITE:
    case PARSE_MEET: return infer_joint_kind(c, t, out);
    case PARSE_NUMBER:
    case PARSE_NEGATE:
    case PARSE_MULTIPLY:
    case PARSE_DIVIDE:
    case PARSE_MODULO: return guess_arithmetic(out);
    case PARSE_STRING: *out = kind_plain(KIND_CHARACTER); return true;
    case PARSE_NAME: return infer_name_kind(c, t, out);
    case PARSE_IF: return infer_side_kind(c, t, out);
    case PARSE_RANGE:
    case PARSE_LIST:
        for (size_t i = 0; i < t->count; i++)
            if (expr_infer_kind(c, t->args[i], out))
                return true;
        return false;
    case PARSE_SLICE:
    case PARSE_LIST_TYPE:
    case PARSE_SET_TYPE:
    case PARSE_SEQUENCE: return false;
    case PARSE_DOTTED:
    case PARSE_INDEX:
    case PARSE_ELEMENT:
    case PARSE_CALL:
    case PARSE_AGGREGATE: {
        c->quiet++;
        const expr *e = expr_check(c, t, NULL);
        c->quiet--;
        if (e)
            *out = e->kind;
        return e != NULL;
    }
    }
    return false;
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

/* How a value of several enumerations is told: by a type's name, which an inline list has not. */
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

static expr *check_name(checker *c, const parse_node *t, const kind *expected)
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
static expr *check_dotted(checker *c, const parse_node *t)
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

static expr *reject_slice(checker *c, const parse_node *t)
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

/* Of a list: the indices of the variable, and perhaps one in the list. */
static expr *check_indexed_collection(checker *c, const parse_node *t, const state_variable *v)
{
    const size_t own = v->indices - 1;
    parse_node head = *t;
    const bool inside = t->count == own + 1;
    head.count = inside ? own : t->count;
    if (own && head.count && head.args[head.count - 1]->form == PARSE_SLICE)
        return reject_slice(c, head.args[head.count - 1]);
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

static expr *check_indexed(checker *c, const parse_node *t, const kind *expected)
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

/* LIST[INDEX], where the list is no name */
static expr *check_element(checker *c, const parse_node *t)
{
    expr *list = expr_check(c, t->args[0], NULL);
    if (!list || kind_is_collection(list->kind))
        return list ? list_indexed(c, t, list, t->args[1]) : NULL;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t->args[0]),
                  "this is %s and takes no index", kind_text(c, list->kind));
    return NULL;
}

/* ---- operators ------------------------------------------------------------------------------ */

/* `bank + 1` was meant as the value behind it. */
static expr *check_summand(checker *c, expr *e, expr_form form)
{
    bool next = e && e->kind.form == KIND_ENUM && (form == EXPR_ADD || form == EXPR_SUBTRACT);
    expr *number = must_be_number(c, e);
    if (next)
        checker_hint(c, "an enumeration has no successor: use a range, such as 0..2");
    return number;
}

/* a + b of lists; a | b, a & b, a - b of sets */
static expr *join_collections(checker *c, const parse_node *t, expr *left, expr *right)
{
    const size_t errors = c->error_count;
    expr *e = left && right ? list_operation(c, t, left, right) : NULL;
    if (e || !left || !right || c->error_count > errors)
        return e;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_mark(t), "%s and %s cannot be joined so",
                  kind_text(c, left->kind), kind_text(c, right->kind));
    checker_hint(c, "lists are joined by '+', as in q + [x]; sets by '|', '&' and '-'");
    return NULL;
}

/* Literals are of the kind of the other operand, but for numbers as written. */
static expr *check_collection_operation(checker *c, const parse_node *t)
{
    const bool behind = t->args[0]->form == PARSE_LIST;
    expr *first = expr_check(c, t->args[behind], NULL);
    const bool typed =
        first && (kind_is_collection(first->kind) || first->kind.form == KIND_SUBSET);
    const parse_node *other = t->args[!behind];
    const bool own = typed && kind_is_list_of_numbers(first->kind) && list_is_of_numbers(other);
    expr *second = expr_check(c, other, typed && !own ? &first->kind : NULL);
    return behind ? join_collections(c, t, second, first) : join_collections(c, t, first, second);
}

static bool is_collection_value(const expr *e)
{
    return e && (kind_is_collection(e->kind) || e->kind.form == KIND_SUBSET);
}

static expr *check_arithmetic(checker *c, const parse_node *t, expr_form form)
{
    const bool joins = form == EXPR_ADD || form == EXPR_SUBTRACT;
    if (joins && has_list_operand(c, t))
        return check_collection_operation(c, t);
    expr *e = expr_new(c, form, kind_plain(KIND_INTEGER), parse_node_span(t), t->count);
    e->mark = parse_node_mark(t);
    bool fine = true;
    for (size_t i = 0; i < t->count; i++) {
        expr *operand = expr_check(c, t->args[i], &e->kind);
        if (joins && (i ? is_collection_value(e->args[0]) : is_collection_value(operand))) {
            e->args[i] = operand;
            fine &= operand != NULL;
            continue;
        }
        e->args[i] = check_summand(c, operand, form);
        fine &= e->args[i] != NULL;
    }
    return fine && joins && is_collection_value(e->args[0])
               ? join_collections(c, t, e->args[0], e->args[1])
           : fine ? e
                  : NULL;
}

/* Checks an operand that is evaluated only where a condition is `holds` (1 or 0).
 */
static expr *check_under_condition(checker *c, const expr *condition, int holds,
                                   const parse_node *t, const kind *of)
{
    int unsure = !condition || expr_known_truth(c, condition) != holds;
    c->conditional += unsure;
    expr *e = expr_check(c, t, of);
    c->conditional -= unsure;
    return e;
}

/* not, and, or: the second operand is evaluated only where the first does not decide. */
static expr *check_logic(checker *c, const parse_node *t, expr_form form)
{
    kind truth = kind_plain(KIND_TRUTH);
    expr *e = expr_new(c, form, truth, parse_node_span(t), t->count);
    e->args[0] = expr_check_truth(c, t->args[0]);
    bool fine = e->args[0] != NULL;
    for (size_t i = 1; i < t->count; i++) {
        expr *next = check_under_condition(c, e->args[0], form == EXPR_AND, t->args[i], &truth);
        e->args[i] = expr_must_be(c, next, truth);
        fine &= e->args[i] != NULL;
    }
    return fine ? e : NULL;
}

/* The kind that both sides of `if` have: what is expected, that of either, or that of one with none
   beside it. */
static bool unify_sides(checker *c, const kind *expected, expr **yes, expr **no)
{
    const kind kinds[] = {expected ? *expected : (*yes)->kind, (*yes)->kind, (*no)->kind,
                          kind_or_none((*yes)->kind), kind_or_none((*no)->kind)};
    if (kind_same((*yes)->kind, (*no)->kind))
        return true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        expr *a = kinds[i].optional ? expr_adapt(c, *yes, kinds[i]) : NULL,
             *b = a ? expr_adapt(c, *no, kinds[i]) : NULL;
        if (!b || kind_is_bare_none(kinds[i]))
            continue;
        *yes = a;
        *no = b;
        return true;
    }
    return false;
}

static expr *check_conditional(checker *c, const parse_node *t, const kind *expected)
{
    kind of;
    const bool lists = t->args[1]->form == PARSE_LIST || t->args[2]->form == PARSE_LIST;
    if (lists && expected && !kind_is_collection(*expected))
        expected = NULL;
    bool inferred = (expected != NULL && (of = *expected, true)) || expr_infer_kind(c, t, &of);
    expr *condition = expr_check_truth(c, t->args[0]);
    expr *yes = check_under_condition(c, condition, 1, t->args[1], inferred ? &of : NULL);
    int unknown_kind = !yes && !inferred;
    c->lenient += unknown_kind;
    const bool any = !expected && yes && t->args[2]->form == PARSE_LIST &&
                     kind_is_list_of_numbers(yes->kind); /* a literal has its own range */
    expr *no = check_under_condition(c, condition, 0, t->args[2],
                                     any        ? NULL
                                     : yes      ? &yes->kind
                                     : inferred ? &of
                                                : NULL);
    c->lenient -= unknown_kind;
    const bool whole = yes && no && (kind_is_collection(yes->kind) || kind_is_collection(no->kind));
    expr *either =
        whole && condition ? list_choose(c, parse_node_span(t), condition, yes, no) : NULL;
    if (either)
        return either;
    if (yes && no && !unify_sides(c, expected, &yes, &no)) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, no->at,
                      "the two sides of 'if' differ: %s, and %s here", kind_text(c, yes->kind),
                      kind_text(c, no->kind));
        return NULL;
    }
    if (!condition || !yes || !no)
        return NULL;
    expr *e = expr_new(c, EXPR_IF, yes->kind, parse_node_span(t), 3);
    e->args[0] = condition;
    e->args[1] = yes;
    e->args[2] = no;
    return e;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static expr *check_character_literal(checker *c, const parse_node *t)
{
    const unsigned char *s = (const unsigned char *)t->text;
    size_t length = strlen(t->text);
    size_t first = length && s[0] >= 0xF0   ? 4
                   : length && s[0] >= 0xE0 ? 3
                   : length && s[0] >= 0xC0 ? 2
                                            : 1;
    if (length != first) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                      "a string is one character long; this one is %s",
                      length ? "longer" : "empty");
        return NULL;
    }
    uint32_t code = first == 1 ? s[0] : s[0] & (0xFFu >> (first + 1));
    for (size_t i = 1; i < first; i++)
        code = code << 6 | (s[i] & 0x3Fu);
    return expr_value(c, kind_plain(KIND_CHARACTER), parse_node_span(t), code);
}

static expr *reject_list_or_range(checker *c, const parse_node *t)
{
    bool list = t->form == PARSE_LIST;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "a %s where a value is expected",
                  list ? "list" : "range");
    checker_hint(c, list ? "to be one of several is written x in [a, b]"
                         : "to be in a range is written x in 0..8");
    return NULL;
}

static expr *reject_sequence(checker *c, const parse_node *t)
{
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                  "a value is expected here, not one for each of several");
    checker_hint(c, "all, any, count, sum, min and max make one of them: count(... for ...)");
    return NULL;
}

static expr *check_negation(checker *c, const parse_node *t)
{
    expr *e = check_arithmetic(c, t, EXPR_NEGATE);
    if (e && e->args[0]->form == EXPR_VALUE && e->args[0]->value != INT64_MIN)
        return expr_value(c, e->kind, e->at, -e->args[0]->value);
    return e;
}

/* Inference checks operands again, exponentially in the nesting; puzzles written by hand stay far
   below the limit. */
static bool exceeds_work_limit(checker *c, const parse_node *t)
{
    if (++c->work < WORK_MOST)
        return false;
    if (c->work == WORK_MOST)
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(t),
                       "the puzzle's expressions are nested too deeply to be checked");
    return true;
}

expr *expr_check(checker *c, const parse_node *t, const kind *expected)
{
    if (exceeds_work_limit(c, t))
        return NULL;
    switch (t->form) {
    case PARSE_NUMBER: return expr_value(c, kind_plain(KIND_INTEGER), parse_node_span(t), t->value);
    case PARSE_STRING: return check_character_literal(c, t);
    case PARSE_NAME: return check_name(c, t, expected);
    case PARSE_DOTTED: return check_dotted(c, t);
    case PARSE_INDEX: return check_indexed(c, t, expected);
    case PARSE_ELEMENT: return check_element(c, t);
    case PARSE_CALL: return call_check(c, t, expected);
    case PARSE_AGGREGATE: return function_check_aggregate(c, t, expected);
    case PARSE_NOT: return check_logic(c, t, EXPR_NOT);
    case PARSE_AND: return check_logic(c, t, EXPR_AND);
    case PARSE_OR: return check_logic(c, t, EXPR_OR);
    case PARSE_NEGATE: return check_negation(c, t);
    case PARSE_ADD: return check_arithmetic(c, t, EXPR_ADD);
    case PARSE_SUBTRACT: return check_arithmetic(c, t, EXPR_SUBTRACT);
    case PARSE_MULTIPLY: return check_arithmetic(c, t, EXPR_MULTIPLY);
    case PARSE_DIVIDE: return check_arithmetic(c, t, EXPR_DIVIDE);
    case PARSE_MODULO: return check_arithmetic(c, t, EXPR_MODULO);
    case PARSE_UNITE:
    case PARSE_MEET: return check_collection_operation(c, t);
    case PARSE_COMPARE: return comparison_check(c, t);
    case PARSE_IF: return check_conditional(c, t, expected);
    case PARSE_SLICE:
    case PARSE_LIST_TYPE:
    case PARSE_SET_TYPE: return reject_slice(c, t);
    case PARSE_LIST:
        if (!expected || kind_is_collection(*expected) || expected->form == KIND_SUBSET)
            return list_literal(c, t, expected);
        return reject_list_or_range(c, t);
    case PARSE_RANGE: return reject_list_or_range(c, t);
    case PARSE_SEQUENCE: return reject_sequence(c, t);
    }
    return NULL;
}
