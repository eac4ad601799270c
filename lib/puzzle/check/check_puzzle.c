/*
 * check_puzzle.c - a tree of YAML nodes into a checked puzzle, section by section.
 *
 * Names are collected first, then resolved, then everything that uses them is checked.  Each
 * section is checked even where an earlier one has errors, so that all of a file's errors are
 * reported at once.
 */
#include "puzzle/check/check_puzzle.h"
#include "base/suggest.h"

#include <assert.h>
#include <string.h>

#include "puzzle/check/checker.h"
#include "puzzle/parse/lexer.h"

typedef enum section {
    SECTION_PUZZLE,
    SECTION_ABOUT,
    SECTION_PARAMS,
    SECTION_CONSTANTS,
    SECTION_TYPES,
    SECTION_STATE,
    SECTION_START,
    SECTION_MOVES,
    SECTION_DEFINE,
    SECTION_NEVER,
    SECTION_ALWAYS,
    SECTION_INVARIANT,
    SECTION_DEADLOCK,
    SECTION_GOAL,
    SECTION_END,
    SECTION_COSTS,
    SECTION_FINAL,
    SECTION_MINIMIZE,
    SECTION_ESTIMATE,
    SECTION_SYMMETRIC,
    SECTION_SHOW,
    SECTION_EXPECT,
    SECTION_COUNT
} section;

static const char *const section_names[SECTION_COUNT] = {
    "puzzle", "about",    "params",   "constants", "types",    "state", "start", "moves",
    "define", "never",    "always",   "invariant", "deadlock", "goal",  "end",   "costs",
    "final",  "minimize", "estimate", "symmetric", "show",     "expect"};

typedef struct section_map {
    const map_entry *at[SECTION_COUNT]; /* NULL: missing */
    bool garbled[SECTION_COUNT];        /* it is there, with a key that cannot be read */
} section_map;

static const node *section_value(const section_map *p, section which)
{
    return p->at[which] ? p->at[which]->value : NULL;
}

/* ---- the keys ------------------------------------------------------------------------ */

/* Names that other tools use. */
static const struct synonym {
    const char *word;
    section meant, other; /* PARTS: no other */
} synonyms[] = {{"name", SECTION_PUZZLE, SECTION_COUNT},
                {"title", SECTION_PUZZLE, SECTION_COUNT},
                {"description", SECTION_ABOUT, SECTION_COUNT},
                {"parameters", SECTION_PARAMS, SECTION_COUNT},
                {"const", SECTION_CONSTANTS, SECTION_COUNT},
                {"domains", SECTION_TYPES, SECTION_COUNT},
                {"variables", SECTION_STATE, SECTION_COUNT},
                {"vars", SECTION_STATE, SECTION_COUNT},
                {"init", SECTION_START, SECTION_COUNT},
                {"initial", SECTION_START, SECTION_COUNT},
                {"actions", SECTION_MOVES, SECTION_COUNT},
                {"operators", SECTION_MOVES, SECTION_COUNT},
                {"transitions", SECTION_MOVES, SECTION_COUNT},
                {"steps", SECTION_MOVES, SECTION_COUNT},
                {"functions", SECTION_DEFINE, SECTION_COUNT},
                {"let", SECTION_DEFINE, SECTION_COUNT},
                {"rules", SECTION_NEVER, SECTION_ALWAYS},
                {"constraints", SECTION_NEVER, SECTION_ALWAYS},
                {"invariants", SECTION_INVARIANT, SECTION_COUNT},
                {"properties", SECTION_INVARIANT, SECTION_COUNT},
                {"safety", SECTION_INVARIANT, SECTION_COUNT},
                {"assert", SECTION_INVARIANT, SECTION_COUNT},
                {"deadlocks", SECTION_DEADLOCK, SECTION_COUNT},
                {"forbidden", SECTION_NEVER, SECTION_COUNT},
                {"target", SECTION_GOAL, SECTION_COUNT},
                {"heuristic", SECTION_ESTIMATE, SECTION_COUNT},
                {"symmetry", SECTION_SYMMETRIC, SECTION_COUNT},
                {"display", SECTION_SHOW, SECTION_COUNT},
                {"tests", SECTION_EXPECT, SECTION_COUNT}};

enum { SYNONYMS = sizeof synonyms / sizeof *synonyms };

static const struct synonym *find_synonym(const char *key)
{
    const char *words[SYNONYMS];
    for (size_t i = 0; i < SYNONYMS; i++) {
        words[i] = synonyms[i].word;
        if (!strcmp(words[i], key))
            return &synonyms[i];
    }
    const char *near = suggest_nearest(key, words, SYNONYMS);
    for (size_t i = 0; near && i < SYNONYMS; i++)
        if (words[i] == near)
            return &synonyms[i];
    return NULL;
}

static section find_section(const char *key)
{
    size_t which = 0;
    while (which < SECTION_COUNT && strcmp(section_names[which], key) != 0)
        which++;
    return (section)which;
}

/* The nearest of the keys that the puzzle has not. */
static const char *nearest_section(const section_map *p, const char *key)
{
    const char *missing[SECTION_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < SECTION_COUNT; i++)
        if (!p->at[i])
            missing[count++] = section_names[i];
    return suggest_nearest(key, missing, count);
}

/* Reports an unknown key; returns the section that it was meant for, or SECTION_COUNT. */
static section report_unknown_key(checker *c, const section_map *p, const node *key)
{
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, key->at, "unknown key '%s'", key->text);
    if (!diagnostics_last_stored(c->to))
        return SECTION_COUNT;
    const char *near = nearest_section(p, key->text);
    const struct synonym *same = near ? NULL : find_synonym(key->text);
    const char *there = suggest_nearest(key->text, section_names, SECTION_COUNT);
    if (!there && same && same->other == SECTION_COUNT && p->at[same->meant])
        there = section_names[same->meant];
    if (near)
        diagnostic_hint(c->to, "did you mean '%s'?", near);
    else if (there)
        diagnostic_hint(c->to, "the key '%s' exists: add this to it", there);
    else if (same && same->other == SECTION_COUNT)
        diagnostic_hint(c->to, "did you mean '%s'?", section_names[same->meant]);
    else if (same)
        diagnostic_hint(c->to, "did you mean '%s' or '%s'?", section_names[same->meant],
                        section_names[same->other]);
    else
        diagnostic_hint(
            c->to, "the keys are puzzle, about, params, constants, types, state, start, "
                   "moves, define, never, always, invariant, deadlock, goal, end, costs, final, "
                   "minimize, estimate, symmetric, show, expect");
    return near ? find_section(near) : same ? same->meant : SECTION_COUNT;
}

/* `start {on: 1}` has the key "start {on".  True: reported. */
static bool read_garbled_key(checker *c, section_map *p, const node *key)
{
    size_t length = lexer_name_length(key->text, key->length);
    section meant = find_section(arena_text(c->memory, key->text, length));
    if (meant == SECTION_COUNT || !strpbrk(key->text + length, "{[,:;="))
        return false;
    p->garbled[meant] = true;
    c->section_poisoned = true;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, key->at, "unknown key '%s'", key->text);
    diagnostic_hint(c->to,
                    key->text[length] == ':' ? "one ':' behind '%s' is enough"
                                             : "is a ':' missing behind '%s'?",
                    section_names[meant]);
    return true;
}

/* A misspelled key is read as the section that it was meant for if that is missing, so that uses of
   its names are not reported, too. */
static void read_misspelled_key(checker *c, section_map *p, const map_entry *e)
{
    if (read_garbled_key(c, p, e->key))
        return;
    section meant = report_unknown_key(c, p, e->key);
    if (meant < SECTION_COUNT && !p->at[meant])
        p->at[meant] = e;
    else
        poison_words(c, e->value);
    c->rules_poisoned |= e->value->form == NODE_MAP;
}

/* The entries from..count-1 of a mapping, as a mapping under a key. */
static const map_entry *sub_mapping(checker *c, node *key, const node *map, size_t from,
                                    size_t count)
{
    assert(map->form == NODE_MAP && from <= count && count <= map->count);
    node *n = arena_take(c->memory, sizeof *n);
    map_entry *e = arena_take(c->memory, sizeof *e);
    *n = *map;
    n->entries = map->entries + from;
    n->count = count - from;
    *e = (map_entry){key, n};
    return e;
}

/* A section's key that is indented too deep is an empty entry of the section above, followed by the
   entries of its own: it is reported, and they are read as its section. */
static void lift_nested_sections(checker *c, section_map *p, section which)
{
    const node *n = section_value(p, which);
    for (size_t i = 0; n && n->form == NODE_MAP && i + 1 < n->count; i++) {
        const map_entry *e = &n->entries[i];
        section inner = find_section(e->key->text);
        if (inner == SECTION_COUNT || p->at[inner] || e->value->form != NODE_SCALAR ||
            e->value->length)
            continue;
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, e->key->at,
                       "'%s' is a key of the puzzle, but is inside of `%s` here",
                       section_names[inner], section_names[which]);
        diagnostic_hint(c->to, "indent its line as `%s`", section_names[which]);
        p->at[inner] = sub_mapping(c, e->key, n, i + 1, n->count);
        p->at[which] = sub_mapping(c, p->at[which]->key, n, 0, i);
        lift_nested_sections(c, p, inner);
        return;
    }
}

static bool sort_sections(checker *c, section_map *p, const node *root)
{
    if (root->form != NODE_MAP) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, root->at,
                       "a puzzle is a mapping: `puzzle: ...`, "
                       "`state: ...`, `moves: ...`");
        return false;
    }
    for (size_t i = 0; i < root->count; i++) {
        const map_entry *e = &root->entries[i];
        if (find_section(e->key->text) < SECTION_COUNT)
            p->at[find_section(e->key->text)] = e;
    }
    for (size_t i = 0; i < root->count; i++)
        if (find_section(root->entries[i].key->text) == SECTION_COUNT)
            read_misspelled_key(c, p, &root->entries[i]);
    for (section which = 0; which < SECTION_COUNT; which++)
        lift_nested_sections(c, p, which);
    static const section needed[] = {SECTION_STATE, SECTION_START, SECTION_MOVES};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!p->at[needed[i]] && !p->garbled[needed[i]]) {
            c->section_poisoned = true;
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, root->at, "a puzzle needs the key `%s`",
                           section_names[needed[i]]);
        }
    return true;
}

static const char *section_example(section which)
{
    switch (which) {
    case SECTION_PARAMS: return "as in `seats: 2`";
    case SECTION_CONSTANTS: return "as in `time[person]: [1, 2, 5]`";
    case SECTION_TYPES: return "as in `bank: [west, east]`";
    case SECTION_STATE: return "as in `farmer: [west, east]`";
    case SECTION_DEFINE: return "as in `other(b): east if b == west else west`";
    case SECTION_NEVER: return "as in `the wolf eats the goat: at[wolf] == at[goat] != farmer`";
    case SECTION_ALWAYS: return "as in `the boat floats: aboard <= seats`";
    case SECTION_INVARIANT:
        return "as in `mutual exclusion: count(at[p] == critical for p in process) <= 1`";
    case SECTION_COSTS: return "as in `minutes: time[slowest]`";
    case SECTION_FINAL: return "as in `minutes: clock`";
    case SECTION_EXPECT: return "as in `states: 16`";
    default: return NULL;
    }
}

/* The span of a ':' without a blank behind it, which was meant to end a key; false: there is none.
 */
static bool glued_colon(const node *n, source_span *out)
{
    const char *colon = n->style == STYLE_PLAIN ? strchr(n->text, ':') : NULL;
    size_t at = colon ? (size_t)(colon - n->text) : 0;
    if (colon)
        *out = node_span(n, at, at + 1);
    return colon != NULL;
}

/* A section that is a mapping; NULL where it is missing, or something else, which is reported.
 */
static const node *section_mapping(checker *c, const section_map *p, section which)
{
    const node *n = section_value(p, which);
    source_span at;
    if (!n || n->form == NODE_MAP)
        return n;
    if (n->form == NODE_SCALAR && !n->length)
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, p->at[which]->key->at, "`%s` is empty",
                       section_names[which]);
    else if (n->form == NODE_SCALAR && glued_colon(n, &at))
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, at,
                              "a ':' needs a blank behind it to end a key"),
               NULL;
    else
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                       "`%s` is a mapping of names to what they stand for", section_names[which]);
    if (section_example(which))
        diagnostic_hint(c->to, "%s", section_example(which));
    return NULL;
}

static const char *section_text(checker *c, const section_map *p, section which)
{
    const node *n = section_value(p, which);
    if (!n)
        return NULL;
    if (n->form == NODE_SCALAR)
        return n->text;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at, "`%s` is a text", section_names[which]);
    return NULL;
}

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

/* ---- rules, goal, costs --------------------------------------------------------------------- */

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

static void check_cost_section(checker *c, const section_map *p)
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

/* An unknown cost is reported once. */
static bool reported_before(checker *c, const char *cost_name)
{
    bool before = poison_has(c, cost_name);
    poison_name(c, cost_name);
    return before;
}

/* The nearest cost, or `moves`; NULL: none. */
static const char *nearest_cost(checker *c, const char *word_of)
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
    if (n->form == NODE_SCALAR && reported_before(c, n->text))
        return;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, n->at,
                   n->form == NODE_SCALAR ? "unknown cost '%s'"
                                          : "the name of a cost is expected here",
                   n->text);
    const char *meant = n->form == NODE_SCALAR ? nearest_cost(c, n->text) : NULL;
    if (meant)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
}

/* After the moves, whose steps may declare costs. */
static void check_minimize(checker *c, const section_map *p)
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

static void check_estimate(checker *c, const section_map *p)
{
    const node *n = section_value(p, SECTION_ESTIMATE);
    if (n)
        c->tree->estimate = check_amount(c, n, "`estimate` is one expression");
}

static void report_unknown_final(checker *c, const node *key)
{
    if (reported_before(c, key->text))
        return;
    bool moves = !strcmp(key->text, "moves");
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, key->at,
                   moves ? "the cost 'moves' counts moves and cannot be added to"
                         : "unknown cost '%s'",
                   key->text);
    const char *meant = moves ? NULL : nearest_cost(c, key->text);
    if (meant && strcmp(meant, "moves") != 0)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    else if (!moves)
        diagnostic_hint(c->to, "a cost that no move has is declared by `costs: {%s: 0}`",
                        key->text);
}

/* After the moves, whose steps may declare costs. */
static void check_final(checker *c, const section_map *p)
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

/* ---- show, expect ---------------------------------------------------------------------------- */

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

static const char *const figures[] = {
    "states",   "edges",     "depth",  "goals", "dead_ends", "starts",     "rejections", "shortest",
    "cheapest", "solutions", "length", "count", "cost",      "violations", "deadlocks"};

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

static bool check_figure_name(checker *c, const node *key, size_t level, const char *above)
{
    if (level == 1 && !strcmp(above, "violations"))
        return check_invariant_name(c, key);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (!strcmp(key->text, figures[i]))
            return true;
    bool cost_name = level == 1 && !strcmp(above, "cheapest");
    if (cost_name && (!strcmp(key->text, "moves") || move_find_cost(c, key->text) >= 0))
        return true;
    if (cost_name && reported_before(c, key->text))
        return false;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, key->at,
                   cost_name ? "unknown cost '%s'" : "unknown figure '%s'", key->text);
    const char *meant = cost_name
                            ? nearest_cost(c, key->text)
                            : suggest_nearest(key->text, figures, sizeof figures / sizeof *figures);
    if (meant)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    return false;
}

/* A figure is a number in decimal digits, or `none`. */
static bool is_figure(const node *n)
{
    return n->form == NODE_SCALAR && n->length &&
           (!strcmp(n->text, "none") || !n->text[strspn(n->text, "0123456789")]);
}

/* shortest: {length: 7} is the figure shortest.length */
static void add_figures(checker *c, const node *n, const char *above, size_t level, setting **all,
                        size_t *room)
{
    for (size_t i = 0; i < n->count; i++) {
        const map_entry *e = &n->entries[i];
        if (!check_figure_name(c, e->key, level, above))
            continue;
        const char *name =
            level ? arena_printf(c->memory, "%s.%s", above, e->key->text) : e->key->text;
        setting s = {.name = name, .value = e->value->text, .at = e->key->at};
        if (e->value->form == NODE_MAP && level < 2)
            add_figures(c, e->value, name, level + 1, all, room);
        else if (is_figure(e->value))
            ARENA_PUSH(c->memory, *all, c->tree->expect_count, *room, s);
        else
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, e->value->at,
                           "a figure is a number, or `none`");
    }
}

static void check_expect(checker *c, const section_map *p)
{
    const node *n = section_mapping(c, p, SECTION_EXPECT);
    setting *all = NULL;
    size_t room = 0;
    if (n)
        add_figures(c, n, "", 0, &all, &room);
    c->tree->expect = all;
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
    check_invariants(c, p);
    check_deadlock(c, p);
    check_goal(c, p);
    check_cost_section(c, p);
    if (section_value(p, SECTION_MOVES))
        move_check_all(c, section_value(p, SECTION_MOVES));
    check_start(c, p);
    check_minimize(c, p);
    check_final(c, p);
    check_estimate(c, p);
    check_show(c, p);
    if (section_value(p, SECTION_SYMMETRIC))
        symmetry_check(c, section_value(p, SECTION_SYMMETRIC));
    check_expect(c, p);
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
    c->syntax = (parse_context){memory, to, &c->quotes_told, &c->joined_told};
    c->tree = arena_take(memory, sizeof *c->tree);
    c->tree->memory = memory;
    c->tree->from = from;
    if (sort_sections(c, &p, root))
        check_sections(c, &p, overrides, override_count);
    return diagnostics_error_count(to) ? NULL : c->tree;
}
