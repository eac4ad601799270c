/*
 * inverse.h - what leads to the states of a puzzle: model.h's model_inverse.
 *
 *   preimages.c     operators, by what they leave
 *   goal_states.c   the states that satisfy the goal
 *   inverse.c       both, without states that break a rule
 */
#ifndef PUZZLE_BACKWARD_INVERSE_H
#define PUZZLE_BACKWARD_INVERSE_H

#include "model/model.h"
#include "puzzle/vm/program.h"

/* All borrowed, all but the starts until the inverse is freed. */
typedef struct inverse_wish {
    const ast *tree;
    const program *program; /* over plain states */
    interner *labels;
    const batch *starts; /* of the searches it is for */
    budget *limit;
} inverse_wish;

/* As `invert` of model.h. */
int inverse_new(model_inverse **out, const inverse_wish *wish, wgcq_error *err);

#endif
