/*
 * emitter.h - inside the compiler: nodes into instructions, where levels and scopes are.
 *
 *   compile.c     stages into tests, filters, arrivals
 *   group.c       branches that begin with the same test share it
 *   emit.c        nodes into instructions
 *   registers.c   registers
 */
#ifndef PUZZLE_COMPILE_EMITTER_H
#define PUZZLE_COMPILE_EMITTER_H

#include "puzzle/compile/bytecode.h"

#define NO_REGISTER UINT32_MAX

typedef struct home { /* where a node's value is */
    uint32_t reg, level;
} home;

typedef struct home_undo { /* to be as it was when its scope ends */
    ref node;
    home was;
} home_undo;

typedef struct scope {
    size_t undo_mark; /* of emitter.left when it began */
    size_t filter;    /* the instruction that jumps to its end */
    uint32_t level;   /* outside of it */
} scope;

typedef struct emitter {
    arena *memory;
    dag *dag;
    unsigned words, costs;
    bool rejections;
    const bool *may_collide; /* per arrival rank */
    const grounded *grounded;
    uint32_t level, levels, registers;
    size_t home_room;
    home *home;
    uint8_t *queued; /* with home_room */
    size_t undo_count, undo_room;
    home_undo *undo;
    size_t scope_count, scope_room;
    scope *scopes;
    size_t count, room;
    instruction *code;
    size_t operand_count, operand_room;
    uint32_t *operands;
    size_t label_count, label_room;
    bytecode_label *labels;
    size_t work; /* spent on grouping */
} emitter;

void emitter_start(emitter *e, dag *d, unsigned words, unsigned costs, arena *memory);
/* The register that holds the node's values at this level. */
uint32_t emit_node(emitter *e, ref node);
instruction *emit(emitter *e, uint8_t op); /* good until the next */
uint32_t emit_operand(emitter *e, uint32_t reg);
/* The instruction last emitted jumps to the end of the scope that begins; `deeper`: a level. */
void emit_open_scope(emitter *e, bool deeper);
void emit_close_scope(emitter *e);
/* Goes on only where all conditions hold; opens scopes. */
void emit_filter(emitter *e, const ref *conditions, size_t count);
void emitter_finish(emitter *e, bytecode *out);

/* ---- compile.c ---- */
void codegen_decision(emitter *e, const decision *s);
/* ---- group.c ---- */
void decision_branches(emitter *e, const decision *fork);
/* The tests that stage begins with, split at every `and`, behind those that are in *conditions
   already; answers the stage behind them. */
typedef struct conditions {
    size_t count, room;
    ref *items;
} conditions;
const decision *decision_tests(emitter *e, const decision *s, conditions *out);

#endif
