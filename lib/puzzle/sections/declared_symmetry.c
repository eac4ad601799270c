/*
 * declared_symmetry.c - `symmetric`: types whose values may all be exchanged, and generators by a
 * name of their own.
 *
 * A generator is a mapping.  Its keys are variables, as in `set`, and what is in them afterwards;
 * or the values of an enumeration, and what they become; or `v for v in TYPE`, and what v becomes.
 */
#include <string.h>

#include "puzzle/parse/lexer.h"
#include "puzzle/sections/sections.h"

enum { VALUES_MOST = 1 << 16 }; /* of a type that a generator renames */

typedef struct declared_generators {
    checker *c;
    generator *all;
    size_t room;
} declared_generators;

/* ---- which form ---------------------------------------------------------------------------- */

typedef enum generator_form { ASSIGNS_VARIABLES, LISTS_VALUES, RENAMES_A_TYPE } generator_form;

/* By the first key: a name and what follows it. */
static generator_form form_of(checker *c, const node *key)
{
    const enumeration *of;
    size_t length = lexer_name_length(key->text, key->length);
    const char *name = arena_text(c->memory, key->text, length), *behind = key->text + length;
    const global *g = symbols_find_global(c, name);
    if (g && g->form == GLOBAL_VARIABLE)
        return ASSIGNS_VARIABLES;
    if (length && !strncmp(behind, " for ", 5))
        return RENAMES_A_TYPE;
    return !length || *behind == '.' || symbols_value_owners(c, name, &of) ? LISTS_VALUES
                                                                           : ASSIGNS_VARIABLES;
}

/* ---- renaming values ----------------------------------------------------------------------- */

/* Whether each value of the type is what exactly one becomes; `at`: where each is written. */
static bool is_permutation_of(checker *c, const type *of, const int64_t *becomes,
                              const source_span *at)
{
    int64_t *from = arena_array(c->memory, (size_t)of->count + 1, sizeof *from);
    memset(from, 0xff, ((size_t)of->count + 1) * sizeof *from);
    for (uint64_t i = 0; i < of->count; i++) {
        int64_t to = type_position(of, becomes[i]);
        if (to < 0)
            return checker_error(
                c, WGCQ_DIAGNOSTIC_RANGE, at[i], "%s becomes %s, which is not %s",
                value_text(c, of->kind, type_value(of, i)), value_text(c, of->kind, becomes[i]),
                of->name ? arena_printf(c->memory, "a value of %s", of->name) : "renamed here");
        if (from[to] >= 0)
            return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, at[i], "both %s and %s become %s",
                                 value_text(c, of->kind, type_value(of, (uint64_t)from[to])),
                                 value_text(c, of->kind, type_value(of, i)),
                                 value_text(c, of->kind, becomes[i]));
        from[to] = (int64_t)i;
    }
    return true;
}

/* A value of an enumeration, written as a key or behind it. */
static bool read_value(checker *c, const node *n, const kind *expected, int64_t *out, kind *of)
{
    if (n->form != NODE_SCALAR || !n->length)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->at, "a value is expected here");
    parse_node *t = parse_expression(&c->syntax, n);
    if (!t || !expr_check_constant(c, t, expected, out, of))
        return false;
    if (expected && !kind_same(*of, *expected))
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, n->at, "this is %s, and the others are of %s",
                             kind_text(c, *of),
                             expected->enumeration->name ? expected->enumeration->name
                                                         : "another enumeration");
    if (of->form == KIND_ENUM)
        return true;
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, n->at, "this is %s: of which type?", kind_text(c, *of));
    checker_hint(c, "write v for v in TYPE: what v becomes");
    return false;
}

/* `red: green, green: red` */
static bool check_listed_values(checker *c, generator *g, const node *n)
{
    kind of = {0}, also;
    int64_t *values = arena_array(c->memory, n->count + 1, sizeof *values);
    int64_t *becomes = arena_array(c->memory, n->count + 1, sizeof *becomes);
    source_span *at = arena_array(c->memory, n->count + 1, sizeof *at);
    bool fine = true;
    for (size_t i = 0; i < n->count && fine; i++) {
        const map_entry *e = &n->entries[i];
        at[i] = e->value->at;
        fine = read_value(c, e->key, i ? &of : NULL, &values[i], &also);
        of = fine && !i ? also : of;
        fine = fine && read_value(c, e->value, &of, &becomes[i], &also);
    }
    if (!fine)
        return false;
    const type *renamed = declare_value_list(c, n->at, of, n->count, values);
    g->renamed = renamed;
    g->becomes = becomes;
    if (renamed->count < n->count)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->at, "a value is renamed twice here");
    return is_permutation_of(c, renamed, becomes, at);
}

/* `value` for each value of the type that the name of the binding goes through. */
static bool evaluate_renaming(checker *c, generator *g, const binding *b, expr *value)
{
    const type *of = b->type;
    int64_t *becomes = arena_array(c->memory, (size_t)of->count + 1, sizeof *becomes);
    source_span *at = arena_array(c->memory, (size_t)of->count + 1, sizeof *at);
    for (uint64_t i = 0; i < of->count; i++) {
        expr *call = expr_new(c, EXPR_CALL, value->kind, value->at, 1);
        call->name = b->names[0];
        call->slot = b->slot[0];
        call->args[0] = expr_value(c, of->kind, value->at, type_value(of, i));
        call->body = value;
        at[i] = value->at;
        if (!expr_constant(c, call, &becomes[i]))
            return false;
    }
    g->renamed = of;
    g->becomes = becomes;
    return is_permutation_of(c, of, becomes, at);
}

static bool check_bound_name(checker *c, const node *key, const target *t, const loop *over)
{
    const binding *b = over->bindings;
    bool plain = over->count == 1 && b->slots == 1 && !b->filter && !t->indexed &&
                 b->form == DOMAIN_TYPE && !strcmp(b->names[0], t->name.text);
    if (!plain)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, key->at,
                             "values are renamed by v for v in TYPE, all of them");
    if (b->type->count <= VALUES_MOST)
        return true;
    return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, key->at, "%s has too many values to be renamed",
                         type_text(c, b->type));
}

/* `p for p in seat: (p + 1) % n` */
static bool check_renamed_type(checker *c, generator *g, const node *n)
{
    const map_entry *e = n->entries;
    local *outer = c->locals;
    target t;
    if (n->count > 1)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->entries[1].key->at,
                             "a generator renames the values of one type; this is another one");
    if (e->value->form != NODE_SCALAR || !e->value->length)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, e->value->at, "a value is expected here");
    if (!parse_target(&t, &c->syntax, e->key))
        return false;
    c->constant_only++;
    const loop *over = quantifier_check(c, &t.clauses, false);
    bool fine = over && check_bound_name(c, e->key, &t, over);
    parse_node *text = fine ? parse_expression(&c->syntax, e->value) : NULL;
    expr *value = text ? expr_check_kind(c, text, over->bindings[0].type->kind) : NULL;
    c->locals = outer;
    c->constant_only--;
    return value && evaluate_renaming(c, g, over->bindings, value);
}

/* ---- variables ----------------------------------------------------------------------------- */

static bool check_assigned_variables(checker *c, generator *g, const node *n)
{
    assignments all = {0};
    step *set = arena_take(c->memory, sizeof *set);
    if (!init_mapping(c, &all, n, INIT_SET))
        return false;
    *set = (step){
        .form = STEP_SET, .at = n->at, .rule = -1, .count = all.count, .assignments = all.items};
    g->set = set;
    return true;
}

/* ---- one generator, and all ---------------------------------------------------------------- */

static bool is_new_name(checker *c, const declared_generators *d, const node *key)
{
    if (!key->length)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, key->at, "a generator has a name");
    for (size_t i = 0; i < c->tree->generator_count; i++)
        if (!strcmp(d->all[i].name, key->text)) {
            checker_error(c, WGCQ_DIAGNOSTIC_NAME, key->at, "'%s' is declared twice", key->text);
            checker_note(c, d->all[i].at, "'%s' is declared here", key->text);
            return false;
        }
    return true;
}

static void check_generator(declared_generators *d, const map_entry *e)
{
    checker *c = d->c;
    const node *n = e->value;
    generator g = {.name = e->key->text, .at = e->key->at};
    if (!is_new_name(c, d, e->key))
        return;
    if (n->form != NODE_MAP || !n->count) {
        checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->length || n->count ? n->at : e->key->at,
                      "'%s' is a mapping of variables to what is in them afterwards, or of values "
                      "to what they become",
                      g.name);
        return;
    }
    bool fine = false;
    switch (form_of(c, n->entries[0].key)) {
    case ASSIGNS_VARIABLES: fine = check_assigned_variables(c, &g, n); break;
    case LISTS_VALUES: fine = check_listed_values(c, &g, n); break;
    case RENAMES_A_TYPE: fine = check_renamed_type(c, &g, n); break;
    }
    if (fine)
        ARENA_PUSH(c->memory, d->all, c->tree->generator_count, d->room, g);
}

static void check_symmetric_type(checker *c, const type **all, const node *item)
{
    parse_node *t = item->form == NODE_SCALAR ? parse_expression(&c->syntax, item) : NULL;
    if (item->form != NODE_SCALAR)
        checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, item->at, "the name of a type is expected here");
    const type *of = t ? declare_index_type(c, t) : NULL;
    if (of)
        all[c->tree->symmetric_count++] = of;
}

void symmetry_check(checker *c, const node *n)
{
    size_t count = n->form == NODE_LIST ? n->count : 1;
    const type **types = arena_array(c->memory, count + 1, sizeof *types);
    declared_generators d = {.c = c};
    for (size_t i = 0; i < count; i++) {
        const node *item = n->form == NODE_LIST ? n->items[i] : n;
        if (item->form != NODE_MAP)
            check_symmetric_type(c, types, item);
        for (size_t k = 0; item->form == NODE_MAP && k < item->count; k++)
            check_generator(&d, &item->entries[k]);
    }
    c->tree->symmetric = types;
    c->tree->generators = d.all;
}
