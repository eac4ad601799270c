/*
 * reading.h - the inside of the parser.
 *
 *   tokens.c    the tokens of a scalar, one after the other
 *   grammar.c   expressions and the clauses in them
 *   parser.c    whole scalars
 *
 * A function that returns NULL or false has reported an error.
 */
#ifndef PUZZLE_PARSE_READING_H
#define PUZZLE_PARSE_READING_H

#include "puzzle/parse/lexer.h"
#include "puzzle/parse/parser.h"

typedef struct parser {
    arena *memory;
    diagnostics *to;
    lexer lexer;
    lexer_token token; /* the current one */
    size_t last_end;   /* end of the one before it */
    unsigned nesting;
    bool *joined_told; /* see parse_context */
} parser;

typedef enum new_name { NAME_DECLARED, NAME_BOUND, NAME_ASSIGNED } new_name;

/* ---- tokens.c ---- */
parser parser_begin(const parse_context *s, const node *scalar, size_t from, size_t to);
void parser_advance(parser *p);
bool parser_accept(parser *p, token_form form); /* whether it is next, and now behind us */
bool parser_require(parser *p, token_form form, const char *what);
bool parser_name(parser *p, parsed_name *out, const char *what);
bool parser_new_name(parser *p, parsed_name *out, const char *what, new_name use);
bool parser_end(parser *p); /* whether nothing follows */
bool parser_reject_separator(parser *p, const char *hint);
void *parser_expected(parser *p, const char *what);
source_span parser_span(const parser *p); /* of the current token */

/* ---- grammar.c ---- */
parse_node *parse_ternary(parser *p);
parse_node *parse_sum(parser *p);
parse_node *parse_range(parser *p);
parse_node *parse_sequence(parser *p, parse_node *item);
parse_node *parse_arguments(parser *p, parse_node *t, token_form close, const char *what);
parse_node *new_parse_node(parser *p, parse_node_form form, size_t from);
parse_node *binary_node(parser *p, parse_node_form form, lexer_token sign, parse_node *left,
                        parse_node *right);
bool parse_clause(parser *p, clause *c);
bool add_clause(parser *p, clauses *to, clause c);
bool parse_for_clauses(parser *p, clauses *out);

#endif
