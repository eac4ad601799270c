/*
 * check_puzzle.c - a tree of YAML nodes into a checked puzzle, section by section.
 *
 * Names are collected first, then resolved, then everything that uses them is checked.  Each
 * section is checked even where an earlier one has errors, so that all of a file's errors are
 * reported at once.
 */
#include "puzzle/sections/check_puzzle.h"

#include <string.h>

#include "base/suggest.h"
#include "puzzle/sections/sections.h"

/* ---- params ------------------------------------------------------------------------------ */

static void apply_overrides(checker *c, const override *overrides, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        global *g = symbols_find_global(c, overrides[i].name);
        if (g && g->param) {
            g->override = &overrides[i];
            continue;
        }
        source_span at = {.from = overrides[i].from}; /* all of the setting */
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, at, "the puzzle has no param '%s'",
                       overrides[i].name);
        const char **names = arena_array(c->memory, c->global_count + 1, sizeof *names);
        size_t params = 0;
        for (size_t k = 0; k < c->global_count; k++)
            if (c->globals[k].param)
                names[params++] = c->globals[k].name;
        const char *meant = suggest_nearest(overrides[i].name, names, params);
        if (meant)
            diagnostic_hint(c->to, "did you mean '%s'?", meant);
    }
}

static void store_params(checker *c)
{
    setting *all = arena_array(c->memory, c->global_count + 1, sizeof *all);
    size_t count = 0;
    for (size_t i = 0; i < c->global_count; i++) {
        const global *g = &c->globals[i];
        if (!g->param)
            continue;
        const node *value = g->value;
        if (g->override)
            value = g->override->text && value->style == STYLE_LITERAL ? g->override->text
                                                                       : g->override->value;
        bool is_single =
            g->value->form == NODE_SCALAR && !node_is_block_scalar(g->value) && !g->head.count;
        all[count++] = (setting){g->name, constant_yaml(c, value), is_single, g->key->at};
    }
    c->tree->params = all;
    c->tree->param_count = count;
}

static void resolve_all(checker *c)
{
    for (size_t i = 0; i < c->global_count; i++)
        if (c->globals[i].form != GLOBAL_DEFINE)
            declare_resolve(c, &c->globals[i]);
}

/* A define that nothing calls is checked by itself, as far as it can be. */
static void check_uncalled_defines(checker *c)
{
    for (size_t i = 0; i < c->global_count; i++) {
        global *g = &c->globals[i];
        parse_node call = {.form = PARSE_NAME, .text = g->name, .in = g->key, .to = g->key->length};
        if (g->form != GLOBAL_DEFINE || g->instances || !declare_resolve(c, g))
            continue;
        c->conditional++;
        if (g->head.count)
            call_check_unused(c, g);
        else
            call_define(c, g, &call, NULL);
        c->conditional--;
    }
}

/* ---- rules, goal -------------------------------------------------------------------------- */

static void check_rule_section(checker *c, const node *rules, bool broken_if)
{
    for (size_t i = 0; rules && i < rules->count; i++) {
        const map_entry *e = &rules->entries[i];
        rule r = {.name = e->key->text, .at = e->key->at, .violated_if = broken_if};
        r.value = init_condition(c, e->value);
        ARENA_PUSH(c->memory, c->rules, c->tree->rule_count, c->rule_room, r);
    }
}

static void check_rules(checker *c, const section_map *p)
{
    check_rule_section(c, section_mapping(c, p, SECTION_NEVER), true);
    check_rule_section(c, section_mapping(c, p, SECTION_ALWAYS), false);
    c->tree->state_rule_count = c->tree->rule_count;
}

/* An invariant is written as a rule is. */
static void check_invariants(checker *c, const section_map *p)
{
    const node *n = section_mapping(c, p, SECTION_INVARIANT);
    rule *all = arena_array(c->memory, (n ? n->count : 0) + 1, sizeof *all);
    for (size_t i = 0; n && i < n->count; i++) {
        const map_entry *e = &n->entries[i];
        if (!strcmp(e->key->text, "deadlock")) {
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, e->key->at,
                           "no invariant can be called 'deadlock'");
            diagnostic_hint(c->to, "the key `deadlock: forbidden` checks for them");
        }
        all[c->tree->invariant_count++] =
            (rule){.name = e->key->text, .at = e->key->at, .value = init_condition(c, e->value)};
    }
    c->tree->invariants = all;
}

static void check_bounds(checker *c, const section_map *p)
{
    const node *n = section_mapping(c, p, SECTION_BOUND);
    rule *all = arena_array(c->memory, (n ? n->count : 0) + 1, sizeof *all);
    for (size_t i = 0; n && i < n->count; i++) {
        const map_entry *e = &n->entries[i];
        all[c->tree->bound_count++] =
            (rule){.name = e->key->text, .at = e->key->at, .value = init_condition(c, e->value)};
    }
    c->tree->bounds = all;
}

static void check_deadlock(checker *c, const section_map *p)
{
    const node *n = section_value(p, SECTION_DEADLOCK);
    bool word = n && n->form == NODE_SCALAR;
    c->tree->forbids_deadlock = word && !strcmp(n->text, "forbidden");
    if (!n || c->tree->forbids_deadlock || (word && !strcmp(n->text, "allowed")))
        return;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE,
                   word && n->length ? n->at : p->at[SECTION_DEADLOCK]->key->at,
                   "`deadlock` is `allowed` or `forbidden`");
}

static void check_goal(checker *c, const section_map *p)
{
    ast *t = c->tree;
    const node *end = section_value(p, SECTION_END);
    if (section_value(p, SECTION_GOAL))
        t->goal = c->goal = init_condition(c, section_value(p, SECTION_GOAL));
    if (!end)
        return;
    if (!section_value(p, SECTION_GOAL) && end->form == NODE_SCALAR && !strcmp(end->text, "goal")) {
        if (p->garbled[SECTION_GOAL])
            return;
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, end->at, "the puzzle has no `goal`");
        return;
    }
    c->in_end = true;
    if (!section_value(p, SECTION_GOAL) || t->goal || end->form != NODE_SCALAR)
        t->end = init_condition(c, end);
    c->in_end = false;
}

/* ---- start ----------------------------------------------------------------------------------- */

/* Every variable must have a value; single elements are checked when an initial state is made. */
static void check_start_complete(checker *c, const assignments *all, source_span at)
{
    for (size_t i = 0; i < c->global_count; i++) {
        const state_variable *v = c->globals[i].variable;
        bool named = !v || !v->cells;
        for (size_t k = 0; k < all->count && !named; k++)
            named = all->items[k].variable == v;
        if (named)
            continue;
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, at, "`start` gives no value for '%s'",
                       v->name);
        diagnostic_note(c->to, v->at, "'%s' is declared here", v->name);
    }
}

static void check_start(checker *c, const section_map *p)
{
    const node *n = section_value(p, SECTION_START);
    ast *t = c->tree;
    if (!n)
        return;
    t->start_at = p->at[SECTION_START]->key->at;
    if (n->form == NODE_LIST) {
        step *steps = NULL;
        move_check_steps(c, n, &steps, &t->start_step_count, true);
        t->start_steps = steps;
        c->locals = NULL;
        c->locals_poisoned = false;
        c->conditional = 0;
        return;
    }
    if (n->form == NODE_SCALAR) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->length ? n->at : t->start_at,
                       "`start` is a mapping of variables to values, or a list of steps");
        const char *sign = strstr(n->text, " = ");
        if (sign && n->style == STYLE_PLAIN)
            diagnostic_hint(c->to, "write {%.*s: %s}", (int)(sign - n->text), n->text, sign + 3);
        return;
    }
    assignments all = {0};
    c->constant_only++;
    if (init_mapping(c, &all, n, INIT_START))
        check_start_complete(c, &all, t->start_at);
    c->constant_only--;
    t->start = all.items;
    t->start_count = all.count;
}

/* ---- show --------------------------------------------------------------------------------- */

static void check_show(checker *c, const section_map *p)
{
    const node *n = section_value(p, SECTION_SHOW);
    if (!n)
        show_by_place(c);
    else if (n->form != NODE_SCALAR || !n->length)
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                       "`show` is a text with expressions in braces");
    else
        show_check(c, n);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void check_sections(checker *c, const section_map *p, const override *overrides,
                           size_t override_count)
{
    ast *t = c->tree;
    static const section declared[DECLARED_SECTIONS] = {
        SECTION_PARAMS, SECTION_CONSTANTS, SECTION_TYPES, SECTION_STATE, SECTION_DEFINE};
    const node *sections[DECLARED_SECTIONS];
    for (size_t i = 0; i < DECLARED_SECTIONS; i++) {
        sections[i] = section_mapping(c, p, declared[i]);
        if (!sections[i] && section_value(p, declared[i]))
            c->section_poisoned = true;
    }
    t->title = section_text(c, p, SECTION_PUZZLE);
    t->about = section_text(c, p, SECTION_ABOUT);
    if (p->at[SECTION_START])
        t->start_at = p->at[SECTION_START]->key->at;
    declare_all(c, sections);
    apply_overrides(c, overrides, override_count);
    resolve_all(c);
    layout_state(c);
    check_rules(c, p);
    check_bounds(c, p);
    check_invariants(c, p);
    properties_check(c, p);
    check_deadlock(c, p);
    check_goal(c, p);
    costs_check(c, p);
    costs_check_maximize(c, p);
    if (section_value(p, SECTION_MOVES))
        move_check_all(c, section_value(p, SECTION_MOVES));
    fair_check(c, p);
    check_start(c, p);
    costs_check_minimize(c, p);
    costs_check_final(c, p);
    costs_check_estimate(c, p);
    check_show(c, p);
    if (section_value(p, SECTION_PICTURE))
        picture_check(c, p->at[SECTION_PICTURE]);
    if (section_value(p, SECTION_SYMMETRIC))
        symmetry_check(c, section_value(p, SECTION_SYMMETRIC));
    expect_check(c, p);
    check_uncalled_defines(c);
    store_params(c);
    t->rules = c->rules;
    t->costs = c->costs;
}

ast *check_puzzle(arena *memory, const node *root, const source_text *from,
                  const override *overrides, size_t override_count, diagnostics *to)
{
    section_map p = {0};
    checker *c = arena_take(memory, sizeof *c);
    c->memory = memory;
    c->to = to;
    c->from = from;
    c->syntax = (parse_context){
        .memory = memory, .to = to, .quotes_told = &c->quotes_told, .joined_told = &c->joined_told};
    c->tree = arena_take(memory, sizeof *c->tree);
    c->tree->memory = memory;
    c->tree->from = from;
    if (section_sort(c, &p, root))
        check_sections(c, &p, overrides, override_count);
    return diagnostics_error_count(to) ? NULL : c->tree;
}
