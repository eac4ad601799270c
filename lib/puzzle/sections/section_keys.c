/* section_keys.c - the keys of a puzzle: found, also where they are misspelled or nested. */
#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "puzzle/parse/lexer.h"
#include "puzzle/sections/sections.h"

static const char *const section_names[SECTION_COUNT] = {
    "puzzle",   "about",    "params",    "constants", "types",   "state",     "start",
    "moves",    "define",   "never",     "always",    "bound",   "invariant", "properties",
    "fair",     "deadlock", "goal",      "end",       "costs",   "final",     "maximize",
    "minimize", "estimate", "symmetric", "show",      "picture", "expect"};

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
                {"bounds", SECTION_BOUND, SECTION_COUNT},
                {"constraint", SECTION_BOUND, SECTION_COUNT},
                {"property", SECTION_PROPERTIES, SECTION_COUNT},
                {"liveness", SECTION_PROPERTIES, SECTION_COUNT},
                {"temporal", SECTION_PROPERTIES, SECTION_COUNT},
                {"fairness", SECTION_FAIR, SECTION_COUNT},
                {"safety", SECTION_INVARIANT, SECTION_COUNT},
                {"assert", SECTION_INVARIANT, SECTION_COUNT},
                {"deadlocks", SECTION_DEADLOCK, SECTION_COUNT},
                {"forbidden", SECTION_NEVER, SECTION_COUNT},
                {"target", SECTION_GOAL, SECTION_COUNT},
                {"heuristic", SECTION_ESTIMATE, SECTION_COUNT},
                {"symmetry", SECTION_SYMMETRIC, SECTION_COUNT},
                {"display", SECTION_SHOW, SECTION_COUNT},
                {"drawing", SECTION_PICTURE, SECTION_COUNT},
                {"svg", SECTION_PICTURE, SECTION_COUNT},
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
                   "moves, define, never, always, bound, invariant, properties, fair, "
                   "deadlock, goal, end, "
                   "costs, final, maximize, minimize, estimate, symmetric, show, picture, expect");
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

bool section_sort(checker *c, section_map *p, const node *root)
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
    case SECTION_BOUND: return "as in `few messages: sent <= 3`";
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

const node *section_mapping(checker *c, const section_map *p, section which)
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

const char *section_text(checker *c, const section_map *p, section which)
{
    const node *n = section_value(p, which);
    if (!n)
        return NULL;
    if (n->form == NODE_SCALAR)
        return n->text;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at, "`%s` is a text", section_names[which]);
    return NULL;
}
