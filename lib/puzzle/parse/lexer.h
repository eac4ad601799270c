/* lexer.h - the tokens of an expression, one at a time. */
#ifndef PUZZLE_PARSE_LEXER_H
#define PUZZLE_PARSE_LEXER_H

#include "puzzle/source/yaml.h"

typedef enum token_form {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_NOT,
    TOKEN_IF,
    TOKEN_ELSE,
    TOKEN_IN,
    TOKEN_FOR,
    TOKEN_OPEN_PAREN,
    TOKEN_CLOSE_PAREN,
    TOKEN_OPEN_BRACKET,
    TOKEN_CLOSE_BRACKET,
    TOKEN_COMMA,
    TOKEN_DOT,
    TOKEN_RANGE,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_STAR,
    TOKEN_DIVIDE,
    TOKEN_MODULO,
    TOKEN_EQUAL,
    TOKEN_NOT_EQUAL,
    TOKEN_LESS,
    TOKEN_LESS_EQUAL,
    TOKEN_GREATER,
    TOKEN_GREATER_EQUAL,
    TOKEN_ASSIGN,
    TOKEN_COLON,
    TOKEN_UNITE,
    TOKEN_MEET,
    TOKEN_INVALID /* already reported */
} token_form;

typedef struct lexer_token {
    token_form form;
    size_t from, to; /* bytes of the scalar's text */
    int64_t value;   /* TOKEN_NUMBER: its digits */
    unsigned places; /* ... so many of them behind a point */
} lexer_token;

typedef struct lexer {
    const node *in;
    diagnostics *to;
    size_t at, end;
    bool fractions; /* a number may have one: 0.25 */
} lexer;

/* The next token; at the end TOKEN_END, again and again. */
lexer_token lexer_next(lexer *l);
/* Is the text a keyword (and, or, if ...)? */
bool lexer_is_keyword(const char *text, size_t length);
/* The length of the name at the start of the text, 0 if there is none. */
size_t lexer_name_length(const char *text, size_t length);

#endif
