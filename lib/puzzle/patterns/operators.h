/*
 * operators.h - the grounded moves of a puzzle as what cells are before and after.
 *
 * An operator says of some cells what they are before and after, of others which values they may
 * have.  Each edge of the puzzle is made by some operator; an operator may stand for edges that
 * there are not, as conditions that read much are left out of it, and costs no more than the edge.
 * An exact one stands for no such edge, but for states where evaluating the move fails.
 * Where a move is no operator, the cells that it writes are vague: it may write any value there.
 */
#ifndef PUZZLE_PATTERNS_OPERATORS_H
#define PUZZLE_PATTERNS_OPERATORS_H

#include "base/budget.h"
#include "puzzle/compile/ground.h"

typedef struct cell_change { /* bits of a cell, before and after */
    uint32_t cell;
    uint32_t before, after;
} cell_change;

typedef struct cell_condition { /* bit b: the cell may have the bits b */
    uint32_t cell;
    uint64_t allowed;
} cell_condition;

typedef struct puzzle_operator {
    size_t first_change, changes; /* some may be none: after is before */
    size_t first_condition, conditions;
    int64_t cost;
    bool exact;
} puzzle_operator;

typedef struct operators {
    arena memory;
    size_t count, room;
    puzzle_operator *all;
    size_t change_count, change_room;
    cell_change *changes;
    size_t condition_count, condition_room;
    cell_condition *conditions;
    bool *vague;      /* [cells] */
    bool *changed;    /* [cells] some operator changes it */
    const move *lost; /* the first move that is no operator; NULL: all are */
    bool *lost_cells; /* [cells] which it writes; none where it is interpreted */
    bool may_fail;    /* some move, its rules, label or costs can fail in some state */
    bool truncated;   /* the budget ended: of no use */
} operators;

/* cost_number: what operators cost; -1 for moves.  *out is the caller's also on failure.
   0 or WGCQ_EMEMORY. */
int operators_find(operators *out, const packing *p, const dag *d, const grounded *g,
                   int cost_number, budget *limit);
void operators_free(operators *o);

#endif
