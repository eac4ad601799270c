/*
 * equivalence.h - plans put in groups of those that are equal in some way.
 *
 * A plan is written as its start, then for every move its number and the state it leads to.
 */
#ifndef ANSWERS_CLASSES_EQUIVALENCE_H
#define ANSWERS_CLASSES_EQUIVALENCE_H

#include "answers/query/question.h"
#include "base/containers/sequence_set.h"
#include "base/containers/union_find.h"

typedef struct equivalence_groups {
    query_context *a;
    const graph *g;
    const sequence_set *plans;
    union_find *alike; /* of the plans' numbers; each alone at first */
    strbuf *note;      /* what is to be remarked                     */
} equivalence_groups;

/* Equal by the multiset of their moves. */
int equivalence_by_moves(const equivalence_groups *of);
/* Equal where one becomes the other by making two moves that follow one another in the other order,
   again and again, each time between the same two states, and each time a plan that was gathered.
 */
int equivalence_by_order(const equivalence_groups *of);
/* Equal up to the exchanges that the puzzle declares: symmetry.c. */
int equivalence_by_symmetry(const equivalence_groups *of);

#endif
