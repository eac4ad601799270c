/*
 * ast.h - the checked puzzle: every name resolved, every kind known, no syntactic sugar.
 *
 *   ast.h           this
 *   functions.def   the functions of the language
 *   types.c         kinds; positions and values of a type; which are narrow
 *
 * The checker makes it; it is read-only afterwards.  Two evaluators read it and share no code: the
 * compiler (compile/ground.c), which grounds it into bytecode over packed states, and the reference
 * interpreter (interp/interp.c).
 *
 * Values.  At run time every value is one int64: an integer; 0 or 1; the ordinal in its whole
 * enumeration, from 0; a character's code point; of an optional also its kind's `none`; a subset as
 * a bit mask over the positions of its type's values (so at most 62 of them).
 *
 * Slots.  Every name bound by choose, let, for or as a parameter of a define has a slot, a number
 * of its own in 0..ast.slots-1.
 */
#ifndef PUZZLE_AST_AST_H
#define PUZZLE_AST_AST_H

#include "base/arena.h"
#include "model/model.h"
#include "puzzle/source/diagnostics.h"

typedef struct enumeration {
    const char *name; /* of its type; NULL where inline */
    size_t count;
    const char **values; /* [count + 1]: behind them "none", see kind.optional */
    const char **glyphs; /* how each is shown; its name where no glyph is given */
    bool has_glyphs;
} enumeration;

typedef enum kind_form {
    KIND_INTEGER,
    KIND_TRUTH,
    KIND_ENUM, /* of .enumeration */
    KIND_CHARACTER,
    KIND_SUBSET, /* a set as a bit mask over the values of .members: what `subsets` gives */
    KIND_LIST,   /* an EXPR_PLACES whose places have the type .members; NULL: of the literal [] */
    KIND_SET     /* an EXPR_PLACES with a truth value for each value of .members */
} kind_form;

/* An optional (`T or none`) has the values of its form and `none`, a value that none of T's is: the
   one behind them all. */
typedef struct type type;
typedef struct kind {
    kind_form form;
    const enumeration *enumeration;
    const type *members;
    bool optional;
    int64_t none;
} kind;

kind kind_plain(kind_form form);
kind kind_enum(const enumeration *of);
bool kind_same(kind a, kind b);
/* Whether they differ in no more than in having none, or what stands for it. */
bool kind_same_values(kind a, kind b);
kind kind_present(kind of); /* without none */
/* With none, where its values say what stands for that: of numbers their type does. */
kind kind_or_none(kind of);
/* The kind of the word `none` where nothing says of which type. */
kind kind_bare_none(void);
bool kind_is_bare_none(kind of);

typedef enum type_form {
    TYPE_BOOL,      /* 0, 1                                              */
    TYPE_RANGE,     /* low..high; count 0 where high < low               */
    TYPE_ENUM,      /* all of an enumeration: 0..count-1                 */
    TYPE_LIST,      /* the values listed: a subset of an enumeration, or keys of a map */
    TYPE_COLLECTION /* list(.count) of .kind.members->present, or set of .kind.members:
                  of state variables alone */
} type_form;

struct type {
    type_form form;
    const char *name; /* NULL where inline */
    source_span at;
    kind kind;
    int64_t low, high; /* the least and the greatest value; of an optional `none` is */
    uint64_t count;
    const type *present;   /* T of `T or none`; NULL: no optional */
    const int64_t *values; /* TYPE_LIST: in order, each once; else NULL (low..high) */
};

/* The position of a value in a type's order, 0..count-1; -1: it is none of the type's values.
   Positions past INT64_MAX come out as that. */
int64_t type_position(const type *t, int64_t value);
int64_t type_value(const type *t, uint64_t position);
/* Whether every value is shown as one character, so that an array is shown without blanks. */
bool type_is_narrow(const type *of);
bool enumeration_is_narrow(const enumeration *of);
/* Whether a text is one code point. */
bool text_is_one_character(const char *text);

/* A state variable: scalar (indices 0) or array.  Its cells are first .. first + cells - 1 in
   row-major order: the last index runs fastest. */
typedef struct state_variable {
    const char *name;
    source_span at;
    size_t indices;
    const type **index;
    const type *type;
    const type *collection; /* the list or set that it is: its places are the last index; or NULL */
    size_t first, cells;
} state_variable;

/* A variable that is a list or set, or an element of an array of them. */
typedef struct state_list {
    const state_variable *variable;
    const char *name, *label; /* chan_x, chan[x] */
    size_t first, count;      /* cells */
} state_list;

/* One packed field of the state. */
typedef struct state_cell {
    const state_variable *variable;
    const type *type;
    unsigned word, shift, width; /* never straddles a word; value = low + bits */
    int64_t low;
    const char *name;  /* at_wolf  */
    const char *label; /* at[wolf] */
} state_cell;

/* A constant (or param) with cells: indexed by types, a list (0..n-1), a map (its keys).  In
   row-major order.  Scalar constants are folded into values. */
typedef struct value_table {
    const char *name;
    size_t indices;
    const type **index;
    kind kind;
    int64_t low, high; /* least and greatest of the values */
    size_t count;
    const int64_t *values;
    const bool *holes; /* NULL: none; else which elements are missing (ragged lists) */
} value_table;

typedef struct expr expr;

/* The domain of a bound name. */
typedef enum domain_form {
    DOMAIN_TYPE,    /* .type: its values in order                                    */
    DOMAIN_RANGE,   /* args[0]..args[1], inclusive; empty where args[1] < args[0]      */
    DOMAIN_VALUES,  /* args[0], args[1], ...; for several names row by row, one value a slot */
    DOMAIN_ROWS,    /* rows of constants, one value a slot: .rows[r * slots + i]     */
    DOMAIN_MEMBERS, /* of the subset args[0], in the order of .type                  */
    DOMAIN_SUBSETS  /* subsets of .type with args[0]..args[1] members: by size, then in the
                       order of their members' positions (ab ac bc); value: a mask   */
} domain_form;

typedef struct binding { /* a, b, km in roads if km < 5 */
    source_span at;
    size_t slots;
    const int *slot;
    const char *const *names;
    domain_form form;
    const type *type;
    size_t count; /* of args, or of rows */
    expr **args;
    const int64_t *rows;
    expr *filter; /* NULL: none; may read this binding's names and earlier ones */
} binding;

/* How many expressions its domain has. */
static inline size_t binding_expressions(const binding *b)
{
    return b->form == DOMAIN_ROWS || b->form == DOMAIN_TYPE ? 0 : b->count;
}

typedef struct loop { /* later bindings see earlier names; the last runs fastest */
    size_t count;
    const binding *bindings;
    bool first; /* only the first combination that passes the filters */
} loop;

typedef enum expr_form {
    EXPR_VALUE, /* .value                                            */
    EXPR_LOCAL, /* .slot                                             */
    EXPR_CELL,  /* .variable[args...]; no args for a scalar          */
    EXPR_TABLE, /* .table[args...]                                   */
    EXPR_NOT,   /* args[0]                                           */
    EXPR_AND,   /* args[0] and args[1]; short-circuit   */
    EXPR_OR,
    EXPR_IF, /* args[1] if args[0] else args[2]                   */
    EXPR_NEGATE,
    EXPR_ADD, /* two args, up to GREATER_EQUAL; 64-bit, overflow is an error */
    EXPR_SUBTRACT,
    EXPR_MULTIPLY,
    EXPR_DIVIDE, /* floor; by zero is an error                        */
    EXPR_MODULO, /* takes the divisor's sign; by zero is an error     */
    EXPR_EQUAL,
    EXPR_NOT_EQUAL,
    EXPR_LESS,
    EXPR_LESS_EQUAL,
    EXPR_GREATER,
    EXPR_GREATER_EQUAL, /* a < b < c is (a < b) and (b < c), b shared   */
    EXPR_IN_TYPE,       /* args[0] is one of .type's values                  */
    EXPR_IN_RANGE,      /* args[1] <= args[0] <= args[2]; short-circuit */
    EXPR_IN_LIST,       /* args[0] equals one of args[1..]; short-circuit  */
    EXPR_IN_SUBSET,     /* args[0] in the subset args[1] of .type            */
    EXPR_PRESENT, /* args[0], which is not .value (none, of one kind or the other): else an error */
    EXPR_OLD,     /* args[0] in the state before the move: in a `step` property alone      */
    EXPR_CALL,    /* args to slots .slot .. .slot+count-1 (all evaluated first), then .body */
    EXPR_ALL,     /* args[0] over .loop; ALL and ANY short-circuit */
    EXPR_ANY,
    EXPR_COUNT,
    EXPR_SUM,
    EXPR_MIN_OVER, /* min and max over a loop; of nothing: an error     */
    EXPR_MAX_OVER,
    EXPR_SIZE, /* how many members the subset args[0] has           */
    /* A list or set while it is checked, in args; no evaluator sees it.  Of a list each place, a
       value or the end of the list, with nothing but ends behind an end; of a set the membership of
       each value of its type. */
    EXPR_PLACES,
#define FUNCTION(name, form, arguments, of, result) form, /* of args */
#include "puzzle/ast/functions.def"
} expr_form;

struct expr {
    expr_form form;
    kind kind;
    source_span at;   /* the whole expression; for an operator that can fail, see mark */
    source_span mark; /* what to underline when it fails: the index, the operator, the divisor */
    int64_t value;
    int slot;
    const state_variable *variable;
    const value_table *table;
    const type *type;
    const loop *loop;
    expr *body;       /* CALL: of the define; a length: the list that it is of */
    const char *name; /* CALL: the define's; LOCAL: the name; PRESENT: the error, or NULL */
    bool leaf;        /* made for one that is written shorter: explained as one value, ... */
    expr *shown[2];   /* ... or, where there are any, by the values of these, lists and sets too */
    size_t count;
    expr **args;
};

/* A part of a move's text: plain, or an expression in braces. */
typedef struct piece {
    const char *text;  /* plain text, or NULL                                           */
    const expr *value; /* an expression, or NULL                                        */
    size_t needs;      /* the choose and let slots that `value` reads: while one is not */
    const int *need;   /* bound yet, the text has "?" in its place                      */
} piece;

typedef struct template
{
    size_t count;
    const piece *pieces;
}
template;

/* A part of how a state is shown. */
typedef enum display_form {
    DISPLAY_TEXT,  /* .text                                                           */
    DISPLAY_VALUE, /* .value, an enumeration's by its glyph                           */
    DISPLAY_ARRAY, /* all elements of .variable: a line a row                         */
    DISPLAY_TABLE, /* the same of .table                                              */
    DISPLAY_IF,    /* .parts[0] if .value, else .parts[1]                             */
    DISPLAY_OR,    /* .parts[0], or .parts[1] where that is empty                     */
    DISPLAY_ALL,   /* .count of .all, one behind the other                             */
    DISPLAY_EACH   /* .parts[0] for each of .loop; .between them                */
} display_form;

/* To a width in code points; 0: as it is. */
typedef struct padding {
    unsigned width;
    char align; /* '<' '>' '^'        */
    bool zeros; /* behind the sign; else blanks */
} padding;

typedef struct display {
    display_form form;
    source_span at;
    const char *text;
    const expr *value;
    const state_variable *variable;
    const value_table *table;
    const loop *loop;
    const char *between; /* EACH: between two; ARRAY, TABLE: between two in a row */
    const struct display *parts[2];
    size_t count;
    const struct display *const *all;
    padding pad; /* of the whole; ARRAY, TABLE: of each element */
} display;

/* left side: right side.  `at[p] for p in group if ...: far`, `lamp[i] if near(i): ...` */
typedef struct assignment {
    source_span at; /* of the left side */
    const state_variable *variable;
    expr **index;     /* variable->indices of them; they read the state before the step */
    const loop *loop; /* NULL: once */
    expr *condition;  /* NULL: always.  Without a loop only (a loop has filters) */
    expr *value;      /* NULL, of a start: any value, one initial state for each */
} assignment;

typedef enum step_form { STEP_CHOOSE, STEP_GUARD, STEP_LET, STEP_SET, STEP_COST } step_form;

typedef struct step {
    step_form form;
    source_span at;
    const loop *loop; /* choose                                               */
    expr *value;      /* guard, let, cost                                     */
    int rule;         /* guard: number of its `else` name in tree.rules; -1 unnamed */
    int slot;         /* let                                                  */
    const char *name; /* let                                                  */
    int cost;         /* cost: its number among the declared                  */
    size_t count;     /* set: simultaneous, right sides read the state before   */
    const assignment *assignments;
} step;

typedef struct move {
    source_span at;
    const char *name; /* as written, braces and all */
    template text;
    size_t count;
    const step *steps;
} move;

typedef struct rule { /* violated where value equals violated_if */
    const char *name;
    source_span at;
    expr *value;      /* NULL for the names of guards */
    bool violated_if; /* never: true; always: false */
} rule;

typedef struct declared_cost {
    const char *name;
    source_span at;
    expr *value; /* evaluated in the successor; NULL: only by cost steps */
    expr *final; /* evaluated where a plan ends; NULL: none */
    bool maximized;
    source_span maximized_at;
} declared_cost;

/* A map of states onto states that `symmetric` declares by a name of its own. */
typedef struct generator {
    const char *name;
    source_span at;
    const step *set;     /* what is where afterwards; NULL: it renames the values of a type   */
    const type *renamed; /* each value of it becomes, by its position, one of ...             */
    const int64_t *becomes;
} generator;

typedef struct property { /* one for each combination of the names of `loop` */
    const char *name;     /* as written, braces and all */
    source_span at;
    model_property_form form;
    template text;
    const loop *loop;    /* reads no state; NULL: once */
    const expr *value;   /* the condition */
    const expr *reached; /* of MODEL_LEADS_TO the second condition; else NULL */
} property;

/* A move under a fairness condition: each label by itself, or `any` of them as one action. */
typedef struct fair_move {
    source_span at;
    size_t move;
    bool strong, any;
} fair_move;

typedef struct setting { /* a param's effective value, or a figure of `expect` */
    const char *name, *value;
    bool is_single; /* a param that is declared as one value: no list, mapping or text */
    source_span at;
} setting;

typedef struct ast {
    arena *memory; /* owns all of it */
    const source_text *from;
    const char *title, *about;

    size_t variable_count;
    const state_variable **variables;
    size_t cell_count;
    const state_cell *cells;
    size_t list_count; /* in the order of their cells */
    const state_list *lists;
    unsigned words, bits;
    int slots;

    /* Start: the assignments in order (a later one overrides), or, where steps is not empty, the
     * journey of these steps, which must set every cell. */
    size_t start_count;
    const assignment *start;
    size_t start_step_count;
    const step *start_steps;
    source_span start_at;

    size_t move_count;
    const move *moves;
    size_t rule_count;       /* never, always (in the order of checking), then names of guards */
    size_t state_rule_count; /* the first so many have a value */
    const rule *rules;
    size_t invariant_count; /* checked in every state; they never change what is reachable */
    const rule *invariants;
    size_t bound_count; /* a state that violates one is kept, and not expanded */
    const rule *bounds;
    size_t property_count;
    const property *properties;
    size_t fair_count;
    const fair_move *fair;
    bool
        forbids_deadlock; /* a state without a successor that is neither goal nor end is reported */
    expr *goal;           /* NULL: none */
    expr *end;            /* NULL: none; `end: goal` is the goal's own expression */
    size_t cost_count;
    const declared_cost *costs;
    bool has_final;        /* one of them has */
    size_t minimize_count; /* cost numbers, -1 for moves */
    const int *minimize;
    expr *estimate; /* NULL: none */
    size_t symmetric_count;
    const type **symmetric; /* types, of each all whose values may be exchanged */
    size_t generator_count;
    const generator *generators;
    size_t show_count; /* 0: no `show`; then by place, or else as a list, name=value */
    const display *const *show;
    bool show_line_end;           /* behind the last of `show` is one that is a line end */
    const enumeration *places;    /* the one whose values all cells have; NULL: not by place */
    const char *const *in_places; /* [cells] their short names there */
    size_t param_count;
    const setting *params;
    size_t expect_count;
    const setting *expect;
} ast;

#endif
