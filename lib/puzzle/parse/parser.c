/*
 * parser.c - the text of an expression into a syntax tree.
 *
 * Recursive descent, one function a rule, with the rule above it.  Parsing of an expression stops
 * at its first error.
 */
#include "puzzle/parse/parser.h"

#include <assert.h>
#include <string.h>

#include "base/utf8.h"
#include "puzzle/parse/lexer.h"

enum { NESTING_MOST = 64, DEPTH_MOST = 400 };

typedef struct parser {
    arena *memory;
    diagnostics *to;
    lexer lexer;
    lexer_token token; /* the current one */
    size_t last_end;   /* end of the one before it */
    unsigned nesting;
    bool *joined_told; /* see parse_context */
} parser;

static parse_node *parse_ternary(parser *p);
static parse_node *parse_or(parser *p);
static parse_node *parse_range(parser *p);

/* ---- tokens -------------------------------------------------------------- */

static void advance(parser *p)
{
    p->last_end = p->token.to;
    p->token = lexer_next(&p->lexer);
}

static parser begin_parsing(const parse_context *s, const node *scalar, size_t from, size_t to)
{
    assert(scalar->form == NODE_SCALAR && from <= to && to <= scalar->length);
    parser p = {.memory = s->memory,
                .to = s->to,
                .lexer = {.in = scalar, .to = s->to, .at = from, .end = to},
                .last_end = from,
                .joined_told = s->joined_told};
    diagnostics_set_reading(s->to, scalar->at);
    p.token = lexer_next(&p.lexer);
    return p;
}

static source_span current_span(const parser *p)
{
    size_t to = p->token.form == TOKEN_END ? p->token.from : p->token.to;
    return node_span(p->lexer.in, p->token.from, to);
}

static bool is_keyword_token(token_form form)
{
    return form >= TOKEN_AND && form <= TOKEN_FOR;
}

/* Hints at what the current token may have been meant for. */
static void hint_instead(parser *p, const char *wanted)
{
    const char *text = p->lexer.in->text + p->token.from;
    int length = (int)(p->token.to - p->token.from);
    if (p->token.form == TOKEN_ASSIGN)
        diagnostic_hint(p->to, "did you mean '=='?");
    else if (p->token.form == TOKEN_EQUAL && !strcmp(wanted, "'='"))
        diagnostic_hint(p->to, "did you mean '='?");
    else if (p->token.form == TOKEN_EQUAL && !strcmp(wanted, "'in'"))
        diagnostic_hint(p->to, "did you mean '!=' in place of 'not =='?");
    else if (p->token.form == TOKEN_DOT && p->token.from && text[-1] == '.')
        diagnostic_hint(p->to, "a range is written with two dots: 0..8");
    else if (is_keyword_token(p->token.form) && strstr(wanted, "name"))
        diagnostic_hint(p->to, "'%.*s' is a keyword", length, text);
}

/* Reports what was expected, unless the token itself was reported.  NULL. */
static void *report_expected(parser *p, const char *what)
{
    if (p->token.form == TOKEN_INVALID)
        return NULL;
    if (p->token.form == TOKEN_END) {
        diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, current_span(p),
                       "the expression ends where %s is expected", what);
        return NULL;
    }
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, current_span(p), "'%.*s' where %s is expected",
                   (int)(p->token.to - p->token.from), p->lexer.in->text + p->token.from, what);
    hint_instead(p, what);
    return NULL;
}

static bool accept(parser *p, token_form form)
{
    if (p->token.form != form)
        return false;
    advance(p);
    return true;
}

static bool require_token(parser *p, token_form form, const char *what)
{
    return accept(p, form) || (report_expected(p, what), false);
}

static bool read_name(parser *p, parsed_name *out, const char *what)
{
    if (p->token.form != TOKEN_NAME)
        return report_expected(p, what), false;
    out->from = p->token.from;
    out->to = p->token.to;
    out->text = arena_text(p->memory, p->lexer.in->text + out->from, out->to - out->from);
    advance(p);
    return true;
}

const char *parse_joined_name(arena *memory, const char *text, size_t length)
{
    char *name = arena_text(memory, text, length);
    size_t at = lexer_name_length(text, length), more = at;
    while (more && at < length && (text[at] == '-' || text[at] == ' ')) {
        name[at++] = '_';
        more = lexer_name_length(text + at, length - at);
        at += more;
    }
    return more && at == length && parse_is_name(name) ? name : NULL;
}

typedef enum new_name { NAME_DECLARED, NAME_BOUND, NAME_ASSIGNED } new_name;

/* The end of a name that is read as far as its first '-' or blank; its own end: it is whole.
   Behind a blank may stand a name that is bound, too, where a ',' is missing. */
static size_t joined_end(const parser *p, const parsed_name *name, new_name use)
{
    const char *text = p->lexer.in->text;
    const size_t end = p->lexer.end;
    size_t to = name->to;
    for (size_t more = to;
         more && to < end && (text[to] == '-' || (text[to] == ' ' && use != NAME_BOUND));) {
        more = lexer_name_length(text + to + 1, end - to - 1);
        if (lexer_is_keyword(text + to + 1, more))
            break;
        to += more ? more + 1 : 0;
    }
    return to;
}

/* A name that is declared or assigned to.  A declaration with '-' or a blank in it is reported each
   time, an assignment to it only where nothing was reported before. */
static bool read_new_name(parser *p, parsed_name *out, const char *what, new_name use)
{
    if (!read_name(p, out, what))
        return false;
    const size_t to = joined_end(p, out, use);
    const char *name = p->lexer.in->text + out->from;
    const char *joined = to > out->to ? parse_joined_name(p->memory, name, to - out->from) : NULL;
    if (!joined)
        return true;
    out->text = NULL;
    out->to = to;
    if (use == NAME_ASSIGNED && p->joined_told && *p->joined_told)
        return false;
    if (p->joined_told)
        *p->joined_told = true;
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_NAME, node_span(p->lexer.in, out->from, to),
                   "'%.*s' is not a name", (int)(to - out->from), name);
    diagnostic_hint(p->to, "write %s", joined);
    return false;
}

/* Reports what follows a complete expression. */
/* `and` between choices, a comma between assignments. */
static bool reject_separator(parser *p, const char *hint)
{
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, current_span(p), "%s is complete before '%.*s'",
                   p->token.form == TOKEN_AND ? "the choice" : "the assignment",
                   (int)(p->token.to - p->token.from), p->lexer.in->text + p->token.from);
    diagnostic_hint(p->to, "%s", hint);
    return false;
}

static bool require_end(parser *p)
{
    int length = (int)(p->token.to - p->token.from);
    const char *text = p->lexer.in->text + p->token.from;
    if (p->token.form == TOKEN_END || p->token.form == TOKEN_INVALID)
        return p->token.form == TOKEN_END;
    if (p->token.form == TOKEN_NAME && p->joined_told && *p->joined_told)
        return false; /* a name like `my name`, which was reported */
    if (p->token.form == TOKEN_CLOSE_PAREN || p->token.form == TOKEN_CLOSE_BRACKET)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, current_span(p), "unmatched '%c'",
                              *text);
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, current_span(p),
                   "the expression is complete before '%.*s'", length, text);
    if (p->token.form == TOKEN_ASSIGN)
        diagnostic_hint(p->to, "did you mean '=='?");
    else if (p->token.form <= TOKEN_STRING || p->token.form == TOKEN_NOT ||
             p->token.form == TOKEN_OPEN_PAREN)
        diagnostic_hint(p->to, "is an operator missing, such as 'and', '==' or '+'?");
    return false;
}

/* ---- nodes -------------------------------------------------------------- */

static parse_node *new_parse_node(parser *p, parse_node_form form, size_t from)
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

static parse_node *binary_node(parser *p, parse_node_form form, lexer_token sign, parse_node *left,
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
static parse_node *parse_arguments(parser *p, parse_node *t, token_form close, const char *what)
{
    size_t room = 0, count = 0;
    parse_node **args = NULL;
    while (p->token.form != close) {
        if (count && !require_token(p, TOKEN_COMMA, what))
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
    advance(p);
    t->args = args;
    t->count = count;
    t->to = t->mark_to = p->last_end;
    return is_too_deep(p, t, 0) ? NULL : t;
}

/* ---- clauses: NAMES in DOMAIN [if FILTER] -------------------------------- */

static bool parse_clause(parser *p, clause *c)
{
    size_t room = 0;
    do {
        parsed_name w;
        if (!read_new_name(p, &w, "a name", NAME_BOUND))
            return false;
        ARENA_PUSH(p->memory, c->name, c->names, room, w);
    } while (accept(p, TOKEN_COMMA));
    if (!require_token(p, TOKEN_IN, "'in'"))
        return false;
    c->domain = parse_range(p);
    if (!c->domain)
        return false;
    if (accept(p, TOKEN_IF)) {
        c->filter = parse_or(p);
        return c->filter != NULL;
    }
    return true;
}

static bool add_clause(parser *p, clauses *to, clause c)
{
    if (to->count == NESTING_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, current_span(p),
                              "more than %d bindings here", NESTING_MOST);
    clause *items = arena_array(p->memory, to->count + 1, sizeof *items);
    if (to->count)
        memcpy(items, to->items, to->count * sizeof *items);
    items[to->count++] = c;
    to->items = items;
    return true;
}

/* { "for" CLAUSE { "," CLAUSE } } */
static bool parse_for_clauses(parser *p, clauses *out)
{
    while (p->token.form == TOKEN_FOR || (out->count && p->token.form == TOKEN_COMMA)) {
        clause c = {0};
        advance(p);
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
    if ((!low && p->token.form != TOKEN_COLON) || !accept(p, TOKEN_COLON))
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
    advance(p);
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
    if (accept(p, TOKEN_CLOSE_PAREN)) {
        t->to = t->mark_to = p->last_end;
        return t;
    }
    parse_node *first = parse_ternary(p);
    if (!first)
        return NULL;
    if (p->token.form == TOKEN_FOR) {
        t->form = PARSE_AGGREGATE;
        if (!parse_for_clauses(p, &t->clauses) ||
            !require_token(p, TOKEN_CLOSE_PAREN, "')' or another 'for'"))
            return NULL;
        t = add_argument(p, t, first);
    } else {
        if (p->token.form != TOKEN_CLOSE_PAREN && !require_token(p, TOKEN_COMMA, "',' or ')'"))
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
    if (!read_name(p, &name, "a name"))
        return NULL;
    if (accept(p, TOKEN_OPEN_PAREN)) {
        parse_node *call = parse_call(p, name);
        return call && call->count == 1 && !strcmp(name.text, "list") && is_word(p, "of")
                   ? parse_collection_type(p, PARSE_LIST_TYPE, call)
                   : call;
    }
    parse_node *t = new_parse_node(p, PARSE_NAME, name.from);
    t->text = name.text;
    if (!strcmp(name.text, "set") && is_word(p, "of"))
        return parse_collection_type(p, PARSE_SET_TYPE, t);
    if (accept(p, TOKEN_DOT)) {
        parsed_name member;
        if (!read_name(p, &member, "the name of a value"))
            return NULL;
        t->form = PARSE_DOTTED;
        t->member = member.text;
        t->to = t->mark_to = member.to;
    } else if (accept(p, TOKEN_OPEN_BRACKET)) {
        t->form = PARSE_INDEX;
        t = parse_arguments(p, t, TOKEN_CLOSE_BRACKET, "',' or ']'");
        /* list[i][j] is list[i, j], but behind a slice another list begins */
        while (t && !parse_node_is_sliced(t) && accept(p, TOKEN_OPEN_BRACKET)) {
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
    advance(p);
    parse_node *t =
        new_parse_node(p, now.form == TOKEN_NUMBER ? PARSE_NUMBER : PARSE_STRING, now.from);
    t->value = now.value;
    if (now.form == TOKEN_STRING)
        t->text = arena_text(p->memory, t->in->text + now.from + 1, now.to - now.from - 2);
    return t;
}

/* EXPR "for" CLAUSES */
static parse_node *parse_sequence(parser *p, parse_node *item)
{
    parse_node *t = new_parse_node(p, PARSE_SEQUENCE, item->from);
    return parse_for_clauses(p, &t->clauses) ? add_argument(p, t, item) : NULL;
}

/* "(" EXPR [ "for" CLAUSES ] ")" */
static parse_node *parse_parenthesized(parser *p)
{
    size_t from = p->token.from;
    advance(p);
    parse_node *t = parse_ternary(p);
    if (t && p->token.form == TOKEN_FOR)
        t = parse_sequence(p, t);
    if (!t || !require_token(p, TOKEN_CLOSE_PAREN, "')'"))
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
        advance(p);
        return parse_arguments(p, new_parse_node(p, PARSE_LIST, from), TOKEN_CLOSE_BRACKET,
                               "',' or ']'");
    }
    default: return report_expected(p, "a value");
    }
}

/* primary = whole { "[" item "]" } */
static parse_node *parse_primary(parser *p)
{
    parse_node *t = parse_whole(p);
    while (t && t->form != PARSE_NUMBER && t->form != PARSE_STRING &&
           accept(p, TOKEN_OPEN_BRACKET)) {
        parse_node *item = parse_index_item(p);
        if (!item || !require_token(p, TOKEN_CLOSE_BRACKET, "']'"))
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
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, current_span(p),
                              "nested deeper than %d", NESTING_MOST),
               NULL;
    advance(p);
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
        advance(p);
        t = binary_node(p, form, sign, t, parse_unary(p));
    }
    return t;
}

/* sum = product { ("+" | "-") product } */
static parse_node *parse_sum(parser *p)
{
    parse_node *t = parse_product(p);
    while (t && (p->token.form == TOKEN_PLUS || p->token.form == TOKEN_MINUS)) {
        lexer_token sign = p->token;
        advance(p);
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
            advance(p);
            t = binary_node(p, PARSE_MEET, sign, t, parse_sum(p));
        }
        all = joint.to ? binary_node(p, PARSE_UNITE, joint, all, t) : t;
        joint = p->token;
    } while (all && accept(p, TOKEN_UNITE));
    return all;
}

/* range = union [ ".." union ] */
static parse_node *parse_range(parser *p)
{
    parse_node *t = parse_union(p);
    lexer_token sign = p->token;
    if (t && accept(p, TOKEN_RANGE))
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
        advance(p);
        if (op == COMPARE_NOT_IN && !require_token(p, TOKEN_IN, "'in'"))
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
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, current_span(p),
                              "nested deeper than %d", NESTING_MOST),
               NULL;
    advance(p);
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
        advance(p);
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
        advance(p);
        t = binary_node(p, PARSE_OR, sign, t, parse_and(p));
    }
    return t;
}

/* expression = either [ "if" either "else" expression ] */
static parse_node *parse_ternary(parser *p)
{
    if (++p->nesting > NESTING_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, current_span(p),
                              "nested deeper than %d", NESTING_MOST),
               NULL;
    parse_node *t = parse_or(p);
    if (t && p->token.form == TOKEN_IF) {
        advance(p);
        parse_node *condition = parse_or(p);
        if (!condition || !require_token(p, TOKEN_ELSE, "'else'"))
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

/* ---- whole scalars -------------------------------------------------------- */

parse_node *parse_substring(const parse_context *s, const node *scalar, size_t from, size_t to)
{
    parser p = begin_parsing(s, scalar, from, to);
    parse_node *t = parse_ternary(&p);
    /* a range may stand alone where a type is meant */
    if (t && p.token.form == TOKEN_RANGE) {
        lexer_token sign = p.token;
        advance(&p);
        t = binary_node(&p, PARSE_RANGE, sign, t, parse_sum(&p));
    }
    return t && require_end(&p) ? t : NULL;
}

bool parse_is_bare_character(const node *scalar)
{
    return scalar->style == STYLE_QUOTED && utf8_count(scalar->text, scalar->length) == 1;
}

const char *parse_quoted_character(arena *memory, const node *scalar)
{
    const char *form = scalar->text[0] == '"'    ? "'\'\'%s\'\''"
                       : scalar->text[0] == '\'' ? "'\"%s\'\"'"
                                                 : "'\"%s\"'";
    return arena_printf(memory, form, scalar->text);
}

/* A sign in YAML's quotes was meant as a character.  One mistake, however often it is made. */
static void report_bare_character(const parse_context *s, const node *scalar)
{
    if (s->quotes_told && *s->quotes_told)
        return;
    diagnostic_add(s->to, WGCQ_DIAGNOSTIC_SHAPE, scalar->at,
                   "'%s' is no value: YAML takes these quotes away", scalar->text);
    diagnostic_hint(s->to, "a character has quotes within them: write %s",
                    parse_quoted_character(s->memory, scalar));
    if (s->quotes_told)
        *s->quotes_told = true;
}

parse_node *parse_expression(const parse_context *s, const node *scalar)
{
    char first = scalar->text[0];
    if (parse_is_bare_character(scalar) && !(first >= '0' && first <= '9') &&
        !lexer_name_length(scalar->text, scalar->length))
        return report_bare_character(s, scalar), NULL;
    return parse_substring(s, scalar, 0, scalar->length);
}

parse_node *parse_display(const parse_context *s, const node *scalar, size_t from, size_t to)
{
    parser p = begin_parsing(s, scalar, from, to);
    parse_node *t = parse_ternary(&p);
    if (t && p.token.form == TOKEN_FOR)
        t = parse_sequence(&p, t);
    return t && require_end(&p) ? t : NULL;
}

/* Whether the word `first` and another name are next; the word is consumed. */
static bool accept_first(parser *p)
{
    if (p->token.form != TOKEN_NAME || p->token.to - p->token.from != 5 ||
        memcmp(p->lexer.in->text + p->token.from, "first", 5) != 0)
        return false;
    parser ahead = *p;
    advance(&ahead);
    if (ahead.token.form != TOKEN_NAME)
        return false;
    *p = ahead;
    return true;
}

static bool reject_second_first(parser *p)
{
    const node *in = p->lexer.in;
    size_t from = p->last_end - strlen("first");
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, node_span(in, from, p->last_end),
                   "'first' is of a whole choose, and stands in front of it");
    diagnostic_hint(p->to, "give it a step of its own, behind this one: '- choose: %s'",
                    in->text + from);
    return false;
}

/* choose = ["first"] CLAUSE { "," CLAUSE }, `first` only where a name and no `in` follows */
bool parse_choose(clauses *out, const parse_context *s, const node *scalar)
{
    parser p = begin_parsing(s, scalar, 0, scalar->length);
    *out = (clauses){.first = accept_first(&p)};
    do {
        clause c = {0};
        if (out->count && accept_first(&p))
            return reject_second_first(&p);
        bool fine = parse_clause(&p, &c);
        if (!add_clause(&p, out, c) || !fine)
            return false;
    } while (accept(&p, TOKEN_COMMA));
    if (p.token.form == TOKEN_AND)
        return reject_separator(&p, "choices are separated by ','");
    return require_end(&p);
}

/* NAME ["[" ARGS "]"] */
static bool parse_left_side(parser *p, target *out)
{
    *out = (target){0};
    if (!read_new_name(p, &out->name, "the name of a variable", NAME_ASSIGNED))
        return false;
    if (!accept(p, TOKEN_OPEN_BRACKET))
        return true;
    parse_node *list = parse_arguments(p, new_parse_node(p, PARSE_LIST, out->name.from),
                                       TOKEN_CLOSE_BRACKET, "',' or ']'");
    if (!list)
        return false;
    out->indexed = true;
    out->count = list->count;
    out->index = list->args;
    return true;
}

bool parse_target(target *out, const parse_context *s, const node *scalar)
{
    parser p = begin_parsing(s, scalar, 0, scalar->length);
    if (!parse_left_side(&p, out) || !parse_for_clauses(&p, &out->clauses))
        return false;
    if (!out->clauses.count && accept(&p, TOKEN_IF)) {
        out->condition = parse_ternary(&p);
        if (!out->condition)
            return false;
    }
    return require_end(&p);
}

bool parse_assignment(target *out, parse_node **value, const parse_context *s, const node *scalar)
{
    parser p = begin_parsing(s, scalar, 0, scalar->length);
    if (!parse_left_side(&p, out) || !parse_for_clauses(&p, &out->clauses) ||
        !require_token(&p, TOKEN_ASSIGN, "'='"))
        return false;
    *value = parse_ternary(&p);
    if (!*value || !parse_for_clauses(&p, &out->clauses))
        return false;
    if (p.token.form == TOKEN_COMMA)
        return reject_separator(&p, "several are a mapping, as in `{a: a + 1, b: 2}`");
    return require_end(&p);
}

bool parse_heading(heading *out, const parse_context *s, const node *scalar)
{
    parser p = begin_parsing(s, scalar, 0, scalar->length);
    *out = (heading){0};
    if (p.token.form == TOKEN_END)
        return diagnostic_add(s->to, WGCQ_DIAGNOSTIC_SHAPE, current_span(&p),
                              "there is no name here");
    if (!read_new_name(&p, &out->name, "a name", NAME_DECLARED))
        return false;
    token_form close = TOKEN_END;
    if (accept(&p, TOKEN_OPEN_BRACKET)) {
        out->bracket = '[';
        close = TOKEN_CLOSE_BRACKET;
    } else if (accept(&p, TOKEN_OPEN_PAREN)) {
        out->bracket = '(';
        close = TOKEN_CLOSE_PAREN;
    }
    if (close == TOKEN_END)
        return require_end(&p);
    size_t room = 0;
    do {
        parse_node *arg = parse_range(&p);
        if (!arg)
            return false;
        ARENA_PUSH(p.memory, out->args, out->count, room, arg);
    } while (accept(&p, TOKEN_COMMA));
    return require_token(&p, close, close == TOKEN_CLOSE_PAREN ? "',' or ')'" : "',' or ']'") &&
           require_end(&p);
}

bool parse_definition(parsed_name *name, parse_node **value, const parse_context *s,
                      const node *scalar)
{
    parser p = begin_parsing(s, scalar, 0, scalar->length);
    *name = (parsed_name){0};
    if (!read_new_name(&p, name, "a name", NAME_DECLARED) ||
        !require_token(&p, TOKEN_ASSIGN, "'='"))
        return false;
    *value = parse_ternary(&p);
    return *value && require_end(&p);
}

bool parse_is_name(const char *text)
{
    size_t length = strlen(text);
    return length && lexer_name_length(text, length) == length && !lexer_is_keyword(text, length);
}

source_span parse_node_span(const parse_node *t)
{
    assert(t->from <= t->to);
    return node_span(t->in, t->from, t->to);
}

source_span parse_node_mark(const parse_node *t)
{
    assert(t->mark_from <= t->mark_to);
    return node_span(t->in, t->mark_from, t->mark_to);
}

source_span parsed_name_span(const node *scalar, parsed_name w)
{
    return node_span(scalar, w.from, w.to);
}
