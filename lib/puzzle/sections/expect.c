/* expect.c - `expect`: the figures that a puzzle is known to have. */
#include <string.h>

#include "base/suggest.h"
#include "puzzle/sections/sections.h"

static const char *const figures[] = {"states",    "edges",      "depth",      "goals",
                                      "dead_ends", "starts",     "rejections", "shortest",
                                      "cheapest",  "solutions",  "length",     "count",
                                      "cost",      "violations", "deadlocks",  "properties"};

/* `violations: {mutual exclusion: 6}` */
static bool check_invariant_name(checker *c, const node *key)
{
    const ast *t = c->tree;
    const char **names = arena_array(c->memory, t->invariant_count + 1, sizeof *names);
    for (size_t i = 0; i < t->invariant_count; i++)
        names[i] = t->invariants[i].name;
    names[t->invariant_count] = "deadlock";
    for (size_t i = 0; i < t->invariant_count + t->forbids_deadlock; i++)
        if (!strcmp(names[i], key->text))
            return true;
    if (c->section_poisoned || c->rules_poisoned)
        return false;
    bool deadlock = !strcmp(key->text, "deadlock");
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, key->at,
                   deadlock ? "the puzzle does not say `deadlock: forbidden`"
                            : "unknown invariant '%s'",
                   key->text);
    const char *meant = suggest_nearest(key->text, names, t->invariant_count);
    if (meant && !deadlock)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    return false;
}

/* `properties: {it ends: holds}`; of one with names in its text any words may be meant. */
static bool check_expected_property(checker *c, const node *key)
{
    const ast *t = c->tree;
    const char **names = arena_array(c->memory, t->property_count + 1, sizeof *names);
    bool known = c->section_poisoned || c->property_poisoned;
    for (size_t i = 0; i < t->property_count; i++) {
        names[i] = t->properties[i].name;
        known |= t->properties[i].loop || !strcmp(names[i], key->text);
    }
    if (known)
        return true;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, key->at, "unknown property '%s'", key->text);
    const char *meant = suggest_nearest(key->text, names, t->property_count);
    if (meant)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    return false;
}

static bool check_figure_name(checker *c, const node *key, size_t level, const char *above)
{
    if (level == 1 && !strcmp(above, "violations"))
        return check_invariant_name(c, key);
    if (level == 1 && !strcmp(above, "properties"))
        return check_expected_property(c, key);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (!strcmp(key->text, figures[i]))
            return true;
    bool cost_name = level == 1 && !strcmp(above, "cheapest");
    if (cost_name && (!strcmp(key->text, "moves") || move_find_cost(c, key->text) >= 0))
        return true;
    if (cost_name && costs_reported_before(c, key->text))
        return false;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, key->at,
                   cost_name ? "unknown cost '%s'" : "unknown figure '%s'", key->text);
    const char *meant = cost_name
                            ? costs_nearest(c, key->text)
                            : suggest_nearest(key->text, figures, sizeof figures / sizeof *figures);
    if (meant)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    return false;
}

/* A figure is a number in decimal digits, or `none`; of a property `holds` or `violated`. */
static bool is_figure(const node *n, bool of_property)
{
    if (n->form != NODE_SCALAR || !n->length)
        return false;
    return of_property ? !strcmp(n->text, "holds") || !strcmp(n->text, "violated")
                       : !strcmp(n->text, "none") || !n->text[strspn(n->text, "0123456789")];
}

/* shortest: {length: 7} is the figure shortest.length */
static void add_figures(checker *c, const node *n, const char *above, size_t level, setting **all,
                        size_t *room)
{
    const bool of_property = level == 1 && !strcmp(above, "properties");
    for (size_t i = 0; i < n->count; i++) {
        const map_entry *e = &n->entries[i];
        if (!check_figure_name(c, e->key, level, above))
            continue;
        const char *name =
            level ? arena_printf(c->memory, "%s.%s", above, e->key->text) : e->key->text;
        setting s = {.name = name, .value = e->value->text, .at = e->key->at};
        if (e->value->form == NODE_MAP && level < 2)
            add_figures(c, e->value, name, level + 1, all, room);
        else if (is_figure(e->value, of_property))
            ARENA_PUSH(c->memory, *all, c->tree->expect_count, *room, s);
        else
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, e->value->at,
                           of_property ? "a property `holds` or is `violated`"
                                       : "a figure is a number, or `none`");
    }
}

void expect_check(checker *c, const section_map *p)
{
    const node *n = section_mapping(c, p, SECTION_EXPECT);
    setting *all = NULL;
    size_t room = 0;
    if (n)
        add_figures(c, n, "", 0, &all, &room);
    c->tree->expect = all;
}
