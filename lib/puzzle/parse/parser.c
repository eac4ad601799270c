/* parser.c - whole scalars: expressions, choices, assignments, headings. */
#include "puzzle/parse/parser.h"

#include <assert.h>
#include <string.h>

#include "base/utf8.h"
#include "puzzle/parse/reading.h"

parse_node *parse_substring(const parse_context *s, const node *scalar, size_t from, size_t to)
{
    parser p = parser_begin(s, scalar, from, to);
    parse_node *t = parse_ternary(&p);
    /* a range may stand alone where a type is meant */
    if (t && p.token.form == TOKEN_RANGE) {
        lexer_token sign = p.token;
        parser_advance(&p);
        t = binary_node(&p, PARSE_RANGE, sign, t, parse_sum(&p));
    }
    return t && parser_end(&p) ? t : NULL;
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
    parser p = parser_begin(s, scalar, from, to);
    parse_node *t = parse_ternary(&p);
    if (t && p.token.form == TOKEN_FOR)
        t = parse_sequence(&p, t);
    return t && parser_end(&p) ? t : NULL;
}

/* Whether the word `first` and another name are next; the word is consumed. */
static bool accept_first(parser *p)
{
    if (p->token.form != TOKEN_NAME || p->token.to - p->token.from != 5 ||
        memcmp(p->lexer.in->text + p->token.from, "first", 5) != 0)
        return false;
    parser ahead = *p;
    parser_advance(&ahead);
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
    parser p = parser_begin(s, scalar, 0, scalar->length);
    *out = (clauses){.first = accept_first(&p)};
    do {
        clause c = {0};
        if (out->count && accept_first(&p))
            return reject_second_first(&p);
        bool fine = parse_clause(&p, &c);
        if (!add_clause(&p, out, c) || !fine)
            return false;
    } while (parser_accept(&p, TOKEN_COMMA));
    if (p.token.form == TOKEN_AND)
        return parser_reject_separator(&p, "choices are separated by ','");
    return parser_end(&p);
}

bool parse_for(clauses *out, const parse_context *s, const node *scalar, size_t from)
{
    parser p = parser_begin(s, scalar, from, scalar->length);
    *out = (clauses){0};
    return parse_for_clauses(&p, out) && parser_end(&p);
}

/* NAME ["[" ARGS "]"] */
static bool parse_left_side(parser *p, target *out)
{
    *out = (target){0};
    if (!parser_new_name(p, &out->name, "the name of a variable", NAME_ASSIGNED))
        return false;
    if (!parser_accept(p, TOKEN_OPEN_BRACKET))
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
    parser p = parser_begin(s, scalar, 0, scalar->length);
    if (!parse_left_side(&p, out) || !parse_for_clauses(&p, &out->clauses))
        return false;
    if (!out->clauses.count && parser_accept(&p, TOKEN_IF)) {
        out->condition = parse_ternary(&p);
        if (!out->condition)
            return false;
    }
    return parser_end(&p);
}

bool parse_assignment(target *out, parse_node **value, const parse_context *s, const node *scalar)
{
    parser p = parser_begin(s, scalar, 0, scalar->length);
    if (!parse_left_side(&p, out) || !parse_for_clauses(&p, &out->clauses) ||
        !parser_require(&p, TOKEN_ASSIGN, "'='"))
        return false;
    *value = parse_ternary(&p);
    if (!*value || !parse_for_clauses(&p, &out->clauses))
        return false;
    if (p.token.form == TOKEN_COMMA)
        return parser_reject_separator(&p, "several are a mapping, as in `{a: a + 1, b: 2}`");
    return parser_end(&p);
}

bool parse_heading(heading *out, const parse_context *s, const node *scalar)
{
    parser p = parser_begin(s, scalar, 0, scalar->length);
    *out = (heading){0};
    if (p.token.form == TOKEN_END)
        return diagnostic_add(s->to, WGCQ_DIAGNOSTIC_SHAPE, parser_span(&p),
                              "there is no name here");
    if (!parser_new_name(&p, &out->name, "a name", NAME_DECLARED))
        return false;
    token_form close = TOKEN_END;
    if (parser_accept(&p, TOKEN_OPEN_BRACKET)) {
        out->bracket = '[';
        close = TOKEN_CLOSE_BRACKET;
    } else if (parser_accept(&p, TOKEN_OPEN_PAREN)) {
        out->bracket = '(';
        close = TOKEN_CLOSE_PAREN;
    }
    if (close == TOKEN_END)
        return parser_end(&p);
    size_t room = 0;
    do {
        parse_node *arg = parse_range(&p);
        if (!arg)
            return false;
        ARENA_PUSH(p.memory, out->args, out->count, room, arg);
    } while (parser_accept(&p, TOKEN_COMMA));
    return parser_require(&p, close, close == TOKEN_CLOSE_PAREN ? "',' or ')'" : "',' or ']'") &&
           parser_end(&p);
}

bool parse_definition(parsed_name *name, parse_node **value, const parse_context *s,
                      const node *scalar)
{
    parser p = parser_begin(s, scalar, 0, scalar->length);
    *name = (parsed_name){0};
    if (!parser_new_name(&p, name, "a name", NAME_DECLARED) ||
        !parser_require(&p, TOKEN_ASSIGN, "'='"))
        return false;
    *value = parse_ternary(&p);
    return *value && parser_end(&p);
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
