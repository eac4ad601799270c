/*
 * ground.h - grounding: a move becomes a tree of guards, effects and labels over the source state.
 *
 *   ground.c         the steps of a move, one branch for each choice
 *   early_guards.c   conditions that refuse a choice before all of it is bound
 *   never_fails.c    what fails in no state
 *   lower_assign.c   `set`: the values of cells after it
 *   lower_effect.c   the end of a move: rules, costs, the successor's words
 *   rule_nodes.c     a rule in the successor
 *   single.c         whether a move keeps what a narrow packing relies on
 *   rearranging.c    whether a move keeps an array's values but for their order
 *   label.c          labels of moves
 *
 * Every decision that emits a successor or a rejection has a position: the order in which the
 * interpreter would make it.
 */
#ifndef PUZZLE_COMPILE_GROUND_H
#define PUZZLE_COMPILE_GROUND_H

#include "base/containers/intern.h"
#include "puzzle/compile/lower_expr.h"

typedef struct label_part {
    const char *text; /* plain text; or NULL: the value, by name */
    size_t length;
    ref value;
    kind kind;
} label_part;

typedef struct label_affix {
    const char *text;
    size_t length;
} label_affix;

/* A move's label in one branch. */
typedef struct label {
    bool fixed;      /* no part depends on the state */
    uint32_t number; /* of a fixed label, interned   */
    ref undefined;
    size_t count; /* 0: fixed */
    label_part *parts;
    size_t value_count;         /* parts that are values                      */
    label_affix prefix, suffix; /* plain text; of a fixed label both are all of it, as interned */
} label;

typedef struct violation {
    ref when;
    int rule;
} violation;

typedef struct bare_change { /* a cell of the successor */
    size_t cell;
    ref value;
} bare_change;

/* A field of an array, of the successor: the one that `index` names gets the bits, where `when`
   holds. */
typedef struct ground_scatter {
    size_t array; /* of the DAG */
    ref index, when, bits;
} ground_scatter;

typedef struct ground_action {
    uint32_t position;
    const move *move; /* the AST's */
    const label *label;
    /* of a bare grounding, instead of violations, rules and words: each cell that is set, once */
    size_t change_count;
    bare_change *changes;
    size_t violation_count; /* rules that the successor may break, in the order of rules */
    violation *violations;
    ref rules_undefined;
    bool rules_wait; /* instead: grounded.broken says of each successor which rule it breaks */
    ref *words;      /* the successor, before the scatters */
    size_t scatter_count;
    ground_scatter *scatters; /* in this order */
    ref *costs;
    ref costs_undefined; /* or one is negative */
} ground_action;

typedef enum decision_form {
    NODE_UNDEFINED, /* evaluation fails where `truth` holds                          */
    NODE_GUARD,     /* continue where `truth` holds; else a rejection if rule >= 0      */
    NODE_BRANCH,    /* every branch, in order                                        */
    NODE_EMIT,      /* the successor of `action`                                     */
    NODE_INTERPRET  /* `move`, whose grounding exceeds a limit, is interpreted       */
} decision_form;

typedef struct decision decision;
struct decision {
    decision *next; /* of UNDEFINED and GUARD; NULL: nothing follows */
    decision_form form;
    ref truth;
    int rule; /* GUARD: the number of its name, or -1 for none */
    uint32_t position;
    union {
        const label *label; /* GUARD: of the rejection */
        struct {            /* BRANCH */
            size_t count, room;
            decision **branches;
        };
        const ground_action *action; /* EMIT */
        const move *move;            /* INTERPRET */
    };
};

typedef struct grounded {
    decision *root;    /* a BRANCH: one for each move that can do anything */
    const move *moves; /* the AST's */
    uint32_t positions, action_count;
    const ground_action **actions;
    size_t action_room;
    lowered goal, end, estimate; /* REF_FALSE where the puzzle has none */
    lowered violated, bounded;   /* some invariant, some bound does not hold */
    lowered broken;  /* the first rule that a state breaks, by its number + 1; 0: none     */
    bool rules_wait; /* some actions leave their rules to `broken`, which is known then   */
    /* they exceed a limit */
    bool goal_interpreted, end_interpreted, estimate_interpreted, violated_interpreted,
        bounded_interpreted;
    bool *lost;             /* [singles] some move is not proved to keep it       */
    bool *disarranged;      /* [variables] some move may change more than the order of its values */
    bool may_reject;        /* some decision can reject by name or rule            */
    bool rules_interpreted; /* rules exceed a limit: every move is interpreted     */
} grounded;

typedef struct rule_node {
    ref node, a, b, c; /* the node, its operands */
    bool is_field;
    uint32_t cell; /* the cell of a field's bits */
} rule_node;

/* A node of a rule, made again of these operands without facts; node 0: none. */
typedef struct node_image {
    ref node, a, b, image;
} node_image;

/* A state rule over the source state: the nodes that it depends on, operands first. */
typedef struct rule_nodes {
    lowered of;
    bool known; /* they can be made again over the successor */
    size_t count;
    rule_node *nodes;
} rule_nodes;

typedef struct grounding {
    arena *memory;
    const ast *tree;
    lowering lowering;
    dag *dag;
    interner *labels;
    strbuf *scratch; /* borrowed */
    grounded *out;
    const move *move;
    uint64_t *support; /* a bit set for each state rule: the cells that it reads */
    uint64_t *changed; /* a bit set: the cells that the move changes             */
    size_t support_words;
    bool *word_changed; /* [words] within lower_effect.c */
    uint8_t *visited;   /* [nodes] of ground_visited */
    size_t visited_room;
    rule_nodes *rules; /* [state rules] */
    ref *image;        /* [nodes] of rule_nodes.c: of others than those of rules, themselves */
    size_t image_room;
    node_image *images;           /* [RULE_IMAGES] of rule_nodes.c, by hash; NULL: none so far */
    ref *pending, *pending_value; /* [cells] of lower_assign.c, within one step */
    size_t *touched;              /* [cells]: those with a pending write */
    uint64_t *place_flip;         /* [singles] of single.c, within one move */
    const label *label;           /* the move's, with the names bound now; NULL: not lowered yet */
    label_part *label_parts;      /* working memory of label.c */
    size_t label_room;
    size_t depth;        /* nested choices */
    early_guards *early; /* [steps] of the move, for those that are choices and sets */
    bool all_rules;      /* rules of no action wait */
    size_t rules_nodes;  /* nodes in all rules; 0: the nodes of some rule are not known          */
    size_t rules_visited, rules_made; /* nodes of rules for actions of the move, and those left */
    int *stage;                       /* [slots] of early_guards.c, 0 outside of it */
    /* Actions are functions of any state, whatever guards and rules say of it, and not evaluated:
       they have their changes cell by cell. */
    bool bare;
    uint32_t actions_most;
    size_t actions_tried; /* with those of moves that exceeded a limit */
    bool failed;          /* interning a label ran out of memory */
    bool two_states;      /* conditions are of a move: of the states before and after it */
} grounding;

/* Grounds all moves, the goal, the end, the invariants and the estimate.  *out and `d` are
   allocated in `memory`; fixed labels are interned in `labels`.  all_rules: rules of no action
   wait. 0 or WGCQ_EMEMORY. */
int ground(grounded *out, dag *d, const packing *p, interner *labels, strbuf *scratch,
           arena *memory, bool all_rules);

/* One for each combination of a property's names, in order. */
typedef struct ground_property {
    const property *of;
    lowered value, reached; /* of `step` over two states: lowering_two_states */
    bool interpreted;       /* they exceed a limit */
} ground_property;
/* The conditions of all properties over time, in `memory`; fewer than there are where a limit is
   exceeded.  0 or WGCQ_EMEMORY. */
int ground_properties(ground_property **out, size_t *count, dag *d, const packing *p,
                      strbuf *scratch, arena *memory);

/* For ground's other way: an empty grounding, over states of the plain packing; then a condition,
   or all moves.  *interpreted is set where it exceeds a limit. */
void grounding_start_bare(grounding *g, grounded *out, dag *d, const packing *p, interner *labels,
                          strbuf *scratch, arena *memory);
void grounding_start(grounding *g, grounded *out, dag *d, const packing *p, interner *labels,
                     strbuf *scratch, arena *memory);
/* Each part that is grounded next may take half of what is left. */
void ground_set_limits(grounding *g);
lowered ground_condition(grounding *g, const expr *e, bool *interpreted);
int ground_all_moves(grounding *g);

/* ---- early_guards.c ---- */
/* They belong to the choice that is step number `at` of the current move; found once for each. */
early_guards *early_guards_of(grounding *g, size_t at);
/* A guard that reads names alone, behind the set that is this step and fails in no state; 0: none.
 */
size_t guard_ahead_of(grounding *g, size_t at);

/* ---- never_fails.c ---- */
enum { LOOKED_MOST = 1000 }; /* expressions that are looked at for an answer */
/* *looked: at so many before. */
bool never_fails(size_t *looked, const expr *e);
bool expressions_never_fail(size_t *looked, expr *const *all, size_t count);
bool loop_never_fails(size_t *looked, const loop *over);
bool set_never_fails(const move *m, size_t at);

/* ---- lower_assign.c ---- */
/* Changes the cells; returns where evaluating the step is undefined. */
ref lower_assign(grounding *g, const step *s);

/* ---- lower_effect.c ---- */
/* Adds the facts that hold in every source state: it breaks no rule. */
void lower_effect_prepare(grounding *g);
const ground_action *lower_effect(grounding *g);
/* Behind all moves: the rules of a state, where those of actions wait. */
void lower_effect_finish(grounding *g);
/* For all nodes up to `top`, cleared; until the next call. */
uint8_t *ground_visited(grounding *g, ref top);

/* ---- rule_nodes.c ---- */
void rule_nodes_collect(grounding *g, rule_nodes *out, lowered m);
/* The rule in the successor.  False: it must be lowered again. */
bool rule_nodes_lower(grounding *g, const rule_nodes *r, lowered *out);
/* To be called when nodes were taken back: images that name them are dropped. */
void rule_nodes_forget(grounding *g);

/* ---- single.c ---- */
/* Sets g->out->lost, and where the singles go. */
void single_prove(grounding *g);
/* The bits of a cell's field for a new value of the cell. */
ref single_new_bits(grounding *g, size_t cell, ref value);
/* The old place of a single xor its new one. */
uint64_t single_place_flip(const grounding *g, size_t number);

/* ---- rearranging.c ---- */
/* Sets g->out->disarranged, of arrays of ARRANGED_MOST elements at most; of others it is true. */
enum { ARRANGED_MOST = 16 };
void rearranging_prove(grounding *g);

/* ---- label.c ---- */
const label *label_current(grounding *g); /* the move's label at this point */
/* Whether the two can have the same text. */
bool label_may_equal(const label *a, const label *b);
/* Appends a value by name; `?` for one that its kind does not have. */
void label_format_value(strbuf *out, kind k, int64_t value);

#endif
