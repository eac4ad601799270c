/*
 * parser.h - the text of an expression into a syntax tree, names not yet resolved.
 *
 * Expressions are a small part of Python's, in YAML scalars; every node has the bytes of the scalar
 * that it was read from.
 */
#ifndef PUZZLE_PARSE_PARSER_H
#define PUZZLE_PARSE_PARSER_H

#include "puzzle/source/yaml.h"

typedef enum parse_node_form {
    PARSE_NUMBER, /* .value, of which .places digits are a fraction            */
    PARSE_STRING, /* .text                                                     */
    PARSE_NAME,   /* .text                                                     */
    PARSE_DOTTED, /* .text . .member            frog.empty                     */
    PARSE_INDEX,  /* .text[args...]                                            */
    PARSE_CALL,   /* .text(args...)                                            */
    PARSE_NOT,    /* args[0]                                                   */
    PARSE_NEGATE,
    PARSE_AND, /* args[0], args[1]; so for OR and arithmetic                */
    PARSE_OR,
    PARSE_ADD,
    PARSE_SUBTRACT,
    PARSE_MULTIPLY,
    PARSE_DIVIDE,
    PARSE_MODULO,
    PARSE_COMPARE,   /* args[0] ops[0] args[1] ops[1] args[2] ...                 */
    PARSE_IF,        /* args[1] if args[0] else args[2]                           */
    PARSE_RANGE,     /* args[0]..args[1]                                          */
    PARSE_LIST,      /* [args...]                                                 */
    PARSE_ELEMENT,   /* args[0][args[1]], args[0] no name                         */
    PARSE_SLICE,     /* an index args[0]:args[1]; value: 1 has the first, 2 has the last  */
    PARSE_LIST_TYPE, /* list(args[0]) of args[1]                                  */
    PARSE_SET_TYPE,  /* set of args[0]                                            */
    PARSE_UNITE,     /* args[0] | args[1]                                         */
    PARSE_MEET,      /* args[0] & args[1]                                         */
    PARSE_AGGREGATE, /* .text(args[0] for ...); .clauses           */
    PARSE_SEQUENCE   /* args[0] for ...; .clauses: in `show` only    */
} parse_node_form;

typedef enum comparison {
    COMPARE_EQUAL,
    COMPARE_NOT_EQUAL,
    COMPARE_LESS,
    COMPARE_LESS_EQUAL,
    COMPARE_GREATER,
    COMPARE_GREATER_EQUAL,
    COMPARE_IN,
    COMPARE_NOT_IN
} comparison;

typedef struct parse_node parse_node;

typedef struct parsed_name { /* a name and its bytes in the scalar */
    const char *text;
    size_t from, to;
} parsed_name;

/* a, b in DOMAIN if FILTER */
typedef struct clause {
    size_t names;
    parsed_name *name;
    parse_node *domain;
    parse_node *filter; /* NULL: none */
} clause;

typedef struct clauses {
    size_t count;
    clause *items;
    bool first; /* choose: first ... */
} clauses;

struct parse_node {
    parse_node_form form;
    const node *in; /* the scalar it was read from */
    size_t from, to;
    size_t mark_from, mark_to; /* of its operator, where it has one; else the whole */
    const char *text, *member;
    int64_t value;
    unsigned places;
    size_t count;
    parse_node **args;
    comparison *ops;
    clauses clauses;
    unsigned depth;
};

typedef struct parse_context {
    arena *memory;
    diagnostics *to;
    bool *quotes_told; /* a character whose quotes YAML took was reported; NULL: not asked */
    bool *joined_told; /* so was a name like `my-name`; NULL: not asked */
    bool fractions;    /* a number may have one: 0.25 */
} parse_context;

/* A valid name made of `my-name` or `my name` (my_name), for a hint; NULL: the text has none. */
const char *parse_joined_name(arena *memory, const char *text, size_t length);

/* Whether a scalar is one character in YAML's quotes, which are not part of it. */
bool parse_is_bare_character(const node *scalar);
/* How it is written as a character: '"a"' */
const char *parse_quoted_character(arena *memory, const node *scalar);

/* Each reads the whole of a scalar into the context's arena; NULL or false: an error was reported.
 */
parse_node *parse_expression(const parse_context *s, const node *scalar);
/* Bytes from..to-1 of it: the text in braces. */
parse_node *parse_substring(const parse_context *s, const node *scalar, size_t from, size_t to);
/* As parse_expression, perhaps followed by `for` clauses: the form in braces of `show`. */
parse_node *parse_display(const parse_context *s, const node *scalar, size_t from, size_t to);
/* choose: ...  On failure the clauses up to the error are there, the last one perhaps in part. */
bool parse_choose(clauses *out, const parse_context *s, const node *scalar);
/* `for NAMES in DOMAIN ...`: the rest of a scalar from byte `from` on. */
bool parse_for(clauses *out, const parse_context *s, const node *scalar, size_t from);
/* The left side of an assignment: NAME[args] for ... / if ... */
typedef struct target {
    parsed_name name;
    size_t count;
    parse_node **index;
    bool indexed;          /* it has brackets */
    clauses clauses;       /* count 0: no `for`  */
    parse_node *condition; /* without `for`      */
} target;
bool parse_target(target *out, const parse_context *s, const node *scalar);
/* TARGET = VALUE [for ...]; the clauses are in `out->clauses`. */
bool parse_assignment(target *out, parse_node **value, const parse_context *s, const node *scalar);
/* NAME, NAME[WORDS or types...], NAME(WORDS...): what a key declares. */
typedef struct heading {
    parsed_name name;
    char bracket; /* '[', '(' or 0 */
    size_t count;
    parse_node **args; /* PARSE_NAME for parameters; types for '[' */
} heading;
bool parse_heading(heading *out, const parse_context *s, const node *scalar);
/* NAME = VALUE, of let and cost; name->text is NULL where no name was read, or one like `my-name`.
 */
bool parse_definition(parsed_name *name, parse_node **value, const parse_context *s,
                      const node *scalar);

bool parse_is_name(const char *text); /* a name, and no keyword */
source_span parse_node_span(const parse_node *t);
source_span parse_node_mark(const parse_node *t);
bool parse_node_is_sliced(const parse_node *t); /* x[1:], x[a][1:] */
source_span parsed_name_span(const node *scalar, parsed_name w);

#endif
