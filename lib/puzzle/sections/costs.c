/* costs.c - `costs`, `final`, `minimize` and `estimate`. */
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

void costs_check(checker *c, const section_map *p)
{
    const node *costs = section_mapping(c, p, SECTION_COSTS);
    for (size_t i = 0; costs && i < costs->count; i++) {
        const map_entry *e = &costs->entries[i];
        cost one = {.name = e->key->text, .at = e->key->at};
        const char *joined = parse_joined_name(c->memory, one.name, e->key->length);
        if (!parse_is_name(one.name)) {
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, one.at, "'%s' is not a name for a cost",
                           one.name);
            if (joined)
                diagnostic_hint(c->to, "write %s", joined);
        } else if (!strcmp(one.name, "moves")) {
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, one.at, "the cost 'moves' is built in");
        }
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

void costs_check_minimize(checker *c, const section_map *p)
{
    const node *n = section_value(p, SECTION_MINIMIZE);
    int *all = arena_array(c->memory, (n ? n->count : 0) + 1, sizeof *all);
    c->tree->minimize = all;
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

static void report_unknown_final(checker *c, const node *key)
{
    if (costs_reported_before(c, key->text))
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
    c->tree->has_final = finals && finals->count;
}
