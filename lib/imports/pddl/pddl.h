/*
 * pddl.h - the puzzle that says the same as a domain and a problem of PDDL.
 *
 *   pddl_narrow.c      the objects that parameters and arguments really take
 *   pddl_numbers.c     which functions are costs, and which are variables
 *   pddl_linear.c      sums of functions
 *   pddl_bounds.c      the values that functions may have
 *   pddl_invariant.c   which predicates are variables with a value
 *   pddl_names.c       names for the puzzle
 *   pddl_expression.c  conditions as expressions
 *   pddl_effect.c      effects as steps of a move
 *   pddl_types.c       enumerations
 *   pddl_constants.c   tables of what never changes
 *   pddl_start.c       variables and their first values
 *   pddl_move.c        actions as moves
 *   pddl_write.c       the puzzle
 *
 * imports/task reads both.  Everything lives in the arena.
 */
#ifndef IMPORTS_PDDL_PDDL_H
#define IMPORTS_PDDL_PDDL_H

#include "imports/task/task.h"

/* Two texts, the domain and the problem in any order; false: errors were reported. */
bool pddl_import(arena *memory, diagnostics *to, const source_text *texts, size_t count,
                 strbuf *out);

/* ---- pddl_narrow.c ---- */

void pddl_narrow(pddl *p);

/* ---- pddl_numbers.c ---- */

/* Functions that change get their form and their bounds; false: errors were reported. */
bool pddl_find_numbers(pddl *p);
/* Whether two effects may change one element of one function. */
bool pddl_may_be_one_number(const pddl *p, const pddl_formula *needs, const pddl_effect *a,
                            const pddl_effect *b);

/* ---- pddl_linear.c ---- */

/* Ends of a span that are not known. */
#define PDDL_NO_LOW  INT64_MIN
#define PDDL_NO_HIGH INT64_MAX

typedef struct pddl_span {
    int64_t low, high;
} pddl_span;

/* constant + factor[0] * of[0] + ... */
typedef struct pddl_linear {
    int64_t constant, factor[PDDL_LINEAR_MOST];
    const pddl_amount *of[PDDL_LINEAR_MOST];
    size_t count;
    bool unknown; /* too long, or too large */
} pddl_linear;

pddl_span pddl_span_around(pddl_span a, pddl_span b);
void pddl_linear_add(pddl_linear *l, const pddl_amount *a, int64_t factor);
void pddl_linear_add_all(pddl_linear *l, const pddl_linear *other, int64_t factor);
/* Whether the sum without the other one has a smaller term. */
bool pddl_linear_helps(const pddl_linear *l, const pddl_linear *known);
/* By the spans of its functions. */
int64_t pddl_linear_least(const pddl_linear *l);

/* ---- pddl_bounds.c ---- */

/* Numbers without bounds are refused. */
void pddl_find_bounds(pddl *p);
/* The amount that an effect adds to one element in all, or one of AMOUNT_EACH. */
pddl_amount *pddl_effect_amount(pddl *p, const pddl_effect *e);

/* ---- pddl_invariant.c ---- */

void pddl_find_values(pddl *p);
/* The predicate that a variable is named after, and the values of the variable. */
const pddl_symbol *pddl_variable_of(const pddl_symbol *s);
const pddl_domain *pddl_range_of(const pddl_symbol *s);
/* The i-th argument of the variable's predicate. */
const pddl_term *pddl_index_term(const pddl_atom *atom, size_t i);
bool pddl_same_term(const pddl_term *a, const pddl_term *b);
bool pddl_same_atom(const pddl_atom *a, const pddl_atom *b);

/* ---- pddl_expression.c ---- */

/* Without what is known beforehand; SAYS_TRUE and SAYS_FALSE stand alone. */
pddl_formula *pddl_simplify(pddl *p, const pddl_formula *f);
void pddl_put_formula(pddl *p, strbuf *out, const pddl_formula *f);
void pddl_put_term(const pddl *p, strbuf *out, const pddl_term *t);
void pddl_put_amount(pddl *p, strbuf *out, const pddl_amount *a);
/* With parentheses where it is a sum. */
void pddl_put_summand(pddl *p, strbuf *out, const pddl_amount *a);
/* Its predicate with indices: all, or those but the value's. */
void pddl_put_place(const pddl *p, strbuf *out, const pddl_atom *atom);
/* The checks that partial functions of an amount have a value, as parts of *to. */
void pddl_add_known(pddl *p, pddl_formula *to, pddl_amount *a);
/* ` for x in block for y in block` */
void pddl_put_vars(strbuf *out, pddl_var *const *vars, size_t count);
int pddl_compare_rows(const uint32_t *a, const uint32_t *b, size_t count);

/* ---- pddl_names.c ---- */

void pddl_name_all(pddl *p);

/* ---- pddl_effect.c ---- */

/* Whether two effects stand under the same foralls. */
bool pddl_same_vars(const pddl_effect *a, const pddl_effect *b);
/* Whether a conjunct of the condition is that atom. */
bool pddl_needs_atom(const pddl_formula *f, const pddl_atom *atom);
void pddl_put_effects(pddl *p, pddl_action *a, const pddl_formula *needs);
bool pddl_terms_may_meet(const pddl *p, const pddl_formula *needs, const pddl_term *a,
                         const pddl_term *b);

/* ---- pddl_types.c ---- */

/* Objects that one variable or argument may be are of one enumeration. */
void pddl_make_groups(pddl *p);
void pddl_put_types(pddl *p);
/* `[a, b]` over several lines where it is long. */
typedef struct pddl_listing {
    strbuf *out;
    size_t line;
    bool any;
} pddl_listing;
void pddl_list_item(pddl_listing *l, const char *text);

/* ---- pddl_constants.c ---- */

/* Puts the rows that init gives a predicate in order, each once. */
void pddl_sort_rows(pddl_symbol *s);
/* Rows in order, each once: how many are left. */
size_t pddl_sort_distinct(uint32_t (*rows)[PDDL_ARITY_MOST], size_t count, size_t arity);
bool pddl_has_empty_argument(const pddl_symbol *s);
/* `[[1, 2], [3, 4]]`: a value for each choice of arguments. */
void pddl_put_table(pddl *p, pddl_symbol *s);
void pddl_put_constants(pddl *p);

/* ---- pddl_start.c ---- */

void pddl_put_state(pddl *p);
void pddl_put_start(pddl *p);
/* Predicates of FORM_DEFINED, as functions of the puzzle. */
void pddl_put_definitions(pddl *p);

/* ---- pddl_move.c ---- */

void pddl_put_move(pddl *p, pddl_action *a);

/* ---- pddl_write.c ---- */

bool pddl_write(pddl *p);

#endif
