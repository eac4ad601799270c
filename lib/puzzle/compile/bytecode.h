/*
 * bytecode.h - the operations of a program, each over a whole column of states.
 *
 * A column is a register: up to MODEL_BATCH values.  Levels nest: level 0 is the batch as it came;
 * a test or filter at level L picks lanes of it, and what stands behind it, up to its jump, works
 * at level L + 1 on those alone, packed densely.  Where no lane is left the jump is taken.
 */
#ifndef PUZZLE_COMPILE_BYTECODE_H
#define PUZZLE_COMPILE_BYTECODE_H

#include "puzzle/compile/ground.h"

typedef enum opcode {
    /* 0 .. DAG_ONES: the operations of dag.h, d = a op b; with `immediate` b is imm */
    OP_GATHER = DAG_ONES + 1, /* d = a of the level above, lanes picked             */
    OP_MOVE,                  /* d = a >> shift & mask << other: imm, imm2          */
    OP_FAIL,                  /* where a holds evaluating fails                     */
    OP_TEST,                  /* pick lanes with (a & imm) == imm2                  */
    OP_FILTER,                /* pick lanes where a holds                           */
    OP_LABEL,                 /* d = the number of text imm, from registers at b    */
    OP_REJECT,                /* lanes where a is 0, by rule imm; text: as ARRIVE   */
    OP_REJECT_RULES,          /* lanes where a is not 0, by rule a - 1              */
    OP_SKIP_COSTS,            /* jump where costs are not wanted                    */
    OP_EMIT,                  /* arrival imm: registers at b: the words, the costs  */
    OP_INTERPRET,             /* every lane: move imm by the teller                 */
    OP_MARK                   /* of a code for a condition: it holds in these lanes */
} opcode;

typedef struct instruction {
    uint8_t op;
    bool immediate;
    bool negated;     /* TEST, FILTER: pick those where it does not hold            */
    bool label_fixed; /* REFUSE, ARRIVE: the text is number `c`, else register c */
    bool may_collide; /* ARRIVE: another may make the same edge                  */
    uint32_t level;
    uint32_t d, a, b, c;
    uint32_t jump, rank;
    int64_t imm, imm2;
} instruction;

/* A text that depends on the state, and what its parts' values can be. */
typedef struct bytecode_label {
    const label *label;
    size_t span; /* 0: too many for a table; else how many different runs of values there are */
} bytecode_label;

typedef struct bytecode {
    size_t count;
    instruction *at;
    uint32_t *operands; /* registers, for instructions that have many */
    size_t operand_count;
    size_t registers, levels;
    const bytecode_label *labels;
    size_t label_count;
    uint32_t result;  /* of a code for an expression: its register; else UINT32_MAX */
    bool may_collide; /* some ARRIVE is a twin */
} bytecode;

/* All moves; with or without refusals. */
void codegen_moves(bytecode *out, dag *d, const grounded *g, unsigned words, unsigned costs,
                   const bool *may_collide, bool rejections, arena *memory);
/* A condition on the state itself, as tests: what fails one is spared the next. */
void codegen_condition(bytecode *out, dag *d, lowered m, unsigned words, arena *memory);
/* One expression of the state itself. */
void codegen_value(bytecode *out, dag *d, lowered m, unsigned words, arena *memory);

/* registers.c: as few registers as the lives of values allow. */
void regalloc(bytecode *c, unsigned words, unsigned costs, arena *memory);
/* How many operands an instruction has in c->operands, from .b on. */
size_t bytecode_operands(const bytecode *c, const instruction *i, unsigned words, unsigned costs);

#endif
