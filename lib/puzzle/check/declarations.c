/*
 * declarations.c - the sections that declare names, and the variables of the state.
 *
 * Declarations come in any order: every name is collected first, and resolved on first use.  A name
 * that is used while it is being resolved is declared by itself, an error.
 */
#include <assert.h>
#include <string.h>

#include "base/checked.h"
#include "puzzle/scope/checker.h"

enum { CELLS_MOST = 65536, PARAMETERS_MOST = 64 };

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
        of = list ? of->kind.members : declare_bool(c, of->at);
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
                enumeration_collect(c, &lists, e->value,
                                    forms[s] == GLOBAL_TYPE ? e->key->text : NULL);
        }
    }
    enumeration_resolve(c, &lists);
    parse_define_bodies(c);
}
