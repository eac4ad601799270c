/* state_difference.h - what tells two states apart, in words. */
#ifndef PUZZLE_STATE_DIFFERENCE_H
#define PUZZLE_STATE_DIFFERENCE_H

#include <stdint.h>

#include "base/strbuf.h"

struct ast;

/* " with size[a]=3 size[b]=1": the values of a state that are others in `from`.  Where none is, all
   of them: " size[a]=3 size[b]=1 size[c]=0".  Of many the first. */
void put_state_apart(strbuf *out, const struct ast *t, const uint64_t *state, const uint64_t *from);
/* " (size[tube]: 0..3)": the variables whose values differ, as they are declared; none: nothing. */
void put_variables_apart(strbuf *out, const struct ast *t, const uint64_t *a, const uint64_t *b);
/* "size[tube]" */
struct state_variable;
void put_declared_variable(strbuf *out, const struct state_variable *v);

#endif
