/*
 * checker.h - what the files of the checker share: the names in force and the verbs between them.
 *
 *   check.c      the puzzle's keys, in order; who calls whom below
 *   holders.c    who has a name, found by hashing
 *   scope.c      names: global, local, values of enumerations; what was meant
 *   lost.c       names whose declaration is a mistake: said once, where it is
 *   declare.c    types and state: headings, domains, parts of an enumeration
 *   packing.c    the state's cells, in as few bits as they need
 *   constants.c  params and constants: data, tables, text maps
 *   terms.c      expressions: kinds and names resolved
 *   depends.c    what an expression needs to be evaluated, and its value where that is nothing
 *   comparisons.c  == < in and their like
 *   calls.c      calls: aggregates, functions, defines
 *   loops.c      what a name runs over
 *   assign.c     values in their many forms, for start, set and goal
 *   moves.c      steps, moves, texts
 *
 * A function that answers NULL or false has complained; the caller goes on with what is left, so
 * that all of a file's mistakes come out in one go.
 */
#ifndef PUZZLE_CHECK_CHECKER_H
#define PUZZLE_CHECK_CHECKER_H

#include "puzzle/check/check_puzzle.h"
#include "puzzle/check/name_index.h"
#include "puzzle/parse/parser.h"

/* A piece of constant data that was declared without index types. */
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
    uint32_t **rows; /* DATUM_TEXT: code points, `columns` in each row, padded with blanks */
    size_t columns;
};

typedef enum global_form {
    GLOBAL_VARIABLE,
    GLOBAL_TYPE,
    GLOBAL_CONSTANT,
    GLOBAL_DEFINE
} global_form;

typedef enum resolve_state { UNVISITED, IN_PROGRESS, DONE, INVALID } resolve_state;

/* One checking of a define for arguments of certain kinds. */
typedef struct instance {
    kind *kinds;
    bool expecting;
    kind expected;
    bool constant; /* checked where no state variable may be read */
    int slot;
    expr *body;
    bool kinds_misfit; /* body is NULL because these kinds do not fit */
    struct instance *next;
} instance;

typedef struct global {
    global_form form;
    resolve_state state;
    const char *name;
    const node *key, *value;
    heading head;
    bool param;
    bool circular;            /* it was said that it is declared by itself */
    const override *override; /* a --set, or NULL */
    state_variable *variable;
    const type *type;
    datum *data;        /* a constant without index types */
    value_table *table; /* an indexed one, or made from `data` when first indexed */
    parse_node *body;   /* define */
    instance *instances;
} global;

typedef struct local {
    const char *name;
    int slot;
    kind kind;
    source_span at;
    bool bound_by_step; /* bound by choose or let, not by for or as a parameter */
    bool poisoned;      /* it is a mistake, which was told; of the name nothing more is */
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
    const local *outside; /* while a constant is read: it and those around it have no value yet */
    int constant_only;    /* > 0: no state variable may be read here */
    int conditional; /* > 0: this may never be evaluated, so a value that is none of a type's is a
                   mistake only where it is reached, at run time */
    int quiet;       /* > 0: trying out, complaints go nowhere  */
    int lenient;     /* > 0: kinds are not known here; only unknown names are complained of */
    const char **poisoned; /* words of declarations that are mistakes */
    size_t poisoned_count, poisoned_room;
    bool section_poisoned; /* a section is empty or unreadable, so that any name may be lost */
    bool values_poisoned;  /* a value's name is a mistake, so that kinds need not fit */
    bool locals_poisoned;  /* a step is, so that any name of this move may be */
    bool glyphs_poisoned;  /* a glyph is a mistake, so pictures are not looked at */
    wgcq_diagnostic_kind last_reported; /* of the last complaint made */
    size_t error_count;                 /* complaints, those that went nowhere counted in */
    bool suppressed;                    /* it went nowhere, and so do its hint and notes */
    unsigned calls;                     /* defines that are being checked          */
    size_t elements;                    /* of all tables so far */
    size_t work; /* terms checked so far: guessing kinds checks some of them again */
    expr *goal;  /* once it is known: the name `goal` in `end` */
    bool in_end;
    size_t cost_room, rule_room;
    cost *costs;
    rule *rules;
} checker;

/* ---- scope.c ---- */
global *symbols_find_global(checker *c, const char *name);
local *symbols_find_local(const checker *c, const char *name);
/* Declares a local name; complains where it hides what it may not. */
local *symbols_bind(checker *c, const char *name, source_span at, kind of, bool journey);
/* Declares a name of which nothing is known but that it is there. */
void symbols_bind_poisoned(checker *c, const char *name, source_span at);
/* The ordinal of a value; -1: none of the enumeration's. */
int64_t symbols_value_ordinal(const checker *c, const enumeration *e, const char *name);
/* How many enumerations have a value of that name; *out is the last of them. */
size_t symbols_value_owners(const checker *c, const char *name, const enumeration **out);
enum { HINT_VALUES = 1, HINT_TYPES = 2, HINT_CALLS = 4, HINT_VARIABLES = 8 };
/* "did you mean ...?" out of the names in force; `of` narrows the values to one enumeration. */
void symbols_suggest(checker *c, const char *name, unsigned which, const enumeration *of);
/* A complaint about a term or node, unless only trying out. */
bool checker_error(checker *c, wgcq_diagnostic_kind what, source_span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void checker_hint(checker *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void checker_note(checker *c, source_span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- lost.c ---- */
/* Every word in these nodes may be a name that is missing now: it is not complained of. */
void poison_words(checker *c, const node *n);
bool poison_has(const checker *c, const char *name);
/* The same for a name that a step may have given. */
bool poison_in_step(const checker *c, const char *name);

bool kind_same(kind a, kind b);
const char *kind_text(checker *c, kind of); /* "an integer", "a value of bank" */
kind kind_plain(kind_form form);
kind kind_enum(const enumeration *of);

/* ---- declare.c ---- */
/* Collects every global: of params, constants, types, state, define; NULL: not there. */
enum { DECLARED_SECTIONS = 5 };
void declare_all(checker *c, const node *const sections[DECLARED_SECTIONS]);
bool declare_resolve(checker *c, global *g); /* resolves it, now; false: broken    */
const type *declare_type(checker *c, const node *value, const char *name);
const type *declare_type_term(checker *c, const parse_node *t);
const type *declare_value_list(checker *c, source_span at, kind of, size_t count,
                               const int64_t *values);
const type *declare_range(checker *c, source_span at, kind of, int64_t low, int64_t high);
/* A value by its name. */
const char *value_text(checker *c, kind of, int64_t value);
/* bank, 0..8, one of [west, east] */
const char *type_text(checker *c, const type *t);

/* ---- packing.c ---- */
void layout_state(checker *c);

/* ---- constants.c ---- */
bool constant_read(checker *c, global *g);
value_table *constant_table(checker *c, global *g,
                            source_span at);              /* of a list or map, for indexing */
const char *constant_yaml(checker *c, const node *value); /* as one line of YAML */
/* Is a key one character as it stands? */
bool constant_is_character(const node *key, int64_t *out);
uint32_t **constant_text_rows(checker *c, const node *text, size_t *rows, size_t *columns);

/* ---- terms.c ---- */
expr *expr_check(checker *c, const parse_node *t, const kind *expected);
expr *expr_check_kind(checker *c, const parse_node *t, kind of);
expr *expr_check_truth(checker *c, const parse_node *t);
bool expr_infer_kind(checker *c, const parse_node *t, kind *out);
bool expr_check_constant(checker *c, const parse_node *t, const kind *expected, int64_t *out,
                         kind *of);
bool expr_constant(checker *c, expr *e, int64_t *out);
/* The value of a name that is bound by choose, let, for or as a parameter. */
expr *expr_local(checker *c, const parse_node *t, const local *l);
expr *expr_new(checker *c, expr_form form, kind of, source_span at, size_t count);
expr *expr_value(checker *c, kind of, source_span at, int64_t value);
expr *expr_binary(checker *c, expr_form form, kind of, source_span at, expr *left, expr *right);
/* The expression if it is of the kind, else NULL after complaining. */
expr *expr_must_be(checker *c, expr *e, kind of);
/* Index expressions for a variable or table. */
expr **expr_check_indices(checker *c, const parse_node *t, size_t wanted, const type *const *types);

/* ---- depends.c ---- */
typedef struct dependence {
    bool state; /* it reads a state variable          */
    bool names; /* it reads a name bound outside of it */
} dependence;
dependence expr_depends(const expr *e);
/* An expression that depends on nothing comes back as its value; any other, and one that fails, as
   it is. */
expr *expr_fold(checker *c, expr *e);
/* Whether a condition holds as far as can be known by now: 1 or 0; -1: that depends. */
int expr_known_truth(checker *c, const expr *e);

/* ---- comparisons.c ---- */
/* a < b == c, a in b */
expr *comparison_check(checker *c, const parse_node *t);

/* ---- calls.c ---- */
expr *call_check(checker *c, const parse_node *t, const kind *expected);
expr *call_define(checker *c, global *g, const parse_node *t, const kind *expected);
/* Looks through a define that nothing calls: of what kinds its parameters are is not known, so that
   only unknown names are found. */
void call_check_unused(checker *c, global *g);

/* ---- functions.c ---- */
struct function;
const struct function *function_find(const char *name); /* one of the language; NULL: none */
const char *function_name(size_t i);                    /* for i from 0; NULL: no more */
/* A call of it.  `expected` may be NULL. */
expr *function_check(checker *c, const struct function *f, const parse_node *t,
                     const kind *expected);
/* NAME(BODY for ...) */
expr *function_check_aggregate(checker *c, const parse_node *t, const kind *expected);

/* ---- loops.c ---- */
/* Binds the names, which stay in scope until the caller restores c->locals. */
loop *quantifier_check(checker *c, const clauses *of, bool journey);

/* ---- assign.c ---- */
typedef enum init_use { INIT_START, INIT_START_STEP, INIT_SET, INIT_GOAL } init_use;
typedef struct assignments {
    size_t count, room;
    assignment *items;
} assignments;
bool init_mapping(checker *c, assignments *out, const node *mapping, init_use use);
bool init_line(checker *c, assignments *out, const node *scalar, init_use use);
/* A condition: an expression, or a mapping of which all must hold. */
expr *init_condition(checker *c, const node *value);

/* ---- moves.c ---- */
void move_check_all(checker *c, const node *moves);
bool move_check_steps(checker *c, const node *list, step **out, size_t *count, bool start);
bool move_check_template(checker *c, template *out, const node *scalar, bool show);
int move_find_cost(checker *c, const char *name); /* a declared cost's number, or -1 */

#endif
