/*
 * vm.h - inside of programs and runners.
 *
 *   program.c   from a tree to code
 *   runner.c    what a runner is asked
 *   run.c       one instruction after the other, over the columns
 *   outcome.c   what came out, put in order and made single
 *   columns.c   the loops
 *   picking.c   which lanes pass a test
 */
#ifndef PUZZLE_VM_VM_H
#define PUZZLE_VM_VM_H

#include "puzzle/interp/interp.h"
#include "puzzle/vm/kernels.h"
#include "puzzle/vm/program.h"

struct program {
    arena memory;
    strbuf scratch; /* scratch of grounding */
    const ast *tree;
    interner *names;
    dag dag;
    grounded grounded;
    bool *may_collide; /* per rank */
    bytecode moves[2]; /* without refusals, with them */
    bytecode goal, end, estimate;
    ast *single_move; /* per move: the tree with that move alone, for the teller; NULL: no move is
                         told */
};

typedef struct row_run { /* rows that one instruction made */
    uint32_t rank, flags;
    size_t first, count;
} row_run;

enum { MAY_COLLIDE = 1 };

typedef struct row_runs {
    size_t count, room;
    row_run *items;
} row_runs;

struct vm {
    const program *program;
    budget *budget;   /* of the expansion under way; NULL: anything */
    int64_t *storage; /* all columns, MODEL_BATCH values each */
    column *columns;  /* where each is to be read: there, or where it was gathered from */
    size_t levels;
    uint32_t *picked;        /* per level MODEL_BATCH: of the lanes of the level above */
    uint32_t *lanes;         /* per level: of the batch */
    size_t *alive;           /* per level: how many */
    uint32_t **label_tables; /* per text of both codes of moves: numbers by values; NULL: not yet */
    interp *whole_interp;    /* of the whole puzzle, for errors */
    interp **move_interps;   /* per move */
    batch raw, interpreted;  /* what a batch came to; what the teller says of one state */
    row_runs emitted, rejected;
    /* outcome.c */
    row_runs sorted;
    uint32_t *rank_starts, *lane_starts; /* per rank; per lane */
    size_t rank_room;
    uint64_t *labels_met; /* per lane: a bit a text */
    uint8_t *suspect;     /* per lane: a text may have come twice */
    uint8_t *duplicate;   /* per row: it repeats another */
    uint32_t *slots;      /* a hash table of rows */
    size_t duplicate_room, slot_room, slot_mask;
    size_t rows_unchecked; /* rows since it was asked whether to go on */
    bool failed;           /* a state fails: which one and why is the teller's to say */
    strbuf text;
};

/* One call's work, on at most MODEL_BATCH states. */
typedef struct vm_batch {
    vm *r;
    const bytecode *bytecode;
    const uint64_t *states;
    size_t first; /* of the states of the call */
    unsigned wants;
    batch *out;
    bool direct;    /* rows go into `out` as they come           */
    uint8_t *marks; /* per lane, of a condition's code: `mark`   */
    uint8_t mark;   /* is added where it holds                   */
} vm_batch;

/* 0, or WGCQ_EMEMORY, which is also where r->may ends the work; r->failed where a state fails. Rows
 * go to k->out or r->raw. */
int exec_bytecode(vm_batch *k, const uint64_t *states, size_t n);

/* Both: lanes of out count from `first`; r->failed where twins cost differently.  0 or
   WGCQ_EMEMORY, which is also where r->may ends the work. */

/* Takes rows out of b, `from` on, that repeat an edge. */
int successors_dedup(vm *r, batch *b, size_t from, size_t first, wgcq_error *err);
/* Appends what is in r->raw to out, single and in order. */
int successors_sort(vm *r, const bytecode *c, size_t first, unsigned wants, batch *out,
                    wgcq_error *err);
/* Bytes of its tables, which grow with what comes out; freeing them leaves them empty. */
size_t successors_memory(const vm *r);
void successors_free(vm *r);

#endif
