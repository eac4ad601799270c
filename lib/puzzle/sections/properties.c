/* properties.c - `properties`, what all paths satisfy, and `fair`, which paths there are. */
#include <string.h>

#include "base/suggest.h"
#include "puzzle/sections/sections.h"

/* ---- what a property says -------------------------------------------------------------------- */

static const struct property_words {
    const char *words;
    model_property_form form;
} begins[] = {{"eventually always ", MODEL_EVENTUALLY_ALWAYS},
              {"infinitely often ", MODEL_INFINITELY_OFTEN},
              {"eventually ", MODEL_EVENTUALLY},
              {"recoverable ", MODEL_RECOVERABLE},
              {"step ", MODEL_STEP}};

static const struct property_words *property_begin(const char *text)
{
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(text, begins[i].words, strlen(begins[i].words)))
            return &begins[i];
    return NULL;
}

/* Other words for it, or for what is no property; the last is of all else. */
static const struct mistaken_words {
    const char *words, *hint;
} mistaken[] = {{"always eventually ", "write `infinitely often`"},
                {"always ", "write what holds in every state under `invariant`"},
                {"never ", "write what holds in every state under `invariant`"},
                {"", "what holds in every state is an `invariant`"}};

static bool report_no_form(checker *c, const node *n, size_t length, const char *instead)
{
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, node_span(n, 0, length),
                   "a property begins with eventually, infinitely often, eventually always, "
                   "recoverable or step, or says A leads to B");
    diagnostic_hint(c->to, "%s", instead);
    return false;
}

static bool report_mistaken(checker *c, const node *n)
{
    const struct mistaken_words *m = mistaken;
    while (strncmp(n->text, m->words, strlen(m->words)) != 0)
        m++;
    return report_no_form(c, n, m == mistaken ? strlen(m->words) - 1 : n->length, m->hint);
}

static const expr *check_part(checker *c, const node *n, size_t from, size_t to)
{
    parse_node *t = parse_substring(&c->syntax, n, from, to);
    return t ? expr_check_truth(c, t) : NULL;
}

static bool check_leads_to(checker *c, property *out, const node *n, size_t at)
{
    out->form = MODEL_LEADS_TO;
    out->value = check_part(c, n, 0, at);
    out->reached = check_part(c, n, at + strlen(" leads to "), n->length);
    return out->value && out->reached;
}

static bool check_property_value(checker *c, property *out, const node *n)
{
    if (n->form != NODE_SCALAR || !n->length)
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->length ? n->at : out->at,
                              "a property is a text such as `eventually done`");
    const char *leads = strstr(n->text, " leads to ");
    const struct property_words *begin = property_begin(n->text);
    if (leads && begin)
        return report_no_form(c, n, n->length, "write `A leads to B` alone");
    if (leads)
        return check_leads_to(c, out, n, (size_t)(leads - n->text));
    if (!begin)
        return report_mistaken(c, n);
    const size_t length = strlen(begin->words);
    out->form = begin->form;
    c->in_step = begin->form == MODEL_STEP;
    out->value = check_part(c, n, length, n->length);
    c->in_step = false;
    return out->value != NULL;
}

/* ---- its name ----------------------------------------------------------------------------- */

/* Where ` for NAME in ` begins, outside of braces; the length of the text: nowhere. */
static size_t loop_begin(const node *key)
{
    for (size_t at = 0; at + 5 < key->length; at++) {
        if (key->text[at] == '{')
            at += strcspn(key->text + at, "}");
        else if (!strncmp(key->text + at, " for ", 5) && strstr(key->text + at, " in "))
            return at;
    }
    return key->length;
}

static bool check_property_name(checker *c, property *out, const node *key)
{
    const size_t length = loop_begin(key);
    node words = *key;
    words.text = arena_text(c->memory, key->text, length);
    words.length = length;
    if (length < key->length) {
        clauses of;
        c->constant_only++;
        out->loop =
            parse_for(&of, &c->syntax, key, length + 1) ? quantifier_check(c, &of, false) : NULL;
        c->constant_only--;
        if (!out->loop)
            return false;
    }
    c->constant_only++;
    bool fine = move_check_template(c, &out->text, &words), varies = !out->loop;
    c->constant_only--;
    for (size_t i = 0; i < out->text.count; i++)
        varies |= !out->text.pieces[i].text;
    if (fine && !varies) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, key->at, "several properties have this name");
        diagnostic_hint(c->to, "write what varies in braces: '{%s} ...'",
                        out->loop->bindings[0].names[0]);
    }
    return fine && varies;
}

void properties_check(checker *c, const section_map *p)
{
    const node *n = section_mapping(c, p, SECTION_PROPERTIES);
    property *all = arena_array(c->memory, (n ? n->count : 0) + 1, sizeof *all);
    for (size_t i = 0; n && i < n->count; i++) {
        const map_entry *e = &n->entries[i];
        property one = {.name = e->key->text, .at = e->key->at};
        if (check_property_name(c, &one, e->key) && check_property_value(c, &one, e->value))
            all[c->tree->property_count++] = one;
        else
            c->property_poisoned = true;
        c->locals = NULL;
    }
    c->tree->properties = all;
}

/* ---- fairness -------------------------------------------------------------------------------- */

static bool find_fair_move(checker *c, const node *name, size_t *out)
{
    const ast *t = c->tree;
    const char **names = arena_array(c->memory, t->move_count + 1, sizeof *names);
    for (size_t i = 0; i < t->move_count; i++) {
        names[i] = t->moves[i].name;
        *out = i;
        if (!strcmp(names[i], name->text))
            return true;
    }
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, name->at, "there is no move '%s'", name->text);
    const char *meant = suggest_nearest(name->text, names, t->move_count);
    if (meant)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    return false;
}

static void check_fair_move(checker *c, fair_move *all, const node *n, bool strong)
{
    const bool any =
        n->form == NODE_MAP && n->count == 1 && !strcmp(n->entries[0].key->text, "any");
    const node *name = any ? n->entries[0].value : n;
    fair_move one = {.at = n->at, .strong = strong, .any = any};
    if (name->form != NODE_SCALAR || !name->length)
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                       "the text of a move is expected here, or {any: TEXT}");
    else if (find_fair_move(c, name, &one.move))
        all[c->tree->fair_count++] = one;
}

static size_t fair_items(const node *n)
{
    return n->form == NODE_LIST ? n->count : 1;
}

void fair_check(checker *c, const section_map *p)
{
    const node *n = section_mapping(c, p, SECTION_FAIR);
    size_t count = 0;
    for (size_t i = 0; n && i < n->count; i++)
        count += fair_items(n->entries[i].value);
    fair_move *all = arena_array(c->memory, count + 1, sizeof *all);
    for (size_t i = 0; n && i < n->count; i++) {
        const node *key = n->entries[i].key, *value = n->entries[i].value;
        const bool strong = !strcmp(key->text, "strong");
        if (!strong && strcmp(key->text, "weak")) {
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, key->at, "unknown fairness '%s'",
                           key->text);
            diagnostic_hint(c->to, "a move is `weak` or `strong`");
            continue;
        }
        for (size_t k = 0; k < fair_items(value); k++)
            check_fair_move(c, all, value->form == NODE_LIST ? value->items[k] : value, strong);
    }
    c->tree->fair = all;
}
