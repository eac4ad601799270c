/*
 * choice_list.h - the combinations of a choice, with what is known of each without a state.
 *
 * Most combinations of a choice fail at a guard that asks for the same variable with the same
 * index, state after state, or that asks for no variable.  So the first time that a choose step of
 * a move is run its combinations are listed: those that can never pass are left out, and of the
 * others comparisons of one variable with a constant are noted, to be made before anything is
 * evaluated.  What then passes runs as any other; without a list a choice comes to the same.
 */
#ifndef PUZZLE_INTERP_CHOICE_LIST_H
#define PUZZLE_INTERP_CHOICE_LIST_H

#include "puzzle/ast/ast.h"

typedef struct cell_test { /* whether a field of the state has these bits, or has not */
    unsigned word, shift;
    uint64_t mask, bits;
    bool equal;
} cell_test;

/* A condition of the steps that are listed, and the step that it belongs to. */
typedef struct choice_condition {
    const expr *holds;
    size_t step;
} choice_condition;

typedef struct choice_combination {
    size_t tests_end; /* its tests end here; they begin where those before it end */
    size_t rest;      /* the first of the conditions that are not known to hold once it passes */
} choice_combination;

typedef struct choice_list {
    bool made;
    bool usable;  /* the step's combinations do not depend on the state, and are not many */
    size_t next;  /* the step behind the listed ones: the choice, and unnamed guards after it */
    size_t slots; /* that are bound */
    int *slot;
    choice_condition *conditions;
    size_t condition_count, condition_room;
    size_t count, room; /* of combinations */
    choice_combination *combinations;
    int64_t *values; /* [count][slots] */
    cell_test *tests;
    size_t test_count, test_room;
} choice_list;

struct interp;
/* The list of step number `at` of the current move; NULL: it has none.  0 or WGCQ_EMEMORY. */
int choice_list_find(const choice_list **out, struct interp *in, size_t at);
/* Whether a combination passes its tests. */
static inline bool choice_list_passes(const choice_list *l, size_t i, const uint64_t *state)
{
    for (size_t k = i ? l->combinations[i - 1].tests_end : 0; k < l->combinations[i].tests_end;
         k++) {
        const cell_test *t = &l->tests[k];
        if (((state[t->word] >> t->shift & t->mask) == t->bits) != t->equal)
            return false;
    }
    return true;
}
void choice_lists_free(struct interp *in);

#endif
