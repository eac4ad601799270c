/* costs.c - `costs`, `final`, `maximize`, `minimize` and `estimate`. */
#include <string.h>

#include "base/suggest.h"
#include "puzzle/sections/sections.h"

/* A number in a state; NULL: there is a mistake, or nothing. */
static expr *check_amount(checker *c, const node *n, const char *shape)
{
    kind number = kind_plain(KIND_INTEGER);
    if (n->form != NODE_SCALAR) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at, "%s", shape);
        return NULL;
    }
    parse_node *t = n->length ? parse_expression(&c->syntax, n) : NULL;
    expr *e = t ? expr_check(c, t, &number) : NULL;
    return e && e->kind.form != KIND_TRUTH ? expr_must_be(c, e, number) : e;
}

static void report_cost_name(checker *c, const node *n)
{
    const char *joined = parse_joined_name(c->memory, n->text, n->length);
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, n->at, "'%s' is not a name for a cost", n->text);
    if (!joined)
        return;
    diagnostic_hint(c->to, "write %s", joined);
    poison_name(c, joined);
}

void costs_check(checker *c, const section_map *p)
{
    const node *costs = section_mapping(c, p, SECTION_COSTS);
    for (size_t i = 0; costs && i < costs->count; i++) {
        const map_entry *e = &costs->entries[i];
        declared_cost one = {.name = e->key->text, .at = e->key->at};
        if (!parse_is_name(one.name))
            report_cost_name(c, e->key);
        else if (!strcmp(one.name, "moves"))
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, one.at, "the cost 'moves' is built in");
        one.value = check_amount(c, e->value, "a cost is one expression");
        ARENA_PUSH(c->memory, c->costs, c->tree->cost_count, c->cost_room, one);
    }
}

bool costs_reported_before(checker *c, const char *cost_name)
{
    bool before = poison_has(c, cost_name);
    poison_name(c, cost_name);
    return before;
}

const char *costs_nearest(checker *c, const char *word_of)
{
    size_t count = c->tree->cost_count;
    const char **names = arena_array(c->memory, count + 1, sizeof *names);
    names[0] = "moves";
    for (size_t i = 0; i < count; i++)
        names[i + 1] = c->costs[i].name;
    return suggest_nearest(word_of, names, count + 1);
}

/* ---- maximize ------------------------------------------------------------------------ */

/* The cost that is called so; a new one, where there is none. -1: it is reported. */
static int find_maximized(checker *c, const node *n)
{
    if (n->form != NODE_SCALAR)
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, n->at,
                              "the name of a cost is expected here"),
               -1;
    if (!strcmp(n->text, "moves"))
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, n->at,
                              "the cost 'moves' counts moves and cannot be maximized"),
               -1;
    if (!parse_is_name(n->text))
        return report_cost_name(c, n), -1;
    const int number = move_find_cost(c, n->text);
    if (number >= 0)
        return number;
    declared_cost new = {.name = n->text, .at = n->at};
    ARENA_PUSH(c->memory, c->costs, c->tree->cost_count, c->cost_room, new);
    return (int)c->tree->cost_count - 1;
}

static bool is_number_zero(const expr *e)
{
    return e->form == EXPR_VALUE && e->kind.form == KIND_INTEGER && !e->value;
}

static void add_maximized(checker *c, const node *n)
{
    const int number = find_maximized(c, n);
    if (number < 0)
        return;
    declared_cost *one = &c->costs[number];
    if (one->maximized) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, n->at, "'%s' is listed twice", n->text);
        return;
    }
    one->maximized = true;
    one->maximized_at = n->at;
    if (!one->value || is_number_zero(one->value))
        return;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, one->at,
                   "'%s' is maximized, and moves do not add to it", one->name);
    diagnostic_hint(c->to, "`final` alone gives it: leave it out here");
}

void costs_check_maximize(checker *c, const section_map *p)
{
    const node *n = section_value(p, SECTION_MAXIMIZE);
    for (size_t i = 0; n && n->form == NODE_LIST && i < n->count; i++)
        add_maximized(c, n->items[i]);
    if (n && n->form != NODE_LIST)
        add_maximized(c, n);
}

static const char *nearest_key(checker *c, const node *map, const char *name)
{
    const char **keys = arena_array(c->memory, map->count + 1, sizeof *keys);
    for (size_t i = 0; i < map->count; i++)
        keys[i] = map->entries[i].key->text;
    return suggest_nearest(name, keys, map->count);
}

/* Each maximized cost has a value in `final`. */
static void check_maximized_finals(checker *c, const node *finals)
{
    for (size_t i = 0; i < c->tree->cost_count; i++) {
        const declared_cost *one = &c->costs[i];
        if (!one->maximized || one->final || costs_reported_before(c, one->name))
            continue;
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, one->maximized_at,
                       "'%s' is maximized, and `final` does not say what it is", one->name);
        const char *meant = finals ? nearest_key(c, finals, one->name) : NULL;
        if (meant)
            diagnostic_hint(c->to, "did you mean '%s'?", meant);
        else
            diagnostic_hint(c->to, "add `final: {%s: ...}`, its value in a goal state", one->name);
    }
}

/* ---- minimize ------------------------------------------------------------------------ */

static void add_minimized(checker *c, int *all, const node *n)
{
    ast *t = c->tree;
    int number = n->form == NODE_SCALAR ? move_find_cost(c, n->text) : -1;
    bool moves = n->form == NODE_SCALAR && !strcmp(n->text, "moves");
    if (number >= 0 || moves) {
        all[t->minimize_count++] = number;
        return;
    }
    if (n->form == NODE_SCALAR && costs_reported_before(c, n->text))
        return;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, n->at,
                   n->form == NODE_SCALAR ? "unknown cost '%s'"
                                          : "the name of a cost is expected here",
                   n->text);
    const char *meant = n->form == NODE_SCALAR ? costs_nearest(c, n->text) : NULL;
    if (meant)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
}

static bool is_cost_named(const node *n, const char *name)
{
    bool named = n && n->form == NODE_SCALAR && !strcmp(n->text, name);
    for (size_t i = 0; n && n->form == NODE_LIST && i < n->count && !named; i++)
        named = is_cost_named(n->items[i], name);
    return named;
}

static void add_unless_named(checker *c, int *all, const node *one, const node *minimize)
{
    const int number = one->form == NODE_SCALAR ? move_find_cost(c, one->text) : -1;
    if (number >= 0 && c->costs[number].maximized && !is_cost_named(minimize, one->text))
        all[c->tree->minimize_count++] = number;
}

/* Maximized costs are the first objectives, in the order of `maximize`, unless `minimize` lists
   them. */
static void add_maximized_first(checker *c, int *all, const node *maximize, const node *minimize)
{
    if (maximize && maximize->form != NODE_LIST)
        add_unless_named(c, all, maximize, minimize);
    for (size_t i = 0; maximize && maximize->form == NODE_LIST && i < maximize->count; i++)
        add_unless_named(c, all, maximize->items[i], minimize);
}

void costs_check_minimize(checker *c, const section_map *p)
{
    const node *n = section_value(p, SECTION_MINIMIZE);
    const node *maximize = section_value(p, SECTION_MAXIMIZE);
    const size_t most = (n ? n->count : 0) + (maximize ? maximize->count : 0) + 2;
    int *all = arena_array(c->memory, most, sizeof *all);
    c->tree->minimize = all;
    add_maximized_first(c, all, maximize, n);
    if (!n)
        all[c->tree->minimize_count++] = -1;
    else if (n->form == NODE_LIST)
        for (size_t i = 0; i < n->count; i++)
            add_minimized(c, all, n->items[i]);
    else
        add_minimized(c, all, n);
}

void costs_check_estimate(checker *c, const section_map *p)
{
    const node *n = section_value(p, SECTION_ESTIMATE);
    if (n)
        c->tree->estimate = check_amount(c, n, "`estimate` is one expression");
}

/* Whether `maximize` misspells the name, which is reported there. */
static bool is_misspelled_under_maximize(checker *c, const char *name)
{
    const char **names = arena_array(c->memory, c->tree->cost_count + 1, sizeof *names);
    size_t count = 0;
    for (size_t i = 0; i < c->tree->cost_count; i++)
        if (c->costs[i].maximized && !c->costs[i].final)
            names[count++] = c->costs[i].name;
    return suggest_nearest(name, names, count) != NULL;
}

static void report_unknown_final(checker *c, const node *key)
{
    if (is_misspelled_under_maximize(c, key->text) || costs_reported_before(c, key->text))
        return;
    bool moves = !strcmp(key->text, "moves");
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, key->at,
                   moves ? "the cost 'moves' counts moves and cannot be added to"
                         : "unknown cost '%s'",
                   key->text);
    const char *meant = moves ? NULL : costs_nearest(c, key->text);
    if (meant && strcmp(meant, "moves") != 0)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    else if (!moves)
        diagnostic_hint(c->to, "a cost that no move has is declared by `costs: {%s: 0}`",
                        key->text);
}

void costs_check_final(checker *c, const section_map *p)
{
    const node *finals = section_mapping(c, p, SECTION_FINAL);
    if (finals && !section_value(p, SECTION_GOAL) && !p->garbled[SECTION_GOAL])
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, p->at[SECTION_FINAL]->key->at,
                       "`final` is what a plan costs at its end, and the puzzle has no `goal`");
    for (size_t i = 0; finals && i < finals->count; i++) {
        const map_entry *e = &finals->entries[i];
        int number = move_find_cost(c, e->key->text);
        expr *value = check_amount(c, e->value, "a cost is one expression");
        if (e->value->form == NODE_SCALAR && !e->value->length)
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, e->key->at, "an expression is missing");
        if (number < 0)
            report_unknown_final(c, e->key);
        else
            c->costs[number].final = value;
    }
    check_maximized_finals(c, finals);
    c->tree->has_final = finals && finals->count;
}
