/* conditions.h - what has to hold, in parts, and which values of a cell they allow. */
#ifndef PUZZLE_PATTERNS_CONDITIONS_H
#define PUZZLE_PATTERNS_CONDITIONS_H

#include "puzzle/patterns/partial_state.h"

enum { CONDITION_VALUES_MOST = 64 }; /* of a cell whose values are listed */

typedef struct condition {
    ref truth;
    bool holds;
    bool fails; /* where it is broken evaluation fails, which an exact operator need not know */
} condition;

typedef struct conditions_of {
    const dag *dag;
    arena *memory;
    size_t count, room;
    condition *all;
    bool left_out; /* some were, as there are too many */
} conditions_of;

/* Adds the parts of a condition, which all hold where it does; none beyond a great number. */
void conditions_add(conditions_of *c, ref truth, bool holds);
/* Adds that evaluation does not fail. */
void conditions_add_defined(conditions_of *c, ref undefined);
bool condition_is_broken(const condition *c, partial_state *s);
/* The values of the one cell that the condition still depends on, as bits; false: there are more
   cells or too many values.  The cell is not known before and after. */
bool condition_list_values(const condition *c, partial_state *s, size_t cell, uint64_t *allowed);

#endif
