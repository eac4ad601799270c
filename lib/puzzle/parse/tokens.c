/* tokens.c - the tokens of a scalar, one after the other; names, and what is missing. */
#include <assert.h>
#include <string.h>

#include "puzzle/parse/reading.h"

void parser_advance(parser *p)
{
    p->last_end = p->token.to;
    p->token = lexer_next(&p->lexer);
}

parser parser_begin(const parse_context *s, const node *scalar, size_t from, size_t to)
{
    assert(scalar->form == NODE_SCALAR && from <= to && to <= scalar->length);
    parser p = {.memory = s->memory,
                .to = s->to,
                .lexer = {scalar, s->to, from, to, s->fractions},
                .last_end = from,
                .joined_told = s->joined_told};
    diagnostics_set_reading(s->to, scalar->at);
    p.token = lexer_next(&p.lexer);
    return p;
}

source_span parser_span(const parser *p)
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
void *parser_expected(parser *p, const char *what)
{
    if (p->token.form == TOKEN_INVALID)
        return NULL;
    if (p->token.form == TOKEN_END) {
        diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, parser_span(p),
                       "the expression ends where %s is expected", what);
        return NULL;
    }
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, parser_span(p), "'%.*s' where %s is expected",
                   (int)(p->token.to - p->token.from), p->lexer.in->text + p->token.from, what);
    hint_instead(p, what);
    return NULL;
}

bool parser_accept(parser *p, token_form form)
{
    if (p->token.form != form)
        return false;
    parser_advance(p);
    return true;
}

bool parser_require(parser *p, token_form form, const char *what)
{
    return parser_accept(p, form) || (parser_expected(p, what), false);
}

bool parser_name(parser *p, parsed_name *out, const char *what)
{
    if (p->token.form != TOKEN_NAME)
        return parser_expected(p, what), false;
    out->from = p->token.from;
    out->to = p->token.to;
    out->text = arena_text(p->memory, p->lexer.in->text + out->from, out->to - out->from);
    parser_advance(p);
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
bool parser_new_name(parser *p, parsed_name *out, const char *what, new_name use)
{
    if (!parser_name(p, out, what))
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

/* `and` between choices, a comma between assignments. */
bool parser_reject_separator(parser *p, const char *hint)
{
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, parser_span(p), "%s is complete before '%.*s'",
                   p->token.form == TOKEN_AND ? "the choice" : "the assignment",
                   (int)(p->token.to - p->token.from), p->lexer.in->text + p->token.from);
    diagnostic_hint(p->to, "%s", hint);
    return false;
}

/* Reports what follows a complete expression. */
bool parser_end(parser *p)
{
    int length = (int)(p->token.to - p->token.from);
    const char *text = p->lexer.in->text + p->token.from;
    if (p->token.form == TOKEN_END || p->token.form == TOKEN_INVALID)
        return p->token.form == TOKEN_END;
    if (p->token.form == TOKEN_NAME && p->joined_told && *p->joined_told)
        return false; /* a name like `my name`, which was reported */
    if (p->token.form == TOKEN_CLOSE_PAREN || p->token.form == TOKEN_CLOSE_BRACKET)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, parser_span(p), "unmatched '%c'",
                              *text);
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, parser_span(p),
                   "the expression is complete before '%.*s'", length, text);
    if (p->token.form == TOKEN_ASSIGN)
        diagnostic_hint(p->to, "did you mean '=='?");
    else if (p->token.form <= TOKEN_STRING || p->token.form == TOKEN_NOT ||
             p->token.form == TOKEN_OPEN_PAREN)
        diagnostic_hint(p->to, "is an operator missing, such as 'and', '==' or '+'?");
    return false;
}
