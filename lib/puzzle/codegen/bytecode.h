/*
 * bytecode.h - the instructions of a program; each works on a whole column of states.
 *
 * A register is a column of up to MODEL_BATCH values, one per lane.  Levels nest: at level 0 the
 * lanes are the states of the batch; a test or filter at level L selects lanes, and the
 * instructions behind it, up to its jump target, work at level L + 1 on those lanes, packed
 * densely.  Where no lane is selected the jump is taken.
 */
#ifndef PUZZLE_CODEGEN_BYTECODE_H
#define PUZZLE_CODEGEN_BYTECODE_H

#include "puzzle/compile/ground.h"

#define NO_REGISTER UINT32_MAX

typedef enum opcode {
    /* 0 .. DAG_ONES: the operations of dag.h, d = a op b; with `immediate` b is imm */
    OP_GATHER = DAG_ONES + 1, /* d = a of the level above, lanes picked             */
    OP_FETCH,                 /* d = field a of array imm, read from the lane's row */
    OP_ANY,                   /* d = whether some field of a is b: imm, imm2           */
    OP_MOVE,                  /* d = a >> shift & mask << other: imm, imm2          */
    OP_FAIL,                  /* evaluation fails if a holds in some lane           */
    OP_TEST,                  /* pick lanes with (a & imm) == imm2; d = a in these  */
    OP_TEST_ANY,              /* pick lanes where some field of a is b; d likewise  */
    OP_DEAL,                  /* deal lanes to lists by tests of a, those of imm    */
    OP_TAKE,                  /* TEST, whose lanes are dealt to list c              */
    OP_FILTER,                /* pick lanes where a holds                           */
    OP_LABEL,                 /* d = the number of label imm, its values at b       */
    OP_REJECT,                /* rejections where a is 0, by rule imm               */
    OP_REJECT_RULES,          /* rejections where a is not 0, by rule a - 1         */
    OP_SKIP_COSTS,            /* jump where costs are not wanted                    */
    OP_EMIT,                  /* a successor a lane: edits from imm, costs at b; or
                                 emission imm2 - 1                                  */
    OP_INTERPRET,             /* move imm by the interpreter, in every lane         */
    OP_MARK                   /* a condition's code: it holds in these lanes        */
} opcode;

typedef struct instruction {
    uint8_t op;
    bool immediate;
    bool negated;     /* TEST..., FILTER: pick the other lanes                      */
    bool label_fixed; /* EMIT, REJECT...: `c` is the label's number, not a register */
    bool may_collide; /* EMIT, its LABEL: another EMIT may make the same edge       */
    bool rules_wait;  /* EMIT: its successors are held to the rules one by one      */
    uint32_t level;
    uint32_t d, a, b, c;
    uint32_t jump, position;
    int64_t imm, imm2; /* ANY, TEST_ANY: the lowest bits of its fields, the highest ones */
} instruction;

/* A word of a successor: x & keep ^ flip, and a field of x at another place or'd into it. */
typedef struct word_edit {
    uint32_t word;
    uint32_t x;   /* a register                                                        */
    bool by_lane; /* x is of level 0, to be read by the number of the lane's state; of
                     code by rows it is a word of the state                            */
    uint8_t left, right;
    uint64_t keep, flip, field; /* (x & field) << left >> right: one of them is 0      */
} word_edit;

/* A field of a successor's array gets the bits; registers. */
typedef struct field_scatter {
    size_t array; /* of the DAG */
    uint32_t index, bits;
    uint32_t when; /* NO_REGISTER: in every lane */
} field_scatter;

/* How an EMIT makes successors that are copies of the states first (by rows), or have scatters. */
typedef struct bytecode_emission {
    size_t first_edit, edits, first_scatter, scatters;
} bytecode_emission;

/*
 * Tests of a word.  By value: of the field a >> shift & all, its value is the list.  Else: of the
 * fields `all`, each for its part of `values`; the list is the place of the field's highest bit.
 */
typedef struct bytecode_deal {
    bool by_value;
    unsigned shift;
    uint64_t all, high, values; /* high: the highest bit of each field */
    uint32_t list;              /* its first list is 64 * list */
} bytecode_deal;

/* A label that depends on the state. */
typedef struct bytecode_label {
    const label *label;
    size_t span; /* combinations of its parts' values; 0: too many for a table */
} bytecode_label;

typedef struct bytecode {
    size_t count;
    instruction *at;
    uint32_t *operands; /* registers, for instructions that have many */
    size_t operand_count;
    word_edit *edits; /* of each EMIT one a word, or by rows one a word that changes */
    size_t edit_count;
    field_scatter *scatters;
    size_t scatter_count;
    const bytecode_emission *emissions;
    size_t emission_count;
    const bytecode_deal *deals;
    size_t deal_lists; /* deals whose lists are kept at a time */
    size_t registers, levels;
    unsigned words; /* of what it reads: in its first registers, or by rows read where wanted */
    bool by_rows;   /* states are wide: words are loaded, fields are fetched from rows */
    const bytecode_label *labels;
    size_t label_count;
    uint32_t result;  /* of an expression's code: its register; else UINT32_MAX */
    bool may_collide; /* some EMIT may */
    bool rules_wait;  /* some EMIT leaves its rules to the successors */
} bytecode;

enum { COLUMN_WORDS_MOST = 4 }; /* words of a state whose code is not by rows */

/* Where code comes to stay, where it is while it grows, and where all else is meanwhile: the last
   two are empty before and after. */
typedef struct code_memory {
    arena *kept, growing, scratch;
} code_memory;

/* All moves, with or without rejections; may_collide is by position. */
void codegen_moves(bytecode *out, dag *d, const grounded *g, unsigned words, unsigned costs,
                   const bool *may_collide, bool rejections, code_memory *memory);
/* A condition on the source state, as successive tests: MARK runs in the lanes that pass. */
void codegen_condition(bytecode *out, dag *d, lowered m, unsigned words, code_memory *memory);
/* One expression over the source state.  fields: comparisons of many fields are one instruction. */
void codegen_value(bytecode *out, dag *d, lowered m, unsigned words, bool fields,
                   code_memory *memory);

/* Renumbers registers, so that those whose live ranges do not overlap share a column. */
void regalloc(bytecode *c, unsigned words, unsigned costs, arena *memory);

#endif
