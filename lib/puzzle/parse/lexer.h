/* lexer.h - the words of an expression, one at a time. */
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
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_BRACKET,
    TOKEN_UNBRACKET,
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
    TOKEN_BECOMES,
    TOKEN_WRONG /* complained of */
} token_form;

typedef struct token {
    token_form form;
    size_t from, to; /* bytes of the scalar's text */
    int64_t value;   /* TOKEN_NUMBER */
} token;

typedef struct lexer {
    const node *in;
    diagnostics *to;
    size_t at, end;
} lexer;

/* The next word; after the last TOKEN_END for ever. */
token lexer_next(lexer *l);
/* Is the text a word of the language (and, or, if ...)? */
bool lexer_reserved(const char *text, size_t length);
/* The length of the name at the start of the text, 0 if there is none. */
size_t lexer_name(const char *text, size_t length);

#endif
