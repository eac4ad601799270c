/*
 * same_meaning.c - whether two trees of YAML nodes are the same puzzle.
 *
 * The trees are compared before they are checked, node by node.  Only where an expression must
 * stand are tokens compared instead of texts: anywhere else blanks may be part of a picture.
 */
#include "puzzle/sections/same_meaning.h"

#include <string.h>

#include "puzzle/parse/lexer.h"

/* The kind of a node, by its place in the puzzle. */
typedef enum node_place {
    PLACE_PUZZLE,
    PLACE_EXPRESSIONS, /* a mapping of names to expressions */
    PLACE_MOVES,       /* a mapping of names to steps       */
    PLACE_STEPS,
    PLACE_STEP,
    PLACE_EXPRESSION, /* or a mapping, which is no expression */
    PLACE_OTHER
} node_place;

static bool is_text(const node *n, const char *text)
{
    return n->length == strlen(text) && !memcmp(n->text, text, n->length);
}

static bool is_one_of(const node *key, const char *const *names)
{
    while (*names && !is_text(key, *names))
        names++;
    return *names != NULL;
}

static node_place place_of_section(const node *key)
{
    static const char *const expressions[] = {"never", "always",    "define", "costs",
                                              "final", "invariant", "bound",  NULL};
    static const char *const single[] = {"goal", "end", "estimate", NULL};
    if (is_text(key, "moves"))
        return PLACE_MOVES;
    return is_one_of(key, expressions) ? PLACE_EXPRESSIONS
           : is_one_of(key, single)    ? PLACE_EXPRESSION
                                       : PLACE_OTHER;
}

static node_place place_of_value(node_place of, const node *key)
{
    switch (of) {
    case PLACE_PUZZLE: return place_of_section(key);
    case PLACE_EXPRESSIONS: return PLACE_EXPRESSION;
    case PLACE_MOVES: return PLACE_STEPS;
    case PLACE_STEP: return is_text(key, "guard") ? PLACE_EXPRESSION : PLACE_OTHER;
    default: return PLACE_OTHER;
    }
}

/* ---- scalars ------------------------------------------------------------------------------ */

static bool same_bytes(const node *a, const node *b)
{
    return a->length == b->length && !memcmp(a->text, b->text, a->length);
}

static bool same_token(const node *a, lexer_token s, const node *b, lexer_token t)
{
    return s.form == t.form && s.to - s.from == t.to - t.from &&
           !memcmp(a->text + s.from, b->text + t.from, s.to - s.from);
}

static bool same_tokens(const node *a, const node *b)
{
    lexer s = {.in = a, .end = a->length}, t = {.in = b, .end = b->length};
    for (;;) {
        lexer_token one = lexer_next(&s), other = lexer_next(&t);
        if (one.form == TOKEN_INVALID || !same_token(a, one, b, other))
            return false;
        if (one.form == TOKEN_END)
            return true;
    }
}

/* Quotes and bars decide what some texts are read as. */
static bool same_scalar(const node *a, const node *b, node_place place)
{
    if (a->style != b->style)
        return false;
    return same_bytes(a, b) || (place == PLACE_EXPRESSION && same_tokens(a, b));
}

/* ---- collections --------------------------------------------------------------------------- */

static bool nodes_agree(const node *a, const node *b, node_place place);

static bool same_list(const node *a, const node *b, node_place place)
{
    node_place each = place == PLACE_STEPS ? PLACE_STEP : PLACE_OTHER;
    for (size_t i = 0; i < a->count; i++)
        if (!nodes_agree(a->items[i], b->items[i], each))
            return false;
    return true;
}

/* In order: that of moves, rules, variables and values is part of what they mean. */
static bool same_map(const node *a, const node *b, node_place place)
{
    for (size_t i = 0; i < a->count; i++) {
        const map_entry *one = &a->entries[i], *other = &b->entries[i];
        if (!same_bytes(one->key, other->key) ||
            !nodes_agree(one->value, other->value, place_of_value(place, one->key)))
            return false;
    }
    return true;
}

static bool nodes_agree(const node *a, const node *b, node_place place)
{
    if (a->form != b->form)
        return false;
    if (a->form == NODE_SCALAR)
        return same_scalar(a, b, place);
    if (a->count != b->count)
        return false;
    return a->form == NODE_LIST ? same_list(a, b, place) : same_map(a, b, place);
}

/* ---- the puzzle ------------------------------------------------------------------------------ */

static bool is_remark(const node *key)
{
    static const char *const remarks[] = {"about", "expect", NULL};
    return is_one_of(key, remarks);
}

static const node *section_of(const node *puzzle, const node *key)
{
    for (size_t i = 0; i < puzzle->count; i++)
        if (same_bytes(puzzle->entries[i].key, key))
            return puzzle->entries[i].value;
    return NULL;
}

/* Whether every section of `a` is one of `b`. */
static bool has_sections(const node *a, const node *b)
{
    for (size_t i = 0; i < a->count; i++) {
        const node *key = a->entries[i].key;
        const node *other = is_remark(key) ? NULL : section_of(b, key);
        if (is_remark(key))
            continue;
        if (!other || !nodes_agree(a->entries[i].value, other, place_of_section(key)))
            return false;
    }
    return true;
}

bool same_meaning(const node *a, const node *b)
{
    if (a->form != NODE_MAP || b->form != NODE_MAP)
        return false;
    return has_sections(a, b) && has_sections(b, a);
}
