/*
 * vm.h - the inside of programs and virtual machines.
 *
 *   program.c      compiles a puzzle
 *   move_code.c    the code of its moves, made on first use
 *   collisions.c   moves that may make the same edge
 *   vm.c           expands, classifies and estimates states in batches
 *   truths.c       evaluates properties over time
 *   exec.c         the bytecode loop
 *   columns.c      the memory that it needs
 *   new_labels.c   numbers for labels in the order of rows
 *   waiting_rules.c  rules, evaluated over successors
 *   successors.c   deduplicates and sorts what a batch has emitted
 *   kernels.c      operators over columns
 *   select.c       which lanes pass a test
 *   deal.c         the same for many tests at once
 */
#ifndef PUZZLE_VM_VM_H
#define PUZZLE_VM_VM_H

#include "puzzle/interp/interp.h"
#include "puzzle/vm/kernels.h"
#include "puzzle/vm/program.h"

/* The code of all moves, made on first use.  move_code.c */
typedef struct move_code move_code;
move_code *move_code_new(const program *p); /* NULL: no memory */
void move_code_free(move_code *m);
/* With rejections or without; for any thread.  NULL: no memory. */
const bytecode *move_code_get(move_code *m, bool rejections);

struct program {
    arena memory;
    code_memory code; /* of code generation; its code stays in `memory` */
    strbuf scratch;   /* of grounding */
    const ast *tree;
    packing packing;
    interner *labels;
    dag dag;
    grounded grounded;
    move_code *moves;
    bytecode goal, end, violated, bounded, estimate, broken;
    bool interprets_moves;
    /* of program_new_properties alone: */
    ground_property *properties;
    size_t property_count;
    bytecode *values, *reached; /* [property_count] */
};

typedef struct row_run { /* rows that one instruction made */
    uint32_t position, flags;
    size_t first, count;
} row_run;

enum { MAY_COLLIDE = 1, RULES_WAIT = 2 };

typedef struct row_runs {
    size_t count, room;
    row_run *items;
} row_runs;

struct vm {
    const program *program;
    budget *budget;    /* of the current expansion; NULL: no limit */
    int64_t *storage;  /* [registers][MODEL_BATCH] */
    column *columns;   /* [registers] where to read it: in storage, or an alias */
    int64_t *unread;   /* [MODEL_BATCH] behind them, where FILTER puts values */
    lane_lists *lists; /* [deals at a time] */
    size_t registers, levels, deal_lists; /* that there is room for: columns.c */
    uint32_t *picked;           /* [levels][MODEL_BATCH] indices into the level above      */
    uint32_t *lanes;            /* [levels][MODEL_BATCH] indices into the batch            */
    size_t *alive;              /* [levels] the number of lanes                            */
    const bytecode *moves[2];   /* without rejections, with them; NULL: not used yet */
    uint32_t **label_tables[2]; /* [labels] the numbers of labels in moves[0], moves[1], made on
                                   first use */
    interner *new_labels;       /* labels that the current expansion has met first; NULL: none */
    interp *puzzle_interp;      /* for errors, and moves that are interpreted; NULL at first */
    uint64_t *plain;            /* a narrow state widened for it                           */
    uint64_t *pairs;            /* [MODEL_BATCH] a state and the one before it; NULL at first */
    batch raw, interpreted;     /* rows of a batch; of one state by the interpreter        */
    row_runs emitted, rejected;
    /* waiting_rules.c: rows of runs whose rules wait, from the first of these runs on */
    struct vm *rules; /* NULL until used */
    size_t waiting, first_waiting;
    uint64_t *waiting_states; /* [MODEL_BATCH] of them */
    size_t sorted_lanes;      /* states expanded at a time where rows are sorted */
    /* successors.c */
    row_runs sorted;
    uint32_t *position_starts, *lane_starts; /* [positions + 1], [lanes + 1] */
    size_t position_room;
    uint64_t *labels_met; /* [lanes] a filter of the labels of rows */
    uint8_t *suspect;     /* [lanes] two rows may have the same label */
    uint8_t *duplicate;   /* [rows] it repeats another */
    uint32_t *slots;      /* a hash set of rows: row + 1, 0: free */
    uint32_t *order;      /* rows by lane */
    size_t duplicate_room, slot_room, slot_mask, order_room;
    size_t rows_unchecked; /* since the budget was last checked */
    bool failed;           /* evaluating some state of the batch fails */
    strbuf text;
};

/* One call's work, on at most MODEL_BATCH states. */
typedef struct vm_batch {
    vm *vm;
    const bytecode *bytecode;
    uint32_t **label_tables; /* [labels] the numbers of labels in the code of moves; else NULL */
    const uint64_t *states;
    size_t first; /* of the states of the call */
    unsigned wants;
    batch *out;
    bool direct;    /* rows go to `out`, unsorted; else to m->raw */
    uint8_t *marks; /* [lanes] MARK or's `mark` into them         */
    uint8_t mark;
} vm_batch;

/* out[position]: the grounded move there may make the same edge as another.  collisions.c */
void collisions_mark(bool *out, const program *p, arena *memory);

/* Makes room for what the code needs; false: no memory, and the room is as it was. */
bool vm_reserve_columns(vm *m, const bytecode *c);
void vm_free_columns(vm *m);

/* The values of an expression in n states; *values NULL where it is undefined in one.  vm.c */
int vm_evaluate(vm *m, const bytecode *c, const uint64_t *states, size_t n, column *values,
                wgcq_error *err);
/* The interpreter found nothing wrong where the bytecode did.  vm.c */
int vm_disagreement(wgcq_error *err);

/* How the labels of the call get their numbers. */
typedef struct label_numbers {
    interp_intern_label number;
    void *self;
} label_numbers;

label_numbers vm_label_numbers(const vm_batch *job);
/* After an expansion, numbers its new labels in the order of out's rows; not `whole`: it was cut
   short, and its rows are discarded.  0 or WGCQ_EMEMORY.  new_labels.c */
int vm_settle_labels(vm *m, batch *out, bool whole, wgcq_error *err);

/* 0, or WGCQ_EMEMORY (also where the budget ends).  exec.c */
int vm_append_run(vm *m, row_runs *all, row_run emitted);

/* Makes room for rows that wait.  0 or WGCQ_EMEMORY.  waiting_rules.c */
int waiting_rules_prepare(vm *m, wgcq_error *err);
/* The last run of m->emitted waits: rows at the end of b, fewer than MODEL_BATCH with those before.
 */
void waiting_rules_add(vm *m, const batch *b);
/* Evaluates the rules for the rows that wait, and takes out those that break one, as rejections
   where these are wanted; m->failed where that is undefined.  0, or WGCQ_EMEMORY (also where the
   budget ends). */
int waiting_rules_decide(vm_batch *job);

/* Runs the code over n states, 1..MODEL_BATCH.  0, or WGCQ_EMEMORY (also where the budget ends);
   m->failed where evaluating a state fails. */
int exec_bytecode(vm_batch *job, const uint64_t *states, size_t n);

/* Both: lanes of the output count from `first`; m->failed where equal edges cost differently.  0,
   or WGCQ_EMEMORY (also where the budget ends). */

/* A row to the place of one before it. */
void successors_move_row(batch *b, size_t to, size_t from);
/* Removes rows of b, `from` on, that repeat an edge. */
int successors_dedup(vm *m, batch *b, size_t from, size_t first, wgcq_error *err);
/* Appends the rows of m->raw to out, sorted, each edge once. */
int successors_sort(vm *m, const bytecode *c, size_t first, unsigned wants, batch *out,
                    wgcq_error *err);
/* Bytes of the tables that grow with the output; freeing them leaves them empty. */
size_t successors_memory(const vm *m);
void successors_free(vm *m);

#endif
