/*
 * parser.c - the text of an expression into a syntax tree.
 *
 * Recursive descent, one function a rule, the rule written above it.  The first mistake ends the
 * reading of that expression: what follows it would be guesswork.
 */
#include "puzzle/parse/parser.h"

#include <string.h>

#include "puzzle/parse/lexer.h"

enum { NESTING_MOST = 64, DEPTH_MOST = 400 };

typedef struct parser {
    arena *memory;
    diagnostics *to;
    lexer words;
    lexer_token now; /* the word looked at          */
    size_t last_end; /* where the one before it ended */
    unsigned nesting;
} parser;

static parse_node *ternary(parser *p);
static parse_node *either(parser *p);
static parse_node *range(parser *p);

/* ---- words -------------------------------------------------------------- */

static void advance(parser *p)
{
    p->last_end = p->now.to;
    p->now = lexer_next(&p->words);
}

static parser begin(const parse_context *s, const node *scalar, size_t from, size_t to)
{
    parser p = {.memory = s->memory,
                .to = s->to,
                .words = {.in = scalar, .to = s->to, .at = from, .end = to},
                .last_end = from};
    diagnostics_set_reading(s->to, scalar->at);
    p.now = lexer_next(&p.words);
    return p;
}

static source_span here(const parser *p)
{
    size_t to = p->now.form == TOKEN_END ? p->now.from : p->now.to;
    return node_span(p->words.in, p->now.from, to);
}

static bool is_word(token_form form)
{
    return form >= TOKEN_AND && form <= TOKEN_FOR;
}

/* What was meant by the word that stands here, where that can be told. */
static void hint_instead(parser *p, const char *wanted)
{
    const char *text = p->words.in->text + p->now.from;
    int length = (int)(p->now.to - p->now.from);
    if (p->now.form == TOKEN_ASSIGN)
        diagnostic_hint(p->to, "did you mean '=='?");
    else if (p->now.form == TOKEN_EQUAL && !strcmp(wanted, "'='"))
        diagnostic_hint(p->to, "did you mean '='?");
    else if (p->now.form == TOKEN_EQUAL && !strcmp(wanted, "'in'"))
        diagnostic_hint(p->to, "did you mean '!='?");
    else if (p->now.form == TOKEN_DOT && p->now.from && text[-1] == '.')
        diagnostic_hint(p->to, "a range is written with two dots: 0..8");
    else if (is_word(p->now.form) && strstr(wanted, "name"))
        diagnostic_hint(p->to, "'%.*s' is a word of the language", length, text);
}

/* Says what was expected, unless the word itself was already complained of. */
static void *expected(parser *p, const char *what)
{
    if (p->now.form == TOKEN_INVALID)
        return NULL;
    if (p->now.form == TOKEN_END) {
        diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, here(p),
                       "the expression ends where %s is expected", what);
        return NULL;
    }
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, here(p), "'%.*s' stands where %s is expected",
                   (int)(p->now.to - p->now.from), p->words.in->text + p->now.from, what);
    hint_instead(p, what);
    return NULL;
}

static bool accept(parser *p, token_form form)
{
    if (p->now.form != form)
        return false;
    advance(p);
    return true;
}

static bool need(parser *p, token_form form, const char *what)
{
    return accept(p, form) || (expected(p, what), false);
}

static bool read_word(parser *p, parsed_name *out, const char *what)
{
    if (p->now.form != TOKEN_NAME)
        return expected(p, what), false;
    out->from = p->now.from;
    out->to = p->now.to;
    out->text = arena_text(p->memory, p->words.in->text + out->from, out->to - out->from);
    advance(p);
    return true;
}

/* Nothing may stand behind what was read. */
static bool at_end(parser *p)
{
    int length = (int)(p->now.to - p->now.from);
    const char *text = p->words.in->text + p->now.from;
    if (p->now.form == TOKEN_END || p->now.form == TOKEN_INVALID)
        return p->now.form == TOKEN_END;
    if (p->now.form == TOKEN_CLOSE_PAREN || p->now.form == TOKEN_CLOSE_BRACKET)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, here(p), "this '%c' closes nothing",
                              *text);
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, here(p),
                   "the expression is complete before '%.*s'", length, text);
    if (p->now.form == TOKEN_ASSIGN)
        diagnostic_hint(p->to, "did you mean '=='?");
    else if (p->now.form <= TOKEN_STRING || p->now.form == TOKEN_NOT ||
             p->now.form == TOKEN_OPEN_PAREN)
        diagnostic_hint(p->to, "is an operator missing, such as 'and', '==' or '+'?");
    return false;
}

/* ---- terms -------------------------------------------------------------- */

static parse_node *make(parser *p, parse_node_form form, size_t from)
{
    parse_node *t = arena_take(p->memory, sizeof *t);
    t->form = form;
    t->in = p->words.in;
    t->from = t->mark_from = from;
    t->to = t->mark_to = p->last_end;
    t->depth = 1;
    return t;
}

static bool deep(parser *p, const parse_node *t, size_t length)
{
    if (t->depth <= DEPTH_MOST && length <= DEPTH_MOST)
        return false;
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(t),
                   "the expression is too long: over %d operations in a row", DEPTH_MOST);
    diagnostic_hint(p->to, "give a part of it a name under `define`");
    return true;
}

/* Adds an argument; NULL (complained of) makes the whole NULL. */
static parse_node *with(parser *p, parse_node *t, parse_node *arg)
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
    return deep(p, t, t->count) ? NULL : t;
}

static parse_node *binary(parser *p, parse_node_form form, lexer_token sign, parse_node *left,
                          parse_node *right)
{
    if (!left || !right)
        return NULL;
    parse_node *t = make(p, form, left->from);
    t = with(p, with(p, t, left), right);
    if (t) {
        t->mark_from = sign.from;
        t->mark_to = sign.to;
    }
    return t;
}

/* items: ITEM { "," ITEM } up to `close` */
static parse_node *arguments(parser *p, parse_node *t, token_form close, const char *what)
{
    size_t room = 0, count = 0;
    parse_node **args = NULL;
    while (p->now.form != close) {
        if (count && !need(p, TOKEN_COMMA, what))
            return NULL;
        if (count && p->now.form == close)
            break; /* a comma behind the last one */
        parse_node *arg = ternary(p);
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
    return deep(p, t, 0) ? NULL : t;
}

/* ---- clauses: NAMES in DOMAIN [if FILTER] -------------------------------- */

static bool read_clause(parser *p, clause *c)
{
    size_t room = 0;
    do {
        parsed_name w;
        if (!read_word(p, &w, "a name"))
            return false;
        ARENA_PUSH(p->memory, c->name, c->names, room, w);
    } while (accept(p, TOKEN_COMMA));
    if (!need(p, TOKEN_IN, "'in'"))
        return false;
    c->domain = range(p);
    if (!c->domain)
        return false;
    if (accept(p, TOKEN_IF)) {
        c->filter = either(p);
        return c->filter != NULL;
    }
    return true;
}

static bool add_clause(parser *p, clauses *to, clause c)
{
    if (to->count == NESTING_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, here(p),
                              "over %d names run over something here", NESTING_MOST);
    clause *items = arena_array(p->memory, to->count + 1, sizeof *items);
    if (to->count)
        memcpy(items, to->items, to->count * sizeof *items);
    items[to->count++] = c;
    to->items = items;
    return true;
}

/* { "for" CLAUSE { "," CLAUSE } } */
static bool for_clauses(parser *p, clauses *out)
{
    while (p->now.form == TOKEN_FOR || (out->count && p->now.form == TOKEN_COMMA)) {
        clause c = {0};
        advance(p);
        if (!read_clause(p, &c) || !add_clause(p, out, c))
            return false;
    }
    return true;
}

/* ---- the grammar, from the strongest binding to the weakest -------------- */

/* call = NAME "(" [ EXPR "for" CLAUSES | EXPR {"," EXPR} ] ")" */
static parse_node *call(parser *p, parsed_name name)
{
    parse_node *t = make(p, PARSE_CALL, name.from);
    t->text = name.text;
    if (accept(p, TOKEN_CLOSE_PAREN)) {
        t->to = t->mark_to = p->last_end;
        return t;
    }
    parse_node *first = ternary(p);
    if (!first)
        return NULL;
    if (p->now.form == TOKEN_FOR) {
        t->form = PARSE_AGGREGATE;
        if (!for_clauses(p, &t->clauses) || !need(p, TOKEN_CLOSE_PAREN, "')' or another 'for'"))
            return NULL;
        t = with(p, t, first);
    } else {
        if (p->now.form != TOKEN_CLOSE_PAREN && !need(p, TOKEN_COMMA, "',' or ')'"))
            return NULL;
        t = arguments(p, t, TOKEN_CLOSE_PAREN, "',' or ')'");
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

/* NAME | NAME "." NAME | NAME "[" ARGS "]" | call */
static parse_node *named(parser *p)
{
    parsed_name name;
    if (!read_word(p, &name, "a name"))
        return NULL;
    if (accept(p, TOKEN_OPEN_PAREN))
        return call(p, name);
    parse_node *t = make(p, PARSE_NAME, name.from);
    t->text = name.text;
    if (accept(p, TOKEN_DOT)) {
        parsed_name member;
        if (!read_word(p, &member, "the name of a value"))
            return NULL;
        t->form = PARSE_DOTTED;
        t->member = member.text;
        t->to = t->mark_to = member.to;
    } else if (accept(p, TOKEN_OPEN_BRACKET)) {
        t->form = PARSE_INDEX;
        t = arguments(p, t, TOKEN_CLOSE_BRACKET, "',' or ']'");
        /* list[i][j] is list[i, j] */
        while (t && accept(p, TOKEN_OPEN_BRACKET)) {
            parse_node *more =
                arguments(p, make(p, PARSE_LIST, p->last_end), TOKEN_CLOSE_BRACKET, "']'");
            if (!more)
                return NULL;
            for (size_t i = 0; t && i < more->count; i++)
                t = with(p, t, more->args[i]);
        }
        if (t) {
            t->mark_from = name.from;
            t->mark_to = name.to;
        }
    }
    return t;
}

static parse_node *literal(parser *p)
{
    lexer_token now = p->now;
    advance(p);
    parse_node *t = make(p, now.form == TOKEN_NUMBER ? PARSE_NUMBER : PARSE_STRING, now.from);
    t->value = now.value;
    if (now.form == TOKEN_STRING)
        t->text = arena_text(p->memory, t->in->text + now.from + 1, now.to - now.from - 2);
    return t;
}

/* "(" EXPR ")" */
static parse_node *parenthesized(parser *p)
{
    size_t from = p->now.from;
    advance(p);
    parse_node *t = ternary(p);
    if (!t || !need(p, TOKEN_CLOSE_PAREN, "')'"))
        return NULL;
    t->from = from;
    t->to = p->last_end;
    return t;
}

/* primary = NUMBER | STRING | named | "(" EXPR ")" | "[" ARGS "]" */
static parse_node *primary(parser *p)
{
    switch (p->now.form) {
    case TOKEN_NUMBER:
    case TOKEN_STRING: return literal(p);
    case TOKEN_NAME: return named(p);
    case TOKEN_OPEN_PAREN: return parenthesized(p);
    case TOKEN_OPEN_BRACKET: {
        size_t from = p->now.from;
        advance(p);
        return arguments(p, make(p, PARSE_LIST, from), TOKEN_CLOSE_BRACKET, "',' or ']'");
    }
    default: return expected(p, "a value");
    }
}

/* unary = "-" unary | primary */
static parse_node *unary(parser *p)
{
    lexer_token sign = p->now;
    if (sign.form != TOKEN_MINUS)
        return primary(p);
    if (++p->nesting > NESTING_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, here(p), "nested deeper than %d",
                              NESTING_MOST),
               NULL;
    advance(p);
    parse_node *operand = unary(p);
    p->nesting--;
    parse_node *t = operand ? with(p, make(p, PARSE_NEGATE, sign.from), operand) : NULL;
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
static parse_node *product(parser *p)
{
    parse_node *t = unary(p);
    parse_node_form form;
    while (t && product_sign(p->now.form, &form)) {
        lexer_token sign = p->now;
        advance(p);
        t = binary(p, form, sign, t, unary(p));
    }
    return t;
}

/* sum = product { ("+" | "-") product } */
static parse_node *sum(parser *p)
{
    parse_node *t = product(p);
    while (t && (p->now.form == TOKEN_PLUS || p->now.form == TOKEN_MINUS)) {
        lexer_token sign = p->now;
        advance(p);
        parse_node_form form = sign.form == TOKEN_PLUS ? PARSE_ADD : PARSE_SUBTRACT;
        t = binary(p, form, sign, t, product(p));
    }
    return t;
}

/* range = sum [ ".." sum ] */
static parse_node *range(parser *p)
{
    parse_node *t = sum(p);
    lexer_token sign = p->now;
    if (t && accept(p, TOKEN_RANGE))
        t = binary(p, PARSE_RANGE, sign, t, sum(p));
    return t;
}

/* The comparison that stands here, not yet passed; false: none. */
static bool comparison_sign(parser *p, comparison *out)
{
    switch (p->now.form) {
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
static parse_node *compared(parser *p)
{
    parse_node *first = range(p);
    comparison op;
    if (!first || !comparison_sign(p, &op))
        return first;
    size_t mark_from = p->now.from, mark_to = p->now.to, room = 0, count = 0;
    parse_node *t = with(p, make(p, PARSE_COMPARE, first->from), first);
    comparison *ops = NULL;
    while (t && comparison_sign(p, &op)) {
        advance(p);
        if (op == COMPARE_NOT_IN && !need(p, TOKEN_IN, "'in'"))
            return NULL;
        t = with(p, t, range(p));
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
static parse_node *negation(parser *p)
{
    lexer_token sign = p->now;
    if (sign.form != TOKEN_NOT)
        return compared(p);
    if (++p->nesting > NESTING_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, here(p), "nested deeper than %d",
                              NESTING_MOST),
               NULL;
    advance(p);
    parse_node *operand = negation(p);
    p->nesting--;
    return operand ? with(p, make(p, PARSE_NOT, sign.from), operand) : NULL;
}

/* both = negation { "and" negation } */
static parse_node *both(parser *p)
{
    parse_node *t = negation(p);
    while (t && p->now.form == TOKEN_AND) {
        lexer_token sign = p->now;
        advance(p);
        t = binary(p, PARSE_AND, sign, t, negation(p));
    }
    return t;
}

/* either = both { "or" both } */
static parse_node *either(parser *p)
{
    parse_node *t = both(p);
    while (t && p->now.form == TOKEN_OR) {
        lexer_token sign = p->now;
        advance(p);
        t = binary(p, PARSE_OR, sign, t, both(p));
    }
    return t;
}

/* expression = either [ "if" either "else" expression ] */
static parse_node *ternary(parser *p)
{
    if (++p->nesting > NESTING_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, here(p), "nested deeper than %d",
                              NESTING_MOST),
               NULL;
    parse_node *t = either(p);
    if (t && p->now.form == TOKEN_IF) {
        advance(p);
        parse_node *condition = either(p);
        if (!condition || !need(p, TOKEN_ELSE, "'else'"))
            return NULL;
        parse_node *otherwise = ternary(p);
        if (!otherwise)
            return NULL;
        parse_node *whole = make(p, PARSE_IF, t->from);
        t = with(p, with(p, with(p, whole, condition), t), otherwise);
    }
    p->nesting--;
    return t;
}

/* ---- whole scalars -------------------------------------------------------- */

parse_node *parse_substring(const parse_context *s, const node *scalar, size_t from, size_t to)
{
    parser p = begin(s, scalar, from, to);
    parse_node *t = ternary(&p);
    /* a range may stand alone where a type is meant */
    if (t && p.now.form == TOKEN_RANGE) {
        lexer_token sign = p.now;
        advance(&p);
        t = binary(&p, PARSE_RANGE, sign, t, sum(&p));
    }
    return t && at_end(&p) ? t : NULL;
}

parse_node *parse_expression(const parse_context *s, const node *scalar)
{
    return parse_substring(s, scalar, 0, scalar->length);
}

/* choose = ["first"] CLAUSE { "," CLAUSE }, `first` only where a name and no `in` follows */
bool parse_choose(clauses *out, const parse_context *s, const node *scalar)
{
    parser p = begin(s, scalar, 0, scalar->length);
    *out = (clauses){0};
    if (p.now.form == TOKEN_NAME && p.now.to - p.now.from == 5 &&
        !memcmp(scalar->text + p.now.from, "first", 5)) {
        parser ahead = p;
        advance(&ahead);
        if (ahead.now.form == TOKEN_NAME) {
            p = ahead;
            out->first = true;
        }
    }
    do {
        clause c = {0};
        bool fine = read_clause(&p, &c);
        if (!add_clause(&p, out, c) || !fine)
            return false;
    } while (accept(&p, TOKEN_COMMA));
    return at_end(&p);
}

/* NAME ["[" ARGS "]"] */
static bool left_side(parser *p, target *out)
{
    *out = (target){0};
    if (!read_word(p, &out->name, "the name of a variable"))
        return false;
    if (!accept(p, TOKEN_OPEN_BRACKET))
        return true;
    parse_node *list =
        arguments(p, make(p, PARSE_LIST, out->name.from), TOKEN_CLOSE_BRACKET, "',' or ']'");
    if (!list)
        return false;
    out->indexed = true;
    out->count = list->count;
    out->index = list->args;
    return true;
}

bool parse_target(target *out, const parse_context *s, const node *scalar)
{
    parser p = begin(s, scalar, 0, scalar->length);
    if (!left_side(&p, out) || !for_clauses(&p, &out->clauses))
        return false;
    if (!out->clauses.count && accept(&p, TOKEN_IF)) {
        out->condition = ternary(&p);
        if (!out->condition)
            return false;
    }
    return at_end(&p);
}

bool parse_assignment(target *out, parse_node **value, const parse_context *s, const node *scalar)
{
    parser p = begin(s, scalar, 0, scalar->length);
    if (!left_side(&p, out) || !for_clauses(&p, &out->clauses) || !need(&p, TOKEN_ASSIGN, "'='"))
        return false;
    *value = ternary(&p);
    return *value && for_clauses(&p, &out->clauses) && at_end(&p);
}

bool parse_heading(heading *out, const parse_context *s, const node *scalar)
{
    parser p = begin(s, scalar, 0, scalar->length);
    *out = (heading){0};
    if (p.now.form == TOKEN_END)
        return diagnostic_add(s->to, WGCQ_DIAGNOSTIC_SHAPE, here(&p), "there is no name here");
    if (!read_word(&p, &out->name, "a name"))
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
        return at_end(&p);
    size_t room = 0;
    do {
        parse_node *arg = range(&p);
        if (!arg)
            return false;
        ARENA_PUSH(p.memory, out->args, out->count, room, arg);
    } while (accept(&p, TOKEN_COMMA));
    return need(&p, close, close == TOKEN_CLOSE_PAREN ? "',' or ')'" : "',' or ']'") && at_end(&p);
}

bool parse_definition(parsed_name *name, parse_node **value, const parse_context *s,
                      const node *scalar)
{
    parser p = begin(s, scalar, 0, scalar->length);
    *name = (parsed_name){0};
    if (!read_word(&p, name, "a name") || !need(&p, TOKEN_ASSIGN, "'='"))
        return false;
    *value = ternary(&p);
    return *value && at_end(&p);
}

bool parse_is_name(const char *text)
{
    size_t length = strlen(text);
    return length && lexer_name_length(text, length) == length && !lexer_is_keyword(text, length);
}

source_span parse_node_span(const parse_node *t)
{
    return node_span(t->in, t->from, t->to);
}

source_span parse_node_mark(const parse_node *t)
{
    return node_span(t->in, t->mark_from, t->mark_to);
}

source_span parsed_name_span(const node *scalar, parsed_name w)
{
    return node_span(scalar, w.from, w.to);
}
