/*
 * task.h - a domain and a problem of PDDL, read and checked.
 *
 *   sexp.c          text to nested lists with positions
 *   pddl_declare.c  types, objects, predicates, functions
 *   pddl_formula.c  conditions and amounts
 *   pddl_action.c   actions and their effects; init, goal, metric
 *
 * Everything lives in the arena.  All errors of both files are reported, each with its place.
 */
#ifndef IMPORTS_TASK_TASK_H
#define IMPORTS_TASK_TASK_H

#include "base/strbuf.h"
#include "puzzle/source/line_index.h"

#include <stdint.h>

enum {
    PDDL_DEPTH_MOST = 64, /* lists within each other                   */
    PDDL_OBJECTS_MOST = 5000,
    PDDL_ARITY_MOST = 8,     /* arguments of a predicate or function      */
    PDDL_PARAMS_MOST = 16,   /* of an action                              */
    PDDL_CELLS_MOST = 50000, /* of a constant that is written as a table  */
    PDDL_LINEAR_MOST = 16,   /* functions in a sum whose values are found */
    PDDL_MEETING_MOST = 4,   /* other changes of one number by one action */
    PDDL_TEXT_MOST = 1 << 20 /* bytes of the puzzle, as the language has it */
};

typedef struct pddl_file {
    const source_text *text;
    const line_index *lines;
} pddl_file;

/* A word in small letters, or a list. */
typedef struct sexp {
    const char *word; /* NULL: a list */
    struct sexp **kids;
    size_t count, room;
    size_t from, to; /* bytes of the file */
    const pddl_file *file;
} sexp;

/* A set of objects that variables and arguments run over. */
typedef struct pddl_domain {
    uint64_t *bits;
    size_t size, first; /* objects; the least one */
    const char *base;   /* the name it would like to have     */
    const char *name;   /* that it has in the puzzle          */
    bool used, group;   /* group: an enumeration of its own   */
} pddl_domain;

typedef struct pddl_type {
    const char *name;
    const sexp *at;
    size_t parent; /* its own index: object */
    uint64_t *bits;
} pddl_type;

typedef struct pddl_object {
    const char *name, *written; /* in the puzzle, in PDDL */
    const sexp *at;
    const sexp *type; /* NULL: object */
    pddl_domain *group;
} pddl_object;

typedef struct pddl_var {
    const char *name, *written;
    const sexp *at;
    pddl_domain *over;
} pddl_var;

/* FORM_DEFINED: it holds where some other atoms do not.  FORM_NUMBER and FORM_COST are of
 * functions. */
typedef enum predicate_form {
    FORM_STATIC,
    FORM_BOOL,
    FORM_VALUE,
    FORM_DEFINED,
    FORM_NUMBER,
    FORM_COST
} predicate_form;

/* A predicate, or a function. */
typedef struct pddl_symbol {
    const char *name, *written;
    const sexp *at;
    pddl_domain **args;
    size_t count;
    bool function;
    bool read; /* a function: its value counts, beside what is added to it */
    predicate_form form;
    size_t value;                       /* FORM_VALUE: the argument that is the variable's value */
    bool optional;                      /* FORM_VALUE: it may have none                         */
    struct pddl_definition *definition; /* FORM_DEFINED */
    struct pddl_symbol *host;           /* FORM_VALUE: whose variable holds its values, or NULL */
    size_t host_arg[PDDL_ARITY_MOST];   /* of its arguments, which one of ours it is  */
    pddl_domain *range;                 /* of a host: its values and those of others, or NULL */
    bool defines;                       /* another one is defined by it */
    bool partial;                       /* a function without a value somewhere                  */
    uint32_t (*rows)[PDDL_ARITY_MOST];  /* what init says holds */
    int64_t *amounts;                   /* of a function's rows */
    size_t row_count, row_room, amount_room;
    int64_t low, high;                /* of a function: the values that it may have */
    bool used;                        /* in an action or the goal */
    uint64_t *taken[PDDL_ARITY_MOST]; /* the objects that its arguments are */
} pddl_symbol;

typedef struct pddl_term {
    const pddl_var *var; /* NULL: an object */
    size_t object;
} pddl_term;

typedef struct pddl_atom {
    const sexp *at;
    pddl_symbol *symbol;
    pddl_term terms[PDDL_ARITY_MOST];
} pddl_atom;

/* clear(y) holds where none of holding(y), on(x, y) does. */
typedef struct pddl_definition {
    pddl_var **params;
    pddl_atom *atoms;
    pddl_var **over; /* of each atom the variable that is no parameter, or NULL */
    size_t count;
} pddl_definition;

/* AMOUNT_EACH is the sum of the left one for `number` objects, or for some of them. */
typedef enum amount_kind { AMOUNT_NUMBER, AMOUNT_FUNCTION, AMOUNT_SUM, AMOUNT_EACH } amount_kind;
typedef struct pddl_amount {
    amount_kind kind;
    int64_t number;
    pddl_atom atom;
    char sign; /* of a sum: + - * */
    struct pddl_amount *left, *right;
} pddl_amount;

typedef enum formula_kind {
    SAYS_TRUE,
    SAYS_FALSE,
    SAYS_ATOM,
    SAYS_EQUAL,
    SAYS_NOT,
    SAYS_AND,
    SAYS_OR,
    SAYS_ALL,
    SAYS_ANY,
    SAYS_COMPARE
} formula_kind;

typedef struct pddl_formula {
    formula_kind kind;
    const sexp *at;
    pddl_atom atom;    /* terms 0 and 1 of an equality, too */
    const char *order; /* of a comparison: <, ==, ...        */
    pddl_amount *left, *right;
    struct pddl_formula **parts;
    size_t count, room;
    pddl_var **vars;
    size_t var_count;
} pddl_formula;

typedef struct pddl_effect {
    pddl_atom atom;
    bool adds;
    pddl_formula *when;       /* NULL: always */
    const pddl_formula *said; /* `when` as it was read: one for all effects under it */
    pddl_var **vars;          /* of forall    */
    size_t var_count;
    pddl_amount *amount; /* of a function: NULL, or what is added or assigned */
    char verb;           /* + - =                                             */
} pddl_effect;

typedef struct pddl_action {
    const char *written;
    const sexp *at;
    pddl_var **params;
    size_t param_count;
    pddl_formula *needs;
    pddl_effect *effects;
    size_t effect_count, effect_room;
} pddl_action;

typedef struct pddl_names pddl_names;

typedef struct pddl {
    arena *memory;
    diagnostics *to;
    strbuf *out;
    pddl_file domain_file, problem_file;
    const sexp *domain, *problem; /* the lists (define ...) */
    const char *title;
    pddl_type *types;
    size_t type_count, type_room;
    pddl_object *objects;
    size_t object_count, object_room;
    pddl_symbol *symbols;
    size_t symbol_count, symbol_room;
    pddl_action *actions;
    size_t action_count, action_room;
    pddl_domain **domains;
    size_t domain_count, domain_room;
    pddl_names *names; /* by word: types, objects, symbols */
    const sexp *init;
    pddl_formula *goal;
    pddl_symbol *minimized; /* NULL: moves */
    const sexp *metric;
} pddl;

/* ---- sexp.c ---- */

/* Whether a text begins as PDDL does: with a parenthesis behind comments. */
bool pddl_is_text(const char *text, size_t length);
/* The lists of a file, as one list; NULL after reporting. */
const sexp *sexp_read(pddl *p, const pddl_file *file);
source_span sexp_span(const sexp *s);
bool sexp_is(const sexp *s, const char *word);
/* Whether it is a list that begins with that word. */
bool sexp_begins(const sexp *s, const char *word);
bool pddl_error(pddl *p, const sexp *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Refuses a construct that the language has no word for. */
bool pddl_refuse(pddl *p, const sexp *at, const char *construct, const char *why);

/* ---- pddl_declare.c ---- */

bool pddl_declare(pddl *p);
/* `a b - t c`: a word each, and its type's node (NULL: object). */
typedef struct typed_word {
    const sexp *word, *type;
} typed_word;
size_t pddl_typed_words(pddl *p, const sexp *list, size_t first, typed_word **out);
pddl_domain *pddl_domain_with(pddl *p, uint64_t *bits, const char *base);
pddl_symbol *pddl_symbol_find(pddl *p, const char *name, bool function);
pddl_object *pddl_object_find(pddl *p, const char *name);
pddl_var *pddl_var_new(pddl *p, const typed_word *from);
size_t pddl_bit_words(const pddl *p);
bool pddl_has(const uint64_t *bits, size_t i);

/* ---- pddl_formula.c ---- */

typedef struct pddl_scope {
    pddl_var *var;
    const struct pddl_scope *up;
} pddl_scope;

/* NULL after reporting. */
pddl_formula *pddl_formula_read(pddl *p, const sexp *s, const pddl_scope *scope);
pddl_amount *pddl_amount_read(pddl *p, const sexp *s, const pddl_scope *scope);
bool pddl_atom_read(pddl *p, pddl_atom *atom, const sexp *s, bool function,
                    const pddl_scope *scope);
pddl_formula *pddl_formula_new(pddl *p, formula_kind kind, const sexp *at);
void pddl_formula_add(pddl *p, pddl_formula *to, pddl_formula *part);
/* The variables of a quantifier's list, onto *scope. */
bool pddl_vars_read(pddl *p, const sexp *list, pddl_var ***vars, size_t *count,
                    const pddl_scope **scope);
bool pddl_number(const sexp *s, int64_t *out);
/* Whether a changing predicate or function occurs in it. */
bool pddl_formula_changes(const pddl_formula *f);
bool pddl_amount_changes(const pddl_amount *a);

/* ---- pddl_action.c ---- */

bool pddl_actions_read(pddl *p);
bool pddl_problem_read(pddl *p);

#endif
