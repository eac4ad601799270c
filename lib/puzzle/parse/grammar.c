/*
 * grammar.c - the text of an expression into a syntax tree.
 *
 * Recursive descent, one function a rule, with the rule above it.  Parsing of an expression stops
 * at its first error.
 */
#include <assert.h>
#include <string.h>

#include "puzzle/parse/reading.h"

enum { NESTING_MOST = 64, DEPTH_MOST = 400 };

static parse_node *parse_or(parser *p);

/* ---- nodes -------------------------------------------------------------- */

parse_node *new_parse_node(parser *p, parse_node_form form, size_t from)
{
    parse_node *t = arena_take(p->memory, sizeof *t);
    t->form = form;
    t->in = p->lexer.in;
    t->from = t->mark_from = from;
    t->to = t->mark_to = p->last_end;
    t->depth = 1;
    return t;
}

static bool is_too_deep(parser *p, const parse_node *t, size_t length)
{
    if (t->depth <= DEPTH_MOST && length <= DEPTH_MOST)
        return false;
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(t),
                   "the expression is too long: over %d operations in a row", DEPTH_MOST);
    diagnostic_hint(p->to, "give a part of it a name under `define`");
    return true;
}

/* Appends an argument.  NULL: the node or the argument was, or it is too deep. */
static parse_node *add_argument(parser *p, parse_node *t, parse_node *arg)
{
    if (!t || !arg)
        return NULL;
    parse_node **args = arena_array(p->memory, t->count + 1, sizeof *args);
    if (t->count)
        memcpy(args, t->args, t->count * sizeof *args);
    args[t->count++] = arg;
    t->args = args;
    t->to = t->mark_to > p->last_end ? t->mark_to : p->last_end;
    if (arg->depth >= t->depth)
        t->depth = arg->depth + 1;
    return is_too_deep(p, t, t->count) ? NULL : t;
}

parse_node *binary_node(parser *p, parse_node_form form, lexer_token sign, parse_node *left,
                        parse_node *right)
{
    if (!left || !right)
        return NULL;
    assert(sign.from <= sign.to && left->from <= sign.from);
    parse_node *t = new_parse_node(p, form, left->from);
    t = add_argument(p, add_argument(p, t, left), right);
    if (t) {
        t->mark_from = sign.from;
        t->mark_to = sign.to;
    }
    return t;
}

static parse_node *parse_index_item(parser *p);

/* items: ITEM { "," ITEM } up to `close` */
parse_node *parse_arguments(parser *p, parse_node *t, token_form close, const char *what)
{
    size_t room = 0, count = 0;
    parse_node **args = NULL;
    while (p->token.form != close) {
        if (count && !parser_require(p, TOKEN_COMMA, what))
            return NULL;
        if (count && p->token.form == close)
            break; /* a comma behind the last one */
        parse_node *arg = t->form == PARSE_INDEX ? parse_index_item(p) : parse_ternary(p);
        if (!arg)
            return NULL;
        if (arg->depth >= t->depth)
            t->depth = arg->depth + 1;
        ARENA_PUSH(p->memory, args, count, room, arg);
    }
    parser_advance(p);
    t->args = args;
    t->count = count;
    t->to = t->mark_to = p->last_end;
    return is_too_deep(p, t, 0) ? NULL : t;
}

/* ---- clauses: NAMES in DOMAIN [if FILTER] -------------------------------- */

bool parse_clause(parser *p, clause *c)
{
    size_t room = 0;
    do {
        parsed_name w;
        if (!parser_new_name(p, &w, "a name", NAME_BOUND))
            return false;
        ARENA_PUSH(p->memory, c->name, c->names, room, w);
    } while (parser_accept(p, TOKEN_COMMA));
    if (!parser_require(p, TOKEN_IN, "'in'"))
        return false;
    c->domain = parse_range(p);
    if (!c->domain)
        return false;
    if (parser_accept(p, TOKEN_IF)) {
        c->filter = parse_or(p);
        return c->filter != NULL;
    }
    return true;
}

bool add_clause(parser *p, clauses *to, clause c)
{
    if (to->count == NESTING_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, parser_span(p),
                              "more than %d bindings here", NESTING_MOST);
    clause *items = arena_array(p->memory, to->count + 1, sizeof *items);
    if (to->count)
        memcpy(items, to->items, to->count * sizeof *items);
    items[to->count++] = c;
    to->items = items;
    return true;
}

/* { "for" CLAUSE { "," CLAUSE } } */
bool parse_for_clauses(parser *p, clauses *out)
{
    while (p->token.form == TOKEN_FOR || (out->count && p->token.form == TOKEN_COMMA)) {
        clause c = {0};
        parser_advance(p);
        if (!parse_clause(p, &c) || !add_clause(p, out, c))
            return false;
    }
    return true;
}

/* ---- the grammar, from the strongest binding to the weakest -------------- */

/* item = [ EXPR ] ":" [ EXPR ] | EXPR */
static parse_node *parse_index_item(parser *p)
{
    const size_t from = p->token.from;
    parse_node *low = p->token.form == TOKEN_COLON ? NULL : parse_ternary(p);
    if ((!low && p->token.form != TOKEN_COLON) || !parser_accept(p, TOKEN_COLON))
        return low;
    const bool ends = p->token.form == TOKEN_CLOSE_BRACKET || p->token.form == TOKEN_COMMA;
    parse_node *t = new_parse_node(p, PARSE_SLICE, from), *high = ends ? NULL : parse_ternary(p);
    if (!ends && !high)
        return NULL;
    t->value = (low ? 1 : 0) + (high ? 2 : 0);
    t = low ? add_argument(p, t, low) : t;
    return t && high ? add_argument(p, t, high) : t;
}

/* type = "list" "(" EXPR ")" "of" range | "set" "of" range, each perhaps "or" "none" */
static parse_node *parse_collection_type(parser *p, parse_node_form form, parse_node *t)
{
    t->form = form;
    t->text = NULL;
    parser_advance(p);
    return add_argument(p, t, form == PARSE_LIST_TYPE ? parse_or(p) : parse_range(p));
}

static bool is_word(const parser *p, const char *word)
{
    const size_t length = strlen(word);
    return p->token.form == TOKEN_NAME && p->token.to - p->token.from == length &&
           !memcmp(p->lexer.in->text + p->token.from, word, length);
}

/* call = NAME "(" [ EXPR "for" CLAUSES | EXPR {"," EXPR} ] ")" */
static parse_node *parse_call(parser *p, parsed_name name)
{
    parse_node *t = new_parse_node(p, PARSE_CALL, name.from);
    t->text = name.text;
    if (parser_accept(p, TOKEN_CLOSE_PAREN)) {
        t->to = t->mark_to = p->last_end;
        return t;
    }
    parse_node *first = parse_ternary(p);
    if (!first)
        return NULL;
    if (p->token.form == TOKEN_FOR) {
        t->form = PARSE_AGGREGATE;
        if (!parse_for_clauses(p, &t->clauses) ||
            !parser_require(p, TOKEN_CLOSE_PAREN, "')' or another 'for'"))
            return NULL;
        t = add_argument(p, t, first);
    } else {
        if (p->token.form != TOKEN_CLOSE_PAREN && !parser_require(p, TOKEN_COMMA, "',' or ')'"))
            return NULL;
        t = parse_arguments(p, t, TOKEN_CLOSE_PAREN, "',' or ')'");
        if (!t)
            return NULL;
        parse_node **args = arena_array(p->memory, t->count + 1, sizeof *args);
        args[0] = first;
        for (size_t i = 0; i < t->count; i++)
            args[i + 1] = t->args[i];
        t->args = args;
        t->count++;
        if (first->depth >= t->depth)
            t->depth = first->depth + 1;
    }
    if (t) {
        t->mark_from = name.from;
        t->mark_to = name.to;
    }
    return t;
}

bool parse_node_is_sliced(const parse_node *t)
{
    return t->form == PARSE_INDEX && t->count && t->args[t->count - 1]->form == PARSE_SLICE;
}

/* NAME | NAME "." NAME | NAME "[" ARGS "]" | call */
static parse_node *parse_named(parser *p)
{
    parsed_name name;
    if (!parser_name(p, &name, "a name"))
        return NULL;
    if (parser_accept(p, TOKEN_OPEN_PAREN)) {
        parse_node *call = parse_call(p, name);
        return call && call->count == 1 && !strcmp(name.text, "list") && is_word(p, "of")
                   ? parse_collection_type(p, PARSE_LIST_TYPE, call)
                   : call;
    }
    parse_node *t = new_parse_node(p, PARSE_NAME, name.from);
    t->text = name.text;
    if (!strcmp(name.text, "set") && is_word(p, "of"))
        return parse_collection_type(p, PARSE_SET_TYPE, t);
    if (parser_accept(p, TOKEN_DOT)) {
        parsed_name member;
        if (!parser_name(p, &member, "the name of a value"))
            return NULL;
        t->form = PARSE_DOTTED;
        t->member = member.text;
        t->to = t->mark_to = member.to;
    } else if (parser_accept(p, TOKEN_OPEN_BRACKET)) {
        t->form = PARSE_INDEX;
        t = parse_arguments(p, t, TOKEN_CLOSE_BRACKET, "',' or ']'");
        /* list[i][j] is list[i, j], but behind a slice another list begins */
        while (t && !parse_node_is_sliced(t) && parser_accept(p, TOKEN_OPEN_BRACKET)) {
            parse_node *more = parse_arguments(p, new_parse_node(p, PARSE_INDEX, p->last_end),
                                               TOKEN_CLOSE_BRACKET, "']'");
            if (!more)
                return NULL;
            for (size_t i = 0; t && i < more->count; i++)
                t = add_argument(p, t, more->args[i]);
        }
        if (t) {
            t->mark_from = name.from;
            t->mark_to = name.to;
        }
    }
    return t;
}

static parse_node *parse_literal(parser *p)
{
    lexer_token now = p->token;
    parser_advance(p);
    parse_node *t =
        new_parse_node(p, now.form == TOKEN_NUMBER ? PARSE_NUMBER : PARSE_STRING, now.from);
    t->value = now.value;
    t->places = now.places;
    if (now.form == TOKEN_STRING)
        t->text = arena_text(p->memory, t->in->text + now.from + 1, now.to - now.from - 2);
    return t;
}

/* EXPR "for" CLAUSES */
parse_node *parse_sequence(parser *p, parse_node *item)
{
    parse_node *t = new_parse_node(p, PARSE_SEQUENCE, item->from);
    return parse_for_clauses(p, &t->clauses) ? add_argument(p, t, item) : NULL;
}

/* "(" EXPR [ "for" CLAUSES ] ")" */
static parse_node *parse_parenthesized(parser *p)
{
    size_t from = p->token.from;
    parser_advance(p);
    parse_node *t = parse_ternary(p);
    if (t && p->token.form == TOKEN_FOR)
        t = parse_sequence(p, t);
    if (!t || !parser_require(p, TOKEN_CLOSE_PAREN, "')'"))
        return NULL;
    t->from = from;
    t->to = p->last_end;
    return t;
}

/* whole = NUMBER | STRING | named | "(" EXPR ")" | "[" ARGS "]" */
static parse_node *parse_whole(parser *p)
{
    switch (p->token.form) {
    case TOKEN_NUMBER:
    case TOKEN_STRING: return parse_literal(p);
    case TOKEN_NAME: return parse_named(p);
    case TOKEN_OPEN_PAREN: return parse_parenthesized(p);
    case TOKEN_OPEN_BRACKET: {
        size_t from = p->token.from;
        parser_advance(p);
        return parse_arguments(p, new_parse_node(p, PARSE_LIST, from), TOKEN_CLOSE_BRACKET,
                               "',' or ']'");
    }
    default: return parser_expected(p, "a value");
    }
}

/* primary = whole { "[" item "]" } */
static parse_node *parse_primary(parser *p)
{
    parse_node *t = parse_whole(p);
    while (t && t->form != PARSE_NUMBER && t->form != PARSE_STRING &&
           parser_accept(p, TOKEN_OPEN_BRACKET)) {
        parse_node *item = parse_index_item(p);
        if (!item || !parser_require(p, TOKEN_CLOSE_BRACKET, "']'"))
            return NULL;
        parse_node *element = new_parse_node(p, PARSE_ELEMENT, t->from);
        t = add_argument(p, add_argument(p, element, t), item);
        if (t)
            t->to = t->mark_to = p->last_end;
    }
    return t;
}

/* unary = "-" unary | primary */
static parse_node *parse_unary(parser *p)
{
    lexer_token sign = p->token;
    if (sign.form != TOKEN_MINUS)
        return parse_primary(p);
    if (++p->nesting > NESTING_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, parser_span(p), "nested deeper than %d",
                              NESTING_MOST),
               NULL;
    parser_advance(p);
    parse_node *operand = parse_unary(p);
    p->nesting--;
    parse_node *t =
        operand ? add_argument(p, new_parse_node(p, PARSE_NEGATE, sign.from), operand) : NULL;
    if (t) {
        t->mark_from = sign.from;
        t->mark_to = sign.to;
    }
    return t;
}

static bool product_sign(token_form form, parse_node_form *out)
{
    *out = form == TOKEN_STAR ? PARSE_MULTIPLY : form == TOKEN_DIVIDE ? PARSE_DIVIDE : PARSE_MODULO;
    return form == TOKEN_STAR || form == TOKEN_DIVIDE || form == TOKEN_MODULO;
}

/* product = unary { ("*" | "//" | "%") unary } */
static parse_node *parse_product(parser *p)
{
    parse_node *t = parse_unary(p);
    parse_node_form form;
    while (t && product_sign(p->token.form, &form)) {
        lexer_token sign = p->token;
        parser_advance(p);
        t = binary_node(p, form, sign, t, parse_unary(p));
    }
    return t;
}

/* sum = product { ("+" | "-") product } */
parse_node *parse_sum(parser *p)
{
    parse_node *t = parse_product(p);
    while (t && (p->token.form == TOKEN_PLUS || p->token.form == TOKEN_MINUS)) {
        lexer_token sign = p->token;
        parser_advance(p);
        parse_node_form form = sign.form == TOKEN_PLUS ? PARSE_ADD : PARSE_SUBTRACT;
        t = binary_node(p, form, sign, t, parse_product(p));
    }
    return t;
}

/* meet = sum { "&" sum }; union = meet { "|" meet } */
static parse_node *parse_union(parser *p)
{
    parse_node *all = NULL;
    lexer_token joint = {0};
    do {
        parse_node *t = parse_sum(p);
        while (t && p->token.form == TOKEN_MEET) {
            lexer_token sign = p->token;
            parser_advance(p);
            t = binary_node(p, PARSE_MEET, sign, t, parse_sum(p));
        }
        all = joint.to ? binary_node(p, PARSE_UNITE, joint, all, t) : t;
        joint = p->token;
    } while (all && parser_accept(p, TOKEN_UNITE));
    return all;
}

/* range = union [ ".." union ] */
parse_node *parse_range(parser *p)
{
    parse_node *t = parse_union(p);
    lexer_token sign = p->token;
    if (t && parser_accept(p, TOKEN_RANGE))
        t = binary_node(p, PARSE_RANGE, sign, t, parse_union(p));
    return t;
}

/* The comparison that the current token begins, which is not consumed; false: none. */
static bool comparison_sign(parser *p, comparison *out)
{
    switch (p->token.form) {
    case TOKEN_EQUAL: *out = COMPARE_EQUAL; return true;
    case TOKEN_NOT_EQUAL: *out = COMPARE_NOT_EQUAL; return true;
    case TOKEN_LESS: *out = COMPARE_LESS; return true;
    case TOKEN_LESS_EQUAL: *out = COMPARE_LESS_EQUAL; return true;
    case TOKEN_GREATER: *out = COMPARE_GREATER; return true;
    case TOKEN_GREATER_EQUAL: *out = COMPARE_GREATER_EQUAL; return true;
    case TOKEN_IN: *out = COMPARE_IN; return true;
    case TOKEN_NOT: *out = COMPARE_NOT_IN; return true; /* only `not in` can follow a value */
    default: return false;
    }
}

/* comparison = range { SIGN range } */
static parse_node *parse_comparison(parser *p)
{
    parse_node *first = parse_range(p);
    comparison op;
    if (!first || !comparison_sign(p, &op))
        return first;
    size_t mark_from = p->token.from, mark_to = p->token.to, room = 0, count = 0;
    parse_node *t = add_argument(p, new_parse_node(p, PARSE_COMPARE, first->from), first);
    comparison *ops = NULL;
    while (t && comparison_sign(p, &op)) {
        parser_advance(p);
        if (op == COMPARE_NOT_IN && !parser_require(p, TOKEN_IN, "'in'"))
            return NULL;
        t = add_argument(p, t, parse_range(p));
        ARENA_PUSH(p->memory, ops, count, room, op);
    }
    if (t) {
        t->ops = ops;
        t->mark_from = mark_from;
        t->mark_to = mark_to;
    }
    return t;
}

/* negation = "not" negation | comparison */
static parse_node *parse_negation(parser *p)
{
    lexer_token sign = p->token;
    if (sign.form != TOKEN_NOT)
        return parse_comparison(p);
    if (++p->nesting > NESTING_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, parser_span(p), "nested deeper than %d",
                              NESTING_MOST),
               NULL;
    parser_advance(p);
    parse_node *operand = parse_negation(p);
    p->nesting--;
    return operand ? add_argument(p, new_parse_node(p, PARSE_NOT, sign.from), operand) : NULL;
}

/* both = negation { "and" negation } */
static parse_node *parse_and(parser *p)
{
    parse_node *t = parse_negation(p);
    while (t && p->token.form == TOKEN_AND) {
        lexer_token sign = p->token;
        parser_advance(p);
        t = binary_node(p, PARSE_AND, sign, t, parse_negation(p));
    }
    return t;
}

/* either = both { "or" both } */
static parse_node *parse_or(parser *p)
{
    parse_node *t = parse_and(p);
    while (t && p->token.form == TOKEN_OR) {
        lexer_token sign = p->token;
        parser_advance(p);
        t = binary_node(p, PARSE_OR, sign, t, parse_and(p));
    }
    return t;
}

/* expression = either [ "if" either "else" expression ] */
parse_node *parse_ternary(parser *p)
{
    if (++p->nesting > NESTING_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, parser_span(p), "nested deeper than %d",
                              NESTING_MOST),
               NULL;
    parse_node *t = parse_or(p);
    if (t && p->token.form == TOKEN_IF) {
        parser_advance(p);
        parse_node *condition = parse_or(p);
        if (!condition || !parser_require(p, TOKEN_ELSE, "'else'"))
            return NULL;
        parse_node *otherwise = parse_ternary(p);
        if (!otherwise)
            return NULL;
        parse_node *ternary = new_parse_node(p, PARSE_IF, t->from);
        t = add_argument(p, add_argument(p, add_argument(p, ternary, condition), t), otherwise);
    }
    p->nesting--;
    return t;
}
