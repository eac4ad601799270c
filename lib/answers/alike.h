/*
 * alike.h - plans put in groups of those that are equal in some way.
 *
 * A plan is written as its start, then for every move its number and the state it leads to.
 */
#ifndef ANSWERS_ALIKE_H
#define ANSWERS_ALIKE_H

#include "answers/asking.h"
#include "answers/groups.h"
#include "answers/sequences.h"

typedef struct gathered {
    asking *a;
    const graph *g;
    const sequences *plans;
    groups *alike; /* of the plans' numbers; each alone at first */
    text *note;    /* what is to be remarked                     */
} gathered;

/* Equal by the multiset of their moves. */
int alike_by_moves(const gathered *of);
/* Equal where one becomes the other by making two moves that follow one another in the other order,
   again and again, each time between the same two states, and each time a plan that was gathered.
 */
int alike_by_order(const gathered *of);
/* Equal up to the exchanges that the puzzle declares: symmetry.c. */
int alike_by_symmetry(const gathered *of);

#endif
