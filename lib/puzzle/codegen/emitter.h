/*
 * emitter.h - the inside of code generation: instructions from nodes, with levels and scopes.
 *
 *   codegen.c         code for decision trees, conditions and expressions
 *   decision_tree.c   branches that begin with the same tests share them
 *   emitter.c         instructions from nodes
 *   filter.c          tests of words and filters
 *   test_families.c   many tests of one word at once
 *   word_edit.c       the words of successors
 *   regalloc.c        register allocation
 */
#ifndef PUZZLE_CODEGEN_EMITTER_H
#define PUZZLE_CODEGEN_EMITTER_H

#include "puzzle/codegen/bytecode.h"

typedef struct home { /* the register that holds a node's value, and its level */
    uint32_t reg_1;   /* the register's number + 1; 0: none holds it */
    uint32_t level;
} home;

typedef struct home_undo { /* restored when the scope ends */
    ref node;
    home was;
} home_undo;

typedef struct scope {
    size_t undo_mark; /* emitter.undo_count at its begin      */
    size_t filter;    /* the instruction that jumps to its end */
    uint32_t level;   /* of the code around it                 */
} scope;

typedef struct emitter {
    code_memory *all;
    arena *memory, *growing; /* for scratch; for code, which grows */
    dag *dag;
    unsigned words, costs;
    bool rejections, by_rows;
    struct field_test *word_tests; /* [words], of the filter that is emitted, else empty */
    const bool *may_collide;       /* [positions] */
    bool compares_fields;          /* a disjunction over fields of a word is one instruction */
    const grounded *grounded;
    uint32_t level, levels, registers;
    size_t home_room;
    home *home;
    uint64_t *queued;       /* a bit set: nodes of emit_node */
    uint64_t *queued_words; /* a bit set: words of `queued` that are not 0 */
    uint32_t *test_numbers; /* [home_room] decision_tree.c numbers tests in it; 0 between */
    size_t queue_room;
    ref *queue; /* nodes of emit_node, as they are met */
    size_t undo_count, undo_room;
    home_undo *undo;
    size_t scope_count, scope_room;
    scope *scopes;
    size_t count, room;
    instruction *code;
    size_t operand_count, operand_room;
    uint32_t *operands;
    size_t edit_count, edit_room;
    word_edit *edits;
    size_t scatter_count, scatter_room;
    field_scatter *scatters;
    size_t emission_count, emission_room;
    bytecode_emission *emissions;
    size_t deal_count, deal_room;
    bytecode_deal *deals;
    uint32_t deals_open, deal_lists; /* whose lanes are not all taken yet; the most at a time */
    size_t label_count, label_room;
    bytecode_label *labels;
    size_t work; /* tests that decision_tree.c has compared */
} emitter;

void emitter_start(emitter *e, dag *d, unsigned words, unsigned costs, code_memory *memory);
/* The register that holds the node's values at the current level. */
uint32_t emit_node(emitter *e, ref node);
instruction *emit(emitter *e, uint8_t op); /* valid until the next emit */
uint32_t emit_operand(emitter *e, uint32_t reg);
/* Begins a scope, one level deeper if so wanted; the last instruction jumps to its end. */
void emit_open_scope(emitter *e, bool deeper);
void emit_close_scope(emitter *e);
/* The register holds the node's values at the current level, until its scope ends. */
void emitter_set_home(emitter *e, ref node, uint32_t reg);
/* Whether a register at this level holds the node's values. */
bool emitter_has_home(const emitter *e, ref node);
uint32_t emitter_new_register(emitter *e);
/* Makes room for all nodes that there are: emit_node does. */
void emitter_reserve_nodes(emitter *e);
/* result: the register of an expression, else NO_REGISTER. */
void emitter_finish(emitter *e, bytecode *out, uint32_t result);

/* ---- filter.c ---- */
/* The code that follows runs in lanes where all conditions hold; opens scopes. */
void emit_filter(emitter *e, const ref *conditions, size_t count);

typedef struct field_test { /* (word & mask) == value */
    bool any;
    uint64_t mask, value;
} field_test;

/* Whether the condition is that a field has some value; then as a test of its word. */
bool filter_field_test(const emitter *e, ref condition, unsigned *word, field_test *out);

/* Some field of a word is equal to a value: fields of equal width, 32 bits at most, without
   overlaps. */
typedef struct any_test {
    ref word, value;
    unsigned width;
    uint64_t low, all; /* the lowest bits of the fields, all their bits */
    size_t count;
} any_test;

/* Whether the condition is that any of several fields has some value. */
bool filter_any_test(emitter *e, ref condition, any_test *out);
/* The highest bits of the fields. */
static inline uint64_t any_test_high(const any_test *t)
{
    return t->low << (t->width - 1);
}

typedef struct dealt_test { /* of a branch */
    bool lists;             /* the lanes that pass are in a list */
    uint32_t number;        /* of the list */
    unsigned word;
    field_test test;
} dealt_test;

/* The code that follows runs in the lanes that have been dealt to the test; opens a scope. */
void emit_take(emitter *e, const dealt_test *t);
/* ---- word_edit.c ---- */
/* How to make the successor: edits, one a word; or returns the number of an emission + 1. */
size_t emit_successor(emitter *e, const ground_action *a);

/* ---- codegen.c ---- */
void codegen_decision(emitter *e, const decision *s);
/* ---- decision_tree.c ---- */
void decision_branches(emitter *e, const decision *fork);
/* Appends the tests that decision `s` begins with, split at every `and`; returns the decision
   behind them. */
typedef struct conditions {
    size_t count, room;
    ref *items;
} conditions;
const decision *decision_tests(emitter *e, const decision *s, conditions *out);
/* Appends the parts of a conjunction (op: AND) or disjunction (OR). */
void condition_leaves(emitter *e, ref condition, dag_op op, conditions *out);

/* ---- test_families.c ---- */
/* `tests`: those that each branch begins with; one of each that is in a deal is taken out. */
void emit_deals(emitter *e, conditions *tests, size_t count, dealt_test *out);

#endif
