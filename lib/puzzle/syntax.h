/*
 * syntax.h - the text of an expression into a syntax tree, names not yet looked up.
 *
 * Expressions are a small part of Python's.  They stand in YAML scalars; every term remembers the
 * stretch of the scalar it was read from.
 */
#ifndef PUZZLE_SYNTAX_H
#define PUZZLE_SYNTAX_H

#include "puzzle/yaml.h"

typedef enum term_form {
    TERM_NUMBER, /* .value                                                    */
    TERM_STRING, /* .text                                                     */
    TERM_NAME,   /* .text                                                     */
    TERM_DOTTED, /* .text . .member            frog.empty                     */
    TERM_INDEX,  /* .text[args...]                                            */
    TERM_CALL,   /* .text(args...)                                            */
    TERM_NOT,    /* args[0]                                                   */
    TERM_NEGATE,
    TERM_AND, /* args[0], args[1]; so for OR and arithmetic                */
    TERM_OR,
    TERM_ADD,
    TERM_SUBTRACT,
    TERM_MULTIPLY,
    TERM_DIVIDE,
    TERM_MODULO,
    TERM_COMPARE, /* args[0] ops[0] args[1] ops[1] args[2] ...                 */
    TERM_IF,      /* args[1] if args[0] else args[2]                           */
    TERM_RANGE,   /* args[0]..args[1]                                          */
    TERM_LIST,    /* [args...]                                                 */
    TERM_OVER     /* .text(args[0] for ... ): an aggregate; .clauses           */
} term_form;

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

typedef struct term term;

typedef struct word { /* a name with its stretch */
    const char *text;
    size_t from, to;
} word;

/* a, b in DOMAIN if FILTER */
typedef struct clause {
    size_t names;
    word *name;
    term *domain;
    term *filter; /* NULL: none */
} clause;

typedef struct clauses {
    size_t count;
    clause *items;
    bool first; /* choose: first ... */
} clauses;

struct term {
    term_form form;
    const node *in; /* the scalar it stands in */
    size_t from, to;
    size_t mark_from, mark_to; /* its operator, where it has one; else the whole */
    const char *text, *member;
    int64_t value;
    size_t count;
    term **args;
    comparison *ops;
    clauses over;
    unsigned depth;
};

typedef struct syntax {
    arena *memory;
    complaints *to;
} syntax;

/* Each reads the whole of a scalar; NULL or false after complaining. */
term *syntax_expression(const syntax *s, const node *scalar);
/* A stretch of it: what stands in braces. */
term *syntax_stretch(const syntax *s, const node *scalar, size_t from, size_t to);
/* choose: ... */
/* Where it answers false, the clauses up to the mistake are there, the last one perhaps in part. */
bool syntax_choose(clauses *out, const syntax *s, const node *scalar);
/* A place to put a value: NAME[args] for ... / if ... */
typedef struct target {
    word name;
    size_t count;
    term **index;
    bool indexed;    /* brackets are there */
    clauses over;    /* count 0: no `for`  */
    term *condition; /* without `for`      */
} target;
bool syntax_target(target *out, const syntax *s, const node *scalar);
/* TARGET = VALUE [for ...]; the clauses come out in `out->over`. */
bool syntax_assignment(target *out, term **value, const syntax *s, const node *scalar);
/* NAME, NAME[WORDS or types...], NAME(WORDS...): what a key declares. */
typedef struct heading {
    word name;
    char bracket; /* '[', '(' or 0 */
    size_t count;
    term **args; /* TERM_NAME for parameters; types for '[' */
} heading;
bool syntax_heading(heading *out, const syntax *s, const node *scalar);
/* NAME = VALUE, of let and cost; name->text is NULL where not even that could be read. */
bool syntax_definition(word *name, term **value, const syntax *s, const node *scalar);

bool syntax_is_name(const char *text); /* a name, and no word of the language */
place syntax_place(const term *t);
place syntax_mark(const term *t);
place syntax_word(const node *scalar, word w);

#endif
