/*
 * checker.h - what the files of the checker share: names, kinds, types, constants, expressions.
 *
 *   checker.c           errors, hints and notes
 *   symbols.c           names: global, local, values of enumerations; "did you mean"
 *   poison.c            names whose declaration is an error, not reported again
 *   kinds.c             kinds, types and values in words
 *   lists.c             lists and sets, written out place by place
 *   list_parts.c        ... their lengths, elements and slices
 *   list_texts.c        ... as text
 *   declarations.c      sections that declare names, and variables of the state
 *   type_terms.c        ranges, lists of values, optionals, lists and sets
 *   enumerations.c      lists of names: which are enumerations, and which are parts of one
 *   constants.c         params and constants: data, tables, text maps
 *   expr_make.c         expressions made, and one as of another kind
 *   list_terms.c        lists and sets as they are written: literals, constants, elements
 *   expr.c              expressions: operators, kinds inferred and checked
 *   references.c        names in expressions: values, variables, constants, their elements
 *   depends.c           what an expression depends on; constant folding
 *   comparisons.c       == < in, alone and in chains
 *   functions.c         calls of the language's functions (ast/functions.def)
 *   calls.c             calls of the puzzle's defines
 *   quantifiers.c       domains of bound names
 *
 * A function that returns NULL or false has reported an error; the caller continues, so that all
 * errors of a file are reported at once.
 */
#ifndef PUZZLE_SCOPE_CHECKER_H
#define PUZZLE_SCOPE_CHECKER_H

#include "base/containers/name_index.h"
#include "puzzle/ast/ast.h"
#include "puzzle/parse/parser.h"
#include "puzzle/scope/override.h"

/* Constant data that was declared without index types. */
typedef enum datum_form { DATUM_VALUE, DATUM_LIST, DATUM_MAP, DATUM_TEXT } datum_form;
typedef struct datum datum;
struct datum {
    datum_form form;
    const node *at;
    kind kind; /* DATUM_VALUE */
    int64_t value;
    size_t count; /* of items; of DATUM_TEXT its rows */
    datum **items;
    kind key_kind; /* DATUM_MAP */
    int64_t *keys;
    uint32_t **rows; /* DATUM_TEXT: code points, `columns` a row, padded with blanks */
    size_t columns;
};

typedef enum global_form {
    GLOBAL_VARIABLE,
    GLOBAL_TYPE,
    GLOBAL_CONSTANT,
    GLOBAL_DEFINE
} global_form;

typedef enum resolve_state { UNVISITED, IN_PROGRESS, DONE, INVALID } resolve_state;

/* A define's body, checked for arguments of certain kinds. */
typedef struct instance {
    kind *kinds;
    size_t *places; /* of lists and sets among them */
    bool expecting;
    kind expected;
    bool constant; /* checked where no state variable may be read */
    int slot;
    expr *body;
    bool kinds_misfit; /* body is NULL since these kinds do not fit */
    struct instance *next;
} instance;

typedef struct global {
    global_form form;
    resolve_state state;
    const char *name;
    const node *key, *value;
    heading head;
    bool param;
    bool circular;            /* reported as declared by itself */
    bool clashes;             /* reported: its name is declared twice; it is found no more */
    const override *override; /* a --set, or NULL */
    state_variable *variable;
    const type *type;
    datum *data;        /* a constant's without index types */
    value_table *table; /* an indexed one's, or made from `data` when it is first indexed */
    const type *place;  /* of a constant list: the type of its places, once it is asked for */
    parse_node *body;   /* define */
    instance *instances;
} global;

typedef struct local {
    const char *name;
    int slot;
    kind kind;
    size_t places; /* of a list or set, in slots that follow one another */
    source_span at;
    bool bound_by_step; /* bound by choose or let, not by for or as a parameter */
    bool poisoned;      /* its declaration is an error, which was reported; its uses are not */
    struct local *outer;
} local;

typedef struct checker {
    arena *memory;
    diagnostics *to;
    const source_text *from;
    ast *tree;
    parse_context syntax;
    global *globals;
    size_t global_count;
    name_index global_names; /* .number of `globals`            */
    name_index value_names;  /* .number of the enumeration .holder */
    size_t enumeration_count, enumeration_room;
    enumeration **enumerations;
    local *locals;        /* innermost first */
    const local *outside; /* while a constant is evaluated: these have no value yet */
    int constant_only;    /* > 0: no state variable may be read here */
    int conditional; /* > 0: evaluated conditionally, so that a value that is none of a type's is an
                        error only at run time */
    int quiet;       /* > 0: speculative, errors are not reported  */
    int lenient;     /* > 0: kinds are not known; only errors of names are reported */
    name_index poisoned;   /* words of declarations with errors, and names that were reported */
    bool section_poisoned; /* a section is empty or unreadable: any name may be missing */
    bool rules_poisoned;   /* an unknown section may have been one of rules */
    bool values_poisoned;  /* a value's name has an error: kinds need not fit */
    bool locals_poisoned;  /* a step has an error: any name of this move may be missing */
    bool has_lists;        /* a type may be a list or set: sums may be of them */
    bool glyphs_poisoned;  /* a glyph has an error: pictures are not checked */
    wgcq_diagnostic_kind last_reported; /* kind of the last error reported */
    size_t error_count;                 /* of errors, with those not reported */
    bool suppressed;               /* the last error was not reported; nor are its hint and notes */
    bool quotes_told, joined_told; /* see parse_context */
    const node *ambiguous_in;      /* a value of several enumerations was reported in it last */
    unsigned calls;                /* depth of defines being checked          */
    size_t elements;               /* in all tables so far */
    size_t work; /* nodes checked so far; inferring kinds checks some of them again */
    expr *goal;  /* the goal's expression, for `goal` in `end` */
    bool in_end;
    bool in_step;           /* `old` is known                              */
    bool property_poisoned; /* one is not known: no name of another is wrong */
    size_t cost_room, rule_room;
    declared_cost *costs;
    rule *rules;
} checker;

/* ---- symbols.c: lookups return NULL where there is none ---- */
/* A type and a variable may have one name: the variable, or the type, is meant. */
global *symbols_find_global(checker *c, const char *name);
global *symbols_find_type(checker *c, const char *name);
/* The first that leaves no room for a global of that form and name. */
global *symbols_clashing_global(checker *c, const char *name, global_form form);
const char *symbols_form_text(const global *g); /* "a variable" */
/* A name that nothing has, for a hint: this one, or one like it. */
const char *symbols_unused_name(checker *c, const char *like);
local *symbols_find_local(const checker *c, const char *name);
/* Declares a local name; reports where it hides another. */
local *symbols_bind(checker *c, const char *name, source_span at, kind of, bool journey);
/* A name for a list or set of so many places. */
local *symbols_bind_places(checker *c, const char *name, source_span at, kind of, size_t places,
                           bool journey);
/* Declares a name whose kind is not known. */
void symbols_bind_poisoned(checker *c, const char *name, source_span at);
/* The ordinal of a value; -1: none of the enumeration's. */
int64_t symbols_value_ordinal(const checker *c, const enumeration *e, const char *name);
/* How many enumerations have a value of that name; *out: the last of them. */
size_t symbols_value_owners(const checker *c, const char *name, const enumeration **out);
enum { HINT_VALUES = 1, HINT_TYPES = 2, HINT_CALLS = 4, HINT_VARIABLES = 8 };
/* "did you mean ...?" among the names in scope; values of `of` (or NULL) are preferred. */
void symbols_suggest(checker *c, const char *name, unsigned which, const enumeration *of);
/* ---- checker.c ---- */
/* Reports an error unless checking is speculative; false. */
bool checker_error(checker *c, wgcq_diagnostic_kind what, source_span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void checker_hint(checker *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void checker_note(checker *c, source_span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- poison.c ---- */
/* Every word in these nodes may be a name that is missing now; it is not reported as unknown. */
void poison_words(checker *c, const node *n);
void poison_name(checker *c, const char *name);
bool poison_has(const checker *c, const char *name);
/* As poison, for a name that a step may have bound. */
bool poison_in_step(const checker *c, const char *name);

/* ---- kinds.c ---- */
const char *kind_text(checker *c, kind of); /* "an integer", "a value of bank" */
/* "[west, east]", the first `most` of them */
const char *kind_values_text(checker *c, const enumeration *e, size_t most);
const char *value_text(checker *c, kind of, int64_t value);
const char *type_text(checker *c, const type *t); /* bank, 0..8, a value of bank */

/* ---- declarations.c ---- */
/* Collects every global of params, constants, types, state and define (NULL: no such section). */
enum { DECLARED_SECTIONS = 5 };
void declare_all(checker *c, const node *const sections[DECLARED_SECTIONS]);
bool declare_resolve(checker *c, global *g); /* on first use; false: it has errors */

/* ---- type_terms.c ---- */
const type *declare_type(checker *c, const node *value, const char *name);
const type *declare_type_term(checker *c, const parse_node *t);
/* Whether it is a list or a set, which is reported: one of single values is needed. */
bool declare_is_collection(checker *c, const type *of, source_span at);
const type *declare_index_type(checker *c, const parse_node *t); /* but no list or set */
const type *declare_value_list(checker *c, source_span at, kind of, size_t count,
                               const int64_t *values);
const type *declare_range(checker *c, source_span at, kind of, int64_t low, int64_t high);
const type *declare_bool(checker *c, source_span at);
/* The type of a list's place: T, and the end behind it. */
const type *declare_place(checker *c, source_span at, const type *of);

/* ---- enumerations.c ---- */
/* One list of names among the types and the state. */
typedef struct name_list {
    const node *at;
    const char *name; /* NULL: inline */
    const struct name_list *superset;
    const enumeration *enumeration;
} name_list;

typedef struct name_lists {
    size_t count, room;
    name_list *items;
    name_index values; /* .number in the name_list .holder */
} name_lists;

/* Notes a type's list of names, if it is one; then decides of all which are enumerations. */
void enumeration_collect(checker *c, name_lists *all, const node *n, const char *name);
void enumeration_resolve(checker *c, name_lists *all);
/* The enumeration that has all names of a list; else a new one. */
const enumeration *enumeration_of(checker *c, const node *n, const char *name);
/* Whether it is a list or mapping of names; name number i; whether that may be a value's. */
bool enumeration_is_listed(const node *n);
const node *enumeration_item(const node *n, size_t i);
bool enumeration_check_name(checker *c, const node *value);
bool enumeration_is_decimal(const char *digits);

/* ---- constants.c ---- */
bool constant_read(checker *c, global *g);
value_table *constant_table(checker *c, global *g,
                            source_span at); /* of a list or map, when indexed */
/* A row of a list of lists, `holds[o]`: its table, with the index of the row; the type of places in
   it; how many it has.  NULL in `table`: all rows are empty, or it is none, which is not reported
   unless `reported`. */
typedef struct constant_row {
    value_table *table;
    expr **index;
    const type *place;
    expr *length;
    bool empty, reported;
} constant_row;
constant_row constant_row_of(checker *c, global *g, const parse_node *t);
expr *constant_row_element(checker *c, const constant_row *row, expr *place);
const char *constant_yaml(checker *c, const node *value); /* as one line of YAML */
/* Is a key one character?  *out: its code point. */
bool constant_is_character(const node *key, int64_t *out);
uint32_t **constant_text_rows(checker *c, const node *text, size_t *rows, size_t *columns);

/* ---- expr.c: `expected` is a preference for names of several enumerations, or NULL ---- */
expr *expr_check(checker *c, const parse_node *t, const kind *expected);
expr *expr_check_kind(checker *c, const parse_node *t, kind of);
expr *expr_check_truth(checker *c, const parse_node *t);
bool expr_infer_kind(checker *c, const parse_node *t, kind *out);
bool expr_check_constant(checker *c, const parse_node *t, const kind *expected, int64_t *out,
                         kind *of);
bool expr_constant(checker *c, expr *e, int64_t *out);
expr *expr_new(checker *c, expr_form form, kind of, source_span at, size_t count);
expr *expr_value(checker *c, kind of, source_span at, int64_t value);
expr *expr_truth(checker *c, source_span at, bool value);
expr *expr_number(checker *c, source_span at, int64_t value);
/* One of the two, where the condition is a value. */
expr *expr_if_else(checker *c, expr *condition, expr *yes, expr *no);
expr *expr_binary(checker *c, expr_form form, kind of, source_span at, expr *left, expr *right);
/* The expression as one of the kind: none is none of any optional, a value is one of an optional,
   and an optional a value where it is not none, which is checked when it is evaluated.  NULL: they
   do not fit; nothing is reported. */
expr *expr_adapt(checker *c, expr *e, kind of);
/* As an operand that is compared with one of that optional: any number may be. */
expr *expr_compared(checker *c, expr *e, kind of);
/* expr_adapt, after an error; NULL stays NULL. */
expr *expr_must_be(checker *c, expr *e, kind of);
/* The expression, but no list or set: NULL, and an error. */
expr *expr_single(checker *c, expr *e);
/* An optional as a value; any other expression as it is. */
expr *expr_present(checker *c, expr *e);
/* An expression of another kind, where it is known to have a value of that. */
expr *expr_as(checker *c, const expr *e, kind of);

/* ---- references.c ---- */
/* NAME, TYPE.VALUE, NAME[...], as expr_check; the kind of a name, as expr_infer_kind. */
expr *reference_check(checker *c, const parse_node *t, const kind *expected);
expr *reference_check_dotted(checker *c, const parse_node *t);
expr *reference_check_indexed(checker *c, const parse_node *t, const kind *expected);
bool reference_infer_kind(checker *c, const parse_node *t, kind *out);
/* NULL, and an error: what is sliced is no list. */
expr *reference_reject_slice(checker *c, const parse_node *t);
/* A name that is bound by choose, let, for or as a parameter. */
expr *expr_local(checker *c, const parse_node *t, const local *l);
/* Hints at quotes if what stands where a character is expected is a name or number of one. */
bool expr_hint_character(checker *c, const parse_node *t);
/* Index expressions of a variable or table, `wanted` of them. */
expr **expr_check_indices(checker *c, const parse_node *t, size_t wanted, const type *const *types);

/* ---- lists.c, list_parts.c: lists and sets, place by place ---- */
bool kind_is_collection(kind of);      /* of a list or a set */
bool kind_is_list_of_numbers(kind of); /* and none of them is none */
expr *list_composite(checker *c, kind of, source_span at, size_t count);
/* A value of T in a place; NULL: it is none. */
expr *list_place(checker *c, expr *e, const type *place);
/* The variable, or its element, as a list or set; `count` indices. */
expr *list_of_variable(checker *c, const state_variable *v, source_span at, size_t count,
                       expr **index);
/* Whether a made list of so many values is not too long, which is reported. */
bool list_has_room(checker *c, source_span at, size_t count);
/* The first `length` of these values, [count]. */
expr *list_of_values(checker *c, const type *place, source_span at, size_t count,
                     expr *const *values, expr *length);
/* The expression as one of the kind, as expr_adapt. */
expr *list_adapt(checker *c, expr *e, kind of);
/* a + b of lists; a | b, a & b, a - b of sets: NULL, and nothing is reported, where they do not
 * fit.
 */
expr *list_operation(checker *c, const parse_node *t, expr *left, expr *right);
/* Expressions over a list or set: an element by its folded index, with its text for errors, or a
   slice; its length; whether a value is in it; two compared. */
expr *list_element(checker *c, source_span at, expr *list, expr *index, const char *text);
expr *list_slice(checker *c, source_span at, expr *list, expr *low, expr *high);
expr *list_length(checker *c, source_span at, expr *e);
/* A length of a list compared with a number that is known; NULL: they are not that. */
expr *list_length_compare(checker *c, source_span at, comparison op, expr *left, expr *right);
expr *list_contains(checker *c, source_span at, expr *e, expr *value);
expr *list_compare(checker *c, source_span at, comparison op, expr *left, expr *right);
expr *list_choose(checker *c, source_span at, expr *condition, expr *yes, expr *no);
expr *list_sorted(checker *c, const parse_node *t, expr *list);
/* Whether the list has a value in that place; a chosen subset as a set. */
expr *list_is_there(checker *c, const expr *list, size_t place);
expr *list_as_set(checker *c, expr *e);
/* list_texts.c: what stands between the brackets of its text, as values of enumerations of texts.
 */
expr **list_texts(checker *c, expr *e, size_t *count);
/* Its places as those of a list of `most`, an error of the run where it is longer. */
expr *list_fitted(checker *c, expr *e, const state_variable *v);

/* ---- list_terms.c: as they are written ---- */
/* Whether its form may give a list or set, which is no literal. */
bool list_may_be(const parse_node *t);
/* `herd`, `holds[o]`, `holds[o][1:]` of a constant: whether it is a list of values; as one. NULL:
   it is none, which is not reported, or has errors, which are. */
bool list_is_constant(checker *c, const parse_node *t);
expr *list_of_constant(checker *c, const parse_node *t);
bool list_is_of_numbers(const parse_node *list); /* a literal of some, as digits */
expr *list_literal(checker *c, const parse_node *t, const kind *expected);
expr *list_literal_at(checker *c, source_span at, const parse_node *t, const kind *expected);
/* LIST[INDEX] or LIST[FROM:TO], written `at`. */
expr *list_indexed(checker *c, const parse_node *at, expr *list, const parse_node *index);

/* ---- depends.c ---- */
typedef struct dependence {
    bool state; /* it reads a state variable          */
    bool names; /* it reads a name that is bound outside of it */
} dependence;
dependence expr_depends(const expr *e);
/* The value of an expression that depends on nothing; any other, and one that fails, is returned as
   it is. */
expr *expr_fold(checker *c, expr *e);
/* Whether a condition is known to hold (1) or not (0); -1: neither. */
int expr_known_truth(checker *c, const expr *e);

/* ---- comparisons.c ---- */
/* a < b == c, a in b */
expr *comparison_check(checker *c, const parse_node *t);

/* ---- calls.c ---- */
expr *call_check(checker *c, const parse_node *t, const kind *expected);
expr *call_define(checker *c, global *g, const parse_node *t, const kind *expected);
/* Checks a define that nothing calls: the kinds of its parameters are not known, so only unknown
   names are reported. */
void call_check_unused(checker *c, global *g);

/* ---- functions.c ---- */
struct function;
const struct function *function_find(const char *name); /* one of the language; NULL: none */
/* A call of it.  `expected` may be NULL. */
expr *function_check(checker *c, const struct function *f, const parse_node *t,
                     const kind *expected);
/* NAME(BODY for ...) */
expr *function_check_aggregate(checker *c, const parse_node *t, const kind *expected);

/* ---- quantifiers.c ---- */
/* Binds the names, which stay in scope until the caller restores c->locals. */
loop *quantifier_check(checker *c, const clauses *of, bool journey);
/* Whether a binding is of the places in a row, whose values the next one is of. */
bool quantifier_has_places(const binding *b);

#endif
